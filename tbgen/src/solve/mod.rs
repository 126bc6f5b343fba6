//! Retrograde analysis, 4,096 positions at a time.
//!
//! For each side that may win, positions are found in the order of their distance to mate: mates first, then the positions one
//! ply away, and so on. Sets of positions are bit planes; one step over a whole block of 64 x 64 positions is a few hundred vector
//! instructions ([`block`]). The ply in which a bit turns on is its distance, so distances cost nothing extra.
//!
//! **A capture is a move onto an occupied square.** In the plane "Black to move" the slot in which White's rook stands on Black's
//! bishop is no position; it serves as the *capture slot* for "the rook has just taken the bishop", and holds what the smaller
//! table says of that. So captures need no code of their own: the sweep that carries a rook to an empty square carries it
//! onto the bishop. Who took whom is clear, because only the side that has just moved can have captured.
//!
//! **Pawn moves** lead to finished pawn structures or to promoted tables; the best one is computed for each slot before the
//! structure is solved ([`pawn_moves`]).
//!
//! Legality is one rule, that of [`board::Placement::judge`].

mod arena;
mod block;
mod goal;
pub(crate) mod pawn_moves;
mod setup;

use board::{Color, Material};
use rayon::prelude::*;

use crate::code;
use crate::layout::Layout;
use crate::table::Table;
use arena::Arena;
use goal::Goal;
use pawn_moves::PawnMoves;
use setup::{Capture, Captures};

/// Arenas of fewer blocks are solved on the calling thread: handing out the work would cost more than doing it.
const PARALLEL_MIN_BLOCKS: usize = 128;

/// Solves one canonical material of at least three men. `find` looks up the tables that captures and promotions lead to.
pub(crate) fn solve<'a>(material: Material, find: &(impl Fn(Material) -> &'a Table + Sync)) -> Table {
    let layout = Layout::new(material);
    let slots = layout.slots();
    let mut codes = [vec![code::ILLEGAL; slots], vec![code::ILLEGAL; slots]];
    match &layout.pawns {
        None => {
            let [white, black] = &mut codes;
            solve_arena(&Arena::new(&layout, 0), [white, black], [&[], &[]], find);
        }
        Some(pawns) => {
            let per_lead = layout.slots_per_lead();
            for level in &pawns.levels {
                let [white, black] = &mut codes;
                let (white_solved, white_rest) = white.split_at_mut(level.start * per_lead);
                let (black_solved, black_rest) = black.split_at_mut(level.start * per_lead);
                let solved: [&[u8]; 2] = [white_solved, black_solved];
                let structures =
                    white_rest.chunks_mut(per_lead).zip(black_rest.chunks_mut(per_lead)).zip(level.clone());
                let solve_one = |((white, black), lead)| {
                    solve_arena(&Arena::new(&layout, lead), [white, black], solved, find);
                };
                if slots < PARALLEL_MIN_BLOCKS * 4096 {
                    structures.for_each(solve_one);
                } else {
                    structures.collect::<Vec<_>>().into_par_iter().for_each(solve_one);
                }
            }
        }
    }
    Table::new(layout, codes)
}

/// Solves one arena into its part of the table.
fn solve_arena<'a>(
    arena: &Arena<'_>,
    codes: [&mut [u8]; 2],
    solved: [&[u8]; 2],
    find: &(impl Fn(Material) -> &'a Table + Sync),
) {
    let simd = pulp::Arch::new();
    let known = Known::new(arena, solved, find, simd);
    let [white, black] = codes;
    for (side, codes) in [(Color::White, &mut *white), (Color::Black, &mut *black)] {
        known.write_draws(side, codes);
    }
    for winner in [Color::White, Color::Black] {
        if !arena.layout.material.is_bare(winner) {
            let (winners, losers) =
                if winner == Color::White { (&mut *white, &mut *black) } else { (&mut *black, &mut *white) };
            Goal::new(arena, &known, winner, simd).solve(winners, losers);
        }
    }
}

/// All that is known of an arena before solving.
struct Known {
    /// Legal positions by side to move.
    legal: [Vec<block::Block>; 2],
    /// Capture slots by side to move after the capture.
    captures: [Vec<Capture>; 2],
    /// Merit of the best pawn move in each slot by side to move; empty for a side without pawns.
    pawn_merits: [Vec<u8>; 2],
}

impl Known {
    fn new<'a>(
        arena: &Arena<'_>,
        solved: [&[u8]; 2],
        find: &(impl Fn(Material) -> &'a Table + Sync),
        simd: pulp::Arch,
    ) -> Self {
        let blocks = arena.blocks();
        let tables = Captures::new(arena, find);
        let survey = |range: std::ops::Range<usize>| {
            let mut legal = [Vec::with_capacity(range.len()), Vec::with_capacity(range.len())];
            let mut captures = [Vec::new(), Vec::new()];
            for b in range {
                let [white, black] = arena.legal(b);
                legal[0].push(white);
                legal[1].push(black);
                arena.captures(b, &tables, &mut captures);
            }
            (legal, captures)
        };
        let parts = if blocks < PARALLEL_MIN_BLOCKS {
            vec![survey(0..blocks)]
        } else {
            let step = 64;
            (0..blocks.div_ceil(step))
                .into_par_iter()
                .map(|i| survey(i * step..((i + 1) * step).min(blocks)))
                .collect()
        };
        let mut known = Self {
            legal: [Vec::new(), Vec::new()],
            captures: [Vec::new(), Vec::new()],
            pawn_merits: [Vec::new(), Vec::new()],
        };
        for (mut legal, mut captures) in parts {
            for side in 0..2 {
                known.legal[side].append(&mut legal[side]);
                known.captures[side].append(&mut captures[side]);
            }
        }
        for side in [Color::White, Color::Black] {
            if arena.layout.material.count(side, board::Piece::Pawn) > 0 {
                let moves = PawnMoves { arena, solved, find };
                known.pawn_merits[side as usize] = simd.dispatch(|| moves.merits(side));
            }
        }
        known
    }

    /// Marks every legal position a draw, to be overwritten by what is found won or lost.
    fn write_draws(&self, side: Color, codes: &mut [u8]) {
        for (words, codes) in self.legal[side as usize].iter().zip(codes.chunks_exact_mut(4096)) {
            for (&word, codes) in words.iter().zip(codes.chunks_exact_mut(64)) {
                for (bit, code) in codes.iter_mut().enumerate() {
                    *code = if word >> bit & 1 != 0 { code::DRAW } else { code::ILLEGAL };
                }
            }
        }
    }
}

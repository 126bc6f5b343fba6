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

pub(crate) mod annotate;
mod arena;
mod block;
mod goal;
mod pawn_moves;
mod setup;

use board::{Color, Material};
use rayon::prelude::*;

use crate::layout::Layout;
use crate::metric::Metric;
use crate::table::Solved;
pub(crate) use arena::Arena;
use goal::Goal;
pub(crate) use pawn_moves::with_en_passant;
use pawn_moves::{PawnMerits, PawnMoves};
use setup::{Capture, Captures};

/// Arenas of fewer blocks are solved on the calling thread: handing out the work would cost more than doing it.
const PARALLEL_MIN_BLOCKS: usize = 128;

/// Solves one canonical material of at least three men. `find` looks up the tables that captures and promotions lead to.
pub(crate) fn solve<'a, M: Metric>(
    material: Material,
    find: &(impl Fn(Material) -> &'a Solved<M> + Sync),
) -> Solved<M> {
    let layout = Layout::new(material);
    let slots = layout.slots();
    let [mut white, mut black] = [vec![M::ILLEGAL; slots], vec![M::ILLEGAL; slots]];
    match &layout.pawns {
        None => solve_arena(&Arena::new(&layout, 0), [&mut white, &mut black], [&[], &[]], find),
        Some(pawns) => {
            let per_lead = layout.slots_per_lead();
            for level in &pawns.levels {
                let (white_solved, white_rest) = white.split_at_mut(level.start * per_lead);
                let (black_solved, black_rest) = black.split_at_mut(level.start * per_lead);
                let solved: [&[M::Value]; 2] = [white_solved, black_solved];
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
    Solved::new(layout, [white, black])
}

/// Solves one arena into its part of the table.
fn solve_arena<'a, M: Metric>(
    arena: &Arena<'_>,
    [white, black]: [&mut [M::Value]; 2],
    solved: [&[M::Value]; 2],
    find: &(impl Fn(Material) -> &'a Solved<M> + Sync),
) {
    let simd = pulp::Arch::new();
    let known = Known::<M>::new(arena, solved, find, simd);
    known.write_draws(Color::White, white);
    known.write_draws(Color::Black, black);
    if !arena.layout.material.is_bare(Color::White) {
        Goal::new(arena, &known, Color::White, simd).solve(white, black);
    }
    if !arena.layout.material.is_bare(Color::Black) {
        Goal::new(arena, &known, Color::Black, simd).solve(black, white);
    }
    M::annotate(arena, &known, [white, black], simd);
}

/// All that is known of an arena before solving.
pub(crate) struct Known<M: Metric> {
    /// Legal positions by side to move.
    legal: [Vec<block::Block>; 2],
    /// Capture slots by side to move after the capture.
    captures: [Vec<Capture<M::Value>>; 2],
    /// The best pawn moves by side to move.
    pawn_merits: [PawnMerits; 2],
}

impl<M: Metric> Known<M> {
    fn new<'a>(
        arena: &Arena<'_>,
        solved: [&[M::Value]; 2],
        find: &(impl Fn(Material) -> &'a Solved<M> + Sync),
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
            let range = |i: usize| i * step..((i + 1) * step).min(blocks);
            (0..blocks.div_ceil(step)).into_par_iter().map(|i| survey(range(i))).collect()
        };
        let mut known = Self {
            legal: [Vec::new(), Vec::new()],
            captures: [Vec::new(), Vec::new()],
            pawn_merits: Default::default(),
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
    fn write_draws(&self, side: Color, values: &mut [M::Value]) {
        for (words, values) in self.legal[side as usize].iter().zip(values.chunks_exact_mut(4096)) {
            for (&word, values) in words.iter().zip(values.chunks_exact_mut(64)) {
                for (bit, value) in values.iter_mut().enumerate() {
                    *value = if word >> bit & 1 != 0 { M::DRAW } else { M::ILLEGAL };
                }
            }
        }
    }
}

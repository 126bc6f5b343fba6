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

use crate::error::TbgenError;
use crate::layout::{Layout, Part};
use crate::metric::Metric;
use crate::table::{Smaller, Solved};
pub(crate) use arena::Arena;
use goal::Goal;
pub(crate) use pawn_moves::with_en_passant;
use pawn_moves::{PawnMerits, PawnMoves};
use setup::{Capture, Captures};

/// Arenas of fewer blocks are solved on the calling thread: handing out the work would cost more than doing it.
const PARALLEL_MIN_BLOCKS: usize = 128;

/// Solves one canonical material of at least three men. `find` looks up the tables that captures and promotions lead to.
///
/// # Errors
/// [`TbgenError::TooLong`].
pub(crate) fn solve<'a, M: Metric, S: Smaller + 'a>(
    material: Material,
    find: &(impl Fn(Material) -> &'a S + Sync),
) -> Result<Solved<M>, TbgenError> {
    let layout = Layout::new(material);
    let values = solve_part::<M, S>(&layout, &layout.whole(), find)?;
    Ok(Solved::new(layout, values))
}

/// Solves a part of a table: the values by side to move, lead after lead in the part's order.
///
/// # Errors
/// [`TbgenError::TooLong`].
pub(crate) fn solve_part<'a, M: Metric, S: Smaller + 'a>(
    layout: &Layout,
    part: &Part,
    find: &(impl Fn(Material) -> &'a S + Sync),
) -> Result<[Vec<M::Value>; 2], TbgenError> {
    let per_lead = layout.slots_per_lead();
    let slots = part.leads.len() * per_lead;
    let [mut white, mut black] = [vec![M::ILLEGAL; slots], vec![M::ILLEGAL; slots]];
    if layout.pawns.is_none() {
        let nothing = Finished { places: &[], values: [&[], &[]] };
        solve_arena::<M, S>(&Arena::new(layout, 0), [&mut white, &mut black], nothing, find)?;
        return Ok([white, black]);
    }
    for level in &part.levels {
        let (white_solved, white_rest) = white.split_at_mut(level.start * per_lead);
        let (black_solved, black_rest) = black.split_at_mut(level.start * per_lead);
        let finished = Finished { places: &part.places, values: [white_solved, black_solved] };
        let leads = &part.leads[level.clone()];
        let structures = white_rest.chunks_mut(per_lead).zip(black_rest.chunks_mut(per_lead)).zip(leads);
        let solve_one = |((white, black), &lead)| {
            solve_arena::<M, S>(&Arena::new(layout, lead), [white, black], finished, find)
        };
        if slots < PARALLEL_MIN_BLOCKS * 4096 {
            structures.into_iter().try_for_each(solve_one)?;
        } else {
            structures.collect::<Vec<_>>().into_par_iter().try_for_each(solve_one)?;
        }
    }
    Ok([white, black])
}

/// The pawn structures that pawn moves lead to.
pub(crate) struct Finished<'a, V> {
    /// By lead, where its values are, counted in leads.
    places: &'a [u32],
    /// By side to move.
    values: [&'a [V]; 2],
}

impl<V> Clone for Finished<'_, V> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<V> Copy for Finished<'_, V> {}

impl<'a, V> Finished<'a, V> {
    /// The values of a lead.
    fn of_lead(&self, side_to_move: Color, lead: usize, slots: usize) -> &'a [V] {
        let start = self.places[lead] as usize * slots;
        &self.values[side_to_move as usize][start..start + slots]
    }
}

/// Solves one arena into its part of the table.
fn solve_arena<'a, M: Metric, S: Smaller + 'a>(
    arena: &Arena<'_>,
    [white, black]: [&mut [M::Value]; 2],
    finished: Finished<'_, M::Value>,
    find: &(impl Fn(Material) -> &'a S + Sync),
) -> Result<(), TbgenError> {
    let simd = pulp::Arch::new();
    let known = Known::new::<M, S>(arena, finished, find, simd);
    known.write_draws::<M>(Color::White, white);
    known.write_draws::<M>(Color::Black, black);
    if !arena.layout.material.is_bare(Color::White) {
        Goal::<M>::new(arena, &known, Color::White, simd).solve(white, black)?;
    }
    if !arena.layout.material.is_bare(Color::Black) {
        Goal::<M>::new(arena, &known, Color::Black, simd).solve(black, white)?;
    }
    M::annotate(arena, &known, [white, black], simd);
    Ok(())
}

/// All that is known of an arena before solving.
pub(crate) struct Known {
    /// Legal positions by side to move.
    legal: [Vec<block::Block>; 2],
    /// Capture slots by side to move after the capture.
    captures: [Vec<Capture>; 2],
    /// The best pawn moves by side to move.
    pawn_merits: [PawnMerits; 2],
}

impl Known {
    fn new<'a, M: Metric, S: Smaller + 'a>(
        arena: &Arena<'_>,
        finished: Finished<'_, M::Value>,
        find: &(impl Fn(Material) -> &'a S + Sync),
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
                let moves = PawnMoves::<M, _> { arena, finished, find };
                known.pawn_merits[side as usize] = moves.merits(side, simd);
            }
        }
        known
    }

    /// Marks every legal position a draw, to be overwritten by what is found won or lost.
    fn write_draws<M: Metric>(&self, side: Color, values: &mut [M::Value]) {
        let write = |(words, values): (&block::Block, &mut [M::Value])| {
            for (&word, values) in words.iter().zip(values.chunks_exact_mut(64)) {
                for (bit, value) in values.iter_mut().enumerate() {
                    *value = if word >> bit & 1 != 0 { M::DRAW } else { M::ILLEGAL };
                }
            }
        };
        let legal = &self.legal[side as usize];
        if legal.len() < PARALLEL_MIN_BLOCKS {
            legal.iter().zip(values.chunks_exact_mut(4096)).for_each(write);
        } else {
            legal.par_iter().zip(values.par_chunks_exact_mut(4096)).with_min_len(64).for_each(write);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::metric::{DRAW_MERIT, LongMate, Mate, Merit, Outcome, Width as _};
    use crate::tables::{Tables, successors};

    /// A table of draws that is asked for slots it has.
    struct Drawn(Layout);

    impl Smaller for Drawn {
        fn layout(&self) -> &Layout {
            &self.0
        }

        fn merit(&self, _: Color, slot: usize) -> Merit {
            assert!(slot < self.0.slots(), "{} has no slot {slot}", self.0.material);
            DRAW_MERIT
        }

        fn is_always_drawn(&self) -> bool {
            false
        }
    }

    /// Distances to mate with room for those up to `PLIES` only.
    struct Short<const PLIES: usize>;

    impl<const PLIES: usize> Metric for Short<PLIES> {
        type Value = u8;
        const DRAW: u8 = Mate::DRAW;
        const ILLEGAL: u8 = Mate::ILLEGAL;
        const MAX_PLIES: usize = PLIES;

        fn won(ply: usize) -> u8 {
            Mate::won(ply)
        }

        fn lost(ply: usize) -> u8 {
            Mate::lost(ply)
        }

        fn merit(child: u8) -> Merit {
            Mate::merit(child)
        }

        fn standing(value: u8) -> Merit {
            Mate::standing(value)
        }

        fn from_standing(standing: Merit) -> u8 {
            Mate::from_standing(standing)
        }

        fn ply(merit: Merit) -> usize {
            Mate::ply(merit)
        }
    }

    /// The longest mate of KRvK takes 31 plies; Black is mated in up to 32.
    #[test]
    fn distances_that_do_not_fit_are_an_error() {
        fn solved<const PLIES: usize>() -> Result<(), TbgenError> {
            let none = |m: Material| -> &Solved<Short<PLIES>> { panic!("{m} is not reached") };
            solve::<Short<PLIES>, Solved<Short<PLIES>>>("KRvK".parse().unwrap(), &none).map(drop)
        }
        assert_eq!(solved::<32>(), Ok(()));
        let error = solved::<31>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "KRvK has distances of more than 31 plies, too many for a table in memory; its files can be built"
        );
    }

    /// KPPvKP is solved in two bytes; the mates of smaller endings must come out as in one.
    #[test]
    fn two_bytes_hold_what_one_holds() {
        let mut solved: HashMap<Material, Solved<LongMate>> = HashMap::new();
        let right = Tables::startup();
        for name in ["KQvK", "KRvK", "KBvK", "KNvK", "KPvK"] {
            let material: Material = name.parse().unwrap();
            let long = solve::<LongMate, _>(material, &|m| &solved[&m]).unwrap();
            let short = &right.table(material).unwrap().solved;
            for (long, short) in long.values.iter().zip(&short.values) {
                let widened =
                    |&value: &u8| if value == Mate::ILLEGAL { LongMate::ILLEGAL } else { value.code() };
                assert!(long.iter().copied().eq(short.iter().map(widened)), "{name}");
            }
            solved.insert(material, long);
        }
    }

    /// Pawns on d4 and e5: d4 attacks e5, where no knight can be taken.
    #[test]
    fn a_pawn_takes_no_piece_where_another_pawn_stands() {
        for name in ["KPPvKN", "KNPvKP"] {
            let material: Material = name.parse().unwrap();
            let layout = Layout::new(material);
            let smaller: HashMap<Material, Drawn> =
                successors(material).into_iter().map(|m| (m, Drawn(Layout::new(m)))).collect();
            let (lead, _) = layout.lead(&[27, 36, 0, 0, 0, 0, 0, 0]);
            let slots = layout.slots_per_lead();
            // Every pawn step leads to draws.
            let draws = vec![Outcome::DRAW; slots];
            let places = vec![0; layout.leads()];
            let finished = Finished { places: &places, values: [&draws, &draws] };
            let [mut white, mut black] = [vec![Outcome::ILLEGAL; slots], vec![Outcome::ILLEGAL; slots]];
            let arena = Arena::new(&layout, lead);
            solve_arena::<Outcome, Drawn>(&arena, [&mut white, &mut black], finished, &|m| &smaller[&m])
                .unwrap();
            assert!(white.contains(&Outcome::DRAW) && black.contains(&Outcome::DRAW), "{name}");
        }
    }
}

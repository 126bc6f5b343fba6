//! Retrograde analysis, 4,096 positions at a time.
//!
//! For each side that may win, positions are found in the order of their distance to mate: mates
//! first, then the positions one ply away, and so on. Sets of positions are bit planes; one step
//! over a whole block of 64 x 64 positions is a few hundred vector instructions ([`block`]). The
//! ply in which a bit is set is its distance, so distances cost nothing extra.
//!
//! **A capture is a move onto an occupied square.** In the plane "Black to move" the slot in which
//! White's rook is on the square of Black's bishop is not a position; it serves as the *capture
//! slot* for "the rook has just captured the bishop", and holds the value from the smaller table.
//! So captures need no code of their own: the sweep that moves a rook to an empty square also moves
//! it onto the bishop. Only the side that has just moved can have captured.
//!
//! **Pawn moves** lead to finished pawn structures or to promoted tables; the best one is computed
//! for each slot before the structure is solved ([`pawn_moves`]).
//!
//! Legality is defined by [`board::Placement::judge`].

mod block;
mod capture_list;
mod dont_care;
mod finished;
mod found;
#[cfg(feature = "build")]
pub(crate) mod keeping;
mod known;
#[cfg(feature = "build")]
pub(crate) mod log;
#[cfg(feature = "build")]
pub(crate) mod logged;
mod pass;
pub(crate) mod pawn_moves;
mod setup;
mod slice;
pub(crate) mod solved;

use std::marker::PhantomData;
use std::sync::atomic::AtomicBool;

use board::{Color, Material};
use rayon::prelude::*;

use crate::error::TbgenError;
use crate::index::layout::{Layout, Part};
use crate::memory;
use crate::value::dtm::{DtmCode, Width};
use crate::value::dtz::DtzCode;
use crate::value::metric::Metric;
use crate::value::wdl::WdlCode;
use crate::value::wdl_class::WdlClass;
use crate::work::shared;
use finished::Finished;
use known::{Known, Legal};
use pass::Pass;
use pawn_moves::Spare;
use slice::{PARALLEL_MIN_BLOCKS, Slice};
use solved::{Find, Solved, Subtable};

/// A metric in which endings can be solved.
pub(crate) trait Solvable: Metric {
    /// Adds metric-specific marks to the solved values of a slice.
    fn mark_dont_cares(_arena: &Slice<'_>, _known: &Known, _values: [&mut [Self::Value]; 2]) {}
}

impl<V: Width> Solvable for DtmCode<V> {}

impl Solvable for WdlCode {}

impl Solvable for DtzCode {
    fn mark_dont_cares(slice: &Slice<'_>, known: &Known, values: [&mut [u16]; 2]) {
        let [white, black] = values;
        dont_care::mark_captures::<Self>(slice, known, [&mut *white, &mut *black]);
        dont_care::mark_free_distances(slice, known, [white, black]);
    }
}

impl Solvable for WdlClass {
    fn mark_dont_cares(slice: &Slice<'_>, known: &Known, values: [&mut [u8]; 2]) {
        dont_care::mark_captures::<Self>(slice, known, values);
    }
}

/// Solves one canonical material of at least three men. `find` looks up the tables that captures
/// and promotions lead to.
///
/// # Errors
/// [`TbgenError::TooLong`].
pub(crate) fn solve<'a, M: Solvable, S: Subtable + 'a>(
    material: Material,
    find: Find<'_, 'a, S>,
) -> Result<Solved<M>, TbgenError> {
    solve_until(material, find, &slice::NEVER)
}

/// The same, stopped within a ply when `stop` is set.
///
/// # Errors
/// [`TbgenError::TooLong`] and [`TbgenError::Stopped`].
pub(crate) fn solve_until<'a, M: Solvable, S: Subtable + 'a>(
    material: Material,
    find: Find<'_, 'a, S>,
    stop: &AtomicBool,
) -> Result<Solved<M>, TbgenError> {
    let layout = Layout::new(material);
    let values = solve_slices::<M, S>(&layout, &layout.whole(), find, Default::default(), stop)?;
    Ok(Solved::new(layout, values))
}

/// Solves a part of a table: the values by side to move, lead after lead in the part's order. The
/// arrays of another part, if given, are overwritten: fresh memory from the system costs more.
///
/// # Errors
/// [`TbgenError::TooLong`].
pub(crate) fn solve_next_part<'a, M: Solvable, S: Subtable + 'a>(
    layout: &Layout,
    part: &Part,
    find: Find<'_, 'a, S>,
    last: [Vec<M::Value>; 2],
) -> Result<[Vec<M::Value>; 2], TbgenError> {
    solve_slices::<M, S>(layout, part, find, last, &slice::NEVER)
}

/// The same, stopped within a ply when `stop` is set.
fn solve_slices<'a, M: Solvable, S: Subtable + 'a>(
    layout: &Layout,
    part: &Part,
    find: Find<'_, 'a, S>,
    last: [Vec<M::Value>; 2],
    stop: &AtomicBool,
) -> Result<[Vec<M::Value>; 2], TbgenError> {
    let per_lead = layout.slots_per_lead();
    let slots = part.leads.len() * per_lead;
    require_memory::<M>(layout, part)?;
    // Zero pages, which the system allocates on first write: each slice is written completely, by
    // all threads.
    let room = |mut last: Vec<M::Value>| {
        if last.len() < slots {
            drop(last);
            return vec![M::Value::default(); slots];
        }
        last.truncate(slots);
        last
    };
    if layout.pawns.is_none() {
        let whole = Slice::new(layout, 0).stopped_by(stop);
        let prepared = Prepared::<M>::new::<S>(whole, Finished::NOTHING, find, &Spare::default());
        // Allocated only after `known`, which needs temporary memory.
        let [mut white, mut black] = last.map(room);
        prepared.solve([&mut white, &mut black])?;
        return Ok([white, black]);
    }
    let [mut white, mut black] = last.map(room);
    let spare = Spare::default();
    for level in &part.levels {
        let (white_solved, white_rest) = white.split_at_mut(level.start * per_lead);
        let (black_solved, black_rest) = black.split_at_mut(level.start * per_lead);
        let finished = Finished { places: &part.places, values: [white_solved, black_solved] };
        let leads = &part.leads[level.clone()];
        let structures = white_rest.chunks_mut(per_lead).zip(black_rest.chunks_mut(per_lead)).zip(leads);
        let solve_one = |((white, black), &lead)| {
            let slice = Slice::new(layout, lead).stopped_by(stop);
            slice.go_on()?;
            solve_slice::<M, S>(slice, [white, black], finished, find, &spare)
        };
        if slots < PARALLEL_MIN_BLOCKS * 4096 {
            structures.into_iter().try_for_each(solve_one)?;
        } else {
            structures.collect::<Vec<_>>().into_par_iter().try_for_each(shared(&solve_one))?;
        }
    }
    Ok([white, black])
}

/// Upper bound of the memory per position while its slice is solved, in bytes.
const WORK_PER_SLOT: u64 = 10;

/// Fails if there is not enough memory for a part's values and for the slices that are solved in
/// parallel.
fn require_memory<M: Solvable>(layout: &Layout, part: &Part) -> Result<(), TbgenError> {
    let per_lead = layout.slots_per_lead() as u64;
    let leads = part.leads.len() as u64;
    let at_once = leads.min(rayon::current_num_threads() as u64);
    let kept = 2 * size_of::<M::Value>() as u64 * leads * per_lead;
    memory::require(layout.material, kept + WORK_PER_SLOT * at_once * per_lead)
}

/// Solves one slice into its part of the table.
fn solve_slice<'a, M: Solvable, S: Subtable + 'a>(
    slice: Slice<'_>,
    values: [&mut [M::Value]; 2],
    finished: Finished<'_, M::Value>,
    find: Find<'_, 'a, S>,
    spare: &Spare,
) -> Result<(), TbgenError> {
    let prepared = Prepared::<M>::new::<S>(slice, finished, find, spare);
    let done = prepared.solve(values);
    spare.keep(prepared.known.pawn_merits);
    done
}

/// A slice that is ready to be solved.
struct Prepared<'a, M> {
    slice: Slice<'a>,
    legal: Legal,
    known: Known,
    metric: PhantomData<M>,
}

impl<'a, M: Solvable> Prepared<'a, M> {
    fn new<'s, S: Subtable + 's>(
        slice: Slice<'a>,
        finished: Finished<'_, M::Value>,
        find: Find<'_, 's, S>,
        spare: &Spare,
    ) -> Self {
        let legal = known::legal(&slice);
        let known = Known::new::<M, S>(&slice, finished, find, spare);
        Self { slice, legal, known, metric: PhantomData }
    }

    fn solve(&self, [white, black]: [&mut [M::Value]; 2]) -> Result<(), TbgenError> {
        let Self { slice, legal, known, .. } = self;
        known::write_draws::<M>(&legal[0], white);
        known::write_draws::<M>(&legal[1], black);
        let pass = |winner| {
            let may_win = !slice.layout.material.is_bare(winner);
            may_win.then(|| Pass::<M>::new(slice, legal.clone(), known, winner))
        };
        let (white_wins, black_wins) = slice.join(|| pass(Color::White), || pass(Color::Black));
        white_wins.map_or(Ok(()), |pass| pass.solve(&mut *white, &mut *black))?;
        black_wins.map_or(Ok(()), |pass| pass.solve(&mut *black, &mut *white))?;
        M::mark_dont_cares(slice, known, [white, black]);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::endings::successors;
    use crate::tables::dtm::DtmTables;
    use crate::value::dtm::{DtmByte, DtmWord};
    use crate::value::metric::{DRAW_MERIT, Merit};

    /// A table of draws that checks that slots are in range.
    struct Drawn(Layout);

    impl Subtable for Drawn {
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

    /// Distances to mate limited to `PLIES`.
    struct Short<const PLIES: usize>;

    impl<const PLIES: usize> Metric for Short<PLIES> {
        type Value = u8;
        const DRAW: u8 = DtmByte::DRAW;
        const ILLEGAL: u8 = DtmByte::ILLEGAL;
        const MAX_PLIES: usize = PLIES;

        fn won(ply: usize) -> u8 {
            DtmByte::won(ply)
        }

        fn lost(ply: usize) -> u8 {
            DtmByte::lost(ply)
        }

        fn merit(child: u8) -> Merit {
            DtmByte::merit(child)
        }

        fn standing(value: u8) -> Merit {
            DtmByte::standing(value)
        }

        fn from_standing(standing: Merit) -> u8 {
            DtmByte::from_standing(standing)
        }

        fn ply(merit: Merit) -> usize {
            DtmByte::ply(merit)
        }
    }

    impl<const PLIES: usize> Solvable for Short<PLIES> {}

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

    /// KPPvKP is solved in two bytes; mates of smaller endings must be the same as in one byte.
    #[test]
    fn two_bytes_hold_what_one_holds() {
        let mut solved: HashMap<Material, Solved<DtmWord>> = HashMap::new();
        let right = DtmTables::startup();
        for name in ["KQvK", "KRvK", "KBvK", "KNvK", "KPvK"] {
            let material: Material = name.parse().unwrap();
            let long = solve::<DtmWord, _>(material, &|m| &solved[&m]).unwrap();
            let short = &right.table(material).unwrap().solved;
            for (long, short) in long.values.iter().zip(&short.values) {
                let widened =
                    |&value: &u8| if value == DtmByte::ILLEGAL { DtmWord::ILLEGAL } else { value.code() };
                assert!(long.iter().copied().eq(short.iter().map(widened)), "{name}");
            }
            solved.insert(material, long);
        }
    }

    /// Pawns on d4 and e5: d4 attacks e5, where no knight can be captured.
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
            let draws = vec![WdlCode::DRAW; slots];
            let places = vec![0; layout.leads()];
            let finished = Finished { places: &places, values: [&draws, &draws] };
            let [mut white, mut black] = [vec![WdlCode::ILLEGAL; slots], vec![WdlCode::ILLEGAL; slots]];
            let slice = Slice::new(&layout, lead);
            solve_slice::<WdlCode, Drawn>(
                slice,
                [&mut white, &mut black],
                finished,
                &|m| &smaller[&m],
                &Spare::default(),
            )
            .unwrap();
            assert!(white.contains(&WdlCode::DRAW) && black.contains(&WdlCode::DRAW), "{name}");
        }
    }
}

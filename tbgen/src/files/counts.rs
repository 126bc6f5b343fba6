//! Frequencies of the values of a solved ending, for the statistics of the Syzygy writer.

use std::collections::BTreeMap;

use board::sets::TRIANGLE;
use board::{Color, Piece, narrow};
use rayon::prelude::*;
use syzygy::write::{DTZ_FREE, DTZ_OFFSET, Statistics};

use crate::index::layout::{Layout, Part};
use crate::index::sorted::SortedMen;
use crate::value::dtz::DtzCode;
use crate::value::written::Written;

/// Frequencies of values, counted part by part over the solved values: equal to those that
/// [`Statistics::count`] computes by looking up every position.
#[derive(Clone)]
pub(crate) struct ValueCounts {
    /// By side to move and leading file.
    statistics: [Vec<Statistics>; 2],
}

/// Slots counted as one unit of work.
const BATCH: usize = 1 << 16;

/// Frequencies by value, at most 65,536.
pub(super) type Histogram = Vec<u64>;

impl ValueCounts {
    /// The counts with this side to move and a leading pawn on this file.
    pub(crate) fn statistics(&self, side: Color, file: usize) -> &Statistics {
        &self.statistics[side as usize][file]
    }

    /// Nothing counted yet.
    pub(crate) fn new() -> Self {
        Self { statistics: [(); 2].map(|()| vec![Statistics::default(); 4]) }
    }

    /// Counts a part. A leading file's statistics are complete when the parts of this file and of
    /// all before it have been added.
    pub(crate) fn add<M: Written>(&mut self, layout: &Layout, part: &Part, values: [&[M::Value]; 2]) {
        for (statistics, values) in self.statistics.iter_mut().zip(values) {
            weighted(layout, part, values, |found, weights| merge::<M>(statistics, found, weights));
        }
    }

    /// Adds values with one side to move as counted by [`weighted`].
    pub(super) fn add_found(&mut self, side: Color, found: &Histogram, weights: [u64; 4]) {
        merge::<DtzCode>(&mut self.statistics[side as usize], found, weights);
    }
}

/// Counts the values of a part with one side to move, separately for each weight (see [`weights`]).
pub(super) fn weighted<V: Copy + Into<usize> + Sync>(
    layout: &Layout,
    part: &Part,
    values: &[V],
    mut visit: impl FnMut(&Histogram, [u64; 4]),
) {
    let mut leads_by_weight: BTreeMap<[u64; 4], Vec<usize>> = BTreeMap::new();
    for &lead in &part.leads {
        leads_by_weight.entry(weights(layout, lead)).or_default().push(lead);
    }
    let per_lead = layout.slots_per_lead();
    for (weights, leads) in leads_by_weight {
        let slots = |&lead: &usize| {
            let start = part.places[lead] as usize * per_lead;
            values[start..start + per_lead].par_chunks(BATCH)
        };
        let counted = leads.par_iter().flat_map(slots).fold(Turns::default, Turns::counting);
        visit(&counted.map(Turns::sum).reduce(histogram, sum), weights);
    }
    if layout.pawns.is_none() {
        let place = |slot: usize| match part.places[slot / per_lead] {
            u32::MAX => None,
            place => Some(place as usize * per_lead + slot % per_lead),
        };
        let twice = slots_on_diagonal(layout).filter_map(place).map(|place| values[place]);
        let twice = twice.collect::<Vec<_>>();
        visit(&Turns::default().counting(&twice).sum(), [orders_of_sorted(layout), 0, 0, 0]);
    }
}

fn histogram() -> Histogram {
    vec![0; 1 << 16]
}

/// Four interleaved histograms: neighbors often have the same value, and consecutive additions to
/// one counter would stall.
struct Turns([Histogram; 4]);

impl Default for Turns {
    fn default() -> Self {
        Self(std::array::from_fn(|_| histogram()))
    }
}

impl Turns {
    fn counting<V: Copy + Into<usize>>(mut self, values: &[V]) -> Self {
        let Self([first, second, third, fourth]) = &mut self;
        let (fours, rest) = values.as_chunks::<4>();
        for &[a, b, c, d] in fours {
            first[a.into()] += 1;
            second[b.into()] += 1;
            third[c.into()] += 1;
            fourth[d.into()] += 1;
        }
        for &value in rest {
            first[value.into()] += 1;
        }
        self
    }

    fn sum(self) -> Histogram {
        self.0.into_iter().reduce(sum).unwrap_or_else(histogram)
    }
}

fn sum(mut one: Histogram, other: Histogram) -> Histogram {
    one.iter_mut().zip(other).for_each(|(count, more)| *count += more);
    one
}

fn merge<M: Written>(statistics: &mut [Statistics], found: &Histogram, weights: [u64; 4]) {
    for (number, &count) in (0..=u16::MAX).zip(found).filter(|(_, count)| **count > 0) {
        let Ok(value) = M::Value::try_from(number) else { continue };
        for (statistics, weight) in statistics.iter_mut().zip(weights).filter(|(_, weight)| *weight > 0) {
            statistics.wdl_codes |= 1 << M::wdl_code(value);
            let distance = M::dtz_code(value);
            if distance != DTZ_FREE {
                statistics.dtz[(i32::from(distance) + DTZ_OFFSET) as usize] += weight * count;
            }
        }
    }
}

/// The multiplicity of a lead's slots in the reference generator's working array, by leading file.
///
/// Without pawns it counts most positions twice. Those with both kings on the diagonal are counted
/// once, as are their mirror images, which matches our slots where White's king stands on the
/// diagonal. With pawns any pawn of the leading color may be the one on the file, and every order
/// of the others has an entry.
fn weights(layout: &Layout, lead: usize) -> [u64; 4] {
    let Some(pawns) = &layout.pawns else {
        let on_diagonal = TRIANGLE[lead].is_multiple_of(9);
        return [if on_diagonal { 1 } else { 2 } * orders_of_sorted(layout), 0, 0, 0];
    };
    let squares = &pawns.structures[lead][..layout.lead_men];
    let leading = layout.leading_pawns();
    let has = |square: u8, range: std::ops::Range<usize>| squares[range].contains(&square);
    let white = layout.material.count(Color::White, Piece::Pawn);
    let own_image = squares
        .iter()
        .enumerate()
        .all(|(i, &s)| has(s ^ 7, if i < white { 0..white } else { white..squares.len() }));
    let orders = |n: usize| (1..=n as u64).product::<u64>();
    let like_pawns = orders(leading.len() - 1) * orders(squares.len() - leading.len());
    let others = like_pawns * orders_of_sorted(layout);
    let mut weights = [0; 4];
    for &square in &squares[leading] {
        let file = square & 7;
        // A structure that is its own mirror image is counted on one side only.
        if file < 4 || !own_image {
            weights[usize::from(file.min(7 - file))] += others;
        }
    }
    weights
}

/// The number of entries of the working array, where identical pieces are not sorted, that a slot
/// represents.
fn orders_of_sorted(layout: &Layout) -> u64 {
    layout.sorted.as_ref().map_or(1, SortedMen::permutations)
}

/// The slots of a pawnless layout with all men on the long diagonal, which are their own mirror
/// images.
fn slots_on_diagonal(layout: &Layout) -> impl Iterator<Item = usize> + '_ {
    let free = layout.free_men();
    let sorted = layout.lead_men..layout.first_digit();
    let leads = (0..layout.leads()).filter(|&lead| TRIANGLE[lead].is_multiple_of(9));
    leads.flat_map(move |lead| {
        let sorted = sorted.clone();
        let squares = (0..1usize << (3 * free)).filter_map(move |number| {
            let mut squares = [0; 8];
            layout.lead_squares(lead, &mut squares);
            for (i, square) in squares[layout.lead_men..][..free].iter_mut().enumerate() {
                *square = narrow((number >> (3 * (free - 1 - i)) & 7) * 9);
            }
            // Other squares have no slot or are another order of the same pieces.
            squares[sorted.clone()].is_sorted_by(|a, b| a < b).then_some(squares)
        });
        squares.map(|squares| layout.slot(&squares))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::Material;
    use syzygy::write::ValueSource as _;

    use crate::endings::successors;
    use crate::files::source::Source;
    use crate::solve;
    use crate::tables::planes::WdlPlanes;
    use crate::tables::wdl::WdlTables;
    use crate::value::wdl::WdlCode;

    /// Compares counting over slots, part by part, with looking up every position.
    #[test]
    fn counting_values_finds_what_asking_for_every_position_finds() {
        for name in ["KQvK", "KRvKR", "KNNvK", "KPvK", "KPPvK", "KPvKP", "KBvKP"] {
            let material: Material = name.parse().unwrap();
            let mut smaller = WdlTables::new();
            smaller.build_all(&successors(material)).unwrap();
            let results = WdlPlanes::new(material);
            let layout = &results.layout;
            let whole = layout.whole();
            let find = |m| smaller.get(m).unwrap();
            let values =
                solve::solve_next_part::<DtzCode, WdlPlanes>(layout, &whole, &find, Default::default())
                    .unwrap();
            let mut counts = ValueCounts::new();
            for file in 0..layout.parts() {
                let part = layout.part_of_file(file);
                let [white, black] =
                    solve::solve_next_part::<DtzCode, WdlPlanes>(layout, &part, &find, Default::default())
                        .unwrap();
                for (side, values) in [(Color::White, &white), (Color::Black, &black)] {
                    assert!(values.iter().any(|&v| WdlCode::of_dtz(v) > 0), "{name} {side:?}");
                }
                counts.add::<DtzCode>(layout, &part, [&white, &black]);
                let source =
                    Source::new(layout, layout.whole(), values.each_ref().map(Vec::as_slice), counts);
                for side in Color::ALL {
                    let same = source.statistics(side, file) == Statistics::count(&source, side, file);
                    assert!(same, "{name}, {side:?} to move, file {file}");
                }
                counts = source.into_counts();
            }
        }
    }
}

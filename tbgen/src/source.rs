//! Solved values as the Syzygy writer reads them: many positions at once in any order, and how often each value occurs.

use std::collections::BTreeMap;

use board::sets::TRIANGLE;
use board::{Color, Material, Piece};
use rayon::prelude::*;

use crate::layout::{Layout, Part, TRIANGLE_IMAGE};
use crate::metric::Zeroing;
use syzygy::format::{man_code, men_codes};
use syzygy::write::{DTZ_FREE, DTZ_OFFSET, Question, Statistics, ValueSource, wdl_code};

/// Positions looked up at once.
pub(crate) const RUN: usize = 1024;

/// A solved part of an ending, and what is known of the whole.
pub(crate) struct Source<'a> {
    slots: Slots<'a>,
    /// By side to move.
    values: [&'a [u16]; 2],
    census: Census,
    simd: pulp::Arch,
}

/// Finds the slots of many positions given as the writer gives them.
pub(crate) struct Slots<'a> {
    layout: &'a Layout,
    part: Part,
    /// For each man of the layout his number in the writer's order.
    men: Vec<usize>,
}

/// For each man of a layout his number in the order in which the reader and the writer of files hand out squares.
pub(crate) fn numbers_in_files(layout: &Layout) -> Vec<usize> {
    let mut order: Vec<Option<u8>> = men_codes(layout.material).into_iter().map(Some).collect();
    let mut take = |&(color, piece): &(Color, Piece)| {
        let code = man_code(color, piece);
        let at = order.iter().position(|&c| c == Some(code)).expect("same material, same men");
        order[at] = None;
        at
    };
    layout.men.iter().map(&mut take).collect()
}

impl<'a> Source<'a> {
    /// `census` must have counted this part and all before it.
    pub(crate) fn new(layout: &'a Layout, part: Part, values: [&'a [u16]; 2], census: Census) -> Self {
        Self { slots: Slots::new(layout, part), values, census, simd: pulp::Arch::new() }
    }

    /// The census, to be gone on with.
    pub(crate) fn into_census(self) -> Census {
        self.census
    }

    /// Answers about positions `from..to`, at most [`RUN`].
    #[inline(always)]
    fn answer_run(&self, squares: &[&[u8]], from: usize, to: usize, questions: &mut [Question<'_>]) {
        let mut slots = [0; RUN];
        let slots = &mut slots[..to - from];
        self.slots.find(squares, from, slots);
        for side in Color::ALL {
            let mut values = [0; RUN];
            let mut read = false;
            for question in questions.iter_mut() {
                let (Question::Wdl(asked, _) | Question::Dtz(asked, _)) = question;
                if *asked != side {
                    continue;
                }
                if !std::mem::replace(&mut read, true) {
                    let all = self.values[side as usize];
                    for (value, &slot) in values.iter_mut().zip(slots.iter()) {
                        *value = all[slot];
                    }
                }
                match question {
                    Question::Wdl(_, codes) => each(&mut codes[from..to], &values, wdl),
                    Question::Dtz(_, codes) => each(&mut codes[from..to], &values, dtz),
                }
            }
        }
    }
}

impl<'a> Slots<'a> {
    pub(crate) fn new(layout: &'a Layout, part: Part) -> Self {
        Self::in_order(layout, part, numbers_in_files(layout))
    }

    /// With the number, for each man of the layout, of the man who stands for him: like men can be exchanged.
    pub(crate) fn in_order(layout: &'a Layout, part: Part, men: Vec<usize>) -> Self {
        Self { layout, part, men }
    }

    /// The ending.
    pub(crate) fn material(&self) -> Material {
        self.layout.material
    }

    /// The slots of some positions in this part's memory; each step is a loop over all of them, as vector units like it.
    #[inline(always)]
    pub(crate) fn find(&self, squares: &[&[u8]], from: usize, slots: &mut [usize]) {
        let len = slots.len();
        let man = |i: usize| &squares[self.men[i]][from..from + len];
        // What is done to every square: some bits turned, then rank and file exchanged where `swap` is all ones.
        let (mut turn, mut swap) = ([0u8; RUN], [0u8; RUN]);
        let per_lead = self.layout.slots_per_lead();
        if self.layout.pawns.is_none() {
            for (i, &king) in man(0).iter().enumerate() {
                let image = TRIANGLE_IMAGE[usize::from(king)];
                (turn[i], swap[i]) = (image.turn, image.swap);
                slots[i] = usize::from(image.lead) * per_lead;
            }
        } else {
            // Neighbors mostly have the same pawns.
            let (mut pawns, mut start, mut mirror) = ([u8::MAX; 8], 0, 0);
            for i in 0..len {
                let mut here = [0; 8];
                for (k, square) in here[..self.layout.lead_men].iter_mut().enumerate() {
                    *square = man(k)[i];
                }
                if here != pawns {
                    let (lead, symmetry) = self.layout.lead(&here);
                    (pawns, mirror) = (here, symmetry.apply_index(0) as u8);
                    start = self.part.places[lead] as usize * per_lead;
                }
                (slots[i], turn[i]) = (start, mirror);
            }
        }
        let mut digits = [0u32; RUN];
        for free in self.layout.lead_men..self.layout.men.len() {
            let men = man(free).iter().zip(&turn).zip(&swap);
            for (digits, ((&square, &turn), &swap)) in digits.iter_mut().zip(men) {
                let square = square ^ turn;
                let swapped = square >> 3 | (square & 7) << 3;
                *digits = *digits << 6 | u32::from(square & !swap | swapped & swap);
            }
        }
        for (slot, &digits) in slots.iter_mut().zip(&digits) {
            *slot += digits as usize;
        }
    }
}

#[inline(always)]
fn each<T>(codes: &mut [T], values: &[u16; RUN], code: impl Fn(u16) -> T) {
    for (target, &value) in codes.iter_mut().zip(values) {
        *target = code(value);
    }
}

#[inline(always)]
fn wdl(value: u16) -> u8 {
    (value >> 12).min(u16::from(wdl_code::FREE)) as u8
}

#[inline(always)]
fn dtz(value: u16) -> i16 {
    let class = value >> 12;
    let plies = (value & (Zeroing::FREE - 1)).max(1) as i16;
    let signed = match class {
        0 | 1 | 5 => -plies,
        2 | 6 => DTZ_FREE,
        _ => plies,
    };
    // Slots of no position have the mark as well.
    if value & Zeroing::FREE == 0 { signed } else { DTZ_FREE }
}

impl ValueSource for Source<'_> {
    fn material(&self) -> Material {
        self.slots.material()
    }

    fn wdl_codes(&self, side: Color, squares: &[&[u8]], codes: &mut [u8]) {
        self.answer(squares, &mut [Question::Wdl(side, codes)]);
    }

    fn dtz_codes(&self, side: Color, squares: &[&[u8]], codes: &mut [i16]) {
        self.answer(squares, &mut [Question::Dtz(side, codes)]);
    }

    fn answer(&self, squares: &[&[u8]], questions: &mut [Question<'_>]) {
        let len = squares[0].len();
        self.simd.dispatch(
            #[inline(always)]
            || {
                for from in (0..len).step_by(RUN) {
                    self.answer_run(squares, from, len.min(from + RUN), questions);
                }
            },
        );
    }

    fn statistics(&self, side: Color, file: usize) -> Statistics {
        self.census.statistics[side as usize][file].clone()
    }
}

/// How often each value occurs, counted part by part over the solved values: the same as [`Statistics::count`] finds by asking
/// for every position.
pub(crate) struct Census {
    /// By side to move and leading file.
    statistics: [Vec<Statistics>; 2],
}

/// Slots counted as one piece of work.
const BATCH: usize = 1 << 16;

/// How often each of all 65,536 values occurs.
type Histogram = Vec<u64>;

impl Census {
    /// Nothing counted yet.
    pub(crate) fn new() -> Self {
        Self { statistics: [(); 2].map(|()| vec![Statistics::new(); 4]) }
    }

    /// Counts a part. A leading file's statistics are complete when the parts of this file and of all before it have been added.
    pub(crate) fn add(&mut self, layout: &Layout, part: &Part, values: [&[u16]; 2]) {
        let mut leads_by_weight: BTreeMap<[u64; 4], Vec<usize>> = BTreeMap::new();
        for &lead in &part.leads {
            leads_by_weight.entry(weights(layout, lead)).or_default().push(lead);
        }
        let per_lead = layout.slots_per_lead();
        for (statistics, values) in self.statistics.iter_mut().zip(values) {
            for (weights, leads) in &leads_by_weight {
                let slots = |&lead: &usize| {
                    let start = part.places[lead] as usize * per_lead;
                    values[start..start + per_lead].par_chunks(BATCH)
                };
                let found = leads.par_iter().flat_map(slots).fold(histogram, count).reduce(histogram, sum);
                merge(statistics, &found, *weights);
            }
            if layout.pawns.is_none() {
                let twice = slots_on_diagonal(layout).map(|slot| values[slot]).collect::<Vec<_>>();
                merge(statistics, &count(histogram(), &twice), [1, 0, 0, 0]);
            }
        }
    }
}

fn histogram() -> Histogram {
    vec![0; 1 << 16]
}

fn count(mut histogram: Histogram, values: &[u16]) -> Histogram {
    for &value in values {
        histogram[usize::from(value)] += 1;
    }
    histogram
}

fn sum(mut one: Histogram, other: Histogram) -> Histogram {
    one.iter_mut().zip(other).for_each(|(count, more)| *count += more);
    one
}

fn merge(statistics: &mut [Statistics], found: &Histogram, weights: [u64; 4]) {
    for (value, &count) in (0..=u16::MAX).zip(found).filter(|(_, count)| **count > 0) {
        for (statistics, weight) in statistics.iter_mut().zip(weights).filter(|(_, weight)| *weight > 0) {
            statistics.wdl_codes |= 1 << wdl(value);
            let distance = dtz(value);
            if distance != DTZ_FREE {
                statistics.dtz[(i32::from(distance) + DTZ_OFFSET) as usize] += weight * count;
            }
        }
    }
}

/// How often the reference generator's working array of each leading file has the slots of a lead.
///
/// Without pawns it counts most positions twice. Those with both kings on the diagonal it counts once, and their mirror images too;
/// where White's king stands on the diagonal, that is how our slots are anyway. With pawns each pawn of the leading
/// color may be the one that stands on the file, and every order of the others has an entry.
fn weights(layout: &Layout, lead: usize) -> [u64; 4] {
    let Some(pawns) = &layout.pawns else {
        let on_diagonal = TRIANGLE[lead].is_multiple_of(9);
        return [if on_diagonal { 1 } else { 2 }, 0, 0, 0];
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
    let others = orders(leading.len() - 1) * orders(squares.len() - leading.len());
    let mut weights = [0; 4];
    for &square in &squares[leading] {
        let file = square & 7;
        // A structure that is its own mirror image has each of its pawns on one side only once.
        if file < 4 || !own_image {
            weights[usize::from(file.min(7 - file))] += others;
        }
    }
    weights
}

/// The slots of a pawnless layout with all men on the long diagonal, which are their own mirror images.
fn slots_on_diagonal(layout: &Layout) -> impl Iterator<Item = usize> + '_ {
    let free = layout.free_men();
    let leads = (0..layout.leads()).filter(|&lead| TRIANGLE[lead].is_multiple_of(9));
    leads.flat_map(move |lead| {
        (0..1usize << (3 * free)).map(move |number| {
            let digits = (0..free).rev().map(|i| (number >> (3 * i) & 7) * 9);
            digits.fold(lead, |slot, square| slot << 6 | square)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metric::Outcome;
    use crate::results::{ResultTables, Results};
    use crate::solve;
    use crate::tables::successors;

    /// Solves part by part and compares counting over slots with asking for every position.
    #[test]
    fn counting_values_finds_what_asking_for_every_position_finds() {
        for name in ["KQvK", "KRvKR", "KNNvK", "KPvK", "KPPvK", "KPvKP", "KBvKP"] {
            let material: Material = name.parse().unwrap();
            let mut smaller = ResultTables::new();
            smaller.build_all(&successors(material)).unwrap();
            let results = Results::new(material);
            let layout = &results.layout;
            let whole = layout.whole();
            let find = |m| smaller.get(m).unwrap();
            let values = solve::solve_part::<Zeroing, Results>(layout, &whole, &find).unwrap();
            let mut census = Census::new();
            for file in 0..layout.parts() {
                let part = layout.part_of_file(file);
                let [white, black] = solve::solve_part::<Zeroing, Results>(layout, &part, &find).unwrap();
                for (side, values) in [(Color::White, &white), (Color::Black, &black)] {
                    assert!(values.iter().any(|&v| Outcome::of_zeroing(v) > 0), "{name} {side:?}");
                }
                census.add(layout, &part, [&white, &black]);
                let source =
                    Source::new(layout, layout.whole(), values.each_ref().map(Vec::as_slice), census);
                for side in Color::ALL {
                    let same = source.statistics(side, file) == Statistics::count(&source, side, file);
                    assert!(same, "{name}, {side:?} to move, file {file}");
                }
                census = source.into_census();
            }
        }
    }
}

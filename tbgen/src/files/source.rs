//! Solved results and distances to zeroing as a source for the Syzygy writer, which looks up many
//! positions at once in any order.

use std::ops::Range;

use board::{Color, Material};
use syzygy::format::MAX_MEN;
use syzygy::write::vectorized;
use syzygy::write::{DTZ_ELSEWHERE, PartialSource, Question, Statistics, ValueSource};

use super::counts::ValueCounts;
use crate::error::BuildError;
use crate::index::layout::{Layout, Part};
use crate::index::slots::{RUN, Slots};
use crate::tables::dtz::DtzTables;
use crate::value::dtz::DtzCode;
use crate::value::written::Written;

/// A solved part of an ending, and the layout and counts of the whole.
pub(crate) struct Source<'a, V> {
    slots: Slots<'a>,
    values: V,
    counts: ValueCounts,
    simd: pulp::Arch,
}

/// The values of a part's slots.
pub(crate) trait Values: Sync {
    /// Looks up positions `from..to`, at most [`RUN`], which have these slots.
    fn answer(&self, slots: &[usize], from: usize, to: usize, questions: &mut [Question<'_>]);

    /// By number of the lead men's squares, see
    /// [`number_of_leads`](crate::index::pawns::number_of_leads): whether positions with them there
    /// are in memory; `None` if all are.
    fn loaded(&self) -> Option<&[bool]> {
        None
    }
}

/// Values that are only partly in memory.
pub(crate) trait PartialValues: Values {
    /// The number of parts for [`PartialValues::load`].
    fn parts(&self) -> usize;

    /// Loads the values of a part in place of the current one; lookups then apply to this part, see
    /// [`PartialSource`].
    ///
    /// # Errors
    /// [`BuildError::Log`].
    fn load(&mut self, part: usize) -> Result<(), BuildError>;
}

/// Results and distances by side to move, in [`DtzCode`] form.
pub(crate) type Distances<'a> = [&'a [u16]; 2];

impl Values for Distances<'_> {
    #[inline(always)]
    fn answer(&self, slots: &[usize], from: usize, to: usize, questions: &mut [Question<'_>]) {
        for side in Color::ALL {
            let mut values = [0; RUN];
            let mut read = false;
            for question in questions.iter_mut() {
                let (Question::Wdl(asked, _) | Question::Dtz(asked, _)) = question;
                if *asked != side {
                    continue;
                }
                if !std::mem::replace(&mut read, true) {
                    values = found(self[side as usize], slots);
                }
                match question {
                    Question::Wdl(_, codes) => each(&mut codes[from..to], &values, DtzCode::wdl_code),
                    Question::Dtz(_, codes) => each(&mut codes[from..to], &values, DtzCode::dtz_code),
                }
            }
        }
    }
}

/// Results only: codes of both sides to move, see
/// [`WdlClass::code_pair`](crate::value::wdl_class::WdlClass::code_pair), so that one memory access
/// reads both. Counts of distances include only those of 100 plies.
pub(crate) struct CodePairs<'a>(pub(crate) &'a [u8]);

impl Values for CodePairs<'_> {
    /// # Panics
    /// When distances are requested.
    #[inline(always)]
    fn answer(&self, slots: &[usize], from: usize, to: usize, questions: &mut [Question<'_>]) {
        let pairs = found(self.0, slots);
        for question in questions {
            let Question::Wdl(side, codes) = question else {
                unreachable!("distances are requested only from sources that have them")
            };
            match *side {
                Color::White => each(&mut codes[from..to], &pairs, |pair| pair & 15),
                Color::Black => each(&mut codes[from..to], &pairs, |pair| pair >> 4),
            }
        }
    }
}

/// The values in these slots.
#[inline(always)]
pub(super) fn found<V: Copy + Default>(all: &[V], slots: &[usize]) -> [V; RUN] {
    let mut values = [V::default(); RUN];
    for (value, &slot) in values.iter_mut().zip(slots) {
        *value = all[slot];
    }
    values
}

#[inline(always)]
pub(super) fn each<T, V: Copy>(codes: &mut [T], values: &[V; RUN], code: impl Fn(V) -> T) {
    for (target, &value) in codes.iter_mut().zip(values) {
        *target = code(value);
    }
}

/// Writes values to these positions.
#[inline(always)]
fn put<T: Copy>(all: &mut [T], numbers: &[u16], values: &[T]) {
    for (&number, &value) in numbers.iter().zip(values) {
        all[usize::from(number)] = value;
    }
}

impl<'a, V: Values> Source<'a, V> {
    /// `counts` must have counted this part and all before it.
    pub(crate) fn new(layout: &'a Layout, part: Part, values: V, counts: ValueCounts) -> Self {
        Self { slots: Slots::new(layout, part), values, counts, simd: pulp::Arch::new() }
    }

    /// Looks up positions `from..to`, at most [`RUN`], which are all in memory.
    #[inline(always)]
    fn answer_all(&self, squares: &[&[u8]], from: usize, to: usize, questions: &mut [Question<'_>]) {
        let mut slots = [0; RUN];
        let slots = &mut slots[..to - from];
        self.slots.find(squares, from, slots);
        self.values.answer(slots, from, to, questions);
    }

    /// Looks up selected positions of a range, given by their numbers in it; only these are in
    /// memory.
    #[inline(always)]
    fn answer_some(
        &self,
        squares: &[&[u8]],
        range: Range<usize>,
        chosen: &[u16],
        questions: &mut [Question<'_>],
    ) {
        let mut men = [[0; RUN]; MAX_MEN];
        let mut rows: [&[u8]; MAX_MEN] = [&[]; MAX_MEN];
        for ((row, men), all) in rows.iter_mut().zip(&mut men).zip(squares) {
            let all = &all[range.clone()];
            for (man, &number) in men.iter_mut().zip(chosen) {
                *man = all[usize::from(number)];
            }
            *row = &men[..chosen.len()];
        }
        let mut slots = [0; RUN];
        let slots = &mut slots[..chosen.len()];
        self.slots.find(&rows[..squares.len()], 0, slots);
        for question in questions {
            match question {
                Question::Wdl(side, codes) => {
                    let mut found = [0; RUN];
                    let found = &mut found[..chosen.len()];
                    self.values.answer(slots, 0, chosen.len(), &mut [Question::Wdl(*side, found)]);
                    put(&mut codes[range.clone()], chosen, found);
                }
                Question::Dtz(side, distances) => {
                    let mut found = [0; RUN];
                    let found = &mut found[..chosen.len()];
                    self.values.answer(slots, 0, chosen.len(), &mut [Question::Dtz(*side, found)]);
                    let distances = &mut distances[range.clone()];
                    distances.fill(DTZ_ELSEWHERE);
                    put(distances, chosen, found);
                }
            }
        }
    }

    /// The counts, to be continued with the next part.
    pub(crate) fn into_counts(self) -> ValueCounts {
        self.counts
    }
}

impl<V: Values> ValueSource for Source<'_, V> {
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
        vectorized(
            self.simd,
            #[inline(always)]
            || {
                for from in (0..len).step_by(RUN) {
                    let to = len.min(from + RUN);
                    let Some(loaded) = self.values.loaded() else {
                        self.answer_all(squares, from, to, questions);
                        continue;
                    };
                    let mut chosen = [0; RUN];
                    match self.slots.with_leads(loaded, squares, from..to, &mut chosen) {
                        count if count == to - from => self.answer_all(squares, from, to, questions),
                        count => self.answer_some(squares, from..to, &chosen[..count], questions),
                    }
                }
            },
        );
    }

    fn fastest_man(&self) -> Option<usize> {
        self.slots.fastest_man()
    }

    fn statistics(&self, side: Color, file: usize) -> Statistics {
        self.counts.statistics(side, file).clone()
    }
}

impl<V: PartialValues> PartialSource for Source<'_, V> {
    type Error = BuildError;

    fn parts(&self) -> usize {
        self.values.parts()
    }

    fn load(&mut self, part: usize) -> Result<(), BuildError> {
        self.values.load(part)
    }
}

/// One ending as a source for the Syzygy writer; `None` when its table is missing.
pub fn dtz_source(tables: &DtzTables, material: Material) -> Option<impl ValueSource + '_> {
    let solved = tables.solved(material)?;
    let values = solved.values.each_ref().map(Vec::as_slice);
    let mut counts = ValueCounts::new();
    let whole = solved.layout.whole();
    counts.add::<DtzCode>(&solved.layout, &whole, values);
    Some(Source::new(&solved.layout, whole, values, counts))
}

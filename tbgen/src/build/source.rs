//! Solved results and distances to zeroing as the Syzygy writer reads them: many positions at once in any order.

use board::{Color, Material};
use syzygy::write::{Question, Statistics, ValueSource};

use super::counts::ValueCounts;
use crate::index::layout::{Layout, Part};
use crate::index::slots::{RUN, Slots};
use crate::tables::dtz::DtzTables;
use crate::value::dtz::DtzCode;
use crate::value::written::Written;

/// A solved part of an ending, and what is known of the whole.
pub(crate) struct Source<'a> {
    slots: Slots<'a>,
    /// By side to move.
    values: [&'a [u16]; 2],
    counts: ValueCounts,
    simd: pulp::Arch,
}

impl<'a> Source<'a> {
    /// `counts` must have counted this part and all before it.
    pub(crate) fn new(layout: &'a Layout, part: Part, values: [&'a [u16]; 2], counts: ValueCounts) -> Self {
        Self { slots: Slots::new(layout, part), values, counts, simd: pulp::Arch::new() }
    }

    /// The counts, to be gone on with.
    pub(crate) fn into_counts(self) -> ValueCounts {
        self.counts
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
                    Question::Wdl(_, codes) => each(&mut codes[from..to], &values, DtzCode::wdl_code),
                    Question::Dtz(_, codes) => each(&mut codes[from..to], &values, DtzCode::dtz_code),
                }
            }
        }
    }
}

#[inline(always)]
fn each<T, V: Copy>(codes: &mut [T], values: &[V; RUN], code: impl Fn(V) -> T) {
    for (target, &value) in codes.iter_mut().zip(values) {
        *target = code(value);
    }
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
        self.counts.statistics(side, file).clone()
    }
}

/// A solved part of an ending without distances.
pub(crate) struct ResultSource<'a> {
    slots: Slots<'a>,
    /// Codes of both sides to move, see [`WdlClass::code_pair`](crate::value::wdl_class::WdlClass::code_pair): one look into memory for both.
    codes: &'a [u8],
    counts: ValueCounts,
    simd: pulp::Arch,
}

impl<'a> ResultSource<'a> {
    /// `counts` must have counted this part and all before it.
    pub(crate) fn new(layout: &'a Layout, part: Part, codes: &'a [u8], counts: ValueCounts) -> Self {
        Self { slots: Slots::new(layout, part), codes, counts, simd: pulp::Arch::new() }
    }

    /// The counts, to be gone on with.
    pub(crate) fn into_counts(self) -> ValueCounts {
        self.counts
    }

    /// Answers about positions `from..to`, at most [`RUN`].
    #[inline(always)]
    fn answer_run(&self, squares: &[&[u8]], from: usize, to: usize, questions: &mut [Question<'_>]) {
        let mut slots = [0; RUN];
        let slots = &mut slots[..to - from];
        self.slots.find(squares, from, slots);
        let mut pairs = [0; RUN];
        for (pair, &slot) in pairs.iter_mut().zip(slots.iter()) {
            *pair = self.codes[slot];
        }
        for question in questions {
            let Question::Wdl(side, codes) = question else {
                unreachable!("distances are asked of sources that have them")
            };
            match *side {
                Color::White => each(&mut codes[from..to], &pairs, |pair| pair & 15),
                Color::Black => each(&mut codes[from..to], &pairs, |pair| pair >> 4),
            }
        }
    }
}

impl ValueSource for ResultSource<'_> {
    fn material(&self) -> Material {
        self.slots.material()
    }

    fn wdl_codes(&self, side: Color, squares: &[&[u8]], codes: &mut [u8]) {
        self.answer(squares, &mut [Question::Wdl(side, codes)]);
    }

    /// # Panics
    /// Always: no distances are known.
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

    /// Of distances, those of 100 plies alone.
    fn statistics(&self, side: Color, file: usize) -> Statistics {
        self.counts.statistics(side, file).clone()
    }
}

/// One ending as the Syzygy writer reads it; `None` when its table is not there.
pub fn dtz_source(tables: &DtzTables, material: Material) -> Option<impl ValueSource + '_> {
    let solved = tables.solved(material)?;
    let values = solved.values.each_ref().map(Vec::as_slice);
    let mut counts = ValueCounts::new();
    let whole = solved.layout.whole();
    counts.add::<DtzCode>(&solved.layout, &whole, values);
    Some(Source::new(&solved.layout, whole, values, counts))
}

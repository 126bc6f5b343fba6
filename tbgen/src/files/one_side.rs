//! Results and distances of one side to move, assembled from a log, some leads at a time, in one
//! byte per position if there are at most 256 different values.

use std::collections::BTreeMap;
use std::ops::Range;

use board::{Color, narrow};
use pulp::bytemuck::Pod;
use rayon::prelude::*;
use syzygy::write::{Asked, DTZ_FREE, Question};

use super::counts::{Histogram, weighted};
use super::huge_pages::HugeArray;
use super::source::{PartialValues, Values, each, found};
use crate::error::BuildError;
use crate::index::layout::{Layout, Part, TriangleImage};
use crate::index::pawns::number_of_leads;
use crate::index::slots::RUN;
use crate::solve::log::{Entry, Log};
use crate::value::dtz::DtzCode;
use crate::value::metric::Metric;
use crate::value::wdl::RowCode;
use crate::value::written::Written;

/// The solved values of a part of an ending.
#[derive(Clone, Copy)]
pub(crate) struct LoggedPart<'a> {
    pub(crate) layout: &'a Layout,
    pub(crate) part: &'a Part,
    /// By side to move, with the leads of the part in its order.
    pub(crate) logs: &'a [Log; 2],
}

/// Values of one side to move.
pub(crate) struct OneSide<'a> {
    layout: &'a Layout,
    part: &'a Part,
    log: &'a Log,
    side: Color,
    /// Number of leads in memory at a time.
    leads_at_once: usize,
    /// The leads in memory now, by their places in the part.
    leads: Range<usize>,
    /// By number of the lead men's squares, whether positions with them there are of these leads.
    loaded: Vec<bool>,
    codes: Codes,
    numbering: Numbering,
    /// The writer's codes, by code.
    wdl: Vec<u8>,
    dtz: Vec<i16>,
}

/// A code for each slot.
enum Codes {
    Bytes(HugeArray<u8>),
    Words(HugeArray<u16>),
}

/// The number of a value, in one or two bytes.
trait Code: Pod + Default + Into<usize> + TryFrom<usize, Error: std::fmt::Debug> + Send + Sync {}

impl Code for u8 {}
impl Code for u16 {}

/// The value marked as also reached by a capture; distances of such wins are irrelevant and set to
/// the same value.
fn by_capture(value: u16) -> u16 {
    let marked = DtzCode::by_capture(value);
    let is_free = DtzCode::is_win_by_capture(marked);
    if is_free { marked & !(DtzCode::FREE - 1) | DtzCode::FREE } else { marked }
}

/// The value of a win that a pawn move keeps; such distances are irrelevant and set to the same
/// value.
fn by_pawn_move(value: u16) -> u16 {
    let is_win = matches!(RowCode::of_dtz(value), 3 | 4);
    if is_win { value & !(DtzCode::FREE - 1) | DtzCode::FREE } else { value }
}

/// Numbers of values; values with equal answers share a number.
struct Numbering {
    /// A value in [`DtzCode`] form, by number.
    values: Vec<u16>,
    numbers: BTreeMap<u16, usize>,
}

impl Numbering {
    /// From these values, each with and without marks: that of a capture and, with pawns, that of a
    /// pawn move.
    fn new(plain: impl Iterator<Item = u16>, with_pawns: bool, asked: Asked<'_>) -> Self {
        let alike = |value: u16| match asked {
            Asked::Everything => (value, 0),
            Asked::Results => (value >> 12, 0),
            Asked::Distances(number) => match DtzCode::dtz_code(value) {
                DTZ_FREE => (DtzCode::ILLEGAL, 0),
                distance => (RowCode::of_dtz(value).into(), number(distance)),
            },
        };
        let mut numbering = Self { values: Vec::new(), numbers: BTreeMap::new() };
        let mut number_of = BTreeMap::new();
        // Number 0 is `ILLEGAL`: memory is initially zero.
        let marked = plain.flat_map(|v| {
            let by_pawn = with_pawns.then(|| by_pawn_move(v));
            [v, by_capture(v)].into_iter().chain(by_pawn)
        });
        for value in std::iter::once(DtzCode::ILLEGAL).chain(marked) {
            let number = *number_of.entry(alike(value)).or_insert(numbering.values.len());
            if number == numbering.values.len() {
                numbering.values.push(value);
            }
            numbering.numbers.insert(value, number);
        }
        numbering
    }

    fn code<C: Code>(&self, value: u16) -> C {
        narrow(self.numbers[&value])
    }

    /// For each code, the code with a mark if the position's value equals that of the marked moves.
    fn marked<C: Code>(&self, worth: usize, mark: fn(u16) -> u16) -> Vec<C> {
        let is_worth_it = |value| usize::from(RowCode::of_dtz(value)) == worth;
        let marked = |&value: &u16| if is_worth_it(value) { mark(value) } else { value };
        self.values.iter().map(|value| self.code(marked(value))).collect()
    }
}

impl<'a> OneSide<'a> {
    /// The values in this side's log, with none in memory yet; `room` bytes limit the number of
    /// leads in memory, which is at least one.
    ///
    /// # Errors
    /// [`BuildError::Memory`].
    pub(crate) fn new(
        LoggedPart { layout, part, logs }: LoggedPart<'a>,
        side: Color,
        asked: Asked<'_>,
        room: usize,
    ) -> Result<Self, BuildError> {
        let log = &logs[side as usize];
        let numbering = Numbering::new(log.values(), layout.pawns.is_some(), asked);
        let are_few = numbering.values.len() <= 1 << 8;
        let width = if are_few { size_of::<u8>() } else { size_of::<u16>() };
        let leads = part.leads.len();
        let at_most = (room / (width * layout.slots_per_lead())).clamp(1, leads);
        // Makes all parts equal in size.
        let leads_at_once = leads.div_ceil(leads.div_ceil(at_most));
        let slots = leads_at_once * layout.slots_per_lead();
        let codes = if are_few {
            Codes::Bytes(HugeArray::zeros(slots)?)
        } else {
            Codes::Words(HugeArray::zeros(slots)?)
        };
        let wdl = numbering.values.iter().map(|&value| DtzCode::wdl_code(value)).collect();
        let dtz = numbering.values.iter().map(|&value| DtzCode::dtz_code(value)).collect();
        Ok(Self {
            layout,
            part,
            log,
            side,
            leads_at_once,
            leads: 0..0,
            loaded: vec![false; 1 << (6 * layout.lead_men)],
            codes,
            numbering,
            wdl,
            dtz,
        })
    }

    /// Calls `visit` with the frequencies of the values in memory, separately for each weight.
    pub(super) fn count(&self, mut visit: impl FnMut(&Histogram, [u64; 4])) {
        let part = self.layout.part_of_leads(&self.part.leads[self.leads.clone()]);
        let slots = ..self.leads.len() * self.layout.slots_per_lead();
        let decoded = |found: &Histogram, weights: [u64; 4]| {
            let mut decoded = vec![0; found.len()];
            let values = self.numbering.values.iter().zip(found);
            values.for_each(|(&value, count)| decoded[usize::from(value)] += count);
            visit(&decoded, weights);
        };
        match &self.codes {
            Codes::Bytes(codes) => weighted(self.layout, &part, &codes[slots], decoded),
            Codes::Words(codes) => weighted(self.layout, &part, &codes[slots], decoded),
        }
    }

    /// Notes the squares of the lead men in positions of these leads, by their places in the part.
    fn note_loaded(&mut self, leads: &Range<usize>) {
        let Self { layout, part, loaded, .. } = self;
        match &layout.pawns {
            None => {
                for (square, loaded) in (0..).zip(loaded.iter_mut()) {
                    let place = part.places[usize::from(TriangleImage::of(square).lead)];
                    *loaded = leads.contains(&(place as usize));
                }
            }
            Some(pawns) => {
                loaded.fill(false);
                pawns.for_each_placement(&part.leads[leads.clone()], |squares| {
                    loaded[number_of_leads(squares.iter().copied())] = true;
                });
            }
        }
    }

    #[inline(always)]
    fn answer_from<C: Code>(
        &self,
        codes: &[C],
        slots: &[usize],
        range: Range<usize>,
        questions: &mut [Question<'_>],
    ) {
        let first = self.leads.start * self.layout.slots_per_lead();
        let mut loaded = [0; RUN];
        for (loaded, slot) in loaded.iter_mut().zip(slots) {
            *loaded = slot - first;
        }
        let codes = found(codes, &loaded[..slots.len()]);
        for question in questions {
            match question {
                Question::Wdl(side, answers) if *side == self.side => {
                    each(&mut answers[range.clone()], &codes, |code| self.wdl[code.into()]);
                }
                Question::Dtz(side, answers) if *side == self.side => {
                    each(&mut answers[range.clone()], &codes, |code| self.dtz[code.into()]);
                }
                _ => unreachable!("only one side is looked up"),
            }
        }
    }
}

impl Values for OneSide<'_> {
    /// # Panics
    /// For the other side to move or a position of other leads.
    #[inline(always)]
    fn answer(&self, slots: &[usize], from: usize, to: usize, questions: &mut [Question<'_>]) {
        match &self.codes {
            Codes::Bytes(codes) => self.answer_from(codes, slots, from..to, questions),
            Codes::Words(codes) => self.answer_from(codes, slots, from..to, questions),
        }
    }

    fn loaded(&self) -> Option<&[bool]> {
        (self.parts() > 1).then_some(&self.loaded)
    }
}

impl PartialValues for OneSide<'_> {
    fn parts(&self) -> usize {
        self.part.leads.len().div_ceil(self.leads_at_once)
    }

    fn load(&mut self, part: usize) -> Result<(), BuildError> {
        let start = part * self.leads_at_once;
        let leads = start..(start + self.leads_at_once).min(self.part.leads.len());
        if self.leads == leads {
            return Ok(());
        }
        // Nothing is valid if this fails halfway.
        self.leads = 0..0;
        let Self { layout, log, numbering, .. } = self;
        match &mut self.codes {
            Codes::Bytes(codes) => assemble(layout, log, numbering, leads.clone(), codes)?,
            Codes::Words(codes) => assemble(layout, log, numbering, leads.clone(), codes)?,
        }
        self.note_loaded(&leads);
        self.leads = leads;
        Ok(())
    }
}

/// The codes of all slots of these leads.
fn assemble<C: Code>(
    layout: &Layout,
    log: &Log,
    numbering: &Numbering,
    leads: Range<usize>,
    codes: &mut [C],
) -> Result<(), BuildError> {
    let marked = |mark: fn(u16) -> u16| -> Vec<Vec<C>> {
        (0..DtzCode::WORTH.len()).map(|worth| numbering.marked(worth, mark)).collect()
    };
    let by_capture = marked(by_capture);
    let by_pawn_move = if layout.pawns.is_some() { marked(by_pawn_move) } else { Vec::new() };
    let per_lead = layout.slots_per_lead();
    codes.par_chunks_mut(per_lead).zip(leads).try_for_each(|(codes, lead)| {
        codes.fill(C::default());
        // All blocks of a record have the same value.
        let mut last = (DtzCode::ILLEGAL, C::default());
        log.read(lead, |entry, number, block| {
            let codes = &mut codes[number << 12..][..4096];
            let marked = match entry {
                Entry::Value(value) => {
                    if last.0 != value {
                        last = (value, numbering.code(value));
                    }
                    return for_each_position(block, |slot| codes[slot] = last.1);
                }
                Entry::ByCapture(worth) => &by_capture[usize::from(worth)],
                Entry::ByPawnMove(worth) => &by_pawn_move[usize::from(worth)],
            };
            for_each_position(block, |slot| codes[slot] = marked[codes[slot].into()]);
        })
    })
}

#[inline(always)]
fn for_each_position(block: &[u64; 64], mut visit: impl FnMut(usize)) {
    for (row, &word) in block.iter().enumerate() {
        let mut left = word;
        while left != 0 {
            visit(row << 6 | left.trailing_zeros() as usize);
            left &= left - 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::endings::successors;
    use crate::solve::logged::{self, LeadsTo};
    use crate::tables::wdl::WdlTables;

    /// An ending of six men may have more than 256 values.
    #[test]
    fn wide_codes_stand_for_the_same_values() {
        let material = "KQvKR".parse().unwrap();
        let mut smaller = WdlTables::new();
        smaller.build_all(&successors(material)).unwrap();
        let find = |m| smaller.get(m).unwrap();
        let leads_to = LeadsTo { find: &find, promotions: None };
        let layout = Layout::new(material);
        let part = layout.whole();
        let logs = logged::solve(&layout, &part, &leads_to, &std::env::temp_dir()).unwrap();
        for side in Color::ALL {
            let log = &logs[side as usize];
            let logged = LoggedPart { layout: &layout, part: &part, logs: &logs };
            let mut narrow = OneSide::new(logged, side, Asked::Everything, layout.slots()).unwrap();
            narrow.load(0).unwrap();
            let mut wide = vec![0u16; layout.slots()];
            assemble(&layout, log, &narrow.numbering, 0..layout.leads(), &mut wide).unwrap();
            let Codes::Bytes(bytes) = narrow.codes else { panic!("few values are numbered by bytes") };
            assert!(bytes.iter().map(|&code| u16::from(code)).eq(wide.iter().copied()));
            assert!(bytes.iter().any(|&code| narrow.numbering.values[usize::from(code)] == DtzCode::DRAW));
        }
    }
}

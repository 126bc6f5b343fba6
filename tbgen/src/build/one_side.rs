//! Results and distances of one side to move, put together from a log: a byte a position where they are few enough to be numbered so.

use std::collections::BTreeSet;

use board::{Color, narrow};
use syzygy::write::Question;

use super::counts::ValueCounts;
use super::source::{Values, each, found};
use crate::error::BuildError;
use crate::index::layout::Layout;
use crate::solve::log::{Entry, Log};
use crate::value::dtz::DtzCode;
use crate::value::metric::Metric;
use crate::value::wdl::RowCode;
use crate::value::written::Written;

/// All values of one side to move.
pub(crate) struct OneSide {
    side: Color,
    codes: Codes,
    /// By code, the value as [`DtzCode`] has it.
    values: Vec<u16>,
    /// By code, what the writer asks for.
    wdl: Vec<u8>,
    dtz: Vec<i16>,
}

/// A code for each slot.
enum Codes {
    Bytes(Vec<u8>),
    Words(Vec<u16>),
}

/// A number of a value, as wide as need be.
trait Code: Copy + Default + Into<usize> + TryFrom<usize, Error: std::fmt::Debug> + Send + Sync {}

impl Code for u8 {}
impl Code for u16 {}

/// The value with the mark that a capture reaches its result, too; distances of wins then count for nothing and are all the same.
fn by_capture(value: u16) -> u16 {
    let marked = DtzCode::by_capture(value);
    let is_free = DtzCode::is_win_by_capture(marked);
    if is_free { marked & !(DtzCode::FREE - 1) | DtzCode::FREE } else { marked }
}

impl OneSide {
    /// Reads the log of this side.
    ///
    /// # Errors
    /// [`BuildError::Log`].
    pub(crate) fn of(layout: &Layout, log: &mut Log, side: Color) -> Result<Self, BuildError> {
        let plain: BTreeSet<u16> = log.values().collect();
        let marked: BTreeSet<u16> = plain.iter().map(|&value| by_capture(value)).collect();
        // No position first: memory begins with zeros.
        let mut values = vec![DtzCode::ILLEGAL];
        values.extend(plain.union(&marked));
        let codes = if values.len() <= 1 << 8 {
            Codes::Bytes(assemble(layout.slots(), log, &values)?)
        } else {
            Codes::Words(assemble(layout.slots(), log, &values)?)
        };
        let wdl = values.iter().map(|&value| DtzCode::wdl_code(value)).collect();
        let dtz = values.iter().map(|&value| DtzCode::dtz_code(value)).collect();
        Ok(Self { side, codes, values, wdl, dtz })
    }

    /// Adds how often each value occurs.
    pub(crate) fn count(&self, layout: &Layout, counts: &mut ValueCounts) {
        match &self.codes {
            Codes::Bytes(codes) => counts.add_coded(self.side, layout, codes, &self.values),
            Codes::Words(codes) => counts.add_coded(self.side, layout, codes, &self.values),
        }
    }

    #[inline(always)]
    fn answer_from<C: Code>(
        &self,
        codes: &[C],
        slots: &[usize],
        range: std::ops::Range<usize>,
        questions: &mut [Question<'_>],
    ) {
        let codes = found(codes, slots);
        for question in questions {
            match question {
                Question::Wdl(side, answers) if *side == self.side => {
                    each(&mut answers[range.clone()], &codes, |code| self.wdl[code.into()]);
                }
                Question::Dtz(side, answers) if *side == self.side => {
                    each(&mut answers[range.clone()], &codes, |code| self.dtz[code.into()]);
                }
                _ => unreachable!("one side is asked about"),
            }
        }
    }
}

impl Values for OneSide {
    /// # Panics
    /// When the other side to move is asked about.
    #[inline(always)]
    fn answer(&self, slots: &[usize], from: usize, to: usize, questions: &mut [Question<'_>]) {
        match &self.codes {
            Codes::Bytes(codes) => self.answer_from(codes, slots, from..to, questions),
            Codes::Words(codes) => self.answer_from(codes, slots, from..to, questions),
        }
    }
}

/// The codes of all slots; `values` by code.
fn assemble<C: Code>(slots: usize, log: &mut Log, values: &[u16]) -> Result<Vec<C>, BuildError> {
    let code = |value: u16| -> C {
        narrow(values.iter().position(|&v| v == value).expect("every value that occurs has a code"))
    };
    // By worth and code, the code with the mark of a capture where the capture is worth as much as the position.
    let marked = |worth: u16| -> Vec<C> {
        let mark =
            |&value: &u16| if u16::from(RowCode::of_dtz(value)) == worth { by_capture(value) } else { value };
        values.iter().map(|value| code(mark(value))).collect()
    };
    let marked: Vec<Vec<C>> = (0..narrow(DtzCode::WORTH.len())).map(marked).collect();
    let mut codes = vec![C::default(); slots];
    // Of a record each block names the same value.
    let mut last = (DtzCode::ILLEGAL, C::default());
    log.read(|entry, number, block| {
        let codes = &mut codes[number << 12..][..4096];
        match entry {
            Entry::Value(value) => {
                if last.0 != value {
                    last = (value, code(value));
                }
                for_each_position(block, |slot| codes[slot] = last.1);
            }
            Entry::ByCapture(worth) => {
                let marked = &marked[usize::from(worth)];
                for_each_position(block, |slot| codes[slot] = marked[codes[slot].into()]);
            }
        }
    })?;
    Ok(codes)
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
    use crate::solve::logged::Logged;
    use crate::tables::wdl::WdlTables;

    /// An ending of six men may have more values than a byte can number.
    #[test]
    fn wide_codes_stand_for_the_same_values() {
        let material = "KQvKR".parse().unwrap();
        let mut smaller = WdlTables::new();
        smaller.build_all(&successors(material)).unwrap();
        let find = |m| smaller.get(m).unwrap();
        let Logged { layout, mut logs } = Logged::solve(material, &find, &std::env::temp_dir()).unwrap();
        for side in Color::ALL {
            let narrow = OneSide::of(&layout, &mut logs[side as usize], side).unwrap();
            let wide: Vec<u16> = assemble(layout.slots(), &mut logs[side as usize], &narrow.values).unwrap();
            let Codes::Bytes(bytes) = narrow.codes else { panic!("few values are numbered by bytes") };
            assert!(bytes.iter().map(|&code| u16::from(code)).eq(wide.iter().copied()));
            assert!(bytes.iter().any(|&code| narrow.values[usize::from(code)] == DtzCode::DRAW));
        }
    }
}

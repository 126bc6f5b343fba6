//! Results and distances of both sides to move as one byte each, next to each other, so that one
//! memory access reads both.

use board::Color;
use rayon::prelude::*;
use syzygy::write::Question;

use super::huge_pages::HugeArray;
use super::source::{Values, each, found};
use crate::error::BuildError;
use crate::index::slots::RUN;
use crate::value::dtz::DtzCode;
use crate::value::written::Written;

/// Number of values that fit into a byte.
const MOST: usize = 1 << u8::BITS;
/// Slots per unit of work.
const BATCH: usize = 1 << 18;

/// Value numbers of a part's slots, with White to move in the lower byte.
pub(super) struct NumberedPairs {
    pairs: HugeArray<u16>,
    /// The writer's codes, by side to move and number.
    wdl: [[u8; MOST]; 2],
    dtz: [[i16; MOST]; 2],
}

impl NumberedPairs {
    /// From values by side to move, in [`DtzCode`] form; `None` where one side has too many
    /// different ones.
    ///
    /// # Errors
    /// [`BuildError::Memory`].
    pub(super) fn new(values: [&[u16]; 2]) -> Result<Option<Self>, BuildError> {
        let [Some(white), Some(black)] = values.map(Numbers::of) else { return Ok(None) };
        let mut pairs = HugeArray::zeros(values[0].len())?;
        let [of_white, of_black] = values.map(|values| values.par_chunks(BATCH));
        pairs.par_chunks_mut(BATCH).zip(of_white).zip(of_black).for_each(|((pairs, of_white), of_black)| {
            for ((pair, &of_white), &of_black) in pairs.iter_mut().zip(of_white).zip(of_black) {
                *pair = u16::from_le_bytes([white.number(of_white), black.number(of_black)]);
            }
        });
        let [of_white, of_black] = [white, black].map(|numbers| numbers.answers());
        Ok(Some(Self { pairs, wdl: [of_white.0, of_black.0], dtz: [of_white.1, of_black.1] }))
    }
}

impl Values for NumberedPairs {
    #[inline(always)]
    fn answer(&self, slots: &[usize], from: usize, to: usize, questions: &mut [Question<'_>]) {
        let pairs: [u16; RUN] = found(&self.pairs, slots);
        let number = |side: Color, pair: u16| usize::from(pair.to_le_bytes()[side as usize]);
        for question in questions {
            match question {
                Question::Wdl(side, codes) => {
                    let wdl = &self.wdl[*side as usize];
                    each(&mut codes[from..to], &pairs, |pair| wdl[number(*side, pair)]);
                }
                Question::Dtz(side, codes) => {
                    let dtz = &self.dtz[*side as usize];
                    each(&mut codes[from..to], &pairs, |pair| dtz[number(*side, pair)]);
                }
            }
        }
    }
}

/// The values of one side to move by number; values with equal answers share a number.
struct Numbers {
    /// By value.
    numbers: Vec<u8>,
    /// By number.
    answers: Vec<(u8, i16)>,
}

impl Numbers {
    /// From all values that occur; `None` where there are too many for a byte.
    fn of(values: &[u16]) -> Option<Self> {
        let none = || vec![false; 1 << u16::BITS];
        let see = |mut seen: Vec<bool>, values: &[u16]| {
            for &value in values {
                seen[usize::from(value)] = true;
            }
            seen
        };
        let either = |mut one: Vec<bool>, other: Vec<bool>| {
            one.iter_mut().zip(other).for_each(|(one, other)| *one |= other);
            one
        };
        let seen = values.par_chunks(BATCH).fold(none, see).reduce(none, either);
        let mut numbers = vec![0; seen.len()];
        let mut answers: Vec<(u8, i16)> = Vec::new();
        for (value, _) in (0..=u16::MAX).zip(seen).filter(|(_, seen)| *seen) {
            let answer = (DtzCode::wdl_code(value), DtzCode::dtz_code(value));
            let number = answers.iter().position(|&other| other == answer).unwrap_or(answers.len());
            if number == answers.len() {
                answers.push(answer);
            }
            numbers[usize::from(value)] = u8::try_from(number).ok()?;
        }
        Some(Self { numbers, answers })
    }

    #[inline(always)]
    fn number(&self, value: u16) -> u8 {
        self.numbers[usize::from(value)]
    }

    /// Results and distances by number.
    fn answers(&self) -> ([u8; MOST], [i16; MOST]) {
        let of = |number: usize| self.answers.get(number).copied().unwrap_or_default();
        (std::array::from_fn(|number| of(number).0), std::array::from_fn(|number| of(number).1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::metric::Metric;

    /// All values of wins in these numbers of plies, with and without a capture.
    fn wins(plies: std::ops::Range<usize>) -> Vec<u16> {
        let won: Vec<u16> = plies.map(DtzCode::won).collect();
        won.iter().copied().chain(won.iter().map(|&value| DtzCode::by_capture(value))).collect()
    }

    #[test]
    fn pairs_are_answered_as_the_values_they_number() {
        let mut white = wins(1..120);
        white.extend([DtzCode::ILLEGAL, DtzCode::DRAW]);
        let black: Vec<u16> = (0..white.len()).map(|ply| DtzCode::lost(ply % 90)).collect();
        let pairs = NumberedPairs::new([&white, &black]).unwrap().expect("there are few");
        let slots: Vec<usize> = (0..white.len()).rev().collect();
        for (side, values) in Color::ALL.into_iter().zip([&white, &black]) {
            let (mut wdl, mut dtz) = (vec![0; slots.len()], vec![0; slots.len()]);
            let mut questions = [Question::Wdl(side, &mut wdl), Question::Dtz(side, &mut dtz)];
            pairs.answer(&slots, 0, slots.len(), &mut questions);
            let right = || slots.iter().map(|&slot| values[slot]);
            assert!(wdl.into_iter().eq(right().map(DtzCode::wdl_code)));
            assert!(dtz.into_iter().eq(right().map(DtzCode::dtz_code)));
        }
    }

    #[test]
    fn more_values_than_bytes_are_left_as_they_are() {
        let many = wins(1..200);
        assert!(NumberedPairs::new([&many, &many]).unwrap().is_none());
    }
}

//! A compact list of capture slots, of which there are billions with six men.
//!
//! The slots of one merit in one word are an entry. The lower five bits of its first byte are the
//! number of words since the previous entry, or [`FAR`]; the upper three are the number of slots,
//! or [`WHOLE`]. Then come the number of a far word in four bytes, the merit in one or three (see
//! [`push_merit`]), and the slots: one byte with the bit number for each, or the whole word in
//! eight bytes.

use board::narrow;

use super::setup::Capture;
use crate::value::metric::{DRAW_MERIT, Merit};

/// Marks that the number of the word follows.
const FAR: u32 = (1 << STEP_BITS) - 1;
const STEP_BITS: u32 = 5;
/// Marks that the eight bytes of the word follow.
const WHOLE: u32 = 7;
/// One-byte merits: small ones as they are, large ones by their distance from the maximum, and this
/// for a draw.
const DRAW: u8 = 0x7f;
/// Marks that the merit follows in two bytes.
const RARE: u8 = 0x80;

/// Capture slots with one side to move, in the order of their words.
pub(super) struct CaptureList(Vec<u8>);

impl CaptureList {
    /// All of these, in the order of their words.
    pub(super) fn new(captures: impl IntoIterator<Item = Capture>) -> Self {
        let mut bytes = Vec::new();
        let mut last = None;
        for Capture { word, merit, bits } in captures {
            // The first entry of a list has an absolute position, so that lists can be joined.
            let step = last.replace(word).map_or(FAR, |last| (word - last).min(FAR));
            let named = bits.count_ones() < WHOLE;
            let slots = if named { bits.count_ones() } else { WHOLE };
            bytes.push(narrow(slots << STEP_BITS | step));
            if step == FAR {
                bytes.extend(word.to_le_bytes());
            }
            push_merit(merit, &mut bytes);
            if named {
                let mut left = bits;
                while left != 0 {
                    bytes.push(narrow(left.trailing_zeros()));
                    left &= left - 1;
                }
            } else {
                bytes.extend(bits.to_le_bytes());
            }
        }
        Self(bytes)
    }

    /// Concatenates lists.
    pub(super) fn joined<'a>(lists: impl Iterator<Item = &'a Self> + Clone) -> Self {
        let mut bytes = Vec::with_capacity(lists.clone().map(|list| list.0.len()).sum());
        lists.for_each(|list| bytes.extend_from_slice(&list.0));
        Self(bytes)
    }

    pub(super) fn iter(&self) -> Iter<'_> {
        Iter { rest: &self.0, word: 0 }
    }
}

/// Adds a merit: one byte where it is near the minimum or the maximum, or a draw.
fn push_merit(merit: Merit, bytes: &mut Vec<u8>) {
    let [low, high] = merit.to_le_bytes();
    match high {
        0 if low < DRAW => bytes.push(low),
        0xff if low > RARE => bytes.push(low),
        _ if merit == DRAW_MERIT => bytes.push(DRAW),
        _ => bytes.extend([RARE, low, high]),
    }
}

/// The capture slots of a list.
pub(super) struct Iter<'a> {
    rest: &'a [u8],
    /// The word of the previous entry.
    word: u32,
}

impl Iter<'_> {
    fn take<const N: usize>(&mut self) -> [u8; N] {
        let (bytes, rest) = self.rest.split_first_chunk().expect("a list has whole entries");
        self.rest = rest;
        *bytes
    }

    fn take_merit(&mut self) -> Merit {
        match self.take() {
            [RARE] => Merit::from_le_bytes(self.take()),
            [DRAW] => DRAW_MERIT,
            [low] => Merit::from_le_bytes([low, if low > RARE { 0xff } else { 0 }]),
        }
    }
}

impl Iterator for Iter<'_> {
    type Item = Capture;

    #[inline]
    fn next(&mut self) -> Option<Capture> {
        if self.rest.is_empty() {
            return None;
        }
        let first = u32::from(self.take::<1>()[0]);
        let (slots, step) = (first >> STEP_BITS, first & FAR);
        self.word = if step == FAR { u32::from_le_bytes(self.take()) } else { self.word + step };
        let merit = self.take_merit();
        let bits = if slots == WHOLE {
            u64::from_le_bytes(self.take())
        } else {
            (0..slots).fold(0, |bits, _| bits | 1 << (self.take::<1>()[0] & 63))
        };
        Some(Capture { word: self.word, merit, bits })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn some_captures() -> impl Strategy<Value = Vec<Capture>> {
        let merit = prop_oneof![
            1..200 as Merit,
            Just(DRAW_MERIT),
            DRAW_MERIT - 2..DRAW_MERIT + 2,
            Merit::MAX - 200..=Merit::MAX
        ];
        let bits = prop_oneof![any::<u64>(), (0..64).prop_map(|bit| 1u64 << bit), Just(u64::MAX)];
        let step = prop_oneof![0..3u32, 25..40u32, 0..1u32 << 20];
        prop::collection::vec((step, merit, bits), 0..50).prop_map(|entries| {
            let mut word = 0;
            let captures = entries.into_iter().map(|(step, merit, bits)| {
                word += step;
                Capture { word, merit, bits: bits.max(1) }
            });
            captures.collect()
        })
    }

    proptest! {
        #[test]
        fn captures_come_back_from_joined_lists(captures in some_captures(), cut in 0..50usize) {
            let (before, after) = captures.split_at(cut.min(captures.len()));
            let lists = [before, after].map(|part| CaptureList::new(part.iter().copied()));
            let joined = CaptureList::joined(lists.iter());
            prop_assert_eq!(joined.iter().collect::<Vec<_>>(), captures);
        }
    }
}

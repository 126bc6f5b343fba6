//! Don't-care marks for the Syzygy writer: where a capture or a pawn move keeps the result.
//!
//! Readers of the format try captures themselves, so the file may store a lower value where a
//! capture reaches the result; and they try pawn moves before reading a distance. Both give the
//! compressor a choice.

use board::Color;
use rayon::prelude::*;
use syzygy::write::vectorized;

use super::block::{self, Block};
use super::known::Known;
#[cfg(feature = "build")]
use super::known::Legal;
#[cfg(feature = "build")]
use super::log::{Entry, Log};
#[cfg(feature = "build")]
use super::pawn_moves::Ranked;
use super::slice::{PARALLEL_MIN_BLOCKS, Plane, Slice};
#[cfg(feature = "build")]
use crate::error::BuildError;
use crate::value::dtz::DtzCode;
use crate::value::metric::{Merit, Metric};
use crate::value::written::Written;
use crate::work::shared;

/// Marks the solved positions of a slice whose result a capture reaches.
pub(super) fn mark_captures<M: Written>(
    slice: &Slice<'_>,
    known: &Known,
    [white, black]: [&mut [M::Value]; 2],
) {
    let mark = |mover: Color, values: &mut [M::Value]| {
        let side = Side { slice, known, mover };
        side.mark_captures_by_pawns::<M>(values);
        let mut good = Plane::empty(slice.blocks());
        for worth in &DtzCode::WORTH[1..] {
            side.find_captures(*worth, &mut good);
            side.mark_captures::<M>(*worth, &good, values);
        }
    };
    slice.join(|| mark(Color::White, white), || mark(Color::Black, black));
}

/// Records for each result the positions of a slice from which a capture reaches it, including
/// positions with better results, and for each win those from which a pawn move does, except where
/// the mover can mate. `mated` are the positions in which the opponent of a side with pawns is
/// checkmated, by mover; the slice begins with this lead of the logs.
#[cfg(feature = "build")]
pub(super) fn record_marks(
    slice: &Slice<'_>,
    legal: &Legal,
    known: &Known,
    mated: [Option<&Plane>; 2],
    (first, logs): (usize, &mut [Log; 2]),
) -> Result<(), BuildError> {
    for ((mover, log), mated) in Color::ALL.into_iter().zip(logs).zip(mated) {
        let (side, legal) = (Side { slice, known, mover }, &legal[mover as usize]);
        for (number, worth) in (0..).zip(DtzCode::WORTH).skip(1) {
            log.record(first, Entry::ByCapture(number), &side.reached_by_capture(worth, legal))?;
        }
        if known.pawn_merits[mover as usize].is_empty() {
            continue;
        }
        for (number, worth) in (0..).zip(DtzCode::WORTH).skip(3) {
            log.record(first, Entry::ByPawnMove(number), &side.kept_by_pawn(worth, legal, mated))?;
        }
    }
    Ok(())
}

/// Marks the solved positions of a slice whose distance is never read; those whose result a capture
/// reaches must already be marked.
pub(super) fn mark_free_distances(slice: &Slice<'_>, known: &Known, [white, black]: [&mut [u16]; 2]) {
    let mated = |mover: Color, values: &[u16]| {
        // Only needed if the mover has pawns.
        let pawns = !known.pawn_merits[mover as usize].quiet.is_empty();
        pawns.then(|| positions(values, |v| v == DtzCode::lost(0)))
    };
    let (mated_white, mated_black) = (mated(Color::Black, white), mated(Color::White, black));
    for (mover, values, mated) in [(Color::White, white, mated_black), (Color::Black, black, mated_white)] {
        Side { slice, known, mover }.mark_free_distances(mated.as_ref(), values);
    }
}

/// The positions of a slice whose value satisfies `wanted`.
fn positions(values: &[u16], wanted: impl Fn(u16) -> bool + Sync) -> Plane {
    let block = |values: &[u16]| -> Block {
        let words = values.as_chunks::<64>().0;
        std::array::from_fn(|word| block::word_of(&words[word], &wanted))
    };
    Plane::full_of(if values.len() < PARALLEL_MIN_BLOCKS * 4096 {
        values.chunks_exact(4096).map(block).collect()
    } else {
        values.par_chunks_exact(4096).with_min_len(64).map(shared(&block)).collect()
    })
}

struct Side<'a> {
    slice: &'a Slice<'a>,
    known: &'a Known,
    mover: Color,
}

impl Side<'_> {
    /// Replaces the contents of `good` with the capture slots of this merit.
    fn find_captures(&self, worth: Merit, good: &mut Plane) {
        good.clear();
        for capture in self.known.captures(!self.mover) {
            if capture.merit == worth {
                good.insert(capture.word as usize, capture.bits);
            }
        }
    }

    /// The legal positions from which a capture with this merit is possible; pawn moves must be
    /// ranked.
    #[cfg(feature = "build")]
    fn reached_by_capture(&self, worth: Merit, legal: &[Block]) -> Plane {
        let mut good = Plane::empty(self.slice.blocks());
        self.find_captures(worth, &mut good);
        let by_pawn = &self.known.pawn_merits[self.mover as usize];
        if good.is_empty() && by_pawn.is_empty() {
            return good;
        }
        self.legal_where(legal, |b, reached| {
            if !by_pawn.is_empty() {
                *reached = by_pawn.ranked(Ranked::Captures, worth, b);
            }
            self.slice.moves_into(self.mover, &good, b, reached);
        })
    }

    /// The legal positions whose best quiet pawn move has this merit, without those from which the
    /// mover reaches `mated`.
    #[cfg(feature = "build")]
    fn kept_by_pawn(&self, worth: Merit, legal: &[Block], mated: Option<&Plane>) -> Plane {
        let by_pawn = &self.known.pawn_merits[self.mover as usize];
        self.legal_where(legal, |b, kept| {
            *kept = by_pawn.ranked(Ranked::Quiet, worth, b);
            let mut mates = block::EMPTY;
            if let Some(mated) = mated {
                self.slice.moves_into(self.mover, mated, b, &mut mates);
            }
            kept.iter_mut().zip(mates).for_each(|(word, mates)| *word &= !mates);
        })
    }

    /// The legal positions that `find` adds to each block.
    #[cfg(feature = "build")]
    fn legal_where(&self, legal: &[Block], find: impl Fn(usize, &mut Block) + Sync) -> Plane {
        let mut found = Plane::empty(self.slice.blocks());
        let blocks = found.blocks.par_iter_mut().zip(&mut found.marks).zip(legal).with_min_len(64);
        blocks.enumerate().for_each(|(b, ((found, mark), legal))| {
            find(b, found);
            found.iter_mut().zip(legal).for_each(|(word, legal)| *word &= legal);
            *mark = *found != block::EMPTY;
        });
        found
    }

    /// Marks the positions whose value a capture by a pawn reaches; no capture exceeds the value of
    /// its position.
    fn mark_captures_by_pawns<M: Written>(&self, values: &mut [M::Value]) {
        let by_pawn = self.known.pawn_merits[self.mover as usize].captures.as_chunks::<4096>().0;
        if by_pawn.is_empty() {
            return;
        }
        for_each_block(values, |b, values| {
            let mark = |(value, &merit): (&mut M::Value, &Merit)| {
                let keeps = merit > DtzCode::WORTH[0] && merit == M::standing(*value);
                *value = if keeps { M::by_capture(*value) } else { *value };
            };
            vectorized(
                self.slice.unit,
                #[inline(always)]
                || values.iter_mut().zip(&by_pawn[b]).for_each(mark),
            );
        });
    }

    /// Marks the positions of this value from which a piece moves to one of the `good` capture
    /// slots; no capture exceeds the value of its position.
    fn mark_captures<M: Written>(&self, worth: Merit, good: &Plane, values: &mut [M::Value]) {
        if good.is_empty() {
            return;
        }
        for_each_block(values, |b, values| {
            let mut reached = block::EMPTY;
            self.slice.moves_into(self.mover, good, b, &mut reached);
            for (&word, values) in reached.iter().zip(values.chunks_exact_mut(64)) {
                let mut left = word;
                while left != 0 {
                    let value = &mut values[left.trailing_zeros() as usize];
                    if M::standing(*value) == worth {
                        *value = M::by_capture(*value);
                    }
                    left &= left - 1;
                }
            }
        });
    }

    /// Marks the wins whose distance readers do not read. `mated` are the positions in which the
    /// opponent is checkmated.
    fn mark_free_distances(&self, mated: Option<&Plane>, values: &mut [u16]) {
        let by_pawn = self.known.pawn_merits[self.mover as usize].quiet.as_chunks::<64>().0;
        for_each_block(values, |b, values| {
            let mut mates: Block = block::EMPTY;
            if let Some(mated) = mated {
                self.slice.moves_into(self.mover, mated, b, &mut mates);
            }
            vectorized(
                self.slice.unit,
                #[inline(always)]
                || {
                    for value in values.iter_mut() {
                        *value |= if DtzCode::is_win_by_capture(*value) { DtzCode::FREE } else { 0 };
                    }
                    let by_pawn = by_pawn.get(b << 6..).unwrap_or_default();
                    for ((&mates, merits), values) in mates.iter().zip(by_pawn).zip(values.as_chunks_mut().0)
                    {
                        mark_pawn_moves(mates, merits, values);
                    }
                },
            );
        });
    }
}

/// Marks the wins of a word that a pawn move keeps, except those in which the mover can mate.
#[inline(always)]
fn mark_pawn_moves(mates: u64, merits: &[Merit; 64], values: &mut [u16; 64]) {
    let mark_of = |value, merit| {
        let standing = DtzCode::standing(value);
        if standing >= DtzCode::WORTH[3] && merit >= standing { DtzCode::FREE } else { 0 }
    };
    // Mates are rare; the loop without them vectorizes.
    if mates == 0 {
        values.iter_mut().zip(merits).for_each(|(value, &merit)| *value |= mark_of(*value, merit));
        return;
    }
    for (bit, (value, &merit)) in values.iter_mut().zip(merits).enumerate() {
        if mates >> bit & 1 == 0 {
            *value |= mark_of(*value, merit);
        }
    }
}

/// Runs `work(block number, values of the block)` on every block of a slice.
fn for_each_block<V: Send>(values: &mut [V], work: impl Fn(usize, &mut [V]) + Sync) {
    if values.len() < PARALLEL_MIN_BLOCKS * 4096 {
        values.chunks_exact_mut(4096).enumerate().for_each(|(b, values)| work(b, values));
    } else {
        let blocks = values.par_chunks_exact_mut(4096).with_min_len(64);
        blocks.enumerate().for_each(shared(&|(b, values)| work(b, values)));
    }
}

//! What the Syzygy writer wants to know besides results and distances: where a capture or a pawn move keeps the result.
//!
//! Readers of the format try captures themselves, so where one of them reaches the result the file may hold less; and they try
//! pawn moves before they look a distance up. Both leave the compressor a choice.

use board::Color;

use super::Known;
use super::arena::{Arena, Plane};
use super::block::{self, Block};
use crate::metric::{Metric, Zeroing};

/// Marks the solved positions of an arena.
pub(crate) fn zeroing(arena: &Arena<'_>, known: &Known, [white, black]: [&mut [u16]; 2], simd: pulp::Arch) {
    let mates = |values: &[u16]| positions(arena, values, |v| v == Zeroing::lost(0));
    let (mated_white, mated_black) = (mates(white), mates(black));
    for (mover, values, mated) in [(Color::White, white, mated_black), (Color::Black, black, mated_white)] {
        let side = Side { arena, known, mover, simd };
        for worth in &Zeroing::WORTH[1..] {
            side.mark_captures(*worth, values);
        }
        side.mark_free_distances(&mated, values);
    }
}

/// The positions of an arena whose value satisfies `wanted`.
fn positions(arena: &Arena<'_>, values: &[u16], wanted: impl Fn(u16) -> bool) -> Plane {
    let mut plane = Plane::empty(arena.blocks());
    for (word, values) in values.chunks_exact(64).enumerate() {
        let bits = values.iter().enumerate().fold(0, |bits, (i, &v)| bits | u64::from(wanted(v)) << i);
        if bits != 0 {
            plane.insert(word, bits);
        }
    }
    plane
}

struct Side<'a> {
    arena: &'a Arena<'a>,
    known: &'a Known,
    mover: Color,
    simd: pulp::Arch,
}

impl Side<'_> {
    /// Marks the positions of this worth that a capture reaches.
    fn mark_captures(&self, worth: u8, values: &mut [u16]) {
        let mut good = Plane::empty(self.arena.blocks());
        for capture in &self.known.captures[!self.mover as usize] {
            if capture.merit >= worth {
                good.insert(capture.word as usize, 1 << capture.bit);
            }
        }
        let by_pawn = &self.known.pawn_merits[self.mover as usize].captures;
        self.for_each_reached(&good, |slot, reached| {
            let by_pawn = by_pawn.get(slot).is_some_and(|&merit| merit >= worth);
            if (reached || by_pawn) && Zeroing::standing(values[slot]) == worth {
                values[slot] = Zeroing::by_capture(values[slot]);
            }
        });
    }

    /// Marks the wins whose distance a reader does not look up.
    fn mark_free_distances(&self, mated: &Plane, values: &mut [u16]) {
        let by_pawn = &self.known.pawn_merits[self.mover as usize].quiet;
        self.for_each_reached(mated, |slot, mates| {
            let value = values[slot];
            let standing = Zeroing::standing(value);
            if standing >= Zeroing::WORTH[3] {
                let by_capture = value >> 12 > 4;
                let by_pawn = by_pawn.get(slot).is_some_and(|&merit| merit >= standing);
                if by_capture || by_pawn && !mates {
                    values[slot] |= Zeroing::FREE;
                }
            }
        });
    }

    /// Visits every legal position with whether a piece can move into `targets`.
    fn for_each_reached(&self, targets: &Plane, mut visit: impl FnMut(usize, bool)) {
        for (b, legal) in self.known.legal[self.mover as usize].iter().enumerate() {
            if *legal == block::EMPTY {
                continue;
            }
            let mut reached: Block = block::EMPTY;
            self.simd.dispatch(|| self.arena.moves_into(self.mover, targets, b, &mut reached));
            for (row, (&legal, &reached)) in legal.iter().zip(&reached).enumerate() {
                let mut left = legal;
                while left != 0 {
                    let bit = left.trailing_zeros() as usize;
                    visit((b << 6 | row) << 6 | bit, reached >> bit & 1 != 0);
                    left &= left - 1;
                }
            }
        }
    }
}

//! What is known of a slice before it is solved: legal positions, what captures and pawn moves are worth.

use board::{Color, Material, narrow};
use rayon::prelude::*;

use super::block;
use super::finished::Finished;
use super::pawn_moves::{PawnMerits, PawnMoves};
use super::setup::{Capture, Captures};
use super::slice::{PARALLEL_MIN_BLOCKS, Slice};
use super::solved::Subtable;
use crate::value::metric::{Merit, Metric};

/// Blocks that are looked at as one piece of work.
const SURVEYED: usize = 64;
const SURVEYED_WORDS: usize = SURVEYED << 6;

/// A capture of a piece of work in twelve bytes instead of sixteen: of six men there are hundreds of millions.
#[derive(Clone, Copy)]
struct PackedCapture {
    /// Little-endian: eight bytes stand anywhere.
    bits: [u8; 8],
    /// From the first word of the piece of work.
    word: u16,
    merit: Merit,
}

/// The captures of so many pieces of work at most, one after the other: arrays of many megabytes, whose memory the system gets back when they are
/// dropped, and that of many small ones it does not.
const BATCH: usize = 1024;

#[derive(Default)]
struct CaptureBatch {
    captures: Vec<PackedCapture>,
    /// By piece of work, where its captures end.
    ends: Vec<usize>,
}

impl CaptureBatch {
    /// The captures of consecutive pieces of work.
    fn of(pieces: &[[Vec<PackedCapture>; 2]], side: Color) -> Self {
        let pieces = || pieces.iter().map(|piece| &piece[side as usize]);
        let mut batch = Self { captures: Vec::with_capacity(pieces().map(Vec::len).sum()), ends: Vec::new() };
        for piece in pieces() {
            batch.captures.extend_from_slice(piece);
            batch.ends.push(batch.captures.len());
        }
        batch
    }

    /// All of them; `first` is the number of the first piece of work.
    fn unpacked(&self, first: usize) -> impl Iterator<Item = Capture> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        let pieces = starts.zip(&self.ends).zip(first..);
        pieces.flat_map(|((start, &end), piece)| {
            self.captures[start..end].iter().map(move |capture| Capture {
                word: narrow(piece * SURVEYED_WORDS + usize::from(capture.word)),
                merit: capture.merit,
                bits: u64::from_le_bytes(capture.bits),
            })
        })
    }
}

/// All that is known of a slice before solving.
pub(crate) struct Known {
    /// Legal positions by side to move.
    pub(super) legal: [Vec<block::Block>; 2],
    /// Capture slots by side to move after the capture, in the order of their words.
    captures: [Vec<CaptureBatch>; 2],
    /// The best pawn moves by side to move.
    pub(super) pawn_merits: [PawnMerits; 2],
}

impl Known {
    pub(super) fn new<'a, M: Metric, S: Subtable + 'a>(
        slice: &Slice<'_>,
        finished: Finished<'_, M::Value>,
        find: &(impl Fn(Material) -> &'a S + Sync),
        simd: pulp::Arch,
    ) -> Self {
        let blocks = slice.blocks();
        let tables = Captures::new(slice, find);
        let [mut white, mut black] = [vec![block::EMPTY; blocks], vec![block::EMPTY; blocks]];
        let survey = |(number, (white, black)): (usize, (&mut [block::Block], &mut [block::Block]))| {
            let mut captures = [Vec::new(), Vec::new()];
            for (b, (white, black)) in (number * SURVEYED..).zip(white.iter_mut().zip(black)) {
                [*white, *black] = slice.legal(b);
                slice.captures(b, &tables, &mut captures);
            }
            let pack = |capture: Capture| PackedCapture {
                bits: capture.bits.to_le_bytes(),
                word: narrow(capture.word as usize - number * SURVEYED_WORDS),
                merit: capture.merit,
            };
            captures.map(|captures| captures.into_iter().map(pack).collect::<Vec<_>>())
        };
        let mut captures = [Vec::new(), Vec::new()];
        let batches = white.chunks_mut(BATCH * SURVEYED).zip(black.chunks_mut(BATCH * SURVEYED));
        for (batch, (white, black)) in batches.enumerate() {
            let first = batch * BATCH;
            let pieces: Vec<[Vec<PackedCapture>; 2]> = if blocks < PARALLEL_MIN_BLOCKS {
                let pieces = white.chunks_mut(SURVEYED).zip(black.chunks_mut(SURVEYED));
                (first..).zip(pieces).map(survey).collect()
            } else {
                let pieces = white.par_chunks_mut(SURVEYED).zip(black.par_chunks_mut(SURVEYED));
                pieces.enumerate().map(|(number, piece)| survey((first + number, piece))).collect()
            };
            for side in Color::ALL {
                captures[side as usize].push(CaptureBatch::of(&pieces, side));
            }
        }
        let mut known = Self { legal: [white, black], captures, pawn_merits: Default::default() };
        for side in [Color::White, Color::Black] {
            if slice.layout.material.count(side, board::Piece::Pawn) > 0 {
                let moves = PawnMoves::<M, _> { slice, finished, find };
                known.pawn_merits[side as usize] = moves.merits(side, simd);
            }
        }
        known
    }

    /// Capture slots with this side to move, in the order of their words.
    pub(super) fn captures(&self, side: Color) -> impl Iterator<Item = Capture> {
        let batches = self.captures[side as usize].iter().enumerate();
        batches.flat_map(|(number, batch)| batch.unpacked(number * BATCH))
    }

    /// Marks every legal position a draw, to be overwritten by what is found won or lost.
    pub(super) fn write_draws<M: Metric>(&self, side: Color, values: &mut [M::Value]) {
        let write = |(words, values): (&block::Block, &mut [M::Value])| {
            for (&word, values) in words.iter().zip(values.chunks_exact_mut(64)) {
                for (bit, value) in values.iter_mut().enumerate() {
                    *value = if word >> bit & 1 != 0 { M::DRAW } else { M::ILLEGAL };
                }
            }
        };
        let legal = &self.legal[side as usize];
        if legal.len() < PARALLEL_MIN_BLOCKS {
            legal.iter().zip(values.chunks_exact_mut(4096)).for_each(write);
        } else {
            legal.par_iter().zip(values.par_chunks_exact_mut(4096)).with_min_len(64).for_each(write);
        }
    }
}

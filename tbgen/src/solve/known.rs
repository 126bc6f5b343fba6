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
struct PackedCapture {
    /// Little-endian: eight bytes stand anywhere.
    bits: [u8; 8],
    /// From the first word of the piece of work.
    word: u16,
    merit: Merit,
}

impl PackedCapture {
    fn new(capture: &Capture, piece: usize) -> Self {
        let word = narrow(capture.word as usize - piece * SURVEYED_WORDS);
        Self { bits: capture.bits.to_le_bytes(), word, merit: capture.merit }
    }

    fn unpacked(&self, piece: usize) -> Capture {
        let word = narrow(piece * SURVEYED_WORDS + usize::from(self.word));
        Capture { word, merit: self.merit, bits: u64::from_le_bytes(self.bits) }
    }
}

/// All that is known of a slice before solving.
pub(crate) struct Known {
    /// Legal positions by side to move.
    pub(super) legal: [Vec<block::Block>; 2],
    /// Capture slots by side to move after the capture, in the order of their words; in as many pieces as there were pieces of work.
    captures: [Vec<Vec<PackedCapture>>; 2],
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
            captures
                .map(|captures| captures.iter().map(|capture| PackedCapture::new(capture, number)).collect())
        };
        let captures: Vec<[Vec<PackedCapture>; 2]> = if blocks < PARALLEL_MIN_BLOCKS {
            white.chunks_mut(SURVEYED).zip(black.chunks_mut(SURVEYED)).enumerate().map(survey).collect()
        } else {
            let pieces = white.par_chunks_mut(SURVEYED).zip(black.par_chunks_mut(SURVEYED));
            pieces.enumerate().map(survey).collect()
        };
        let (of_white, of_black) = captures.into_iter().map(|[white, black]| (white, black)).unzip();
        let mut known =
            Self { legal: [white, black], captures: [of_white, of_black], pawn_merits: Default::default() };
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
        let pieces = self.captures[side as usize].iter().enumerate();
        pieces.flat_map(|(piece, captures)| captures.iter().map(move |capture| capture.unpacked(piece)))
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

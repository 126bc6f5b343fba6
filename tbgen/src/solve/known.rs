//! What is known of a slice before it is solved: legal positions, what captures and pawn moves are worth.

use board::{Color, Material};
use rayon::prelude::*;

use super::block;
use super::finished::Finished;
use super::pawn_moves::{PawnMerits, PawnMoves};
use super::setup::{Capture, Captures};
use super::slice::{PARALLEL_MIN_BLOCKS, Slice};
use super::solved::Subtable;
use crate::value::metric::Metric;

/// All that is known of a slice before solving.
pub(crate) struct Known {
    /// Legal positions by side to move.
    pub(super) legal: [Vec<block::Block>; 2],
    /// Capture slots by side to move after the capture.
    pub(super) captures: [Vec<Capture>; 2],
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
        let survey = |range: std::ops::Range<usize>| {
            let mut legal = [Vec::with_capacity(range.len()), Vec::with_capacity(range.len())];
            let mut captures = [Vec::new(), Vec::new()];
            for b in range {
                let [white, black] = slice.legal(b);
                legal[0].push(white);
                legal[1].push(black);
                slice.captures(b, &tables, &mut captures);
            }
            (legal, captures)
        };
        let parts = if blocks < PARALLEL_MIN_BLOCKS {
            vec![survey(0..blocks)]
        } else {
            let step = 64;
            let range = |i: usize| i * step..((i + 1) * step).min(blocks);
            (0..blocks.div_ceil(step)).into_par_iter().map(|i| survey(range(i))).collect()
        };
        let mut known = Self {
            legal: [Vec::new(), Vec::new()],
            captures: [Vec::new(), Vec::new()],
            pawn_merits: Default::default(),
        };
        for (mut legal, mut captures) in parts {
            for side in 0..2 {
                known.legal[side].append(&mut legal[side]);
                known.captures[side].append(&mut captures[side]);
            }
        }
        for side in [Color::White, Color::Black] {
            if slice.layout.material.count(side, board::Piece::Pawn) > 0 {
                let moves = PawnMoves::<M, _> { slice, finished, find };
                known.pawn_merits[side as usize] = moves.merits(side, simd);
            }
        }
        known
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

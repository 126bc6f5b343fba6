//! Precomputed data of a slice: legal positions, and the merits of captures and pawn moves.

use board::{Color, Piece};
use rayon::prelude::*;

use super::block::{self, Block};
use super::capture_list::CaptureList;
use super::finished::Finished;
use super::pawn_moves::{PawnMerits, PawnMoves, Spare};
use super::setup::{Capture, Captures};
use super::slice::{PARALLEL_MIN_BLOCKS, Slice};
use super::solved::{Find, Subtable};
use crate::value::metric::Metric;
#[cfg(feature = "build")]
use crate::value::wdl::WdlCode;
use crate::work::shared;

/// Blocks per unit of work.
const SURVEYED: usize = 64;

/// Maximum units of work whose captures are collected in one array: large arrays return their
/// memory to the system when dropped, many small ones do not.
const BATCH: usize = 4096;

/// Legal positions by side to move.
pub(super) type Legal = [Vec<Block>; 2];

/// The legal positions of a slice.
pub(super) fn legal(slice: &Slice<'_>) -> Legal {
    let mut legal = [(); 2].map(|()| vec![block::EMPTY; slice.blocks()]);
    let [white, black] = &mut legal;
    let find = |(b, (white, black)): (usize, (&mut Block, &mut Block))| [*white, *black] = slice.legal(b);
    if slice.blocks() < PARALLEL_MIN_BLOCKS {
        white.iter_mut().zip(black).enumerate().for_each(find);
    } else {
        white.par_iter_mut().zip(black).enumerate().with_min_len(SURVEYED).for_each(find);
    }
    legal
}

/// Marks legal positions as draws, to be overwritten by wins and losses.
pub(super) fn write_draws<M: Metric>(legal: &[Block], values: &mut [M::Value]) {
    let write = |(words, values): (&Block, &mut [M::Value])| {
        for (&word, values) in words.iter().zip(values.chunks_exact_mut(64)) {
            for (bit, value) in values.iter_mut().enumerate() {
                *value = if word >> bit & 1 != 0 { M::DRAW } else { M::ILLEGAL };
            }
        }
    };
    if legal.len() < PARALLEL_MIN_BLOCKS {
        legal.iter().zip(values.chunks_exact_mut(4096)).for_each(write);
    } else {
        legal.par_iter().zip(values.par_chunks_exact_mut(4096)).with_min_len(64).for_each(shared(&write));
    }
}

/// The sides that have pawns.
fn sides_with_pawns(slice: &Slice<'_>) -> impl Iterator<Item = Color> {
    let material = slice.layout.material;
    Color::ALL.into_iter().filter(move |&side| material.count(side, Piece::Pawn) > 0)
}

/// The merits of moves that leave a slice.
pub(crate) struct Known {
    /// Capture slots by side to move after the capture, in the order of their words.
    captures: [Vec<CaptureList>; 2],
    /// The best pawn moves by side to move.
    pub(super) pawn_merits: [PawnMerits; 2],
}

impl Known {
    pub(super) fn new<'a, M: Metric, S: Subtable + 'a>(
        slice: &Slice<'_>,
        finished: Finished<'_, M::Value>,
        find: Find<'_, 'a, S>,
        spare: &Spare,
    ) -> Self {
        let mut known = Self::without_pawn_moves(slice, find);
        for side in sides_with_pawns(slice) {
            let moves = PawnMoves::<M, S> { slice, finished, find, promoted: None };
            known.pawn_merits[side as usize] = moves.merits(side, spare);
        }
        known
    }

    /// The same in little memory, for results and distances to zeroing. Finished structures are
    /// given as results; the best promotions of this structure's pawns, if known already, by rank.
    #[cfg(feature = "build")]
    pub(super) fn ranked<'a, S: Subtable + 'a>(
        slice: &Slice<'_>,
        finished: Finished<'_, u8>,
        find: Find<'_, 'a, S>,
        promoted: Option<&[Vec<u8>]>,
    ) -> Self {
        let mut known = Self::without_pawn_moves(slice, find);
        for side in sides_with_pawns(slice) {
            let moves = PawnMoves::<WdlCode, S> { slice, finished, find, promoted };
            known.pawn_merits[side as usize] = moves.ranked_merits(side);
        }
        known
    }

    fn without_pawn_moves<'a, S: Subtable + 'a>(slice: &Slice<'_>, find: Find<'_, 'a, S>) -> Self {
        let blocks = slice.blocks();
        let tables = Captures::new(slice, find);
        let survey = |piece: usize| {
            let start = piece * SURVEYED;
            let mut captures = [Vec::new(), Vec::new()];
            (start..(start + SURVEYED).min(blocks)).for_each(|b| slice.captures(b, &tables, &mut captures));
            captures.map(CaptureList::new)
        };
        let pieces = blocks.div_ceil(SURVEYED);
        let mut captures = [Vec::new(), Vec::new()];
        for start in (0..pieces).step_by(BATCH) {
            let batch = start..(start + BATCH).min(pieces);
            let lists: Vec<[CaptureList; 2]> = if blocks < PARALLEL_MIN_BLOCKS {
                batch.map(survey).collect()
            } else {
                batch.into_par_iter().map(shared(&survey)).collect()
            };
            for (side, captures) in captures.iter_mut().enumerate() {
                captures.push(CaptureList::joined(lists.iter().map(|lists| &lists[side])));
            }
        }
        Self { captures, pawn_merits: Default::default() }
    }

    /// Capture slots with this side to move, in the order of their words.
    pub(super) fn captures(&self, side: Color) -> impl Iterator<Item = Capture> {
        self.captures[side as usize].iter().flat_map(CaptureList::iter)
    }
}

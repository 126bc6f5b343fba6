//! The pass for one winner: all its wins, in the order of their distance.

use std::marker::PhantomData;

use board::{Color, narrow};
use rayon::prelude::*;

use super::block::{self, Block};
use super::found::{Found, Target as _};
use super::known::Known;
use super::slice::{PARALLEL_MIN_BLOCKS, Plane, Slice};
use crate::error::TbgenError;
use crate::value::metric::{DRAW_MERIT, Metric};

/// Positions that change state when a ply is reached: word and bits.
type Changes = Vec<(u32, u64)>;

/// Changes by ply.
#[derive(Default)]
struct Schedule(Vec<Changes>);

impl Schedule {
    fn add(&mut self, ply: usize, word: u32, bits: u64) {
        if self.0.len() <= ply {
            self.0.resize_with(ply + 1, Vec::new);
        }
        match self.0[ply].last_mut() {
            Some(last) if last.0 == word => last.1 |= bits,
            _ => self.0[ply].push((word, bits)),
        }
    }

    fn at(&self, ply: usize) -> &[(u32, u64)] {
        self.0.get(ply).map_or(&[], Vec::as_slice)
    }

    /// Plies up to the last change.
    fn plies(&self) -> usize {
        self.0.len()
    }
}

/// The search for all wins of one side in one slice.
pub(super) struct Pass<'a, M> {
    slice: &'a Slice<'a>,
    known: &'a Known,
    winner: Color,
    simd: pulp::Arch,
    /// Winner to move: legal positions and capture slots not known to be won.
    open: Plane,
    /// Loser to move: positions found lost.
    lost: Vec<Block>,
    /// Loser to move: he has a pawn move that is not known to lose. Empty when he has no pawns.
    pawn_escapes: Vec<Block>,
    /// Winner to move: capture slots that turn out won, by ply.
    captures_won: Schedule,
    /// Loser to move: capture slots that turn out lost, by ply.
    captures_lost: Schedule,
    /// Winner to move: positions won by a pawn move, by ply.
    pawn_wins: Schedule,
    /// Loser to move: positions whose longest pawn move loses, by ply.
    pawn_losses: Schedule,
    metric: PhantomData<M>,
}

impl<'a, M: Metric> Pass<'a, M> {
    pub(super) fn new(slice: &'a Slice<'a>, known: &'a Known, winner: Color, simd: pulp::Arch) -> Self {
        let loser = !winner;
        let mut pass = Self {
            slice,
            known,
            winner,
            simd,
            open: Plane::full_of(known.legal[winner as usize].clone()),
            lost: vec![block::EMPTY; slice.blocks()],
            pawn_escapes: Vec::new(),
            captures_won: Schedule::default(),
            captures_lost: Schedule::default(),
            pawn_wins: Schedule::default(),
            pawn_losses: Schedule::default(),
            metric: PhantomData,
        };
        for capture in known.captures(winner) {
            // The loser has captured.
            pass.open.insert(capture.word as usize, capture.bits);
            if capture.merit < DRAW_MERIT {
                pass.captures_won.add(M::ply(capture.merit) - 1, capture.word, capture.bits);
            }
        }
        for capture in known.captures(loser) {
            if capture.merit > DRAW_MERIT {
                pass.captures_lost.add(M::ply(capture.merit) - 1, capture.word, capture.bits);
            }
        }
        for (word, merits) in known.pawn_merits[winner as usize].words().enumerate() {
            let legal = known.legal[winner as usize][word >> 6][word & 63];
            let number = narrow(word);
            for (bit, &merit) in merits.iter().enumerate() {
                if merit > DRAW_MERIT && legal >> bit & 1 != 0 {
                    pass.pawn_wins.add(M::ply(merit), number, 1 << bit);
                }
            }
        }
        pass.schedule_pawn_losses();
        pass
    }

    fn schedule_pawn_losses(&mut self) {
        let loser = !self.winner as usize;
        if self.known.pawn_merits[loser].quiet.is_empty() {
            return;
        }
        self.pawn_escapes = vec![block::EMPTY; self.slice.blocks()];
        for (word, merits) in self.known.pawn_merits[loser].words().enumerate() {
            let legal = self.known.legal[loser][word >> 6][word & 63];
            let number = narrow(word);
            let mut escapes = 0;
            for (bit, &merit) in merits.iter().enumerate() {
                escapes |= u64::from(merit != 0) << bit;
                if merit != 0 && merit < DRAW_MERIT && legal >> bit & 1 != 0 {
                    self.pawn_losses.add(M::ply(merit), number, 1 << bit);
                }
            }
            self.pawn_escapes[word >> 6][word & 63] = escapes;
        }
    }

    /// Finds everything: `winners` and `losers` take the values of the slice with that side to move.
    pub(super) fn solve<F: Found<M::Value>>(mut self, mut winners: F, mut losers: F) -> Result<(), F::Error> {
        let schedules = [&self.captures_won, &self.captures_lost, &self.pawn_wins, &self.pawn_losses];
        let last_change = schedules.into_iter().map(Schedule::plies).max().unwrap_or(0);
        let empty = || Plane::empty(self.slice.blocks());
        // What the last ply found, and what this one finds.
        let (mut lost_before, mut won_before, mut lost_now, mut won_now) =
            (empty(), empty(), empty(), empty());
        self.find_mates(&mut lost_before, &mut losers)?;
        let mut ply = 0;
        while ply <= last_change || !lost_before.is_empty() || !won_before.is_empty() {
            for &(word, bits) in self.captures_lost.at(ply) {
                lost_before.insert(word as usize, bits);
            }
            for &(word, bits) in self.captures_won.at(ply) {
                self.open.remove(word as usize, bits);
                won_before.insert(word as usize, bits);
            }
            ply += 1;
            self.find_lost(ply, &won_before, &mut lost_now, &mut losers)?;
            self.find_won(ply, &lost_before, &mut won_now, &mut winners)?;
            std::mem::swap(&mut lost_before, &mut lost_now);
            std::mem::swap(&mut won_before, &mut won_now);
            if ply > M::MAX_PLIES && !(lost_before.is_empty() && won_before.is_empty()) {
                let material = self.slice.layout.material;
                return Err(TbgenError::TooLong { material, plies: M::MAX_PLIES }.into());
            }
        }
        Ok(())
    }

    /// Ply 0: the loser is in check (the winner to move would be illegal) and has no move at all.
    fn find_mates<F: Found<M::Value>>(
        &mut self,
        newly_lost: &mut Plane,
        found: &mut F,
    ) -> Result<(), F::Error> {
        let (winner, loser) = (self.winner, !self.winner);
        let (slice, known, open, pawn_escapes) = (self.slice, self.known, &self.open, &self.pawn_escapes);
        let simd = self.simd;
        for_each_block(&mut self.lost, newly_lost, found, M::lost(0), |b, lost, mates| {
            let mut candidates = known.legal[loser as usize][b];
            remove(&mut candidates, &known.legal[winner as usize][b]);
            if let Some(escapes) = pawn_escapes.get(b) {
                remove(&mut candidates, escapes);
            }
            if candidates != block::EMPTY {
                simd.dispatch(|| slice.remove_movers(loser, open, b, &mut candidates));
            }
            *mates = candidates;
            *lost = candidates;
        })
    }

    /// The winner moves to a position that the last ply found lost, or makes a winning pawn move.
    fn find_won<F: Found<M::Value>>(
        &mut self,
        ply: usize,
        newly_lost: &Plane,
        newly_won: &mut Plane,
        found: &mut F,
    ) -> Result<(), F::Error> {
        let winner = self.winner;
        if newly_lost.is_empty() && self.pawn_wins.at(ply).is_empty() {
            newly_won.clear();
            return Ok(());
        }
        let (slice, known, simd) = (self.slice, self.known, self.simd);
        let pawn_wins = by_block(self.pawn_wins.at(ply));
        for_each_block(&mut self.open.blocks, newly_won, found, M::won(ply), |b, open, won| {
            let mut reached = block::EMPTY;
            simd.dispatch(|| slice.moves_into(winner, newly_lost, b, &mut reached));
            for &(word, bits) in pawn_wins(b) {
                reached[word as usize & 63] |= bits;
            }
            let legal = &known.legal[winner as usize][b];
            for (((won, open), &legal), &reached) in won.iter_mut().zip(open).zip(legal).zip(&reached) {
                *won = reached & *open & legal;
                *open &= !*won;
            }
        })
    }

    /// The loser can move to a position that the last ply found won (or his longest pawn move now loses), and to nothing else.
    fn find_lost<F: Found<M::Value>>(
        &mut self,
        ply: usize,
        newly_won: &Plane,
        newly_lost: &mut Plane,
        found: &mut F,
    ) -> Result<(), F::Error> {
        let loser = !self.winner;
        if newly_won.is_empty() && self.pawn_losses.at(ply).is_empty() {
            newly_lost.clear();
            return Ok(());
        }
        for &(word, bits) in self.pawn_losses.at(ply) {
            self.pawn_escapes[word as usize >> 6][word as usize & 63] &= !bits;
        }
        let (slice, known, simd) = (self.slice, self.known, self.simd);
        let (open, pawn_escapes) = (&self.open, &self.pawn_escapes);
        let pawn_losses = by_block(self.pawn_losses.at(ply));
        for_each_block(&mut self.lost, newly_lost, found, M::lost(ply), |b, lost, newly| {
            let mut candidates = block::EMPTY;
            simd.dispatch(|| slice.moves_into(loser, newly_won, b, &mut candidates));
            for &(word, bits) in pawn_losses(b) {
                candidates[word as usize & 63] |= bits;
            }
            keep(&mut candidates, &known.legal[loser as usize][b]);
            remove(&mut candidates, lost);
            if let Some(escapes) = pawn_escapes.get(b) {
                remove(&mut candidates, escapes);
            }
            if candidates != block::EMPTY {
                simd.dispatch(|| slice.remove_movers(loser, open, b, &mut candidates));
            }
            *newly = candidates;
            block::add(&candidates, lost);
        })
    }
}

fn keep(block: &mut Block, mask: &Block) {
    block.iter_mut().zip(mask).for_each(|(b, m)| *b &= m);
}

fn remove(block: &mut Block, mask: &Block) {
    block.iter_mut().zip(mask).for_each(|(b, m)| *b &= !m);
}

/// The changes of one block, from changes in the order of their words.
fn by_block<'a>(changes: &'a [(u32, u64)]) -> impl Fn(usize) -> &'a [(u32, u64)] + Sync {
    move |b| {
        let start = changes.partition_point(|c| (c.0 as usize) < b << 6);
        let end = changes.partition_point(|c| (c.0 as usize) < (b + 1) << 6);
        &changes[start..end]
    }
}

/// Runs `work(block number, plane's block, new positions)` on every block, marks the blocks with new positions, and tells `found` that they have
/// this value.
fn for_each_block<V: Copy + Send + Sync, F: Found<V>>(
    plane: &mut [Block],
    new: &mut Plane,
    found: &mut F,
    value: V,
    work: impl Fn(usize, &mut Block, &mut Block) + Sync,
) -> Result<(), F::Error> {
    let one = |b: usize, plane: &mut Block, new: &mut Block, mark: &mut bool, mut target: F::Target<'_>| {
        work(b, plane, new);
        *mark = *new != block::EMPTY;
        if *mark {
            target.write(new, value);
        }
    };
    let blocks = plane.len();
    if blocks < PARALLEL_MIN_BLOCKS {
        let targets = new.blocks.iter_mut().zip(&mut new.marks).zip(found.blocks(blocks));
        for (b, (plane, ((new, mark), target))) in plane.iter_mut().zip(targets).enumerate() {
            one(b, plane, new, mark, target);
        }
    } else {
        let targets = new.blocks.par_iter_mut().zip(&mut new.marks).zip(found.parallel_blocks(blocks));
        let all = plane.par_iter_mut().zip(targets).enumerate().with_min_len(64);
        all.for_each(|(b, (plane, ((new, mark), target)))| one(b, plane, new, mark, target));
    }
    found.ply_found(value, new)
}

//! The pass for one winner: finds all its wins in the order of their distance.

use std::collections::BTreeSet;
use std::marker::PhantomData;

use board::{Color, narrow};
use rayon::prelude::*;

use super::block::{self, Block};
use super::found::{Found, Target as _};
use super::known::{Known, Legal};
use super::pawn_moves::PawnMerits;
use super::slice::{PARALLEL_MIN_BLOCKS, Plane, Slice};
use crate::error::TbgenError;
use crate::value::metric::{DRAW_MERIT, Merit, Metric};
use crate::work::shared;

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

    /// The legal positions, block by block, whose best pawn move has a merit for which `decides`
    /// returns a ply.
    fn of_pawn_moves<M: Metric>(
        merits: &PawnMerits,
        legal: &[Block],
        decides: impl Fn(Merit) -> bool + Sync,
    ) -> Self {
        let of_piece = |(piece, legal): (usize, &[Block])| {
            let mut found = Self::default();
            let words = (piece * PIECE_WORDS..).zip(merits.words_from(piece * PIECE_WORDS));
            for ((word, merits), legal) in words.zip(legal.as_flattened()) {
                let mut left = block::word_of(&merits, &decides) & legal;
                while left != 0 {
                    let bit = left.trailing_zeros();
                    found.add(M::ply(merits[bit as usize]), narrow(word), 1 << bit);
                    left &= left - 1;
                }
            }
            found
        };
        if legal.len() < PARALLEL_MIN_BLOCKS {
            return of_piece((0, legal));
        }
        let pieces: Vec<Self> =
            legal.par_chunks(PIECE_WORDS / 64).enumerate().map(shared(&of_piece)).collect();
        pieces.into_iter().reduce(Self::followed_by).unwrap_or_default()
    }

    /// Appends changes of later words.
    fn followed_by(mut self, later: Self) -> Self {
        self.0.resize_with(self.0.len().max(later.0.len()), Vec::new);
        self.0.iter_mut().zip(later.0).for_each(|(changes, later)| changes.extend(later));
        self
    }
}

/// Words per unit of work.
const PIECE_WORDS: usize = 1 << 14;

/// Capture slots with one side to move that become won or lost.
struct CaptureSchedule {
    side: Color,
    /// The ply in which captures of this merit become won or lost, if ever.
    ply: fn(Merit) -> Option<usize>,
    /// The plies in which any captures do.
    plies: BTreeSet<usize>,
    /// All of them by ply, if there are many plies.
    listed: Option<Schedule>,
}

/// Maximum number of plies for which all captures are scanned instead of listed: results and
/// distances to zeroing have no more, distances to mate have dozens.
const MAX_SOUGHT: usize = 4;

impl CaptureSchedule {
    fn new(known: &Known, side: Color, ply: fn(Merit) -> Option<usize>) -> Self {
        let mut plies = BTreeSet::new();
        // Neighbors mostly have the same merit.
        let mut last = None;
        for capture in known.captures(side) {
            if last.replace(capture.merit) != Some(capture.merit) {
                plies.extend(ply(capture.merit));
            }
        }
        let listed = (plies.len() > MAX_SOUGHT).then(|| {
            let mut listed = Schedule::default();
            for capture in known.captures(side) {
                if let Some(ply) = ply(capture.merit) {
                    listed.add(ply, capture.word, capture.bits);
                }
            }
            listed
        });
        Self { side, ply, plies, listed }
    }

    /// Calls `visit` with the words and bits of a ply's capture slots.
    fn for_each(&self, known: &Known, ply: usize, mut visit: impl FnMut(usize, u64)) {
        if let Some(listed) = &self.listed {
            listed.at(ply).iter().for_each(|&(word, bits)| visit(word as usize, bits));
        } else if self.plies.contains(&ply) {
            let captures = known.captures(self.side).filter(|capture| (self.ply)(capture.merit) == Some(ply));
            captures.for_each(|capture| visit(capture.word as usize, capture.bits));
        }
    }

    /// Plies up to the last change.
    fn plies(&self) -> usize {
        self.plies.last().map_or(0, |last| last + 1)
    }
}

/// The search for all wins of one side in one slice.
pub(super) struct Pass<'a, M> {
    slice: &'a Slice<'a>,
    known: &'a Known,
    winner: Color,
    /// Winner to move: legal positions and capture slots not known to be won.
    open: Plane,
    /// Loser to move: legal positions not found lost.
    standing: Vec<Block>,
    /// Loser to move: positions with a pawn move that is not known to lose. Empty without pawns.
    pawn_escapes: Vec<Block>,
    /// Winner to move: capture slots that become won.
    captures_won: CaptureSchedule,
    /// Loser to move: capture slots that become lost.
    captures_lost: CaptureSchedule,
    /// Winner to move: positions won by a pawn move, by ply.
    pawn_wins: Schedule,
    /// Loser to move: positions whose longest pawn move loses, by ply.
    pawn_losses: Schedule,
    metric: PhantomData<fn() -> M>,
}

impl<'a, M: Metric> Pass<'a, M> {
    /// `legal` are the legal positions by side to move.
    pub(super) fn new(slice: &'a Slice<'a>, mut legal: Legal, known: &'a Known, winner: Color) -> Self {
        let loser = !winner;
        let [open, standing] = [winner, loser].map(|side| std::mem::take(&mut legal[side as usize]));
        let mut pass = Self {
            slice,
            known,
            winner,
            open: Plane::full_of(open),
            standing,
            pawn_escapes: Vec::new(),
            captures_won: CaptureSchedule::new(known, winner, Self::won_in),
            captures_lost: CaptureSchedule::new(known, loser, Self::lost_in),
            pawn_wins: Schedule::default(),
            pawn_losses: Schedule::default(),
            metric: PhantomData,
        };
        let moves = &known.pawn_merits[winner as usize];
        pass.pawn_wins = Schedule::of_pawn_moves::<M>(moves, &pass.open.blocks, |merit| merit > DRAW_MERIT);
        pass.schedule_pawn_losses();
        for capture in known.captures(winner) {
            // The loser has captured.
            pass.open.insert(capture.word as usize, capture.bits);
        }
        pass
    }

    /// The ply in which captures with this merit for the loser become won for the winner, who is to
    /// move.
    fn won_in(merit: Merit) -> Option<usize> {
        (merit < DRAW_MERIT).then(|| M::ply(merit) - 1)
    }

    /// The ply in which captures with this merit for the winner become lost for the loser, who is
    /// to move.
    fn lost_in(merit: Merit) -> Option<usize> {
        (merit > DRAW_MERIT).then(|| M::ply(merit) - 1)
    }

    fn schedule_pawn_losses(&mut self) {
        let loser = !self.winner as usize;
        if self.known.pawn_merits[loser].is_empty() {
            return;
        }
        let moves = &self.known.pawn_merits[loser];
        self.pawn_losses =
            Schedule::of_pawn_moves::<M>(moves, &self.standing, |merit| merit != 0 && merit < DRAW_MERIT);
        self.pawn_escapes = vec![block::EMPTY; self.slice.blocks()];
        let mark = |(piece, escapes): (usize, &mut [Block])| {
            let words = escapes.as_flattened_mut().iter_mut();
            for (escapes, merits) in words.zip(moves.words_from(piece * PIECE_WORDS)) {
                *escapes = block::word_of(&merits, |merit| merit != 0);
            }
        };
        if self.pawn_escapes.len() < PARALLEL_MIN_BLOCKS {
            mark((0, &mut self.pawn_escapes));
        } else {
            self.pawn_escapes.par_chunks_mut(PIECE_WORDS / 64).enumerate().for_each(shared(&mark));
        }
    }

    /// Runs the pass: `winners` and `losers` receive the values of the slice with that side to
    /// move.
    pub(super) fn solve<F: Found<M::Value>>(mut self, mut winners: F, mut losers: F) -> Result<(), F::Error> {
        let schedules = [self.captures_won.plies(), self.captures_lost.plies(), self.pawn_wins.plies()];
        let last_change = schedules.into_iter().fold(self.pawn_losses.plies(), usize::max);
        let empty = || Plane::empty(self.slice.blocks());
        // The results of the last ply and of this one. Wins are no longer needed when those of the
        // next ply replace them.
        let (mut lost_before, mut won, mut lost_now) = (empty(), empty(), empty());
        self.find_mates(&mut lost_before, &mut losers)?;
        let mut ply = 0;
        while ply <= last_change || !lost_before.is_empty() || !won.is_empty() {
            self.slice.go_on()?;
            self.apply_captures(ply, &mut lost_before, &mut won);
            ply += 1;
            self.find_lost(ply, &won, &mut lost_now, &mut losers)?;
            self.find_won(ply, &lost_before, &mut won, &mut winners)?;
            std::mem::swap(&mut lost_before, &mut lost_now);
            if ply > M::MAX_PLIES && !(lost_before.is_empty() && won.is_empty()) {
                let material = self.slice.layout.material;
                return Err(TbgenError::TooLong { material, plies: M::MAX_PLIES }.into());
            }
        }
        Ok(())
    }

    /// Adds the capture slots that become lost and won in this ply.
    fn apply_captures(&mut self, ply: usize, lost: &mut Plane, won: &mut Plane) {
        self.captures_lost.for_each(self.known, ply, |word, bits| lost.insert(word, bits));
        self.captures_won.for_each(self.known, ply, |word, bits| {
            self.open.remove(word, bits);
            won.insert(word, bits);
        });
    }

    /// Ply 0: the loser is in check (with the winner to move the position would be illegal) and has
    /// no move.
    fn find_mates<F: Found<M::Value>>(
        &mut self,
        newly_lost: &mut Plane,
        found: &mut F,
    ) -> Result<(), F::Error> {
        let (slice, loser) = (self.slice, !self.winner);
        let (open, pawn_escapes) = (&self.open, self.pawn_escapes.as_slice());
        for_each_block(&mut self.standing, None, newly_lost, found, M::lost(0), |b, standing, mates| {
            // Nothing is won yet: positions that are not open are illegal with the winner to move.
            let mut candidates = *standing;
            remove(&mut candidates, &open.blocks[b]);
            take_lost((slice, loser), (open, pawn_escapes), b, candidates, standing, mates)
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
        let slice = self.slice;
        let sources = sources(slice, winner, newly_lost, self.pawn_wins.at(ply));
        let pawn_wins = by_block(self.pawn_wins.at(ply));
        for_each_block(
            &mut self.open.blocks,
            sources.as_deref(),
            newly_won,
            found,
            M::won(ply),
            |b, open, won| {
                let Some(mut reached) = moved_from(slice, winner, newly_lost, pawn_wins(b), b) else {
                    return false;
                };
                keep(&mut reached, open);
                // The loser cannot have captured when the loser moves next.
                slice.remove_capture_slots(b, &mut reached);
                *won = reached;
                remove(open, &reached);
                reached != block::EMPTY
            },
        )
    }

    /// The loser can move to a position that the last ply found won (or the longest pawn move now
    /// loses), and every other move loses too.
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
        let slice = self.slice;
        let (open, pawn_escapes) = (&self.open, self.pawn_escapes.as_slice());
        let sources = sources(slice, loser, newly_won, self.pawn_losses.at(ply));
        let pawn_losses = by_block(self.pawn_losses.at(ply));
        for_each_block(
            &mut self.standing,
            sources.as_deref(),
            newly_lost,
            found,
            M::lost(ply),
            |b, standing, newly| {
                let Some(mut candidates) = moved_from(slice, loser, newly_won, pawn_losses(b), b) else {
                    return false;
                };
                keep(&mut candidates, standing);
                take_lost((slice, loser), (open, pawn_escapes), b, candidates, standing, newly)
            },
        )
    }
}

/// The positions of a block from which a man of `color` moves into `targets`, and those that pawn
/// moves change; `None` without any.
#[inline]
fn moved_from(
    slice: &Slice<'_>,
    color: Color,
    targets: &Plane,
    by_pawns: &[(u32, u64)],
    b: usize,
) -> Option<Block> {
    let mut from = block::EMPTY;
    slice.moves_into(color, targets, b, &mut from);
    for &(word, bits) in by_pawns {
        from[word as usize & 63] |= bits;
    }
    (from != block::EMPTY).then_some(from)
}

/// Moves the candidates from which the loser has no escape, by pieces or pawns, out of `standing`;
/// false if there are none.
#[inline]
fn take_lost(
    (slice, loser): (&Slice<'_>, Color),
    (open, pawn_escapes): (&Plane, &[Block]),
    b: usize,
    mut candidates: Block,
    standing: &mut Block,
    lost: &mut Block,
) -> bool {
    if let Some(escapes) = pawn_escapes.get(b) {
        remove(&mut candidates, escapes);
    }
    if candidates != block::EMPTY {
        slice.remove_movers(loser, open, b, &mut candidates);
    }
    *lost = candidates;
    remove(standing, &candidates);
    candidates != block::EMPTY
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

/// If fewer than one in this number of blocks have target positions, the blocks with moves into
/// them are determined first.
const SPARSE: usize = 32;

/// Marks the blocks from which a man of `color` may move into `targets`, and those with changes by
/// pawn moves; `None` if there are too many targets, or too few blocks, for this to be worthwhile.
fn sources(slice: &Slice<'_>, color: Color, targets: &Plane, by_pawns: &[(u32, u64)]) -> Option<Vec<bool>> {
    let blocks = targets.marks.len();
    let marked = || (0..blocks).filter(|&b| targets.marks[b]);
    if blocks < PARALLEL_MIN_BLOCKS || marked().count() * SPARSE > blocks {
        return None;
    }
    let mut sources = vec![false; blocks];
    marked().for_each(|target| slice.for_each_source(color, target, |source| sources[source] = true));
    for &(word, _) in by_pawns {
        sources[word as usize >> 6] = true;
    }
    Some(sources)
}

/// Runs `work(block number, plane's block, new positions)` on every block, or on those of
/// `sources`, marks the blocks for which it returns true (new positions), and passes these to
/// `found` with this value. `work` always gets empty blocks, whatever was in `new`, and usually
/// leaves them empty.
fn for_each_block<V: Copy + Send + Sync, F: Found<V>>(
    plane: &mut [Block],
    sources: Option<&[bool]>,
    new: &mut Plane,
    found: &mut F,
    value: V,
    work: impl Fn(usize, &mut Block, &mut Block) -> bool + Sync,
) -> Result<(), F::Error> {
    let one = |b: usize, plane: &mut Block, new: &mut Block, mark: &mut bool, mut target: F::Target<'_>| {
        if *mark {
            *new = block::EMPTY;
        }
        *mark = sources.is_none_or(|sources| sources[b]) && work(b, plane, new);
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
        all.for_each(shared(&|(b, (plane, ((new, mark), target)))| one(b, plane, new, mark, target)));
    }
    found.ply_found(value, new)
}

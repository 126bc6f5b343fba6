//! Pawn moves: all of them lead to a pawn structure that is already solved, or to another table.

use board::{Color, Man, Piece, Placement, Square, get_pawn_attacks, legal_moves};

use std::sync::Mutex;

use rayon::prelude::*;
use syzygy::write::vectorized;

use super::block::{self, Block};
use super::finished::Finished;
use super::slice::{PARALLEL_MIN_BLOCKS, Slice};
use super::solved::{Find, Subtable, Successor};
use crate::endings::PROMOTIONS;
use crate::index::layout::Squares;
use crate::value::dtz::DtzCode;
use crate::value::metric::{DRAW_MERIT, Merit, Metric, with_en_passant};
use crate::work::shared;

/// Computes the merits of pawn moves in one pawn structure.
pub(super) struct PawnMoves<'p, 'l, 't, M: Metric, S> {
    pub(super) slice: &'p Slice<'l>,
    /// The structures solved before this one.
    pub(super) finished: Finished<'p, M::Value>,
    /// Looks up smaller and promoted tables.
    pub(super) find: Find<'p, 't, S>,
    /// By lead man and slot, the ranks (see [`PawnMerits`]) of the best promotions without a
    /// capture, where they are known already: promoted tables are then not looked up.
    pub(super) promoted: Option<&'p [Vec<u8>]>,
}

/// The arrays of solved structures' merits, for reuse: allocating them costs more than filling
/// them.
#[derive(Default)]
pub(super) struct Spare(Mutex<Vec<PawnMerits>>);

impl Spare {
    fn take(&self, slots: usize) -> PawnMerits {
        let kept = self.0.lock().expect("no panic while locked").pop();
        kept.unwrap_or_else(|| PawnMerits {
            quiet: vec![0; slots],
            captures: vec![0; slots],
            ranks: Vec::new(),
        })
    }

    /// Keeps the arrays of merits of the same part that are no longer needed.
    pub(super) fn keep(&self, merits: impl IntoIterator<Item = PawnMerits>) {
        let of_a_side_with_pawns = |merits: &PawnMerits| !merits.quiet.is_empty();
        let merits = merits.into_iter().filter(of_a_side_with_pawns);
        self.0.lock().expect("no panic while locked").extend(merits);
    }
}

/// Blocks of a structure whose merits are computed as one unit of work.
const UNIT_BLOCKS: usize = 64;

/// The merit of the best pawn moves, slot by slot; empty for a side without pawns.
#[derive(Default)]
pub(super) struct PawnMerits {
    /// Pushes and promotions.
    pub(super) quiet: Vec<Merit>,
    /// Captures, promoting or not; en passant is never possible in a table position.
    pub(super) captures: Vec<Merit>,
    /// Instead of both, for merits of results alone: the rank of the merit in [`BY_RANK`] of the
    /// quiet moves in the lower four bits, of the captures in the upper ones.
    ranks: Vec<u8>,
}

/// The merits of results: no move, then loss to win.
const BY_RANK: [Merit; 6] = {
    let [loss, blessed_loss, draw, cursed_win, win] = DtzCode::WORTH;
    [0, loss, blessed_loss, draw, cursed_win, win]
};

/// The place of a merit in [`BY_RANK`]. A sum of comparisons, so that it vectorizes.
#[inline(always)]
pub(crate) fn rank_of(merit: Merit) -> u8 {
    BY_RANK[1..].iter().map(|&least| u8::from(merit >= least)).sum()
}

/// The merit of a rank. A chain of selections, so that it vectorizes.
#[inline(always)]
fn merit_of(rank: u8) -> Merit {
    (0..).zip(BY_RANK).fold(0, |found, (number, merit)| if rank == number { merit } else { found })
}

impl PawnMerits {
    /// True for a side without pawns.
    pub(super) fn is_empty(&self) -> bool {
        self.quiet.is_empty() && self.ranks.is_empty()
    }

    /// The best pawn moves of both kinds, 64 slots at a time, starting at a word; none for a side
    /// without pawns.
    pub(super) fn words_from(&self, word: usize) -> impl Iterator<Item = [Merit; 64]> + '_ {
        let words = self.quiet.as_chunks::<64>().0.iter().zip(self.captures.as_chunks::<64>().0);
        // Skipped before the maximum is computed.
        let full =
            words.skip(word).map(|(quiet, captures)| std::array::from_fn(|i| quiet[i].max(captures[i])));
        let ranked = self.ranks.as_chunks::<64>().0.iter().skip(word);
        full.chain(ranked.map(|ranks| ranks.map(|rank| merit_of((rank & 15).max(rank >> 4)))))
    }

    /// The slots of a block, by word, whose best quiet move or capture has this merit of a result;
    /// only for merits that are ranked.
    pub(super) fn ranked(&self, kind: Ranked, worth: Merit, b: usize) -> Block {
        let (rank, shift) = (rank_of(worth), if kind == Ranked::Quiet { 0 } else { 4 });
        let words = &self.ranks.as_chunks::<64>().0[b << 6..];
        std::array::from_fn(|word| block::word_of(&words[word], |ranks| ranks >> shift & 15 == rank))
    }
}

/// The two kinds of pawn moves.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ranked {
    /// Pushes and promotions.
    Quiet,
    /// Captures, promoting or not.
    Captures,
}

impl<'t, M: Metric, S: Subtable + 't> PawnMoves<'_, '_, 't, M, S> {
    /// The [`Metric::merit`] of the best pawn move of `mover` in every slot; 0 if there is none.
    /// Undefined for slots without legal positions. `spare` has memory to reuse.
    pub(super) fn merits(&self, mover: Color, spare: &Spare) -> PawnMerits {
        let slots = self.slice.layout.slots_per_lead();
        let mut merits = spare.take(slots);
        let fill = |(unit, (quiet, captures)): (usize, (&mut [Merit], &mut [Merit]))| {
            self.fill(mover, unit * UNIT_BLOCKS, quiet, captures);
        };
        let size = (UNIT_BLOCKS << 12).min(slots);
        if self.slice.blocks() < PARALLEL_MIN_BLOCKS {
            let units = merits.quiet.chunks_mut(size).zip(merits.captures.chunks_mut(size));
            units.enumerate().for_each(fill);
        } else {
            let units = merits.quiet.par_chunks_mut(size).zip(merits.captures.par_chunks_mut(size));
            units.enumerate().for_each(shared(&fill));
        }
        merits
    }

    /// The same in one byte per slot, for metrics whose merits are those of results alone.
    pub(super) fn ranked_merits(&self, mover: Color) -> PawnMerits {
        let slots = self.slice.layout.slots_per_lead();
        let mut ranks = vec![0; slots];
        let size = (UNIT_BLOCKS << 12).min(slots);
        let room = || (vec![0; size], vec![0; size]);
        let units = ranks.par_chunks_mut(size).enumerate();
        units.for_each_init(room, |(quiet, captures), (unit, ranks)| {
            let (quiet, captures) = (&mut quiet[..ranks.len()], &mut captures[..ranks.len()]);
            self.fill(mover, unit * UNIT_BLOCKS, quiet, captures);
            for ((ranks, &quiet), &captures) in ranks.iter_mut().zip(&*quiet).zip(&*captures) {
                *ranks = rank_of(quiet) | rank_of(captures) << 4;
            }
        });
        PawnMerits { ranks, ..PawnMerits::default() }
    }

    /// Fills the merits of consecutive blocks from this one on.
    fn fill(&self, mover: Color, first: usize, quiet: &mut [Merit], captures: &mut [Merit]) {
        let layout = self.slice.layout;
        let structure = self.slice.outside(0).squares;
        // Also fills fresh zero pages: a page that is read before it is written faults twice, the
        // second time interrupting all threads.
        quiet.fill(0);
        captures.fill(0);
        for pawn in (0..layout.lead_men).filter(|&i| layout.men[i].0 == mover) {
            vectorized(
                self.slice.unit,
                #[inline(always)]
                || self.pushes(pawn, &structure, first, quiet),
            );
            self.captures(pawn, &structure, first, captures);
        }
    }

    #[inline(always)]
    fn pushes(&self, pawn: usize, structure: &Squares, first: usize, merits: &mut [Merit]) {
        let mover = self.slice.layout.men[pawn].0;
        let lead = &structure[..self.slice.layout.lead_men];
        let step = |square: u8| if mover == Color::White { square + 8 } else { square - 8 };
        let one = step(structure[pawn]);
        if is_last_rank(one) {
            return match self.promoted {
                Some(ranks) => add_ranked(&ranks[pawn][first << 12..], merits),
                None => self.promotions(pawn, one, first, merits),
            };
        }
        if lead.contains(&one) {
            return;
        }
        self.push_to(pawn, [one, one], structure, first, merits);
        let two = step(one);
        let on_start = structure[pawn] >> 3 == if mover == Color::White { 1 } else { 6 };
        if on_start && !lead.contains(&two) {
            let beside = |&(i, &s): &(usize, &u8)| {
                self.slice.layout.men[i].0 != mover && s >> 3 == two >> 3 && s.abs_diff(two) == 1
            };
            let takers: Vec<usize> = lead.iter().enumerate().filter(beside).map(|(i, _)| i).collect();
            if takers.is_empty() {
                self.push_to(pawn, [one, two], structure, first, merits);
            } else {
                self.double_push_en_passant(pawn, [one, two], &takers, first, merits);
            }
        }
    }

    fn promotions(&self, pawn: usize, to: u8, first: usize, merits: &mut [Merit]) {
        let layout = self.slice.layout;
        let opponent = !layout.men[pawn].0;
        let successors = PROMOTIONS.map(|piece| self.successor(pawn, piece, None));
        let vector_man = layout.men.len() - 1;
        let mut found = [0; 64];
        self.for_each_word(first, merits, |squares, merits| {
            if squares[layout.lead_men..vector_man].contains(&to) {
                return;
            }
            let from = std::mem::replace(&mut squares[pawn], to);
            let mut best = [0; 64];
            for successor in &successors {
                if successor.is_always_drawn() {
                    // No lookup needed: legal if the promotion to a queen is, and a draw.
                    best = best.map(|merit| if merit == 0 { 0 } else { merit.max(DRAW_MERIT) });
                    continue;
                }
                successor.merits(opponent, squares, vector_man, &mut found);
                for (best, &merit) in best.iter_mut().zip(&found) {
                    *best = merit.max(*best);
                }
            }
            best[to as usize] = 0;
            for (merit, best) in merits.iter_mut().zip(best) {
                *merit = best.max(*merit);
            }
            squares[pawn] = from;
        });
    }

    /// A push without en passant, over the first square of `path` to the second (the same for a
    /// single step): the same slots of another structure, 64 at a time.
    #[inline(always)]
    fn push_to(&self, pawn: usize, path: [u8; 2], structure: &Squares, first: usize, merits: &mut [Merit]) {
        let layout = self.slice.layout;
        let [one, to] = path;
        let passed = (one != to).then_some(one);
        let mut moved = *structure;
        moved[pawn] = to;
        let (lead, symmetry) = layout.lead(&moved);
        let slots = layout.slots_per_lead();
        let child = self.finished.of_lead(!layout.men[pawn].0, lead, slots);
        // With a man on `to` the child's slot is not a position, which means no move; only the
        // square passed must be checked.
        let mirrored = symmetry.apply_index(0);
        for (b, merits) in (first..).zip(merits.as_chunks_mut::<4096>().0) {
            let outside = self.slice.outside(b);
            if passed.is_some_and(|passed| outside.occupied >> passed & 1 != 0) {
                continue;
            }
            let child_block = if mirrored == 0 {
                b
            } else {
                let mut squares = outside.squares;
                squares[pawn] = to;
                (layout.slot(&squares) % slots) >> 12
            };
            let values = &child[child_block << 12..][..4096];
            for (row, merits) in merits.as_chunks_mut::<64>().0.iter_mut().enumerate() {
                if passed.is_some_and(|passed| usize::from(passed) == row) {
                    continue;
                }
                let values = &values[(row ^ mirrored) << 6..][..64];
                let kept = passed.map(|p| merits[p as usize]);
                if mirrored == 0 {
                    for (merit, &value) in merits.iter_mut().zip(values) {
                        *merit = M::merit(value).max(*merit);
                    }
                } else {
                    for (square, merit) in merits.iter_mut().enumerate() {
                        *merit = M::merit(values[square ^ mirrored]).max(*merit);
                    }
                }
                if let (Some(square), Some(kept)) = (passed, kept) {
                    merits[square as usize] = kept;
                }
            }
        }
    }

    /// A double push beside enemy pawns that may capture en passant: the reply is part of the
    /// move's value.
    fn double_push_en_passant(
        &self,
        pawn: usize,
        path: [u8; 2],
        takers: &[usize],
        first: usize,
        merits: &mut [Merit],
    ) {
        let layout = self.slice.layout;
        let mover = layout.men[pawn].0;
        let [one, two] = path;
        let men_left: Vec<_> = (0..layout.men.len())
            .filter(|&i| i != pawn)
            .map(|i| (layout.men[i].0, layout.men[i].1, i))
            .collect();
        let after_capture = Successor::new(&men_left, self.find);
        let slots = layout.slots_per_lead();
        let vector_man = layout.men.len() - 1;
        self.for_each_word(first, merits, |squares, merits| {
            let from = std::mem::replace(&mut squares[pawn], two);
            for (square, merit) in (0..).zip(merits) {
                squares[vector_man] = square;
                let men = &squares[layout.lead_men..layout.men.len()];
                if men.contains(&one) || men.contains(&two) {
                    continue;
                }
                let child = layout.slot(squares);
                let quiet = self.finished.of_lead(!mover, child / slots, slots)[child % slots];
                if quiet != M::ILLEGAL {
                    let capture = takers.iter().map(|&taker| {
                        let mut taken = *squares;
                        taken[taker] = one;
                        after_capture.merit(mover, &taken)
                    });
                    let reply = capture.max().expect("an enemy pawn can capture");
                    let value = with_en_passant::<M>(quiet, reply, || {
                        !has_other_moves(layout.men.as_slice(), squares, !mover)
                    });
                    *merit = M::merit(value).max(*merit);
                }
            }
            squares[pawn] = from;
        });
    }

    fn captures(&self, pawn: usize, structure: &Squares, first: usize, merits: &mut [Merit]) {
        let layout = self.slice.layout;
        let mover = layout.men[pawn].0;
        let vector_man = layout.men.len() - 1;
        for to in get_pawn_attacks(Square::index(structure[pawn] as usize), mover) {
            let to = to as u8;
            let pieces: &[Piece] = if is_last_rank(to) { &PROMOTIONS } else { &[Piece::Pawn] };
            for victim in 0..layout.men.len() {
                let (color, piece) = layout.men[victim];
                let in_lead = victim < layout.lead_men;
                // On a pawn's square there is no other man to capture.
                let there = structure[..layout.lead_men].iter().position(|&square| square == to);
                if color == mover || piece == Piece::King || there != in_lead.then_some(victim) {
                    continue;
                }
                let successors: Vec<_> =
                    pieces.iter().map(|&becomes| self.successor(pawn, becomes, Some(victim))).collect();
                let mut found = [0; 64];
                self.for_each_word(first, merits, |squares, merits| {
                    if victim != vector_man && squares[victim] != to {
                        return;
                    }
                    let from = std::mem::replace(&mut squares[pawn], to);
                    for successor in &successors {
                        if victim == vector_man {
                            squares[vector_man] = to;
                            let merit = &mut merits[usize::from(to)];
                            *merit = successor.merit(!mover, squares).max(*merit);
                            continue;
                        }
                        successor.merits(!mover, squares, vector_man, &mut found);
                        for (merit, &found) in merits.iter_mut().zip(&found) {
                            *merit = found.max(*merit);
                        }
                    }
                    squares[pawn] = from;
                });
            }
        }
    }

    /// The table after `pawn` has promoted to `piece` (a pawn for no promotion) and captured
    /// `victim`.
    fn successor(&self, pawn: usize, piece: Piece, victim: Option<usize>) -> Successor<'t, S> {
        let men = &self.slice.layout.men;
        let kept = (0..men.len()).filter(|&i| Some(i) != victim);
        let men: Vec<_> = kept.map(|i| (men[i].0, if i == pawn { piece } else { men[i].1 }, i)).collect();
        Successor::new(&men, self.find)
    }

    /// Visits every word of consecutive blocks from this one on with its merits; the visitor
    /// handles the vector man's square.
    fn for_each_word(
        &self,
        first: usize,
        merits: &mut [Merit],
        mut visit: impl FnMut(&mut Squares, &mut [Merit; 64]),
    ) {
        let row_man = self.slice.outside_men();
        for (b, merits) in (first..).zip(merits.as_chunks_mut::<4096>().0) {
            let mut squares = self.slice.outside(b).squares;
            for (row, merits) in (0..).zip(merits.as_chunks_mut::<64>().0) {
                squares[row_man] = row;
                visit(&mut squares, merits);
            }
        }
    }
}

/// Adds the merits of moves given by rank.
#[inline(always)]
fn add_ranked(ranks: &[u8], merits: &mut [Merit]) {
    for (merit, &rank) in merits.iter_mut().zip(ranks) {
        *merit = merit_of(rank).max(*merit);
    }
}

fn is_last_rank(square: u8) -> bool {
    !(8..56).contains(&square)
}

/// True when `side` has a legal move other than en passant.
fn has_other_moves(men: &[(Color, Piece)], squares: &Squares, side: Color) -> bool {
    let on_board = men.iter().zip(squares).map(|(&(color, piece), &square)| Man {
        color,
        piece,
        square: Square::index(square as usize),
    });
    let placement = Placement::new(side, &on_board.collect::<Vec<_>>()).and_then(|p| p.to_board());
    placement.is_ok_and(|board| !legal_moves(&board).is_empty())
}

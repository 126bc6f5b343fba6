//! Pawn moves: all of them lead to a pawn structure that is already solved, or to another table.

use board::{Color, Man, Piece, Placement, Square, get_pawn_attacks, legal_moves, narrow};

use std::sync::Mutex;

use rayon::prelude::*;
use syzygy::write::vectorized;

use super::finished::Finished;
use super::slice::{PARALLEL_MIN_BLOCKS, Slice};
use super::solved::{Find, Subtable, Successor};
use crate::endings::PROMOTIONS;
use crate::index::layout::Squares;
use crate::value::metric::{DRAW_MERIT, Merit, Metric, with_en_passant};
use crate::work::shared;

/// Computes the merits of pawn moves in one pawn structure.
pub(super) struct PawnMoves<'p, 'l, 't, M: Metric, S> {
    pub(super) slice: &'p Slice<'l>,
    /// The structures solved before this one.
    pub(super) finished: Finished<'p, M::Value>,
    /// Looks up smaller and promoted tables.
    pub(super) find: Find<'p, 't, S>,
    /// Memory to reuse.
    pub(super) spare: &'p Spare,
}

/// The arrays of solved structures' merits, for reuse: allocating them costs more than filling
/// them.
#[derive(Default)]
pub(super) struct Spare(Mutex<Vec<PawnMerits>>);

impl Spare {
    fn take(&self, slots: usize) -> PawnMerits {
        let kept = self.0.lock().expect("no panic while locked").pop();
        kept.unwrap_or_else(|| PawnMerits { quiet: vec![0; slots], captures: vec![0; slots] })
    }

    /// Keeps the arrays of merits of the same part that are no longer needed.
    pub(super) fn keep(&self, merits: impl IntoIterator<Item = PawnMerits>) {
        let of_a_side_with_pawns = |merits: &PawnMerits| !merits.quiet.is_empty();
        let merits = merits.into_iter().filter(of_a_side_with_pawns);
        self.0.lock().expect("no panic while locked").extend(merits);
    }
}

/// The slots with the first free man (White's king) on one square; they are contiguous, and those
/// of all squares are processed in parallel.
#[derive(Clone, Copy)]
struct KingSlots {
    /// The square of the first free man.
    first: u8,
}

/// The merit of the best pawn moves, slot by slot; empty for a side without pawns.
#[derive(Default)]
pub(super) struct PawnMerits {
    /// Pushes and promotions.
    pub(super) quiet: Vec<Merit>,
    /// Captures, promoting or not; en passant is never possible in a table position.
    pub(super) captures: Vec<Merit>,
}

impl PawnMerits {
    /// The best pawn moves of both kinds, 64 slots at a time, starting at a word; none for a side
    /// without pawns.
    pub(super) fn words_from(&self, word: usize) -> impl Iterator<Item = [Merit; 64]> + '_ {
        let words = self.quiet.as_chunks::<64>().0.iter().zip(self.captures.as_chunks::<64>().0);
        // Skipped before the maximum is computed.
        words.skip(word).map(|(quiet, captures)| std::array::from_fn(|i| quiet[i].max(captures[i])))
    }
}

impl<'t, M: Metric, S: Subtable + 't> PawnMoves<'_, '_, 't, M, S> {
    /// The [`Metric::merit`] of the best pawn move of `mover` in every slot; 0 if there is none.
    /// Undefined for slots without legal positions.
    pub(super) fn merits(&self, mover: Color) -> PawnMerits {
        let layout = self.slice.layout;
        let slots = layout.slots_per_lead();
        let mut merits = self.spare.take(slots);
        let structure = self.slice.outside(0).squares;
        let fill = |(first, (quiet, captures)): (usize, (&mut [Merit], &mut [Merit]))| {
            let king = KingSlots { first: narrow(first) };
            // Also fills fresh zero pages: a page that is read before it is written faults twice,
            // the second time interrupting all threads.
            quiet.fill(0);
            captures.fill(0);
            for pawn in (0..layout.lead_men).filter(|&i| layout.men[i].0 == mover) {
                vectorized(
                    self.slice.unit,
                    #[inline(always)]
                    || self.pushes(pawn, &structure, king, quiet),
                );
                self.captures(pawn, &structure, king, captures);
            }
        };
        let size = slots / 64;
        if self.slice.blocks() < PARALLEL_MIN_BLOCKS {
            let slices = merits.quiet.chunks_mut(size).zip(merits.captures.chunks_mut(size));
            slices.enumerate().for_each(fill);
        } else {
            let slices = merits.quiet.par_chunks_mut(size).zip(merits.captures.par_chunks_mut(size));
            slices.enumerate().for_each(shared(&fill));
        }
        merits
    }

    #[inline(always)]
    fn pushes(&self, pawn: usize, structure: &Squares, king: KingSlots, merits: &mut [Merit]) {
        let mover = self.slice.layout.men[pawn].0;
        let lead = &structure[..self.slice.layout.lead_men];
        let step = |square: u8| if mover == Color::White { square + 8 } else { square - 8 };
        let one = step(structure[pawn]);
        if is_last_rank(one) {
            return self.promotions(pawn, one, structure, king, merits);
        }
        if lead.contains(&one) {
            return;
        }
        self.push_to(pawn, [one, one], structure, king, merits);
        let two = step(one);
        let on_start = structure[pawn] >> 3 == if mover == Color::White { 1 } else { 6 };
        if on_start && !lead.contains(&two) {
            let beside = |&(i, &s): &(usize, &u8)| {
                self.slice.layout.men[i].0 != mover && s >> 3 == two >> 3 && s.abs_diff(two) == 1
            };
            let takers: Vec<usize> = lead.iter().enumerate().filter(beside).map(|(i, _)| i).collect();
            if takers.is_empty() {
                self.push_to(pawn, [one, two], structure, king, merits);
            } else {
                self.double_push_en_passant(pawn, [one, two], &takers, structure, king, merits);
            }
        }
    }

    fn promotions(&self, pawn: usize, to: u8, structure: &Squares, king: KingSlots, merits: &mut [Merit]) {
        let layout = self.slice.layout;
        let opponent = !layout.men[pawn].0;
        let successors = PROMOTIONS.map(|piece| self.successor(pawn, piece, None));
        let vector_man = layout.men.len() - 1;
        let mut found = [0; 64];
        self.for_each_word(structure, king, |word, squares| {
            if squares[layout.lead_men..vector_man].contains(&to) {
                return;
            }
            squares[pawn] = to;
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
            for (merit, best) in merits[word * 64..word * 64 + 64].iter_mut().zip(best) {
                *merit = best.max(*merit);
            }
            squares[pawn] = structure[pawn];
        });
    }

    /// A push without en passant, over the first square of `path` to the second (the same for a
    /// single step): the same slots of another structure, 64 at a time.
    #[inline(always)]
    fn push_to(
        &self,
        pawn: usize,
        path: [u8; 2],
        structure: &Squares,
        king: KingSlots,
        merits: &mut [Merit],
    ) {
        let layout = self.slice.layout;
        let [one, to] = path;
        let passed = (one != to).then_some(one);
        let mut moved = *structure;
        moved[pawn] = to;
        let (lead, symmetry) = layout.lead(&moved);
        let child = self.finished.of_lead(!layout.men[pawn].0, lead, layout.slots_per_lead());
        // With a man on `to` the child's slot is not a position, which means no move; only the
        // square passed must be checked.
        let mirrored = symmetry.apply_index(0);
        let digits = layout.free_men() - 1;
        let first_word = usize::from(king.first) << (6 * (digits - 1));
        for (word, merits) in (first_word..).zip(merits.chunks_exact_mut(64)) {
            let blocked = |square: u8| (0..digits).any(|i| word >> (6 * i) & 63 == square as usize);
            if passed.is_some_and(blocked) {
                continue;
            }
            let from = (0..digits).fold(0, |acc, i| acc | (word >> (6 * i) & 63 ^ mirrored) << (6 * i));
            let values = &child[from * 64..from * 64 + 64];
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

    /// A double push beside enemy pawns that may capture en passant: the reply is part of the
    /// move's value.
    fn double_push_en_passant(
        &self,
        pawn: usize,
        path: [u8; 2],
        takers: &[usize],
        structure: &Squares,
        king: KingSlots,
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
        self.for_each_slot(None, structure, king, |slot, squares| {
            let men = &squares[layout.lead_men..layout.men.len()];
            if men.contains(&one) || men.contains(&two) {
                return;
            }
            squares[pawn] = two;
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
                merits[slot] = merits[slot].max(M::merit(value));
            }
            squares[pawn] = structure[pawn];
        });
    }

    fn captures(&self, pawn: usize, structure: &Squares, king: KingSlots, merits: &mut [Merit]) {
        let layout = self.slice.layout;
        let mover = layout.men[pawn].0;
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
                for &becomes in pieces {
                    let successor = self.successor(pawn, becomes, Some(victim));
                    let at = (!in_lead).then_some((victim, to));
                    self.for_each_slot(at, structure, king, |slot, squares| {
                        squares[pawn] = to;
                        merits[slot] = merits[slot].max(successor.merit(!mover, squares));
                        squares[pawn] = structure[pawn];
                    });
                }
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

    /// Visits every word of some king slots; the visitor handles the vector man's square.
    fn for_each_word(
        &self,
        structure: &Squares,
        king: KingSlots,
        mut visit: impl FnMut(usize, &mut Squares),
    ) {
        let layout = self.slice.layout;
        let digits = layout.free_men() - 2;
        let mut squares = *structure;
        squares[layout.lead_men] = king.first;
        for word in 0..1usize << (6 * digits) {
            for (i, square) in squares[layout.lead_men + 1..][..digits].iter_mut().enumerate() {
                *square = narrow(word >> (6 * (digits - 1 - i)) & 63);
            }
            visit(word, &mut squares);
        }
    }

    /// Visits every slot of some king slots, numbered from their beginning, or only those with man
    /// `at.0` (not the first free man) on square `at.1`.
    fn for_each_slot(
        &self,
        at: Option<(usize, u8)>,
        structure: &Squares,
        king: KingSlots,
        mut visit: impl FnMut(usize, &mut Squares),
    ) {
        let layout = self.slice.layout;
        let digits = layout.free_men() - 1;
        let mut squares = *structure;
        squares[layout.lead_men] = king.first;
        // The fixed digit is excluded from the count and inserted again.
        let shift = at.map(|(man, _)| 6 * (layout.men.len() - 1 - man));
        let count = 1usize << (6 * (digits - usize::from(at.is_some())));
        for number in 0..count {
            let slot = match (shift, at) {
                (Some(shift), Some((_, square))) => {
                    let (high, low) = (number >> shift, number & ((1 << shift) - 1));
                    (high << 6 | square as usize) << shift | low
                }
                _ => number,
            };
            for (i, square) in squares[layout.lead_men + 1..][..digits].iter_mut().enumerate() {
                *square = narrow(slot >> (6 * (digits - 1 - i)) & 63);
            }
            visit(slot, &mut squares);
        }
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

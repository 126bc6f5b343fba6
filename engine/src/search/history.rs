//! Histories of moves that did well elsewhere in the tree, and of errors of the evaluation.

use board::{Color, Move, Piece, Square};

use crate::params::{self as p, Params};
use crate::position::Position;

/// A moved piece and its target: the key of continuation histories.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Moved(u16);

const MEN_TARGETS: usize = 12 * 64;

impl Moved {
    /// No move, or a null move: nothing is learned about moves after it.
    pub(super) const NONE: Self = Self(MEN_TARGETS as u16);

    pub(super) fn new(color: Color, piece: Piece, mv: Move) -> Self {
        Self(((color as usize * 6 + piece as usize) * 64 + mv.to as usize) as u16)
    }
}

/// An entry that bonuses pull toward plus or minus [`p::HISTORY_MAX`], with less effect the closer
/// it is (history gravity).
fn add(entry: &mut i16, bonus: i32, limit: i32) {
    let bonus = bonus.clamp(-limit, limit);
    let old = i32::from(*entry);
    *entry = (old + bonus - old * bonus.abs() / limit) as i16;
}

/// The bonus of a move that caused a cutoff at this depth.
pub(super) fn bonus(params: &Params, depth: i32) -> i32 {
    (params.history_bonus_factor * depth - params.history_bonus_offset).clamp(0, params.history_bonus_max)
}

/// An entry for each target square.
type ByTarget = [i16; 64];

/// The histories of one thread. Kept between moves of a game.
pub struct Histories {
    /// `[color][from][to]`.
    quiet: Box<[[ByTarget; 64]; 2]>,
    /// `[piece][to][victim]`.
    capture: Box<[[[i16; 6]; 64]; 6]>,
    /// `[earlier Moved][piece][to]`.
    continuation: Box<[[ByTarget; 6]; MEN_TARGETS + 1]>,
    /// `[color][pawn key]`.
    pawn_correction: Box<[i16; 2 * p::CORRECTION_ENTRIES]>,
    /// `[color][white's, black's pieces key]`.
    piece_correction: Box<[i16; 4 * p::CORRECTION_ENTRIES]>,
}

impl Default for Histories {
    fn default() -> Self {
        Self {
            quiet: boxed([[0; 64]; 64]),
            capture: boxed([[0; 6]; 64]),
            continuation: boxed([[0; 64]; 6]),
            pawn_correction: boxed(0),
            piece_correction: boxed(0),
        }
    }
}

/// An array on the heap, never on the stack.
fn boxed<T: Clone, const N: usize>(value: T) -> Box<[T; N]> {
    let Ok(array) = vec![value; N].into_boxed_slice().try_into() else { unreachable!("it has N entries") };
    array
}

/// The histories for one node's quiet moves.
pub(super) struct Quiets<'a> {
    alone: &'a [ByTarget; 64],
    after: [&'a [ByTarget; 6]; 3],
}

impl<'a> Quiets<'a> {
    /// The history score of a move.
    #[inline]
    pub(super) fn value(&self, piece: Piece, mv: Move) -> i32 {
        self.of(piece, mv.from).value(mv.to)
    }

    /// The histories for one piece's moves.
    #[inline]
    pub(super) fn of(&self, piece: Piece, from: Square) -> QuietsOfMan<'a> {
        let [one, two, four] = self.after;
        let piece = piece as usize;
        QuietsOfMan { alone: &self.alone[from as usize], after: [&one[piece], &two[piece], &four[piece]] }
    }
}

/// The histories for the quiet moves of one piece.
pub(super) struct QuietsOfMan<'a> {
    alone: &'a ByTarget,
    after: [&'a ByTarget; 3],
}

impl QuietsOfMan<'_> {
    /// The history score of a target square.
    #[inline]
    pub(super) fn value(&self, to: Square) -> i32 {
        let to = to as usize;
        let [one, two, four] = self.after;
        i32::from(self.alone[to]) + i32::from(one[to]) + i32::from(two[to]) + i32::from(four[to]) / 2
    }
}

impl Histories {
    /// Clears everything.
    pub(super) fn clear(&mut self) {
        self.quiet.fill([[0; 64]; 64]);
        self.capture.fill([[0; 6]; 64]);
        self.continuation.fill([[0; 64]; 6]);
        self.pawn_correction.fill(0);
        self.piece_correction.fill(0);
    }

    /// The history scores of quiet moves, by themselves and after the previous moves.
    #[inline]
    pub(super) fn quiets(&self, color: Color, [one, two, four]: [Moved; 3]) -> Quiets<'_> {
        Quiets {
            alone: &self.quiet[color as usize],
            after: [self.after(one), self.after(two), self.after(four)],
        }
    }

    #[inline]
    fn after(&self, moved: Moved) -> &[ByTarget; 6] {
        &self.continuation[moved.0 as usize]
    }

    pub(super) fn reward_quiet(
        &mut self,
        color: Color,
        piece: Piece,
        mv: Move,
        before: [Moved; 3],
        bonus: i32,
    ) {
        add(&mut self.quiet[color as usize][mv.from as usize][mv.to as usize], bonus, p::HISTORY_MAX);
        for moved in before {
            if moved != Moved::NONE {
                let entry = &mut self.continuation[moved.0 as usize][piece as usize][mv.to as usize];
                add(entry, bonus, p::HISTORY_MAX);
            }
        }
    }

    /// The history score of a capture. A promotion without capture counts as capturing a pawn.
    pub(super) fn capture(&self, piece: Piece, mv: Move, victim: Option<Piece>) -> i32 {
        i32::from(self.capture[piece as usize][mv.to as usize][victim.unwrap_or(Piece::Pawn) as usize])
    }

    pub(super) fn reward_capture(&mut self, piece: Piece, mv: Move, victim: Option<Piece>, bonus: i32) {
        let victim = victim.unwrap_or(Piece::Pawn);
        let entry = &mut self.capture[piece as usize][mv.to as usize][victim as usize];
        add(entry, bonus, p::HISTORY_MAX);
    }

    /// Centipawns to add to the static evaluation of a position.
    pub(super) fn correction(&self, params: &Params, entries: &Corrected) -> i32 {
        let [white, black] = entries.pieces;
        let pieces = i32::from(self.piece_correction[white]) + i32::from(self.piece_correction[black]);
        let sum = i32::from(self.pawn_correction[entries.pawns]) * params.correction_pawn_weight
            + pieces * params.correction_piece_weight;
        sum / p::CORRECTION_DIVISOR
    }

    /// Updates the correction history: a search of this depth found an error of the evaluation of
    /// `error` centipawns.
    pub(super) fn learn_correction(&mut self, entries: &Corrected, depth: i32, error: i32) {
        let limit = p::CORRECTION_MAX / 4;
        let step = (error * depth / 8).clamp(-limit, limit);
        add(&mut self.pawn_correction[entries.pawns], step, p::CORRECTION_MAX);
        for slot in entries.pieces {
            add(&mut self.piece_correction[slot], step, p::CORRECTION_MAX);
        }
    }
}

/// The correction history entries of a position.
pub(super) struct Corrected {
    pawns: usize,
    /// White's and Black's.
    pieces: [usize; 2],
}

impl Corrected {
    #[inline]
    pub(super) fn new(position: &Position) -> Self {
        let mask = p::CORRECTION_ENTRIES - 1;
        let us = position.side_to_move() as usize;
        let slot = |table: usize, key: u64| table * p::CORRECTION_ENTRIES + (key as usize & mask);
        Self {
            pawns: slot(us, position.pawn_key()),
            pieces: [
                slot(us * 2, position.piece_key(Color::White)),
                slot(us * 2 + 1, position.piece_key(Color::Black)),
            ],
        }
    }
}

/// Orders captures by victim, then by history.
pub(super) fn capture_order(
    params: &Params,
    histories: &Histories,
    piece: Piece,
    mv: Move,
    victim: Option<Piece>,
) -> i32 {
    let taken = victim.map_or(0, |victim| p::EXCHANGE_VALUES[victim as usize]);
    let promoted = mv.promotion.map_or(0, |piece| p::EXCHANGE_VALUES[piece as usize]);
    (taken + promoted) * params.victim_factor + histories.capture(piece, mv, victim)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn histories_stay_within_their_limit(bonuses in proptest::collection::vec(-50_000..50_000i32, 1..100)) {
            let mut entry = 0;
            for bonus in bonuses {
                add(&mut entry, bonus, p::HISTORY_MAX);
                prop_assert!(i32::from(entry).abs() <= p::HISTORY_MAX);
            }
        }
    }

    #[test]
    fn rewards_raise_and_penalties_lower() {
        let mut histories = Histories::default();
        let mv: Move = "g1f3".parse().unwrap();
        let before =
            [Moved::new(Color::Black, Piece::Pawn, "e7e5".parse().unwrap()), Moved::NONE, Moved::NONE];
        histories.reward_quiet(Color::White, Piece::Knight, mv, before, 500);
        assert_eq!(histories.quiets(Color::White, before).value(Piece::Knight, mv), 1_000);
        histories.reward_quiet(Color::White, Piece::Knight, mv, before, -500);
        assert!(histories.quiets(Color::White, before).value(Piece::Knight, mv) < 100);
        assert_eq!(histories.quiets(Color::Black, [Moved::NONE; 3]).value(Piece::Knight, mv), 0);
    }
}

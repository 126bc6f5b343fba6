//! Move ordering: the hash move, winning captures, quiet moves by history, losing captures.

use board::{BitBoard, Move, Piece, PieceMoves, Rank, Square};

use super::exchange;
use super::history::{Histories, Moved, capture_order};
use super::stack::Stack;
use super::tactical;
use crate::params::Params;
use crate::position::Position;
use crate::position::checks::Checks;

#[derive(Clone, Copy)]
struct Ranked {
    mv: Move,
    order: i32,
}

/// A stack of the moves of all nodes of the current line: a node's moves are dropped when it is
/// left.
pub(super) struct MoveArena(Vec<Ranked>);

/// Initial capacity, enough for a long line; it grows when needed.
const ARENA_MOVES: usize = 1 << 13;

impl Default for MoveArena {
    fn default() -> Self {
        Self(Vec::with_capacity(ARENA_MOVES))
    }
}

impl MoveArena {
    /// The start of a new node's moves.
    pub(super) fn mark(&self) -> usize {
        self.0.len()
    }

    /// Drops the moves of a node and of all below it.
    pub(super) fn release(&mut self, mark: usize) {
        self.0.truncate(mark);
    }

    /// Moves the best move of a range to its front.
    fn select(&mut self, from: usize, to: usize) -> Ranked {
        let moves = &mut self.0[from..to];
        let (mut best, mut order) = (0, moves[0].order);
        for (index, ranked) in moves.iter().enumerate().skip(1) {
            if ranked.order > order {
                (best, order) = (index, ranked.order);
            }
        }
        moves.swap(0, best);
        moves[0]
    }
}

/// The inputs of move ordering.
pub(super) struct Ordering<'a> {
    pub(super) params: &'a Params,
    pub(super) histories: &'a Histories,
    pub(super) stack: &'a Stack,
    pub(super) ply: usize,
    /// The previous moves are used.
    pub(super) continuation: bool,
}

impl Ordering<'_> {
    fn before(&self) -> [Moved; 3] {
        if self.continuation { self.stack.moves_before(self.ply) } else { [Moved::NONE; 3] }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    HashMove,
    GenerateCaptures,
    GoodCaptures,
    GenerateQuiets,
    Quiets,
    BadCaptures,
}

/// Returns the moves of one node in order.
pub(super) struct Picker {
    stage: Stage,
    hash_move: Option<Move>,
    /// Captures must win at least this to be ordered before quiet moves.
    threshold: i32,
    /// Only captures that win the threshold and promotions to a queen.
    only_winning: bool,
    skip_quiets: bool,
    /// Only quiet moves that may give check.
    only_checks: bool,
    next: usize,
    captures: usize,
    bad_end: usize,
    quiets: usize,
    end: usize,
}

impl Picker {
    /// All moves, the hash move (which must be legal) first.
    pub(super) fn all(hash_move: Option<Move>) -> Self {
        Self::new(hash_move, 0, false)
    }

    /// Captures that win at least `threshold` centipawns.
    pub(super) fn winning_captures(hash_move: Option<Move>, threshold: i32) -> Self {
        Self::new(hash_move, threshold, true)
    }

    /// Captures that win at least `threshold` centipawns, then quiet moves that give check or may
    /// do so.
    pub(super) fn winning_captures_and_checks(hash_move: Option<Move>, threshold: i32) -> Self {
        Self { skip_quiets: false, only_checks: true, ..Self::winning_captures(hash_move, threshold) }
    }

    fn new(hash_move: Option<Move>, threshold: i32, only_winning: bool) -> Self {
        Self {
            stage: Stage::HashMove,
            hash_move,
            threshold,
            only_winning,
            skip_quiets: only_winning,
            only_checks: false,
            next: 0,
            captures: 0,
            bad_end: 0,
            quiets: 0,
            end: 0,
        }
    }

    /// Skips the remaining quiet moves.
    pub(super) fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    /// True once only losing captures remain.
    pub(super) fn is_at_bad_captures(&self) -> bool {
        self.stage == Stage::BadCaptures
    }

    /// The next move.
    pub(super) fn next(
        &mut self,
        arena: &mut MoveArena,
        position: &Position,
        ordering: &Ordering,
    ) -> Option<Move> {
        if self.stage == Stage::HashMove {
            self.stage = Stage::GenerateCaptures;
            if self.hash_move.is_some() {
                return self.hash_move;
            }
        }
        if self.stage == Stage::GenerateCaptures {
            self.generate_captures(arena, position, ordering);
            self.stage = Stage::GoodCaptures;
        }
        if self.stage == Stage::GoodCaptures {
            if let Some(mv) = self.next_good_capture(arena, position) {
                return Some(mv);
            }
            self.stage = Stage::GenerateQuiets;
        }
        if self.stage == Stage::GenerateQuiets {
            self.next = self.quiets;
            self.stage = Stage::Quiets;
            if !self.skip_quiets {
                self.generate_quiets(arena, position, ordering);
            }
            self.end = arena.mark();
        }
        if self.stage == Stage::Quiets {
            if !self.skip_quiets && self.next < self.end {
                self.next += 1;
                return Some(arena.select(self.next - 1, self.end).mv);
            }
            self.next = self.captures;
            self.stage = Stage::BadCaptures;
        }
        if self.only_winning || self.next >= self.bad_end {
            return None;
        }
        self.next += 1;
        Some(arena.0[self.next - 1].mv)
    }

    /// Generates captures and queen promotions, without the hash move.
    fn generate_captures(&mut self, arena: &mut MoveArena, position: &Position, ordering: &Ordering) {
        self.captures = arena.mark();
        tactical::for_each(position.board(), |piece, mv| {
            if Some(mv) != self.hash_move {
                let victim = position.captured_piece(mv);
                let order = capture_order(ordering.params, ordering.histories, piece, mv, victim);
                arena.0.push(Ranked { mv, order });
            }
        });
        self.quiets = arena.mark();
        self.bad_end = self.captures;
        self.next = self.captures;
    }

    /// Generates and scores all other moves, after the captures.
    fn generate_quiets(&mut self, arena: &mut MoveArena, position: &Position, ordering: &Ordering) {
        let board = position.board();
        let us = board.side_to_move();
        let enemies = board.colors(!us);
        let about_to_promote = Rank::Seventh.relative_to(us);
        let killer = ordering.stack.at(ordering.ply).killer;
        let bonus = |mv: Move| if killer == Some(mv) { ordering.params.killer_bonus } else { 0 };
        let checks = self.only_checks.then(|| Checks::of(board));
        let histories = ordering.histories.quiets(us, ordering.before());
        debug_assert_eq!(arena.mark(), self.quiets, "nodes below have released their moves");
        board.generate_moves(|moves| {
            let PieceMoves { piece, from, to } =
                checks.as_ref().map_or(moves, |checks| checks.among(board, moves));
            let mut targets = to - enemies;
            let histories = histories.of(piece, from);
            if piece == Piece::Pawn {
                // A pawn that leaves its file captures.
                targets &= from.file().bitboard();
                if from.rank() == about_to_promote {
                    for mv in targets.iter().flat_map(|to| underpromotions(from, to)) {
                        if Some(mv) != self.hash_move {
                            arena.0.push(Ranked { mv, order: bonus(mv) + histories.value(mv.to) });
                        }
                    }
                    return false;
                }
            }
            targets -= target_from(from, self.hash_move);
            let killer_target = target_from(from, killer);
            for to in targets {
                let mv = Move { from, to, promotion: None };
                let bonus = if killer_target.has(to) { bonus(mv) } else { 0 };
                arena.0.push(Ranked { mv, order: bonus + histories.value(to) });
            }
            false
        });
    }

    fn next_good_capture(&mut self, arena: &mut MoveArena, position: &Position) -> Option<Move> {
        while self.next < self.quiets {
            let ranked = arena.select(self.next, self.quiets);
            self.next += 1;
            if exchange::wins_at_least(position, ranked.mv, self.threshold) {
                return Some(ranked.mv);
            }
            // Losing captures are collected at the front of the range, in the order found.
            arena.0.swap(self.bad_end, self.next - 1);
            self.bad_end += 1;
        }
        None
    }
}

/// The target of a move if it starts from this square and is not a promotion.
fn target_from(from: Square, mv: Option<Move>) -> BitBoard {
    match mv {
        Some(Move { from: start, to, promotion: None }) if start == from => to.bitboard(),
        _ => BitBoard::EMPTY,
    }
}

fn underpromotions(from: Square, to: Square) -> [Move; 3] {
    [Piece::Knight, Piece::Bishop, Piece::Rook].map(|piece| Move { from, to, promotion: Some(piece) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::{fen, legal_moves};

    fn in_order(position: &Position, mut picker: Picker) -> Vec<Move> {
        let mut arena = MoveArena::default();
        let histories = Histories::default();
        let stack = Stack::default();
        let params = Params::default();
        let ordering =
            Ordering { params: &params, histories: &histories, stack: &stack, ply: 0, continuation: true };
        std::iter::from_fn(|| picker.next(&mut arena, position, &ordering)).collect()
    }

    #[test]
    fn every_legal_move_comes_exactly_once_whatever_the_hash_move() {
        for text in crate::play::bench::POSITIONS {
            let position = Position::new(fen::parse(text).unwrap());
            let mut legal = legal_moves(position.board());
            legal.sort_by_key(|mv| (mv.from as u8, mv.to as u8, mv.promotion.map(|piece| piece as u8)));
            for hash_move in legal.iter().copied().map(Some).chain([None]) {
                let mut picked = in_order(&position, Picker::all(hash_move));
                assert!(hash_move.is_none() || picked.first() == hash_move.as_ref());
                picked.sort_by_key(|mv| (mv.from as u8, mv.to as u8, mv.promotion.map(|piece| piece as u8)));
                assert_eq!(picked, legal, "{text}");
            }
        }
    }

    #[test]
    fn losing_captures_come_last() {
        let position = Position::new(fen::parse("4k3/8/4p3/3p4/8/2N5/8/3QK3 w - - 0 1").unwrap());
        let order = in_order(&position, Picker::all(None));
        assert!(order.last().is_some_and(|mv| mv.to == board::Square::D5));
        assert!(in_order(&position, Picker::winning_captures(None, 0)).is_empty());
    }
}

//! Move ordering: the hash move, winning captures, quiet moves by history, losing captures.

use board::{BitBoard, Board, Move, Piece, PieceMoves, Rank, Square};

use super::exchange;
use super::history::{Histories, Moved, capture_order};
use super::ranked::{PADDING, Ranked, greatest};
use super::stack::Stack;
use super::tactical;
use crate::params::Params;
use crate::position::Position;
use crate::position::checks::{CheckingSquares, Checks};

/// A stack of the moves of all nodes of the current line: a node's moves are dropped when it is
/// left.
pub(super) struct MoveArena {
    /// Beyond `len` the entries mean nothing.
    moves: Vec<Ranked>,
    len: usize,
}

/// Initial capacity, enough for a long line; it grows when needed.
const ARENA_MOVES: usize = 1 << 13;

/// More than the moves of any position.
const MOVES_MAX: usize = 256;

impl Default for MoveArena {
    fn default() -> Self {
        Self { moves: vec![Ranked::NOTHING; ARENA_MOVES], len: 0 }
    }
}

impl MoveArena {
    /// The start of a new node's moves.
    pub(super) fn mark(&self) -> usize {
        self.len
    }

    /// Drops the moves of a node and of all below it.
    pub(super) fn release(&mut self, mark: usize) {
        self.len = mark;
    }

    /// Makes room for the moves of a node.
    #[inline]
    fn make_room(&mut self) {
        if self.moves.len() < self.len + MOVES_MAX {
            self.moves.resize(2 * self.moves.len(), Ranked::NOTHING);
        }
    }

    /// Adds moves with their orders to the node's list, which begins at a mark and for which there
    /// is room.
    #[inline(always)]
    fn extend(&mut self, mark: usize, moves: impl IntoIterator<Item = (i32, Move)>) {
        let (list, mut len) = (&mut self.moves[..], self.len);
        for (order, mv) in moves {
            list[len] = Ranked::new(order, len - mark, mv);
            len += 1;
        }
        self.len = len;
    }

    /// Ends a list of moves from which the best is to be selected.
    #[inline]
    fn pad(&mut self) {
        self.moves[self.len..][..PADDING].fill(Ranked::NOTHING);
        self.len += PADDING;
    }

    /// Raises the order of a move that was added after a mark.
    fn raise(&mut self, mark: usize, mv: Option<Move>, bonus: i32) {
        for ranked in &mut self.moves[mark..self.len] {
            if Some(ranked.mv()) == mv {
                *ranked = ranked.raised(bonus);
            }
        }
    }

    /// Swaps the best move of a padded range of the node's list, which begins at a mark, with its
    /// front.
    #[inline]
    fn select(&mut self, mark: usize, from: usize, to: usize) -> Move {
        let best = greatest(&self.moves[from..to + PADDING]);
        let front = self.moves[from];
        self.moves[mark + best.place()] = front.at(best.place());
        self.moves[from] = best;
        best.mv()
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

/// The quiet moves that are generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Quiets {
    All,
    /// Those that may give check.
    Checks,
    None,
}

/// Returns the moves of one node in order.
pub(super) struct Picker {
    stage: Stage,
    hash_move: Option<Move>,
    /// Captures must win at least this to be ordered before quiet moves.
    threshold: i32,
    /// Only captures that win the threshold and promotions to a queen.
    only_winning: bool,
    quiets: Quiets,
    /// Of the remaining quiet moves only direct checks are wanted, from these squares.
    checking: Option<CheckingSquares>,
    /// The others are still in the list.
    has_others: bool,
    next: usize,
    captures: usize,
    bad_end: usize,
    captures_end: usize,
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
        Self { quiets: Quiets::Checks, ..Self::winning_captures(hash_move, threshold) }
    }

    fn new(hash_move: Option<Move>, threshold: i32, only_winning: bool) -> Self {
        Self {
            stage: Stage::HashMove,
            hash_move,
            threshold,
            only_winning,
            quiets: if only_winning { Quiets::None } else { Quiets::All },
            checking: None,
            has_others: false,
            next: 0,
            captures: 0,
            bad_end: 0,
            captures_end: 0,
            end: 0,
        }
    }

    /// Skips the remaining quiet moves.
    pub(super) fn skip_quiets(&mut self) {
        self.quiets = Quiets::None;
    }

    /// Skips the remaining quiet moves that do not give check directly.
    pub(super) fn skip_all_but_checks(&mut self, board: &Board) {
        if self.checking.is_none() {
            self.checking = Some(CheckingSquares::of(board));
            self.has_others = true;
        }
    }

    /// True for a quiet move that is to be skipped.
    pub(super) fn skips(&self, position: &Position, mv: Move) -> bool {
        self.checking.is_some_and(|checking| !gives_check(&checking, position, mv))
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
            self.next = arena.mark();
            self.stage = Stage::Quiets;
            if self.quiets != Quiets::None {
                self.generate_quiets(arena, position, ordering);
            }
            self.end = arena.mark();
            arena.pad();
        }
        if self.stage == Stage::Quiets {
            if self.has_others {
                self.drop_others(arena, position);
            }
            if self.quiets != Quiets::None && self.next < self.end {
                self.next += 1;
                return Some(arena.select(self.captures, self.next - 1, self.end));
            }
            self.next = self.captures;
            self.stage = Stage::BadCaptures;
        }
        if self.only_winning || self.next >= self.bad_end {
            return None;
        }
        self.next += 1;
        Some(arena.moves[self.next - 1].mv())
    }

    /// Generates captures and queen promotions, without the hash move.
    fn generate_captures(&mut self, arena: &mut MoveArena, position: &Position, ordering: &Ordering) {
        arena.make_room();
        self.captures = arena.mark();
        tactical::for_each(position.board(), |piece, mv| {
            if Some(mv) != self.hash_move {
                let victim = position.captured_piece(mv);
                let order = capture_order(ordering.params, ordering.histories, piece, mv, victim);
                arena.extend(self.captures, [(order, mv)]);
            }
        });
        self.captures_end = arena.mark();
        arena.pad();
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
        let bonus = ordering.params.killer_bonus;
        let (hash_from, hash_to) = from_and_to(self.hash_move);
        let (killer_from, killer_to) = from_and_to(killer);
        let checks = (self.quiets == Quiets::Checks).then(|| Checks::of(board));
        let histories = ordering.histories.quiets(us, ordering.before());
        debug_assert_eq!(arena.mark(), self.captures_end + PADDING, "nodes below have released their moves");
        arena.make_room();
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
                            let bonus = if killer == Some(mv) { bonus } else { 0 };
                            arena.extend(self.captures, [(bonus + histories.value(mv.to), mv)]);
                        }
                    }
                    return false;
                }
            }
            if hash_from.has(from) {
                targets -= hash_to;
            }
            let first = arena.mark();
            let to_move = |to| (histories.value(to), Move { from, to, promotion: None });
            arena.extend(self.captures, targets.into_iter().map(to_move));
            if killer_from.has(from) && !targets.is_disjoint(killer_to) {
                arena.raise(first, killer, bonus);
            }
            false
        });
    }

    /// Drops the remaining quiet moves that are to be skipped.
    fn drop_others(&mut self, arena: &mut MoveArena, position: &Position) {
        let mut kept = self.next;
        for index in self.next..self.end {
            let ranked = arena.moves[index];
            if !self.skips(position, ranked.mv()) {
                arena.moves[kept] = ranked.at(kept - self.captures);
                kept += 1;
            }
        }
        arena.moves[kept..][..PADDING].fill(Ranked::NOTHING);
        self.end = kept;
        self.has_others = false;
    }

    fn next_good_capture(&mut self, arena: &mut MoveArena, position: &Position) -> Option<Move> {
        while self.next < self.captures_end {
            let mv = arena.select(self.captures, self.next, self.captures_end);
            self.next += 1;
            if exchange::wins_at_least(position, mv, self.threshold) {
                return Some(mv);
            }
            // Losing captures are collected at the front of the range, in the order found.
            arena.moves.swap(self.bad_end, self.next - 1);
            self.bad_end += 1;
        }
        None
    }
}

/// True when the moved piece itself gives check.
fn gives_check(checking: &CheckingSquares, position: &Position, mv: Move) -> bool {
    checking.has(mv.promotion.unwrap_or_else(|| position.moved_piece(mv)), mv.to)
}

/// The squares of a move that is no promotion, as sets; else empty sets.
fn from_and_to(mv: Option<Move>) -> (BitBoard, BitBoard) {
    match mv {
        Some(Move { from, to, promotion: None }) => (from.bitboard(), to.bitboard()),
        _ => (BitBoard::EMPTY, BitBoard::EMPTY),
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
    fn all_but_direct_checks_can_be_skipped_at_any_time() {
        let position = Position::new(fen::parse("4k3/8/8/8/8/8/R6P/4K2N w - - 0 1").unwrap());
        let (params, histories, stack) = (Params::default(), Histories::default(), Stack::default());
        let ordering =
            Ordering { params: &params, histories: &histories, stack: &stack, ply: 0, continuation: true };
        for before in 0..8 {
            let (mut arena, mut picker) = (MoveArena::default(), Picker::all(None));
            let first: Vec<Move> =
                (0..before).map_while(|_| picker.next(&mut arena, &position, &ordering)).collect();
            picker.skip_all_but_checks(position.board());
            let rest: Vec<Move> =
                std::iter::from_fn(|| picker.next(&mut arena, &position, &ordering)).collect();
            let checks: Vec<Move> = ["a2e2", "a2a8"].map(|text| text.parse().unwrap()).to_vec();
            assert!(rest.iter().all(|mv| checks.contains(mv) && !picker.skips(&position, *mv)), "{rest:?}");
            assert!(checks.iter().all(|mv| rest.contains(mv) != first.contains(mv)), "{first:?} {rest:?}");
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

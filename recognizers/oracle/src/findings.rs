//! What a search has found so far: positions that were met, with what is proved of them.

use std::cmp::Reverse;

use board::{Board, Color, Move, legal_moves, rules};
use recognizers::Bound;

use crate::leaves::{Leaf, Leaves};
use crate::memo::{Entry, Key, Memo, Searched};
use crate::range::Range;

/// Positions that were met, each with what is proved of it from the counter zero.
///
/// What is here holds whatever way leads to a position.
pub(crate) struct Findings<'a> {
    leaves: &'a Leaves,
    pub(crate) memo: Memo,
    /// Positions whose moves were looked at.
    pub(crate) nodes: u32,
    /// Most positions that are looked at.
    pub(crate) limit: u32,
}

/// A move with the position that it leads to.
pub(crate) struct Child {
    pub(crate) mv: Move,
    pub(crate) board: Board,
    pub(crate) is_zeroing: bool,
    /// What it is worth to its mover as far as is known.
    pub(crate) range: Range,
}

impl<'a> Findings<'a> {
    /// With at most `limit` positions looked at.
    pub(crate) fn new(leaves: &'a Leaves, limit: u32) -> Self {
        Self { leaves, memo: Memo::default(), nodes: 0, limit }
    }

    /// True when no more may be looked at.
    pub(crate) fn is_spent(&self) -> bool {
        self.nodes >= self.limit
    }

    /// Remembers that `side` is not lost in a position that was met.
    pub(crate) fn hold(&mut self, key: Key, side: Color) {
        let bound = if key.side_to_move() == side { Bound::AtLeastDraw } else { Bound::AtMostDraw };
        self.settle(key, Range::of_rule(bound, None));
    }

    /// Counts a position whose moves are looked at, and takes it into the memo.
    pub(crate) fn meet(&mut self, board: &Board, key: Option<Key>) {
        self.nodes += 1;
        if let Some(key) = key.filter(|key| !self.memo.contains_key(key)) {
            self.memo.insert(key, Entry { range: self.of_leaf(board), searched: Searched::default() });
        }
    }

    /// Remembers what is proved of a position that was met.
    pub(crate) fn settle(&mut self, key: Key, range: Range) {
        let entry = self.memo.get_mut(&key).expect("it was met");
        entry.range = entry.range.and(range);
    }

    /// What is known of a position without a new look at its moves.
    pub(crate) fn known(&self, board: &Board) -> Range {
        let met = Key::of(board).and_then(|key| self.memo.get(&key));
        met.map_or_else(|| self.of_leaf(board), |entry| entry.range)
    }

    /// What is known of a position whatever the search has found, and why.
    pub(crate) fn leaf(&self, board: &Board) -> Option<(Range, Leaf)> {
        self.leaves.look_up(board)
    }

    fn of_leaf(&self, board: &Board) -> Range {
        self.leaf(board).map_or(Range::ALL, |(range, _)| range)
    }

    /// A move with what is known of it.
    pub(crate) fn child(&self, board: &Board, mv: Move) -> Child {
        let (child, is_zeroing) = (rules::after(board, mv), rules::is_zeroing(board, mv));
        let range = self.known(&child).of_move(is_zeroing);
        Child { mv, board: child, is_zeroing, range }
    }

    /// All moves, those that are known to be best first, then captures and checks.
    pub(crate) fn children(&self, board: &Board) -> Vec<Child> {
        let mut children: Vec<Child> =
            legal_moves(board).into_iter().map(|mv| self.child(board, mv)).collect();
        children.sort_by_key(|child| {
            let is_check = !child.board.checkers().is_empty();
            let capture = rules::is_capture(board, child.mv);
            Reverse((child.range.low, child.range.high, capture, is_check, child.is_zeroing))
        });
        children
    }
}

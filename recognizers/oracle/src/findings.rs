//! The findings of a search: visited positions with proved ranges.

use std::cmp::Reverse;

use board::{Board, Color, Move, legal_moves, rules};
use recognizers::Bound;

use crate::leaves::{Leaf, Leaves};
use crate::memo::{Entry, Key, Memo, Searched};
use crate::range::Range;

/// Visited positions, each with the range proved for it at counter zero.
///
/// All entries are independent of the path to a position.
pub(crate) struct Findings<'a> {
    leaves: &'a Leaves,
    pub(crate) memo: Memo,
    /// Positions searched.
    pub(crate) nodes: u32,
    /// Most positions that may be searched.
    pub(crate) limit: u32,
}

/// A move and the position after it.
pub(crate) struct Child {
    pub(crate) mv: Move,
    pub(crate) board: Board,
    pub(crate) is_zeroing: bool,
    /// The range for the side that moves.
    pub(crate) range: Range,
}

impl<'a> Findings<'a> {
    /// No findings yet; at most `limit` positions may be searched.
    pub(crate) fn new(leaves: &'a Leaves, limit: u32) -> Self {
        Self { leaves, memo: Memo::default(), nodes: 0, limit }
    }

    /// True when the limit is reached.
    pub(crate) fn is_spent(&self) -> bool {
        self.nodes >= self.limit
    }

    /// Records that `side` is not lost in a visited position.
    pub(crate) fn hold(&mut self, key: Key, side: Color) {
        let bound = if key.side_to_move() == side { Bound::AtLeastDraw } else { Bound::AtMostDraw };
        self.settle(key, Range::of_rule(bound, None));
    }

    /// Counts a searched position and enters it into the memo.
    pub(crate) fn meet(&mut self, board: &Board, key: Option<Key>) {
        self.nodes += 1;
        if let Some(key) = key.filter(|key| !self.memo.contains_key(key)) {
            self.memo.insert(key, Entry { range: self.of_leaf(board), searched: Searched::default() });
        }
    }

    /// Records a range proved for a visited position.
    pub(crate) fn settle(&mut self, key: Key, range: Range) {
        let entry = self.memo.get_mut(&key).expect("the position was visited");
        entry.range = entry.range.and(range);
    }

    /// The range of a position without searching it again.
    pub(crate) fn known(&self, board: &Board) -> Range {
        let met = Key::of(board).and_then(|key| self.memo.get(&key));
        met.map_or_else(|| self.of_leaf(board), |entry| entry.range)
    }

    /// The range of a position independent of the search, and its source.
    pub(crate) fn leaf(&self, board: &Board) -> Option<(Range, Leaf)> {
        self.leaves.look_up(board)
    }

    fn of_leaf(&self, board: &Board) -> Range {
        self.leaf(board).map_or(Range::ALL, |(range, _)| range)
    }

    /// The child of a move.
    pub(crate) fn child(&self, board: &Board, mv: Move) -> Child {
        let (child, is_zeroing) = (rules::after(board, mv), rules::is_zeroing(board, mv));
        let range = self.known(&child).of_move(is_zeroing);
        Child { mv, board: child, is_zeroing, range }
    }

    /// All children: by range, best first, then captures, then checks.
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

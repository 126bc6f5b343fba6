//! Proves that one side holds: it always has a move after which it is not lost.
//!
//! A side that can return to a position forever is not lost. So a repetition counts as held until
//! the position that it repeats is refuted; findings that depend on that position are then
//! discarded.

use board::{Board, Color, Wdl};

use crate::findings::Findings;
use crate::memo::{Key, KeyMap};

/// The finding depends on no position of the path.
const FREE: usize = usize::MAX;
/// Deepest iteration.
const MAX_DEPTH: u8 = 60;

/// A search for a proof that a side is not lost.
pub(crate) struct Hold<'s, 'a> {
    found: &'s mut Findings<'a>,
    side: Color,
    path: KeyMap<usize>,
    /// Positions that are held if the position at this index of the path is.
    conditional: KeyMap<usize>,
    /// The same, in the order in which they were found.
    order: Vec<Key>,
    /// Depth to which a position has been refuted.
    failed: KeyMap<u8>,
}

impl<'s, 'a> Hold<'s, 'a> {
    pub(crate) fn new(found: &'s mut Findings<'a>, side: Color) -> Self {
        Self {
            found,
            side,
            path: KeyMap::default(),
            conditional: KeyMap::default(),
            order: Vec::new(),
            failed: KeyMap::default(),
        }
    }

    /// Searches deeper and deeper until the hold is proved or the node limit is reached; the
    /// findings hold the result.
    pub(crate) fn prove(&mut self, board: &Board) {
        for depth in 1..=MAX_DEPTH {
            let before = self.found.nodes;
            let is_proved = self.holds(board, depth).is_some();
            if is_proved || self.found.is_spent() || self.found.nodes == before {
                return;
            }
        }
    }

    /// If the side holds: the lowest index of the path on which this depends.
    fn holds(&mut self, board: &Board, depth: u8) -> Option<usize> {
        let range = self.found.known(board);
        let own = board.side_to_move() == self.side;
        let (low, high) = if own { (range.low, range.high) } else { (-range.high, -range.low) };
        if low >= Wdl::Draw {
            return Some(FREE);
        }
        if high < Wdl::Draw {
            return None;
        }
        let key = Key::of(board)?;
        if let Some(&at) = self.path.get(&key).or_else(|| self.conditional.get(&key)) {
            return Some(at);
        }
        if depth == 0 || self.found.is_spent() || self.failed.get(&key).is_some_and(|&to| to >= depth) {
            return None;
        }
        self.found.meet(board, Some(key));
        let (at, first) = (self.path.len(), self.order.len());
        self.path.insert(key, at);
        let rests_on = if own { self.any(board, depth) } else { self.all(board, depth) };
        self.path.remove(&key);
        match rests_on {
            Some(place) if place >= at => {
                // It depends on itself at most, and so do the findings below it: all are
                // unconditional now.
                for key in self.order.split_off(first) {
                    self.conditional.remove(&key);
                    self.found.hold(key, self.side);
                }
                self.found.hold(key, self.side);
                Some(FREE)
            }
            Some(place) => {
                // Findings below it that depend on it now depend on what it depends on.
                self.order.push(key);
                for &key in &self.order[first..] {
                    self.conditional.insert(key, place);
                }
                Some(place)
            }
            None => {
                for key in self.order.split_off(first) {
                    self.conditional.remove(&key);
                }
                self.failed.insert(key, depth);
                None
            }
        }
    }

    fn any(&mut self, board: &Board, depth: u8) -> Option<usize> {
        let children = self.found.children(board);
        if children.is_empty() {
            return board.checkers().is_empty().then_some(FREE);
        }
        children.into_iter().find_map(|child| self.holds(&child.board, depth - 1))
    }

    fn all(&mut self, board: &Board, depth: u8) -> Option<usize> {
        let children = self.found.children(board);
        children.into_iter().try_fold(FREE, |lowest, child| {
            let place = self.holds(&child.board, depth - 1)?;
            Some(lowest.min(place))
        })
    }
}

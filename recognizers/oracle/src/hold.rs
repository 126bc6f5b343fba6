//! Draws that one side can hold: it never runs out of moves after which it is not lost.
//!
//! A draw is held where every answer leads to a position in which the side holds again, be it one that
//! has been met: who comes back to a position for ever is not lost. So a repetition counts as held while
//! the position that it repeats is not refuted; what was found on this condition is forgotten when that
//! position is.

use board::{Board, Color, Wdl};

use crate::findings::Findings;
use crate::memo::{Key, KeyMap};

/// Nothing that was met is assumed.
const FREE: usize = usize::MAX;
/// Deepest iteration.
const MAX_DEPTH: u8 = 60;

/// A proof that a side is not lost.
pub(crate) struct Hold<'s, 'a> {
    found: &'s mut Findings<'a>,
    side: Color,
    path: KeyMap<usize>,
    /// Held if a position at this place of the path is.
    conditional: KeyMap<usize>,
    /// The same in the order in which they were found.
    order: Vec<Key>,
    /// Refuted to this depth.
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

    /// Goes deeper until it is proved or no more may be looked at; what is proved is among the findings.
    pub(crate) fn prove(&mut self, board: &Board) {
        for depth in 1..=MAX_DEPTH {
            let before = self.found.nodes;
            let is_proved = self.holds(board, depth).is_some();
            if is_proved || self.found.is_spent() || self.found.nodes == before {
                return;
            }
        }
    }

    /// Whether the side holds, and the lowest place of the path that this rests on.
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
                // It rests on itself at most, and so do those that were found below it.
                for key in self.order.split_off(first) {
                    self.conditional.remove(&key);
                    self.found.hold(key, self.side);
                }
                self.found.hold(key, self.side);
                Some(FREE)
            }
            Some(place) => {
                // What was found below it and rests on it rests on what it rests on itself.
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

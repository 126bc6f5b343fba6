//! Positions that must not be learned from, because a network is measured by them.

use std::collections::HashSet;

use board::Board;

use crate::sample::{Label, Origin, Sample};
use crate::sources::{Key, key};

/// Positions that must not be learned from.
#[derive(Clone, Debug, Default)]
pub struct Exclusions(HashSet<Key>);

impl Exclusions {
    /// Excludes a position, whichever color is to move in its mirror image.
    pub fn add(&mut self, board: &Board) {
        self.0.insert(of(board));
    }

    /// Whether the position of a sample was added.
    pub(crate) fn contain(&self, sample: &Sample) -> bool {
        self.0.contains(&key(sample.packed()))
    }

    /// Whether a position was added.
    pub(crate) fn contain_board(&self, board: &Board) -> bool {
        self.0.contains(&of(board))
    }
}

fn of(board: &Board) -> Key {
    let label = Label { score: 0, result: None, origin: Origin::Game, fifty_move_counter: 0 };
    key(Sample::new(board, label).packed())
}

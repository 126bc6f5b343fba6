//! Positions excluded from training because networks are measured on them.

use std::collections::HashSet;

use board::Board;

use crate::sample::{Label, Origin, Sample};
use crate::sources::{Key, key};

/// Positions excluded from training.
#[derive(Clone, Debug, Default)]
pub struct Exclusions(HashSet<Key>);

impl Exclusions {
    /// Excludes a position and its color-flipped mirror image.
    pub fn add(&mut self, board: &Board) {
        self.0.insert(of(board));
    }

    /// True when the position of a sample is excluded.
    pub(crate) fn contain(&self, sample: &Sample) -> bool {
        self.0.contains(&key(sample.packed()))
    }

    /// True when a position is excluded.
    pub(crate) fn contain_board(&self, board: &Board) -> bool {
        self.0.contains(&of(board))
    }
}

fn of(board: &Board) -> Key {
    let label = Label { score: 0, result: None, origin: Origin::Game, fifty_move_counter: 0 };
    key(Sample::new(board, label).packed())
}

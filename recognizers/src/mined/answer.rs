//! What is asked of a mined table, and what it says.

use board::{BitBoard, Piece};

use super::features::Values;
use super::position::Position;
use super::replacement::ReplacementError;
use super::tree::{Answer, Tree};
use crate::rule::{Outcome, Row, Rule, Side, View};

/// Knows an ending by a table that was mined from the solved ending, or is the solved ending, and is true of every position.
pub trait Mined: Sync {
    /// The rules that stand for the table, one for each of [`MINED_RULES`].
    fn rules(&self) -> &'static [Rule; MINED_RULES.len()] {
        static RULES: [Rule; MINED_RULES.len()] =
            table_rules("mined table", "mined from the solved ending with verify, and proved by it");
        &RULES
    }

    /// What the table says; `None` when it does not know.
    fn answer(&self, view: &View) -> Option<Answer>;

    /// What the table says about each position of a row: `say` is given an answer and squares of the row's man with which it holds.
    fn row(&self, row: &Row, say: &mut dyn FnMut(Answer, BitBoard)) {
        for square in row.squares() {
            if let Some(answer) = self.answer(&row.at(square)) {
                say(answer, square.bitboard());
            }
        }
    }

    /// What the tests on the way to a leaf of the tree say about a position that comes to it: one sentence each.
    fn path(&self, _leaf: usize, _view: &View) -> Vec<String> {
        Vec::new()
    }

    /// The tree of which the table is made, if it is made of one and that is sound.
    fn tree(&self) -> Option<&Tree> {
        None
    }

    /// What is needed to mine the table anew; `None` for a table that is not mined.
    fn mineable(&'static self) -> Option<&'static dyn Mineable> {
        None
    }
}

/// An ending as mining sees it: its men, its features, and how a tree over them is asked.
pub trait Mineable: Sync {
    /// The name of the table's files.
    fn name(&self) -> &'static str;

    /// The men, in the order of keys (see [`Position`]).
    fn men(&self) -> &'static [(Side, Piece)];

    /// The names of the features.
    fn features(&self) -> Vec<String>;

    /// See [`fingerprint`](super::fingerprint).
    fn fingerprint(&self) -> u64;

    /// All features of a position; those beyond the last one are 0.
    fn values(&self, position: &Position) -> Values;

    /// See [`Tree::leaves`].
    fn leaves(&self, tree: &Tree, positions: &[Position], come: &mut dyn FnMut(usize, u64));

    /// Asks another tree from now on, which nobody has proved here; the one before stays in memory.
    ///
    /// # Errors
    /// [`ReplacementError::TooOften`] when there were as many others as a program can take.
    fn replace(&self, tree: Tree) -> Result<(), ReplacementError>;

    /// Asks the embedded tree again.
    fn restore(&self);
}

/// The rules that stand for a mined table, in the order in which they follow the named rules.
pub const MINED_RULES: [Outcome; 3] = [Outcome::Draw, Outcome::StrongWins, Outcome::WeakWins];

/// Rules for the results that a table announces.
pub(crate) const fn table_rules(name: &'static str, source: &'static str) -> [Rule; MINED_RULES.len()] {
    let [draw, strong, weak] = MINED_RULES;
    [
        Rule::new(name, None, draw, "The table holds the position as drawn.", source),
        Rule::new(name, None, strong, "The table holds the position as won by the strong side.", source),
        Rule::new(name, None, weak, "The table holds the position as won by the weak side.", source),
    ]
}

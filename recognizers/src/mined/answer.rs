//! The interfaces of mined tables: for verdicts and for mining.

use board::{BitBoard, Piece};

use super::features::Values;
use super::position::Position;
use super::replacement::ReplacementError;
use super::tree::{Answer, Tree};
use crate::rule::{Outcome, Row, Rule, Side, View};

/// A table mined from a solved ending, or the solved ending itself. Its answers are right in every
/// position.
pub trait Mined: Sync {
    /// The rules that represent the table, one for each of [`MINED_RULES`].
    fn rules(&self) -> &'static [Rule; MINED_RULES.len()] {
        static RULES: [Rule; MINED_RULES.len()] =
            table_rules("mined table", "mined from the solved ending with verify, and proved by it");
        &RULES
    }

    /// The table's answer; `None` if it has none.
    fn answer(&self, view: &View) -> Option<Answer>;

    /// The answers for each position of a row: calls `say` with an answer and the squares of the
    /// row's piece for which it is given.
    fn row(&self, row: &Row, say: &mut dyn FnMut(Answer, BitBoard)) {
        for square in row.squares() {
            if let Some(answer) = self.answer(&row.at(square)) {
                say(answer, square.bitboard());
            }
        }
    }

    /// The tests on the path to a leaf, described for a position that reaches it: one sentence for
    /// each feature.
    fn path(&self, _leaf: usize, _view: &View) -> Vec<String> {
        Vec::new()
    }

    /// The table's tree, if it has a valid one.
    fn tree(&self) -> Option<&Tree> {
        None
    }

    /// What is needed to mine the table again; `None` for a table that is not mined.
    fn mineable(&'static self) -> Option<&'static dyn Mineable> {
        None
    }
}

/// An ending for mining: its pieces, its features, and the evaluation of trees over them.
pub trait Mineable: Sync {
    /// The name of the table's files.
    fn name(&self) -> &'static str;

    /// The pieces, in the order of keys (see [`Position`]).
    fn men(&self) -> &'static [(Side, Piece)];

    /// The names of the features.
    fn features(&self) -> Vec<String>;

    /// See [`fingerprint`](super::fingerprint).
    fn fingerprint(&self) -> u64;

    /// All features of a position; those beyond the last one are 0.
    fn values(&self, position: &Position) -> Values;

    /// See [`Tree::leaves`].
    fn leaves(&self, tree: &Tree, positions: &[Position], come: &mut dyn FnMut(usize, u64));

    /// Uses another tree from now on, without proving it; the previous one stays in memory.
    ///
    /// # Errors
    /// [`ReplacementError::TooOften`] if the limit of different trees is reached.
    fn replace(&self, tree: Tree) -> Result<(), ReplacementError>;

    /// Uses the embedded tree again.
    fn restore(&self);
}

/// The outcomes of the rules that represent a mined table, in order; they follow the named rules.
pub const MINED_RULES: [Outcome; 3] = [Outcome::Draw, Outcome::StrongWins, Outcome::WeakWins];

/// The rules that represent a table.
pub(crate) const fn table_rules(name: &'static str, source: &'static str) -> [Rule; MINED_RULES.len()] {
    let [draw, strong, weak] = MINED_RULES;
    [
        Rule::new(name, None, draw, "The table holds the position as drawn.", source),
        Rule::new(name, None, strong, "The table holds the position as won by the strong side.", source),
        Rule::new(name, None, weak, "The table holds the position as won by the weak side.", source),
    ]
}

//! Accuracy and centipawn loss of the moves of a side.
//!
//! Both follow from the scores before and after each move, for the side that moves, kept within
//! ±1000 centipawns; mates and exact wins count 1000, exact draws 0. The accuracy is the formula
//! that lichess publishes (<https://lichess.org/page/accuracy>):
//!
//! ```text
//! win%      = 50 + 50 * (2 / (1 + exp(-0.00368208 * centipawns)) - 1)
//! accuracy% = 103.1668 * exp(-0.04354 * (win% before - win% after)) - 3.1669
//! ```
//!
//! between 0 and 100, and 100 for a move that loses nothing. The figure of a game is the plain mean
//! of its moves, while lichess weights them.

use serde::ser::SerializeStruct as _;
use serde::{Serialize, Serializer};

/// Greatest score in centipawns, and the score of a win.
pub(super) const MOST: i32 = 1_000;

/// The scores before and after a move in centipawns, for the side that moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Scores {
    before: i32,
    after: i32,
}

impl Scores {
    /// A move that changes the score from `before` to `after`.
    pub(super) fn new(before: i32, after: i32) -> Self {
        let [before, after] = [before, after].map(|score| score.clamp(-MOST, MOST));
        Self { before, after }
    }

    /// Centipawns lost by the move, from 0 to 2000.
    pub(super) fn loss(self) -> i32 {
        (self.before - self.after).max(0)
    }

    /// The accuracy of the move in percent, rounded to a tenth.
    pub(super) fn accuracy(self) -> f64 {
        if self.loss() == 0 {
            return 100.0;
        }
        let lost = win_percent(self.before) - win_percent(self.after);
        tenths((103.1668 * (-0.04354 * lost).exp() - 3.1669).clamp(0.0, 100.0))
    }
}

/// The chances to win in percent.
fn win_percent(centipawns: i32) -> f64 {
    50.0 + 50.0 * (2.0 / (1.0 + (-0.003_682_08 * f64::from(centipawns)).exp()) - 1.0)
}

fn tenths(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}

/// Means over the moves of a side whose loss is known: those between two positions that are both
/// known exactly, or of which the engine evaluated the first and the second is known or evaluated.
///
/// As data: `moves`, `percent` and `centipawn_loss`, the last two null without moves.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Accuracy {
    moves: usize,
    percent: f64,
    lost: i64,
}

impl Accuracy {
    /// The number of moves.
    pub fn moves(&self) -> usize {
        self.moves
    }

    /// The mean accuracy of the moves in percent, to a tenth; `None` without moves.
    pub fn percent(&self) -> Option<f64> {
        (self.moves > 0).then(|| tenths(self.percent / self.moves as f64))
    }

    /// The mean loss of the moves in centipawns, to a tenth; `None` without moves.
    pub fn centipawn_loss(&self) -> Option<f64> {
        (self.moves > 0).then(|| tenths(self.lost as f64 / self.moves as f64))
    }

    /// Counts a move of this accuracy in percent and this loss in centipawns.
    pub(super) fn count(&mut self, percent: f64, loss: i32) {
        self.add(Self { moves: 1, percent, lost: loss.into() });
    }

    pub(super) fn add(&mut self, other: Self) {
        self.moves += other.moves;
        self.percent += other.percent;
        self.lost += other.lost;
    }
}

impl Serialize for Accuracy {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Accuracy", 3)?;
        fields.serialize_field("moves", &self.moves)?;
        fields.serialize_field("percent", &self.percent())?;
        fields.serialize_field("centipawn_loss", &self.centipawn_loss())?;
        fields.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values of the published formula, calculated apart from this program.
    #[test]
    fn the_accuracy_is_that_of_the_published_formula() {
        for (before, after, accuracy, loss) in [
            (0, 0, 100.0, 0),
            (30, 50, 100.0, 0),
            (0, -100, 66.2, 100),
            (100, 0, 66.2, 100),
            (300, -300, 8.4, 600),
            (1_000, 0, 9.9, 1_000),
            (1_000, -1_000, 0.0, 2_000),
            (30_000, 990, 99.6, 10),
        ] {
            let scores = Scores::new(before, after);
            assert_eq!((scores.accuracy(), scores.loss()), (accuracy, loss), "{before} {after}");
        }
    }

    #[test]
    fn without_moves_there_is_no_mean() {
        let mut accuracy = Accuracy::default();
        assert_eq!((accuracy.percent(), accuracy.centipawn_loss()), (None, None));
        accuracy.count(100.0, 0);
        accuracy.count(66.2, 101);
        assert_eq!((accuracy.percent(), accuracy.centipawn_loss()), (Some(83.1), Some(50.5)));
    }
}

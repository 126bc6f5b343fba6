//! The figures of a mined table, stored as JSON beside it.

use std::fmt::Write as _;

use recognizers::mined::Node;
use serde::{Deserialize, Serialize};

use super::counts::{Announced, Counts};
use super::prune::{self, Values};

/// What the best tree with this number of leaves announces, with pure leaves and no exceptions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CurvePoint {
    /// Leaves, including those that announce nothing.
    pub leaves: usize,
    /// Draws announced.
    pub draws: u64,
    /// Wins of either side announced.
    pub wins: u64,
}

/// A mined table's origin and what it announces. Positions are counted as for iCE: without pawns, a
/// king on the long diagonal is not folded.
#[derive(Clone, Debug, Serialize)]
pub struct Figures {
    /// The ending, the strong side first.
    pub ending: String,
    /// The command that made it.
    pub command: String,
    /// Names of the features.
    pub features: Vec<String>,
    /// Version of the features, by name and value.
    pub fingerprint: String,
    /// Size of the file.
    pub bytes: usize,
    /// Nodes, leaves included.
    pub nodes: usize,
    /// Leaves that announce a result.
    pub speaking_leaves: usize,
    /// Positions listed as exceptions.
    pub exceptions: usize,
    /// Wins of the weak side.
    pub weak_wins: Announced,
    /// Draws.
    pub draws: Announced,
    /// Wins of the strong side.
    pub strong_wins: Announced,
    /// Wins spoiled by the fifty-move rule, on which nothing may be announced.
    pub cursed: u64,
    /// Coverage by leaves.
    pub curve: Vec<CurvePoint>,
}

impl Figures {
    /// The figures as a short page.
    pub fn to_text(&self) -> String {
        let rows = [
            ("draws", self.draws),
            ("strong side wins", self.strong_wins),
            ("weak side wins", self.weak_wins),
        ];
        let mut text = format!(
            "{}: {} bytes, {} nodes, {} leaves with a result, {} exceptions\n{:<17}{:>12}{:>10}{:>10}{:>10}{:>21}\n",
            self.ending,
            self.bytes,
            self.nodes,
            self.speaking_leaves,
            self.exceptions,
            "",
            "positions",
            "named",
            "mined",
            "either",
            "strong/weak to move"
        );
        for (name, row) in rows {
            let percent = |part: u64, whole: u64| 100.0 * part as f64 / whole.max(1) as f64;
            let _ = writeln!(
                text,
                "{name:<17}{:>12}{:>8.2} %{:>8.2} %{:>8.2} %{:>10.2} %{:>7.2} %",
                row.positions,
                percent(row.named, row.positions),
                percent(row.mined, row.positions),
                percent(row.either, row.positions),
                percent(row.either_by_side[0], row.positions_by_side[0]),
                percent(row.either_by_side[1], row.positions_by_side[1]),
            );
        }
        for point in &self.curve {
            let _ = writeln!(
                text,
                "{:>7} leaves: {:>11} draws, {:>11} wins",
                point.leaves, point.draws, point.wins
            );
        }
        text
    }
}

pub(super) fn point(nodes: &[Node], counts: &[Counts], values: &Values, leaves: usize) -> CurvePoint {
    let (cut, counts) = prune::to_pure_leaves(nodes, counts, values, leaves);
    let (mut draws, mut wins) = (0, 0);
    for (node, counts) in cut.iter().zip(&counts) {
        if let Node::Leaf(leaf) = node {
            match leaf.outcome {
                Some(recognizers::Outcome::Draw) => draws += u64::from(counts[1]),
                Some(_) => wins += u64::from(counts[0]) + u64::from(counts[2]),
                None => {}
            }
        }
    }
    CurvePoint { leaves: cut.len().div_ceil(2), draws, wins }
}

//! What is known about a network, as JSON beside it.

use std::fmt::Write as _;

use serde::Serialize;

use super::network_plan::NetworkPlan;
use crate::mine::counts::Announced;

/// What the embedded tree announces when it is asked alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct TreeBeside {
    /// Its size at rest.
    pub bytes: usize,
    /// Wins of the weak side announced.
    pub weak_wins: u64,
    /// Draws announced.
    pub draws: u64,
    /// Wins of the strong side announced.
    pub strong_wins: u64,
}

/// A network: where it comes from and what it announces. Positions are counted as those of a mined table are.
#[derive(Clone, Debug, Serialize)]
pub struct NetworkFigures {
    /// The ending, the strong side first.
    pub ending: String,
    /// What made it.
    pub command: String,
    /// Version of the features, by name and value.
    pub fingerprint: String,
    /// Size at rest.
    pub bytes: usize,
    /// Size without exceptions.
    pub bare_bytes: usize,
    /// Rows of the first layer, for each side to move.
    pub rows: usize,
    /// Numbers in the hidden layer.
    pub hidden: usize,
    /// Positions listed as exceptions.
    pub exceptions: usize,
    /// Wins of the weak side.
    pub weak_wins: Announced,
    /// Draws.
    pub draws: Announced,
    /// Wins of the strong side.
    pub strong_wins: Announced,
    /// Wins spoiled by the fifty-move rule, about which nothing may be said.
    pub cursed: u64,
    /// The embedded tree, to compare with.
    pub tree: Option<TreeBeside>,
    /// One row of positions in so many was learned from and counted, with as much less room for exceptions; 1 when all were.
    pub one_in: u32,
}

impl NetworkFigures {
    /// Bytes of a network that lists as many exceptions everywhere as this one does where it was counted.
    fn bytes_of_all(&self) -> usize {
        self.bare_bytes + (self.bytes - self.bare_bytes) * self.one_in as usize
    }

    /// The figures as a short page.
    pub fn to_text(&self) -> String {
        let mut text = format!(
            "{}: {} bytes, {} of them layers ({} rows of {}), {} exceptions\n",
            self.ending, self.bytes, self.bare_bytes, self.rows, self.hidden, self.exceptions
        );
        let _ = writeln!(text, "{:<18}{:>13}{:>16}{:>16}", "", "positions", "network alone", "tree alone");
        let tree = self.tree.map(|tree| [tree.draws, tree.strong_wins, tree.weak_wins]);
        let rows = [
            ("draws", self.draws),
            ("strong side wins", self.strong_wins),
            ("weak side wins", self.weak_wins),
        ];
        for (number, (name, row)) in rows.into_iter().enumerate() {
            let share = |part: u64| format!("{:.2} %", 100.0 * part as f64 / row.positions.max(1) as f64);
            let of_tree = tree.map_or_else(String::new, |tree| share(tree[number]));
            let _ = writeln!(text, "{name:<18}{:>13}{:>16}{of_tree:>16}", row.positions, share(row.mined));
        }
        if let Some(tree) = self.tree {
            let _ = writeln!(text, "{:<18}{:>13}{:>16}{:>16}", "bytes", "", self.bytes_of_all(), tree.bytes);
        }
        if self.one_in > 1 {
            let _ = writeln!(
                text,
                "an estimate: of one row of positions in {}, with as much less room for exceptions; nothing is written",
                self.one_in
            );
        }
        text
    }
}

/// What makes the same network again.
pub(super) fn command(name: &str, plan: &NetworkPlan) -> String {
    let mut command = format!("verify mine {name} --network --millions {}", plan.millions);
    if let Some(bytes) = plan.budget {
        let _ = write!(command, " --kib {}", bytes >> 10);
    }
    if let Some(hidden) = plan.hidden {
        let _ = write!(command, " --hidden {hidden}");
    }
    if plan.one_in > 1 {
        let _ = write!(command, " --one-in {}", plan.one_in);
    }
    if !plan.has_squares {
        command.push_str(" --no-squares");
    }
    command
}

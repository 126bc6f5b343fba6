//! What to generate.

use serde::Serialize;

use crate::evaluation::Evaluation;

/// How games are played. The same order and seed give the same games, thread by thread.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Order {
    /// A search ends with the iteration that passes so many nodes.
    pub soft_nodes: u64,
    /// A search ends at so many nodes.
    pub hard_nodes: u64,
    /// Hash table of each thread in MiB.
    pub hash_mebibytes: usize,
    /// Share of positions one move off the game among all, in percent, below 100.
    pub off_game_percent: f64,
    /// Share of games from Chess960 starts, in percent.
    pub chess960_percent: f64,
    /// Share of games from endgames placed by lot, in percent.
    pub endgames_percent: f64,
    /// Positions of up to so many men are in the tables in memory: 3 or 4.
    pub table_men: u32,
    /// Folders of Syzygy files.
    pub syzygy: Option<String>,
    /// By what positions are evaluated.
    pub evaluation: Evaluation,
    /// Games at a time.
    pub threads: u32,
}

impl Default for Order {
    fn default() -> Self {
        Self {
            soft_nodes: 1_000,
            hard_nodes: 5_000,
            hash_mebibytes: 8,
            off_game_percent: 20.0,
            chess960_percent: 5.0,
            endgames_percent: 20.0,
            table_men: 4,
            syzygy: None,
            evaluation: Evaluation::default(),
            threads: 1,
        }
    }
}

impl Order {
    /// With what probability a ply of the game gets a label off the game, so that those have their share in all: at most 1 a ply.
    pub(crate) fn off_game_chance(&self) -> f64 {
        let share = self.off_game_percent / 100.0;
        (share / (1.0 - share)).clamp(0.0, 1.0)
    }
}

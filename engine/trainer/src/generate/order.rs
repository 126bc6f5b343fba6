//! The settings of a run of generation.

use serde::Serialize;

use crate::crew::Searches;

/// How games are played. Equal settings and seeds give equal games, thread by thread.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Order {
    /// Search settings.
    #[serde(flatten)]
    pub searches: Searches,
    /// Share of positions one move off the game among all, in percent, below 100.
    pub off_game_percent: f64,
    /// Share of games from Chess960 starts, in percent.
    pub chess960_percent: f64,
    /// Share of games from random endgame positions, in percent.
    pub endgames_percent: f64,
}

impl Order {
    /// The probability that a ply of the game gets a label off the game, so that those have their
    /// share of all positions; at most one per ply.
    pub(crate) fn off_game_chance(&self) -> f64 {
        let share = self.off_game_percent / 100.0;
        (share / (1.0 - share)).clamp(0.0, 1.0)
    }
}

/// Small searches, for tests.
#[cfg(test)]
pub(super) fn small() -> Order {
    Order {
        searches: Searches {
            soft_nodes: 100,
            hard_nodes: 500,
            hash_mebibytes: 1,
            table_men: 3,
            syzygy: None,
            evaluation: crate::Evaluation::default(),
            threads: 1,
        },
        off_game_percent: 20.0,
        chess960_percent: 5.0,
        endgames_percent: 20.0,
    }
}

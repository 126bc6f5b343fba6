//! Adjudication of games in a match or a tuning run.

use clap::Args;
use vancura::play::contest::{AgreedDraw, AgreedWin, Referee};

/// Arguments for adjudication.
#[derive(Args)]
pub(super) struct Adjudication {
    /// Adjudicate games by tables in memory of up to this many men.
    #[arg(long = "adjudicate-tables", value_name = "MEN", value_parser = ["3", "4"])]
    tables: Option<String>,
    /// Adjudicate games by recognizers.
    #[arg(long = "adjudicate-recognizers")]
    pub(super) recognizers: bool,
    /// Adjudicate a win once both sides have reported at least this many centipawns for the same
    /// side for this many moves each.
    #[arg(long = "adjudicate-wins", value_name = "CENTIPAWNS,MOVES")]
    pub(super) wins: Option<AgreedWin>,
    /// Adjudicate a draw once both sides have reported at most this many centipawns for this many
    /// quiet moves each, from the move in the third number on.
    #[arg(long = "adjudicate-draws", value_name = "CENTIPAWNS,MOVES,FROM")]
    pub(super) draws: Option<AgreedDraw>,
}

impl Adjudication {
    /// Largest tables in men: 0, 3 or 4.
    pub(super) fn table_men(&self) -> u32 {
        self.tables.as_deref().map_or(0, |men| if men == "4" { 4 } else { 3 })
    }

    /// The rules that adjudicate.
    pub(super) fn referee(&self) -> Referee {
        Referee::new(self.table_men(), self.recognizers).with_agreements(self.wins, self.draws)
    }
}

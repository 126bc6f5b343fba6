//! What ends the games of a match or a tuning run before the rules do.

use clap::Args;
use vancura::play::contest::{AgreedDraw, AgreedWin, Referee};

/// Arguments that say so.
#[derive(Args)]
pub(super) struct Adjudication {
    /// Let tables in memory of up to so many men end games.
    #[arg(long = "adjudicate-tables", value_name = "MEN", value_parser = ["3", "4"])]
    tables: Option<String>,
    /// Let recognizers end games.
    #[arg(long = "adjudicate-recognizers")]
    pub(super) recognizers: bool,
    /// A game is won once both sides have seen it so, by at least so many centipawns for so many moves of each.
    #[arg(long = "adjudicate-wins", value_name = "CENTIPAWNS,MOVES")]
    pub(super) wins: Option<AgreedWin>,
    /// A game is drawn once both sides have seen at most so many centipawns for so many quiet moves of each, from the third number on.
    #[arg(long = "adjudicate-draws", value_name = "CENTIPAWNS,MOVES,FROM")]
    pub(super) draws: Option<AgreedDraw>,
}

impl Adjudication {
    /// Men of the tables: 0, 3 or 4.
    pub(super) fn table_men(&self) -> u32 {
        self.tables.as_deref().map_or(0, |men| if men == "4" { 4 } else { 3 })
    }

    /// Who does it.
    pub(super) fn referee(&self) -> Referee {
        Referee::new(self.table_men(), self.recognizers).with_agreements(self.wins, self.draws)
    }
}

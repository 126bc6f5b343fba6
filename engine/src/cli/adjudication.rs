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
    recognizers: bool,
    /// A game is won once both sides have seen it so, by at least so many centipawns for so many moves of each.
    #[arg(long = "adjudicate-wins", value_name = "CENTIPAWNS,MOVES")]
    wins: Option<AgreedWin>,
    /// A game is drawn once both sides have seen at most so many centipawns for so many quiet moves of each, from the third number on.
    #[arg(long = "adjudicate-draws", value_name = "CENTIPAWNS,MOVES,FROM")]
    draws: Option<AgreedDraw>,
}

impl Adjudication {
    /// Men of the tables: 0, 3 or 4.
    pub(super) fn table_men(&self) -> u32 {
        self.tables.as_deref().map_or(0, |men| if men == "4" { 4 } else { 3 })
    }

    /// Whether recognizers are asked.
    pub(super) fn recognizers(&self) -> bool {
        self.recognizers
    }

    /// On which scores of both sides games are won.
    pub(super) fn win(&self) -> Option<AgreedWin> {
        self.wins
    }

    /// On which scores of both sides games are drawn.
    pub(super) fn draw(&self) -> Option<AgreedDraw> {
        self.draws
    }

    /// Who does it.
    pub(super) fn referee(&self) -> Referee {
        Referee::new(self.table_men(), self.recognizers()).with_agreements(self.win(), self.draw())
    }
}

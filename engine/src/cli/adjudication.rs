//! What ends the games of a match or a tuning run before the rules do.

use clap::Args;
use vancura::play::contest::Referee;

/// Arguments that say so.
#[derive(Args)]
pub(super) struct Adjudication {
    /// Let tables in memory of up to so many men end games.
    #[arg(long, value_name = "MEN", value_parser = ["3", "4"])]
    adjudicate_tables: Option<String>,
    /// Let recognizers end games.
    #[arg(long)]
    adjudicate_recognizers: bool,
}

impl Adjudication {
    /// Men of the tables: 0, 3 or 4.
    pub(super) fn table_men(&self) -> u32 {
        self.adjudicate_tables.as_deref().map_or(0, |men| if men == "4" { 4 } else { 3 })
    }

    /// Whether recognizers are asked.
    pub(super) fn recognizers(&self) -> bool {
        self.adjudicate_recognizers
    }

    /// Who does it.
    pub(super) fn referee(&self) -> Referee {
        Referee::new(self.table_men(), self.recognizers())
    }
}

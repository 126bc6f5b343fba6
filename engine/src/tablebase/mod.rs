//! Endgame tables: our own 3-man tables in memory, and Syzygy files where the user has them.

mod root;
mod small;
pub mod syzygy;

use std::sync::{Arc, OnceLock};

use board::{Board, Dtm, Move, Wdl};
use tbgen::Tables;

use crate::score::Score;
pub use root::RootKnowledge;
pub use syzygy::Syzygy;

/// All tables and how they are to be used.
#[derive(Default)]
pub struct Tablebases {
    small: Arc<OnceLock<Tables>>,
    /// Syzygy files, if a path was set.
    pub syzygy: Option<Syzygy>,
    /// Positions of as many men as the largest table are looked up only with so much depth left, in plies.
    pub probe_depth: i32,
    /// No position with more men is looked up in files.
    pub probe_limit: u32,
    /// Cursed wins are draws.
    pub fifty_move_rule: bool,
}

impl Tablebases {
    /// No files, the usual options.
    pub fn new() -> Self {
        Self { probe_depth: 1, probe_limit: 7, fifty_move_rule: true, ..Self::default() }
    }

    /// Builds the tables in memory in the background, so that they are there when they are needed.
    pub fn prepare(&self) {
        let small = Arc::clone(&self.small);
        std::thread::spawn(move || {
            small.get_or_init(Tables::startup);
        });
    }

    /// The tables in memory, built now if they are not there yet.
    pub fn small(&self) -> &Tables {
        self.small.get_or_init(Tables::startup)
    }

    /// The exact value of a position with very few men; `None` when it has more, or when the fifty-move counter may spoil it.
    #[inline]
    pub fn exact(&self, board: &Board) -> Option<Dtm> {
        if board.occupied().len() > small::MAX_MEN { None } else { small::probe(self.small(), board) }
    }

    /// Appends to a line that ends in a mate score the moves to that mate, as far as tables know them.
    pub fn extend_to_mate(&self, board: &Board, line: Vec<Move>, score: Score) -> Vec<Move> {
        if score.is_mate() { small::extend_to_mate(self.small(), board, line) } else { line }
    }

    /// Most men the search looks up in files.
    pub fn searchable_men(&self) -> u32 {
        self.syzygy.as_ref().map_or(0, |syzygy| syzygy.men().min(self.probe_limit))
    }

    /// The result of a position by the files, as the search wants it: only win, draw and loss.
    pub fn probe_in_search(&self, board: &Board, depth: i32) -> Option<Wdl> {
        let syzygy = self.syzygy.as_ref()?;
        if board.occupied().len() == self.searchable_men() && depth < self.probe_depth {
            return None;
        }
        syzygy.probe_wdl(board).map(|wdl| self.under_the_rule(wdl))
    }

    /// Cursed wins and blessed losses as the options have them.
    fn under_the_rule(&self, wdl: Wdl) -> Wdl {
        if self.fifty_move_rule { wdl.with_fifty_move_rule() } else { wdl.without_fifty_move_rule() }
    }
}

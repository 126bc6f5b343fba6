//! Endgame tables: our own of 3 and 4 men in memory, and Syzygy files where the user has them.

mod internal;
mod root;
pub mod syzygy;

use std::sync::Arc;

use board::{Board, Dtm, Move, Wdl};

use crate::score::Score;
pub use internal::InternalTables;
pub use root::RootKnowledge;
pub use syzygy::Syzygy;

/// All tables and how they are to be used.
pub struct Tablebases {
    /// The tables in memory, which engines of one program may share.
    pub internal: Arc<InternalTables>,
    /// Positions of up to so many men are looked up in memory: 0, 3, or 4 once those are built.
    pub internal_men: u32,
    /// Syzygy files, if a path was set.
    pub syzygy: Option<Syzygy>,
    /// Positions of as many men as the largest table are looked up only with so much depth left, in plies.
    pub probe_depth: i32,
    /// No position with more men is looked up in files.
    pub probe_limit: u32,
    /// Cursed wins are draws.
    pub fifty_move_rule: bool,
}

impl Default for Tablebases {
    /// No files, the usual options.
    fn default() -> Self {
        Self {
            internal: Arc::default(),
            internal_men: crate::options::DEFAULT_INTERNAL_MEN,
            syzygy: None,
            probe_depth: 1,
            probe_limit: syzygy::MAX_MEN,
            fifty_move_rule: true,
        }
    }
}

impl Tablebases {
    /// Builds the tables in memory that are asked for in the background.
    pub fn prepare(&self) {
        let (internal, men) = (Arc::clone(&self.internal), self.internal_men);
        std::thread::spawn(move || {
            internal.small();
            if men > 3 {
                internal.build_large();
            }
        });
    }

    /// Returns when the smallest tables are there.
    pub fn wait_for_small(&self) {
        if self.internal_men > 0 {
            self.internal.small();
        }
    }

    /// The exact value of a position with very few men; `None` when it has more, or when the fifty-move counter may spoil it.
    #[inline]
    pub fn exact(&self, board: &Board) -> Option<Dtm> {
        if board.occupied().len() > self.internal_men { None } else { self.internal.probe(board) }
    }

    /// Appends to a line that ends in a mate score the moves to that mate, as far as tables know them.
    pub fn extend_to_mate(&self, board: &Board, line: Vec<Move>, score: Score) -> Vec<Move> {
        if score.is_mate() { self.internal.extend_to_mate(board, line, self.internal_men) } else { line }
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

//! All tables together, and the settings for their use.

use std::path::PathBuf;
use std::sync::Arc;

use board::{Board, Dtm, Move, Piece, Wdl, legal_moves};
use tbgen::dtm50_from_dtm;
use tbgen::syzygy::file::cache_folder;

use super::checksums::Check;
use super::internal::{self, InternalTables};
use super::pocket::in_background;
use super::syzygy::{self, Syzygy};
use crate::position::Position;
use crate::score::Score;

/// Default for the largest ending solved in memory, in men.
pub(crate) const DEFAULT_INTERNAL_MEN: u32 = 3;

/// All tables and the settings for their use.
pub struct Tablebases {
    /// The tables in memory, which engines of one program may share.
    pub internal: Arc<InternalTables>,
    /// Positions of up to this many men are probed in memory: 0, 3 (and the hard wins of 4: see
    /// `InternalTables::hard_wins`), or 4 once built.
    pub internal_men: u32,
    /// Syzygy files, if a path was set.
    pub syzygy: Option<Syzygy>,
    /// The last path set, empty for none.
    pub(crate) syzygy_path: String,
    /// Which files are compared with their checksums when a path is set.
    pub(crate) check: Check,
    /// The folder of the list of files compared before; `None` for no such list.
    pub cache: Option<PathBuf>,
    /// Least remaining depth for probing positions of as many men as the largest table, in plies.
    pub probe_depth: i32,
    /// Positions with more men are not probed in files.
    pub probe_limit: u32,
    /// Cursed wins are draws.
    pub fifty_move_rule: bool,
}

/// A distance to mate from a file as the game's result: `None` when the counter runs out before the
/// mate unless a capture or pawn move resets it.
#[inline]
fn in_time(board: &Board, dtm: Dtm) -> Option<Dtm> {
    dtm50_from_dtm(dtm, board).or_else(|| {
        // With a lone piece, the capture that would reset the counter loses that piece.
        let nothing_resets =
            board.occupied().len() <= internal::SMALL_MEN && board.pieces(Piece::Pawn).is_empty();
        nothing_resets.then_some(Dtm::Draw)
    })
}

impl Default for Tablebases {
    /// No files, default options, the list of compared files in the user's cache folder.
    fn default() -> Self {
        Self {
            internal: Arc::default(),
            internal_men: DEFAULT_INTERNAL_MEN,
            syzygy: None,
            syzygy_path: String::new(),
            check: Check::default(),
            cache: cache_folder(),
            probe_depth: 1,
            probe_limit: syzygy::MAX_MEN,
            fifty_move_rule: true,
        }
    }
}

impl Tablebases {
    /// These tables in memory, used for up to this many men, and no files.
    pub fn in_memory(internal: Arc<InternalTables>, men: u32) -> Self {
        Self { internal, internal_men: men, ..Self::default() }
    }

    /// Opens the files of a path (see [`Syzygy::open`]), or closes all if it is empty, and returns
    /// remarks. Files compared before are found in the cached list.
    pub fn open_syzygy(&mut self, path: &str) -> Vec<String> {
        path.clone_into(&mut self.syzygy_path);
        // The old files are closed first: both sets at once may be too much.
        self.syzygy = None;
        if path.is_empty() {
            return Vec::new();
        }
        let (syzygy, remarks) = Syzygy::open_checked(path, self.check, self.cache.as_deref());
        self.syzygy = syzygy;
        remarks
    }

    /// Sets which files are compared with their checksums, and reopens those of the path if that
    /// changes.
    pub fn check_syzygy(&mut self, check: Check) -> Vec<String> {
        if std::mem::replace(&mut self.check, check) == check || self.syzygy_path.is_empty() {
            return Vec::new();
        }
        let path = std::mem::take(&mut self.syzygy_path);
        self.open_syzygy(&path)
    }

    /// Builds the requested tables in memory in the background.
    pub fn prepare(&self) {
        let (internal, men) = (Arc::clone(&self.internal), self.internal_men);
        in_background(move || {
            if men > 0 {
                internal.build_small();
            }
            if men > 3 {
                internal.build_large();
            }
        });
    }

    /// Returns when the 3-man tables are built, which takes milliseconds.
    pub(crate) fn wait_for_three_men(&self) {
        if self.internal_men > 0 {
            self.internal.small();
        }
    }

    /// Returns when the tables used from the start are built: the 3-man tables and the hard wins.
    pub fn wait_for_small(&self) {
        if self.internal_men == 0 || self.internal.has_small() {
            return;
        }
        // Solver threads inherit name and processor from their parent thread, which should not be a
        // search thread.
        let internal = Arc::clone(&self.internal);
        let built = in_background(move || internal.build_small()).map(std::thread::JoinHandle::join);
        if !matches!(built, Some(Ok(()))) {
            self.internal.build_small();
        }
    }

    /// The exact value of a position with its fifty-move counter by the tables in memory, which are
    /// fast; `None` when they do not have it, or when the counter matters in an ending of four men
    /// that has not been solved for it: see `Tablebases::prepare_counter`.
    #[inline]
    pub fn exact_in_memory(&self, board: &Board) -> Option<Dtm> {
        self.with_counter(board, self.distance_in_memory(board)?)
    }

    #[inline]
    fn with_counter(&self, board: &Board, plain: Dtm) -> Option<Dtm> {
        self.internal.with_counter(board, plain, self.internal_men)
    }

    /// The exact value of a position by the tables in memory or by files with distances to mate
    /// (`.vdtm`); `None` as above, and when the counter may spoil a file's result.
    #[inline]
    pub fn exact(&self, board: &Board) -> Option<Dtm> {
        match self.distance_in_memory(board) {
            Some(plain) => self.with_counter(board, plain),
            None => self.syzygy.as_ref()?.probe_dtm(board).and_then(|dtm| in_time(board, dtm)),
        }
    }

    /// Prepares the tables in memory for the root with its counter: its ending is solved for every
    /// counter if its mate is farther away than the counter allows, which takes up to some seconds.
    /// Returns at once unless waiting is requested.
    pub(crate) fn prepare_counter(&self, board: &Board, wait: bool) {
        let men = self.internal_men;
        let Some(plain) = self.distance_in_memory(board) else { return };
        if self.with_counter(board, plain).is_some() {
            return;
        }
        if wait {
            return self.internal.prepare_counter(board, men);
        }
        let (internal, board) = (Arc::clone(&self.internal), board.clone());
        in_background(move || internal.prepare_counter(&board, men));
    }

    /// Prepares proofs about the root, which takes up to some seconds. Returns at once unless
    /// waiting is requested.
    pub(crate) fn prepare_proofs(&self, position: &Position, wait: bool) {
        let board = position.board();
        if position.men() > self.searchable_men() && self.exact(board).is_none() {
            self.internal.pocket.prepare(board, wait);
        }
    }

    /// Most men of a position that [`Tablebases::exact`] may have.
    pub fn exact_men(&self) -> u32 {
        self.syzygy.as_ref().map_or(0, Syzygy::mate_men).max(self.internal.most_men(self.internal_men))
    }

    /// The distance to mate by the tables in memory, fifty-move rule ignored; `None` when they do
    /// not have the position.
    #[inline]
    pub(crate) fn distance_in_memory(&self, board: &Board) -> Option<Dtm> {
        self.internal.probe(board, self.internal_men)
    }

    /// Extends a line with a mate score by the moves to that mate, as far as tables have them.
    pub(crate) fn extend_to_mate(&self, board: &Board, mut line: Vec<Move>, score: Score) -> Vec<Move> {
        if !score.is_mate() {
            return line;
        }
        let mut board = board.clone();
        for &mv in &line {
            board.play_unchecked(mv);
        }
        while let Some(value @ (Dtm::Win(_) | Dtm::Loss(2..))) = self.exact(&board) {
            let Some(best) = self.best_move(&board, value) else { break };
            board.play_unchecked(best);
            line.push(best);
        }
        line
    }

    /// The move to the shortest mate, or to the longest defense, with the fifty-move counter;
    /// `None` when it is not known.
    fn best_move(&self, board: &Board, value: Dtm) -> Option<Move> {
        let keeps = |mv: &Move| {
            let mut child = board.clone();
            child.play_unchecked(*mv);
            self.exact(&child).map(Dtm::from_parent) == Some(value)
        };
        legal_moves(board).into_iter().rev().find(keeps)
    }

    /// Most men that the search probes in files.
    pub(crate) fn searchable_men(&self) -> u32 {
        self.syzygy.as_ref().map_or(0, |syzygy| syzygy.men().min(self.probe_limit))
    }

    /// The result of a position by files, as used by the search: only win, draw and loss.
    pub(crate) fn probe_in_search(&self, board: &Board, depth: i32) -> Option<Wdl> {
        let syzygy = self.syzygy.as_ref()?;
        if board.occupied().len() == self.searchable_men() && depth < self.probe_depth {
            return None;
        }
        syzygy.probe_wdl(board).map(|wdl| self.under_the_rule(wdl))
    }

    /// Maps cursed wins and blessed losses as set by the options.
    fn under_the_rule(&self, wdl: Wdl) -> Wdl {
        if self.fifty_move_rule { wdl.with_fifty_move_rule() } else { wdl.without_fifty_move_rule() }
    }
}

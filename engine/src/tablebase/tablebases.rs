//! All tables together, and how they are to be used.

use std::path::PathBuf;
use std::sync::Arc;

use board::{Board, Dtm, Move, Piece, Wdl, legal_moves};
use tbgen::dtm50_from_dtm;
use tbgen::syzygy::file::cache_folder;

use super::checksums::Check;
use super::internal::{self, InternalTables};
use super::syzygy::{self, Syzygy};
use crate::score::Score;

/// Men of the largest ending that is solved in memory unless more are asked for.
pub(crate) const DEFAULT_INTERNAL_MEN: u32 = 3;

/// All tables and how they are to be used.
pub struct Tablebases {
    /// The tables in memory, which engines of one program may share.
    pub internal: Arc<InternalTables>,
    /// Positions of up to so many men are looked up in memory: 0, 3 (and the hard wins of 4: see
    /// `InternalTables::hard_wins`), or 4 once those are built.
    pub internal_men: u32,
    /// Syzygy files, if a path was set.
    pub syzygy: Option<Syzygy>,
    /// The path that was set last, empty for none.
    pub(crate) syzygy_path: String,
    /// Which files are compared with their checksums when a path is set.
    pub(crate) check: Check,
    /// The folder of the list of files that have been compared before; `None` for no such list.
    pub cache: Option<PathBuf>,
    /// Positions of as many men as the largest table are looked up only with so much depth left, in plies.
    pub probe_depth: i32,
    /// No position with more men is looked up in files.
    pub probe_limit: u32,
    /// Cursed wins are draws.
    pub fifty_move_rule: bool,
}

/// A distance to mate from a file as the game's result: `None` when the mate is so far away that the counter runs out first unless a capture
/// or pawn move resets it.
#[inline]
fn in_time(board: &Board, dtm: Dtm) -> Option<Dtm> {
    dtm50_from_dtm(dtm, board).or_else(|| {
        // A lone piece is lost by the capture that would reset the counter.
        let nothing_resets =
            board.occupied().len() <= internal::SMALL_MEN && board.pieces(Piece::Pawn).is_empty();
        nothing_resets.then_some(Dtm::Draw)
    })
}

/// Runs this on a thread of its own; where the system refuses one, it is left to whoever asks for the
/// tables first.
fn in_background(work: impl FnOnce() + Send + 'static) -> Option<std::thread::JoinHandle<()>> {
    // Without a name it would have that of the thread that starts it.
    std::thread::Builder::new().name("tables".to_owned()).spawn(work).ok()
}

impl Default for Tablebases {
    /// No files, the usual options, the cache where the system keeps such things.
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
    /// These tables in memory, of which those of up to so many men are used, and no files.
    pub fn in_memory(internal: Arc<InternalTables>, men: u32) -> Self {
        Self { internal, internal_men: men, ..Self::default() }
    }

    /// Opens the files of a path, see [`Syzygy::open`], or lets go of all when it is empty, and returns what there is to say. Files that have
    /// been compared before are known from the list in the cache.
    pub fn open_syzygy(&mut self, path: &str) -> Vec<String> {
        path.clone_into(&mut self.syzygy_path);
        // The old files first: both sets at once may be too much.
        self.syzygy = None;
        if path.is_empty() {
            return Vec::new();
        }
        let (syzygy, remarks) = Syzygy::open_checked(path, self.check, self.cache.as_deref());
        self.syzygy = syzygy;
        remarks
    }

    /// Says which files are compared with their checksums, and opens those of the path again if that is something new.
    pub fn check_syzygy(&mut self, check: Check) -> Vec<String> {
        if std::mem::replace(&mut self.check, check) == check || self.syzygy_path.is_empty() {
            return Vec::new();
        }
        let path = std::mem::take(&mut self.syzygy_path);
        self.open_syzygy(&path)
    }

    /// Builds the tables in memory that are asked for in the background.
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

    /// Returns when the tables of 3 men are there, which takes milliseconds.
    pub(crate) fn wait_for_three_men(&self) {
        if self.internal_men > 0 {
            self.internal.small();
        }
    }

    /// Returns when the tables are there that are used from the start: those of 3 men and of the hard wins.
    pub fn wait_for_small(&self) {
        if self.internal_men == 0 || self.internal.has_small() {
            return;
        }
        // Threads that solving starts take name and processor from the thread that asks: not from one that
        // searches.
        let internal = Arc::clone(&self.internal);
        let built = in_background(move || internal.build_small()).map(std::thread::JoinHandle::join);
        if !matches!(built, Some(Ok(()))) {
            self.internal.build_small();
        }
    }

    /// The exact value of a position with its fifty-move counter by the tables in memory, which cost next to nothing; `None` when they
    /// do not have it, or when the counter matters in an ending of four men that has not been solved for that: see
    /// `Tablebases::prepare_counter`.
    #[inline]
    pub fn exact_in_memory(&self, board: &Board) -> Option<Dtm> {
        self.with_counter(board, self.distance_in_memory(board)?)
    }

    #[inline]
    fn with_counter(&self, board: &Board, plain: Dtm) -> Option<Dtm> {
        self.internal.with_counter(board, plain, self.internal_men)
    }

    /// The exact value of a position by the tables in memory or by files with distances to mate (`.vdtm`); `None` as above, and when the
    /// counter may spoil what a file says.
    #[inline]
    pub fn exact(&self, board: &Board) -> Option<Dtm> {
        match self.distance_in_memory(board) {
            Some(plain) => self.with_counter(board, plain),
            None => self.syzygy.as_ref()?.probe_dtm(board).and_then(|dtm| in_time(board, dtm)),
        }
    }

    /// Sees to it that the tables in memory know the root with its counter: its ending is solved for every counter if its mate is farther away
    /// than the counter allows, which takes up to some seconds. Returns at once unless told to wait.
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

    /// Most men of a position that [`Tablebases::exact`] may know.
    pub fn exact_men(&self) -> u32 {
        self.syzygy.as_ref().map_or(0, Syzygy::mate_men).max(self.internal.most_men(self.internal_men))
    }

    /// The distance to mate by the tables in memory, fifty-move rule ignored; `None` when they do not have the position.
    #[inline]
    pub(crate) fn distance_in_memory(&self, board: &Board) -> Option<Dtm> {
        self.internal.probe(board, self.internal_men)
    }

    /// Appends to a line that ends in a mate score the moves to that mate, as far as tables know them.
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

    /// The shortest way to mate, or the longest way to be mated, with the counter of the fifty-move rule; `None` when no move is known to be
    /// it.
    fn best_move(&self, board: &Board, value: Dtm) -> Option<Move> {
        let keeps = |mv: &Move| {
            let mut child = board.clone();
            child.play_unchecked(*mv);
            self.exact(&child).map(Dtm::from_parent) == Some(value)
        };
        legal_moves(board).into_iter().rev().find(keeps)
    }

    /// Most men the search looks up in files.
    pub(crate) fn searchable_men(&self) -> u32 {
        self.syzygy.as_ref().map_or(0, |syzygy| syzygy.men().min(self.probe_limit))
    }

    /// The result of a position by the files, as the search wants it: only win, draw and loss.
    pub(crate) fn probe_in_search(&self, board: &Board, depth: i32) -> Option<Wdl> {
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

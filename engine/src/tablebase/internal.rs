//! The tables solved in memory: exact distances to mate. Those of 3 men take milliseconds; those of
//! the three hard wins of 4 men, which a search alone does not find in time, a fifth of a second;
//! all of 4 men are built in the background and used once ready. Values with the fifty-move counter
//! are solved on first use. With them lies the pocket, which answers where they do not.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use board::{Board, Color, Dtm, Material, Piece};
use tbgen::{DtmTables, dtm50_from_dtm};

use super::counted::CountedTables;
use super::pocket::SharedPocket;

/// Tables of this many men are always built immediately.
pub(super) const SMALL_MEN: u32 = 3;
/// Tables of this many men are built in the background.
const LARGE_MEN: u32 = 4;

/// The tables of one program, shared by all its engines.
#[derive(Default)]
pub struct InternalTables {
    small: OnceLock<DtmTables>,
    hard_wins: OnceLock<DtmTables>,
    large: OnceLock<DtmTables>,
    large_begun: AtomicBool,
    counted: CountedTables,
    pub(super) pocket: Arc<SharedPocket>,
}

impl InternalTables {
    /// Builds the tables used from the start, the 3-man tables and the hard wins, unless built
    /// already.
    pub fn build_small(&self) {
        self.small();
        self.hard_wins();
    }

    /// True when the tables used from the start are built.
    pub(super) fn has_small(&self) -> bool {
        self.small.get().is_some() && self.hard_wins.get().is_some()
    }

    /// The 3-man tables, built now if necessary.
    pub fn small(&self) -> &DtmTables {
        self.small.get_or_init(DtmTables::startup)
    }

    /// The hard wins: two bishops or bishop and knight against a bare king, queen against rook.
    /// Built now if necessary.
    ///
    /// # Panics
    /// Never: these endings can be solved.
    pub(crate) fn hard_wins(&self) -> &DtmTables {
        self.hard_wins
            .get_or_init(|| solve(&HARD_WINS.map(|name| name.parse().expect("it is a valid material"))))
    }

    /// The 4-man tables with smaller ones, once they are built.
    pub fn large(&self) -> Option<&DtmTables> {
        self.large.get()
    }

    /// Builds the 4-man tables on one thread; returns at once if another call has started to.
    pub fn build_large(&self) {
        if !self.large_begun.swap(true, Ordering::SeqCst) {
            self.large.get_or_init(|| solve(&Material::with_men(LARGE_MEN as usize)));
        }
    }

    /// Most men of a position that [`InternalTables::probe`] may have when tables of up to `asked`
    /// men are used, where `asked` is 0, 3 or 4.
    pub(super) fn most_men(&self, asked: u32) -> u32 {
        if asked == SMALL_MEN && self.hard_wins.get().is_some() { LARGE_MEN } else { asked }
    }

    /// The distance to mate, fifty-move rule ignored; `None` without a table of up to `asked` men,
    /// or when it is not built yet.
    #[inline]
    pub(super) fn probe(&self, board: &Board, asked: u32) -> Option<Dtm> {
        self.tables_for(board, asked)?.probe_board(board)
    }

    /// The tables that have a position.
    #[inline]
    fn tables_for(&self, board: &Board, asked: u32) -> Option<&DtmTables> {
        match board.occupied().len() {
            0..=SMALL_MEN if asked >= SMALL_MEN => Some(self.small()),
            LARGE_MEN if asked >= LARGE_MEN && self.large.get().is_some() => self.large.get(),
            LARGE_MEN if asked >= SMALL_MEN && is_hard_win(board) => self.hard_wins.get(),
            _ => None,
        }
    }

    /// The distance to mate with the counter of the fifty-move rule, from the plain one; `None`
    /// when the counter matters in an ending of four men that has not been solved for it: see
    /// [`InternalTables::prepare_counter`].
    #[inline]
    pub(super) fn with_counter(&self, board: &Board, plain: Dtm, asked: u32) -> Option<Dtm> {
        dtm50_from_dtm(plain, board).or_else(|| self.counted.probe(self.tables_for(board, asked)?, board))
    }

    /// Solves the ending of a position for every counter, if it is one of the tables in memory and
    /// not solved yet: takes up to some seconds.
    pub(super) fn prepare_counter(&self, board: &Board, asked: u32) {
        if let Some(tables) = self.tables_for(board, asked) {
            self.counted.solve(tables, board);
        }
    }
}

/// See [`is_hard_win`].
const HARD_WINS: [&str; 3] = ["KBBvK", "KBNvK", "KQvKR"];

/// True for a position of four men with two bishops or bishop and knight on one side, or a queen on
/// one and a rook on the other.
fn is_hard_win(board: &Board) -> bool {
    let count = |color, piece| board.colored_pieces(color, piece).len();
    Color::ALL.into_iter().any(|us| {
        let bishops = count(us, Piece::Bishop);
        bishops == 2
            || bishops + count(us, Piece::Knight) == 2 && bishops == 1
            || count(us, Piece::Queen) == 1 && count(!us, Piece::Rook) == 1
    })
}

/// These endings of 4 men with all endings reachable from them, on one thread: the others may be
/// searching.
fn solve(materials: &[Material]) -> DtmTables {
    let mut tables = DtmTables::new();
    let mut build = || tables.build_all(materials).expect("endings of 4 men can be solved");
    match rayon::ThreadPoolBuilder::new().num_threads(1).build() {
        Ok(pool) => pool.install(build),
        Err(_) => build(),
    }
    tables
}

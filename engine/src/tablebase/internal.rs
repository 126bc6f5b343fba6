//! The tables solved in memory: exact distances to mate. Those of 3 men take milliseconds; those of the three hard wins of 4 men, which a
//! search does not find by itself in time, a fifth of a second; all of 4 men are built in the background and used once they
//! are there. What the counter of the fifty-move rule makes of them is solved when a position first asks for it.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use board::{Board, Color, Dtm, Material, Piece};
use tbgen::{DtmTables, dtm50_from_dtm};

use super::counted::CountedTables;

/// Men of the tables that are always built at once.
pub(super) const SMALL_MEN: u32 = 3;
/// Men of the tables built in the background.
const LARGE_MEN: u32 = 4;

/// The tables of one program, shared by all its engines.
#[derive(Default)]
pub struct InternalTables {
    small: OnceLock<DtmTables>,
    hard_wins: OnceLock<DtmTables>,
    large: OnceLock<DtmTables>,
    large_begun: AtomicBool,
    counted: CountedTables,
}

impl InternalTables {
    /// Builds what is used from the start, the 3-man tables and the hard wins, unless it is there.
    pub fn build_small(&self) {
        self.small();
        self.hard_wins();
    }

    /// True when what is used from the start is there.
    pub(super) fn has_small(&self) -> bool {
        self.small.get().is_some() && self.hard_wins.get().is_some()
    }

    /// The 3-man tables, built now if they are not there yet.
    pub fn small(&self) -> &DtmTables {
        self.small.get_or_init(DtmTables::startup)
    }

    /// The hard wins: two bishops or bishop and knight against a bare king, queen against rook. Built now if they are not there yet.
    ///
    /// # Panics
    /// Never: these endings can be solved.
    pub(crate) fn hard_wins(&self) -> &DtmTables {
        self.hard_wins.get_or_init(|| solve(&HARD_WINS.map(|name| name.parse().expect("it is a material"))))
    }

    /// The 4-man tables with those below, once they are there.
    pub fn large(&self) -> Option<&DtmTables> {
        self.large.get()
    }

    /// Builds the 4-man tables on one thread, unless somebody has begun to. Returns when this call has built them, or at once.
    pub fn build_large(&self) {
        if !self.large_begun.swap(true, Ordering::SeqCst) {
            self.large.get_or_init(|| solve(&Material::with_men(LARGE_MEN as usize)));
        }
    }

    /// Most men of a position that [`InternalTables::probe`] may know when up to so many (0, 3 or 4) are asked for.
    pub(super) fn most_men(&self, asked: u32) -> u32 {
        if asked == SMALL_MEN && self.hard_wins.get().is_some() { LARGE_MEN } else { asked }
    }

    /// The distance to mate, fifty-move rule ignored; `None` without a table of up to `asked` men, or when it is not there yet.
    #[inline]
    pub(super) fn probe(&self, board: &Board, asked: u32) -> Option<Dtm> {
        self.tables_for(board, asked)?.probe_board(board)
    }

    /// The tables that know a position.
    #[inline]
    fn tables_for(&self, board: &Board, asked: u32) -> Option<&DtmTables> {
        match board.occupied().len() {
            0..=SMALL_MEN if asked >= SMALL_MEN => Some(self.small()),
            LARGE_MEN if asked >= LARGE_MEN && self.large.get().is_some() => self.large.get(),
            LARGE_MEN if asked >= SMALL_MEN && is_hard_win(board) => self.hard_wins.get(),
            _ => None,
        }
    }

    /// The distance to mate with the counter of the fifty-move rule, from the plain one; `None` when the counter matters in an ending of four men that
    /// has not been solved for it: see [`InternalTables::prepare_counter`].
    #[inline]
    pub(super) fn with_counter(&self, board: &Board, plain: Dtm, asked: u32) -> Option<Dtm> {
        dtm50_from_dtm(plain, board).or_else(|| self.counted.probe(self.tables_for(board, asked)?, board))
    }

    /// Solves the ending of a position for every counter, when it is one of the tables in memory and that has not been done: up to some
    /// seconds.
    pub(super) fn prepare_counter(&self, board: &Board, asked: u32) {
        if let Some(tables) = self.tables_for(board, asked) {
            self.counted.solve(tables, board);
        }
    }
}

/// See [`is_hard_win`].
const HARD_WINS: [&str; 3] = ["KBBvK", "KBNvK", "KQvKR"];

/// True for a position of four men with two bishops or bishop and knight on one side, or a queen on one and a rook on the other.
fn is_hard_win(board: &Board) -> bool {
    let count = |color, piece| board.colored_pieces(color, piece).len();
    Color::ALL.into_iter().any(|us| {
        let bishops = count(us, Piece::Bishop);
        bishops == 2
            || bishops + count(us, Piece::Knight) == 2 && bishops == 1
            || count(us, Piece::Queen) == 1 && count(!us, Piece::Rook) == 1
    })
}

/// These endings of 4 men with what they lead to, on one thread: a search that is running needs the others.
fn solve(materials: &[Material]) -> DtmTables {
    let mut tables = DtmTables::new();
    let mut build = || tables.build_all(materials).expect("endings of 4 men can be solved");
    match rayon::ThreadPoolBuilder::new().num_threads(1).build() {
        Ok(pool) => pool.install(build),
        Err(_) => build(),
    }
    tables
}

//! The tables solved in memory: exact distances to mate. Those of 3 men take milliseconds; those of 4 are built in the
//! background and used once they are there.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use board::{Board, Dtm, Material};
use tbgen::Tables;

/// Men of the tables that are always built at once.
pub(super) const SMALL_MEN: u32 = 3;
/// Men of the tables built in the background.
const LARGE_MEN: u32 = 4;

/// The tables of one program, shared by all its engines.
#[derive(Default)]
pub struct InternalTables {
    small: OnceLock<Tables>,
    large: OnceLock<Tables>,
    large_begun: AtomicBool,
}

impl InternalTables {
    /// The 3-man tables, built now if they are not there yet.
    pub fn small(&self) -> &Tables {
        self.small.get_or_init(Tables::startup)
    }

    /// The 4-man tables with those below, once they are there.
    pub fn large(&self) -> Option<&Tables> {
        self.large.get()
    }

    /// Builds the 4-man tables on one thread, unless somebody has begun to. Returns when this call has built them, or at once.
    pub fn build_large(&self) {
        if !self.large_begun.swap(true, Ordering::SeqCst) {
            self.large.get_or_init(solve_four_men);
        }
    }

    /// The tables for a position of so many men; `None` when they are not there, or not yet.
    #[inline]
    fn for_men(&self, men: u32) -> Option<&Tables> {
        match men {
            0..=SMALL_MEN => Some(self.small()),
            LARGE_MEN => self.large.get(),
            _ => None,
        }
    }

    /// The distance to mate, fifty-move rule ignored; `None` without a table.
    #[inline]
    pub(super) fn probe(&self, board: &Board) -> Option<Dtm> {
        self.for_men(board.occupied().len())?.probe_board(board)
    }
}

/// All endings of 4 men with what they lead to, on one thread: a search that is running needs the others.
fn solve_four_men() -> Tables {
    let mut tables = Tables::new();
    let materials = Material::with_men(LARGE_MEN as usize);
    let mut build = || tables.build_all(&materials).expect("endings of 4 men can be solved");
    match rayon::ThreadPoolBuilder::new().num_threads(1).build() {
        Ok(pool) => pool.install(build),
        Err(_) => build(),
    }
    tables
}

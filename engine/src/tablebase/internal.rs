//! The tables solved in memory: exact distances to mate. Those of 3 men take milliseconds; those of 4 are built in the
//! background and used once they are there.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use board::{Board, Dtm, Material, Move, Piece, legal_moves};
use tbgen::Tables;

/// Men of the tables that are always built at once.
const SMALL_MEN: u32 = 3;
/// Men of the tables built in the background.
const LARGE_MEN: u32 = 4;

/// Plies of play without a capture or pawn move after which the game is drawn.
const FIFTY_MOVES_PLIES: u16 = 100;

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

    /// The exact value under the fifty-move rule; `None` without a table, or when a mate is so far away that the counter runs
    /// out first unless a capture or pawn move resets it.
    #[inline]
    pub(super) fn probe(&self, board: &Board) -> Option<Dtm> {
        let men = board.occupied().len();
        let dtm = self.for_men(men)?.probe_board(board)?;
        let in_time = |plies| plies + u16::from(board.halfmove_clock()) <= FIFTY_MOVES_PLIES;
        if dtm.plies().is_none_or(in_time) {
            return Some(dtm);
        }
        // A lone piece is lost by the capture that would reset the counter.
        let nothing_resets = men <= SMALL_MEN && board.pieces(Piece::Pawn).is_empty();
        nothing_resets.then_some(Dtm::Draw)
    }

    /// Follows best play from the end of a line to the mate.
    pub(super) fn extend_to_mate(&self, board: &Board, mut line: Vec<Move>, men: u32) -> Vec<Move> {
        let mut board = board.clone();
        for &mv in &line {
            board.play_unchecked(mv);
        }
        while board.occupied().len() <= men
            && let Some(Dtm::Win(_) | Dtm::Loss(2..)) = self.probe(&board)
        {
            let Some(best) = self.best_move(&board) else { break };
            board.play_unchecked(best);
            line.push(best);
        }
        line
    }

    fn best_move(&self, board: &Board) -> Option<Move> {
        let value = |mv: &Move| {
            let mut child = board.clone();
            child.play_unchecked(*mv);
            self.for_men(child.occupied().len())?.probe_board(&child).map(Dtm::from_parent)
        };
        legal_moves(board).into_iter().max_by_key(value)
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

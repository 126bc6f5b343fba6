//! A check of solved tables that is independent of the solver.
//!
//! Every legal position is set up on an ordinary board, its legal moves are generated one by one,
//! and its value must be the best of their values: the minimax equation, without bit planes,
//! schedules or capture slots. Values that pass this check for all positions are correct (distances
//! are well-founded: each loss is exactly one ply longer than its longest move, and ply 0 is
//! checkmate on the board).

use board::{Board, Color, Dtm, Placement, rules};
use rayon::prelude::*;

use crate::tables::dtm::DtmTables;
use crate::tables::dtm_table::DtmTable;
use crate::value::dtm::DtmByte;

/// A position whose value does not follow from its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inconsistency {
    /// The position.
    pub position: Placement,
    /// The value in the table.
    pub table: Dtm,
    /// The value that follows from its moves.
    pub moves: Option<Dtm>,
}

impl std::fmt::Display for Inconsistency {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: the table says {}, its moves ", self.position.to_fen(), self.table)?;
        match self.moves {
            Some(moves) => write!(f, "{moves}"),
            None => write!(f, "no legal position"),
        }
    }
}

/// The result of a check.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckReport {
    /// Positions compared.
    pub positions: u64,
    /// Positions that the move generator rejects because of three checkers; these exist only with 5
    /// or more men.
    pub skipped: u64,
    /// The first few contradictions; empty when the table is correct.
    pub inconsistencies: Vec<Inconsistency>,
}

/// Maximum number of contradictions listed, and of differences from another source.
pub(super) const MAX_LISTED: usize = 10;

/// Slots checked as one unit of work.
pub(super) const BATCH: usize = 4096;

/// Compares every position of `table`, one of these tables, with the best of its moves; illegal
/// [`Placement`]s must be marked as illegal. `every` is the sampling interval: 1 checks all
/// positions, n every n-th.
pub fn check_solved(tables: &DtmTables, table: &DtmTable, every: usize) -> CheckReport {
    check_every(tables, table, every, &|| ())
}

/// As [`check_solved`] for all positions; calls `done` after each batch of slots, from any thread.
pub(super) fn check_batches(tables: &DtmTables, table: &DtmTable, done: &(dyn Fn() + Sync)) -> CheckReport {
    check_every(tables, table, 1, done)
}

fn check_every(tables: &DtmTables, table: &DtmTable, every: usize, done: &(dyn Fn() + Sync)) -> CheckReport {
    let slots = table.solved.values[0].len();
    let batch = |start: usize| {
        let mut report = CheckReport::default();
        let first = start.next_multiple_of(every);
        for slot in (first..(start + BATCH).min(slots)).step_by(every) {
            for side in Color::ALL {
                check_slot(tables, table, side, slot, &mut report);
            }
        }
        done();
        report
    };
    (0..slots).into_par_iter().step_by(BATCH).map(batch).reduce(CheckReport::default, |mut a, mut b| {
        a.positions += b.positions;
        a.skipped += b.skipped;
        a.inconsistencies.append(&mut b.inconsistencies);
        a.inconsistencies.truncate(MAX_LISTED);
        a
    })
}

fn check_slot(tables: &DtmTables, table: &DtmTable, side: Color, slot: usize, report: &mut CheckReport) {
    let position = table.solved.placement(side, slot);
    let stored = DtmByte::to_dtm(table.solved.values[side as usize][slot]);
    match (stored, position.to_board()) {
        (None, Err(_)) => {}
        (Some(_), Err(board::PlacementError::TooManyCheckers)) => report.skipped += 1,
        (Some(value), Ok(board)) => {
            report.positions += 1;
            let moves = best_of_moves(tables, &board);
            if moves != Some(value) {
                report.inconsistencies.push(Inconsistency { position, table: value, moves });
            }
        }
        (stored, judged) => {
            let (table, moves) = (stored.unwrap_or(Dtm::Draw), judged.is_ok().then_some(Dtm::Draw));
            report.inconsistencies.push(Inconsistency { position, table, moves });
        }
    }
}

/// The value of a position from those of its legal moves; `None` when a table is missing.
fn best_of_moves(tables: &DtmTables, board: &Board) -> Option<Dtm> {
    let mut best = None;
    for mv in board::legal_moves(board) {
        best = best.max(Some(tables.probe_board(&rules::after(board, mv))?.from_parent()));
    }
    let nothing_to_move = if board.checkers().is_empty() { Dtm::Draw } else { Dtm::Loss(0) };
    Some(best.unwrap_or(nothing_to_move))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::metric::Metric;

    #[test]
    fn each_kind_of_falsified_position_is_found() {
        let tables = DtmTables::startup();
        let krk = "KRvK".parse().expect("a material");
        let white = Color::White as usize;
        let right = tables.solved_again(krk).solved.values[white].clone();
        let legal = right.iter().position(|&v| v == DtmByte::won(5)).expect("a mate in three");
        let illegal = right.iter().position(|&v| v == DtmByte::ILLEGAL).expect("kings that touch");
        for (slot, lie) in [
            (legal, DtmByte::won(7)),
            (legal, DtmByte::DRAW),
            (legal, DtmByte::ILLEGAL),
            (illegal, DtmByte::DRAW),
        ] {
            let mut table = tables.solved_again(krk);
            table.solved.values[white][slot] = lie;
            let found = check_solved(&tables, &table, 1).inconsistencies;
            let expected = table.solved.placement(Color::White, slot);
            assert_eq!(found.iter().map(|i| i.position).collect::<Vec<_>>(), [expected], "{lie}");
        }
    }
}

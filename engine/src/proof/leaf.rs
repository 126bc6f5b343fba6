//! The value of a position by rules and tables, before any search, and otherwise the first estimate
//! of its difficulty.

use board::rules::{FIFTY_MOVES_PLIES, has_legal_move};
use board::{Board, Color, Dtm, Wdl};

use super::checks::mate_in_one;
use super::value::{EVER, Value};
use crate::tablebase::Tablebases;

/// The constants of a whole search.
pub(super) struct Frame<'a> {
    pub(super) tables: &'a Tablebases,
    pub(super) attacker: Color,
    /// The fifty-move counter may run out before the mate, and so is part of every key.
    pub(super) counts_clock: bool,
    /// Keys of positions that the attacker must avoid: those that have occurred twice, and the root
    /// when its moves are restricted.
    pub(super) barred: Vec<u64>,
}

impl Frame<'_> {
    /// The value of a position reached by a move.
    pub(super) fn judge(&self, board: &Board, key: u64, plies: u8) -> Value {
        if board.side_to_move() == self.attacker {
            self.judge_attack(board, key, plies)
        } else {
            self.judge_defense(board, key, plies)
        }
    }

    fn judge_defense(&self, board: &Board, key: u64, plies: u8) -> Value {
        let replies = count_moves(board);
        if replies == 0 {
            let is_mate = !board.checkers().is_empty();
            return if is_mate { Value::proved(false, 0) } else { Value::disproved(false, EVER) };
        }
        if let Some(value) = self.settled(board, key, plies) {
            return value;
        }
        if plies == 0 {
            return Value::disproved(false, 0);
        }
        let quiet = if board.checkers().is_empty() { QUIET } else { 0 };
        Value::open(false, replies + quiet, 1)
    }

    fn judge_attack(&self, board: &Board, key: u64, plies: u8) -> Value {
        if let Some(value) = self.settled(board, key, plies) {
            return value;
        }
        if plies == 1 {
            return if mate_in_one(board).is_some() {
                Value::proved(true, 1)
            } else {
                Value::disproved(true, 1)
            };
        }
        if !has_legal_move(board) {
            return Value::disproved(true, EVER);
        }
        Value::open(true, 1, 1)
    }

    /// The value where a rule ends the game, mate is impossible, or a table has the position.
    fn settled(&self, board: &Board, key: u64, plies: u8) -> Option<Value> {
        let attacks = board.side_to_move() == self.attacker;
        let is_over = self.counts_clock && board.halfmove_clock() >= FIFTY_MOVES_PLIES;
        if is_over || board.colors(self.attacker).len() == 1 || self.barred.contains(&key) {
            return Some(Value::disproved(attacks, EVER));
        }
        if board.occupied().len() > self.tables.exact_men().max(self.tables.searchable_men()) {
            return None;
        }
        if let Some(distance) = self.tables.distance_in_memory(board) {
            return self.by_distance(board, distance, plies);
        }
        let result = self.tables.probe_in_search(board, i32::from(plies))?;
        let result = if attacks { result } else { -result };
        (result <= Wdl::Draw).then(|| Value::disproved(attacks, EVER))
    }

    /// The value by an exact distance to mate; `None` where the fifty-move counter runs out before
    /// that mate, but captures and pawn moves may make another one possible.
    fn by_distance(&self, board: &Board, distance: Dtm, plies: u8) -> Option<Value> {
        let attacks = board.side_to_move() == self.attacker;
        let (Dtm::Win(needed) | Dtm::Loss(needed)) = distance else {
            return Some(Value::disproved(attacks, EVER));
        };
        if matches!(distance, Dtm::Win(_)) != attacks {
            return Some(Value::disproved(attacks, EVER));
        }
        if needed > u16::from(plies) {
            return Some(Value::disproved(attacks, (needed - 1).min(u16::from(EVER) - 1) as u8));
        }
        self.leaves_time(board, needed).then(|| Value::proved(attacks, needed as u8))
    }

    /// True when the fifty-move counter does not run out within this many plies.
    pub(super) fn leaves_time(&self, board: &Board, plies: u16) -> bool {
        !self.counts_clock || u16::from(board.halfmove_clock()) + plies <= u16::from(FIFTY_MOVES_PLIES)
    }
}

/// Factor for the difficulty of positions with the defender to move.
const QUIET: u32 = 2;

/// The number of legal moves.
fn count_moves(board: &Board) -> u32 {
    let mut count = 0;
    board.generate_moves(|moves| {
        count += moves.len() as u32;
        false
    });
    count
}

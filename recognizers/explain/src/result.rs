//! The result of a position as it stands: with its counter, by tables or by a rule.

use board::{Board, Wdl};
use recognizers::Bound;
use tbgen::Values;

/// The result of a position for its side to move, under the fifty-move rule and with the position's counter: by its values, else by a rule.
pub fn result(board: &Board, values: &Values) -> Option<Wdl> {
    let by_rule = || match recognizers::judge(board)?.bound {
        Bound::Win => Some(Wdl::Win),
        Bound::Draw => Some(Wdl::Draw),
        Bound::Loss => Some(Wdl::Loss),
        Bound::AtMostDraw | Bound::AtLeastDraw => None,
    };
    let by_tables = values.at_counter(board.halfmove_clock()).map(|standing| standing.result);
    by_tables.or_else(by_rule).map(Wdl::with_fifty_move_rule)
}

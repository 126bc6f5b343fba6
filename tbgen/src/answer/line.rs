//! Moves with their exact values, and best play to the end, from any source of values.

use std::cmp::Reverse;

use board::{Board, Dtm, Dtz, Move, rules};

use super::values::{Probe, Values};
use crate::value::dtz::{before_move, dtz_preference};

/// The goal of best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The quickest mate, fifty-move rule ignored.
    Mate,
    /// The result under the fifty-move rule, then the next capture or pawn move.
    Zeroing,
}

/// A legal move with its values for the mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ranked {
    /// The move.
    pub mv: Move,
    /// True for captures and pawn moves.
    pub zeroing: bool,
    /// Values of the position before the move if this move is played.
    pub values: Values,
}

/// One ply of a line of best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinePly {
    /// The move.
    pub mv: Move,
    /// Values of the position before it, for the side to move.
    pub before: Values,
    /// Plies since the last capture or pawn move, including this move.
    pub counter: u32,
}

/// Maximum plies of a line; no best line with 5 men is that long.
const MAX_LINE: usize = 2000;

/// All legal moves, best first for the mover: by distance to mate, then to zeroing, for
/// [`Goal::Mate`], and the reverse for [`Goal::Zeroing`].
///
/// # Errors
/// Errors of the probe.
pub fn ranked_moves<P: Probe + ?Sized>(
    probe: &P,
    board: &Board,
    goal: Goal,
) -> Result<Vec<Ranked>, P::Error> {
    let mut moves = Vec::new();
    for mv in board::legal_moves(board) {
        let child = rules::after(board, mv);
        let (zeroing, mates) = (rules::is_zeroing(board, mv), rules::is_checkmate(&child));
        let known = probe.values(&child)?;
        let dtz = known.dtz.map(|dtz| before_move(dtz, zeroing, mates));
        let values = Values {
            // A quiet move may exceed the counter by one ply.
            wdl: dtz.map(Dtz::wdl).filter(|_| !zeroing).or(known.wdl.map(|wdl| -wdl)),
            dtz,
            rounded: known.rounded && !zeroing && !mates,
            dtm: known.dtm.map(Dtm::from_parent),
        };
        moves.push(Ranked { mv, zeroing, values });
    }
    moves.sort_by_key(|m| Reverse(preference(&m.values, goal)));
    Ok(moves)
}

/// Best play by both sides to mate or a draw, starting with a counter of `counter` plies; empty for
/// a draw, a finished game, or unknown distances.
///
/// # Errors
/// Errors of the probe.
pub fn best_line<P: Probe + ?Sized>(
    probe: &P,
    board: &Board,
    goal: Goal,
    mut counter: u32,
) -> Result<Vec<LinePly>, P::Error> {
    let mut line = Vec::new();
    let mut position = board.clone();
    while line.len() < MAX_LINE {
        let before = probe.values(&position)?;
        let decided = match goal {
            Goal::Mate => before.dtm.is_some_and(|dtm| dtm != Dtm::Draw),
            Goal::Zeroing => before.dtz.is_some_and(|dtz| dtz.0 != 0),
        };
        let Some(best) = ranked_moves(probe, &position, goal)?.first().copied().filter(|_| decided) else {
            break;
        };
        counter = if best.zeroing { 0 } else { counter + 1 };
        line.push(LinePly { mv: best.mv, before, counter });
        position.play_unchecked(best.mv);
    }
    Ok(line)
}

/// The sort key of moves; unknown values count as draws.
fn preference(values: &Values, goal: Goal) -> (i32, Dtm, i32) {
    let dtm = values.dtm.unwrap_or(Dtm::Draw);
    let dtz = values.dtz.map_or(0, dtz_preference);
    let wdl = values.wdl.map_or(0, |wdl| wdl as i32);
    match goal {
        // Without a distance to mate the result comes first.
        Goal::Mate => (if values.dtm.is_none() { wdl } else { 0 }, dtm, dtz),
        Goal::Zeroing => (wdl * (1 << 20) + dtz, dtm, 0),
    }
}

//! Moves with their exact values, and best play to the end, whoever knows the values.

use std::cmp::Reverse;

use board::{Board, Dtm, Dtz, Move, Wdl, rules};

use crate::open::Values;

/// Something that knows values of positions: solved tables in memory or table files.
pub trait Probe {
    /// Why a position has no answer.
    type Error;

    /// What is known of a position, en passant right included.
    ///
    /// # Errors
    /// When the position is not one that tables hold, or a table is not sound.
    fn values(&self, board: &Board) -> Result<Values, Self::Error>;
}

/// What best play aims at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The quickest mate, fifty-move rule ignored.
    Mate,
    /// The result under the fifty-move rule, then the next capture or pawn move.
    Zeroing,
}

/// A legal move with what it is worth to its mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ranked {
    /// The move.
    pub mv: Move,
    /// True for captures and pawn moves.
    pub zeroing: bool,
    /// Values of the position before the move as far as this move alone decides them.
    pub values: Values,
}

/// One ply of a line of best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinePly {
    /// The move.
    pub mv: Move,
    /// Values of the position before it, for the side that moves.
    pub before: Values,
    /// Plies since the last capture or pawn move, this move included.
    pub counter: u32,
}

/// A line is cut after so many plies; no line of best play of 5 men is as long.
const MAX_LINE: usize = 2000;

/// All legal moves, best first for the mover. Under [`Goal::Mate`] distances to mate decide, then distances to zeroing; under
/// [`Goal::Zeroing`] the other way round.
///
/// # Errors
/// Those of the probe.
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
        let values = Values {
            wdl: known.wdl.map(|wdl| -wdl),
            dtz: known.dtz.map(|dtz| before_move(dtz, zeroing, mates)),
            dtm: known.dtm.map(Dtm::from_parent),
        };
        moves.push(Ranked { mv, zeroing, values });
    }
    moves.sort_by_key(|m| Reverse(preference(&m.values, goal)));
    Ok(moves)
}

/// Best play by both sides to mate or a draw, beginning with a counter of `counter` plies; empty for a draw, a finished game, or
/// when the distances are not known.
///
/// # Errors
/// Those of the probe.
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

/// The distance to zeroing that a move into a position of this distance gives its mover.
pub(crate) fn before_move(child: Dtz, zeroing: bool, mates: bool) -> Dtz {
    const CURSED: i16 = Dtz::FIFTY_MOVES_PLIES + 1;
    if mates {
        return Dtz(1);
    }
    if zeroing {
        return match child.wdl() {
            Wdl::Loss => Dtz(1),
            Wdl::BlessedLoss => Dtz(CURSED),
            Wdl::Draw => Dtz(0),
            Wdl::CursedWin => Dtz(-CURSED),
            Wdl::Win => Dtz(-1),
        };
    }
    Dtz(-child.0 - child.0.signum())
}

/// Greater is better for the side whose distance it is: quicker wins, then slower losses.
pub(crate) fn dtz_preference(dtz: Dtz) -> i32 {
    i32::from(dtz.0.signum()) * (1 << 16) - i32::from(dtz.0)
}

/// What moves are sorted by; unknown values count as draws.
fn preference(values: &Values, goal: Goal) -> (i32, Dtm, i32) {
    let dtm = values.dtm.unwrap_or(Dtm::Draw);
    let dtz = values.dtz.map_or(0, dtz_preference);
    let wdl = values.wdl.map_or(0, |wdl| wdl as i32);
    match goal {
        // Where no distance to mate is known the result is the first thing that counts.
        Goal::Mate => (if values.dtm.is_none() { wdl } else { 0 }, dtm, dtz),
        Goal::Zeroing => (wdl * (1 << 20) + dtz, dtm, 0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_before_a_move_follow_from_those_after_it() {
        let quiet = [(-2, 3), (-100, 101), (5, -6), (100, -101), (0, 0)];
        for (child, expected) in quiet {
            assert_eq!(before_move(Dtz(child), false, false), Dtz(expected), "{child}");
        }
        for (child, expected) in [(-80, 1), (-101, 101), (0, 0), (101, -101), (7, -1)] {
            assert_eq!(before_move(Dtz(child), true, false), Dtz(expected), "{child}");
        }
        assert_eq!(before_move(Dtz(-1), false, true), Dtz(1));
    }

    #[test]
    fn quicker_wins_and_slower_losses_are_preferred() {
        let ordered = [-1, -5, -100, -101, 0, 101, 100, 3, 1].map(|n| dtz_preference(Dtz(n)));
        assert!(ordered.is_sorted(), "{ordered:?}");
    }
}

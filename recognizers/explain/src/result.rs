//! The result of a position at its fifty-move counter, by tables or by a rule.

use std::convert::Infallible;

use board::rules::FIFTY_MOVES_PLIES;
use board::{Board, Outcome, Wdl};
use recognizers::Bound;
use tbgen::{Probe, if_nobody_claims, is_claimable};

/// The result for the side to move at the position's counter, by tables or else by a rule. A draw
/// that can be claimed counts as a draw.
pub fn outcome<P: Probe + ?Sized>(probe: &P, board: &Board) -> Option<Outcome> {
    tbgen::outcome(probe, board).ok().flatten().or_else(|| by_rule(board))
}

/// The result of a position of a game. Where a draw could be claimed, it is the result if play
/// continues.
pub fn played_on<P: Probe + ?Sized>(probe: &P, board: &Board) -> Option<Outcome> {
    if !is_claimable(board) {
        return outcome(probe, board);
    }
    let after = |child: &Board| Ok::<_, Infallible>(outcome(probe, child));
    let Ok(result) = if_nobody_claims(board, after);
    result
}

/// The result by a proved rule. Wins count as wins only if the greatest distance of the rule's wins
/// fits within the counter.
fn by_rule(board: &Board) -> Option<Outcome> {
    let verdict = recognizers::judge(board)?;
    let won = match verdict.bound {
        Bound::Win => Wdl::Win,
        Bound::Loss => Wdl::Loss,
        Bound::Draw => return Some(Outcome::Draw),
        Bound::AtMostDraw | Bound::AtLeastDraw => return None,
    };
    let counter = board.halfmove_clock();
    let greatest = verdict.distance().map(|distance| distance.greatest);
    let is_in_time = greatest.is_some_and(|greatest| greatest.saturating_add(counter) <= FIFTY_MOVES_PLIES);
    Some(if is_in_time { won.into() } else { Outcome::at_counter(won, None, counter) })
}

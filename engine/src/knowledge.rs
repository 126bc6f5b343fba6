//! Verdicts of the proved recognizers in the terms of the search.

use board::rules::FIFTY_MOVES_PLIES;
use board::{Board, Color, Piece, Rank, fen};
use recognizers::{InSearch, RECOGNIZERS};

use crate::eval::endings::bare_king;
use crate::params as p;

/// What is certain about a position, for the side to move. Renamed here, because the search has
/// bounds of its own.
pub use recognizers::Bound as Certainty;
pub use recognizers::{MAX_MEN, Verdict, judge, judge_in_search};

/// Prepares everything that the first search would otherwise have to prepare; takes a few
/// milliseconds.
pub fn prepare() {
    // Mined tables are decoded on first use; every search uses these.
    for recognizer in RECOGNIZERS.iter().filter(|recognizer| recognizer.in_search() == InSearch::All) {
        let _ = recognizer.tree();
    }
    // The KPvK table, and the list of known endings.
    let _ = fen::parse(KPK).map(|board| judge(&board));
}

const KPK: &str = "8/8/8/3k4/8/8/4P3/4K3 b - - 0 1";

/// Greatest fifty-move counter, in plies, with which a recognized win or loss still holds against
/// any defense: no position of its rule is farther from the next capture, pawn move or mate than
/// the counter allows. 0 where the rule has not been measured.
pub(crate) fn holds_until(verdict: &Verdict) -> u8 {
    verdict.distance().map_or(0, |distance| FIFTY_MOVES_PLIES.saturating_sub(distance.greatest))
}

/// A recognized win that has been reached at the root; further wins must show progress beyond it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reached {
    winner: Color,
    men: u32,
    step: i32,
}

impl Reached {
    /// What has been reached in a position in which this side wins by a recognizer.
    pub fn by(board: &Board, winner: Color) -> Self {
        Self { winner, men: board.occupied().len(), step: step(board, winner) }
    }

    /// True where the same side wins and there has been progress since: a man is gone, the foremost
    /// pawn has advanced, or the weak king is closer to the edge.
    pub fn is_behind(&self, board: &Board, winner: Color) -> bool {
        self.winner == winner && (board.occupied().len() < self.men || step(board, winner) > self.step)
    }
}

/// The least value of a recognized win in centipawns: greater the closer the winner's foremost pawn
/// is to promotion (or, without pawns, the farther the other king has been driven), and the fewer
/// plies the rule's positions need for the next such step.
pub fn progress(board: &Board, winner: Color, verdict: &Verdict) -> i32 {
    p::RECOGNIZED_WIN + step(board, winner) - way(verdict)
}

/// Centipawns for the advance of the winner's foremost pawn or, without pawns, for how far the
/// other king has been driven.
fn step(board: &Board, winner: Color) -> i32 {
    let pawns = board.colored_pieces(winner, Piece::Pawn);
    let foremost = pawns.into_iter().map(|pawn| pawn.rank().relative_to(winner) as i32).max();
    foremost.map_or_else(|| bare_king::driving(board, winner), |rank| p::RECOGNIZED_WIN_RANK * rank)
}

/// Centipawns for the number of plies to the next capture, pawn move or mate.
fn way(verdict: &Verdict) -> i32 {
    verdict.distance().map_or(0, |distance| p::RECOGNIZED_WIN_PLY * i32::from(distance.mean))
}

/// The evaluation of a recognized win from the winner's view, in centipawns, given the evaluation
/// `value` without recognizers: hardly less than `value`, so that the search does not avoid certain
/// wins.
pub fn won(board: &Board, winner: Color, verdict: &Verdict, value: i32) -> i32 {
    let progress = progress(board, winner, verdict);
    let unseen = value - way(verdict);
    p::RECOGNIZED_WIN_BONUS + if unseen > progress { unseen } else { progress + shade(value) }
}

/// The evaluation of a recognized win that has been [`Reached`], from the winner's view, in
/// centipawns, given the evaluation `value`, which counts up to a limit: a bonus that shrinks as
/// the fifty-move counter grows, one for few plies to the next step, and one for building Lucena's
/// bridge. So the winner first prefers to stay with the certain win, and later tries something else
/// before the counter runs out.
pub fn held(board: &Board, winner: Color, verdict: &Verdict, value: i32, fifty_move_clock: u8) -> i32 {
    let left = i32::from(FIFTY_MOVES_PLIES.saturating_sub(fifty_move_clock));
    let bonus = p::HELD_WIN_BONUS * left / i32::from(FIFTY_MOVES_PLIES);
    value.min(p::HELD_WIN_MAX) - way(verdict) + bonus + bridge(board, winner)
}

/// Lucena's plan: with the pawn on the seventh rank, the rook goes to the fourth, where it will
/// shield the king from checks; then the king comes down.
fn bridge(board: &Board, winner: Color) -> i32 {
    let pawns = board.colored_pieces(winner, Piece::Pawn) & Rank::Seventh.relative_to(winner).bitboard();
    let rooks = board.colored_pieces(winner, Piece::Rook) & Rank::Fourth.relative_to(winner).bitboard();
    if pawns.is_empty() || rooks.is_empty() {
        return 0;
    }
    // From in front of the pawn to the fifth rank, in front of the rook.
    let king = board.king(winner).rank().relative_to(winner) as i32;
    let descended = (Rank::Eighth as i32 - king).min(Rank::Eighth as i32 - Rank::Fifth as i32);
    p::BRIDGE_BONUS + p::BRIDGE_RANK_BONUS * descended
}

/// A small part of the evaluation, in centipawns, that never outweighs a step of [`progress`].
pub fn shade(value: i32) -> i32 {
    (value / p::SHADE_DIVISOR).clamp(-p::SHADE_MAX, p::SHADE_MAX)
}

/// A verdict in words: `KBvKP: <rule> - draw for the side to move`. The text says if the next
/// capture, pawn move or mate may come too late for the fifty-move counter.
pub fn describe(verdict: Verdict, fifty_move_clock: u8) -> String {
    let decided = verdict.bound.is_decided();
    let doubt = if decided && fifty_move_clock > holds_until(&verdict) && fifty_move_clock > 0 {
        format!(", unless the fifty-move counter, now at {fifty_move_clock}, runs out first")
    } else {
        String::new()
    };
    format!("{} - {} for the side to move{doubt}", verdict.rule, verdict.bound)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_grows_with_the_pawn_until_it_promotes() {
        let value = |text: &str| {
            let board = fen::parse(text).unwrap();
            progress(&board, Color::Black, &judge(&board).expect("a rule applies"))
        };
        assert!(value("8/8/8/8/8/p1k5/8/K7 b - - 0 1") > value("8/8/8/p7/8/2k5/8/K7 b - - 0 1"));
    }

    #[test]
    fn a_win_reached_is_left_behind_by_a_capture_or_a_step_of_the_pawn() {
        let board = |text: &str| fen::parse(text).unwrap();
        let root = Reached::by(&board("6K1/4k1P1/8/8/R7/7r/8/8 w - - 0 1"), Color::White);
        for (text, is_behind) in [
            ("6K1/4k1P1/8/8/4R3/7r/8/8 b - - 1 1", false),
            ("8/3k2P1/8/6K1/4R3/7r/8/8 w - - 8 5", false),
            ("6K1/3k2P1/8/8/8/8/8/8 w - - 0 1", true),
            ("8/8/8/3k4/8/8/6K1/4R3 b - - 0 9", true),
        ] {
            assert_eq!(root.is_behind(&board(text), Color::White), is_behind, "{text}");
        }
        assert!(!root.is_behind(&board("6K1/3k2P1/8/8/8/8/8/8 w - - 0 1"), Color::Black));
    }

    #[test]
    fn a_rook_on_its_fourth_rank_builds_the_bridge() {
        let board = |text: &str| fen::parse(text).unwrap();
        let verdict = judge(&board("6K1/4k1P1/8/8/R7/7r/8/8 w - - 0 1")).expect("a rule applies");
        let value = |text: &str, winner| held(&board(text), winner, &verdict, 500, 0);
        for (bridge, none, winner, ranks) in [
            ("6K1/4k1P1/8/8/R7/7r/8/8 w - - 0 1", "6K1/4k1P1/8/R7/8/7r/8/8 w - - 0 1", Color::White, 0),
            ("8/8/7R/r7/8/8/4K1p1/6k1 b - - 0 1", "8/8/7R/8/r7/8/4K1p1/6k1 b - - 0 1", Color::Black, 0),
            ("8/4k1P1/6K1/8/R7/7r/8/8 w - - 0 1", "8/4k1P1/6K1/R7/8/7r/8/8 w - - 0 1", Color::White, 2),
            ("8/4k1P1/8/8/R5K1/7r/8/8 w - - 0 1", "8/4k1P1/8/R7/6K1/7r/8/8 w - - 0 1", Color::White, 3),
        ] {
            let bonus = p::BRIDGE_BONUS + ranks * p::BRIDGE_RANK_BONUS;
            assert_eq!(value(bridge, winner) - value(none, winner), bonus, "{bridge}");
        }
    }

    #[test]
    fn verdicts_are_told_in_words() {
        let board = fen::parse("8/8/8/4k3/8/2P5/1K3b2/8 w - - 0 1").unwrap();
        let verdict = judge(&board).expect("a rule applies");
        let words = describe(verdict, 0);
        assert!(words.starts_with("KBvKP: ") && words.ends_with(" - draw for the side to move"), "{words}");
    }
}

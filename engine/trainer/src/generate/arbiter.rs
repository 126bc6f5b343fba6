//! Decides when a game is over, and its result: by the rules, by exact knowledge, and by the scores
//! of both sides.

use board::rules::has_legal_move;
use board::{Board, Color, Outcome, Wdl};
use vancura::knowledge::{self, Certainty};
use vancura::position::Position;
use vancura::tablebase::Tablebases;

use crate::games::{GameResult, Reason};

/// A score this high ...
const WON_SCORE: i32 = 2_500;
/// ... for this many plies, and so for both sides, is a win.
const WON_PLIES: usize = 4;
/// A score this close to 0 ...
const DRAWN_SCORE: i32 = 5;
/// ... for this many plies is a draw ...
const DRAWN_PLIES: usize = 16;
/// ... once the game has this many plies.
const DRAWN_MIN_LENGTH: usize = 100;
/// A game of this many plies is drawn.
const MAX_LENGTH: usize = 400;

/// Adjudicates games.
pub(super) struct Arbiter {
    tables: Tablebases,
}

impl Arbiter {
    /// An arbiter with these tables.
    pub(super) fn new(tables: Tablebases) -> Self {
        Self { tables }
    }

    /// The end of the game by the rules, by tables or by a proved draw, if it is over.
    pub(super) fn ending(&self, position: &Position) -> Option<(Reason, GameResult)> {
        let board = position.board();
        let us = position.side_to_move();
        if !has_legal_move(board) {
            return Some(if position.in_check() {
                (Reason::Mate, GameResult::of(Some(!us)))
            } else {
                (Reason::Stalemate, GameResult::Draw)
            });
        }
        if position.is_repetition(0) {
            return Some((Reason::Repetition, GameResult::Draw));
        }
        if position.is_fifty_move_draw() {
            return Some((Reason::FiftyMoves, GameResult::Draw));
        }
        if position.is_insufficient_material() {
            return Some((Reason::DeadMaterial, GameResult::Draw));
        }
        if let Some(wdl) = self.result(board) {
            return Some((Reason::Tables, GameResult::of(winner(wdl, us))));
        }
        // Recognized wins are played out, because the games should show how they are won.
        let is_drawn = knowledge::judge(board).is_some_and(|verdict| verdict.bound == Certainty::Draw);
        is_drawn.then_some((Reason::Recognizer, GameResult::Draw))
    }

    /// The result by tables at the current counter: win, draw or loss; `None` when they do not have
    /// the position, or when the counter leaves the result open.
    fn result(&self, board: &Board) -> Option<Wdl> {
        if let Some(dtm) = self.tables.exact_in_memory(board) {
            return Some(dtm.wdl());
        }
        let syzygy = self.tables.syzygy.as_ref()?;
        let wdl = syzygy.probe_wdl(board)?;
        let clock = board.halfmove_clock();
        let dtz = if clock > 0 { syzygy.probe_dtz(board) } else { None };
        Outcome::at_counter(wdl, dtz, clock).under_fifty_move_rule()
    }
}

fn winner(wdl: Wdl, us: Color) -> Option<Color> {
    match wdl {
        Wdl::Win => Some(us),
        Wdl::Loss => Some(!us),
        Wdl::Draw | Wdl::CursedWin | Wdl::BlessedLoss => None,
    }
}

/// The end of a game by scores or length. The scores are White's, one for each ply of the game.
pub(super) fn adjudicate(scores: &[i32]) -> Option<(Reason, GameResult)> {
    if let Some(last) = scores.last_chunk::<WON_PLIES>() {
        if last.iter().all(|&score| score >= WON_SCORE) {
            return Some((Reason::Won, GameResult::WhiteWins));
        }
        if last.iter().all(|&score| score <= -WON_SCORE) {
            return Some((Reason::Won, GameResult::BlackWins));
        }
    }
    if let Some(last) = scores.last_chunk::<DRAWN_PLIES>()
        && scores.len() >= DRAWN_MIN_LENGTH
        && last.iter().all(|&score| score.abs() <= DRAWN_SCORE)
    {
        return Some((Reason::Drawn, GameResult::Draw));
    }
    (scores.len() >= MAX_LENGTH).then_some((Reason::Length, GameResult::Draw))
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::fen;

    #[test]
    fn both_sides_must_agree_on_a_win() {
        assert_eq!(adjudicate(&[0, 2_500, 2_600, 2_700]), None);
        assert_eq!(adjudicate(&[0, 2_500, 2_600, 2_700, 31_000]), Some((Reason::Won, GameResult::WhiteWins)));
        assert_eq!(adjudicate(&[-2_500; 4]), Some((Reason::Won, GameResult::BlackWins)));
        assert_eq!(adjudicate(&[2_500, -2_500, 2_500, -2_500]), None);
    }

    #[test]
    fn draws_are_agreed_on_late() {
        assert_eq!(adjudicate(&[0; 99]), None);
        assert_eq!(adjudicate(&[5; 100]), Some((Reason::Drawn, GameResult::Draw)));
        let mut scores = vec![0; 120];
        scores[105] = 6;
        assert_eq!(adjudicate(&scores), None);
        assert_eq!(adjudicate(&[6; 399]), None);
        assert_eq!(adjudicate(&[6; 400]), Some((Reason::Length, GameResult::Draw)));
    }

    #[test]
    fn exact_knowledge_ends_games_and_recognized_wins_do_not() {
        let tables = Tablebases::in_memory(std::sync::Arc::default(), 3);
        tables.internal.build_small();
        let arbiter = Arbiter::new(tables);
        let ending = |text: &str| arbiter.ending(&Position::new(fen::parse(text).unwrap()));
        let white = Some((Reason::Tables, GameResult::WhiteWins));
        assert_eq!(ending("8/8/8/3k4/8/8/4Q3/4K3 w - - 0 1"), white);
        assert_eq!(ending("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), Some((Reason::Stalemate, GameResult::Draw)));
        assert_eq!(ending("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"), Some((Reason::Mate, GameResult::WhiteWins)));
        assert_eq!(ending("8/8/8/3k4/8/8/4B3/4K3 w - - 0 1"), Some((Reason::DeadMaterial, GameResult::Draw)));
        assert_eq!(
            ending("k7/8/8/8/P7/4B3/8/4K3 w - - 0 1").map(|(_, result)| result),
            Some(GameResult::Draw),
            "the bishop does not guard the corner"
        );
        assert_eq!(ending(fen::STARTPOS), None);
    }
}

//! Adjudication of games by the scores of both sides.

use std::fmt;
use std::str::FromStr;

use board::Color;
use serde::{Deserialize, Serialize};

use super::played::PlayedMove;

/// Both sides report a win of the same side for several moves. Written `CENTIPAWNS,MOVES`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AgreedWin {
    /// At least this many centipawns,
    pub centipawns: i32,
    /// for this many moves of each side.
    pub moves: usize,
}

/// Both sides report a draw for several moves without a capture or pawn move. Written
/// `CENTIPAWNS,MOVES,FROM`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AgreedDraw {
    /// At most this many centipawns for either side,
    pub centipawns: i32,
    /// for this many moves of each side,
    pub moves: usize,
    /// not before this many moves of each side have been played.
    pub from: usize,
}

/// An invalid rule of adjudication.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AgreementError {
    /// On a win.
    #[error("write centipawns and moves, both from 1 to 10000, as in 600,3")]
    Win,
    /// On a draw.
    #[error("write centipawns, moves and the first move to adjudicate, from 1 to 10000, as in 10,8,34")]
    Draw,
}

/// Numbers from 1 on, separated by commas.
fn numbers<const COUNT: usize>(text: &str) -> Option<[u16; COUNT]> {
    let numbers: Option<Vec<u16>> = text.split(',').map(|number| number.trim().parse().ok()).collect();
    let numbers = numbers?.try_into().ok();
    numbers.filter(|numbers: &[u16; COUNT]| numbers.iter().all(|number| (1..=10_000).contains(number)))
}

impl FromStr for AgreedWin {
    type Err = AgreementError;

    fn from_str(text: &str) -> Result<Self, AgreementError> {
        let [centipawns, moves] = numbers(text).ok_or(AgreementError::Win)?;
        Ok(Self { centipawns: centipawns.into(), moves: moves.into() })
    }
}

impl FromStr for AgreedDraw {
    type Err = AgreementError;

    fn from_str(text: &str) -> Result<Self, AgreementError> {
        let [centipawns, moves, from] = numbers(text).ok_or(AgreementError::Draw)?;
        Ok(Self { centipawns: centipawns.into(), moves: moves.into(), from: from.into() })
    }
}

impl fmt::Display for AgreedWin {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{},{}", self.centipawns, self.moves)
    }
}

impl fmt::Display for AgreedDraw {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{},{},{}", self.centipawns, self.moves, self.from)
    }
}

/// The scores of the last `moves` moves of each side, latest first, in centipawns for the side that
/// moved last; `None` for a move without a search, as from a book.
fn latest_scores(played: &[PlayedMove], moves: usize) -> Option<impl Iterator<Item = Option<i32>>> {
    let tail = &played[played.len().checked_sub(2 * moves)?..];
    Some(tail.iter().rev().enumerate().map(|(back, played)| {
        let score = (played.depth > 0).then(|| played.score.centipawns());
        if back.is_multiple_of(2) { score } else { score.map(|score| -score) }
    }))
}

impl AgreedWin {
    /// The winner, given that `mover` made the last move.
    pub(super) fn winner(self, played: &[PlayedMove], mover: Color) -> Option<Color> {
        let sees = |sign: i32| {
            latest_scores(played, self.moves).is_some_and(|mut scores| {
                scores.all(|score| score.is_some_and(|score| sign * score >= self.centipawns))
            })
        };
        if sees(1) { Some(mover) } else { sees(-1).then_some(!mover) }
    }
}

impl AgreedDraw {
    /// True when it is a draw, `quiet_plies` plies after the last capture or pawn move.
    pub(super) fn is_reached(self, played: &[PlayedMove], quiet_plies: usize) -> bool {
        quiet_plies >= 2 * self.moves
            && played.len() >= 2 * self.from
            && latest_scores(played, self.moves).is_some_and(|mut scores| {
                scores.all(|score| score.is_some_and(|score| score.abs() <= self.centipawns))
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::Score;

    /// Moves with the movers' scores, in centipawns.
    fn played(scores: &[i32]) -> Vec<PlayedMove> {
        let played = |&score: &i32| PlayedMove {
            mv: "a1a2".parse().unwrap(),
            score: Score::from_centipawns(score),
            depth: 5,
            nodes: 100,
        };
        scores.iter().map(played).collect()
    }

    #[test]
    fn what_is_written_reads_back() {
        for text in ["600,3", "1,1", "10000,10000"] {
            assert_eq!(text.parse::<AgreedWin>().unwrap().to_string(), text);
        }
        assert_eq!("10, 8, 34".parse::<AgreedDraw>().unwrap().to_string(), "10,8,34");
        for text in ["", "600", "600,3,1", "0,3", "600,0", "-600,3", "10001,3", "600,x", "600,3,"] {
            assert_eq!(text.parse::<AgreedWin>(), Err(AgreementError::Win), "{text}");
        }
        for text in ["10,8", "0,8,34", "10,8,99999"] {
            assert_eq!(text.parse::<AgreedDraw>(), Err(AgreementError::Draw), "{text}");
        }
    }

    #[test]
    fn a_win_needs_both_sides_for_all_the_moves() {
        let win = AgreedWin { centipawns: 600, moves: 2 };
        assert_eq!(win.winner(&played(&[700, -700, 700, -600]), Color::Black), Some(Color::White));
        assert_eq!(win.winner(&played(&[-700, 700, -700, 600]), Color::Black), Some(Color::Black));
        assert_eq!(win.winner(&played(&[0, -700, 700, -600, 650]), Color::White), Some(Color::White));
        assert_eq!(win.winner(&played(&[-700, 700, -600]), Color::White), None, "too few moves");
        assert_eq!(win.winner(&played(&[700, -700, 700, -590]), Color::Black), None, "one is not sure");
        assert_eq!(win.winner(&played(&[700, 700, 700, 700]), Color::Black), None, "both think they win");
        let mut unsearched = played(&[700, -700, 700, -600]);
        unsearched[1].depth = 0;
        assert_eq!(win.winner(&unsearched, Color::Black), None);
    }

    #[test]
    fn a_draw_needs_quiet_moves_late_in_the_game() {
        let draw = AgreedDraw { centipawns: 10, moves: 2, from: 3 };
        let quiet = played(&[300, -300, 10, -10, 0, 7]);
        assert!(draw.is_reached(&quiet, 4));
        assert!(!draw.is_reached(&quiet, 3), "something was taken");
        assert!(!draw.is_reached(&quiet[1..], 4), "too early");
        assert!(!draw.is_reached(&played(&[0, 0, 11, 0, 0, 0]), 6));
        let mut unsearched = quiet;
        unsearched[4].depth = 0;
        assert!(!draw.is_reached(&unsearched, 4), "an engine that reports no score has not agreed");
    }
}

//! A game with the scores of its positions, and its bytes.

use std::fmt;

use board::{Board, Color};
use serde::{Deserialize, Serialize};

use super::bytes::{checksum, take};
use super::fault::GameFault;
use super::placing;
use crate::sample::SCORE_MAX;

/// Most plies of a game in a file.
pub const MAX_PLIES: usize = 4_096;

/// The winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum GameResult {
    /// Black.
    BlackWins = 0,
    /// Neither side.
    Draw = 1,
    /// White.
    WhiteWins = 2,
}

impl GameResult {
    /// All results in the order of White's half points.
    pub const ALL: [Self; 3] = [Self::BlackWins, Self::Draw, Self::WhiteWins];

    /// The result of a game with this winner.
    pub fn of(winner: Option<Color>) -> Self {
        match winner {
            Some(Color::White) => Self::WhiteWins,
            Some(Color::Black) => Self::BlackWins,
            None => Self::Draw,
        }
    }

    /// Half points of a side: 0, 1 or 2.
    pub fn half_points(self, side: Color) -> u8 {
        if side == Color::White { self as u8 } else { 2 - self as u8 }
    }
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum Reason {
    /// Checkmate.
    Mate = 0,
    /// Stalemate.
    Stalemate = 1,
    /// The third occurrence of a position.
    Repetition = 2,
    /// Fifty moves without a capture or pawn move.
    FiftyMoves = 3,
    /// Neither side can mate.
    DeadMaterial = 4,
    /// Endgame tables.
    Tables = 5,
    /// A proved draw by a recognizer.
    Recognizer = 6,
    /// Adjudicated a win: both sides' scores agreed for some plies.
    Won = 7,
    /// Adjudicated a draw: both sides' scores agreed for many plies.
    Drawn = 8,
    /// Adjudicated a draw: too long.
    Length = 9,
}

impl Reason {
    /// All reasons in the order of their numbers in files.
    pub const ALL: [Self; 10] = [
        Self::Mate,
        Self::Stalemate,
        Self::Repetition,
        Self::FiftyMoves,
        Self::DeadMaterial,
        Self::Tables,
        Self::Recognizer,
        Self::Won,
        Self::Drawn,
        Self::Length,
    ];
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Mate => "mate",
            Self::Stalemate => "stalemate",
            Self::Repetition => "repetition",
            Self::FiftyMoves => "fifty moves",
            Self::DeadMaterial => "dead material",
            Self::Tables => "tables",
            Self::Recognizer => "recognizer",
            Self::Won => "adjudicated win",
            Self::Drawn => "adjudicated draw",
            Self::Length => "length",
        })
    }
}

/// A move of the game with the score that the search gave before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// Index of the move played among the [`sorted_moves`](super::sorted_moves).
    pub index: u8,
    /// For the side to move.
    pub score: i16,
}

/// The score of a position reached by a move other than the game's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label {
    /// The ply at which it leaves the game, from the game's start.
    pub ply: u16,
    /// Index of the other move among the [`sorted_moves`](super::sorted_moves).
    pub index: u8,
    /// The best move in the position after that.
    pub answer: u8,
    /// Score of the position after that move, for the side to move there.
    pub score: i16,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The initial position.
    pub start: Board,
    /// The winner.
    pub result: GameResult,
    /// The reason for its end.
    pub reason: Reason,
    /// The moves, at most [`MAX_PLIES`].
    pub plies: Vec<Ply>,
    /// Positions off the game, by ascending ply, at most [`MAX_PLIES`].
    pub labels: Vec<Label>,
}

impl Game {
    /// Number of positions with a score.
    pub fn len(&self) -> usize {
        self.plies.len() + self.labels.len()
    }

    /// True when there is no such position.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A hash of the initial position and the moves: the same when the game is searched again.
    pub fn identity(&self) -> u64 {
        let mut bytes = Vec::with_capacity(64 + self.plies.len());
        placing::encode(&self.start, &mut bytes);
        bytes.extend(self.plies.iter().map(|ply| ply.index));
        u64::from_le_bytes(checksum(&[&bytes]))
    }

    /// Appends the game's bytes.
    ///
    /// # Panics
    /// With more than [`MAX_PLIES`] plies or labels.
    pub fn encode(&self, out: &mut Vec<u8>) {
        assert!(self.plies.len().max(self.labels.len()) <= MAX_PLIES, "no game is that long");
        placing::encode(&self.start, out);
        out.extend([self.result as u8, self.reason as u8]);
        out.extend((self.plies.len() as u16).to_le_bytes());
        for ply in &self.plies {
            out.push(ply.index);
            out.extend(ply.score.to_le_bytes());
        }
        out.extend((self.labels.len() as u16).to_le_bytes());
        for label in &self.labels {
            out.extend(label.ply.to_le_bytes());
            out.extend([label.index, label.answer]);
            out.extend(label.score.to_le_bytes());
        }
    }

    /// Reads a game from the front. Its moves are checked later, when the game is replayed.
    ///
    /// # Errors
    /// A [`GameFault`].
    pub fn decode(bytes: &mut &[u8]) -> Result<Self, GameFault> {
        let start = placing::decode(bytes)?;
        let [result, reason] = take(bytes).ok_or(GameFault::Short)?;
        let result = *GameResult::ALL.get(result as usize).ok_or(GameFault::Result(result))?;
        let reason = *Reason::ALL.get(reason as usize).ok_or(GameFault::Reason(reason))?;
        let plies = (0..length(bytes)?)
            .map(|_| {
                take(bytes).map(|[index, low, high]| Ply { index, score: i16::from_le_bytes([low, high]) })
            })
            .collect::<Option<Vec<_>>>()
            .ok_or(GameFault::Short)?;
        let labels =
            (0..length(bytes)?).map(|_| label(bytes)).collect::<Option<Vec<_>>>().ok_or(GameFault::Short)?;
        let mut scores = plies.iter().map(|ply| ply.score).chain(labels.iter().map(|label| label.score));
        if let Some(score) = scores.find(|score| score.unsigned_abs() > SCORE_MAX) {
            return Err(GameFault::Score(score));
        }
        let mut least = 0;
        for label in &labels {
            if label.ply < least || usize::from(label.ply) >= plies.len() {
                return Err(GameFault::Label(label.ply));
            }
            least = label.ply;
        }
        Ok(Self { start, result, reason, plies, labels })
    }
}

fn length(bytes: &mut &[u8]) -> Result<usize, GameFault> {
    let length = usize::from(u16::from_le_bytes(take(bytes).ok_or(GameFault::Short)?));
    if length > MAX_PLIES { Err(GameFault::Long(length)) } else { Ok(length) }
}

fn label(bytes: &mut &[u8]) -> Option<Label> {
    let [ply_low, ply_high, index, answer, low, high] = take(bytes)?;
    Some(Label {
        ply: u16::from_le_bytes([ply_low, ply_high]),
        index,
        answer,
        score: i16::from_le_bytes([low, high]),
    })
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::{Positions, sorted_moves};
    use super::*;
    use proptest::prelude::*;

    prop_compose! {
        /// A game of random moves with random scores.
        pub(crate) fn any_game()(
            number in 0..960_u32,
            choices in proptest::collection::vec((any::<u8>(), -31_000..=31_000_i16, any::<bool>(), any::<u8>()), 0..120),
            result in 0..3_usize,
            reason in 0..10_usize,
        ) -> Game {
            let start = board::BoardBuilder::chess960_startpos(number).build().unwrap();
            let mut game = Game {
                start: start.clone(),
                result: GameResult::ALL[result],
                reason: Reason::ALL[reason],
                plies: Vec::new(),
                labels: Vec::new(),
            };
            let mut board = start;
            for (ply, (choice, score, is_left, other)) in choices.into_iter().enumerate() {
                let moves = sorted_moves(&board);
                if moves.is_empty() {
                    break;
                }
                let pick = |number: u8, moves: &[board::Move]| (usize::from(number) % moves.len()) as u8;
                let index = pick(other, &moves);
                let mut after = board.clone();
                after.play_unchecked(moves[usize::from(index)]);
                let answers = sorted_moves(&after);
                if is_left && !answers.is_empty() {
                    let answer = pick(choice, &answers);
                    game.labels.push(Label { ply: ply as u16, index, answer, score: -score });
                }
                let index = pick(choice, &moves);
                game.plies.push(Ply { index, score });
                board.play_unchecked(moves[usize::from(index)]);
            }
            game
        }
    }

    proptest! {
        #[test]
        fn games_come_back(game in any_game()) {
            let mut bytes = Vec::new();
            game.encode(&mut bytes);
            let mut rest = &bytes[..];
            prop_assert_eq!(&Game::decode(&mut rest).unwrap(), &game);
            prop_assert!(rest.is_empty());
            let positions: Result<Vec<_>, _> = Positions::of(&game).collect();
            prop_assert_eq!(positions.map(|positions| positions.len()), Ok(game.len()));
        }

        #[test]
        fn damaged_games_are_read_or_refused(game in any_game(), at in any::<prop::sample::Index>(), bits in 1..=255_u8, cut in any::<prop::sample::Index>()) {
            let mut bytes = Vec::new();
            game.encode(&mut bytes);
            let at = at.index(bytes.len());
            bytes[at] ^= bits;
            if let Ok(game) = Game::decode(&mut &bytes[..]) {
                let count = Positions::of(&game).count();
                prop_assert!(count <= game.len() + 1);
            }
            bytes.truncate(cut.index(bytes.len()));
            if let Ok(game) = Game::decode(&mut &bytes[..]) {
                let _ = Positions::of(&game).count();
            }
        }
    }
}

//! Replaying a game: every position that has a score.

use board::rules::is_capture;
use board::{Board, Color, Move};

use super::fault::GameFault;
use super::game::Game;
use super::moves::sorted_moves;
use crate::sample::{Label, Origin, Sample, SideResult};

/// The origin of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Kind {
    /// It occurred in a game.
    Game = 0,
    /// One move off a game.
    OffGame = 1,
}

/// A position with its label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabeledPosition {
    /// The position.
    pub board: Board,
    /// The engine's score for the side to move: centipawns, or the values for mates and table wins.
    pub score: i16,
    /// Half points of the side to move in the game: 0, 1 or 2; `None` off the game.
    pub result: Option<u8>,
    /// The move played, the best by the search; off the game the best move.
    pub best: Move,
    /// Plies from the start of the game.
    pub ply: u16,
    /// Its origin.
    pub kind: Kind,
}

impl LabeledPosition {
    /// The training sample.
    pub fn sample(&self) -> Sample {
        let result = self.result.map(|half_points| match half_points {
            0 => SideResult::Loss,
            1 => SideResult::Draw,
            _ => SideResult::Win,
        });
        let origin = match self.kind {
            Kind::Game => Origin::Game,
            Kind::OffGame => Origin::OffGame,
        };
        let fifty_move_counter = self.board.halfmove_clock();
        Sample::new(&self.board, Label { score: self.score, result, origin, fifty_move_counter })
    }

    /// True when a static evaluation can be expected to match the score: no check, and the best
    /// move is neither a capture nor a promotion.
    pub fn is_quiet(&self) -> bool {
        self.board.checkers().is_empty()
            && self.best.promotion.is_none()
            && !is_capture(&self.board, self.best)
    }
}

/// All positions of a game by ply; those off the game follow the one they leave. Ends after an
/// error.
#[derive(Debug)]
pub struct Positions<'a> {
    game: &'a Game,
    /// Before ply number `ply`.
    board: Board,
    ply: usize,
    /// The legal moves and the one played, once this ply's position has been returned.
    given: Option<(Vec<Move>, Move)>,
    /// The next label.
    label: usize,
    failed: bool,
}

impl<'a> Positions<'a> {
    /// The positions of a game.
    pub fn of(game: &'a Game) -> Self {
        Self { game, board: game.start.clone(), ply: 0, given: None, label: 0, failed: false }
    }

    fn position(&mut self) -> Result<Option<LabeledPosition>, GameFault> {
        loop {
            let Some((moves, played)) = &self.given else { return self.in_game() };
            match self.game.labels.get(self.label) {
                Some(label) if usize::from(label.ply) == self.ply => {
                    self.label += 1;
                    let mut board = self.board.clone();
                    board.play_unchecked(pick(moves, label.index, label.ply)?);
                    let best = pick(&sorted_moves(&board), label.answer, label.ply)?;
                    let (score, kind) = (label.score, Kind::OffGame);
                    return Ok(Some(LabeledPosition {
                        board,
                        score,
                        result: None,
                        best,
                        ply: label.ply,
                        kind,
                    }));
                }
                _ => {
                    self.board.play_unchecked(*played);
                    self.ply += 1;
                    self.given = None;
                }
            }
        }
    }

    fn in_game(&mut self) -> Result<Option<LabeledPosition>, GameFault> {
        let Some(ply) = self.game.plies.get(self.ply) else { return Ok(None) };
        let moves = sorted_moves(&self.board);
        let best = pick(&moves, ply.index, self.ply as u16)?;
        self.given = Some((moves, best));
        let us: Color = self.board.side_to_move();
        Ok(Some(LabeledPosition {
            board: self.board.clone(),
            score: ply.score,
            result: Some(self.game.result.half_points(us)),
            best,
            ply: self.ply as u16,
            kind: Kind::Game,
        }))
    }
}

fn pick(moves: &[Move], index: u8, ply: u16) -> Result<Move, GameFault> {
    moves.get(usize::from(index)).copied().ok_or(GameFault::Move { ply, index })
}

impl Iterator for Positions<'_> {
    type Item = Result<LabeledPosition, GameFault>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let position = self.position().transpose();
        self.failed = matches!(position, Some(Err(_)));
        position
    }
}

#[cfg(test)]
mod tests {
    use super::super::{GameResult, Ply, Reason};
    use super::*;
    use crate::games::Label as OffGameLabel;
    use board::{fen, notation};

    /// The number of a move in UCI notation.
    fn index(board: &Board, text: &str) -> u8 {
        let mv = notation::parse_uci(board, text).unwrap();
        sorted_moves(board).iter().position(|&other| other == mv).unwrap() as u8
    }

    #[test]
    fn scores_and_results_are_the_movers() {
        let start = fen::parse("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").unwrap();
        let mut after = start.clone();
        after.play_unchecked(notation::parse_uci(&start, "e2e4").unwrap());
        let mut off = start.clone();
        off.play_unchecked(notation::parse_uci(&start, "e1d2").unwrap());
        let game = Game {
            plies: vec![
                Ply { index: index(&start, "e2e4"), score: 50 },
                Ply { index: index(&after, "e8d7"), score: -70 },
            ],
            labels: vec![OffGameLabel {
                ply: 0,
                index: index(&start, "e1d2"),
                answer: index(&off, "e8e7"),
                score: -9,
            }],
            start,
            result: GameResult::WhiteWins,
            reason: Reason::Won,
        };
        let all: Vec<LabeledPosition> = Positions::of(&game).map(Result::unwrap).collect();
        let told: Vec<_> = all.iter().map(|p| (p.board.clone(), p.score, p.result, p.kind, p.ply)).collect();
        assert_eq!(
            told,
            [
                (game.start.clone(), 50, Some(2), Kind::Game, 0),
                (off, -9, None, Kind::OffGame, 0),
                (after, -70, Some(0), Kind::Game, 1),
            ]
        );
    }

    #[test]
    fn samples_say_the_same() {
        let board = fen::parse("4k3/8/8/8/8/8/4P3/4K3 b - - 7 1").unwrap();
        let best = notation::parse_uci(&board, "e8e7").unwrap();
        let mut labeled =
            LabeledPosition { board, score: -31, result: Some(0), best, ply: 3, kind: Kind::Game };
        let label =
            Label { score: -31, result: Some(SideResult::Loss), origin: Origin::Game, fifty_move_counter: 7 };
        assert_eq!(labeled.sample(), Sample::new(&labeled.board, label));
        (labeled.result, labeled.kind) = (None, Kind::OffGame);
        assert_eq!(labeled.sample().label(), Label { result: None, origin: Origin::OffGame, ..label });
    }

    #[test]
    fn checks_captures_and_promotions_are_not_quiet() {
        let labeled = |text: &str, mv: &str| {
            let board = fen::parse(text).unwrap();
            let best = notation::parse_uci(&board, mv).unwrap();
            LabeledPosition { board, score: 0, result: None, best, ply: 0, kind: Kind::Game }
        };
        assert!(labeled("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4").is_quiet());
        assert!(labeled("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1").is_quiet(), "castling is not a capture");
        assert!(!labeled("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "e1e2").is_quiet());
        assert!(!labeled("4k3/8/8/8/4r3/8/8/4K3 w - - 0 1", "e1d1").is_quiet());
        assert!(!labeled("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q").is_quiet());
        assert!(!labeled("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6").is_quiet());
        assert!(!labeled("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5").is_quiet());
    }
}

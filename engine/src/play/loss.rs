//! The loss of a player's moves: the difference to the best move, by a deeper search.

use std::time::Instant;

use board::{Board, Move, legal_moves};

use crate::clock::Signals;
use crate::engine::Engine;
use crate::limits::Limits;
use crate::position::Position;
use crate::score::Score;
use crate::search::Silent;

/// Upper limit of a loss, in centipawns: a lost queen and a missed mate count the same.
const LOSS_MAX: i32 = 1_000;
/// Upper limit of scores: the size of a winning advantage does not matter.
const SCORE_MAX: i32 = 1_500;

/// Measured losses.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Losses {
    /// Number of positions.
    pub moves: usize,
    /// Mean loss of a move in centipawns.
    pub mean: f64,
    /// Standard error of the mean.
    pub error: f64,
}

/// The mean loss of a player's moves in these positions; the judge searches the best move and the
/// move played with `nodes` nodes each. Positions without legal moves are skipped.
///
/// # Panics
/// When a search thread panics.
pub fn measure(
    player: &mut Engine,
    limits: &Limits,
    judge: &mut Engine,
    nodes: u64,
    positions: &[Board],
) -> Losses {
    let losses: Vec<f64> = positions
        .iter()
        .filter(|board| !legal_moves(board).is_empty())
        .map(|board| {
            let position = Position::new(board.clone());
            player.new_game();
            let played = think(player, &position, limits).0.expect("there are legal moves");
            judge.new_game();
            let (best, score) = think(judge, &position, &Limits::nodes(nodes));
            if best == Some(played) {
                return 0.0;
            }
            let only = Limits { search_moves: vec![played], ..Limits::nodes(nodes) };
            judge.new_game();
            let worse = think(judge, &position, &only).1;
            f64::from((bounded(score) - bounded(worse)).clamp(0, LOSS_MAX))
        })
        .collect();
    let count = losses.len() as f64;
    let mean = losses.iter().sum::<f64>() / count.max(1.0);
    let variance = losses.iter().map(|loss| (loss - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    Losses { moves: losses.len(), mean, error: (variance / count.max(1.0)).sqrt() }
}

fn bounded(score: Score) -> i32 {
    score.value().clamp(-SCORE_MAX, SCORE_MAX)
}

fn think(engine: &mut Engine, position: &Position, limits: &Limits) -> (Option<Move>, Score) {
    let outcome = engine.think(position, limits, &Signals::default(), Instant::now(), &mut Silent);
    (outcome.best, outcome.line.score)
}

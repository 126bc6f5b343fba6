//! Random openings for data generation with OpenBench: a few random moves, then a short search to
//! check that the game is still balanced.

use std::path::PathBuf;
use std::time::Instant;

use board::{Board, legal_moves};

use crate::clock::Signals;
use crate::engine::Engine;
use crate::limits::Limits;
use crate::play::contest::openings::{self, OpeningsError};
use crate::position::Position;
use crate::search::Silent;
use board::random::Random;

/// Random plies of an opening: this many or one more, so that either color may be to move.
const RANDOM_PLIES: usize = 8;
/// Nodes of the search at its end.
const CHECK_NODES: u64 = 1_000;
/// Openings with a greater score are rejected, in centipawns.
const BALANCE_MAX: i32 = 400;
/// Most rejected openings per accepted one.
const TRIES_MAX: usize = 1_000;

/// The openings to generate.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Order {
    /// The number of openings.
    pub count: usize,
    /// Equal seeds give equal openings.
    pub seed: u64,
    /// Starting positions; the standard one if there are none.
    pub book: Option<PathBuf>,
}

/// Generates openings as FEN.
///
/// # Errors
/// [`OpeningsError`] when the book cannot be used.
pub(crate) fn generate(engine: &mut Engine, order: &Order) -> Result<Vec<String>, OpeningsError> {
    let starts = match &order.book {
        Some(path) => openings::read(path)?,
        None => vec![Board::startpos()],
    };
    let mut random = Random::new(order.seed);
    let mut fens = Vec::with_capacity(order.count.min(1 << 20));
    let mut tries = 0;
    while fens.len() < order.count {
        tries += 1;
        if tries > TRIES_MAX * (fens.len() + 1) {
            return Err(OpeningsError::Unbalanced);
        }
        let start = starts[random.below(starts.len())].clone();
        if let Some(board) = random_walk(start, &mut random)
            && is_open(engine, &board)
        {
            fens.push(board::fen::write(&board));
        }
    }
    Ok(fens)
}

/// Random moves from a start; `None` when the game ends on the way.
pub fn random_walk(mut board: Board, random: &mut Random) -> Option<Board> {
    for _ in 0..RANDOM_PLIES + random.below(2) {
        let moves = legal_moves(&board);
        if moves.is_empty() {
            return None;
        }
        board.play_unchecked(moves[random.below(moves.len())]);
    }
    (!legal_moves(&board).is_empty()).then_some(board)
}

fn is_open(engine: &mut Engine, board: &Board) -> bool {
    engine.new_game();
    let position = Position::new(board.clone());
    let outcome = engine.think(
        &position,
        &Limits::nodes(CHECK_NODES),
        &Signals::default(),
        Instant::now(),
        &mut Silent,
    );
    outcome.line.score.value().abs() <= BALANCE_MAX
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::fen;

    #[test]
    fn equal_seeds_give_equal_openings_that_differ_from_one_another() {
        let mut engine = Engine::new(1).unwrap();
        let mut make = |seed| generate(&mut engine, &Order { count: 6, seed, book: None }).unwrap();
        let first = make(5);
        assert_eq!(first, make(5));
        assert_ne!(first, make(6));
        for fen in &first {
            assert!(fen::parse(fen).is_ok(), "{fen}");
            assert_eq!(first.iter().filter(|other| other == &fen).count(), 1);
        }
    }
}

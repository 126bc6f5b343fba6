//! The engine as analyst of annotated games: it judges the positions that tables and rules do not
//! cover.

use std::time::Instant;

use board::{Board, Color, Move};
use explain::annotate::{Analysis, Analyst};

use crate::clock::Signals;
use crate::engine::Engine;
use crate::limits::Limits;
use crate::position::Position;
use crate::score::Score;
use crate::search::{Observer, SearchInfo};
use crate::tt::Bound;

/// An engine with its limits for each position.
pub struct EngineAnalyst {
    engine: Engine,
    limits: Limits,
    position: Position,
}

impl EngineAnalyst {
    /// Waits for the engine's small tables.
    pub fn new(mut engine: Engine, limits: Limits) -> Self {
        engine.tables.wait_for_small();
        // All moves are compared, in particular the best two.
        engine.analyses = true;
        engine.multi_pv = 2;
        Self { engine, limits, position: Position::new(Board::startpos()) }
    }
}

impl Analyst for EngineAnalyst {
    fn begin(&mut self, start: &Board) {
        self.engine.new_game();
        self.position = Position::new(start.clone());
    }

    fn play(&mut self, mv: Option<Move>) {
        match mv {
            Some(mv) => self.position.play(mv),
            None => self.position.play_null(),
        }
    }

    fn analyze(&mut self) -> Option<Analysis> {
        let mut second = SecondBest::default();
        let (signals, start) = (Signals::default(), Instant::now());
        let outcome = self.engine.think(&self.position, &self.limits, &signals, start, &mut second);
        let score = outcome.line.score;
        let white = if self.position.board().side_to_move() == Color::White { score } else { -score };
        Some(Analysis {
            expectation: expectation(score),
            second: second.0.map(expectation),
            centipawns: score.centipawns(),
            line: outcome.line.pv,
            score: score.to_string(),
            for_white: white.in_words(),
        })
    }
}

fn expectation(score: Score) -> i32 {
    let [win, draw, _] = score.chances_permille();
    (win + draw / 2) as i32
}

/// Receives the score of the second-best move.
#[derive(Default)]
struct SecondBest(Option<Score>);

impl Observer for SecondBest {
    fn info(&mut self, line: &SearchInfo) {
        if line.rank == 2 && line.bound == Bound::Exact {
            self.0 = Some(line.score);
        }
    }

    fn current_move(&mut self, _depth: i32, _mv: Move, _number: usize) {}

    fn remark(&mut self, _text: &str) {}
}

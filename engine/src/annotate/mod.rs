//! Games annotated: the exact result of every move wherever tables or rules cover the position, the
//! engine's evaluation elsewhere.
//!
//! Each position is judged once, and the moves between them follow from that: a move that throws
//! away a result, the only move that keeps it, a move in mutual zugzwang. Everything is written as
//! PGN: glyphs, comments, variations.

mod judgement;
mod report;
mod words;

use std::time::Instant;

use board::pgn::Game;
use board::{Board, Move};
use oracle::Oracle;

use crate::clock::Signals;
use crate::engine::Engine;
use crate::limits::Limits;
use crate::position::Position;
use crate::score::Score;
use crate::search::{Observer, SearchInfo};
use crate::tt::Bound;
use judgement::{Judged, Judgement};
pub use report::{GameReport, MoveReport, Side, Total};

/// Annotates games one after the other.
pub struct Annotator {
    known: Oracle,
    engine: Option<(Engine, Limits)>,
}

impl Annotator {
    /// An annotator with these tables and rules, and an engine with its limits for each position;
    /// without an engine, moves outside of tables and rules are skipped.
    pub fn new(known: Oracle, mut engine: Option<(Engine, Limits)>) -> Self {
        if let Some((engine, _)) = &mut engine {
            engine.tables.wait_for_small();
            // All moves are compared, in particular the best two.
            engine.analyses = true;
            engine.multi_pv = 2;
        }
        Self { known, engine }
    }

    /// The game with new annotations added to existing ones, and the same as data.
    pub fn annotate(&mut self, game: &Game) -> (Game, GameReport) {
        if let Some((engine, _)) = &mut self.engine {
            engine.new_game();
        }
        let judged = self.judge_all(&game.start, game.line.moves.iter().map(|played| played.mv));
        let mut annotated = game.clone();
        let report = words::annotate(&mut annotated, &judged, &self.known);
        (annotated, report)
    }

    /// Every position of the game, the last one included.
    fn judge_all(&mut self, start: &Board, moves: impl Iterator<Item = Option<Move>>) -> Vec<Judged> {
        let mut position = Position::new(start.clone());
        let mut judged = vec![self.judge(&position)];
        for mv in moves {
            match mv {
                Some(mv) => position.play(mv),
                None => position.play_null(),
            }
            judged.push(self.judge(&position));
        }
        judged
    }

    fn judge(&mut self, position: &Position) -> Judged {
        let board = position.board().clone();
        // An ending that cannot be solved is judged by rules or by search.
        let _ = self.known.prepare(&board);
        let judgement = Judgement::exact(&board, &self.known).or_else(|| self.search(position));
        Judged { board, judgement: judgement.unwrap_or(Judgement::None) }
    }

    fn search(&mut self, position: &Position) -> Option<Judgement> {
        let (engine, limits) = self.engine.as_mut()?;
        if !board::rules::has_legal_move(position.board()) {
            return Some(Judgement::of_finished(position.board()));
        }
        let mut second = SecondBest::default();
        let outcome = engine.think(position, limits, &Signals::default(), Instant::now(), &mut second);
        Some(Judgement::Search { score: outcome.line.score, line: outcome.line.pv, second: second.0 })
    }
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

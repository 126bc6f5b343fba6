//! Plays one game after the other and scores the positions.

use std::sync::atomic::{AtomicBool, Ordering};

use board::{Color, Move};
use vancura::clock::Signals;
use vancura::engine::Engine;
use vancura::limits::Limits;
use vancura::position::Position;
use vancura::tt::OutOfMemory;

use super::Order;
use super::arbiter::{Arbiter, adjudicate};
use super::starts::{Start, StartKind};
use crate::crew::{Knowledge, move_index, search};
use crate::games::{Game, Label, Ply, sorted_moves};
use board::random::Random;

/// Nodes of the search that checks whether a start is balanced.
const START_NODES: u64 = 1_000;
/// Hash table of the engine for positions off the game, in MiB.
const ASIDE_HASH_MEBIBYTES: usize = 2;
/// For labels off the game, half of the other moves are random, and half the best of the others,
/// found with the soft nodes divided by this.
const SECOND_BEST_DIVISOR: u64 = 4;

/// An engine that plays against itself.
pub(super) struct Player {
    order: Order,
    random: Random,
    game_engine: Engine,
    /// The engine for positions off the game, so that the game is not affected.
    aside_engine: Engine,
    signals: Signals,
    arbiter: Arbiter,
}

impl Player {
    /// A player with this shared state.
    ///
    /// # Errors
    /// Without memory for the hash tables.
    pub(super) fn new(order: &Order, random: Random, knowledge: &Knowledge) -> Result<Self, OutOfMemory> {
        Ok(Self {
            order: order.clone(),
            random,
            game_engine: knowledge.engine(order.searches.hash_mebibytes)?,
            aside_engine: knowledge.engine(ASIDE_HASH_MEBIBYTES)?,
            signals: Signals::default(),
            arbiter: Arbiter::new(knowledge.tables()),
        })
    }

    /// A position to begin a game with.
    pub(super) fn find_start(&mut self) -> Start {
        let kind = StartKind::draw(&self.order, &mut self.random);
        loop {
            let start = Start::draw(kind, &mut self.random);
            let position = Position::new(start.board.clone());
            if self.arbiter.ending(&position).is_some() {
                continue;
            }
            self.aside_engine.new_game();
            let result =
                search(&mut self.aside_engine, &position, &Limits::nodes(START_NODES), &self.signals);
            if result.line.score.value().abs() <= kind.balance_max() {
                return start;
            }
        }
    }

    /// Plays a game; `None` when stopped.
    ///
    /// # Panics
    /// Never: a game that is not over has a legal move.
    pub(super) fn play(&mut self, stop: &AtomicBool) -> Option<Game> {
        let start = self.find_start().board;
        self.game_engine.new_game();
        self.aside_engine.new_game();
        let mut position = Position::new(start.clone());
        let (mut plies, mut labels, mut white_scores) = (Vec::new(), Vec::new(), Vec::new());
        let (reason, result) = loop {
            let over = self.arbiter.ending(&position).or_else(|| adjudicate(&white_scores));
            if let Some(over) = over {
                break over;
            }
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            let limits = self.order.searches.limits(1);
            let result = search(&mut self.game_engine, &position, &limits, &self.signals);
            let mv = result.best.expect("the game is not over");
            let score = result.line.score.value();
            if self.random.chance(self.order.off_game_chance()) {
                labels.extend(self.leave(&mut position, mv, plies.len()));
            }
            plies.push(Ply { index: move_index(&position, mv), score: score as i16 });
            white_scores.push(if position.side_to_move() == Color::White { score } else { -score });
            position.play(mv);
        };
        Some(Game { start, result, reason, plies, labels })
    }

    /// A label of the position after another move than the game's; `None` when there is no other
    /// move or it ends the game.
    fn leave(&mut self, position: &mut Position, played: Move, ply: usize) -> Option<Label> {
        let mut others = sorted_moves(position.board());
        others.retain(|&mv| mv != played);
        let drawn = others.get(self.random.below(others.len().max(1))).copied()?;
        let mv = if self.random.chance(0.5) {
            drawn
        } else {
            let limits = Limits { search_moves: others, ..self.order.searches.limits(SECOND_BEST_DIVISOR) };
            // With tables the search may ignore the given moves.
            let best = search(&mut self.aside_engine, position, &limits, &self.signals).best;
            best.filter(|&mv| mv != played).unwrap_or(drawn)
        };
        let index = move_index(position, mv);
        position.play(mv);
        let limits = self.order.searches.limits(1);
        let result = search(&mut self.aside_engine, position, &limits, &self.signals);
        let label = result.best.map(|best| Label {
            ply: ply as u16,
            index,
            answer: move_index(position, best),
            score: result.line.score.value() as i16,
        });
        position.undo();
        label
    }
}

#[cfg(test)]
mod tests {
    use super::super::order::small;
    use super::*;
    use crate::games::{Kind, Positions};

    fn player(order: &Order, seed: u64) -> Player {
        let knowledge = Knowledge::new(&order.searches).unwrap();
        Player::new(order, Random::new(seed), &knowledge).unwrap()
    }

    #[test]
    fn games_are_legal_and_repeat_for_a_seed() {
        let play = |seed| {
            let mut player = player(&small(), seed);
            (0..5).map(|_| player.play(&AtomicBool::new(false)).unwrap()).collect::<Vec<_>>()
        };
        let games = play(1);
        assert_eq!(games, play(1));
        assert_ne!(games, play(2));
        for game in &games {
            assert!(!game.is_empty());
            assert!(Positions::of(game).all(|position| position.is_ok()));
        }
    }

    #[test]
    fn positions_off_the_game_have_their_share_and_leave_the_game_alone() {
        let games = |percent| {
            let order = Order { off_game_percent: percent, ..small() };
            let mut player = player(&order, 3);
            (0..12).map(|_| player.play(&AtomicBool::new(false)).unwrap()).collect::<Vec<_>>()
        };
        let kinds: Vec<Kind> = games(20.0)
            .iter()
            .flat_map(|g| Positions::of(g).map(|p| p.unwrap().kind).collect::<Vec<_>>())
            .collect();
        let share = kinds.iter().filter(|&&kind| kind == Kind::OffGame).count() as f64 / kinds.len() as f64;
        assert!((0.15..0.25).contains(&share), "{share}");
        assert!(games(0.0).iter().all(|game| game.labels.is_empty()));
    }

    #[test]
    fn a_soft_limit_finishes_the_iteration() {
        let mut player = player(&small(), 1);
        let position = Position::new(board::Board::startpos());
        let soft = Limits { soft_nodes: Some(1_000), ..Limits::default() };
        let found = search(&mut player.game_engine, &position, &soft, &player.signals).line;
        player.game_engine.new_game();
        let whole =
            search(&mut player.game_engine, &position, &Limits::depth(found.depth), &player.signals).line;
        assert!(found.nodes >= 1_000);
        assert_eq!((found.nodes, found.score), (whole.nodes, whole.score));
        player.game_engine.new_game();
        let before =
            search(&mut player.game_engine, &position, &Limits::depth(found.depth - 1), &player.signals).line;
        assert!(before.nodes < 1_000);
    }

    #[test]
    fn starts_are_balanced() {
        let order = Order { endgames_percent: 50.0, ..small() };
        let mut player = player(&order, 5);
        for _ in 0..40 {
            let start = player.find_start();
            player.aside_engine.new_game();
            let position = Position::new(start.board.clone());
            let result =
                search(&mut player.aside_engine, &position, &Limits::nodes(START_NODES), &player.signals);
            assert!(result.line.score.value().abs() <= start.kind.balance_max(), "{}", start.board);
        }
    }

    #[test]
    fn a_player_stops_when_told() {
        assert_eq!(player(&small(), 1).play(&AtomicBool::new(true)), None);
    }
}

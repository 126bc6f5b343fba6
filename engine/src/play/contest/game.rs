//! One game.

use std::time::{Duration, Instant};

use board::{Board, Color};

use super::Pace;
use super::played::{Lapse, PlayedMove};
use super::program::Program;
use super::referee::{Ending, Referee};
use crate::clock::Signals;
use crate::engine::Engine;
use crate::limits::Limits;
use crate::position::Position;
use crate::search::Silent;

/// An engine with its limits.
pub struct Player {
    mind: Mind,
    pace: Pace,
    signals: Signals,
    /// Time left on the clock.
    clock: Duration,
}

/// The engine.
enum Mind {
    /// Our engine, in this process.
    Own(Box<Engine>),
    /// Another program.
    Other(Program),
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct Game {
    /// The opening position.
    pub opening: Board,
    /// Which side of the match, 0 or 1, played White.
    pub white: usize,
    /// The moves.
    pub moves: Vec<PlayedMove>,
    /// The result.
    pub ending: Ending,
    /// The winner, if any.
    pub winner: Option<Color>,
    /// The fault by which an engine lost it, if any.
    pub fault: Option<String>,
}

impl Game {
    /// Half points of the first side of the match: 0, 1 or 2.
    pub fn half_points(&self) -> usize {
        let first = if self.white == 0 { Color::White } else { Color::Black };
        self.winner.map_or(1, |winner| if winner == first { 2 } else { 0 })
    }

    fn end_by(&mut self, lapse: Lapse, loser: Color) {
        self.winner = Some(!loser);
        self.ending = match lapse {
            Lapse::Time => Ending::Time,
            Lapse::Fault(fault) => {
                self.fault = Some(fault);
                Ending::Fault
            }
        };
    }

    /// Which side of the match, 0 or 1, was to move before a ply of the game.
    pub fn mover(&self, ply: usize) -> usize {
        let white_moves = (self.opening.side_to_move() == Color::White) == ply.is_multiple_of(2);
        if white_moves { self.white } else { 1 - self.white }
    }
}

impl Player {
    /// A player before its first game.
    pub fn new(engine: Engine, pace: Pace) -> Self {
        Self::with(Mind::Own(Box::new(engine)), pace)
    }

    /// An external engine before its first game.
    pub(super) fn program(program: Program, pace: Pace) -> Self {
        Self::with(Mind::Other(program), pace)
    }

    fn with(mind: Mind, pace: Pace) -> Self {
        Self { mind, pace, signals: Signals::default(), clock: Duration::ZERO }
    }

    fn sit_down(&mut self, opening: &Board) -> Result<(), Lapse> {
        if let Pace::Clock { time, .. } = self.pace {
            self.clock = time;
        }
        match &mut self.mind {
            Mind::Own(engine) => engine.new_game(),
            Mind::Other(program) => {
                program.new_game(opening).map_err(|error| Lapse::Fault(error.to_string()))?;
            }
        }
        Ok(())
    }

    /// Its move, given the other side's time left.
    fn answer(&mut self, game: &Game, position: &Position, others: Duration) -> Result<PlayedMove, Lapse> {
        let us = position.side_to_move();
        let started = Instant::now();
        let played = match &mut self.mind {
            Mind::Own(_) => self.think(position),
            Mind::Other(program) => {
                let clocks = if us == Color::White { [self.clock, others] } else { [others, self.clock] };
                let so_far = (&game.opening, &game.moves[..]);
                program.answer(so_far, position.board(), self.pace, clocks)?
            }
        };
        if let Pace::Clock { increment, .. } = self.pace {
            let left = self.clock.checked_sub(started.elapsed());
            self.clock = left.ok_or(Lapse::Time)? + increment;
        }
        Ok(played)
    }

    fn think(&mut self, position: &Position) -> PlayedMove {
        let us = position.side_to_move();
        let Mind::Own(engine) = &mut self.mind else { unreachable!("external engines search by themselves") };
        let limits = match self.pace {
            Pace::Nodes(nodes) => Limits::nodes(nodes),
            Pace::Depth(depth) => Limits::depth(depth),
            Pace::Clock { increment, .. } => {
                let mut limits = Limits::default();
                limits.time[us as usize] = Some(self.clock.as_millis() as i64);
                limits.increment[us as usize] = Some(increment.as_millis() as i64);
                limits
            }
        };
        self.signals.reset(false);
        let outcome = engine.think(position, &limits, &self.signals, Instant::now(), &mut Silent);
        let line = outcome.line;
        let mv = outcome.best.expect("the game is not over");
        PlayedMove { mv, score: line.score, depth: line.depth, nodes: line.nodes }
    }
}

/// Plays a game; side `white` has White.
pub(super) fn play(sides: &mut [Player; 2], white: usize, opening: &Board, referee: &Referee) -> Game {
    let mut position = Position::new(opening.clone());
    let mut game = Game {
        opening: opening.clone(),
        white,
        moves: Vec::new(),
        ending: Ending::Time,
        winner: Some(!opening.side_to_move()),
        fault: None,
    };
    for (side, player) in sides.iter_mut().enumerate() {
        if let Err(lapse) = player.sit_down(opening) {
            let loser = if side == white { Color::White } else { Color::Black };
            game.end_by(lapse, loser);
            return game;
        }
    }
    loop {
        if let Some((ending, winner)) = referee.ending(&position, &game.moves) {
            game.ending = ending;
            game.winner = winner;
            return game;
        }
        let mover = game.mover(game.moves.len());
        let others = sides[1 - mover].clock;
        match sides[mover].answer(&game, &position, others) {
            Ok(played) => {
                position.play(played.mv);
                game.moves.push(played);
            }
            Err(lapse) => {
                game.end_by(lapse, position.side_to_move());
                return game;
            }
        }
    }
}

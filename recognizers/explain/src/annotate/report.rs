//! The report on an annotated game, as data and as a readable summary.

use std::fmt;

use board::{Color, Wdl};
use serde::Serialize;

use super::accuracy::Accuracy;
use super::judgment::Fault;

/// A move of the game.
#[derive(Clone, Debug, Serialize)]
pub struct MoveReport {
    /// Its number and color: `34.` or `34...`.
    pub number: String,
    /// The move in algebraic notation.
    pub san: String,
    /// The exact result before it, for the side that moves; `None` outside tables and rules.
    pub before: Option<Wdl>,
    /// The exact result after it, for the side that moved.
    pub after: Option<Wdl>,
    /// The engine's score before it in centipawns or mates, for the side that moves; `None` where
    /// the result is exact.
    pub score: Option<String>,
    /// Its accuracy in percent; `None` where its loss is not known.
    pub accuracy: Option<f64>,
    /// The centipawns that it loses, from 0 to 2000.
    pub centipawn_loss: Option<i32>,
    /// The only one of several legal moves that keeps the result.
    pub only: bool,
    /// The position before it is a mutual zugzwang.
    pub zugzwang: bool,
    /// Whether it is a mistake, and which kind.
    pub fault: Option<Fault>,
    /// A better line, if the move is a mistake.
    pub better: Option<Better>,
    /// The comment.
    pub comment: String,
}

/// A better line than the one played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Better {
    /// The line with its move numbers, in algebraic notation: `1. Ke6 Kd8 2. Kf7`.
    pub line: String,
    /// The result of the line.
    pub comment: String,
}

/// Statistics of one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Side {
    /// Mean accuracy and loss of the moves.
    pub accuracy: Accuracy,
    /// Moves in positions whose result is known exactly.
    pub exact_moves: usize,
    /// Positions in which only one of several moves kept the result.
    pub only_moves: usize,
    /// Of these, those in which it was played.
    pub only_moves_found: usize,
    /// Wins thrown away.
    pub missed_wins: usize,
    /// Draws thrown away.
    pub missed_draws: usize,
    /// Blunders according to the engine, outside tables and rules.
    pub blunders: usize,
    /// Likewise.
    pub mistakes: usize,
    /// Likewise.
    pub inaccuracies: usize,
}

/// The report on one game.
#[derive(Clone, Debug, Serialize)]
pub struct GameReport {
    /// Players and event, from the tags.
    pub title: String,
    /// The line of the file on which it begins.
    pub line: usize,
    /// The result.
    pub outcome: String,
    /// The number of the first move from a position whose result is known exactly.
    pub exact_from: Option<String>,
    /// White.
    pub white: Side,
    /// Black.
    pub black: Side,
    /// Mutual zugzwangs, by move number.
    pub zugzwangs: Vec<String>,
    /// Where the exact result of the final position contradicts the game's: what the result should
    /// have been, and a line that shows it.
    pub unfinished: Option<String>,
    /// All moves.
    pub moves: Vec<MoveReport>,
}

/// Statistics of all games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Total {
    /// Games annotated.
    pub games: usize,
    /// Games that could not be parsed.
    pub broken: usize,
    /// Games that reached a position whose result is known exactly.
    pub covered: usize,
    /// Statistics of both sides together.
    pub sides: Side,
    /// Mutual zugzwangs that occurred.
    pub zugzwangs: usize,
}

impl Side {
    /// Counts a move.
    pub(super) fn count(&mut self, mv: &MoveReport) {
        if let Some((percent, loss)) = mv.accuracy.zip(mv.centipawn_loss) {
            self.accuracy.count(percent, loss);
        }
        let is_exact = mv.before.is_some() && mv.after.is_some();
        self.exact_moves += usize::from(is_exact);
        let missed = is_exact && mv.fault.is_some();
        self.missed_wins += usize::from(missed && mv.before == Some(Wdl::Win));
        self.missed_draws += usize::from(missed && mv.before == Some(Wdl::Draw));
        if !is_exact {
            self.blunders += usize::from(mv.fault == Some(Fault::Blunder));
            self.mistakes += usize::from(mv.fault == Some(Fault::Mistake));
            self.inaccuracies += usize::from(mv.fault == Some(Fault::Inaccuracy));
        }
    }

    fn add(&mut self, other: Self) {
        self.accuracy.add(other.accuracy);
        self.exact_moves += other.exact_moves;
        self.only_moves += other.only_moves;
        self.only_moves_found += other.only_moves_found;
        self.missed_wins += other.missed_wins;
        self.missed_draws += other.missed_draws;
        self.blunders += other.blunders;
        self.mistakes += other.mistakes;
        self.inaccuracies += other.inaccuracies;
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        if let Some((percent, loss)) = self.accuracy.percent().zip(self.accuracy.centipawn_loss()) {
            parts.push(format!("accuracy {percent:.1} %, loses {loss:.1} centipawns a move"));
        }
        if self.exact_moves > 0 {
            parts.push(format!("{} exact", count(self.exact_moves, "move")));
        }
        if self.only_moves > 0 {
            parts.push(format!("{} of {} found", self.only_moves_found, count(self.only_moves, "only move")));
        }
        for (number, what) in [
            (self.missed_wins, "missed win"),
            (self.missed_draws, "missed save"),
            (self.blunders, "blunder"),
            (self.mistakes, "mistake"),
        ] {
            if number > 0 {
                parts.push(count(number, what));
            }
        }
        match self.inaccuracies {
            0 => {}
            1 => parts.push("1 inaccuracy".to_owned()),
            several => parts.push(format!("{several} inaccuracies")),
        }
        f.pad(&if parts.is_empty() { "nothing to remark".to_owned() } else { parts.join(", ") })
    }
}

/// "1 move", "3 moves".
fn count(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

impl GameReport {
    /// The statistics of a color.
    pub(super) fn side_mut(&mut self, color: Color) -> &mut Side {
        if color == Color::White { &mut self.white } else { &mut self.black }
    }
}

impl fmt::Display for GameReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}, {}", self.title, self.outcome)?;
        match &self.exact_from {
            Some(number) => writeln!(f, "  known exactly from move {}", number.trim_end_matches('.'))?,
            None => writeln!(f, "  no position that tables or rules cover")?,
        }
        writeln!(f, "  White: {}\n  Black: {}", self.white, self.black)?;
        for mv in self.moves.iter().filter(|mv| mv.before.is_some() && mv.fault.is_some()) {
            writeln!(f, "  {} {}: {}", mv.number, mv.san, mv.comment)?;
            if let Some(Better { line, comment }) = &mv.better {
                writeln!(f, "    better {line} ({comment})")?;
            }
        }
        if !self.zugzwangs.is_empty() {
            writeln!(f, "  mutual zugzwang before {}", self.zugzwangs.join(", "))?;
        }
        if let Some(unfinished) = &self.unfinished {
            writeln!(f, "  {unfinished}")?;
        }
        Ok(())
    }
}

impl Total {
    /// Counts a game.
    pub fn count(&mut self, game: &GameReport) {
        self.games += 1;
        self.covered += usize::from(game.exact_from.is_some());
        self.sides.add(game.white);
        self.sides.add(game.black);
        self.zugzwangs += game.zugzwangs.len();
    }
}

impl fmt::Display for Total {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}, {} of them covered by tables or rules in the end: {}",
            count(self.games, "game"),
            self.covered,
            self.sides
        )?;
        if self.zugzwangs > 0 {
            write!(f, ", {}", count(self.zugzwangs, "mutual zugzwang"))?;
        }
        if self.broken > 0 {
            write!(f, "; {} could not be read", count(self.broken, "game"))?;
        }
        Ok(())
    }
}

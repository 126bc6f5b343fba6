//! What quiescence searches and skips, as text: for the command `resolve`.

use std::fmt::Write as _;

use board::{Board, Move, notation};

use crate::score::Score;

/// Most lines that are written.
const MAX_LINES: usize = 400;

/// Why a move was not searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Skipped {
    /// It loses material in the exchange.
    Loses,
    /// What it wins does not bring the score to alpha.
    TooLittle,
}

/// The record of traced nodes.
#[derive(Default)]
pub(super) struct Trace {
    text: String,
    lines: usize,
    /// Moves skipped in the nodes of the current line, by ply.
    skipped: Vec<(usize, Skipped, Move)>,
}

/// The line of a move, which precedes those of its replies but is written once its score is known.
pub(super) struct Line {
    name: String,
    /// Its place in the text.
    at: usize,
    number: usize,
}

impl Trace {
    /// The whole record: the score of standing pat (`None` in check), all lines, and the score for
    /// the side to move.
    pub(super) fn text(&self, standing: Option<Score>, score: Score) -> String {
        let standing = standing
            .map_or_else(|| "in check".to_owned(), |score| format!("standing pat {}", in_words(score)));
        let more = if self.lines > MAX_LINES {
            format!("and {} lines more\n", self.lines - MAX_LINES)
        } else {
            String::new()
        };
        format!("{standing}\n{}{more}resolved {} for the side to move", self.text, in_words(score))
    }

    /// Begins the line of a move in this position.
    pub(super) fn begin(&mut self, board: &Board, mv: Move) -> Line {
        let line = Line { name: notation::san(board, mv), at: self.text.len(), number: self.lines };
        self.lines += 1;
        line
    }

    /// Writes the line of a move that was searched at a ply.
    pub(super) fn end(&mut self, line: Line, ply: usize, score: Score, cuts: bool) {
        if line.number < MAX_LINES {
            let cuts = if cuts { ", enough" } else { "" };
            let (name, indent) = (line.name, 2 * ply + 2);
            self.text.insert_str(line.at, &format!("{:indent$}{name} {}{cuts}\n", "", in_words(score)));
        }
    }

    /// Notes a move that was not searched.
    pub(super) fn skip(&mut self, ply: usize, why: Skipped, mv: Move) {
        self.skipped.push((ply, why, mv));
    }

    /// Writes what was skipped at a ply.
    pub(super) fn write_skipped(&mut self, ply: usize, board: &Board) {
        let at = self.skipped.iter().position(|&(skipped_at, ..)| skipped_at >= ply);
        let skipped = self.skipped.split_off(at.unwrap_or(self.skipped.len()));
        for (why, words) in [(Skipped::Loses, "lose material"), (Skipped::TooLittle, "win too little")] {
            let names: Vec<String> = skipped
                .iter()
                .filter(|&&(skipped_at, found, _)| skipped_at == ply && found == why)
                .map(|&(_, _, mv)| notation::san(board, mv))
                .collect();
            if names.is_empty() {
                continue;
            }
            self.lines += 1;
            if self.lines <= MAX_LINES {
                let indent = 2 * ply + 2;
                let _ =
                    writeln!(self.text, "{:indent$}skipped because they {words}: {}", "", names.join(", "));
            }
        }
    }
}

/// A score from the moving side's view.
fn in_words(score: Score) -> String {
    match score.mate_moves() {
        Some(moves) if moves > 0 => "mate".to_owned(),
        Some(_) => "mated".to_owned(),
        None => score.in_pawns(),
    }
}

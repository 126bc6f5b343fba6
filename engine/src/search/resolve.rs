//! The command `resolve`: shows the lines that quiescence searches, and the captures it skips.
//!
//! The rules are those of `quiescence` without hash table, recognizers and tables: standing pat,
//! captures and promotions that do not lose material in the exchange, every move in check.

use std::fmt::Write as _;

use board::{Move, legal_moves, notation};

use super::exchange;
use crate::eval::Evaluator;
use crate::eval::network::Networks;
use crate::position::Position;
use crate::score::Score;

/// Deeper lines are truncated.
const MAX_PLIES: usize = 24;
/// Most lines that are written.
const MAX_LINES: usize = 400;
/// Mated, in units of the evaluation.
const MATED: i32 = -30_000;

/// Resolves the captures of a position: a line of text for each move with its value for the moving
/// side, in pawns.
pub(crate) fn resolve(position: &Position, networks: Option<&Networks>) -> String {
    let mut tree = Tree {
        position: position.clone(),
        evaluator: Evaluator::new(networks),
        text: String::new(),
        lines: 0,
    };
    let standing = tree.stand();
    let value = tree.explore(-i32::MAX, i32::MAX, 0);
    let more = if tree.lines > MAX_LINES {
        format!("and {} lines more\n", tree.lines - MAX_LINES)
    } else {
        String::new()
    };
    let stands =
        standing.map_or_else(|| "in check\n".to_owned(), |value| format!("standing pat {}\n", pawns(value)));
    format!("{stands}{}{more}resolved {} for the side to move", tree.text, pawns(value))
}

struct Tree {
    position: Position,
    evaluator: Evaluator,
    text: String,
    lines: usize,
}

impl Tree {
    /// The stand-pat value; `None` in check.
    fn stand(&mut self) -> Option<i32> {
        (!self.position.in_check()).then(|| self.evaluator.evaluate(&self.position))
    }

    fn explore(&mut self, alpha: i32, beta: i32, ply: usize) -> i32 {
        let standing = self.stand();
        let mut best = standing.unwrap_or(MATED + ply as i32);
        if best >= beta || ply >= MAX_PLIES {
            return best;
        }
        let mut alpha = alpha.max(best);
        let in_check = standing.is_none();
        let (tried, left_out) = self.split(in_check);
        for mv in tried {
            let name = notation::san(self.position.board(), mv);
            // The line of a move precedes those of its replies, before its value is known.
            let at = self.text.len();
            let line = self.lines;
            self.lines += 1;
            self.position.play(mv);
            let value = -self.explore(-beta, -alpha, ply + 1);
            self.position.undo();
            if line < MAX_LINES {
                let cuts = if value >= beta { ", enough" } else { "" };
                self.text.insert_str(
                    at,
                    &format!("{:indent$}{name} {}{cuts}\n", "", pawns(value), indent = 2 * ply + 2),
                );
            }
            best = best.max(value);
            alpha = alpha.max(best);
            if best >= beta {
                return best;
            }
        }
        if !left_out.is_empty() {
            self.lines += 1;
            if self.lines <= MAX_LINES {
                let indent = 2 * ply + 2;
                let _ = writeln!(
                    self.text,
                    "{:indent$}left out because they lose material: {}",
                    "",
                    left_out.join(", ")
                );
            }
        }
        best
    }

    /// The moves that are searched, and the names of captures that are not.
    fn split(&self, in_check: bool) -> (Vec<Move>, Vec<String>) {
        let board = self.position.board();
        let mut moves = legal_moves(board);
        if in_check {
            return (moves, Vec::new());
        }
        moves.retain(|&mv| self.position.is_tactical(mv));
        let (tried, left_out): (Vec<Move>, Vec<Move>) =
            moves.into_iter().partition(|&mv| exchange::wins_at_least(&self.position, mv, 0));
        (tried, left_out.into_iter().map(|mv| notation::san(board, mv)).collect())
    }
}

fn pawns(units: i32) -> String {
    if units.abs() > -MATED - 1_000 {
        return if units > 0 { "mate".to_owned() } else { "mated".to_owned() };
    }
    Score::heuristic(units).in_pawns()
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::fen;

    #[test]
    fn captures_are_played_out_and_losing_ones_named() {
        let resolved = |text: &str| resolve(&Position::new(fen::parse(text).unwrap()), None);
        let text = resolved("4k3/8/3p4/4p3/8/8/4R3/4K2Q w - - 0 1");
        assert!(text.contains("left out because they lose material: Rxe5"), "{text}");
        let text = resolved("4k3/8/8/3rp3/8/8/6B1/4K3 w - - 0 1");
        assert!(text.contains("\n  Bxd5 "), "{text}");
        assert!(resolved("R3k3/8/4K3/8/8/8/8/8 b - - 0 1").contains("in check\nresolved mated"), "mate");
    }
}

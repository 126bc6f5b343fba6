//! Annotates games: with exact results wherever tables or rules cover the position, elsewhere with
//! an engine's evaluations, if there is an engine.
//!
//! Each position is judged once. The marks of moves follow from that: a move that throws a result
//! away, the only move that keeps it, a move in mutual zugzwang. The annotations are PGN glyphs,
//! comments and variations.

mod accuracy;
mod analyst;
mod judgment;
mod report;
mod words;

use board::pgn::{self, Game};
use board::{Board, Move};
use oracle::Oracle;

pub use accuracy::Accuracy;
pub use analyst::{Analysis, Analyst};
use judgment::{Judged, Judgment};
pub use report::{GameReport, MoveReport, Side, Total};

/// Annotates games one after the other.
///
/// ```
/// use board::pgn::Reader;
/// use vancura_explain::annotate::Annotator;
/// use oracle::Oracle;
/// use tbgen::KnownEndings;
///
/// let text = "[FEN \"4k3/8/4K3/4P3/8/8/8/8 w - - 0 1\"]\n\n1. Kd5 Kd7 1/2-1/2\n";
/// let mut known = Oracle::from(KnownEndings::in_memory(3));
/// let mut annotator = Annotator::new(&mut known, None);
/// for game in Reader::new(text.as_bytes()) {
///     let (annotated, report) = annotator.annotate(&game?);
///     assert_eq!(report.white.missed_wins, 1);
///     println!("{}", board::pgn::write(&annotated));
/// }
/// # Ok::<(), board::pgn::PgnError>(())
/// ```
pub struct Annotator<'a> {
    known: &'a mut Oracle,
    analyst: Option<&'a mut dyn Analyst>,
}

impl<'a> Annotator<'a> {
    /// An annotator that uses these tables and rules, and an engine; without an engine, moves
    /// outside tables and rules are not annotated.
    pub fn new(known: &'a mut Oracle, analyst: Option<&'a mut dyn Analyst>) -> Self {
        Self { known, analyst }
    }

    /// The game with annotations added to the existing ones, and the same as data. The tags
    /// `WhiteAccuracy` (percent), `WhiteCentipawnLoss` and so on are set for a side with moves
    /// whose loss is known.
    pub fn annotate(&mut self, game: &Game) -> (Game, GameReport) {
        let judged = self.judge_all(&game.start, game.line.moves.iter().map(|played| played.mv));
        let mut annotated = game.clone();
        let report = words::annotate(&mut annotated, &judged, self.known);
        (annotated, report)
    }

    /// Every position of the game, the last one included.
    fn judge_all(&mut self, start: &Board, moves: impl Iterator<Item = Option<Move>>) -> Vec<Judged> {
        if let Some(analyst) = &mut self.analyst {
            analyst.begin(start);
        }
        let mut judged = vec![self.judge(start.clone())];
        let mut board = start.clone();
        for mv in moves {
            // A null move in check is illegal; PGN readers reject it.
            let Some(next) = pgn::after(&board, mv) else { break };
            if let Some(analyst) = &mut self.analyst {
                analyst.play(mv);
            }
            judged.push(self.judge(next.clone()));
            board = next;
        }
        judged
    }

    fn judge(&mut self, board: Board) -> Judged {
        // Where an ending cannot be solved, rules or the search judge the position.
        let _ = self.known.prepare(&board);
        let judgment = Judgment::exact(&board, self.known).or_else(|| self.analyze(&board));
        Judged { board, judgment: judgment.unwrap_or(Judgment::None) }
    }

    fn analyze(&mut self, board: &Board) -> Option<Judgment> {
        let analyst = self.analyst.as_mut()?;
        if !board::rules::has_legal_move(board) {
            return Some(Judgment::of_finished(board));
        }
        analyst.analyze().map(Judgment::Search)
    }
}

//! The judgment of each position of a game, and of the moves between positions.

use board::{Board, Move, Wdl, rules};
use oracle::Oracle;
use tbgen::{Probe as _, Values};

use super::accuracy::{MOST, Scores};
use super::analyst::Analysis;
use crate::effect::{Effect, MoveEffect, effects};
use crate::result::played_on;

/// A position of the game and its judgment.
pub(super) struct Judged {
    pub(super) board: Board,
    pub(super) judgment: Judgment,
}

/// The result or the evaluation of a position.
pub(super) enum Judgment {
    /// The exact result, from tables or a rule.
    Exact {
        /// For the side to move, under the fifty-move rule with the game's counter.
        result: Wdl,
        values: Values,
        /// The results of all legal moves, best first.
        moves: Vec<MoveEffect>,
    },
    /// The engine's evaluation.
    Search(Analysis),
    /// Not analyzed.
    None,
}

/// Loss of expected score compared with the best move, in thousandths, from which a move counts as
/// an inaccuracy, a mistake or a blunder.
const INACCURACY: i32 = 90;
const MISTAKE: i32 = 160;
const BLUNDER: i32 = 280;
/// Below this expected score the game is lost anyway, and no further mistakes are marked.
const HOPELESS: i32 = 150;

/// How bad a move is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fault {
    /// `?!`
    Inaccuracy,
    /// `?`: costs half a point by the tables.
    Mistake,
    /// `??`: costs a whole point by the tables.
    Blunder,
}

impl Fault {
    /// The numeric annotation glyph.
    pub(super) fn glyph(self) -> u8 {
        match self {
            Self::Inaccuracy => 6,
            Self::Mistake => 2,
            Self::Blunder => 4,
        }
    }
}

impl Judgment {
    /// The judgment by tables or rules; `None` where they do not apply.
    pub(super) fn exact(board: &Board, known: &Oracle) -> Option<Self> {
        let values = known.values(board).unwrap_or_default();
        let result = played_on(known, board)?.under_fifty_move_rule()?;
        Some(Self::Exact { result, values, moves: effects(known, board, &values, Some(result)) })
    }

    /// The result of a position without legal moves.
    pub(super) fn of_finished(board: &Board) -> Self {
        let result = if rules::is_checkmate(board) { Wdl::Loss } else { Wdl::Draw };
        Self::Exact { result, values: Values::default(), moves: Vec::new() }
    }

    /// The expected score of the side to move in thousandths.
    pub(super) fn expectation(&self) -> Option<i32> {
        match self {
            Self::Exact { result, .. } => Some(250 * (*result as i32 + 2)),
            Self::Search(analysis) => Some(analysis.expectation),
            Self::None => None,
        }
    }

    /// The score of the side to move in centipawns.
    fn centipawns(&self) -> Option<i32> {
        match self {
            Self::Exact { result, .. } => Some(of_result(*result)),
            Self::Search(analysis) => Some(analysis.centipawns),
            Self::None => None,
        }
    }

    /// The scores before and after a move from here to `after`, for the side that moves; `None`
    /// where one is not known. The engine's own move loses nothing.
    pub(super) fn scores(&self, mv: Move, after: &Self) -> Option<Scores> {
        let before = self.centipawns()?;
        let after = match self {
            Self::Exact { .. } => of_result(self.effect(mv)?.result?),
            Self::Search(analysis) if analysis.line.first() == Some(&mv) => before,
            _ => -after.centipawns()?,
        };
        Some(Scores::new(before, after))
    }

    /// True for a move that the engine considers much better than all others.
    pub(super) fn is_strong(&self, mv: Move) -> bool {
        let Self::Search(Analysis { expectation, line, second: Some(second), .. }) = self else {
            return false;
        };
        line.first() == Some(&mv) && expectation - second >= MISTAKE
    }

    /// The exact result for the side to move.
    pub(super) fn result(&self) -> Option<Wdl> {
        match self {
            Self::Exact { result, .. } => Some(*result),
            _ => None,
        }
    }

    /// The effect of a move, where the result is known exactly.
    pub(super) fn effect(&self, mv: Move) -> Option<&MoveEffect> {
        match self {
            Self::Exact { moves, .. } => moves.iter().find(|effect| effect.mv == mv),
            _ => None,
        }
    }

    /// Whether a move from here to `after` is a mistake; `None` for good moves and where nothing is
    /// known.
    pub(super) fn fault(&self, mv: Move, after: &Self) -> Option<Fault> {
        if let Some(effect) = self.effect(mv).filter(|effect| effect.effect != Effect::Unknown) {
            let lost = self.result()? as i32 - effect.result? as i32;
            return match (effect.effect, lost) {
                (Effect::ThrowsAway, 3..) => Some(Fault::Blunder),
                (Effect::ThrowsAway, _) => Some(Fault::Mistake),
                _ => None,
            };
        }
        if let Self::Search(Analysis { line, .. }) = self
            && line.first() == Some(&mv)
        {
            return None;
        }
        let before = self.expectation()?;
        match before - (1_000 - after.expectation()?) {
            ..BLUNDER if before < HOPELESS => None,
            BLUNDER.. => Some(Fault::Blunder),
            MISTAKE.. => Some(Fault::Mistake),
            INACCURACY.. => Some(Fault::Inaccuracy),
            _ => None,
        }
    }
}

/// An exact result in centipawns.
fn of_result(result: Wdl) -> i32 {
    match result {
        Wdl::Win => MOST,
        Wdl::Loss => -MOST,
        _ => 0,
    }
}

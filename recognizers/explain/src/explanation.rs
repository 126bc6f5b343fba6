//! All that tables and rules know about one position.

use std::collections::BTreeMap;

use board::{Board, Material, Outcome, Placement, Wdl, notation, rules};
use oracle::{Answer, Oracle, Range};
use recognizers::Reason;
use serde::Serialize;
use tbgen::{Goal, Probe, Standing, Values, best_line, is_claimable, side_to_move};

use crate::effect::{Effect, MoveEffect, effects};
use crate::result::{outcome, played_on};

/// All that tables and rules know about one position.
#[derive(Clone, Debug, Serialize)]
pub struct Explanation {
    /// The position.
    pub fen: String,
    /// The ending under its table name; `None` with castling rights or too many men.
    pub ending: Option<Material>,
    /// White or Black.
    pub to_move: &'static str,
    /// Exact values, the counter at zero.
    #[serde(flatten)]
    pub values: Values,
    /// These in words.
    pub in_words: String,
    /// What they come to at the counter.
    pub standing: Option<Standing>,
    /// That in words.
    pub standing_in_words: Option<String>,
    /// Why tables say nothing, or not all.
    pub fault: Option<String>,
    /// The result under the fifty-move rule, with the counter, by tables or else by a rule; where a draw
    /// can be claimed, the result if nobody does. `None` where it is not known or open.
    pub result: Option<Wdl>,
    /// The same with the fifty-move rule's two results apart, and with what is open.
    pub outcome: Option<Outcome>,
    /// The rule that speaks, and why.
    pub reason: Option<Reason>,
    /// What moves prove where no table knows the position and no rule settles it.
    pub proof: Option<ByMoves>,
    /// The result, for the same side, if it were the other's turn; only in a mutual zugzwang, in which nobody wants to move.
    pub zugzwang: Option<Wdl>,
    /// What each legal move does, best first.
    pub moves: Vec<MoveEffect>,
    /// Best play, in algebraic notation: to mate where distances to mate are known, else to the next capture or pawn move and on.
    pub line: Vec<String>,
    #[serde(skip)]
    pub(crate) board: Board,
}

/// What a search of moves proves.
#[derive(Clone, Debug, Serialize)]
pub struct ByMoves {
    /// The least and greatest result with the counter at zero.
    pub range: Range,
    /// Positions whose moves were looked at.
    pub searched: u32,
    /// Positions of the proof; 0 where it cannot be shown.
    pub positions: usize,
    /// What it rests on, each with the number of positions.
    pub leaves: BTreeMap<String, usize>,
    /// The moves of the proof and the longest defense, in algebraic notation.
    pub line: Vec<String>,
}

impl ByMoves {
    /// What an answer was found by; `None` where moves prove no more than is known without them.
    pub fn of(answer: Answer) -> Option<Self> {
        if answer.nodes == 0 || answer.range == Range::ALL {
            return None;
        }
        let proof = answer.proof.unwrap_or_default();
        Some(Self {
            range: answer.range,
            searched: answer.nodes,
            positions: proof.steps.len(),
            leaves: proof.leaves(),
            line: proof.line(),
        })
    }
}

impl Explanation {
    /// What is known of a position, which must be [prepared](Oracle::prepare).
    pub fn new(board: &Board, probe: &Oracle) -> Self {
        let (values, fault) = match probe.values(board) {
            Ok(values) => (values, None),
            Err(error) => (Values::default(), Some(error.to_string())),
        };
        let standing = Standing::of(probe, board).unwrap_or_default();
        let outcome = played_on(probe, board);
        let result = outcome.and_then(Outcome::under_fifty_move_rule);
        let goal = if values.dtm.is_some() { Goal::Mate } else { Goal::Zeroing };
        let line = best_line(probe, board, goal, board.halfmove_clock().into()).unwrap_or_default();
        let mut position = board.clone();
        let mut name = |mv| {
            let san = notation::san(&position, mv);
            position.play_unchecked(mv);
            san
        };
        Self {
            fen: board.to_string(),
            ending: Placement::from_board(board).ok().map(|placement| placement.material().canonical().0),
            to_move: side_to_move(board),
            in_words: values.to_string(),
            standing_in_words: standing.map(|standing| standing.to_string()),
            standing,
            fault,
            result,
            outcome,
            reason: recognizers::explain(board),
            proof: if values == Values::default() { probe.pocket(board).and_then(ByMoves::of) } else { None },
            zugzwang: zugzwang(probe, board),
            moves: effects(probe, board, &values, result),
            line: line.into_iter().map(|ply| name(ply.mv)).collect(),
            values,
            board: board.clone(),
        }
    }

    /// True when a rule and a table contradict one another, which would be a fault of either.
    pub fn is_refuted(&self) -> bool {
        let claimed = self.reason.as_ref().map(|reason| reason.result);
        claimed.is_some_and(|bound| self.values.wdl.is_some_and(|wdl| !bound.allows(wdl)))
    }

    /// The only move that keeps a win or draw.
    pub fn only_move(&self) -> Option<&MoveEffect> {
        self.moves.iter().find(|mv| mv.effect == Effect::Only)
    }
}

/// The result, for the side to move, if it were the other side's turn, when that is better than its own
/// with the same counter: then neither side wants to move, a mutual zugzwang. `None` elsewhere, and where
/// a draw can be claimed anyway.
pub fn zugzwang<P: Probe + ?Sized>(probe: &P, board: &Board) -> Option<Wdl> {
    if is_claimable(board) {
        return None;
    }
    let result = |board: &Board| outcome(probe, board)?.under_fifty_move_rule();
    let (here, there) = (result(board)?, -result(&rules::passed(board)?)?);
    (there > here).then_some(there)
}

//! Everything that tables and rules give for one position.

use std::collections::BTreeMap;

use board::{Board, Material, Outcome, Placement, Wdl, notation, rules};
use oracle::{Answer, Oracle, Range};
use recognizers::Reason;
use serde::Serialize;
use tbgen::{Goal, Probe, Standing, Values, best_line, is_claimable, side_to_move};

use crate::effect::{Effect, MoveEffect, effects};
use crate::result::{outcome, played_on};

/// Everything that tables and rules give for one position.
#[derive(Clone, Debug, Serialize)]
pub struct Explanation {
    /// The position.
    pub fen: String,
    /// The ending under its table name; `None` with castling rights or too many pieces.
    pub ending: Option<Material>,
    /// White or Black.
    pub to_move: &'static str,
    /// Exact values with the fifty-move counter at zero.
    #[serde(flatten)]
    pub values: Values,
    /// The values in words.
    pub in_words: String,
    /// The result at the position's counter.
    pub standing: Option<Standing>,
    /// The same in words.
    pub standing_in_words: Option<String>,
    /// Why some or all values are missing.
    pub fault: Option<String>,
    /// The result under the fifty-move rule, with the counter, by tables or else by a rule; where a
    /// draw can be claimed, the result if play continues. `None` where it is unknown or undecided.
    pub result: Option<Wdl>,
    /// The same, with cursed wins, blessed losses and undecided results distinguished.
    pub outcome: Option<Outcome>,
    /// The rule that applies, and why.
    pub reason: Option<Reason>,
    /// What a proof search finds, where no table covers the position and no rule settles it.
    pub proof: Option<ByMoves>,
    /// In mutual zugzwang only: the result for the side to move if it were the other side's turn.
    pub zugzwang: Option<Wdl>,
    /// The effect of each legal move, best first.
    pub moves: Vec<MoveEffect>,
    /// Best play in algebraic notation: by distance to mate where it is known, otherwise by
    /// distance to zeroing.
    pub line: Vec<String>,
    #[serde(skip)]
    pub(crate) board: Board,
}

/// The findings of a proof search.
#[derive(Clone, Debug, Serialize)]
pub struct ByMoves {
    /// The least and the greatest possible result with the counter at zero.
    pub range: Range,
    /// Positions searched.
    pub searched: u32,
    /// Positions in the proof; 0 where it cannot be shown.
    pub positions: usize,
    /// The rules and endings that the proof rests on, each with its number of positions.
    pub leaves: BTreeMap<String, usize>,
    /// The main line of the proof against the longest defense, in algebraic notation.
    pub line: Vec<String>,
}

impl ByMoves {
    /// The findings of an answer; `None` where the search proved nothing new.
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
    /// Explains a position, which must be [prepared](Oracle::prepare).
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

    /// True if a rule and a table contradict each other: one of them is wrong.
    pub fn is_refuted(&self) -> bool {
        let claimed = self.reason.as_ref().map(|reason| reason.result);
        claimed.is_some_and(|bound| self.values.wdl.is_some_and(|wdl| !bound.allows(wdl)))
    }

    /// The only move that keeps the result.
    pub fn only_move(&self) -> Option<&MoveEffect> {
        self.moves.iter().find(|mv| mv.effect == Effect::Only)
    }
}

/// In mutual zugzwang, the result for the side to move if it were the other side's turn, with the
/// same counter; it is better than the position's own. `None` elsewhere, and where a draw can be
/// claimed.
pub fn zugzwang<P: Probe + ?Sized>(probe: &P, board: &Board) -> Option<Wdl> {
    if is_claimable(board) {
        return None;
    }
    let result = |board: &Board| outcome(probe, board)?.under_fifty_move_rule();
    let (here, there) = (result(board)?, -result(&rules::passed(board)?)?);
    (there > here).then_some(there)
}

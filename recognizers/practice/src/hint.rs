//! Hints in three steps: the plan, the piece, the move.

use std::str::FromStr;

use board::{Move, Wdl, notation, piece_name, rules};
use explain::{Effect, MoveEffect, move_effects};
use serde::Serialize;

use crate::play::Play;
use crate::reply::best;
use crate::source::Source;

/// How much a hint reveals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Step {
    /// The plan of the rule that applies.
    Plan,
    /// The piece to move.
    Piece,
    /// The move.
    Move,
}

impl FromStr for Step {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "plan" | "1" => Ok(Self::Plan),
            "piece" | "2" => Ok(Self::Piece),
            "move" | "3" => Ok(Self::Move),
            _ => Err(format!("`{text}` is not a hint: plan, piece or move")),
        }
    }
}

/// A hint.
#[derive(Clone, Debug, Serialize)]
pub struct Hint {
    /// How much it reveals.
    pub step: Step,
    /// The hint, one or two sentences.
    pub words: String,
    /// The square of the piece, in the second and third step.
    pub square: Option<String>,
    /// The move in UCI notation, in the third step.
    pub uci: Option<String>,
}

/// A hint for the side to move; `None` if the game is over or the result is not known.
pub fn hint<S: Source + ?Sized>(source: &S, play: &Play, step: Step) -> Option<Hint> {
    let board = play.board();
    source.result(board).filter(|_| play.end().is_none())?;
    if step == Step::Plan {
        return Some(Hint { step, words: plan(source, play), square: None, uci: None });
    }
    let mv = advised(source, play)?;
    let piece = board.piece_on(mv.from).map_or("piece", piece_name);
    let words = match step {
        Step::Move => format!("Play {}.", notation::san(board, mv)),
        _ => format!("Move the {piece} on {}.", mv.from),
    };
    let uci = (step == Step::Move).then(|| notation::uci(board, mv, false));
    Some(Hint { step, words, square: Some(mv.from.to_string()), uci })
}

/// The suggested move: in won positions the quickest win; in drawn ones a move after which a named
/// rule announces the draw, preferably the rule that applies now.
fn advised<S: Source + ?Sized>(source: &S, play: &Play) -> Option<Move> {
    let board = play.board();
    if source.result(board) != Some(Wdl::Draw) {
        return best(source, play);
    }
    let now = recognizers::judge(board).map(|verdict| verdict.rule.to_string());
    let keeps = |one: &MoveEffect| matches!(one.effect, Effect::Keeps | Effect::Only);
    let keeping = move_effects(source, board).into_iter().filter(keeps);
    let best_told = keeping.min_by_key(|one| {
        let is_same = one.rule.is_some() && one.rule == now;
        (play.occurrences(&rules::after(board, one.mv)), !is_same, one.rule.is_none())
    });
    best_told.map(|one| one.mv)
}

/// The plan of the rule that applies, otherwise its claim, otherwise the number of moves that keep
/// the result.
fn plan<S: Source + ?Sized>(source: &S, play: &Play) -> String {
    let named = |layer| layer == recognizers::Layer::Named;
    let reason = recognizers::explain(play.board()).filter(|reason| named(reason.layer));
    if let Some(reason) = reason {
        return reason.plan.map_or(reason.claim, str::to_owned);
    }
    let effects = move_effects(source, play.board());
    let keep = effects.iter().filter(|one| matches!(one.effect, Effect::Keeps | Effect::Only)).count();
    let verb = if keep == 1 { "keeps" } else { "keep" };
    format!(
        "No rule with a plan applies here: {keep} of {} {verb} the result.",
        tbgen::counted(effects.len() as u64, "move")
    )
}

#[cfg(test)]
mod tests {
    use board::fen;
    use oracle::Oracle;
    use tbgen::KnownEndings;

    use super::*;

    #[test]
    fn hints_give_away_more_and_more() {
        let board = fen::parse("4k3/R7/8/3KP3/8/8/8/1r6 b - - 0 1").unwrap();
        let mut known = Oracle::from(KnownEndings::in_memory(4));
        known.prepare(&board).unwrap();
        let play = Play::new(board);
        let [plan, piece, mv] =
            [Step::Plan, Step::Piece, Step::Move].map(|step| hint(&known, &play, step).unwrap());
        assert!(plan.square.is_none() && plan.words.len() > 40, "{}", plan.words);
        assert_eq!((piece.words.as_str(), piece.uci.as_deref()), ("Move the rook on b1.", None));
        assert_eq!((mv.words.as_str(), mv.uci.as_deref()), ("Play Rb6.", Some("b1b6")));
        assert!("4".parse::<Step>().is_err());
    }
}

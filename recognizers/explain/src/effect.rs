//! The effect of each legal move on the result.

use std::cmp::Reverse;

use board::{Board, Move, Outcome, Wdl, notation, rules};
use recognizers::{Layer, broken_by, judge};
use serde::Serialize;
use tbgen::{Goal, Probe, Values, ranked_moves};

use crate::result::outcome;

/// The effect of a move on the result, with the fifty-move counter of the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Effect {
    /// The only move that keeps the result.
    Only,
    /// The move keeps the result, as others do.
    Keeps,
    /// The move worsens the result.
    ThrowsAway,
    /// The position was lost already.
    Lost,
    /// The result is not known.
    Unknown,
}

/// A legal move and its effect.
#[derive(Clone, Debug, Serialize)]
pub struct MoveEffect {
    /// The move.
    #[serde(skip)]
    pub mv: Move,
    /// In UCI notation.
    pub uci: String,
    /// In algebraic notation.
    pub san: String,
    /// Its exact values for the side that moves, as far as tables have them.
    #[serde(flatten)]
    pub values: Values,
    /// The values in words.
    pub in_words: String,
    /// The result for the side that moves, under the fifty-move rule and with the counter. `None`
    /// where it is unknown or undecided.
    pub result: Option<Wdl>,
    /// The same, with cursed wins, blessed losses and undecided results distinguished.
    pub outcome: Option<Outcome>,
    /// Its effect on the result.
    pub effect: Effect,
    /// Which conditions of the rule that applied before the move it breaks: "leaves the third
    /// rank".
    pub breaks: Vec<&'static str>,
    /// The named rule that applies after the move and settles the result.
    pub rule: Option<String>,
}

impl MoveEffect {
    /// A remark on the move: "the only move that wins", "throws the win away: leaves the third
    /// rank". Empty for ordinary moves.
    pub fn note(&self, before: Option<Wdl>) -> String {
        let verb = |result: Wdl| match result {
            Wdl::Win => "wins",
            Wdl::Loss => "loses",
            _ => "draws",
        };
        let why = || {
            let rule = self.rule.iter().map(|rule| format!("then {rule}"));
            let why: Vec<String> = self.breaks.iter().map(ToString::to_string).chain(rule).collect();
            if why.is_empty() { String::new() } else { format!(": {}", why.join("; ")) }
        };
        match (self.effect, before, self.result) {
            (Effect::Only, Some(before), _) => format!("the only move that {}", verb(before)),
            (Effect::ThrowsAway, Some(Wdl::Win), Some(Wdl::Loss)) => {
                format!("throws the win away and loses{}", why())
            }
            (Effect::ThrowsAway, Some(Wdl::Win), _) => format!("throws the win away{}", why()),
            (Effect::ThrowsAway, ..) => format!("loses{}", why()),
            _ => String::new(),
        }
    }
}

/// The effect of each legal move, best first. A draw that can be claimed counts as a draw.
pub fn move_effects<P: Probe + ?Sized>(probe: &P, board: &Board) -> Vec<MoveEffect> {
    let before = outcome(probe, board).and_then(Outcome::under_fifty_move_rule);
    effects(probe, board, &probe.values(board).unwrap_or_default(), before)
}

/// The effect of each legal move, best first, where `before` is the result of the position.
pub(crate) fn effects<P: Probe + ?Sized>(
    probe: &P,
    board: &Board,
    values: &Values,
    before: Option<Wdl>,
) -> Vec<MoveEffect> {
    let goal = if values.dtm.is_some() { Goal::Mate } else { Goal::Zeroing };
    let ranked =
        ranked_moves(probe, board, goal).map(|ranked| ranked.into_iter().map(|one| (one.mv, one.values)));
    let moves: Vec<(Move, Values)> = match ranked {
        Ok(ranked) => ranked.collect(),
        Err(_) => board::legal_moves(board).into_iter().map(|mv| (mv, Values::default())).collect(),
    };
    let mut effects: Vec<MoveEffect> =
        moves.into_iter().map(|(mv, values)| effect(probe, board, mv, values, before)).collect();
    // By result first, then by distance: the fifty-move counter may spoil the quickest mate.
    effects.sort_by_key(|effect| Reverse(effect.outcome));
    let keeping = effects.iter().filter(|effect| effect.effect == Effect::Keeps).count();
    let all_known = effects.iter().all(|effect| effect.result.is_some());
    if keeping == 1 && all_known && effects.len() > 1 {
        effects
            .iter_mut()
            .filter(|effect| effect.effect == Effect::Keeps)
            .for_each(|only| only.effect = Effect::Only);
    }
    effects
}

fn effect<P: Probe + ?Sized>(
    probe: &P,
    board: &Board,
    mv: Move,
    values: Values,
    before: Option<Wdl>,
) -> MoveEffect {
    let child = rules::after(board, mv);
    let outcome = outcome(probe, &child).map(|outcome| -outcome);
    let after = outcome.and_then(Outcome::under_fifty_move_rule);
    let effect = match (before, after) {
        (Some(Wdl::Loss), Some(_)) => Effect::Lost,
        (Some(before), Some(after)) if after < before => Effect::ThrowsAway,
        (Some(_), Some(_)) => Effect::Keeps,
        _ => Effect::Unknown,
    };
    let worse = effect == Effect::ThrowsAway;
    MoveEffect {
        mv,
        uci: notation::uci(board, mv, false),
        san: notation::san(board, mv),
        values,
        in_words: values.to_string(),
        result: after,
        outcome,
        effect,
        breaks: if worse { broken_by(board, mv) } else { Vec::new() },
        rule: judge(&child).filter(is_telling).map(|verdict| verdict.rule.to_string()),
    }
}

/// True for exact verdicts of named rules; a mined table adds nothing to the result itself.
fn is_telling(verdict: &recognizers::Verdict) -> bool {
    verdict.bound.is_exact() && verdict.rule.layer() == Layer::Named
}

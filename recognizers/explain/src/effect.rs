//! What each legal move does to the result.

use std::cmp::Reverse;

use board::{Board, Move, Outcome, Wdl, notation, rules};
use recognizers::{Layer, broken_by, judge};
use serde::Serialize;
use tbgen::{Goal, Probe, Values, ranked_moves};

use crate::result::outcome;

/// What a move does to the result, the counter of the fifty-move rule at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Effect {
    /// All others throw away what this one keeps.
    Only,
    /// The result stays.
    Keeps,
    /// The result gets worse.
    ThrowsAway,
    /// There is nothing to throw away.
    Lost,
    /// Nobody knows.
    Unknown,
}

/// A legal move with what it does.
#[derive(Clone, Debug, Serialize)]
pub struct MoveEffect {
    /// The move.
    #[serde(skip)]
    pub mv: Move,
    /// In coordinates, as UCI writes it.
    pub uci: String,
    /// In algebraic notation.
    pub san: String,
    /// What it is worth to its mover as far as tables know.
    #[serde(flatten)]
    pub values: Values,
    /// These values in words.
    pub in_words: String,
    /// The result for its mover: under the fifty-move rule, with the counter. `None` where it is not
    /// known or open.
    pub result: Option<Wdl>,
    /// The same with the fifty-move rule's two results apart, and with what is open.
    pub outcome: Option<Outcome>,
    /// What it does.
    pub effect: Effect,
    /// The conditions that it breaks of the rule that speaks before it: "leaves the third rank".
    pub breaks: Vec<&'static str>,
    /// The named rule that speaks after it and settles the result.
    pub rule: Option<String>,
}

impl MoveEffect {
    /// What there is to say about it: "the only move that wins", "throws the win away: leaves the third rank". Empty when it is nothing
    /// special.
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

/// What each legal move of a position does, best first, a draw that can be claimed counted as one.
pub fn move_effects<P: Probe + ?Sized>(probe: &P, board: &Board) -> Vec<MoveEffect> {
    let before = outcome(probe, board).and_then(Outcome::under_fifty_move_rule);
    effects(probe, board, &probe.values(board).unwrap_or_default(), before)
}

/// What each legal move does, best first, when `before` is the result of the position.
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
    // What keeps the result comes first, whatever its distance: the counter may spoil the quickest mate.
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

/// A table's word says nothing that the result does not.
fn is_telling(verdict: &recognizers::Verdict) -> bool {
    verdict.bound.is_exact() && verdict.rule.layer() == Layer::Named
}

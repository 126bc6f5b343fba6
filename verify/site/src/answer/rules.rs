//! Rules in words, and the squares on which they apply.

use board::{Board, Color, Material, Placement, Square, rules};
use recognizers::{Layer, Recognizer, RuleDistance, Side, View};
use serde::Serialize;

use super::{fen, squares};
use crate::error::Refusal;

/// A rule that applies to a position.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Speaking {
    pub(crate) ending: Material,
    /// Its number among the rules of the ending.
    pub(crate) number: usize,
    pub(crate) name: &'static str,
    pub(crate) claim: String,
    /// The conditions that hold in this position; empty for rules without separate conditions, and
    /// for rules that are not tried.
    pub(crate) because: Vec<String>,
    /// The plan of the side that it favors.
    pub(crate) plan: Option<&'static str>,
    /// An example position.
    pub(crate) example: Option<&'static str>,
    pub(crate) source: &'static str,
    /// `named rules` or `mined table`.
    pub(crate) layer: &'static str,
    /// The result for the side to move.
    pub(crate) says: String,
    /// Mean and greatest distance to zeroing of the wins it announces, in plies; `null` for draws.
    pub(crate) distance: Option<[u8; 2]>,
}

/// A rule of an ending.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Listed {
    pub(crate) number: usize,
    pub(crate) name: &'static str,
    pub(crate) claim: &'static str,
    /// An example position; `null` for the rules of a mined table.
    pub(crate) example: Option<&'static str>,
    pub(crate) source: &'static str,
    pub(crate) layer: &'static str,
    /// `strong`, `weak`, or `either` side to move.
    pub(crate) to_move: &'static str,
    /// The wins it announces, with mean and greatest distance, as measured by `verify distances`.
    pub(crate) wins: Vec<Wins>,
}

/// Wins that a rule announces with one side to move.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Wins {
    winner: &'static str,
    to_move: &'static str,
    positions: u64,
    mean_plies: f64,
    greatest_plies: u8,
}

/// The rules of one ending.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Rules {
    pub(crate) ending: Material,
    pub(crate) rules: Vec<Listed>,
}

/// The squares of one piece on which a rule applies.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Map {
    pub(crate) ending: Material,
    pub(crate) rule: &'static str,
    /// The piece, as in `white rook e4`.
    pub(crate) man: String,
    /// Squares of the piece on which the rule applies on its own.
    pub(crate) speaks: Vec<String>,
    /// Squares of the piece for which the position is legal.
    pub(crate) legal: Vec<String>,
}

const fn layer(layer: Layer) -> &'static str {
    match layer {
        Layer::Named => "named rules",
        Layer::Mined => "mined table",
    }
}

const fn side(side: Side) -> &'static str {
    match side {
        Side::Strong => "strong",
        Side::Weak => "weak",
    }
}

/// The recognizer of a placement, and the placement as its rules see it.
fn view(placement: &Placement) -> Option<(&'static Recognizer, View)> {
    let (recognizer, strong) = recognizers::find(placement.material())?;
    Some((recognizer, View::of_placement(placement, strong)))
}

/// The rules that apply to a position, starting with the one that decides.
pub(crate) fn speaking(board: &Board) -> Vec<Speaking> {
    // Rules do not consider en passant rights.
    let placement =
        if rules::can_capture_en_passant(board) { None } else { Placement::from_board(board).ok() };
    let Some((placement, (recognizer, view))) = placement.and_then(|p| Some((p, view(&p)?))) else {
        return Vec::new();
    };
    let verdict = recognizer.judge(&view);
    let first = verdict.map(|verdict| verdict.rule.index());
    let holding = recognizer.rules_that_hold(&view);
    let others = holding.iter().filter(|&index| Some(index) != first);
    let one = |number: usize| {
        let rule = recognizer.rule(number);
        let reason = if Some(number) == first { recognizers::explain(board) } else { None };
        Speaking {
            ending: placement.material().canonical().0,
            number,
            name: rule.name,
            claim: reason.as_ref().map_or_else(|| rule.claim.to_owned(), |reason| reason.claim.clone()),
            plan: reason.as_ref().and_then(|reason| reason.plan),
            example: reason.as_ref().and_then(|reason| reason.example),
            because: reason.map_or_else(Vec::new, |reason| reason.because),
            source: rule.source,
            layer: layer(recognizer.layer(number)),
            says: rule.outcome.bound(view.to_move()).to_string(),
            distance: verdict
                .filter(|_| Some(number) == first)
                .and_then(|verdict| verdict.distance())
                .map(|distance| [distance.mean, distance.greatest]),
        }
    };
    first.into_iter().chain(others).map(one).collect()
}

/// The endings that have rules.
pub(crate) fn endings() -> Vec<Material> {
    recognizers::RECOGNIZERS.iter().map(|recognizer| recognizer.material().canonical().0).collect()
}

/// The rules of an ending in the order in which they are tried.
///
/// # Errors
/// [`Refusal::NotFound`] for endings without rules.
pub(crate) fn of_ending(material: Material) -> Result<Rules, Refusal> {
    let ending = material.canonical().0;
    let (recognizer, _) = find(material)?;
    let distances = recognizers::parse_distances(recognizers::DISTANCES).unwrap_or_default();
    let one = |number: usize| {
        let rule = recognizer.rule(number);
        let mine = |line: &&RuleDistance| line.ending.canonical().0 == ending && line.rule == rule.name;
        let wins = |line: &RuleDistance| Wins {
            winner: side(line.winner),
            to_move: side(line.to_move),
            positions: line.positions,
            mean_plies: line.mean,
            greatest_plies: line.greatest,
        };
        Listed {
            number,
            name: rule.name,
            claim: rule.claim,
            example: rule.example,
            source: rule.source,
            layer: layer(recognizer.layer(number)),
            to_move: rule.to_move.map_or("either", side),
            wins: distances.iter().filter(mine).map(wins).collect(),
        }
    };
    let rules = (0..recognizer.rule_count() + recognizer.mined_rule_count()).map(one).collect();
    Ok(Rules { ending, rules })
}

/// The example of the first named rule, if it has one.
pub(crate) fn first_example(material: Material) -> Option<&'static str> {
    recognizers::find(material)?.0.named().rule(0)?.example
}

fn find(material: Material) -> Result<(&'static Recognizer, Color), Refusal> {
    let has_rules = |known: &Recognizer| endings().contains(&known.material().canonical().0);
    // Endings without rules may not have a mined table yet.
    let speaks = |known: &Recognizer| has_rules(known) || known.tree().is_some();
    recognizers::find(material).filter(|(known, _)| speaks(known)).ok_or_else(|| {
        let known: Vec<String> = endings().iter().map(Material::to_string).collect();
        Refusal::NotFound(format!(
            "there are no rules for {material}; there are rules for {}",
            known.join(", ")
        ))
    })
}

/// The squares of the piece on `square` on which rule `number` applies, with the other pieces
/// unchanged.
///
/// # Errors
/// [`Refusal::Malformed`] if the square is empty or the position is of another ending,
/// [`Refusal::NotFound`] if there is no such rule.
pub(crate) fn map(material: Material, number: &str, board: &Board, square: &str) -> Result<Map, Refusal> {
    let (recognizer, _) = find(material)?;
    let rules = recognizer.rule_count() + recognizer.mined_rule_count();
    let number =
        number.parse().ok().filter(|&number: &usize| number < rules).ok_or_else(|| {
            Refusal::NotFound(format!("rules of {material} are numbered 0 to {}", rules - 1))
        })?;
    let ending = material.canonical().0;
    if fen::material(board) != Some(ending) {
        return Err(Refusal::Malformed(format!("the position does not belong to {ending}")));
    }
    let bad = || Refusal::Malformed(format!("man is `{square}`: give the square of a piece, like e4"));
    let from: Square = square.parse().map_err(|_| bad())?;
    let (color, piece) = board.color_on(from).zip(board.piece_on(from)).ok_or_else(bad)?;
    let placement = Placement::from_board(board).map_err(|why| Refusal::NotFound(why.to_string()))?;
    let (mut speaks, mut legal) = (Vec::new(), Vec::new());
    for to in Square::ALL {
        let mut men = placement.men().to_vec();
        for man in men.iter_mut().filter(|man| man.square == from) {
            man.square = to;
        }
        let moved = Placement::new(placement.side_to_move(), &men).ok().filter(Placement::is_legal);
        let Some((recognizer, view)) = moved.as_ref().and_then(view) else { continue };
        legal.push(to.to_string());
        let holds = match recognizer.layer(number) {
            Layer::Named => recognizer.rules_that_hold(&view).iter().any(|held| held == number),
            Layer::Mined => {
                recognizer.judge_mined(&view).is_some_and(|verdict| verdict.rule.index() == number)
            }
        };
        if holds {
            speaks.push(to.to_string());
        }
    }
    let man = format!("{} {from}", squares::man_name(color, piece));
    Ok(Map { ending, rule: recognizer.rule(number).name, man, speaks, legal })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_without_rules_are_found_once_their_table_is_mined() {
        for listed in recognizers::LISTED {
            let (material, speaks) = (listed.material(), listed.tree().is_some());
            assert_eq!(find(material).is_ok(), speaks, "{material}");
        }
        let refused = find("KQvKQ".parse().unwrap()).map(|_| ());
        assert!(matches!(refused, Err(Refusal::NotFound(_))));
    }
}

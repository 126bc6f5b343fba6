//! Why a result is announced, as data and in words: the one place where what recognizers know is
//! told to people.
//!
//! A named rule is told with its claim, its source, a position that shows it, the plan where the
//! books have one, and its conditions where it is made of such. A mined table is told by the way
//! through its tree: what all positions have in common that come to the same leaf.

use board::{Board, Move, rules};
use serde::Serialize;

use crate::recognizer::{Layer, Recognizer, Verdict};
use crate::registry::seen;
use crate::rule::{Bound, Checked, Distance, View};

/// Why a result is announced.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Reason {
    /// The rule with its ending: `KRPvKR: the third-rank defence`.
    pub rule: String,
    /// The result or bound, seen by the side to move.
    pub result: Bound,
    /// Who says so.
    pub layer: Layer,
    /// What the rule says, in one sentence.
    pub claim: String,
    /// Where it comes from.
    pub source: &'static str,
    /// What is so in this position and makes the rule speak: conditions of a named rule, the way
    /// through a mined table. Sentences without full stops; empty where a rule is only known as a
    /// whole.
    pub because: Vec<String>,
    /// How far wins by this rule, or this leaf of a table, are.
    pub distance: Option<Distance>,
    /// What the side does that the rule favors, where the books have a plan.
    pub plan: Option<&'static str>,
    /// A position that shows the rule, in FEN.
    pub example: Option<&'static str>,
    /// Other named rules that hold here.
    pub also: Vec<&'static str>,
}

/// Why a result is announced; `None` when nothing is known of the position.
///
/// ```
/// use board::fen;
/// let board = fen::parse("8/8/1k1KP3/7R/8/2r5/8/8 w - - 0 1")?;
/// let reason = vancura_recognizers::explain(&board).expect("the mined table knows it");
/// assert!(reason.because.iter().any(|sentence| sentence.contains("the defender's king")));
/// # Ok::<(), board::fen::FenError>(())
/// ```
pub fn explain(board: &Board) -> Option<Reason> {
    let (recognizer, view) = seen(board)?;
    let verdict = recognizer.judge(&view)?;
    let (rule, name) = (verdict.rule.rule(), verdict.rule.to_string());
    let because = because(recognizer, &verdict, &view);
    let claim = match (verdict.leaf(), verdict.rule.layer()) {
        (Some(_), Layer::Mined) => format!(
            "Every position of {} that is like this one in the {} points below is a {} for the side to move.",
            recognizer.material().canonical().0,
            because.len(),
            verdict.bound
        ),
        _ => rule.claim.to_owned(),
    };
    let first = verdict.rule.index();
    let also = recognizer.rules_that_hold(&view);
    Some(Reason {
        result: verdict.bound,
        layer: verdict.rule.layer(),
        claim,
        source: rule.source,
        because,
        distance: verdict.distance(),
        plan: rule.plan,
        example: rule.example,
        also: also.iter().filter(|&index| index != first).map(|index| recognizer.rule(index).name).collect(),
        rule: name,
    })
}

/// What a legal move does to the rule that speaks about a position: the conditions of the rule that
/// it breaks, in words that go on after the name of the move ("leaves the third rank"). Empty where
/// the rule is not told in conditions, and after moves into another ending.
///
/// ```
/// use board::{fen, notation};
/// let board = fen::parse("3k4/8/7r/2PK4/8/8/8/1R6 b - - 0 1")?;
/// let broken = |name| vancura_recognizers::broken_by(&board, notation::parse_any(&board, name).unwrap());
/// assert_eq!(broken("Rg6"), Vec::<&str>::new());
/// assert_eq!(broken("Rh8")[0], "leaves the third rank");
/// # Ok::<(), board::fen::FenError>(())
/// ```
///
/// # Panics
/// Never for a legal move.
pub fn broken_by(board: &Board, mv: Move) -> Vec<&'static str> {
    let Some((recognizer, view)) = seen(board) else { return Vec::new() };
    let Some(verdict) = recognizer.judge_named(&view) else { return Vec::new() };
    let Some((other, after)) = seen(&rules::after(board, mv)) else { return Vec::new() };
    if other.material() != recognizer.material() {
        return Vec::new();
    }
    // Some conditions are stricter for the side that is to move, which is no doing of the move's.
    let after = after.with_to_move(view.to_move());
    let conditions = recognizer.conditions(verdict.rule.index(), &after);
    conditions
        .into_iter()
        .filter(|condition| !condition.holds)
        .filter_map(|condition| condition.broken)
        .collect()
}

fn because(recognizer: &'static Recognizer, verdict: &Verdict, view: &View) -> Vec<String> {
    if let Some(leaf) = verdict.leaf() {
        return recognizer.mined().map(|mined| mined.path(leaf, view)).unwrap_or_default();
    }
    let conditions = recognizer.conditions(verdict.rule.index(), view);
    conditions.into_iter().map(|Checked { says, .. }| says.to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::fen;

    #[test]
    fn the_way_through_a_mined_table_is_told_of_the_position_as_it_stands() {
        // The same position four times: mirrored, and with colors changed.
        let because = |text: &str| explain(&fen::parse(text).unwrap()).expect("the table knows it").because;
        let here = because("8/8/1k1KP3/7R/8/2r5/8/8 w - - 0 1");
        let mirrored = because("8/8/3PK1k1/R7/8/5r2/8/8 w - - 0 1");
        assert!(here.len() > 3, "{here:?}");
        assert_eq!(here.len(), mirrored.len());
        for (one, other) in here.iter().zip(&mirrored) {
            let has_file = one.contains("-file") || one.contains("the files");
            assert!(has_file || one == other, "{one} | {other}");
        }
    }
}

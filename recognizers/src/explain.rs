//! Explains verdicts, as data and in words.
//!
//! A named rule is explained by its claim, source, example, textbook plan if there is one, and
//! conditions if it has any; a mined table by the path through its tree, which lists what all
//! positions of the leaf have in common.

use board::{Board, Move, rules};
use serde::Serialize;

use crate::recognizer::{Layer, Recognizer, Verdict};
use crate::registry::seen;
use crate::rule::{Bound, Checked, Distance, View};

/// The reason for a verdict.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Reason {
    /// The rule with its ending: `KRPvKR: the third-rank defense`.
    pub rule: String,
    /// The result or bound for the side to move.
    pub result: Bound,
    /// The layer that gives the verdict.
    pub layer: Layer,
    /// The claim of the rule, in one sentence.
    pub claim: String,
    /// The source of the rule.
    pub source: &'static str,
    /// Why the rule applies: the conditions of a named rule, or the path through a mined table.
    /// Sentences without full stops; empty for rules without separate conditions.
    pub because: Vec<String>,
    /// The distance of wins by this rule or this leaf of a table.
    pub distance: Option<Distance>,
    /// The plan of the side that the rule favors, if textbooks have one.
    pub plan: Option<&'static str>,
    /// An example of the rule, in FEN.
    pub example: Option<&'static str>,
    /// Names of other named rules that hold here.
    pub also: Vec<&'static str>,
}

/// The reason for the verdict on a position; `None` if there is no verdict.
///
/// ```
/// use board::fen;
/// let board = fen::parse("8/8/1k1KP3/7R/8/2r5/8/8 w - - 0 1")?;
/// let reason = vancura_recognizers::explain(&board).expect("the mined table gives a verdict");
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
            "Every position of {} that shares the {} points below is a {} for the side to move.",
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

/// The conditions that a legal move breaks, of the rule that applies before it, in words that
/// follow the move ("leaves the third rank"). Empty for rules without separate conditions, and for
/// moves into another ending.
///
/// ```
/// use board::{fen, notation};
/// use vancura_recognizers::broken_by;
/// let board = fen::parse("3k4/8/7r/2PK4/8/8/8/1R6 b - - 0 1")?;
/// let broken = |name| broken_by(&board, notation::parse_any(&board, name).unwrap());
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
    // Some conditions are stricter for the side to move; that must not count against the move.
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
        // The same position, and mirrored.
        let because =
            |text: &str| explain(&fen::parse(text).unwrap()).expect("the table gives a verdict").because;
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

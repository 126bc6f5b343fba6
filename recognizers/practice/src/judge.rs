//! Judges moves: a move is a mistake only if it worsens the result, the fifty-move counter
//! included.

use board::{Material, Move, Outcome, Wdl};
use explain::{Effect, MoveEffect, move_effects};
use recognizers::{Bound, Layer};
use serde::Serialize;
use tbgen::counted;

use crate::line::{Refutation, refutation};
use crate::play::{End, Play};
use crate::source::Source;
use crate::task::ending;

/// The effect of a move on the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The only move that keeps the result.
    Only,
    /// The move keeps the result.
    Keeps,
    /// The move worsens the result.
    Spoils,
    /// The position was lost already.
    Lost,
    /// The result before or after the move is not known, so it is not judged.
    Unknown,
}

/// The judgment of a move.
#[derive(Clone, Debug, Serialize)]
pub struct Judgment {
    /// The move in UCI notation.
    pub uci: String,
    /// In algebraic notation.
    pub san: String,
    /// The position after it.
    pub fen: String,
    /// The ending after it, under its table name.
    pub ending: Option<Material>,
    /// Its effect on the result.
    pub verdict: Verdict,
    /// The result before it, for the side that moves: `win`, `draw` or `loss`; `None` if it is not
    /// known.
    pub before: Option<&'static str>,
    /// The result after it, for the side that moves.
    pub after: Option<&'static str>,
    /// By how many moves mate is further away than after the quickest move: 0 for the quickest,
    /// `None` if it is not known.
    pub slower: Option<u16>,
    /// The judgment in sentences.
    pub words: String,
    /// The mistake, if it is one.
    pub fault: Option<Fault>,
    /// How it ends the game, if it does.
    pub ends: Option<End>,
}

/// A mistake.
#[derive(Clone, Debug, Serialize)]
pub struct Fault {
    /// The result that it allows: `a draw` or `a loss`.
    pub allows: &'static str,
    /// The named rule that announced the result before it.
    pub rule: Option<Announced>,
    /// The conditions of that rule that the move breaks, in words that follow the move: "leaves the
    /// third rank".
    pub breaks: Vec<&'static str>,
    /// The named rule that announces the result after it.
    pub now: Option<String>,
    /// True if only the fifty-move counter spoils the win.
    pub by_counter: bool,
    /// How the opponent punishes the mistake.
    pub refutation: Refutation,
}

/// A named rule that announced a result.
#[derive(Clone, Debug, Serialize)]
pub struct Announced {
    /// The rule with its ending: `KRPvKR: the third-rank defense`.
    pub rule: String,
    /// Its claim.
    pub claim: String,
    /// The plan for the side that it favors.
    pub plan: Option<&'static str>,
    /// Its source.
    pub source: &'static str,
}

/// Judges a legal move in the current position.
pub fn judge<S: Source + ?Sized>(source: &S, play: &Play, mv: Move) -> Judgment {
    let board = play.board();
    let effects = move_effects(source, board);
    let before = source.result(board);
    let mut after = play.clone();
    after.push(mv);
    let ends = after.end();
    let found = effects.iter().find(|effect| effect.mv == mv);
    let san = board::notation::san(board, mv);
    // The third occurrence of a position is a draw, whatever tables say.
    let repeats = ends == Some(End::Repetition);
    let result = if repeats { Some(Wdl::Draw) } else { found.and_then(|effect| effect.result) };
    let verdict = verdict(before, result, found);
    let slower = found.and_then(|effect| slower(effect, &effects)).filter(|_| !repeats);
    let fault =
        (verdict == Verdict::Spoils).then(|| fault(source, play, &after, result, found, ends.is_some()));
    Judgment {
        uci: board::notation::uci(board, mv, false),
        fen: after.board().to_string(),
        ending: ending(after.board()),
        before: before.map(word),
        after: result.map(word),
        words: words(&san, verdict, before, slower, fault.as_ref(), ends),
        san,
        verdict,
        slower,
        fault,
        ends,
    }
}

fn verdict(before: Option<Wdl>, after: Option<Wdl>, effect: Option<&MoveEffect>) -> Verdict {
    match (before, after) {
        (Some(Wdl::Loss), _) => Verdict::Lost,
        (Some(before), Some(after)) if after < before => Verdict::Spoils,
        (Some(_), Some(_)) if effect.is_some_and(|effect| effect.effect == Effect::Only) => Verdict::Only,
        (Some(_), Some(_)) => Verdict::Keeps,
        _ => Verdict::Unknown,
    }
}

/// By how many moves mate is further away than after the quickest move that keeps the win.
fn slower(effect: &MoveEffect, all: &[MoveEffect]) -> Option<u16> {
    let mate = |effect: &MoveEffect| {
        let wins = effect.result == Some(Wdl::Win);
        effect.values.dtm.filter(|_| wins).and_then(board::Dtm::plies)
    };
    let quickest = all.iter().filter_map(mate).min()?;
    Some((mate(effect)? - quickest) / 2)
}

fn fault<S: Source + ?Sized>(
    source: &S,
    before: &Play,
    after: &Play,
    result: Option<Wdl>,
    effect: Option<&MoveEffect>,
    is_over: bool,
) -> Fault {
    let reason = recognizers::explain(before.board());
    let announced = reason.filter(|reason| reason.layer == Layer::Named && favors(reason.result));
    Fault {
        allows: if result == Some(Wdl::Loss) { "a loss" } else { "a draw" },
        breaks: effect
            .map(|effect| effect.breaks.clone())
            .filter(|_| announced.is_some())
            .unwrap_or_default(),
        rule: announced.map(|reason| Announced {
            rule: reason.rule,
            claim: reason.claim,
            plan: reason.plan,
            source: reason.source,
        }),
        now: effect.and_then(|effect| effect.rule.clone()).filter(|_| !is_over),
        by_counter: effect.is_some_and(|effect| effect.outcome == Some(Outcome::CursedWin)),
        refutation: refutation(source, after),
    }
}

/// True for results that the side to move could spoil.
fn favors(bound: Bound) -> bool {
    matches!(bound, Bound::Win | Bound::Draw | Bound::AtLeastDraw)
}

fn word(result: Wdl) -> &'static str {
    match result {
        Wdl::Win => "win",
        Wdl::Loss => "loss",
        _ => "draw",
    }
}

fn words(
    san: &str,
    verdict: Verdict,
    before: Option<Wdl>,
    slower: Option<u16>,
    fault: Option<&Fault>,
    ends: Option<End>,
) -> String {
    let is_won = before == Some(Wdl::Win);
    let still = if is_won { "Still won" } else { "Still drawn" };
    match (verdict, ends) {
        (Verdict::Spoils, _) => fault.map(|fault| of_fault(san, fault, ends)).unwrap_or_default(),
        (_, Some(End::Checkmate)) => "Checkmate.".to_owned(),
        (_, Some(end)) => format!("Drawn {}.", end.words()),
        (Verdict::Only, _) => {
            format!("{san} is the only move that {}.", if is_won { "wins" } else { "holds" })
        }
        (Verdict::Keeps, _) => match slower {
            Some(moves @ 1..) => {
                format!("{still}; mate is {} further away.", counted(moves.into(), "move"))
            }
            _ => format!("{still}."),
        },
        (Verdict::Lost, _) => "The position was lost already.".to_owned(),
        (Verdict::Unknown, _) => {
            format!("{san} is not judged: the result of this position is not known here.")
        }
    }
}

fn of_fault(san: &str, fault: &Fault, ends: Option<End>) -> String {
    let mut sentences = vec![match (ends, fault.allows) {
        (Some(end), _) => format!("{san} draws {}.", end.words()),
        (None, "a loss") => format!("{san} loses."),
        (None, allows) => format!("{san} allows {allows}."),
    }];
    if fault.by_counter {
        let counter = "The position is still won, but the fifty-move counter runs out first.";
        sentences.push(counter.to_owned());
    }
    match (&fault.rule, fault.breaks.as_slice()) {
        (Some(rule), []) => sentences.push(format!("Before the move this rule applied: {}.", rule.rule)),
        (Some(rule), breaks) => {
            sentences.push(format!("It {}. The rule before it: {}.", breaks.join(" and "), rule.rule));
        }
        (None, _) => {}
    }
    sentences.extend(fault.now.iter().map(|now| format!("Now this rule applies: {now}.")));
    sentences.join(" ")
}

#[cfg(test)]
mod tests {
    use board::{fen, notation};
    use oracle::Oracle;
    use tbgen::KnownEndings;

    use super::*;

    fn judged(fen: &str, mv: &str, most_men: usize) -> Judgment {
        let board = fen::parse(fen).unwrap();
        let mut known = Oracle::from(KnownEndings::in_memory(most_men));
        known.prepare(&board).unwrap();
        judge(&known, &Play::new(board.clone()), notation::parse_san(&board, mv).unwrap())
    }

    /// Philidor's position, the rook on the third rank before the pawn.
    const PHILIDOR: &str = "3k4/8/7r/2PK4/8/8/8/1R6 b - - 0 1";

    #[test]
    fn a_move_that_leaves_the_third_rank_names_the_rule_it_breaks_and_is_refuted() {
        let spoiled = judged(PHILIDOR, "Rh8", 4);
        assert_eq!(
            (spoiled.verdict, spoiled.before, spoiled.after),
            (Verdict::Spoils, Some("draw"), Some("loss"))
        );
        let fault = spoiled.fault.unwrap();
        assert_eq!(fault.rule.unwrap().rule, "KRPvKR: the third-rank defense");
        assert_eq!(fault.breaks, ["leaves the third rank"]);
        assert!(!fault.refutation.plies.is_empty());
        assert!(
            spoiled.words.starts_with(
                "Rh8 loses. It leaves the third rank. The rule before it: KRPvKR: the third-rank defense."
            ),
            "{}",
            spoiled.words
        );
        let held = judged(PHILIDOR, "Rg6", 4);
        assert!(matches!(held.verdict, Verdict::Keeps | Verdict::Only) && held.fault.is_none());
    }

    #[test]
    fn a_slow_move_is_no_fault() {
        let slow = judged("8/8/8/3k4/8/8/8/R3K3 w - - 0 1", "Ra2", 3);
        assert_eq!((slow.verdict, slow.fault.is_none()), (Verdict::Keeps, true));
        let moves = slow.slower.unwrap();
        assert!(moves > 0);
        let further = counted(moves.into(), "move");
        assert_eq!(slow.words, format!("Still won; mate is {further} further away."));
        let mate = judged("k7/8/1K6/8/8/8/8/7R w - - 0 1", "Rh8", 3);
        assert_eq!(
            (mate.words.as_str(), mate.ends, mate.slower),
            ("Checkmate.", Some(End::Checkmate), Some(0))
        );
    }

    #[test]
    fn the_counter_decides_what_is_a_fault() {
        // Mate in 14 at best: 27 plies, and the slow move needs more.
        let at = |counter: u8| judged(&format!("8/8/8/3k4/8/8/8/R3K3 w - - {counter} 60"), "Ra2", 3);
        assert_eq!(at(0).verdict, Verdict::Keeps);
        let spoiled = at(73);
        assert_eq!(spoiled.verdict, Verdict::Spoils);
        assert!(spoiled.fault.unwrap().by_counter);
        assert!(spoiled.words.contains("the fifty-move counter runs out first"), "{}", spoiled.words);
    }

    #[test]
    fn what_is_not_known_is_not_judged() {
        let unknown = judged("8/2p5/8/3k4/5r2/8/4P3/4K2R w - - 0 1", "Rh2", 3);
        assert_eq!((unknown.verdict, unknown.fault.is_none()), (Verdict::Unknown, true));
        assert!(unknown.words.starts_with("Rh2 is not judged"), "{}", unknown.words);
    }

    #[test]
    fn a_third_occurrence_gives_a_win_away() {
        let board = fen::parse("8/8/8/3k4/8/8/8/R3K3 w - - 0 1").unwrap();
        let mut known = Oracle::from(KnownEndings::in_memory(3));
        known.prepare(&board).unwrap();
        let play = Play::read(board, "Ra2 Kd6 Ra3 Kd5 Ra2 Kd6 Ra3 Kd5").unwrap();
        let mv = |san: &str| notation::parse_san(play.board(), san).unwrap();
        let judgment = judge(&known, &play, mv("Ra2"));
        assert_eq!((judgment.verdict, judgment.ends), (Verdict::Spoils, Some(End::Repetition)));
        assert_eq!(judgment.words, "Ra2 draws by threefold repetition.");
        assert_eq!(judge(&known, &play, mv("Ra1")).verdict, Verdict::Keeps);
    }
}

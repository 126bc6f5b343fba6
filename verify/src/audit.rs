//! Asks a recognizer about every position of its ending and compares with the truth.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use board::{Color, Material, Placement, Wdl};
use rayon::prelude::*;
use recognizers::{Bound, Outcome, Recognizer, Side, View};

use crate::oracle::agree;
use crate::report::{Example, Report, RuleReport, Spotted};
use crate::{Domain, Oracle, Oracles, Universe, VerifyError, published};

/// What to audit, and how.
pub struct Audit<'a> {
    /// Who is asked.
    pub recognizer: &'static dyn Recognizer,
    /// Who knows the truth.
    pub oracles: &'a Oracles,
    /// Which positions count.
    pub universe: Universe,
    /// Threads; 0 means one per core.
    pub threads: usize,
    /// Examples to keep of each kind: wrong claims, missed draws, missed wins.
    pub examples: usize,
    /// Called with chunks done and chunks in all, from any thread.
    pub progress: &'a (dyn Fn(usize, usize) + Sync),
}

/// Walks through all positions.
///
/// The figures and examples do not depend on the number of threads.
///
/// # Errors
/// [`VerifyError::TooManyMen`] and [`VerifyError::Threads`]. Wrong claims are no errors: see
/// [`Report::is_proved`].
pub fn audit(audit: &Audit) -> Result<Report, VerifyError> {
    let material = audit.recognizer.material();
    let domain = Domain::new(material, audit.universe).ok_or(VerifyError::TooManyMen(material))?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(audit.threads).build()?;
    let start = Instant::now();
    let done = AtomicUsize::new(0);
    let count_chunk = |chunk| {
        let mut tally = Tally::new(audit);
        domain.visit(chunk, |placement| tally.count(placement));
        (audit.progress)(done.fetch_add(1, Ordering::Relaxed) + 1, domain.chunks());
        tally
    };
    let tally = pool.install(|| {
        (0..domain.chunks()).into_par_iter().map(count_chunk).reduce(|| Tally::new(audit), Tally::merge)
    });
    Ok(tally.into_report(start.elapsed(), pool.current_num_threads()))
}

/// What one rule did.
#[derive(Clone, Copy, Default)]
struct RuleTally {
    asked: u64,
    spoke: u64,
    wrong: u64,
    holds: u64,
    wrong_alone: u64,
    alone: u64,
}

/// Results by who wins; cursed wins are counted apart, being neither wins nor draws.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Draw,
    StrongWins,
    WeakWins,
    Cursed,
}

struct Tally<'a> {
    audit: &'a Audit<'a>,
    classes: [Spotted; 4],
    bounded: u64,
    wrong: u64,
    unanswered: u64,
    disagreements: u64,
    rules: Vec<RuleTally>,
    wrong_examples: Sample,
    missed_draws: Sample,
    missed_wins: Sample,
}

impl<'a> Tally<'a> {
    fn new(audit: &'a Audit<'a>) -> Self {
        let sample = || Sample { keep: audit.examples, found: Vec::new() };
        Self {
            audit,
            classes: [Spotted::default(); 4],
            bounded: 0,
            wrong: 0,
            unanswered: 0,
            disagreements: 0,
            rules: vec![
                RuleTally::default();
                audit.recognizer.rule_count() + audit.recognizer.mined_rule_count()
            ],
            wrong_examples: sample(),
            missed_draws: sample(),
            missed_wins: sample(),
        }
    }

    fn count(&mut self, placement: &Placement) {
        let Some(truth) = self.ask_oracles(placement) else {
            self.unanswered += 1;
            return;
        };
        let view = View::of_placement(placement, Color::White);
        let class = class(truth, view.to_move());
        let spotted = &mut self.classes[class as usize];
        spotted.all += 1;
        let verdict = self.audit.recognizer.judge(&view);
        match verdict {
            Some(verdict) if !verdict.bound.allows(truth) => {
                self.wrong += 1;
                let example = || Example::new(placement, Some((verdict.rule.name(), verdict.bound)), truth);
                self.wrong_examples.offer(placement, example);
            }
            Some(verdict) if verdict.bound.is_exact() => spotted.spotted += 1,
            Some(_) => self.bounded += 1,
            None => {
                let sample = match class {
                    Class::Draw => &mut self.missed_draws,
                    Class::StrongWins | Class::WeakWins => &mut self.missed_wins,
                    Class::Cursed => return,
                };
                sample.offer(placement, || Example::new(placement, None, truth));
            }
        }
        self.count_rules(&view, verdict.map(|v| (v.rule.index(), v.bound)), truth);
    }

    fn ask_oracles(&mut self, placement: &Placement) -> Option<Wdl> {
        let Oracles { first, second } = self.audit.oracles;
        let truth = first.wdl(placement)?;
        if let Some(second) = second {
            let other = second.wdl(placement)?;
            if !agree((&**first as &dyn Oracle, truth), (&**second, other)) {
                self.disagreements += 1;
            }
        }
        Some(truth)
    }

    fn count_rules(&mut self, view: &View, spoke: Option<(usize, Bound)>, truth: Wdl) {
        let recognizer = self.audit.recognizer;
        let last_asked = spoke.map_or(usize::MAX, |(index, _)| index);
        for (index, tally) in self.rules.iter_mut().enumerate() {
            let may_speak = recognizer.rule(index).to_move.is_none_or(|side| side == view.to_move());
            // The rules of the mined table are asked together.
            let asked = index.min(recognizer.rule_count()) <= last_asked;
            tally.asked += u64::from(may_speak && asked);
        }
        let holding = recognizer.rules_that_hold(view);
        if let Some(mined) = recognizer.judge_mined(view) {
            let tally = &mut self.rules[mined.rule.index()];
            tally.holds += 1;
            tally.wrong_alone += u64::from(!mined.bound.allows(truth));
            tally.alone += u64::from(holding.is_empty());
        }
        for index in holding.iter() {
            let bound = recognizer.rule(index).outcome.bound(view.to_move());
            let tally = &mut self.rules[index];
            tally.holds += 1;
            tally.wrong_alone += u64::from(!bound.allows(truth));
            tally.alone += u64::from(holding.len() == 1);
        }
        if let Some((index, bound)) = spoke {
            self.rules[index].spoke += 1;
            self.rules[index].wrong += u64::from(!bound.allows(truth));
        }
    }

    fn merge(mut self, other: Self) -> Self {
        for (sum, add) in self.classes.iter_mut().zip(other.classes) {
            sum.all += add.all;
            sum.spotted += add.spotted;
        }
        self.bounded += other.bounded;
        self.wrong += other.wrong;
        self.unanswered += other.unanswered;
        self.disagreements += other.disagreements;
        for (sum, add) in self.rules.iter_mut().zip(other.rules) {
            sum.asked += add.asked;
            sum.spoke += add.spoke;
            sum.wrong += add.wrong;
            sum.holds += add.holds;
            sum.wrong_alone += add.wrong_alone;
            sum.alone += add.alone;
        }
        self.wrong_examples.merge(other.wrong_examples);
        self.missed_draws.merge(other.missed_draws);
        self.missed_wins.merge(other.missed_wins);
        self
    }

    fn into_report(self, elapsed: std::time::Duration, threads: usize) -> Report {
        let recognizer = self.audit.recognizer;
        let material: Material = recognizer.material();
        let [draws, strong_wins, weak_wins, cursed] = self.classes;
        let rule_report = |(index, tally): (usize, &RuleTally)| {
            let rule = recognizer.rule(index);
            RuleReport {
                name: rule.name,
                claim: rule.claim,
                source: rule.source,
                to_move: rule.to_move.map(|side| men_of(material, side)),
                says: outcome_text(material, rule.outcome),
                asked: tally.asked,
                spoke: tally.spoke,
                wrong: tally.wrong,
                holds: tally.holds,
                wrong_alone: tally.wrong_alone,
                alone: tally.alone,
            }
        };
        let expected = published::totals(material, self.audit.universe);
        Report {
            schema: Report::SCHEMA,
            material: material.canonical().0,
            strong: men_of(material, Side::Strong),
            weak: men_of(material, Side::Weak),
            universe: self.audit.universe.to_string(),
            oracle: self.audit.oracles.name(),
            positions: self.classes.iter().map(|c| c.all).sum::<u64>() + self.unanswered,
            draws,
            strong_wins,
            weak_wins,
            cursed: cursed.all,
            bounded: self.bounded,
            wrong: self.wrong,
            unanswered: self.unanswered,
            disagreements: self.disagreements,
            expected_draws: expected.map(|t| t.draws),
            expected_decided: expected.map(|t| t.decided),
            rules: self.rules.iter().enumerate().map(rule_report).collect(),
            wrong_examples: self.wrong_examples.into_examples(),
            missed_draws: self.missed_draws.into_examples(),
            missed_wins: self.missed_wins.into_examples(),
            seconds: elapsed.as_secs_f64(),
            threads,
        }
    }
}

/// A side by its men, as in `KP`.
fn men_of(material: Material, side: Side) -> String {
    let name = material.to_string();
    let (strong, weak) = name.split_once('v').expect("a material prints both sides");
    if side == Side::Strong { strong.to_owned() } else { weak.to_owned() }
}

fn outcome_text(material: Material, outcome: Outcome) -> String {
    let (strong, weak) = (men_of(material, Side::Strong), men_of(material, Side::Weak));
    match outcome {
        Outcome::Draw => "draw".to_owned(),
        Outcome::StrongWins => format!("{strong} wins"),
        Outcome::WeakWins => format!("{weak} wins"),
        Outcome::StrongAtMostDraw => format!("{weak} holds"),
        Outcome::StrongAtLeastDraw => format!("{strong} holds"),
    }
}

fn class(truth: Wdl, to_move: Side) -> Class {
    match (truth, to_move) {
        (Wdl::Draw, _) => Class::Draw,
        (Wdl::Win, Side::Strong) | (Wdl::Loss, Side::Weak) => Class::StrongWins,
        (Wdl::Win, Side::Weak) | (Wdl::Loss, Side::Strong) => Class::WeakWins,
        (Wdl::CursedWin | Wdl::BlessedLoss, _) => Class::Cursed,
    }
}

/// A few examples from all over the board, always the same: those whose scrambled squares come first.
struct Sample {
    keep: usize,
    found: Vec<(u64, Example)>,
}

impl Sample {
    fn offer(&mut self, placement: &Placement, example: impl FnOnce() -> Example) {
        let key = scramble(placement);
        let is_full = self.found.len() >= self.keep;
        if self.keep == 0 || (is_full && self.found.last().is_some_and(|last| last.0 <= key)) {
            return;
        }
        let place = self.found.partition_point(|found| found.0 < key);
        self.found.insert(place, (key, example()));
        self.found.truncate(self.keep);
    }

    fn merge(&mut self, other: Self) {
        self.found.extend(other.found);
        self.found.sort_by_key(|found| found.0);
        self.found.truncate(self.keep);
    }

    fn into_examples(self) -> Vec<Example> {
        self.found.into_iter().map(|found| found.1).collect()
    }
}

/// Equal for equal positions, and in no order that has to do with chess: the mixing steps of SplitMix64.
fn scramble(placement: &Placement) -> u64 {
    let squares = placement.men().iter().fold(0, |key, man| key << 6 | man.square as u64);
    let mut key = (squares << 1 | placement.side_to_move() as u64).wrapping_add(0x9e37_79b9_7f4a_7c15);
    key = (key ^ key >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    key = (key ^ key >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    key ^ key >> 31
}

//! The results of an audit as data; `page` writes them as text, `html` as a page with diagrams.

pub mod html;
pub mod merge;
pub mod page;
pub mod seal;
pub(crate) mod svg;

pub use svg::size_curve;

use board::{Material, Wdl};
use recognizers::{Layer, Outcome, Recognizer, Side};
use serde::Serialize;

use crate::audit::subject::{Subject, men_of};
use crate::audit::tally::{Cells, Coverage, Found, SquareMap, Tally, UNKNOWN};
use crate::audit::{Audited, Shard, published};

/// The counts of one rule.
#[derive(Clone, Debug, Serialize)]
pub struct RuleReport {
    /// Its name.
    pub name: &'static str,
    /// Its claim, in one sentence.
    pub claim: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    /// `named`, or `mined` for the rules that represent the mined table.
    pub layer: &'static str,
    /// The pieces of the side to move that it requires; `None` for either side.
    pub to_move: Option<String>,
    /// What it proves.
    pub says: String,
    /// Positions on which it was tried: its side is to move and no rule before it applies.
    pub asked: u64,
    /// Those on which it applied.
    pub spoke: u64,
    /// Quiet ones among those.
    pub quiet: u64,
    /// True claims among those.
    pub right: u64,
    /// Wrong claims among those.
    pub wrong: u64,
    /// Positions on which it applies on its own; `None` unless each rule was checked on its own.
    pub holds: Option<u64>,
    /// Wrong claims among those.
    pub wrong_alone: Option<u64>,
    /// Positions on which it is the only rule that applies.
    pub alone: Option<u64>,
    /// Some positions on which it applied.
    pub examples: Vec<Example>,
}

/// An example position.
#[derive(Clone, Debug, Serialize)]
pub struct Example {
    /// The position.
    pub fen: String,
    /// The rule that applied, if any.
    pub rule: Option<&'static str>,
    /// What it claimed for the side to move.
    pub claimed: Option<String>,
    /// The exact result for the side to move.
    pub truth: String,
}

impl Example {
    /// True if the side to move has something to win or to hold.
    pub(crate) fn is_task(&self) -> bool {
        self.truth != Wdl::Loss.to_string()
    }
}

/// Coverage with one side to move.
#[derive(Clone, Debug, Serialize)]
pub struct SideReport {
    /// The pieces of the side to move.
    pub to_move: String,
    /// All positions.
    pub positions: u64,
    /// Drawn ones.
    pub draws: Coverage,
    /// Those won by the strong side.
    pub strong_wins: Coverage,
    /// Those won by the weak side.
    pub weak_wins: Coverage,
    /// The same for quiet positions.
    pub quiet: QuietReport,
}

/// Coverage of quiet positions: those that the next move alone does not decide.
#[derive(Clone, Debug, Serialize)]
pub struct QuietReport {
    /// All quiet positions.
    pub positions: u64,
    /// Drawn ones.
    pub draws: Coverage,
    /// Those won by the strong side.
    pub strong_wins: Coverage,
    /// Those won by the weak side.
    pub weak_wins: Coverage,
}

/// The outcome of an audit of one ending.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The subject of the audit.
    #[serde(flatten)]
    pub subject: Subject,
    /// The pieces of the strong side, whose pawn moves up the board.
    pub strong: String,
    /// The pieces of the weak side.
    pub weak: String,
    /// Number of positions.
    pub positions: u64,
    /// Drawn positions.
    pub draws: Coverage,
    /// Positions won by the strong side.
    pub strong_wins: Coverage,
    /// Positions won by the weak side.
    pub weak_wins: Coverage,
    /// The same for quiet positions.
    pub quiet: QuietReport,
    /// Positions whose win the fifty-move rule spoils; nothing may be announced on them.
    pub cursed: u64,
    /// Positions on which a bound, but not the result, was announced.
    pub bounded: u64,
    /// Wrong claims.
    pub wrong: u64,
    /// Positions without an exact result.
    pub unanswered: u64,
    /// Positions on which two oracles differ.
    pub disagreements: u64,
    /// Published number of draws.
    pub expected_draws: Option<u64>,
    /// Published number of decided positions.
    pub expected_decided: Option<u64>,
    /// By side to move, the strong side first.
    pub sides: Vec<SideReport>,
    /// By rule, in the order in which they are tried.
    pub rules: Vec<RuleReport>,
    /// By the squares of the pawns and kings, from the strong side's point of view.
    #[serde(skip)]
    pub maps: Vec<SquareMap>,
    /// Some wrong claims.
    pub wrong_examples: Vec<Example>,
    /// Some draws that were not announced.
    pub missed_draws: Vec<Example>,
    /// Some wins that were not announced.
    pub missed_wins: Vec<Example>,
    /// Wall-clock time of the walk, in seconds, excluding tables; the sum for merged reports.
    pub seconds: f64,
    /// Wall-clock time of building or reading the tables, in seconds; 0 for merged reports.
    pub table_seconds: f64,
    /// Number of threads of the walk.
    pub threads: usize,
    /// The raw counts, which `verify merge` adds up.
    tally: Tally,
}

impl Report {
    /// The report of an audit; building or reading its tables took `table_seconds` of wall-clock
    /// time.
    pub fn new(audited: Audited, table_seconds: f64) -> Self {
        let Audited { subject, recognizer, tally, seconds, threads } = audited;
        Self { table_seconds, ..Self::of_tally(subject, recognizer, tally, seconds, threads) }
    }

    fn of_tally(
        subject: Subject,
        recognizer: &'static Recognizer,
        tally: Tally,
        seconds: f64,
        threads: usize,
    ) -> Self {
        let material = recognizer.material();
        let counts = Counts { recognizer, tally: &tally };
        let examples = |found: &[Found]| found.iter().map(|found| counts.example(found)).collect();
        let is_whole = subject.shard == Shard::WHOLE;
        let expected = published::totals(subject.material, subject.universe).filter(|_| is_whole);
        let [draws, strong_wins, weak_wins] = counts.classes(&tally.cells, &Side::ALL);
        Self {
            strong: men_of(material, Side::Strong),
            weak: men_of(material, Side::Weak),
            positions: Side::ALL.map(|side| tally.positions(side)).iter().sum(),
            draws,
            strong_wins,
            weak_wins,
            quiet: counts.quiet(&Side::ALL),
            cursed: counts.results(|code| code == 1 || code == 3),
            bounded: counts.bounded(),
            wrong: tally.wrong.iter().sum(),
            unanswered: counts.results(|code| code == UNKNOWN),
            disagreements: tally.disagreements,
            expected_draws: expected.map(|t| t.draws),
            expected_decided: expected.map(|t| t.decided),
            sides: Side::ALL.map(|side| counts.side(side)).into(),
            rules: (0..tally.wrong.len()).map(|index| counts.rule(index)).collect(),
            maps: tally.maps.clone(),
            wrong_examples: examples(&tally.wrong_examples.found),
            missed_draws: examples(&tally.missed_draws.found),
            missed_wins: examples(&tally.missed_wins.found),
            seconds,
            table_seconds: 0.0,
            threads,
            tally,
            subject,
        }
    }

    /// True when nothing is wrong: no false claims, in order or (if that was checked) on their own;
    /// an exact result for every position, with oracles that agree; and totals equal to published
    /// ones.
    pub fn is_proved(&self) -> bool {
        let false_alone = self.rules.iter().any(|rule| rule.wrong_alone.is_some_and(|wrong| wrong > 0));
        self.wrong == 0
            && !false_alone
            && self.unanswered == 0
            && self.disagreements == 0
            && self.has_expected_totals()
    }

    pub(crate) fn has_expected_totals(&self) -> bool {
        let (draws, decided) = self.totals();
        self.expected_draws.is_none_or(|n| n == draws) && self.expected_decided.is_none_or(|n| n == decided)
    }

    /// Draws and decided positions, fifty-move rule ignored.
    pub fn totals(&self) -> (u64, u64) {
        (self.draws.all, self.strong_wins.all + self.weak_wins.all + self.cursed)
    }
}

/// A class of results, by code and side to move.
type Class = fn(usize, Side) -> bool;
const CLASS_DRAW: Class = |code, _| code == 2;
const CLASS_STRONG: Class = |code, to_move| code == if to_move == Side::Strong { 4 } else { 0 };
const CLASS_WEAK: Class = |code, to_move| code == if to_move == Side::Strong { 0 } else { 4 };

/// Counts with their recognizer.
struct Counts<'a> {
    recognizer: &'static Recognizer,
    tally: &'a Tally,
}

impl Counts<'_> {
    fn results(&self, wanted: impl Fn(usize) -> bool) -> u64 {
        let cells = self.tally.cells.iter().flatten();
        cells.flat_map(|results| results.iter().enumerate()).filter(|(c, _)| wanted(*c)).map(|(_, n)| n).sum()
    }

    fn class(&self, cells: &[Cells], class: Class, to_move: Side) -> Coverage {
        let mut coverage = Coverage::default();
        let silent = self.tally.wrong.len();
        for (rule, cells) in cells.iter().enumerate() {
            let results = cells[to_move as usize].iter().enumerate();
            for (_, &count) in results.filter(|(code, _)| class(*code, to_move)) {
                coverage.all += count;
                let announces = |code: usize| {
                    let bound = self.recognizer.rule(rule).outcome.bound(to_move);
                    bound.is_exact() && bound.allows(board::Wdl::ALL[code])
                };
                let code = (0..5).find(|&code| class(code, to_move)).expect("every class has a result");
                if rule != silent && announces(code) {
                    match self.recognizer.layer(rule) {
                        Layer::Named => coverage.named += count,
                        Layer::Mined => coverage.mined += count,
                    }
                }
            }
        }
        coverage
    }

    /// Draws, wins of the strong side and wins of the weak side, with these sides to move.
    fn classes(&self, cells: &[Cells], to_move: &[Side]) -> [Coverage; 3] {
        [CLASS_DRAW, CLASS_STRONG, CLASS_WEAK].map(|class| {
            let sides = to_move.iter().map(|&side| self.class(cells, class, side));
            sides.fold(Coverage::default(), Coverage::plus)
        })
    }

    fn quiet(&self, to_move: &[Side]) -> QuietReport {
        let [draws, strong_wins, weak_wins] = self.classes(&self.tally.quiet, to_move);
        let cells = self.tally.quiet.iter();
        let positions = cells.flat_map(|sides| to_move.iter().flat_map(|&side| sides[side as usize])).sum();
        QuietReport { positions, draws, strong_wins, weak_wins }
    }

    fn side(&self, to_move: Side) -> SideReport {
        let [draws, strong_wins, weak_wins] = self.classes(&self.tally.cells, &[to_move]);
        SideReport {
            to_move: men_of(self.recognizer.material(), to_move),
            positions: self.tally.positions(to_move),
            draws,
            strong_wins,
            weak_wins,
            quiet: self.quiet(&[to_move]),
        }
    }

    /// True claims that are only bounds.
    fn bounded(&self) -> u64 {
        let bounds = (0..self.tally.wrong.len())
            .filter(|&rule| !self.recognizer.rule(rule).outcome.bound(Side::Strong).is_exact());
        bounds.map(|rule| self.spoke(rule) - self.tally.wrong[rule]).sum()
    }

    fn spoke(&self, rule: usize) -> u64 {
        Side::ALL.map(|side| self.tally.spoke(rule, side)).iter().sum()
    }

    fn rule(&self, index: usize) -> RuleReport {
        let material = self.recognizer.material();
        let rule = self.recognizer.rule(index);
        let named = self.recognizer.rule_count();
        let layer = self.recognizer.layer(index);
        let (spoke, wrong) = (self.spoke(index), self.tally.wrong[index]);
        // The rules of the mined table are tried together.
        let before = index.min(named);
        let sides = Side::ALL.into_iter().filter(|&side| rule.to_move.is_none_or(|wanted| wanted == side));
        let asked = sides.map(|side| {
            self.tally.positions(side) - (0..before).map(|rule| self.tally.spoke(rule, side)).sum::<u64>()
        });
        let alone = self.tally.alone.get(index);
        RuleReport {
            name: rule.name,
            claim: rule.claim,
            source: rule.source,
            layer: if layer == Layer::Named { "named" } else { "mined" },
            to_move: rule.to_move.map(|side| men_of(material, side)),
            says: outcome_text(material, rule.outcome),
            asked: asked.sum(),
            spoke,
            quiet: self.tally.quiet[index].iter().flatten().sum(),
            right: spoke - wrong,
            wrong,
            holds: alone.map(|alone| alone.holds),
            wrong_alone: alone.map(|alone| alone.wrong),
            alone: alone.map(|alone| alone.only),
            examples: self.tally.spotted[index].found.iter().map(|found| self.example(found)).collect(),
        }
    }

    fn example(&self, found: &Found) -> Example {
        Example {
            fen: found.fen.clone(),
            rule: found.rule.map(|index| self.recognizer.rule(index).name),
            claimed: found.claimed.clone(),
            truth: found.truth.clone(),
        }
    }
}

fn outcome_text(material: Material, outcome: Outcome) -> String {
    let (strong, weak) = (men_of(material, Side::Strong), men_of(material, Side::Weak));
    match outcome {
        Outcome::Draw => "draw".to_owned(),
        Outcome::StrongWins => format!("{strong} wins"),
        Outcome::WeakWins => format!("{weak} wins"),
        Outcome::StrongAtMostDraw => format!("{weak} holds"),
        Outcome::StrongAtLeastDraw => format!("{strong} holds"),
        Outcome::MoverWins => "mover wins".to_owned(),
        Outcome::MoverLoses => "mover loses".to_owned(),
    }
}

//! What an audit found, as text for people and as JSON for programs.

use std::fmt::{self, Write as _};

use board::{Diagram, Material, Placement, Wdl};
use recognizers::Bound;
use serde::Serialize;

use crate::published;

/// Positions of one result, and how many of them the recognizer announced.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Spotted {
    /// How many there are.
    pub all: u64,
    /// How many of them were announced.
    pub spotted: u64,
}

impl Spotted {
    /// How many were not announced, or announced wrongly.
    pub fn missed(self) -> u64 {
        self.all - self.spotted
    }
}

/// What one rule did.
#[derive(Clone, Debug, Serialize)]
pub struct RuleReport {
    /// Its name.
    pub name: &'static str,
    /// Its claim, in one sentence.
    pub claim: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    /// The men of the side to move it needs; `None` for either.
    pub to_move: Option<String>,
    /// What it proves.
    pub says: String,
    /// Positions on which it was asked: its side to move, the rules before it silent.
    pub asked: u64,
    /// Positions on which it spoke when asked.
    pub spoke: u64,
    /// Wrong claims among those.
    pub wrong: u64,
    /// Positions on which it would speak, whatever the other rules say.
    pub holds: u64,
    /// Wrong claims among those.
    pub wrong_alone: u64,
    /// Positions on which no other rule would speak.
    pub alone: u64,
}

/// A position worth a look.
#[derive(Clone, Debug, Serialize)]
pub struct Example {
    /// The position.
    pub fen: String,
    /// The rule that spoke, if any.
    pub rule: Option<&'static str>,
    /// What it claimed for the side to move.
    pub claimed: Option<String>,
    /// The truth for the side to move.
    pub truth: String,
    #[serde(skip)]
    placement: Placement,
}

impl Example {
    pub(crate) fn new(placement: &Placement, claim: Option<(&'static str, Bound)>, truth: Wdl) -> Self {
        Self {
            fen: placement.to_fen(),
            rule: claim.map(|c| c.0),
            claimed: claim.map(|c| c.1.to_string()),
            truth: truth.to_string(),
            placement: *placement,
        }
    }
}

/// What an audit found.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// Version of the JSON layout; grows when a field changes its meaning or goes away.
    pub schema: u32,
    /// The ending, under its table name.
    pub material: Material,
    /// The men of the strong side, whose pawn moves up.
    pub strong: String,
    /// The men of the weak side.
    pub weak: String,
    /// Which positions counted: `all` or `ice`.
    pub universe: String,
    /// Who knew the truth.
    pub oracle: String,
    /// How many positions there are.
    pub positions: u64,
    /// Drawn positions.
    pub draws: Spotted,
    /// Positions won by the strong side.
    pub strong_wins: Spotted,
    /// Positions won by the weak side.
    pub weak_wins: Spotted,
    /// Positions whose win the fifty-move rule spoils; nothing is announced about them.
    pub cursed: u64,
    /// Positions about which a bound, but not the result, was announced.
    pub bounded: u64,
    /// Wrong announcements.
    pub wrong: u64,
    /// Positions the oracle did not know.
    pub unanswered: u64,
    /// Positions about which two oracles differ.
    pub disagreements: u64,
    /// How many draws the literature counts.
    pub expected_draws: Option<u64>,
    /// How many won positions the literature counts.
    pub expected_decided: Option<u64>,
    /// Rule by rule, in the order of asking.
    pub rules: Vec<RuleReport>,
    /// Some wrong announcements.
    pub wrong_examples: Vec<Example>,
    /// Some draws nobody announced.
    pub missed_draws: Vec<Example>,
    /// Some wins nobody announced.
    pub missed_wins: Vec<Example>,
    /// Wall-clock time of the walk, tables not counted.
    pub seconds: f64,
    /// Threads that walked.
    pub threads: usize,
}

impl Report {
    /// The present JSON layout.
    pub const SCHEMA: u32 = 1;

    /// Nothing is wrong: no false claim, alone or in order, every position known to the oracles, which agree,
    /// and as many positions as the literature counts.
    pub fn is_proved(&self) -> bool {
        let false_alone = self.rules.iter().any(|rule| rule.wrong_alone > 0);
        self.wrong == 0
            && !false_alone
            && self.unanswered == 0
            && self.disagreements == 0
            && self.has_expected_totals()
    }

    fn has_expected_totals(&self) -> bool {
        let (draws, decided) = self.totals();
        self.expected_draws.is_none_or(|n| n == draws) && self.expected_decided.is_none_or(|n| n == decided)
    }

    /// Draws and decided positions, fifty-move rule not counted.
    fn totals(&self) -> (u64, u64) {
        (self.draws.all, self.strong_wins.all + self.weak_wins.all + self.cursed)
    }

    /// The report as a page of text; with timings only if asked for, so that pages can be compared.
    pub fn to_text(&self, with_time: bool) -> String {
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = self.write(&mut text, with_time);
        text
    }

    fn write(&self, out: &mut String, with_time: bool) -> fmt::Result {
        writeln!(
            out,
            "{}: {} positions ({}), {}",
            self.material,
            grouped(self.positions),
            if self.universe == "ice" { "iCE's convention" } else { "every legal one" },
            self.oracle
        )?;
        writeln!(out)?;
        self.write_results(out)?;
        writeln!(out)?;
        self.write_rules(out)?;
        for (title, examples) in [
            ("Wrong", &self.wrong_examples),
            ("Draws not spotted, for example", &self.missed_draws),
            ("Wins not spotted, for example", &self.missed_wins),
        ] {
            write_examples(out, title, examples)?;
        }
        self.write_comparisons(out)?;
        if with_time {
            let speed = (self.positions as f64 / self.seconds.max(1e-9)) as u64;
            let threads = if self.threads == 1 { "thread" } else { "threads" };
            writeln!(
                out,
                "{:.2} s, {} positions per second, {} {threads}",
                self.seconds,
                grouped(speed),
                self.threads
            )?;
        }
        writeln!(out, "{}", if self.is_proved() { "PROVED: nothing is wrong" } else { "NOT PROVED" })
    }

    fn write_results(&self, out: &mut String) -> fmt::Result {
        writeln!(
            out,
            "{:<14} {:>13} {:>13} {:>11} {:>9}",
            "result", "positions", "spotted", "missed", "share"
        )?;
        let rows = [
            ("draw".to_owned(), self.draws),
            (format!("{} wins", self.strong), self.strong_wins),
            (format!("{} wins", self.weak), self.weak_wins),
        ];
        let mut all = Spotted { all: self.cursed, spotted: 0 };
        for (name, row) in rows {
            all = Spotted { all: all.all + row.all, spotted: all.spotted + row.spotted };
            write_result(out, &name, row)?;
        }
        if self.cursed > 0 {
            writeln!(out, "{:<14} {:>13} {:>13}", "cursed wins", grouped(self.cursed), "-")?;
        }
        if self.bounded > 0 {
            writeln!(out, "{:<14} {:>13} {:>13}", "bounds only", "", grouped(self.bounded))?;
        }
        write_result(out, "all", all)?;
        writeln!(out, "{:<14} {:>13} {:>13}", "wrong", "", grouped(self.wrong))
    }

    fn write_rules(&self, out: &mut String) -> fmt::Result {
        let width = self.rules.iter().map(|rule| rule.name.chars().count()).max().unwrap_or(0);
        writeln!(
            out,
            "{:<width$}  {:<4} {:<8} {:>11} {:>11} {:>11} {:>11} {:>6}",
            "rule", "move", "says", "asked", "spoke", "holds", "alone", "wrong"
        )?;
        for rule in &self.rules {
            writeln!(
                out,
                "{:<width$}  {:<4} {:<8} {:>11} {:>11} {:>11} {:>11} {:>6}",
                rule.name,
                rule.to_move.as_deref().unwrap_or("any"),
                rule.says,
                grouped(rule.asked),
                grouped(rule.spoke),
                grouped(rule.holds),
                grouped(rule.alone),
                grouped(rule.wrong_alone)
            )?;
        }
        Ok(())
    }

    fn write_comparisons(&self, out: &mut String) -> fmt::Result {
        writeln!(out)?;
        if let Some(ice) = published::ice(self.material) {
            writeln!(
                out,
                "iCE, 2012: {} of {} draws spotted ({}){}",
                grouped(ice.spotted),
                grouped(ice.draws),
                percent(ice.spotted, ice.draws),
                if self.draws.all == ice.draws { "" } else { ", counted with --universe ice" }
            )?;
        }
        if let (Some(draws), Some(decided)) = (self.expected_draws, self.expected_decided) {
            let verdict = if self.has_expected_totals() { "as counted here" } else { "NOT as counted here" };
            writeln!(out, "known totals: {} draws, {} decided, {verdict}", grouped(draws), grouped(decided))?;
        }
        if self.unanswered > 0 {
            writeln!(out, "positions the oracle did not know: {}", grouped(self.unanswered))?;
        }
        if self.disagreements > 0 {
            writeln!(out, "positions about which the oracles differ: {}", grouped(self.disagreements))?;
        }
        Ok(())
    }
}

fn write_result(out: &mut String, name: &str, row: Spotted) -> fmt::Result {
    writeln!(
        out,
        "{name:<14} {:>13} {:>13} {:>11} {:>9}",
        grouped(row.all),
        grouped(row.spotted),
        grouped(row.missed()),
        percent(row.spotted, row.all)
    )
}

fn write_examples(out: &mut String, title: &str, examples: &[Example]) -> fmt::Result {
    if examples.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n{title}:")?;
    for example in examples {
        writeln!(out)?;
        if let Ok(board) = example.placement.to_board() {
            writeln!(out, "{}", Diagram(&board))?;
        }
        write!(out, "{}  truth: {}", example.fen, example.truth)?;
        if let (Some(rule), Some(claimed)) = (example.rule, &example.claimed) {
            write!(out, ", claimed: {claimed} ({rule})")?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// A count with its thousands set apart.
pub fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A share, never rounded up to a whole it is not.
fn percent(part: u64, whole: u64) -> String {
    if whole == 0 {
        return "-".to_owned();
    }
    let hundredths = u128::from(part) * 10_000 / u128::from(whole);
    format!("{}.{:02} %", hundredths / 100, hundredths % 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_rounded_down() {
        assert_eq!(percent(999_999, 1_000_000), "99.99 %");
        assert_eq!(percent(0, 0), "-");
        assert_eq!(percent(7, 7), "100.00 %");
    }

    #[test]
    fn thousands_are_set_apart() {
        assert_eq!([0, 999, 1_000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
    }
}

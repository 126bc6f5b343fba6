//! A report as a page of text.

use std::fmt::{self, Write as _};

use board::{Diagram, fen};
use recognizers::Side;
use site::grouped;

use super::{Example, Report, RuleReport};
use crate::audit::{Coverage, Shard, Universe, published};

impl Report {
    /// The report as text. Without timings, texts of the same audit are equal.
    pub fn to_text(&self, with_time: bool) -> String {
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = self.write(&mut text, with_time);
        text
    }

    fn write(&self, out: &mut String, with_time: bool) -> fmt::Result {
        let universe =
            if self.subject.universe == Universe::Ice { "iCE's convention" } else { "every legal one" };
        let positions = grouped(self.positions);
        write!(
            out,
            "{}: {positions} positions ({universe}), {}",
            self.subject.material, self.subject.oracle
        )?;
        if self.subject.shard != Shard::WHOLE {
            write!(out, ", part {}", self.subject.shard)?;
        }
        writeln!(out, "\n")?;
        self.write_results(out)?;
        writeln!(out)?;
        self.write_sides(out)?;
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
            writeln!(
                out,
                "tables {:.2} s, positions {:.2} s: {} a second, {}",
                self.table_seconds,
                self.seconds,
                grouped(speed),
                tbgen::counted(self.threads as u64, "thread")
            )?;
        }
        writeln!(out, "{}", if self.is_proved() { "PROVED: nothing is wrong" } else { "NOT PROVED" })
    }

    fn write_results(&self, out: &mut String) -> fmt::Result {
        let quiet = &self.quiet;
        let rows = [
            ("draw".to_owned(), self.draws, quiet.draws),
            (format!("{} wins", self.strong), self.strong_wins, quiet.strong_wins),
            (format!("{} wins", self.weak), self.weak_wins, quiet.weak_wins),
        ];
        self.write_head(out, "all positions")?;
        let mut all = Coverage { all: self.cursed, ..Coverage::default() };
        for (name, row, _) in &rows {
            all = all.plus(*row);
            self.write_row(out, name, *row)?;
        }
        if self.cursed > 0 {
            writeln!(out, "{:<14} {:>13} {:>13}", "cursed wins", grouped(self.cursed), "-")?;
        }
        if self.bounded > 0 {
            writeln!(out, "{:<14} {:>13} {:>13}", "bounds only", "", grouped(self.bounded))?;
        }
        self.write_row(out, "all", all)?;
        writeln!(out, "{:<14} {:>13} {:>13}\n", "wrong", "", grouped(self.wrong))?;
        self.write_head(out, "quiet ones")?;
        let quiet_results = rows.iter().map(|row| row.2.all).sum::<u64>();
        let mut all = Coverage { all: quiet.positions - quiet_results, ..Coverage::default() };
        for (name, _, row) in &rows {
            all = all.plus(*row);
            self.write_row(out, name, *row)?;
        }
        self.write_row(out, "all", all)
    }

    /// The heading of a table of classes of positions.
    fn write_head(&self, out: &mut String, title: &str) -> fmt::Result {
        let by_named = if self.has_table() { "  by rules" } else { "" };
        let [positions, spotted, missed, share] = ["positions", "spotted", "missed", "share"];
        writeln!(out, "{title:<14} {positions:>13} {spotted:>13} {missed:>13} {share:>9}{by_named}")
    }

    fn write_row(&self, out: &mut String, name: &str, row: Coverage) -> fmt::Result {
        let [all, spotted, missed] = [row.all, row.spotted(), row.missed()].map(grouped);
        let share = percent(row.spotted(), row.all);
        write!(out, "{name:<14} {all:>13} {spotted:>13} {missed:>13} {share:>9}")?;
        if self.has_table() {
            write!(out, " {:>9}", percent(row.named, row.all))?;
        }
        writeln!(out)
    }

    fn has_table(&self) -> bool {
        self.rules.iter().any(|rule| rule.layer == "mined")
    }

    fn write_sides(&self, out: &mut String) -> fmt::Result {
        let columns = ["to move", "positions", "draws", "spotted", "wins", "spotted"];
        let [a, b, c, d, e, f] = columns;
        writeln!(out, "{a:<14} {b:>13} {c:>13} {d:>9} {e:>13} {f:>9}")?;
        for side in &self.sides {
            let wins = side.strong_wins.plus(side.weak_wins);
            writeln!(
                out,
                "{:<14} {:>13} {:>13} {:>9} {:>13} {:>9}",
                side.to_move,
                grouped(side.positions),
                grouped(side.draws.all),
                percent(side.draws.spotted(), side.draws.all),
                grouped(wins.all),
                percent(wins.spotted(), wins.all)
            )?;
        }
        Ok(())
    }

    /// Two lines for each rule: its name, then its counts.
    fn write_rules(&self, out: &mut String) -> fmt::Result {
        let longest = |texts: fn(&RuleReport) -> &str, least: usize| {
            self.rules.iter().map(|rule| texts(rule).len()).max().unwrap_or(least).max(least)
        };
        let move_width = longest(|rule| rule.to_move.as_deref().unwrap_or("any"), 4);
        let says_width = longest(|rule| &rule.says, 9);
        writeln!(out, "rule")?;
        write!(out, "  {:<move_width$} {:<says_width$}", "move", "result")?;
        writeln!(out, " {:>13} {:>13} {:>13} {:>7}", "tried", "applied", "quiet", "wrong")?;
        for rule in &self.rules {
            let to_move = rule.to_move.as_deref().unwrap_or("any");
            let [tried, applied, quiet, wrong] =
                [rule.asked, rule.spoke, rule.quiet, rule.wrong].map(grouped);
            writeln!(out, "{}", rule.name)?;
            write!(out, "  {to_move:<move_width$} {:<says_width$}", rule.says)?;
            writeln!(out, " {tried:>13} {applied:>13} {quiet:>13} {wrong:>7}")?;
            if let (Some(holds), Some(alone), Some(wrong)) = (rule.holds, rule.alone, rule.wrong_alone) {
                let [holds, alone, wrong] = [holds, alone, wrong].map(grouped);
                writeln!(
                    out,
                    "  if tried first: applies to {holds}, as the only rule to {alone}, wrong {wrong}"
                )?;
            }
        }
        Ok(())
    }

    fn write_comparisons(&self, out: &mut String) -> fmt::Result {
        writeln!(out)?;
        if let Some(ice) = published::ice(self.subject.material) {
            writeln!(out, "{:<20} {:>13} {:>13} {:>9}", "draws spotted", "spotted", "of", "share")?;
            let mut row = |name: &str, spotted: u64, all: u64| {
                let share = percent(spotted, all);
                writeln!(out, "{name:<20} {:>13} {:>13} {share:>9}", grouped(spotted), grouped(all))
            };
            row("iCE, 2012", ice.spotted, ice.draws)?;
            row("our named rules", self.draws.named, self.draws.all)?;
            if self.draws.mined > 0 {
                row("with the mined table", self.draws.spotted(), self.draws.all)?;
            }
            if self.draws.all != ice.draws {
                writeln!(out, "iCE counted other positions: --universe ice counts the same")?;
            }
        }
        if let (Some(draws), Some(decided)) = (self.expected_draws, self.expected_decided) {
            let verdict = if self.has_expected_totals() { "as counted here" } else { "NOT as counted here" };
            writeln!(out, "known totals: {} draws, {} decided, {verdict}", grouped(draws), grouped(decided))?;
        }
        if self.unanswered > 0 {
            writeln!(out, "positions without an exact result: {}", grouped(self.unanswered))?;
        }
        if self.disagreements > 0 {
            writeln!(out, "positions on which the oracles differ: {}", grouped(self.disagreements))?;
        }
        Ok(())
    }

    /// Shares of draws announced, in percent, by the square of each pawn and king and by side to
    /// move, from the strong side's point of view; `--` where there are no draws.
    pub fn squares_to_text(&self) -> String {
        let mut text = String::new();
        for map in &self.maps {
            for (side, to_move) in Side::ALL.into_iter().zip(&self.sides) {
                let _ = write!(text, "\nDraws spotted, %, by the square of the {}, ", map.man);
                let _ = writeln!(text, "{} to move", to_move.to_move);
                for rank in (0..8).rev() {
                    let squares = (0..8).map(|file| map.draws(rank * 8 + file, Some(side)));
                    let cells = squares.map(|coverage| match coverage.all {
                        0 => "  --".to_owned(),
                        all => format!("{:>4}", coverage.spotted() * 100 / all),
                    });
                    let _ = writeln!(text, "  {} {}", rank + 1, cells.collect::<String>());
                }
                let _ = writeln!(text, "       a   b   c   d   e   f   g   h");
            }
        }
        text
    }
}

fn write_examples(out: &mut String, title: &str, examples: &[Example]) -> fmt::Result {
    if examples.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n{title}:")?;
    for example in examples {
        writeln!(out)?;
        if let Ok(board) = fen::parse(&example.fen) {
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

/// A share in percent, rounded down, so that 100 % means all.
pub fn percent(part: u64, whole: u64) -> String {
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

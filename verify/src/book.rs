//! The handbook: an index and one page per ending, self-contained, for narrow and wide screens.

use std::fmt::Write as _;

use board::Material;
use site::{grouped, title};
use tbgen::{Longest, SideStats, Stats};

use crate::audit::Coverage;
use crate::report::Report;
use crate::report::html::{self, Curve, escape};
use crate::report::page::percent;
use crate::report::svg;

/// The data for one page of the handbook.
pub struct Chapter {
    /// The audit that proved the rules, with example positions.
    pub report: Report,
    /// Statistics of the solved ending, for its longest wins.
    pub stats: Stats,
    /// What trees of several sizes announce, where there is a mined table.
    pub curve: Option<Curve>,
}

impl Chapter {
    fn ending(&self) -> Material {
        self.report.subject.material
    }

    fn file(&self) -> String {
        format!("{}.html", self.ending())
    }

    fn named_rules(&self) -> usize {
        self.report.rules.iter().filter(|rule| rule.layer == "named").count()
    }

    /// Wins of both sides.
    fn wins(&self) -> Coverage {
        self.report.strong_wins.plus(self.report.weak_wins)
    }

    /// The longest mate of either side.
    fn longest(&self) -> Option<&Longest> {
        let wins = self.stats.sides.iter().filter_map(|side| side.longest_win.as_ref());
        wins.max_by_key(|longest| longest.plies)
    }
}

/// The name and contents of a chapter's page, with links to those before and after it, and to the
/// practice page at this address, if it is given.
pub fn page(chapters: &[Chapter], number: usize, practice: Option<&str>) -> (String, String) {
    let chapter = &chapters[number];
    let mut text = html::head(&format!("{}: {}", chapter.ending(), title(chapter.ending())));
    text += "<nav aria-label=\"handbook\"><a href=\"index.html\">All endings</a>";
    let before = number.checked_sub(1).and_then(|number| chapters.get(number));
    for (word, other) in [("previous", before), ("next", chapters.get(number + 1))] {
        if let Some(other) = other {
            let _ = write!(text, " <a href=\"{}\">{word}: {}</a>", other.file(), other.ending());
        }
    }
    text += "</nav>\n";
    let mut introduction = format!("<p class=\"lead\">{}</p>\n", escape(&in_short(chapter)));
    if let Some(address) = practice {
        let (address, ending) = (escape(address), chapter.ending());
        let _ = writeln!(introduction, "<p><a href=\"{address}?ending={ending}\">Practice {ending}</a></p>");
    }
    introduction += &resistance(&chapter.stats);
    html::write_report(&mut text, &chapter.report, chapter.curve.as_ref(), &introduction, practice);
    text += "</body></html>\n";
    (chapter.file(), text)
}

/// A summary of the figures in two sentences.
fn in_short(chapter: &Chapter) -> String {
    let report = &chapter.report;
    let share = |part: u64| percent(part, report.positions);
    let mut text = format!(
        "{}: of {} positions, both sides to move, {} are drawn, {} won for {} and {} for {}",
        capitalized(&title(chapter.ending())),
        grouped(report.positions),
        share(report.draws.all),
        share(report.strong_wins.all),
        report.strong,
        share(report.weak_wins.all),
        report.weak
    );
    if report.cursed > 0 {
        let _ = write!(text, "; {} are wins spoiled by the fifty-move rule", share(report.cursed));
    }
    let (rules, wins) = (chapter.named_rules(), chapter.wins());
    let _ = write!(
        text,
        ". {rules} rules announce {} of the draws and {} of the wins",
        percent(report.draws.named, report.draws.all),
        percent(wins.named, wins.all)
    );
    if report.draws.mined + wins.mined > 0 {
        let _ = write!(
            text,
            "; with the mined table {} and {}",
            percent(report.draws.spotted(), report.draws.all),
            percent(wins.spotted(), wins.all)
        );
    }
    text.push('.');
    text
}

/// The longest wins of both sides, each with a position.
fn resistance(stats: &Stats) -> String {
    let mut text =
        "<section><h2>Longest resistance</h2><p>Distance to mate, fifty-move rule ignored; the first such position is shown.</p>\n<div class=\"maps\">\n"
            .to_owned();
    let mut is_empty = true;
    for side in &stats.sides {
        for (longest, verb) in longest_of(side) {
            is_empty = false;
            let others = match longest.positions {
                1 => "the only position".to_owned(),
                positions => format!("one of {} positions", grouped(positions)),
            };
            let moves = if longest.moves == 1 { "move" } else { "moves" };
            let plies = tbgen::plies(u32::from(longest.plies));
            let _ = writeln!(
                text,
                "<figure>{}<figcaption>{} to move {verb} in {} {moves} ({plies}), {others}<br><code>{}</code></figcaption></figure>",
                svg::diagram(&longest.fen),
                capitalized(side.side_to_move),
                longest.moves,
                escape(&longest.fen)
            );
        }
    }
    if is_empty {
        text += "<p>Neither side can win.</p>";
    }
    text += "</div></section>\n";
    text
}

fn longest_of(side: &SideStats) -> impl Iterator<Item = (&Longest, &'static str)> {
    let wins = side.longest_win.iter().map(|longest| (longest, "mates"));
    let losses = side.longest_loss.iter().map(|longest| (longest, "is mated"));
    wins.chain(losses).filter(|(longest, _)| longest.moves > 0)
}

/// The name and contents of the index: a line of figures for each chapter, and the endings that are
/// not proved yet.
pub fn index(chapters: &[Chapter], open: &[Material]) -> (String, String) {
    let mut text = html::head("The handbook of proved endings");
    text += "<main>\n<header><h1>The handbook of proved endings</h1>\n<p class=\"lead\">Every rule here was checked against the exact result in every position of its ending. Quiet positions are those in which no check, capture or promotion decides.</p></header>\n";
    text += "<div class=\"wide\"><table>\n<thead><tr><th scope=\"col\">ending</th><th scope=\"col\">pieces</th><th scope=\"col\">positions</th><th scope=\"col\">rules</th><th scope=\"col\">draws named</th><th scope=\"col\">with mined table</th><th scope=\"col\">wins named</th><th scope=\"col\">with mined table</th><th scope=\"col\">quiet draws</th><th scope=\"col\">quiet wins</th><th scope=\"col\">wrong</th><th scope=\"col\">longest mate</th></tr></thead>\n<tbody>\n";
    for chapter in chapters {
        let report = &chapter.report;
        let wins = chapter.wins();
        let quiet_wins = report.quiet.strong_wins.plus(report.quiet.weak_wins);
        let longest = chapter.longest().map_or_else(|| "-".to_owned(), |longest| longest.moves.to_string());
        let _ = write!(
            text,
            "<tr><th scope=\"row\"><a href=\"{}\">{}</a></th><td class=\"words\">{}</td>",
            chapter.file(),
            chapter.ending(),
            escape(&title(chapter.ending()))
        );
        for cell in [
            grouped(report.positions),
            chapter.named_rules().to_string(),
            percent(report.draws.named, report.draws.all),
            percent(report.draws.spotted(), report.draws.all),
            percent(wins.named, wins.all),
            percent(wins.spotted(), wins.all),
            percent(report.quiet.draws.spotted(), report.quiet.draws.all),
            percent(quiet_wins.spotted(), quiet_wins.all),
            grouped(report.wrong),
            longest,
        ] {
            let _ = write!(text, "<td>{cell}</td>");
        }
        text += "</tr>\n";
    }
    text += "</tbody></table></div>\n";
    if !open.is_empty() {
        let names: Vec<String> = open.iter().map(Material::to_string).collect();
        let _ = writeln!(text, "<p>Not proved yet: {}.</p>", names.join(", "));
    }
    text += "<section><h2>How to read it</h2><p>Where the conditions of a rule hold, the result is as stated, without exception. Rules are applied in order; the first that applies decides. The mined table is used where no rule applies: it was learned from the solved ending and is right everywhere, but cannot be put into words.</p></section>\n";
    if let Some(first) = chapters.first() {
        let _ = writeln!(text, "<footer>verify book, build {}</footer>", escape(&first.report.subject.build));
    }
    text += "</main></body></html>\n";
    ("index.html".to_owned(), text)
}

fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

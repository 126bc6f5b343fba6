//! The tables of the documents are those of the audits' snapshots.
//!
//! Regions between `<!-- NAME, written by verify/tests/docs.rs -->` and `<!-- end -->` are written
//! by `INSTA_UPDATE=always cargo test -p vancura-verify --test all docs::`, and compared otherwise.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use recognizers::RECOGNIZERS;
use site::grouped;
use verify::report::page::percent;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Numbers of announced and of all positions.
#[derive(Clone, Copy, Default, PartialEq)]
struct Share {
    named: u64,
    spotted: u64,
    all: u64,
}

impl Share {
    fn text(self, spotted: u64) -> String {
        format!("{} of {} ({})", grouped(spotted), grouped(self.all), percent(spotted, self.all))
    }

    /// The share in percent, without the sign.
    fn short(self) -> String {
        percent(self.spotted, self.all).trim_end_matches(" %").to_owned()
    }
}

/// An audit, read from its snapshot.
#[derive(Default)]
struct Audit {
    ending: String,
    is_ice: bool,
    /// The text without examples of missed positions.
    text: String,
    positions: u64,
    rules: usize,
    has_table: bool,
    draws: Share,
    wins: Share,
    quiet_draws: Share,
    quiet_wins: Share,
}

impl Audit {
    fn read(ending: &str, universe: &str) -> Option<Self> {
        let path = root().join(format!("verify/tests/snapshots/all__audit__{ending}-{universe}.snap"));
        let snapshot = std::fs::read_to_string(path).ok()?;
        let (_, text) = snapshot.split_once("\n---\n").expect("a header");
        assert!(text.trim_end().ends_with("PROVED: nothing is wrong"), "{ending}");
        let paragraphs: Vec<&str> = text.trim_end().split("\n\n").collect();
        let first = paragraphs[0].split(' ').nth(1).expect("the number of positions").to_owned();
        let mut audit = Self {
            ending: ending.to_owned(),
            is_ice: universe == "ice",
            positions: number(&first),
            ..Self::default()
        };
        for paragraph in paragraphs.iter().take_while(|paragraph| !paragraph.contains("not spotted")) {
            match paragraph.split([' ', '\n']).next() {
                Some("all" | "quiet") => audit.read_results(paragraph),
                Some("rule") => audit.read_rules(paragraph),
                _ => {}
            }
        }
        assert!(audit.draws.all > 0 && audit.rules + usize::from(audit.has_table) > 0, "{ending}");
        let is_told = |paragraph: &&&str| {
            let first = paragraph.lines().next().unwrap_or_default();
            !first.contains("not spotted") && !first.starts_with("8  ") && !first.starts_with("   a b c d")
        };
        let told: Vec<&str> = paragraphs.iter().filter(is_told).copied().collect();
        audit.text = told.join("\n\n");
        Some(audit)
    }

    /// Positions by result.
    fn read_results(&mut self, paragraph: &str) {
        for line in paragraph.lines().skip(1).take(3) {
            let row = cells(line);
            let [class, quiet] = self.classes(&row[0]);
            let share = if paragraph.starts_with("quiet") { quiet } else { class };
            share.all += number(&row[1]);
            share.spotted += number(&row[2]);
        }
    }

    /// The rules, each with its counts on the line after its name.
    fn read_rules(&mut self, paragraph: &str) {
        let mut name = "";
        for line in paragraph.lines().skip(2) {
            let row = cells(line);
            let [_, says, _, applied, quiet, _] = &row[..] else {
                name = if line.starts_with(' ') { name } else { line };
                continue;
            };
            if name.ends_with(" table") {
                self.has_table = true;
                continue;
            }
            self.rules += 1;
            let [class, quiet_class] = self.classes(says);
            class.named += number(applied);
            quiet_class.named += number(quiet);
        }
    }

    /// The shares of a result, among all positions and among quiet ones.
    fn classes(&mut self, result: &str) -> [&mut Share; 2] {
        match result {
            "draw" => [&mut self.draws, &mut self.quiet_draws],
            _ => [&mut self.wins, &mut self.quiet_wins],
        }
    }
}

/// The columns of a line, separated by two or more spaces.
fn cells(line: &str) -> Vec<String> {
    line.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).map(str::to_owned).collect()
}

fn number(cell: &String) -> u64 {
    cell.replace(',', "").parse().unwrap_or_else(|_| panic!("`{cell}` is not a count"))
}

/// The audits in the order of the recognizers, followed by that counted as for iCE if it differs.
fn audits() -> Vec<Audit> {
    let mut audits = Vec::new();
    for recognizer in RECOGNIZERS {
        let ending = recognizer.material().canonical().0.to_string();
        let all = Audit::read(&ending, "all").unwrap_or_else(|| panic!("{ending} has no snapshot"));
        let as_ice = Audit::read(&ending, "ice").filter(|ice| ice.draws != all.draws);
        audits.push(all);
        audits.extend(as_ice);
    }
    audits
}

/// The table of shares announced of each ending.
fn announced() -> String {
    let mut table = "| ending | draws | wins |\n|---|---|---|\n".to_owned();
    let audits: Vec<Audit> = audits().into_iter().filter(|audit| !audit.is_ice).collect();
    let is_complete =
        |audit: &&Audit| audit.draws.spotted == audit.draws.all && audit.wins.spotted == audit.wins.all;
    let complete: Vec<&str> = audits.iter().filter(is_complete).map(|audit| audit.ending.as_str()).collect();
    let _ = writeln!(table, "| {} | 100 | 100 |", complete.join(", "));
    for audit in audits.iter().filter(|audit| !is_complete(audit)) {
        let _ = writeln!(table, "| {} | {} | {} |", audit.ending, audit.draws.short(), audit.wins.short());
    }
    table
}

/// The table of counts of each audit, with named rules only and with the mined table.
fn coverage() -> String {
    let mut table =
        "| ending | rules | positions | draws announced | of quiet ones | wins announced | of quiet ones |\n\
        |--------|-------|-----------|-----------------|---------------|----------------|---------------|\n"
            .to_owned();
    for audit in audits() {
        let name = format!("{}{}", audit.ending, if audit.is_ice { ", as counted for iCE" } else { "" });
        let classes = [audit.draws, audit.quiet_draws, audit.wins, audit.quiet_wins];
        let mut row = |what: &str, count: fn(Share) -> u64| {
            let shares = classes.map(|class| class.text(count(class))).join(" | ");
            let positions = grouped(audit.positions);
            let _ = writeln!(table, "| {name}{what} | {} | {positions} | {shares} |", audit.rules);
        };
        if audit.rules > 0 {
            row("", |share| share.named);
        }
        if audit.has_table {
            row(if audit.rules > 0 { ", with its table" } else { ", table alone" }, |share| share.spotted);
        }
    }
    table
}

/// The table of proofs of each ending.
fn proofs() -> String {
    let mut table = "| ending | how | draws | by named rules | wins | by named rules | wrong |\n\
        |---|---|---|---|---|---|---|\n"
        .to_owned();
    for audit in audits() {
        let universe = if audit.is_ice { " --universe ice" } else { "" };
        let [draws, wins] = [audit.draws, audit.wins].map(|class| {
            let named = percent(class.named, class.all);
            format!("{} | {}", class.text(class.spotted), if audit.rules > 0 { &named } else { "" })
        });
        let ending = &audit.ending;
        let _ = writeln!(table, "| {ending} | `verify {ending}{universe}` | {draws} | {wins} | **0** |");
    }
    table
}

/// Compares a region of a document, or writes it with `INSTA_UPDATE=always`.
fn check(document: &str, region: &str, text: &str) {
    let path = root().join(document);
    let page = std::fs::read_to_string(&path).unwrap();
    let begin = format!("<!-- {region}, written by verify/tests/docs.rs -->\n");
    let start =
        page.find(&begin).unwrap_or_else(|| panic!("{document} has no region {region}")) + begin.len();
    let end = start + page[start..].find("<!-- end -->").unwrap_or_else(|| panic!("{document}: no end"));
    let text = format!("\n{}\n\n", text.trim_end());
    if std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        std::fs::write(&path, format!("{}{text}{}", &page[..start], &page[end..])).unwrap();
    } else {
        let help = "INSTA_UPDATE=always cargo test -p vancura-verify --test all docs:: writes it";
        assert!(page[start..end] == text, "{document}: {region} is out of date; {help}");
    }
}

#[test]
fn tables_of_documents_are_those_of_the_snapshots() {
    check("recognizers/README.md", "announced", &announced());
    check("docs/results/knowledge.md", "coverage", &coverage());
    check("verify/docs/proofs.md", "proofs", &proofs());
    let krpkr = Audit::read("KRPvKR", "ice").unwrap();
    check("verify/docs/krpkr.md", "audit", &format!("```text\n{}\n```", krpkr.text));
}

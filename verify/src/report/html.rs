//! Reports as a self-contained HTML page, for narrow and wide screens.

use std::fmt::Write as _;

use board::Material;
use recognizers::{RuleDistance, Side};
use serde::Deserialize;
use site::grouped;

use super::page::percent;
use super::svg;
use super::{Example, Report, RuleReport};
use crate::audit::{Coverage, Shard, SquareMap, Universe, published};
use crate::mine::CurvePoint;

const STYLE: &str = include_str!("page.css");

/// What trees of several sizes announce, as written by `verify mine` beside a mined table.
#[derive(Clone, Debug, Deserialize)]
pub struct Curve {
    /// The ending, with either assignment of colors.
    pub ending: Material,
    /// By size, smallest tree first.
    pub curve: Vec<CurvePoint>,
}

/// The page of some reports, with the given curves of their mined tables.
pub fn page(reports: &[Report], curves: &[Curve]) -> String {
    let names: Vec<String> = reports.iter().map(|report| report.subject.material.to_string()).collect();
    let mut html = head(&format!("{}: what the rules announce", names.join(", ")));
    if reports.len() > 1 {
        let link = |name: &String| format!("<a href=\"#{name}\">{name}</a>");
        let _ = writeln!(html, "<nav>{}</nav>", names.iter().map(link).collect::<Vec<_>>().join(" "));
    }
    for report in reports {
        let curve = curves.iter().find(|c| c.ending.canonical().0 == report.subject.material);
        write_report(&mut html, report, curve, "", None);
    }
    html += "</body></html>\n";
    html
}

/// The beginning of a page: its title, its style, and the shapes of the pieces.
pub(crate) fn head(title: &str) -> String {
    let mut html = String::from("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n");
    html += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";
    let _ = writeln!(html, "<title>{}</title>", escape(title));
    let _ = writeln!(html, "<style>\n{STYLE}</style></head><body>\n{}", site::MEN);
    html
}

/// One report; the introduction follows its headline. With the address of the practice page, each
/// rule links to practice from its first position.
pub(crate) fn write_report(
    html: &mut String,
    report: &Report,
    curve: Option<&Curve>,
    introduction: &str,
    practice: Option<&str>,
) {
    let name = report.subject.material;
    let proved = if report.is_proved() { "proved" } else { "not proved" };
    let class = if report.is_proved() { "good" } else { "bad" };
    let _ = writeln!(
        html,
        "<main id=\"{name}\">\n<header><h1>{name} <span class=\"{class}\">{proved}</span></h1>"
    );
    let universe =
        if report.subject.universe == Universe::Ice { "counted as for iCE" } else { "every legal one" };
    let part = if report.subject.shard == Shard::WHOLE {
        String::new()
    } else {
        format!(", part {}", report.subject.shard)
    };
    let _ = writeln!(
        html,
        "<p>{} positions ({universe}{part}), each compared with {}. Wrong claims: <b>{}</b>.</p></header>",
        grouped(report.positions),
        escape(&report.subject.oracle),
        grouped(report.wrong)
    );
    *html += introduction;
    write_results(html, report);
    write_rules(html, report, practice);
    if !report.maps.is_empty() {
        write_maps(html, report);
    }
    if let Some(curve) = curve {
        write_curve(html, curve);
    }
    write_samples(html, "Wrong claims", &report.wrong_examples);
    write_samples(html, "Draws not announced", &report.missed_draws);
    write_samples(html, "Wins not announced", &report.missed_wins);
    let _ = writeln!(html, "<footer>verify, build {}</footer>\n</main>", escape(&report.subject.build));
}

fn write_results(html: &mut String, report: &Report) {
    *html += "<section><h2>What is announced</h2>\n<div class=\"rows\">\n";
    let mut row = |name: &str, coverage: Coverage| {
        let share = |n: u64| n as f64 / coverage.all.max(1) as f64;
        let bar = svg::bar(&[(share(coverage.named), "named"), (share(coverage.mined), "mined")]);
        let _ = writeln!(
            html,
            "<div class=\"row\"><span>{name}</span>{bar}<b>{}</b><small>{} of {}</small></div>",
            percent(coverage.spotted(), coverage.all),
            grouped(coverage.spotted()),
            grouped(coverage.all)
        );
    };
    row("draws", report.draws);
    row(&format!("{} wins", report.strong), report.strong_wins);
    row(&format!("{} wins", report.weak), report.weak_wins);
    row("quiet draws", report.quiet.draws);
    row(&format!("quiet {} wins", report.strong), report.quiet.strong_wins);
    row(&format!("quiet {} wins", report.weak), report.quiet.weak_wins);
    for side in &report.sides {
        row(&format!("draws, {} to move", side.to_move), side.draws);
        row(&format!("wins, {} to move", side.to_move), side.strong_wins.plus(side.weak_wins));
    }
    if let Some(ice) = published::ice(report.subject.material) {
        row("draws, iCE 2012", Coverage { all: ice.draws, named: ice.spotted, mined: 0 });
    }
    *html += "</div>\n<p class=\"key\"><i class=\"named\"></i> named rules";
    if report.draws.mined + report.strong_wins.mined > 0
        && let Some(table) = report.rules.iter().find(|rule| rule.layer == "mined")
    {
        let _ = write!(html, " <i class=\"mined\"></i> {}, where no rule applies", table.name);
    }
    *html += "</p></section>\n";
}

fn write_rules(html: &mut String, report: &Report, practice: Option<&str>) {
    *html += "<section><h2>Rule by rule</h2><p>In the order in which they are tried; each with a position to which it applies. A dot marks the side to move.</p>\n<div class=\"cards\">\n";
    let ending = report.subject.material;
    let mut distances = recognizers::parse_distances(recognizers::DISTANCES).unwrap_or_default();
    distances.retain(|line| line.ending.canonical().0 == ending.canonical().0);
    for rule in &report.rules {
        let wins: Vec<&RuleDistance> = distances.iter().filter(|line| line.rule == rule.name).collect();
        write_rule(html, rule, &wins, practice);
    }
    *html += "</div></section>\n";
}

/// A rule, with the distances of the wins it announces. On phones only its headline is shown until
/// it is opened.
fn write_rule(html: &mut String, rule: &RuleReport, wins: &[&RuleDistance], practice: Option<&str>) {
    let to_move = rule.to_move.as_deref().map_or("either side".to_owned(), escape);
    let share = if rule.spoke == 0 { "never applied".to_owned() } else { percent(rule.spoke, rule.asked) };
    let _ = writeln!(
        html,
        "<article class=\"{}\"><details><summary><h3>{}</h3><span class=\"says\"><b>{}</b>, {to_move} to move <small>{share}</small></span></summary>",
        rule.layer,
        escape(rule.name),
        escape(&rule.says)
    );
    if let Some(example) = rule.examples.first() {
        *html += &svg::diagram(&example.fen);
    }
    let _ = writeln!(html, "<p>{}</p>", escape(rule.claim));
    write_figures(html, rule, wins);
    let _ = writeln!(html, "<p class=\"source\">{}</p>", escape(rule.source));
    if let (Some(address), Some(example)) = (practice, rule.examples.iter().find(|example| example.is_task()))
    {
        let fen = example.fen.replace(' ', "_");
        let _ = writeln!(html, "<p><a href=\"{}?fen={fen}\">Practice this rule</a></p>", escape(address));
    }
    if rule.examples.len() > 1 {
        *html += "<details><summary>more positions</summary>";
        for example in &rule.examples[1..] {
            let _ = write!(html, "{}<code>{}</code>", svg::diagram(&example.fen), escape(&example.fen));
        }
        *html += "</details>";
    }
    *html += "</details></article>\n";
}

/// The counts of a rule; only the number of tries if it never applied.
fn write_figures(html: &mut String, rule: &RuleReport, wins: &[&RuleDistance]) {
    let class = if rule.wrong > 0 { "bad" } else { "good" };
    let mut figures = vec![("tried", grouped(rule.asked)), ("applied", grouped(rule.spoke))];
    if rule.spoke > 0 {
        figures.push(("share of tried", percent(rule.spoke, rule.asked)));
        figures.push(("of quiet positions", grouped(rule.quiet)));
        figures.push(("right", grouped(rule.right)));
        figures.push(("wrong", format!("<span class=\"{class}\">{}</span>", grouped(rule.wrong))));
    }
    if let (Some(holds), Some(alone), Some(wrong)) = (rule.holds, rule.alone, rule.wrong_alone) {
        figures.push(("applies if tried first", grouped(holds)));
        figures.push(("the only rule", grouped(alone)));
        figures.push(("wrong if tried first", grouped(wrong)));
    }
    if !wins.is_empty() && rule.spoke > 0 {
        let positions: u64 = wins.iter().map(|line| line.positions).sum();
        let plies: f64 = wins.iter().map(|line| line.mean * line.positions as f64).sum();
        figures.push(("plies to zeroing, mean", format!("{:.1}", plies / positions.max(1) as f64)));
        let greatest = wins.iter().map(|line| line.greatest).max().unwrap_or(0);
        figures.push(("plies to zeroing, at most", greatest.to_string()));
    }
    *html += "<dl>";
    for (name, figure) in figures {
        let _ = write!(html, "<dt>{name}</dt><dd>{figure}</dd>");
    }
    *html += "</dl>";
}

/// Boards of coverage by square. Those with the same figure on every square are listed in a
/// sentence instead.
fn write_maps(html: &mut String, report: &Report) {
    type Class = fn(&SquareMap, usize, Option<Side>) -> Coverage;
    let classes: [(&str, Class); 2] = [("draws", SquareMap::draws), ("wins", SquareMap::wins)];
    let (mut boards, mut whole, mut none) = (String::new(), Vec::new(), Vec::new());
    for map in &report.maps {
        for (side, to_move) in Side::ALL.into_iter().zip(&report.sides) {
            for (name, class) in classes {
                let title = format!("{name} by {}, {} to move", map.man, to_move.to_move);
                let coverage = |square| class(map, square, Some(side));
                let seen: Vec<Coverage> = (0..64).map(coverage).filter(|c| c.all > 0).collect();
                if seen.iter().all(|coverage| coverage.spotted() == coverage.all) {
                    // Without positions there is nothing to show.
                    if !seen.is_empty() {
                        whole.push(title);
                    }
                } else if seen.iter().all(|coverage| coverage.spotted() == 0) {
                    none.push(title);
                } else {
                    let board = svg::heat_map(&title, coverage);
                    let _ = writeln!(boards, "<figure>{board}<figcaption>{title}</figcaption></figure>");
                }
            }
        }
    }
    *html += "<section><h2>Coverage by square</h2>";
    for (words, titles) in [("100 % on every square", whole), ("Nothing on any square", none)] {
        if !titles.is_empty() {
            let _ = write!(html, "<p>{words}: {}.</p>", titles.join("; "));
        }
    }
    if !boards.is_empty() {
        let _ = write!(
            html,
            "<p>Share announced, in percent, by the square of one piece, as the strong side sees the board.</p>\n<div class=\"maps\">\n{boards}</div>"
        );
    }
    *html += "</section>\n";
}

fn write_curve(html: &mut String, curve: &Curve) {
    let Some(totals) = published::totals(curve.ending, Universe::Ice) else { return };
    let line = |count: fn(&CurvePoint) -> u64, all: u64| -> Vec<(f64, f64)> {
        curve.curve.iter().map(|point| (point.leaves as f64, count(point) as f64 / all as f64)).collect()
    };
    let lines = [("named", line(|p| p.draws, totals.draws)), ("mined", line(|p| p.wins, totals.decided))];
    let _ = writeln!(
        html,
        "<section><h2>Coverage by leaves of a mined tree</h2>{}<p class=\"key\"><i class=\"named\"></i> draws <i class=\"mined\"></i> wins, without exception lists, counted as for iCE</p></section>",
        svg::curve("coverage against leaves", &lines)
    );
}

fn write_samples(html: &mut String, title: &str, examples: &[Example]) {
    if examples.is_empty() {
        return;
    }
    let _ = writeln!(html, "<section><h2>{title}</h2>\n<div class=\"maps\">");
    for example in examples {
        let claim = match (&example.claimed, example.rule) {
            (Some(claimed), Some(rule)) => format!(", claimed: {} ({})", escape(claimed), escape(rule)),
            _ => String::new(),
        };
        let _ = writeln!(
            html,
            "<figure>{}<figcaption>result for the side to move: {}{claim}<br><code>{}</code></figcaption></figure>",
            svg::diagram(&example.fen),
            escape(&example.truth),
            escape(&example.fen)
        );
    }
    *html += "</div></section>\n";
}

pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

//! Reports as one page for browsers on phones and wide screens, with nothing to load from elsewhere.

use std::fmt::Write as _;

use board::Material;
use recognizers::{RuleDistance, Side};
use serde::Deserialize;

use super::page::{grouped, percent};
use super::svg;
use super::{Example, Report, RuleReport};
use crate::audit::{Coverage, Shard, SquareMap, Universe, published};
use crate::mine::CurvePoint;

const STYLE: &str = include_str!("page.css");

/// How much trees of several sizes announce, as `verify mine` writes it beside a mined table.
#[derive(Clone, Debug, Deserialize)]
pub struct Curve {
    /// The ending, in any coloring.
    pub ending: Material,
    /// From the smallest tree to the largest.
    pub curve: Vec<CurvePoint>,
}

/// The page of some reports, with the curves of their mined tables where they are at hand.
pub fn page(reports: &[Report], curves: &[Curve]) -> String {
    let names: Vec<String> = reports.iter().map(|report| report.subject.material.to_string()).collect();
    let mut html = head(&format!("{}: what the rules know", names.join(", ")));
    if reports.len() > 1 {
        let link = |name: &String| format!("<a href=\"#{name}\">{name}</a>");
        let _ = writeln!(html, "<nav>{}</nav>", names.iter().map(link).collect::<Vec<_>>().join(" "));
    }
    for report in reports {
        let curve = curves.iter().find(|c| c.ending.canonical().0 == report.subject.material);
        write_report(&mut html, report, curve, "");
    }
    html += "</body></html>\n";
    html
}

/// What a page begins with: its title, its style, and the shapes of the men.
pub(crate) fn head(title: &str) -> String {
    let mut html = String::from("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n");
    html += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";
    let _ = writeln!(html, "<title>{}</title>", escape(title));
    let _ = writeln!(html, "<style>\n{STYLE}</style></head><body>\n{}", svg::MEN);
    html
}

/// One report; what introduces it follows its headline.
pub(crate) fn write_report(html: &mut String, report: &Report, curve: Option<&Curve>, introduction: &str) {
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
    write_rules(html, report);
    if !report.maps.is_empty() {
        write_maps(html, report);
    }
    if let Some(curve) = curve {
        write_curve(html, curve);
    }
    write_samples(html, "Claimed wrongly", &report.wrong_examples);
    write_samples(html, "Draws nobody announced", &report.missed_draws);
    write_samples(html, "Wins nobody announced", &report.missed_wins);
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
        let _ = write!(html, " <i class=\"mined\"></i> {}, where all rules are silent", table.name);
    }
    *html += "</p></section>\n";
}

fn write_rules(html: &mut String, report: &Report) {
    *html += "<section><h2>Rule by rule</h2><p>In the order of asking; each with a position it speaks on. A dot marks the side to move.</p>\n<div class=\"cards\">\n";
    let ending = report.subject.material;
    let mut distances = recognizers::parse_distances(recognizers::DISTANCES).unwrap_or_default();
    distances.retain(|line| line.ending.canonical().0 == ending.canonical().0);
    for rule in &report.rules {
        let wins: Vec<&RuleDistance> = distances.iter().filter(|line| line.rule == rule.name).collect();
        write_rule(html, rule, &wins);
    }
    *html += "</div></section>\n";
}

/// A rule, with the distances of the wins it announces.
fn write_rule(html: &mut String, rule: &RuleReport, wins: &[&RuleDistance]) {
    let _ = writeln!(html, "<article class=\"{}\"><h3>{}</h3>", rule.layer, escape(rule.name));
    match rule.examples.first() {
        Some(example) => *html += &svg::diagram(&example.fen),
        None => *html += "<p class=\"empty\">no example kept</p>",
    }
    let to_move = rule.to_move.as_deref().map_or("either side".to_owned(), escape);
    let class = if rule.wrong > 0 { "bad" } else { "good" };
    let _ = writeln!(
        html,
        "<p>{}</p><p class=\"says\"><b>{}</b>, {to_move} to move</p>",
        escape(rule.claim),
        escape(&rule.says)
    );
    let mut figures = vec![
        ("asked", grouped(rule.asked)),
        ("spoke", grouped(rule.spoke)),
        ("quiet", grouped(rule.quiet)),
        ("share of asked", percent(rule.spoke, rule.asked)),
        ("right", grouped(rule.right)),
        ("wrong", format!("<span class=\"{class}\">{}</span>", grouped(rule.wrong))),
    ];
    if let (Some(holds), Some(alone), Some(wrong)) = (rule.holds, rule.alone, rule.wrong_alone) {
        figures.push(("holds", grouped(holds)));
        figures.push(("alone", grouped(alone)));
        figures.push(("wrong if asked first", grouped(wrong)));
    }
    if !wins.is_empty() {
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
    let _ = writeln!(html, "</dl><p class=\"source\">{}</p>", escape(rule.source));
    if rule.examples.len() > 1 {
        *html += "<details><summary>more positions</summary>";
        for example in &rule.examples[1..] {
            let _ = write!(html, "{}<code>{}</code>", svg::diagram(&example.fen), escape(&example.fen));
        }
        *html += "</details>";
    }
    *html += "</article>\n";
}

fn write_maps(html: &mut String, report: &Report) {
    *html += "<section><h2>Where the rules see</h2><p>Share announced, in per cent, by the square of one man, as the strong side sees the board.</p>\n<div class=\"maps\">\n";
    for map in &report.maps {
        for (side, to_move) in Side::ALL.into_iter().zip(&report.sides) {
            type Class = fn(&SquareMap, usize, Option<Side>) -> Coverage;
            let classes: [(&str, Class); 2] = [("draws", SquareMap::draws), ("wins", SquareMap::wins)];
            for (name, class) in classes {
                let title = format!("{name} by {}, {} to move", map.man, to_move.to_move);
                let board = svg::heat_map(&title, |square| class(map, square, Some(side)));
                let _ = writeln!(html, "<figure>{board}<figcaption>{title}</figcaption></figure>");
            }
        }
    }
    *html += "</div></section>\n";
}

fn write_curve(html: &mut String, curve: &Curve) {
    let Some(totals) = published::totals(curve.ending, Universe::Ice) else { return };
    let line = |count: fn(&CurvePoint) -> u64, all: u64| -> Vec<(f64, f64)> {
        curve.curve.iter().map(|point| (point.leaves as f64, count(point) as f64 / all as f64)).collect()
    };
    let lines = [("named", line(|p| p.draws, totals.draws)), ("mined", line(|p| p.wins, totals.decided))];
    let _ = writeln!(
        html,
        "<section><h2>What a mined tree of so many leaves knows</h2>{}<p class=\"key\"><i class=\"named\"></i> draws <i class=\"mined\"></i> wins, without exception lists, counted as for iCE</p></section>",
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
            "<figure>{}<figcaption>truth for the side to move: {}{claim}<br><code>{}</code></figcaption></figure>",
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

//! The index of endings: rules with positions that show them, and positions of endings that only tables know.

use std::fmt::Write as _;

use board::Material;

use super::html::{escape, link};
use crate::answer::endings::{self, Ending, Wanted};
use crate::answer::rules;
use crate::error::Refusal;
use crate::figures::title;
use crate::knowledge::Knowledge;

/// Positions shown of an ending that has no rules.
const POSITIONS: usize = 4;

/// Endings with proved rules, then those of tables alone; what an entry holds is fetched when it is opened.
pub(super) fn endings_index(knowledge: &Knowledge) -> String {
    let endings = endings::list(knowledge);
    let (ruled, others): (Vec<&Ending>, Vec<&Ending>) = endings.iter().partition(|ending| ending.rules > 0);
    let mut html = String::from(
        "<p class=\"quiet\">Open an ending for its rules; a click on a rule puts a position on the board that shows it.</p><h3>With proved rules</h3>",
    );
    group(&mut html, &ruled);
    let here: Vec<&Ending> =
        others.into_iter().filter(|ending| ending.men <= 4 || ending.here != "no").collect();
    let _ = write!(
        html,
        "<details class=\"others\"><summary>{} without rules, known from tables</summary>",
        tbgen::counted(here.len() as u64, "ending")
    );
    group(&mut html, &here);
    html += "</details>";
    html
}

fn group(html: &mut String, endings: &[&Ending]) {
    *html += "<div class=\"endings\">";
    for ending in endings {
        let material = ending.material;
        let rules = match ending.rules {
            0 => String::new(),
            rules => format!("<span class=\"count\">{}</span>", tbgen::counted(rules as u64, "rule")),
        };
        // Without scripts there is one link: to a position where a rule has one, else to some from the table.
        let first = rules::first_example(material);
        let link = first.map_or_else(
            || format!("<a href=\"api/v1/endings/{material}/random\">Positions as JSON</a>"),
            |fen| format!("<a href=\"{}\">An example</a>", link(fen)),
        );
        let _ = write!(
            html,
            "<details><summary><b>{material}</b> <span class=\"name\">{}</span>{rules}</summary><div data-ending=\"{material}\">{link}</div></details>",
            escape(&title(material))
        );
    }
    *html += "</div>";
}

/// What an entry of the index holds; with a link to the handbook where that has a page of the ending.
///
/// # Errors
/// [`Refusal::NotFound`] for endings without rules that are not solved in memory.
pub(crate) fn examples_part(
    knowledge: &Knowledge,
    material: Material,
    in_handbook: bool,
) -> Result<String, Refusal> {
    let mut html = String::new();
    if in_handbook {
        let _ = write!(
            html,
            "<p><a href=\"handbook/{material}.html\">{material} in the handbook</a>: figures, maps, longest mates</p>"
        );
    }
    match rules::of_ending(material) {
        Ok(rules) if rules.rules.iter().any(|rule| rule.example.is_some()) => named(&mut html, &rules),
        _ => drawn(&mut html, knowledge, material)?,
    }
    Ok(html)
}

/// Named rules in the order in which they are tried, each with its example.
fn named(html: &mut String, rules: &rules::Rules) {
    *html += "<ol>";
    for rule in &rules.rules {
        let Some(example) = rule.example else { continue };
        let _ = write!(
            html,
            "<li><a href=\"{}\">{}</a><p>{} <span class=\"source\">{}</span></p></li>",
            link(example),
            escape(rule.name),
            escape(rule.claim),
            escape(rule.source)
        );
    }
    *html += "</ol>";
}

/// Some positions of a solved ending, drawn at random but always the same.
fn drawn(html: &mut String, knowledge: &Knowledge, material: Material) -> Result<(), Refusal> {
    let wanted = Wanted { offset: 0, limit: POSITIONS, seed: 1, result: None };
    let page = endings::page(knowledge, material, "random", &wanted)?;
    *html += "<p>No rules; positions at random:</p><ol>";
    for position in &page.positions {
        let _ = write!(
            html,
            "<li><a href=\"{}\">{}</a> {}</li>",
            link(&position.fen),
            position.fen,
            position.words
        );
    }
    *html += "</ol>";
    Ok(())
}

//! The index of endings: rules with examples, and positions of endings without rules.

use std::fmt::Write as _;

use board::Material;
use recognizers::Bound;

use super::html::{address, escape, link};
use crate::answer::endings::{self, Ending, Wanted};
use crate::answer::{fen, rules};
use crate::error::Refusal;
use crate::figures::title;
use crate::knowledge::Knowledge;
use crate::site::Site;

/// Number of positions shown for an ending without rules.
const POSITIONS: usize = 4;

/// Endings with proved rules, then those with only tables; the content of an entry is fetched when
/// it is opened.
pub(super) fn endings_index(knowledge: &Knowledge) -> String {
    let endings = endings::list(knowledge);
    let (ruled, others): (Vec<&Ending>, Vec<&Ending>) = endings.iter().partition(|ending| ending.rules > 0);
    let mut html = String::from(
        "<p class=\"quiet\">Open an ending to see its rules; click a rule to show an example on the board.</p><h3>With proved rules</h3>",
    );
    group(&mut html, &ruled);
    let here: Vec<&Ending> =
        others.into_iter().filter(|ending| ending.men <= 4 || ending.here != "no").collect();
    let _ = write!(
        html,
        "<details class=\"others\"><summary>{} without rules, solved by tables</summary>",
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
        // Without scripts there is one link: to the first example, or to random positions.
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

/// The content of an index entry, with a link to the handbook if that has a page on the ending.
///
/// # Errors
/// [`Refusal::NotFound`] for endings that have no rules and are not solved in memory.
pub(crate) fn examples_part(site: &Site, material: Material) -> Result<String, Refusal> {
    let practice = site.home.practice();
    let mut html = format!(
        "<p><a href=\"{practice}?ending={material}\">Practice {material}</a>: critical positions at random</p>"
    );
    if site.handbook.has(material) {
        let _ = write!(
            html,
            "<p><a href=\"handbook/{material}.html\">{material} in the handbook</a>: figures, maps, longest mates</p>"
        );
    }
    match rules::of_ending(material) {
        Ok(rules) if rules.rules.iter().any(|rule| rule.example.is_some()) => {
            named(&mut html, &rules, practice);
        }
        _ => drawn(&mut html, &site.knowledge, material)?,
    }
    Ok(html)
}

/// The named rules in the order in which they are tried, each with its example.
fn named(html: &mut String, rules: &rules::Rules, practice: &str) {
    *html += "<ol>";
    for rule in &rules.rules {
        let Some(example) = rule.example else { continue };
        let _ = write!(
            html,
            "<li><a href=\"{}\">{}</a><p>{} <span class=\"source\">{}</span>{}</p></li>",
            link(example),
            escape(rule.name),
            escape(rule.claim),
            escape(rule.source),
            practice_link(example, practice)
        );
    }
    *html += "</ol>";
}

/// A link to practice from the example of a rule, unless the side to move is lost there.
fn practice_link(example: &str, practice: &str) -> String {
    let task = fen::read(example).ok().filter(|board| {
        let bound = recognizers::judge(board).map(|verdict| verdict.bound);
        matches!(bound, Some(Bound::Draw | Bound::AtLeastDraw | Bound::Win))
    });
    task.map_or_else(String::new, |board| {
        format!(" <a class=\"practice\" href=\"{practice}?fen={}\">Practice it</a>", address(&board))
    })
}

/// Some random positions of a solved ending, always the same.
fn drawn(html: &mut String, knowledge: &Knowledge, material: Material) -> Result<(), Refusal> {
    let wanted = Wanted { offset: 0, limit: POSITIONS, seed: 1, result: None };
    let page = endings::page(knowledge, material, "random", &wanted)?;
    *html += "<p>No rules; random positions:</p><ol>";
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

//! The practice page: the board, the courses and the endings to choose from.

use std::fmt::Write as _;

use board::Board;

use super::frame::{FIRST, ICON, Own};
use super::html::{self, escape};
use crate::answer::endings::{self, Ending};
use crate::answer::{fen, practice as courses};
use crate::figures::title;
use crate::knowledge::Knowledge;
use crate::site::{Home, Site};

const PRACTICE: &str = include_str!("practice.html");

/// The practice page, the same for every task, which scripts load.
pub(crate) fn practice(site: &Site) -> String {
    let own = Own::of(site);
    let board: Board = fen::read(FIRST).expect("it is a position");
    let here = site.home.practice();
    PRACTICE
        .replace("{{head}}", &own.head)
        .replace("{{icon}}", ICON)
        .replace("{{body}}", &own.body)
        .replace("{{shapes}}", &html::shapes())
        .replace("{{handbook-link}}", &own.handbook_link())
        .replace("{{board}}", &html::board(&board))
        .replace("{{here}}", here)
        .replace("{{levels}}", &levels(&site.home))
        .replace("{{about-levels}}", about_levels(&site.home))
        .replace("{{endings}}", &choices(&site.knowledge))
        .replace("{{courses}}", &list(here))
}

/// Strengths of the engine to choose from, in Elo.
const LEVELS: [i32; 5] = [1400, 1700, 2000, 2300, 2600];

/// The levels of the engine that only a server has.
fn levels(home: &Home) -> String {
    match home {
        Home::Server { .. } => {
            LEVELS.map(|elo| format!("<option value=\"{elo}\">plays at {elo} Elo</option>")).concat()
        }
        Home::Page => String::new(),
    }
}

fn about_levels(home: &Home) -> &'static str {
    match home {
        Home::Server { .. } => {
            "A level is that of the engine without tables and rules: it may spoil its result, and what you win by that counts."
        }
        Home::Page => {
            "Levels of strength need an engine, which this page does not have: <code>vancura practice --defender 1600</code> and the explorer's server have one."
        }
    }
}

/// Endings of three and four pieces, those of five with rules or tables, and larger ones with
/// files.
fn choices(knowledge: &Knowledge) -> String {
    let endings = endings::list(knowledge);
    let is_offered = |ending: &&Ending| ending.men <= 4 || ending.rules > 0 || ending.here != "no";
    let (ruled, others): (Vec<&Ending>, Vec<&Ending>) =
        endings.iter().filter(is_offered).partition(|ending| ending.rules > 0);
    let mut html = String::new();
    for (label, group) in [("With proved rules", ruled), ("Others", others)] {
        let _ = write!(html, "<optgroup label=\"{label}\">");
        for ending in group {
            let material = ending.material;
            let _ = write!(
                html,
                "<option value=\"{material}\">{material}: {}</option>",
                escape(&title(material))
            );
        }
        html += "</optgroup>";
    }
    html
}

/// The courses, with links to their positions.
fn list(here: &str) -> String {
    let mut html = String::new();
    for course in courses::list() {
        let (name, count) = (course.name, tbgen::counted(course.lessons.len() as u64, "position"));
        let covers = if course.covers.is_empty() {
            String::new()
        } else {
            format!("It covers {} ", escape(course.covers))
        };
        let _ = write!(
            html,
            "<details data-course=\"{name}\"><summary><b>{}</b> <span class=\"count\">{count}</span></summary><p class=\"quiet\">{covers}<a href=\"api/v1/practice/study.pgn?course={name}\" download=\"{name}.pgn\">As PGN for a study</a></p><ol>",
            escape(course.title)
        );
        for lesson in &course.lessons {
            let _ = write!(
                html,
                "<li data-fen=\"{}\" data-goal=\"{}\"><a href=\"{here}?course={name}&amp;n={}\">{}</a></li>",
                escape(&lesson.fen),
                lesson.goal,
                lesson.number,
                escape(lesson.title)
            );
        }
        html += "</ol></details>";
    }
    html
}

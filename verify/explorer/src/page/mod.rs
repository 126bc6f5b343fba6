//! The page: what a browser shows, read without JavaScript, made lively by it.

mod ending;
mod html;
mod index;
mod position;

use std::fmt::Write as _;

use crate::answer::{fen, tables};
use crate::error::Refusal;
use crate::knowledge::Knowledge;
pub(crate) use ending::ending_part;
use html::escape;
pub(crate) use index::examples_part;
pub(crate) use position::position_parts;

/// Vančura's position, which the suite is named after; a rule knows it without files.
const FIRST: &str = "R7/6k1/P4r2/8/8/1K6/8/8 b - - 0 1";

const FRAME: &str = include_str!("frame.html");

/// The scripts and styles of the page, by name.
const ASSETS: [(&str, &str, &str); 6] = [
    ("page.css", "text/css; charset=utf-8", include_str!("page.css")),
    ("page.js", "text/javascript; charset=utf-8", include_str!("page.js")),
    ("board.js", "text/javascript; charset=utf-8", include_str!("board.js")),
    ("game.js", "text/javascript; charset=utf-8", include_str!("game.js")),
    ("position.js", "text/javascript; charset=utf-8", include_str!("position.js")),
    ("engine.js", "text/javascript; charset=utf-8", include_str!("engine.js")),
];

/// An asset with its kind.
pub(crate) fn asset(name: &str) -> Option<(&'static str, &'static str)> {
    ASSETS.iter().find(|(known, ..)| *known == name).map(|&(_, kind, text)| (kind, text))
}

/// What stands at the address of the handbook where none was named.
pub(crate) const NO_HANDBOOK: &str = include_str!("no_handbook.html");

/// The whole page with a position; where the address names none, with the first.
///
/// # Errors
/// A damaged table. An invalid FEN is reported on the page.
pub(crate) fn front(knowledge: &Knowledge, asked: Option<&str>, token: &str) -> Result<String, Refusal> {
    let first = || fen::read(FIRST).expect("it is a position");
    let (board, fault) = match asked.filter(|text| !text.trim().is_empty()).map(fen::read) {
        Some(Ok(board)) => (board, String::new()),
        Some(Err(error)) => (first(), format!("{error}. Another position is shown.")),
        None => (first(), String::new()),
    };
    // The shapes of the men, without the style that our own policy forbids.
    let men = verify::report::MEN.replacen(" style=\"position:absolute\"", " class=\"shapes\"", 1);
    let text = FRAME
        .replace("{{shapes}}", &men)
        .replace("{{token}}", &escape(token))
        .replace("{{fault}}", &escape(&fault))
        .replace("{{board}}", &html::board(&board))
        .replace("{{fen}}", &escape(&board.to_string()))
        .replace("{{endings}}", &index::endings_index(knowledge))
        .replace("{{tables}}", &tables_part(knowledge)?)
        .replace("{{parts}}", &position_parts(knowledge, &board)?);
    Ok(text)
}

/// What tables are here.
///
/// # Errors
/// A folder that cannot be listed any more.
pub(crate) fn tables_part(knowledge: &Knowledge) -> Result<String, Refusal> {
    let tables = tables::tables(knowledge)?;
    let memory = &tables.memory;
    let men = memory.endings.iter().map(|m| m.men()).max().unwrap_or(2);
    let mut html = format!(
        "<p>In memory: <b>{}</b> endings of up to {men} pieces, {}.</p>",
        memory.endings.len(),
        html::size(memory.bytes as u64)
    );
    let progress = &memory.progress;
    if let Some(solving) = progress.solving {
        let _ = write!(
            html,
            "<p>Solving {solving}: <progress max=\"{of}\" value=\"{done}\">{done} of {of}</progress> {done} of {of} endings</p>",
            of = progress.of,
            done = progress.done
        );
    }
    if let Some(fault) = &progress.fault {
        let _ = write!(html, "<p class=\"fault\">{}</p>", escape(fault));
    }
    if tables.folders.is_empty() {
        html += "<p>No folder of table files was named. Five pieces are covered with <code>vancura-explorer DIR</code>, where DIR has Syzygy files, or with <code>--solve</code>, which solves an ending in memory on request.</p>";
    }
    for folder in &tables.folders {
        let bytes = folder.files.iter().map(|file| file.bytes).sum();
        let _ = write!(
            html,
            "<p>Folder <code>{}</code>: {} files, {}.</p>",
            escape(&folder.name),
            folder.files.len(),
            html::size(bytes)
        );
        if !folder.lacks.is_empty() {
            let _ = write!(
                html,
                "<details><summary>{} files are missing that those need</summary><p>{}</p></details>",
                folder.lacks.len(),
                folder.lacks.join(", ")
            );
        }
    }
    Ok(html)
}

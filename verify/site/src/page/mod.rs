//! The pages as HTML, readable without JavaScript, with their scripts and styles.

mod ending;
mod frame;
mod html;
mod index;
mod position;
mod practice;
mod tables;

pub(crate) use self::practice::practice;
pub(crate) use ending::ending_part;
pub use frame::FIRST;
pub(crate) use frame::front;
pub use html::MEN;
pub(crate) use index::examples_part;
pub(crate) use position::position_parts;
pub(crate) use tables::tables_part;

/// The page shown at the URL of the handbook if there is none.
pub const NO_HANDBOOK: &str = include_str!("no_handbook.html");

/// The scripts and styles of the pages: name, content type and text.
const ASSETS: [(&str, &str, &str); 14] = [
    ("page.css", "text/css; charset=utf-8", include_str!("page.css")),
    ("page.js", "text/javascript; charset=utf-8", include_str!("page.js")),
    ("annotate.js", "text/javascript; charset=utf-8", include_str!("annotate.js")),
    ("ask.js", "text/javascript; charset=utf-8", include_str!("ask.js")),
    ("boxes.js", "text/javascript; charset=utf-8", include_str!("boxes.js")),
    ("board.js", "text/javascript; charset=utf-8", include_str!("board.js")),
    ("element.js", "text/javascript; charset=utf-8", include_str!("element.js")),
    ("engine.js", "text/javascript; charset=utf-8", include_str!("engine.js")),
    ("files.js", "text/javascript; charset=utf-8", include_str!("files.js")),
    ("game.js", "text/javascript; charset=utf-8", include_str!("game.js")),
    ("moves.js", "text/javascript; charset=utf-8", include_str!("moves.js")),
    ("position.js", "text/javascript; charset=utf-8", include_str!("position.js")),
    ("practice.css", "text/css; charset=utf-8", include_str!("practice.css")),
    ("practice.js", "text/javascript; charset=utf-8", include_str!("practice.js")),
];

/// The names and texts of the scripts and styles that the pages load from `assets/`.
pub fn assets() -> impl Iterator<Item = (&'static str, &'static str)> {
    ASSETS.iter().map(|&(name, _, text)| (name, text))
}

/// The content type and text of an asset.
pub(crate) fn asset(name: &str) -> Option<(&'static str, &'static str)> {
    ASSETS.iter().find(|(known, ..)| *known == name).map(|&(_, kind, text)| (kind, text))
}

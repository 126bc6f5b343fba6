//! The explorer page with a position, for a server or for a static folder.

use super::html::{self, escape};
use super::index;
use super::position::position_parts;
use super::tables::tables_part;
use crate::answer::fen;
use crate::error::Refusal;
use crate::site::{Home, Site};

/// Vančura's position, after which the suite is named; a rule proves it without files.
pub const FIRST: &str = "R7/6k1/P4r2/8/8/1K6/8/8 b - - 0 1";

/// The icon of the page.
pub(super) const ICON: &str = include_str!("icon.html");
const FRAME: &str = include_str!("frame.html");
const ENGINE: &str = include_str!("engine.html");
const FILES: &str = include_str!("files.html");

/// The policy of a page without a server: it loads only files of its folder.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'";

/// Text about the API, for a server and for a page without one.
const API: &str = "<p>Chess programs can use this server for the lichess tablebase API: <code>/standard?fen=…</code>, <code>/standard/mainline?fen=…</code>. Everything on this page is also data at <a href=\"api/v1/openapi.json\"><code>/api/v1</code></a>.</p>";
const ALONE: &str = "<p>There is no server: everything is computed on this device, and once the page has been opened it needs no network. Endings of 3 and 4 pieces are solved when they are needed. With 5 pieces a result is proved from rules, trained tables and the moves that lead to them; otherwise it is <b>not known</b> and never guessed. Positions with 6 or more pieces need table files.</p>";

/// The explorer page with the given position, or with [`FIRST`].
///
/// # Errors
/// A damaged table. An invalid FEN is reported on the page.
pub(crate) fn front(site: &Site, asked: Option<&str>) -> Result<String, Refusal> {
    let first = || fen::read(FIRST).expect("it is a position");
    let (board, fault) = match asked.filter(|text| !text.trim().is_empty()).map(fen::read) {
        Some(Ok(board)) => (board, String::new()),
        Some(Err(error)) => (first(), format!("{error}. Another position is shown.")),
        None => (first(), String::new()),
    };
    let own = Own::of(site);
    let help = if own.has_handbook {
        format!(
            "<p>For all rules with figures, maps and the longest mates of each ending, see the {}.</p>",
            handbook("handbook")
        )
    } else {
        String::new()
    };
    let text = FRAME
        .replace("{{head}}", &own.head)
        .replace("{{icon}}", ICON)
        .replace("{{shapes}}", &html::shapes())
        .replace("{{practice}}", site.home.practice())
        .replace("{{body}}", &own.body)
        .replace("{{engine-link}}", own.engine[0])
        .replace("{{engine}}", own.engine[1])
        .replace("{{files}}", own.files)
        .replace("{{handbook-link}}", &own.handbook_link())
        .replace("{{handbook}}", &help)
        .replace("{{api}}", own.api)
        .replace("{{noscript}}", own.noscript)
        .replace("{{fault}}", &escape(&fault))
        .replace("{{board}}", &html::board(&board))
        .replace("{{fen}}", &escape(&board.to_string()))
        .replace("{{endings}}", &index::endings_index(&site.knowledge))
        .replace("{{tables}}", &tables_part(site)?)
        .replace("{{parts}}", &position_parts(site, &board)?);
    Ok(text)
}

/// The parts that differ between the two homes of the page.
pub(super) struct Own {
    pub(super) head: String,
    /// Attributes of the body, which the scripts read.
    pub(super) body: String,
    /// The link to the section of the engine, and the section.
    engine: [&'static str; 2],
    /// The section for adding table files.
    files: &'static str,
    api: &'static str,
    noscript: &'static str,
    has_handbook: bool,
}

impl Own {
    /// The parts for the home of a site.
    pub(super) fn of(site: &Site) -> Self {
        match &site.home {
            Home::Server { token } => Self {
                head: String::new(),
                body: format!("data-token=\"{}\" data-handbook=\"{}\"", escape(token), site.handbook.names()),
                engine: [" <a href=\"#engine\">Engine</a>", ENGINE],
                files: "",
                api: API,
                noscript: "Without JavaScript the FEN field and all links work; dragging, analysis and highlighted squares need it.",
                has_handbook: true,
            },
            Home::Page => Self {
                head: format!(
                    "<meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n<link rel=\"manifest\" href=\"manifest.webmanifest\">\n"
                ),
                body: format!("data-worker=\"worker.js\" data-handbook=\"{}\"", site.handbook.names()),
                engine: ["", ""],
                files: FILES,
                api: ALONE,
                noscript: "All answers are computed in the browser: without JavaScript this page shows only the position above.",
                has_handbook: !site.handbook.is_empty(),
            },
        }
    }

    /// The link to the handbook, if there is one.
    pub(super) fn handbook_link(&self) -> String {
        if self.has_handbook { format!(" {}", handbook("Handbook")) } else { String::new() }
    }
}

fn handbook(text: &str) -> String {
    format!("<a href=\"handbook/index.html\">{text}</a>")
}

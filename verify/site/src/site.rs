//! The site: its knowledge, its home and its handbook.

use std::collections::BTreeSet;
use std::sync::Arc;

use board::Material;

use crate::answer::category::Rules;
use crate::knowledge::Knowledge;

/// The pages with their parts, scripts and styles, the lichess tablebase API at `/standard`, and
/// the rest of the API at `/api/v1`.
pub struct Site {
    /// Tables, rules and proofs.
    pub knowledge: Arc<Knowledge>,
    /// Whether `/standard` also returns results proved by rules.
    pub rules: Rules,
    /// Where the page is served.
    pub home: Home,
    /// The endings with a page in the handbook.
    pub handbook: Handbook,
}

/// Where the page is served.
#[derive(Clone, Debug)]
pub enum Home {
    /// By a server with an engine.
    Server {
        /// A secret that the page sends with requests that change something.
        token: String,
    },
    /// As static files; a worker in the browser answers.
    Page,
}

impl Home {
    /// The URL of the practice page, with an extension in a static folder.
    pub(crate) fn practice(&self) -> &'static str {
        match self {
            Self::Server { .. } => "practice",
            Self::Page => "practice.html",
        }
    }
}

/// The endings with a page in the handbook.
#[derive(Clone, Debug, Default)]
pub struct Handbook(BTreeSet<Material>);

impl Handbook {
    /// Reads the endings from file names such as `KRPvKR.html`; other names are ignored.
    pub fn of_files<'a>(names: impl IntoIterator<Item = &'a str>) -> Self {
        let ending = |name: &str| name.strip_suffix(".html")?.parse::<Material>().ok();
        Self(names.into_iter().filter_map(ending).map(|material| material.canonical().0).collect())
    }

    pub(crate) fn has(&self, ending: Material) -> bool {
        self.0.contains(&ending.canonical().0)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The names of its files, separated by spaces.
    pub(crate) fn names(&self) -> String {
        let names: Vec<String> = self.0.iter().map(|ending| format!("{ending}.html")).collect();
        names.join(" ")
    }
}

//! What the page and its answers are made of, and where they are.

use std::collections::BTreeSet;
use std::sync::Arc;

use board::Material;

use crate::answer::category::Rules;
use crate::knowledge::Knowledge;

/// Everything that can be asked without a system around it: the page with its parts, scripts and styles, the lichess
/// tablebase API at `/standard`, and the rest of the API at `/api/v1`.
pub struct Site {
    /// What is known.
    pub knowledge: Arc<Knowledge>,
    /// Whether `/standard` answers with what rules prove, too.
    pub rules: Rules,
    /// Where the page is shown.
    pub home: Home,
    /// The endings that the handbook has a page of.
    pub handbook: Handbook,
}

/// Where the page is shown.
#[derive(Clone, Debug)]
pub enum Home {
    /// By a server that has an engine; the token is sent with what changes something.
    Server {
        /// What nobody else can know.
        token: String,
    },
    /// In a browser without a server: a worker answers.
    Page,
}

impl Home {
    /// The address of the page of practice: a folder of files has none without an extension.
    pub(crate) fn practice(&self) -> &'static str {
        match self {
            Self::Server { .. } => "practice",
            Self::Page => "practice.html",
        }
    }
}

/// The endings that the handbook has a page of.
#[derive(Clone, Debug, Default)]
pub struct Handbook(BTreeSet<Material>);

impl Handbook {
    /// By the names of its files, as in `KRPvKR.html`; others are left out.
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

    /// The names of its files, set apart by blanks.
    pub(crate) fn names(&self) -> String {
        let names: Vec<String> = self.0.iter().map(|ending| format!("{ending}.html")).collect();
        names.join(" ")
    }
}

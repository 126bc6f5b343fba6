//! Replies: a status, a content type, and the text.

use serde::Serialize;

use crate::error::Refusal;

/// How long a reply may be cached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// For a day: it depends only on the question and on tables that do not change.
    Day,
    /// Until it changes, which is checked each time.
    Checked,
    /// Not at all.
    Never,
}

/// The reply to a question.
#[derive(Clone, Debug)]
pub struct Reply {
    /// The HTTP status; 200 for an answer.
    pub status: u16,
    /// The content type, as in `application/json`.
    pub kind: &'static str,
    /// The text.
    pub text: Vec<u8>,
    /// How long it may be cached.
    pub keep: Keep,
    /// The allowed methods, if the question used another one.
    pub allow: Option<&'static str>,
}

impl Reply {
    /// An answer with status 200.
    pub fn new(kind: &'static str, text: impl Into<Vec<u8>>, keep: Keep) -> Self {
        Self { status: 200, kind, text: text.into(), keep, allow: None }
    }

    /// An answer as JSON.
    ///
    /// # Panics
    /// Never: the keys of answers are strings.
    pub fn json(value: &impl Serialize, keep: Keep) -> Self {
        let text = serde_json::to_vec(value).expect("the keys of answers are strings");
        Self::new("application/json", text, keep)
    }

    /// A plain text.
    pub fn plain(text: impl Into<String>, keep: Keep) -> Self {
        Self::new("text/plain; charset=utf-8", text.into(), keep)
    }

    /// An HTML page or a part of one.
    pub fn html(text: impl Into<String>) -> Self {
        Self::new("text/html; charset=utf-8", text.into(), Keep::Checked)
    }

    /// An error with its text.
    pub fn fault(status: u16, text: impl Into<String>) -> Self {
        Self { status, ..Self::plain(format!("{}\n", text.into()), Keep::Never) }
    }
}

impl From<Refusal> for Reply {
    fn from(refusal: Refusal) -> Self {
        let status = match refusal {
            Refusal::Malformed(_) | Refusal::Fen(_) | Refusal::Material(_) => 400,
            Refusal::NotFound(_) => 404,
            Refusal::Method(_) => 405,
            Refusal::Table(_) => 500,
        };
        let allow = if let Refusal::Method(methods) = refusal { Some(methods) } else { None };
        Self { allow, ..Self::fault(status, refusal.to_string()) }
    }
}

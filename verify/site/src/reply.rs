//! Replies: a status, what kind of text it is, and the text.

use serde::Serialize;

use crate::error::Refusal;

/// How long a reply may be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// For a day: it follows from the question and tables that do not change.
    Day,
    /// As long as it has not changed, which is asked each time.
    Checked,
    /// Not at all.
    Never,
}

/// The reply to a question.
#[derive(Clone, Debug)]
pub struct Reply {
    /// As HTTP has them: 200 for an answer.
    pub status: u16,
    /// What kind of text it is, as in `application/json`.
    pub kind: &'static str,
    /// The text.
    pub text: Vec<u8>,
    /// How long it may be kept.
    pub keep: Keep,
    /// The methods of an address that was asked by another one.
    pub allow: Option<&'static str>,
}

impl Reply {
    /// An answer.
    pub fn new(kind: &'static str, text: impl Into<Vec<u8>>, keep: Keep) -> Self {
        Self { status: 200, kind, text: text.into(), keep, allow: None }
    }

    /// An answer as data.
    ///
    /// # Panics
    /// Never: answers have texts for keys.
    pub fn json(value: &impl Serialize, keep: Keep) -> Self {
        let text = serde_json::to_vec(value).expect("answers have texts for keys");
        Self::new("application/json", text, keep)
    }

    /// A text for people.
    pub fn plain(text: impl Into<String>, keep: Keep) -> Self {
        Self::new("text/plain; charset=utf-8", text.into(), keep)
    }

    /// A page or a part of one.
    pub fn html(text: impl Into<String>) -> Self {
        Self::new("text/html; charset=utf-8", text.into(), Keep::Checked)
    }

    /// Why there is no answer.
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

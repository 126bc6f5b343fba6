//! Recognizers (named rules and a mined table) and their verdicts.

pub(crate) mod book;
mod signature;
mod verdict;

pub use book::{RuleBook, RuleSet, Rules};
pub(crate) use signature::Signature;
pub use verdict::{InSearch, Layer, Recognizer, RuleId, Verdict};

//! Recognizers: named rules, then a mined table, and what they announce.

pub(crate) mod book;
mod signature;
mod verdict;

pub use book::RuleBook;
pub use signature::Signature;
pub use verdict::{InSearch, Layer, Recognizer, RuleId, RuleSet, Verdict};

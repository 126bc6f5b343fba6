//! Mined tables: decision trees over cheap features, learned from a solved ending and pure over every position of it.
//!
//! A tree asks "is feature f at least t?" and ends in a leaf that says draw, win of either side, or nothing. A leaf speaks only if
//! all its positions have the result it announces, but for exceptions, which a filter in the table knows: about those, and about a few
//! other positions that pass for exceptions, it is silent.
//! `verify mine` makes the tables, `verify` proves them. They are decoded when first asked, in a few milliseconds.

mod answer;
mod coder;
mod derived;
pub(crate) mod features;
mod filter;
mod format;
mod leaf_distances;
mod phrase;
mod position;
mod replacement;
pub(crate) mod row;
mod table;
mod tree;

pub(crate) use answer::table_rules;
pub use answer::{MINED_RULES, Mineable, Mined};
pub(crate) use derived::{Derived, FeatureSet, Listed, Men, Own, Roster, Scene};
pub use features::{Ending, Features, Group, MAX_FEATURES, MAX_VALUE, Plan, Values, fingerprint};
pub use filter::MAX_BITS;
pub use format::FormatError;
pub use leaf_distances::DistancesError;
pub use phrase::Phrase;
pub use position::Position;
pub use replacement::ReplacementError;
pub use table::MinedTable;
pub use tree::{Answer, Leaf, Node, Tree};

//! Mined tables: decision trees over cheap features, learned from a solved ending and right in
//! every position of it.
//!
//! Each node tests "is feature f at least t?"; each leaf gives a draw, a win of either side, or
//! nothing. All positions of a leaf have its result, apart from exceptions. A filter in the table
//! excludes these and a few other positions (false positives), which get no answer. `verify mine`
//! makes the tables, `verify` proves them. They are decoded on first use, in a few milliseconds.

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

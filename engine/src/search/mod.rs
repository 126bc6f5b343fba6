//! The search of one thread: iterative deepening with aspiration windows over a principal variation
//! search.
//!
//! `Searcher::iterate` is the iterative deepening loop; `node` searches one node in numbered steps,
//! each in a function of its own in `prune`, `extend` or `reduce`; `quiescence` resolves captures
//! at the horizon. Scores are fail-soft and from the side to move's view.

mod aspiration;
mod damping;
mod exchange;
mod extend;
mod history;
mod kinds;
mod learn;
mod node;
mod picker;
mod prune;
mod quiescence;
mod ranked;
mod reduce;
mod reductions;
mod report;
mod root;
mod searcher;
mod stack;
mod tactical;
#[cfg(test)]
mod tests;
mod trace;
mod tried;

pub use history::Histories;
pub use kinds::RootMove;
pub use report::{Observer, SearchInfo, SearchResult, Silent};
pub(crate) use searcher::Searcher;
pub(crate) use searcher::Shared;
pub use searcher::Worker;

//! The evaluation: a network, or hand-crafted from material, piece-square tables, pawns, mobility,
//! threats and king safety; endgame plans and drawish material take precedence over both.

mod cache;
mod classical;
pub(crate) mod endings;
mod evaluator;
pub mod explain;
pub mod network;
mod terms;
mod tuning;
mod view;
mod weights;

pub use endings::Drawish;
pub use evaluator::Evaluator;
pub(crate) use evaluator::fade_with_fifty_move_clock;
pub(crate) use terms::parse_terms;
pub use terms::{UnknownTerm, terms};
pub use tuning::{HandCrafted, HandCraftedNumber};

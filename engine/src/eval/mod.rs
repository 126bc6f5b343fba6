//! The evaluation: a network, or by hand from material and place, pawns, mobility, threats, king safety; before either, the plans
//! against bare kings, and what is drawish by hand.

mod cache;
mod classical;
pub(crate) mod endings;
mod evaluator;
pub mod explain;
pub mod network;
mod tuning;
mod weights;

pub use endings::Drawish;
pub use evaluator::Evaluator;
pub(crate) use evaluator::fade_with_fifty_move_clock;
pub use tuning::{HandCrafted, HandCraftedNumber};

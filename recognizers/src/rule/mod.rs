//! Rules: what they test and what they state.

mod claim;
pub(crate) mod condition;
pub(crate) mod distance;
mod named;
pub(crate) mod sources;
mod view;

pub use claim::{Bound, Outcome, Rule};
pub use condition::Checked;
pub(crate) use condition::Condition;
pub use distance::{DISTANCES, Distance, NotADistance, RuleDistance, parse_distances};
pub use named::Named;
pub(crate) use named::rules;
pub use view::{Row, Side, View};

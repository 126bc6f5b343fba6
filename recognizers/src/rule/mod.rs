//! What rules speak of and what they say.

mod claim;
mod condition;
pub(crate) mod distance;
mod view;

pub use claim::{Bound, Outcome, Rule};
pub use condition::{Checked, Condition};
pub(crate) use condition::{conditions, joined, told};
pub use distance::{DISTANCES, Distance, NotADistance, RuleDistance, parse_distances};
pub use view::{Row, Side, View};

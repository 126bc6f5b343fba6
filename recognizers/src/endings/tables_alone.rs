//! Endings that are known by mined tables alone, without named rules.

use crate::rule::View;

/// A position as no rule needs to see it.
pub(crate) struct Unseen;

impl From<&View> for Unseen {
    fn from(_: &View) -> Self {
        Self
    }
}

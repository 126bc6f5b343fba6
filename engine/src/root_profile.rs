//! What the men at the root decide for a whole search.

use board::Color;

use crate::position::Position;

/// At most this many men are few.
pub(crate) const FEW_MEN: u32 = 5;

/// The root as far as it sets how all positions below it are searched and evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RootProfile {
    /// The small network evaluates, and recognizers are asked that are not asked elsewhere: little else is left to know.
    pub(crate) has_few_men: bool,
    /// Few men and neither king bare: each move is looked at. A bare king is mated by depth alone.
    pub(crate) is_contested: bool,
}

impl RootProfile {
    pub(crate) fn of(root: &Position) -> Self {
        let has_few_men = root.men() <= FEW_MEN;
        let has_bare_king = Color::ALL.into_iter().any(|color| root.board().colors(color).len() == 1);
        Self { has_few_men, is_contested: has_few_men && !has_bare_king }
    }
}

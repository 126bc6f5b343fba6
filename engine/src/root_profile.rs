//! Properties of the root that apply to a whole search.

use board::Color;

use crate::position::Position;

/// Up to this many men count as few.
pub(crate) const FEW_MEN: u32 = 5;

/// Properties of the root that determine how all positions below it are searched and evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RootProfile {
    /// The small network is used, and recognizers that are not used elsewhere.
    pub(crate) has_few_men: bool,
    /// Few men and no bare king: every move is searched. Mating a bare king needs depth instead.
    pub(crate) is_contested: bool,
}

impl RootProfile {
    pub(crate) fn of(root: &Position) -> Self {
        let has_few_men = root.men() <= FEW_MEN;
        let has_bare_king = Color::ALL.into_iter().any(|color| root.board().colors(color).len() == 1);
        Self { has_few_men, is_contested: has_few_men && !has_bare_king }
    }
}

//! Derived features as groups of one, with the pieces they depend on.

use board::Piece;

use super::catalog::{FeatureSet, Kind};
use super::scene::Scene;
use crate::mined::features::{Group, MAX_FEATURES};
use crate::mined::phrase::Phrase;
use crate::mined::position::are_alike;
use crate::rule::Side;

/// A feature of one ending.
pub(crate) struct Own {
    /// Its name.
    pub(crate) name: &'static str,
    /// The pieces on which it depends (see [`Group`]).
    pub(crate) men: u8,
    /// The phrase for its value.
    pub(crate) phrase: Phrase,
    /// Computes it.
    pub(crate) value: fn(&Scene) -> u8,
}

/// The equal pieces whose order depends on the pawn, and the pawn, by bit; 0 where equal pieces are
/// ordered by squares.
pub(super) const fn like_pieces(men: &[(Side, Piece)], set: FeatureSet) -> u8 {
    if !set.is_nearer_first() {
        return 0;
    }
    assert!(matches!(men[0].1, Piece::Pawn), "nearer to a pawn");
    let (mut man, mut like) = (2, 1);
    while man < men.len() {
        if are_alike(men, man) {
            like |= 0b11 << (man - 1);
        }
        man += 1;
    }
    like
}

/// The groups of the derived features, then of the ending's own.
pub(super) const fn groups(kinds: &[Kind], own: &[Own], like: u8) -> [Group; MAX_FEATURES] {
    assert!(kinds.len() + own.len() <= MAX_FEATURES, "a table has room for 63 features");
    let mut groups = [Group::of_one(0); MAX_FEATURES];
    let mut at = 0;
    while at < kinds.len() + own.len() {
        let men = if at < kinds.len() { kinds[at].men() } else { own[at - kinds.len()].men };
        let depends_on_like = men & like & !1 != 0;
        groups[at] = Group::of_one(if depends_on_like { men | like } else { men });
        at += 1;
    }
    groups
}

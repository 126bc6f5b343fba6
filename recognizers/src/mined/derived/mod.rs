//! Features that follow from the men of an ending alone: an ending names its men, and what is counted and measured is the same for all.

mod catalog;
mod listed;
mod scene;

use std::marker::PhantomData;

use board::Piece;

use super::features::{Ending, Group, MAX_FEATURES, Plan};
use super::phrase::Phrase;
use super::position::{Position, are_alike};
use crate::rule::Side;
pub(crate) use catalog::FeatureSet;
use catalog::{Cast, Catalog, Kind};
pub(crate) use listed::{Listed, Roster};
pub(crate) use scene::Scene;

/// An ending of which the features follow from its men, and perhaps a few of its own.
pub(crate) trait Men: 'static {
    /// The men: pawns of the strong side, then both kings, the strong side's first, then pieces of the strong side, then men of the weak
    /// one; like men are neighbors.
    const MEN: &'static [(Side, Piece)];

    /// Which features follow.
    const SET: FeatureSet = FeatureSet::Second;

    /// Features besides those that follow.
    const OWN: &'static [Own] = &[];
}

/// A feature of one ending.
pub(crate) struct Own {
    /// Its name.
    pub(crate) name: &'static str,
    /// The men on whom it depends (see [`Group`]).
    pub(crate) men: u8,
    /// How to say what its value means.
    pub(crate) phrase: Phrase,
    /// Computes it.
    pub(crate) value: fn(&Scene) -> u8,
}

/// The features of an ending that follow from its men.
pub(crate) struct Derived<M> {
    scene: Scene,
    men: PhantomData<fn() -> M>,
}

impl<M: Men> Derived<M> {
    const CAST: Cast = Cast { men: M::MEN, set: M::SET };
    const CATALOG: Catalog = Catalog::new(M::MEN, M::SET);
    const KINDS: &'static [Kind] = Self::CATALOG.kinds.split_at(Self::CATALOG.count).0;
    const ALL_GROUPS: [Group; MAX_FEATURES] = groups(Self::KINDS, M::OWN, like_pieces(M::MEN, M::SET));
    const GROUPS: &'static [Group] = Self::ALL_GROUPS.split_at(Self::KINDS.len() + M::OWN.len()).0;
    const PLAN: Plan = Plan::new(M::MEN, Self::GROUPS);
}

/// The men of whom it depends on the pawn which is which, and the pawn; none where like men stand in the order of their squares.
const fn like_pieces(men: &[(Side, Piece)], set: FeatureSet) -> u8 {
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

const fn groups(kinds: &[Kind], own: &[Own], like: u8) -> [Group; MAX_FEATURES] {
    assert!(kinds.len() + own.len() <= MAX_FEATURES, "so many features have no room in a table");
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

impl<M: Men> Ending for Derived<M> {
    type Which = ();

    #[inline]
    fn plan((): ()) -> &'static Plan {
        const { &Self::PLAN }
    }

    fn names((): ()) -> Vec<String> {
        let derived = Self::KINDS.iter().map(|kind| kind.name(Self::CAST));
        derived.chain(M::OWN.iter().map(|own| own.name.to_owned())).collect()
    }

    fn phrase((): (), feature: usize) -> Phrase {
        match Self::KINDS.get(feature) {
            Some(kind) => kind.phrase(Self::CAST),
            None => M::OWN[feature - Self::KINDS.len()].phrase,
        }
    }

    #[inline]
    fn new((): (), position: &Position) -> Self {
        Self { scene: Scene::new(position, M::MEN, M::SET.is_nearer_first()), men: PhantomData }
    }

    #[inline]
    fn group(&self, group: usize, values: &mut [u8]) {
        values[0] = match Self::KINDS.get(group) {
            Some(&kind) => kind.value(&self.scene),
            None => (M::OWN[group - Self::KINDS.len()].value)(&self.scene),
        };
    }
}

//! Features that follow from the men of an ending alone: an ending names its men, and what is counted and measured is the same for all.

mod catalog;
mod groups;
mod listed;
mod scene;

use std::marker::PhantomData;

use board::Piece;

use super::features::{Ending, Group, MAX_FEATURES, Plan};
use super::phrase::Phrase;
use super::position::Position;
use crate::rule::Side;
pub(crate) use catalog::FeatureSet;
use catalog::{Cast, Catalog, Kind};
pub(crate) use groups::Own;
use groups::{groups, like_pieces};
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

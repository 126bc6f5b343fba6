//! Features derived from the pieces of an ending: the same kinds of features for all endings.

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

/// An ending with features derived from its pieces, and perhaps a few of its own.
pub(crate) trait Men: 'static {
    /// The pieces: pawns of the strong side, then the strong and the weak king, then pieces of the
    /// strong side, then pieces and pawns of the weak side; equal pieces are adjacent.
    const MEN: &'static [(Side, Piece)];

    /// The set of derived features.
    const SET: FeatureSet = FeatureSet::Second;

    /// Features besides the derived ones.
    const OWN: &'static [Own] = &[];
}

/// The derived features of a position.
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

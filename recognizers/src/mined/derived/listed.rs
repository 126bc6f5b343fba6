//! Endings of which only the pieces are listed: one type for all of them.

use std::sync::OnceLock;

use board::Piece;

use super::catalog::{Cast, Catalog, FeatureSet, Kind};
use super::groups::{groups, like_pieces};
use super::scene::Scene;
use crate::mined::features::{Ending, Plan};
use crate::mined::phrase::Phrase;
use crate::mined::position::Position;
use crate::rule::Side;

/// An ending, by the pieces of both sides without kings.
pub(crate) struct Roster {
    strong: &'static [Piece],
    weak: &'static [Piece],
    /// What follows from the pieces, computed on first use.
    found: OnceLock<Found>,
}

/// What follows from the pieces of an ending.
struct Found {
    kinds: Vec<Kind>,
    plan: Plan,
}

impl Roster {
    /// An ending in which only the strong side has pawns, or both sides, or neither.
    pub(crate) const fn new(strong: &'static [Piece], weak: &'static [Piece]) -> Self {
        Self { strong, weak, found: OnceLock::new() }
    }

    fn found(&self) -> &Found {
        self.found.get_or_init(|| {
            let men: &'static [(Side, Piece)] = Vec::leak(self.men());
            let Catalog { kinds, count, .. } = Catalog::new(men, FeatureSet::BothPawns);
            let kinds = kinds[..count].to_vec();
            let like = like_pieces(men, FeatureSet::BothPawns);
            let groups = Vec::leak(groups(&kinds, &[], like)[..count].to_vec());
            Found { kinds, plan: Plan::new(men, groups) }
        })
    }

    /// The pieces in the order of keys: see [`Position`].
    fn men(&self) -> Vec<(Side, Piece)> {
        let (pawns, pieces): (Vec<Piece>, Vec<Piece>) =
            self.strong.iter().partition(|&&piece| piece == Piece::Pawn);
        let of =
            |side: Side, pieces: &[Piece]| pieces.iter().map(move |&piece| (side, piece)).collect::<Vec<_>>();
        let kings = vec![(Side::Strong, Piece::King), (Side::Weak, Piece::King)];
        [of(Side::Strong, &pawns), kings, of(Side::Strong, &pieces), of(Side::Weak, self.weak)].concat()
    }

    fn cast(&self) -> Cast {
        Cast { men: self.found().plan.men, set: FeatureSet::BothPawns }
    }
}

/// A position of a listed ending.
pub(crate) struct Listed {
    scene: Scene,
    kinds: &'static [Kind],
}

impl Ending for Listed {
    type Which = &'static Roster;

    #[inline]
    fn plan(which: &'static Roster) -> &'static Plan {
        &which.found().plan
    }

    fn names(which: &'static Roster) -> Vec<String> {
        which.found().kinds.iter().map(|kind| kind.name(which.cast())).collect()
    }

    fn phrase(which: &'static Roster, feature: usize) -> Phrase {
        which.found().kinds[feature].phrase(which.cast())
    }

    #[inline]
    fn new(which: &'static Roster, position: &Position) -> Self {
        let found = which.found();
        Self { scene: Scene::new(position, found.plan.men, false), kinds: &found.kinds }
    }

    #[inline]
    fn group(&self, group: usize, values: &mut [u8]) {
        values[0] = self.kinds[group].value(&self.scene);
    }
}

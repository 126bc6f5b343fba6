//! Features: small numbers that describe a position, computed on demand.

use board::{BitBoard, Piece, Square};

use super::phrase::Phrase;
use super::position::Position;
use crate::rule::Side;

/// Most features of an ending.
pub const MAX_FEATURES: usize = 63;

pub use super::phrase::MAX_VALUE;

/// The values of all features.
pub type Values = [u8; MAX_FEATURES + 1];

/// An ending of a mined table: the pieces, and features of a position that take a few nanoseconds
/// each.
///
/// Features are computed in groups. Their names describe them.
pub trait Ending: Sized + 'static {
    /// Identifies the ending where one type serves many; `()` otherwise.
    type Which: Copy + Send + Sync + 'static;

    /// The pieces and the groups of features.
    fn plan(which: Self::Which) -> &'static Plan;

    /// The names of all features, in order; they enter the [`fingerprint`].
    fn names(which: Self::Which) -> Vec<String> {
        Self::plan(which).groups.iter().flat_map(|group| group.names).map(|&name| name.to_owned()).collect()
    }

    /// The phrase for a feature's value.
    fn phrase(which: Self::Which, feature: usize) -> Phrase;

    /// Prepares what all groups need.
    fn new(which: Self::Which, position: &Position) -> Self;

    /// Computes the groups that the plan marks as computed at once.
    fn at_once(&self, _: &mut Values) {}

    /// Computes one of the other groups and writes its values, 0 to [`MAX_VALUE`], in the order of
    /// its names to the front of `values`.
    fn group(&self, group: usize, values: &mut [u8]);
}

/// Features that are computed together.
#[derive(Clone, Copy)]
pub struct Group {
    /// Number of features.
    pub size: usize,
    /// Their names; empty if [`Ending::names`] gives them.
    pub names: &'static [&'static str],
    /// The pieces on which they depend: bit 0 is the first of [`Plan::men`]. They may also depend
    /// on the side to move.
    pub men: u8,
}

impl Group {
    /// Features that depend on these pieces only.
    pub const fn of(men: u8, names: &'static [&'static str]) -> Self {
        Self { size: names.len(), names, men }
    }

    /// One feature, named by the ending, that depends on these pieces only.
    pub(crate) const fn of_one(men: u8) -> Self {
        Self { size: 1, names: &[], men }
    }

    /// Features that depend on all pieces.
    pub const fn of_all(names: &'static [&'static str]) -> Self {
        Self::of(u8::MAX, names)
    }
}

/// Most groups.
pub(super) const MAX_GROUPS: usize = 64;

/// The pieces of an ending and its features.
#[derive(Clone, Copy)]
pub struct Plan {
    /// The pieces, the lead first (see [`Position`]).
    pub men: &'static [(Side, Piece)],
    /// The features, by group.
    pub groups: &'static [Group],
    /// The groups, by bit, that are all computed in advance, because they are cheap or often
    /// needed.
    at_once: u64,
    /// Where each group starts.
    starts: [u8; MAX_GROUPS],
    /// The group of each feature.
    group_of: [u8; MAX_FEATURES],
    /// Number of features.
    pub features: usize,
}

impl Plan {
    /// The plan of these groups.
    ///
    /// # Panics
    /// If there are more than [`MAX_FEATURES`] features.
    pub const fn new(men: &'static [(Side, Piece)], groups: &'static [Group]) -> Self {
        let mut plan = Self {
            men,
            groups,
            at_once: 0,
            starts: [0; MAX_GROUPS],
            group_of: [0; MAX_FEATURES],
            features: 0,
        };
        let mut group = 0;
        while group < groups.len() {
            plan.starts[group] = plan.features as u8;
            let mut i = 0;
            while i < groups[group].size {
                plan.group_of[plan.features] = group as u8;
                plan.features += 1;
                i += 1;
            }
            group += 1;
        }
        plan
    }

    /// The same plan with these groups, by bit, computed at once.
    pub(crate) const fn computing_at_once(mut self, groups: u64) -> Self {
        self.at_once = groups;
        self
    }

    /// True for a group that is computed at once.
    #[inline]
    pub(super) const fn is_at_once(&self, group: usize) -> bool {
        self.at_once >> group & 1 != 0
    }

    /// The group that a feature belongs to.
    #[inline]
    pub(super) const fn group_of(&self, feature: usize) -> usize {
        self.group_of[feature] as usize
    }

    /// The number of a group's first feature.
    #[inline]
    pub(super) const fn first_of(&self, group: usize) -> usize {
        self.starts[group] as usize
    }
}

/// The features of one position.
pub struct Features<E> {
    plan: &'static Plan,
    ending: E,
    ready: u64,
    values: Values,
}

impl<E: Ending> Features<E> {
    /// The features of a position; only the groups marked as at once are computed already.
    #[inline(always)]
    pub fn new(which: E::Which, position: &Position) -> Self {
        let plan = E::plan(which);
        let mut features = Self {
            plan,
            ending: E::new(which, position),
            ready: plan.at_once,
            values: [0; MAX_FEATURES + 1],
        };
        features.ending.at_once(&mut features.values);
        features
    }

    /// A feature's value, 0 to [`MAX_VALUE`].
    ///
    /// # Panics
    /// If there is no such feature.
    #[inline]
    pub fn value(&mut self, feature: usize) -> u8 {
        let group = self.plan.group_of(feature);
        if self.ready >> group & 1 == 0 {
            self.compute(group);
        }
        self.values[feature]
    }

    /// All values; those beyond the last feature are 0.
    #[inline]
    pub fn all(mut self) -> Values {
        for group in (0..self.plan.groups.len()).filter(|&group| !self.plan.is_at_once(group)) {
            self.compute(group);
        }
        debug_assert!(self.values.iter().all(|&value| value <= MAX_VALUE), "{:?}", self.values);
        self.values
    }

    fn compute(&mut self, group: usize) {
        self.ready |= 1 << group;
        self.ending.group(group, &mut self.values[self.plan.first_of(group)..]);
    }
}

/// Positions sampled for the fingerprint.
const SAMPLED: u32 = 1024;

/// A hash of the features' names and of their values in sample positions: a table mined with other
/// features cannot be used.
pub fn fingerprint<E: Ending>(which: E::Which) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    let mut mix = |byte: u8| hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    E::names(which).iter().flat_map(|name| name.bytes()).for_each(&mut mix);
    let men = E::plan(which).men;
    let step = Position::keys(men) / SAMPLED;
    for i in 0..SAMPLED {
        // Spreads the samples over all digits of the key.
        let key = i * step + i.wrapping_mul(0x9e37_79b9) % step;
        let position = Position::of_key(key, men);
        if position.is_possible(men) {
            Features::<E>::new(which, &position).all().into_iter().for_each(&mut mix);
        }
    }
    hash
}

/// Writes a group's values with one store, which avoids a store-forwarding stall.
#[inline(always)]
pub(crate) fn put<const N: usize>(values: &mut [u8], group: [u8; N]) {
    *values.first_chunk_mut().expect("a group has room for its features") = group;
}

/// A condition as a number.
#[inline]
pub(crate) fn flag(condition: bool) -> u8 {
    u8::from(condition)
}

/// The difference of two numbers, -7 to 7, plus 7.
#[inline]
pub(crate) fn offset(a: u8, b: u8) -> u8 {
    a + 7 - b
}

/// A square's file, 0 to 7.
#[inline]
pub(crate) fn file(square: Square) -> u8 {
    square as u8 & 7
}

/// A square's rank, 0 to 7.
#[inline]
pub(crate) fn rank(square: Square) -> u8 {
    square as u8 >> 3
}

/// Number of squares of a set with at most [`MAX_VALUE`].
#[inline]
pub(crate) fn count(set: BitBoard) -> u8 {
    set.len() as u8
}

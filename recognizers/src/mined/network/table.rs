//! A network with its thresholds and the positions about which it would be wrong.

use super::layers::{Layers, Opinion};
use crate::mined::features::Values;
use crate::mined::filter::Filter;
use crate::mined::position::Position;
use crate::rule::{Outcome, Side};

/// What the first classes of a network are announced as; nothing is said of the last one.
pub const ANNOUNCED: [Outcome; 3] = [Outcome::WeakWins, Outcome::Draw, Outcome::StrongWins];

/// From which margin on a class is announced (see [`Opinion`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// From here on unless the position is an exception.
    pub speaks: i32,
    /// From here on there are no exceptions.
    pub is_sure: i32,
}

impl Limits {
    /// Never.
    pub const SILENT: Self = Self { speaks: i32::MAX, is_sure: i32::MAX };
}

/// A network that is true of every position of an ending.
#[derive(PartialEq, Eq)]
pub struct Network {
    pub(super) layers: Layers,
    /// With the strong side and with the weak side to move, by class.
    pub(super) limits: [[Limits; ANNOUNCED.len()]; 2],
    pub(super) exceptions: Filter,
}

impl Network {
    /// What the network thinks of a position, true or not.
    pub fn layers(&self) -> &Layers {
        &self.layers
    }

    /// What is announced about a position of which the layers have this opinion; `None` for silence. The key is asked for where it matters.
    #[inline]
    pub fn outcome_of(&self, opinion: Opinion, to_move: Side, key: impl FnOnce() -> u32) -> Option<Outcome> {
        let side = usize::from(to_move == Side::Weak);
        let limits = self.limits[side].get(opinion.class)?;
        let speaks = opinion.margin >= limits.speaks
            && (opinion.margin >= limits.is_sure || !self.exceptions.contains(key()));
        speaks.then_some(ANNOUNCED[opinion.class])
    }

    /// What is announced about a position with these features; `None` for silence.
    #[inline]
    pub fn outcome(
        &self,
        position: &Position,
        values: &Values,
        key: impl FnOnce() -> u32,
    ) -> Option<Outcome> {
        self.outcome_of(self.layers.opinion(position, values), position.to_move, key)
    }
}

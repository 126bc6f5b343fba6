//! Counts made while learning a table.

use recognizers::mined::MAX_FEATURES;
use serde::Serialize;

/// Counts in a node by class minus one: all positions; then those on which no named rule applies
/// with the strong side to move, and with the weak side to move.
pub(super) type Counts = [u32; 12];

/// Feature values, and the class (0 to 3) in the last byte.
pub(super) type Row = [u8; MAX_FEATURES + 1];

/// The index of the class in a row.
pub(super) const CLASS: usize = MAX_FEATURES;

/// Positions with one result, and how many of them are announced.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Announced {
    /// Number of positions.
    pub positions: u64,
    /// By the named rules.
    pub named: u64,
    /// By the mined table on its own.
    pub mined: u64,
    /// By either.
    pub either: u64,
    /// Number of positions with the strong side and with the weak side to move.
    pub positions_by_side: [u64; 2],
    /// By either layer, with the strong side and with the weak side to move.
    pub either_by_side: [u64; 2],
}

impl Announced {
    /// Adds a position with this side (0 strong, 1 weak) to move.
    pub(super) fn add(&mut self, side: usize, is_named: bool, is_mined: bool) {
        let either = u64::from(is_named || is_mined);
        self.positions += 1;
        self.named += u64::from(is_named);
        self.mined += u64::from(is_mined);
        self.either += either;
        self.positions_by_side[side] += 1;
        self.either_by_side[side] += either;
    }

    pub(super) fn plus(self, other: Self) -> Self {
        let pairs = |a: [u64; 2], b: [u64; 2]| [a[0] + b[0], a[1] + b[1]];
        Self {
            positions: self.positions + other.positions,
            named: self.named + other.named,
            mined: self.mined + other.mined,
            either: self.either + other.either,
            positions_by_side: pairs(self.positions_by_side, other.positions_by_side),
            either_by_side: pairs(self.either_by_side, other.either_by_side),
        }
    }
}

//! The search stack: data per ply, and the principal variation.

use board::Move;

use super::history::Moved;
use crate::score::MAX_PLY;

/// One ply of the current line.
#[derive(Clone, Copy)]
pub(super) struct Ply {
    /// The corrected static evaluation in centipawns; `None` in check.
    pub(super) eval: Option<i32>,
    /// The move currently searched from here.
    pub(super) moved: Moved,
    /// The move excluded in a singular search.
    pub(super) excluded: Option<Move>,
    /// The killer move: the last quiet move that refuted a sibling.
    pub(super) killer: Option<Move>,
    /// Double extensions in the line up to here.
    pub(super) double_extensions: u8,
    /// Children of this ply that failed high.
    pub(super) cutoffs: u8,
}

impl Ply {
    const EMPTY: Self = Self {
        eval: None,
        moved: Moved::NONE,
        excluded: None,
        killer: None,
        double_extensions: 0,
        cutoffs: 0,
    };
}

/// Plies before the root that may be accessed.
const BEFORE_ROOT: usize = 4;

/// The plies of the current line.
pub(super) struct Stack([Ply; MAX_PLY + BEFORE_ROOT + 2]);

impl Default for Stack {
    fn default() -> Self {
        Self([Ply::EMPTY; MAX_PLY + BEFORE_ROOT + 2])
    }
}

impl Stack {
    /// Clears the last search.
    pub(super) fn clear(&mut self) {
        self.0.fill(Ply::EMPTY);
    }

    /// A ply, counted from the root.
    #[inline]
    pub(super) fn at(&self, ply: usize) -> &Ply {
        &self.0[ply + BEFORE_ROOT]
    }

    /// A ply, mutably.
    #[inline]
    pub(super) fn at_mut(&mut self, ply: usize) -> &mut Ply {
        &mut self.0[ply + BEFORE_ROOT]
    }

    /// A ply, possibly before the root, where it is empty.
    #[inline]
    pub(super) fn back(&self, ply: usize, plies: usize) -> &Ply {
        &self.0[ply + BEFORE_ROOT - plies]
    }

    /// Clears the killer of a ply.
    #[inline]
    pub(super) fn forget_killer(&mut self, ply: usize) {
        self.at_mut(ply).killer = None;
    }

    /// The moves one, two and four plies ago.
    #[inline]
    pub(super) fn moves_before(&self, ply: usize) -> [Moved; 3] {
        [self.back(ply, 1).moved, self.back(ply, 2).moved, self.back(ply, 4).moved]
    }
}

/// Principal variations of the current line, one row per ply.
pub(super) struct PvTable {
    rows: Vec<[Option<Move>; MAX_PLY + 1]>,
    lengths: [usize; MAX_PLY + 2],
}

impl Default for PvTable {
    fn default() -> Self {
        Self { rows: vec![[None; MAX_PLY + 1]; MAX_PLY + 2], lengths: [0; MAX_PLY + 2] }
    }
}

impl PvTable {
    /// Clears the last search.
    pub(super) fn clear_all(&mut self) {
        self.lengths.fill(0);
    }

    /// Clears the line from this ply.
    pub(super) fn clear(&mut self, ply: usize) {
        self.lengths[ply] = 0;
    }

    /// Sets a better move at this ply, followed by the next ply's line.
    pub(super) fn update(&mut self, ply: usize, mv: Move) {
        let length = self.lengths[ply + 1].min(MAX_PLY);
        let (upper, lower) = self.rows.split_at_mut(ply + 1);
        upper[ply][0] = Some(mv);
        upper[ply][1..=length].copy_from_slice(&lower[0][..length]);
        self.lengths[ply] = length + 1;
    }

    /// The line from a ply.
    pub(super) fn line(&self, ply: usize) -> Vec<Move> {
        self.rows[ply][..self.lengths[ply]].iter().flatten().copied().collect()
    }
}

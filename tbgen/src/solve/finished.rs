//! The finished pawn structures that pawn moves lead to.

use board::Color;

/// The pawn structures that pawn moves lead to.
pub(crate) struct Finished<'a, V> {
    /// The place of each lead's values, counted in leads.
    pub(super) places: &'a [u32],
    /// By side to move.
    pub(super) values: [&'a [V]; 2],
}

impl<V> Finished<'_, V> {
    /// No structures.
    pub(super) const NOTHING: Self = Self { places: &[], values: [&[], &[]] };
}

impl<V> Clone for Finished<'_, V> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<V> Copy for Finished<'_, V> {}

impl<'a, V> Finished<'a, V> {
    /// The values of a lead.
    pub(super) fn of_lead(&self, side_to_move: Color, lead: usize, slots: usize) -> &'a [V] {
        let start = self.places[lead] as usize * slots;
        &self.values[side_to_move as usize][start..start + slots]
    }
}

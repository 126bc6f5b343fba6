//! Distances to mate of one ending.

use board::{Color, Dtm, Material, Placement};

use crate::solve::solved::Solved;
use crate::value::dtm::DtmByte;
use crate::value::metric::Metric;

/// Distance to mate of every position of one ending with either side to move, one byte per
/// position.
pub struct DtmTable {
    pub(crate) solved: Solved<DtmByte>,
}

impl DtmTable {
    /// The canonical material of this table.
    pub fn material(&self) -> Material {
        self.solved.layout.material
    }

    /// Memory of the values in bytes.
    pub fn bytes(&self) -> usize {
        self.solved.values.iter().map(Vec::len).sum()
    }

    /// The value of a position with this table's material and either assignment of colors; `None`
    /// when the position is illegal or has other men.
    pub fn probe(&self, placement: &Placement) -> Option<Dtm> {
        let material = placement.material();
        let mine = material == self.material() || material.flip() == self.material();
        if mine { DtmByte::to_dtm(self.solved.find(placement, material)) } else { None }
    }

    /// Every legal position with its value, with identical pieces in only one order.
    pub fn positions(&self, side: Color) -> impl Iterator<Item = (Placement, Dtm)> + '_ {
        self.slots(side).map(move |(slot, dtm)| (self.solved.placement(side, slot), dtm))
    }

    /// Slots of legal positions with their values, with identical pieces in ascending order only.
    pub(crate) fn slots(&self, side: Color) -> impl Iterator<Item = (usize, Dtm)> + '_ {
        let in_order = self.solved.layout.in_order();
        let values = self.solved.values[side as usize].iter().enumerate();
        values
            .filter(move |&(slot, &value)| value != DtmByte::ILLEGAL && in_order(slot))
            .filter_map(|(slot, &value)| Some((slot, DtmByte::to_dtm(value)?)))
    }
}

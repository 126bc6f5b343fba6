//! The pieces of KRBvKR, from which the features of its mined table are derived.

use board::Piece;

use crate::mined::{Derived, FeatureSet, Men, MinedTable};
use crate::rule::Side::{self, Strong, Weak};

/// King, rook and bishop (strong) against king and rook.
pub(super) struct Krbkr;

impl Men for Krbkr {
    const MEN: &'static [(Side, Piece)] = &[
        (Strong, Piece::King),
        (Weak, Piece::King),
        (Strong, Piece::Rook),
        (Strong, Piece::Bishop),
        (Weak, Piece::Rook),
    ];

    const SET: FeatureSet = FeatureSet::First;
}

/// The mined table of KRBvKR.
pub(super) static TABLE: MinedTable<Derived<Krbkr>> = MinedTable::embedded(&data::KRBKR);

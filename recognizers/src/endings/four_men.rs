//! The mined tables of endings of four pieces with derived features.

use board::Piece::{Bishop, King, Knight, Pawn, Queen, Rook};

use crate::endings::own;
use crate::mined::{Derived, FeatureSet, Men, MinedTable, Own};
use crate::rule::Side::{self, Strong, Weak};

macro_rules! tables {
    ($($(#[$doc:meta])+ $men:ident, $table:ident: $own:expr, $($man:expr),+;)+) => {
        $($(#[$doc])+
        pub(super) struct $men;

        impl Men for $men {
            const MEN: &'static [(Side, board::Piece)] = &[$($man),+];
            const SET: FeatureSet = FeatureSet::First;
            const OWN: &'static [Own] = $own;
        }

        pub(super) static $table: MinedTable<Derived<$men>> = MinedTable::embedded(&data::$table);)+
    };
}

tables! {
    /// Bishop and pawn against the bare king.
    Kbpk, KBPK: own::PAWN_ALONE, (Strong, Pawn), (Strong, King), (Weak, King), (Strong, Bishop);
    /// Knight and pawn against the bare king.
    Knpk, KNPK: own::PAWN_ALONE, (Strong, Pawn), (Strong, King), (Weak, King), (Strong, Knight);
    /// Rook against bishop.
    Krkb, KRKB: &[], (Strong, King), (Weak, King), (Strong, Rook), (Weak, Bishop);
    /// Rook against knight.
    Krkn, KRKN: &[], (Strong, King), (Weak, King), (Strong, Rook), (Weak, Knight);
    /// Queen against rook.
    Kqkr, KQKR: &[], (Strong, King), (Weak, King), (Strong, Queen), (Weak, Rook);
}

//! Rook and pawn against bishop, by a mined table alone.
//!
//! The rook's side wins 410,097,342 of 505,951,496 positions. Of the 95,849,198 draws only 8,643,500 are quiet: in the others a man falls at
//! once. The figures are those of `verify KRPvKB`.

use board::Piece;

use crate::endings::own;
use crate::endings::tables_alone::Unseen;
use crate::mined::{Derived, Men, MinedTable, Own};
use crate::recognizer::RuleBook;
use crate::rule::Side::{self, Strong, Weak};

/// King, rook and pawn (strong) against king and bishop.
pub(crate) struct Krpkb;

impl Men for Krpkb {
    const MEN: &'static [(Side, Piece)] = &[
        (Strong, Piece::Pawn),
        (Strong, Piece::King),
        (Weak, Piece::King),
        (Strong, Piece::Rook),
        (Weak, Piece::Bishop),
    ];

    const OWN: &'static [Own] = own::PAWN_ALONE;
}

pub(super) static TABLE: MinedTable<Derived<Krpkb>> = MinedTable::embedded(&data::KRPKB);

/// The recognizer of KRPvKB.
pub(crate) static RECOGNIZER: RuleBook<Unseen> =
    RuleBook::new(&[Piece::Rook, Piece::Pawn], &[Piece::Bishop], &[]).with_mined(&TABLE).untried();

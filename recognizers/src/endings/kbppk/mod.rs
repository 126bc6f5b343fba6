//! Bishop and two pawns against the bare king, by a mined table alone.
//!
//! The bishop's side wins 207,386,680 of 209,039,191 positions; 409,519 of the 1,652,511 draws are quiet. The figures are those of `verify KBPPvK`.

use board::Piece;

use crate::endings::own;
use crate::endings::tables_alone::Unseen;
use crate::mined::{Derived, Men, MinedTable, Own};
use crate::recognizer::RuleBook;
use crate::rule::Side::{self, Strong, Weak};

/// King, bishop and two pawns (strong) against king.
pub(crate) struct Kbppk;

impl Men for Kbppk {
    const MEN: &'static [(Side, Piece)] = &[
        (Strong, Piece::Pawn),
        (Strong, Piece::Pawn),
        (Strong, Piece::King),
        (Weak, Piece::King),
        (Strong, Piece::Bishop),
    ];

    const OWN: &'static [Own] = own::EITHER_PAWN_ALONE;
}

pub(super) static TABLE: MinedTable<Derived<Kbppk>> = MinedTable::embedded(&data::KBPPK);

/// The recognizer of KBPPvK.
pub(crate) static RECOGNIZER: RuleBook<Unseen> =
    RuleBook::new(&[Piece::Bishop, Piece::Pawn, Piece::Pawn], &[], &[]).with_mined(&TABLE).untried();

//! Bishop and pawn against knight, by a mined table alone.
//!
//! Of 542,142,919 positions 318,858,824 are drawn and 223,278,500 won by the bishop's side; the knight's side wins 5,074. The figures are those
//! of `verify KBPvKN`.

use board::Piece;

use crate::endings::own;
use crate::endings::tables_alone::Unseen;
use crate::mined::{Derived, Men, MinedTable, Own};
use crate::recognizer::RuleBook;
use crate::rule::Side::{self, Strong, Weak};

/// King, bishop and pawn (strong) against king and knight.
pub(crate) struct Kbpkn;

impl Men for Kbpkn {
    const MEN: &'static [(Side, Piece)] = &[
        (Strong, Piece::Pawn),
        (Strong, Piece::King),
        (Weak, Piece::King),
        (Strong, Piece::Bishop),
        (Weak, Piece::Knight),
    ];

    const OWN: &'static [Own] = own::PAWN_ALONE;
}

pub(super) static TABLE: MinedTable<Derived<Kbpkn>> = MinedTable::embedded(&data::KBPKN);

/// The recognizer of KBPvKN.
pub(crate) static RECOGNIZER: RuleBook<Unseen> =
    RuleBook::new(&[Piece::Bishop, Piece::Pawn], &[Piece::Knight], &[]).with_mined(&TABLE).untried();

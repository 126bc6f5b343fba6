//! Queen and pawn against queen, by a mined table alone.
//!
//! Of 404,512,069 positions 167,279,495 are drawn, 164,173,554 won by the side with the pawn, and 73,008,141 by the other; of these last ones
//! 2,929,417 are quiet. The figures are those of `verify KQPvKQ`.

use board::Piece;

use crate::endings::own;
use crate::endings::tables_alone::Unseen;
use crate::mined::{Derived, Men, MinedTable, Own};
use crate::recognizer::{InSearch, RuleBook};
use crate::rule::Side::{self, Strong, Weak};

/// King, queen and pawn (strong) against king and queen.
pub(crate) struct Kqpkq;

impl Men for Kqpkq {
    const MEN: &'static [(Side, Piece)] = &[
        (Strong, Piece::Pawn),
        (Strong, Piece::King),
        (Weak, Piece::King),
        (Strong, Piece::Queen),
        (Weak, Piece::Queen),
    ];

    const OWN: &'static [Own] = own::PAWN_ALONE;
}

pub(super) static TABLE: MinedTable<Derived<Kqpkq>> = MinedTable::embedded(&data::KQPKQ);

/// The recognizer of KQPvKQ.
pub(crate) static RECOGNIZER: RuleBook<Unseen> =
    RuleBook::new(&[Piece::Queen, Piece::Pawn], &[Piece::Queen], &[])
        .with_mined(&TABLE)
        .asked_in_search(InSearch::AtFewMen);

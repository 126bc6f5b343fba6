//! Queen and pawn against queen (KQPvKQ), by a mined table alone.

use board::Piece;

use crate::endings::own;
use crate::mined::{Derived, Men, MinedTable, Own};
use crate::recognizer::{InSearch, Recognizer};
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
pub(crate) static RECOGNIZER: Recognizer =
    Recognizer::of_table(&[Piece::Queen, Piece::Pawn], &[Piece::Queen], &TABLE)
        .asked_in_search(InSearch::AtFewMen);

//! Two bishops against knight (KBBvKN), by a mined table alone.
//!
//! A third of the wins take more than fifty moves; the table gives no answer for these.

use board::Piece;

use crate::mined::{Derived, Men, MinedTable};
use crate::recognizer::{InSearch, Recognizer};
use crate::rule::Side::{self, Strong, Weak};

/// King and two bishops (strong) against king and knight.
pub(crate) struct Kbbkn;

impl Men for Kbbkn {
    const MEN: &'static [(Side, Piece)] = &[
        (Strong, Piece::King),
        (Weak, Piece::King),
        (Strong, Piece::Bishop),
        (Strong, Piece::Bishop),
        (Weak, Piece::Knight),
    ];
}

pub(super) static TABLE: MinedTable<Derived<Kbbkn>> = MinedTable::embedded(&data::KBBKN);

/// The recognizer of KBBvKN.
pub(crate) static RECOGNIZER: Recognizer =
    Recognizer::of_table(&[Piece::Bishop, Piece::Bishop], &[Piece::Knight], &TABLE)
        .asked_in_search(InSearch::AtFewMen);

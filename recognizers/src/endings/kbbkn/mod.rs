//! Two bishops against knight, by a mined table alone.
//!
//! Many wins take more than fifty moves: 22,909,660 of 85,412,684 positions are won under the fifty-move rule, 50,962,387 drawn, and
//! 11,540,371 are wins that the fifty-move rule spoils. The table is silent about these. The figures are those of `verify KBBvKN`.

use board::Piece;

use crate::endings::tables_alone::Unseen;
use crate::mined::{Derived, Men, MinedTable};
use crate::recognizer::{InSearch, RuleBook};
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
pub(crate) static RECOGNIZER: RuleBook<Unseen> =
    RuleBook::new(&[Piece::Bishop, Piece::Bishop], &[Piece::Knight], &[])
        .with_mined(&TABLE)
        .asked_in_search(InSearch::AtFewMen);

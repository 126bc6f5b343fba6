//! Two knights against pawn, by a mined table alone.
//!
//! The knights win when they block the pawn far enough back that they mate before it promotes: behind Troitsky's line. See A. Troitsky,
//! *Collection of Chess Studies*, and Fine, *Basic Chess Endings*, chapter 4. Of 278,957,312 positions the knights win 40,612,800 under the
//! fifty-move rule, the pawn 22,145,309, nearly all of these by a capture or a promotion at once, and 20,207,844 are wins that the
//! fifty-move rule spoils; the table is silent about these. The side with the pawn counts as the strong one, whose pawn goes up the board.
//! The figures are those of `verify KNNvKP`.

use board::Piece;

use crate::endings::own;
use crate::endings::tables_alone::Unseen;
use crate::mined::{Derived, Men, MinedTable, Own};
use crate::recognizer::RuleBook;
use crate::rule::Side::{self, Strong, Weak};

/// King and pawn (strong) against king and two knights.
pub(crate) struct Knnkp;

impl Men for Knnkp {
    const MEN: &'static [(Side, Piece)] = &[
        (Strong, Piece::Pawn),
        (Strong, Piece::King),
        (Weak, Piece::King),
        (Weak, Piece::Knight),
        (Weak, Piece::Knight),
    ];

    const OWN: &'static [Own] = own::PAWN_ALONE;
}

pub(super) static TABLE: MinedTable<Derived<Knnkp>> = MinedTable::embedded(&data::KNNKP);

/// The recognizer of KNNvKP.
pub(crate) static RECOGNIZER: RuleBook<Unseen> =
    RuleBook::new(&[Piece::Pawn], &[Piece::Knight, Piece::Knight], &[]).with_mined(&TABLE).untried();

//! King, bishop and pawn against king and knight: KBPvKN.
//!
//! The named rules cover wins in which the pawn simply runs, at once or after a king move: the
//! knight is slow and can do little but give check. Draws and other wins are left to the mined
//! table. The side with the pawn is called attacker, the other defender. See Fine, *Basic Chess
//! Endings*, chapter 5.

mod run;

use board::Piece;

use crate::endings::own;
use crate::mined::{Derived, Men, MinedTable, Own};
use crate::recognizer::{InSearch, Recognizer, RuleBook};
use crate::rule::Side::{self, Strong, Weak};
use crate::rule::rules;
use run::Run;

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
pub(crate) static RECOGNIZER: Recognizer =
    Recognizer::new(&[Piece::Bishop, Piece::Pawn], &[Piece::Knight], &RULES)
        .with_mined(&TABLE)
        .asked_in_search(InSearch::AtFewMen);

/// In the order of testing.
#[rustfmt::skip]
static RULES: RuleBook<Run> = RuleBook::new(&[
    RUNS, CANNOT_BE_STOPPED, RUNS_IN_SPITE_OF_A_CHECK, NOT_STOPPED_BY_A_CHECK, KING_MOVE,
]);

rules! {
    /// ```text
    /// 8  . . . . . . K .      White to move promotes with his third move. The knight hits b8 after
    /// 7  . . . . . . . .      its third, from c6, and checks on no way there.
    /// 6  . . . . . . . .
    /// 5  . P . . . . . .
    /// 4  . . . . . . . .
    /// 3  B . . k . . . .
    /// 2  . . . . . . . .
    /// 1  . . . . . . n .
    ///    a b c d e f g h
    /// ```
    RUNS = "the pawn runs", Strong to move: StrongWins,
        claim: "The attacker is not in check; pushed at every move, the pawn promotes before king or knight can take or block it or the knight can give check, and no fork, mate or stalemate follows.",
        plan: "Just push the pawn.",
        source: VERIFY, example: "6K1/8/8/1P6/8/B2k4/8/6n1 w - - 0 1",
        in_turn(Run as r) {
            "the attacker is not in check" => !r.is_check();
            "the defender's king attacks no loose bishop" => !r.is_bishop_loose();
            "king and knight are too late to take or block the pawn or to give check, and the queen is safe",
                "lets king or knight stop the pawn" => r.is_through();
        }

    /// ```text
    /// 8  . . . . . . . .      Black to move. After 1...Nf4 2.b6 Ne6 3.b7 Nd8 the knight hits b7,
    /// 7  . . . . . . . .      but the pawn steps to b8.
    /// 6  . . B . . . k .
    /// 5  . P . . . . . .
    /// 4  . . . . . . . .
    /// 3  . . . . . . . n
    /// 2  . . . . . . . .
    /// 1  K . . . . . . .
    ///    a b c d e f g h
    /// ```
    CANNOT_BE_STOPPED = "the pawn cannot be stopped", Weak to move: StrongWins,
        claim: "The defender's king attacks no loose bishop; pushed at every move, the pawn promotes before king or knight can take or block it or the knight can give check, and no fork, mate or stalemate follows.",
        plan: "Just push the pawn.",
        source: VERIFY, example: "8/8/2B3k1/1P6/8/7n/8/K7 b - - 0 1",
        in_turn(Run as r) {
            "the defender's king attacks no loose bishop" => !r.is_bishop_loose();
            "king and knight are too late to take or block the pawn or to give check, and the queen is safe",
                "lets king or knight stop the pawn" => r.is_through();
        }

    /// ```text
    /// 7  . . . . . . . B      White to move: 1.d6 Nd2 2.d7 Nc4+ 3.Kb4 Nb6 4.d8=Q; the check costs
    /// 6  . . . . . . . .      both sides a move.
    /// 5  . . . P . . . .
    /// 4  . . . . . . . .
    /// 3  K . . . . . . .
    /// 2  . . . . . k . .
    /// 1  . . . . . n . .
    ///    a b c d e f g h
    /// ```
    RUNS_IN_SPITE_OF_A_CHECK = "the pawn runs in spite of a check", Strong to move: StrongWins,
        claim: "The attacker is not in check; king and knight are too late for the pawn, except for one check, which is answered by taking the knight or by a king move, and the pawn runs on.",
        plan: "Push the pawn; when the knight checks, take it or step to where it cannot check again.",
        source: VERIFY, example: "8/7B/8/3P4/8/K7/5k2/5n2 w - - 0 1",
        in_turn(Run as r) {
            "the attacker is not in check" => !r.is_check();
            "the defender's king attacks no loose bishop" => !r.is_bishop_loose();
            "king and knight are too late to take or block the pawn, one check is answered, and the queen is safe",
                "lets king or knight stop the pawn" => r.is_through_in_spite_of_a_check();
        }

    /// ```text
    /// 5  B P . . . . . .      Black to move: after 1...Nc3+ 2.Bxc3 the pawn cannot be stopped.
    /// 4  . . . . . . . k
    /// 3  . . . . . . . .
    /// 2  . . . . . . . .
    /// 1  . n . K . . . .
    ///    a b c d e f g h
    /// ```
    NOT_STOPPED_BY_A_CHECK = "a check does not stop the pawn", Weak to move: StrongWins,
        claim: "The defender's king attacks no loose bishop; king and knight are too late for the pawn, except for one check, which is answered by taking the knight or by a king move.",
        plan: "Push the pawn; when the knight checks, take it or step to where it cannot check again.",
        source: VERIFY, example: "8/8/8/BP6/7k/8/8/1n1K4 b - - 0 1",
        in_turn(Run as r) {
            "the defender's king attacks no loose bishop" => !r.is_bishop_loose();
            "king and knight are too late to take or block the pawn, one check is answered, and the queen is safe",
                "lets king or knight stop the pawn" => r.is_through_in_spite_of_a_check();
        }

    /// ```text
    /// 5  P . . . . . . .      White to move plays 1.Kf5, which takes f4 and g5 from the knight.
    /// 4  . . . . K . . .
    /// 3  . . . . . . . n
    /// 2  . . . . . . . .
    /// 1  B . . . k . . .
    ///    a b c d e f g h
    /// ```
    KING_MOVE = "a king move makes the pawn unstoppable", Strong to move: StrongWins,
        claim: "After a king move the pawn cannot be stopped, even by a check.",
        plan: "First move the king out of the knight's checks, or toward the pawn's path, then push the pawn.",
        source: VERIFY, example: "8/8/8/P7/4K3/7n/8/B3k3 w - - 0 1",
        in_turn(Run as r) {
            "the king has a move after which king and knight are too late", "leaves no winning king move" => r.has_king_move();
        }
}

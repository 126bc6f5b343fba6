//! King, bishop and pawn against king and knight: KBPvKN.
//!
//! Of 542,142,919 positions 318,858,824 are drawn and 223,278,500 won by the bishop's side; the knight's side wins 5,074. The named rules
//! tell wins in which the pawn just runs, at once or after a step of the king: a knight is slow, and on the way it can do little but
//! check. They find 79,576,458 wins, 18,360,821 of the 72,083,473 quiet ones (25.47 %). Draws, and wins by other means, are told by the mined
//! table alone. The side with the pawn is called attacker, the other defender. See Fine, *Basic Chess Endings*, chapter 5.
//!
//! The figures in the rules' docs are those of `verify KBPvKN --rules`.

mod run;

use board::Piece;

use crate::endings::own;
use crate::endings::sources::VERIFY;
use crate::mined::{Derived, Men, MinedTable, Own};
use crate::recognizer::book::RuleAndTest;
use crate::recognizer::{InSearch, RuleBook};
use crate::rule::Side::{self, Strong, Weak};
use crate::rule::{Outcome, Rule, told};
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
pub(crate) static RECOGNIZER: RuleBook<Run> =
    RuleBook::new(&[Piece::Bishop, Piece::Pawn], &[Piece::Knight], &RULES)
        .with_mined(&TABLE)
        .asked_in_search(InSearch::AtFewMen);

const ATTACKER: Option<Side> = Some(Strong);
const DEFENDER: Option<Side> = Some(Weak);

/// In the order of asking.
#[rustfmt::skip]
static RULES: [RuleAndTest<Run>; 5] = [
    (Rule::new("the pawn runs", ATTACKER, Outcome::StrongWins,
        "No check; before the pawn, pushed at each move, promotes, king and knight get neither to where they take it, nor in its way, nor does the knight check; no fork, mate or stalemate follows.", VERIFY), runs, RUNS),
    (Rule::new("the pawn cannot be stopped", DEFENDER, Outcome::StrongWins,
        "The defender's king attacks no loose bishop; before the pawn promotes, king and knight get neither to where they take it, nor in its way, nor does the knight check; no fork, mate or stalemate follows.", VERIFY), cannot_be_stopped, CANNOT_BE_STOPPED),
    (Rule::new("the pawn runs in spite of a check", ATTACKER, Outcome::StrongWins,
        "No check; king and knight come too late for the pawn, but for one check, which is answered by taking the knight or by a step of the king, and the pawn runs on.", VERIFY), runs_in_spite_of_a_check, RUNS_IN_SPITE_OF_A_CHECK),
    (Rule::new("a check does not stop the pawn", DEFENDER, Outcome::StrongWins,
        "The defender's king attacks no loose bishop; he comes too late for the pawn, but for one check, which is answered by taking the knight or by a step of the king.", VERIFY), cannot_be_stopped_by_a_check, NOT_STOPPED_BY_A_CHECK),
    (Rule::new("a king move makes the pawn unstoppable", ATTACKER, Outcome::StrongWins,
        "After a step of the king the pawn cannot be stopped, not by a check either.", VERIFY), has_king_move, KING_MOVE),
];

told! {
    /// ```text
    /// 8  . . . . . . K .      White to move promotes with his third move. The knight hits b8 after its third, from c6, and checks on no
    /// 7  . . . . . . . .      way there.
    /// 6  . . . . . . . .
    /// 5  . P . . . . . .
    /// 4  . . . . . . . .
    /// 3  B . . k . . . .
    /// 2  . . . . . . . .
    /// 1  . . . . . . n .
    ///    a b c d e f g h
    /// ```
    ///
    /// KBPvKN: asked 259,886,959, spoke 42,894,612, of these quiet 9,628,506, wrong 0; asked about everything it speaks on 42,894,612, wrong 0.
    fn runs as RUNS(r: &Run), in_turn {
        "the attacker is not in check" => !r.is_check();
        "the defender's king attacks no loose bishop" => !r.is_bishop_loose();
        "king and knight come too late to take the pawn, to bar its way or to check, and the queen stays",
            "lets king or knight stop the pawn" => r.is_through();
    }
}

told! {
    /// ```text
    /// 8  . . . . . . . .      Black to move. After 1...Nf4 2.b6 Ne6 3.b7 Nd8 the knight hits b7, but the pawn steps to b8.
    /// 7  . . . . . . . .
    /// 6  . . B . . . k .
    /// 5  . P . . . . . .
    /// 4  . . . . . . . .
    /// 3  . . . . . . . n
    /// 2  . . . . . . . .
    /// 1  K . . . . . . .
    ///    a b c d e f g h
    /// ```
    ///
    /// KBPvKN: asked 282,255,960, spoke 16,685,306, of these quiet 1,859,913, wrong 0; asked about everything it speaks on 16,685,306, wrong 0.
    fn cannot_be_stopped as CANNOT_BE_STOPPED(r: &Run), in_turn {
        "the defender's king attacks no loose bishop" => !r.is_bishop_loose();
        "king and knight come too late to take the pawn, to bar its way or to check, and the queen stays",
            "lets king or knight stop the pawn" => r.is_through();
    }
}

told! {
    /// ```text
    /// 7  . . . . . . . B      White to move: 1.d6 Nd2 2.d7 Nc4+ 3.Kb4 Nb6 4.d8=Q; the check costs both sides a move.
    /// 6  . . . . . . . .
    /// 5  . . . P . . . .
    /// 4  . . . . . . . .
    /// 3  K . . . . . . .
    /// 2  . . . . . k . .
    /// 1  . . . . . n . .
    ///    a b c d e f g h
    /// ```
    ///
    /// KBPvKN: asked 216,992,347, spoke 6,289,724, of these quiet 3,845,039, wrong 0; asked about everything it speaks on 49,184,336, wrong 0.
    fn runs_in_spite_of_a_check as RUNS_IN_SPITE_OF_A_CHECK(r: &Run), in_turn {
        "the attacker is not in check" => !r.is_check();
        "the defender's king attacks no loose bishop" => !r.is_bishop_loose();
        "king and knight come too late to take the pawn or to bar its way, one check is answered, and the queen stays",
            "lets king or knight stop the pawn" => r.is_through_in_spite_of_a_check();
    }
}

told! {
    /// ```text
    /// 5  B P . . . . . .      Black to move: after 1...Nc3+ 2.Bxc3 nobody stops the pawn.
    /// 4  . . . . . . . k
    /// 3  . . . . . . . .
    /// 2  . . . . . . . .
    /// 1  . n . K . . . .
    ///    a b c d e f g h
    /// ```
    ///
    /// KBPvKN: asked 265,570,654, spoke 7,224,618, of these quiet 1,642,715, wrong 0; asked about everything it speaks on 23,909,924, wrong 0.
    fn cannot_be_stopped_by_a_check as NOT_STOPPED_BY_A_CHECK(r: &Run), in_turn {
        "the defender's king attacks no loose bishop" => !r.is_bishop_loose();
        "king and knight come too late to take the pawn or to bar its way, one check is answered, and the queen stays",
            "lets king or knight stop the pawn" => r.is_through_in_spite_of_a_check();
    }
}

told! {
    /// ```text
    /// 5  P . . . . . . .      White to move plays 1.Kf5, which takes f4 and g5 from the knight.
    /// 4  . . . . K . . .
    /// 3  . . . . . . . n
    /// 2  . . . . . . . .
    /// 1  B . . . k . . .
    ///    a b c d e f g h
    /// ```
    ///
    /// KBPvKN: asked 210,702,623, spoke 6,482,198, of these quiet 1,384,648, wrong 0; asked about everything it speaks on 34,443,430, wrong 0.
    fn has_king_move as KING_MOVE(r: &Run), in_turn {
        "the king has a step after which king and knight come too late", "leaves no step of the king that wins" => r.has_king_move();
    }
}

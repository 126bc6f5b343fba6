//! Two knights against pawn: KNNvKP.
//!
//! The knights win when they blockade the pawn far enough back that they mate before it promotes: behind Troitsky's line. Of 278,957,312
//! positions the knights win 40,612,800 under the fifty-move rule, the pawn 22,145,309, nearly all of these by a capture or a promotion at
//! once, and 20,207,844 are wins that the fifty-move rule spoils: of these no rule speaks. So the line is not quite Troitsky's: to
//! blockade the pawn on a5 or d5, and on e5 or h5, as seen from its side, is mostly too slow.
//!
//! The named rules tell wins in which a knight blockades the pawn for good, at once or after a move: the other knight guards it before the
//! pawn's king gets there, and the knights' king may be nearly anywhere. They find 17,158,607 of the knights' wins, 11,776,425 of the quiet
//! ones (47.97 %; of all quiet wins 44.56 %). Draws, and wins of the pawn, are told by the mined table alone. The side with the pawn counts
//! as the strong one, whose pawn goes up the board. See A. Troitsky, *Collection of Chess Studies*, and Fine, *Basic Chess Endings*,
//! chapter 4.
//!
//! The figures in the rules' docs are those of `verify KNNvKP --rules`.

mod blockade;
pub(super) mod features;

use board::Piece;

use crate::recognizer::book::RuleAndTest;
use crate::recognizer::{InSearch, RuleBook};
use crate::rule::Side::{self, Strong, Weak};
use crate::rule::{Outcome, Rule, told};
use blockade::Blockade;
use features::TABLE;

/// The recognizer of KNNvKP.
pub(crate) static RECOGNIZER: RuleBook<Blockade> =
    RuleBook::new(&[Piece::Pawn], &[Piece::Knight, Piece::Knight], &RULES)
        .with_mined(&TABLE)
        .asked_in_search(InSearch::AtFewMen);

const PAWN_TO_MOVE: Option<Side> = Some(Strong);
const KNIGHTS_TO_MOVE: Option<Side> = Some(Weak);

const TROITSKY: &str = "Troitsky, Collection of Chess Studies; which blockades hold, and the line of the fifty-move rule: found and proved with verify";

/// In the order of asking.
#[rustfmt::skip]
static RULES: [RuleAndTest<Blockade>; 5] = [
    (Rule::new("the blockade is guarded", PAWN_TO_MOVE, Outcome::WeakWins,
        "A knight stands in the pawn's way behind Troitsky's line, the knights guard each other, and the king has a step.", TROITSKY), is_guarded, GUARDED),
    (Rule::new("the blockade is guarded in time", PAWN_TO_MOVE, Outcome::WeakWins,
        "A knight stands in the pawn's way behind Troitsky's line, and the other knight guards it before the king gets there, by safe squares.", TROITSKY), is_guarded_in_time, GUARDED_IN_TIME),
    (Rule::new("the blockade stands", KNIGHTS_TO_MOVE, Outcome::WeakWins,
        "A knight stands in the pawn's way, and after a move of knight or king one stands there that the other guards in time.", TROITSKY), stands, STANDS),
    (Rule::new("a knight blockades the pawn", KNIGHTS_TO_MOVE, Outcome::WeakWins,
        "A knight gets in the pawn's way behind Troitsky's line, and the other guards it in time.", TROITSKY), blockades, BLOCKADES),
    (Rule::new("the pawn cannot run from the blockade", PAWN_TO_MOVE, Outcome::WeakWins,
        "No knight can be taken, and after every step of king or pawn a knight blockades the pawn and is guarded in time.", TROITSKY), cannot_run, CANNOT_RUN),
];

told! {
    /// ```text
    /// 8  k . . . . . . .      White to move is lost: the knights guard each other, and the other king has time to come from afar.
    /// 7  . . . . . . . .
    /// 6  . . . . . . . .
    /// 5  . . . . n . . K
    /// 4  . . n . . . . .
    /// 3  . . P . . . . .
    /// 2  . . . . . . . .
    /// 1  . . . . . . . .
    ///    a b c d e f g h
    /// ```
    ///
    /// KNNvKP: asked 149,445,120, spoke 404,710, of these quiet 283,116, wrong 0; asked about everything it speaks on 404,710, wrong 0.
    fn is_guarded as GUARDED(b: &Blockade), in_turn {
        "a knight stands in the pawn's way behind Troitsky's line" => b.is_in_the_way();
        "the knights guard each other, and the king has a step" => b.is_guarded();
    }
}

told! {
    /// ```text
    /// 8  k . . . . . n .      White to move needs two moves to attack the knight on d4, and in two the other gets to c6 or f5.
    /// 7  . . . . . . . .
    /// 6  . . . . . . . .
    /// 5  . . . . . . . .
    /// 4  . . . n . . . .
    /// 3  . . . P . . . .
    /// 2  . . . . . . . .
    /// 1  . . . . . K . .
    ///    a b c d e f g h
    /// ```
    ///
    /// KNNvKP: asked 149,040,410, spoke 1,807,487, of these quiet 1,333,701, wrong 0; asked about everything it speaks on 2,212,197, wrong 0.
    fn is_guarded_in_time as GUARDED_IN_TIME(b: &Blockade), in_turn {
        "a knight stands in the pawn's way behind Troitsky's line" => b.is_in_the_way();
        "the other knight guards it before the king gets there, and the king has a step" => b.is_guarded_in_time();
    }
}

told! {
    /// ```text
    /// 6  . . . . . . n .      Black to move plays 1...Ne5, and from c6 or d3 guards the knight on b4 in time.
    /// 5  . . . . . . . .
    /// 4  . n . . . . . .
    /// 3  . . . . . . . k
    /// 2  . P . . . . . .
    /// 1  . . . . K . . .
    ///    a b c d e f g h
    /// ```
    ///
    /// KNNvKP: asked 129,512,192, spoke 2,889,793, of these quiet 2,038,033, wrong 0; asked about everything it speaks on 2,889,793, wrong 0.
    fn stands as STANDS(b: &Blockade), in_turn {
        "a knight stands in the pawn's way behind Troitsky's line", "takes the knight out of the pawn's way" => b.is_in_the_way();
        "after a move one is there that the other guards in time", "leaves the knight alone" => b.keeps_in_the_way();
    }
}

told! {
    /// ```text
    /// 8  k . . . . . n .      Black to move plays 1...Nd4.
    /// 7  . . . . . . . .
    /// 6  . . . . . . . .
    /// 5  . n . . . . . .
    /// 4  . . . . . . . .
    /// 3  . . . P . . . .
    /// 2  . . . . . . . .
    /// 1  . . . . . K . .
    ///    a b c d e f g h
    /// ```
    ///
    /// KNNvKP: asked 126,622,399, spoke 10,166,519, of these quiet 6,869,307, wrong 0; asked about everything it speaks on 10,476,444, wrong 0.
    fn blockades as BLOCKADES(b: &Blockade), in_turn {
        "a knight gets in the pawn's way behind Troitsky's line, and the other guards it in time",
            "lets the pawn go, or the knight in its way alone" => b.gets_in_the_way();
    }
}

told! {
    /// ```text
    /// 6  . n . . k . . .      White to move: whatever he plays, a knight gets in front of the pawn: 1.d4 Nd5, 1.d3 Nd4, 1.Kg4 Nd4.
    /// 5  . n . . . . . K
    /// 4  . . . . . . . .
    /// 3  . . . . . . . .
    /// 2  . . . P . . . .
    /// 1  . . . . . . . .
    ///    a b c d e f g h
    /// ```
    ///
    /// KNNvKP: asked 147,232,923, spoke 1,890,098, of these quiet 1,252,268, wrong 0; asked about everything it speaks on 4,065,285, wrong 0.
    fn cannot_run as CANNOT_RUN(b: &Blockade), in_turn {
        "no knight can be taken, and after every step a knight blockades the pawn" => b.has_no_escape();
    }
}

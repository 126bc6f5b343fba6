//! Two knights against pawn: KNNvKP.
//!
//! The knights win if they blockade the pawn far enough back, behind Troitsky's line, to mate
//! before it promotes. The fifty-move rule spoils a third of these wins, to which no rule applies.
//! So the line is not quite Troitsky's: with the pawn on a5, d5, e5 or h5, seen from its side, it
//! mostly takes too long. The pawn can also win, but nearly always by an immediate capture or
//! promotion.
//!
//! The named rules cover wins in which a knight blockades the pawn permanently, at once or after a
//! move: the other knight guards it before the pawn's king gets there, and the knights' king may be
//! nearly anywhere. Draws, and wins of the pawn, are left to the mined table. The side with the
//! pawn counts as the strong side, so the pawn moves up the board. See A. Troitsky, *Collection of
//! Chess Studies*, and Fine, *Basic Chess Endings*, chapter 4.

mod blockade;
pub(super) mod features;

use board::Piece;

use crate::recognizer::{InSearch, Recognizer, RuleBook};
use crate::rule::rules;
use blockade::Blockade;
use features::TABLE;

/// The recognizer of KNNvKP.
pub(crate) static RECOGNIZER: Recognizer =
    Recognizer::new(&[Piece::Pawn], &[Piece::Knight, Piece::Knight], &RULES)
        .with_mined(&TABLE)
        .asked_in_search(InSearch::AtFewMen);

/// In the order of testing.
#[rustfmt::skip]
static RULES: RuleBook<Blockade> = RuleBook::new(&[
    GUARDED, GUARDED_IN_TIME, STANDS, BLOCKADES, CANNOT_RUN,
]);

rules! {
    /// ```text
    /// 8  k . . . . . . .      White to move is lost: the knights guard each other, and the other
    /// 7  . . . . . . . .      king has time to come from afar.
    /// 6  . . . . . . . .
    /// 5  . . . . n . . K
    /// 4  . . n . . . . .
    /// 3  . . P . . . . .
    /// 2  . . . . . . . .
    /// 1  . . . . . . . .
    ///    a b c d e f g h
    /// ```
    GUARDED = "the blockade is guarded", Strong to move: WeakWins,
        claim: "A knight stands in the pawn's way behind Troitsky's line, the knights guard each other, and the king has a step.",
        plan: "Keep the knight in front of the pawn until king and other knight have driven the king into a corner; then let the pawn go, and mate with both knights.",
        source: BLOCKADE, example: "k7/8/8/4n2K/2n5/2P5/8/8 w - - 0 1",
        in_turn(Blockade as b) {
            "a knight stands in the pawn's way behind Troitsky's line" => b.is_in_the_way();
            "the knights guard each other, and the king has a step" => b.is_guarded();
        }

    /// ```text
    /// 8  k . . . . . n .      White to move needs two moves to attack the knight on d4, and in two
    /// 7  . . . . . . . .      the other gets to c6 or f5.
    /// 6  . . . . . . . .
    /// 5  . . . . . . . .
    /// 4  . . . n . . . .
    /// 3  . . . P . . . .
    /// 2  . . . . . . . .
    /// 1  . . . . . K . .
    ///    a b c d e f g h
    /// ```
    GUARDED_IN_TIME = "the blockade is guarded in time", Strong to move: WeakWins,
        claim: "A knight stands in the pawn's way behind Troitsky's line, and the other knight guards it before the king gets there, by safe squares.",
        plan: "Bring the other knight to guard the one in front of the pawn; then drive the king into a corner, let the pawn go, and mate with both knights.",
        source: BLOCKADE, example: "k5n1/8/8/8/3n4/3P4/8/5K2 w - - 0 1",
        in_turn(Blockade as b) {
            "a knight stands in the pawn's way behind Troitsky's line" => b.is_in_the_way();
            "the other knight guards it before the king gets there, and the king has a step" => b.is_guarded_in_time();
        }

    /// ```text
    /// 6  . . . . . . n .      Black to move plays 1...Ne5, and from c6 or d3 guards the knight on
    /// 5  . . . . . . . .      b4 in time.
    /// 4  . n . . . . . .
    /// 3  . . . . . . . k
    /// 2  . P . . . . . .
    /// 1  . . . . K . . .
    ///    a b c d e f g h
    /// ```
    STANDS = "the blockade stands", Weak to move: WeakWins,
        claim: "A knight stands in the pawn's way, and after a move of knight or king one stands there that the other guards in time.",
        plan: "Bring the other knight to guard the one in front of the pawn; then drive the king into a corner, let the pawn go, and mate with both knights.",
        source: BLOCKADE, example: "8/8/6n1/8/1n6/7k/1P6/4K3 b - - 0 1",
        in_turn(Blockade as b) {
            "a knight stands in the pawn's way behind Troitsky's line", "takes the knight out of the pawn's way" => b.is_in_the_way();
            "after a move one is there that the other guards in time", "leaves the knight alone" => b.keeps_in_the_way();
        }

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
    BLOCKADES = "a knight blockades the pawn", Weak to move: WeakWins,
        claim: "A knight gets in the pawn's way behind Troitsky's line, and the other guards it in time.",
        plan: "Put a knight in front of the pawn as far back as you can, and guard it with the other before the king comes; then drive the king into a corner.",
        source: BLOCKADE, example: "k5n1/8/8/1n6/8/3P4/8/5K2 b - - 0 1",
        in_turn(Blockade as b) {
            "a knight gets in the pawn's way behind Troitsky's line, and the other guards it in time",
                "lets the pawn go, or the knight in its way alone" => b.gets_in_the_way();
        }

    /// ```text
    /// 6  . n . . k . . .      White to move: whatever he plays, a knight gets in front of the
    /// 5  . n . . . . . K      pawn: 1.d4 Nd5, 1.d3 Nd4, 1.Kg4 Nd4.
    /// 4  . . . . . . . .
    /// 3  . . . . . . . .
    /// 2  . . . P . . . .
    /// 1  . . . . . . . .
    ///    a b c d e f g h
    /// ```
    CANNOT_RUN = "the pawn cannot run from the blockade", Strong to move: WeakWins,
        claim: "No knight can be taken, and after every step of king or pawn a knight blockades the pawn and is guarded in time.",
        plan: "Put a knight in front of the pawn as far back as you can, and guard it with the other before the king comes; then drive the king into a corner.",
        source: BLOCKADE, example: "8/8/1n2k3/1n5K/8/8/3P4/8 w - - 0 1",
        in_turn(Blockade as b) {
            "no knight can be taken, and after every step a knight blockades the pawn" => b.has_no_escape();
        }
}

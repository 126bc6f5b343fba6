//! Queen against pawn: KQvKP.

use board::sets::distance;
use board::{File, Piece, Square};

use super::men::Chase;
use crate::geometry::{pushes, queening_square};
use crate::recognizer::{Recognizer, RuleBook};
use crate::rule::rules;

const QUEEN: usize = Piece::Queen as usize;

type QueenChase = Chase<QUEEN>;

/// The recognizer of KQvKP.
pub(crate) static QUEEN_AGAINST_PAWN: Recognizer = Recognizer::new(&[Piece::Pawn], &[Piece::Queen], &RULES);

/// In the order of testing.
#[rustfmt::skip]
static RULES: RuleBook<QueenChase> = RuleBook::new(&[
    PAWN_BACK, SIXTH_RANK_DESERTED, GOOD_PAWN_ON_THE_SIXTH, SEVENTH_RANK_DESERTED, TAKES_THE_PAWN,
    ROOK_PAWN_ON_THE_SEVENTH, BISHOP_PAWN_ON_THE_SEVENTH, TAKES_AND_WINS, TAKES_AND_DRAWS,
    QUEEN_OUT_OF_REACH, GOOD_PAWN_ON_THE_FIFTH, SIXTH_RANK_LEFT_ALONE, QUEEN_SAFE, GETS_IN_FRONT,
]);

impl QueenChase {
    /// True for pawns on files b, d, e and g, against which the queen usually wins even on the
    /// seventh rank.
    #[inline]
    fn is_center_or_knight_pawn(&self) -> bool {
        matches!(self.pawn.file(), File::B | File::D)
    }
}

rules! {
    PAWN_BACK = "the pawn is far from promotion", Weak to move: WeakWins,
        claim: "The pawn is not beyond its fifth rank and gives no check.",
        source: FINE_9, example: "8/1K6/8/p7/8/7Q/4k3/8 w - - 0 1",
        in_turn(QueenChase as c) {
            "the pawn has not passed its fifth rank", "lets the pawn pass its fifth rank" => pushes(c.pawn) >= 3;
            "the pawn gives no check", "lets the pawn give check" => !c.is_check();
        }

    SIXTH_RANK_DESERTED = "the sixth-rank pawn is deserted", Weak to move: WeakWins,
        claim: "The pawn is on its sixth rank, its king three or more squares away, and it gives no check.",
        source: FINE_9, example: "8/8/4K3/8/8/Q1p5/5k2/8 w - - 0 1",
        in_turn(QueenChase as c) {
            "the pawn is on its sixth rank", "lets the pawn off its sixth rank" => pushes(c.pawn) == 2;
            "the pawn's king is three squares from it", "lets the king near its pawn" =>
                distance(c.king, c.pawn) >= 3;
            "the pawn gives no check", "lets the pawn give check" => !c.is_check();
        }

    GOOD_PAWN_ON_THE_SIXTH = "a knight or center pawn on the sixth rank", Weak to move: WeakWins,
        claim: "A knight or center pawn on its sixth rank that gives no check.",
        source: FINE_9, example: "1K6/3Q4/8/8/8/3p4/3k4/8 w - - 0 1",
        in_turn(QueenChase as c) {
            "the pawn is on its sixth rank", "lets the pawn off its sixth rank" => pushes(c.pawn) == 2;
            "it is a knight or center pawn", "changes the pawn's file" => c.is_center_or_knight_pawn();
            "the pawn gives no check", "lets the pawn give check" => !c.is_check();
        }

    SEVENTH_RANK_DESERTED = "the seventh-rank pawn is deserted", Weak to move: WeakWins,
        claim: "The pawn is on its seventh rank, its king four or more squares away, and it gives no check.",
        source: FINE_9, example: "3K2k1/8/8/8/8/8/2p5/2Q5 w - - 0 1",
        in_turn(QueenChase as c) {
            "the pawn is on its seventh rank", "lets the pawn off its seventh rank" => pushes(c.pawn) == 1;
            "the pawn's king is four squares from it", "lets the king near its pawn" =>
                distance(c.king, c.pawn) >= 4;
            "the pawn gives no check", "lets the pawn give check" => !c.is_check();
        }

    TAKES_THE_PAWN = "the queen takes the pawn", Weak to move: WeakWins,
        claim: "The queen takes a pawn that its king does not protect, and it is not stalemate.",
        source: GAME, example: "8/8/8/k2K4/8/p3Q3/8/8 w - - 0 1",
        in_turn(QueenChase as c) {
            "the queen attacks the pawn, which its king does not protect", "stops attacking the pawn" => c.hits_loose_pawn();
            "taking it is not stalemate", "would make taking the pawn a stalemate" => c.is_no_stalemate_without_pawn();
        }

    /// ```text
    /// 8  . . . . . . . .      The queen is to move. Checked on its file the king goes to a8, and
    /// 7  P K . . . . . .      the queen must let it out again, or it is stalemate. The other king
    ///    a b c d e f g h      is too far away to help.
    /// ```
    ROOK_PAWN_ON_THE_SEVENTH = "the rook pawn on the seventh rank", Weak to move: Draw,
        claim: "A rook pawn on its seventh rank, its king beside it on the knight file, and the other king six or more squares away.",
        plan: "When the queen checks in front, go into the corner: it is stalemate unless the queen leaves the file.",
        source: FINE_9, example: "Q7/8/8/6K1/8/8/pk6/8 w - - 0 1",
        in_turn(QueenChase as c) {
            "the pawn is a rook pawn on its seventh rank", "promotes the pawn" => c.pawn == Square::A7;
            "the pawn's king is beside it on the knight file", "takes the king from beside the pawn" =>
                c.king == Square::B7;
            "the other king is six squares away", "brings the other king near" => distance(c.weak_king, c.pawn) >= 6;
        }

    /// ```text
    /// 8  . K . . . . . .      The king goes to a8 and leaves the pawn to the queen: if it takes
    /// 7  . . P . . . . .      the pawn, it is stalemate.
    ///    a b c d e f g h
    /// ```
    BISHOP_PAWN_ON_THE_SEVENTH = "the bishop pawn on the seventh rank", Weak to move: Draw,
        claim: "A bishop pawn on its seventh rank, its king on the corner's side of it, the other king five or more squares away, the queen not in front of it.",
        plan: "Run to the corner: to take the pawn is stalemate.",
        source: FINE_9, example: "5K2/8/8/8/8/8/2p4Q/1k6 w - - 0 1",
        in_turn(QueenChase as c) {
            "the pawn is a bishop pawn on its seventh rank", "promotes the pawn" => c.pawn == Square::C7;
            "the pawn's king is on the corner's side of it", "takes the king from the corner's side" =>
                matches!(c.king, Square::B7 | Square::B8);
            "the other king is five squares away", "brings the other king near" => distance(c.weak_king, c.pawn) >= 5;
            "the queen does not stand in front of the pawn", "brings the queen in front of the pawn" =>
                c.piece != Square::C8;
        }

    TAKES_AND_WINS = "the queen is lost and the pawn wins", Strong to move: StrongWins,
        claim: "The queen can be taken, and the pawn ending is won.",
        source: PAWN_ENDING, example: "7K/8/8/8/1p6/8/8/2kQ4 b - - 0 1",
        in_turn(QueenChase as c) {
            "the pawn's side can take the queen", "leaves the queen alone" => c.after_taking().is_some();
            "the pawn ending is won", "spoils the pawn ending" =>
                c.after_taking().is_none_or(|ending| ending.is_won_exactly());
        }

    TAKES_AND_DRAWS = "the queen is lost and the pawn does not win", Strong to move: Draw,
        claim: "The pawn's king takes the queen, the pawn ending is drawn, and the pawn is not on its seventh rank.",
        source: PAWN_ENDING, example: "8/Qp6/k7/2K5/8/8/8/8 b - - 0 1",
        in_turn(QueenChase as c) {
            "the pawn has not reached its sixth rank", "lets the pawn reach its sixth rank" => pushes(c.pawn) > 2;
            "the pawn does not attack the queen", "attacks the queen with the pawn" => !c.pawn_hits().has(c.piece);
            "the king can take the queen", "leaves the queen alone" => c.after_taking().is_some();
            "the pawn ending is drawn", "makes the pawn ending a win" => !c.takes_and_wins();
        }

    QUEEN_OUT_OF_REACH = "the queen is out of reach", Strong to move: WeakWins,
        claim: "The pawn is not beyond its fourth rank, king and pawn do not attack the queen, and the king has a move.",
        source: FINE_9, example: "8/8/2p5/5K2/8/8/6k1/2Q5 b - - 0 1",
        in_turn(QueenChase as c) {
            "the pawn has not passed its fourth rank", "pushes the pawn beyond its fourth rank" =>
                pushes(c.pawn) >= 4;
            "king and pawn do not attack the queen, and the king has a move", "gets at the queen" =>
                c.is_piece_out_of_reach();
        }

    GOOD_PAWN_ON_THE_FIFTH = "the queen stands off a knight or center pawn", Strong to move: WeakWins,
        claim: "A knight or center pawn on its fifth rank; king and pawn do not attack the queen, and the king has a move.",
        source: VERIFY, example: "K5Q1/8/8/8/1p6/8/4k3/8 b - - 0 1",
        in_turn(QueenChase as c) {
            "the pawn is on its fifth rank", "lets the pawn off its fifth rank" => pushes(c.pawn) == 3;
            "it is a knight or center pawn", "changes the pawn's file" => c.is_center_or_knight_pawn();
            "king and pawn do not attack the queen, and the king has a move", "gets at the queen" =>
                c.is_piece_out_of_reach();
        }

    SIXTH_RANK_LEFT_ALONE = "the pawn on the sixth rank is left alone", Strong to move: WeakWins,
        claim: "The pawn is on its sixth rank, its king four or more squares away; they do not attack the queen, and the king has a move.",
        source: VERIFY, example: "8/8/8/7Q/5K2/p6k/8/8 b - - 0 1",
        in_turn(QueenChase as c) {
            "the pawn is on its sixth rank", "lets the pawn off its sixth rank" => pushes(c.pawn) == 2;
            "the pawn's king is four squares from it", "lets the king near its pawn" =>
                distance(c.king, c.pawn) >= 4;
            "king and pawn do not attack the queen, and the king has a move", "gets at the queen" =>
                c.is_piece_out_of_reach();
        }

    QUEEN_SAFE = "the queen is safe from a pawn on its fifth rank", Strong to move: WeakWins,
        claim: "The pawn is not beyond its fifth rank, cannot win the queen, and is five moves from promotion together with its king, who has a move.",
        source: FINE_9, example: "8/8/8/5Q2/2p4k/8/3K4/8 b - - 0 1",
        in_turn(QueenChase as c) {
            "the pawn has not passed its fifth rank", "lets the pawn pass its fifth rank" => pushes(c.pawn) >= 3;
            "king and pawn are five moves from promotion", "brings king and pawn home" => c.moves_home() >= 5;
            "the queen cannot be taken", "lets the queen be taken" => !c.can_take();
            "the pawn's king has a move", "takes the king's moves" => !c.king_steps().is_empty();
        }

    GETS_IN_FRONT = "the queen gets in front of the pawn", Strong to move: WeakWins,
        claim: "The queen can safely go to the queening square and cannot be taken; the pawn's king is two ranks behind it and has two moves.",
        source: FINE_9, example: "8/8/8/2K1k3/8/8/1Qp5/8 b - - 0 1",
        in_turn(QueenChase as c) {
            "the pawn's king is two ranks behind it", "brings the king up to the pawn" =>
                (c.king as i8 >> 3) - (c.pawn as i8 >> 3) <= -2;
            "the queen can safely go to the queening square", "keeps the queen from the queening square" =>
                c.safe_moves().has(queening_square(c.pawn));
            "the queen cannot be taken", "lets the queen be taken" => !c.can_take();
            "the pawn's king has two moves", "takes the king's moves" => c.king_steps().len() >= 2;
        }
}

//! The queen against the pawn: KQvKP.

use board::sets::distance;
use board::{File, Piece, Square};

use super::men::{Chase, GAME, HUNTER, PAWN, PAWN_ENDING, RuleAndTest, VERIFY};
use crate::geometry::{pushes, queening_square};
use crate::recognizer::RuleBook;
use crate::rule::{Outcome, Rule, told};

const QUEEN: usize = Piece::Queen as usize;

type QueenChase = Chase<QUEEN>;

/// The recognizer of KQvKP.
pub static QUEEN_AGAINST_PAWN: RuleBook<QueenChase> = RuleBook::new(&[Piece::Pawn], &[Piece::Queen], &RULES);

const FINE: &str = "Fine, Basic Chess Endings, chapter 9";

/// In the order of asking.
#[rustfmt::skip]
static RULES: [RuleAndTest<QUEEN>; 14] = [
    (Rule::new("the pawn is far from promotion", HUNTER, Outcome::WeakWins,
        "The pawn is not beyond its fifth rank and gives no check.",
        FINE), is_pawn_back, PAWN_BACK),
    (Rule::new("the sixth-rank pawn is deserted", HUNTER, Outcome::WeakWins,
        "The pawn is on its sixth rank, its king three or more squares away, and it gives no check.",
        FINE), is_sixth_rank_pawn_deserted, SIXTH_RANK_DESERTED),
    (Rule::new("a knight or center pawn on the sixth rank", HUNTER, Outcome::WeakWins,
        "A knight or center pawn on its sixth rank that gives no check.",
        FINE), is_good_pawn_on_the_sixth, GOOD_PAWN_ON_THE_SIXTH),
    (Rule::new("the seventh-rank pawn is deserted", HUNTER, Outcome::WeakWins,
        "The pawn is on its seventh rank, its king four or more squares away, and it gives no check.",
        FINE), is_seventh_rank_pawn_deserted, SEVENTH_RANK_DESERTED),
    (Rule::new("the queen takes the pawn", HUNTER, Outcome::WeakWins,
        "The queen takes a pawn that its king does not protect, and it is no stalemate.",
        GAME), takes_the_pawn, TAKES_THE_PAWN),
    (Rule::new("the rook pawn on the seventh rank", HUNTER, Outcome::Draw,
        "A rook pawn on its seventh rank, its king beside it on the knight file, and the other king six or more squares away.",
        FINE), is_rook_pawn_on_the_seventh, ROOK_PAWN_ON_THE_SEVENTH),
    (Rule::new("the bishop pawn on the seventh rank", HUNTER, Outcome::Draw,
        "A bishop pawn on its seventh rank, its king on the corner's side of it, the other king five or more squares away, the queen not in front of it.",
        FINE), is_bishop_pawn_on_the_seventh, BISHOP_PAWN_ON_THE_SEVENTH),
    (Rule::new("the queen is lost and the pawn wins", PAWN, Outcome::StrongWins,
        "The queen can be taken, and the pawn ending is won.",
        PAWN_ENDING), takes_the_queen_and_wins, TAKES_AND_WINS),
    (Rule::new("the queen is lost and the pawn does not win", PAWN, Outcome::Draw,
        "The pawn's king takes the queen, the pawn ending is drawn, and the pawn is not on its seventh rank.",
        PAWN_ENDING), takes_the_queen_and_draws, TAKES_AND_DRAWS),
    (Rule::new("the queen is out of reach", PAWN, Outcome::WeakWins,
        "The pawn is not beyond its fourth rank, king and pawn do not attack the queen, and the king has a move.",
        FINE), is_queen_out_of_reach, QUEEN_OUT_OF_REACH),
    (Rule::new("the queen stands off a knight or center pawn", PAWN, Outcome::WeakWins,
        "A knight or center pawn on its fifth rank; king and pawn do not attack the queen, and the king has a move.",
        VERIFY), is_good_pawn_on_the_fifth, GOOD_PAWN_ON_THE_FIFTH),
    (Rule::new("the pawn on the sixth rank is left alone", PAWN, Outcome::WeakWins,
        "The pawn is on its sixth rank, its king four or more squares away; they do not attack the queen, and the king has a move.",
        VERIFY), is_pawn_on_the_sixth_left_alone, SIXTH_RANK_LEFT_ALONE),
    (Rule::new("the queen is safe from a pawn on its fifth rank", PAWN, Outcome::WeakWins,
        "The pawn is not beyond its fifth rank, cannot win the queen, and is five moves from promotion together with its king, who has a move.",
        FINE), is_queen_safe, QUEEN_SAFE),
    (Rule::new("the queen gets in front of the pawn", PAWN, Outcome::WeakWins,
        "The queen can safely go to the queening square and cannot be taken; the pawn's king is two ranks behind it and has two moves.",
        FINE), gets_in_front, GETS_IN_FRONT),
];

impl QueenChase {
    /// On the files b, d, e or g: the queen wins even against the seventh rank, as a rule.
    #[inline]
    fn is_center_or_knight_pawn(&self) -> bool {
        matches!(self.pawn.file(), File::B | File::D)
    }
}

told! {
    /// KQvKP: asked 3,370,968, spoke 2,186,996, wrong 0; asked about everything it speaks on 2,186,996, wrong 0.
    fn is_pawn_back as PAWN_BACK(c: &QueenChase), in_turn {
        "the pawn has not passed its fifth rank", "lets the pawn pass its fifth rank" => pushes(c.pawn) >= 3;
        "the pawn gives no check", "lets the pawn give check" => !c.is_check();
    }
}

told! {
    /// KQvKP: asked 1,183,972, spoke 367,049, wrong 0; asked about everything it speaks on 367,049, wrong 0.
    fn is_sixth_rank_pawn_deserted as SIXTH_RANK_DESERTED(c: &QueenChase), in_turn {
        "the pawn is on its sixth rank", "lets the pawn off its sixth rank" => pushes(c.pawn) == 2;
        "the pawn's king is three squares from it", "lets the king near its pawn" =>
            distance(c.king, c.pawn) >= 3;
        "the pawn gives no check", "lets the pawn give check" => !c.is_check();
    }
}

told! {
    /// KQvKP: asked 816,923, spoke 94,716, wrong 0; asked about everything it speaks on 273,329, wrong 0.
    fn is_good_pawn_on_the_sixth as GOOD_PAWN_ON_THE_SIXTH(c: &QueenChase), in_turn {
        "the pawn is on its sixth rank", "lets the pawn off its sixth rank" => pushes(c.pawn) == 2;
        "it is a knight or center pawn", "changes the pawn's file" => c.is_center_or_knight_pawn();
        "the pawn gives no check", "lets the pawn give check" => !c.is_check();
    }
}

told! {
    /// KQvKP: asked 722,207, spoke 313,881, wrong 0; asked about everything it speaks on 313,881, wrong 0.
    fn is_seventh_rank_pawn_deserted as SEVENTH_RANK_DESERTED(c: &QueenChase), in_turn {
        "the pawn is on its seventh rank", "lets the pawn off its seventh rank" => pushes(c.pawn) == 1;
        "the pawn's king is four squares from it", "lets the king near its pawn" =>
            distance(c.king, c.pawn) >= 4;
        "the pawn gives no check", "lets the pawn give check" => !c.is_check();
    }
}

told! {
    /// KQvKP: asked 408,326, spoke 103,456, wrong 0; asked about everything it speaks on 1,109,706, wrong 0.
    fn takes_the_pawn as TAKES_THE_PAWN(c: &QueenChase), in_turn {
        "the queen attacks the pawn, which its king does not protect", "stops attacking the pawn" => c.hits_loose_pawn();
        "taking it is no stalemate", "would make taking the pawn a stalemate" => c.is_no_stalemate_without_pawn();
    }
}

told! {
    /// ```text
    /// 8  . . . . . . . .      The queen is to move. Checked on its file the king goes to a8, and the queen must
    /// 7  P K . . . . . .      let it out again or it is stalemate. The other king is too far away to help.
    ///    a b c d e f g h
    /// ```
    ///
    /// KQvKP: asked 304,870, spoke 865, wrong 0; asked about everything it speaks on 865, wrong 0.
    fn is_rook_pawn_on_the_seventh as ROOK_PAWN_ON_THE_SEVENTH(c: &QueenChase), in_turn {
        "the pawn is a rook pawn on its seventh rank", "promotes the pawn" => c.pawn == Square::A7;
        "the pawn's king is beside it on the knight file", "takes the king from beside the pawn" =>
            c.king == Square::B7;
        "the other king is six squares away", "brings the other king near" => distance(c.hunter, c.pawn) >= 6;
    }
}

told! {
    /// ```text
    /// 8  . K . . . . . .      The king goes to a8 and leaves the pawn to the queen: when she takes it, it is
    /// 7  . . P . . . . .      stalemate.
    ///    a b c d e f g h
    /// ```
    ///
    /// KQvKP: asked 304,005, spoke 1,990, wrong 0; asked about everything it speaks on 1,990, wrong 0.
    fn is_bishop_pawn_on_the_seventh as BISHOP_PAWN_ON_THE_SEVENTH(c: &QueenChase), in_turn {
        "the pawn is a bishop pawn on its seventh rank", "promotes the pawn" => c.pawn == Square::C7;
        "the pawn's king is on the corner's side of it", "takes the king from the corner's side" =>
            matches!(c.king, Square::B7 | Square::B8);
        "the other king is five squares away", "brings the other king near" => distance(c.hunter, c.pawn) >= 5;
        "the queen does not stand in front of the pawn", "brings the queen in front of the pawn" =>
            c.piece != Square::C8;
    }
}

told! {
    /// KQvKP: asked 4,981,504, spoke 361,317, wrong 0; asked about everything it speaks on 361,317, wrong 0.
    fn takes_the_queen_and_wins as TAKES_AND_WINS(c: &QueenChase), in_turn {
        "the pawn's side can take the queen", "leaves the queen alone" => c.after_taking().is_some();
        "the pawn ending is won", "spoils the pawn ending" =>
            c.after_taking().is_none_or(|ending| ending.is_won_exactly());
    }
}

told! {
    /// KQvKP: asked 4,620,187, spoke 157,633, wrong 0; asked about everything it speaks on 157,633, wrong 0.
    fn takes_the_queen_and_draws as TAKES_AND_DRAWS(c: &QueenChase), in_turn {
        "the pawn has not reached its sixth rank", "lets the pawn reach its sixth rank" => pushes(c.pawn) > 2;
        "the pawn does not attack the queen", "attacks the queen with the pawn" => !c.pawn_hits().has(c.piece);
        "the king can take the queen", "leaves the queen alone" => c.after_taking().is_some();
        "the pawn ending is drawn", "makes the pawn ending a win" => !c.takes_and_wins();
    }
}

told! {
    /// KQvKP: asked 4,462,554, spoke 2,154,078, wrong 0; asked about everything it speaks on 2,154,078, wrong 0.
    fn is_queen_out_of_reach as QUEEN_OUT_OF_REACH(c: &QueenChase), in_turn {
        "the pawn has not passed its fourth rank", "pushes the pawn beyond its fourth rank" =>
            pushes(c.pawn) >= 4;
        "king and pawn do not attack the queen, and the king has a move", "gets at the queen" =>
            c.is_piece_out_of_reach();
    }
}

told! {
    /// KQvKP: asked 2,308,476, spoke 356,263, wrong 0; asked about everything it speaks on 356,263, wrong 0.
    fn is_good_pawn_on_the_fifth as GOOD_PAWN_ON_THE_FIFTH(c: &QueenChase), in_turn {
        "the pawn is on its fifth rank", "lets the pawn off its fifth rank" => pushes(c.pawn) == 3;
        "it is a knight or center pawn", "changes the pawn's file" => c.is_center_or_knight_pawn();
        "king and pawn do not attack the queen, and the king has a move", "gets at the queen" =>
            c.is_piece_out_of_reach();
    }
}

told! {
    /// KQvKP: asked 1,952,213, spoke 355,062, wrong 0; asked about everything it speaks on 355,062, wrong 0.
    fn is_pawn_on_the_sixth_left_alone as SIXTH_RANK_LEFT_ALONE(c: &QueenChase), in_turn {
        "the pawn is on its sixth rank", "lets the pawn off its sixth rank" => pushes(c.pawn) == 2;
        "the pawn's king is four squares from it", "lets the king near its pawn" =>
            distance(c.king, c.pawn) >= 4;
        "king and pawn do not attack the queen, and the king has a move", "gets at the queen" =>
            c.is_piece_out_of_reach();
    }
}

told! {
    /// KQvKP: asked 1,597,151, spoke 349,656, wrong 0; asked about everything it speaks on 2,813,091, wrong 0.
    fn is_queen_safe as QUEEN_SAFE(c: &QueenChase), in_turn {
        "the pawn has not passed its fifth rank", "lets the pawn pass its fifth rank" => pushes(c.pawn) >= 3;
        "king and pawn are five moves from promotion", "brings king and pawn home" => c.moves_home() >= 5;
        "the queen cannot be taken", "lets the queen be taken" => !c.can_take();
        "the pawn's king has a move", "takes the king's moves" => !c.king_steps().is_empty();
    }
}

told! {
    /// KQvKP: asked 1,247,495, spoke 116,394, wrong 0; asked about everything it speaks on 318,980, wrong 0.
    fn gets_in_front as GETS_IN_FRONT(c: &QueenChase), in_turn {
        "the pawn's king is two ranks behind it", "brings the king up to the pawn" =>
            (c.king as i8 >> 3) - (c.pawn as i8 >> 3) <= -2;
        "the queen can safely go to the queening square", "lets the queen no more to the queening square" =>
            c.safe_moves().has(queening_square(c.pawn));
        "the queen cannot be taken", "lets the queen be taken" => !c.can_take();
        "the pawn's king has two moves", "takes the king's moves" => c.king_steps().len() >= 2;
    }
}

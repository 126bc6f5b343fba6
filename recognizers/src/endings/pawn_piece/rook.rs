//! The rook against the pawn: KRvKP.

use board::sets::distance;
use board::{BitBoard, Color, Piece, Square, attacks};

use super::men::{Chase, GAME, HUNTER, PAWN, PAWN_ENDING, RuleAndTest, VERIFY};
use crate::geometry::{files_apart, is_aligned, path, pushes, queening_square, stop_square};
use crate::recognizer::RuleBook;
use crate::rule::{Outcome, Rule, told};

const ROOK: usize = Piece::Rook as usize;

type RookChase = Chase<ROOK>;

/// The recognizer of KRvKP.
pub static ROOK_AGAINST_PAWN: RuleBook<RookChase> = RuleBook::new(&[Piece::Pawn], &[Piece::Rook], &RULES);

const FINE: &str = "Fine, Basic Chess Endings, chapter 6";

/// King moves to the queening square and pushes together: the king seven away from a pawn on its second or third rank has one more.
const NOT_AT_THE_FAR_END: u8 = 11;

/// In the order of asking.
#[rustfmt::skip]
static RULES: [RuleAndTest<ROOK>; 15] = [
    (Rule::new("the pawn's king is far away", HUNTER, Outcome::WeakWins,
        "The pawn's king is three or more squares from its pawn, and the rook gets safely onto the pawn's file, from which its king is two or more files away, but not at the far end of the board.",
        FINE), is_pawn_deserted, PAWN_DESERTED),
    (Rule::new("the rook attacks the deserted pawn", HUNTER, Outcome::WeakWins,
        "The pawn is not on its seventh rank and gives no check, its king is three or more files away, and the rook can safely attack it.",
        FINE), attacks_the_pawn, ATTACKS_THE_PAWN),
    (Rule::new("the king is in front of the pawn", HUNTER, Outcome::WeakWins,
        "The rook's king is ahead of the pawn and reaches the queening square with it, the rook is not near the other king.",
        FINE), is_in_front, IN_FRONT),
    (Rule::new("the rook takes the pawn", HUNTER, Outcome::WeakWins,
        "The rook takes a pawn that its king does not protect, and it is no stalemate.",
        GAME), takes_the_pawn, TAKES_THE_PAWN),
    (Rule::new("the king is well ahead", HUNTER, Outcome::WeakWins,
        "The rook's king is two ranks ahead of the pawn and no further from the queening square than the other king, which is not next to it.",
        FINE), is_well_ahead, WELL_AHEAD),
    (Rule::new("the pawn's king is of no help", HUNTER, Outcome::WeakWins,
        "The way of the pawn and its king to the queening square is ten moves together, the rook's king is at most a move further from it, and the pawn takes nothing of worth.",
        FINE), is_no_help, NO_HELP),
    (Rule::new("the king is close behind the pawn", HUNTER, Outcome::WeakWins,
        "The rook's king is beside the square behind the pawn and a move late at most, the pawn's king is two squares away and has five of his own.",
        VERIFY), is_close_behind, CLOSE_BEHIND),
    (Rule::new("king and pawn are far ahead", HUNTER, Outcome::Draw,
        "The pawn's king is beside it and four moves nearer to the queening square than the rook's, which is four ranks behind at least.",
        FINE), are_far_ahead, FAR_AHEAD),
    (Rule::new("king and pawn are three moves from home", HUNTER, Outcome::Draw,
        "King and pawn need three moves together, the other king is three moves late and far behind the pawn, and the rook cannot take it.",
        FINE), are_near_home, NEAR_HOME),
    (Rule::new("the rook is lost and the pawn wins", PAWN, Outcome::StrongWins,
        "The rook can be taken, and the pawn ending is won.",
        PAWN_ENDING), takes_the_rook_and_wins, TAKES_AND_WINS),
    (Rule::new("the rook is lost and the pawn does not win", PAWN, Outcome::Draw,
        "The pawn's king takes the rook, the pawn ending is drawn, and the pawn is not on its seventh rank.",
        PAWN_ENDING), takes_the_rook_and_draws, TAKES_AND_DRAWS),
    (Rule::new("the king is in time against the pawn", PAWN, Outcome::WeakWins,
        "The rook is not attacked, its king is at the queening square as soon as the pawn, the pawn's king is five squares from it and has a move.",
        FINE), is_in_time, IN_TIME),
    (Rule::new("the king is early against the pawn", PAWN, Outcome::WeakWins,
        "The rook is not attacked, and its king is at the queening square two moves before the pawn and not at its next square; the pawn's king has a move.",
        FINE), is_early, EARLY),
    (Rule::new("the pawn's king comes too late", PAWN, Outcome::WeakWins,
        "The way of the pawn and its king to the queening square is eleven moves together, and the other king is no further from it; the rook is not attacked.",
        FINE), comes_too_late, TOO_LATE),
    (Rule::new("king and pawn have escaped", PAWN, Outcome::Draw,
        "The pawn's king is within two squares of it and four moves nearer to the queening square than the rook's, and the rook, four squares from him, gives no check.",
        FINE), have_escaped, ESCAPED),
];

impl RookChase {
    /// By how many moves the hunter's king is late at the queening square, were it his move; negative with time to spare.
    #[inline]
    fn hunter_is_late(&self) -> i8 {
        distance(self.hunter, queening_square(self.pawn)) as i8 - pushes(self.pawn) as i8
    }

    /// Where the piece can go without being taken and attack the pawn.
    #[inline]
    fn safe_attacks(&self) -> BitBoard {
        let others = self.occupied() - self.king.bitboard() - self.piece.bitboard();
        self.safe_moves() & attacks(Piece::Rook, Color::White, self.pawn, others)
    }

    /// The square behind the pawn.
    #[inline]
    fn behind(&self) -> Square {
        Square::index(self.pawn as usize - 8)
    }

    /// The rook gets safely onto the pawn's file.
    #[inline]
    fn gets_onto_the_file(&self) -> bool {
        !(self.safe_moves() & self.pawn.file().bitboard()).is_empty()
    }

    /// The pawn steps onto the queening square with the next move.
    #[inline]
    fn can_promote(&self) -> bool {
        pushes(self.pawn) == 1 && !self.occupied().has(stop_square(self.pawn))
    }
}

told! {
    /// KRvKP: asked 4,050,020, spoke 1,400,803, wrong 0; asked about everything it speaks on 1,400,803, wrong 0.
    fn is_pawn_deserted as PAWN_DESERTED(c: &RookChase), in_turn {
        "the pawn's king is three squares from it", "lets the king near its pawn" =>
            distance(c.king, c.pawn) >= 3;
        "the rook's king is two files from the pawn", "takes the king near the pawn's file" =>
            files_apart(c.hunter, c.pawn) >= 2;
        "the rook's king is not at the far end of the board", "takes the king to the far end of the board" =>
            distance(c.hunter, queening_square(c.pawn)) + pushes(c.pawn) <= NOT_AT_THE_FAR_END;
        "the rook gets safely onto the pawn's file", "leaves the rook no safe way to the pawn's file" =>
            c.gets_onto_the_file();
    }
}

told! {
    /// KRvKP: asked 2,649,217, spoke 699,288, wrong 0; asked about everything it speaks on 1,507,700, wrong 0.
    fn attacks_the_pawn as ATTACKS_THE_PAWN(c: &RookChase), in_turn {
        "the pawn has not reached its seventh rank", "lets the pawn reach its seventh rank" =>
            pushes(c.pawn) >= 2;
        "the pawn's king is three files from it", "lets the king near its pawn" =>
            files_apart(c.king, c.pawn) >= 3;
        "the pawn gives no check", "lets the pawn give check" => !c.is_check();
        "the rook can safely attack the pawn", "leaves the rook no safe way to attack the pawn" =>
            !c.safe_attacks().is_empty();
    }
}

told! {
    /// KRvKP: asked 1,949,929, spoke 525,176, wrong 0; asked about everything it speaks on 1,104,934, wrong 0.
    fn is_in_front as IN_FRONT(c: &RookChase), in_turn {
        "the pawn has not reached its seventh rank", "lets the pawn reach its seventh rank" =>
            pushes(c.pawn) >= 2;
        "the rook's king is ahead of the pawn", "takes the king back" => c.ranks_ahead() >= 1;
        "the rook is three squares from the pawn's king", "puts the rook near the pawn's king" =>
            distance(c.king, c.piece) >= 3;
        "the rook's king reaches the queening square with the pawn", "takes the king too far from the queening square" =>
            c.hunter_is_late() <= 0;
    }
}

told! {
    /// KRvKP: asked 1,424,753, spoke 292,387, wrong 0; asked about everything it speaks on 813,234, wrong 0.
    fn takes_the_pawn as TAKES_THE_PAWN(c: &RookChase), in_turn {
        "the rook attacks the pawn, which its king does not protect", "stops attacking the pawn" => c.hits_loose_pawn();
        "taking it is no stalemate", "would make taking the pawn a stalemate" => c.is_no_stalemate_without_pawn();
    }
}

told! {
    /// KRvKP: asked 1,132,366, spoke 87,134, wrong 0; asked about everything it speaks on 989,538, wrong 0.
    fn is_well_ahead as WELL_AHEAD(c: &RookChase), in_turn {
        "the rook's king is two ranks ahead of the pawn", "takes the king back" => c.ranks_ahead() >= 2;
        "the rook's king is no further from the queening square than the other", "lets the other king be nearer to the queening square" =>
            c.lead() >= 0;
        "the pawn's king is not next to the queening square", "lets the other king next to the queening square" =>
            distance(c.king, queening_square(c.pawn)) >= 2;
    }
}

told! {
    /// KRvKP: asked 1,045,232, spoke 84,579, wrong 0; asked about everything it speaks on 900,295, wrong 0.
    fn is_no_help as NO_HELP(c: &RookChase), in_turn {
        "the way of the pawn and its king to the queening square is ten moves together", "brings pawn and king home" =>
            c.moves_home() >= 10;
        "the rook's king is at most a move further from the queening square than the other", "takes the king too far from the queening square" =>
            c.lead() >= -1;
        "the pawn gives no check", "lets the pawn give check" => !c.is_check();
        "the pawn's side cannot win by taking the rook", "lets the rook be taken" => !c.takes_and_wins();
    }
}

told! {
    /// KRvKP: asked 960,653, spoke 69,442, wrong 0; asked about everything it speaks on 163,884, wrong 0.
    fn is_close_behind as CLOSE_BEHIND(c: &RookChase), in_turn {
        "the rook's king is next to the square behind the pawn or on it", "takes the king away from the square behind the pawn" =>
            distance(c.hunter, c.behind()) <= 1;
        "the rook's king is at most a move late at the queening square", "takes the king too far from the queening square" =>
            c.hunter_is_late() <= 1;
        "the pawn's king is two squares from it", "lets the king next to its pawn" =>
            distance(c.king, c.pawn) >= 2;
        "the pawn's king has five squares to go to", "leaves the pawn's king too few squares" =>
            c.king_steps().len() >= 5;
    }
}

told! {
    /// ```text
    /// 8  . K . . . . . .      The king leads the pawn home, and the rook must be given up for it. From the
    /// 7  . . P . . . . r      first rank the other king is too late.
    ///    . . .
    /// 1  . . . . . k . .
    ///    a b c d e f g h
    /// ```
    ///
    /// KRvKP: asked 891,211, spoke 39,845, wrong 0; asked about everything it speaks on 39,845, wrong 0.
    fn are_far_ahead as FAR_AHEAD(c: &RookChase), in_turn {
        "the pawn's king is four moves nearer to the queening square than the other", "brings the king nearer to the queening square" =>
            c.lead() <= -4;
        "the pawn's king is next to it", "parts king and pawn" => distance(c.king, c.pawn) <= 1;
        "the rook's king is four ranks behind the pawn", "brings the king nearer to the pawn" =>
            c.ranks_ahead() <= -4;
        "the rook is two files from the pawn", "puts the rook too near the pawn's file" =>
            files_apart(c.piece, c.pawn) >= 2;
        "the rook can safely attack the pawn", "leaves the rook no safe way to attack the pawn" =>
            !c.safe_attacks().is_empty();
    }
}

told! {
    /// KRvKP: asked 851,366, spoke 34,243, wrong 0; asked about everything it speaks on 44,121, wrong 0.
    fn are_near_home as NEAR_HOME(c: &RookChase), in_turn {
        "king and pawn need at most three moves together", "holds king and pawn up" => c.moves_home() <= 3;
        "the rook's king is three moves late at the queening square", "brings the king in time" =>
            c.hunter_is_late() >= 3;
        "the rook cannot take the pawn for nothing", "gets at the pawn" => !c.hits_loose_pawn();
        "the pawn and its king are not on one file or rank", "puts king and pawn on one line" =>
            !is_aligned(c.king, c.pawn);
        "the rook's king is three squares from the square behind the pawn", "brings the king up behind the pawn" =>
            distance(c.hunter, c.behind()) >= 3;
        "the rook gets safely onto the pawn's file", "leaves the rook no safe way to the pawn's file" =>
            c.gets_onto_the_file();
    }
}

told! {
    /// KRvKP: asked 4,981,504, spoke 361,317, wrong 0; asked about everything it speaks on 361,317, wrong 0.
    fn takes_the_rook_and_wins as TAKES_AND_WINS(c: &RookChase), in_turn {
        "the pawn's side can take the rook", "leaves the rook alone" => c.after_taking().is_some();
        "the pawn ending is won", "spoils the pawn ending" =>
            c.after_taking().is_none_or(|ending| ending.is_won_exactly());
    }
}

told! {
    /// KRvKP: asked 4,620,187, spoke 157,633, wrong 0; asked about everything it speaks on 157,633, wrong 0.
    fn takes_the_rook_and_draws as TAKES_AND_DRAWS(c: &RookChase), in_turn {
        "the pawn has not reached its sixth rank", "lets the pawn reach its sixth rank" => pushes(c.pawn) > 2;
        "the pawn does not attack the rook", "attacks the rook with the pawn" => !c.pawn_hits().has(c.piece);
        "the king can take the rook", "leaves the rook alone" => c.after_taking().is_some();
        "the pawn ending is drawn", "makes the pawn ending a win" => !c.takes_and_wins();
    }
}

told! {
    /// KRvKP: asked 4,462,554, spoke 835,775, wrong 0; asked about everything it speaks on 835,775, wrong 0.
    fn is_in_time as IN_TIME(c: &RookChase), in_turn {
        "the rook's king is at the queening square as soon as the pawn", "gets ahead of the rook's king" =>
            c.hunter_is_late() <= 0;
        "the pawn's king is five squares from the queening square", "brings the king near the queening square" =>
            distance(c.king, queening_square(c.pawn)) >= 5;
        "the pawn's king is two squares from the square in front of it", "brings the king near the square in front of the pawn" =>
            distance(c.king, stop_square(c.pawn)) >= 2;
        "the rook is not attacked", "attacks the rook" => !c.is_piece_attacked();
        "the pawn's king has a move", "takes the king's moves" => !c.king_steps().is_empty();
    }
}

told! {
    /// KRvKP: asked 3,626,779, spoke 293,674, wrong 0; asked about everything it speaks on 293,674, wrong 0.
    fn is_early as EARLY(c: &RookChase), in_turn {
        "the rook's king is at the queening square two moves before the pawn", "gets ahead of the rook's king" =>
            c.hunter_is_late() <= -2;
        "the pawn's king is within four squares of the queening square", "takes the king away from the queening square" =>
            distance(c.king, queening_square(c.pawn)) <= 4;
        "the rook's king is two squares from the square in front of the pawn", "brings the pawn up to the rook's king" =>
            distance(c.hunter, stop_square(c.pawn)) >= 2;
        "the rook is not attacked", "attacks the rook" => !c.is_piece_attacked();
        "the pawn's king has a move", "takes the king's moves" => !c.king_steps().is_empty();
    }
}

told! {
    /// KRvKP: asked 3,333,105, spoke 155,278, wrong 0; asked about everything it speaks on 475,912, wrong 0.
    fn comes_too_late as TOO_LATE(c: &RookChase), in_turn {
        "the way of the pawn and its king to the queening square is eleven moves together", "brings pawn and king home" =>
            c.moves_home() >= 11;
        "the rook's king is no further from the queening square than the other", "gets nearer to the queening square than the rook's king" =>
            c.lead() >= 0;
        "the rook's king does not stand in front of the pawn", "brings the pawn up to the rook's king" =>
            c.hunter != stop_square(c.pawn);
        "the pawn's king is three squares from the rook", "brings the king near the rook" =>
            distance(c.king, c.piece) >= 3;
        "the rook is not attacked", "attacks the rook" => !c.is_piece_attacked();
    }
}

told! {
    /// KRvKP: asked 3,177,827, spoke 32,206, wrong 0; asked about everything it speaks on 32,206, wrong 0.
    fn have_escaped as ESCAPED(c: &RookChase), in_turn {
        "the pawn's king is four moves nearer to the queening square than the other", "takes the king too far from the queening square" =>
            c.lead() <= -4;
        "the pawn's king is within two squares of it", "parts king and pawn" => distance(c.king, c.pawn) <= 2;
        "the pawn is not about to promote", "makes the pawn ready to promote" => !c.can_promote();
        "the pawn's king is four squares from the rook", "takes the king near the rook" =>
            distance(c.king, c.piece) >= 4;
        "the rook's king is three ranks behind the pawn", "lets the rook's king catch up" =>
            c.ranks_ahead() <= -3;
        "the rook gives no check", "leaves the king in check" => !c.piece_hits().has(c.king);
        "the rook has eleven safe squares to go to", "leaves the rook too few safe squares" =>
            c.safe_moves().len() >= 11;
        "the pawn's king is not in its way", "puts the king in the pawn's way" => !path(c.pawn).has(c.king);
    }
}

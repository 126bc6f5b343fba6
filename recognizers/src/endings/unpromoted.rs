//! Further draws of KBPvK: races to the wrong corner, and pawns that are lost. These rules are
//! newer than the others and have not been tested in games.

use board::sets::distance;
use board::{BitBoard, Rank, get_king_moves};

use super::escort::BishopEscort;
use super::wrong_corner::CornerRace;
use crate::geometry::{bishop_lines, same_color, stop_square, within};
use crate::rule::rules;

impl BishopEscort {
    /// The position as a race to the corner.
    #[inline]
    fn race(&self) -> CornerRace {
        CornerRace {
            king: self.king,
            pawns: self.pawn.bitboard(),
            pawn: self.pawn,
            bishop: self.piece,
            weak_king: self.weak_king,
            to_move: self.to_move,
        }
    }

    /// Moves of the bare king to squares from which he attacks the pawn.
    #[inline]
    fn steps_at_the_pawn(&self) -> BitBoard {
        (get_king_moves(self.weak_king) - self.guarded()) & get_king_moves(self.pawn)
    }

    /// Those of these moves that lead to the square in front of the pawn or next to it.
    #[inline]
    fn steps_at_pawn_and_stop(&self) -> BitBoard {
        self.steps_at_the_pawn() & within(1, stop_square(self.pawn))
    }

    /// True if the bishop can never protect the pawn on its square.
    #[inline]
    fn is_pawn_off_color(&self) -> bool {
        !same_color(self.piece).has(self.pawn)
    }

    /// True if the bishop attacks the square in front of the pawn, with the bare king blocking it.
    #[inline]
    fn is_stop_hit(&self) -> bool {
        let occupied = self.king.bitboard() | self.pawn.bitboard() | self.weak_king.bitboard();
        bishop_lines(self.piece, occupied).has(stop_square(self.pawn))
    }
}

rules! {
    /// ```text
    /// 5  . . B . . . . .      Black to move.
    ///    . . .
    /// 3  . . . . . . . K
    /// 2  . . . P . . . .
    /// 1  . . . . . . . k
    ///    a b c d e f g h
    /// ```
    pub(super) STALEMATED = "the king is stalemated", Weak to move: Draw,
        claim: "The bare king has no move and is not in check.",
        source: GAME, example: "8/8/8/2B5/8/7K/3P4/7k b - - 0 1",
        in_turn(BishopEscort as e) {
            "the bare king has no move and is not in check" => e.race().is_stalemate();
        }

    /// ```text
    /// 8  . . . . . . . .      Black to move is in check: from a8 and b8 nothing drives him away,
    /// 7  k . . . . . . .      the bishop gives stalemate at most.
    /// 6  . . K . . . . .
    /// 5  P . . . . . . .
    ///    . . .
    /// 1  . . . . . . B .
    ///    a b c d e f g h
    /// ```
    pub(super) AT_THE_WRONG_CORNER = "the king is at the wrong corner", Either to move: Draw,
        claim: "A rook pawn whose corner the bishop does not control, and the bare king is in the corner or next to it.",
        plan: "Stay at the corner: the bishop cannot drive the king from it, only stalemate.",
        source: FINE_4_5, example: "8/k7/2K5/P7/8/8/8/6B1 b - - 0 1",
        in_turn(BishopEscort as e) {
            "the bishop does not control the rook pawn's corner", "gets a bishop for the corner" =>
                e.has_wrong_bishop();
            "the bare king is in the corner or next to it", "leaves the corner" => e.race().is_at_corner();
        }

    /// ```text
    /// 8  . . . . . . . .      White to move: Black goes to c6 and b7, light squares, which the
    /// 7  . . . . . . . .      bishop never hits; king and pawn come too late to bar them.
    /// 6  . . . . . . . .
    /// 5  . . . k . . . .
    /// 4  . . . . . . . .
    /// 3  P . . . B . . .
    /// 2  . . . . . K . .
    ///    a b c d e f g h
    /// ```
    ///
    /// A way for the bare king alone is not enough: `2K5/8/3k4/8/8/2B5/P7/8 b - - 0 1` is lost,
    /// because the other king keeps him from b7.
    pub(super) SURE_WAY = "the king has a sure way to the wrong corner", Either to move: Draw,
        claim: "Rook pawn and wrong bishop; before the pawn promotes, the bare king gets next to the corner on squares that the other king, pawn and bishop cannot hit by then.",
        plan: "Go to the corner in front of the rook pawn, which the bishop does not control, and stay there.",
        source: VERIFY, example: "1B6/8/8/1k6/8/P3K3/8/8 w - - 0 1",
        in_turn(BishopEscort as e) {
            "the bishop does not control the rook pawn's corner", "gets a bishop for the corner" =>
                e.has_wrong_bishop();
            "the bare king has a way next to the corner, before the pawn promotes, that king, pawn and bishop cannot bar in time",
                "leaves no way to the corner that cannot be barred in time" => e.race().has_sure_way();
        }

    /// ```text
    /// 5  P . . . . . . .      Black to move: a step to the light squares b5 or d5 takes him to the
    /// 4  . . k . . . . .      corner, or to the pawn. The bishop alone does not hold him up.
    /// 3  . . . . . . . .
    /// 2  . B . . . . . .
    /// 1  K . . . . . . .
    ///    a b c d e f g h
    /// ```
    pub(super) OTHER_KING_FAR = "the other king is far from the wrong corner", Either to move: Draw,
        claim: "Rook pawn and wrong bishop; the other king is six squares from the corner, and the bare king's way is out of his reach and the pawn's.",
        plan: "Go to the corner in front of the rook pawn, which the bishop does not control, and stay there.",
        source: VERIFY, example: "8/8/8/P7/2k5/8/1B6/K7 b - - 0 1",
        in_turn(BishopEscort as e) {
            "the bishop does not control the rook pawn's corner", "gets a bishop for the corner" =>
                e.has_wrong_bishop();
            "the other king is six squares from the corner", "lets the other king near the corner" =>
                e.race().king_to_corner() >= 6;
            "the bare king is not just next to the promotion square of the bishop pawn", "goes next to the promotion square of the bishop pawn" =>
                e.race().is_off_the_bishop_file();
            "the bare king has a way next to the corner, before the pawn promotes, that king and pawn cannot bar in time",
                "leaves no way to the corner past the other king" => e.race().has_way_past_the_king();
            "the bare king has nothing to take" => !e.race().can_take();
        }

    /// ```text
    /// 7  . . . k . . . .      White to move: the bishop bars c7, but not c8 and c6, and the other
    /// 6  . . . . . . . .      king is four moves from b7.
    /// 5  . . . . . . . .
    /// 4  P . . . . B . .
    /// 3  . . K . . . . .
    ///    a b c d e f g h
    /// ```
    pub(super) FIRST_AT_THE_GATE = "the king is first at the wrong corner's gate", Either to move: Draw,
        claim: "Rook pawn and wrong bishop, which is not on the pawn's file; the bare king is in the pawn's square, first at the square diagonal to the corner, and has two steps to the corner.",
        plan: "Go to the corner in front of the rook pawn, which the bishop does not control, and stay there.",
        source: VERIFY, example: "8/3k4/8/8/P4B2/2K5/8/8 w - - 0 1",
        in_turn(BishopEscort as e) {
            "the bishop does not control the rook pawn's corner", "gets a bishop for the corner" =>
                e.has_wrong_bishop();
            "the bare king is in the square of the pawn", "leaves the square of the pawn" => e.race().is_in_the_square();
            "the bare king is first at the square diagonal to the corner", "lets the other king be first at the square diagonal to the corner" =>
                e.race().is_first_at_the_gate();
            "the bishop is not on the pawn's file", "puts the bishop on the pawn's file" => !e.race().is_bishop_on_the_file();
            "the bare king has two steps that bring him nearer to the corner", "leaves the bare king one step to the corner or none" =>
                e.race().nearer_steps() >= 2;
            "the bare king has nothing to take" => !e.race().can_take();
        }

    /// ```text
    /// 7  . . . . . k . .      White to move: three steps lead towards the corner, and the other
    /// 6  . . . . . . . .      king is too far away to bar any of the ways.
    ///    . . .
    /// 2  P . . . . . . .
    /// 1  K . . . B . . .
    ///    a b c d e f g h
    /// ```
    pub(super) OPEN_WAY = "the king has an open way to the wrong corner", Either to move: Draw,
        claim: "Rook pawn and wrong bishop; the other king is seven squares from the corner, the bare king's way to it is not attacked now, and he has three steps nearer.",
        plan: "Go to the corner in front of the rook pawn, which the bishop does not control, and stay there.",
        source: VERIFY, example: "8/5k2/8/8/8/8/P7/K3B3 w - - 0 1",
        in_turn(BishopEscort as e) {
            "the bishop does not control the rook pawn's corner", "gets a bishop for the corner" =>
                e.has_wrong_bishop();
            "the other king is seven squares from the corner", "lets the other king near the corner" =>
                e.race().king_to_corner() >= 7;
            "the bare king has three steps that bring him nearer to the corner", "leaves the bare king too few steps to the corner" =>
                e.race().nearer_steps() >= 3;
            "the bare king's way next to the corner is not attacked now and shorter than the pawn's", "bars the way to the corner" =>
                e.race().has_open_way();
            "the bare king has nothing to take" => !e.race().can_take();
        }

    /// ```text
    /// 6  . . P . k . . .      Black to move goes to d6 and takes the pawn, on c6 or on c7.
    /// 5  . . . . . . . .
    /// 4  . . . . . . . B
    /// 3  . . . . . . . .
    /// 2  . . K . . . . .
    ///    a b c d e f g h
    /// ```
    pub(super) PAWN_AND_STOP = "the king gets at the pawn and its next square", Weak to move: Draw,
        claim: "The bishop protects neither the pawn nor its next square, the other king is three squares from it; the bare king steps next to both.",
        source: VERIFY, example: "7B/8/2P1k3/8/8/8/4K3/8 b - - 0 1",
        in_turn(BishopEscort as e) {
            "the bishop can never protect the pawn where it stands", "gets the pawn onto the bishop's color" =>
                e.is_pawn_off_color();
            "the other king is three squares from the pawn", "lets the other king near the pawn" =>
                distance(e.king, e.pawn) >= 3;
            "the bishop does not hit the pawn's next square", "lets the bishop hit the pawn's next square" => !e.is_stop_hit();
            "the pawn has left its second rank" => e.pawn.rank() != Rank::Second;
            "the bare king has a step to a square next to the pawn and its next square, or on that", "keeps the bare king from the pawn" =>
                !e.steps_at_pawn_and_stop().is_empty();
            "the bare king has nothing to take" => !e.race().can_take();
        }

    /// ```text
    /// 6  . . . . . K . .      Black to move goes to b4: he stops the pawn, which stands on a light
    /// 5  . . k . . . . .      square and is lost.
    /// 4  . . . . . . . B
    /// 3  . P . . . . . .
    ///    a b c d e f g h
    /// ```
    pub(super) FROM_AHEAD = "the king gets at the pawn from ahead", Weak to move: Draw,
        claim: "The bishop cannot protect the pawn, the other king is three squares from it; the bare king, two ranks ahead, steps next to it and to the square in front of it.",
        source: VERIFY, example: "8/8/5K2/2k5/7B/1P6/8/8 b - - 0 1",
        in_turn(BishopEscort as e) {
            "the bishop can never protect the pawn where it stands", "gets the pawn onto the bishop's color" =>
                e.is_pawn_off_color();
            "the other king is three squares from the pawn", "lets the other king near the pawn" =>
                distance(e.king, e.pawn) >= 3;
            "the bare king is two ranks ahead of the pawn", "lets the pawn come near the bare king" =>
                e.weak_king.rank() as u8 >= e.pawn.rank() as u8 + 2;
            "the bare king has a step to a square next to the pawn and its next square, or on that", "keeps the bare king from the pawn" =>
                !e.steps_at_pawn_and_stop().is_empty();
            "the bare king has nothing to take" => !e.race().can_take();
        }

    /// ```text
    /// 7  . . B . . . . .      Black to move goes to d5: the bishop is in the pawn's way and cannot
    /// 6  . . P . k . . .      protect it.
    /// 5  . . . . . . K .
    ///    a b c d e f g h
    /// ```
    pub(super) UNDER_ITS_BISHOP = "the king gets at the pawn under its bishop", Weak to move: Draw,
        claim: "The bishop stands next to the pawn, ahead of it and off its color, the other king is three squares from it; the bare king steps next to it.",
        source: VERIFY, example: "8/2B5/2P1k3/6K1/8/8/8/8 b - - 0 1",
        in_turn(BishopEscort as e) {
            "the bishop can never protect the pawn where it stands", "gets the pawn onto the bishop's color" =>
                e.is_pawn_off_color();
            "the other king is three squares from the pawn", "lets the other king near the pawn" =>
                distance(e.king, e.pawn) >= 3;
            "the bishop stands next to the pawn, ahead of it", "takes the bishop away from the pawn" =>
                distance(e.piece, e.pawn) == 1 && e.piece_ranks_ahead() == 1;
            "the bare king has a step to a square next to the pawn", "keeps the bare king from the pawn" =>
                !e.steps_at_the_pawn().is_empty();
            "the bare king has nothing to take" => !e.race().can_take();
        }
}

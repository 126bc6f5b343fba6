//! The corner of rook pawns that their bishop does not control, and the bare king's ways to it.
//!
//! Nothing drives the bare king from the corner or from the squares next to it: he goes back and
//! forth, or is stalemated. So it is a race of three: the bare king to these squares, the other
//! king to the squares from where he keeps him out, the pawn to its promotion.

use board::sets::distance;
use board::{BitBoard, Color, File, Piece, Rank, Square, get_king_moves, get_pawn_attacks};

use crate::geometry::{
    bishop_lines, is_rook_pawn, king_spread, pushes, queening_square, ranks_from, same_color,
};
use crate::rule::{Side, View};

/// Bishop and pawns against the bare king.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CornerRace {
    pub(super) king: Square,
    /// All pawns, moving up.
    pub(super) pawns: BitBoard,
    /// The foremost of them.
    pub(super) pawn: Square,
    pub(super) bishop: Square,
    pub(super) weak_king: Square,
    pub(super) to_move: Side,
}

impl From<&View> for CornerRace {
    #[inline]
    fn from(view: &View) -> Self {
        let pawns = view.squares(Side::Strong, Piece::Pawn);
        Self {
            king: view.square(Side::Strong, Piece::King),
            pawns,
            pawn: pawns.iter().max().unwrap_or_else(|| view.square(Side::Strong, Piece::Pawn)),
            bishop: view.square(Side::Strong, Piece::Bishop),
            weak_king: view.square(Side::Weak, Piece::King),
            to_move: view.to_move(),
        }
    }
}

impl CornerRace {
    /// The pawns are rook pawns of one file, and the bishop does not control their corner.
    #[inline]
    pub(super) fn has_wrong_bishop(&self) -> bool {
        is_rook_pawn(self.pawn)
            && self.pawns.is_subset(self.pawn.file().bitboard())
            && !same_color(self.corner()).has(self.bishop)
    }

    /// The corner to which the pawns run.
    #[inline]
    fn corner(&self) -> Square {
        queening_square(self.pawn)
    }

    /// The square diagonal to the corner: b7 for a8.
    #[inline]
    fn gate(&self) -> Square {
        Square::new(if self.pawn.file() == File::A { File::B } else { File::G }, Rank::Seventh)
    }

    /// One when the other side moves first.
    #[inline]
    fn tempo(&self) -> u8 {
        u8::from(self.to_move == Side::Strong)
    }

    /// Squares that king, pawns and bishop hit as they stand, looking through the bare king.
    #[inline]
    fn hit(&self) -> BitBoard {
        let occupied = self.king.bitboard() | self.pawns | self.bishop.bitboard();
        let pawns =
            self.pawns.iter().fold(BitBoard::EMPTY, |hit, pawn| hit | get_pawn_attacks(pawn, Color::White));
        get_king_moves(self.king) | pawns | bishop_lines(self.bishop, occupied)
    }

    /// Squares that the bare king can step to, whether he takes there or not.
    #[inline]
    fn steps(&self) -> BitBoard {
        get_king_moves(self.weak_king) - self.hit()
    }

    /// The bare king has the move and no move, and is not in check.
    #[inline]
    pub(super) fn is_stalemate(&self) -> bool {
        self.to_move == Side::Weak && self.steps().is_empty() && !self.hit().has(self.weak_king)
    }

    /// The bare king has the move and can take something.
    #[inline]
    pub(super) fn can_take(&self) -> bool {
        let men = self.pawns | self.bishop.bitboard();
        self.to_move == Side::Weak && !(self.steps() & men).is_empty()
    }

    /// The bare king is in the corner or next to it.
    #[inline]
    pub(super) fn is_at_corner(&self) -> bool {
        distance(self.weak_king, self.corner()) <= 1
    }

    /// How many king moves the other king is from the corner.
    #[inline]
    pub(super) fn king_to_corner(&self) -> u8 {
        distance(self.king, self.corner())
    }

    /// How many of the bare king's steps bring him nearer to the corner.
    #[inline]
    pub(super) fn nearer_steps(&self) -> usize {
        let now = distance(self.weak_king, self.corner());
        self.steps().iter().filter(|&square| distance(square, self.corner()) < now).count()
    }

    /// The bare king is two steps from the square of the promotion rank that is two files from the
    /// corner, the other side's move counted.
    #[inline]
    pub(super) fn is_off_the_bishop_file(&self) -> bool {
        let file = if self.pawn.file() == File::A { File::C } else { File::F };
        distance(self.weak_king, Square::new(file, Rank::Eighth)) + self.tempo() >= 2
    }

    /// The bare king is nearer to the square diagonal to the corner than the other, who moves first
    /// if it is his move.
    #[inline]
    pub(super) fn is_first_at_the_gate(&self) -> bool {
        distance(self.weak_king, self.gate()) + self.tempo() < distance(self.king, self.gate())
    }

    /// The bare king is in the square of the foremost pawn.
    #[inline]
    pub(super) fn is_in_the_square(&self) -> bool {
        distance(self.weak_king, self.corner()) + self.tempo() <= pushes(self.pawn)
    }

    /// The bishop stands in front of a pawn or behind it.
    #[inline]
    pub(super) fn is_bishop_on_the_file(&self) -> bool {
        self.bishop.file() == self.pawn.file()
    }

    /// The bare king gets to the corner, or next to it, before the pawn promotes, whatever the
    /// others do: each square of the way is out of the other king's reach by then, and out of the
    /// foremost pawn's; of the bishop's color is none but the first, if nothing hits it and the
    /// bare king moves first.
    #[inline]
    pub(super) fn has_sure_way(&self) -> bool {
        self.has_way(same_color(self.bishop))
    }

    /// As [`CornerRace::has_sure_way`], but any square after the first step may be of the bishop's
    /// color.
    #[inline]
    pub(super) fn has_way_past_the_king(&self) -> bool {
        self.has_way(BitBoard::EMPTY)
    }

    /// A way without some squares, which are barred as soon as the bishop may have moved.
    fn has_way(&self, bishops: BitBoard) -> bool {
        let goal = king_spread(self.corner().bitboard());
        let mut at = self.weak_king.bitboard();
        let mut seen = at;
        let mut king_reach = king_spread(self.king.bitboard());
        // As many moves as the other side will have made when the bare king takes his next step.
        for moves in self.tempo()..=pushes(self.pawn) {
            if !(at & goal).is_empty() {
                return true;
            }
            let hit = if moves == 0 {
                self.hit()
            } else {
                king_reach = king_spread(king_reach);
                bishops
            };
            at = king_spread(at) - seen - (king_reach | self.pawns | self.pawn_reach(moves) | hit);
            seen |= at;
        }
        false
    }

    /// What the foremost pawn hits now or after so many moves.
    fn pawn_reach(&self, moves: u8) -> BitBoard {
        let rank = self.pawn.rank() as u8;
        let leap = u8::from(rank == 1 && moves > 0);
        self.pawn.file().adjacent() & (ranks_from(rank + 1) - ranks_from(rank + 2 + moves + leap))
    }

    /// There is a way to the corner or next to it, on squares that nobody hits as the men stand
    /// now, before the pawn promotes.
    pub(super) fn has_open_way(&self) -> bool {
        let goal = king_spread(self.corner().bitboard());
        let free = !self.hit();
        let mut reached = self.weak_king.bitboard();
        for _ in self.tempo()..pushes(self.pawn) {
            reached |= king_spread(reached) & free;
        }
        !(reached & goal).is_empty()
    }
}

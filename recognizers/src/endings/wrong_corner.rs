//! Races of the bare king to the wrong corner, which the bishop of a rook pawn does not control.
//!
//! The bare king cannot be driven from the corner and the squares next to it: he moves back and
//! forth, or is stalemated. So three pieces race: the bare king to these squares, the other king to
//! the squares from which he keeps him out, and the pawn to promotion.

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
    /// The foremost pawn.
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
    /// True if all pawns are on one rook file and the bishop does not control their corner.
    #[inline]
    pub(super) fn has_wrong_bishop(&self) -> bool {
        is_rook_pawn(self.pawn)
            && self.pawns.is_subset(self.pawn.file().bitboard())
            && !same_color(self.corner()).has(self.bishop)
    }

    /// The queening square of the pawns.
    #[inline]
    fn corner(&self) -> Square {
        queening_square(self.pawn)
    }

    /// The square diagonal to the corner: b7 for a8.
    #[inline]
    fn gate(&self) -> Square {
        Square::new(if self.pawn.file() == File::A { File::B } else { File::G }, Rank::Seventh)
    }

    /// One if the other side is to move.
    #[inline]
    fn tempo(&self) -> u8 {
        u8::from(self.to_move == Side::Strong)
    }

    /// Squares that king, pawns and bishop attack, with the bare king removed.
    #[inline]
    fn hit(&self) -> BitBoard {
        let occupied = self.king.bitboard() | self.pawns | self.bishop.bitboard();
        let pawns =
            self.pawns.iter().fold(BitBoard::EMPTY, |hit, pawn| hit | get_pawn_attacks(pawn, Color::White));
        get_king_moves(self.king) | pawns | bishop_lines(self.bishop, occupied)
    }

    /// Moves of the bare king, captures included.
    #[inline]
    fn steps(&self) -> BitBoard {
        get_king_moves(self.weak_king) - self.hit()
    }

    /// True if the bare king is stalemated.
    #[inline]
    pub(super) fn is_stalemate(&self) -> bool {
        self.to_move == Side::Weak && self.steps().is_empty() && !self.hit().has(self.weak_king)
    }

    /// True if the bare king, to move, can take something.
    #[inline]
    pub(super) fn can_take(&self) -> bool {
        let men = self.pawns | self.bishop.bitboard();
        self.to_move == Side::Weak && !(self.steps() & men).is_empty()
    }

    /// True if the bare king is in the corner or next to it.
    #[inline]
    pub(super) fn is_at_corner(&self) -> bool {
        distance(self.weak_king, self.corner()) <= 1
    }

    /// Distance of the other king to the corner.
    #[inline]
    pub(super) fn king_to_corner(&self) -> u8 {
        distance(self.king, self.corner())
    }

    /// Number of the bare king's moves that bring him nearer to the corner.
    #[inline]
    pub(super) fn nearer_steps(&self) -> usize {
        let now = distance(self.weak_king, self.corner());
        self.steps().iter().filter(|&square| distance(square, self.corner()) < now).count()
    }

    /// True if the bare king, the other side's move counted, is at least two moves from the square
    /// on the back rank two files from the corner.
    #[inline]
    pub(super) fn is_off_the_bishop_file(&self) -> bool {
        let file = if self.pawn.file() == File::A { File::C } else { File::F };
        distance(self.weak_king, Square::new(file, Rank::Eighth)) + self.tempo() >= 2
    }

    /// True if the bare king is nearer to the square diagonal to the corner than the other king,
    /// the move counted.
    #[inline]
    pub(super) fn is_first_at_the_gate(&self) -> bool {
        distance(self.weak_king, self.gate()) + self.tempo() < distance(self.king, self.gate())
    }

    /// True if the bare king is in the square of the foremost pawn.
    #[inline]
    pub(super) fn is_in_the_square(&self) -> bool {
        distance(self.weak_king, self.corner()) + self.tempo() <= pushes(self.pawn)
    }

    /// True if the bishop is on the pawns' file.
    #[inline]
    pub(super) fn is_bishop_on_the_file(&self) -> bool {
        self.bishop.file() == self.pawn.file()
    }

    /// True if the bare king reaches the corner, or a square next to it, before the pawn promotes,
    /// whatever the other side does. Each square of the way is out of reach of the other king and
    /// the foremost pawn by then, and none is of the bishop's color, except the first if it is not
    /// attacked and the bare king moves first.
    #[inline]
    pub(super) fn has_sure_way(&self) -> bool {
        self.has_way(same_color(self.bishop))
    }

    /// Like [`CornerRace::has_sure_way`], but squares after the first step may be of the bishop's
    /// color.
    #[inline]
    pub(super) fn has_way_past_the_king(&self) -> bool {
        self.has_way(BitBoard::EMPTY)
    }

    /// True if there is a way to the corner; the squares `bishops` are excluded once the bishop may
    /// have moved.
    fn has_way(&self, bishops: BitBoard) -> bool {
        let goal = king_spread(self.corner().bitboard());
        let mut at = self.weak_king.bitboard();
        let mut seen = at;
        let mut king_reach = king_spread(self.king.bitboard());
        // `moves` is the number of moves that the other side has made before the bare king's next
        // move.
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

    /// Squares that the foremost pawn attacks now or within this number of moves.
    fn pawn_reach(&self, moves: u8) -> BitBoard {
        let rank = self.pawn.rank() as u8;
        let leap = u8::from(rank == 1 && moves > 0);
        self.pawn.file().adjacent() & (ranks_from(rank + 1) - ranks_from(rank + 2 + moves + leap))
    }

    /// True if the bare king has a way to the corner, or next to it, before the pawn promotes, over
    /// squares that are not attacked now.
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

//! The five men of KNNvKP, and whether a knight blockades the pawn for good: the other knight
//! guards it before the king gets there.

use board::sets::distance;
use board::{
    BitBoard, Color, Piece, Square, get_king_moves, get_knight_moves, get_pawn_attacks, get_pawn_quiets,
};

use crate::geometry::{king_spread, knight_spread, path, within};
use crate::rule::{Side, View};

/// Where a knight blockades the pawn, which moves up, in time for the fifty-move rule: behind
/// Troitsky's line, but for the pawns on a5, d5, e5 and h5. The pawn has not passed a4, b3, c4, d4
/// then, nor e4, f4, g3, h4.
pub(super) const BEHIND_THE_LINE: BitBoard = BitBoard(0xbd_ffff_ffff);

/// King and pawn, which moves up, against king and two knights.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Blockade {
    /// The pawn.
    pub(super) pawn: Square,
    /// Its king, whom the knights are to mate.
    pub(super) pawn_king: Square,
    /// The knights' king.
    pub(super) king: Square,
    /// Both knights.
    pub(super) knights: BitBoard,
}

impl From<&View> for Blockade {
    #[inline]
    fn from(view: &View) -> Self {
        Self {
            pawn: view.square(Side::Strong, Piece::Pawn),
            pawn_king: view.square(Side::Strong, Piece::King),
            king: view.square(Side::Weak, Piece::King),
            knights: view.squares(Side::Weak, Piece::Knight),
        }
    }
}

impl Blockade {
    #[inline]
    pub(super) fn occupied(&self) -> BitBoard {
        self.pawn.bitboard() | self.pawn_king.bitboard() | self.king.bitboard() | self.knights
    }

    /// What pawn and king of the pawn's side hit.
    #[inline]
    fn hit_by_pawn_and_king(&self) -> BitBoard {
        get_king_moves(self.pawn_king) | get_pawn_attacks(self.pawn, Color::White)
    }

    /// What the knights' side hits.
    #[inline]
    pub(super) fn hit_by_knights(&self) -> BitBoard {
        get_king_moves(self.king) | knight_spread(self.knights)
    }

    /// Squares in front of the pawn up to the last one on which it is blockaded in time.
    #[inline]
    pub(super) fn squares_of_blockade(&self) -> BitBoard {
        path(self.pawn) & BEHIND_THE_LINE
    }

    /// A knight stands in the pawn's way.
    #[inline]
    pub(super) fn is_in_the_way(&self) -> bool {
        !(self.squares_of_blockade() & self.knights).is_empty()
    }

    /// The first knight on the pawn's way, if nobody else is between, and the other one.
    #[inline]
    fn blockader(&self) -> Option<(Square, Square)> {
        let blockader = (self.squares_of_blockade() & self.knights).next_square()?;
        let other = (self.knights - blockader.bitboard()).next_square()?;
        let others = self.pawn_king.bitboard() | self.king.bitboard();
        (self.way_to(blockader) & others).is_empty().then_some((blockader, other))
    }

    /// The squares between the pawn and the blockader.
    #[inline]
    fn way_to(&self, blockader: Square) -> BitBoard {
        path(self.pawn) - path(blockader) - blockader.bitboard()
    }

    /// What disturbs a blockade at once: the pawn attacks the other knight or may check on its way,
    /// its king is stalemated or attacked by both knights, which no game leads to, or the knights'
    /// king is shut in on a1.
    fn is_disturbed(&self, blockader: Square, other: Square) -> bool {
        let checks = pawn_hits(self.way_to(blockader));
        let has_step =
            !(get_king_moves(self.pawn_king) - self.hit_by_knights() - self.pawn.bitboard() - self.knights)
                .is_empty();
        get_pawn_attacks(self.pawn, Color::White).has(other)
            || checks.has(self.king)
            || !has_step
            || self.knights.is_subset(get_knight_moves(self.pawn_king))
            || (self.king == Square::A1 && distance(self.king, self.pawn_king) <= 4)
    }

    /// With the pawn's side to move: a knight blockades the pawn, and the other knight guards it,
    /// and is guarded by it.
    #[inline]
    pub(super) fn is_guarded(&self) -> bool {
        self.blockader().is_some_and(|(blockader, other)| {
            get_knight_moves(blockader).has(other) && !self.is_disturbed(blockader, other)
        })
    }

    /// With the pawn's side to move: a knight blockades the pawn, and the other knight guards it
    /// now or before the king attacks it.
    #[inline]
    pub(super) fn is_guarded_in_time(&self) -> bool {
        self.blockader().is_some_and(|(blockader, other)| {
            (get_knight_moves(blockader).has(other) || self.comes_in_time(blockader, other))
                && !self.is_disturbed(blockader, other)
        })
    }

    /// The other knight gets to where it guards the blockader while the king walks there, by
    /// squares that neither the pawn can hit nor, unless the knights' king guards them, the king.
    fn comes_in_time(&self, blockader: Square, other: Square) -> bool {
        let mut near = within(1, self.pawn_king);
        if near.has(other) {
            return false;
        }
        let way = self.way_to(blockader) | self.pawn.bitboard();
        let shut = way | blockader.bitboard() | self.king.bitboard() | pawn_hits(way);
        let guarded = get_king_moves(self.king);
        let mut reached = other.bitboard();
        for _ in 1..distance(self.pawn_king, blockader) {
            near = king_spread(near);
            reached = knight_spread(reached) - shut - (near - guarded);
            if !(reached & get_knight_moves(blockader)).is_empty() {
                return true;
            }
        }
        false
    }

    /// With the knights' side to move: a knight goes in the pawn's way, and is guarded in time.
    #[inline]
    pub(super) fn gets_in_the_way(&self) -> bool {
        self.has_knight_move(self.squares_of_blockade())
    }

    /// With the knights' side to move: after a move of knight or king a knight in the pawn's way is
    /// guarded in time.
    #[inline]
    pub(super) fn keeps_in_the_way(&self) -> bool {
        self.has_knight_move(!BitBoard::EMPTY) || self.has_king_move()
    }

    /// A knight's move to one of these squares makes a blockade. Not out of check: a pawn that
    /// attacks the king is too near.
    fn has_knight_move(&self, squares: BitBoard) -> bool {
        let squares = squares - self.occupied();
        !self.is_in_check()
            && self.knights.into_iter().any(|knight| {
                let others = self.knights - knight.bitboard();
                let moved = |to: Square| Self { knights: others | to.bitboard(), ..*self };
                (get_knight_moves(knight) & squares).into_iter().any(|to| moved(to).is_guarded_in_time())
            })
    }

    fn has_king_move(&self) -> bool {
        let steps = get_king_moves(self.king) - self.hit_by_pawn_and_king() - self.occupied();
        !self.is_in_check() && steps.into_iter().any(|king| Self { king, ..*self }.is_guarded_in_time())
    }

    #[inline]
    fn is_in_check(&self) -> bool {
        get_pawn_attacks(self.pawn, Color::White).has(self.king)
    }

    /// With the pawn's side to move: it can take no knight, and whatever it plays, a knight then
    /// blockades the pawn.
    pub(super) fn has_no_escape(&self) -> bool {
        let hit = self.hit_by_knights();
        let takes_knight = get_pawn_attacks(self.pawn, Color::White) | (get_king_moves(self.pawn_king) - hit);
        if self.squares_of_blockade().is_empty() || !(takes_knight & self.knights).is_empty() {
            return false;
        }
        let blockades = |next: Self| {
            if next.is_in_the_way() { next.keeps_in_the_way() } else { next.gets_in_the_way() }
        };
        let steps = get_king_moves(self.pawn_king) - hit - self.occupied();
        let pushes = get_pawn_quiets(self.pawn, Color::White, self.occupied());
        !(steps | pushes).is_empty()
            && pushes.into_iter().all(|pawn| blockades(Self { pawn, ..*self }))
            && steps.into_iter().all(|pawn_king| blockades(Self { pawn_king, ..*self }))
    }
}

/// What a pawn that moves up hits from any of some squares.
fn pawn_hits(squares: BitBoard) -> BitBoard {
    let hits = |set, square| set | get_pawn_attacks(square, Color::White);
    squares.into_iter().fold(BitBoard::EMPTY, hits)
}

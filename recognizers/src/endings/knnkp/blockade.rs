//! Blockades of KNNvKP: a knight blockades the pawn permanently if the other knight guards it
//! before the king attacks it.

use board::sets::distance;
use board::{
    BitBoard, Color, Piece, Square, get_king_moves, get_knight_moves, get_pawn_attacks, get_pawn_quiets,
};

use crate::geometry::{king_spread, knight_spread, path, within};
use crate::rule::{Side, View};

/// Squares on which a knight blockades the pawn early enough for the fifty-move rule: up to a5, b4,
/// c5, d5, e5, f5, g4 and h5. The pawn is then behind Troitsky's line, and not on a5, d5, e5 or h5.
pub(super) const BEHIND_THE_LINE: BitBoard = BitBoard(0xbd_ffff_ffff);

/// King and pawn, which moves up, against king and two knights.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Blockade {
    /// The pawn.
    pub(super) pawn: Square,
    /// The pawn's king, which the knights are to mate.
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

    /// Squares that the pawn's side attacks.
    #[inline]
    fn hit_by_pawn_and_king(&self) -> BitBoard {
        get_king_moves(self.pawn_king) | get_pawn_attacks(self.pawn, Color::White)
    }

    /// Squares that the knights' side attacks.
    #[inline]
    pub(super) fn hit_by_knights(&self) -> BitBoard {
        get_king_moves(self.king) | knight_spread(self.knights)
    }

    /// Squares in front of the pawn on which it is blockaded in time.
    #[inline]
    pub(super) fn squares_of_blockade(&self) -> BitBoard {
        path(self.pawn) & BEHIND_THE_LINE
    }

    /// True if a knight is in the pawn's way.
    #[inline]
    pub(super) fn is_in_the_way(&self) -> bool {
        !(self.squares_of_blockade() & self.knights).is_empty()
    }

    /// The first knight in the pawn's way, if no king is in between, and the other knight.
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

    /// True if something disturbs the blockade at once: the pawn attacks the other knight or may
    /// give check on its way, its king is stalemated or attacked by both knights (which is
    /// impossible in a game), or the knights' king is shut in on a1.
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

    /// With the pawn's side to move: true if a knight blockades the pawn and the knights guard each
    /// other.
    #[inline]
    pub(super) fn is_guarded(&self) -> bool {
        self.blockader().is_some_and(|(blockader, other)| {
            get_knight_moves(blockader).has(other) && !self.is_disturbed(blockader, other)
        })
    }

    /// With the pawn's side to move: true if a knight blockades the pawn and the other knight
    /// guards it now or before the king attacks it.
    #[inline]
    pub(super) fn is_guarded_in_time(&self) -> bool {
        self.blockader().is_some_and(|(blockader, other)| {
            (get_knight_moves(blockader).has(other) || self.comes_in_time(blockader, other))
                && !self.is_disturbed(blockader, other)
        })
    }

    /// True if the other knight comes to guard the blockader before the king arrives, by squares
    /// that the pawn cannot attack and the king can attack only if the knights' king guards them.
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

    /// With the knights' side to move: true if a knight can move into the pawn's way and is guarded
    /// in time.
    #[inline]
    pub(super) fn gets_in_the_way(&self) -> bool {
        self.has_knight_move(self.squares_of_blockade())
    }

    /// With the knights' side to move: true if after some move of knight or king a knight in the
    /// pawn's way is guarded in time.
    #[inline]
    pub(super) fn keeps_in_the_way(&self) -> bool {
        self.has_knight_move(!BitBoard::EMPTY) || self.has_king_move()
    }

    /// True if a knight's move to one of these squares makes a blockade. Not in check: a pawn that
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

    /// With the pawn's side to move: true if it can take no knight, and a knight blockades the pawn
    /// after every move.
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

/// Squares that a pawn attacks from any of these squares.
fn pawn_hits(squares: BitBoard) -> BitBoard {
    let hits = |set, square| set | get_pawn_attacks(square, Color::White);
    squares.into_iter().fold(BitBoard::EMPTY, hits)
}

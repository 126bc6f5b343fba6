//! Positions of KBPvKB: attacks, guards and distances.

use board::sets::distance;
use board::{BitBoard, Color, Piece, Square, get_king_moves, get_pawn_attacks};

use crate::endings::kbkp::BishopVsPawn;
use crate::endings::kpk::PawnEnding;
use crate::geometry::{
    bishop_lines, corner_distance, is_on_edge, is_rook_pawn, path, queening_square, same_color, stop_square,
    within,
};
use crate::rule::{Side, View};

/// The five men.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bishops {
    /// The attacker's king.
    pub(super) king: Square,
    /// The pawn, moving up.
    pub(super) pawn: Square,
    /// The attacker's bishop.
    pub(super) bishop: Square,
    /// The defender's king.
    pub(super) weak_king: Square,
    /// The defender's bishop.
    pub(super) guard: Square,
    /// The side to move.
    pub(super) to_move: Side,
}

impl From<&View> for Bishops {
    #[inline]
    fn from(view: &View) -> Self {
        Self {
            king: view.square(Side::Strong, Piece::King),
            pawn: view.square(Side::Strong, Piece::Pawn),
            bishop: view.square(Side::Strong, Piece::Bishop),
            weak_king: view.square(Side::Weak, Piece::King),
            guard: view.square(Side::Weak, Piece::Bishop),
            to_move: view.to_move(),
        }
    }
}

impl Bishops {
    #[inline]
    pub(super) fn occupied(&self) -> BitBoard {
        self.king.bitboard()
            | self.pawn.bitboard()
            | self.bishop.bitboard()
            | self.weak_king.bitboard()
            | self.guard.bitboard()
    }

    /// True if the bishops are on opposite colors.
    #[inline]
    pub(super) fn are_opposite(&self) -> bool {
        !same_color(self.bishop).has(self.guard)
    }

    #[inline]
    pub(super) fn pawn_attacks(&self) -> BitBoard {
        get_pawn_attacks(self.pawn, Color::White)
    }

    #[inline]
    pub(super) fn bishop_hits(&self) -> BitBoard {
        bishop_lines(self.bishop, self.occupied())
    }

    /// Squares that the attacker's bishop attacks, with some pieces removed.
    #[inline]
    pub(super) fn bishop_hits_through(&self, men: BitBoard) -> BitBoard {
        bishop_lines(self.bishop, self.occupied() - men)
    }

    #[inline]
    pub(super) fn guard_hits(&self) -> BitBoard {
        bishop_lines(self.guard, self.occupied())
    }

    /// Squares that the defender's bishop attacks, with some pieces removed.
    #[inline]
    pub(super) fn guard_hits_through(&self, men: BitBoard) -> BitBoard {
        bishop_lines(self.guard, self.occupied() - men)
    }

    /// Squares that the attacker attacks.
    #[inline]
    pub(super) fn hits(&self) -> BitBoard {
        get_king_moves(self.king) | self.pawn_attacks() | self.bishop_hits()
    }

    /// The ending without the attacker's bishop.
    #[inline]
    pub(super) fn without_bishop(&self) -> BishopVsPawn {
        BishopVsPawn { king: self.king, pawn: self.pawn, weak_king: self.weak_king, bishop: self.guard }
    }

    /// True if the defender's bishop attacks a square in front of the pawn and cannot be trapped
    /// there.
    #[inline]
    pub(super) fn is_path_guarded(&self) -> bool {
        self.without_bishop().is_on_guard() && !self.trap().has(self.guard)
    }

    /// On b8 a bishop that guards a7 may be trapped, with the attacker's king on c6.
    #[inline]
    pub(super) fn trap(&self) -> BitBoard {
        if self.pawn == Square::A6 { Square::B8.bitboard() } else { BitBoard::EMPTY }
    }

    #[inline]
    pub(super) fn is_in_check(&self) -> bool {
        (self.pawn_attacks() | self.bishop_hits()).has(self.weak_king)
    }

    /// True if the defender's bishop is attacked, protected or not.
    #[inline]
    pub(super) fn is_guard_attacked(&self) -> bool {
        self.hits().has(self.guard)
    }

    /// True if the defender's bishop is neither attacked nor within two squares of the attacker's
    /// king.
    #[inline]
    pub(super) fn is_guard_at_ease(&self) -> bool {
        !within(2, self.king).has(self.guard) && !self.is_guard_attacked()
    }

    /// True if the defender's bishop is between his king and the other bishop.
    #[inline]
    pub(super) fn is_guard_pinned(&self) -> bool {
        self.bishop_hits_through(self.guard.bitboard()).has(self.weak_king)
    }

    /// Number of unattacked squares to which the defender's bishop can move.
    #[inline]
    pub(super) fn guard_room(&self) -> u32 {
        (self.guard_hits() - self.occupied() - self.hits()).len()
    }

    /// True if the attacker's king or pawn is between his bishop and the defender's king or bishop.
    #[inline]
    pub(super) fn may_discover(&self) -> bool {
        let lines = self.bishop_hits_through(self.king.bitboard() | self.pawn.bitboard());
        lines.has(self.weak_king) || lines.has(self.guard)
    }

    /// True if the attacker's king may be mated: in a corner, or on the edge with the other king in
    /// opposition.
    #[inline]
    pub(super) fn may_be_mated(&self) -> bool {
        corner_distance(self.king) == 0 || (distance(self.king, self.weak_king) == 2 && is_on_edge(self.king))
    }

    /// True if the defender's king may be mated or stalemated: in a corner, or on the edge with the
    /// other king in opposition.
    #[inline]
    pub(super) fn may_be_shut_in(&self) -> bool {
        corner_distance(self.weak_king) == 0
            || (distance(self.king, self.weak_king) == 2 && is_on_edge(self.weak_king))
    }

    /// True if the defender's king has a move.
    #[inline]
    pub(super) fn has_weak_king_a_step(&self) -> bool {
        !self.steps().is_empty()
    }

    /// Squares in front of the pawn that the attacker's bishop can never attack.
    #[inline]
    pub(super) fn safe_path(&self) -> BitBoard {
        path(self.pawn) - same_color(self.bishop)
    }

    /// True if the defender's king is in front of the pawn on a square that the attacker's bishop
    /// can never attack.
    #[inline]
    pub(super) fn is_blocked(&self) -> bool {
        self.safe_path().has(self.weak_king)
    }

    /// True if the defender's king reaches a square of the path that the bishop can never attack
    /// before the other king, and before the pawn has passed it.
    #[inline]
    pub(super) fn is_king_first(&self) -> bool {
        let tempo = u8::from(self.to_move == Side::Strong);
        self.safe_path().iter().any(|square| {
            let moves = distance(self.weak_king, square) + tempo;
            let is_before_the_pawn = moves < square.rank() as u8 - self.pawn.rank() as u8;
            moves < distance(self.king, square) && is_before_the_pawn
        })
    }

    /// True if the pawn ending without bishops is drawn, even with the attacker to move.
    #[inline]
    pub(super) fn is_drawn_without_bishops(&self) -> bool {
        !PawnEnding { king: self.king, pawn: self.pawn, weak_king: self.weak_king, to_move: Side::Strong }
            .is_won_exactly()
    }

    /// Moves of the defender's king.
    #[inline]
    pub(super) fn steps(&self) -> BitBoard {
        let hit = get_king_moves(self.king)
            | self.pawn_attacks()
            | self.bishop_hits_through(self.weak_king.bitboard());
        get_king_moves(self.weak_king) - hit - self.guard.bitboard()
    }

    /// Moves of the defender's bishop to squares out of reach of king and pawn from which it
    /// attacks the pawn's path.
    #[inline]
    pub(super) fn ways_to_the_path(&self) -> BitBoard {
        let danger = get_king_moves(self.king) | self.pawn_attacks();
        (self.guard_hits() - self.occupied() - danger) & self.without_bishop().posts()
    }

    /// The same, at least three squares from the king, for the path beyond the pawn's next square.
    #[inline]
    pub(super) fn distant_ways_to_the_path(&self) -> BitBoard {
        let danger = within(2, self.king) | self.pawn_attacks();
        let posts = self.without_bishop().posts_beyond(stop_square(self.pawn));
        (self.guard_hits() - self.occupied() - danger) & posts
    }

    /// Moves and captures of the defender's bishop.
    #[inline]
    pub(super) fn guard_reach(&self) -> BitBoard {
        self.guard_hits() - self.weak_king.bitboard()
    }

    /// True if the defender's bishop neither attacks the queening square nor can safely move to
    /// where it does.
    #[inline]
    pub(super) fn is_guard_late(&self) -> bool {
        let taken =
            get_king_moves(self.king) | self.pawn_attacks() | self.bishop_hits_through(self.guard.bitboard());
        let safe = self.guard_reach() - (taken - get_king_moves(self.weak_king));
        let posts = bishop_lines(queening_square(self.pawn), self.occupied() - self.guard.bitboard());
        !posts.has(self.guard) && (posts & safe).is_empty()
    }

    /// True unless the pawn is a rook pawn whose queening square the bishop does not control.
    #[inline]
    pub(super) fn has_right_bishop(&self) -> bool {
        !is_rook_pawn(self.pawn) || same_color(queening_square(self.pawn)).has(self.bishop)
    }
}

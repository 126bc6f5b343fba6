//! Forced wins of rook or pawn in KRPvKB: the defender has a move after which he can take one of
//! them whatever the answer.

use board::{BitBoard, Color, Rank, Square, get_between_rays, get_king_moves, get_pawn_quiets};

use super::men::RookAndPawn;
use crate::geometry::{beyond, bishop_lines, king_spread, rook_hits};

impl RookAndPawn {
    /// With the defender to move: true if a check by the bishop wins rook or pawn.
    pub(super) fn wins_by_check(&self) -> bool {
        let checks = bishop_lines(self.king, self.occupied() - self.bishop.bitboard());
        self.has_bishop_move(checks)
    }

    /// With the defender to move: true if the bishop can pin the rook to its king and win it.
    pub(super) fn wins_by_pin(&self) -> bool {
        let others = self.occupied() - self.bishop.bitboard();
        let is_on_diagonal = bishop_lines(self.king, others).has(self.rook);
        is_on_diagonal && self.has_bishop_move(beyond(self.king, self.rook) & bishop_lines(self.rook, others))
    }

    /// With the defender to move: true if the bishop can attack the pawn, and pawn or rook falls.
    pub(super) fn wins_by_attack_on_the_pawn(&self) -> bool {
        let others = self.occupied() - self.bishop.bitboard();
        !get_king_moves(self.king).has(self.pawn) && self.has_bishop_move(bishop_lines(self.pawn, others))
    }

    /// True if the bishop has a safe move to one of these squares that wins pawn or rook.
    fn has_bishop_move(&self, squares: BitBoard) -> bool {
        let squares = squares & (self.bishop_hits() - self.occupied());
        if squares.is_empty() || self.is_in_check() {
            return false;
        }
        let safe = squares - self.hit_through(self.bishop.bitboard());
        let moved = |bishop: Square| Self { bishop, ..*self };
        safe.into_iter().any(|to| !moved(to).is_in_check() && moved(to).loses_a_man())
    }

    /// With the defender to move: true if his king can attack the pawn or the rook, and one of them
    /// falls.
    pub(super) fn wins_by_king_attack(&self) -> bool {
        let guarded = get_king_moves(self.king);
        let targets = (self.pawn.bitboard() | self.rook.bitboard()) - guarded;
        let steps = get_king_moves(self.weak_king) & king_spread(targets);
        if steps.is_empty() {
            return false;
        }
        let steps = steps - self.hit_through(self.weak_king.bitboard()) - self.occupied();
        steps.into_iter().any(|weak_king| Self { weak_king, ..*self }.loses_a_man())
    }

    /// With the attacker to move: true if he has a move, and after every move the defender takes
    /// pawn or rook and draws.
    fn loses_a_man(&self) -> bool {
        let mut has_move = false;
        let mut holds = |next: Option<Self>| match next {
            None => true,
            Some(next) => {
                has_move = true;
                next.can_take()
            }
        };
        // In check only interpositions and king moves help.
        let is_check = self.is_attacker_in_check();
        let answers = if is_check { self.shields() } else { !BitBoard::EMPTY };
        !self.can_bishop_be_taken()
            && (get_pawn_quiets(self.pawn, Color::White, self.occupied()) & answers)
                .into_iter()
                .all(|pawn| pawn.rank() != Rank::Eighth && holds(Self { pawn, ..*self }.if_legal()))
            && self.rook_moves(answers).into_iter().all(|rook| holds(Self { rook, ..*self }.if_legal()))
            && self.king_steps().into_iter().all(|king| holds(Self { king, ..*self }.if_legal()))
            && has_move
    }

    /// The position after a move of the attacker; `None` if his king is left in check.
    #[inline]
    fn if_legal(self) -> Option<Self> {
        (!self.is_attacker_in_check()).then_some(self)
    }

    /// Squares between the bishop and the king that it checks.
    #[inline]
    fn shields(&self) -> BitBoard {
        get_between_rays(self.bishop, self.king)
    }

    /// With the attacker to move: true if rook or pawn can take the bishop, or the king can take it
    /// undefended.
    #[inline]
    fn can_bishop_be_taken(&self) -> bool {
        let by_king = get_king_moves(self.king) - get_king_moves(self.weak_king);
        (by_king | self.pawn_hits() | self.rook_hits_through(BitBoard::EMPTY)).has(self.bishop)
    }

    #[inline]
    fn rook_moves(&self, to: BitBoard) -> BitBoard {
        (rook_hits(self.rook, self.occupied()) - self.occupied()) & to
    }

    #[inline]
    fn king_steps(&self) -> BitBoard {
        let others = self.occupied() - self.king.bitboard();
        get_king_moves(self.king)
            - get_king_moves(self.weak_king)
            - bishop_lines(self.bishop, others)
            - self.occupied()
    }
}

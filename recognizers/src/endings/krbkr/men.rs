//! The five men of KRBvKR, and what they hit and guard.

use std::cell::OnceCell;

use board::sets::distance;
use board::{BitBoard, Piece, Rank, Square, get_between_rays, get_king_moves};

use crate::geometry::{bishop_lines, edge_distance, is_aligned, is_on_edge, rook_hits, same_color};
use crate::rule::{Side, View};

/// The five men.
#[derive(Clone, Debug)]
pub(crate) struct RooksAndBishop {
    /// The attacker's king.
    pub(super) king: Square,
    /// The attacker's rook.
    pub(super) rook: Square,
    /// The bishop.
    pub(super) bishop: Square,
    /// The defender's king.
    pub(super) weak_king: Square,
    /// The defender's rook.
    pub(super) guard: Square,
    /// Whether a capture, a check or a pin wins the rook at once, when somebody has asked.
    pub(super) tactic: OnceCell<bool>,
}

impl From<&View> for RooksAndBishop {
    #[inline]
    fn from(view: &View) -> Self {
        // Nobody here knows a direction.
        let view = view.unturned();
        Self {
            king: view.square(Side::Strong, Piece::King),
            rook: view.square(Side::Strong, Piece::Rook),
            bishop: view.square(Side::Strong, Piece::Bishop),
            weak_king: view.square(Side::Weak, Piece::King),
            guard: view.square(Side::Weak, Piece::Rook),
            tactic: OnceCell::new(),
        }
    }
}

impl RooksAndBishop {
    #[inline]
    pub(super) fn occupied(&self) -> BitBoard {
        self.king.bitboard()
            | self.rook.bitboard()
            | self.bishop.bitboard()
            | self.weak_king.bitboard()
            | self.guard.bitboard()
    }

    #[inline]
    pub(super) fn rook_hits(&self) -> BitBoard {
        rook_hits(self.rook, self.occupied())
    }

    #[inline]
    pub(super) fn bishop_hits(&self) -> BitBoard {
        bishop_lines(self.bishop, self.occupied())
    }

    #[inline]
    pub(super) fn guard_hits(&self) -> BitBoard {
        rook_hits(self.guard, self.occupied())
    }

    /// Squares that the attacker's men hit, seeing through some men.
    #[inline]
    pub(super) fn hits_through(&self, men: BitBoard) -> BitBoard {
        let others = self.occupied() - men;
        get_king_moves(self.king) | rook_hits(self.rook, others) | bishop_lines(self.bishop, others)
    }

    /// The attacker's rook or bishop gives check.
    #[inline]
    pub(super) fn is_in_check(&self) -> bool {
        (self.rook_hits() | self.bishop_hits()).has(self.weak_king)
    }

    /// The defender gives check.
    #[inline]
    pub(super) fn is_attacker_in_check(&self) -> bool {
        self.guard_hits().has(self.king)
    }

    /// The defender's rook is attacked, protected or not.
    #[inline]
    pub(super) fn is_guard_attacked(&self) -> bool {
        self.hits_through(BitBoard::EMPTY).has(self.guard)
    }

    /// The attacker's rook stands between his bishop and the defender's king.
    #[inline]
    pub(super) fn may_bishop_discover(&self) -> bool {
        bishop_lines(self.bishop, self.occupied() - self.rook.bitboard()).has(self.weak_king)
    }

    /// Rook or king of the defender attack the bishop, protected or not.
    #[inline]
    pub(super) fn is_bishop_attacked(&self) -> bool {
        (self.guard_hits() | get_king_moves(self.weak_king)).has(self.bishop)
    }

    #[inline]
    pub(super) fn is_rook_protected(&self) -> bool {
        (get_king_moves(self.king) | self.bishop_hits()).has(self.rook)
    }

    #[inline]
    pub(super) fn is_bishop_protected(&self) -> bool {
        (get_king_moves(self.king) | self.rook_hits()).has(self.bishop)
    }

    /// The defender can take the rook, or the bishop where nothing protects it.
    #[inline]
    pub(super) fn has_defender_a_capture(&self) -> bool {
        let by_king = get_king_moves(self.weak_king);
        let by_rook = self.guard_hits();
        by_rook.has(self.rook)
            || (by_king.has(self.rook) && !self.is_rook_protected())
            || ((by_rook | by_king).has(self.bishop) && !self.is_bishop_protected())
    }

    /// Squares that the defender's king can step to.
    #[inline]
    pub(super) fn steps(&self) -> BitBoard {
        get_king_moves(self.weak_king) - self.hits_through(self.weak_king.bitboard()) - self.guard.bitboard()
    }

    /// Squares that the attacker's king can step to, captures left out.
    #[inline]
    pub(super) fn attacker_steps(&self) -> BitBoard {
        get_king_moves(self.king) - get_king_moves(self.weak_king) - self.guard_hits() - self.occupied()
    }

    /// Squares that the defender's rook can go to without being attacked there.
    #[inline]
    pub(super) fn guard_room(&self) -> u32 {
        (self.guard_hits() - self.occupied() - self.hits_through(self.guard.bitboard())).len()
    }

    /// King and rook of the defender stand on one diagonal of the bishop's color.
    #[inline]
    pub(super) fn is_on_bishops_diagonal(&self) -> bool {
        self.is_king_on_bishops_color() && bishop_lines(self.weak_king, BitBoard::EMPTY).has(self.guard)
    }

    #[inline]
    pub(super) fn is_king_on_bishops_color(&self) -> bool {
        same_color(self.bishop).has(self.weak_king)
    }

    #[inline]
    pub(super) fn is_guard_on_bishops_color(&self) -> bool {
        same_color(self.bishop).has(self.guard)
    }

    #[inline]
    pub(super) fn kings_apart(&self) -> u8 {
        distance(self.king, self.weak_king)
    }

    /// The bishop is next to its king, on the other side from the defender's king, which stands in
    /// opposition on the edge: all three on one line, in the middle of the board.
    #[inline]
    pub(super) fn stands_behind_its_king(&self) -> bool {
        let apart = self.weak_king as i8 - self.king as i8;
        self.kings_apart() == 2
            && is_on_edge(self.weak_king)
            && edge_distance(self.king) >= 2
            && is_aligned(self.king, self.weak_king)
            && self.bishop as i8 == self.king as i8 - apart / 2
    }

    /// How many ranks away from the defender's king the rook is, seen along the line of the kings.
    #[inline]
    pub(super) fn guard_depth(&self) -> u8 {
        if self.king.file() == self.weak_king.file() {
            ranks_apart(self.guard, self.weak_king)
        } else {
            files_apart(self.guard, self.weak_king)
        }
    }

    /// King and rook of the defender stand side by side on the second rank, seen from an edge, and
    /// the attacker's king comes from the middle.
    #[inline]
    pub(super) fn is_on_second_rank(&self) -> bool {
        let [king, own, guard] = [self.king, self.weak_king, self.guard].map(|square| square as u8);
        let is_held =
            |king: u8, own: u8, guard: u8| own == guard && (own == 1 && king > 1 || own == 6 && king < 6);
        is_held(king >> 3, own >> 3, guard >> 3) || is_held(king & 7, own & 7, guard & 7)
    }

    /// The bishop stands between its king and the rook on a line that runs away from the edge where
    /// the defender's king stands.
    #[inline]
    pub(super) fn is_bishop_pinned_from_the_edge(&self) -> bool {
        let is_between = get_between_rays(self.king, self.guard).has(self.bishop);
        let is_edge_rank = matches!(self.weak_king.rank(), Rank::First | Rank::Eighth);
        let is_edge_file = matches!(self.weak_king as u8 & 7, 0 | 7);
        is_between
            && ((is_edge_rank && self.king.file() == self.guard.file())
                || (is_edge_file && self.king.rank() == self.guard.rank()))
    }

    /// How far the kings are apart along the line on which the bishop is pinned.
    #[inline]
    pub(super) fn kings_apart_along_the_pin(&self) -> u8 {
        if self.king.file() == self.guard.file() {
            ranks_apart(self.king, self.weak_king)
        } else {
            files_apart(self.king, self.weak_king)
        }
    }

    /// The line on which the bishop is pinned runs through the four lines in the middle.
    #[inline]
    pub(super) fn is_pin_in_the_middle(&self) -> bool {
        let line =
            if self.king.file() == self.guard.file() { self.king as u8 & 7 } else { self.king as u8 >> 3 };
        (2..=5).contains(&line)
    }
}

/// How many files lie between two squares, their own counted once.
#[inline]
pub(super) fn files_apart(a: Square, b: Square) -> u8 {
    (a as u8 & 7).abs_diff(b as u8 & 7)
}

/// How many ranks lie between two squares, their own counted once.
#[inline]
pub(super) fn ranks_apart(a: Square, b: Square) -> u8 {
    (a as u8 >> 3).abs_diff(b as u8 >> 3)
}

//! Positions of KRBvKR: attacks, guards and distances.

use std::cell::OnceCell;

use board::sets::distance;
use board::{BitBoard, Piece, Rank, Square, get_between_rays, get_king_moves};

use crate::geometry::{bishop_lines, edge_distance, is_aligned, is_on_edge, rook_hits, same_color};
use crate::rule::{Side, View};

/// The squares of the five pieces.
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
    /// True if a capture, a check or a pin wins the rook at once; computed on first use.
    pub(super) tactic: OnceCell<bool>,
}

impl From<&View> for RooksAndBishop {
    #[inline]
    fn from(view: &View) -> Self {
        // The rules of this ending do not depend on directions.
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

    /// Squares that the attacker attacks, with some pieces removed.
    #[inline]
    pub(super) fn hits_through(&self, men: BitBoard) -> BitBoard {
        let others = self.occupied() - men;
        get_king_moves(self.king) | rook_hits(self.rook, others) | bishop_lines(self.bishop, others)
    }

    /// True if the attacker's rook or bishop gives check.
    #[inline]
    pub(super) fn is_in_check(&self) -> bool {
        (self.rook_hits() | self.bishop_hits()).has(self.weak_king)
    }

    /// True if the defender gives check.
    #[inline]
    pub(super) fn is_attacker_in_check(&self) -> bool {
        self.guard_hits().has(self.king)
    }

    /// True if the defender's rook is attacked, protected or not.
    #[inline]
    pub(super) fn is_guard_attacked(&self) -> bool {
        self.hits_through(BitBoard::EMPTY).has(self.guard)
    }

    /// True if the attacker's rook is between his bishop and the defender's king.
    #[inline]
    pub(super) fn may_bishop_discover(&self) -> bool {
        bishop_lines(self.bishop, self.occupied() - self.rook.bitboard()).has(self.weak_king)
    }

    /// True if the defender attacks the bishop, protected or not.
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

    /// True if the defender can take the rook with his rook, or an unprotected rook or bishop.
    #[inline]
    pub(super) fn has_defender_a_capture(&self) -> bool {
        let by_king = get_king_moves(self.weak_king);
        let by_rook = self.guard_hits();
        by_rook.has(self.rook)
            || (by_king.has(self.rook) && !self.is_rook_protected())
            || ((by_rook | by_king).has(self.bishop) && !self.is_bishop_protected())
    }

    /// Moves of the defender's king.
    #[inline]
    pub(super) fn steps(&self) -> BitBoard {
        get_king_moves(self.weak_king) - self.hits_through(self.weak_king.bitboard()) - self.guard.bitboard()
    }

    /// Moves of the attacker's king, without captures.
    #[inline]
    pub(super) fn attacker_steps(&self) -> BitBoard {
        get_king_moves(self.king) - get_king_moves(self.weak_king) - self.guard_hits() - self.occupied()
    }

    /// Number of unattacked squares to which the defender's rook can move.
    #[inline]
    pub(super) fn guard_room(&self) -> u32 {
        (self.guard_hits() - self.occupied() - self.hits_through(self.guard.bitboard())).len()
    }

    /// True if the defender's king and rook are on one diagonal of the bishop's color.
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

    /// True if the kings are in opposition with the defender's on the edge, and the bishop is
    /// directly behind its king: all three on one line, and the attacker's king at least two
    /// squares from every edge.
    #[inline]
    pub(super) fn stands_behind_its_king(&self) -> bool {
        let apart = self.weak_king as i8 - self.king as i8;
        self.kings_apart() == 2
            && is_on_edge(self.weak_king)
            && edge_distance(self.king) >= 2
            && is_aligned(self.king, self.weak_king)
            && self.bishop as i8 == self.king as i8 - apart / 2
    }

    /// The distance of the defender's rook from its king along the line of the kings.
    #[inline]
    pub(super) fn guard_depth(&self) -> u8 {
        if self.king.file() == self.weak_king.file() {
            ranks_apart(self.guard, self.weak_king)
        } else {
            files_apart(self.guard, self.weak_king)
        }
    }

    /// True if the defender's king and rook are on the same second rank or file from an edge, and
    /// the attacker's king is on the side of the middle.
    #[inline]
    pub(super) fn is_on_second_rank(&self) -> bool {
        let [king, own, guard] = [self.king, self.weak_king, self.guard].map(|square| square as u8);
        let is_held =
            |king: u8, own: u8, guard: u8| own == guard && (own == 1 && king > 1 || own == 6 && king < 6);
        is_held(king >> 3, own >> 3, guard >> 3) || is_held(king & 7, own & 7, guard & 7)
    }

    /// True if the rook pins the bishop to its king on a line perpendicular to the edge on which
    /// the defender's king is.
    #[inline]
    pub(super) fn is_bishop_pinned_from_the_edge(&self) -> bool {
        let is_between = get_between_rays(self.king, self.guard).has(self.bishop);
        let is_edge_rank = matches!(self.weak_king.rank(), Rank::First | Rank::Eighth);
        let is_edge_file = matches!(self.weak_king as u8 & 7, 0 | 7);
        is_between
            && ((is_edge_rank && self.king.file() == self.guard.file())
                || (is_edge_file && self.king.rank() == self.guard.rank()))
    }

    /// The distance of the kings along the line of the pin.
    #[inline]
    pub(super) fn kings_apart_along_the_pin(&self) -> u8 {
        if self.king.file() == self.guard.file() {
            ranks_apart(self.king, self.weak_king)
        } else {
            files_apart(self.king, self.weak_king)
        }
    }

    /// True if the line of the pin is one of the four middle files or ranks.
    #[inline]
    pub(super) fn is_pin_in_the_middle(&self) -> bool {
        let line =
            if self.king.file() == self.guard.file() { self.king as u8 & 7 } else { self.king as u8 >> 3 };
        (2..=5).contains(&line)
    }
}

/// The distance of two squares in files.
#[inline]
pub(super) fn files_apart(a: Square, b: Square) -> u8 {
    (a as u8 & 7).abs_diff(b as u8 & 7)
}

/// The distance of two squares in ranks.
#[inline]
pub(super) fn ranks_apart(a: Square, b: Square) -> u8 {
    (a as u8 >> 3).abs_diff(b as u8 >> 3)
}

//! The five men and what they hit.

use std::cell::OnceCell;

use board::{BitBoard, Color, File, Piece, Rank, Square, get_between_rays, get_king_moves, get_pawn_attacks};

use super::danger::{Aim, is_in_danger, may_be_cornered, may_be_mated};
use crate::geometry::{
    distance, files_apart, heart_square, is_aligned, is_on_edge, pushes, queening_square, rook_hits,
    stop_square,
};
use crate::{Side, View};

/// A king and his rook.
#[derive(Clone, Copy, Debug)]
pub struct Camp {
    /// The king.
    pub king: Square,
    /// The rook.
    pub rook: Square,
}

/// The five men. White has the pawn, moving up, and is the attacker.
#[derive(Clone, Debug)]
pub struct Fight {
    /// The attacker's king and rook.
    pub white: Camp,
    /// The defender's king and rook.
    pub black: Camp,
    /// The pawn.
    pub pawn: Square,
    /// The side to move; White is the strong one.
    pub to_move: Side,
    /// All men.
    pub(super) occupied: BitBoard,
    /// What White's rook hits, men of its own side included.
    pub(super) white_hits: BitBoard,
    /// What Black's rook hits, men of its own side included.
    pub(super) black_hits: BitBoard,
    /// Answers that many rules wait for, kept once given.
    is_quiet: OnceCell<bool>,
    may_black_win: OnceCell<bool>,
}

impl From<&View> for Fight {
    #[inline]
    fn from(view: &View) -> Self {
        let camp = |side| Camp { king: view.square(side, Piece::King), rook: view.square(side, Piece::Rook) };
        let pawn = view.square(Side::Strong, Piece::Pawn);
        Self::new(camp(Side::Strong), camp(Side::Weak), pawn, view.to_move())
    }
}

impl Camp {
    #[inline]
    pub(super) fn bitboard(&self) -> BitBoard {
        self.king.bitboard() | self.rook.bitboard()
    }

    /// The king's neighbors.
    #[inline]
    pub(super) fn near(&self) -> BitBoard {
        get_king_moves(self.king)
    }
}

impl Fight {
    /// The fight of two camps about a pawn of White's.
    #[inline]
    pub fn new(white: Camp, black: Camp, pawn: Square, to_move: Side) -> Self {
        let occupied = white.bitboard() | black.bitboard() | pawn.bitboard();
        let white_hits = rook_hits(white.rook, occupied);
        let black_hits = rook_hits(black.rook, occupied);
        let (is_quiet, may_black_win) = (OnceCell::new(), OnceCell::new());
        Self { white, black, pawn, to_move, occupied, white_hits, black_hits, is_quiet, may_black_win }
    }

    #[inline]
    pub(super) fn pawn_hits(&self) -> BitBoard {
        get_pawn_attacks(self.pawn, Color::White)
    }

    #[inline]
    pub(super) fn is_black_in_check(&self) -> bool {
        (self.white_hits | self.pawn_hits()).has(self.black.king)
    }

    #[inline]
    pub(super) fn is_white_in_check(&self) -> bool {
        self.black_hits.has(self.white.king)
    }

    /// Nothing is going on: the side to move has no check to see to and no shot, nor has the other side a
    /// threat that the next rules would not notice. What is left is a matter of plans.
    #[inline]
    pub(super) fn is_quiet(&self) -> bool {
        *self.is_quiet.get_or_init(|| match self.to_move {
            Side::Strong => self.is_quiet_with_white_to_move(),
            Side::Weak => self.is_quiet_with_black_to_move(),
        })
    }

    fn is_quiet_with_white_to_move(&self) -> bool {
        let rook_is_attacked =
            self.black.near().has(self.white.rook) && !self.white.near().has(self.white.rook);
        !(self.white_hits | self.pawn_hits()).has(self.black.rook)
            && !self.is_white_in_check()
            && !rook_is_attacked
            // White's rook might attack the rook along with the king, guarded, and force an exchange.
            && !is_aligned(self.black.king, self.black.rook)
            // The pawn might step aside and check.
            && !get_between_rays(self.white.rook, self.black.rook).has(self.pawn)
            && !self.is_black_shut_in()
            && !may_be_mated(&self.black, &self.white)
            && !is_in_danger(&self.white, &self.black, self.occupied, BitBoard::EMPTY, Aim::Exchange)
    }

    fn is_quiet_with_black_to_move(&self) -> bool {
        // White's king might be caught on the first rank.
        let is_first_rank_weak =
            self.white.king.rank() == Rank::First && self.black.rook.rank() == Rank::Second;
        let has_worries = self.is_black_rook_attacked()
            || self.is_black_in_check()
            || pushes(self.pawn) == 1
            || self.is_black_shut_in()
            || may_be_cornered(&self.white, &self.black)
            || self.is_white_shut_in()
            || is_first_rank_weak;
        !has_worries && !self.may_black_win()
    }

    /// Black's rook stands where it might be taken, guarded or not.
    #[inline]
    pub(super) fn is_black_rook_attacked(&self) -> bool {
        (self.white_hits | self.pawn_hits() | self.white.near()).has(self.black.rook)
    }

    /// Black's rook is not attacked, nobody is in check, and Black has no shot: less than a quiet position.
    #[inline]
    pub(super) fn is_at_ease(&self) -> bool {
        !self.is_black_rook_attacked()
            && !self.is_black_in_check()
            && !self.is_white_in_check()
            && !self.may_black_win()
    }

    /// Nobody is in check, and White's rook is not attacked.
    #[inline]
    pub(super) fn is_white_safe(&self) -> bool {
        !(self.black_hits | self.black.near()).has(self.white.rook)
            && !self.is_white_in_check()
            && !self.is_black_in_check()
    }

    /// Black, to move, may have a shot.
    #[inline]
    pub(super) fn may_black_win(&self) -> bool {
        let threatens = || is_in_danger(&self.black, &self.white, self.occupied, self.pawn_hits(), Aim::Win);
        *self.may_black_win.get_or_init(threatens)
    }

    /// Black's rook is stuck between the pawn and the edge, or his king on the edge by White's rook.
    #[inline]
    fn is_black_shut_in(&self) -> bool {
        let is_outside = is_on_edge(self.black.rook) || self.black.rook.file() < self.pawn.file();
        let rook = is_outside && distance(self.black.rook, self.pawn) == 1;
        rook || (self.black.king.file() == File::A && self.white.rook.file() == File::B)
    }

    /// White's king is in the corner behind its rook and pawn.
    #[inline]
    fn is_white_shut_in(&self) -> bool {
        self.white.king == Square::A1 && self.pawn == Square::B2 && self.white.near().has(self.white.rook)
    }

    /// White's rook keeps Black's king off the files or ranks of the pawn's path.
    #[inline]
    pub(super) fn is_black_cut_off(&self) -> bool {
        self.white.rook.rank() > self.black.king.rank() || self.is_black_cut_off_by_file()
    }

    /// White's rook keeps Black's king off the file of the pawn.
    #[inline]
    pub(super) fn is_black_cut_off_by_file(&self) -> bool {
        let (king, pawn, rook) = (self.black.king as u8 & 7, self.pawn as u8 & 7, self.white.rook as u8 & 7);
        (king > rook && rook >= pawn) || (king < rook && rook <= pawn)
    }

    /// Moves Black's king has to spare on its way to the queening square while the pawn just runs.
    #[inline]
    pub(super) fn spare_moves(&self) -> i8 {
        pushes(self.pawn) as i8 - distance(self.black.king, queening_square(self.pawn)) as i8
    }

    /// By how many moves Black's king is nearer to the queening square than White's.
    #[inline]
    pub(super) fn queening_square_lead(&self) -> i8 {
        let queening = queening_square(self.pawn);
        distance(self.white.king, queening) as i8 - distance(self.black.king, queening) as i8
    }

    /// By how many moves Black's king is nearer to the square in front of the pawn than White's.
    #[inline]
    pub(super) fn stop_square_lead(&self) -> i8 {
        let stop = stop_square(self.pawn);
        distance(self.white.king, stop) as i8 - distance(self.black.king, stop) as i8
    }

    /// By how many moves Black's king is nearer to the heart square of the pawn than White's.
    #[inline]
    pub(super) fn heart_square_lead(&self) -> i8 {
        let heart = heart_square(self.pawn);
        distance(self.white.king, heart) as i8 - distance(self.black.king, heart) as i8
    }

    /// Files between White's king and its pawn.
    #[inline]
    pub(super) fn white_files(&self) -> u8 {
        files_apart(self.white.king, self.pawn)
    }

    /// Files between Black's king and the pawn.
    #[inline]
    pub(super) fn black_files(&self) -> u8 {
        files_apart(self.black.king, self.pawn)
    }
}

//! Positions of KRPvKR with Black's rook on one square or on many at once.
//!
//! Rules return sets of squares of Black's rook with which they hold. So the same rules test a
//! whole row of positions in audits and a single position in the engine.

use std::cell::OnceCell;

use board::sets::distance;
use board::{BitBoard, Color, File, Piece, Rank, Square, get_between_rays, get_king_moves, get_pawn_attacks};

use super::danger::{Aim, black_in_danger, black_may_be_cornered, may_be_mated, white_in_danger};
use super::king_and_rook::{KingAndRook, when};
use crate::endings::kpk::PawnEnding;
use crate::geometry::{
    EDGE, beyond, files_apart, files_from, heart_square, is_aligned, lines, pushes, queening_square,
    rook_hits, stop_square, within,
};
use crate::rule::{Side, View};

/// A position, or a row of positions. White has the pawn, moving up, and is the attacker.
#[derive(Clone, Debug)]
pub(crate) struct RookEnding {
    /// The attacker's king and rook.
    pub white: KingAndRook,
    /// The pawn.
    pub pawn: Square,
    /// The defender's king.
    pub weak_king: Square,
    /// The squares of the defender's rook: unoccupied by other pieces, each giving one legal
    /// position.
    pub rooks: BitBoard,
    /// The side to move; White is the strong side.
    pub to_move: Side,
    /// All occupied squares except Black's rook.
    pub(super) others: BitBoard,
    /// Squares that White's rook attacks or protects, with Black's rook removed.
    pub(super) white_hits: BitBoard,
    /// Results that many rules need, cached.
    settled: OnceCell<BitBoard>,
    black_may_win: OnceCell<BitBoard>,
}

impl From<&View> for RookEnding {
    #[inline]
    fn from(view: &View) -> Self {
        let king = |side| view.square(side, Piece::King);
        let white = KingAndRook { king: king(Side::Strong), rook: view.square(Side::Strong, Piece::Rook) };
        let pawn = view.square(Side::Strong, Piece::Pawn);
        let rooks = view.squares(Side::Weak, Piece::Rook);
        Self::new(white, pawn, king(Side::Weak), rooks, view.to_move())
    }
}

impl RookEnding {
    /// The ending with Black's rook on any of `rooks`.
    #[inline]
    pub(crate) fn new(
        white: KingAndRook,
        pawn: Square,
        weak_king: Square,
        rooks: BitBoard,
        to_move: Side,
    ) -> Self {
        let others = white.bitboard() | pawn.bitboard() | weak_king.bitboard();
        let white_hits = rook_hits(white.rook, others);
        let (settled, black_may_win) = (OnceCell::new(), OnceCell::new());
        Self { white, pawn, weak_king, rooks, to_move, others, white_hits, settled, black_may_win }
    }

    /// Squares adjacent to Black's king.
    #[inline]
    pub(super) fn black_near(&self) -> BitBoard {
        get_king_moves(self.weak_king)
    }

    #[inline]
    pub(super) fn pawn_hits(&self) -> BitBoard {
        get_pawn_attacks(self.pawn, Color::White)
    }

    /// Squares of Black's rook with which Black is in check.
    #[inline]
    pub(super) fn black_in_check(&self) -> BitBoard {
        if self.pawn_hits().has(self.weak_king) { BitBoard::FULL } else { self.black_in_check_by_rook() }
    }

    /// Squares of Black's rook with which White's rook gives check: all that are not in between.
    #[inline]
    pub(super) fn black_in_check_by_rook(&self) -> BitBoard {
        when(self.white_hits.has(self.weak_king), !get_between_rays(self.white.rook, self.weak_king))
    }

    /// Squares of Black's rook from which it gives check.
    #[inline]
    pub(super) fn white_in_check(&self) -> BitBoard {
        rook_hits(self.white.king, self.others)
    }

    /// Squares from which Black's rook attacks the pawn.
    #[inline]
    pub(super) fn pawn_attacked(&self) -> BitBoard {
        rook_hits(self.pawn, self.others)
    }

    /// Squares on which Black's rook is attacked, protected or not.
    #[inline]
    pub(super) fn black_rook_attacked(&self) -> BitBoard {
        self.white_hits | self.pawn_hits() | self.white.near()
    }

    /// Those of these squares with which the position is quiet: the side to move is not in check
    /// and has no tactical threat, and the other side has none that later rules would miss.
    #[inline]
    pub(super) fn quiet(&self, of: BitBoard) -> BitBoard {
        let settled = self.settled(of);
        if self.to_move == Side::Strong || settled.is_empty() {
            return settled;
        }
        settled - black_may_be_cornered(&self.white, self.weak_king)
    }

    /// Like [`RookEnding::quiet`], but with Black to move his king may be at the edge, or next to
    /// his rook's line, with White's king near: this matters only if his rook is on the back rank,
    /// too, or the pawn is on its sixth rank.
    #[inline]
    pub(super) fn settled(&self, of: BitBoard) -> BitBoard {
        let of = of & self.rooks;
        if of.is_empty() {
            return of;
        }
        // The cached result remains valid, since rules are tested for fewer and fewer squares.
        of & *self.settled.get_or_init(|| match self.to_move {
            Side::Strong => self.quiet_with_white_to_move(),
            Side::Weak => self.settled_with_black_to_move(),
        })
    }

    fn quiet_with_white_to_move(&self) -> BitBoard {
        let is_rook_attacked =
            self.black_near().has(self.white.rook) && !self.white.near().has(self.white.rook);
        if is_rook_attacked || may_be_mated(self.weak_king, self.white.king) {
            return BitBoard::EMPTY;
        }
        let noisy = self.white_hits
            | self.pawn_hits()
            | self.white_in_check()
            | self.exchange_lines()
            // A pawn move might discover a check.
            | beyond(self.white.rook, self.pawn)
            | self.black_shut_in();
        let calm = self.rooks - noisy;
        calm - black_in_danger(&self.white, self.weak_king, calm, self.others, Aim::Exchange)
    }

    /// Lines of Black's king on which a protected check of White's rook might force an exchange:
    /// lines with a square that White guards, the part of other lines near the king, and both lines
    /// if the pawn, past its fourth rank, may come to guard one.
    fn exchange_lines(&self) -> BitBoard {
        let king = self.weak_king;
        if self.pawn.rank() >= Rank::Fifth {
            return lines(king);
        }
        let guarded = self.white.near() | self.pawn_hits();
        let line = |line: BitBoard| when(!(line & guarded).is_empty(), line);
        line(king.file().bitboard()) | line(king.rank().bitboard()) | (lines(king) & within(2, king))
    }

    fn settled_with_black_to_move(&self) -> BitBoard {
        if pushes(self.pawn) == 1 || self.is_white_shut_in() {
            return BitBoard::EMPTY;
        }
        // White's king might be caught on the first rank.
        let weak_first_rank = when(self.white.king.rank() == Rank::First, Rank::Second.bitboard());
        let noisy =
            self.black_rook_attacked() | self.black_in_check() | self.black_shut_in() | weak_first_rank;
        let calm = self.rooks - noisy;
        if calm.is_empty() {
            return calm;
        }
        let calm = calm - self.cornered_where_it_matters();
        if calm.is_empty() { calm } else { calm - self.black_may_win() }
    }

    fn cornered_where_it_matters(&self) -> BitBoard {
        if self.pawn.rank() >= Rank::Sixth {
            black_may_be_cornered(&self.white, self.weak_king)
        } else if self.weak_king.rank() == Rank::Eighth {
            black_may_be_cornered(&self.white, self.weak_king) & Rank::Eighth.bitboard()
        } else {
            BitBoard::EMPTY
        }
    }

    /// [Settled](RookEnding::settled) or [at ease](RookEnding::at_ease), for rules with parts that
    /// need either.
    #[inline]
    pub(super) fn calm(&self, of: BitBoard) -> BitBoard {
        self.settled(of) | self.at_ease(of)
    }

    /// Those of these squares with which Black's rook is not attacked, neither king is in check,
    /// and Black has no tactical threat: weaker than quiet.
    #[inline]
    pub(super) fn at_ease(&self, of: BitBoard) -> BitBoard {
        let of = of & self.rooks;
        if of.is_empty() {
            return of;
        }
        let calm = of - self.black_rook_attacked() - self.black_in_check() - self.white_in_check();
        if calm.is_empty() { calm } else { calm - self.black_may_win() }
    }

    /// Squares of Black's rook with which neither king is in check and White's rook is not
    /// attacked.
    #[inline]
    pub(super) fn white_safe(&self) -> BitBoard {
        let safe = self.rooks - self.white_hits - self.white_in_check() - self.black_in_check();
        when(!self.black_near().has(self.white.rook), safe)
    }

    /// Those of these squares for which [`RookEnding::white_safe`] holds.
    #[inline]
    pub(super) fn white_safe_of(&self, of: BitBoard) -> BitBoard {
        of & self.white_safe()
    }

    /// Those of these squares from which Black's rook gives no check.
    #[inline]
    pub(super) fn white_unchecked(&self, of: BitBoard) -> BitBoard {
        (of & self.rooks) - self.white_in_check()
    }

    /// Those of these squares from which Black's rook gives no check and with which Black, to move,
    /// has no tactical threat.
    #[inline]
    pub(super) fn unthreatened(&self, of: BitBoard) -> BitBoard {
        let unchecked = self.white_unchecked(of);
        if unchecked.is_empty() { unchecked } else { unchecked - self.black_may_win() }
    }

    /// Those of these squares with which Black, to move and in check by the rook, is threatened
    /// with nothing more: his own is neither attacked nor in line behind the king, no skewer,
    /// exchange or mate follows, and he has no tactical threat.
    #[inline]
    pub(super) fn checked_calmly(&self, of: BitBoard) -> BitBoard {
        let in_line = beyond(self.white.rook, self.weak_king);
        let calm = (of & self.rooks & self.black_in_check_by_rook())
            - (self.black_rook_attacked() | self.white_in_check() | in_line);
        if calm.is_empty() {
            return calm;
        }
        let calm = calm - black_may_be_cornered(&self.white, self.weak_king) - self.black_may_win();
        calm - black_in_danger(&self.white, self.weak_king, calm, self.others, Aim::Exchange)
    }

    /// Those of these squares with which neither king is in check, Black's king, to move, cannot be
    /// cornered, and Black has no tactical threat; his rook may be attacked.
    #[inline]
    pub(super) fn untroubled(&self, of: BitBoard) -> BitBoard {
        let unchecked = (of & self.rooks) - self.black_in_check() - self.white_in_check();
        if unchecked.is_empty() {
            return unchecked;
        }
        unchecked - black_may_be_cornered(&self.white, self.weak_king) - self.black_may_win()
    }

    /// True if White's rook does not attack Black's king, and White does not attack Black's rook on
    /// all squares.
    #[inline]
    pub(super) fn is_black_unattacked(&self) -> bool {
        !self.white_hits.has(self.weak_king) && !(self.rooks - self.black_rook_attacked()).is_empty()
    }

    /// All of these squares if neither king nor pawn protects White's rook and the pawn gives no
    /// check.
    #[inline]
    pub(super) fn white_unprotected(&self, of: BitBoard) -> BitBoard {
        let is_protected = (self.white.near() | self.pawn_hits()).has(self.white.rook);
        when(!is_protected && !self.pawn_hits().has(self.weak_king), of & self.rooks)
    }

    /// True if without rooks the pawn would not win with this side to move.
    #[inline]
    pub(super) fn is_drawn_without_rooks(&self, to_move: Side) -> bool {
        let (king, pawn, weak_king) = (self.white.king, self.pawn, self.weak_king);
        !PawnEnding { king, pawn, weak_king, to_move }.is_won_exactly()
    }

    /// Those of these squares with which White, to move, in check or not, can neither take Black's
    /// rook nor skewer, exchange, uncover or mate, and Black has no tactical threat.
    #[inline]
    pub(super) fn unharmed(&self, of: BitBoard) -> BitBoard {
        let is_cover = is_aligned(self.white.rook, self.weak_king)
            && get_between_rays(self.white.rook, self.weak_king).has(self.white.king);
        if is_cover || may_be_mated(self.weak_king, self.white.king) {
            return BitBoard::EMPTY;
        }
        let noisy = self.black_rook_attacked() | beyond(self.white.rook, self.pawn);
        // A check along the line of king and rook would force an exchange.
        let calm = (of & self.rooks) - noisy - (lines(self.weak_king) & self.black_near());
        if calm.is_empty() {
            return calm;
        }
        let calm = calm - self.black_may_win();
        calm - black_in_danger(&self.white, self.weak_king, calm, self.others, Aim::Exchange)
    }

    /// Those of the remaining squares of his rook with which Black, to move, may have a tactical
    /// threat.
    #[inline]
    pub(super) fn black_may_win(&self) -> BitBoard {
        *self
            .black_may_win
            .get_or_init(|| white_in_danger(self.weak_king, &self.white, self.rooks, self.others, self.pawn))
    }

    /// Squares on which Black's rook is confined between the pawn and the edge; all squares if
    /// White's rook confines his king to the a-file.
    #[inline]
    fn black_shut_in(&self) -> BitBoard {
        if self.weak_king.file() == File::A && self.white.rook.file() == File::B {
            return BitBoard::FULL;
        }
        let outside = EDGE | !files_from(self.pawn.file() as u8);
        outside & get_king_moves(self.pawn)
    }

    /// True if White's king is in the corner behind its rook and pawn.
    #[inline]
    pub(super) fn is_white_shut_in(&self) -> bool {
        self.white.king == Square::A1 && self.pawn == Square::B2 && self.white.near().has(self.white.rook)
    }

    /// True if White's rook cuts Black's king off from the pawn's path by rank or by file.
    #[inline]
    pub(super) fn is_black_cut_off(&self) -> bool {
        self.white.rook.rank() > self.weak_king.rank() || self.is_black_cut_off_by_file()
    }

    /// True if White's rook cuts Black's king off from the file of the pawn.
    #[inline]
    pub(super) fn is_black_cut_off_by_file(&self) -> bool {
        let (king, pawn, rook) = (self.weak_king as u8 & 7, self.pawn as u8 & 7, self.white.rook as u8 & 7);
        (king > rook && rook >= pawn) || (king < rook && rook <= pawn)
    }

    /// Spare moves of Black's king on its way to the queening square while the pawn runs.
    #[inline]
    pub(super) fn spare_moves(&self) -> i8 {
        pushes(self.pawn) as i8 - distance(self.weak_king, queening_square(self.pawn)) as i8
    }

    /// By how many moves Black's king is nearer to the queening square than White's.
    #[inline]
    pub(super) fn queening_square_lead(&self) -> i8 {
        self.lead(queening_square(self.pawn))
    }

    /// By how many moves Black's king is nearer to the square in front of the pawn than White's.
    #[inline]
    pub(super) fn stop_square_lead(&self) -> i8 {
        self.lead(stop_square(self.pawn))
    }

    /// By how many moves Black's king is nearer to the heart square of the pawn than White's.
    #[inline]
    pub(super) fn heart_square_lead(&self) -> i8 {
        self.lead(heart_square(self.pawn))
    }

    #[inline]
    fn lead(&self, to: Square) -> i8 {
        distance(self.white.king, to) as i8 - distance(self.weak_king, to) as i8
    }

    /// Ranks by which Black's king is ahead of the pawn; negative if it is behind.
    #[inline]
    pub(super) fn black_ahead(&self) -> i8 {
        (self.weak_king as i8 >> 3) - (self.pawn as i8 >> 3)
    }

    /// Ranks by which White's king is ahead of the pawn; negative if it is behind.
    #[inline]
    pub(super) fn white_ahead(&self) -> i8 {
        (self.white.king as i8 >> 3) - (self.pawn as i8 >> 3)
    }

    /// By how many moves Black's king is nearer to the pawn than White's.
    #[inline]
    pub(super) fn pawn_lead(&self) -> i8 {
        self.lead(self.pawn)
    }

    /// By how many files Black's king is nearer to the pawn than White's.
    #[inline]
    pub(super) fn files_lead(&self) -> i8 {
        self.white_files() as i8 - self.black_files() as i8
    }

    /// By how many files Black's king is to the left of White's; negative if it is to the right.
    #[inline]
    pub(super) fn files_to_the_left(&self) -> i8 {
        (self.white.king as i8 & 7) - (self.weak_king as i8 & 7)
    }

    /// Distance of White's king from its pawn in files.
    #[inline]
    pub(super) fn white_files(&self) -> u8 {
        files_apart(self.white.king, self.pawn)
    }

    /// Distance of Black's king from the pawn in files.
    #[inline]
    pub(super) fn black_files(&self) -> u8 {
        files_apart(self.weak_king, self.pawn)
    }
}

//! Positions of KBvKP: guards, posts, dangers, and the attacker's moves.

use board::sets::distance;
use board::{
    BitBoard, Color, Piece, Rank, Square, get_bishop_moves, get_king_moves, get_line_rays, get_pawn_attacks,
    get_pawn_quiets, get_rook_moves,
};

use crate::endings::kpk::PawnEnding;
use crate::geometry::{bishop_hits, bishop_lines, path, queening_square, same_color, stop_square, within};
use crate::rule::{Side, View};

/// The four men. The attacker has the pawn, moving up; the defender has the bishop.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BishopVsPawn {
    /// The attacker's king.
    pub king: Square,
    /// The pawn.
    pub pawn: Square,
    /// The defender's king.
    pub weak_king: Square,
    /// The bishop.
    pub bishop: Square,
}

impl From<&View> for BishopVsPawn {
    #[inline]
    fn from(view: &View) -> Self {
        Self {
            king: view.square(Side::Strong, Piece::King),
            pawn: view.square(Side::Strong, Piece::Pawn),
            weak_king: view.square(Side::Weak, Piece::King),
            bishop: view.square(Side::Weak, Piece::Bishop),
        }
    }
}

/// By square color (light, dark), square of a file, and the bare king's square: the squares from
/// which a bishop attacks the file beyond that square. No diagonal meets a file twice, so the pawn
/// blocks nothing. Files a to d are enough.
static POSTS: [[[u64; 64]; 32]; 2] = {
    let mut posts = [[[0; 64]; 32]; 2];
    let mut target = 8;
    while target < 64 {
        let is_dark = BitBoard::DARK_SQUARES.0 >> target & 1;
        let mut king = 0;
        while king < 64 && target & 7 < 4 {
            let BitBoard(hits) = bishop_lines(Square::index_const(target), BitBoard(1 << king));
            let mut square = target - 8;
            loop {
                posts[is_dark as usize][slot(square)][king] |= hits;
                if square < 8 {
                    break;
                }
                square -= 8;
            }
            king += 1;
        }
        target += 1;
    }
    posts
};

/// The index of a square of files a to d in [`POSTS`].
const fn slot(square: usize) -> usize {
    square >> 1 & 28 | square & 3
}

/// The position after a pawn move, with the defender to move.
#[derive(Clone, Copy, Debug)]
pub(super) enum After {
    /// All pieces are still there.
    Unchanged(BishopVsPawn),
    /// The bishop has been taken.
    BishopTaken(PawnEnding),
    /// The pawn has become a queen, which the defender can take at once.
    QueenLost,
    /// The pawn has become a queen, which the defender may win by a check or a pin through the
    /// king, or by a discovered attack.
    QueenInDanger,
    /// The pawn has become a queen, which is safe.
    QueenSafe,
}

impl BishopVsPawn {
    #[inline]
    pub(super) fn occupied(&self) -> BitBoard {
        self.king.bitboard() | self.pawn.bitboard() | self.weak_king.bitboard() | self.bishop.bitboard()
    }

    #[inline]
    pub(super) fn pawn_attacks(&self) -> BitBoard {
        get_pawn_attacks(self.pawn, Color::White)
    }

    /// The pawn ending without the bishop.
    #[inline]
    pub(super) fn without_bishop(&self, to_move: Side) -> PawnEnding {
        PawnEnding { king: self.king, pawn: self.pawn, weak_king: self.weak_king, to_move }
    }

    /// True if the pawn gives check.
    #[inline]
    pub(super) fn is_in_check(&self) -> bool {
        self.pawn_attacks().has(self.weak_king)
    }

    /// Squares on which the bishop would be lost: attacked and not defended by the bare king.
    #[inline]
    pub(super) fn danger(&self) -> BitBoard {
        (get_king_moves(self.king) | self.pawn_attacks()) - get_king_moves(self.weak_king)
    }

    /// The squares from which the bishop would attack the path. The attacker's king does not count
    /// as an obstacle: on the line it is in check and must leave, and it can never step onto the
    /// line.
    #[inline]
    pub(in crate::endings) fn posts(&self) -> BitBoard {
        self.posts_beyond(self.pawn)
    }

    /// The squares from which the bishop would attack the pawn's file beyond a square.
    #[inline]
    pub(in crate::endings) fn posts_beyond(&self, square: Square) -> BitBoard {
        BitBoard(POSTS[self.bishop_runs_on_dark()][slot(square as usize)][self.weak_king as usize])
    }

    #[inline]
    fn bishop_runs_on_dark(&self) -> usize {
        usize::from(BitBoard::DARK_SQUARES.has(self.bishop))
    }

    /// True if the bishop attacks the path.
    #[inline]
    pub(in crate::endings) fn is_on_guard(&self) -> bool {
        self.posts().has(self.bishop)
    }

    /// Safe moves of the bishop, without captures.
    #[inline]
    pub(super) fn safe_bishop_moves(&self) -> BitBoard {
        self.bishop_moves() - self.danger()
    }

    #[inline]
    pub(super) fn bishop_moves(&self) -> BitBoard {
        let occupied = self.occupied();
        get_bishop_moves(self.bishop, occupied) - occupied
    }

    /// Moves of the bare king, without captures.
    #[inline]
    pub(super) fn weak_king_moves(&self) -> BitBoard {
        get_king_moves(self.weak_king)
            - (get_king_moves(self.king)
                | self.pawn_attacks()
                | self.bishop.bitboard()
                | self.pawn.bitboard())
    }

    /// True if the defender, to move, can take the pawn: even if the bishop is recaptured, it is a
    /// draw.
    #[inline]
    pub(super) fn can_take_pawn(&self) -> bool {
        let by_king = (get_king_moves(self.weak_king) - get_king_moves(self.king)).has(self.pawn);
        by_king | get_bishop_moves(self.bishop, self.occupied()).has(self.pawn)
    }

    /// True if the attacker's king hinders promotion: it is in front of its own pawn, or on a
    /// diagonal of the bishop through the queening square. Either way the attacker must first spend
    /// a move.
    #[inline]
    pub(super) fn king_is_in_the_way(&self) -> bool {
        let queening = queening_square(self.pawn);
        let on_diagonal = || {
            same_color(queening).has(self.bishop)
                && get_bishop_moves(queening, BitBoard::EMPTY).has(self.king)
        };
        path(self.pawn).has(self.king) || on_diagonal()
    }

    /// Posts beyond the next square that the bishop reaches by a safe move and another move, and on
    /// which the king cannot attack it at once.
    pub(in crate::endings) fn posts_in_two(&self) -> BitBoard {
        let obstacles = self.pawn.bitboard() | self.weak_king.bitboard();
        let near_king = within(2, self.king);
        let posts = self.posts_beyond(stop_square(self.pawn)) - (near_king - get_king_moves(self.weak_king));
        posts & bishop_hits(self.safe_bishop_moves(), obstacles)
    }

    /// The same position with the attacker's king elsewhere.
    #[inline]
    pub(super) fn with_king(&self, king: Square) -> Self {
        Self { king, ..*self }
    }

    /// Squares that the bishop attacks through the attacker's king.
    #[inline]
    pub(super) fn hit_through_king(&self) -> BitBoard {
        get_bishop_moves(self.bishop, self.occupied() - self.king.bitboard())
    }

    /// Moves of the attacker's king, captures of the bishop included.
    #[inline]
    pub(super) fn king_steps(&self) -> BitBoard {
        let denied = get_king_moves(self.weak_king) | self.pawn.bitboard() | self.hit_through_king();
        get_king_moves(self.king) - denied
    }

    /// The ending after the attacker's king has taken the bishop.
    #[inline]
    pub(super) fn after_king_takes(&self) -> PawnEnding {
        self.with_king(self.bishop).without_bishop(Side::Weak)
    }

    /// The ending after the pawn has taken the bishop without promoting.
    #[inline]
    pub(super) fn after_pawn_takes(&self) -> PawnEnding {
        Self { pawn: self.bishop, ..*self }.without_bishop(Side::Weak)
    }

    /// True if `test` holds after every pawn move. Underpromotions are left out: they win nothing
    /// that a queen does not win, and are lost whenever the queen is.
    #[inline]
    pub(super) fn every_pawn_move(&self, test: impl Fn(After) -> bool) -> bool {
        if self.pawn_attacks().has(self.bishop) {
            let after = if self.bishop.rank() == Rank::Eighth {
                let is_retaken =
                    distance(self.weak_king, self.bishop) == 1 && distance(self.king, self.bishop) > 1;
                if is_retaken { After::QueenLost } else { After::QueenSafe }
            } else {
                After::BishopTaken(self.after_pawn_takes())
            };
            if !test(after) {
                return false;
            }
        }
        let occupied = self.occupied();
        let without_pawn = occupied - self.pawn.bitboard();
        // Only rarely can a pawn move expose the king to the bishop.
        let may_be_check = get_bishop_moves(self.bishop, without_pawn).has(self.king);
        for to in get_pawn_quiets(self.pawn, Color::White, occupied) {
            let occupied = without_pawn | to.bitboard();
            if may_be_check && get_bishop_moves(self.bishop, occupied).has(self.king) {
                continue;
            }
            let after = if to.rank() == Rank::Eighth {
                self.after_promotion(to, occupied)
            } else {
                After::Unchanged(Self { pawn: to, ..*self })
            };
            if !test(after) {
                return false;
            }
        }
        true
    }

    fn after_promotion(&self, queen: Square, occupied: BitBoard) -> After {
        let bishop_hits = get_bishop_moves(self.bishop, occupied);
        let king_takes = distance(self.weak_king, queen) == 1 && distance(self.king, queen) > 1;
        if bishop_hits.has(queen) || king_takes {
            return After::QueenLost;
        }
        let is_discovered = get_bishop_moves(self.bishop, occupied - self.weak_king.bitboard()).has(queen);
        // The bishop reaches the line of king and queen, between them or behind the king.
        let is_lined_up = get_bishop_moves(queen, BitBoard::EMPTY).has(self.king)
            && !(get_line_rays(self.king, queen) & bishop_hits).is_empty();
        // With the bare king that near, a queen that blocks the check may be taken.
        let is_cornered = self.king.rank() == Rank::Eighth
            && distance(self.king, self.weak_king) == 2
            && !(get_bishop_moves(self.king, occupied) & bishop_hits).is_empty();
        if is_discovered || is_lined_up || is_cornered || self.may_be_stalemate(queen, occupied) {
            After::QueenInDanger
        } else {
            After::QueenSafe
        }
    }

    /// True if the bare king cannot move and the queen attacks the bishop, which may be pinned.
    fn may_be_stalemate(&self, queen: Square, occupied: BitBoard) -> bool {
        let queen_hits = get_bishop_moves(queen, occupied) | get_rook_moves(queen, occupied);
        let denied = get_king_moves(self.king) | queen_hits | self.bishop.bitboard();
        queen_hits.has(self.bishop) && get_king_moves(self.weak_king).is_subset(denied)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn posts_are_where_a_bishop_hits_the_path() {
        let pawns = Square::ALL
            .into_iter()
            .filter(|pawn| (*pawn as u8 & 7) < 4 && !matches!(pawn.rank(), Rank::First | Rank::Eighth));
        for pawn in pawns {
            for bishop in [Square::A1, Square::B1] {
                for weak_king in Square::ALL {
                    let ending = BishopVsPawn { king: Square::H1, pawn, weak_king, bishop };
                    let men = pawn.bitboard() | weak_king.bitboard();
                    assert_eq!(
                        ending.posts(),
                        bishop_hits(path(pawn) & same_color(bishop), men),
                        "{ending:?}"
                    );
                }
            }
        }
    }
}

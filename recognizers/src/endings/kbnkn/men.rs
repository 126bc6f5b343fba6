//! Positions of KBNvKN: the moves of the lone knight and its king, and the threats against them.

use board::sets::distance;
use board::{BitBoard, Piece, Square, get_between_rays, get_king_moves, get_knight_moves};

use crate::geometry::{all, bishop_lines, king_spread, knight_spread, same_color};
use crate::rule::{Side, View};

/// The five pieces and their attacks. The attacker has bishop and knight, the defender the lone
/// knight.
///
/// What several rules need is computed in advance.
#[derive(Clone, Debug)]
pub(crate) struct BishopKnightVsKnight {
    /// The attacker's king.
    pub king: Square,
    /// The bishop.
    pub bishop: Square,
    /// The attacker's knight.
    pub knight: Square,
    /// The defender's king.
    pub weak_king: Square,
    /// The defender's knight.
    pub lone_knight: Square,
    to_move: Side,
    occupied: BitBoard,
    bishop_sees: BitBoard,
    /// Squares that the attacker attacks, with the defender's king removed for the bishop.
    denied_to_king: BitBoard,
    king_moves: BitBoard,
    king_move_count: u32,
    lead: i8,
    attacker_has_room: bool,
    knight_hangs: bool,
    reach: Reach,
}

/// Squares that the lone knight and its king reach within two moves.
#[derive(Clone, Copy, Debug, Default)]
struct Reach {
    knight_moves: BitBoard,
    knight_range: BitBoard,
    knight_squares: u32,
    king_squares: u32,
}

impl From<&View> for BishopKnightVsKnight {
    #[inline(always)]
    fn from(view: &View) -> Self {
        // The rules of this ending do not depend on directions.
        let view = view.unturned();
        let mut men = Self {
            king: view.square(Side::Strong, Piece::King),
            bishop: view.square(Side::Strong, Piece::Bishop),
            knight: view.square(Side::Strong, Piece::Knight),
            weak_king: view.square(Side::Weak, Piece::King),
            lone_knight: view.square(Side::Weak, Piece::Knight),
            to_move: view.to_move(),
            occupied: view.occupied(),
            bishop_sees: BitBoard::EMPTY,
            denied_to_king: BitBoard::EMPTY,
            king_moves: BitBoard::EMPTY,
            king_move_count: 0,
            lead: 0,
            attacker_has_room: false,
            knight_hangs: false,
            reach: Reach::default(),
        };
        men.look();
        men
    }
}

/// True if a set has at least two squares.
#[inline]
pub(super) fn has_two(BitBoard(set): BitBoard) -> bool {
    set & set.wrapping_sub(1) != 0
}

impl BishopKnightVsKnight {
    /// Computes what several rules need.
    #[inline(always)]
    fn look(&mut self) {
        self.bishop_sees = bishop_lines(self.bishop, self.occupied);
        self.denied_to_king = get_king_moves(self.king)
            | get_knight_moves(self.knight)
            | self.bishop_sees_through(self.weak_king);
        self.king_moves =
            get_king_moves(self.weak_king) - (self.denied_to_king | self.lone_knight.bitboard());
        self.king_move_count = self.king_moves.len();
        self.lead =
            distance(self.king, self.lone_knight) as i8 - distance(self.weak_king, self.lone_knight) as i8;
        self.attacker_has_room = has_two(self.strong_king_moves());
        self.knight_hangs = self.danger(self.bishop_sees).has(self.lone_knight);
        self.reach = self.look_ahead();
    }

    #[inline]
    pub(super) fn minors(&self) -> BitBoard {
        self.bishop.bitboard() | self.knight.bitboard()
    }

    #[inline]
    pub(super) fn occupied(&self) -> BitBoard {
        self.occupied
    }

    /// Squares that the bishop attacks.
    #[inline]
    pub(super) fn bishop_sees(&self) -> BitBoard {
        self.bishop_sees
    }

    /// Squares that the bishop attacks, with the piece on `absent` removed.
    #[inline]
    fn bishop_sees_through(&self, absent: Square) -> BitBoard {
        if self.bishop_sees.has(absent) {
            bishop_lines(self.bishop, self.occupied - absent.bitboard())
        } else {
            self.bishop_sees
        }
    }

    /// By how many king moves the lone knight is nearer to its own king than to the other (-6 to
    /// 6).
    #[inline]
    pub(super) fn lead(&self) -> i8 {
        self.lead
    }

    /// Distance of the kings.
    #[inline]
    pub(super) fn kings_apart(&self) -> u8 {
        distance(self.king, self.weak_king)
    }

    /// True if the attacker's king has two moves, so that it will not be mated.
    #[inline]
    pub(super) fn attacker_has_room(&self) -> bool {
        self.attacker_has_room
    }

    /// Moves of the attacker's king, without captures.
    #[inline]
    pub(super) fn strong_king_moves(&self) -> BitBoard {
        let denied = get_king_moves(self.weak_king) | get_knight_moves(self.lone_knight) | self.minors();
        get_king_moves(self.king) - denied
    }

    /// True if the bishop is on the color of `square`, and so could attack it.
    #[inline]
    pub(super) fn bishop_is_of_color_of(&self, square: Square) -> bool {
        same_color(self.bishop).has(square)
    }

    /// Squares on which the defender's knight would be lost, given the bishop's attacks: attacked
    /// and not defended by the king, or attacked twice. (Knight for one minor piece is a draw.)
    #[inline]
    fn danger(&self, by_bishop: BitBoard) -> BitBoard {
        let by_king = get_king_moves(self.king);
        let by_knight = get_knight_moves(self.knight);
        ((by_king | by_knight | by_bishop) - get_king_moves(self.weak_king))
            | (by_king & (by_knight | by_bishop))
            | (by_knight & by_bishop)
    }

    /// True if the lone knight would be lost where it is.
    #[inline]
    pub(super) fn knight_hangs(&self) -> bool {
        self.knight_hangs
    }

    /// Moves of the defender's king, captures of undefended minor pieces included.
    #[inline]
    pub(super) fn king_moves(&self) -> BitBoard {
        self.king_moves
    }

    /// Number of moves of the defender's king.
    #[inline]
    pub(super) fn king_move_count(&self) -> u32 {
        self.king_move_count
    }

    /// The same, only squares that the bishop can never attack.
    #[inline]
    pub(super) fn king_moves_off_color(&self) -> BitBoard {
        self.king_moves() - same_color(self.bishop)
    }

    /// King moves that defend the lone knight.
    #[inline]
    pub(super) fn guards(&self) -> BitBoard {
        self.king_moves() & get_king_moves(self.lone_knight)
    }

    #[inline(always)]
    fn look_ahead(&self) -> Reach {
        let through_knight = self.bishop_sees_through(self.lone_knight);
        let danger = self.danger(through_knight) | self.king.bitboard();
        let knight_moves = self.legal_for_knight(through_knight) & (!danger | self.minors());
        let second_moves = knight_spread(knight_moves) - (danger | self.lone_knight.bitboard());
        let knight_range = knight_moves | second_moves;
        let king_range = king_spread(self.king_moves) - (self.king_moves | self.denied_to_king);
        Reach {
            knight_moves,
            knight_range,
            knight_squares: knight_range.len(),
            king_squares: king_range.len(),
        }
    }

    /// Moves of the lone knight to safe squares, and its captures; with the attacker to move, as if
    /// it were the defender's turn.
    #[inline]
    pub(super) fn knight_moves(&self) -> BitBoard {
        self.reach.knight_moves
    }

    /// The lone knight's moves that do not leave its king in check by the bishop or the knight.
    #[inline]
    fn legal_for_knight(&self, bishop_through_knight: BitBoard) -> BitBoard {
        let moves = get_knight_moves(self.lone_knight);
        let by_knight = all([self.to_move == Side::Weak, get_knight_moves(self.knight).has(self.weak_king)]);
        if !bishop_through_knight.has(self.weak_king) {
            return if by_knight { moves & self.knight.bitboard() } else { moves };
        }
        let line = get_between_rays(self.bishop, self.weak_king);
        let is_pinned = line.has(self.lone_knight);
        if is_pinned || by_knight { BitBoard::EMPTY } else { moves & (line | self.bishop.bitboard()) }
    }

    /// Number of squares that the lone knight reaches within two safe moves.
    #[inline]
    pub(super) fn knight_reach(&self) -> u32 {
        self.reach.knight_squares
    }

    /// The same, only squares that the bishop can never attack.
    #[inline]
    pub(super) fn knight_reach_off_color(&self) -> u32 {
        (self.reach.knight_range - same_color(self.bishop)).len()
    }

    /// Moves of the lone knight to squares that neither king nor knight can attack with the next
    /// move.
    #[inline]
    pub(super) fn hiding_places(&self) -> BitBoard {
        let by_king = get_king_moves(self.king) | king_spread(self.strong_king_moves());
        let by_knight = get_knight_moves(self.knight);
        let white = self.bishop.bitboard() | self.king.bitboard();
        self.knight_moves() - (self.minors() | by_king | by_knight | knight_spread(by_knight - white))
    }

    /// The same, only squares that the bishop can never attack.
    #[inline]
    pub(super) fn hiding_places_off_color(&self) -> BitBoard {
        self.hiding_places() - same_color(self.bishop)
    }

    /// Number of squares that the defender's king reaches in exactly two moves, with the attacker's
    /// pieces in place.
    #[inline]
    pub(super) fn king_reach(&self) -> u32 {
        self.reach.king_squares
    }
}

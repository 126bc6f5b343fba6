//! What can be seen on the board: where the lone knight and its king can go, and what threatens
//! them.

use board::sets::distance;
use board::{BitBoard, Piece, Square, get_between_rays, get_king_moves, get_knight_moves};

use crate::geometry::{all, bishop_lines, king_spread, knight_spread, same_color};
use crate::rule::{Side, View};

/// The five men and what they hit. The attacker has bishop and knight; the defender has the lone
/// knight.
///
/// All that several rules ask for is worked out at once.
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
    /// What the attacker hits, the bishop seeing through the defender's king.
    denied_to_king: BitBoard,
    king_moves: BitBoard,
    king_move_count: u32,
    lead: i8,
    attacker_has_room: bool,
    knight_hangs: bool,
    reach: Reach,
}

/// Where the lone knight and its king get to within two moves.
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
        // Nothing in this ending knows up from down.
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

/// There are at least two squares in a set.
#[inline]
pub(super) fn has_two(BitBoard(set): BitBoard) -> bool {
    set & set.wrapping_sub(1) != 0
}

impl BishopKnightVsKnight {
    /// Works out what several rules ask for.
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

    /// What the bishop hits.
    #[inline]
    pub(super) fn bishop_sees(&self) -> BitBoard {
        self.bishop_sees
    }

    /// What the bishop hits, seeing through the man on `absent`.
    #[inline]
    fn bishop_sees_through(&self, absent: Square) -> BitBoard {
        if self.bishop_sees.has(absent) {
            bishop_lines(self.bishop, self.occupied - absent.bitboard())
        } else {
            self.bishop_sees
        }
    }

    /// By how many king moves the lone knight is nearer to its own king than to the other one (-6
    /// to 6).
    #[inline]
    pub(super) fn lead(&self) -> i8 {
        self.lead
    }

    /// The two kings' distance.
    #[inline]
    pub(super) fn kings_apart(&self) -> u8 {
        distance(self.king, self.weak_king)
    }

    /// The attacker's king has two squares to go to, so that it will not be mated.
    #[inline]
    pub(super) fn attacker_has_room(&self) -> bool {
        self.attacker_has_room
    }

    /// Where the attacker's king can go, captures not among them.
    #[inline]
    pub(super) fn strong_king_moves(&self) -> BitBoard {
        let denied = get_king_moves(self.weak_king) | get_knight_moves(self.lone_knight) | self.minors();
        get_king_moves(self.king) - denied
    }

    /// The bishop runs on the color of `square`: only then may it soon hit what stands there.
    #[inline]
    pub(super) fn bishop_is_of_color_of(&self, square: Square) -> bool {
        same_color(self.bishop).has(square)
    }

    /// Squares on which a knight of the defender would be lost, given the bishop's lines: they are
    /// hit and the king does not defend them, or they are hit twice. To be taken by one minor and
    /// take it back is a draw.
    #[inline]
    fn danger(&self, by_bishop: BitBoard) -> BitBoard {
        let by_king = get_king_moves(self.king);
        let by_knight = get_knight_moves(self.knight);
        ((by_king | by_knight | by_bishop) - get_king_moves(self.weak_king))
            | (by_king & (by_knight | by_bishop))
            | (by_knight & by_bishop)
    }

    /// The lone knight would be lost where it stands.
    #[inline]
    pub(super) fn knight_hangs(&self) -> bool {
        self.knight_hangs
    }

    /// Where the defender's king can go, undefended minors included.
    #[inline]
    pub(super) fn king_moves(&self) -> BitBoard {
        self.king_moves
    }

    /// Number of squares where the defender's king can go.
    #[inline]
    pub(super) fn king_move_count(&self) -> u32 {
        self.king_move_count
    }

    /// The same, squares that the bishop can never hit only.
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

    /// Where the lone knight can go: safe squares and any minor. With the attacker to move, where
    /// it could go if nothing changed.
    #[inline]
    pub(super) fn knight_moves(&self) -> BitBoard {
        self.reach.knight_moves
    }

    /// The lone knight's moves that leave its king in no check of the bishop or the knight.
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

    /// Number of squares that the lone knight gets to within two moves without being lost on the
    /// way.
    #[inline]
    pub(super) fn knight_reach(&self) -> u32 {
        self.reach.knight_squares
    }

    /// The same, squares that the bishop can never hit only.
    #[inline]
    pub(super) fn knight_reach_off_color(&self) -> u32 {
        (self.reach.knight_range - same_color(self.bishop)).len()
    }

    /// Where the lone knight can go so that neither king nor knight can attack it with their next
    /// move.
    #[inline]
    pub(super) fn hiding_places(&self) -> BitBoard {
        let by_king = get_king_moves(self.king) | king_spread(self.strong_king_moves());
        let by_knight = get_knight_moves(self.knight);
        let white = self.bishop.bitboard() | self.king.bitboard();
        self.knight_moves() - (self.minors() | by_king | by_knight | knight_spread(by_knight - white))
    }

    /// The same, squares that the bishop can never hit only.
    #[inline]
    pub(super) fn hiding_places_off_color(&self) -> BitBoard {
        self.hiding_places() - same_color(self.bishop)
    }

    /// Number of squares that the defender's king needs two moves for, as the attacker's men stand.
    #[inline]
    pub(super) fn king_reach(&self) -> u32 {
        self.reach.king_squares
    }
}

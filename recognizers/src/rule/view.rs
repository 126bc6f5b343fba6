//! A normalized view of a position: the strong side plays up the board, its pawn is on files a to
//! d.

use board::{BitBoard, Board, CastleRights, Color, File, Piece, Placement, Square, rules};

/// The strong or the weak side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The side with the pawn, or with more material.
    Strong,
    /// The other side.
    Weak,
}

impl Side {
    /// Both sides, strong first.
    pub const ALL: [Self; 2] = [Self::Strong, Self::Weak];
}

impl std::ops::Not for Side {
    type Output = Self;

    fn not(self) -> Self {
        if self == Self::Strong { Self::Weak } else { Self::Strong }
    }
}

/// A position mirrored so that rules need to be written only once: the strong side plays up the
/// board, and its lowest pawn, if there is one, is on files a to d.
///
/// Creating it copies a few bitboards; squares are mirrored on access.
#[derive(Clone, Copy, Debug)]
pub struct View {
    pieces: [BitBoard; 6],
    sides: [BitBoard; 2],
    /// Mask to XOR true squares with: 56 mirrors ranks, 7 mirrors files.
    turn: usize,
    to_move: Side,
}

impl View {
    /// The view of a board with `strong` as the strong side; `None` with castling or en passant
    /// rights, which no rule covers.
    #[inline]
    pub(crate) fn of_board(board: &Board, strong: Color) -> Option<Self> {
        let no_rights = |color| *board.castle_rights(color) == CastleRights { short: None, long: None };
        if rules::can_capture_en_passant(board) || !no_rights(Color::White) || !no_rights(Color::Black) {
            return None;
        }
        let pieces = Piece::ALL.map(|piece| board.pieces(piece));
        let sides = [board.colors(strong), board.colors(!strong)];
        Some(Self::new(pieces, sides, strong, board.side_to_move()))
    }

    /// The view of a placement with `strong` as the strong side.
    #[inline]
    pub fn of_placement(placement: &Placement, strong: Color) -> Self {
        let mut pieces = [BitBoard::EMPTY; 6];
        let mut sides = [BitBoard::EMPTY; 2];
        for man in placement.men() {
            pieces[man.piece as usize] |= man.square.bitboard();
            sides[usize::from(man.color != strong)] |= man.square.bitboard();
        }
        Self::new(pieces, sides, strong, placement.side_to_move())
    }

    /// The view of a position given as bitboards by piece and by color, with `strong` as the strong
    /// side. Each side must have one king.
    #[inline]
    pub fn of_sets(
        pieces: [BitBoard; Piece::NUM],
        colors: [BitBoard; Color::NUM],
        strong: Color,
        to_move: Color,
    ) -> Self {
        Self::new(pieces, [colors[strong as usize], colors[!strong as usize]], strong, to_move)
    }

    #[inline]
    fn new(pieces: [BitBoard; 6], sides: [BitBoard; 2], strong: Color, to_move: Color) -> Self {
        let ranks = if strong == Color::White { 0 } else { 56 };
        let pawns = pieces[Piece::Pawn as usize] & sides[Side::Strong as usize];
        let lowest = BitBoard(if ranks == 0 { pawns.0 } else { pawns.0.swap_bytes() }).next_square();
        let files = if lowest.is_some_and(|pawn| pawn.file() > File::D) { 7 } else { 0 };
        let to_move = if to_move == strong { Side::Strong } else { Side::Weak };
        Self { pieces, sides, turn: ranks | files, to_move }
    }

    /// The side to move.
    #[inline]
    pub fn to_move(&self) -> Side {
        self.to_move
    }

    /// The square of a side's piece, the first one if there are several.
    ///
    /// # Panics
    /// If the side has no such piece: the recognizer does not match the material.
    #[inline]
    pub fn square(&self, side: Side, piece: Piece) -> Square {
        let men = self.pieces[piece as usize] & self.sides[side as usize];
        let square = men.next_square().expect("the recognizer matches the material");
        // The mask makes the compiler omit the bounds check.
        Square::index((square as usize ^ self.turn) & 63)
    }

    /// The same pieces with another side to move.
    pub(crate) fn with_to_move(&self, to_move: Side) -> Self {
        Self { to_move, ..*self }
    }

    /// The true square of a square in the view.
    #[inline]
    pub(crate) fn true_square(&self, seen: Square) -> Square {
        Square::index((seen as usize ^ self.turn) & 63)
    }

    /// All occupied squares.
    #[inline]
    pub(crate) fn occupied(&self) -> BitBoard {
        self.turned(self.sides[0] | self.sides[1])
    }

    /// The same position without mirroring, which is faster, for rules that do not depend on
    /// directions.
    #[inline]
    pub(crate) fn unturned(&self) -> Self {
        Self { turn: 0, ..*self }
    }

    /// The squares of all of a side's pieces of a kind.
    #[inline]
    pub fn squares(&self, side: Side, piece: Piece) -> BitBoard {
        self.turned(self.pieces[piece as usize] & self.sides[side as usize])
    }

    /// Converts true squares to those of the view, and back.
    #[inline]
    fn turned(&self, BitBoard(mut squares): BitBoard) -> BitBoard {
        if self.turn & 56 != 0 {
            squares = squares.swap_bytes();
        }
        if self.turn & 7 != 0 {
            squares = squares.swap_bytes().reverse_bits();
        }
        BitBoard(squares)
    }
}

/// Positions that differ only in the square of one piece, over which audits iterate.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The position without the row's piece.
    others: View,
    side: Side,
    piece: Piece,
    squares: BitBoard,
}

impl Row {
    /// The positions with a piece of `side` on each of some empty squares and `others` (see
    /// [`View::of_sets`]) in place. The piece must not be the only pawn of the strong side, which
    /// determines the mirroring.
    pub fn new(others: View, side: Side, piece: Piece, squares: BitBoard) -> Self {
        Self { others, side, piece, squares }
    }

    /// The piece whose square varies.
    #[inline]
    pub fn man(&self) -> (Side, Piece) {
        (self.side, self.piece)
    }

    /// The side to move.
    #[inline]
    pub fn to_move(&self) -> Side {
        self.others.to_move
    }

    /// The squares of the piece.
    #[inline]
    pub fn squares(&self) -> BitBoard {
        self.squares
    }

    /// The same row with other squares of the piece.
    #[inline]
    #[must_use]
    pub fn with_squares(self, squares: BitBoard) -> Self {
        Self { squares, ..self }
    }

    /// The position with the piece on one of the squares.
    #[inline]
    pub fn at(&self, square: Square) -> View {
        self.with_man_on(square.bitboard())
    }

    /// One view for all positions, with the piece on all squares at once.
    #[inline]
    pub(crate) fn at_once(&self) -> View {
        self.with_man_on(self.squares)
    }

    /// A true square as in the views of this row.
    #[inline]
    pub(crate) fn seen(&self, square: Square) -> Square {
        Square::index(square as usize ^ self.others.turn)
    }

    /// The true squares of squares in the views of this row.
    #[inline]
    pub(crate) fn true_squares(&self, seen: BitBoard) -> BitBoard {
        self.others.turned(seen)
    }

    #[inline]
    fn with_man_on(&self, squares: BitBoard) -> View {
        let mut view = self.others;
        view.pieces[self.piece as usize] |= squares;
        view.sides[self.side as usize] |= squares;
        view
    }
}

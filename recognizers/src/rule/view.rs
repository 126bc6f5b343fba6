//! A position seen from the strong side: its men are White's, its pawn moves up on the files a to
//! d.

use board::{BitBoard, Board, CastleRights, Color, File, Piece, Placement, Square};

/// Which side a man belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The side that recognizer rules call strong: the one with the pawn, or the one with more.
    Strong,
    /// The other side.
    Weak,
}

impl Side {
    /// Both sides, the strong one first.
    pub const ALL: [Self; 2] = [Self::Strong, Self::Weak];
}

impl std::ops::Not for Side {
    type Output = Self;

    fn not(self) -> Self {
        if self == Self::Strong { Self::Weak } else { Self::Strong }
    }
}

/// A position turned so that rules need be written once: the strong side plays up the board, and
/// its lowest pawn, if it has one, stands on the files a to d.
///
/// It costs a few bitboard copies; squares are turned when they are asked for.
#[derive(Clone, Copy, Debug)]
pub struct View {
    pieces: [BitBoard; 6],
    sides: [BitBoard; 2],
    /// Exclusive-or mask from a true square to a seen one: 56 turns ranks, 7 turns files.
    turn: usize,
    to_move: Side,
}

impl View {
    /// Looks at a board with `strong` as the strong side; `None` with castling rights or an en
    /// passant right, about which no rule knows.
    #[inline]
    pub(crate) fn of_board(board: &Board, strong: Color) -> Option<Self> {
        let no_rights = |color| *board.castle_rights(color) == CastleRights { short: None, long: None };
        if board.en_passant().is_some() || !no_rights(Color::White) || !no_rights(Color::Black) {
            return None;
        }
        let pieces = Piece::ALL.map(|piece| board.pieces(piece));
        let sides = [board.colors(strong), board.colors(!strong)];
        Some(Self::new(pieces, sides, strong, board.side_to_move()))
    }

    /// Looks at a placement with `strong` as the strong side.
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

    /// Looks at men given as sets of squares, by piece and by color, with `strong` as the strong
    /// side: for audits, which have such sets at hand. Each side must have one king.
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

    /// Which side is to move.
    #[inline]
    pub fn to_move(&self) -> Side {
        self.to_move
    }

    /// The square of a side's man, the first one if there are several.
    ///
    /// # Panics
    /// When the side has no such man: ask only recognizers of the right material.
    #[inline]
    pub fn square(&self, side: Side, piece: Piece) -> Square {
        let men = self.pieces[piece as usize] & self.sides[side as usize];
        let square = men.next_square().expect("the recognizer was asked about its own material");
        // A turn keeps squares on the board; the compiler need not check.
        Square::index((square as usize ^ self.turn) & 63)
    }

    /// The same men with another side to move.
    pub(crate) fn with_to_move(&self, to_move: Side) -> Self {
        Self { to_move, ..*self }
    }

    /// Where a seen square is on the true board.
    #[inline]
    pub(crate) fn true_square(&self, seen: Square) -> Square {
        Square::index((seen as usize ^ self.turn) & 63)
    }

    /// All men of both sides.
    #[inline]
    pub(crate) fn occupied(&self) -> BitBoard {
        self.turned(self.sides[0] | self.sides[1])
    }

    /// The same position turned no more, for rules that know no direction: then looking costs less.
    #[inline]
    pub(crate) fn unturned(&self) -> Self {
        Self { turn: 0, ..*self }
    }

    /// The squares of all of a side's men of a kind.
    #[inline]
    pub fn squares(&self, side: Side, piece: Piece) -> BitBoard {
        self.turned(self.pieces[piece as usize] & self.sides[side as usize])
    }

    /// True squares as seen ones, and the other way round.
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

/// Positions that differ in one man's square only: what audits walk through.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The others, nobody on the man's square.
    others: View,
    side: Side,
    piece: Piece,
    squares: BitBoard,
}

impl Row {
    /// The positions of a man of `side` on each of some empty squares, with `others`, men as
    /// [`View::of_sets`] takes them, where they are. The man must not be the only pawn of the
    /// strong side, by which positions are turned.
    pub fn new(others: View, side: Side, piece: Piece, squares: BitBoard) -> Self {
        Self { others, side, piece, squares }
    }

    /// The man who moves along the row.
    #[inline]
    pub fn man(&self) -> (Side, Piece) {
        (self.side, self.piece)
    }

    /// Which side is to move.
    #[inline]
    pub fn to_move(&self) -> Side {
        self.others.to_move
    }

    /// His squares.
    #[inline]
    pub fn squares(&self) -> BitBoard {
        self.squares
    }

    /// The same row with fewer of his squares.
    #[inline]
    #[must_use]
    pub fn with_squares(self, squares: BitBoard) -> Self {
        Self { squares, ..self }
    }

    /// The position with the man on one of his squares.
    #[inline]
    pub fn at(&self, square: Square) -> View {
        self.with_man_on(square.bitboard())
    }

    /// One view for all positions: the man stands on all his squares at once.
    #[inline]
    pub(crate) fn at_once(&self) -> View {
        self.with_man_on(self.squares)
    }

    /// A square as the views of this row show it.
    #[inline]
    pub(crate) fn seen(&self, square: Square) -> Square {
        Square::index(square as usize ^ self.others.turn)
    }

    /// Squares as the views of this row show them, as true ones.
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

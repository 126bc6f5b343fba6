//! Colors and kinds of pieces: those of cozy-chess where it is asked for, and else the same without
//! it.

#[cfg(not(feature = "cozy"))]
pub use alone::{Color, Piece};
#[cfg(feature = "cozy")]
pub use cozy_chess::{Color, Piece};

/// As much of the types of cozy-chess as these crates need, under the same names: code that uses
/// them compiles with either.
#[cfg(not(feature = "cozy"))]
mod alone {
    use std::ops::Not;

    /// A side.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Color {
        /// White.
        White,
        /// Black.
        Black,
    }

    impl Color {
        /// How many there are.
        pub const NUM: usize = 2;
        /// Both.
        pub const ALL: [Self; Self::NUM] = [Self::White, Self::Black];
    }

    impl Not for Color {
        type Output = Self;

        /// The other side.
        fn not(self) -> Self {
            if self == Self::White { Self::Black } else { Self::White }
        }
    }

    /// A kind of piece, by value.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Piece {
        /// A pawn.
        Pawn,
        /// A knight.
        Knight,
        /// A bishop.
        Bishop,
        /// A rook.
        Rook,
        /// A queen.
        Queen,
        /// A king.
        King,
    }

    impl Piece {
        /// How many there are.
        pub const NUM: usize = 6;
        /// All, the pawn first.
        pub const ALL: [Self; Self::NUM] =
            [Self::Pawn, Self::Knight, Self::Bishop, Self::Rook, Self::Queen, Self::King];
    }

    impl From<Piece> for char {
        /// The letter of a piece, in lower case.
        fn from(piece: Piece) -> Self {
            match piece {
                Piece::Pawn => 'p',
                Piece::Knight => 'n',
                Piece::Bishop => 'b',
                Piece::Rook => 'r',
                Piece::Queen => 'q',
                Piece::King => 'k',
            }
        }
    }
}

/// The letter of a man as FEN writes it: upper case for White.
pub fn man_letter(color: Color, piece: Piece) -> char {
    let letter: char = piece.into();
    if color == Color::White { letter.to_ascii_uppercase() } else { letter }
}

/// The word for a piece: `rook`.
pub fn piece_name(piece: Piece) -> &'static str {
    match piece {
        Piece::Pawn => "pawn",
        Piece::Knight => "knight",
        Piece::Bishop => "bishop",
        Piece::Rook => "rook",
        Piece::Queen => "queen",
        Piece::King => "king",
    }
}

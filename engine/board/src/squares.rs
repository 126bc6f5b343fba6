//! Attacks and lines between squares, from lookup tables.
//!
//! The generator has functions of the same names. Its tables are constants, which a compiler may
//! copy to the stack before each lookup: 32 KiB for the lines between two squares. These tables are
//! statics, which are never copied.

use cozy_chess::{get_bishop_moves, get_rook_moves};

use crate::{BitBoard, Color, Piece, Square};

/// The values of a function of the generator for each square.
macro_rules! table_of_squares {
    ($says:path) => {{
        static TABLE: [BitBoard; Square::NUM] = {
            let mut table = [BitBoard::EMPTY; Square::NUM];
            let mut i = 0;
            while i < Square::NUM {
                table[i] = $says(Square::index_const(i));
                i += 1;
            }
            table
        };
        &TABLE
    }};
}

/// The values of a function of the generator for each pair of squares.
macro_rules! table_of_pairs {
    ($says:path) => {{
        static TABLE: [[BitBoard; Square::NUM]; Square::NUM] = {
            let mut table = [[BitBoard::EMPTY; Square::NUM]; Square::NUM];
            let mut i = 0;
            while i < Square::NUM * Square::NUM {
                let (from, to) = (i / Square::NUM, i % Square::NUM);
                table[from][to] = $says(Square::index_const(from), Square::index_const(to));
                i += 1;
            }
            table
        };
        &TABLE
    }};
}

/// Squares strictly between two squares on a rank, file or diagonal; none when they share no line.
///
/// ```
/// use vancura_board::{Square, get_between_rays};
/// let between = Square::C4.bitboard() | Square::D4.bitboard();
/// assert_eq!(get_between_rays(Square::B4, Square::E4), between);
/// ```
#[inline(always)]
pub fn get_between_rays(from: Square, to: Square) -> BitBoard {
    table_of_pairs!(cozy_chess::get_between_rays)[from as usize][to as usize]
}

/// The whole rank, file or diagonal that two squares share, from edge to edge; none when they share
/// no line.
///
/// ```
/// use vancura_board::{Square, get_line_rays};
/// assert_eq!(get_line_rays(Square::B4, Square::E4), Square::B4.rank().bitboard());
/// ```
#[inline(always)]
pub fn get_line_rays(from: Square, to: Square) -> BitBoard {
    table_of_pairs!(cozy_chess::get_line_rays)[from as usize][to as usize]
}

/// Squares that a king attacks.
#[inline(always)]
pub fn get_king_moves(king: Square) -> BitBoard {
    table_of_squares!(cozy_chess::get_king_moves)[king as usize]
}

/// Squares that a knight attacks.
#[inline(always)]
pub fn get_knight_moves(knight: Square) -> BitBoard {
    table_of_squares!(cozy_chess::get_knight_moves)[knight as usize]
}

/// Squares that a pawn of a color attacks.
#[inline(always)]
pub fn get_pawn_attacks(pawn: Square, color: Color) -> BitBoard {
    static TABLE: [[BitBoard; Square::NUM]; Color::NUM] = {
        let mut table = [[BitBoard::EMPTY; Square::NUM]; Color::NUM];
        let mut i = 0;
        while i < Square::NUM {
            let square = Square::index_const(i);
            table[Color::White as usize][i] = cozy_chess::get_pawn_attacks(square, Color::White);
            table[Color::Black as usize][i] = cozy_chess::get_pawn_attacks(square, Color::Black);
            i += 1;
        }
        table
    };
    TABLE[color as usize][pawn as usize]
}

/// Squares attacked by `piece` of `color` standing on `square`, with `occupied` blocking sliders.
///
/// ```
/// use vancura_board::{attacks, BitBoard, Color, Piece, Square};
/// let from_corner = attacks(Piece::Rook, Color::White, Square::A1, BitBoard::EMPTY);
/// assert_eq!(from_corner.len(), 14);
/// ```
#[inline]
pub fn attacks(piece: Piece, color: Color, square: Square, occupied: BitBoard) -> BitBoard {
    match piece {
        Piece::Pawn => get_pawn_attacks(square, color),
        Piece::Knight => get_knight_moves(square),
        Piece::Bishop => get_bishop_moves(square, occupied),
        Piece::Rook => get_rook_moves(square, occupied),
        Piece::Queen => get_bishop_moves(square, occupied) | get_rook_moves(square, occupied),
        Piece::King => get_king_moves(square),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_say_what_the_generator_says() {
        for a in Square::ALL {
            assert_eq!(get_king_moves(a), cozy_chess::get_king_moves(a));
            assert_eq!(get_knight_moves(a), cozy_chess::get_knight_moves(a));
            for color in Color::ALL {
                assert_eq!(get_pawn_attacks(a, color), cozy_chess::get_pawn_attacks(a, color));
            }
            for b in Square::ALL {
                assert_eq!(get_between_rays(a, b), cozy_chess::get_between_rays(a, b));
                assert_eq!(get_line_rays(a, b), cozy_chess::get_line_rays(a, b));
            }
        }
    }
}

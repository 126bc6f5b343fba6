//! Sets of squares shifted and filled, and king distances.

use crate::{BitBoard, Color, File, Square};

/// The squares shifted one rank forward for this color.
///
/// ```
/// use vancura_board::{Color, Square, sets};
/// assert_eq!(sets::forward(Square::E4.bitboard(), Color::Black), Square::E3.bitboard());
/// ```
#[inline]
pub fn forward(squares: BitBoard, color: Color) -> BitBoard {
    BitBoard(if color == Color::White { squares.0 << 8 } else { squares.0 >> 8 })
}

/// The squares and all in front of them for this color.
///
/// ```
/// use vancura_board::{Color, File, Square, sets};
/// assert_eq!(sets::fill(Square::E1.bitboard(), Color::White), File::E.bitboard());
/// ```
#[inline]
pub fn fill(squares: BitBoard, color: Color) -> BitBoard {
    let mut bits = squares.0;
    if color == Color::White {
        bits |= bits << 8;
        bits |= bits << 16;
        bits |= bits << 32;
    } else {
        bits |= bits >> 8;
        bits |= bits >> 16;
        bits |= bits >> 32;
    }
    BitBoard(bits)
}

/// Every square of the files that hold one of the squares.
#[inline]
pub fn file_fill(squares: BitBoard) -> BitBoard {
    fill(squares, Color::White) | fill(squares, Color::Black)
}

/// The neighboring squares to the left and right.
#[inline]
pub fn beside(squares: BitBoard) -> BitBoard {
    west(squares) | east(squares)
}

/// The squares shifted one file to the left, from White's point of view.
#[inline]
pub fn west(squares: BitBoard) -> BitBoard {
    BitBoard((squares - File::A.bitboard()).0 >> 1)
}

/// The squares shifted one file to the right, from White's point of view.
#[inline]
pub fn east(squares: BitBoard) -> BitBoard {
    BitBoard((squares - File::H.bitboard()).0 << 1)
}

/// Squares that pawns of this color attack.
///
/// ```
/// use vancura_board::{Color, Square, sets};
/// let attacked = sets::pawn_attacks(Square::E4.bitboard(), Color::White);
/// assert_eq!(attacked, Square::D5.bitboard() | Square::F5.bitboard());
/// ```
#[inline]
pub fn pawn_attacks(pawns: BitBoard, color: Color) -> BitBoard {
    beside(forward(pawns, color))
}

/// The squares that pawns of this color attack or could attack after advancing.
#[inline]
pub fn attack_span(pawns: BitBoard, color: Color) -> BitBoard {
    fill(pawn_attacks(pawns, color), color)
}

/// King moves between two squares on an empty board (0 to 7).
///
/// ```
/// use vancura_board::{Square, sets};
/// assert_eq!(sets::distance(Square::A1, Square::C8), 7);
/// ```
#[inline]
pub fn distance(a: Square, b: Square) -> u8 {
    static DISTANCES: [[u8; 64]; 64] = {
        let mut distances = [[0; 64]; 64];
        let mut at = 0;
        while at < 64 * 64 {
            distances[at / 64][at % 64] = count_king_moves(at / 64, at % 64);
            at += 1;
        }
        distances
    };
    DISTANCES[a as usize][b as usize]
}

/// [`distance`] between two squares given as numbers (a1 = 0, h8 = 63), for tables made at compile
/// time.
pub const fn count_king_moves(a: usize, b: usize) -> u8 {
    let (a, b) = (a as u8, b as u8);
    let (files, ranks) = ((a & 7).abs_diff(b & 7), (a >> 3).abs_diff(b >> 3));
    if files > ranks { files } else { ranks }
}

/// The squares of the triangle a1-d1-d4 as numbers (a1 = 0, h8 = 63), in this order: one of the
/// eight symmetries brings any king onto one of them.
pub const TRIANGLE: [u8; 10] = [0, 1, 2, 3, 9, 10, 11, 18, 19, 27];

/// For each square its index in [`TRIANGLE`]; 255 elsewhere.
pub const TRIANGLE_NUMBERS: [u8; 64] = {
    let mut numbers = [u8::MAX; 64];
    let mut number = 0;
    while number < TRIANGLE.len() {
        numbers[TRIANGLE[number] as usize] = number as u8;
        number += 1;
    }
    numbers
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Symmetry, get_king_moves, get_pawn_attacks};

    #[test]
    fn set_wise_attacks_are_those_of_each_pawn() {
        for color in Color::ALL {
            for square in Square::ALL {
                assert_eq!(
                    pawn_attacks(square.bitboard(), color),
                    get_pawn_attacks(square, color),
                    "{square}"
                );
            }
        }
    }

    #[test]
    fn fills_hold_what_lies_ahead() {
        for square in Square::ALL {
            let on_file = square.file().bitboard();
            assert_eq!(file_fill(square.bitboard()), on_file);
            let ahead = fill(square.bitboard(), Color::White);
            assert!(on_file.into_iter().all(|s| ahead.has(s) == (s.rank() as u8 >= square.rank() as u8)));
            assert_eq!(fill(square.bitboard(), Color::Black) & ahead, square.bitboard());
        }
    }

    #[test]
    fn distance_is_the_number_of_king_moves() {
        for from in Square::ALL {
            let (mut reached, mut moves) = (from.bitboard(), 0);
            while reached != BitBoard::FULL {
                let next = reached.into_iter().fold(reached, |all, square| all | get_king_moves(square));
                moves += 1;
                assert!((next - reached).into_iter().all(|to| distance(from, to) == moves));
                reached = next;
            }
            assert_eq!(distance(from, from), 0);
        }
    }

    #[test]
    fn the_triangle_is_what_symmetries_bring_squares_into() {
        for (square, &number) in TRIANGLE_NUMBERS.iter().enumerate() {
            let is_there = Symmetry::into_triangle(square) == Symmetry::IDENTITY;
            let found = TRIANGLE.get(usize::from(number));
            assert_eq!(found.is_some_and(|&s| usize::from(s) == square), is_there, "{square}");
        }
    }
}

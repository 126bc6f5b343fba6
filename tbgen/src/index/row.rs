//! Rows: all men but the last are fixed, and the last one, the *row man*, takes each of the 64
//! squares in turn. The legal positions of a row are then a 64-bit bitboard.

use board::{BitBoard, Color, Piece, Square, attacks, get_between_rays};

use super::layout::{Layout, Squares};

/// The squares of a row of a layout; the row man's is a1. `None` if two men are on one square, so
/// that the row has no positions.
#[inline]
pub(crate) fn row_squares(layout: &Layout, row: usize) -> Option<Squares> {
    let squares = layout.squares(row << 6);
    let mut occupied = 0u64;
    for &square in &squares[..layout.men.len() - 1] {
        if occupied >> square & 1 != 0 {
            return None;
        }
        occupied |= 1 << square;
    }
    Some(squares)
}

/// All squares of a row except the row man's.
#[inline]
pub(crate) fn occupied(men: usize, squares: &Squares) -> BitBoard {
    BitBoard(squares[..men - 1].iter().fold(0, |set, &square| set | 1 << square))
}

/// The squares on which the row man makes a legal position with `side` to move, see
/// [`board::Placement::judge`].
#[inline]
pub(crate) fn legal(men: &[(Color, Piece)], squares: &Squares, side: Color) -> BitBoard {
    let (row_man, fixed) = men.split_last().expect("two kings at least");
    let occupied = occupied(men.len(), squares);
    let fixed = || fixed.iter().zip(squares).map(|(&man, &square)| (man, Square::index(square as usize)));
    let attackers = fixed().filter(|((color, _), _)| *color == side);
    let king = fixed().find(|(man, _)| *man == (!side, Piece::King));
    let attacked = match king {
        // The row man is the king: it must not be on an attacked square.
        None => attackers.fold(BitBoard::EMPTY, |set, ((color, piece), square)| {
            set | attacks(piece, color, square, occupied)
        }),
        Some((_, king)) => {
            // A check is harmless only while the row man blocks it.
            let checks = attackers
                .filter(|((color, piece), square)| attacks(*piece, *color, *square, occupied).has(king));
            let unblocked =
                checks.fold(BitBoard::EMPTY, |set, (_, square)| set | !get_between_rays(square, king));
            let own =
                if row_man.0 == side { attacks(row_man.1, side, king, occupied) } else { BitBoard::EMPTY };
            unblocked | own
        }
    };
    !(occupied | attacked)
}

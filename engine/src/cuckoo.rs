//! Reversible moves, found by the difference they make in the key of a position.
//!
//! The keys of two positions one reversible move apart differ by the piece on its two squares and
//! the side to move. All such differences are stored in a cuckoo hash table (R. Pagh and F. F.
//! Rodler, 2001), so that a search detects an upcoming repetition one move before it is on the
//! board (M. van Kervinck, "The upcoming repetition", 2013).

use board::Square;

use crate::zobrist::{BLACK_TO_MOVE, KEYS};

/// A power of two, more than twice the number of moves.
const SLOTS: usize = 8_192;
/// Pairs of squares between which a knight, bishop, rook, queen or king moves on an empty board,
/// for both colors.
#[cfg(test)]
const MOVES: usize = 3_668;

/// A key difference and the two squares; no move has the difference 0.
type Slot = (u64, u8, u8);

const fn first_place(difference: u64) -> usize {
    difference as usize & (SLOTS - 1)
}

const fn second_place(difference: u64) -> usize {
    (difference >> 16) as usize & (SLOTS - 1)
}

/// True when a piece, knight (1) to king (5), moves between two squares of an empty board.
const fn connects(piece: usize, a: usize, b: usize) -> bool {
    let files = (a % 8).abs_diff(b % 8);
    let ranks = (a / 8).abs_diff(b / 8);
    let diagonal = files == ranks;
    let straight = files == 0 || ranks == 0;
    match piece {
        1 => files * ranks == 2,
        2 => diagonal,
        3 => straight,
        4 => diagonal || straight,
        _ => files <= 1 && ranks <= 1,
    }
}

static TABLE: [Slot; SLOTS] = {
    let mut table = [(0, 0, 0); SLOTS];
    let mut color = 0;
    while color < 2 {
        let mut piece = 1;
        while piece < 6 {
            let mut from = 0;
            while from < 64 {
                let mut to = from + 1;
                while to < 64 {
                    if connects(piece, from, to) {
                        let keys = &KEYS[color][piece];
                        let mut slot = (keys[from] ^ keys[to] ^ BLACK_TO_MOVE, from as u8, to as u8);
                        let mut place = first_place(slot.0);
                        // A displaced entry moves to its other slot.
                        while slot.0 != 0 {
                            let out = table[place];
                            table[place] = slot;
                            slot = out;
                            place = first_place(slot.0) ^ second_place(slot.0) ^ place;
                        }
                    }
                    to += 1;
                }
                from += 1;
            }
            piece += 1;
        }
        color += 1;
    }
    table
};

/// The two squares of the reversible move with this key difference, if there is one; its path may
/// be blocked.
#[inline]
pub(crate) fn squares(difference: u64) -> Option<(Square, Square)> {
    let is_it = |slot: &&Slot| slot.0 == difference;
    let slots = [&TABLE[first_place(difference)], &TABLE[second_place(difference)]];
    let &(_, a, b) = slots.into_iter().find(is_it).filter(|_| difference != 0)?;
    Some((Square::index(usize::from(a)), Square::index(usize::from(b))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::{BitBoard, Color, Piece, attacks};

    #[test]
    fn every_reversible_move_is_found_and_nothing_else_is_there() {
        let mut moves = 0;
        for color in Color::ALL {
            for piece in Piece::ALL.into_iter().filter(|&piece| piece != Piece::Pawn) {
                for from in Square::ALL {
                    for to in attacks(piece, color, from, BitBoard::EMPTY).into_iter().filter(|&to| to > from)
                    {
                        let keys = &KEYS[color as usize][piece as usize];
                        let difference = keys[from as usize] ^ keys[to as usize] ^ BLACK_TO_MOVE;
                        assert_eq!(squares(difference), Some((from, to)));
                        moves += 1;
                    }
                }
            }
        }
        assert_eq!(moves, MOVES);
        assert_eq!(TABLE.iter().filter(|slot| slot.0 != 0).count(), MOVES);
        assert_eq!(squares(0), None);
    }
}

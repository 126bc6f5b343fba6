//! Squares that pieces attack, from bitboards alone: no board, no tables to initialize.

/// Squares a king attacks.
static KING: [u64; 64] = leaps([(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]);
/// Squares a knight attacks.
static KNIGHT: [u64; 64] = leaps([(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);
/// Squares that a white pawn attacks, and a black pawn.
static PAWN: [[u64; 64]; 2] = [leaps([(-1, 1), (1, 1)]), leaps([(-1, -1), (1, -1)])];
/// The rest of the file, the diagonal and the antidiagonal of a square.
static LINES: [[u64; 3]; 64] = lines();
/// Squares of the first rank that a rook on it attacks, by its file and the occupied squares of
/// files b to g.
static FIRST_RANK: [[u8; 64]; 8] = first_rank();

const fn leaps<const N: usize>(steps: [(i8, i8); N]) -> [u64; 64] {
    let mut sets = [0; 64];
    let mut square: i8 = 0;
    while square < 64 {
        let mut i = 0;
        while i < N {
            let (file, rank) = (square % 8 + steps[i].0, square / 8 + steps[i].1);
            if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
                sets[square as usize] |= 1 << (8 * rank + file);
            }
            i += 1;
        }
        square += 1;
    }
    sets
}

const fn lines() -> [[u64; 3]; 64] {
    let mut sets = [[0; 3]; 64];
    let mut square: i8 = 0;
    while square < 64 {
        let mut other: i8 = 0;
        while other < 64 {
            let (files, ranks) = (other % 8 - square % 8, other / 8 - square / 8);
            let bit = if other == square { 0 } else { 1 << other };
            let set = &mut sets[square as usize];
            set[0] |= if files == 0 { bit } else { 0 };
            set[1] |= if files == ranks { bit } else { 0 };
            set[2] |= if files == -ranks { bit } else { 0 };
            other += 1;
        }
        square += 1;
    }
    sets
}

const fn first_rank() -> [[u8; 64]; 8] {
    let mut sets = [[0; 64]; 8];
    let mut file = 0;
    while file < 8 {
        let mut inner = 0;
        while inner < 64 {
            let occupied = inner << 1;
            let mut right = file + 1;
            while right < 8 {
                sets[file][inner] |= 1 << right;
                right = if occupied >> right & 1 == 1 { 8 } else { right + 1 };
            }
            let mut left = file;
            while left > 0 {
                left -= 1;
                sets[file][inner] |= 1 << left;
                left = if occupied >> left & 1 == 1 { 0 } else { left };
            }
            inner += 1;
        }
        file += 1;
    }
    sets
}

/// Squares on a line that a piece on a square attacks: the subtraction borrows up to the first
/// piece on either side.
#[inline]
fn along(line: u64, square: u8, occupied: u64) -> u64 {
    let (on_line, here) = (occupied & line, 1u64 << square);
    let up = on_line.wrapping_sub(here << 1);
    let down = on_line.swap_bytes().wrapping_sub(here.swap_bytes() << 1).swap_bytes();
    (up ^ down) & line
}

/// Squares a king attacks.
#[inline]
pub(crate) fn king(square: u8) -> u64 {
    KING[usize::from(square & 63)]
}

/// Squares a knight attacks.
#[inline]
pub(crate) fn knight(square: u8) -> u64 {
    KNIGHT[usize::from(square & 63)]
}

/// Squares a pawn attacks.
#[inline]
pub(crate) fn pawn(is_white: bool, square: u8) -> u64 {
    PAWN[usize::from(!is_white)][usize::from(square & 63)]
}

/// Squares a bishop attacks.
#[inline]
pub(crate) fn bishop(square: u8, occupied: u64) -> u64 {
    let [_, diagonal, antidiagonal] = LINES[usize::from(square & 63)];
    along(diagonal, square, occupied) | along(antidiagonal, square, occupied)
}

/// Squares a rook attacks.
#[inline]
pub(crate) fn rook(square: u8, occupied: u64) -> u64 {
    let [file, ..] = LINES[usize::from(square & 63)];
    let rank = square & 56;
    let inner = (occupied >> rank >> 1) & 63;
    let on_rank = FIRST_RANK[usize::from(square & 7)][inner as usize];
    along(file, square, occupied) | u64::from(on_rank) << rank
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::random::Random;
    use board::{BitBoard, Color, Piece, Square, attacks};

    #[test]
    fn men_attack_what_they_attack_on_a_board() {
        let mut random = Random::new(3);
        for _ in 0..20_000 {
            let occupied = random.next_u64() & random.next_u64();
            let at = (random.next_u64() % 64) as u8;
            let of = |piece, color| attacks(piece, color, Square::index(at.into()), BitBoard(occupied)).0;
            assert_eq!(king(at), of(Piece::King, Color::White));
            assert_eq!(knight(at), of(Piece::Knight, Color::White));
            assert_eq!(bishop(at, occupied), of(Piece::Bishop, Color::White));
            assert_eq!(rook(at, occupied), of(Piece::Rook, Color::White));
            assert_eq!(pawn(true, at), of(Piece::Pawn, Color::White));
            assert_eq!(pawn(false, at), of(Piece::Pawn, Color::Black));
        }
    }
}

//! Geometry of squares for kings, pawns and sliders; pawns move up the board.

use board::sets::count_king_moves;
use board::{BitBoard, File, Rank, Square, get_bishop_moves, get_line_rays};

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;

/// True if all conditions are. For cheap conditions that rarely all hold: one predictable branch
/// replaces several unpredictable ones.
#[inline]
pub(crate) fn all<const N: usize>(facts: [bool; N]) -> bool {
    facts.into_iter().fold(true, std::ops::BitAnd::bitand)
}

/// True if any condition is; see [`all`].
#[inline]
pub(crate) fn any<const N: usize>(facts: [bool; N]) -> bool {
    facts.into_iter().fold(false, std::ops::BitOr::bitor)
}

/// The squares within one or two king moves of a square, itself included.
///
/// ```
/// use board::Square;
/// assert_eq!(vancura_recognizers::geometry::within(2, Square::A1).len(), 9);
/// ```
///
/// # Panics
/// If `steps` is not 1 or 2.
#[inline]
pub fn within(steps: usize, of: Square) -> BitBoard {
    const WITHIN: [[u64; 64]; 2] = {
        let mut within = [[0; 64]; 2];
        let mut at = 0;
        while at < 64 * 64 {
            let (a, b) = (at / 64, at % 64);
            let apart = count_king_moves(a, b);
            if apart <= 1 {
                within[0][a] |= 1 << b;
            }
            if apart <= 2 {
                within[1][a] |= 1 << b;
            }
            at += 1;
        }
        within
    };
    BitBoard(WITHIN[steps - 1][of as usize])
}

/// King moves from a square to the nearest edge of an empty board (0 to 3).
///
/// ```
/// use board::Square;
/// assert_eq!(vancura_recognizers::geometry::edge_distance(Square::C6), 2);
/// ```
#[inline]
pub fn edge_distance(square: Square) -> u8 {
    let (file, rank) = edge_distances(square);
    file.min(rank)
}

/// King moves from a square to the nearest corner of an empty board (0 to 3).
///
/// ```
/// use board::Square;
/// assert_eq!(vancura_recognizers::geometry::corner_distance(Square::D7), 3);
/// ```
#[inline]
pub fn corner_distance(square: Square) -> u8 {
    let (file, rank) = edge_distances(square);
    file.max(rank)
}

/// Steps to the nearest outer file and to the nearest outer rank.
#[inline]
fn edge_distances(square: Square) -> (u8, u8) {
    let (file, rank) = (square as u8 & 7, square as u8 >> 3);
    (file.min(7 - file), rank.min(7 - rank))
}

/// The squares in front of a pawn up to the queening square.
///
/// ```
/// use board::Square;
/// let path = vancura_recognizers::geometry::path(Square::B6);
/// assert_eq!(path, Square::B7.bitboard() | Square::B8.bitboard());
/// ```
#[inline]
pub fn path(pawn: Square) -> BitBoard {
    BitBoard((FILE_A << (pawn as u8 & 7)) & (u64::MAX << (pawn as u8 | 7) << 1))
}

/// The square on which the pawn promotes.
#[inline]
pub(crate) fn queening_square(pawn: Square) -> Square {
    Square::new(pawn.file(), Rank::Eighth)
}

/// The square directly in front of a pawn, which stands on the second to seventh rank.
#[inline]
pub(crate) fn stop_square(pawn: Square) -> Square {
    Square::index(pawn as usize + 8)
}

/// The square two in front of a pawn (the queening square for a pawn on the seventh rank), around
/// which king and pawn against king is decided.
#[inline]
pub(crate) fn heart_square(pawn: Square) -> Square {
    if pawn.rank() == Rank::Seventh { stop_square(pawn) } else { Square::index(pawn as usize + 16) }
}

/// Pushes that a pawn needs to promote (1 to 5); the double step counts as one.
#[inline]
pub fn pushes(pawn: Square) -> u8 {
    (7 - (pawn as u8 >> 3)).min(5)
}

/// The key squares of a pawn: with its king on one of them the pawn wins with either side to move.
/// Two ranks ahead on three files; from the fifth rank on also one rank ahead, up to the seventh
/// rank, but not on the rook file. None for a pawn on the seventh rank.
///
/// ```
/// use board::Square;
/// use vancura_recognizers::geometry::key_squares;
/// let expected = Square::B6.bitboard() | Square::C6.bitboard() | Square::D6.bitboard();
/// assert_eq!(key_squares(Square::C4), expected);
/// ```
#[inline]
pub fn key_squares(pawn: Square) -> BitBoard {
    let files = pawn.file().bitboard() | pawn.file().adjacent();
    let rook_files = File::A.bitboard() | File::H.bitboard();
    match pawn.rank() {
        Rank::Fifth => (files - rook_files) & (Rank::Sixth.bitboard() | Rank::Seventh.bitboard()),
        Rank::Sixth => (files - rook_files) & Rank::Seventh.bitboard(),
        Rank::Seventh => BitBoard::EMPTY,
        _ => files & heart_square(pawn).rank().bitboard(),
    }
}

/// True for rook pawns (in views with one pawn only those on the a-file).
#[inline]
pub(crate) fn is_rook_pawn(pawn: Square) -> bool {
    BitBoard(FILE_A | FILE_H).has(pawn)
}

/// The squares of the same color as `square`.
#[inline]
pub(crate) fn same_color(square: Square) -> BitBoard {
    const DARK: u64 = 0xaa55_aa55_aa55_aa55;
    // All ones for a light square, which inverts the colors.
    let light = (DARK >> square as u8 & 1).wrapping_sub(1);
    BitBoard(DARK ^ light)
}

/// All squares attacked by kings on the squares of `set`, and `set` itself.
#[inline]
pub(crate) fn king_spread(set: BitBoard) -> BitBoard {
    let BitBoard(bits) = set;
    let row = bits | (bits & !FILE_A) >> 1 | (bits & !FILE_H) << 1;
    BitBoard(row | row << 8 | row >> 8)
}

/// All squares attacked by knights on the squares of `set`.
#[inline]
pub(crate) fn knight_spread(set: BitBoard) -> BitBoard {
    let BitBoard(bits) = set;
    let one = (bits & !FILE_A) >> 1 | (bits & !FILE_H) << 1;
    let two = (bits & !(FILE_A | FILE_A << 1)) >> 2 | (bits & !(FILE_H | FILE_H >> 1)) << 2;
    BitBoard(one << 16 | one >> 16 | two << 8 | two >> 8)
}

/// The edge of the board.
pub const EDGE: BitBoard = BitBoard(0xff81_8181_8181_81ff);

/// True for squares on the edge of the board.
#[inline]
pub(crate) fn is_on_edge(square: Square) -> bool {
    EDGE.has(square)
}

/// The rank and the file of a square, the square itself included.
#[inline]
pub fn lines(of: Square) -> BitBoard {
    of.file().bitboard() | of.rank().bitboard()
}

/// All squares of a file (0 to 7) and of the files to its right; none for higher numbers.
///
/// ```
/// assert_eq!(vancura_recognizers::geometry::files_from(6).len(), 16);
/// ```
#[inline]
pub fn files_from(file: u8) -> BitBoard {
    BitBoard(FILE_A * (0xff << file.min(8) & 0xff))
}

/// All squares of a rank (0 to 7) and of the ranks above it; none for higher numbers.
#[inline]
pub(crate) fn ranks_from(rank: u8) -> BitBoard {
    BitBoard(u64::MAX.checked_shl(8 * u32::from(rank)).unwrap_or(0))
}

/// The squares beyond `via`, seen from `from`, on their common line; none if there is no such line.
///
/// ```
/// use board::Square;
/// use vancura_recognizers::geometry::beyond;
/// assert_eq!(beyond(Square::C1, Square::C6), Square::C7.bitboard() | Square::C8.bitboard());
/// assert_eq!(beyond(Square::C6, Square::B5), Square::A4.bitboard());
/// assert!(beyond(Square::A1, Square::B3).is_empty());
/// ```
#[inline]
pub fn beyond(from: Square, via: Square) -> BitBoard {
    // Along any line the numbers of the squares ascend or descend.
    let higher = u64::MAX << (via as u8) << 1;
    let side = if via > from { higher } else { !higher };
    get_line_rays(from, via) & (BitBoard(side) - via.bitboard())
}

/// True for two squares on the same rank or file.
///
/// ```
/// use board::Square;
/// assert!(vancura_recognizers::geometry::is_aligned(Square::C1, Square::C7));
/// assert!(!vancura_recognizers::geometry::is_aligned(Square::C1, Square::D2));
/// ```
#[inline]
pub fn is_aligned(a: Square, b: Square) -> bool {
    a.file() == b.file() || a.rank() == b.rank()
}

/// The distance of two squares in files (0 to 7).
#[inline]
pub(crate) fn files_apart(a: Square, b: Square) -> u8 {
    (a as u8 & 7).abs_diff(b as u8 & 7)
}

/// Squares that a rook attacks on its rank, by its file and the occupied inner squares of the rank.
const RANK_HITS: [[u8; 64]; 8] = {
    let mut hits = [[0; 64]; 8];
    let mut file = 0;
    while file < 8 {
        let mut inner = 0;
        while inner < 64 {
            let men = inner << 1;
            let mut right = file + 1;
            while right < 8 {
                hits[file][inner] |= 1 << right;
                right = if men >> right & 1 != 0 { 8 } else { right + 1 };
            }
            let mut left = file;
            while left > 0 {
                left -= 1;
                hits[file][inner] |= 1 << left;
                left = if men >> left & 1 != 0 { 0 } else { left };
            }
            inner += 1;
        }
        file += 1;
    }
    hits
};

/// All squares that a rook attacks, with `occupied` blocking its lines. The same as
/// [`board::get_rook_moves`], from half a kilobyte of memory, which stays in the cache where a
/// megabyte would not.
///
/// ```
/// use board::{BitBoard, Square, get_rook_moves};
/// let men = Square::C6.bitboard() | Square::F3.bitboard();
/// let hits = vancura_recognizers::geometry::rook_hits(Square::C3, men);
/// assert_eq!(hits, get_rook_moves(Square::C3, men));
/// ```
#[inline]
pub fn rook_hits(rook: Square, occupied: BitBoard) -> BitBoard {
    let (square, BitBoard(men)) = (rook as u8, occupied);
    let first_of_rank = square & 56;
    let by_rank = u64::from(RANK_HITS[square as usize & 7][(men >> (first_of_rank + 1)) as usize & 63]);
    BitBoard(line_hits(square, FILE_A << (square & 7), men) | by_rank << first_of_rank)
}

/// The squares that a slider attacks on the file or diagonal `line`.
#[inline]
const fn line_hits(square: u8, line: u64, men: u64) -> u64 {
    // Hyperbola quintessence: subtracting twice the slider flips all bits up to the first blocker;
    // the same with reversed ranks gives the other direction.
    let here = 1u64 << square;
    let men = men & line & !here;
    let runs =
        men.wrapping_sub(here << 1) ^ men.swap_bytes().wrapping_sub(here.swap_bytes() << 1).swap_bytes();
    runs & line & !here
}

/// The two diagonals of every square, itself included: first the one that ascends to the right.
const DIAGONALS: [[u64; 2]; 64] = {
    let mut diagonals = [[0; 2]; 64];
    let mut square = 0;
    while square < 64 {
        let mut other = 0;
        while other < 64 {
            let (files, ranks) = (other % 8 - square % 8, other / 8 - square / 8);
            if files == ranks {
                diagonals[square as usize][0] |= 1 << other;
            }
            if files == -ranks {
                diagonals[square as usize][1] |= 1 << other;
            }
            other += 1;
        }
        square += 1;
    }
    diagonals
};

/// All squares that a bishop attacks, with `occupied` blocking its lines. The same as
/// [`board::get_bishop_moves`], from a kilobyte of memory; see [`rook_hits`].
#[inline]
pub(crate) const fn bishop_lines(bishop: Square, occupied: BitBoard) -> BitBoard {
    let [rising, falling] = DIAGONALS[bishop as usize];
    let (square, BitBoard(men)) = (bishop as u8, occupied);
    BitBoard(line_hits(square, rising, men) | line_hits(square, falling, men))
}

/// All squares from which a bishop attacks one of the `targets`, with `occupied` blocking its
/// lines.
#[inline]
pub(crate) fn bishop_hits(targets: BitBoard, occupied: BitBoard) -> BitBoard {
    let mut hits = BitBoard::EMPTY;
    for target in targets {
        hits |= get_bishop_moves(target, occupied);
    }
    hits
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::sets::distance;
    use board::{Color, get_king_moves, get_knight_moves, get_pawn_quiets, get_rook_moves};

    #[test]
    fn the_path_is_what_pushing_on_and_on_visits() {
        for pawn in Square::ALL.into_iter().filter(|s| !matches!(s.rank(), Rank::First | Rank::Eighth)) {
            let (mut walked, mut count, mut square) = (BitBoard::EMPTY, 0, pawn);
            while square.rank() != Rank::Eighth {
                let furthest = get_pawn_quiets(square, Color::White, BitBoard::EMPTY).iter().max().unwrap();
                walked |= get_pawn_quiets(square, Color::White, BitBoard::EMPTY);
                square = furthest;
                count += 1;
            }
            assert_eq!((path(pawn), pushes(pawn), queening_square(pawn)), (walked, count, square));
        }
    }

    #[test]
    fn sets_spread_like_their_squares() {
        for first in Square::ALL {
            for second in Square::ALL {
                let set = first.bitboard() | second.bitboard();
                let kings = get_king_moves(first) | get_king_moves(second);
                assert_eq!(king_spread(set), kings | set);
                assert_eq!(knight_spread(set), get_knight_moves(first) | get_knight_moves(second));
            }
        }
    }

    #[test]
    fn edges_and_corners_are_as_far_as_a_king_walks() {
        let corners = [Square::A1, Square::A8, Square::H1, Square::H8];
        for square in Square::ALL {
            let to_corner = corners.into_iter().map(|corner| distance(square, corner)).min().unwrap();
            let is_outer = |s: &Square| matches!(*s as u8 & 7, 0 | 7) || matches!(*s as u8 >> 3, 0 | 7);
            let to_edge =
                Square::ALL.into_iter().filter(is_outer).map(|outer| distance(square, outer)).min().unwrap();
            assert_eq!((corner_distance(square), edge_distance(square)), (to_corner, to_edge));
        }
    }

    #[test]
    fn rooks_and_bishops_hit_what_they_hit_by_the_big_table() {
        let mut men = 0x9e37_79b9_7f4a_7c15_u64;
        for round in 0..2000 {
            men = men.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let sparse = men & men.rotate_left(23) & if round % 2 == 0 { !0 } else { men.rotate_left(41) };
            for square in Square::ALL {
                for men in [BitBoard(sparse), BitBoard(sparse) | square.bitboard()] {
                    assert_eq!(rook_hits(square, men), get_rook_moves(square, men), "{square} {men:?}");
                    assert_eq!(bishop_lines(square, men), get_bishop_moves(square, men), "{square} {men:?}");
                }
            }
        }
    }

    #[test]
    fn bishops_stay_on_their_color() {
        for square in Square::ALL {
            assert!(get_bishop_moves(square, BitBoard::EMPTY).is_subset(same_color(square)));
            assert_eq!(same_color(square).len(), 32);
        }
    }
}

//! The numbers of a group's placements: three unique men, two kings, leading pawns, like men.

use crate::format::MAX_MEN;
use ending::narrow;

/// Number of placements of three unique men.
pub(crate) const TRIO_RADIX: u64 = 31332;
/// Number of placements of two kings.
pub(crate) const KINGS_RADIX: u64 = KING_PAIRS as u64;
const KING_PAIRS: usize = 462;
/// Squares of ranks 2 to 7.
pub(crate) const PAWN_SQUARES: u64 = 48;

/// The squares of the a1-d1-d4 triangle in numbering order: below the diagonal first.
#[rustfmt::skip]
const TRIANGLE: [u8; 10] = [1, 2, 3, 10, 11, 19, 0, 9, 18, 27];
/// First triangle number on the diagonal.
const TRIANGLE_DIAGONAL: usize = 6;

// Index ranges of three unique men: first off the diagonal, second off it, third off it, all on it.
const SECOND_AND_THIRD: u64 = 63 * 62;
const FIRST_ON: u64 = 6 * SECOND_AND_THIRD;
const LOWER_AND_THIRD: u64 = 28 * 62;
const SECOND_ON: u64 = FIRST_ON + 4 * LOWER_AND_THIRD;
const DIAGONAL_AND_LOWER: u64 = 7 * 28;
const THIRD_ON: u64 = SECOND_ON + 4 * DIAGONAL_AND_LOWER;
const DIAGONAL_PAIR: u64 = 7 * 6;

/// Rank minus file: negative below the a1-h8 diagonal.
const fn off_diagonal(square: u8) -> i8 {
    (square >> 3) as i8 - (square & 7) as i8
}

const fn flip_diagonal(square: u8) -> u8 {
    (square >> 3) | ((square & 7) << 3)
}

/// `BINOMIAL[n][k]`, zero when `n < k`.
static BINOMIAL: [[u64; MAX_MEN]; 65] = binomials();

const fn binomials() -> [[u64; MAX_MEN]; 65] {
    let mut table = [[0; MAX_MEN]; 65];
    let mut n = 0;
    while n < 65 {
        table[n][0] = 1;
        let mut k = 1;
        while k < MAX_MEN && n > 0 {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
}

pub(crate) fn binomial(n: u64, k: usize) -> u64 {
    BINOMIAL[narrow::<_, usize>(n)][k]
}

/// The number of a triangle square; 255 elsewhere.
static TRIANGLE_NUMBER: [u8; 64] = inverse(TRIANGLE);
/// The 28 squares below the diagonal in ascending order.
static LOWER: [u8; 28] = lower_squares();
/// The number of a square below the diagonal; 255 elsewhere.
static LOWER_NUMBER: [u8; 64] = inverse(lower_squares());

const fn inverse<const N: usize>(squares: [u8; N]) -> [u8; 64] {
    let mut numbers = [255; 64];
    let mut i = 0;
    while i < N {
        #[expect(clippy::cast_possible_truncation, reason = "there are 64 squares")]
        let number = i as u8;
        numbers[squares[i] as usize] = number;
        i += 1;
    }
    numbers
}

const fn lower_squares() -> [u8; 28] {
    let mut squares = [0; 28];
    let (mut square, mut count) = (0, 0);
    while square < 64 {
        if off_diagonal(square) < 0 {
            squares[count] = square;
            count += 1;
        }
        square += 1;
    }
    squares
}

/// The two kings by index, the first in the triangle, not touching; pairs on the diagonal come
/// last.
pub(crate) static KINGS: [[u8; 2]; KING_PAIRS] = king_pairs();
/// `KINGS_INDEX[triangle number of the first][second]`.
static KINGS_INDEX: [[u16; 64]; 10] = king_indices();

const fn king_pairs() -> [[u8; 2]; KING_PAIRS] {
    let mut pairs = [[0; 2]; KING_PAIRS];
    let mut count = 0;
    let mut both_on_diagonal = false;
    loop {
        let mut t = 0;
        while t < 10 {
            let first = TRIANGLE[t];
            let mut second = 0;
            while second < 64 {
                let first_on = t >= TRIANGLE_DIAGONAL;
                let off = off_diagonal(second);
                let fits = if both_on_diagonal { first_on && off == 0 } else { !first_on || off < 0 };
                if fits && !touching(first, second) {
                    pairs[count] = [first, second];
                    count += 1;
                }
                second += 1;
            }
            t += 1;
        }
        if both_on_diagonal {
            break;
        }
        both_on_diagonal = true;
    }
    assert!(count == KING_PAIRS);
    pairs
}

const fn touching(a: u8, b: u8) -> bool {
    let files = (a & 7) as i8 - (b & 7) as i8;
    let ranks = (a >> 3) as i8 - (b >> 3) as i8;
    -1 <= files && files <= 1 && -1 <= ranks && ranks <= 1
}

/// Touching kings get index 0: such positions are never probed.
const fn king_indices() -> [[u16; 64]; 10] {
    let pairs = king_pairs();
    let numbers = inverse(TRIANGLE);
    let mut indices = [[0; 64]; 10];
    let mut i = 0;
    while i < pairs.len() {
        let [first, second] = pairs[i];
        #[expect(clippy::cast_possible_truncation, reason = "there are 462 pairs")]
        let number = i as u16;
        indices[numbers[first as usize] as usize][second as usize] = number;
        i += 1;
    }
    indices
}

/// Ranks pawn squares from e7 up to a2: the leader is the pawn with the highest rank.
pub(crate) const fn pawn_rank(square: u8) -> u8 {
    let file = square & 7;
    let from_edge = if file < 4 { file } else { 7 - file };
    47 - 12 * from_edge - 2 * ((square >> 3) - 1) - (file >= 4) as u8
}

/// The pawn square with each rank.
static PAWN_OF_RANK: [u8; 48] = pawn_squares_by_rank();

const fn pawn_squares_by_rank() -> [u8; 48] {
    let mut squares = [0; 48];
    let mut square = 8;
    while square < 56 {
        squares[pawn_rank(square) as usize] = square;
        square += 1;
    }
    squares
}

/// By the number of other leading pawns and the leader's file: for each rank 2 to 7, the number of
/// placements with the leader on a lower square of that file, then the total.
static LEADER_OFFSETS: [[[u64; 7]; 4]; MAX_MEN] = all_leader_offsets();

const fn all_leader_offsets() -> [[[u64; 7]; 4]; MAX_MEN] {
    let mut all = [[[0; 7]; 4]; MAX_MEN];
    let binomials = binomials();
    let mut t = 0;
    while t < MAX_MEN {
        let mut at = 0;
        while at < 24 {
            let (file, step) = (at / 6, at % 6);
            let rank = 47 - 12 * file - 2 * step;
            all[t][file][step + 1] = all[t][file][step] + binomials[rank][t];
            at += 1;
        }
        t += 1;
    }
    all
}

/// The row of [`LEADER_OFFSETS`] for `t` other leading pawns and a leader's file.
#[inline]
pub(crate) fn leader_offsets(t: usize, file: usize) -> &'static [u64; 7] {
    &LEADER_OFFSETS[t][file]
}

/// The index of two kings, the first in the triangle.
pub(crate) fn kings_index(first: u8, second: u8) -> u64 {
    KINGS_INDEX[TRIANGLE_NUMBER[first as usize] as usize][second as usize].into()
}

/// Mirrors the men so that the first is in the triangle and the first group member off the
/// diagonal, if any, is below it.
pub(crate) fn bring_into_triangle(squares: &mut [u8], group: usize) {
    if squares[0] & 7 > 3 {
        for s in squares.iter_mut() {
            *s ^= 7;
        }
    }
    if squares[0] >> 3 > 3 {
        for s in squares.iter_mut() {
            *s ^= 56;
        }
    }
    if squares[..group].iter().map(|&s| off_diagonal(s)).find(|&off| off != 0).is_some_and(|off| off > 0) {
        for s in squares.iter_mut() {
            *s = flip_diagonal(*s);
        }
    }
}

/// Puts the leader first and mirrors the men so that it is on files a to d.
pub(crate) fn bring_leader_to_queenside(squares: &mut [u8], pawns: usize) {
    let leader = (0..pawns).max_by_key(|&i| pawn_rank(squares[i])).unwrap_or(0);
    squares.swap(0, leader);
    if squares[0] & 7 > 3 {
        for s in squares.iter_mut() {
            *s ^= 7;
        }
    }
}

pub(crate) fn trio_index(a: u8, b: u8, c: u8) -> u64 {
    let [a64, b64, c64] = [a, b, c].map(u64::from);
    let second = b64 - u64::from(b > a);
    let third = c64 - u64::from(c > a) - u64::from(c > b);
    let [a_file, b_file, c_file] = [a64 & 7, b64 & 7, c64 & 7];
    let b_left = b_file - u64::from(b_file > a_file);
    let lower = |s: u8| u64::from(LOWER_NUMBER[s as usize]);
    if off_diagonal(a) != 0 {
        u64::from(TRIANGLE_NUMBER[a as usize]) * SECOND_AND_THIRD + second * 62 + third
    } else if off_diagonal(b) != 0 {
        FIRST_ON + a_file * LOWER_AND_THIRD + lower(b) * 62 + third
    } else if off_diagonal(c) != 0 {
        SECOND_ON + a_file * DIAGONAL_AND_LOWER + b_left * 28 + lower(c)
    } else {
        let c_left = c_file - u64::from(c_file > a_file) - u64::from(c_file > b_file);
        THIRD_ON + a_file * DIAGONAL_PAIR + b_left * 6 + c_left
    }
}

/// The square (or diagonal number) that is the `free`-th not in `taken`.
fn skip(mut free: u8, taken: &[u8]) -> u8 {
    let mut taken = [taken[0], taken.get(1).copied().unwrap_or(255)];
    taken.sort_unstable();
    for t in taken {
        free += u8::from(t <= free);
    }
    free
}

pub(crate) fn trio_squares(index: u64) -> [u8; 3] {
    let on = |number: u8| number * 9;
    if index < FIRST_ON {
        let a = TRIANGLE[narrow::<_, usize>(index / SECOND_AND_THIRD)];
        let b = skip(narrow(index % SECOND_AND_THIRD / 62), &[a]);
        [a, b, skip(narrow(index % 62), &[a, b])]
    } else if index < SECOND_ON {
        let rest = index - FIRST_ON;
        let a = on(narrow(rest / LOWER_AND_THIRD));
        let b = LOWER[narrow::<_, usize>(rest % LOWER_AND_THIRD / 62)];
        [a, b, skip(narrow(rest % 62), &[a, b])]
    } else if index < THIRD_ON {
        let rest = index - SECOND_ON;
        let a = narrow(rest / DIAGONAL_AND_LOWER);
        let b = skip(narrow(rest % DIAGONAL_AND_LOWER / 28), &[a]);
        [on(a), on(b), LOWER[narrow::<_, usize>(rest % 28)]]
    } else {
        let rest = index - THIRD_ON;
        let a = narrow(rest / DIAGONAL_PAIR);
        let b = skip(narrow(rest % DIAGONAL_PAIR / 6), &[a]);
        [on(a), on(b), on(skip(narrow(rest % 6), &[a, b]))]
    }
}

/// The leader is first, on files a to d.
pub(crate) fn leading_pawns_index(pawns: &mut [u8]) -> u64 {
    let (leader, others) = (pawns[0], &mut pawns[1..]);
    others.sort_unstable_by_key(|&p| std::cmp::Reverse(pawn_rank(p)));
    let t = others.len();
    let offset = leader_offsets(t, (leader & 7) as usize)[(leader >> 3) as usize - 1];
    let ranks = others.iter().map(|&p| u64::from(pawn_rank(p)));
    offset + ranks.zip((1..=t).rev()).map(|(rank, k)| binomial(rank, k)).sum::<u64>()
}

pub(crate) fn unrank_leading_pawns(pawns: &mut [u8], part: u64, file: usize) {
    let t = pawns.len() - 1;
    let offsets = leader_offsets(t, file);
    let step = (0..6).rev().find(|&step| offsets[step] <= part).unwrap_or(0);
    pawns[0] = narrow(8 * (step + 1) + file);
    let ranks = combination(part - offsets[step], t);
    for (pawn, rank) in pawns[1..].iter_mut().zip(ranks) {
        *pawn = PAWN_OF_RANK[rank as usize];
    }
}

/// The `k` descending numbers x with C(x_1, k) + ... + C(x_k, 1) = `remainder`.
fn combination(mut remainder: u64, k: usize) -> impl Iterator<Item = u8> {
    (1..=k).rev().map(move |m| {
        let mut x = 63;
        while binomial(x, m) > remainder {
            x -= 1;
        }
        remainder -= binomial(x, m);
        narrow(x)
    })
}

/// The index of like men on the squares above `first` that `occupied` leaves free.
pub(crate) fn subset_index(members: &mut [u8], occupied: u64, first: u64) -> u64 {
    members.sort_unstable();
    let free = |s: u8| u64::from(s) - u64::from((occupied & ((1 << s) - 1)).count_ones()) - first;
    members.iter().enumerate().map(|(k, &s)| binomial(free(s), k + 1)).sum()
}

pub(crate) fn unrank_subset(members: &mut [u8], part: u64, first: u8) {
    let len = members.len();
    for (member, free) in members.iter_mut().rev().zip(combination(part, len)) {
        *member = free + first;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_of_leading_pawn_groups_are_the_known_ones() {
        let sizes: Vec<[u64; 4]> = (0..5).map(|t| [0, 1, 2, 3].map(|f| leader_offsets(t, f)[6])).collect();
        let known = [
            [6, 6, 6, 6],
            [252, 180, 108, 36],
            [5201, 2645, 953, 125],
            [70315, 25375, 5491, 295],
            [700336, 178696, 23176, 496],
        ];
        assert_eq!(sizes, known);
        assert_eq!(leader_offsets(2, 0)[..6], [0, 1081, 2071, 2974, 3794, 4535]);
    }

    #[test]
    fn king_pairs_have_the_known_numbers() {
        let pairs = [(1, 3), (2, 63), (19, 0), (0, 2), (0, 18), (27, 0), (27, 63)];
        assert_eq!(pairs.map(|(a, b)| kings_index(a, b)), [0, 115, 284, 339, 441, 457, 461]);
    }
}

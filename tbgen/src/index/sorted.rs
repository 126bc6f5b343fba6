//! Identical pieces in ascending order: one number for each set of squares of two or three of them.
//!
//! Each permutation of identical pieces is the same position. To save memory, sets are numbered
//! instead of permutations: with squares a < b < c the number is C(a, 1) + C(b, 2) + C(c, 3).

use std::sync::Arc;

use board::narrow;

/// Maximum number of sorted men.
pub(crate) const MAX_SORTED: usize = 3;

/// A square beyond the board for the third man if there are only two. It sorts last and contributes
/// nothing.
pub(crate) const NOWHERE: u8 = 64;

/// The contribution of a square to the number of a set, by its place in the set. Longer than the
/// board, so that any byte is a valid index.
pub(crate) const TERMS: [[u16; 256]; MAX_SORTED] = {
    let mut terms = [[0; 256]; MAX_SORTED];
    let mut square = 0u16;
    while square < NOWHERE as u16 {
        let pairs = square * square.saturating_sub(1) / 2;
        terms[0][square as usize] = square;
        terms[1][square as usize] = pairs;
        // C(s, 3) is C(s, 2) * (s - 2) / 3.
        #[expect(clippy::cast_possible_truncation, reason = "C(63, 3) is 39,711")]
        let triples = (pairs as u32 * square.saturating_sub(2) as u32 / 3) as u16;
        terms[2][square as usize] = triples;
        square += 1;
    }
    terms
};

/// Two or three identical pieces whose squares are numbered as a set.
#[derive(Clone)]
pub(crate) struct SortedMen {
    /// Number of pieces.
    pub(crate) count: usize,
    /// The squares in ascending order, by number; [`NOWHERE`] where there is no third piece.
    squares: Arc<[[u8; MAX_SORTED]]>,
}

impl SortedMen {
    /// For this number of pieces, 2 or 3.
    pub(crate) fn new(count: usize) -> Self {
        assert!((2..=MAX_SORTED).contains(&count), "{count} men are not sorted");
        let thirds = if count == 2 { NOWHERE..NOWHERE + 1 } else { 0..NOWHERE };
        let sets = thirds.flat_map(|c| (0..c.min(NOWHERE)).flat_map(move |b| (0..b).map(move |a| [a, b, c])));
        Self { count, squares: sets.collect() }
    }

    /// Number of sets of squares: 2,016 or 41,664.
    pub(crate) fn sets(&self) -> usize {
        self.squares.len()
    }

    /// The squares of a set, ascending.
    #[inline(always)]
    pub(crate) fn squares(&self, number: usize) -> &[u8] {
        &self.squares[number][..self.count]
    }

    /// The number of the set of these squares, given in any order. They must be distinct.
    #[inline(always)]
    pub(crate) fn number(&self, squares: impl Iterator<Item = u8>) -> usize {
        let mut men = [NOWHERE; MAX_SORTED];
        men.iter_mut().zip(squares.take(self.count)).for_each(|(man, square)| *man = square);
        let [a, b, c] = men;
        let (a, b) = (a.min(b), a.max(b));
        let (b, c) = (b.min(c), b.max(c));
        let (a, b) = (a.min(b), a.max(b));
        let terms = [(0, a), (1, b), (2, c)].map(|(place, square)| TERMS[place][usize::from(square)]);
        narrow(terms.map(u32::from).iter().sum::<u32>())
    }

    /// Number of orders of the pieces.
    pub(crate) fn permutations(&self) -> u64 {
        (1..=self.count as u64).product()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_of_squares_are_numbered_without_gaps() {
        for (count, sets) in [(2, 2_016), (3, 41_664)] {
            let sorted = SortedMen::new(count);
            assert_eq!((sorted.sets(), sorted.squares(0)), (sets, &[0, 1, 2][..count]));
            for number in 0..sets {
                let squares = sorted.squares(number);
                assert!(squares.is_sorted_by(|a, b| a < b) && squares.iter().all(|&s| s < 64));
                for turned in 0..count {
                    let any_order = (0..count).map(|i| squares[(i + turned) % count]);
                    assert_eq!(sorted.number(any_order), number);
                }
                assert_eq!(sorted.number(squares.iter().rev().copied()), number);
            }
        }
    }
}

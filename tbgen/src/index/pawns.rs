//! Pawn structures: all placements of the pawns of an ending, numbered so that every pawn move
//! leads to a smaller number.

use board::narrow;

/// Maximum pawns in one table.
pub(crate) const MAX_PAWNS: usize = 3;

/// All placements of the pawns of a material, one of each two mirror images, ordered so that pawn
/// moves lead to smaller numbers.
pub(crate) struct PawnStructures {
    /// White's pawns.
    white: usize,
    /// All pawns.
    count: usize,
    /// Squares, White's pawns first.
    pub(crate) structures: Vec<[u8; MAX_PAWNS]>,
    /// Ranges of `structures` with the same number of steps left to promotion. Structures of one
    /// level do not depend on each other.
    pub(crate) levels: Vec<std::ops::Range<usize>>,
    /// Number * 2 + mirrored, indexed by the pawns' squares as base-64 digits, with pawns of one
    /// color in any order.
    numbers: Vec<u32>,
}

impl PawnStructures {
    pub(super) fn new(white: usize, black: usize) -> Self {
        let count = white + black;
        assert!(count <= MAX_PAWNS, "structures of more than {MAX_PAWNS} pawns are not numbered");
        let mut found: Vec<(usize, [u8; MAX_PAWNS])> = Vec::new();
        for code in 0..1usize << (6 * count) {
            let mut squares = [0; MAX_PAWNS];
            for (i, square) in squares[..count].iter_mut().enumerate() {
                *square = narrow(code >> (6 * i) & 63);
            }
            let used = &squares[..count];
            let on_board = used.iter().all(|s| (8..56).contains(s));
            let sorted = used[..white].is_sorted_by(|a, b| a < b) && used[white..].is_sorted_by(|a, b| a < b);
            let distinct = used.iter().enumerate().all(|(i, s)| !used[..i].contains(s));
            if on_board && sorted && distinct && squares <= mirror(&squares, white, count) {
                let steps = used
                    .iter()
                    .enumerate()
                    .map(|(i, &s)| if i < white { 7 - (s >> 3) } else { s >> 3 } as usize);
                found.push((steps.sum(), squares));
            }
        }
        found.sort_unstable();
        let mut levels: Vec<std::ops::Range<usize>> = Vec::new();
        for (i, (steps, _)) in found.iter().enumerate() {
            match levels.last_mut() {
                Some(level) if found[level.start].0 == *steps => level.end = i + 1,
                _ => levels.push(i..i + 1),
            }
        }
        let structures: Vec<_> = found.into_iter().map(|(_, squares)| squares).collect();
        let mut numbers = vec![u32::MAX; 1 << (6 * count)];
        for (number, squares) in structures.iter().enumerate() {
            // The mirror image first: a structure that is its own image counts as not mirrored.
            for (mirrored, image) in [(1, mirror(squares, white, count)), (0, *squares)] {
                for_each_order(&image[..count], white, &mut |order| {
                    numbers[number_of_leads(order.iter().copied())] = narrow(number * 2 + mirrored);
                });
            }
        }
        Self { white, count, structures, levels, numbers }
    }

    /// Calls `visit` with the squares of the pawns in every placement that has one of these
    /// numbers: mirrored or not, with pawns of one color in any order.
    #[cfg(feature = "build")]
    pub(crate) fn for_each_placement(&self, numbers: &[usize], mut visit: impl FnMut(&[u8])) {
        for &number in numbers {
            let squares = &self.structures[number];
            for image in [mirror(squares, self.white, self.count), *squares] {
                for_each_order(&image[..self.count], self.white, &mut visit);
            }
        }
    }

    /// The number of the structure with pawns on these squares (White's first), and whether it is
    /// the mirror image that is numbered.
    #[inline]
    pub(super) fn number(&self, squares: &[u8]) -> (usize, bool) {
        let number = self.numbers[number_of_leads(squares.iter().copied())];
        ((number >> 1) as usize, number & 1 != 0)
    }
}

/// The squares of the lead men as one number, below 64^n for n men.
#[inline]
pub(crate) fn number_of_leads(squares: impl DoubleEndedIterator<Item = u8>) -> usize {
    squares.rev().fold(0, |number, square| number << 6 | usize::from(square))
}

fn mirror(squares: &[u8; MAX_PAWNS], white: usize, count: usize) -> [u8; MAX_PAWNS] {
    let mut image = *squares;
    image[..count].iter_mut().for_each(|s| *s ^= 7);
    image[..white].sort_unstable();
    image[white..count].sort_unstable();
    image
}

/// Calls `visit` with every order of White's pawns among themselves and Black's among themselves.
fn for_each_order(squares: &[u8], white: usize, visit: &mut impl FnMut(&[u8])) {
    fn permute(squares: &mut [u8], from: usize, white: usize, visit: &mut impl FnMut(&[u8])) {
        if from == squares.len() {
            return visit(squares);
        }
        let end = if from < white { white } else { squares.len() };
        for i in from..end {
            squares.swap(from, i);
            permute(squares, from + 1, white, visit);
            squares.swap(from, i);
        }
    }
    permute(&mut squares.to_vec(), 0, white, visit);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_structures_are_the_known_ones() {
        let count = |w, b| PawnStructures::new(w, b).structures.len();
        // 48 squares; mirror images counted once. KPPvK: (48 * 47 / 2 + 24 self-mirrored) / 2.
        assert_eq!((count(1, 0), count(2, 0), count(1, 1)), (24, 576, 1128));
    }

    #[test]
    fn pawn_moves_lead_to_smaller_numbers() {
        for (white, black) in [(1, 0), (2, 0), (1, 1), (2, 1)] {
            let pawns = PawnStructures::new(white, black);
            for (number, squares) in pawns.structures.iter().enumerate() {
                for i in 0..white + black {
                    let mut moved = *squares;
                    moved[i] = if i < white { moved[i] + 8 } else { moved[i] - 8 };
                    let free = !squares[..white + black].contains(&moved[i]);
                    if free && (8..56).contains(&moved[i]) {
                        assert!(pawns.number(&moved[..white + black]).0 < number);
                    }
                }
            }
        }
    }
}

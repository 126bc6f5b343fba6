//! Material from the side to move's perspective, and the number of an ending.

use board::{Board, Piece};

/// Bits for the count of one kind.
const BITS: u32 = 4;
/// Kinds of one side; the last two never occur.
const KINDS: u32 = 8;
/// Piece types other than the king.
const PIECES: u32 = Piece::NUM as u32 - 1;
/// Most men of an ending besides the kings.
const ENDING_MEN: u32 = 3;
/// Number of ways in which a side can have at most n men besides its king: 1 with none, 5 more with
/// one, and so on.
const WAYS: [usize; ENDING_MEN as usize + 1] = [1, 6, 21, 56];

/// The number of men of each kind, from the side to move's perspective: ours and theirs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Men(u64);

impl Men {
    /// Number of endings of up to five men, with our men and theirs distinguished.
    pub const ENDINGS: usize = {
        let mut endings = 0;
        let mut ours = 0;
        while ours <= ENDING_MEN as usize {
            endings += ways_with(ours) * WAYS[ENDING_MEN as usize - ours];
            ours += 1;
        }
        endings
    };

    /// The men on a board.
    #[inline]
    pub fn of(board: &Board) -> Self {
        let us = board.side_to_move();
        let mut men = Self::default();
        for (is_theirs, color) in [(0, us), (1, !us)] {
            for piece in Piece::ALL {
                let count = u64::from(board.colored_pieces(color, piece).len());
                men.0 += count << (BITS * (KINDS * is_theirs + piece as u32));
            }
        }
        men
    }

    /// Adds a man: `kind` is pawn to king as 0 to 5, and 8 more for one of theirs.
    #[inline(always)]
    pub fn add(&mut self, kind: u8) {
        self.0 += 1 << (BITS * (u32::from(kind) % (2 * KINDS)));
    }

    /// The total number of men.
    #[inline]
    pub(crate) fn count(self) -> u32 {
        (0..2 * KINDS).map(|kind| self.number(kind)).sum()
    }

    /// True when there are pawns.
    #[inline]
    pub(crate) fn has_pawns(self) -> bool {
        self.number(0) + self.number(KINDS) > 0
    }

    /// The number of the ending, less than [`ENDINGS`](Self::ENDINGS); `None` with more than five
    /// men.
    ///
    /// A side's men besides the king are numbered by their count, then as combinations with
    /// repetition (the combinatorial number system). The ending's number combines both sides'
    /// numbers, with the smaller counts of ours first.
    #[inline]
    pub fn ending(self) -> Option<usize> {
        let ((ours, our_way), (theirs, their_way)) = (self.way(0), self.way(1));
        if ours + theirs > ENDING_MEN {
            return None;
        }
        // With fewer men on our side there can be more on theirs.
        let fewer = (0..ours as usize)
            .map(|fewer| ways_with(fewer) * WAYS[ENDING_MEN as usize - fewer])
            .sum::<usize>();
        let before = our_way - ways_before(ours as usize);
        Some(fewer + before * WAYS[(ENDING_MEN - ours) as usize] + their_way)
    }

    /// The number of a side's men besides its king, and their index among [`WAYS`] unless there are
    /// too many for an ending.
    #[inline]
    fn way(self, is_theirs: u32) -> (u32, usize) {
        let (mut men, mut way) = (0, 0);
        for piece in 0..PIECES {
            for _ in 0..self.number(KINDS * is_theirs + piece) {
                way += match men {
                    0 => piece,
                    1 => (piece + 1) * piece / 2,
                    _ => (piece + 2) * (piece + 1) * piece / 6,
                };
                men += 1;
            }
        }
        (men, way as usize + ways_before(men.min(ENDING_MEN) as usize))
    }

    #[inline]
    fn number(self, kind: u32) -> u32 {
        (self.0 >> (BITS * kind)) as u32 & ((1 << BITS) - 1)
    }
}

/// Number of ways in which a side can have fewer men than this besides its king.
const fn ways_before(men: usize) -> usize {
    if men == 0 { 0 } else { WAYS[men - 1] }
}

/// Number of ways in which a side can have exactly this many men besides its king.
const fn ways_with(men: usize) -> usize {
    WAYS[men] - ways_before(men)
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::{Color, Material, fen};
    use std::collections::HashSet;

    #[test]
    fn every_ending_has_a_number_of_its_own_for_either_side() {
        let mut numbers = HashSet::new();
        let mut count = 1;
        let bare = fen::parse("8/8/4k3/8/8/4K3/8/8 w - - 0 1").unwrap();
        numbers.insert(Men::of(&bare).ending().unwrap());
        for material in (3..=5).flat_map(Material::with_men) {
            for us in Color::ALL {
                let mut men = Men::default();
                for color in Color::ALL {
                    for piece in [Piece::King].into_iter().chain(material.pieces(color)) {
                        men.add(piece as u8 + if color == us { 0 } else { 8 });
                    }
                }
                assert_eq!(men.count() as usize, material.men());
                numbers.insert(men.ending().unwrap());
            }
            // An ending with equal men on both sides counts once.
            count += if material.is_symmetric() { 1 } else { 2 };
        }
        assert_eq!((numbers.len(), count), (Men::ENDINGS, Men::ENDINGS));
        assert!(numbers.iter().all(|&number| number < Men::ENDINGS));
    }

    #[test]
    fn men_are_those_of_the_side_to_move() {
        let [white, black] = ["w", "b"]
            .map(|side| Men::of(&fen::parse(&format!("8/2k5/8/8/1r6/8/2PK4/7R {side} - - 0 1")).unwrap()));
        assert_ne!(white, black);
        assert!(white.has_pawns() && black.has_pawns());
        let mut same = Men::default();
        for kind in [0, 3, 5, 8 + 3, 8 + 5] {
            same.add(kind);
        }
        assert_eq!(same, white);
    }

    #[test]
    fn more_than_five_men_are_no_ending() {
        assert_eq!(Men::of(&Board::default()).ending(), None);
        assert_eq!(Men::of(&Board::default()).count(), 32);
        let rooks = fen::parse("8/2k5/8/8/1r6/8/2RK4/6RR b - - 0 1").unwrap();
        assert_eq!((Men::of(&rooks).ending(), Men::of(&rooks).count()), (None, 6));
        assert!(!Men::of(&rooks).has_pawns());
    }
}

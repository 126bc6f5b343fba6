//! Every legal position of an ending, once per symmetry.
//!
//! | ending        | symmetries     | representative                                           |
//! |---------------|----------------|----------------------------------------------------------|
//! | with pawns    | mirrored files | White's pawn (Black's if White has none) on files a to d |
//! | without pawns | all eight      | White's king in the triangle a1-d1-d4                    |
//!
//! Of two positions that are still images of each other (several pawns, a king on the a1-h8
//! diagonal), the one whose squares come first, piece by piece, represents both. Legality is
//! defined by [`Placement::judge`], so positions that no game can reach are included. Both sides to
//! move are enumerated.

use board::{Color, Man, Material, Piece, Placement, Square, Symmetry};
use serde::{Deserialize, Serialize};

/// Maximum number of pieces of an ending that can be enumerated.
pub const MAX_MEN: usize = 5;

/// Which positions of an ending are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Universe {
    /// Every legal position, once per symmetry.
    All,
    /// The positions T. Petzke counted for iCE in 2011 and 2012: without pawns, a king on the long
    /// diagonal is not folded; in bishop against pawn, the bishop is never on the promotion rank
    /// (this reproduces his totals exactly).
    Ice,
}

impl std::fmt::Display for Universe {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            Self::All => "all",
            Self::Ice => "ice",
        })
    }
}

/// The positions of one ending, divided into chunks that can be enumerated independently.
#[derive(Clone, Debug)]
pub struct Domain {
    /// Pieces in placing order; the first one determines the symmetry.
    men: Vec<(Color, Piece)>,
    universe: Universe,
    first_squares: Vec<Square>,
}

impl Domain {
    /// The positions of an ending of at most [`MAX_MEN`] pieces; `None` if it has more.
    ///
    /// ```
    /// use vancura_verify::{Domain, Universe};
    /// let domain = Domain::new("KPvK".parse().unwrap(), Universe::All).unwrap();
    /// let mut positions = 0;
    /// for chunk in 0..domain.chunks() {
    ///     domain.visit(chunk, |_| positions += 1);
    /// }
    /// assert_eq!(positions, 165_676);
    /// ```
    pub fn new(material: Material, universe: Universe) -> Option<Self> {
        if material.men() > MAX_MEN {
            return None;
        }
        let mut men = vec![(Color::White, Piece::King), (Color::Black, Piece::King)];
        for color in Color::ALL {
            men.extend(material.pieces(color).map(|piece| (color, piece)));
        }
        // A pawn, White's if there is one, goes to the front; without pawns the king is there
        // already. Identical pieces stay together.
        if let Some(&lead) = men.iter().find(|man| man.1 == Piece::Pawn) {
            men.sort_by_key(|&man| man != lead);
        }
        let first_squares = Square::ALL
            .into_iter()
            .filter(|&square| {
                if men[0].1 == Piece::Pawn {
                    is_pawn_square(square) && (square as usize & 7 <= 3 || has_several(&men, men[0]))
                } else {
                    Symmetry::into_triangle(square as usize) == Symmetry::IDENTITY
                }
            })
            .collect();
        Some(Self { men, universe, first_squares })
    }

    /// Number of chunks.
    pub fn chunks(&self) -> usize {
        self.first_squares.len() * Square::NUM
    }

    /// Enumerates one chunk, always in the same order.
    ///
    /// # Panics
    /// When `chunk` is not below [`Domain::chunks`].
    pub fn visit(&self, chunk: usize, mut visitor: impl FnMut(&Placement)) {
        let first = self.first_squares[chunk / Square::NUM];
        let second = Square::index(chunk % Square::NUM);
        let mut squares = [first; MAX_MEN];
        if self.may_stand(1, second, &squares[..1]) {
            squares[1] = second;
            self.place(2, &mut squares, &mut visitor);
        }
    }

    fn place(&self, placed: usize, squares: &mut [Square; MAX_MEN], visitor: &mut impl FnMut(&Placement)) {
        if placed == self.men.len() {
            if self.is_representative(&squares[..placed]) {
                self.show(&squares[..placed], visitor);
            }
            return;
        }
        for square in Square::ALL {
            if self.may_stand(placed, square, &squares[..placed]) {
                squares[placed] = square;
                self.place(placed + 1, squares, visitor);
            }
        }
    }

    /// The checks that need only the squares of the other pieces; identical pieces are placed in
    /// ascending order.
    fn may_stand(&self, index: usize, square: Square, squares: &[Square]) -> bool {
        let man = self.men[index];
        let is_ice_slip = self.universe == Universe::Ice && self.is_bishop_against_pawn();
        !squares.contains(&square)
            && (man.1 != Piece::Pawn || is_pawn_square(square))
            && (self.men[index - 1] != man || squares[index - 1] < square)
            && !(is_ice_slip && man.1 == Piece::Bishop && square.rank() == self.promotion_rank())
    }

    fn show(&self, squares: &[Square], visitor: &mut impl FnMut(&Placement)) {
        let placeholder = Man { color: Color::White, piece: Piece::King, square: squares[0] };
        let mut men = [placeholder; MAX_MEN];
        for ((man, &(color, piece)), &square) in men.iter_mut().zip(&self.men).zip(squares) {
            *man = Man { color, piece, square };
        }
        let placement = Placement::new(Color::White, &men[..squares.len()])
            .expect("one king for each side and at most five pieces");
        for color in Color::ALL {
            let placement = placement.with_side_to_move(color);
            if placement.is_legal() {
                visitor(&placement);
            }
        }
    }

    fn is_representative(&self, squares: &[Square]) -> bool {
        let other = if self.men[0].1 == Piece::Pawn {
            if !has_several(&self.men, self.men[0]) {
                return true;
            }
            Symmetry::MIRROR_FILES
        } else {
            if self.universe == Universe::Ice || Symmetry::FLIP_DIAGONAL.apply(squares[0]) != squares[0] {
                return true;
            }
            Symmetry::FLIP_DIAGONAL
        };
        let mut image = [squares[0]; MAX_MEN];
        let image = &mut image[..squares.len()];
        for (to, &from) in image.iter_mut().zip(squares) {
            *to = other.apply(from);
        }
        self.sort_identical(image);
        squares <= &*image
    }

    fn sort_identical(&self, squares: &mut [Square]) {
        let mut start = 0;
        for end in 1..=squares.len() {
            if end == squares.len() || self.men[end] != self.men[start] {
                squares[start..end].sort_unstable();
                start = end;
            }
        }
    }

    fn is_bishop_against_pawn(&self) -> bool {
        let count = |piece| self.men.iter().filter(|man| man.1 == piece).count();
        self.men.len() == 4 && count(Piece::Pawn) == 1 && count(Piece::Bishop) == 1
    }

    fn promotion_rank(&self) -> board::Rank {
        board::Rank::Eighth.relative_to(self.men[0].0)
    }
}

fn is_pawn_square(square: Square) -> bool {
    !matches!(square.rank(), board::Rank::First | board::Rank::Eighth)
}

fn has_several(men: &[(Color, Piece)], man: (Color, Piece)) -> bool {
    men.iter().filter(|&&other| other == man).count() > 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn positions(material: &str, universe: Universe) -> Vec<Placement> {
        let domain = Domain::new(material.parse().unwrap(), universe).unwrap();
        let mut all = Vec::new();
        for chunk in 0..domain.chunks() {
            domain.visit(chunk, |placement| all.push(*placement));
        }
        all
    }

    #[test]
    fn published_totals_are_met_by_counting() {
        // The totals of 3 pieces are those of every table generator; that of KBvKP is iCE's.
        assert_eq!(positions("KPvK", Universe::All).len(), 165_676);
        assert_eq!(positions("KPvKB", Universe::Ice).len(), 6_963_523 + 1_248_570);
    }

    #[test]
    fn images_of_the_representatives_are_all_positions_and_no_two_representatives_are_images() {
        for (material, symmetries) in [
            ("KRvK", &Symmetry::ALL[..]),
            ("KvKN", &Symmetry::ALL[..]),
            ("KvKP", &[Symmetry::IDENTITY, Symmetry::MIRROR_FILES]),
        ] {
            let representatives = positions(material, Universe::All);
            let mut seen = HashSet::new();
            for placement in &representatives {
                let images: HashSet<_> = symmetries.iter().map(|&s| placement.transform(s)).collect();
                for image in images {
                    assert!(seen.insert(image), "{image:?} is represented twice");
                }
            }
            assert_eq!(seen.len(), count_slowly(material), "{material}");
        }
    }

    /// The number of legal positions of a 3-piece ending, counted by three plain loops.
    fn count_slowly(material: &str) -> usize {
        let material: Material = material.parse().unwrap();
        let (color, piece) = Color::ALL
            .into_iter()
            .find_map(|color| material.pieces(color).next().map(|piece| (color, piece)))
            .unwrap();
        let man = |color, piece, square| Man { color, piece, square };
        let mut count = 0;
        for white in Square::ALL {
            for black in Square::ALL {
                for third in Square::ALL {
                    let men = [
                        man(Color::White, Piece::King, white),
                        man(Color::Black, Piece::King, black),
                        man(color, piece, third),
                    ];
                    let placement = Placement::new(Color::White, &men).unwrap();
                    count +=
                        Color::ALL.into_iter().filter(|&c| placement.with_side_to_move(c).is_legal()).count();
                }
            }
        }
        count
    }

    #[test]
    fn several_pawns_are_mirrored_only_once() {
        let all = positions("KPPvK", Universe::All);
        let seen: HashSet<_> = all.iter().copied().collect();
        assert_eq!(seen.len(), all.len());
        for placement in all.iter().step_by(997) {
            let image = placement.transform(Symmetry::MIRROR_FILES);
            assert_eq!(seen.contains(&image), image == *placement);
        }
    }
}

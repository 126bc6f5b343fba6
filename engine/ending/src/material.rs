//! The material of an ending: which men each side has.

use std::fmt;
use std::str::FromStr;

use crate::{Color, Piece};

/// The men of both sides; one king each is implied.
///
/// Parses any common spelling and prints the Syzygy one, White's men first.
///
/// ```
/// use vancura_ending::Material;
/// let material: Material = "krpvkr".parse().unwrap();
/// assert_eq!(material, "KRPKR".parse().unwrap());
/// assert_eq!(material.to_string(), "KRPvKR");
/// assert_eq!(material.men(), 5);
/// let (canonical, flipped) = "KRvKRP".parse::<Material>().unwrap().canonical();
/// assert_eq!((canonical, flipped), (material, true));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Material {
    /// Men by color, then in the order of [`LETTERS`] (kings left out).
    counts: [[u8; 5]; 2],
}

/// Pieces in the order table names list them.
const ORDER: [Piece; 5] = [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight, Piece::Pawn];
const LETTERS: [char; 5] = ['Q', 'R', 'B', 'N', 'P'];

/// Why a text does not name a material.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MaterialError {
    /// A character that is no man.
    UnknownMan(char),
    /// Not exactly one king per side.
    Kings(String),
    /// More men than fit on a side.
    TooManyMen(String),
}

impl fmt::Display for MaterialError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownMan(man) => {
                write!(f, "`{man}` is not a piece; write K Q R B N P, for example KRPvKR")
            }
            Self::Kings(text) => {
                write!(
                    f,
                    "`{text}` must have one king per side, each before the side's other pieces, for example KRPvKR"
                )
            }
            Self::TooManyMen(text) => {
                write!(f, "`{text}` has too many pieces: at most 15 per side besides the king")
            }
        }
    }
}

impl std::error::Error for MaterialError {}

impl Material {
    /// The material with these men besides the kings.
    pub fn new(white: &[Piece], black: &[Piece]) -> Self {
        let mut material = Self { counts: [[0; 5]; 2] };
        for (color, men) in [(Color::White, white), (Color::Black, black)] {
            for &piece in men {
                material = material.with(color, piece);
            }
        }
        material
    }

    /// The material with one more man. Kings are ignored: they are implied.
    #[inline]
    pub fn with(mut self, color: Color, piece: Piece) -> Self {
        if piece != Piece::King {
            // `Piece` counts from the pawn up, tables from the queen down.
            self.counts[color as usize][Piece::Queen as usize - piece as usize] += 1;
        }
        self
    }

    /// The material with one man fewer; `None` when there is no such man.
    pub fn without(mut self, color: Color, piece: Piece) -> Option<Self> {
        let slot = ORDER.iter().position(|&p| p == piece)?;
        let count = &mut self.counts[color as usize][slot];
        *count = count.checked_sub(1)?;
        Some(self)
    }

    /// The number of such men.
    pub fn count(self, color: Color, piece: Piece) -> usize {
        ORDER.iter().position(|&p| p == piece).map_or(1, |slot| self.counts[color as usize][slot] as usize)
    }

    /// Number of men, both kings included.
    pub fn men(self) -> usize {
        2 + self.counts.iter().flatten().map(|&n| n as usize).sum::<usize>()
    }

    /// Number of pawns of both sides.
    pub fn pawns(self) -> usize {
        self.count(Color::White, Piece::Pawn) + self.count(Color::Black, Piece::Pawn)
    }

    /// True when this side has nothing but its king.
    pub fn is_bare(self, color: Color) -> bool {
        self.counts[color as usize] == [0; 5]
    }

    /// The men of one side besides the king, strongest first.
    pub fn pieces(self, color: Color) -> impl Iterator<Item = Piece> {
        ORDER
            .into_iter()
            .zip(self.counts[color as usize])
            .flat_map(|(p, n)| std::iter::repeat_n(p, n as usize))
    }

    /// The same ending with colors swapped.
    pub fn flip(self) -> Self {
        Self { counts: [self.counts[1], self.counts[0]] }
    }

    /// True when both sides have the same men.
    pub fn is_symmetric(self) -> bool {
        self.counts[0] == self.counts[1]
    }

    /// The spelling under which tables are stored, and whether colors had to be swapped to get it:
    /// the side with more men is White; with equal numbers, the side whose first differing man is
    /// stronger.
    pub fn canonical(self) -> (Self, bool) {
        let size = |color: usize| self.counts[color].iter().sum::<u8>();
        let black_is_stronger = (size(1), self.counts[1]) > (size(0), self.counts[0]);
        if black_is_stronger { (self.flip(), true) } else { (self, false) }
    }

    /// Every canonical material with this many men, kings included, strongest names first.
    ///
    /// ```
    /// use vancura_ending::Material;
    /// assert_eq!(Material::with_men(3).len(), 5);
    /// assert_eq!(Material::with_men(4).len(), 30);
    /// assert_eq!(Material::with_men(5).len(), 110);
    /// ```
    pub fn with_men(men: usize) -> Vec<Self> {
        let mut level = vec![Self::new(&[], &[])];
        for _ in 2..men {
            let mut next: Vec<Self> = level
                .iter()
                .flat_map(|m| {
                    Color::ALL
                        .into_iter()
                        .flat_map(move |c| ORDER.into_iter().map(move |p| m.with(c, p).canonical().0))
                })
                .collect();
            next.sort_unstable_by(|a, b| b.cmp(a));
            next.dedup();
            level = next;
        }
        if men < 2 { Vec::new() } else { level }
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = |color: usize| {
            let men =
                LETTERS.iter().zip(self.counts[color]).flat_map(|(&l, n)| std::iter::repeat_n(l, n as usize));
            std::iter::once('K').chain(men).collect::<String>()
        };
        f.pad(&format!("{}v{}", side(0), side(1)))
    }
}

impl FromStr for Material {
    type Err = MaterialError;

    /// Reads `KRPvKR`, `krpvkr`, `KRPKR`, `KRP-KR`, `KRP_KR` or `KRP KR`; after the king, the men
    /// of a side may be in any order.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut material = Self::new(&[], &[]);
        let mut kings = 0;
        for c in text.trim().chars() {
            let letter = c.to_ascii_uppercase();
            if letter == 'K' {
                kings += 1;
            } else if let Some(slot) = LETTERS.iter().position(|&l| l == letter) {
                if !(1..=2).contains(&kings) {
                    return Err(MaterialError::Kings(text.to_owned()));
                }
                material.counts[kings - 1][slot] += 1;
                if material.counts[kings - 1].iter().map(|&n| u32::from(n)).sum::<u32>() > 15 {
                    return Err(MaterialError::TooManyMen(text.to_owned()));
                }
            } else if !matches!(letter, 'V' | '-' | '_' | ' ') {
                return Err(MaterialError::UnknownMan(c));
            }
        }
        if kings == 2 { Ok(material) } else { Err(MaterialError::Kings(text.to_owned())) }
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Material {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Material {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text: String = serde::Deserialize::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_syzygy_files() {
        for (spelled, name) in [
            ("KRvKBP", "KBPvKR"),
            ("KBBvKBN", "KBBvKBN"),
            ("KBNvKBB", "KBBvKBN"),
            ("kkq", "KQvK"),
            ("KpKp", "KPvKP"),
            ("KNRvK", "KRNvK"),
        ] {
            assert_eq!(spelled.parse::<Material>().unwrap().canonical().0.to_string(), name);
        }
    }

    #[test]
    fn counts_of_endings_are_the_known_ones() {
        assert_eq!([3, 4, 5, 6].map(|n| Material::with_men(n).len()), [5, 30, 110, 365]);
    }

    #[test]
    fn bad_names_say_what_is_wrong() {
        assert_eq!("KXvK".parse::<Material>(), Err(MaterialError::UnknownMan('X')));
        for bad in ["", "K", "QK", "KQKRK"] {
            assert!(matches!(bad.parse::<Material>(), Err(MaterialError::Kings(_))), "{bad}");
        }
        assert!(matches!(
            format!("K{}vK", "Q".repeat(300)).parse::<Material>(),
            Err(MaterialError::TooManyMen(_))
        ));
    }

    #[test]
    fn every_canonical_name_reads_back() {
        for material in (3..=5).flat_map(Material::with_men) {
            assert_eq!(material.to_string().parse(), Ok(material));
            assert_eq!(material.flip().canonical(), (material, !material.is_symmetric()));
        }
    }
}

//! The numbering of an ending's positions.
//!
//! A number is a row of digits. The first is the *lead*: without pawns the squares of the kings,
//! with pawns the squares of the pawns, in both cases of one of the mirror images. With pawns the
//! kings follow, White's first. Then come the other men: identical ones as a set, before single
//! ones; White's before Black's.

use board::{Color, Material, Piece, Placement};

/// The numbers of pairs of kings that do not touch, without mirror images.
const KING_PAIRS: usize = 462;
/// Squares of a pawn; with its mirror images left out.
const PAWN_SQUARES: usize = 48;
const PAWN_HALF: usize = PAWN_SQUARES / 2;
/// Two pawns of one color, without mirror images.
const PAWN_PAIRS: usize = 576;
/// The same of three.
const PAWN_TRIPLES: usize = PAWN_HALF * (PAWN_HALF * (PAWN_HALF - 1) / 2) + choose3(PAWN_HALF);

/// No number.
const NONE: u16 = u16::MAX;
/// The number of a pair of kings, by Black's square, then White's.
static KINGS: [[u16; 64]; 64] = king_pairs();
/// The number of a pair of pawns of one color: the leading pawn by [`half_number`], the other by
/// its square, counted from h8 down.
static PAWNS: [[u16; 64]; PAWN_HALF] = pawn_pairs();

/// What the first digit is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lead {
    /// Both kings.
    Kings,
    /// The only pawn.
    Pawn(Color),
    /// Two pawns of White.
    Pair,
    /// A pawn of each side.
    Opposed,
    /// Two pawns of White and one of Black.
    PairAndPawn,
    /// Three pawns of White.
    Triple,
}

/// Identical men that make one digit: the first by its place in the order of a [`Placement`], and
/// their number, 1 to 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Like {
    first: usize,
    men: usize,
}

/// The numbering of one ending.
#[derive(Debug)]
pub(crate) struct Numbering {
    lead: Lead,
    /// Places of the kings in a [`Placement`]; White's is 0.
    black_king: usize,
    /// Places of the pawns in a [`Placement`], White's first.
    pawns: Vec<usize>,
    /// The other men.
    others: Vec<Like>,
    positions: usize,
}

impl Numbering {
    /// The numbering of a canonical ending; `None` unless it has 3 to 5 men.
    pub(crate) fn new(material: Material) -> Option<Self> {
        let count = |color| material.count(color, Piece::Pawn);
        let lead = match (count(Color::White), count(Color::Black)) {
            _ if !(3..=5).contains(&material.men()) => return None,
            (0, 0) => Lead::Kings,
            (1, 0) => Lead::Pawn(Color::White),
            (0, 1) => Lead::Pawn(Color::Black),
            (2, 0) => Lead::Pair,
            (1, 1) => Lead::Opposed,
            (2, 1) => Lead::PairAndPawn,
            (3, 0) => Lead::Triple,
            _ => return None,
        };
        let (mut place, mut black_king) = (0, 0);
        let (mut pawns, mut others): (Vec<usize>, Vec<Like>) = (Vec::new(), Vec::new());
        for color in Color::ALL {
            black_king = place;
            place += 1;
            let men: Vec<Piece> = material.pieces(color).collect();
            for like in men.chunk_by(|a, b| a == b) {
                match like[0] {
                    Piece::Pawn => pawns.extend(place..place + like.len()),
                    _ => others.push(Like { first: place, men: like.len() }),
                }
                place += like.len();
            }
        }
        // Sets first; the order is kept otherwise.
        others.sort_by_key(|like| like.men == 1);
        let kings = if lead == Lead::Kings { 1 } else { 64 * 64 };
        let positions = lead.size() * kings * others.iter().map(|like| like.size()).product::<usize>();
        Some(Self { lead, black_king, pawns, others, positions })
    }

    /// How many numbers there are, the same with either side to move; some belong to no position.
    pub(crate) fn positions(&self) -> usize {
        self.positions
    }

    /// The number of a position of this ending, White's men being those of its canonical name;
    /// `None` where the kings touch, a pawn is on the first or eighth rank, or identical men share
    /// a square.
    pub(crate) fn number(&self, placement: &Placement) -> Option<usize> {
        let men = placement.men();
        let square = |place: usize| men[place].square as usize;
        let (white, black) = (square(0), square(self.black_king));
        let mut pawns = [0; 3];
        for (pawn, &place) in pawns.iter_mut().zip(&self.pawns) {
            *pawn = square(place);
            if !(8..56).contains(pawn) {
                return None;
            }
        }
        let (lead, image) = self.lead.number(white, black, pawns)?;
        let mut number = lead;
        if self.lead != Lead::Kings {
            number = (number * 64 + image.of(white)) * 64 + image.of(black);
        }
        for like in &self.others {
            let mut squares = [0; 3];
            for (at, place) in squares.iter_mut().zip(like.first..like.first + like.men) {
                *at = image.of(square(place));
            }
            number = number * like.size() + like.number(squares)?;
        }
        Some(number)
    }
}

/// A symmetry of the board, for squares as numbers.
#[derive(Clone, Copy)]
struct Image {
    /// The bits to flip.
    turn: usize,
    /// Whether ranks and files are then exchanged.
    swap: bool,
}

impl Image {
    const fn of(self, square: usize) -> usize {
        let turned = square ^ self.turn;
        if self.swap { swapped(turned) } else { turned }
    }

    /// Mirrors the files if the square is on the king's side.
    const fn onto_queenside(square: usize) -> Self {
        Self { turn: if is_kingside(square) { 7 } else { 0 }, swap: false }
    }

    /// Brings Black's king into the triangle a1-d1-d4; with that king on the diagonal, White's to
    /// the right of it.
    const fn of_kings(white: usize, black: usize) -> Self {
        let files = if black % 8 > 3 { 7 } else { 0 };
        let ranks = if black / 8 > 3 { 56 } else { 0 };
        let turn = files | ranks;
        let (white, black) = (white ^ turn, black ^ turn);
        let is_diagonal = black / 8 == black % 8;
        let swap = black / 8 > black % 8 || is_diagonal && white / 8 > white % 8;
        Self { turn, swap }
    }
}

impl Lead {
    /// How many values the digit has.
    const fn size(self) -> usize {
        match self {
            Self::Kings => KING_PAIRS,
            Self::Pawn(_) => PAWN_HALF,
            Self::Pair => PAWN_PAIRS,
            Self::Opposed => PAWN_HALF * PAWN_SQUARES,
            Self::PairAndPawn => PAWN_HALF * (PAWN_SQUARES * (PAWN_SQUARES - 1) / 2),
            Self::Triple => PAWN_TRIPLES,
        }
    }

    /// The digit, and the symmetry that all men are then seen through. Pawns are between the first
    /// and the eighth rank, White's first.
    fn number(self, white: usize, black: usize, pawns: [usize; 3]) -> Option<(usize, Image)> {
        let [a, b, c] = pawns;
        Some(match self {
            Self::Kings => {
                let image = Image::of_kings(white, black);
                (known(KINGS[image.of(black)][image.of(white)])?, image)
            }
            Self::Pawn(color) => {
                let image = Image::onto_queenside(a);
                (half_number(image.of(a), color), image)
            }
            Self::Pair => {
                let (leader, other) = leader_first(a, b);
                let image = Image::onto_queenside(leader);
                let row = &PAWNS[half_number(image.of(leader), Color::White)];
                (known(row[63 - image.of(other)])?, image)
            }
            Self::Opposed => {
                let image = Image::onto_queenside(a);
                (half_number(image.of(a), Color::White) * PAWN_SQUARES + image.of(b) - 8, image)
            }
            Self::PairAndPawn => {
                let image = Image::onto_queenside(c);
                let pair = pair_number(PAWN_SQUARES, 55 - image.of(a), 55 - image.of(b))?;
                let pairs = PAWN_SQUARES * (PAWN_SQUARES - 1) / 2;
                (half_number(image.of(c), Color::Black) * pairs + pair, image)
            }
            Self::Triple => {
                let on_kingside = pawns.iter().filter(|&&pawn| is_kingside(pawn)).count();
                let image = Image { turn: if on_kingside > 1 { 7 } else { 0 }, swap: false };
                (triple_number(pawns.map(|pawn| image.of(pawn)))?, image)
            }
        })
    }
}

/// A number from a table.
fn known(number: u16) -> Option<usize> {
    (number != NONE).then_some(usize::from(number))
}

impl Like {
    /// How many values the digit has.
    const fn size(self) -> usize {
        match self.men {
            1 => 64,
            2 => 64 * 63 / 2,
            _ => choose3(64),
        }
    }

    /// The digit of men on these squares, of which there are as many as men; `None` if two are the
    /// same.
    fn number(self, squares: [usize; 3]) -> Option<usize> {
        match self.men {
            1 => Some(squares[0]),
            2 => pair_number(64, squares[0], squares[1]),
            _ => {
                let [x, y, z] = sorted(squares)?;
                Some(x + y * (y - 1) / 2 + choose3(z))
            }
        }
    }
}

/// Sets of three of `n` things.
const fn choose3(n: usize) -> usize {
    if n < 3 { 0 } else { n * (n - 1) * (n - 2) / 6 }
}

const fn swapped(square: usize) -> usize {
    square / 8 + square % 8 * 8
}

const fn is_kingside(square: usize) -> bool {
    square % 8 > 3
}

/// Three numbers in ascending order; `None` if two are equal.
fn sorted(mut three: [usize; 3]) -> Option<[usize; 3]> {
    three.sort_unstable();
    (three[0] < three[1] && three[1] < three[2]).then_some(three)
}

/// The number of a set of two of `n` things, counted by the smaller, then by the larger one; `None`
/// if they are equal.
fn pair_number(n: usize, a: usize, b: usize) -> Option<usize> {
    let (a, b) = (a.min(b), a.max(b));
    (a < b).then(|| a * (2 * n - a - 1) / 2 + b - a - 1)
}

/// The number of a pawn on files a to d: the most advanced rank first.
const fn half_number(square: usize, color: Color) -> usize {
    let advanced = match color {
        Color::White => 6 - square / 8,
        Color::Black => square / 8 - 1,
    };
    advanced * 4 + square % 8
}

/// Two pawns of White, first the one that leads: the more advanced one, then the one closer to the
/// edge, then the one on the queen's side.
const fn leader_first(a: usize, b: usize) -> (usize, usize) {
    const fn key(square: usize) -> usize {
        let file = square % 8;
        let from_edge = if file > 3 { 7 - file } else { file };
        (7 - square / 8) * 64 + from_edge * 8 + file
    }
    if key(b) < key(a) { (b, a) } else { (a, b) }
}

/// The number of three pawns of White of which at least two are on the queen's side; `None` if two
/// share a square. Squares are counted by side of the board, the king's side first, then by rank,
/// then towards the queen's side.
fn triple_number(pawns: [usize; 3]) -> Option<usize> {
    let place = |pawn: usize| {
        let half = if is_kingside(pawn) { 0 } else { PAWN_HALF };
        half + (6 - pawn / 8) * 4 + (3 - pawn % 4)
    };
    let [x, y, z] = sorted(pawns.map(place))?;
    let pairs = PAWN_HALF * (PAWN_HALF - 1) / 2;
    let (y, z) = (y - PAWN_HALF, z - PAWN_HALF);
    Some(match x.checked_sub(PAWN_HALF) {
        None => x * pairs + pair_number(PAWN_HALF, y, z)?,
        Some(x) => {
            // Before them: the sets with a smaller first square, then the pairs after it.
            let left = PAWN_HALF - 1 - x;
            let before = choose3(PAWN_HALF) - choose3(PAWN_HALF - x);
            PAWN_HALF * pairs + before + pair_number(left, y - x - 1, z - x - 1)?
        }
    })
}

/// Pairs of kings are numbered by Black's square, then by White's.
const fn king_pairs() -> [[u16; 64]; 64] {
    let mut numbers = [[NONE; 64]; 64];
    let mut number = 0;
    let mut pair = 0;
    while pair < 64 * 64 {
        let (black, white) = (pair / 64, pair % 64);
        let image = Image::of_kings(white, black);
        let is_first = image.turn == 0 && !image.swap;
        let apart = (black / 8).abs_diff(white / 8) > 1 || (black % 8).abs_diff(white % 8) > 1;
        if is_first && apart {
            numbers[black][white] = number;
            number += 1;
        }
        pair += 1;
    }
    assert!(number as usize == KING_PAIRS);
    numbers
}

/// Pairs of pawns are numbered by the higher square, on the king's side, then by the lower one,
/// both from h7 down; a mirror image has the number of the first.
const fn pawn_pairs() -> [[u16; 64]; PAWN_HALF] {
    let mut numbers = [[NONE; 64]; PAWN_HALF];
    let mut number = 0;
    let mut higher = 55;
    while higher > 8 {
        let mut lower = higher - 1;
        while is_kingside(higher) && lower >= 8 {
            let (leader, other) = leader_first(higher, lower);
            let image = Image::onto_queenside(leader);
            let at = &mut numbers[half_number(image.of(leader), Color::White)][63 - image.of(other)];
            if *at == NONE {
                *at = number;
                number += 1;
            }
            lower -= 1;
        }
        higher -= 1;
    }
    assert!(number as usize == PAWN_PAIRS);
    numbers
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use board::random::Random;
    use board::{Placement, Symmetry};
    use proptest::prelude::*;

    use super::*;

    fn numbering(name: &str) -> Numbering {
        Numbering::new(name.parse().unwrap()).unwrap()
    }

    #[test]
    fn all_endings_of_3_to_5_men_are_numbered() {
        for material in (3..=5).flat_map(Material::with_men) {
            assert!(Numbering::new(material).is_some_and(|n| n.positions() > 0), "{material}");
        }
        for name in ["KvK", "KRPPvKR", "KRvKPP"] {
            assert!(Numbering::new(name.parse().unwrap()).is_none(), "{name}");
        }
    }

    #[test]
    fn sizes_are_those_of_the_format() {
        let aa = 64 * 63 / 2;
        for (name, positions) in [
            ("KRvK", 462 * 64),
            ("KRRvK", 462 * aa),
            ("KRBvK", 462 * 64 * 64),
            ("KBBBvK", 462 * 41_664),
            ("KRBBvK", 462 * aa * 64),
            ("KBBvKN", 462 * aa * 64),
            ("KPvK", 24 * 64 * 64),
            ("KRvKP", 24 * 64 * 64 * 64),
            ("KPPvK", 576 * 64 * 64),
            ("KRPPvK", 576 * 64 * 64 * 64),
            ("KPvKP", 24 * 48 * 64 * 64),
            ("KBBvKP", 24 * 64 * 64 * aa),
            ("KPPvKP", 24 * 1128 * 64 * 64),
            ("KPPPvK", 8648 * 64 * 64),
        ] {
            assert_eq!(numbering(name).positions(), positions, "{name}");
        }
    }

    /// Each value of a lead is taken, and only by mirror images.
    #[test]
    fn leads_are_numbered_without_gaps() {
        let squares = || (8..56usize).flat_map(|a| (8..56usize).map(move |b| (a, b)));
        let pairs = squares().filter(|(a, b)| a < b);
        let mut images: HashMap<usize, HashSet<Vec<usize>>> = HashMap::new();
        for (a, b) in pairs {
            let (number, _) = Lead::Pair.number(0, 63, [a, b, 0]).unwrap();
            images.entry(number).or_default().insert(vec![a, b]);
        }
        for (lead, of_three) in [(Lead::Triple, true), (Lead::PairAndPawn, false)] {
            let mut images: HashMap<usize, u32> = HashMap::new();
            for (a, b) in squares().filter(|(a, b)| a < b) {
                for c in (8..56).filter(|&c| if of_three { c > b } else { c != a && c != b }) {
                    *images.entry(lead.number(0, 63, [a, b, c]).unwrap().0).or_default() += 1;
                }
            }
            assert!(images.keys().all(|&number| number < lead.size()));
            assert!(images.values().all(|&count| count == 2), "{lead:?}");
            // With a pawn of the other side, some squares are taken twice.
            let taken = PAWN_HALF * 2 * 47 * 46 / 2 / 2;
            assert_eq!(images.len(), if of_three { PAWN_TRIPLES } else { taken }, "{lead:?}");
        }
        assert_eq!(images.len(), PAWN_PAIRS);
        let mirrored = |pair: &Vec<usize>| {
            let mut mirrored: Vec<usize> = pair.iter().map(|square| square ^ 7).collect();
            mirrored.sort_unstable();
            mirrored
        };
        for set in images.values() {
            let first = set.iter().next().unwrap();
            assert!(set.iter().all(|pair| pair == first || *pair == mirrored(first)), "{set:?}");
        }
    }

    #[test]
    fn positions_without_a_number() {
        let number = |name: &str, men: &str| numbering(name).number(&men_of(men));
        assert_eq!(number("KRvK", "Ka1Rh8ka2"), None, "kings that touch");
        assert_eq!(number("KPvK", "Ka1Ph8ka5"), None, "a pawn on the eighth rank");
        assert_eq!(number("KRRvK", "Ka1Rh8Rh8kc5"), None, "rooks on one square");
        assert_eq!(number("KPPvK", "Ka1Ph7Ph7kc5"), None);
        assert_eq!(number("KPPPvK", "Ka1Ph7Ph7Pa2kc5"), None);
        assert_eq!(number("KBBBvK", "Ka1Bh7Bh7Ba2kc5"), None);
    }

    /// Numbers that another reader of the format gives; they are in no file.
    #[test]
    fn numbers_are_those_of_the_format() {
        for (ending, men, number) in [
            ("KRvK", "Kh7Rg2ke2", 21_193),
            ("KRRvK", "Kf8Rd7Rc7ka1", 59_626),
            ("KRBvK", "Kd4Rd3Bf7kb3", 1_046_190),
            ("KRvKB", "Kf3Rd7kh8bd4", 63_588),
            ("KBBBvK", "Kc8Be7Ba8Bd3kh1", 1_248_558),
            ("KRBBvK", "Kf5Re1Bc3Be8kc5", 53_100_775),
            ("KQQBvK", "Kf3Qb2Qf1Ba4ke1", 20_781_599),
            ("KQBNvK", "Kd6Qe4Bh1Nc2kc4", 104_218_129),
            ("KBBvKN", "Kb3Bc7Bg1kh6ng6", 17_860_682),
            ("KQBvKN", "Kb3Qd4Bf6ke3nc4", 103_139_997),
            ("KPvK", "Ke6Pd3kb3", 80_657),
            ("KPvK", "Ka4Pc2kg3", 91_670),
            ("KRPvK", "Kh7Ra2Pb6kc3", 1_537_160),
            ("KRPvK", "Kh4Rc6Pc3ke6", 4_848_426),
            ("KRvKP", "Kf8Ra7kc8pc6", 4_972_208),
            ("KRvKP", "Kh4Rg5kg8ph3", 1_150_561),
            ("KPPvK", "Kg7Pe3Ph7ka2", 142_415),
            ("KPPvK", "Kh2Pd4Pa5ke7", 1_352_692),
            ("KPvKP", "Kh7Ph4kf4pa7", 2_554_906),
            ("KPvKP", "Kc4Pc2kh8pd3", 4_372_159),
            ("KRPPvK", "Kg2Rd3Pa2Pd4kh4", 132_179_923),
            ("KRPPvK", "Kh6Rc2Pb6Pd5kc5", 58_652_810),
            ("KPPvKR", "Kh1Ph6Pc5kb6rd7", 49_286_068),
            ("KPPvKR", "Kg4Ph3Ph6ke4re7", 52_270_835),
            ("KRPvKP", "Kg1Rc2Pd3kd7pc6", 248_016_074),
            ("KRPvKP", "Kb7Rf1Ph2kd8pa7", 264_204_034),
            ("KRPvKB", "Ke6Rg3Pf6kc3bd7", 112_022_644),
            ("KRPvKB", "Kd1Rf5Pd5kf7bf4", 185_555_293),
            ("KQRvKP", "Ke5Qe4Re3kh6pg4", 160_335_571),
            ("KQRvKP", "Kf8Qe1Rg8kd8pc5", 251_113_790),
            ("KQRPvK", "Ka6Qa8Re2Ph3kf6", 280_932_299),
            ("KQRPvK", "Kb1Qc4Re4Pa2kd8", 336_049_820),
            ("KBBPvK", "Kg2Ba1Be3Pc5kd4", 84_436_147),
            ("KBBPvK", "Ka8Bf3Bh3Pd6ke3", 65_069_530),
            ("KBBvKP", "Ke7Be2Bd6kh2pc2", 23_255_280),
            ("KBBvKP", "Kg4Bh1Ba1ke6pb4", 78_277_254),
            ("KPPvKP", "Kd2Pe5Pc2kd8pb5", 63_124_219),
            ("KPPvKP", "Ke6Pd4Pc3kd1pd7", 110_144_259),
            ("KPPPvK", "Ka8Pe2Pd4Pf7kh4", 17_129_432),
            ("KPPPvK", "Kd1Pc6Pg6Pf5kd8", 7_295_292),
        ] {
            assert_eq!(numbering(ending).number(&men_of(men)), Some(number), "{ending} {men}");
        }
    }

    /// A placement, legal or not, written as pieces with their squares.
    fn men_of(text: &str) -> Placement {
        let men: Vec<board::Man> = text
            .as_bytes()
            .chunks(3)
            .map(|man| {
                let letter = char::from(man[0]);
                let color = if letter.is_uppercase() { Color::White } else { Color::Black };
                let kind = |piece: &Piece| char::from(*piece) == letter.to_ascii_lowercase();
                let piece = Piece::ALL.into_iter().find(kind).unwrap();
                let square = std::str::from_utf8(&man[1..]).unwrap().parse().unwrap();
                board::Man { color, piece, square }
            })
            .collect();
        Placement::new(Color::White, &men).unwrap()
    }

    proptest! {
        /// Mirror images, and only they, share a number.
        #[test]
        fn mirror_images_share_a_number(seed in 0..u64::MAX, ending in 0..145usize) {
            let endings: Vec<Material> = (3..=5).flat_map(Material::with_men).collect();
            let material = endings[ending];
            let numbering = Numbering::new(material).unwrap();
            let mut random = Random::new(seed);
            let position = Placement::random(&mut random, material);
            let number = numbering.number(&position).unwrap();
            prop_assert!(number < numbering.positions());
            let symmetries: &[Symmetry] =
                if material.pawns() > 0 { &[Symmetry::MIRROR_FILES] } else { &Symmetry::ALL };
            let on_diagonal = |king: board::Square| {
                let images = Symmetry::ALL.into_iter().filter(|s| s.apply(king) == king).count();
                images > 1
            };
            let kings = Color::ALL.map(|color| position.king(color));
            let pawns = |position: &Placement| -> Vec<board::Man> {
                let mut pawns = position.men().to_vec();
                pawns.retain(|man| man.piece == Piece::Pawn);
                pawns.sort_by_key(|man| man.square);
                pawns
            };
            // With both kings on one diagonal, or pawns that are their own mirror image, two images
            // have numbers of their own.
            let are_apart = if material.pawns() > 0 {
                pawns(&position) == pawns(&position.transform(Symmetry::MIRROR_FILES))
            } else {
                kings.into_iter().all(on_diagonal)
            };
            if !are_apart {
                for &symmetry in symmetries {
                    prop_assert_eq!(numbering.number(&position.transform(symmetry)), Some(number));
                }
            }
            let other = Placement::random(&mut random, material).with_side_to_move(position.side_to_move());
            let is_image = Symmetry::ALL.into_iter().any(|symmetry| position.transform(symmetry) == other);
            prop_assert!(is_image || numbering.number(&other) != Some(number));
        }
    }
}

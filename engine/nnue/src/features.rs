//! The inputs of the network, piece placements from each side's perspective, and the choice of its
//! output head.

use board::{Board, Color, File, Man, Piece, Square};
use serde::{Deserialize, Serialize};

use crate::men::Men;

/// Inputs of one perspective, for one king square or for all: two sides, six piece types, 64
/// squares.
pub const MEN_FEATURES: usize = 2 * Piece::NUM * Square::NUM;

/// Heads of [`FeatureSet::Mirrored`].
const MIRRORED_HEADS: usize = 8;

/// Neurons of a second layer of [`FeatureSet::KingSquares`].
const SECOND_LAYER: usize = 7;

/// Squares of a side's own king in its own view: the left half of the board.
const KING_SQUARES: usize = Square::NUM / 2;

/// The inputs of a network and the division of positions among its heads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FeatureSet {
    /// 768 inputs for each perspective; each head covers four piece counts. For all positions.
    #[default]
    Mirrored,
    /// 32 times as many, a set for each square of the side's own king, known as HalfKA. Every
    /// ending of up to five men has a head of its own for either side to move; two more heads cover
    /// more men, without and with pawns. For endings: with few men a refresh is as fast as an
    /// update.
    KingSquares,
}

impl FeatureSet {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Mirrored, Self::KingSquares];

    /// Inputs of one perspective.
    #[inline]
    pub const fn features(self) -> usize {
        match self {
            Self::Mirrored => MEN_FEATURES,
            Self::KingSquares => KING_SQUARES * MEN_FEATURES,
        }
    }

    /// Output heads.
    #[inline]
    pub const fn heads(self) -> usize {
        match self {
            Self::Mirrored => MIRRORED_HEADS,
            Self::KingSquares => Men::ENDINGS + 2,
        }
    }

    /// Neurons of a head's second layer.
    #[inline]
    pub const fn second_layer(self) -> usize {
        match self {
            Self::Mirrored => 0,
            Self::KingSquares => SECOND_LAYER,
        }
    }

    /// Sums of the hidden neurons per head: one goes straight to the output, the others are the
    /// neurons of its second layer.
    #[inline]
    pub const fn sums(self) -> usize {
        1 + self.second_layer()
    }

    /// The head for positions with these men. [`Mirrored`](Self::Mirrored): 0 for 2 to 5 men, 7 for
    /// 30 to 32. [`KingSquares`](Self::KingSquares): the number of the ending, [`Men::ending`];
    /// after those of all endings, one for more men without pawns and one with pawns.
    #[inline]
    pub fn head(self, men: Men) -> usize {
        match self {
            Self::Mirrored => by_fours(men.count()),
            Self::KingSquares => men.ending().unwrap_or(Men::ENDINGS + usize::from(men.has_pawns())),
        }
    }

    /// The head for a position.
    #[inline(always)]
    pub fn head_of(self, board: &Board) -> usize {
        match self {
            Self::Mirrored => by_fours(board.occupied().len()),
            Self::KingSquares => self.head(Men::of(board)),
        }
    }

    /// The first input for a king square, which is on the left half.
    #[inline]
    fn start(self, own_king: Square) -> u16 {
        match self {
            Self::Mirrored => 0,
            Self::KingSquares => (own_king.rank() as u16 * 4 + own_king.file() as u16) * MEN_FEATURES as u16,
        }
    }
}

/// The head for this number of men, at least the two kings.
#[inline(always)]
fn by_fours(men: u32) -> usize {
    (men.saturating_sub(2) / 4) as usize % MIRRORED_HEADS
}

/// Offset in an index between the two sides' men.
const SIDE: u16 = Square::NUM as u16;
/// Offset in an index between piece types.
const PIECE: u16 = 2 * SIDE;
/// Flips the board vertically.
const FLIP: u16 = 56;
/// Mirrors the board horizontally.
const MIRROR: u16 = 7;

/// The index of a man on its square in White's view, from which every view's input follows by an
/// exclusive or.
#[inline]
pub(crate) fn code(color: Color, piece: Piece, square: Square) -> u16 {
    piece as u16 * PIECE + color as u16 * SIDE + square as u16
}

/// How a side sees the board: from its own end, and mirrored where needed so that its king is on
/// files a to d.
///
/// ```
/// use board::{Color, Man, Piece, Square};
/// use vancura_nnue::{FeatureSet, View};
///
/// let black = View::new(FeatureSet::Mirrored, Color::Black, Square::G8);
/// let pawn = Man { color: Color::White, piece: Piece::Pawn, square: Square::E4 };
/// // A pawn of theirs, and e4 turned upside down and mirrored is d5.
/// assert_eq!(black.feature(pawn), 128 * 0 + 64 * 1 + Square::D5 as usize);
/// // Its king on g8 is one on b1 as it sees it.
/// let black = View::new(FeatureSet::KingSquares, Color::Black, Square::G8);
/// assert_eq!(black.feature(pawn), 768 * 1 + 64 * 1 + Square::D5 as usize);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    /// The exclusive-or mask applied to squares and sides.
    turn: u16,
    /// The first input for the king's square.
    start: u16,
}

impl View {
    /// The view of the side whose king is on `own_king`.
    #[inline]
    pub fn new(feature_set: FeatureSet, perspective: Color, own_king: Square) -> Self {
        let side = if perspective == Color::Black { SIDE | FLIP } else { 0 };
        let turn = side | if is_mirrored(own_king) { MIRROR } else { 0 };
        let seen_king = Square::index(usize::from(own_king as u16 ^ (turn & (FLIP | MIRROR))));
        Self { turn, start: feature_set.start(seen_king) }
    }

    /// The view that a side has of a board.
    #[inline]
    pub fn of(feature_set: FeatureSet, board: &Board, perspective: Color) -> Self {
        Self::new(feature_set, perspective, board.king(perspective))
    }

    /// The input that a man turns on: `128 * piece + 64 * (1 if theirs) + square`, with pawn,
    /// knight, bishop, rook, queen, king as 0 to 5 and squares from a1 = 0 by rank to h8 = 63, in
    /// this view; with king squares, plus `768 * (4 * rank + file)` of the own king, both from 0.
    /// Less than [`FeatureSet::features`].
    #[inline]
    pub fn feature(self, man: Man) -> usize {
        self.feature_of(code(man.color, man.piece, man.square))
    }

    #[inline]
    pub(crate) fn feature_of(self, code: u16) -> usize {
        usize::from(self.start + (code ^ self.turn))
    }
}

/// True when a side with its king there sees the board mirrored.
#[inline]
pub(crate) fn is_mirrored(own_king: Square) -> bool {
    own_king.file() >= File::E
}

/// The inputs that are on for one side, in no particular order: as many as there are men.
pub fn active_features(
    feature_set: FeatureSet,
    board: &Board,
    perspective: Color,
) -> impl Iterator<Item = usize> + '_ {
    let view = View::of(feature_set, board, perspective);
    Color::ALL.into_iter().flat_map(move |color| {
        Piece::ALL.into_iter().flat_map(move |piece| {
            board
                .colored_pieces(color, piece)
                .into_iter()
                .map(move |square| view.feature(Man { color, piece, square }))
        })
    })
}

/// The meaning of an input in its own view.
pub(crate) struct Input {
    /// The square of the own king to which the input belongs, if any.
    pub(crate) own_king: Option<Square>,
    pub(crate) is_theirs: bool,
    pub(crate) piece: Piece,
    pub(crate) square: Square,
}

impl Input {
    pub(crate) fn new(feature_set: FeatureSet, feature: usize) -> Self {
        let (king, code) = (feature / MEN_FEATURES, (feature % MEN_FEATURES) as u16);
        let own_king = Square::index(king / 4 * 8 + king % 4);
        Self {
            own_king: (feature_set == FeatureSet::KingSquares).then_some(own_king),
            is_theirs: code & SIDE != 0,
            piece: Piece::index((code / PIECE) as usize),
            square: Square::index((code % SIDE) as usize),
        }
    }

    /// False for inputs that no position turns on: pawns on the first or last rank, and the own
    /// king on the mirrored half or on another square than the input's.
    pub(crate) fn is_possible(&self) -> bool {
        match self.piece {
            Piece::Pawn => !matches!(self.square.rank(), board::Rank::First | board::Rank::Eighth),
            Piece::King if !self.is_theirs => {
                self.own_king.map_or(!is_mirrored(self.square), |own_king| own_king == self.square)
            }
            _ => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::fen;

    #[test]
    fn every_man_has_an_input_of_its_own_in_every_view() {
        for feature_set in FeatureSet::ALL {
            let mut seen = vec![0; feature_set.features()];
            let kings = Square::ALL.into_iter().flat_map(|king| Color::ALL.map(|color| (color, king)));
            for (perspective, own_king) in kings {
                let view = View::new(feature_set, perspective, own_king);
                for color in Color::ALL {
                    for piece in Piece::ALL {
                        for square in Square::ALL {
                            seen[view.feature(Man { color, piece, square })] += 1;
                        }
                    }
                }
            }
            // 128 kings; with king squares, two sides' views of four each.
            let views = 128 * MEN_FEATURES / feature_set.features();
            assert!(seen.iter().all(|&times| times == views), "{feature_set:?}");
        }
    }

    #[test]
    fn inputs_are_what_the_definition_says() {
        for feature_set in FeatureSet::ALL {
            for perspective in Color::ALL {
                for own_king in Square::ALL {
                    let view = View::new(feature_set, perspective, own_king);
                    for color in Color::ALL {
                        for square in Square::ALL {
                            let man = Man { color, piece: Piece::Rook, square };
                            let input = Input::new(feature_set, view.feature(man));
                            let seen = |square: Square| {
                                let turned =
                                    if perspective == Color::Black { square.flip_rank() } else { square };
                                if own_king.file() as usize >= 4 { turned.flip_file() } else { turned }
                            };
                            assert_eq!(input.square, seen(square));
                            assert_eq!(input.is_theirs, color != perspective);
                            assert_eq!(input.piece, Piece::Rook);
                            let is_by_king = feature_set == FeatureSet::KingSquares;
                            assert_eq!(input.own_king, is_by_king.then(|| seen(own_king)));
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn the_own_king_is_always_on_the_left_half_and_all_inputs_are_possible() {
        for feature_set in FeatureSet::ALL {
            for text in [fen::STARTPOS, "8/2k5/8/8/1r6/8/2PK4/7R b - - 0 1", "7k/8/8/8/8/8/8/K7 w - - 0 1"] {
                let board = fen::parse(text).unwrap();
                for perspective in Color::ALL {
                    let inputs: Vec<Input> = active_features(feature_set, &board, perspective)
                        .map(|feature| Input::new(feature_set, feature))
                        .collect();
                    assert_eq!(inputs.len(), board.occupied().len() as usize);
                    assert!(inputs.iter().all(Input::is_possible));
                }
            }
        }
    }

    #[test]
    fn heads_are_cut_by_fours_from_two_men_on() {
        let heads = [2, 5, 6, 9, 10, 29, 30, 32].map(by_fours);
        assert_eq!(heads, [0, 0, 1, 1, 2, 6, 7, 7]);
        let board = Board::default();
        assert_eq!(FeatureSet::Mirrored.head_of(&board), FeatureSet::Mirrored.head(Men::of(&board)));
    }

    #[test]
    fn more_than_five_men_have_a_head_without_and_one_with_pawns() {
        for (text, head) in [
            ("8/2k5/8/8/1r6/8/2RK4/6RR b - - 0 1", FeatureSet::KingSquares.heads() - 2),
            ("8/2k5/8/8/1r6/8/2PK4/6RR b - - 0 1", FeatureSet::KingSquares.heads() - 1),
        ] {
            assert_eq!(FeatureSet::KingSquares.head_of(&fen::parse(text).unwrap()), head);
        }
    }
}

//! The inputs of the network: which man stands where, as each side sees it.

use board::{Board, Color, File, Man, Piece, Square};

/// Inputs of one perspective: two sides, six pieces, 64 squares.
pub const FEATURES: usize = 2 * Piece::NUM * Square::NUM;

/// Output heads, each for four numbers of men.
pub const HEADS: usize = 8;

/// In an index, one side's men come this many after the other's.
const SIDE: u16 = Square::NUM as u16;
/// In an index, each kind of piece comes this many after the one before.
const PIECE: u16 = 2 * SIDE;
/// Turns the board upside down.
const FLIP: u16 = 56;
/// Exchanges the left and the right half of the board.
const MIRROR: u16 = 7;

/// A man on its square as White sees it: the number from which every view's input is an exclusive or away.
#[inline]
pub(crate) fn code(color: Color, piece: Piece, square: Square) -> u16 {
    piece as u16 * PIECE + color as u16 * SIDE + square as u16
}

/// How a side sees the board: from its own end, and mirrored where needed so that its king stands on the files a to d.
///
/// ```
/// use board::{Color, Man, Piece, Square};
/// use nnue::View;
///
/// let black = View::new(Color::Black, Square::G8);
/// let pawn = Man { color: Color::White, piece: Piece::Pawn, square: Square::E4 };
/// // A pawn of theirs, and e4 turned upside down and mirrored is d5.
/// assert_eq!(black.feature(pawn), 128 * 0 + 64 * 1 + Square::D5 as usize);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View(u16);

impl View {
    /// The view of the side whose king stands on `own_king`.
    #[inline]
    pub fn new(perspective: Color, own_king: Square) -> Self {
        let turned = if perspective == Color::Black { SIDE | FLIP } else { 0 };
        Self(turned | if is_mirrored(own_king) { MIRROR } else { 0 })
    }

    /// The view that a side has of a board.
    #[inline]
    pub fn of(board: &Board, perspective: Color) -> Self {
        Self::new(perspective, board.king(perspective))
    }

    /// The input that a man turns on: `128 * piece + 64 * (1 if theirs) + square`, with pawn, knight, bishop, rook, queen, king as
    /// 0 to 5 and squares from a1 = 0 by rank to h8 = 63, as this view has them. Less than [`FEATURES`].
    #[inline]
    pub fn feature(self, man: Man) -> usize {
        self.feature_of(code(man.color, man.piece, man.square))
    }

    #[inline]
    pub(crate) fn feature_of(self, code: u16) -> usize {
        usize::from(code ^ self.0)
    }
}

/// True when a side with its king there sees the board mirrored.
#[inline]
pub(crate) fn is_mirrored(own_king: Square) -> bool {
    own_king.file() >= File::E
}

/// The output head for a number of men: 0 for 2 to 5, 7 for 30 to 32.
///
/// # Panics
/// With fewer than two men, that is, without kings.
#[inline]
pub fn head(men: u32) -> usize {
    ((men - 2) / 4) as usize
}

/// What an input stands for, as its view has it.
pub(crate) struct Input {
    pub(crate) is_theirs: bool,
    pub(crate) piece: Piece,
    pub(crate) square: Square,
}

impl Input {
    pub(crate) fn new(feature: usize) -> Self {
        let code = feature as u16;
        Self {
            is_theirs: code & SIDE != 0,
            piece: Piece::index((code / PIECE) as usize),
            square: Square::index((code % SIDE) as usize),
        }
    }

    /// False for what no position turns on: pawns at the edge and one's own king on the mirrored half.
    pub(crate) fn is_possible(&self) -> bool {
        match self.piece {
            Piece::Pawn => !matches!(self.square.rank(), board::Rank::First | board::Rank::Eighth),
            Piece::King => self.is_theirs || !is_mirrored(self.square),
            _ => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::fen;

    /// The inputs that are on for one side, in no particular order: as many as there are men.
    fn active_features(board: &Board, perspective: Color) -> impl Iterator<Item = usize> + '_ {
        let view = View::of(board, perspective);
        Color::ALL.into_iter().flat_map(move |color| {
            Piece::ALL.into_iter().flat_map(move |piece| {
                board
                    .colored_pieces(color, piece)
                    .into_iter()
                    .map(move |square| view.feature(Man { color, piece, square }))
            })
        })
    }

    #[test]
    fn every_man_has_an_input_of_its_own_in_every_view() {
        for view in
            Color::ALL.into_iter().flat_map(|c| [Square::B1, Square::G1].map(|king| View::new(c, king)))
        {
            let mut seen = [false; FEATURES];
            for color in Color::ALL {
                for piece in Piece::ALL {
                    for square in Square::ALL {
                        let feature = view.feature(Man { color, piece, square });
                        assert!(!std::mem::replace(&mut seen[feature], true));
                    }
                }
            }
        }
    }

    #[test]
    fn inputs_are_what_the_definition_says() {
        for perspective in Color::ALL {
            for own_king in Square::ALL {
                let view = View::new(perspective, own_king);
                for color in Color::ALL {
                    for square in Square::ALL {
                        let seen = Input::new(view.feature(Man { color, piece: Piece::Rook, square }));
                        let mut expected =
                            if perspective == Color::Black { square.flip_rank() } else { square };
                        if own_king.file() as usize >= 4 {
                            expected = expected.flip_file();
                        }
                        assert_eq!(seen.square, expected);
                        assert_eq!(seen.is_theirs, color != perspective);
                        assert_eq!(seen.piece, Piece::Rook);
                    }
                }
            }
        }
    }

    #[test]
    fn the_own_king_is_always_on_the_left_half_and_all_inputs_are_possible() {
        for text in [fen::STARTPOS, "8/2k5/8/8/1r6/8/2PK4/7R b - - 0 1", "7k/8/8/8/8/8/8/K7 w - - 0 1"] {
            let board = fen::parse(text).unwrap();
            for perspective in Color::ALL {
                let inputs: Vec<Input> = active_features(&board, perspective).map(Input::new).collect();
                assert_eq!(inputs.len(), board.occupied().len() as usize);
                assert!(inputs.iter().all(Input::is_possible));
            }
        }
    }

    #[test]
    fn heads_are_cut_by_fours_from_two_men_on() {
        let heads: Vec<usize> = [2, 5, 6, 9, 10, 29, 30, 32].into_iter().map(head).collect();
        assert_eq!(heads, [0, 0, 1, 1, 2, 6, 7, 7]);
    }
}

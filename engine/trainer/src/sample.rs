//! The training sample: a position and its label, in 32 bytes.
//!
//! A position is stored from the side to move's view: with Black to move the ranks are flipped, so
//! that "ours" always moves up the board. Castling rights and en passant are not stored, because
//! the network does not use them.
//!
//! | offset | size | meaning                                                                                       |
//! |--------|------|-----------------------------------------------------------------------------------------------|
//! | 0      | 8    | occupied squares, little-endian, bit 0 = a1                                                   |
//! | 8      | 16   | a nibble for each occupied square in ascending order, low nibble first: piece + 8 when theirs |
//! | 24     | 2    | score, little-endian `i16`: centipawns for the side to move                                   |
//! | 26     | 1    | result in half points for the side to move: 0, 1, 2; 255 = none, train on the score alone     |
//! | 27     | 1    | where the position comes from, see [`Origin`]                                                 |
//! | 28     | 1    | fifty-move counter, in plies                                                                  |
//! | 29     | 3    | reserved, zero                                                                                |

use board::{Board, BoardBuilder, Color, Piece, Square};

/// Bytes of a packed sample.
pub const BYTES: usize = 32;

/// A sample as stored in a file.
pub type Packed = [u8; BYTES];

/// Scores of this magnitude and more, in centipawns, are exact: won or lost by tables or mate (the
/// engine's score scale).
pub(crate) const DECISIVE: u16 = 28_000;

/// The greatest magnitude that a score may have: mate on the board.
pub(crate) const SCORE_MAX: u16 = 31_000;

const SCORE: usize = 24;
const RESULT: usize = 26;
const ORIGIN: usize = 27;
const FIFTY: usize = 28;
const NO_RESULT: u8 = 255;
/// In a nibble: the piece is theirs.
const THEIRS: u8 = 8;
const EDGE_RANKS: u64 = 0xFF00_0000_0000_00FF;

/// The result of the game, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SideResult {
    /// Lost.
    Loss = 0,
    /// Drawn.
    Draw = 1,
    /// Won.
    Win = 2,
}

/// The origin of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Played in a game.
    Game = 0,
    /// Near a game: reached by a move that was not played, or found in the search.
    OffGame = 1,
    /// Labeled from tables: the score is exact.
    Table = 2,
}

/// The label of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label {
    /// Centipawns for the side to move, on the engine's score scale: at most `SCORE_MAX` in
    /// magnitude.
    pub score: i16,
    /// The result of the game; `None` trains on the score alone.
    pub result: Option<SideResult>,
    /// The origin of the position.
    pub origin: Origin,
    /// Plies since the last capture or pawn move.
    pub fifty_move_counter: u8,
}

/// A piece from the side to move's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SampleMan {
    /// The square, with the ranks flipped when Black moves.
    pub square: Square,
    /// The kind of piece.
    pub piece: Piece,
    /// Belongs to the side not to move.
    pub is_theirs: bool,
}

/// Why 32 bytes are not a sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SampleError {
    /// Fewer than two men or more than 32.
    #[error("{0} men instead of 2 to 32")]
    Men(u32),
    /// A nibble that does not stand for a piece.
    #[error("nibble {nibble:#x} on {square} is not a piece")]
    Piece {
        /// The nibble that was read.
        nibble: u8,
        /// The square, from the side to move's view.
        square: Square,
    },
    /// A nonzero nibble after the last piece.
    #[error("nibble {0} is used, but there is no piece for it")]
    Unused(usize),
    /// Not one king each.
    #[error("{ours} kings of the side to move and {theirs} of the other instead of one each")]
    Kings {
        /// Kings of the side to move.
        ours: u32,
        /// Kings of the other side.
        theirs: u32,
    },
    /// A pawn on the first or last rank.
    #[error("a pawn on {0}")]
    Pawn(Square),
    /// A score outside the engine's scale.
    #[error("a score of {0}, at most {SCORE_MAX} in magnitude is possible")]
    Score(i16),
    /// An invalid result.
    #[error("result byte {0} instead of 0, 1, 2 or 255")]
    Result(u8),
    /// An unknown origin.
    #[error("origin byte {0} instead of 0, 1 or 2")]
    Origin(u8),
    /// Reserved bytes that are not zero.
    #[error("the reserved bytes are not zero")]
    Reserved,
}

/// A position and its label.
///
/// ```
/// use board::Board;
/// use vancura_trainer::sample::{Label, Origin, SideResult, Sample};
///
/// let (result, origin) = (Some(SideResult::Draw), Origin::Game);
/// let label = Label { score: 31, result, origin, fifty_move_counter: 0 };
/// let sample = Sample::new(&Board::default(), label);
/// assert_eq!(Sample::unpack(sample.packed()).unwrap().label(), label);
/// assert_eq!(sample.men().count(), 32);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample(Packed);

impl Sample {
    /// A position with its label.
    ///
    /// # Panics
    /// With more than 32 men, which the rules of chess do not allow.
    pub fn new(board: &Board, label: Label) -> Self {
        let us = board.side_to_move();
        let seen = |square: Square| if us == Color::Black { square.flip_rank() } else { square };
        let mut bytes = [0; BYTES];
        let mut occupied = 0_u64;
        for square in board.occupied() {
            occupied |= 1 << seen(square) as u32;
        }
        bytes[..8].copy_from_slice(&occupied.to_le_bytes());
        for color in Color::ALL {
            for piece in Piece::ALL {
                let nibble = piece as u8 + if color == us { 0 } else { THEIRS };
                for square in board.colored_pieces(color, piece) {
                    let place = (occupied & ((1 << seen(square) as u32) - 1)).count_ones() as usize;
                    bytes[8 + place / 2] |= nibble << (4 * (place % 2));
                }
            }
        }
        bytes[SCORE..RESULT].copy_from_slice(&label.score.to_le_bytes());
        bytes[RESULT] = label.result.map_or(NO_RESULT, |result| result as u8);
        bytes[ORIGIN] = label.origin as u8;
        bytes[FIFTY] = label.fifty_move_counter;
        Self(bytes)
    }

    /// Parses 32 bytes of a file.
    ///
    /// # Errors
    /// All variants of [`SampleError`]. Whether the position is reachable in a game is not checked.
    pub fn unpack(bytes: &Packed) -> Result<Self, SampleError> {
        let sample = Self(*bytes);
        sample.judge_men()?;
        let score = sample.score();
        if score.unsigned_abs() > SCORE_MAX {
            return Err(SampleError::Score(score));
        }
        if !matches!(bytes[RESULT], 0..=2 | NO_RESULT) {
            return Err(SampleError::Result(bytes[RESULT]));
        }
        if bytes[ORIGIN] > Origin::Table as u8 {
            return Err(SampleError::Origin(bytes[ORIGIN]));
        }
        if bytes[FIFTY + 1..] != [0; 3] {
            return Err(SampleError::Reserved);
        }
        Ok(sample)
    }

    fn judge_men(&self) -> Result<(), SampleError> {
        let men = self.occupied().count_ones();
        if !(2..=32).contains(&men) {
            return Err(SampleError::Men(men));
        }
        let mut kings = [0; 2];
        for (index, square) in Squares(self.occupied()).enumerate() {
            let nibble = self.nibble(index);
            match nibble & !THEIRS {
                0 if EDGE_RANKS >> square & 1 != 0 => return Err(SampleError::Pawn(Square::index(square))),
                5 => kings[usize::from(nibble / THEIRS)] += 1,
                6.. => return Err(SampleError::Piece { nibble, square: Square::index(square) }),
                _ => {}
            }
        }
        if let Some(index) = (men as usize..32).find(|&index| self.nibble(index) != 0) {
            return Err(SampleError::Unused(index));
        }
        if kings != [1, 1] {
            return Err(SampleError::Kings { ours: kings[0], theirs: kings[1] });
        }
        Ok(())
    }

    /// The 32 bytes.
    pub fn packed(&self) -> &Packed {
        &self.0
    }

    /// Occupied squares from the side to move's view, bit 0 = a1.
    #[inline]
    pub fn occupied(&self) -> u64 {
        let [a, b, c, d, e, f, g, h, ..] = self.0;
        u64::from_le_bytes([a, b, c, d, e, f, g, h])
    }

    /// The piece on the n-th occupied square: piece + 8 when theirs.
    #[inline]
    pub(crate) fn nibble(&self, index: usize) -> u8 {
        self.0[8 + (index / 2) % 16] >> (4 * (index % 2)) & 15
    }

    /// The men, by ascending square.
    pub fn men(&self) -> impl Iterator<Item = SampleMan> + '_ {
        Squares(self.occupied()).enumerate().map(|(index, square)| {
            let nibble = self.nibble(index);
            SampleMan {
                square: Square::index(square),
                piece: Piece::index(usize::from(nibble & !THEIRS)),
                is_theirs: nibble & THEIRS != 0,
            }
        })
    }

    /// The position with White to move, without castling rights and en passant; `None` when it is
    /// illegal.
    pub fn to_board(&self) -> Option<Board> {
        let mut builder = BoardBuilder::empty();
        for man in self.men() {
            let color = if man.is_theirs { Color::Black } else { Color::White };
            builder.board[man.square as usize] = Some((man.piece, color));
        }
        builder.build().ok()
    }

    /// Centipawns for the side to move.
    #[inline]
    pub fn score(&self) -> i16 {
        i16::from_le_bytes([self.0[SCORE], self.0[SCORE + 1]])
    }

    /// The result of the game, for the side to move.
    #[inline]
    pub fn result(&self) -> Option<SideResult> {
        match self.0[RESULT] {
            0 => Some(SideResult::Loss),
            1 => Some(SideResult::Draw),
            2 => Some(SideResult::Win),
            _ => None,
        }
    }

    /// The origin of the position.
    #[inline]
    pub fn origin(&self) -> Origin {
        match self.0[ORIGIN] {
            0 => Origin::Game,
            1 => Origin::OffGame,
            _ => Origin::Table,
        }
    }

    /// The label of the position.
    pub fn label(&self) -> Label {
        Label {
            score: self.score(),
            result: self.result(),
            origin: self.origin(),
            fifty_move_counter: self.0[FIFTY],
        }
    }
}

/// The indices of the set bits, ascending.
pub(crate) struct Squares(pub(crate) u64);

impl Iterator for Squares {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let square = self.0.trailing_zeros() as usize;
        if self.0 == 0 {
            return None;
        }
        self.0 &= self.0 - 1;
        Some(square)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::{fen, legal_moves};
    use proptest::prelude::*;

    fn label() -> impl Strategy<Value = Label> {
        (
            -31_000_i16..=31_000,
            prop::sample::select(vec![
                None,
                Some(SideResult::Loss),
                Some(SideResult::Draw),
                Some(SideResult::Win),
            ]),
            prop::sample::select(vec![Origin::Game, Origin::OffGame, Origin::Table]),
            0..=100_u8,
        )
            .prop_map(|(score, result, origin, fifty_move_counter)| Label {
                score,
                result,
                origin,
                fifty_move_counter,
            })
    }

    /// The board after random moves.
    fn played(choices: &[u16]) -> Board {
        let mut board = Board::default();
        for &choice in choices {
            let moves = legal_moves(&board);
            if moves.is_empty() {
                break;
            }
            board.play(moves[usize::from(choice) % moves.len()]);
        }
        board
    }

    proptest! {
        #[test]
        fn every_man_and_the_label_come_back(choices in prop::collection::vec(any::<u16>(), 0..120), label in label()) {
            let board = played(&choices);
            let us = board.side_to_move();
            let sample = Sample::unpack(Sample::new(&board, label).packed()).unwrap();
            prop_assert_eq!(sample.label(), label);
            prop_assert_eq!(sample.men().count(), board.occupied().len() as usize);
            for man in sample.men() {
                let square = if us == Color::Black { man.square.flip_rank() } else { man.square };
                prop_assert_eq!(board.piece_on(square), Some(man.piece));
                prop_assert_eq!(board.color_on(square), Some(if man.is_theirs { !us } else { us }));
            }
        }

        #[test]
        fn any_bytes_are_judged_without_panic(bytes in prop::array::uniform32(any::<u8>())) {
            if let Ok(sample) = Sample::unpack(&bytes) {
                prop_assert_eq!(sample.packed(), &bytes);
            }
        }
    }

    #[test]
    fn a_position_and_its_color_flip_are_one_sample() {
        let label = Label { score: 5, result: None, origin: Origin::OffGame, fifty_move_counter: 3 };
        let white = fen::parse("8/8/1p6/3k4/8/8/4P3/4K3 w - - 0 1").unwrap();
        let black = fen::parse("4k3/4p3/8/8/3K4/1P6/8/8 b - - 0 1").unwrap();
        assert_eq!(Sample::new(&white, label), Sample::new(&black, label));
    }

    #[test]
    fn hostile_bytes_are_refused_with_the_reason() {
        let label =
            Label { score: 5, result: Some(SideResult::Win), origin: Origin::Game, fifty_move_counter: 0 };
        let good = *Sample::new(&fen::parse("8/8/1p6/3k4/8/8/4P3/4K3 w - - 0 1").unwrap(), label).packed();
        let judged = |change: &dyn Fn(&mut Packed)| {
            let mut bytes = good;
            change(&mut bytes);
            Sample::unpack(&bytes).unwrap_err()
        };
        assert_eq!(judged(&|b| b[..8].fill(0)), SampleError::Men(0));
        assert_eq!(judged(&|b| b[..8].fill(255)), SampleError::Men(64));
        // The men are Ke1, Pe2, their Kd5, their Pb6.
        assert_eq!(judged(&|b| b[8] = 0x07), SampleError::Piece { nibble: 7, square: Square::E1 });
        assert_eq!(judged(&|b| b[8] = 0x50), SampleError::Pawn(Square::E1));
        assert_eq!(judged(&|b| b[8] = 0x01), SampleError::Kings { ours: 0, theirs: 1 });
        assert_eq!(judged(&|b| b[10] = 0x10), SampleError::Unused(5));
        assert_eq!(
            judged(&|b| b[24..26].copy_from_slice(&i16::MIN.to_le_bytes())),
            SampleError::Score(i16::MIN)
        );
        assert_eq!(judged(&|b| b[26] = 3), SampleError::Result(3));
        assert_eq!(judged(&|b| b[27] = 3), SampleError::Origin(3));
        assert_eq!(judged(&|b| b[31] = 1), SampleError::Reserved);
    }
}

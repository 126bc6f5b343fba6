//! Random legal endgame positions: 6 to 16 men, material nearly balanced.

use board::{BitBoard, Board, BoardBuilder, Color, File, Piece, Rank, Square};

use crate::games::placing;
use board::random::Random;

const MIN_MEN: usize = 6;
const MAX_MEN: usize = 16;
/// Frequencies of 0 to 4 pieces of a side besides its king.
const PIECE_COUNT_WEIGHTS: [u32; 5] = [12, 36, 32, 15, 5];
/// Frequencies of knights, bishops, rooks and queens.
const PIECE_WEIGHTS: [u32; 4] = [26, 27, 32, 15];
const PIECES: [Piece; 4] = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];
/// The number of each that a side has without promotions.
const UNPROMOTED: [usize; 4] = [2, 2, 2, 1];
/// The values of the pieces.
const POINTS: [i32; 4] = [3, 3, 5, 9];
/// Probability of keeping a difference of this many points; greater ones are never kept.
const BALANCE_CHANCES: [f64; 5] = [1.0, 1.0, 0.5, 0.25, 0.1];
/// Frequencies of White's surplus of pawns, -2 to 2.
const PAWN_SHIFT_WEIGHTS: [u32; 5] = [1, 5, 12, 5, 1];
/// Frequencies of a pawn on its 2nd to 7th rank.
const PAWN_RANK_WEIGHTS: [u32; 6] = [26, 24, 20, 15, 10, 5];
/// Probability of keeping a doubled pawn.
const DOUBLED_CHANCE: f64 = 0.25;
/// Placements tried for one material before another one is chosen.
const PLACING_TRIES: usize = 50;

/// The men of one side besides the king.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Army {
    /// Knights, bishops, rooks, queens.
    pieces: [usize; 4],
    pawns: usize,
}

impl Army {
    fn of_pieces(random: &mut Random) -> Self {
        let mut army = Self::default();
        for _ in 0..random.weighted(&PIECE_COUNT_WEIGHTS) {
            army.pieces[random.weighted(&PIECE_WEIGHTS)] += 1;
        }
        army
    }

    fn piece_count(self) -> usize {
        self.pieces.iter().sum()
    }

    fn points(self) -> i32 {
        let pieces = self.pieces.iter().zip(POINTS).map(|(&count, points)| count as i32 * points);
        pieces.sum::<i32>() + self.pawns as i32
    }

    /// Promoted pieces use up pawns.
    fn is_possible(self) -> bool {
        let promoted: usize =
            self.pieces.iter().zip(UNPROMOTED).map(|(&count, most)| count.saturating_sub(most)).sum();
        self.pawns + promoted <= 8
    }
}

/// A random endgame. The side to move may be in check, checkmated or stalemated.
pub(super) fn random_endgame(random: &mut Random) -> Board {
    loop {
        if let Some(armies) = draw_armies(random)
            && let Some(board) = (0..PLACING_TRIES).find_map(|_| place(armies, random))
        {
            return board;
        }
    }
}

fn draw_armies(random: &mut Random) -> Option<[Army; 2]> {
    let men = MIN_MEN + random.below(MAX_MEN - MIN_MEN + 1);
    let mut armies = [Army::of_pieces(random), Army::of_pieces(random)];
    let pieces: usize = armies.iter().map(|army| army.piece_count()).sum();
    let pawns = (men - 2).checked_sub(pieces)?;
    let shift = random.weighted(&PAWN_SHIFT_WEIGHTS);
    // An odd pawn goes to either side.
    let white = (pawns / 2) + if pawns % 2 == 1 { random.below(2) } else { 0 };
    armies[0].pawns = (white + shift).checked_sub(2)?;
    armies[1].pawns = pawns.checked_sub(armies[0].pawns)?;
    let difference = (armies[0].points() - armies[1].points()).unsigned_abs() as usize;
    let chance = BALANCE_CHANCES.get(difference).copied().unwrap_or(0.0);
    (armies.iter().all(|army| army.is_possible()) && random.chance(chance)).then_some(armies)
}

fn place(armies: [Army; 2], random: &mut Random) -> Option<Board> {
    let mut builder = BoardBuilder::empty();
    builder.side_to_move = if random.chance(0.5) { Color::White } else { Color::Black };
    let mut free = BitBoard::FULL;
    for (color, army) in Color::ALL.into_iter().zip(armies) {
        let mut pawns = BitBoard::EMPTY;
        for _ in 0..army.pawns {
            let square = pawn_square(color, free, pawns, random)?;
            pawns |= square.bitboard();
            free -= square.bitboard();
        }
        pawns.into_iter().for_each(|square| *builder.square_mut(square) = Some((Piece::Pawn, color)));
    }
    for (color, army) in Color::ALL.into_iter().zip(armies) {
        for (piece, count) in PIECES.into_iter().zip(army.pieces).chain([(Piece::King, 1)]) {
            for number in 0..count {
                let mut squares = free;
                if piece == Piece::Bishop && count == 2 {
                    squares &= if number == 0 { BitBoard::LIGHT_SQUARES } else { BitBoard::DARK_SQUARES };
                }
                let square = squares.into_iter().nth(random.below(squares.len() as usize))?;
                free -= square.bitboard();
                *builder.square_mut(square) = Some((piece, color));
            }
        }
    }
    placing::build(&builder)
}

fn pawn_square(color: Color, free: BitBoard, pawns: BitBoard, random: &mut Random) -> Option<Square> {
    let rank = Rank::index(1 + random.weighted(&PAWN_RANK_WEIGHTS)).relative_to(color);
    let file = File::index(random.below(8));
    let square = Square::new(file, rank);
    let is_doubled = !(pawns & file.bitboard()).is_empty();
    (free.has(square) && (!is_doubled || random.chance(DOUBLED_CHANCE))).then_some(square)
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::fen;
    use std::collections::HashSet;

    #[test]
    fn endgames_are_legal_near_balance_and_varied() {
        let mut random = Random::new(1);
        let (mut by_men, mut materials, mut unequal) = ([0; 17], HashSet::new(), 0);
        for _ in 0..5_000 {
            let board = random_endgame(&mut random);
            assert!(fen::parse(&board.to_string()).is_ok(), "{board}");
            let men = board.occupied().len() as usize;
            assert!((MIN_MEN..=MAX_MEN).contains(&men), "{board}");
            by_men[men] += 1;
            let points = |color: Color| -> i32 {
                let pieces = PIECES.iter().zip(POINTS);
                let pieces: i32 = pieces.map(|(&p, n)| board.colored_pieces(color, p).len() as i32 * n).sum();
                pieces + board.colored_pieces(color, Piece::Pawn).len() as i32
            };
            let difference = (points(Color::White) - points(Color::Black)).abs();
            assert!(difference < BALANCE_CHANCES.len() as i32, "{board}");
            unequal += i32::from(difference > 1);
            let count = |color, piece| board.colored_pieces(color, piece).len();
            let key: Vec<u32> =
                Color::ALL.iter().flat_map(|&c| Piece::ALL.iter().map(move |&p| count(c, p))).collect();
            materials.insert(key);
        }
        assert!(by_men[MIN_MEN..].iter().all(|&count| count > 100), "{by_men:?}");
        assert!(materials.len() > 1_000, "{}", materials.len());
        assert!((200..2_500).contains(&unequal), "{unequal}");
    }

    #[test]
    fn promoted_pieces_cost_pawns() {
        assert!(Army { pieces: [2, 2, 2, 1], pawns: 8 }.is_possible());
        assert!(!Army { pieces: [3, 0, 0, 1], pawns: 8 }.is_possible());
        assert!(Army { pieces: [3, 0, 0, 2], pawns: 6 }.is_possible());
    }
}

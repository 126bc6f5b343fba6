//! Quiet positions: those that the next move alone does not decide.
//!
//! Free captures and promotions need no endgame knowledge, so coverage is counted separately over
//! all positions and over quiet ones.

use board::{BitBoard, Color, Piece, Rank, Square, attacks, get_between_rays};

/// Values of the pieces for judging exchanges; a king is never exchanged.
const WORTH: [u8; Piece::NUM] = [1, 3, 3, 5, 9, u8::MAX];

/// A piece of a row; the row man has no square.
type RowsMan = (Color, Piece, Option<Square>);

/// The pieces of a row, all but one on fixed squares. Properties are computed for all squares of
/// the row man at once, as sets of its squares.
pub(crate) struct RowsMen<'a> {
    men: &'a [RowsMan],
    /// The squares of all other pieces.
    occupied: BitBoard,
}

impl<'a> RowsMen<'a> {
    /// At most one piece has no square, and it is never a pawn: pawns come first in tables.
    pub(crate) fn new(men: &'a [RowsMan]) -> Self {
        let squares = men.iter().filter_map(|man| man.2);
        Self { men, occupied: squares.fold(BitBoard::EMPTY, |set, square| set | square.bitboard()) }
    }

    /// The empty squares of the row man that make the position *quiet*: neither side, if it had the
    /// move, could
    ///
    /// * capture a piece that is not defended, or one worth at least as much as the capturing piece
    ///   (pawn 1, bishop and knight 3, rook 5, queen 9; so neither side is in check), or
    /// * promote a pawn, unless it would simply be lost on the queening square: attacked there and
    ///   not defended.
    ///
    /// Attacks and defenses ignore pins. Whether a position is quiet does not depend on the side to
    /// move.
    pub(crate) fn quiet(&self) -> BitBoard {
        let mut decided = self.occupied;
        for &target in self.men {
            let guarded = self.hit_by(target.0, target.2, self.occupied);
            for &taker in self.men.iter().filter(|taker| taker.0 != target.0) {
                let hits = hits(taker, target.2, self.occupied);
                let is_worth_it = WORTH[target.1 as usize] >= WORTH[taker.1 as usize];
                decided |= if is_worth_it { hits } else { hits - guarded };
            }
        }
        for &(color, piece, square) in self.men {
            let is_on_seventh = |square: &Square| square.rank() == Rank::Seventh.relative_to(color);
            if piece == Piece::Pawn
                && let Some(pawn) = square.filter(is_on_seventh)
            {
                decided |= self.promotes(color, pawn);
            }
        }
        !decided
    }

    /// The row man's squares with which the pawn of `color` on its seventh rank can promote without
    /// simply being lost.
    fn promotes(&self, color: Color, pawn: Square) -> BitBoard {
        let queening_square = Square::new(pawn.file(), Rank::Eighth.relative_to(color));
        if self.occupied.has(queening_square) {
            return BitBoard::EMPTY;
        }
        let attacked = self.hit_by(!color, Some(queening_square), self.occupied);
        // A rook behind the pawn defends the square once the pawn has moved there.
        let guarded = self.hit_by(color, Some(queening_square), self.occupied - pawn.bitboard());
        (guarded | !attacked) - queening_square.bitboard()
    }

    /// The row man's squares with which any piece of `color` attacks `target` (`None`: the row
    /// man).
    fn hit_by(&self, color: Color, target: Option<Square>, occupied: BitBoard) -> BitBoard {
        let men = self.men.iter().filter(|man| man.0 == color);
        men.fold(BitBoard::EMPTY, |set, &man| set | hits(man, target, occupied))
    }
}

/// The row man's squares with which a piece attacks `target` (`None`: the row man), which may be of
/// its own color. `occupied` excludes the row man.
fn hits((color, piece, square): RowsMan, target: Option<Square>, occupied: BitBoard) -> BitBoard {
    match (square, target) {
        (Some(from), Some(to)) if attacks(piece, color, from, occupied).has(to) => {
            !get_between_rays(from, to)
        }
        (Some(from), None) => attacks(piece, color, from, occupied),
        // Attacks are symmetric except for pawns.
        (None, Some(to)) => attacks(piece, color, to, occupied),
        _ => BitBoard::EMPTY,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::{Placement, fen};

    /// Computed with each piece except pawns as the row man; the result must always be the same.
    fn is_quiet(placement: &Placement) -> bool {
        let men = placement.men();
        let row_men = (0..men.len()).filter(|&row_man| men[row_man].piece != Piece::Pawn);
        let answers = row_men.map(|row_man| {
            let man = |index: usize| (index != row_man).then_some(men[index].square);
            let men_of_row: Vec<RowsMan> =
                (0..men.len()).map(|index| (men[index].color, men[index].piece, man(index))).collect();
            RowsMen::new(&men_of_row).quiet().has(men[row_man].square)
        });
        let answers: Vec<bool> = answers.collect();
        assert!(answers.windows(2).all(|pair| pair[0] == pair[1]), "{placement:?}: {answers:?}");
        answers[0]
    }

    #[test]
    fn what_decides_at_once_is_not_quiet() {
        #[rustfmt::skip]
        let cases = [
            // A rook that attacks a defended pawn threatens nothing, whichever side is to move.
            ("R7/6k1/P4r2/8/8/1K6/8/8 w - - 0 1", true),
            ("R7/6k1/P4r2/8/8/1K6/8/8 b - - 0 1", true),
            // One that attacks an undefended pawn does, even if it can be defended in time.
            ("8/R7/5rk1/8/1P6/8/8/K7 w - - 0 1", true),
            ("8/R7/6k1/8/1P3r2/8/8/K7 w - - 0 1", false),
            ("8/R7/6k1/8/1P3r2/8/8/K7 b - - 0 1", false),
            // Rooks that can be exchanged, and a defended rook that a pawn can capture.
            ("8/1R6/1r4k1/K7/8/1P6/8/8 w - - 0 1", false),
            ("8/R7/3k4/2r5/1P6/8/8/K7 b - - 0 1", false),
            // A defended knight is worth less than the attacking rook, and as much as a bishop.
            ("8/8/2k5/3n4/8/8/3R4/K7 w - - 0 1", true),
            ("8/2k5/8/3n4/8/8/3R4/K7 w - - 0 1", false),
            ("8/8/2k5/3n4/8/1B6/8/K7 w - - 0 1", false),
            // A king can capture only undefended pieces.
            ("8/8/3p4/2k5/2P5/3K4/8/8 w - - 0 1", true),
            ("8/8/3p4/2k5/2P5/8/3K4/8 w - - 0 1", false),
            // Check.
            ("8/8/2k5/8/8/2R5/8/K7 b - - 0 1", false),
            // A pawn that promotes, whichever side is to move; the rook behind it defends the
            // queen.
            ("8/P5k1/8/8/8/8/8/K7 b - - 0 1", false),
            ("8/1kP5/8/8/8/8/8/K1R5 w - - 0 1", false),
            // Pawns that cannot: the queen would be lost, or the square is occupied.
            ("3r4/1P6/8/8/4k3/2K5/8/R7 w - - 0 1", true),
            ("R7/P5k1/8/8/2K5/8/r7/8 w - - 0 1", true),
            // The same with colors reversed.
            ("8/8/1k6/8/8/p4R2/6K1/r7 b - - 0 1", true),
            ("k7/8/8/1p3R2/8/6K1/r7/8 b - - 0 1", false),
            ("k7/8/8/8/8/8/p5K1/8 w - - 0 1", false),
        ];
        for (text, expected) in cases {
            let placement = Placement::from_board(&fen::parse(text).unwrap()).unwrap();
            assert_eq!(is_quiet(&placement), expected, "{text}");
        }
    }
}

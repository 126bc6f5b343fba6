//! Quiet positions: those in which nothing is decided by the next move alone.
//!
//! That a man is taken for nothing, or a pawn promotes, anyone sees; it takes knowledge to judge the rest. So coverage is counted
//! over all positions and over quiet ones.

use board::{BitBoard, Color, Piece, Rank, Square, attacks};

/// What men are worth when it is asked whether one may be given for another; a king is given for nobody.
const WORTH: [u8; Piece::NUM] = [1, 3, 3, 5, 9, u8::MAX];

/// Men as sets of squares, by piece and by color.
#[derive(Clone, Copy, Default)]
pub(crate) struct Sets {
    pub(crate) pieces: [BitBoard; Piece::NUM],
    pub(crate) colors: [BitBoard; Color::NUM],
}

impl Sets {
    /// The same men and another one, on an empty square.
    pub(crate) fn with(mut self, (color, piece): (Color, Piece), square: Square) -> Self {
        self.pieces[piece as usize] |= square.bitboard();
        self.colors[color as usize] |= square.bitboard();
        self
    }

    /// True for a *quiet* position: the side to move is not in check, and neither side, if it had the move, could
    ///
    /// * take a man that is not guarded, or one worth as much as the man who takes (pawn 1, bishop and knight 3, rook 5, queen 9), or
    /// * promote a pawn, unless it would just be lost on the queening square: attacked there and not guarded.
    ///
    /// Attacked and guarded are what men hit as they stand, pins not considered. So a quiet position is the same with either side
    /// to move, but for the check. Costs a look at the squares that each man hits.
    pub(crate) fn are_quiet(&self) -> bool {
        let occupied = self.colors[0] | self.colors[1];
        let [white, black] = Color::ALL.map(|color| self.hit_by(color, occupied));
        let kings = self.pieces[Piece::King as usize];
        // The side that is not to move cannot be in check.
        (kings & (white & self.colors[1] | black & self.colors[0])).is_empty()
            && !self.can_take(Color::White, black, occupied)
            && !self.can_take(Color::Black, white, occupied)
            && !self.can_promote(Color::White, black, occupied)
            && !self.can_promote(Color::Black, white, occupied)
    }

    /// All squares that a color's men hit, those of own men included.
    fn hit_by(&self, color: Color, occupied: BitBoard) -> BitBoard {
        let hits = |set, (piece, square)| set | attacks(piece, color, square, occupied);
        self.men(color).fold(BitBoard::EMPTY, hits)
    }

    /// A man of `color` can take one for nothing, or one that is worth as much; `guarded` is what the other side hits.
    fn can_take(&self, color: Color, guarded: BitBoard, occupied: BitBoard) -> bool {
        let others = self.colors[!color as usize];
        self.men(color).any(|(taker, square)| {
            let taken = attacks(taker, color, square, occupied) & others;
            let is_worth_it = |piece: &Piece| WORTH[*piece as usize] >= WORTH[taker as usize];
            let worthy = Piece::ALL.iter().filter(|piece| is_worth_it(piece));
            let worthy = worthy.fold(BitBoard::EMPTY, |set, &piece| set | self.pieces[piece as usize]);
            !taken.is_empty() && !(taken & (worthy | !guarded)).is_empty()
        })
    }

    /// A pawn of `color` can promote and is not just lost; `attacked` is what the other side hits.
    fn can_promote(&self, color: Color, attacked: BitBoard, occupied: BitBoard) -> bool {
        let seventh = Rank::Seventh.relative_to(color);
        let pawns = self.pieces[Piece::Pawn as usize] & self.colors[color as usize] & seventh.bitboard();
        pawns.into_iter().any(|pawn| {
            let queening_square = Square::new(pawn.file(), Rank::Eighth.relative_to(color));
            // A rook behind the pawn guards the square when the pawn has gone there.
            let is_guarded = || self.hit_by(color, occupied - pawn.bitboard()).has(queening_square);
            !occupied.has(queening_square) && (!attacked.has(queening_square) || is_guarded())
        })
    }

    fn men(&self, color: Color) -> impl Iterator<Item = (Piece, Square)> {
        let sets = Piece::ALL.into_iter().zip(self.pieces);
        let own = self.colors[color as usize];
        sets.flat_map(move |(piece, set)| (set & own).into_iter().map(move |square| (piece, square)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::{Man, Placement, fen};

    fn is_quiet(placement: &Placement) -> bool {
        let man = |sets: Sets, man: &Man| sets.with((man.color, man.piece), man.square);
        placement.men().iter().fold(Sets::default(), man).are_quiet()
    }

    #[test]
    fn what_decides_at_once_is_not_quiet() {
        #[rustfmt::skip]
        let cases = [
            // A rook that attacks a guarded pawn threatens nothing, whoever is to move.
            ("R7/6k1/P4r2/8/8/1K6/8/8 w - - 0 1", true),
            ("R7/6k1/P4r2/8/8/1K6/8/8 b - - 0 1", true),
            // One that attacks a loose pawn does, also when that can be put right.
            ("8/R7/5rk1/8/1P6/8/8/K7 w - - 0 1", true),
            ("8/R7/6k1/8/1P3r2/8/8/K7 w - - 0 1", false),
            ("8/R7/6k1/8/1P3r2/8/8/K7 b - - 0 1", false),
            // Rooks that may be exchanged, and a guarded rook that a pawn may take.
            ("8/1R6/1r4k1/K7/8/1P6/8/8 w - - 0 1", false),
            ("8/R7/3k4/2r5/1P6/8/8/K7 b - - 0 1", false),
            // A guarded knight is worth less than the rook that attacks it, and as much as a bishop.
            ("8/8/2k5/3n4/8/8/3R4/K7 w - - 0 1", true),
            ("8/2k5/8/3n4/8/8/3R4/K7 w - - 0 1", false),
            ("8/8/2k5/3n4/8/1B6/8/K7 w - - 0 1", false),
            // A king takes only what is not guarded.
            ("8/8/3p4/2k5/2P5/3K4/8/8 w - - 0 1", true),
            ("8/8/3p4/2k5/2P5/8/3K4/8 w - - 0 1", false),
            // Check.
            ("8/8/2k5/8/8/2R5/8/K7 b - - 0 1", false),
            // A pawn that promotes, whoever is to move; the rook behind it guards the queen.
            ("8/P5k1/8/8/8/8/8/K7 b - - 0 1", false),
            ("8/1kP5/8/8/8/8/8/K1R5 w - - 0 1", false),
            // Pawns that cannot: the queen would be lost, or the square is taken.
            ("3r4/1P6/8/8/4k3/2K5/8/R7 w - - 0 1", true),
            ("R7/P5k1/8/8/2K5/8/r7/8 w - - 0 1", true),
            // The same with the colors changed.
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

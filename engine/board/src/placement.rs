//! A few men on squares and the side to move: the positions that tables index and audits enumerate.

use crate::random::Random;
use crate::squares::attacks;
use crate::{BitBoard, Board, BoardBuilder, Color, Material, Piece, Rank, Square, Symmetry};
use ending::man_letter;

/// Most men a [`Placement`] holds.
pub const MAX_MEN: usize = 7;

/// One man on its square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Man {
    /// Its color.
    pub color: Color,
    /// Its kind.
    pub piece: Piece,
    /// Its square.
    pub square: Square,
}

/// Up to [`MAX_MEN`] men and the side to move, without castling rights, en passant rights or
/// counters.
///
/// Men are kept in a fixed order - White's before Black's, then king, queen, rook, bishop, knight,
/// pawn, then by square - so equal positions compare equal.
///
/// ```
/// use vancura_board::{Color, Man, Piece, Placement, Square};
/// let man = |color, piece, square| Man { color, piece, square };
/// let placement = Placement::new(
///     Color::White,
///     &[
///         man(Color::White, Piece::King, Square::B6),
///         man(Color::White, Piece::Rook, Square::H1),
///         man(Color::Black, Piece::King, Square::A8),
///     ],
/// )
/// .unwrap();
/// assert!(placement.is_legal());
/// assert_eq!(placement.to_fen(), "k7/8/1K6/8/8/8/8/7R w - - 0 1");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Placement {
    men: [Man; MAX_MEN],
    len: u8,
    side_to_move: Color,
}

/// Why some men do not make a [`Placement`] or a placement is not a legal position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlacementError {
    /// More than [`MAX_MEN`] men.
    #[error("{0} men on the board, at most {MAX_MEN} are possible here")]
    TooManyMen(usize),
    /// Not exactly one king per side.
    #[error("each side needs exactly one king")]
    Kings,
    /// Two men on one square.
    #[error("two pieces are on {0}")]
    Overlap(Square),
    /// A pawn on the first or eighth rank.
    #[error("a pawn cannot stand on {0}")]
    PawnOnEdge(Square),
    /// The kings touch or the side not to move is in check.
    #[error("the side not to move is in check")]
    OpponentInCheck,
    /// The position has castling rights, which no table covers.
    #[error("positions with castling rights are not in any table")]
    CastlingRights,
    /// The move generator rejects the position (three or more checkers).
    #[error("the king is in check from more pieces than any legal move allows")]
    TooManyCheckers,
}

const NOBODY: Man = Man { color: Color::White, piece: Piece::King, square: Square::A1 };

impl Placement {
    /// A placement of these men in any order, one king per side. Squares are not checked: see
    /// [`Placement::judge`].
    ///
    /// # Errors
    /// [`PlacementError::TooManyMen`] and [`PlacementError::Kings`].
    pub fn new(side_to_move: Color, men: &[Man]) -> Result<Self, PlacementError> {
        if men.len() > MAX_MEN {
            return Err(PlacementError::TooManyMen(men.len()));
        }
        let kings = |color| men.iter().filter(|m| m.color == color && m.piece == Piece::King).count();
        if kings(Color::White) != 1 || kings(Color::Black) != 1 {
            return Err(PlacementError::Kings);
        }
        let mut placement = Self { men: [NOBODY; MAX_MEN], len: men.len() as u8, side_to_move };
        placement.men[..men.len()].copy_from_slice(men);
        placement.sort();
        Ok(placement)
    }

    /// The placement on a board.
    ///
    /// # Errors
    /// [`PlacementError::TooManyMen`] and [`PlacementError::CastlingRights`]. An en passant right
    /// and the counters are dropped silently: a caller that needs them keeps the board.
    pub fn from_board(board: &Board) -> Result<Self, PlacementError> {
        let occupied = board.occupied();
        if occupied.len() as usize > MAX_MEN {
            return Err(PlacementError::TooManyMen(occupied.len() as usize));
        }
        if Color::ALL
            .into_iter()
            .any(|c| board.castle_rights(c).short.or(board.castle_rights(c).long).is_some())
        {
            return Err(PlacementError::CastlingRights);
        }
        let mut men = [NOBODY; MAX_MEN];
        let mut len = 0;
        for color in Color::ALL {
            for piece in Piece::ALL.into_iter().rev() {
                for square in board.colored_pieces(color, piece) {
                    men[len] = Man { color, piece, square };
                    len += 1;
                }
            }
        }
        Ok(Self { men, len: len as u8, side_to_move: board.side_to_move() })
    }

    /// The board with these men, no castling rights, counters at zero.
    ///
    /// # Errors
    /// As [`Placement::judge`], and [`PlacementError::TooManyCheckers`].
    pub fn to_board(&self) -> Result<Board, PlacementError> {
        self.judge()?;
        let mut builder = BoardBuilder::empty();
        builder.side_to_move = self.side_to_move;
        for man in self.men() {
            *builder.square_mut(man.square) = Some((man.piece, man.color));
        }
        builder.build().map_err(|_| PlacementError::TooManyCheckers)
    }

    /// The men in their fixed order.
    #[inline]
    pub fn men(&self) -> &[Man] {
        &self.men[..self.len as usize]
    }

    /// Whose move it is.
    #[inline]
    pub fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// The same men with the other side to move.
    pub fn with_side_to_move(mut self, side_to_move: Color) -> Self {
        self.side_to_move = side_to_move;
        self
    }

    /// The square of a side's king.
    #[expect(clippy::missing_panics_doc, reason = "a placement has one king per side by construction")]
    pub fn king(&self, color: Color) -> Square {
        let man = self.men().iter().find(|m| m.color == color && m.piece == Piece::King);
        man.expect("checked when the placement was made").square
    }

    /// All occupied squares.
    pub fn occupied(&self) -> BitBoard {
        self.men().iter().fold(BitBoard::EMPTY, |set, m| set | m.square.bitboard())
    }

    /// Which ending this is, White's men first.
    pub fn material(&self) -> Material {
        self.men().iter().fold(Material::new(&[], &[]), |material, m| material.with(m.color, m.piece))
    }

    /// Colors swapped and the board flipped: the same position seen by the other side.
    pub fn flip_colors(mut self) -> Self {
        for man in &mut self.men[..self.len as usize] {
            man.color = !man.color;
            man.square = man.square.flip_rank();
        }
        self.side_to_move = !self.side_to_move;
        self.sort();
        self
    }

    /// Every man moved by a board symmetry.
    pub fn transform(mut self, symmetry: Symmetry) -> Self {
        for man in &mut self.men[..self.len as usize] {
            man.square = symmetry.apply(man.square);
        }
        self.sort();
        self
    }

    /// True when the position is legal: see [`Placement::judge`].
    pub fn is_legal(&self) -> bool {
        self.judge().is_ok()
    }

    /// The definition of legality for all tables and audits: men on distinct squares, no pawn on
    /// the first or eighth rank, and the side not to move not in check (so the kings do not touch).
    /// Whether the position is reachable does not matter.
    ///
    /// # Errors
    /// The first fault found.
    pub fn judge(&self) -> Result<(), PlacementError> {
        let mut occupied = BitBoard::EMPTY;
        for man in self.men() {
            if occupied.has(man.square) {
                return Err(PlacementError::Overlap(man.square));
            }
            occupied |= man.square.bitboard();
            if man.piece == Piece::Pawn && matches!(man.square.rank(), Rank::First | Rank::Eighth) {
                return Err(PlacementError::PawnOnEdge(man.square));
            }
        }
        if self.attacks_king(self.side_to_move, occupied) {
            return Err(PlacementError::OpponentInCheck);
        }
        Ok(())
    }

    /// True when the side to move is in check.
    pub fn in_check(&self) -> bool {
        self.attacks_king(!self.side_to_move, self.occupied())
    }

    fn attacks_king(&self, attacker: Color, occupied: BitBoard) -> bool {
        let king = self.king(!attacker);
        self.men()
            .iter()
            .any(|m| m.color == attacker && attacks(m.piece, attacker, m.square, occupied).has(king))
    }

    /// The position as FEN, with the counters at their initial values.
    pub fn to_fen(&self) -> String {
        let mut fen = String::new();
        for rank in Rank::ALL.into_iter().rev() {
            let mut empty = 0;
            for file in crate::File::ALL {
                let square = Square::new(file, rank);
                if let Some(man) = self.men().iter().find(|m| m.square == square) {
                    if empty > 0 {
                        fen.push_str(&empty.to_string());
                        empty = 0;
                    }
                    fen.push(man_letter(man.color, man.piece));
                } else {
                    empty += 1;
                }
            }
            if empty > 0 {
                fen.push_str(&empty.to_string());
            }
            if rank != Rank::First {
                fen.push('/');
            }
        }
        let side = if self.side_to_move == Color::White { 'w' } else { 'b' };
        format!("{fen} {side} - - 0 1")
    }

    fn sort(&mut self) {
        let len = self.len as usize;
        self.men[..len].sort_unstable_by_key(|m| (m.color as u8, 5 - m.piece as u8, m.square as u8));
    }

    /// A random legal placement of this material, uniformly distributed.
    ///
    /// # Panics
    /// When the material has more than [`MAX_MEN`] men.
    pub fn random(random: &mut Random, material: Material) -> Self {
        loop {
            let mut men = Vec::with_capacity(MAX_MEN);
            for color in Color::ALL {
                for piece in std::iter::once(Piece::King).chain(material.pieces(color)) {
                    men.push(Man { color, piece, square: Square::index(random.below(Square::NUM)) });
                }
            }
            let side = Color::ALL[random.below(Color::NUM)];
            let placement =
                Self::new(side, &men).expect("as many men as a placement holds, a king on each side");
            if placement.to_board().is_ok() {
                return placement;
            }
        }
    }
}

impl std::fmt::Debug for Placement {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Placement({})", self.to_fen())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fen;

    fn placement(text: &str) -> Placement {
        Placement::from_board(&fen::parse(text).unwrap()).unwrap()
    }

    #[test]
    fn boards_survive_the_round_trip() {
        for text in ["8/8/8/3k4/8/8/4P3/4K3 w - - 0 1", "8/2k5/8/8/1r6/8/2PK4/7R b - - 0 1"] {
            let made = placement(text);
            assert_eq!(made.to_fen(), text);
            assert_eq!(made.to_board().unwrap().to_string(), text);
        }
    }

    #[test]
    fn legality_is_that_of_the_move_generator() {
        // Legality of every KRvK placement with White to move, computed in two ways.
        let mut legal = 0;
        for wk in Square::ALL {
            for wr in Square::ALL {
                for bk in Square::ALL {
                    let man = |color, piece, square| Man { color, piece, square };
                    let men = [
                        man(Color::White, Piece::King, wk),
                        man(Color::White, Piece::Rook, wr),
                        man(Color::Black, Piece::King, bk),
                    ];
                    for side in Color::ALL {
                        let p = Placement::new(side, &men).unwrap();
                        let overlap = wk == wr || wk == bk || wr == bk;
                        let judged = !overlap && fen::parse(&p.to_fen()).is_ok();
                        assert_eq!(p.is_legal(), judged, "{p:?}");
                        legal += u32::from(judged);
                    }
                }
            }
        }
        assert_eq!(legal, 399_112);
    }

    #[test]
    fn flipping_colors_twice_changes_nothing() {
        let p = placement("8/2k5/8/8/1r6/8/2PK4/7R b - - 0 1");
        assert_eq!(p.flip_colors().flip_colors(), p);
        assert_eq!(p.flip_colors().to_fen(), "7r/2pk4/8/1R6/8/8/2K5/8 w - - 0 1");
        assert_eq!(p.flip_colors().material(), p.material().flip());
    }

    #[test]
    fn placements_by_lot_have_the_material_and_both_sides_to_move() {
        let mut random = Random::new(1);
        let material: Material = "KRPvKN".parse().unwrap();
        let drawn: Vec<Placement> = (0..50).map(|_| Placement::random(&mut random, material)).collect();
        assert!(drawn.iter().all(|p| p.material() == material && p.is_legal()));
        assert!(Color::ALL.into_iter().all(|side| drawn.iter().any(|p| p.side_to_move() == side)));
    }

    #[test]
    fn faults_are_named() {
        let man = |color, piece, square| Man { color, piece, square };
        let kings = [man(Color::White, Piece::King, Square::A1), man(Color::Black, Piece::King, Square::A2)];
        assert_eq!(
            Placement::new(Color::White, &kings).unwrap().judge(),
            Err(PlacementError::OpponentInCheck)
        );
        assert_eq!(Placement::new(Color::White, &kings[..1]), Err(PlacementError::Kings));
        assert_eq!(Placement::new(Color::White, &[kings[0]; 8]), Err(PlacementError::TooManyMen(8)));
    }
}

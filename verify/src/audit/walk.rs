//! Walks through the positions of an ending in table order, each once, in rows of 64
//! ([`tbgen::rows`]). The positions of a row to be counted are one set of squares.

use std::ops::Range;

use board::{BitBoard, Color, Man, Piece, Placement, Rank, Square};
use recognizers::{Recognizer, Side, View};
use tbgen::rows::{RowSquares, Rows};

use super::enumerate::Universe;
use super::quiet::RowsMen;

/// Rows per unit of work.
pub(crate) const CHUNK_ROWS: usize = 512;

/// A walk through the rows of an ending.
pub(crate) struct Walk<'a> {
    pub(crate) rows: Rows<'a>,
    pub(crate) men: &'a [(Color, Piece)],
    strong: Color,
    universe: Universe,
    /// Whether there are identical pieces besides pawns, which are in ascending order.
    has_like_men: bool,
}

/// The positions of a row to be counted, with one side to move.
pub(crate) struct Row<'a> {
    pub(crate) squares: &'a RowSquares,
    pub(crate) side: Color,
    /// Number of the row.
    pub(crate) number: usize,
    /// The row man's squares.
    pub(crate) positions: BitBoard,
}

impl<'a> Walk<'a> {
    /// A walk through a table of the recognizer's ending.
    pub(crate) fn new(rows: Rows<'a>, recognizer: &Recognizer, universe: Universe) -> Self {
        let men = rows.men();
        let free = &men[rows.lead_men()..];
        Self {
            rows,
            men,
            strong: if recognizer.material() == rows.material() { Color::White } else { Color::Black },
            universe,
            has_like_men: free.windows(2).any(|pair| pair[0] == pair[1]),
        }
    }

    /// Number of chunks.
    pub(crate) fn chunks(&self) -> usize {
        self.rows.len().div_ceil(CHUNK_ROWS)
    }

    /// The numbers of the rows of a chunk.
    pub(crate) fn rows_of_chunk(&self, chunk: usize) -> Range<usize> {
        chunk * CHUNK_ROWS..((chunk + 1) * CHUNK_ROWS).min(self.rows.len())
    }

    /// Calls `visit` with each of these rows that has positions, for each side to move.
    pub(crate) fn visit(&self, rows: Range<usize>, mut visit: impl FnMut(&Row)) {
        for number in rows {
            let Some(squares) = self.rows.squares(number) else { continue };
            let counting = self.counting(&squares);
            if counting.is_empty() {
                continue;
            }
            for side in Color::ALL {
                let positions = counting & self.rows.legal(side, &squares);
                if !positions.is_empty() {
                    visit(&Row { squares: &squares, side, number, positions });
                }
            }
        }
    }

    /// The row in the form used by recognizers.
    pub(crate) fn asked(&self, row: &Row) -> recognizers::Row {
        let mut pieces = [BitBoard::EMPTY; Piece::NUM];
        let mut colors = [BitBoard::EMPTY; Color::NUM];
        for (&(color, piece), &square) in self.men[..self.row_man()].iter().zip(row.squares) {
            let square = Square::index(square as usize).bitboard();
            pieces[piece as usize] |= square;
            colors[color as usize] |= square;
        }
        let others = View::of_sets(pieces, colors, self.strong, row.side);
        let (color, piece) = self.men[self.row_man()];
        recognizers::Row::new(others, self.side_of(color), piece, row.positions)
    }

    /// The quiet positions of a row.
    pub(crate) fn quiet(&self, row: &Row) -> BitBoard {
        let man = |(index, &(color, piece)): (usize, &(Color, Piece))| {
            let square = Square::index(row.squares[index] as usize);
            (color, piece, (index != self.row_man()).then_some(square))
        };
        let men: Vec<_> = self.men.iter().enumerate().map(man).collect();
        RowsMen::new(&men).quiet() & row.positions
    }

    /// The index of the row man: the last man.
    pub(crate) fn row_man(&self) -> usize {
        self.men.len() - 1
    }

    /// The side that plays this color.
    pub(crate) fn side_of(&self, color: Color) -> Side {
        if color == self.strong { Side::Strong } else { Side::Weak }
    }

    /// A square from the strong side's point of view.
    pub(crate) fn seen(&self, square: u8) -> usize {
        square as usize ^ if self.strong == Color::White { 0 } else { 56 }
    }

    /// The position of a row with the row man on a square.
    pub(crate) fn placement(&self, row: &Row, at: Square) -> Placement {
        let man = |(index, &(color, piece)): (usize, &(Color, Piece))| {
            let square =
                if index == self.row_man() { at } else { Square::index(row.squares[index] as usize) };
            Man { color, piece, square }
        };
        let men: Vec<Man> = self.men.iter().enumerate().map(man).collect();
        Placement::new(row.side, &men).expect("one king for each side and at most five pieces")
    }

    /// The row man's squares to be counted in this universe: only one order of identical pieces,
    /// and only one of two positions that are images of each other with their lead men on the same
    /// squares.
    fn counting(&self, squares: &RowSquares) -> BitBoard {
        let row_man = self.men.len() - 1;
        let mut counting = !BitBoard::EMPTY;
        if self.has_like_men {
            for i in self.rows.lead_men() + 1..self.men.len() {
                if self.men[i] != self.men[i - 1] {
                } else if i == row_man {
                    counting &= BitBoard(!1 << squares[i - 1]);
                } else if squares[i] < squares[i - 1] {
                    return BitBoard::EMPTY;
                }
            }
        }
        counting & self.first_of_twins(squares) & self.allowed_by_ice(squares)
    }

    /// In bishop against pawn, iCE's bishop never stands on the promotion rank.
    fn allowed_by_ice(&self, squares: &RowSquares) -> BitBoard {
        let mut is_slip = self.universe == Universe::Ice && self.men.len() == 4;
        for piece in [Piece::Pawn, Piece::Bishop] {
            is_slip &= self.men.iter().any(|man| man.1 == piece);
        }
        if !is_slip {
            return !BitBoard::EMPTY;
        }
        let bishop = self.men.iter().position(|man| man.1 == Piece::Bishop).expect("it is there");
        let promotion = Rank::Eighth.relative_to(self.men[0].0).bitboard();
        if bishop == self.men.len() - 1 {
            !promotion
        } else if promotion.0 >> squares[bishop] & 1 != 0 {
            BitBoard::EMPTY
        } else {
            !BitBoard::EMPTY
        }
    }

    fn first_of_twins(&self, squares: &RowSquares) -> BitBoard {
        let image: fn(u8) -> u8 = if self.rows.lead_men() == 1 && self.men[0].1 == Piece::King {
            let is_on_diagonal = squares[0] & 7 == squares[0] >> 3;
            // iCE counted both images.
            if !is_on_diagonal || self.universe == Universe::Ice {
                return !BitBoard::EMPTY;
            }
            |square| square >> 3 | (square & 7) << 3
        } else {
            let pawns = &squares[..self.rows.lead_men()];
            let is_symmetric = (0..pawns.len())
                .all(|i| (0..pawns.len()).any(|j| self.men[i] == self.men[j] && pawns[i] ^ 7 == pawns[j]));
            if !is_symmetric {
                return !BitBoard::EMPTY;
            }
            |square| square ^ 7
        };
        let mut first = BitBoard::EMPTY;
        for at in Square::ALL {
            let mut mine = *squares;
            mine[self.men.len() - 1] = at as u8;
            let mut twin = mine;
            twin[..self.men.len()].iter_mut().for_each(|square| *square = image(*square));
            self.sort_like_men(&mut twin);
            if mine <= twin {
                first |= at.bitboard();
            }
        }
        first
    }

    fn sort_like_men(&self, squares: &mut RowSquares) {
        let mut start = 0;
        for end in 1..=self.men.len() {
            if end == self.men.len() || self.men[end] != self.men[start] {
                squares[start..end].sort_unstable();
                start = end;
            }
        }
    }
}

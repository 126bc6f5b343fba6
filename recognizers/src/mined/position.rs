//! Normalized positions of an ending and their keys: one representative of all symmetric positions.

use board::sets::{TRIANGLE, TRIANGLE_NUMBERS};
use board::{Piece, Square};

use super::phrase::Frame;
use crate::rule::{Row, Side, View};

/// Squares of a position: the bytes of a word, so all of them can be transformed at once.
const ROOM: usize = 8;

/// Squares of the lead pawn: files a to d, ranks 2 to 7.
const PAWN_LEADS: u32 = 24;

/// The squares of the pieces and the side to move. The first piece is the lead: the strong side's
/// pawn, the lowest if there are several, on files a to d, or without a pawn the strong side's king
/// in the triangle a1-d1-d4. Equal pieces are adjacent in the order, lower squares first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// Zero beyond the pieces.
    squares: [u8; ROOM],
    men: u8,
    /// The side to move.
    pub to_move: Side,
}

/// True if two pieces are equal.
#[inline]
const fn has_like(men: &[(Side, Piece)]) -> bool {
    let mut man = 1;
    while man < men.len() {
        if are_alike(men, man) {
            return true;
        }
        man += 1;
    }
    false
}

/// True if a piece is equal to the one before it.
#[inline]
pub(super) const fn are_alike(men: &[(Side, Piece)], man: usize) -> bool {
    men[man].0 as u8 == men[man - 1].0 as u8 && men[man].1 as u8 == men[man - 1].1 as u8
}

impl Position {
    /// The position of a view, transformed to its representative.
    #[inline]
    pub(crate) fn of_view(view: &View, men: &[(Side, Piece)]) -> Self {
        let mut position = Self { squares: [0; ROOM], men: men.len() as u8, to_move: view.to_move() };
        if has_like(men) {
            let mut rest = view.squares(men[0].0, men[0].1);
            for (man, square) in position.squares[..men.len()].iter_mut().enumerate() {
                if man > 0 && !are_alike(men, man) {
                    rest = view.squares(men[man].0, men[man].1);
                }
                let next = rest.next_square().expect("the recognizer matches the material");
                rest -= next.bitboard();
                *square = next as u8;
            }
        } else {
            for (square, &(side, piece)) in position.squares.iter_mut().zip(men) {
                *square = view.square(side, piece) as u8;
            }
        }
        position.represent(men);
        position
    }

    /// The transformation from the actual board to this position, which was made from the view.
    pub(crate) fn frame(&self, view: &View, men: &[(Side, Piece)]) -> Frame {
        let mut seen = Self { to_move: self.to_move, men: self.men, squares: [0; ROOM] };
        let mut man = 0;
        while man < men.len() {
            for square in view.squares(men[man].0, men[man].1) {
                seen.squares[man] = view.true_square(square) as u8;
                man += 1;
            }
        }
        let is_it = |frame: &Frame| {
            let mut turned = seen;
            for square in &mut turned.squares[..men.len()] {
                *square = frame.turn(*square as usize) as u8;
            }
            turned.sort_like(men);
            turned == *self
        };
        Frame::all().find(is_it).unwrap_or_default()
    }

    /// The positions of a row, in the order of its squares.
    pub(crate) fn of_row(row: &Row, men: &[(Side, Piece)]) -> Vec<Self> {
        let one_by_one = |square| Self::of_view(&row.at(square), men);
        let mut squares = row.squares().into_iter();
        let Some(first) = squares.next().map(one_by_one) else { return Vec::new() };
        let mut positions = Vec::with_capacity(row.squares().len() as usize);
        positions.push(first);
        match men.iter().position(|&man| man == row.man()) {
            // Only the pawn determines the transformation, so only the row's piece differs.
            Some(man) if man > 0 && men[0].1 == Piece::Pawn && !has_like(men) => {
                positions.extend(squares.map(|square| {
                    let mut position = first;
                    position.squares[man] = row.seen(square) as u8;
                    position
                }));
            }
            _ => positions.extend(squares.map(one_by_one)),
        }
        positions
    }

    /// The position of a key, in which pieces may share squares: the inverse of [`Position::key`]
    /// for representatives.
    ///
    /// # Panics
    /// If `key` is not below [`Position::keys`].
    #[inline]
    pub fn of_key(key: u32, men: &[(Side, Piece)]) -> Self {
        let to_move = if key & 1 == 0 { Side::Strong } else { Side::Weak };
        let mut position = Self { squares: [0; ROOM], men: men.len() as u8, to_move };
        let mut rest = key >> 1;
        for square in position.squares[1..men.len()].iter_mut().rev() {
            *square = (rest & 63) as u8;
            rest >>= 6;
        }
        let has_pawn = men[0].1 == Piece::Pawn;
        position.squares[0] =
            if has_pawn { ((rest >> 2) * 8 + 8 + (rest & 3)) as u8 } else { TRIANGLE[rest as usize] };
        position
    }

    /// Number of keys of an ending.
    pub fn keys(men: &[(Side, Piece)]) -> u32 {
        let leads = if men[0].1 == Piece::Pawn { PAWN_LEADS } else { TRIANGLE.len() as u32 };
        leads << (6 * (men.len() - 1) + 1)
    }

    /// The position as a number: index of the lead's square, the other squares as digits of base
    /// 64, the side to move.
    #[inline]
    pub fn key(&self, men: &[(Side, Piece)]) -> u32 {
        let lead = self.squares[0];
        let number = if men[0].1 == Piece::Pawn {
            u32::from((lead >> 3) - 1) << 2 | u32::from(lead & 3)
        } else {
            u32::from(TRIANGLE_NUMBERS[lead as usize & 63])
        };
        let squares = &self.squares[1..self.men as usize];
        let digits = squares.iter().fold(number, |key, &square| key << 6 | u32::from(square));
        digits << 1 | u32::from(self.to_move == Side::Weak)
    }

    /// The square of a piece by its index in the ending's order.
    #[inline]
    pub fn square(&self, man: usize) -> Square {
        Square::index(self.squares[man] as usize & 63)
    }

    /// True if equal pieces are in the order of their squares, which holds for one of their
    /// permutations.
    #[inline]
    pub fn is_in_order(&self, men: &[(Side, Piece)]) -> bool {
        !has_like(men)
            || (1..men.len()).all(|man| !are_alike(men, man) || self.squares[man - 1] < self.squares[man])
    }

    /// True if no two pieces share a square and pawns are on ranks 2 to 7.
    pub fn is_possible(&self, men: &[(Side, Piece)]) -> bool {
        let squares = &self.squares[..men.len()];
        let is_outside =
            |(&square, man): (&u8, &(Side, Piece))| man.1 == Piece::Pawn && !(8..56).contains(&square);
        (1..squares.len()).all(|man| !squares[..man].contains(&squares[man]))
            && !squares.iter().zip(men).any(is_outside)
    }

    /// Transforms the position of a view or a key to its representative.
    #[inline]
    pub fn represent(&mut self, men: &[(Side, Piece)]) {
        let has_pawn = men[0].1 == Piece::Pawn;
        if !has_pawn {
            self.turn_to_triangle();
        }
        if has_like(men) {
            self.sort_like(men);
            self.choose_twin(men, has_pawn);
        }
    }

    /// Transforms a position without pawns so that the lead is in the triangle and the first piece
    /// off the diagonal a1-h8 is below it.
    #[inline]
    fn turn_to_triangle(&mut self) {
        const EACH: u64 = 0x0101_0101_0101_0101;
        const THREE_BITS: u64 = EACH * 7;
        let squares = u64::from_le_bytes(self.squares);
        let of_men = u64::MAX >> (8 * (ROOM as u32 - u32::from(self.men)));
        let files = if squares & 4 != 0 { 7 } else { 0 };
        let ranks = if squares & 32 != 0 { 56 } else { 0 };
        let squares = squares ^ ((EACH * (files | ranks)) & of_men);
        let (ranks, files) = ((squares >> 3) & THREE_BITS, squares & THREE_BITS);
        // The first piece off the diagonal has the lowest byte that differs.
        let first = (ranks ^ files).trailing_zeros() & !7 & 63;
        let is_above = (ranks >> first & 7) > (files >> first & 7);
        self.squares = if is_above { ranks | files << 3 } else { squares }.to_le_bytes();
    }

    /// Sorts equal pieces by squares.
    fn sort_like(&mut self, men: &[(Side, Piece)]) {
        for man in 1..men.len() {
            let mut at = man;
            while at > 0 && are_alike(men, at) && self.squares[at - 1] > self.squares[at] {
                self.squares.swap(at - 1, at);
                at -= 1;
            }
        }
    }

    /// Chooses, of the symmetric positions with an allowed lead, the one whose squares come first:
    /// there may be two with two pawns on one rank, or with a lead on the diagonal.
    fn choose_twin(&mut self, men: &[(Side, Piece)], has_pawn: bool) {
        let mut twin = *self;
        for square in &mut twin.squares[..men.len()] {
            *square = if has_pawn { *square ^ 7 } else { *square >> 3 | (*square & 7) << 3 };
        }
        twin.sort_like(men);
        let may_lead = if has_pawn { twin.squares[0] & 4 == 0 } else { twin.squares[0] == self.squares[0] };
        if may_lead && twin.squares < self.squares {
            *self = twin;
        }
    }

    /// True for the representative of symmetric positions.
    pub fn is_representative(&self, men: &[(Side, Piece)]) -> bool {
        let mut turned = *self;
        turned.represent(men);
        turned == *self
    }
}

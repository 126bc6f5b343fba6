//! Raises results stored in a Syzygy file, lower bounds where the side to move can capture, to
//! those of the best captures.

use board::{BitBoard, Color, Piece, Square, attacks, get_between_rays};

use crate::endings::PROMOTIONS;
use crate::index::layout::Squares;
use crate::index::row::{legal, occupied};
use crate::solve::solved::{Find, Subtable, Successor};
use crate::value::metric::{Merit, Metric as _};
use crate::value::wdl::{NO_POSITION, RowCode};

/// The smaller endings that captures lead to.
pub(crate) struct Captures<'a, S> {
    /// By capturing and captured man.
    by_pair: Vec<Vec<AfterCapture<'a, S>>>,
}

/// The endings after a capture; empty where it is impossible.
struct AfterCapture<'a, S> {
    as_he_is: Option<Successor<'a, S>>,
    promoted: Vec<Successor<'a, S>>,
}

impl<'a, S: Subtable + 'a> Captures<'a, S> {
    /// For these men, the last of which takes all squares of a row; `find` looks up the tables of
    /// the smaller endings.
    pub(crate) fn new(men: &[(Color, Piece)], find: Find<'_, 'a, S>) -> Self {
        let pair = |capturer: usize, victim: usize| {
            if men[capturer].0 == men[victim].0 || men[victim].1 == Piece::King {
                return AfterCapture { as_he_is: None, promoted: Vec::new() };
            }
            let successor = |becomes: Piece| {
                let left = (0..men.len()).filter(|&i| i != victim);
                let piece = |i: usize| if i == capturer { becomes } else { men[i].1 };
                Successor::new(&left.map(|i| (men[i].0, piece(i), i)).collect::<Vec<_>>(), find)
            };
            let promotes = men[capturer].1 == Piece::Pawn && men[victim].1 != Piece::Pawn;
            AfterCapture {
                as_he_is: Some(successor(men[capturer].1)),
                promoted: if promotes { PROMOTIONS.map(successor).into() } else { Vec::new() },
            }
        };
        let by_pair = (0..men.len()).map(|c| (0..men.len()).map(|v| pair(c, v)).collect()).collect();
        Self { by_pair }
    }

    /// Raises the stored results of a row to those of its captures and marks illegal positions.
    /// The men are those of [`Captures::new`]; `squares` is `None` if two of them, without the
    /// last, are on one square.
    pub(crate) fn resolve(
        &self,
        men: &[(Color, Piece)],
        squares: Option<Squares>,
        side: Color,
        values: &mut [u8; 64],
    ) {
        let Some(squares) = squares else { return values.fill(NO_POSITION) };
        let legal = legal(men, &squares, side);
        for (capturer, pairs) in self.by_pair.iter().enumerate().filter(|(man, _)| men[*man].0 == side) {
            for (victim, after) in pairs.iter().enumerate() {
                if after.as_he_is.is_some() && !legal.is_empty() {
                    Row { men, squares, side, legal }.capture(capturer, victim, after, values);
                }
            }
        }
        for (square, value) in values.iter_mut().enumerate() {
            if !legal.has(Square::index(square)) {
                *value = NO_POSITION;
            }
        }
    }
}

/// A row whose captures are looked up.
#[derive(Clone, Copy)]
struct Row<'a> {
    men: &'a [(Color, Piece)],
    squares: Squares,
    side: Color,
    legal: BitBoard,
}

impl Row<'_> {
    /// Raises the results where `capturer` can take `victim`.
    fn capture<S: Subtable>(
        mut self,
        capturer: usize,
        victim: usize,
        after: &AfterCapture<'_, S>,
        values: &mut [u8; 64],
    ) {
        let row_man = self.men.len() - 1;
        let occupied = occupied(self.men.len(), &self.squares);
        let (color, piece) = self.men[capturer];
        let square = |man: usize| Square::index(self.squares[man] as usize);
        let reach = if capturer == row_man {
            // Never a pawn, since pawns are lead men.
            attacks(piece, color, square(victim), occupied)
        } else if victim == row_man {
            attacks(piece, color, square(capturer), occupied)
        } else if attacks(piece, color, square(capturer), occupied).has(square(victim)) {
            !get_between_rays(square(capturer), square(victim))
        } else {
            BitBoard::EMPTY
        };
        let reach = reach & self.legal;
        if reach.is_empty() {
            return;
        }
        if capturer == row_man || piece == Piece::Pawn {
            for at in reach {
                let mut squares = self.squares;
                squares[row_man] = at as u8;
                squares[capturer] = squares[victim];
                for child in after.of_pawn(piece, squares[capturer]) {
                    raise(&mut values[at as usize], child.merit(!self.side, &squares));
                }
            }
            return;
        }
        let mut merits = [0; 64];
        let moving = if victim == row_man { capturer } else { row_man };
        self.squares[capturer] = self.squares[victim];
        if let Some(child) = &after.as_he_is {
            child.merits(!self.side, &mut self.squares, moving, &mut merits);
        }
        for at in reach {
            raise(&mut values[at as usize], merits[at as usize]);
        }
    }
}

impl<'a, S> AfterCapture<'a, S> {
    /// The endings after a capture on this square.
    fn of_pawn(&self, piece: Piece, square: u8) -> &[Successor<'a, S>] {
        if piece == Piece::Pawn && !(8..56).contains(&square) {
            &self.promoted
        } else {
            self.as_he_is.as_slice()
        }
    }
}

/// Raises a result to that of a move of this merit, unless the move is illegal.
#[inline]
fn raise(value: &mut u8, merit: Merit) {
    if merit != 0 {
        *value = (*value).max(RowCode::from_standing(merit));
    }
}

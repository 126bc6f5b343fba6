//! Setup before solving: legal positions, and the results of captures by pieces.

use board::{Color, Piece, narrow};

use super::block::{Block, EMPTY};
use super::slice::Slice;
use super::solved::{Find, Subtable, Successor};
use crate::index::layout::Squares;
use crate::index::row;
use crate::value::metric::Merit;

/// Capture slots: one man is on the square of the man it has just captured, and the smaller table
/// gives the merit for the side that captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Capture {
    /// The word of the slots.
    pub(super) word: u32,
    /// The merit of the captures, see [`Metric::merit`](crate::value::metric::Metric::merit);
    /// not 0.
    pub(super) merit: Merit,
    /// The slots of this merit in the word.
    pub(super) bits: u64,
}

impl Slice<'_> {
    /// The legal positions of block `b` by side to move: men on distinct squares, the side not to
    /// move not in check.
    pub(super) fn legal(&self, b: usize) -> [Block; 2] {
        let mut legal = [EMPTY; 2];
        let mut squares = self.outside(b).squares;
        let row_man = self.outside_men();
        let men = &self.layout.men;
        if (1..row_man).any(|i| squares[..i].contains(&squares[i])) {
            return legal;
        }
        let [white, black] = &mut legal;
        for (row, words) in (0..).zip(white.iter_mut().zip(black)) {
            squares[row_man] = row;
            if squares[..row_man].contains(&squares[row_man]) {
                continue;
            }
            let legal_for = |mover| row::legal(men, &squares, mover).0;
            (*words.0, *words.1) = (legal_for(Color::White), legal_for(Color::Black));
        }
        legal
    }

    /// The capture slots of block `b` by side to move after the capture. Captures by pawns are not
    /// among them.
    pub(super) fn captures<S: Subtable>(
        &self,
        b: usize,
        tables: &Captures<'_, S>,
        found: &mut [Vec<Capture>; 2],
    ) {
        let mut squares = self.outside(b).squares;
        let row_man = self.outside_men();
        let vector_man = row_man + 1;
        for row in 0..64u8 {
            squares[row_man] = row;
            let word = narrow(b << 6 | usize::from(row));
            let mut on_same_square = (1..=row_man)
                .flat_map(|j| (0..j).map(move |i| (i, j)))
                .filter(|&(i, j)| squares[i] == squares[j]);
            let (pair, more) = (on_same_square.next(), on_same_square.next());
            if more.is_some() {
                continue;
            }
            if let Some((i, j)) = pair {
                let occupied = squares[..=row_man].iter().fold(0, |set, &s| set | 1u64 << s);
                for (capturer, victim) in [(i, j), (j, i)] {
                    let Some(successor) = &tables.by_pair[capturer][victim] else { continue };
                    let side = self.layout.men[victim].0;
                    let mut merits = [0; 64];
                    successor.merits(side, &mut squares, vector_man, &mut merits);
                    let worth = |wanted: Merit| {
                        let equal = merits.iter().enumerate();
                        equal.fold(0, |bits, (bit, &merit)| bits | u64::from(merit == wanted) << bit)
                    };
                    let mut left = !(occupied | worth(0));
                    while left != 0 {
                        let merit = merits[left.trailing_zeros() as usize];
                        let bits = left & worth(merit);
                        found[side as usize].push(Capture { word, merit, bits });
                        left &= !bits;
                    }
                }
            } else {
                let mut visit = |capturer: usize, victim: usize, squares: &Squares| {
                    let Some(successor) = &tables.by_pair[capturer][victim] else { return };
                    let side = self.layout.men[victim].0;
                    let merit = successor.merit(side, squares);
                    if merit != 0 {
                        add(
                            &mut found[side as usize],
                            Capture { word, merit, bits: 1 << squares[vector_man] },
                        );
                    }
                };
                for i in 0..=row_man {
                    squares[vector_man] = squares[i];
                    visit(i, vector_man, &squares);
                    visit(vector_man, i, &squares);
                }
            }
        }
    }
}

/// Adds capture slots to those of the same merit in their word, which is the last in `found`.
fn add(found: &mut Vec<Capture>, capture: Capture) {
    let of_word = found.iter_mut().rev().take_while(|other| other.word == capture.word);
    for other in of_word {
        if other.merit == capture.merit {
            other.bits |= capture.bits;
            return;
        }
    }
    found.push(capture);
}

/// The smaller tables that captures by pieces lead to.
pub(super) struct Captures<'a, S> {
    /// By capturing and captured man; `None` where there is no such capture.
    by_pair: Vec<Vec<Option<Successor<'a, S>>>>,
}

impl<'a, S: Subtable> Captures<'a, S> {
    pub(super) fn new(slice: &Slice<'_>, find: Find<'_, 'a, S>) -> Self {
        let men = &slice.layout.men;
        let successor = |capturer: usize, victim: usize| {
            let possible = men[capturer].0 != men[victim].0
                && men[victim].1 != Piece::King
                && men[capturer].1 != Piece::Pawn;
            possible.then(|| {
                let left = (0..men.len()).filter(|&i| i != victim).map(|i| (men[i].0, men[i].1, i));
                Successor::new(&left.collect::<Vec<_>>(), find)
            })
        };
        let by_pair = (0..men.len()).map(|c| (0..men.len()).map(|v| successor(c, v)).collect()).collect();
        Self { by_pair }
    }
}

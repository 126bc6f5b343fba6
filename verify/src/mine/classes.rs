//! The class (result) of every position of an ending, by key.

use std::sync::{Mutex, PoisonError};

use board::{Color, Man, Material, Piece, Placement, Square};
use rayon::prelude::*;
use recognizers::Side;
use recognizers::mined::Position;
use tbgen::WdlTables;
use tbgen::rows::Rows;

use crate::error::VerifyError;

/// Results by key (see [`Position::key`]), one byte each: 0 no legal position, 1 the weak side
/// wins, 2 draw, 3 the strong side wins, 4 a win that the fifty-move rule spoils; plus 128 where
/// the named rules announce the result.
pub struct Classes {
    classes: Vec<u8>,
    walked: Box<Walked>,
}

/// Called with the numbers of parts done and of all parts during a walk through the whole ending,
/// one call at a time; the last part ends the walk.
type Walked = dyn Fn(usize, usize) + Send + Sync;

/// Keys per unit of work.
const CHUNK: usize = 1 << 18;

/// Number of keys that differ only in the last piece's square and the side to move.
const ROW: usize = 128;

/// Legal positions that differ only in the last piece's square, at most 64.
#[derive(Default)]
pub(super) struct Neighbors {
    pub(super) keys: Vec<u32>,
    /// Each as the twin that represents its key.
    pub(super) positions: Vec<Position>,
    /// Their classes, bit [`Classes::NAMED`] included.
    pub(super) classes: Vec<u8>,
}

impl Neighbors {
    /// Reads the positions of a row of keys with one side (0 strong, 1 weak) to move.
    fn read(&mut self, first: u32, classes: &[u8], side: usize, men: &[(Side, Piece)]) {
        self.keys.clear();
        self.positions.clear();
        self.classes.clear();
        for (number, &class) in
            classes.iter().enumerate().skip(side).step_by(2).filter(|(_, class)| **class != 0)
        {
            let key = first + number as u32;
            let mut position = Position::of_key(key, men);
            position.represent(men);
            self.keys.push(key);
            self.positions.push(position);
            self.classes.push(class);
        }
    }

    /// True for a position that represents its twins in a table.
    pub(super) fn is_representative(&self, lane: usize, men: &[(Side, Piece)]) -> bool {
        self.positions[lane].key(men) == self.keys[lane]
    }
}

/// The numbers in a set.
pub(super) fn numbers(set: u64) -> impl Iterator<Item = usize> {
    board::BitBoard(set).into_iter().map(|lane| lane as usize)
}

/// Scrambles a key with the mixing steps of MurmurHash3.
pub(super) fn scramble(key: u32) -> u32 {
    let mut key = key;
    key = (key ^ key >> 16).wrapping_mul(0x85eb_ca6b);
    key = (key ^ key >> 13).wrapping_mul(0xc2b2_ae35);
    key ^ key >> 16
}

impl Classes {
    /// Set when the named rules announce the result.
    pub(super) const NAMED: u8 = 1 << 7;

    /// Solves the ending in memory; `material` has the strong side first.
    pub(super) fn solve(material: Material, men: &[(Side, Piece)]) -> Result<Self, VerifyError> {
        let mut tables = WdlTables::new();
        tables.build_all(&[material])?;
        Ok(Self::of_rows(men, tables.rows(material).expect("it was built"), material))
    }

    fn of_rows(men: &[(Side, Piece)], rows: Rows, material: Material) -> Self {
        // The table may have the weak side first.
        let turn = if rows.material() == material { 0 } else { 56 };
        let order = order_in_table(men, rows.men(), turn != 0);
        let mut classes = vec![0; Position::keys(men) as usize];
        classes.par_chunks_mut(CHUNK).enumerate().for_each(|(chunk, classes)| {
            for (i, class) in classes.iter_mut().enumerate() {
                let position = Position::of_key((chunk * CHUNK + i) as u32, men);
                if !position.is_possible(men) || !position.is_in_order(men) {
                    continue;
                }
                let mut squares = [0; 8];
                for (square, &man) in squares.iter_mut().zip(&order) {
                    *square = position.square(man) as u8 ^ turn;
                }
                let to_move = color(position.to_move);
                let to_move = if turn == 0 { to_move } else { !to_move };
                *class = class_of(rows.result(to_move, &squares), position.to_move);
            }
        });
        Self::silent(classes)
    }

    /// Results read from a file.
    ///
    /// # Errors
    /// [`VerifyError::Truth`] when its size is not the ending's.
    pub fn of_bytes(classes: Vec<u8>, men: &[(Side, Piece)]) -> Result<Self, VerifyError> {
        let expected = Position::keys(men) as usize;
        if classes.len() == expected && classes.iter().all(|&class| class <= 4) {
            Ok(Self::silent(classes))
        } else {
            Err(VerifyError::Truth(classes.len(), expected))
        }
    }

    fn silent(classes: Vec<u8>) -> Self {
        Self { classes, walked: Box::new(|_, _| ()) }
    }

    /// Sets the callback for the progress of each walk.
    pub fn report_to(&mut self, walked: Box<Walked>) {
        self.walked = walked;
    }

    /// The bytes to store in a file.
    pub fn as_bytes(&self) -> &[u8] {
        &self.classes
    }

    /// Positions by class: weak side wins, draws, strong side wins, cursed.
    pub(super) fn totals(&self) -> [u64; 4] {
        let count = |chunk: &[u8]| {
            chunk.iter().fold([0u64; 5], |mut counts, class| {
                counts[(class & !Self::NAMED) as usize] += 1;
                counts
            })
        };
        let add = |a: [u64; 5], b: [u64; 5]| std::array::from_fn(|i| a[i] + b[i]);
        let [_, counts @ ..] = self.classes.par_chunks(CHUNK).map(count).reduce(|| [0; 5], add);
        counts
    }

    /// Calls `visit` with all legal positions, a row of neighbors at a time; `start` creates a
    /// chunk's accumulator.
    pub(super) fn visit<T: Send>(
        &self,
        men: &[(Side, Piece)],
        start: impl Fn() -> T + Sync,
        visit: impl Fn(&mut T, &Neighbors) + Sync,
    ) -> Vec<T> {
        let progress = WalkProgress::new(&self.walked, self.classes.len());
        let walk = |(chunk, classes): (usize, &[u8])| {
            let mut found = start();
            let mut neighbors = Neighbors::default();
            for (row, classes) in classes.chunks(ROW).enumerate() {
                for side in 0..2 {
                    neighbors.read((chunk * CHUNK + row * ROW) as u32, classes, side, men);
                    if !neighbors.keys.is_empty() {
                        visit(&mut found, &neighbors);
                    }
                }
            }
            progress.advance();
            found
        };
        self.classes.par_chunks(CHUNK).enumerate().map(walk).collect()
    }

    /// Sets [`Classes::NAMED`] where `is_named` is true.
    pub(super) fn mark(&mut self, men: &[(Side, Piece)], is_named: impl Fn(&Position) -> bool + Sync) {
        let progress = WalkProgress::new(&self.walked, self.classes.len());
        self.classes.par_chunks_mut(CHUNK).enumerate().for_each(|(chunk, classes)| {
            for (i, class) in classes.iter_mut().enumerate().filter(|(_, class)| **class != 0) {
                let position = Position::of_key((chunk * CHUNK + i) as u32, men);
                if is_named(&position) {
                    *class |= Self::NAMED;
                }
            }
            progress.advance();
        });
    }
}

/// Counts the parts of a walk.
struct WalkProgress<'a> {
    walked: &'a Walked,
    done: Mutex<usize>,
    all: usize,
}

impl<'a> WalkProgress<'a> {
    fn new(walked: &'a Walked, keys: usize) -> Self {
        Self { walked, done: Mutex::new(0), all: keys.div_ceil(CHUNK) }
    }

    fn advance(&self) {
        // Called under the lock, so that parts are reported in order.
        let mut done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
        *done += 1;
        (self.walked)(*done, self.all);
    }
}

/// The placement of a position, with White as the strong side; `None` if two pieces share a square
/// or identical pieces are not in ascending order.
pub(super) fn placement(position: &Position, men: &[(Side, Piece)]) -> Option<Placement> {
    let nobody = Man { color: Color::White, piece: Piece::King, square: Square::A1 };
    let mut placed = [nobody; 5];
    let placed = &mut placed[..men.len()];
    for (i, (man, &(side, piece))) in placed.iter_mut().zip(men).enumerate() {
        *man = Man { color: color(side), piece, square: position.square(i) };
    }
    if !position.is_in_order(men) {
        return None;
    }
    let distinct = (1..placed.len()).all(|i| placed[..i].iter().all(|man| man.square != placed[i].square));
    distinct.then(|| Placement::new(color(position.to_move), placed).expect("one king for each side"))
}

fn color(side: Side) -> Color {
    if side == Side::Strong { Color::White } else { Color::Black }
}

/// For each man of a table its index in the ending's order; `has_weak_first` where White is the
/// weak side in the table.
fn order_in_table(men: &[(Side, Piece)], table: &[(Color, Piece)], has_weak_first: bool) -> Vec<usize> {
    let color_in_table = |side| if has_weak_first { !color(side) } else { color(side) };
    let mut order: Vec<usize> = Vec::new();
    for &which in table {
        let is_it = |&man: &usize| {
            let (side, piece) = men[man];
            (color_in_table(side), piece) == which && !order.contains(&man)
        };
        let man = (0..men.len()).find(is_it).expect("the table is the ending's");
        order.push(man);
    }
    order
}

/// The class of a code of [`Rows::result`].
fn class_of(code: u8, to_move: Side) -> u8 {
    match (code, to_move) {
        (2, _) => 2,
        (4, Side::Strong) | (0, Side::Weak) => 3,
        (4, Side::Weak) | (0, Side::Strong) => 1,
        (1 | 3, _) => 4,
        _ => 0,
    }
}

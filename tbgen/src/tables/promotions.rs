//! The best promotions of an ending's pawns, from the Syzygy files of the endings that they lead
//! to.
//!
//! A file is decoded once, for the side that moves after the promotion. Each of its positions with
//! the promoted piece on an edge is turned so that the piece is on its last rank, and the pawns,
//! with one in its place a rank before, form a numbered structure: these are the positions after a
//! promotion, in the numbering of the ending with the pawns.

use std::sync::atomic::{AtomicU8, Ordering};

use board::{Color, Material, Piece, Symmetry, narrow};
use rayon::prelude::*;
use syzygy::decode::Decoder;
use syzygy::format::{leading_files, man_code, men_codes};
use syzygy::write::vectorized;
use syzygy::{Error as SyzygyError, Kind, Tables as SyzygyTables};

use super::captures::Captures;
use crate::index::layout::{Layout, Squares};
use crate::index::pawns::number_of_leads;
use crate::index::slots::{RUN, Slots, select};
use crate::solve::pawn_moves::rank_of;
use crate::solve::solved::{Find, Subtable};
use crate::value::metric::Metric as _;
use crate::value::wdl::{NO_POSITION, RowCode};

/// Positions of a file placed as one unit of work.
const BATCH: u64 = 1 << 18;
/// Rows raised as one unit of work.
const BATCH_ROWS: usize = 1 << 12;

/// The best promotions of one side's pawns, found piece by piece.
pub(crate) struct BestPromotions<'a> {
    layout: &'a Layout,
    /// By pawn of this side.
    of_pawns: Vec<OfPawn<'a>>,
}

/// The best promotions of one pawn.
struct OfPawn<'a> {
    layout: &'a Layout,
    /// Its number among the lead men.
    pawn: usize,
    /// The structures with it on its last rank but one.
    leads: Vec<usize>,
    /// By slot of these structures: the rank of the best promotion so far in the upper four bits,
    /// the result stored for the next one in the lower four.
    slots: Vec<AtomicU8>,
}

impl<'a> BestPromotions<'a> {
    /// No promotions yet of this side's pawns; the ending must have some.
    pub(crate) fn new(layout: &'a Layout, color: Color) -> Self {
        let pawns = (0..layout.lead_men).filter(|&man| layout.men[man].0 == color);
        Self { layout, of_pawns: pawns.map(|pawn| OfPawn::new(layout, pawn)).collect() }
    }

    /// Adds the promotions to a piece from the file of that ending; `find` looks up the tables that
    /// its captures lead to.
    ///
    /// # Errors
    /// [`SyzygyError::MissingTable`] and [`SyzygyError::BadTable`], which name the file.
    pub(crate) fn add<'t, S: Subtable + 't>(
        &mut self,
        files: &SyzygyTables,
        piece: Piece,
        find: Find<'_, 't, S>,
    ) -> Result<(), SyzygyError> {
        for of_pawn in &mut self.of_pawns {
            of_pawn.slots.par_iter_mut().for_each(|slot| *slot.get_mut() |= NO_POSITION);
        }
        self.unpack(files, piece)?;
        for of_pawn in &mut self.of_pawns {
            let men = of_pawn.men(piece);
            of_pawn.raise(&men, &Captures::new(&men, find));
        }
        Ok(())
    }

    /// By pawn, a number among the lead men: the structures, and for each in turn the ranks of the
    /// best promotions.
    pub(crate) fn into_ranks(
        self,
    ) -> impl Iterator<Item = (usize, Vec<usize>, impl Iterator<Item = Vec<u8>>)> {
        let per_lead = self.layout.slots_per_lead();
        self.of_pawns.into_iter().map(move |OfPawn { pawn, leads, slots, .. }| {
            let (count, mut slots) = (leads.len(), slots.into_iter());
            let ranks = std::iter::repeat_with(move || {
                slots.by_ref().take(per_lead).map(|slot| slot.into_inner() >> 4).collect()
            });
            (pawn, leads, ranks.take(count))
        })
    }

    /// Places the stored results of the ending after a promotion to this piece.
    fn unpack(&self, files: &SyzygyTables, piece: Piece) -> Result<(), SyzygyError> {
        let Some(any) = self.of_pawns.first() else { return Ok(()) };
        let (men, mover) = (any.men(piece), !self.layout.men[any.pawn].0);
        let material =
            men.iter().fold(Material::new(&[], &[]), |all, &(color, piece)| all.with(color, piece));
        let (material, flip) = material.canonical();
        let table = files.table(material, Kind::Wdl)?;
        let mover = if flip { !mover } else { mover };
        // A symmetric table stores White to move only.
        let exchanged = material.is_symmetric() && mover == Color::Black;
        let (flip, mover) = if exchanged { (!flip, Color::White) } else { (flip, mover) };
        let of_file = men_codes(material);
        let places: Vec<Places<'_>> =
            self.of_pawns.iter().map(|of_pawn| of_pawn.places(piece, flip, &of_file)).collect();
        for file in 0..leading_files(material) {
            let sub = table.sub_table(file, mover);
            let decoder = Decoder::new(sub.layout());
            let placed = table.for_each_wdl_run(sub, |start, values| {
                let batches = values.par_chunks(narrow(BATCH)).enumerate();
                batches.for_each(|(number, values)| {
                    let from = start + number as u64 * BATCH;
                    decoder.for_each_chunk(from..from + values.len() as u64, |squares, before| {
                        for places in &places {
                            places.write(squares, &values[before..]);
                        }
                    });
                });
            });
            placed.map_err(|fault| files.bad_table(material, Kind::Wdl, fault))?;
        }
        Ok(())
    }
}

/// The structures with this pawn on its last rank but one.
fn leads_before(layout: &Layout, pawn: usize) -> Vec<usize> {
    let pawns = layout.pawns.as_ref().expect("an ending with a pawn has structures");
    let rank = if layout.men[pawn].0 == Color::White { 6 } else { 1 };
    (0..layout.leads()).filter(|&lead| pawns.structures[lead][pawn] >> 3 == rank).collect()
}

/// The number of structures with a pawn of this side on its last rank but one, counted for each
/// such pawn.
pub(crate) fn structures_before(layout: &Layout, color: Color) -> usize {
    let pawns = (0..layout.lead_men).filter(|&man| layout.men[man].0 == color);
    pawns.map(|pawn| leads_before(layout, pawn).len()).sum()
}

impl<'a> OfPawn<'a> {
    fn new(layout: &'a Layout, pawn: usize) -> Self {
        let leads = leads_before(layout, pawn);
        let slots = (0..leads.len() * layout.slots_per_lead()).map(|_| AtomicU8::new(0)).collect();
        Self { layout, pawn, leads, slots }
    }

    /// The men after a promotion to this piece.
    fn men(&self, piece: Piece) -> Vec<(Color, Piece)> {
        let mut men = self.layout.men.clone();
        men[self.pawn].1 = piece;
        men
    }

    /// Where the positions of a file come to, which has the men with these codes. With `flip`
    /// colors are swapped in it.
    fn places(&self, piece: Piece, flip: bool, of_file: &[u8]) -> Places<'_> {
        let men = self.men(piece);
        let codes: Vec<u8> =
            men.iter().map(|&(color, piece)| man_code(if flip { !color } else { color }, piece)).collect();
        let with_pawns = men.iter().any(|&(_, piece)| piece == Piece::Pawn);
        let symmetries: &[Symmetry] =
            if with_pawns { &[Symmetry::IDENTITY, Symmetry::MIRROR_FILES] } else { &Symmetry::ALL };
        // With pawns, swapped colors turn the board.
        let turn = if with_pawns && flip { 56 } else { 0 };
        let turned = |symmetry: &Symmetry| -> [u8; 64] {
            std::array::from_fn(|square| narrow(symmetry.apply_index(square) ^ turn))
        };
        Places {
            of_pawn: self,
            orders: self.orders(&codes, of_file),
            turns: symmetries.iter().map(|symmetry| self.turn(turned(symmetry))).collect(),
            slots: Slots::in_order(
                self.layout,
                self.layout.part_of_leads(&self.leads),
                (0..men.len()).collect(),
            ),
            simd: pulp::Arch::new(),
        }
    }

    /// For each man of the layout its number in the file, in every way in which identical pieces
    /// can be interchanged, except sorted ones.
    fn orders(&self, codes: &[u8], of_file: &[u8]) -> Vec<Vec<usize>> {
        let sorted = self.layout.lead_men..self.layout.first_digit();
        let mut orders = vec![Vec::new()];
        for (man, code) in codes.iter().enumerate() {
            let is_after_like = sorted.contains(&man) && man > sorted.start;
            let with_one_more = |order: Vec<usize>| -> Vec<Vec<usize>> {
                let least = if is_after_like { order[man - 1] + 1 } else { 0 };
                let left = (least..of_file.len()).filter(|&n| of_file[n] == *code && !order.contains(&n));
                left.map(|n| order.iter().copied().chain([n]).collect()).collect()
            };
            orders = orders.into_iter().flat_map(with_one_more).collect();
        }
        orders
    }

    /// The way of turning the board that takes each square to another one.
    fn turn(&self, squares: [u8; 64]) -> Turn {
        let is_white = self.layout.men[self.pawn].0 == Color::White;
        let before = |square: u8| match (is_white, square >> 3) {
            (true, 7) => Some(square - 8),
            (false, 0) => Some(square + 8),
            _ => None,
        };
        let pawns = squares.map(|square| before(square).unwrap_or_default());
        let mut are_after = vec![false; 1 << (6 * self.layout.lead_men)];
        let mut back = [0u8; 64];
        for (from, &to) in (0..).zip(&squares) {
            back[usize::from(to)] = from;
        }
        for &lead in &self.leads {
            let mut structure: Squares = [0; 8];
            self.layout.lead_squares(lead, &mut structure);
            let promoted = if is_white { structure[self.pawn] + 8 } else { structure[self.pawn] - 8 };
            structure[self.pawn] = promoted;
            let from = structure[..self.layout.lead_men].iter().map(|&square| back[usize::from(square)]);
            are_after[number_of_leads(from)] = true;
        }
        Turn { squares, pawns, are_after }
    }

    /// Raises the stored results to those of captures, and adds them to the best promotions.
    fn raise<S: Subtable>(&mut self, men: &[(Color, Piece)], captures: &Captures<'_, S>) {
        let (layout, leads, pawn) = (self.layout, &self.leads, self.pawn);
        let mover = !men[pawn].0;
        let rows = layout.slots_per_lead() / 64;
        let promoted_on = |square: u8| if mover == Color::Black { square + 8 } else { square - 8 };
        self.slots.par_chunks_mut(BATCH_ROWS * 64).enumerate().for_each(|(batch, slots)| {
            for (number, slots) in slots.as_chunks_mut::<64>().0.iter_mut().enumerate() {
                let row = batch * BATCH_ROWS + number;
                let mut squares = layout.squares((leads[row / rows] * rows + row % rows) << 6);
                squares[pawn] = promoted_on(squares[pawn]);
                let fixed = &squares[..men.len() - 1];
                let are_apart = (1..fixed.len()).all(|man| !fixed[..man].contains(&fixed[man]));
                let mut values = slots.each_mut().map(|slot| *slot.get_mut() & 0xf);
                captures.resolve(men, are_apart.then_some(squares), mover, &mut values);
                for (slot, value) in slots.iter_mut().zip(values) {
                    let slot = slot.get_mut();
                    *slot = (*slot >> 4).max(rank_of(RowCode::merit(value))) << 4;
                }
            }
        });
    }
}

/// Where the positions of a file come to.
struct Places<'a> {
    of_pawn: &'a OfPawn<'a>,
    /// For each man of the layout its number in the file, in every possible way.
    orders: Vec<Vec<usize>>,
    turns: Vec<Turn>,
    slots: Slots<'a>,
    simd: pulp::Arch,
}

/// A way of turning the board.
struct Turn {
    /// By square, where it comes to.
    squares: [u8; 64],
    /// By square of the promoted piece, where the pawn was.
    pawns: [u8; 64],
    /// By squares of the lead men in the file, the promoted piece among them, see
    /// [`number_of_leads`]: true if the turned position comes from a numbered structure with the
    /// pawn in its place.
    are_after: Vec<bool>,
}

impl Places<'_> {
    /// Writes the stored values of those of these positions that are found after a promotion.
    fn write(&self, squares: &[&[u8]], values: &[u8]) {
        for order in &self.orders {
            for turn in &self.turns {
                for from in (0..squares[0].len()).step_by(RUN) {
                    self.write_run(turn, order, squares, from, values);
                }
            }
        }
    }

    fn write_run(&self, turn: &Turn, order: &[usize], squares: &[&[u8]], from: usize, values: &[u8]) {
        let layout = self.of_pawn.layout;
        let to = squares[0].len().min(from + RUN);
        let lead_men = order[..layout.lead_men].iter().map(|&number| &squares[number][from..to]);
        let mut chosen = [0u16; RUN];
        let count = select(&turn.are_after, lead_men, &mut chosen);
        let chosen = &chosen[..count];
        let mut turned = [[0; RUN]; std::mem::size_of::<Squares>()];
        let mut rows: [&[u8]; std::mem::size_of::<Squares>()] = [&[]; std::mem::size_of::<Squares>()];
        for ((man, (turned, row)), &number) in turned.iter_mut().zip(&mut rows).enumerate().zip(order) {
            let by_square = if man == self.of_pawn.pawn { &turn.pawns } else { &turn.squares };
            let all = &squares[number][from..to];
            for (square, &number) in turned.iter_mut().zip(chosen) {
                *square = by_square[usize::from(all[usize::from(number)])];
            }
            *row = &turned[..count];
        }
        let mut slots = [0; RUN];
        let slots = &mut slots[..count];
        vectorized(
            self.simd,
            #[inline(always)]
            || self.slots.find(&rows[..layout.men.len()], 0, slots),
        );
        for (&slot, &number) in slots.iter().zip(chosen) {
            let slot = &self.of_pawn.slots[slot];
            let best = slot.load(Ordering::Relaxed) & 0xf0;
            slot.store(best | values[from + usize::from(number)], Ordering::Relaxed);
        }
    }
}

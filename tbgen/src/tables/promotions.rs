//! The best promotions of an ending's only pawn, from the Syzygy files of the endings that they
//! lead to.
//!
//! A file is decoded once, for the side that moves after the promotion. Each of its positions with
//! the promoted piece on an edge is turned so that the piece is on the last rank and on files a to
//! d: these are the positions after a promotion, in the numbering of the ending with the pawn.

use std::sync::atomic::{AtomicU8, Ordering};

use board::{Color, Material, Piece, Symmetry, narrow};
use rayon::prelude::*;
use syzygy::decode::Decoder;
use syzygy::format::{man_code, men_codes};
use syzygy::write::vectorized;
use syzygy::{Error as SyzygyError, Kind, Tables as SyzygyTables};

use super::captures::Captures;
use crate::index::layout::{Layout, Squares};
use crate::index::slots::{RUN, Slots};
use crate::solve::pawn_moves::rank_of;
use crate::solve::solved::{Find, Subtable};
use crate::value::metric::Metric as _;
use crate::value::wdl::{NO_POSITION, RowCode};

/// Marks squares from which the pawn has not come.
const NO_PAWN: u8 = 0;
/// Positions of a file placed as one unit of work.
const BATCH: u64 = 1 << 18;
/// Rows raised as one unit of work.
const BATCH_ROWS: usize = 1 << 12;

/// The best promotions of an ending's only pawn, found piece by piece.
pub(crate) struct BestPromotions<'a> {
    layout: &'a Layout,
    /// The structures with the pawn on its last rank but one.
    leads: Vec<usize>,
    /// By slot of these structures: the rank of the best promotion so far in the upper four bits,
    /// the result stored for the next one in the lower four.
    slots: Vec<AtomicU8>,
}

impl<'a> BestPromotions<'a> {
    /// No promotions yet. The ending must have one pawn.
    pub(crate) fn new(layout: &'a Layout) -> Self {
        assert_eq!(layout.material.pawns(), 1, "{} has not one pawn", layout.material);
        let pawns = layout.pawns.as_ref().expect("an ending with a pawn has structures");
        let color = layout.men[0].0;
        let is_next =
            |&lead: &usize| pawns.structures[lead][0] >> 3 == if color == Color::White { 6 } else { 1 };
        let leads: Vec<usize> = (0..layout.leads()).filter(is_next).collect();
        let slots = (0..leads.len() * layout.slots_per_lead()).map(|_| AtomicU8::new(0)).collect();
        Self { layout, leads, slots }
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
        self.slots.par_iter_mut().for_each(|slot| *slot.get_mut() |= NO_POSITION);
        let mut men = self.layout.men.clone();
        men[0].1 = piece;
        self.unpack(files, &men)?;
        self.raise(&men, &Captures::new(&men, find));
        Ok(())
    }

    /// The structures, by lead, with the ranks of the best promotions.
    pub(crate) fn into_ranks(self) -> impl Iterator<Item = (usize, Vec<u8>)> {
        let mut slots = self.slots.into_iter();
        let per_lead = self.layout.slots_per_lead();
        self.leads.into_iter().map(move |lead| {
            (lead, slots.by_ref().take(per_lead).map(|slot| slot.into_inner() >> 4).collect())
        })
    }

    /// Places the stored results of the ending with these men.
    fn unpack(&self, files: &SyzygyTables, men: &[(Color, Piece)]) -> Result<(), SyzygyError> {
        let material =
            men.iter().fold(Material::new(&[], &[]), |all, &(color, piece)| all.with(color, piece));
        let (material, flip) = material.canonical();
        let table = files.table(material, Kind::Wdl)?;
        let mover = if flip { men[0].0 } else { !men[0].0 };
        // A symmetric table stores White to move only.
        let exchanged = material.is_symmetric() && mover == Color::Black;
        let (flip, mover) = if exchanged { (!flip, Color::White) } else { (flip, mover) };
        let codes: Vec<u8> =
            men.iter().map(|&(color, piece)| man_code(if flip { !color } else { color }, piece)).collect();
        let orders = self.orders(&codes, &men_codes(material));
        let turns = self.turns();
        let sub = table.sub_table(0, mover);
        let decoder = Decoder::new(sub.layout());
        let placed = table.for_each_wdl_run(sub, |start, values| {
            let batches = values.par_chunks(narrow(BATCH)).enumerate();
            batches.for_each(|(number, values)| {
                let from = start + number as u64 * BATCH;
                decoder.for_each_chunk(from..from + values.len() as u64, |squares, before| {
                    for order in &orders {
                        for turn in &turns {
                            self.place(turn, order, squares, &values[before..]);
                        }
                    }
                });
            });
        });
        placed.map_err(|fault| files.bad_table(material, Kind::Wdl, fault))
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

    /// The ways of turning the board.
    fn turns(&self) -> Vec<Turn<'a>> {
        let color = self.layout.men[0].0;
        let pawn_of = |square: usize| match (color, square >> 3) {
            (Color::White, 7) if square & 7 < 4 => narrow(square - 8),
            (Color::Black, 0) if square & 7 < 4 => narrow(square + 8),
            _ => NO_PAWN,
        };
        let in_layout = (0..self.layout.men.len()).collect::<Vec<_>>();
        let turn = |symmetry: Symmetry| Turn {
            squares: std::array::from_fn(|square| narrow(symmetry.apply_index(square))),
            pawns: std::array::from_fn(|square| pawn_of(symmetry.apply_index(square))),
            slots: Slots::in_order(self.layout, self.layout.part_of_leads(&self.leads), in_layout.clone()),
            simd: pulp::Arch::new(),
        };
        Symmetry::ALL.into_iter().map(turn).collect()
    }

    /// Writes the stored values of those of these positions in which the turned board has the
    /// promoted piece on the pawn's last rank.
    fn place(&self, turn: &Turn<'_>, order: &[usize], squares: &[&[u8]], values: &[u8]) {
        let men = self.layout.men.len();
        for from in (0..squares[0].len()).step_by(RUN) {
            let to = squares[0].len().min(from + RUN);
            let (mut chosen, mut count) = ([0u16; RUN], 0);
            // Always written: a branch would be unpredictable.
            for (number, &square) in (0..).zip(&squares[order[0]][from..to]) {
                chosen[count] = number;
                count += usize::from(turn.pawns[usize::from(square)] != NO_PAWN);
            }
            let chosen = &chosen[..count];
            let mut turned = [[0; RUN]; std::mem::size_of::<Squares>()];
            let mut rows: [&[u8]; std::mem::size_of::<Squares>()] = [&[]; std::mem::size_of::<Squares>()];
            for ((man, (turned, row)), &number) in turned.iter_mut().zip(&mut rows).enumerate().zip(order) {
                let by_square = if man == 0 { &turn.pawns } else { &turn.squares };
                let all = &squares[number][from..to];
                for (square, &number) in turned.iter_mut().zip(chosen) {
                    *square = by_square[usize::from(all[usize::from(number)])];
                }
                *row = &turned[..count];
            }
            let mut slots = [0; RUN];
            let slots = &mut slots[..count];
            vectorized(
                turn.simd,
                #[inline(always)]
                || turn.slots.find(&rows[..men], 0, slots),
            );
            for (&slot, &number) in slots.iter().zip(chosen) {
                let slot = &self.slots[slot];
                let best = slot.load(Ordering::Relaxed) & 0xf0;
                slot.store(best | values[from + usize::from(number)], Ordering::Relaxed);
            }
        }
    }

    /// Raises the stored results to those of captures, and adds them to the best promotions.
    fn raise<S: Subtable>(&mut self, men: &[(Color, Piece)], captures: &Captures<'_, S>) {
        let (layout, leads, mover) = (self.layout, &self.leads, !men[0].0);
        let rows = layout.slots_per_lead() / 64;
        let promoted_on = |pawn: u8| if men[0].0 == Color::White { pawn + 8 } else { pawn - 8 };
        self.slots.par_chunks_mut(BATCH_ROWS * 64).enumerate().for_each(|(batch, slots)| {
            for (number, slots) in slots.as_chunks_mut::<64>().0.iter_mut().enumerate() {
                let row = batch * BATCH_ROWS + number;
                let mut squares = layout.squares((leads[row / rows] * rows + row % rows) << 6);
                squares[0] = promoted_on(squares[0]);
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

/// A way of turning the board.
struct Turn<'a> {
    /// By square, where it comes to.
    squares: [u8; 64],
    /// By square of the promoted piece, where the pawn was, if the turned piece can have promoted.
    pawns: [u8; 64],
    slots: Slots<'a>,
    simd: pulp::Arch,
}

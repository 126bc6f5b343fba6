//! Results from Syzygy files, unpacked into memory completely and made exact.
//!
//! A stored result is only a lower bound if the side to move can capture. So files are unpacked
//! from the smallest ending up, each into the numbering of our own tables, and then every row is
//! raised to the results of its captures in the smaller endings. This takes a few seconds for five
//! men, while probing each position takes minutes.

use std::collections::HashMap;
use std::path::Path;

use board::{Color, Material};
use rayon::prelude::*;

use syzygy::decode::Decoder;
use syzygy::write::vectorized;
use syzygy::{Builder, Error as SyzygyError, Kind, Tables as SyzygyTables, Verify};

use super::captures::Captures;
use super::planes::WdlPlanes;
use super::rows::Rows;
use crate::endings::{captures, levels};
use crate::index::layout::{Layout, Squares};
use crate::index::row::row_squares;
use crate::index::slots::{RUN, Slots, numbers_in_files};
use crate::solve::solved::Solved;
use crate::value::wdl::{NO_POSITION, RowCode, WdlCode};

/// The exact results of every position of some endings, from Syzygy WDL files.
#[derive(Default)]
pub struct SyzygyResults {
    by_material: HashMap<Material, Solved<RowCode>>,
}

impl SyzygyResults {
    /// Unpacks an ending and all smaller ones that its captures lead to, on the threads of the pool
    /// it is called from.
    ///
    /// # Errors
    /// [`SyzygyError::MissingTable`] and [`SyzygyError::BadTable`], which name the file.
    pub fn read(files: &SyzygyTables, material: Material) -> Result<Self, SyzygyError> {
        let mut results = Self::default();
        let needed = Self::needed(material);
        // All files are opened before the first one is unpacked.
        needed.iter().try_for_each(|&m| files.table(m, Kind::Wdl).map(drop))?;
        for material in needed {
            let table = files.table(material, Kind::Wdl)?;
            let bad = |fault| files.bad_table(material, Kind::Wdl, fault);
            let mut solved = unpack(table).map_err(bad)?;
            results.resolve_captures(&mut solved);
            results.by_material.insert(material, solved);
        }
        Ok(results)
    }

    /// The endings whose files are needed to unpack `material`, smallest first.
    pub fn needed(material: Material) -> Vec<Material> {
        let mut all: Vec<Material> = Vec::new();
        let mut open = vec![material.canonical().0];
        while let Some(material) = open.pop() {
            if material.men() > 2 && !all.contains(&material) {
                all.push(material);
                open.extend(captures(material));
            }
        }
        levels(all).concat()
    }

    /// One ending's results as bit planes; `None` when it was not unpacked.
    pub(crate) fn planes(&self, material: Material) -> Option<WdlPlanes> {
        let solved = self.by_material.get(&material.canonical().0)?;
        let mut planes = WdlPlanes::new(solved.layout.material);
        for (side, values) in Color::ALL.into_iter().zip(&solved.values) {
            planes.add(&solved.layout.whole(), side, values, WdlCode::of_row);
        }
        Some(planes)
    }

    /// All positions of one ending; `None` when it was not unpacked.
    pub fn rows(&self, material: Material) -> Option<Rows<'_>> {
        let solved = self.by_material.get(&material.canonical().0)?;
        Some(Rows::of_codes(&solved.layout, &solved.values))
    }

    /// Raises every result to that of the best capture, and marks illegal slots.
    fn resolve_captures(&self, solved: &mut Solved<RowCode>) {
        let layout = &solved.layout;
        let tables = Captures::new(&layout.men, &|m| &self.by_material[&m]);
        for (side, values) in Color::ALL.into_iter().zip(&mut solved.values) {
            values.par_chunks_mut(CHUNK_ROWS * 64).enumerate().for_each(|(chunk, values)| {
                for (row, values) in values.as_chunks_mut::<64>().0.iter_mut().enumerate() {
                    let squares = row_squares(layout, chunk * CHUNK_ROWS + row);
                    tables.resolve(&layout.men, squares, side, values);
                }
            });
        }
    }
}

/// Rows per unit of work when looking up captures.
const CHUNK_ROWS: usize = 4096;

/// Opens the files of these folders as in all programs of the suite: a file that is truncated while
/// it is read gives an error.
///
/// # Errors
/// [`SyzygyError::Io`] when a folder cannot be listed.
pub fn open_tables(folders: &[impl AsRef<Path>], verify: Verify) -> Result<SyzygyTables, SyzygyError> {
    let builder = SyzygyTables::builder().verify(verify);
    #[cfg(feature = "mmap")]
    let builder = builder.guard_maps();
    folders.iter().fold(builder, Builder::folder).open()
}

/// A file's stored values in the numbering of our tables; slots without an index are illegal.
fn unpack(table: &syzygy::file::Table) -> Result<Solved<RowCode>, syzygy::file::Fault> {
    let layout = Layout::new(table.material());
    let mut values = [vec![NO_POSITION; layout.slots()], vec![NO_POSITION; layout.slots()]];
    let places = Places::new(&layout);
    let symmetric = table.material().is_symmetric();
    let files = table.sub_tables().len() / if symmetric { 1 } else { 2 };
    let unpacked: Result<(), _> = values.par_iter_mut().zip(Color::ALL).try_for_each(|(values, side)| {
        // A symmetric table stores White to move only: Black's values are the same with colors
        // swapped.
        let exchanged = symmetric && side == Color::Black;
        for file in 0..files {
            let sub = table.sub_table(file, side);
            let stored = table.expand_wdl(sub)?;
            Decoder::new(sub.layout()).for_each_chunk(0..stored.len() as u64, |squares, before| {
                places.write(squares, exchanged, &stored[before..], values);
            });
        }
        Ok(())
    });
    unpacked.map(|()| Solved::new(layout, values))
}

/// Maps positions of a file to our numbering.
struct Places<'a> {
    layout: &'a Layout,
    /// For each order of identical pieces.
    orders: Vec<Slots<'a>>,
    /// The same with colors swapped.
    exchanged: Vec<Slots<'a>>,
    simd: pulp::Arch,
}

impl<'a> Places<'a> {
    fn new(layout: &'a Layout) -> Self {
        let numbers = numbers_in_files(layout);
        let half = numbers.len() / 2;
        let exchanged = numbers.iter().map(|&n| if n < half { n + half } else { n - half }).collect();
        let in_each_order = |numbers: Vec<usize>| {
            let mut orders = Vec::new();
            orders_of_like_men(layout, numbers, layout.lead_men.max(1), &mut orders);
            orders.into_iter().map(|order| Slots::in_order(layout, layout.whole(), order)).collect()
        };
        Self {
            layout,
            orders: in_each_order(numbers),
            exchanged: in_each_order(exchanged),
            simd: pulp::Arch::new(),
        }
    }

    /// Writes consecutive values to the slots of their positions, given as one array of squares for
    /// each man.
    fn write(&self, squares: &[&[u8]], exchanged: bool, stored: &[u8], values: &mut [u8]) {
        if !exchanged {
            return self.orders.iter().for_each(|order| self.write_in_order(order, squares, stored, values));
        }
        let turn = if self.layout.pawns.is_some() { 56 } else { 0 };
        let turned: Vec<Vec<u8>> = squares.iter().map(|men| men.iter().map(|s| s ^ turn).collect()).collect();
        let turned: Vec<&[u8]> = turned.iter().map(Vec::as_slice).collect();
        self.exchanged.iter().for_each(|order| self.write_in_order(order, &turned, stored, values));
    }

    fn write_in_order(&self, order: &Slots, squares: &[&[u8]], stored: &[u8], values: &mut [u8]) {
        let len = squares[0].len();
        let mut slots = [0; RUN];
        for from in (0..len).step_by(RUN) {
            let slots = &mut slots[..RUN.min(len - from)];
            vectorized(
                self.simd,
                #[inline(always)]
                || order.find(squares, from, slots),
            );
            for (&slot, &value) in slots.iter().zip(&stored[from..]) {
                values[slot] = value;
            }
            for (i, &slot) in slots.iter().enumerate().filter(|_| self.has_twins()) {
                if let Some(image) = self.twin(&self.layout.squares(slot)) {
                    values[self.layout.slot(&image)] = stored[from + i];
                }
            }
        }
    }

    /// True when some positions of this ending have a twin.
    fn has_twins(&self) -> bool {
        self.layout.pawns.is_none() || self.layout.lead_men > 1
    }

    /// The other position of this ending that is equal by symmetry and has the same lead, if there
    /// is one.
    #[inline]
    fn twin(&self, squares: &Squares) -> Option<Squares> {
        match &self.layout.pawns {
            // The king on a long diagonal: the diagonal flips keep it there.
            None => {
                let (file, rank) = (squares[0] & 7, squares[0] >> 3);
                (file == rank).then(|| squares.map(|s| s >> 3 | (s & 7) << 3)).or_else(|| {
                    (file + rank == 7).then(|| squares.map(|s| (7 - (s & 7)) << 3 | (7 - (s >> 3))))
                })
            }
            // A symmetric pawn structure is its own mirror image.
            Some(_) if self.layout.lead_men > 1 => Some(squares.map(|s| s ^ 7)),
            Some(_) => None,
        }
    }
}

/// All assignments of identical pieces of the file to men of the layout, with lead men fixed.
fn orders_of_like_men(layout: &Layout, order: Vec<usize>, from: usize, found: &mut Vec<Vec<usize>>) {
    if from >= layout.men.len() {
        return found.push(order);
    }
    let like_men = (from..layout.men.len()).take_while(|&i| layout.men[i] == layout.men[from]);
    for i in like_men.collect::<Vec<_>>() {
        let mut swapped = order.clone();
        swapped.swap(from, i);
        orders_of_like_men(layout, swapped, from + 1, found);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn captures_lead_to_the_known_endings() {
        let names = |name: &str| -> Vec<String> {
            SyzygyResults::needed(name.parse().expect("a material")).iter().map(ToString::to_string).collect()
        };
        assert_eq!(names("KPvK"), ["KPvK"]);
        assert_eq!(names("KBvKP"), ["KQvK", "KRvK", "KBvK", "KNvK", "KPvK", "KBvKP"]);
        assert!(names("KRPvKR").contains(&"KRNvK".to_owned()));
        assert!(!names("KRPvKR").contains(&"KQRvKR".to_owned()), "a promotion alone is no capture");
    }
}

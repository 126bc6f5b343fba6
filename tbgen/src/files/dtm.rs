//! Solves endings one after another for distances to mate with little memory, for `.vdtm` files.
//!
//! For an ending that promotions lead to, only the required [slice](crate::index::promoted) is
//! kept, on disk until it is needed.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use board::{Color, Material};

use syzygy::format::leading_files;
use syzygy::write::DtmEncoder;

use super::dtm_file::{self, Codes};
use super::stage::{Stages, Work};
use crate::endings::{SMALL, checked_closure, needed_first, successors};
use crate::error::BuildError;
use crate::index::layout::{Layout, Part};
use crate::index::promoted::{Cut, PromotedSlice, slices_of};
use crate::solve;
use crate::solve::solved::{Solved, Subtable};
use crate::tables::dtm::DtmTables;
use crate::tables::dtm_table::DtmTable;
use crate::value::dtm::{DtmByte, DtmWord};
use crate::value::metric::{Merit, Metric as _};

/// Number of pawns from which mates may be too long for a byte: KPPvKP. No larger ending that can
/// be solved needs slices of such endings.
const PAWNS_OF_LONG_MATES: usize = 3;

/// Solves endings for their `.vdtm` files.
pub(crate) struct DtmBuilder {
    folder: PathBuf,
    /// Maximum number of men of tables that are kept whole in memory.
    small: usize,
    tables: DtmTables,
    /// Slices of larger tables, in unnamed files.
    slices: HashMap<PromotedSlice, Stored>,
}

struct Stored {
    file: File,
    bytes: usize,
}

impl DtmBuilder {
    /// A builder without tables; slices are stored in this folder.
    pub(crate) fn new(folder: &Path) -> Self {
        Self { folder: folder.to_owned(), small: SMALL, tables: DtmTables::new(), slices: HashMap::new() }
    }

    /// Solves the endings that this ending leads to, and keeps what it and the `upcoming` ones
    /// need.
    ///
    /// # Errors
    /// [`BuildError::Solve`] and [`BuildError::Scratch`].
    pub(crate) fn prepare(&mut self, material: Material, upcoming: &[Material]) -> Result<(), BuildError> {
        let mut small = checked_closure(&[material])?;
        small.retain(|m| m.men() <= self.small);
        self.tables.build_all(&small)?;
        let mut missing = Vec::new();
        self.find_missing(material, &mut missing);
        for (i, &m) in missing.iter().enumerate() {
            let later = || missing[i + 1..].iter().chain([&material]);
            self.solve(m, later().chain(upcoming), |_, _, _| Ok(()))?;
            let asked: Vec<PromotedSlice> =
                later().chain(upcoming).flat_map(|&m| slices_of(m, self.small)).collect();
            self.slices.retain(|slice, _| asked.contains(slice));
        }
        Ok(())
    }

    /// Solves a prepared ending and compresses it, one leading file at a time. Slices that the
    /// `upcoming` endings need are kept, those needed soonest first, up to `bytes`.
    ///
    /// # Errors
    /// As [`DtmBuilder::prepare`], and [`BuildError::Write`].
    pub(crate) fn encode(
        &mut self,
        material: Material,
        upcoming: &[Material],
        bytes: usize,
        stages: &mut Stages<'_>,
    ) -> Result<Vec<u8>, BuildError> {
        let mut encoder = DtmEncoder::new(material)?;
        let last = leading_files(material) - 1;
        stages.begin(Work::Solving);
        self.solve_by_file(material, upcoming, bytes, |source, file| {
            stages.begin(Work::Compressing);
            encoder.add(source)?;
            if file < last {
                stages.begin(Work::Solving);
            }
            Ok(())
        })?;
        Ok(encoder.finish())
    }

    /// Solves a prepared ending, and calls `visit` with the distances and the number of each
    /// leading file. Slices are kept as by [`DtmBuilder::encode`].
    ///
    /// # Errors
    /// As [`DtmBuilder::prepare`], and errors of `visit`.
    pub(crate) fn solve_by_file(
        &mut self,
        material: Material,
        upcoming: &[Material],
        bytes: usize,
        mut visit: impl FnMut(&dtm_file::Source<'_>, usize) -> Result<(), BuildError>,
    ) -> Result<(), BuildError> {
        if let Some(DtmTable { solved }) = self.tables.table(material) {
            let values = Codes::Bytes(solved.values.each_ref().map(Vec::as_slice));
            let source = dtm_file::Source::new(&solved.layout, solved.layout.whole(), values);
            return (0..leading_files(material)).try_for_each(|file| visit(&source, file));
        }
        let mut file = 0;
        self.solve(material, upcoming.iter(), |layout, part, values| {
            visit(&dtm_file::Source::new(layout, part, values), file)?;
            file += 1;
            Ok(())
        })?;
        let next_use = |slice| upcoming.iter().position(|&m| slices_of(m, self.small).contains(&slice));
        let sizes = self.slices.iter().map(|(&slice, stored)| (slice, stored.bytes));
        let kept = needed_first(sizes, next_use, bytes);
        self.slices.retain(|slice, _| kept.contains(slice));
        Ok(())
    }

    /// The endings to be solved before this one, each after those it leads to.
    fn find_missing(&self, larger: Material, missing: &mut Vec<Material>) {
        for slice in slices_of(larger, self.small) {
            if !self.slices.contains_key(&slice) && !missing.contains(&slice.material) {
                self.find_missing(slice.material, missing);
                missing.push(slice.material);
            }
        }
    }

    /// Solves an ending, calls `visit` with each part, and stores the slices that `larger` endings
    /// need.
    fn solve<'a>(
        &mut self,
        material: Material,
        larger: impl Iterator<Item = &'a Material>,
        mut visit: impl FnMut(&Layout, Part, Codes<'_>) -> Result<(), BuildError>,
    ) -> Result<(), BuildError> {
        let fault = |source| BuildError::Scratch { folder: self.folder.clone(), source };
        let layout = Layout::new(material);
        let mut wanted: Vec<PromotedSlice> = larger.flat_map(|&m| slices_of(m, self.small)).collect();
        wanted.retain(|slice| slice.material == material && !self.slices.contains_key(slice));
        let mut cuts: Vec<(PromotedSlice, Cut, File)> = Vec::new();
        for slice in wanted {
            if cuts.iter().all(|(known, ..)| *known != slice) {
                let file = tempfile::tempfile_in(&self.folder).map_err(fault)?;
                cuts.push((slice, Cut::new(&layout, slice.man), file));
            }
        }
        let reached = self.reached(material).map_err(fault)?;
        let (mut bytes, mut words): ([Vec<u8>; 2], [Vec<u16>; 2]) = Default::default();
        for file in 0..layout.parts() {
            let part = layout.part_of_file(file);
            let find = |m| &reached[&m];
            if material.pawns() == PAWNS_OF_LONG_MATES {
                words = solve::solve_next_part::<DtmWord, Reached>(&layout, &part, &find, words)?;
                visit(&layout, part, Codes::Words(words.each_ref().map(Vec::as_slice)))?;
                continue;
            }
            bytes = solve::solve_next_part::<DtmByte, Reached>(&layout, &part, &find, bytes)?;
            for (slice, cut, file) in &mut cuts {
                write_slice(cut, &part, &bytes[slice.side as usize], layout.slots_per_lead(), file)
                    .map_err(fault)?;
            }
            visit(&layout, part, Codes::Bytes(bytes.each_ref().map(Vec::as_slice)))?;
        }
        drop(reached);
        let bytes = |cut: &Cut| cut.len(layout.slots());
        let stored = cuts.into_iter().map(|(slice, cut, file)| (slice, Stored { bytes: bytes(&cut), file }));
        self.slices.extend(stored);
        Ok(())
    }

    /// The tables or slices that an ending leads to.
    fn reached(&self, larger: Material) -> io::Result<HashMap<Material, Reached<'_>>> {
        let mut reached = HashMap::new();
        for slice in slices_of(larger, self.small) {
            let Some(stored) = self.slices.get(&slice) else { continue };
            let layout = Layout::new(slice.material);
            let mut values = vec![0; stored.bytes];
            (&stored.file).seek(SeekFrom::Start(0))?;
            (&stored.file).read_exact(&mut values)?;
            let cut = Cut::new(&layout, slice.man);
            reached.insert(slice.material, Reached::Slice { layout, cut, values });
        }
        let whole = successors(larger).into_iter().filter_map(|m| self.tables.table(m));
        reached.extend(whole.map(|table| (table.material(), Reached::Whole(&table.solved))));
        Ok(reached)
    }
}

/// Writes the values of a part that belong to a slice to their places in a file.
fn write_slice(cut: &Cut, part: &Part, values: &[u8], per_lead: usize, file: &mut File) -> io::Result<()> {
    let mut slice = Vec::with_capacity(cut.len(per_lead));
    for (&lead, values) in part.leads.iter().zip(values.chunks_exact(per_lead)) {
        slice.clear();
        cut.extend(&mut slice, values);
        file.seek(SeekFrom::Start((lead * slice.len()) as u64))?;
        file.write_all(&slice)?;
    }
    Ok(())
}

/// A table that a larger one leads to.
#[expect(clippy::large_enum_variant, reason = "there are some ten at a time")]
enum Reached<'a> {
    Whole(&'a Solved<DtmByte>),
    /// One side's values where a pawn has just promoted.
    Slice {
        layout: Layout,
        cut: Cut,
        values: Vec<u8>,
    },
}

impl Subtable for Reached<'_> {
    fn layout(&self) -> &Layout {
        match self {
            Self::Whole(solved) => &solved.layout,
            Self::Slice { layout, .. } => layout,
        }
    }

    #[inline]
    fn merit(&self, side_to_move: Color, slot: usize) -> Merit {
        match self {
            Self::Whole(solved) => solved.merit(side_to_move, slot),
            Self::Slice { cut, values, .. } => DtmByte::merit(values[cut.place(slot)]),
        }
    }

    fn is_always_drawn(&self) -> bool {
        match self {
            Self::Whole(solved) => solved.is_always_drawn(),
            Self::Slice { .. } => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use syzygy::Kind;

    use super::*;

    /// With four men instead of five: only three-man tables are kept whole.
    #[test]
    fn values_solved_from_slices_are_those_solved_from_whole_tables() {
        let folder = tempfile::tempdir().unwrap();
        let mut sliced = DtmBuilder { small: 3, ..DtmBuilder::new(folder.path()) };
        let mut whole = DtmTables::new();
        let order: Vec<Material> = ["KQPvK", "KPvKP", "KPPvK"].map(|name| name.parse().unwrap()).into();
        for (i, &material) in order.iter().enumerate() {
            whole.build(material).unwrap();
            let (upcoming, right) = (&order[i + 1..], &whole.table(material).unwrap().solved);
            sliced.prepare(material, upcoming).unwrap();
            let mut leads = 0;
            sliced
                .solve(material, upcoming.iter(), |layout, part, codes| {
                    let Codes::Bytes(values) = codes else { panic!("{material} needs bytes only") };
                    let slots = layout.slots_per_lead();
                    leads += part.leads.len();
                    for (values, right) in values.iter().zip(&right.values) {
                        for (&lead, values) in part.leads.iter().zip(values.chunks_exact(slots)) {
                            assert!(*values == right[lead * slots..(lead + 1) * slots], "{material} {lead}");
                        }
                    }
                    Ok(())
                })
                .unwrap();
            assert_eq!(leads, right.layout.leads());
            // KPPvK needs KQPvK, which was solved first.
            let kept = sliced.slices.keys().any(|slice| slice.material == order[0]);
            assert!(kept, "{material}");
        }
    }

    #[test]
    fn a_file_made_from_slices_is_that_made_from_whole_tables() {
        let folder = tempfile::tempdir().unwrap();
        let mut sliced = DtmBuilder { small: 2, ..DtmBuilder::new(folder.path()) };
        let material = "KPvK".parse().unwrap();
        sliced.prepare(material, &[]).unwrap();
        assert_eq!(sliced.slices.len(), 4);
        let mut unheard = |_| ();
        let mut stages = Stages::new(material, &[Kind::Dtm], &mut unheard);
        let bytes = sliced.encode(material, &[], usize::MAX, &mut stages).unwrap();
        assert!(bytes == dtm_file::encode_dtm(DtmTables::startup().table(material).unwrap()).unwrap());
        assert!(sliced.slices.is_empty());
    }
}

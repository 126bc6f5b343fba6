//! Solved distances to mate as files: `.vdtm`, see [`syzygy::vdtm`].
//!
//! ```
//! use board::{Dtm, Placement, fen};
//! use vancura_tbgen::{DtmTables, syzygy::Tables};
//!
//! let folder = tempfile::tempdir()?;
//! vancura_tbgen::write_dtm(DtmTables::startup().table("KRvK".parse()?).unwrap(), folder.path())?;
//! let files = Tables::open(&[folder.path()])?;
//! let board = fen::parse("8/8/8/3k4/8/8/8/R3K3 w - - 0 1")?;
//! assert_eq!(files.dtm(&board)?, Dtm::Win(27));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::path::{Path, PathBuf};

use board::{Color, Material};
use syzygy::vdtm::FREE;
use syzygy::write::vectorized;
use syzygy::write::{self, DtmSource};
use syzygy::{Error as SyzygyError, Kind};

use crate::index::layout::{Layout, Part};
use crate::index::slots::{RUN, Slots};
use crate::tables::dtm_table::DtmTable;
use crate::value::dtm::Width;

/// Compresses a solved table into the bytes of a `.vdtm` file.
///
/// # Errors
/// [`SyzygyError::Unwritable`] when the table does not have 3 to 6 men.
pub fn encode_dtm(table: &DtmTable) -> Result<Vec<u8>, SyzygyError> {
    let layout = &table.solved.layout;
    let values = table.solved.values.each_ref().map(Vec::as_slice);
    write::encode_dtm(&Source::new(layout, layout.whole(), Codes::Bytes(values)))
}

/// Writes a solved table to its `.vdtm` file in a folder, under a temporary name until it is
/// complete.
///
/// # Errors
/// As [`encode_dtm`], and [`SyzygyError::Io`].
pub fn write_dtm(table: &DtmTable, folder: &Path) -> Result<PathBuf, SyzygyError> {
    save(table.material(), &encode_dtm(table)?, folder)
}

/// Writes the file of a material as [`write_dtm`] does.
///
/// # Errors
/// [`SyzygyError::Io`].
pub(crate) fn save(material: Material, bytes: &[u8], folder: &Path) -> Result<PathBuf, SyzygyError> {
    let path = folder.join(Kind::Dtm.file_name(material));
    disk::save(&path, bytes).map_err(|error| SyzygyError::io(&path, error)).map(|()| path)
}

/// Solved codes by side to move, of one or two bytes.
#[derive(Clone, Copy)]
pub(crate) enum Codes<'a> {
    Bytes([&'a [u8]; 2]),
    Words([&'a [u16]; 2]),
}

/// A solved part of an ending as a source for the writer.
pub(crate) struct Source<'a> {
    slots: Slots<'a>,
    solved: Codes<'a>,
    simd: pulp::Arch,
}

impl<'a> Source<'a> {
    pub(crate) fn new(layout: &'a Layout, part: Part, solved: Codes<'a>) -> Self {
        Self { slots: Slots::new(layout, part), solved, simd: pulp::Arch::new() }
    }

    /// Writes the code of each position, [`FREE`] for illegal ones.
    fn write<V: Width>(&self, values: &[V], squares: &[&[u8]], codes: &mut [u16]) {
        vectorized(
            self.simd,
            #[inline(always)]
            || {
                let mut from = 0;
                for codes in codes.chunks_mut(RUN) {
                    let mut slots = [0; RUN];
                    let slots = &mut slots[..codes.len()];
                    self.slots.find(squares, from, slots);
                    for (code, &slot) in codes.iter_mut().zip(slots.iter()) {
                        let value = values[slot];
                        *code = if value == V::ILLEGAL { FREE } else { value.code() };
                    }
                    from += codes.len();
                }
            },
        );
    }
}

impl DtmSource for Source<'_> {
    fn material(&self) -> Material {
        self.slots.material()
    }

    fn dtm_codes(&self, side: Color, squares: &[&[u8]], codes: &mut [u16]) {
        match self.solved {
            Codes::Bytes(values) => self.write(values[side as usize], squares, codes),
            Codes::Words(values) => self.write(values[side as usize], squares, codes),
        }
    }

    fn fastest_man(&self) -> Option<usize> {
        self.slots.fastest_man()
    }
}

//! Writing tables from a solved ending, byte for byte as the reference generator does.
//!
//! A sub-table is made in these steps, each a module of its own:
//!
//! 1. `order`: candidates for the order of the men, tried on samples (`sample`) by a greedy search,
//!    unless it is known from an earlier one (`chosen`);
//! 2. all indices are decoded to squares, for which a [`ValueSource`] gives values and wildcards;
//! 3. `fill`: wildcards take values that make long runs;
//! 4. `wdl_pairs`, `dtz_pairs`: frequent pairs become symbols, pass by pass over a `sequence` with
//!    its `pair_counts`;
//! 5. `huffman`, `blocks`: symbols become codes, codes become blocks;
//! 6. `assemble`: headers, indices and checksum.
//!
//! `wdl_dtz` takes the two Syzygy files of an ending through these steps, `dtm` its file of
//! distances to mate.
//!
//! A DTZ table holds the side whose trial comes out smaller. Ties everywhere are broken as the
//! reference generator does, so that the checksum can be compared with the published one.

mod assemble;
mod blocks;
mod chosen;
mod dtm;
mod dtz_pairs;
mod fill;
mod huffman;
mod job;
mod order;
mod pair_counts;
mod pairs;
mod ranks;
mod runs;
mod sample;
mod sequence;
mod sides;
mod sort;
pub(crate) mod source;
mod wdl_dtz;
mod wdl_pairs;

use std::path::{Path, PathBuf};

use ending::Material;

pub use crate::vectorized::vectorized;
pub use chosen::{ChosenOrders, NotOrders};
pub use dtm::{DtmEncoder, DtmSource, encode_dtm};
pub use sides::sides_to_move;
pub use source::{
    Asked, DTZ_ELSEWHERE, DTZ_FREE, DTZ_OFFSET, PartialSource, Question, Statistics, ValueSource, wdl_code,
};
pub use wdl_dtz::{Contents, DtzUnit, Encoder, Files};

use crate::error::Error;
use crate::format::{Kind, leading_files};

/// Compresses a solved ending into the two files that are published. Work is spread over the
/// current rayon pool.
///
/// # Errors
/// [`Error::Unwritable`] when the material is not spelled canonically or has not 3 to 6 men.
pub fn encode<S: ValueSource + ?Sized>(source: &S) -> Result<Files, Error> {
    let mut encoder = Encoder::new(source.material(), Contents::PUBLISHED)?;
    for _ in 0..leading_files(source.material()) {
        encoder.add(source)?;
    }
    Ok(encoder.finish())
}

/// Compresses a solved ending into the two files of its name in a folder, and returns the paths of
/// both.
///
/// Each file is written under a temporary name, synced, and renamed, so that no half-written table
/// is ever seen.
///
/// # Errors
/// As [`encode`], and [`Error::Io`].
pub fn write<S: ValueSource + ?Sized>(source: &S, folder: &Path) -> Result<Vec<PathBuf>, Error> {
    save(source.material(), &encode(source)?, folder)
}

/// Writes the files of a material, as far as they were made, as [`write()`] does, and returns their
/// paths.
///
/// # Errors
/// [`Error::Io`].
pub fn save(material: Material, files: &Files, folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let made = [(Kind::Wdl, &files.wdl), (Kind::Dtz, &files.dtz)];
    let save = |(kind, bytes): (Kind, &Vec<u8>)| {
        let path = folder.join(kind.file_name(material));
        disk::save(&path, bytes).map_err(|error| Error::io(&path, error)).map(|()| path)
    };
    made.into_iter().filter_map(|(kind, bytes)| Some((kind, bytes.as_ref()?))).map(save).collect()
}

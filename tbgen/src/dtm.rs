//! Files of distances to mate: `.vdtm`.
//!
//! A `.vdtm` file answers in how many plies the side to move mates or is mated under best play, the fifty-move rule ignored. It is laid
//! out like a Syzygy WDL file ([`crate::syzygy::format`]) and numbers positions in the same way, so one reader and one
//! compressor serve all three kinds of files. What differs:
//!
//! | part             | in a `.vdtm` file                                                                         |
//! |------------------|-------------------------------------------------------------------------------------------|
//! | magic            | [`MAGIC`]: `VDM` and the version of the format, 1                                         |
//! | sides            | both sides to move are stored; only White's for symmetric material                        |
//! | flag byte        | 0, or [`flag::SINGLE`](crate::syzygy::format::flag::SINGLE): every position is a draw, nothing follows |
//! | leaf values      | 12 bits, exact for every legal position without en passant right: see the next table      |
//! | maps             | none                                                                                      |
//! | checksum         | 16 bytes as in Syzygy files                                                               |
//!
//! | leaf value       | meaning                                                                                   |
//! |------------------|-------------------------------------------------------------------------------------------|
//! | `0`              | draw                                                                                      |
//! | odd, `1..=4093`  | the side to move is mated after value - 1 plies; 1 is checkmate on the board              |
//! | even, `2..=4094` | the side to move mates with its (value - 1)-th ply from now on                            |
//!
//! Positions that are not legal have any value. Nothing else is left out: unlike the Syzygy kinds a look-up needs no search of the captures,
//! and the other side to move needs no search either; only en passant captures are tried by the reader, as no index
//! has room for that right. Distances up to 4,093 plies can be kept; the longest mates of 5 men take 254, the longest known of 7 men 1,097.
//!
//! ```
//! use board::{Dtm, Placement, fen};
//! use tbgen::{Tables, syzygy::SyzygyTables};
//!
//! let folder = tempfile::tempdir()?;
//! tbgen::dtm::write(Tables::startup().table("KRvK".parse()?).unwrap(), folder.path())?;
//! let files = SyzygyTables::open(&[folder.path()])?;
//! let board = fen::parse("8/8/8/3k4/8/8/8/R3K3 w - - 0 1")?;
//! assert_eq!(files.probe_dtm(&board)?, Dtm::Win(27));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::path::{Path, PathBuf};

use board::{Color, Dtm, Material};

use crate::layout::{Layout, Part};
use crate::metric::Width;
use crate::source::{RUN, Slots};
use crate::syzygy::write::{self, DtmSource, encode_dtm};
use crate::syzygy::{Kind, SyzygyError};
use crate::table::Table;

/// The first four bytes of a file.
pub const MAGIC: [u8; 4] = [b'V', b'D', b'M', 1];
/// The leaf value of a draw.
pub const DRAW: u16 = 0;
/// What a [`DtmSource`] says of positions that are not legal; never stored.
pub const FREE: u16 = 0xfff;

/// The meaning of a leaf value.
pub const fn of_code(code: u16) -> Dtm {
    match code {
        DRAW => Dtm::Draw,
        n if n % 2 == 0 => Dtm::Win(n - 1),
        n => Dtm::Loss(n - 1),
    }
}

/// The leaf value for a distance.
pub const fn to_code(dtm: Dtm) -> u16 {
    match dtm {
        Dtm::Draw => DRAW,
        Dtm::Win(n) | Dtm::Loss(n) => n + 1,
    }
}

/// Compresses a solved table into the bytes of a `.vdtm` file.
///
/// # Errors
/// [`SyzygyError::Unwritable`] when the table has not 3 to 5 men.
pub fn encode(table: &Table) -> Result<Vec<u8>, SyzygyError> {
    let layout = &table.solved.layout;
    let values = table.solved.values.each_ref().map(Vec::as_slice);
    encode_dtm(&Source::new(layout, layout.whole(), Codes::Bytes(values)))
}

/// Writes a solved table into the `.vdtm` file of its name in a folder, under a temporary name until it is complete.
///
/// # Errors
/// As [`encode`], and [`SyzygyError::Io`].
pub fn write(table: &Table, folder: &Path) -> Result<PathBuf, SyzygyError> {
    save(table.material(), &encode(table)?, folder)
}

/// Writes the file of a material as [`write()`] does.
///
/// # Errors
/// [`SyzygyError::Io`].
pub(crate) fn save(material: Material, bytes: &[u8], folder: &Path) -> Result<PathBuf, SyzygyError> {
    let path = folder.join(format!("{material}.{}", Kind::Dtm.extension()));
    write::save_atomically(&path, bytes)?;
    Ok(path)
}

/// Solved codes by side to move, of one or two bytes.
#[derive(Clone, Copy)]
pub(crate) enum Codes<'a> {
    Bytes([&'a [u8]; 2]),
    Words([&'a [u16]; 2]),
}

/// A solved part of an ending as the writer reads it.
pub(crate) struct Source<'a> {
    slots: Slots<'a>,
    solved: Codes<'a>,
    simd: pulp::Arch,
}

impl<'a> Source<'a> {
    pub(crate) fn new(layout: &'a Layout, part: Part, solved: Codes<'a>) -> Self {
        Self { slots: Slots::new(layout, part), solved, simd: pulp::Arch::new() }
    }

    /// Writes the code of each position, [`FREE`] where there is none.
    fn write<V: Width>(&self, values: &[V], squares: &[&[u8]], codes: &mut [u16]) {
        self.simd.dispatch(
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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_one_distance() {
        for code in 0..FREE {
            assert_eq!(to_code(of_code(code)), code);
        }
        assert_eq!([0, 1, 2, 507].map(of_code), [Dtm::Draw, Dtm::Loss(0), Dtm::Win(1), Dtm::Loss(506)]);
    }
}

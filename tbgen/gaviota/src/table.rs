//! One table file.

use std::fmt;
use std::path::{Path, PathBuf};

use board::{Dtm, Material, Placement};

use crate::blocks::{Blocks, Fault};
use crate::error::Error;
use crate::name::named;
use crate::number::Numbering;
use crate::value;

/// The most bytes of a file. The largest of five men has a tenth of that.
const BYTES_MAX: u64 = 1 << 30;

/// A table file of one ending, read into memory.
pub struct Table {
    /// Canonical.
    material: Material,
    path: PathBuf,
    numbering: Numbering,
    blocks: Blocks,
}

impl Table {
    /// Reads a file, whose name tells its ending, and checks its header. The distances are
    /// decompressed when they are asked for.
    ///
    /// # Errors
    /// [`Error::Name`], [`Error::Io`] and [`Error::Damaged`].
    pub fn open(path: &Path) -> Result<Self, Error> {
        named(path).ok_or_else(|| Error::Name(path.to_owned()))?;
        let bytes = disk::read(path, BYTES_MAX);
        let bytes = bytes.map_err(|source| Error::Io { path: path.to_owned(), source })?;
        Self::from_bytes(bytes, path)
    }

    /// A file that is already in memory; the name tells its ending.
    ///
    /// # Errors
    /// [`Error::Name`] and [`Error::Damaged`].
    pub fn from_bytes(bytes: Vec<u8>, path: &Path) -> Result<Self, Error> {
        let found = named(path).and_then(|material| Some((material, Numbering::new(material)?)));
        let (material, numbering) = found.ok_or_else(|| Error::Name(path.to_owned()))?;
        let blocks = Blocks::new(bytes, numbering.positions());
        let blocks = blocks.map_err(|fault| damaged(path, material, fault))?;
        Ok(Self { material, path: path.to_owned(), numbering, blocks })
    }

    /// The ending, its stronger side being White.
    pub fn material(&self) -> Material {
        self.material
    }

    /// The distance to mate of a position with these men, with either assignment of colors; `None`
    /// if the table says that it is illegal.
    ///
    /// # Errors
    /// [`Error::Missing`] if it has other men; [`Error::Damaged`].
    pub fn probe(&self, placement: &Placement) -> Result<Option<Dtm>, Error> {
        let material = placement.material();
        if material == self.material {
            self.probe_as_named(placement)
        } else if material.flip() == self.material {
            self.probe_as_named(&placement.flip_colors())
        } else {
            Err(Error::Missing(material.canonical().0))
        }
    }

    fn probe_as_named(&self, placement: &Placement) -> Result<Option<Dtm>, Error> {
        let Some(number) = self.numbering.number(placement) else { return Ok(None) };
        let side = placement.side_to_move();
        let byte = self.blocks.byte(side, number);
        let byte = byte.map_err(|fault| damaged(&self.path, self.material, fault))?;
        Ok(value::of_byte(byte, side))
    }
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Table({})", self.path.display())
    }
}

fn damaged(path: &Path, material: Material, fault: Fault) -> Error {
    Error::Damaged { path: path.to_owned(), material, fault }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests as written;

    #[test]
    fn every_value_of_a_written_table_is_read() {
        let tables = tbgen::DtmTables::startup();
        for solved in tables.iter() {
            let name = written::path(&solved.material().to_string());
            let table = Table::from_bytes(written::solved(solved), &name).unwrap();
            assert_eq!(table.material(), solved.material());
            for side in board::Color::ALL {
                for (placement, value) in solved.positions(side) {
                    assert_eq!(table.probe(&placement).unwrap(), Some(value), "{placement:?}");
                    assert_eq!(table.probe(&placement.flip_colors()).unwrap(), Some(value), "{placement:?}");
                }
            }
        }
    }

    #[test]
    fn illegal_positions_have_no_distance_and_other_endings_no_table() {
        let table =
            Table::from_bytes(written::uniform("KRvK", written::ILLEGAL), &written::path("KRvK")).unwrap();
        let at = |fen: &str| Placement::from_board(&board::fen::parse(fen).unwrap()).unwrap();
        assert_eq!(table.probe(&at("8/8/8/3k4/8/8/8/R3K3 w - - 0 1")).unwrap(), None);
        let other = table.probe(&at("8/8/8/3k4/8/8/8/Q3K3 w - - 0 1")).unwrap_err();
        assert_eq!(other.to_string(), "no Gaviota table of KQvK: put kqk.gtb.cp4 into a table folder");
    }

    #[test]
    fn the_table_of_another_ending_is_refused() {
        let kpk = written::uniform("KPvK", 0);
        let error = Table::from_bytes(kpk, Path::new("folder/krk.gtb.cp4")).unwrap_err();
        assert_eq!(
            error.to_string(),
            "folder/krk.gtb.cp4 is not an intact Gaviota table of KRvK: its last block would have 0 values, but \
             this ending leaves 13184; fetch it again"
        );
        let error = Table::from_bytes(Vec::new(), Path::new("krk.gtb.cp3")).unwrap_err();
        assert!(error.to_string().starts_with("krk.gtb.cp3 is not named like krk.gtb.cp4"), "{error}");
    }
}

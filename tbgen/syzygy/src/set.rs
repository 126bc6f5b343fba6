//! A set of table files: found by name, opened when first needed.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use ending::{Color, Material, Piece};

use crate::error::{Error, Fault};
use crate::format::{Kind, MAX_MEN};
use crate::men::Men;
use crate::read::{SubTable, Table};

/// Bytes of compared files that a set keeps in memory: more than all endings of 3 to 5 men have.
const RESIDENT_BYTES: u64 = 1 << 30;

/// A table file that was found, opened when first needed.
struct Entry {
    path: PathBuf,
    table: OnceLock<Result<Table, Error>>,
}

/// The files of an ending.
struct Ending {
    material: Material,
    is_symmetric: bool,
    /// By [`Kind`].
    files: [Option<Entry>; Kind::ALL.len()],
}

/// Where a table keeps the value of a position.
#[derive(Clone, Copy)]
pub(crate) struct Place<'a> {
    pub(crate) table: &'a Table,
    pub(crate) sub_table: &'a SubTable,
    pub(crate) index: u64,
    /// The table is about the position itself: DTZ tables are about one side to move.
    pub(crate) is_of_side: bool,
}

/// The Syzygy tables of some folders. Files are listed at once and opened when first probed; all methods take
/// `&self` and may be called from many threads.
///
/// Each file is read and its checksum compared before the first answer from it, and it is kept in memory, where nobody can change it, up to 1 GiB
/// of files; those beyond that are mapped. Sets that are [trusted](Tables::open_trusting)
/// are mapped and not read: damage inside a block may then be a wrong answer.
///
/// On Linux the first file that is mapped takes over SIGBUS, so that a file that is cut short later is a [`Error`] and not the end
/// of the program; faults that have nothing to do with tables go to whatever handler there was before.
///
/// ```no_run
/// use board::{Wdl, fen};
/// use vancura_syzygy::Tables;
///
/// let tables = Tables::open(&["/tables/345"])?;
/// let board = fen::parse("8/8/8/3k4/8/8/4P3/4K3 w - - 0 1").unwrap();
/// assert_eq!(tables.wdl(&board)?, Wdl::Win);
/// # Ok::<(), vancura_syzygy::Error>(())
/// ```
#[derive(Default)]
pub struct Tables {
    endings: Vec<Ending>,
    /// By [`Men::key`], where in `endings`, and whether colors must be exchanged.
    by_key: HashMap<u64, (usize, bool), BuildHasherDefault<KeyHasher>>,
    /// Checksums are not compared.
    trusts: bool,
    /// Bytes of the files kept in memory.
    resident: AtomicU64,
}

impl Tables {
    /// Lists the table files of these folders; of several files of one name the first counts that is not
    /// empty.
    ///
    /// # Errors
    /// [`Error::Io`] when a folder cannot be listed. Files that are not sound are reported when probed.
    pub fn open(folders: &[impl AsRef<Path>]) -> Result<Self, Error> {
        let mut tables = Self::default();
        for folder in folders {
            let folder = folder.as_ref();
            let listed = std::fs::read_dir(folder).map_err(|e| Error::io(folder, e))?;
            for file in listed {
                let path = file.map_err(|e| Error::io(folder, e))?.path();
                let Some((material, kind)) = table_of_path(&path) else { continue };
                let entry = tables.entry_mut(material, kind);
                // What a full disk has left must not hide a sound file.
                let is_hidden = |entry: &Entry| !is_empty(&entry.path) || is_empty(&path);
                if !entry.as_ref().is_some_and(is_hidden) {
                    *entry = Some(Entry { path, table: OnceLock::new() });
                }
            }
        }
        Ok(tables)
    }

    /// Lists the table files of these folders, as [`Tables::open`], and believes what they say as far as their structure is sound.
    ///
    /// # Errors
    /// [`Error::Io`] when a folder cannot be listed.
    pub fn open_trusting(folders: &[impl AsRef<Path>]) -> Result<Self, Error> {
        Ok(Self { trusts: true, ..Self::open(folders)? })
    }

    /// The place for a file, a new one if need be.
    fn entry_mut(&mut self, material: Material, kind: Kind) -> &mut Option<Entry> {
        let at = self.by_key.get(&key(material)).map_or(self.endings.len(), |&(at, _)| at);
        if at == self.endings.len() {
            let is_symmetric = material.is_symmetric();
            self.endings.push(Ending { material, is_symmetric, files: Default::default() });
            self.by_key.insert(key(material.flip()), (at, true));
            self.by_key.insert(key(material), (at, false));
        }
        &mut self.endings[at].files[kind as usize]
    }

    fn entry(&self, material: Material, kind: Kind) -> Option<&Entry> {
        let &(at, _) = self.by_key.get(&key(material)).filter(|(_, exchanged)| !exchanged)?;
        self.endings[at].files[kind as usize].as_ref()
    }

    /// Leaves a table out, as if its file were not there.
    pub fn leave_out(&mut self, material: Material, kind: Kind) {
        *self.entry_mut(material, kind) = None;
    }

    /// The path of a table's file; `None` without one.
    pub fn path(&self, material: Material, kind: Kind) -> Option<&Path> {
        self.entry(material, kind).map(|entry| entry.path.as_path())
    }

    /// The tables found, by material and kind.
    pub fn found(&self) -> impl Iterator<Item = (Material, Kind)> {
        let kinds = |ending: &Ending| {
            let material = ending.material;
            let there = Kind::ALL.into_iter().filter(|&kind| ending.files[kind as usize].is_some());
            there.map(move |kind| (material, kind)).collect::<Vec<_>>()
        };
        let mut found: Vec<_> = self.endings.iter().flat_map(kinds).collect();
        found.sort_unstable();
        found.into_iter()
    }

    /// True when there is a file of this name, sound or not.
    pub fn has(&self, material: Material, kind: Kind) -> bool {
        self.entry(material, kind).is_some()
    }

    /// A table, opened if need be.
    ///
    /// # Errors
    /// [`Error::MissingTable`], [`Error::Io`] and [`Error::BadTable`].
    pub fn table(&self, material: Material, kind: Kind) -> Result<&Table, Error> {
        let missing = Error::MissingTable { kind, material };
        self.opened(self.entry(material, kind).ok_or(missing)?, material, kind)
    }

    #[inline]
    fn opened<'a>(&self, entry: &'a Entry, material: Material, kind: Kind) -> Result<&'a Table, Error> {
        let opened = entry.table.get_or_init(|| self.open_file(&entry.path, material, kind));
        opened.as_ref().map_err(Clone::clone)
    }

    #[cold]
    fn open_file(&self, path: &Path, material: Material, kind: Kind) -> Result<Table, Error> {
        if self.trusts {
            return Table::open(path, material, kind);
        }
        let bytes = path.metadata().map_err(|error| Error::io(path, error))?.len();
        let before = self.resident.fetch_add(bytes, Ordering::Relaxed);
        let fits = before.saturating_add(bytes) <= RESIDENT_BYTES;
        if !fits {
            self.resident.fetch_sub(bytes, Ordering::Relaxed);
        }
        let table = if fits {
            Table::read(path, material, kind, RESIDENT_BYTES)?
        } else {
            Table::open(path, material, kind)?
        };
        table.verify().map_err(|fault| self.bad_table(material, kind, fault))?;
        Ok(table)
    }

    /// Where the table of a kind keeps the value of a position.
    #[inline]
    pub(crate) fn place(&self, men: &Men, kind: Kind) -> Result<Place<'_>, Error> {
        let Some(&(at, exchanged)) = self.by_key.get(&men.key()) else { return Err(missing(men, kind)) };
        let ending = &self.endings[at];
        let Some(entry) = &ending.files[kind as usize] else { return Err(missing(men, kind)) };
        let table = self.opened(entry, ending.material, kind)?;
        let exchanged = exchanged || ending.is_symmetric && !men.white_to_move;
        let view = if exchanged { men.exchanged() } else { *men };
        let (sub_table, index) = table.place(&view);
        let is_of_side =
            ending.is_symmetric || (sub_table.stored_side() == Color::White) == view.white_to_move;
        Ok(Place { table, sub_table, index, is_of_side })
    }

    /// The value at a place.
    #[inline]
    pub(crate) fn value(&self, place: &Place) -> Result<u16, Error> {
        let Place { table, sub_table, index, .. } = place;
        let value = table.stored(sub_table, *index);
        value.map_err(|fault| self.bad_table(table.material(), table.kind(), fault))
    }

    /// Takes a table of another set, its values expanded in memory.
    ///
    /// # Errors
    /// A missing or unsound table.
    pub fn expand_from(&mut self, files: &Self, material: Material, kind: Kind) -> Result<(), Error> {
        let table = files.table(material, kind)?;
        let path = files.path(material, kind).map(Path::to_owned).unwrap_or_default();
        let table = table.expanded().map_err(|fault| files.bad_table(material, kind, fault))?;
        *self.entry_mut(material, kind) = Some(Entry { path, table: OnceLock::from(Ok(table)) });
        Ok(())
    }

    /// Lets go of all tables of more than `men` men.
    pub fn forget_larger_than(&mut self, men: usize) {
        for ending in self.endings.iter_mut().filter(|ending| ending.material.men() > men) {
            ending.files = Default::default();
        }
    }

    /// The error that names a table's file and what is wrong with it.
    #[cold]
    pub fn bad_table(&self, material: Material, kind: Kind, fault: Fault) -> Error {
        let path = self.path(material, kind).map(Path::to_owned).unwrap_or_default();
        Error::BadTable { path, kind, material, fault }
    }
}

/// The error that names the table that these men would be looked up in.
#[cold]
fn missing(men: &Men, kind: Kind) -> Error {
    let mut material = Material::new(&[], &[]);
    for (&piece, set) in Piece::ALL.iter().zip(&men.pieces) {
        for (color, own) in [(Color::White, men.white), (Color::Black, men.black)] {
            material =
                (0..(set & own).count_ones()).fold(material, |material, _| material.with(color, piece));
        }
    }
    Error::MissingTable { kind, material: material.canonical().0 }
}

/// [`Men::key`] of positions with this material.
fn key(material: Material) -> u64 {
    let of = |color| {
        Piece::ALL[..5].iter().rev().fold(0, |key, &piece| key << 4 | material.count(color, piece) as u64)
    };
    of(Color::White) | of(Color::Black) << 20
}

/// Spreads the few bits of keys over all.
#[derive(Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(self.0 ^ u64::from(byte));
        }
    }

    fn write_u64(&mut self, key: u64) {
        let product = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = product ^ product >> 32;
    }
}

/// True for a file of no bytes.
fn is_empty(path: &Path) -> bool {
    path.metadata().is_ok_and(|file| file.is_file() && file.len() == 0)
}

/// What a file name says, if it is that of a table in canonical spelling.
fn table_of_path(path: &Path) -> Option<(Material, Kind)> {
    let extension = path.extension()?.to_str()?;
    let kind = Kind::ALL.into_iter().find(|k| k.extension() == extension)?;
    let stem = path.file_stem()?.to_str()?;
    let material: Material = stem.parse().ok()?;
    (material.to_string() == stem && !material.canonical().1 && material.men() <= MAX_MEN)
        .then_some((material, kind))
}

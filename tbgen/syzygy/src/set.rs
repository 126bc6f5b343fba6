//! A set of table files: found by name, opened when first needed.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::hash::{BuildHasherDefault, Hasher};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use ending::{Color, Material, Piece};

use crate::compared::Compared;
use crate::error::{Error, Fault};
use crate::format::{Kind, MAX_MEN};
use crate::men::Men;
use crate::read::{SubTable, Table};
use crate::source::Source;

/// A table file, opened when first needed.
struct Entry {
    path: PathBuf,
    /// The source of its bytes; `None` for a table created in memory.
    source: Option<Arc<dyn Source>>,
    table: OnceLock<Result<Table, Error>>,
}

/// When a file is compared with its checksum, for which the whole file must be read. This is the
/// only way to detect damage inside a block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Verify {
    /// Never: only the structure of a file is checked, and damage inside a block may give a wrong
    /// answer.
    Never,
    /// Before the first answer from it, unless it was verified within the last 30 days and still
    /// has the same path, size, dates, inode and checksum. Intact files are remembered in a list
    /// shared by all programs of a user: see [`cache`](crate::Builder::cache).
    Once,
    /// Before the first answer from it.
    #[default]
    WhenOpened,
}

/// The list of files that were verified before, and its folder.
struct Memory {
    folder: PathBuf,
    list: Mutex<Compared>,
}

/// The files of an ending.
struct Ending {
    material: Material,
    is_symmetric: bool,
    /// By [`Kind`].
    files: [Option<Entry>; Kind::ALL.len()],
}

/// The place of a position's value in a table.
#[derive(Clone, Copy)]
pub(crate) struct Place<'a> {
    pub(crate) table: &'a Table,
    pub(crate) sub_table: &'a SubTable,
    pub(crate) index: u64,
    /// The table stores the position itself: DTZ tables store one side to move only.
    pub(crate) is_of_side: bool,
}

/// A set of Syzygy tables. Files are listed immediately and opened when first probed; all methods
/// take `&self` and may be called from several threads.
///
/// [`Tables::builder`] sets where files come from, how they are accessed and when they are compared
/// with their checksums.
///
/// ```no_run
/// use vancura_syzygy::{Men, Tables, Wdl};
///
/// let tables = Tables::open(&["/tables/345"])?;
/// // White: king e1, pawn e2; Black: king d5; White to move.
/// let [king, pawn, other] = [1 << 4, 1 << 12, 1 << 35];
/// let (white, black, pieces) = (king | pawn, other, [pawn, 0, 0, 0, 0, king | other]);
/// let men = Men { white, black, pieces, ep: 0, white_to_move: true };
/// assert_eq!(tables.wdl(&men)?, Wdl::Draw);
/// # Ok::<(), vancura_syzygy::Error>(())
/// ```
#[derive(Default)]
pub struct Tables {
    endings: Vec<Ending>,
    /// By [`Men::key`]: the number in `endings`, and whether colors must be swapped.
    by_key: HashMap<u64, (usize, bool), BuildHasherDefault<KeyHasher>>,
    verify: Verify,
    memory: Option<Memory>,
    /// Bytes of files kept in memory, and their limit.
    resident: AtomicU64,
    resident_max: u64,
}

impl fmt::Debug for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tables {{ {} files, {:?} }}", self.found().count(), self.verify)
    }
}

impl Tables {
    /// An empty set.
    pub(crate) fn empty(verify: Verify, resident_max: u64, cache: Option<PathBuf>) -> Self {
        let cache = cache.filter(|_| verify == Verify::Once);
        let memory = cache.map(|folder| Memory { list: Mutex::new(Compared::load(&folder)), folder });
        Self { verify, memory, resident_max, ..Self::default() }
    }

    /// Adds the files of a source with up to `max_men` men.
    pub(crate) fn list(&mut self, source: &Arc<dyn Source>, max_men: usize) -> Result<(), Error> {
        for name in source.names().map_err(|error| Error::io(source.path(""), error))? {
            let named = table_of_name(&name).filter(|(material, _)| material.men() <= max_men);
            let Some((material, kind)) = named else { continue };
            let entry = self.entry_mut(material, kind);
            // An empty file, such as a full disk leaves, must not hide an intact one.
            let is_empty = |source: &dyn Source| source.bytes(&name).is_ok_and(|bytes| bytes == 0);
            let is_hidden =
                |found: &Entry| !found.source.as_deref().is_some_and(is_empty) || is_empty(source.as_ref());
            if !entry.as_ref().is_some_and(is_hidden) {
                let (path, source) = (source.path(&name), Some(Arc::clone(source)));
                *entry = Some(Entry { path, source, table: OnceLock::new() });
            }
        }
        Ok(())
    }

    /// The entry of a file, added if necessary.
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

    /// Leaves a table out, as if it had no file.
    pub fn leave_out(&mut self, material: Material, kind: Kind) {
        *self.entry_mut(material, kind) = None;
    }

    /// The path of a table's file; `None` without one.
    pub fn path(&self, material: Material, kind: Kind) -> Option<&Path> {
        self.entry(material, kind).map(|entry| entry.path.as_path())
    }

    /// The tables that have files, by material and kind.
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

    /// True when the table has a file, intact or not.
    pub fn has(&self, material: Material, kind: Kind) -> bool {
        self.entry(material, kind).is_some()
    }

    /// A table, opened if necessary.
    ///
    /// # Errors
    /// [`Error::MissingTable`], [`Error::Io`] and [`Error::BadTable`].
    pub fn table(&self, material: Material, kind: Kind) -> Result<&Table, Error> {
        let missing = Error::MissingTable { kind, material };
        self.opened(self.entry(material, kind).ok_or(missing)?, material, kind)
    }

    #[inline]
    fn opened<'a>(&self, entry: &'a Entry, material: Material, kind: Kind) -> Result<&'a Table, Error> {
        let opened = entry.table.get_or_init(|| self.open_file(entry, material, kind));
        opened.as_ref().map_err(Clone::clone)
    }

    #[cold]
    fn open_file(&self, entry: &Entry, material: Material, kind: Kind) -> Result<Table, Error> {
        let name = kind.file_name(material);
        let Some(source) = &entry.source else { return Err(Error::MissingTable { kind, material }) };
        let io = |error| Error::io(&entry.path, error);
        let bad = |fault| Error::BadTable { path: entry.path.clone(), kind, material, fault };
        // Taken before the file is read, so that any later write changes the stamp.
        let stamp = self.memory.as_ref().and_then(|_| source.stamp(&name));
        let contents = if self.resident_max > 0 && self.has_room(source.bytes(&name).map_err(io)?) {
            source.read(&name, self.resident_max)
        } else {
            source.open(&name)
        };
        let mut table = Table::new(contents.map_err(io)?, material, kind).map_err(bad)?;
        match (&self.memory, stamp) {
            _ if self.verify == Verify::Never => {}
            (Some(memory), Some(stamp)) => {
                let path = entry.path.canonicalize().unwrap_or_else(|_| entry.path.clone());
                let checksum = u128::from_be_bytes(table.stored_checksum());
                let list = || memory.list.lock().unwrap_or_else(PoisonError::into_inner);
                if !list().has(&path, &stamp, checksum) {
                    let found = table.verify();
                    let mut list = list();
                    match found {
                        Ok(()) => list.add(&path, &stamp, checksum),
                        Err(_) => list.remove(&path),
                    }
                    list.save(&memory.folder);
                    found.map_err(bad)?;
                }
            }
            _ => table.verify().map_err(bad)?,
        }
        table.prepare_for_probing();
        Ok(table)
    }

    /// Reserves memory for a file, if the limit permits.
    fn has_room(&self, bytes: u64) -> bool {
        let before = self.resident.fetch_add(bytes, Ordering::Relaxed);
        let fits = before.saturating_add(bytes) <= self.resident_max;
        if !fits {
            self.resident.fetch_sub(bytes, Ordering::Relaxed);
        }
        fits
    }

    /// Men of the largest ending with a WDL file; 0 without any.
    pub fn max_pieces(&self) -> usize {
        let with_results = self.endings.iter().filter(|ending| ending.files[Kind::Wdl as usize].is_some());
        with_results.map(|ending| ending.material.men()).max().unwrap_or(0)
    }

    /// Endings whose WDL files are missing for positions of this material: itself, and all that
    /// captures and promotions lead to; large ones first. If none is missing and its DTZ file is
    /// present, every position of the material can be probed.
    ///
    /// ```
    /// use vancura_syzygy::Tables;
    ///
    /// let missing = Tables::default().missing_for("KPvK".parse().unwrap());
    /// let names: Vec<String> = missing.iter().map(ToString::to_string).collect();
    /// assert_eq!(names, ["KQvK", "KRvK", "KBvK", "KNvK", "KPvK"]);
    /// ```
    pub fn missing_for(&self, material: Material) -> Vec<Material> {
        let (mut seen, mut open) = (HashSet::new(), vec![material.canonical().0]);
        while let Some(material) = open.pop() {
            if material.men() > 2 && seen.insert(material) {
                open.extend(next_endings(material));
            }
        }
        let mut missing: Vec<Material> =
            seen.into_iter().filter(|&material| !self.has(material, Kind::Wdl)).collect();
        missing.sort_unstable_by_key(|&material| std::cmp::Reverse((material.men(), material)));
        missing
    }

    /// The place of a position's value in its table of a kind.
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

    /// Adds a table of another set with its values expanded in memory.
    ///
    /// # Errors
    /// A missing or damaged table.
    pub fn expand_from(&mut self, files: &Self, material: Material, kind: Kind) -> Result<(), Error> {
        let table = files.table(material, kind)?;
        let path = files.path(material, kind).map(Path::to_owned).unwrap_or_default();
        let table = table.expanded().map_err(|fault| files.bad_table(material, kind, fault))?;
        *self.entry_mut(material, kind) =
            Some(Entry { path, source: None, table: OnceLock::from(Ok(table)) });
        Ok(())
    }

    /// Drops all tables of more than `men` men.
    pub fn forget_larger_than(&mut self, men: usize) {
        for ending in self.endings.iter_mut().filter(|ending| ending.material.men() > men) {
            ending.files = Default::default();
        }
    }

    /// The error for a table with this fault, naming its file.
    #[cold]
    pub fn bad_table(&self, material: Material, kind: Kind, fault: Fault) -> Error {
        let path = self.path(material, kind).map(Path::to_owned).unwrap_or_default();
        Error::BadTable { path, kind, material, fault }
    }
}

/// The error that names the missing table for these men.
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

/// Distributes the few bits of keys over the whole hash.
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

/// The endings that a capture or a promotion leads to.
fn next_endings(material: Material) -> impl Iterator<Item = Material> {
    let men =
        Color::ALL.into_iter().flat_map(move |color| material.pieces(color).map(move |piece| (color, piece)));
    men.flat_map(move |(color, piece)| {
        let rest = material.without(color, piece);
        let promoted = rest.filter(|_| piece == Piece::Pawn).into_iter();
        let promoted =
            promoted.flat_map(move |rest| Piece::ALL[1..5].iter().map(move |&to| rest.with(color, to)));
        rest.into_iter().chain(promoted).map(|next| next.canonical().0)
    })
}

/// The table that a file name stands for, if it is one in canonical spelling.
fn table_of_name(name: &str) -> Option<(Material, Kind)> {
    let (stem, extension) = name.rsplit_once('.')?;
    let kind = Kind::ALL.into_iter().find(|k| k.extension() == extension)?;
    let material: Material = stem.parse().ok()?;
    (material.to_string() == stem && !material.canonical().1 && material.men() <= MAX_MEN)
        .then_some((material, kind))
}

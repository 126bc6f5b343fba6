//! Table files added by the user: each is checked against its checksum when added, and read in
//! place afterwards.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use board::Material;
use site::{Folder, Host, Refusal, TableFile};
use tbgen::TableFiles;
use tbgen::syzygy::source::{Contents, ReadAt, Source};
use tbgen::syzygy::{Kind, Tables, Verify};

/// Maximum size of files kept in memory, in bytes; others are read in place.
const RESIDENT_BYTES: u64 = 256 << 20;

/// Reads files by number.
pub trait Read: Send + Sync {
    /// Fills `room` from offset `at` of a file; false if it cannot be read.
    fn read(&self, file: u32, at: u32, room: &mut [u8]) -> bool;
}

/// A file that was added.
#[derive(Clone)]
struct File {
    name: String,
    number: u32,
    bytes: u32,
}

/// The files that were added.
#[derive(Clone)]
pub(crate) struct Added {
    reader: Arc<dyn Read>,
    files: Arc<Mutex<Vec<File>>>,
}

impl Added {
    /// An empty list.
    pub(crate) fn new(reader: Arc<dyn Read>) -> Self {
        Self { reader, files: Arc::default() }
    }

    /// Adds a file after reading all of it and verifying its checksum.
    ///
    /// # Errors
    /// A message if the name is not that of a table file, or if the file is damaged.
    pub(crate) fn add(&self, name: &str, number: u32, bytes: u32) -> Result<(), String> {
        let Some((material, kind)) = table_of_name(name) else {
            return Err(format!(
                "{name} is not the name of a table file, such as KRPvKR.rtbw or KRPvKR.rtbz"
            ));
        };
        let file = File { name: name.to_owned(), number, bytes };
        let alone = Self { files: Arc::new(Mutex::new(vec![file.clone()])), ..self.clone() };
        let opened = alone.open(Verify::WhenOpened).and_then(|files| files.table(material, kind).map(drop));
        opened.map_err(|error| error.to_string())?;
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        files.retain(|other| other.name != name);
        files.push(file);
        Ok(())
    }

    /// The tables in all files.
    pub(crate) fn tables(&self) -> TableFiles {
        // They were verified when added, and their names are those of this list.
        TableFiles::of(self.open(Verify::Never).unwrap_or_default())
    }

    fn open(&self, verify: Verify) -> Result<Tables, tbgen::syzygy::Error> {
        Tables::builder().source(self.clone()).verify(verify).resident(RESIDENT_BYTES).open()
    }

    fn find(&self, name: &str) -> io::Result<Open> {
        let files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        let file = files.iter().find(|file| file.name == name).ok_or(io::ErrorKind::NotFound)?;
        Ok(Open { reader: Arc::clone(&self.reader), file: file.clone() })
    }
}

/// The table in a file of this name.
fn table_of_name(name: &str) -> Option<(Material, Kind)> {
    let (stem, extension) = name.rsplit_once('.')?;
    let kind = Kind::ALL.into_iter().find(|kind| kind.extension() == extension)?;
    let material = stem.parse().ok()?;
    (kind.file_name(material) == name).then_some((material, kind))
}

impl Source for Added {
    fn names(&self) -> io::Result<Vec<String>> {
        let files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(files.iter().map(|file| file.name.clone()).collect())
    }

    fn open(&self, name: &str) -> io::Result<Contents> {
        Contents::reader(self.find(name)?)
    }

    fn read(&self, name: &str, _most: u64) -> io::Result<Contents> {
        let open = self.find(name)?;
        let mut bytes = Vec::new();
        bytes.try_reserve_exact(open.file.bytes as usize).map_err(|_| io::ErrorKind::OutOfMemory)?;
        bytes.resize(open.file.bytes as usize, 0);
        open.read_exact_at(&mut bytes, 0)?;
        Ok(bytes.into())
    }

    fn bytes(&self, name: &str) -> io::Result<u64> {
        self.find(name)?.size()
    }
}

/// An open file.
struct Open {
    reader: Arc<dyn Read>,
    file: File,
}

impl ReadAt for Open {
    fn size(&self) -> io::Result<u64> {
        Ok(self.file.bytes.into())
    }

    fn read_exact_at(&self, room: &mut [u8], at: u64) -> io::Result<()> {
        let at = u32::try_from(at).ok().filter(|&at| at as u64 + room.len() as u64 <= self.file.bytes.into());
        let at = at.ok_or(io::ErrorKind::UnexpectedEof)?;
        if self.reader.read(self.file.number, at, room) {
            Ok(())
        } else {
            Err(io::Error::other("the browser can no longer read it: it may have been changed or moved"))
        }
    }
}

/// The page as [`Host`] of the answers: its files are those that were added, and nothing is solved
/// during a question.
pub(crate) struct Page;

impl Host for Page {
    fn folders(&self, files: &TableFiles) -> Result<Vec<Folder>, Refusal> {
        let one = |(material, kind): (Material, Kind)| {
            let table = files.tables().table(material, kind).ok()?;
            let exact_dtz = kind == Kind::Dtz && table.counts_plies();
            Some(TableFile {
                file: kind.file_name(material),
                material,
                kind,
                bytes: table.bytes(),
                exact_dtz,
            })
        };
        let listed: Vec<TableFile> = files.found().filter_map(one).collect();
        let is_empty = listed.is_empty();
        let folder = || Folder::new("Files added".to_owned(), listed, files);
        Ok(if is_empty { Vec::new() } else { vec![folder()] })
    }

    fn solves_while_waiting(&self) -> bool {
        false
    }
}

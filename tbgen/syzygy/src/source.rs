//! Sources of table files: folders, whose files are mapped, read piece by piece or held in memory,
//! and memory itself.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub use crate::contents::{Contents, ReadAt};
#[cfg(feature = "mmap")]
use crate::format::{ALIGNMENT, CHECKSUM_BYTES};
#[cfg(feature = "mmap")]
use crate::mapped::Mapped;
use crate::stamp::Stamp;

/// A collection of table files by name.
///
/// [`Folder`] and [`Memory`] are sources; archives or downloads of a web page may be others:
///
/// ```
/// use std::io;
/// use vancura_syzygy::source::{Contents, Source};
///
/// /// A single table, built into the program.
/// struct BuiltIn(&'static [u8]);
///
/// impl Source for BuiltIn {
///     fn names(&self) -> io::Result<Vec<String>> {
///         Ok(vec!["KQvK.rtbw".to_owned()])
///     }
///
///     fn open(&self, _name: &str) -> io::Result<Contents> {
///         Ok(self.0.into())
///     }
/// }
/// ```
pub trait Source: Send + Sync {
    /// The names of all files. Names that are not those of tables are ignored.
    ///
    /// # Errors
    /// When they cannot be listed.
    fn names(&self) -> io::Result<Vec<String>>;

    /// The bytes of a file, by one of its [names](Source::names).
    ///
    /// # Errors
    /// When the file cannot be opened.
    fn open(&self, name: &str) -> io::Result<Contents>;

    /// The bytes of a file, held in memory if there are at most `most` of them.
    ///
    /// # Errors
    /// When the file cannot be read.
    fn read(&self, name: &str, most: u64) -> io::Result<Contents> {
        let _ = most;
        self.open(name)
    }

    /// Size of a file in bytes.
    ///
    /// # Errors
    /// When the file cannot be opened.
    fn bytes(&self, name: &str) -> io::Result<u64> {
        self.open(name).map(|contents| contents.len() as u64)
    }

    /// The path of a file in error messages; for the empty name, that of the source.
    fn path(&self, name: &str) -> PathBuf {
        name.into()
    }

    /// The stamp that identifies a file. A file without a stamp is never taken for one that was
    /// verified before.
    fn stamp(&self, name: &str) -> Option<Stamp> {
        let _ = name;
        None
    }
}

/// How the files of folders are accessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Access {
    /// Mapped into memory, with advice to the system that reads are random. The fastest method for
    /// files that do not fit into memory. A file that is truncated while mapped ends the program by
    /// SIGBUS on Linux, unless maps are [guarded](crate::Builder::guard_maps).
    #[cfg(feature = "mmap")]
    Mapped,
    /// Read piece by piece when a value is needed: some three system calls per value. A file that
    /// is truncated gives an error.
    Read,
    /// Read into memory when first needed. Later changes of the file have no effect.
    Memory,
}

impl Default for Access {
    /// [`Access::Mapped`]; without the feature `mmap`, [`Access::Read`].
    fn default() -> Self {
        #[cfg(feature = "mmap")]
        return Self::Mapped;
        #[cfg(not(feature = "mmap"))]
        Self::Read
    }
}

/// The files of a folder.
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
    access: Access,
    /// Whether maps survive the truncation of files.
    is_guarded: bool,
}

impl Folder {
    /// A source with the files of this folder.
    pub fn new(path: impl Into<PathBuf>, access: Access) -> Self {
        Self { path: path.into(), access, is_guarded: false }
    }

    /// The same folder with or without guarded maps: see
    /// [`guard_maps`](crate::Builder::guard_maps).
    pub(crate) fn guarded(self, is_guarded: bool) -> Self {
        Self { is_guarded, ..self }
    }
}

impl Source for Folder {
    fn names(&self) -> io::Result<Vec<String>> {
        let files = std::fs::read_dir(&self.path)?.map(|file| Ok(file?.file_name().into_string().ok()));
        files.filter_map(io::Result::transpose).collect()
    }

    fn open(&self, name: &str) -> io::Result<Contents> {
        match self.access {
            Access::Memory => self.read(name, u64::MAX),
            access => open_file(&self.path.join(name), access, self.is_guarded),
        }
    }

    fn read(&self, name: &str, most: u64) -> io::Result<Contents> {
        disk::read(&self.path.join(name), most).map(Contents::from)
    }

    fn bytes(&self, name: &str) -> io::Result<u64> {
        self.path.join(name).metadata().map(|file| file.len())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    fn stamp(&self, name: &str) -> Option<Stamp> {
        Stamp::of_path(&self.path.join(name)).ok()
    }
}

/// Opens a file without reading it into memory.
pub(crate) fn open_file(path: &Path, access: Access, is_guarded: bool) -> io::Result<Contents> {
    let file = disk::open(path)?;
    #[cfg(feature = "mmap")]
    // Mapped only if its length is valid: files on huge pages never have such a length, and their
    // missing pages could not be replaced one by one.
    if access == Access::Mapped && file.metadata()?.len() % ALIGNMENT as u64 == CHECKSUM_BYTES as u64 {
        return Mapped::new(&file, is_guarded).map(Contents::mapped);
    }
    #[cfg(not(feature = "mmap"))]
    let _ = (access, is_guarded);
    Contents::reader(file)
}

/// Files held in memory.
///
/// ```
/// use vancura_syzygy::{Tables, source::Memory};
///
/// // Built into the program, as by `include_bytes!`, or fetched.
/// static KQVK: &[u8] = b"these bytes are no table";
/// let files = Memory::default().with("KQvK.rtbw", KQVK).with("KRvK.rtbw", vec![0; 80]);
/// let tables = Tables::builder().source(files).open()?;
/// assert_eq!(tables.max_pieces(), 3);
/// # Ok::<(), vancura_syzygy::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Memory(BTreeMap<String, Bytes>);

/// Bytes that are part of the program, or that several sets of tables may share.
#[derive(Clone, Debug)]
enum Bytes {
    Static(&'static [u8]),
    Shared(Arc<[u8]>),
}

impl Memory {
    /// Adds a file.
    #[must_use]
    pub fn with(mut self, name: impl Into<String>, bytes: impl Into<Cow<'static, [u8]>>) -> Self {
        let bytes = match bytes.into() {
            Cow::Borrowed(bytes) => Bytes::Static(bytes),
            Cow::Owned(bytes) => Bytes::Shared(bytes.into()),
        };
        self.0.insert(name.into(), bytes);
        self
    }
}

impl Source for Memory {
    fn names(&self) -> io::Result<Vec<String>> {
        Ok(self.0.keys().cloned().collect())
    }

    fn open(&self, name: &str) -> io::Result<Contents> {
        Ok(match self.0.get(name).ok_or(io::ErrorKind::NotFound)? {
            Bytes::Static(bytes) => (*bytes).into(),
            Bytes::Shared(bytes) => Arc::clone(bytes).into(),
        })
    }
}

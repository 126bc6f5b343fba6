//! How a set of tables is opened.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::compared::cache_folder;
use crate::error::Error;
use crate::format::MAX_MEN;
use crate::set::{Tables, Verify};
use crate::source::{Access, Folder, Source};

/// Bytes of compared files that a set keeps in memory: more than all endings of 3 to 5 men have.
const RESIDENT_BYTES: u64 = 1 << 30;

/// What a set of tables is made of, and how it treats its files: made by [`Tables::builder`].
///
/// ```
/// use vancura_syzygy::{Tables, Verify};
///
/// let tables = Tables::builder()
///     .folder(std::env::temp_dir())
///     .verify(Verify::Once)
///     .max_men(6)
///     .open()?;
/// # Ok::<(), vancura_syzygy::Error>(())
/// ```
pub struct Builder {
    places: Vec<Place>,
    access: Access,
    is_guarded: bool,
    verify: Verify,
    max_men: usize,
    resident: Option<u64>,
    cache: Option<PathBuf>,
}

/// Where files are looked for.
enum Place {
    Folder(PathBuf),
    Source(Arc<dyn Source>),
}

impl Default for Builder {
    fn default() -> Self {
        Self {
            places: Vec::new(),
            access: Access::default(),
            is_guarded: false,
            verify: Verify::default(),
            max_men: MAX_MEN,
            resident: None,
            cache: cache_folder(),
        }
    }
}

impl fmt::Debug for Builder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { access, verify, max_men, .. } = self;
        write!(f, "Builder {{ places: {}, {access:?}, {verify:?}, max_men: {max_men} }}", self.places.len())
    }
}

impl Tables {
    /// Begins a set of tables, empty as yet.
    pub fn builder() -> Builder {
        Builder::default()
    }

    /// Lists the table files of these folders, to be mapped when first probed and compared with
    /// their checksums before the first answer: short for [`Tables::builder`] with nothing but
    /// folders.
    ///
    /// # Errors
    /// [`Error::Io`] when a folder cannot be listed. Files that are not sound are reported when
    /// probed.
    pub fn open(folders: &[impl AsRef<Path>]) -> Result<Self, Error> {
        folders.iter().fold(Self::builder(), Builder::folder).open()
    }
}

impl Builder {
    /// Adds the folders of a path, as the UCI option `SyzygyPath` has them: separated by colons, on
    /// Windows by semicolons. Blanks around a folder are left out, and so are empty names.
    #[must_use]
    pub fn paths(self, paths: &str) -> Self {
        let folders = std::env::split_paths(paths);
        let trimmed = folders.map(|folder| folder.to_str().map_or(folder.clone(), |name| name.trim().into()));
        trimmed.filter(|folder| !folder.as_os_str().is_empty()).fold(self, Self::folder)
    }

    /// Adds a folder.
    #[must_use]
    pub fn folder(mut self, path: impl AsRef<Path>) -> Self {
        self.places.push(Place::Folder(path.as_ref().to_owned()));
        self
    }

    /// Adds files from elsewhere.
    #[must_use]
    pub fn source(mut self, source: impl Source + 'static) -> Self {
        self.places.push(Place::Source(Arc::new(source)));
        self
    }

    /// Says how the files of folders are accessed; mapped into memory, unless this says something
    /// else.
    #[must_use]
    pub fn access(self, access: Access) -> Self {
        Self { access, ..self }
    }

    /// Says when files are compared with their checksums: before the first answer from them, unless
    /// this says something else.
    #[must_use]
    pub fn verify(self, verify: Verify) -> Self {
        Self { verify, ..self }
    }

    /// Leaves out tables of more men than this.
    #[must_use]
    pub fn max_men(self, men: usize) -> Self {
        Self { max_men: men, ..self }
    }

    /// Holds files of folders in memory as they are opened, whatever the [access](Builder::access),
    /// up to this many bytes in total. By default that is 1 GiB where all
    /// files are compared, since bytes that were compared in memory cannot change any more, and
    /// nothing otherwise.
    #[must_use]
    pub fn resident(self, bytes: u64) -> Self {
        Self { resident: Some(bytes), ..self }
    }

    /// Names the folder for the list of files that have been compared before, see [`Verify::Once`]:
    /// the folder `vancura` where the system keeps caches, unless this says something else.
    #[must_use]
    pub fn cache(self, folder: impl AsRef<Path>) -> Self {
        Self { cache: Some(folder.as_ref().to_owned()), ..self }
    }

    /// Makes mapped files that are cut short while they are in use, or that the disk does not give
    /// back, an error.
    ///
    /// On Linux such a file makes the system send SIGBUS, which ends the program; with this, the
    /// first map takes over the signal for the whole process. Faults that have nothing to do with
    /// tables go to whatever handler there was before. A program that handles SIGBUS by itself had
    /// better use [`Access::Read`] or [`Access::Memory`], with which nothing of this kind happens.
    /// On other systems this does nothing: Windows does not allow a mapped file to be cut short,
    /// macOS ends the program.
    #[cfg(feature = "mmap")]
    #[must_use]
    pub fn guard_maps(self) -> Self {
        Self { is_guarded: true, ..self }
    }

    /// Lists the files; of several of one name the first counts that is not empty. Files that are
    /// not sound are reported when probed.
    ///
    /// # Errors
    /// [`Error::Io`] when a folder or a source cannot be listed.
    pub fn open(self) -> Result<Tables, Error> {
        let default = if self.verify == Verify::WhenOpened { RESIDENT_BYTES } else { 0 };
        let mut tables = Tables::empty(self.verify, self.resident.unwrap_or(default), self.cache);
        for place in self.places {
            let source = match place {
                Place::Folder(path) => Arc::new(Folder::new(path, self.access).guarded(self.is_guarded)),
                Place::Source(source) => source,
            };
            tables.list(&source, self.max_men)?;
        }
        Ok(tables)
    }
}

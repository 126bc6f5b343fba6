//! Configures and opens a set of tables.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::compared::cache_folder;
use crate::error::Error;
use crate::format::MAX_MEN;
use crate::set::{Tables, Verify};
use crate::source::{Access, Folder, Source};

/// Bytes of verified files that a set keeps in memory: more than all endings of 3 to 5 men take.
const RESIDENT_BYTES: u64 = 1 << 30;

/// Where a set of tables comes from and how it treats its files; created by [`Tables::builder`].
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
    /// Starts with an empty set of tables.
    pub fn builder() -> Builder {
        Builder::default()
    }

    /// Lists the table files of these folders. They are mapped when first probed and compared with
    /// their checksums before the first answer: short for [`Tables::builder`] with folders only.
    ///
    /// # Errors
    /// [`Error::Io`] when a folder cannot be listed. Damaged files are reported when probed.
    pub fn open(folders: &[impl AsRef<Path>]) -> Result<Self, Error> {
        folders.iter().fold(Self::builder(), Builder::folder).open()
    }
}

impl Builder {
    /// Adds the folders of a path, as in the UCI option `SyzygyPath`: separated by colons, on
    /// Windows by semicolons. Blanks around a folder and empty names are ignored.
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

    /// Sets how the files of folders are accessed. The default is [`Access::default`].
    #[must_use]
    pub fn access(self, access: Access) -> Self {
        Self { access, ..self }
    }

    /// Sets when files are compared with their checksums. The default is before the first answer
    /// from them.
    #[must_use]
    pub fn verify(self, verify: Verify) -> Self {
        Self { verify, ..self }
    }

    /// Leaves out tables of more than this number of men.
    #[must_use]
    pub fn max_men(self, men: usize) -> Self {
        Self { max_men: men, ..self }
    }

    /// Holds files of folders in memory when they are opened, whatever the
    /// [access](Builder::access), up to this number of bytes in total. The default is 1 GiB with
    /// [`Verify::WhenOpened`], since bytes verified in memory cannot change afterwards, and 0
    /// otherwise.
    #[must_use]
    pub fn resident(self, bytes: u64) -> Self {
        Self { resident: Some(bytes), ..self }
    }

    /// Sets the folder for the list of files that have been verified before, see [`Verify::Once`].
    /// The default is the folder `vancura` in the user's cache folder.
    #[must_use]
    pub fn cache(self, folder: impl AsRef<Path>) -> Self {
        Self { cache: Some(folder.as_ref().to_owned()), ..self }
    }

    /// Reports an error for mapped files that are truncated while in use, or that the disk fails to
    /// read.
    ///
    /// On Linux, reading such a file raises SIGBUS, which ends the program. With this option, the
    /// first map installs a handler for that signal in the whole process; faults that have nothing
    /// to do with tables are passed to the previous handler. A program that handles SIGBUS itself
    /// should use [`Access::Read`] or [`Access::Memory`], which cannot raise it. On other systems
    /// this option has no effect: Windows does not allow a mapped file to be truncated, macOS ends
    /// the program.
    #[cfg(feature = "mmap")]
    #[must_use]
    pub fn guard_maps(self) -> Self {
        Self { is_guarded: true, ..self }
    }

    /// Lists the files. Where several files have the same name, the first that is not empty is
    /// used. Damaged files are reported when probed.
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

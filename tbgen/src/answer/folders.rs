//! Folders of table files: the command-line options shared by all programs.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::path::{Path, PathBuf};

use syzygy::{Error as SyzygyError, Kind, Tables as SyzygyTables, Verify};

use super::files::TableFiles;
use crate::tables::unpacked::open_tables;

/// Folders of table files as command-line arguments: `--syzygy DIR`, repeated or separated as in
/// `PATH`; the default is the environment variable `SYZYGY_PATH`.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct TableFolders {
    /// Folders of table files, separated as in PATH; may be repeated.
    #[cfg_attr(feature = "clap", arg(long, alias = "dir", value_name = "DIR", env = "SYZYGY_PATH"))]
    syzygy: Vec<OsString>,
    /// Use the files without reading them in full and comparing their checksums.
    #[cfg_attr(feature = "clap", arg(long))]
    trust: bool,
}

impl TableFolders {
    /// Folders whose files are compared with their checksums before use.
    pub fn compared(folders: &[impl AsRef<Path>]) -> Self {
        Self { syzygy: folders.iter().map(|folder| folder.as_ref().into()).collect(), trust: false }
    }

    /// The folders in search order; empty when none is named.
    pub fn paths(&self) -> Vec<PathBuf> {
        self.syzygy.iter().flat_map(folders).collect()
    }

    /// Their files; `None` when no folder is named.
    ///
    /// # Errors
    /// [`SyzygyError::Io`], naming a folder that cannot be listed.
    pub fn open(&self) -> Result<Option<TableFiles>, SyzygyError> {
        let paths = self.paths();
        let open = if self.trust { TableFiles::open_trusting } else { TableFiles::open };
        if paths.is_empty() { Ok(None) } else { open(&paths).map(Some) }
    }

    /// Their Syzygy files only; `None` when no folder is named.
    ///
    /// # Errors
    /// As [`TableFolders::open`].
    pub fn open_syzygy(&self) -> Result<Option<SyzygyTables>, SyzygyError> {
        let paths = self.paths();
        let verify = if self.trust { Verify::Never } else { Verify::WhenOpened };
        if paths.is_empty() { Ok(None) } else { open_tables(&paths, verify).map(Some) }
    }

    /// The folders and the number of files found, as a line for the user:
    /// `table files: 145 WDL, 145 DTZ, 0 DTM in /tables`.
    pub fn remark(&self, files: &TableFiles) -> String {
        let count = |kind| files.found().filter(|(_, found)| *found == kind).count();
        let [wdl, dtz, dtm] = [Kind::Wdl, Kind::Dtz, Kind::Dtm].map(count);
        format!("table files: {wdl} WDL, {dtz} DTZ, {dtm} DTM in {self}")
    }
}

/// The folders of a path, separated as in `PATH`: by colons, on Windows by semicolons. Surrounding
/// blanks and empty entries are ignored.
pub fn folders<T: AsRef<OsStr> + ?Sized>(path: &T) -> impl Iterator<Item = PathBuf> {
    let trimmed = |folder: PathBuf| match folder.to_str() {
        Some(name) => PathBuf::from(name.trim()),
        None => folder,
    };
    std::env::split_paths(path).map(trimmed).filter(|folder| !folder.as_os_str().is_empty())
}

/// The folders, separated by commas.
impl fmt::Display for TableFolders {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, folder) in self.paths().iter().enumerate() {
            write!(f, "{}{}", if number > 0 { ", " } else { "" }, folder.display())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_taken_apart_and_none_is_none() {
        let joined = std::env::join_paths(["a", "b"]).unwrap();
        let folders = TableFolders { syzygy: vec![joined, "c".into(), "".into()], trust: false };
        assert_eq!(folders.paths(), ["a", "b", "c"].map(PathBuf::from));
        assert_eq!(folders.to_string(), "a, b, c");
        assert!(TableFolders::default().open().unwrap().is_none());
        assert!(folders.open().is_err_and(|error| error.to_string().contains('a')));
    }

    #[test]
    #[cfg(unix)]
    fn only_colons_separate_folders() {
        let told: Vec<PathBuf> = folders("/my tables;old: /other ::/third:").collect();
        assert_eq!(told, ["/my tables;old", "/other", "/third"].map(PathBuf::from));
    }

    #[test]
    fn what_was_found_is_counted() {
        let folder = tempfile::tempdir().unwrap();
        let order = ["KRvK".parse().unwrap()];
        crate::build_files(&order, folder.path(), Kind::ALL, |_, _| {}).unwrap();
        let folders = TableFolders::compared(&[folder.path()]);
        let files = folders.open().unwrap().unwrap();
        let expected = format!("table files: 1 WDL, 1 DTZ, 1 DTM in {}", folder.path().display());
        assert_eq!(folders.remark(&files), expected);
    }
}

//! The file that keeps what is to be repeated when.

use std::io::ErrorKind;
use std::path::PathBuf;

use anyhow::Context as _;
use practice::Progress;

/// The largest file that is read, in bytes: some ten thousand tasks.
const BYTES_MAX: u64 = 4 << 20;
/// Its name in the user's data folder.
const NAME: &str = "practice.json";

/// What has been practiced, and where it is kept.
pub(super) struct Kept {
    pub(super) progress: Progress,
    /// `None` where nothing is kept.
    path: Option<PathBuf>,
}

impl Kept {
    /// The file that is named, none for `off`, or that of the user's data folder.
    pub(super) fn open(named: Option<&str>) -> anyhow::Result<Self> {
        let path = match named {
            Some("off") => None,
            Some(name) => Some(PathBuf::from(name)),
            None => data_folder().map(|folder| folder.join("vancura").join(NAME)),
        };
        let Some(file) = &path else { return Ok(Self { progress: Progress::default(), path }) };
        let reading = || format!("reading `{}`, which keeps what you have practiced", file.display());
        let progress = match disk::read_text(file, BYTES_MAX) {
            Ok(text) => Progress::from_json(&text).with_context(reading)?,
            Err(error) if error.kind() == ErrorKind::NotFound => Progress::default(),
            Err(error) => return Err(error).with_context(reading),
        };
        Ok(Self { progress, path })
    }

    /// Writes the file.
    pub(super) fn save(&self) -> anyhow::Result<()> {
        let Some(path) = &self.path else { return Ok(()) };
        let writing = || format!("writing `{}`; --progress off keeps nothing", path.display());
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder).with_context(writing)?;
        }
        disk::save(path, self.progress.to_json().as_bytes()).with_context(writing)
    }
}

/// The folder of the user's data, by the variables of the environment.
fn data_folder() -> Option<PathBuf> {
    let path = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    if cfg!(windows) {
        path("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        Some(path("HOME")?.join("Library/Application Support"))
    } else {
        path("XDG_DATA_HOME").or_else(|| Some(path("HOME")?.join(".local/share")))
    }
}

//! The files of games in a folder, and the names of a new run's files.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::games::{Damage, EXTENSION, Event, GamesReader, ReadError};

/// The contents of a folder.
#[derive(Debug, Default)]
pub struct Survey {
    /// Files of games, by name.
    pub files: Vec<PathBuf>,
    /// Games in valid blocks.
    pub games: u64,
    /// Positions with a score in valid blocks.
    pub positions: u64,
    /// Bytes of all files.
    pub bytes: u64,
    /// The number of the last run with a file; 0 if there is none.
    pub last_run: u32,
    /// Skipped parts of files.
    pub damages: Vec<(PathBuf, Damage)>,
    /// Files that are not files of games in spite of their names.
    pub refused: Vec<ReadError>,
}

/// Why a folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// An error of the operating system.
    #[error("{path} cannot be used: {source}")]
    Io {
        /// The folder.
        path: PathBuf,
        /// The error.
        source: io::Error,
    },
    /// A file cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
}

/// The name of the file of a thread of a run.
pub(super) fn file_name(run: u32, thread: u32) -> String {
    format!("games-{run:04}-{thread:02}.{EXTENSION}")
}

/// The number of the run in a file name.
fn run_of(path: &Path) -> Option<u32> {
    let name = path.file_stem()?.to_str()?.strip_prefix("games-")?;
    name.split('-').next()?.parse().ok()
}

/// The files of games in a folder, by name.
///
/// # Errors
/// When the folder cannot be read.
pub fn files(folder: &Path) -> Result<Vec<PathBuf>, FolderError> {
    let failed = |source| FolderError::Io { path: folder.to_owned(), source };
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.extension().is_some_and(|extension| extension == EXTENSION) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// Reads all files of games in a folder and counts their contents.
///
/// # Errors
/// When the folder or a file cannot be read.
pub fn survey(folder: &Path) -> Result<Survey, FolderError> {
    let mut survey = Survey { files: files(folder)?, ..Survey::default() };
    for path in &survey.files {
        survey.last_run = survey.last_run.max(run_of(path).unwrap_or(0));
        survey.bytes += fs::metadata(path).map_or(0, |metadata| metadata.len());
        let mut reader = match GamesReader::open(path) {
            Ok(reader) => reader,
            Err(error @ ReadError::NotGames(_)) => {
                survey.refused.push(error);
                continue;
            }
            Err(error) => return Err(error.into()),
        };
        while let Some(event) = reader.next_event()? {
            match event {
                Event::Block(block) => {
                    survey.games += u64::from(block.games);
                    survey.positions += u64::from(block.positions);
                }
                Event::Damage(damage) => survey.damages.push((path.clone(), damage)),
            }
        }
    }
    Ok(survey)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_the_run() {
        assert_eq!(run_of(Path::new("/somewhere").join(file_name(12, 3)).as_path()), Some(12));
        assert_eq!(run_of(Path::new("games-123456-00.vgd")), Some(123_456));
        assert_eq!(run_of(Path::new("kept.vgd")), None);
    }

    #[test]
    fn foreign_files_are_told_and_others_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("notes.txt"), "x").unwrap();
        fs::write(folder.path().join("games-0007-00.vgd"), "not games").unwrap();
        let survey = survey(folder.path()).unwrap();
        assert_eq!((survey.files.len(), survey.refused.len(), survey.last_run), (1, 1, 7));
    }
}

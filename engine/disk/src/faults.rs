//! Simulated disk failures and power losses for tests; only the feature `faults` of this crate
//! compiles them in.
//!
//! A [`Faulty`] folder counts the steps below it (creating a file, writing bytes, syncing, renaming
//! or removing). One of them fails once, or the power is lost after it: then all later steps fail,
//! and [`Faulty::restart`] leaves in the folder what a disk might hold afterwards.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Files by their paths.
type Files = BTreeMap<PathBuf, Vec<u8>>;

/// Folders with faults; several tests may run at once, each in a folder of its own.
static FOLDERS: Mutex<Vec<Folder>> = Mutex::new(Vec::new());

/// What happens at a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The step is not done, and the caller gets an error.
    Fails,
    /// The step is the last one done before the power loss.
    PowerLost,
}

/// What survives a power loss of data that was never synced. Synced data always survives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Left {
    /// Neither names nor contents.
    Nothing,
    /// File names, with empty contents.
    Names,
    /// File names, with half of their contents.
    Halves,
    /// Everything.
    All,
}

struct Folder {
    path: PathBuf,
    fault: Fault,
    /// Steps before the fault; `None` once it has happened.
    left: Option<usize>,
    /// Contents when last synced, by current name.
    synced: Files,
    /// What the folder held when its names were last synced.
    named: Files,
    /// What the folder held when the power was lost.
    last: Option<Files>,
}

/// A folder with a fault, until it is dropped or restarted.
pub struct Faulty(PathBuf);

impl Faulty {
    /// A fault at this step, from 0, below a folder; what the folder holds already counts as
    /// synced.
    ///
    /// # Panics
    /// When the folder cannot be read.
    pub fn new(path: &Path, fault: Fault, step: usize) -> Self {
        let path = path.canonicalize().expect("a folder");
        let held = held(&path);
        let (synced, named) = (held.clone(), held);
        folders().push(Folder { path: path.clone(), fault, left: Some(step), synced, named, last: None });
        Self(path)
    }

    /// True when enough steps were made to reach the fault.
    pub fn has_struck(&self) -> bool {
        folders().iter().any(|folder| folder.path == self.0 && folder.left.is_none())
    }

    /// Ends the fault. If the power was lost, the folder then holds what a disk might hold
    /// afterwards.
    ///
    /// # Panics
    /// When the folder cannot be written.
    pub fn restart(self, left: Left) {
        let mut folders = folders();
        let at = folders.iter().position(|folder| folder.path == self.0).expect("it is there until then");
        let folder = folders.swap_remove(at);
        let Some(last) = folder.last else { return };
        for path in held(&self.0).keys() {
            fs::remove_file(path).expect("one of our files");
        }
        let files = if left == Left::Nothing { &folder.named } else { &last };
        for (path, bytes) in files {
            let synced = folder.synced.get(path).map_or(&[][..], Vec::as_slice);
            let is_synced = synced == bytes;
            let bytes = match left {
                Left::Names if !is_synced => synced,
                Left::Halves if !is_synced => &bytes[..bytes.len() / 2],
                _ => bytes,
            };
            fs::write(path, bytes).expect("one of our files");
        }
    }
}

impl Drop for Faulty {
    fn drop(&mut self) {
        folders().retain(|folder| folder.path != self.0);
    }
}

/// Performs a step on this path, unless a fault is due.
pub(crate) fn step<T>(path: &Path, action: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
    perform(path, action, |_| {})
}

/// As [`step`], for a sync of a file.
pub(crate) fn sync(path: &Path, action: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
    perform(path, action, |folder| drop(folder.synced.insert(path.to_owned(), read(path))))
}

/// As [`step`], for a sync of a folder.
pub(crate) fn sync_names(path: &Path, action: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
    perform(path, action, |folder| {
        let synced = |path: PathBuf| {
            let bytes = folder.synced.get(&path).cloned().unwrap_or_default();
            (path, bytes)
        };
        folder.named = held(&folder.path).into_keys().map(synced).collect();
    })
}

/// As [`step`], for a rename.
pub(crate) fn rename<T>(from: &Path, to: &Path, action: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
    perform(from, action, |folder| {
        match folder.synced.remove(from) {
            Some(bytes) => folder.synced.insert(to.to_owned(), bytes),
            None => folder.synced.remove(to),
        };
    })
}

fn perform<T>(
    path: &Path,
    action: impl FnOnce() -> io::Result<T>,
    done: impl FnOnce(&mut Folder),
) -> io::Result<T> {
    let mut folders = folders();
    let Some(folder) = folders.iter_mut().find(|folder| path.starts_with(&folder.path)) else {
        drop(folders);
        return action();
    };
    let broken = || io::Error::new(io::ErrorKind::StorageFull, "this step was made to fail");
    match (folder.left, folder.fault) {
        (None, Fault::PowerLost) => return Err(broken()),
        (Some(0), Fault::Fails) => {
            folder.left = None;
            return Err(broken());
        }
        _ => {}
    }
    let result = action();
    if result.is_ok() {
        done(folder);
    }
    match folder.left {
        Some(0) => {
            folder.left = None;
            folder.last = Some(held(&folder.path));
        }
        Some(left) => folder.left = Some(left - 1),
        None => {}
    }
    result
}

/// The regular files of a folder.
fn held(folder: &Path) -> Files {
    let entries = fs::read_dir(folder).expect("a folder that can be listed");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    paths.filter(|path| path.is_file()).map(|path| (path.clone(), read(&path))).collect()
}

fn read(path: &Path) -> Vec<u8> {
    fs::read(path).unwrap_or_default()
}

fn folders() -> MutexGuard<'static, Vec<Folder>> {
    FOLDERS.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{create_whole, overwrite, save, set_aside};

    const LEFT: [Left; 4] = [Left::Nothing, Left::Names, Left::Halves, Left::All];

    /// The files of a folder by name.
    type Held = Vec<(String, Vec<u8>)>;

    /// What an action with a fault leaves in a folder with one file; `None` when the action has
    /// fewer steps.
    fn after(
        fault: Fault,
        step: usize,
        left: Left,
        action: &dyn Fn(&Path) -> io::Result<()>,
    ) -> Option<(io::Result<()>, Held, tempfile::TempDir)> {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("file"), "old").unwrap();
        let faulty = Faulty::new(folder.path(), fault, step);
        let result = action(folder.path());
        let has_struck = faulty.has_struck();
        faulty.restart(left);
        let name = |path: PathBuf| path.file_name().unwrap().to_str().unwrap().to_owned();
        let held = held(folder.path()).into_iter().map(|(path, bytes)| (name(path), bytes)).collect();
        has_struck.then_some((result, held, folder))
    }

    fn content<'a>(held: &'a [(String, Vec<u8>)], name: &str) -> Option<&'a [u8]> {
        held.iter().find(|(held, _)| held == name).map(|(_, bytes)| bytes.as_slice())
    }

    /// A file of more than one write.
    fn new() -> Vec<u8> {
        vec![b'n'; 200_000]
    }

    #[test]
    fn a_step_that_fails_leaves_the_old_file_or_the_new_one_and_nothing_else() {
        for name in ["file", "other"] {
            let write = |folder: &Path| save(&folder.join(name), &new());
            let mut step = 0;
            while let Some((result, held, folder)) = after(Fault::Fails, step, Left::All, &write) {
                assert_eq!(result.unwrap_err().to_string(), "this step was made to fail");
                let old = (name == "file").then_some(&b"old"[..]);
                let found = content(&held, name);
                assert!(found == old || found == Some(&new()), "{name}, step {step}");
                let extra = held.iter().filter(|(held, _)| held != name && held != "file").count();
                assert_eq!(extra, 0, "{name}, step {step}");
                write(folder.path()).unwrap();
                assert_eq!(fs::read(folder.path().join(name)).unwrap(), new());
                step += 1;
            }
            assert!(step >= 5, "made, written, synced, renamed, its folder synced: {step}");
        }
    }

    #[test]
    fn power_lost_leaves_the_old_file_or_the_new_one_and_what_was_told_to_be_saved_is() {
        for (name, left) in ["file", "other"].into_iter().flat_map(|name| LEFT.map(|left| (name, left))) {
            let write = |folder: &Path| save(&folder.join(name), &new());
            let mut step = 0;
            while let Some((result, held, folder)) = after(Fault::PowerLost, step, left, &write) {
                let old = (name == "file").then_some(&b"old"[..]);
                let found = content(&held, name);
                assert!(found == Some(&new()) || found == old && result.is_err(), "{name}, {left:?}, {step}");
                for (rest, _) in held.iter().filter(|(held, _)| held != name && held != "file") {
                    let of = crate::temporary_of(rest).expect("known by its name");
                    assert_eq!(of, (name, std::process::id()));
                }
                write(folder.path()).unwrap();
                step += 1;
            }
            assert!(step >= 5, "{step}");
        }
    }

    #[test]
    fn a_lock_that_cannot_be_made_is_not_there_and_one_that_cannot_be_moved_stays() {
        let make = |folder: &Path| create_whole(&folder.join("lock"), b"held");
        let aside = |folder: &Path| set_aside(&folder.join("file")).map(drop);
        for step in 0..3 {
            let (result, held, _) = after(Fault::Fails, step, Left::All, &make).unwrap();
            assert!(result.is_err() && held.len() == 1, "{step}: {held:?}");
        }
        let (result, held, _) = after(Fault::Fails, 0, Left::All, &aside).unwrap();
        assert!(result.is_err() && content(&held, "file") == Some(b"old"));
        let beat = |folder: &Path| overwrite(&folder.join("file"), b"new");
        let (result, held, _) = after(Fault::Fails, 0, Left::All, &beat).unwrap();
        assert!(result.is_err() && content(&held, "file") == Some(b"old"));
    }

    /// Checks that the tests above can find a missing sync.
    #[test]
    fn what_is_not_synced_is_lost() {
        let bare = |folder: &Path| create_whole(&folder.join("lock"), b"held");
        let lost = |left| after(Fault::PowerLost, 2, left, &bare).unwrap().1;
        let found = LEFT.map(|left| content(&lost(left), "lock").map(<[u8]>::to_vec));
        assert_eq!(found, [None, Some(vec![]), Some(b"he".to_vec()), Some(b"held".to_vec())]);
        let beat = |folder: &Path| overwrite(&folder.join("file"), b"news");
        let torn = |left| after(Fault::PowerLost, 0, left, &beat).unwrap().1;
        let found = LEFT.map(|left| content(&torn(left), "file").unwrap().to_vec());
        assert_eq!(found, [&b"old"[..], b"old", b"ne", b"news"]);
    }
}

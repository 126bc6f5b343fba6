//! Locks of endings being built: files `NAME.building`, by which processes and machines share a
//! folder.
//!
//! A lock is a file that only one process can create. It names its holder and contains a number
//! that increases as long as the process runs: the heartbeat. A process that sees the same number
//! for the time given in the file takes over the lock. Only that process's own clock is used, so
//! the clocks of the machines need not agree. If two take over at once, or the holder was only
//! delayed, the same work is done twice and the same bytes are written.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant, SystemTime};

use board::Material;
use serde::{Deserialize, Serialize};

/// The extension of a lock.
const EXTENSION: &str = "building";
/// Heartbeats per takeover time.
const BEATS: u32 = 5;
/// The size of a lock is a multiple of this, in bytes, so that a heartbeat never needs more disk
/// space than the one before.
const LENGTH: usize = 256;
/// Upper bound of the size of a lock, in bytes.
const LENGTH_MAX: u64 = 4096;
/// Minimum time between heartbeats.
const SHORTEST_BEAT: Duration = Duration::from_millis(20);

/// The contents of a lock.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Holder {
    /// The machine.
    pub(super) host: String,
    /// The process ID there.
    pub(super) process: u32,
    /// When it took the lock, in nanoseconds since 1970; distinguishes locks of one process.
    begun: u64,
    heartbeat: u64,
    /// Time without a heartbeat after which the lock is stale.
    takeover_seconds: f64,
}

/// The contents of another process's lock, and since when they have been unchanged.
type Seen = (Vec<u8>, Instant);

/// The locks a process holds. Lock files are created, written and removed only under this mutex, so
/// that releasing all of them misses none.
#[derive(Default)]
struct Held {
    locks: Vec<(PathBuf, Holder)>,
    /// All have been released, and no more can be taken.
    ended: bool,
}

/// The locks of one process.
#[derive(Clone)]
pub struct BuildLocks {
    takeover: Duration,
    host: Arc<str>,
    held: Arc<Mutex<Held>>,
    /// The contents of other processes' locks, and since when they have been unchanged.
    seen: Arc<Mutex<HashMap<PathBuf, Seen>>>,
}

impl Default for BuildLocks {
    /// Locks that others may take over after a minute without a heartbeat.
    fn default() -> Self {
        Self::new(Duration::from_secs(60))
    }
}

impl BuildLocks {
    /// Locks that others may take over after this time without a heartbeat.
    pub fn new(takeover: Duration) -> Self {
        Self { takeover, host: host_name().into(), held: Arc::default(), seen: Arc::default() }
    }

    /// Removes all locks of this process and prevents it from taking more, for programs that are
    /// being stopped.
    pub fn release(&self) {
        let mut held = lock(&self.held);
        held.ended = true;
        for (path, holder) in held.locks.drain(..) {
            remove_if_ours(&path, &holder);
        }
    }

    /// Removes the lock of a finished ending if its holder no longer exists (killed after the last
    /// file but before releasing the lock), or if it is empty, as after a power failure.
    pub(super) fn clear(&self, folder: &Path, material: Material) -> io::Result<()> {
        self.remove_stale(&path_of(folder, material), true).map(drop)
    }

    /// Takes the lock of an ending; `None` as long as another process holds it, or when this one is
    /// being stopped.
    pub(super) fn take(&self, folder: &Path, material: Material) -> io::Result<Option<BuildLock>> {
        let path = path_of(folder, material);
        let holder = Holder {
            host: self.host.to_string(),
            process: std::process::id(),
            begun: SystemTime::UNIX_EPOCH
                .elapsed()
                .map_or(0, |age| u64::try_from(age.as_nanos()).unwrap_or(u64::MAX)),
            heartbeat: 0,
            takeover_seconds: self.takeover.as_secs_f64(),
        };
        loop {
            let mut held = lock(&self.held);
            if held.ended {
                return Ok(None);
            }
            match disk::create_whole(&path, &text(&holder)) {
                Ok(()) => {
                    held.locks.push((path.clone(), holder.clone()));
                    break;
                }
                // A process on another machine mistook our lock, which had no name yet, for a
                // leftover.
                Err(error) if error.kind() == io::ErrorKind::NotFound && folder.is_dir() => {}
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    drop(held);
                    if !self.remove_stale(&path, false)? {
                        return Ok(None);
                    }
                }
                Err(error) => return Err(error),
            }
        }
        lock(&self.seen).remove(&path);
        Ok(Some(BuildLock::beating(path, holder, self.takeover / BEATS, Arc::clone(&self.held))))
    }

    /// Removes a stale lock; false as long as its holder may exist, true also if the lock is
    /// already gone. An empty lock may be valid for as long as others, unless the work is done.
    fn remove_stale(&self, path: &Path, is_done: bool) -> io::Result<bool> {
        let found = match disk::read_unlinked(path, LENGTH_MAX) {
            Ok(found) => found,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(true),
            Err(error) => return Err(error),
        };
        let holder: Option<Holder> = serde_json::from_slice(&found).ok();
        let is_gone = holder.as_ref().map_or(is_done, |holder| {
            *holder.host == *self.host && holder.process != std::process::id() && !is_running(holder.process)
        });
        // After a power failure a lock may have lost its contents.
        let takeover = holder.map_or(self.takeover, |holder| {
            Duration::try_from_secs_f64(holder.takeover_seconds).unwrap_or(self.takeover)
        });
        let mut seen = lock(&self.seen);
        let (last, since) = seen.entry(path.to_owned()).or_insert_with(|| (found.clone(), Instant::now()));
        if *last != found {
            (*last, *since) = (found.clone(), Instant::now());
        }
        if !is_gone && since.elapsed() < takeover {
            return Ok(false);
        }
        drop(seen);
        // Prevents a release from missing a lock that is set aside.
        let _held = lock(&self.held);
        // Rename it first: of several processes only one succeeds. If it has become another's new
        // lock meanwhile, it is put back.
        let aside = match disk::set_aside(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(true),
            moved => moved?,
        };
        if disk::read_unlinked(&aside, LENGTH_MAX)? == found {
            return Ok(true);
        }
        std::fs::rename(&aside, path)?;
        Ok(false)
    }
}

/// A lock, held until it is dropped.
pub(super) struct BuildLock {
    path: PathBuf,
    holder: Holder,
    held: Arc<Mutex<Held>>,
    /// Dropped to stop the heartbeat.
    stop: Option<Sender<()>>,
    heart: Option<JoinHandle<()>>,
}

impl BuildLock {
    fn beating(path: PathBuf, holder: Holder, every: Duration, held: Arc<Mutex<Held>>) -> Self {
        let (stop, stopped) = channel();
        let (at, mut beating, all) = (path.clone(), holder.clone(), Arc::clone(&held));
        let heart = std::thread::spawn(move || {
            while stopped.recv_timeout(every.max(SHORTEST_BEAT)) == Err(RecvTimeoutError::Timeout) {
                beating.heartbeat += 1;
                // A lock that was taken over is left to its new holder; one that cannot be written
                // becomes stale. The mutex prevents a release from reading it half-written and
                // mistaking it for another's.
                let _held = lock(&all);
                if is_held_by(&at, &beating) {
                    let _ = disk::overwrite(&at, &text(&beating));
                }
            }
        });
        Self { path, holder, held, stop: Some(stop), heart: Some(heart) }
    }
}

impl Drop for BuildLock {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(heart) = self.heart.take() {
            let _ = heart.join();
        }
        let mut held = lock(&self.held);
        held.locks.retain(|(path, _)| *path != self.path);
        remove_if_ours(&self.path, &self.holder);
    }
}

/// The lock of an ending.
pub(super) fn path_of(folder: &Path, material: Material) -> PathBuf {
    folder.join(format!("{material}.{EXTENSION}"))
}

/// The holder of an ending's lock, if there is one.
pub(super) fn holder_of(folder: &Path, material: Material) -> Option<Holder> {
    serde_json::from_slice(&disk::read_unlinked(&path_of(folder, material), LENGTH_MAX).ok()?).ok()
}

/// True when there is a lock of this ending, stale or not.
pub(super) fn is_locked(folder: &Path, material: Material) -> bool {
    path_of(folder, material).exists()
}

/// The ending whose lock has this name: `KRvK.building`.
pub(crate) fn ending_of(name: &str) -> Option<Material> {
    name.strip_suffix(EXTENSION)?.strip_suffix('.')?.parse().ok()
}

/// True when another process with this ID is running, or when the system does not report processes.
pub(super) fn is_running(process: u32) -> bool {
    let processes = Path::new("/proc");
    let told = processes.join("self").exists();
    process != std::process::id() && (!told || processes.join(process.to_string()).exists())
}

fn is_held_by(path: &Path, holder: &Holder) -> bool {
    let found = disk::read_unlinked(path, LENGTH_MAX)
        .ok()
        .and_then(|found| serde_json::from_slice::<Holder>(&found).ok());
    found.is_some_and(|found| {
        (found.host, found.process, found.begun) == (holder.host.clone(), holder.process, holder.begun)
    })
}

fn remove_if_ours(path: &Path, holder: &Holder) {
    if is_held_by(path, holder) {
        let _ = std::fs::remove_file(path);
    }
}

fn text(holder: &Holder) -> Vec<u8> {
    let mut text = serde_json::to_vec(holder).expect("strings and numbers are JSON");
    let length = (text.len() + 1).next_multiple_of(LENGTH);
    text.resize(length - 1, b' ');
    text.push(b'\n');
    text
}

/// The name of this machine; empty if unknown, in which case locks are taken over by heartbeat
/// alone.
fn host_name() -> String {
    let told = disk::read_text("/proc/sys/kernel/hostname".as_ref(), LENGTH_MAX).ok();
    let told = told.or_else(|| std::env::var("COMPUTERNAME").ok());
    told.map_or_else(String::new, |name| name.trim().to_owned())
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    const TAKEOVER: Duration = Duration::from_millis(400);

    fn krk() -> Material {
        "KRvK".parse().unwrap()
    }

    #[test]
    fn one_holds_a_lock_until_it_is_released() {
        let folder = tempfile::tempdir().unwrap();
        let [one, other] = [(); 2].map(|()| BuildLocks::new(TAKEOVER));
        let held = one.take(folder.path(), krk()).unwrap().expect("no other process holds it");
        let deadline = Instant::now() + 3 * TAKEOVER;
        while Instant::now() < deadline {
            assert!(other.take(folder.path(), krk()).unwrap().is_none(), "the heartbeat is active");
            std::thread::sleep(Duration::from_millis(10));
        }
        assert_eq!(holder_of(folder.path(), krk()).unwrap().process, std::process::id());
        drop(held);
        assert!(!is_locked(folder.path(), krk()));
        let held = other.take(folder.path(), krk()).unwrap();
        assert!(held.is_some() && one.take(folder.path(), krk()).unwrap().is_none());
        other.release();
        assert!(!is_locked(folder.path(), krk()), "released");
        assert!(other.take(folder.path(), krk()).unwrap().is_none(), "no more locks are taken");
        assert!(!is_locked(folder.path(), krk()));
    }

    #[test]
    fn a_process_that_stops_while_taking_locks_leaves_none() {
        let names = ["KQvK", "KRvK", "KBvK", "KNvK", "KPvK"];
        for round in 0..40 {
            let folder = tempfile::tempdir().unwrap();
            let locks = BuildLocks::new(Duration::from_millis(1));
            std::thread::scope(|scope| {
                let working = locks.clone();
                let at = folder.path();
                scope.spawn(move || {
                    for name in names.iter().cycle().take(2000) {
                        let Some(held) = working.take(at, name.parse().unwrap()).unwrap() else { break };
                        drop(held);
                    }
                });
                std::thread::sleep(Duration::from_micros(100 * round));
                locks.release();
                let left: Vec<_> =
                    fs::read_dir(at).unwrap().map(|entry| entry.unwrap().file_name()).collect();
                assert!(left.is_empty(), "{left:?} after round {round}");
            });
        }
    }

    #[test]
    fn a_lock_without_a_heartbeat_is_taken_over_and_not_before() {
        let folder = tempfile::tempdir().unwrap();
        let path = path_of(folder.path(), krk());
        let locks = BuildLocks::new(TAKEOVER);
        let mut elsewhere = Holder {
            host: "another machine".to_owned(),
            process: 1,
            begun: 7,
            heartbeat: 3,
            takeover_seconds: TAKEOVER.as_secs_f64(),
        };
        let start = Instant::now();
        fs::write(&path, text(&elsewhere)).unwrap();
        assert!(locks.take(folder.path(), krk()).unwrap().is_none());
        std::thread::sleep(TAKEOVER / 2);
        elsewhere.heartbeat += 1;
        fs::write(&path, text(&elsewhere)).unwrap();
        let held = loop {
            if let Some(held) = locks.take(folder.path(), krk()).unwrap() {
                break held;
            }
            std::thread::sleep(Duration::from_millis(5));
        };
        assert!(start.elapsed() >= TAKEOVER * 3 / 2, "the heartbeat counted: {:?}", start.elapsed());
        // The other process resumes: the lock it lost stays lost.
        remove_if_ours(&path, &elsewhere);
        drop(held);
        assert!(!path.exists());
    }

    #[test]
    fn a_process_that_is_gone_holds_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let locks = BuildLocks::new(Duration::from_secs(600));
        let gone = Holder {
            host: host_name(),
            process: u32::MAX - 1,
            begun: 1,
            heartbeat: 0,
            takeover_seconds: 600.0,
        };
        fs::write(path_of(folder.path(), krk()), text(&gone)).unwrap();
        let taken = locks.take(folder.path(), krk()).unwrap();
        assert_eq!(taken.is_some(), Path::new("/proc/self").exists());
        drop(taken);
        fs::write(path_of(folder.path(), krk()), text(&gone)).unwrap();
        locks.clear(folder.path(), krk()).unwrap();
        assert_eq!(is_locked(folder.path(), krk()), !Path::new("/proc/self").exists());
        // Killed before it could write anything.
        let other: Material = "KQvK".parse().unwrap();
        fs::write(path_of(folder.path(), other), "").unwrap();
        assert!(locks.take(folder.path(), other).unwrap().is_none());
        assert!(BuildLocks::new(Duration::ZERO).take(folder.path(), other).unwrap().is_some());
    }

    #[test]
    fn locks_are_known_by_their_names() {
        assert_eq!(ending_of("KRvK.building"), Some(krk()));
        for name in ["KRvK.rtbw", "notes.building", "KRvKbuilding", ".building"] {
            assert_eq!(ending_of(name), None, "{name}");
        }
    }
}

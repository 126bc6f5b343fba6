//! The program's set of tables.

use std::cell::RefCell;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use syzygy::source::{Access, Folder, Memory, Source};
use syzygy::{Builder, Kind, Tables, Verify};

/// Paths that mean no folders.
const NO_FOLDERS: [&str; 3] = ["", "<empty>", "<embedded>"];

static SET: RwLock<Option<Arc<Tables>>> = RwLock::new(None);
/// Number of times that the set has been replaced.
static REPLACED: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    /// The set last used by a thread, and [`REPLACED`] at that time, so that probing writes to no
    /// memory shared by threads.
    static USED: RefCell<(usize, Option<Arc<Tables>>)> = const { RefCell::new((0, None)) };
}

/// Lists the files of the folders of a path; folders that cannot be listed are ignored. `load`
/// returns the bytes of files that are in none of them.
pub(crate) fn open(paths: &str, load: impl Fn(&str, &str) -> Option<&'static [u8]>) -> Option<Tables> {
    let folders = || {
        let folders = std::env::split_paths(paths).filter(|_| !NO_FOLDERS.contains(&paths));
        let exists = |path: &PathBuf| Folder::new(path, Access::default()).names().is_ok();
        let builder = Tables::builder().verify(Verify::Once);
        folders.filter(exists).fold(builder, Builder::folder)
    };
    let found = folders().open().ok()?;
    let mut loaded = Memory::default();
    for material in (3..=syzygy::format::MAX_MEN).flat_map(syzygy::Material::with_men) {
        for kind in Kind::SYZYGY.into_iter().filter(|&kind| !found.has(material, kind)) {
            let suffix = format!(".{}", kind.extension());
            if let Some(bytes) = load(&material.to_string(), &suffix) {
                loaded = loaded.with(kind.file_name(material), bytes);
            }
        }
    }
    folders().source(loaded).open().ok()
}

/// Replaces the set. Threads that used the old one keep it until they use the new one or end.
pub(crate) fn replace(tables: Option<Tables>) {
    let mut set = SET.write().unwrap_or_else(PoisonError::into_inner);
    *set = tables.map(Arc::new);
    REPLACED.fetch_add(1, Ordering::Release);
}

/// Calls `ask` with the set; `None` without one.
pub(crate) fn with<R>(ask: impl FnOnce(&Tables) -> Option<R>) -> Option<R> {
    let now = REPLACED.load(Ordering::Acquire);
    let used = USED.try_with(|used| {
        let mut used = used.borrow_mut();
        if used.0 != now {
            let set = SET.read().unwrap_or_else(PoisonError::into_inner);
            *used = (REPLACED.load(Ordering::Acquire), set.clone());
        }
        ask(used.1.as_deref()?)
    });
    // Thread-local data are not available in a thread that is ending.
    used.ok().flatten()
}

//! Writes the folder of the page without a server.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context as _, ensure};
use serde_json::json;
use sha2::{Digest as _, Sha256};
use site::Question;
use web::{MANIFEST, Read, SCRIPTS, Worker};

use crate::module::MODULE;
use crate::out;

/// Maximum size of the page in bytes, excluding the handbook: the amount loaded when it is first
/// opened.
pub const PAGE_MAX: usize = 15_000_000;
/// Maximum size of a page of the handbook, in bytes.
const HANDBOOK_PAGE_MAX: u64 = 16 << 20;

/// Numbers and sizes of the files written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written {
    /// Number of files of the page.
    pub files: usize,
    /// Their size in bytes.
    pub bytes: usize,
    /// Number of pages of the handbook.
    pub handbook_files: usize,
    /// Their size in bytes.
    pub handbook_bytes: usize,
}

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} files, {:.1} MB", self.files, self.bytes as f64 / 1e6)?;
        if self.handbook_files > 0 {
            let megabytes = self.handbook_bytes as f64 / 1e6;
            write!(f, ", and a handbook of {} pages, {megabytes:.1} MB,", self.handbook_files)?;
        }
        Ok(())
    }
}

/// A reader without files.
struct NoFiles;

impl Read for NoFiles {
    fn read(&self, _file: u32, _at: u32, _room: &mut [u8]) -> bool {
        false
    }
}

/// Writes the page with its `module`, and a copy of the handbook if its folder is given.
///
/// # Errors
/// An output folder with other files, a folder without a handbook, a page of more than [`PAGE_MAX`]
/// bytes.
pub fn write(module: &[u8], folder: &Path, handbook: Option<&Path>) -> anyhow::Result<Written> {
    out::prepare(folder, MODULE)?;
    let handbook = handbook.map(read_handbook).transpose()?.unwrap_or_default();
    let names: Vec<&str> = handbook.keys().map(String::as_str).collect();
    let mut files: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    files.insert(MODULE.to_owned(), module.to_vec());
    let [page, practice] = first_views(&names)?;
    files.insert("index.html".to_owned(), page);
    files.insert("practice.html".to_owned(), practice);
    for (name, text) in site::assets() {
        files.insert(format!("assets/{name}"), text.into());
    }
    for (name, text) in SCRIPTS.into_iter().chain(MANIFEST) {
        files.insert(name.to_owned(), text.into());
    }
    add_service(&mut files, &handbook);
    let bytes = files.values().map(Vec::len).sum();
    ensure!(bytes <= PAGE_MAX, "the page has {bytes} bytes, more than the maximum of {PAGE_MAX}");
    for (name, bytes) in &files {
        out::write(folder, name, bytes)?;
    }
    for (name, bytes) in &handbook {
        out::write(folder, &format!("handbook/{name}"), bytes)?;
    }
    let handbook_bytes = handbook.values().map(Vec::len).sum();
    Ok(Written { files: files.len(), bytes, handbook_files: handbook.len(), handbook_bytes })
}

/// The initial HTML of the explorer and practice pages, written by the code that answers in them.
fn first_views(handbook: &[&str]) -> anyhow::Result<[Vec<u8>; 2]> {
    let mut worker = Worker::new(handbook.iter().copied(), Arc::new(NoFiles));
    let shown = Question::new("/part/position", &format!("fen={}", site::FIRST.replace(' ', "_")));
    while worker.prepare(&shown, false) {}
    let mut view = |path: &str| {
        let reply = worker.ask(&Question::new(path, ""));
        ensure!(reply.status == 200, "cannot write the page: {}", String::from_utf8_lossy(&reply.text));
        Ok(reply.text)
    };
    Ok([view("/")?, view("/practice.html")?])
}

/// Adds the service worker with the list of files, and with a cache name that changes with any of
/// them.
fn add_service(files: &mut BTreeMap<String, Vec<u8>>, handbook: &BTreeMap<String, Vec<u8>>) {
    let service = files.remove("service.js").unwrap_or_default();
    let mut hash = Sha256::new();
    for (name, bytes) in files.iter().chain(handbook).chain([(&String::new(), &service)]) {
        hash.update(name.len().to_le_bytes());
        hash.update(name);
        hash.update(bytes.len().to_le_bytes());
        hash.update(bytes);
    }
    let hash = base16ct::lower::encode_string(&hash.finalize()[..8]);
    // The page itself is listed by the URL of its folder.
    let names = files.keys().map(|name| if name == "index.html" { "./" } else { name.as_str() });
    let pages = handbook.keys().map(|name| format!("handbook/{name}"));
    let text = String::from_utf8_lossy(&service)
        .replace("{{hash}}", &hash)
        .replace("{{files}}", &json!(names.collect::<Vec<_>>()).to_string())
        .replace("{{handbook}}", &json!(pages.collect::<Vec<_>>()).to_string());
    files.insert("service.js".to_owned(), text.into_bytes());
}

/// The pages of a handbook by name.
fn read_handbook(folder: &Path) -> anyhow::Result<BTreeMap<String, Vec<u8>>> {
    let listed = folder.read_dir().with_context(|| format!("cannot list {}", folder.display()))?;
    let mut pages = BTreeMap::new();
    for entry in listed {
        let path = entry.with_context(|| format!("cannot list {}", folder.display()))?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
        if path.extension().is_some_and(|extension| extension == "html") {
            let bytes = disk::read(&path, HANDBOOK_PAGE_MAX)
                .with_context(|| format!("cannot read {}", path.display()))?;
            pages.insert(name, bytes);
        }
    }
    let is_handbook = pages.contains_key("index.html");
    let folder = folder.display();
    ensure!(is_handbook, "{folder} does not contain a handbook: write it with `verify book {folder}`");
    Ok(pages)
}

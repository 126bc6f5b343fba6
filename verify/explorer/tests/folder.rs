//! The page without a server: its folder, written once, and a static file server.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};

use crate::chromium::Browser;
use crate::client::Server;

/// The path under which the folder is served.
const BELOW: &str = "/some/path/";

/// Where the page is served.
pub(crate) struct Page {
    /// Its URL without a position.
    pub(crate) address: String,
    /// Whether a worker answers.
    pub(crate) is_alone: bool,
}

impl Page {
    pub(crate) fn of(server: &Server) -> Self {
        Self { address: format!("http://{}/", server.address), is_alone: false }
    }

    pub(crate) fn of_folder(folder: &Folder) -> Self {
        Self { address: folder.address(), is_alone: true }
    }

    /// The URL with a position.
    pub(crate) fn at(&self, fen: &str) -> String {
        format!("{}?fen={}", self.address, fen.replace(' ', "_"))
    }

    /// The name of a screenshot.
    pub(crate) fn picture(&self, name: &str) -> String {
        if self.is_alone { format!("alone-{name}") } else { name.to_owned() }
    }
}

/// The module; `None`, with a message, if it cannot be compiled.
pub(crate) fn module() -> Option<&'static [u8]> {
    static MODULE: LazyLock<Option<Vec<u8>>> = LazyLock::new(|| match xtask::compile() {
        Ok(module) => Some(module),
        Err(error) => {
            assert!(!reference::is_required("wasm"), "{error:#}, and VANCURA_REQUIRE lists `wasm`");
            let _ = writeln!(std::io::stderr(), "NOT TRIED: the page without a server: {error:#}");
            None
        }
    });
    MODULE.as_deref()
}

/// The folder, written once, with a handbook of one page.
fn written() -> Option<&'static Path> {
    static WRITTEN: LazyLock<Option<tempfile::TempDir>> = LazyLock::new(|| {
        let folder = tempfile::tempdir().unwrap();
        let handbook = folder.path().join("book");
        std::fs::create_dir(&handbook).unwrap();
        for (name, text) in [("index.html", "The handbook"), ("KPvK.html", "King and pawn")] {
            std::fs::write(handbook.join(name), format!("<h1>{text}</h1>")).unwrap();
        }
        let written = xtask::write_page(module()?, &folder.path().join("page"), Some(&handbook)).unwrap();
        assert!(written.files > 14 && written.handbook_files == 2, "{written}");
        Some(folder)
    });
    WRITTEN.as_ref().map(tempfile::TempDir::path)
}

/// A file server that is stopped at the end of its test.
pub(crate) struct Folder {
    address: SocketAddr,
    ends: Arc<AtomicBool>,
}

/// The folder, served under a path; `None` if it cannot be written.
pub(crate) fn folder() -> Option<Folder> {
    let root = written()?.join("page");
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let (address, ends) = (listener.local_addr().unwrap(), Arc::new(AtomicBool::new(false)));
    let over = Arc::clone(&ends);
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            if over.load(Ordering::SeqCst) {
                break;
            }
            let root = root.clone();
            std::thread::spawn(move || stream.map(|stream| serve(&root, stream)));
        }
    });
    Some(Folder { address, ends })
}

/// A browser, and the served folder.
pub(crate) fn opened() -> Option<(Browser, Folder)> {
    Browser::start().zip(folder())
}

impl Folder {
    pub(crate) fn address(&self) -> String {
        format!("http://{}{BELOW}", self.address)
    }

    /// Stops the server.
    pub(crate) fn end(&self) {
        self.ends.store(true, Ordering::SeqCst);
        // Wakes the server, which then stops.
        let _ = TcpStream::connect(self.address);
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        self.end();
    }
}

fn kind(path: &Path) -> &'static str {
    match path.extension().and_then(|extension| extension.to_str()).unwrap_or_default() {
        "html" => "text/html",
        "css" => "text/css",
        "js" => "text/javascript",
        "svg" => "image/svg+xml",
        "webmanifest" => "application/manifest+json",
        // Some servers do not know the content type of WebAssembly.
        _ => "application/octet-stream",
    }
}

/// Serves one request per connection: a file, or 404.
fn serve(root: &Path, mut stream: TcpStream) -> std::io::Result<()> {
    let mut lines = BufReader::new(stream.try_clone()?).lines();
    let first = lines.next().transpose()?.unwrap_or_default();
    while lines.next().transpose()?.is_some_and(|line| !line.is_empty()) {}
    let asked = first.split(' ').nth(1).unwrap_or_default().split('?').next().unwrap_or_default();
    let name = asked.strip_prefix(BELOW).filter(|name| !name.contains(".."));
    let file = name.map(|name| root.join(if name.is_empty() { "index.html" } else { name }));
    let found = file.as_ref().and_then(|file| Some((file, std::fs::read(file).ok()?)));
    let (status, kind, bytes) = match found {
        Some((file, bytes)) => ("200 OK", kind(file), bytes),
        None => ("404 Not Found", "text/plain", PathBuf::from(asked).display().to_string().into_bytes()),
    };
    let length = bytes.len();
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
    )?;
    stream.write_all(&bytes)
}

//! A server for the tests, and a client over raw sockets.

#![allow(dead_code, reason = "each test uses some of it")]

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use board::Material;
use explorer::{Handle, Knowledge, Settings, start};
use serde_json::Value;

/// A server that is stopped at the end of its test.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    stop: Box<dyn Fn() + Send + Sync>,
    handle: Mutex<Option<Handle>>,
}

impl Server {
    /// A server with endings of three pieces and these folders.
    pub(crate) fn with(folders: &[PathBuf], settings: &Settings) -> Self {
        Self::of(Knowledge::open(folders, false).unwrap(), settings)
    }

    pub(crate) fn of(knowledge: Knowledge, settings: &Settings) -> Self {
        let handle = start(Arc::new(knowledge), &Settings { port: 0, ..settings.clone() }).unwrap();
        Self { address: handle.address(), stop: Box::new(handle.stopper()), handle: Mutex::new(Some(handle)) }
    }

    pub(crate) fn new() -> Self {
        Self::with(&[], &Settings::default())
    }

    /// A server with these endings and all that they lead to.
    pub(crate) fn with_endings(endings: &[&str]) -> Self {
        let knowledge = Knowledge::open(&[], false).unwrap();
        let endings: Vec<Material> = endings.iter().map(|name| name.parse().unwrap()).collect();
        knowledge.solve(&endings, &AtomicBool::new(false)).unwrap();
        Self::of(knowledge, &Settings::default())
    }

    /// Stops the server.
    pub(crate) fn stop(&self) {
        (self.stop)();
    }

    /// Stops the server and waits until it has stopped.
    pub(crate) fn end(mut self) {
        self.stop();
        self.handle.get_mut().unwrap().take().unwrap().wait();
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        stream
    }

    /// The response to these bytes, until the server closes the connection.
    pub(crate) fn raw(&self, bytes: &[u8]) -> String {
        let mut stream = self.connect();
        // A server that refuses may close the connection before everything is sent.
        let _ = stream.write_all(bytes);
        let mut text = Vec::new();
        let _ = stream.read_to_end(&mut text);
        String::from_utf8_lossy(&text).into_owned()
    }

    /// A request with additional header lines, each terminated by `\r\n`.
    pub(crate) fn request(&self, method: &str, path: &str, headers: &str, body: &str) -> Answer {
        let length =
            if body.is_empty() { String::new() } else { format!("Content-Length: {}\r\n", body.len()) };
        let host = format!("127.0.0.1:{}", self.address.port());
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{headers}{length}\r\n{body}"
        );
        Answer::read(&self.raw(head.as_bytes()))
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.request("GET", path, "", "")
    }

    /// The JSON at a path.
    pub(crate) fn json(&self, path: &str) -> Value {
        let answer = self.get(path);
        assert_eq!(answer.status, 200, "{path}: {}", answer.body);
        serde_json::from_str(&answer.body).unwrap_or_else(|error| panic!("{path}: {error}: {}", answer.body))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop();
    }
}

/// A parsed response.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn read(text: &str) -> Self {
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((text, ""));
        let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0);
        Self { status, head: head.to_lowercase(), body: body.to_owned() }
    }

    /// A header's value.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| line.strip_prefix(&format!("{name}: ")))
    }
}

//! The fuzz target for requests: the explorer answers any bytes in HTTP or closes the connection,
//! and answers the next request.

use std::io::{Read as _, Write as _};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::{Arc, LazyLock};

use explorer::{Handle, Knowledge, Settings, start};

/// A server that solves nothing.
static SERVER: LazyLock<(SocketAddr, Handle)> = LazyLock::new(|| {
    let knowledge = Knowledge::open(&[], false).expect("no folder is needed");
    let handle =
        start(Arc::new(knowledge), &Settings { port: 0, ..Settings::default() }).expect("a free port");
    (handle.address(), handle)
});

/// The response to these bytes until the server closes the connection. With `end`, the sending side
/// is closed, which a server may take for a disconnected client.
fn answer(bytes: &[u8], end: bool) -> Vec<u8> {
    let mut stream = TcpStream::connect(SERVER.0).expect("it listens");
    // A server that refuses may close the connection before everything is sent.
    let _ = stream.write_all(bytes);
    if end {
        let _ = stream.shutdown(Shutdown::Write);
    }
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    answer
}

/// Sends a valid request with the first line as its path and the rest as its body, then the raw
/// bytes.
pub(crate) fn requests(bytes: &[u8]) {
    let end = bytes.iter().position(|&byte| byte == b'\n').unwrap_or(bytes.len());
    let (path, body) = bytes.split_at(end);
    let path: String =
        path.iter().filter(|byte| byte.is_ascii_graphic()).map(|&byte| char::from(byte)).collect();
    let method = if body.is_empty() { "GET" } else { "POST" };
    let head = format!(
        "{method} /{path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Length: {}\r\n\r\n",
        SERVER.0,
        body.len()
    );
    let said = answer(&[head.as_bytes(), body].concat(), false);
    assert!(
        said.starts_with(b"HTTP/1.1 ") && !said.starts_with(b"HTTP/1.1 500"),
        "{}",
        String::from_utf8_lossy(&said)
    );
    let said = answer(bytes, true);
    assert!(said.is_empty() || said.starts_with(b"HTTP/1."), "{}", String::from_utf8_lossy(&said));
}

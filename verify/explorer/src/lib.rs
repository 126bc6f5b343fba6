//! A local server with a page and an HTTP API for tables, proved rules and the engine.
//!
//! [`Knowledge`] holds solved endings and table files; [`start`] serves them: the page at `/`, the
//! lichess tablebase API at `/standard`, and everything else under `/api/v1` (described by
//! `/api/v1/openapi.json`).
//!
//! ```
//! use std::io::{Read as _, Write as _};
//! use std::sync::Arc;
//!
//! use vancura_explorer::{Knowledge, Settings, start};
//!
//! let knowledge = Arc::new(Knowledge::open(&[], false)?);
//! let server = start(knowledge, &Settings { port: 0, ..Settings::default() })?;
//! let mut connection = std::net::TcpStream::connect(server.address())?;
//! let request = "GET /standard?fen=8/8/8/4k3/8/8/8/KR6_w_-_-_0_1 HTTP/1.1";
//! write!(connection, "{request}\r\nHost: {}\r\nConnection: close\r\n\r\n", server.address())?;
//! let mut answer = String::new();
//! connection.read_to_string(&mut answer)?;
//! assert!(answer.contains("\"dtm\":29"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

mod analysis;
mod error;
mod http;
mod knowledge;

pub use error::StartError;
pub use http::{Handle, Settings, start};
pub use knowledge::Knowledge;

//! All integration tests, compiled once.

mod npm;
mod page;

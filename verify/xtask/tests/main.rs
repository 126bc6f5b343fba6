//! All integration tests, compiled once.

mod npm;
mod page;
mod take_home;

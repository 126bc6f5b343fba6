//! All integration tests, compiled once.

//! All integration tests, compiled once.

extern crate vancura_web as web;

mod worker;

//! All integration tests as one program, linked once.

mod batch;
mod build;
mod cli;
mod counter;
mod hostile;
mod others;
mod support;
mod trust;

//! All integration tests as one program, linked once.

mod api;
mod compiled;
mod documents;
mod doors;
mod faces;
mod layers;
mod prose;
mod words;

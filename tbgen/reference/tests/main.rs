//! All integration tests as one program: linked once, its tests run side by side.

mod compiled;
mod documents;
mod doors;
mod faces;
mod layers;
mod words;

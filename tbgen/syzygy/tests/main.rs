//! All integration tests as one program: linked once, its tests run side by side.

mod fuzz;
mod read;
mod six;
mod support;
mod write;

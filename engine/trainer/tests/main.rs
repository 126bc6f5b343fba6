//! All integration tests as one program: linked once, its tests run side by side.

mod common;
mod fuzz;
mod generate;
mod train;
mod training;

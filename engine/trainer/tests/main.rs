//! All integration tests as one program: linked once, its tests run side by side.

extern crate vancura_trainer as trainer;

mod common;
mod fuzz;
mod generate;
mod train;
mod training;

//! All integration tests as one program, linked once.

extern crate vancura_verify as verify;

mod audit;
mod cli;
mod courses;
mod distances;
mod docs;
mod fuzz;
mod mine;
mod proof;
mod spoiled;
mod wanted;

//! All integration tests as one program: linked once, its tests run side by side.

mod audit;
mod cli;
mod distances;
mod fuzz;
mod mine;
mod proof;
mod spoiled;

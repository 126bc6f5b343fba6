//! All integration tests as one program, which is linked once and runs its tests in parallel.

// The short name that the crate has in this workspace.
extern crate vancura_syzygy as syzygy;

mod fuzz;
mod read;
mod seven;
mod six;
mod sources;
mod support;
mod write;

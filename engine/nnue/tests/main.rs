//! All integration tests as one program: linked once, its tests run side by side.

extern crate vancura_nnue as nnue;

mod format;
mod fuzz;
mod incremental;
mod plain;

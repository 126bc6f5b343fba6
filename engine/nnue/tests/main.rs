//! All integration tests as one program: linked once, its tests run side by side.

mod format;
mod fuzz;
mod incremental;
mod plain;

//! All integration tests as one program: linked once, its tests run side by side.

extern crate vancura_recognizers as recognizers;

mod conditions;
mod fuzz;
mod properties;
mod rules;
mod table_files;

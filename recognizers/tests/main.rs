//! All integration tests in one program, which links once and runs them in parallel.

extern crate vancura_recognizers as recognizers;

mod conditions;
mod fuzz;
mod properties;
mod rules;
mod table_files;

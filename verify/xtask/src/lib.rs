//! Writes the folder of the page without a server, and the package for Node. Both contain the same
//! WebAssembly module, compiled by Cargo.

#![forbid(unsafe_code)]

mod module;
mod npm;
mod out;
mod page;

pub use module::compile;
pub use npm::write as write_package;
pub use page::{PAGE_MAX, Written, write as write_page};

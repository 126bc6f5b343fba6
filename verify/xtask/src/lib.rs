//! Writes what is made of several crates: the folder of the page without a server, and its package for Node. Both have the same
//! module, which Cargo compiles and nothing else touches.

#![forbid(unsafe_code)]

mod module;
mod npm;
mod out;
mod page;

pub use module::compile;
pub use npm::write as write_package;
pub use page::{PAGE_MAX, Written, write as write_page};

//! Writes what people take home: the page without a server and the package for Node, which contain
//! the same WebAssembly module, and archives of the programs. All of it is compiled by Cargo.

#![forbid(unsafe_code)]

mod cargo;
mod dist;
mod module;
mod npm;
mod out;
mod page;

pub use dist::{Guide, write as write_programs, write_profile};
pub use module::compile;
pub use npm::write as write_package;
pub use page::{PAGE_MAX, Written, write as write_page};

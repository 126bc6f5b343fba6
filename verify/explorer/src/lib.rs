#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod answer;
mod error;
mod http;
mod knowledge;
mod page;

pub use error::{NoValue, StartError};
pub use http::{Handle, Settings, start};
pub use knowledge::Knowledge;

#![doc = include_str!("../README.md")]

pub mod games;
pub mod generate;
mod random;
mod reservoir;

pub use reservoir::Reservoir;

#![doc = include_str!("../README.md")]

pub mod bench;
pub mod contest;
mod cuckoo;
pub mod eval;
pub mod features;
pub mod genfens;
pub mod knowledge;
mod large_pages;
pub mod options;
pub mod params;
pub mod position;
pub mod score;
pub mod search;
pub mod smp;
pub mod suite;
pub mod tablebase;
pub mod time;
pub mod tt;
pub mod uci;
mod zobrist;

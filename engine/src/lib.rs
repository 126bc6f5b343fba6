#![doc = include_str!("../README.md")]

pub mod annotate;
pub mod chart;
pub mod clock;
mod cuckoo;
pub mod engine;
pub mod eval;
pub mod features;
pub mod knowledge;
mod large_pages;
pub mod level;
pub mod limits;
pub mod mates;
pub mod options;
pub mod params;
pub mod picture;
mod pinning;
pub mod play;
pub mod polyglot;
pub mod position;
pub mod proof;
mod psqt;
pub mod score;
pub mod search;
pub mod tablebase;
pub mod tt;
pub mod uci;
mod zobrist;

//! Vancura, a UCI chess engine with exact endgame tables and proved recognizers.

pub mod bench;
pub mod eval;
pub mod knowledge;
pub mod params;
pub mod position;
pub mod score;
pub mod search;
pub mod smp;
pub mod tablebase;
pub mod time;
pub mod tt;
pub mod uci;
mod zobrist;

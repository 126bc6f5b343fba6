//! Rook against a minor piece: KRvKB and KRvKN.
//!
//! The minor piece holds as long as it is neither caught nor lost to a double attack, and its king is not driven into a corner. Against the
//! bishop the king wants to be anywhere but there; a knight must stay near its king. The side with the rook is called attacker, the other
//! defender. See Fine, *Basic Chess Endings*, chapter 8, and Averbakh, *Comprehensive Chess Endings* 2.
//!
//! The figures in the rules' docs are those of `verify KRvKB` and `verify KRvKN`.

mod bishop;
mod knight;
mod men;

pub use bishop::AGAINST_BISHOP;
pub use knight::AGAINST_KNIGHT;

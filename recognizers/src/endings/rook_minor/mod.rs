//! Rook against a minor piece: KRvKB and KRvKN.
//!
//! The minor piece holds as long as it is neither caught nor lost to a double attack, and its king
//! is not driven into a corner. Against the bishop the king wants to be anywhere but there; a
//! knight must stay near its king. The side with the rook is called attacker, the other defender.
//! See Fine, *Basic Chess Endings*, chapter 8, and Averbakh, *Comprehensive Chess Endings* 2.

mod bishop;
mod knight;
mod men;

pub(crate) use bishop::AGAINST_BISHOP;
pub(crate) use knight::AGAINST_KNIGHT;

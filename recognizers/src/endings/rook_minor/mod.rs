//! Rook against a minor piece: KRvKB and KRvKN.
//!
//! The minor piece holds as long as it is neither trapped nor lost to a double attack, and its king
//! is not driven into a corner. With a bishop the king must only avoid the corners; a knight must
//! stay near its king. The side with the rook is called attacker, the other defender. See Fine,
//! *Basic Chess Endings*, chapter 8, and Averbakh, *Comprehensive Chess Endings* 2.

mod bishop;
mod knight;
mod men;

pub(crate) use bishop::AGAINST_BISHOP;
pub(crate) use knight::AGAINST_KNIGHT;

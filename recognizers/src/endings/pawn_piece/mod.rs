//! A pawn against a rook or a queen: KRvKP and KQvKP.
//!
//! The pawn's side is the strong side here, as in all endings in which one side has the pawns: it
//! plays up the board. Against the rook the pawn needs its king next to it; the rook wins if its
//! own king is near or the pawn's is not. Against the queen the pawn is lost unless it is on the
//! seventh rank or the queen is taken. See Fine, *Basic Chess Endings*, chapters 6 and 9, and
//! Averbakh, *Comprehensive Chess Endings* 2.

mod men;
mod queen;
mod rook;

pub(crate) use queen::QUEEN_AGAINST_PAWN;
pub(crate) use rook::ROOK_AGAINST_PAWN;

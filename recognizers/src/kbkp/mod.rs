//! Bishop against pawn, by rules.
//!
//! The bishop draws if it can give itself for the pawn, and the theory is short: *when the bishop side is to move and
//! the bishop hits a square of the pawn's path, or can hit one with its next move, the game is drawn* - with two dozen kinds of
//! exceptions, nearly all with the pawn's king at c6 and the pawn on a6. What is left are races of the bare king against the pawn, which
//! is the ending KPvK, and tactics around the queening square. With the pawn side to move, a position is drawn when
//! every move leads to such a draw, and won when some move leads to a won one.
//!
//! The pawn side is called attacker, the bishop side defender. See Averbakh, *Comprehensive Chess Endings* 1 (bishop against
//! pawn), and Centurini's studies of bishop and pawn, from which the words of "guard" and "path" are borrowed.

mod fight;
mod rules;

pub use fight::Fight;

use board::{Material, Piece};

use crate::RuleBook;

/// The recognizer of KBvKP.
pub static RECOGNIZER: RuleBook<Fight> =
    RuleBook { material: || Material::new(&[Piece::Pawn], &[Piece::Bishop]), rules: &rules::RULES };

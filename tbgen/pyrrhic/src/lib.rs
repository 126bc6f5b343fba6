//! Probes Syzygy files with pyrrhic-rs, an independent prober, to check our own reader and the
//! tables we build.
//!
//! pyrrhic-rs 0.2.0 prints to standard output, registers tables that do not exist, maps any file
//! with a matching name, and has global state. Use it only on files that our own reader has
//! verified.
#![forbid(unsafe_code)]

#[cfg_attr(
    not(any(target_arch = "x86", target_arch = "x86_64", target_vendor = "apple", windows)),
    path = "missing.rs"
)]
mod prober;

use std::path::PathBuf;

use board::{BitBoard, Board, Color, Piece, Placement};

pub use prober::Pyrrhic;

/// Why pyrrhic-rs is not available.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// Another [`Pyrrhic`] exists, or pyrrhic-rs rejected the folder.
    #[error("pyrrhic-rs cannot start in `{}`: {reason}", .folder.display())]
    Refused {
        /// The folder.
        folder: PathBuf,
        /// The error of pyrrhic-rs.
        reason: String,
    },
    /// pyrrhic-rs 0.2.0 assumes that C's `char` is signed, and does not compile where it is not, as
    /// on Linux for ARM.
    #[error("pyrrhic-rs does not compile for this processor; compare on x86-64, Windows or macOS")]
    Missing,
}

/// A position in the representation of pyrrhic-rs: bitboards, a1 = bit 0.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(
    not(any(target_arch = "x86", target_arch = "x86_64", target_vendor = "apple", windows)),
    expect(dead_code, reason = "the prober is missing")
)]
pub struct Men {
    /// In the order of [`Color`].
    colors: [u64; Color::NUM],
    /// In the order of [`Piece`], pawns first.
    pieces: [u64; Piece::NUM],
    /// The square behind the pawn, 0 where there is none.
    en_passant: u32,
    white_to_move: bool,
}

impl From<&Placement> for Men {
    fn from(placement: &Placement) -> Self {
        let (mut colors, mut pieces) = ([0; Color::NUM], [0; Piece::NUM]);
        for man in placement.men() {
            pieces[man.piece as usize] |= man.square.bitboard().0;
            colors[man.color as usize] |= man.square.bitboard().0;
        }
        Self { colors, pieces, en_passant: 0, white_to_move: placement.side_to_move() == Color::White }
    }
}

impl From<&Board> for Men {
    fn from(board: &Board) -> Self {
        let white_to_move = board.side_to_move() == Color::White;
        let rank = if white_to_move { 5 } else { 2 };
        let BitBoard(white) = board.colors(Color::White);
        let BitBoard(black) = board.colors(Color::Black);
        Self {
            colors: [white, black],
            pieces: Piece::ALL.map(|piece| board.pieces(piece).0),
            en_passant: board.en_passant().map_or(0, |file| rank * 8 + file as u32),
            white_to_move,
        }
    }
}

//! Syzygy files through pyrrhic-rs, a prober that is not ours: what our own reader, and tables we made, are compared with.
//!
//! pyrrhic-rs 0.2.0 prints to standard output, registers tables that are not there, maps whatever has the right name, and keeps global
//! state. Only files that our own reader has found sound should be asked through it.
#![forbid(unsafe_code)]

mod moves;

use std::path::{Path, PathBuf};

use board::{BitBoard, Board, Color, Piece, Placement, Wdl};
use pyrrhic_rs::{DtzProbeValue, TableBases, WdlProbeResult};

use moves::Moves;

/// pyrrhic-rs cannot start: another [`Pyrrhic`] lives, or it takes the folder for none.
#[derive(Debug, thiserror::Error)]
#[error("pyrrhic-rs cannot start in `{}`: {reason}", .folder.display())]
pub struct StartError {
    folder: PathBuf,
    /// What it said.
    reason: String,
}

/// Table files of a folder. Only one of it can live in a process at a time.
pub struct Pyrrhic(TableBases<Moves>);

impl Pyrrhic {
    /// Lists a folder.
    ///
    /// # Errors
    /// [`StartError`].
    pub fn open(folder: &Path) -> Result<Self, StartError> {
        let failed = |error| StartError { folder: folder.to_owned(), reason: format!("{error:?}") };
        TableBases::new(folder.to_string_lossy()).map(Self).map_err(failed)
    }

    /// The result for the side to move; `None` where a file is missing.
    pub fn wdl(&self, position: impl Into<Men>) -> Option<Wdl> {
        let men = position.into();
        let [white, black] = men.colors;
        let [pawns, knights, bishops, rooks, queens, kings] = men.pieces;
        let answer = self.0.probe_wdl(
            white,
            black,
            kings,
            queens,
            rooks,
            bishops,
            knights,
            pawns,
            men.en_passant,
            men.white_to_move,
        );
        Some(match answer.ok()? {
            WdlProbeResult::Loss => Wdl::Loss,
            WdlProbeResult::BlessedLoss => Wdl::BlessedLoss,
            WdlProbeResult::Draw => Wdl::Draw,
            WdlProbeResult::CursedWin => Wdl::CursedWin,
            WdlProbeResult::Win => Wdl::Win,
        })
    }

    /// Plies to the next capture, pawn move or mate, or one less where files count moves, without a sign: 1 for who is mated, 0 in
    /// a draw. `None` where a file is missing. It forgets that a double step may be answered en passant.
    pub fn dtz(&self, position: impl Into<Men>) -> Option<u16> {
        let men = position.into();
        let [white, black] = men.colors;
        let [pawns, knights, bishops, rooks, queens, kings] = men.pieces;
        let answer = self.0.probe_root(
            white,
            black,
            kings,
            queens,
            rooks,
            bishops,
            knights,
            pawns,
            0,
            men.en_passant,
            men.white_to_move,
        );
        match answer.ok()?.root {
            DtzProbeValue::Stalemate => Some(0),
            DtzProbeValue::Checkmate => Some(1),
            DtzProbeValue::Failed => None,
            DtzProbeValue::DtzResult(found) => Some(found.dtz),
        }
    }
}

/// A position as pyrrhic-rs takes it: sets of squares, a1 = bit 0.
#[derive(Clone, Copy, Debug)]
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

//! Syzygy files through pyrrhic-rs, a reader that is not ours, with the guards it needs: what `verify tables` compares our reader with.
//!
//! pyrrhic-rs 0.2.0 prints to standard output, registers tables that are not there, maps whatever has the right name, and
//! keeps global state. So our own reader judges the files first, and only sound ones are ever asked.

use std::collections::BTreeSet;
use std::path::Path;

use board::{BitBoard, Color, Material, Piece, Placement, Square, Wdl, attacks};
use pyrrhic_rs::{EngineAdapter, TableBases, WdlProbeResult};

use super::oracle::Oracle;
use crate::error::VerifyError;

/// The moves of pieces, as pyrrhic-rs asks for them.
#[derive(Clone)]
struct Moves;

fn hits(piece: Piece, square: u64, occupied: u64) -> u64 {
    attacks(piece, Color::White, Square::index(square as usize), BitBoard(occupied)).0
}

impl EngineAdapter for Moves {
    fn pawn_attacks(color: pyrrhic_rs::Color, square: u64) -> u64 {
        let color = if color == pyrrhic_rs::Color::White { Color::White } else { Color::Black };
        attacks(Piece::Pawn, color, Square::index(square as usize), BitBoard::EMPTY).0
    }

    fn knight_attacks(square: u64) -> u64 {
        hits(Piece::Knight, square, 0)
    }

    fn bishop_attacks(square: u64, occupied: u64) -> u64 {
        hits(Piece::Bishop, square, occupied)
    }

    fn rook_attacks(square: u64, occupied: u64) -> u64 {
        hits(Piece::Rook, square, occupied)
    }

    fn queen_attacks(square: u64, occupied: u64) -> u64 {
        hits(Piece::Queen, square, occupied)
    }

    fn king_attacks(square: u64) -> u64 {
        hits(Piece::King, square, 0)
    }
}

/// Files that our own reader has found sound. Only one of it can exist in a process at a time.
pub struct Pyrrhic {
    tables: TableBases<Moves>,
    sound: BTreeSet<Material>,
}

impl Pyrrhic {
    /// Opens the files of these endings, which must be there and sound, as must all they can turn into by captures.
    ///
    /// # Errors
    /// [`VerifyError::SyzygyLibrary`].
    pub fn open(folder: &Path, sound: &[Material]) -> Result<Self, VerifyError> {
        let tables = TableBases::new(folder.to_string_lossy())
            .map_err(|error| VerifyError::SyzygyLibrary(folder.to_owned(), format!("{error:?}")))?;
        Ok(Self { tables, sound: sound.iter().copied().collect() })
    }
}

impl Oracle for Pyrrhic {
    fn name(&self) -> &'static str {
        "pyrrhic-rs"
    }

    fn wdl(&self, placement: &Placement) -> Option<Wdl> {
        if !self.sound.contains(&placement.material().canonical().0) {
            return None;
        }
        let mut pieces = [0; Piece::NUM];
        let mut colors = [0; Color::NUM];
        for man in placement.men() {
            pieces[man.piece as usize] |= man.square.bitboard().0;
            colors[man.color as usize] |= man.square.bitboard().0;
        }
        let of = |piece: Piece| pieces[piece as usize];
        let answer = self.tables.probe_wdl(
            colors[Color::White as usize],
            colors[Color::Black as usize],
            of(Piece::King),
            of(Piece::Queen),
            of(Piece::Rook),
            of(Piece::Bishop),
            of(Piece::Knight),
            of(Piece::Pawn),
            0,
            placement.side_to_move() == Color::White,
        );
        Some(match answer.ok()? {
            WdlProbeResult::Loss => Wdl::Loss,
            WdlProbeResult::BlessedLoss => Wdl::BlessedLoss,
            WdlProbeResult::Draw => Wdl::Draw,
            WdlProbeResult::CursedWin => Wdl::CursedWin,
            WdlProbeResult::Win => Wdl::Win,
        })
    }
}

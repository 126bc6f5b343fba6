//! The prober itself.

mod moves;

use std::path::{Path, PathBuf};

use board::Wdl;
use pyrrhic_rs::{DtzProbeValue, TableBases, WdlProbeResult};

use super::{Men, StartError};
use moves::Moves;

/// Calls pyrrhic-rs with the pieces in its order, with any further arguments before the en passant
/// square.
macro_rules! ask {
    ($tables:ident.$field:tt.$probe:ident, $men:ident, $($before:literal,)?) => {{
        let ([white, black], [pawns, knights, bishops, rooks, queens, kings]) = ($men.colors, $men.pieces);
        let (passing, is_white) = ($men.en_passant, $men.white_to_move);
        $tables.$field.$probe(white, black, kings, queens, rooks, bishops, knights, pawns, $($before,)? passing, is_white)
    }};
}

/// Table files of a folder. Only one can exist in a process at a time.
pub struct Pyrrhic(TableBases<Moves>);

impl Pyrrhic {
    /// Lists a folder. A named pipe with the name of a table is refused, since pyrrhic-rs would
    /// block on it.
    ///
    /// # Errors
    /// [`StartError`].
    pub fn open(folder: &Path) -> Result<Self, StartError> {
        let is_table = |path: &PathBuf| path.extension().is_some_and(|end| end == "rtbw" || end == "rtbz");
        for path in
            folder.read_dir().into_iter().flatten().flatten().map(|entry| entry.path()).filter(is_table)
        {
            if let Err(error) = disk::open(&path) {
                let reason = format!("{}: {error}", path.display());
                return Err(StartError::Refused { folder: folder.to_owned(), reason });
            }
        }
        let failed = |error| StartError::Refused { folder: folder.to_owned(), reason: format!("{error:?}") };
        TableBases::new(folder.to_string_lossy()).map(Self).map_err(failed)
    }

    /// The result for the side to move; `None` where a file is missing.
    pub fn wdl(&self, position: impl Into<Men>) -> Option<Wdl> {
        let men = position.into();
        let answer = ask!(self.0.probe_wdl, men,);
        Some(match answer.ok()? {
            WdlProbeResult::Loss => Wdl::Loss,
            WdlProbeResult::BlessedLoss => Wdl::BlessedLoss,
            WdlProbeResult::Draw => Wdl::Draw,
            WdlProbeResult::CursedWin => Wdl::CursedWin,
            WdlProbeResult::Win => Wdl::Win,
        })
    }

    /// Plies to the next capture, pawn move or mate, or one less where files count moves, without a
    /// sign: 1 for a side that is checkmated, 0 for a draw. `None` if a file is missing. It
    /// overlooks en passant replies to a double push.
    pub fn dtz(&self, position: impl Into<Men>) -> Option<u16> {
        let men = position.into();
        // The fifty-move counter is 0.
        let answer = ask!(self.0.probe_root, men, 0,);
        match answer.ok()?.root {
            DtzProbeValue::Stalemate => Some(0),
            DtzProbeValue::Checkmate => Some(1),
            DtzProbeValue::Failed => None,
            DtzProbeValue::DtzResult(found) => Some(found.dtz),
        }
    }
}

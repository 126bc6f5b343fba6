//! The prober itself.

mod moves;

use std::path::{Path, PathBuf};

use board::Wdl;
use pyrrhic_rs::{DtzProbeValue, TableBases, WdlProbeResult};

use super::{Men, StartError};
use moves::Moves;

/// Table files of a folder. Only one of it can live in a process at a time.
pub struct Pyrrhic(TableBases<Moves>);

impl Pyrrhic {
    /// Lists a folder. A pipe under the name of a table is refused: pyrrhic-rs would wait for its other end.
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

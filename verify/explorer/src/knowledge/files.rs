//! What files say besides values: whether a distance may be rounded, and which file it is.

use board::{Board, Material, Wdl, legal_moves, rules};
use serde::Serialize;
use tbgen::syzygy::{Kind, SyzygyError};
use tbgen::{TableFiles, Values};

/// A table file by name, size and checksum.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct FileFacts {
    /// Its name.
    pub(crate) file: String,
    /// Its size in bytes.
    pub(crate) bytes: u64,
    /// The checksum that it carries, compared before its first answer, in hexadecimal digits.
    pub(crate) checksum: String,
}

/// The files of an ending that are there and sound.
pub(super) fn facts(files: &TableFiles, material: Material) -> Vec<FileFacts> {
    let material = material.canonical().0;
    let one = |kind: Kind| {
        let table = files.tables().table(material, kind).ok()?;
        let path = files.tables().path(material, kind)?;
        Some(FileFacts {
            file: path.file_name()?.to_string_lossy().into_owned(),
            bytes: path.metadata().ok()?.len(),
            checksum: format!("{:032x}", u128::from_be_bytes(table.stored_checksum())),
        })
    };
    Kind::ALL.into_iter().filter_map(one).collect()
}

/// True when the distance to zeroing cannot be one ply more than the file says.
///
/// Files keep plies or moves, by result. A value that a capture or pawn move decides is never rounded; where the side to move is not the
/// one that the file stores, the value comes from the positions one ply later.
pub(super) fn is_precise(files: &TableFiles, board: &Board, values: &Values) -> Result<bool, SyzygyError> {
    let (Some(wdl), Some(dtz)) = (values.wdl, values.dtz) else { return Ok(false) };
    if wdl == Wdl::Draw || board.occupied().len() == 2 {
        return Ok(true);
    }
    let moves = legal_moves(board);
    if moves.is_empty() {
        return Ok(true);
    }
    if matches!(dtz.0, 1 | 101) {
        for &mv in &moves {
            let child = rules::after(board, mv);
            if rules::is_checkmate(&child) || rules::is_zeroing(board, mv) && files.probe_wdl(&child)? == -wdl
            {
                return Ok(true);
            }
        }
    }
    if files.tables().holds_dtz(board)? {
        return files.tables().keeps_plies(board, wdl);
    }
    // One ply later; a rounded value there is a rounded value here.
    for mv in moves.into_iter().filter(|&mv| !rules::is_zeroing(board, mv)) {
        let child = rules::after(board, mv);
        if files.probe_wdl(&child)? == -wdl && !files.tables().keeps_plies(&child, -wdl)? {
            return Ok(false);
        }
    }
    Ok(true)
}

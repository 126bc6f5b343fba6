//! The positions of a measurement: random ones, or those of a file.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::path::Path;

use board::{Board, BoardBuilder, Material, Placement, epd};
use tbgen::placements_by_lot;

use crate::error::VerifyError;

/// Larger files of positions are rejected.
const MOST_BYTES: u64 = 64 << 20;

/// Random legal positions of an ending, uniformly distributed and all different, without castling
/// or en passant rights; fewer than `count` if there are hardly any.
pub fn random(material: Material, count: usize, seed: u64) -> Vec<Board> {
    let Ok(boards) =
        placements_by_lot(material, count, seed, |placement| Ok::<_, Infallible>(placement.to_board().ok()));
    boards
}

/// The positions of a file.
#[derive(Debug, Default)]
pub struct Given {
    /// Those of the wanted number of pieces, in the order of the file, with the counter at zero.
    pub by_ending: BTreeMap<Material, Vec<Board>>,
    /// Number of positions left out: other numbers of pieces, castling rights.
    pub left_out: usize,
}

/// Reads a file with a FEN or an EPD record a line and keeps the positions of `men` pieces; empty
/// lines are skipped.
///
/// # Errors
/// [`VerifyError::Input`] when the file cannot be read, [`VerifyError::Line`] for a line that is
/// not a position.
pub fn given(path: &Path, men: usize) -> Result<Given, VerifyError> {
    let unreadable = |error| VerifyError::Input(path.to_owned(), error);
    let text = board::text::read_input(path, MOST_BYTES).map_err(unreadable)?;
    let mut given = Given::default();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let bad = |fault| VerifyError::Line { path: path.to_owned(), line: number + 1, fault };
        let board = epd::parse(line).map_err(bad)?.board;
        let mut builder = BoardBuilder::from_board(&board);
        builder.halfmove_clock = 0;
        match (builder.build(), Placement::from_board(&board)) {
            (Ok(board), Ok(placement)) if placement.material().men() == men => {
                let material = placement.material().canonical().0;
                given.by_ending.entry(material).or_default().push(board);
            }
            _ => given.left_out += 1,
        }
    }
    Ok(given)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_of_a_file_are_sorted_by_ending() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("positions.epd");
        let lines = [
            "8/8/8/3k4/8/8/3KP3/4R2r w - - 17 60",
            "8/8/8/3k4/8/8/4P3/4K3 w - - 0 1",
            "",
            "8/3kp3/8/8/8/8/3K4/R6r b - - bm Ra1; hmvc 99;",
            "4k3/8/8/8/8/8/4P2r/4K2R w K - 0 1",
        ];
        std::fs::write(&path, lines.join("\n")).unwrap();
        let found = given(&path, 5).unwrap();
        let boards: Vec<String> =
            found.by_ending[&"KRPvKR".parse().unwrap()].iter().map(Board::to_string).collect();
        assert_eq!(boards, ["8/8/8/3k4/8/8/3KP3/4R2r w - - 0 60", "8/3kp3/8/8/8/8/3K4/R6r b - - 0 1"]);
        assert_eq!((found.by_ending.len(), found.left_out), (1, 2));
        std::fs::write(&path, "8/8/8/3k4/8/8/3KP3/4R2r w - - 17 60\nhello\n").unwrap();
        let fault = given(&path, 5).unwrap_err().to_string();
        assert!(fault.contains("positions.epd") && fault.contains("line 2"), "{fault}");
    }
}

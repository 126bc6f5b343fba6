//! Positions in URLs, read as leniently as by the lichess API.

use board::fen::{self, FenError};
use board::{Board, Material, Placement};

/// Reads a FEN in which `_` and `+` stand for spaces. Impossible castling rights and en passant
/// squares are ignored.
///
/// # Errors
/// Any other error in the FEN.
pub(crate) fn read(text: &str) -> Result<Board, FenError> {
    let mut fields: Vec<String> =
        text.replace(['_', '+'], " ").split_whitespace().map(str::to_owned).collect();
    // Without any other field, White is to move.
    if fields.len() == 1 {
        fields.push("w".to_owned());
    }
    loop {
        match fen::parse(&fields.join(" ")) {
            Err(FenError::Castling(letter)) if fields.get(2).is_some_and(|field| field != "-") => {
                fields[2].retain(|other| other != letter && letter != '?');
                if fields[2].is_empty() {
                    "-".clone_into(&mut fields[2]);
                }
            }
            Err(FenError::EnPassant(_)) if fields.get(3).is_some_and(|field| field != "-") => {
                "-".clone_into(&mut fields[3]);
            }
            read => return read,
        }
    }
}

/// The ending of a position, under its table name; `None` with castling rights or more pieces than
/// tables have.
pub(crate) fn material(board: &Board) -> Option<Material> {
    Some(Placement::from_board(board).ok()?.material().canonical().0)
}

/// A position for a URL, with `_` for spaces.
pub(crate) fn address(board: &Board) -> String {
    board.to_string().replace(' ', "_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_come_in_three_forms_and_rights_that_cannot_be_are_ignored() {
        let right = read("4k3/8/8/8/8/8/8/R3K3 w Q - 3 1").unwrap();
        for text in [
            "4k3/8/8/8/8/8/8/R3K3_w_Q_-_3_1",
            "4k3/8/8/8/8/8/8/R3K3+w+Q+-+3+1",
            "4k3/8/8/8/8/8/8/R3K3 w KQkq e3 3 1",
        ] {
            assert_eq!(read(text).unwrap(), right, "{text}");
        }
        assert_eq!(read("4k3/8/8/8/8/8/8/4K3").unwrap().halfmove_clock(), 0);
        assert!(read("4k3/8/8/8/8/8/8/4K3 x - - 0 1").is_err());
    }
}

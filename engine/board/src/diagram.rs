//! A board drawn in text.

use std::fmt;

use crate::{Board, File, Rank, Square};
use ending::man_letter;

/// Displays a board as eight lines with coordinates, White at the bottom.
///
/// ```
/// let board = vancura_board::Board::startpos();
/// assert!(vancura_board::Diagram(&board).to_string().starts_with("8  r n b q k b n r\n"));
/// ```
pub struct Diagram<'a>(
    /// The position to draw.
    pub &'a Board,
);

impl fmt::Display for Diagram<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            write!(f, "{} ", rank as u8 + 1)?;
            for file in File::ALL {
                let square = Square::new(file, rank);
                let letter = self.0.piece_on(square).zip(self.0.color_on(square));
                write!(f, " {}", letter.map_or('.', |(piece, color)| man_letter(color, piece)))?;
            }
            writeln!(f)?;
        }
        write!(f, "\n   a b c d e f g h")
    }
}

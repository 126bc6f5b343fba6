//! A board drawn for people, as letters or figurines, with or without color; the last move and a
//! king in check are marked.

use std::fmt;
use std::io::IsTerminal;

use board::{Board, Color, File, Move, Piece, Rank, Square, man_letter};

/// How boards are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// Figurines instead of letters.
    pub unicode: bool,
    /// Squares are marked by color, too.
    pub color: bool,
}

impl Style {
    /// The style for an output: letters without color in a pipe; on a terminal color unless
    /// `NO_COLOR` is set, and figurines if the locale is UTF-8.
    pub fn of(output: &impl IsTerminal) -> Self {
        let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let is_terminal = output.is_terminal();
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
            .into_iter()
            .find_map(|name| std::env::var(name).ok().filter(|v| !v.is_empty()));
        let has_unicode =
            locale.is_some_and(|locale| locale.to_ascii_uppercase().replace('-', "").contains("UTF8"));
        Self { unicode: is_terminal && has_unicode, color: is_terminal && !is_set("NO_COLOR") }
    }
}

/// Displays a board in eight lines with coordinates. The origin of the last move is shown as `(.)`,
/// its target as `[N]`, a king in check as `!K!`.
pub struct Picture<'a> {
    /// The position.
    pub board: &'a Board,
    /// The move that led to it.
    pub last: Option<Move>,
    /// How to draw.
    pub style: Style,
    /// Black at the bottom.
    pub flipped: bool,
}

impl Picture<'_> {
    fn letter(&self, square: Square) -> char {
        let Some((piece, color)) = self.board.piece_on(square).zip(self.board.color_on(square)) else {
            return '.';
        };
        if !self.style.unicode {
            return man_letter(color, piece);
        }
        let white = match piece {
            Piece::King => '♔',
            Piece::Queen => '♕',
            Piece::Rook => '♖',
            Piece::Bishop => '♗',
            Piece::Knight => '♘',
            Piece::Pawn => '♙',
        };
        if color == Color::White { white } else { char::from_u32(white as u32 + 6).unwrap_or(white) }
    }

    /// The marks around a piece, and the terminal's color code of its square.
    fn marks(&self, square: Square) -> (char, char, &'static str) {
        let in_check =
            !self.board.checkers().is_empty() && self.board.king(self.board.side_to_move()) == square;
        if in_check {
            return ('!', '!', "\x1b[41m");
        }
        match self.last {
            Some(last) if last.to == square && self.board.occupied().has(square) => ('[', ']', "\x1b[42m"),
            // After castling the king is not on the move's target square: king and rook are in
            // between.
            Some(last) if last.from == square || last.to == square => ('(', ')', "\x1b[43m"),
            _ => (' ', ' ', ""),
        }
    }
}

impl fmt::Display for Picture<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let turn = |index: usize| if self.flipped { index } else { 7 - index };
        for row in 0..8 {
            let rank = Rank::index(turn(row));
            write!(f, "{} ", rank as u8 + 1)?;
            for column in 0..8 {
                let square = Square::new(File::index(7 - turn(column)), rank);
                let (left, right, color) = self.marks(square);
                let letter = self.letter(square);
                if self.style.color && !color.is_empty() {
                    write!(f, "{color}{left}{letter}{right}\x1b[0m")?;
                } else {
                    write!(f, "{left}{letter}{right}")?;
                }
            }
            writeln!(f)?;
        }
        let files: Vec<String> =
            (0..8).map(|column| char::from(b'a' + (7 - turn(column)) as u8).to_string()).collect();
        writeln!(f, "   {}", files.join("  "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::{fen, notation};

    #[test]
    fn the_last_move_and_a_king_in_check_are_marked() {
        let before = fen::parse("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1").unwrap();
        let mv = notation::parse_any(&before, "Ra8+").unwrap();
        let board = board::rules::after(&before, mv);
        let picture = |style, flipped| Picture { board: &board, last: Some(mv), style, flipped }.to_string();
        let plain = picture(Style::default(), false);
        assert_eq!(plain.lines().next(), Some("8 [R] .  .  . !k! .  .  . "));
        assert_eq!(plain.lines().nth(7), Some("1 (.) .  .  .  K  .  .  . "));
        assert_eq!(plain.lines().last(), Some("   a  b  c  d  e  f  g  h"));
        let turned = picture(Style { unicode: true, color: false }, true);
        assert_eq!(turned.lines().next(), Some("1  .  .  .  ♔  .  .  . (.)"));
        assert!(turned.ends_with("   h  g  f  e  d  c  b  a\n"));
        assert!(picture(Style { unicode: false, color: true }, false).contains("\x1b[41m!k!\x1b[0m"));
    }
}

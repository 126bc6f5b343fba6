//! Pieces of HTML: escaped text, boards, badges.

use std::fmt::Write as _;

use board::{Board, Color, File, Rank, Square, man_letter};

use crate::answer::category::Category;
use crate::answer::{fen, squares};
use crate::figures::grouped;

/// Shapes of the pieces in a 10 x 10 box, included once in each page with boards.
pub const MEN: &str = include_str!("men.svg");

/// The shapes of the pieces, without the inline style that our policy forbids.
pub(super) fn shapes() -> String {
    MEN.replacen(" style=\"position:absolute\"", " class=\"shapes\"", 1)
}

/// Escapes a text for HTML.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A size in MB, or in kB if it is small.
pub(super) fn size(bytes: u64) -> String {
    if bytes < 1_000_000 {
        format!("{} kB", bytes.div_ceil(1000))
    } else {
        format!("{} MB", grouped(bytes / 1_000_000))
    }
}

/// The URL of the page with a position.
pub(super) fn link(board_fen: &str) -> String {
    format!("?fen={}", escape(&board_fen.replace(' ', "_")))
}

/// The class, sign and word for a result, so that it is not shown by color alone.
pub(super) fn badge(category: Category) -> (&'static str, &'static str, &'static str) {
    match category {
        Category::Win => ("win", "+", "win"),
        Category::CursedWin => ("draw", "½", "cursed win"),
        Category::Draw => ("draw", "½", "draw"),
        Category::BlessedLoss => ("draw", "½", "blessed loss"),
        Category::Loss => ("loss", "−", "loss"),
        Category::SyzygyWin | Category::MaybeWin => ("unsure", "+?", "win or cursed win"),
        Category::SyzygyLoss | Category::MaybeLoss => ("unsure", "−?", "loss or blessed loss"),
        Category::Unknown => ("unsure", "?", "unknown"),
    }
}

/// The board as a grid of 64 cells, White at the bottom.
pub(super) fn board(board: &Board) -> String {
    let mut html = String::from("<div id=\"board\" role=\"grid\" aria-label=\"Chess board\">");
    for rank in Rank::ALL.into_iter().rev() {
        html += "<div role=\"row\">";
        for file in File::ALL {
            let square = Square::new(file, rank);
            let shade = if (file as usize + rank as usize).is_multiple_of(2) { "dark" } else { "light" };
            let man = board.color_on(square).zip(board.piece_on(square));
            let label = man.map_or_else(
                || format!("{square}, empty"),
                |(color, piece)| format!("{} {square}", squares::man_name(color, piece)),
            );
            let _ = write!(
                html,
                "<div role=\"gridcell\" tabindex=\"-1\" class=\"{shade}\" data-square=\"{square}\" aria-label=\"{label}\">"
            );
            if let Some((color, piece)) = man {
                let class = if color == Color::White { "white" } else { "black" };
                let letter = man_letter(Color::Black, piece);
                // Black pieces have a dark rim outside their light one, so that fine lines show on
                // every square.
                let rim = if color == Color::White {
                    String::new()
                } else {
                    format!("<use href=\"#{letter}\" class=\"rim\"/>")
                };
                let _ = write!(
                    html,
                    "<svg viewBox=\"0.9 0.4 8.2 8.9\" class=\"{class}\" aria-hidden=\"true\">{rim}<use href=\"#{letter}\"/></svg>"
                );
            }
            html += "</div>";
        }
        html += "</div>";
    }
    html + "</div>"
}

/// All pieces in words: "White: king e1, rook a1. Black: king e8."
pub(super) fn men(board: &Board) -> String {
    let side = |wanted: Color| {
        let named = squares::men(board).filter(|man| man.1 == wanted).map(|(square, color, piece, _)| {
            let name = squares::man_name(color, piece);
            format!("{} {square}", name.split(' ').next_back().unwrap_or_default())
        });
        named.collect::<Vec<_>>().join(", ")
    };
    format!("White: {}. Black: {}.", side(Color::White), side(Color::Black))
}

/// A position as a FEN.
pub(super) fn address(board: &Board) -> String {
    escape(&fen::address(board))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_no_markup_and_numbers_are_readable() {
        assert_eq!(escape("<b a=\"1\">&"), "&lt;b a=&quot;1&quot;&gt;&amp;");
        assert_eq!((size(10), size(2_500_000)), ("1 kB".to_owned(), "2 MB".to_owned()));
    }

    #[test]
    fn a_board_has_64_cells_and_every_man() {
        let board = super::board(&board::fen::parse("4k3/8/8/8/8/8/8/R3K3 w - - 0 1").unwrap());
        assert_eq!(board.matches("gridcell").count(), 64);
        assert_eq!(board.matches("<svg").count(), 3);
        assert!(board.contains("white rook a1") && board.contains("a2, empty"));
    }
}

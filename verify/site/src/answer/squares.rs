//! Good and bad squares: the result with one piece on each square of the board.

use board::{Board, Color, Piece, Placement, Square, man_letter, piece_name};
use serde::Serialize;

use super::category::{Category, Rules};
use crate::error::Refusal;
use crate::knowledge::Knowledge;

/// The results by square.
#[derive(Clone, Debug, Serialize)]
#[expect(clippy::struct_field_names, reason = "the current square and all squares")]
pub(crate) struct Squares {
    /// `white rook e4`.
    pub(crate) man: String,
    /// Its current square.
    pub(crate) square: String,
    /// Squares on which the position is legal, a1 first.
    pub(crate) squares: Vec<OnSquare>,
    /// Numbers of squares on which White wins, draws and loses.
    pub(crate) counts: [usize; 3],
}

/// The position with the piece on one square.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct OnSquare {
    pub(crate) square: String,
    /// The result for the side to move.
    pub(crate) category: Category,
    /// The result for White: `win`, `draw`, `loss`, `unknown`.
    pub(crate) white: &'static str,
    /// Plies to mate; `null` for draws and where it is not known.
    pub(crate) dtm: Option<u16>,
}

/// A piece in words, as in "white rook".
pub(crate) fn man_name(color: Color, piece: Piece) -> String {
    format!("{} {}", tbgen::side_name(color).to_lowercase(), piece_name(piece))
}

/// The results with the piece on `square` moved to every square where the position is legal, with
/// the same side to move and no en passant right.
///
/// # Errors
/// [`Refusal::Malformed`] if the square is empty, [`Refusal::NotFound`] for positions that tables
/// do not contain; damaged files.
pub(crate) fn squares(knowledge: &Knowledge, board: &Board, square: &str) -> Result<Squares, Refusal> {
    let bad = || Refusal::Malformed(format!("man is `{square}`: give the square of a piece, like e4"));
    let from: Square = square.parse().map_err(|_| bad())?;
    let (color, piece) = board.color_on(from).zip(board.piece_on(from)).ok_or_else(bad)?;
    let placement = Placement::from_board(board).map_err(|why| Refusal::NotFound(why.to_string()))?;
    let mut found = Squares {
        man: man_name(color, piece),
        square: from.to_string(),
        squares: Vec::new(),
        counts: [0; 3],
    };
    for to in Square::ALL {
        if to != from && board.occupied().has(to) {
            continue;
        }
        let mut men = placement.men().to_vec();
        for man in &mut men {
            if man.square == from {
                man.square = to;
            }
        }
        let moved =
            Placement::new(placement.side_to_move(), &men).ok().and_then(|moved| moved.to_board().ok());
        let Some(moved) = moved else { continue };
        let known = knowledge.look_up(&moved)?;
        let category = Category::among(Square::NUM, knowledge, &moved, Rules::Count)?;
        let white = if board.side_to_move() == Color::White { category } else { -category };
        let (name, which) = match white {
            Category::Win => ("win", Some(0)),
            Category::Loss => ("loss", Some(2)),
            Category::Draw | Category::CursedWin | Category::BlessedLoss => ("draw", Some(1)),
            _ => ("unknown", None),
        };
        if let Some(which) = which {
            found.counts[which] += 1;
        }
        let dtm = known.and_then(|known| known.values.dtm).and_then(board::Dtm::plies);
        found.squares.push(OnSquare { square: to.to_string(), category, white: name, dtm });
    }
    Ok(found)
}

/// The pieces on a board with their squares and letters, White's first.
pub(crate) fn men(board: &Board) -> impl Iterator<Item = (Square, Color, Piece, char)> + '_ {
    Color::ALL.into_iter().flat_map(move |color| {
        Piece::ALL.into_iter().rev().flat_map(move |piece| {
            board
                .colored_pieces(color, piece)
                .into_iter()
                .map(move |square| (square, color, piece, man_letter(color, piece)))
        })
    })
}

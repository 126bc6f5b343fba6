//! Moves in text: the UCI protocol's coordinates and standard algebraic notation.
//!
//! Inside the program castling is the king taking its own rook (`e1h1`); standard UCI writes the
//! king's target square (`e1g1`), Chess960 UCI writes the rook's.

use cozy_chess::util;

use crate::fen;
use crate::rules::legal_moves;
use crate::spelling;
use crate::{Board, File, Move, Square};

/// Why a text is not a move here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// The text is not a move in any supported notation.
    #[error("`{0}` is not a move; write e2e4, e7e8q or Nf3")]
    Unreadable(String),
    /// A move, but not a legal one in the position.
    #[error("`{0}` is not a legal move in {1}")]
    Illegal(String, String),
    /// Algebraic notation that matches no legal move, or several.
    #[error("`{0}` names no legal move, or more than one, in {1}")]
    NotOne(String, String),
}

/// Reads a legal move in coordinate notation, castling in either form.
///
/// # Errors
/// [`MoveError`], naming the text and the position.
///
/// ```
/// use vancura_board::{Board, notation};
/// let board = Board::startpos();
/// assert_eq!(notation::parse_uci(&board, "e2e4").unwrap().to_string(), "e2e4");
/// assert!(notation::parse_uci(&board, "e2e5").is_err());
/// ```
pub fn parse_uci(board: &Board, text: &str) -> Result<Move, MoveError> {
    let raw: Move = text.parse().map_err(|_| MoveError::Unreadable(text.to_owned()))?;
    // A rook's square always means castling; the standard form is tried only if the text is not a
    // legal move as it stands.
    if board.is_legal(raw) {
        return Ok(raw);
    }
    castling_to(board, raw)
        .filter(|&mv| board.is_legal(mv))
        .ok_or_else(|| MoveError::Illegal(text.to_owned(), fen::write(board)))
}

/// The castling that takes the king to this square.
fn castling_to(board: &Board, mv: Move) -> Option<Move> {
    let rights = board.castle_rights(board.side_to_move());
    let rook = match mv.to.file() {
        File::G => rights.short,
        File::C => rights.long,
        _ => None,
    }?;
    let is_kings = mv.from == board.king(board.side_to_move()) && mv.to.rank() == mv.from.rank();
    (is_kings && mv.promotion.is_none()).then(|| Move { to: Square::new(rook, mv.from.rank()), ..mv })
}

/// Reads a legal move in coordinate or standard algebraic notation.
///
/// # Errors
/// [`MoveError`], naming the text and the position.
pub fn parse_any(board: &Board, text: &str) -> Result<Move, MoveError> {
    parse_uci(board, text).or_else(|error| {
        parse_san(board, text).map_err(|other| match error {
            MoveError::Unreadable(_) => other,
            error => error,
        })
    })
}

/// Reads a legal move in algebraic notation, standard or in common variants: with figurines,
/// hyphens between squares, zeros for castling, lower-case promotion letters, `e.p.`; marks of
/// check and annotation marks are optional.
///
/// # Errors
/// [`MoveError`], naming the text and the position.
pub fn parse_san(board: &Board, text: &str) -> Result<Move, MoveError> {
    let san = &*spelling::standard(text);
    let read = util::parse_san_move(board, san).ok().filter(|&mv| board.is_legal(mv));
    // A king move to its own rook is castling, which has a notation of its own.
    let read = read.filter(|mv| san.starts_with('O') || !board.colors(board.side_to_move()).has(mv.to));
    read.ok_or_else(|| {
        if is_algebraic(san) {
            MoveError::NotOne(text.to_owned(), fen::write(board))
        } else {
            MoveError::Unreadable(text.to_owned())
        }
    })
}

/// True when a text looks like a move in algebraic notation, legal or not.
fn is_algebraic(text: &str) -> bool {
    let (first, castles) = (text.chars().next(), matches!(text, "O-O" | "O-O-O"));
    let named = first.is_some_and(|c| "KQRBN".contains(c))
        || text.contains(['x', '='])
        || matches!(text.len(), 2 | 4);
    let ends_in_a_square = text.contains(|c: char| ('1'..='8').contains(&c));
    castles || named && ends_in_a_square && text.chars().all(|c| "KQRBNabcdefgh12345678x=".contains(c))
}

/// A legal move in UCI coordinates; `chess960` writes castling as king takes rook. This form is
/// also used whenever king or rook are not on their standard squares: the king's target square
/// could also mean an ordinary king move.
pub fn uci(board: &Board, mv: Move, chess960: bool) -> String {
    let castles =
        board.king(board.side_to_move()) == mv.from && board.colors(board.side_to_move()).has(mv.to);
    let target = match (mv.from.file(), mv.to.file()) {
        (File::E, File::H) => File::G,
        (File::E, File::A) => File::C,
        _ => return mv.to_string(),
    };
    if chess960 || !castles { mv } else { Move { to: Square::new(target, mv.to.rank()), ..mv } }.to_string()
}

/// A legal move in standard algebraic notation, with `+` and `#`.
///
/// ```
/// use vancura_board::{Board, notation};
/// let board = Board::startpos();
/// let mv = notation::parse_any(&board, "Nf3").unwrap();
/// assert_eq!(notation::san(&board, mv), "Nf3");
/// ```
pub fn san(board: &Board, mv: Move) -> String {
    debug_assert!(legal_moves(board).contains(&mv));
    util::display_san_move(board, mv).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn castling_reads_in_both_forms_and_prints_in_the_asked_one() {
        let board = fen::parse("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").unwrap();
        let short = parse_uci(&board, "e1g1").unwrap();
        assert_eq!(short, parse_uci(&board, "e1h1").unwrap());
        assert_eq!((uci(&board, short, false).as_str(), uci(&board, short, true).as_str()), ("e1g1", "e1h1"));
        assert_eq!(parse_any(&board, "O-O-O").unwrap(), parse_any(&board, "e1c1").unwrap());
        assert_eq!(san(&board, short), "O-O");
    }

    #[test]
    fn castling_of_chess960_reads_in_both_forms_and_prints_so_that_it_can_be_read() {
        for (text, rooks, kings) in [
            ("1k6/8/8/8/8/8/8/5K1R w K - 0 1", "f1h1", None),
            ("1k6/8/8/8/8/8/8/4KR2 w K - 0 1", "e1f1", Some("e1g1")),
            ("7k/8/8/8/8/8/8/RK6 w Q - 0 1", "b1a1", None),
            ("7k/8/8/8/8/8/8/1R2K3 w B - 0 1", "e1b1", Some("e1c1")),
            ("kr6/8/8/8/8/8/8/6K1 b k - 0 1", "a8b8", None),
        ] {
            let board = fen::parse(text).unwrap();
            let mv = parse_uci(&board, rooks).unwrap();
            for chess960 in [false, true] {
                assert_eq!(uci(&board, mv, chess960), rooks, "{text}");
            }
            assert!(kings.is_none_or(|kings| parse_uci(&board, kings) == Ok(mv)), "{text}");
        }
        // A one-square king move is never castling.
        let board = fen::parse("1k6/8/8/8/8/8/8/5K1R w K - 0 1").unwrap();
        assert_eq!(parse_uci(&board, "f1g1").unwrap().to_string(), "f1g1");
        let board = fen::parse("1k6/8/8/8/8/8/8/3K3R w K - 0 1").unwrap();
        assert_eq!(parse_uci(&board, "d1g1").unwrap().to_string(), "d1h1");
    }

    #[test]
    fn bad_moves_are_named() {
        let board = Board::startpos();
        assert_eq!(parse_uci(&board, "hello"), Err(MoveError::Unreadable("hello".into())));
        assert!(matches!(parse_any(&board, "e2e5"), Err(MoveError::Illegal(..))));
        for (text, is_a_name) in [
            ("Nf6", true),
            ("e5", true),
            ("dxe4", true),
            ("O-O", true),
            ("0-0+", true),
            ("e2-e5", true),
            ("e8=Q", true),
            ("", false),
            ("hello", false),
            ("e9", false),
            ("N", false),
        ] {
            let named = matches!(parse_any(&board, text), Err(MoveError::NotOne(..)));
            assert_eq!(named, is_a_name, "{text}");
        }
        // Either knight can go there, and the king can castle, which is not a capture of the rook.
        let board = fen::parse("4k3/8/8/8/8/8/N3N3/4K2R w K - 0 1").unwrap();
        assert!(matches!(parse_any(&board, "Nc1"), Err(MoveError::NotOne(..))));
        assert!(parse_any(&board, "Nac1").is_ok() && parse_any(&board, "O-O").is_ok());
        assert!(parse_any(&board, "Kh1").is_err());
    }

    #[test]
    fn algebraic_names_read_back_for_every_move_of_a_busy_position() {
        let board = fen::parse("3k2n1/7P/Q3p3/4BPp1/Q1Q4q/8/5B2/R3K2R w KQ g6 0 1").unwrap();
        for mv in legal_moves(&board) {
            assert_eq!(parse_any(&board, &san(&board, mv)), Ok(mv));
        }
    }
}

//! Classification of moves and positions: captures, moves that reset the fifty-move counter,
//! checkmate.

use crate::{BitBoard, Board, BoardBuilder, Move, Piece, Rank, Square, get_pawn_attacks};

/// Plies without a capture or pawn move after which the game can be claimed drawn.
pub const FIFTY_MOVES_PLIES: u8 = crate::Dtz::FIFTY_MOVES_PLIES as u8;

/// True for a capture, en passant included. Castling is not a capture, though the move is encoded
/// as king takes rook.
///
/// ```
/// use vancura_board::{fen, notation, rules};
/// let board = fen::parse("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2").unwrap();
/// assert!(rules::is_capture(&board, notation::parse_uci(&board, "e5d6").unwrap()));
/// assert!(!rules::is_capture(&board, notation::parse_uci(&board, "e5e6").unwrap()));
/// ```
#[inline]
pub fn is_capture(board: &Board, mv: Move) -> bool {
    board.colors(!board.side_to_move()).has(mv.to) || is_en_passant(board, mv)
}

/// True for a capture en passant.
#[inline]
pub fn is_en_passant(board: &Board, mv: Move) -> bool {
    mv.from.file() != mv.to.file()
        && !board.occupied().has(mv.to)
        && board.piece_on(mv.from) == Some(Piece::Pawn)
}

/// True for captures and pawn moves: those that reset the fifty-move counter.
#[inline]
pub fn is_zeroing(board: &Board, mv: Move) -> bool {
    is_capture(board, mv) || board.piece_on(mv.from) == Some(Piece::Pawn)
}

/// All legal moves of a position, in generation order. Allocates; the search stages its own moves.
pub fn legal_moves(board: &Board) -> Vec<Move> {
    let mut moves = Vec::with_capacity(64);
    board.generate_moves(|piece_moves| {
        moves.extend(piece_moves);
        false
    });
    moves
}

/// True when the side to move has a legal move.
pub fn has_legal_move(board: &Board) -> bool {
    board.generate_moves(|_| true)
}

/// True when the side to move is checkmated.
#[inline]
pub fn is_checkmate(board: &Board) -> bool {
    !board.checkers().is_empty() && !has_legal_move(board)
}

/// True when the pieces left can mate neither king by any sequence of legal moves: bare kings, one
/// knight, or bishops on squares of one color.
#[inline]
pub fn is_insufficient_material(board: &Board) -> bool {
    let mating = board.pieces(Piece::Pawn) | board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    if !mating.is_empty() {
        return false;
    }
    let (knights, bishops) = (board.pieces(Piece::Knight), board.pieces(Piece::Bishop));
    if knights.is_empty() {
        bishops.is_subset(BitBoard::DARK_SQUARES) || bishops.is_subset(BitBoard::LIGHT_SQUARES)
    } else {
        knights.len() == 1 && bishops.is_empty()
    }
}

/// True when a pawn of the side to move can capture en passant. After a double push there is such a
/// right also where no pawn can use it, and then the position is the same as without.
///
/// ```
/// use vancura_board::{fen, notation, rules};
/// let board = fen::parse("4k3/8/8/8/2p5/8/1P5P/4K3 w - - 0 1").unwrap();
/// let after = |mv| rules::after(&board, notation::parse_uci(&board, mv).unwrap());
/// assert!(rules::can_capture_en_passant(&after("b2b4")));
/// assert!(!rules::can_capture_en_passant(&after("h2h4")));
/// ```
#[inline]
pub fn can_capture_en_passant(board: &Board) -> bool {
    board.en_passant().is_some_and(|file| {
        let us = board.side_to_move();
        let to = Square::new(file, Rank::Sixth.relative_to(us));
        let takers = get_pawn_attacks(to, !us) & board.colored_pieces(us, Piece::Pawn);
        takers.into_iter().any(|from| board.is_legal(Move { from, to, promotion: None }))
    })
}

/// The position after each double push that may just have been played and can be answered en
/// passant, with the right to do so; `board` is the same without it.
///
/// ```
/// use vancura_board::{fen, rules};
/// let board = fen::parse("4k3/8/8/8/PpP4P/8/8/4K3 b - - 0 1").unwrap();
/// let fens: Vec<String> = rules::with_en_passant(&board).map(|board| board.to_string()).collect();
/// assert_eq!(
///     fens,
///     ["4k3/8/8/8/PpP4P/8/8/4K3 b - a3 0 1", "4k3/8/8/8/PpP4P/8/8/4K3 b - c3 0 1"]
/// );
/// ```
pub fn with_en_passant(board: &Board) -> impl Iterator<Item = Board> + '_ {
    let pushed = !board.side_to_move();
    let pawns = board.colored_pieces(pushed, Piece::Pawn) & Rank::Fourth.relative_to(pushed).bitboard();
    let with_right = move |square: Square| {
        let mut builder = BoardBuilder::from_board(board);
        builder.en_passant = Some(Square::new(square.file(), Rank::Third.relative_to(pushed)));
        builder.build().ok().filter(can_capture_en_passant)
    };
    pawns.into_iter().filter_map(with_right)
}

/// True when the side to move can checkmate at once.
pub fn has_mate_in_one(board: &Board) -> bool {
    legal_moves(board).into_iter().any(|mv| is_checkmate(&after(board, mv)))
}

/// The position with the other side to move and the same counter; `None` in check, and with a right
/// to capture en passant, which passing would lose.
///
/// ```
/// use vancura_board::{fen, notation, rules};
/// let board = fen::parse("4k3/8/8/8/2p5/8/1P5P/4K3 w - - 0 1").unwrap();
/// let after = |mv| rules::after(&board, notation::parse_uci(&board, mv).unwrap());
/// assert!(rules::passed(&after("b2b4")).is_none());
/// let passed = rules::passed(&after("h2h4")).unwrap();
/// assert_eq!(fen::write(&passed), "4k3/8/8/8/2p4P/8/1P6/4K3 w - - 0 1");
/// ```
pub fn passed(board: &Board) -> Option<Board> {
    if can_capture_en_passant(board) || !board.checkers().is_empty() {
        return None;
    }
    let mut builder = BoardBuilder::from_board(board);
    builder.en_passant = None;
    builder.side_to_move = !board.side_to_move();
    builder.build().ok()
}

/// The position after a legal move.
#[inline]
pub fn after(board: &Board, mv: Move) -> Board {
    let mut next = board.clone();
    next.play_unchecked(mv);
    next
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{fen, notation};

    /// The moves of a position that satisfy a predicate, in standard notation, sorted.
    fn picked(text: &str, rule: impl Fn(&Board, Move) -> bool) -> Vec<String> {
        let board = fen::parse(text).unwrap();
        let moves = legal_moves(&board).into_iter().filter(|&mv| rule(&board, mv));
        let mut names: Vec<String> = moves.map(|mv| notation::uci(&board, mv, false)).collect();
        names.sort();
        names
    }

    #[test]
    fn captures_are_told_from_castling_and_en_passant_from_both() {
        let castling = "4k3/8/8/8/8/8/7p/4K2R w K - 0 1";
        assert_eq!(picked(castling, is_capture), ["h1h2"]);
        let passing = "4k3/8/8/1pP5/8/8/8/4K3 w - b6 0 2";
        assert_eq!(picked(passing, is_en_passant), ["c5b6"]);
        assert_eq!(picked(passing, is_capture), ["c5b6"]);
        assert_eq!(picked(passing, is_zeroing), ["c5b6", "c5c6"]);
    }

    #[test]
    fn zeroing_moves_are_those_that_reset_the_counter() {
        for text in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 7 9",
            "8/2p5/3p4/KP5r/1R3pPk/8/4P3/8 b - g3 7 9",
        ] {
            let board = fen::parse(text).unwrap();
            for mv in legal_moves(&board) {
                assert_eq!(is_zeroing(&board, mv), after(&board, mv).halfmove_clock() == 0, "{mv} in {text}");
            }
        }
    }

    #[test]
    fn stalemate_is_no_checkmate() {
        let is_mate = |text| is_checkmate(&fen::parse(text).unwrap());
        assert!(is_mate("k1R5/8/1K6/8/8/8/8/8 b - - 0 1"));
        assert!(!is_mate("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1"));
        assert!(!is_mate("k1R5/8/8/1K6/8/8/8/8 b - - 0 1"));
    }
}

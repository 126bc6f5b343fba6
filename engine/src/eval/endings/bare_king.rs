//! Plans against bare kings and lone pieces: drive the king to the edge or the right corner.

use board::sets::distance;
use board::{BitBoard, Board, Color, Piece, Square};

use super::drawish::piece_points;
use crate::eval::weights as w;
use crate::position::Position;

/// With more men on the board the material alone is sufficient.
const MOP_UP_MAX_MEN: u32 = 5;
/// The material lead in points of queen against rook, which is won.
const MOP_UP_MIN_POINTS: i32 = 5;

/// The value from White's view when one side has nothing but its king and the other can mate
/// without pawns: drives the king to the edge (with bishop and knight to a corner of the bishop's
/// color) and brings the own king closer.
pub(super) fn against_bare_king(position: &Position) -> Option<i32> {
    let board = position.board();
    let is_bare = |color| board.colors(color).is_subset(board.pieces(Piece::King));
    let strong = if is_bare(Color::Black) {
        Color::White
    } else if is_bare(Color::White) {
        Color::Black
    } else {
        return None;
    };
    if !can_mate_without_pawns(board, strong) {
        return None;
    }
    Some(mop_up(position, strong))
}

/// The value from White's view when one side has a queen or two rooks, no pawns are left, and the
/// other side has far too little: a win as against a bare king, only longer.
pub(super) fn against_lone_piece(position: &Position) -> Option<i32> {
    let board = position.board();
    if position.men() > MOP_UP_MAX_MEN || !board.pieces(Piece::Pawn).is_empty() {
        return None;
    }
    let ahead = piece_points(board, Color::White) - piece_points(board, Color::Black);
    let strong = if ahead > 0 { Color::White } else { Color::Black };
    let has = |piece| board.colored_pieces(strong, piece).len();
    let is_won = ahead.abs() >= MOP_UP_MIN_POINTS && (has(Piece::Queen) > 0 || has(Piece::Rook) > 1);
    is_won.then(|| mop_up(position, strong))
}

/// Drives the weak king to the edge or corner.
fn mop_up(position: &Position, strong: Color) -> i32 {
    let sign = if strong == Color::White { 1 } else { -1 };
    position.material().endgame() + sign * (w::BARE_KING_WIN + driving(position.board(), strong))
}

/// Bonus for driving the weak king to the edge or corner, and for the strong king's proximity, in
/// centipawns for the strong side.
pub(crate) fn driving(board: &Board, strong: Color) -> i32 {
    let (king, bare) = (board.king(strong), board.king(!strong));
    let bishops = board.pieces(Piece::Bishop);
    let only_bishop_and_knight =
        board.occupied().len() == 4 && bishops.len() == 1 && !board.pieces(Piece::Knight).is_empty();
    let goal = if only_bishop_and_knight {
        let corners = if bishops.is_subset(BitBoard::DARK_SQUARES) {
            [Square::A1, Square::H8]
        } else {
            [Square::A8, Square::H1]
        };
        let nearest = corners.map(|corner| corner_walk(bare, corner)).into_iter().min().unwrap_or(0);
        w::BISHOP_KNIGHT_CORNER * (14 - nearest) / 2
    } else {
        w::BARE_KING_EDGE * from_center(bare)
    };
    goal + w::BARE_KING_PROXIMITY * (7 - i32::from(distance(king, bare)))
}

/// Steps along files plus steps along ranks.
fn corner_walk(a: Square, b: Square) -> i32 {
    (a.file() as i32 - b.file() as i32).abs() + (a.rank() as i32 - b.rank() as i32).abs()
}

/// 0 on the four center squares, 6 in the corners.
pub(super) fn from_center(square: Square) -> i32 {
    let off = |coordinate: i32| (coordinate - 4).max(3 - coordinate);
    off(square.file() as i32) + off(square.rank() as i32)
}

fn can_mate_without_pawns(board: &Board, strong: Color) -> bool {
    let has = |piece| board.colored_pieces(strong, piece);
    let bishops = has(Piece::Bishop);
    let both_shades =
        !bishops.is_disjoint(BitBoard::DARK_SQUARES) && !bishops.is_disjoint(BitBoard::LIGHT_SQUARES);
    !has(Piece::Queen).is_empty()
        || !has(Piece::Rook).is_empty()
        || both_shades
        || (!bishops.is_empty() && !has(Piece::Knight).is_empty())
        || has(Piece::Knight).len() >= 3
}

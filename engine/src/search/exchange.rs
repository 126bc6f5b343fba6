//! Static exchange evaluation: the value of a capture when both sides keep capturing on the square,
//! least valuable piece first.

use board::{
    BitBoard, Board, Color, Move, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_pawn_attacks, get_rook_moves,
};

use crate::params::EXCHANGE_VALUES;
use crate::position::Position;

/// True when the exchange that `mv` starts wins at least `threshold` centipawns for the mover. Pins
/// are ignored; castling counts as 0.
pub(super) fn wins_at_least(position: &Position, mv: Move, threshold: i32) -> bool {
    let board = position.board();
    let us = board.side_to_move();
    if board.colors(us).has(mv.to) {
        return threshold <= 0;
    }
    let value = |piece: Piece| EXCHANGE_VALUES[piece as usize];
    let moved = position.moved_piece(mv);
    let mut occupied = board.occupied() ^ mv.from.bitboard();
    let mut gain = position.piece_on(mv.to).map_or(0, value);
    if moved == Piece::Pawn && gain == 0 && mv.from.file() != mv.to.file() {
        gain = value(Piece::Pawn);
        occupied ^= Square::new(mv.to.file(), mv.from.rank()).bitboard();
    }
    let standing = mv.promotion.unwrap_or(moved);
    gain += value(standing) - value(moved);

    // The balance for the mover if the other side does not recapture, then if it does.
    let mut balance = gain - threshold;
    if balance < 0 {
        return false;
    }
    balance -= value(standing);
    if balance >= 0 {
        return true;
    }
    occupied |= mv.to.bitboard();
    resolve(board, mv.to, occupied, !us, balance) == us
}

/// Plays out the captures; the side that can afford to stop on its turn wins.
fn resolve(
    board: &Board,
    square: Square,
    mut occupied: BitBoard,
    mut side: Color,
    mut balance: i32,
) -> Color {
    let diagonal = board.pieces(Piece::Bishop) | board.pieces(Piece::Queen);
    let straight = board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    let mut attackers = attackers_of(board, square, occupied);
    loop {
        attackers &= occupied;
        let own = attackers & board.colors(side);
        if own.is_empty() {
            return !side;
        }
        let Some(piece) = Piece::ALL.iter().copied().find(|&piece| !(own & board.pieces(piece)).is_empty())
        else {
            return !side;
        };
        // A king can only capture last.
        if piece == Piece::King && !(attackers & board.colors(!side)).is_empty() {
            return !side;
        }
        let from = (own & board.pieces(piece)).next_square().expect("not empty");
        occupied ^= from.bitboard();
        if matches!(piece, Piece::Pawn | Piece::Bishop | Piece::Queen) {
            attackers |= get_bishop_moves(square, occupied) & diagonal;
        }
        if matches!(piece, Piece::Rook | Piece::Queen) {
            attackers |= get_rook_moves(square, occupied) & straight;
        }
        side = !side;
        // From the view of the side now to move: if it is not ahead, it has to recapture.
        balance = -balance - 1 - EXCHANGE_VALUES[piece as usize];
        if balance >= 0 {
            return !side;
        }
    }
}

fn attackers_of(board: &Board, square: Square, occupied: BitBoard) -> BitBoard {
    let pawns = board.pieces(Piece::Pawn);
    (get_pawn_attacks(square, Color::White) & pawns & board.colors(Color::Black))
        | (get_pawn_attacks(square, Color::Black) & pawns & board.colors(Color::White))
        | (get_knight_moves(square) & board.pieces(Piece::Knight))
        | (get_king_moves(square) & board.pieces(Piece::King))
        | (get_bishop_moves(square, occupied) & (board.pieces(Piece::Bishop) | board.pieces(Piece::Queen)))
        | (get_rook_moves(square, occupied) & (board.pieces(Piece::Rook) | board.pieces(Piece::Queen)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::{fen, legal_moves, notation};

    /// A slow reference implementation: minimax over all captures on the square, each side free to
    /// stop.
    fn exchange(board: &Board, mv: Move) -> i32 {
        let value = |piece: Piece| EXCHANGE_VALUES[piece as usize];
        let victim = board.piece_on(mv.to).map_or(0, value);
        let promotion = mv.promotion.map_or(0, |piece| value(piece) - value(Piece::Pawn));
        let mut men: Vec<(Square, Piece, Color)> = board
            .occupied()
            .into_iter()
            .map(|s| (s, board.piece_on(s).unwrap(), board.color_on(s).unwrap()))
            .filter(|man| man.0 != mv.to && man.0 != mv.from)
            .collect();
        let mut gain = victim;
        let mover = board.piece_on(mv.from).unwrap();
        if mover == Piece::Pawn && victim == 0 && mv.from.file() != mv.to.file() {
            let taken = Square::new(mv.to.file(), mv.from.rank());
            men.retain(|man| man.0 != taken);
            gain = value(Piece::Pawn);
        }
        let standing = mv.promotion.unwrap_or(mover);
        gain + promotion - replies(&men, mv.to, standing, !board.side_to_move())
    }

    fn replies(men: &[(Square, Piece, Color)], to: Square, standing: Piece, side: Color) -> i32 {
        let occupied = men.iter().fold(to.bitboard(), |set, man| set | man.0.bitboard());
        let hits = |man: &&(Square, Piece, Color)| board::attacks(man.1, man.2, man.0, occupied).has(to);
        let guarded = men.iter().filter(|man| man.2 != side).any(|man| hits(&man));
        let cheapest =
            men.iter().filter(|man| man.2 == side).filter(hits).min_by_key(|man| (man.1 as u8, man.0 as u8));
        let Some(&taker) = cheapest else { return 0 };
        if taker.1 == Piece::King && guarded {
            return 0;
        }
        let rest: Vec<_> = men.iter().copied().filter(|man| man.0 != taker.0).collect();
        (EXCHANGE_VALUES[standing as usize] - replies(&rest, to, taker.1, !side)).max(0)
    }

    #[test]
    fn known_exchanges() {
        for (text, mv, value) in [
            ("4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", 100),
            ("4k3/8/4p3/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", -400),
            ("4k3/8/4p3/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", -300),
            ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", 100),
            ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", -220),
            ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", 880),
            ("8/8/8/k2pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 100),
        ] {
            let board = fen::parse(text).unwrap();
            let mv = notation::parse_uci(&board, mv).unwrap();
            assert_eq!(exchange(&board, mv), value, "{text} {mv}");
            let position = Position::new(board);
            assert!(wins_at_least(&position, mv, value), "{text} {mv}");
            assert!(!wins_at_least(&position, mv, value + 1), "{text} {mv}");
        }
    }

    #[test]
    fn fast_and_slow_agree_on_every_move_of_many_positions() {
        for text in crate::play::bench::POSITIONS {
            let board = fen::parse(text).unwrap();
            let position = Position::new(board.clone());
            for mv in legal_moves(&board) {
                if board.colors(board.side_to_move()).has(mv.to) {
                    continue;
                }
                let value = exchange(&board, mv);
                assert!(wins_at_least(&position, mv, value), "{text} {mv} {value}");
                assert!(!wins_at_least(&position, mv, value + 1), "{text} {mv} {value}");
            }
        }
    }
}

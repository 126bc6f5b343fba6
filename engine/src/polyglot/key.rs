//! The Polyglot key of a position: the exclusive or of published random numbers.

use board::{Board, Color, Piece, Square, get_pawn_attacks};

use super::random64::RANDOM64;

/// Offsets of the numbers of each kind.
const CASTLING: usize = 768;
const EN_PASSANT: usize = 772;
const WHITE_TO_MOVE: usize = 780;

/// The Polyglot key of a position. An en passant right counts when a pawn is in place to capture,
/// even if it is pinned.
pub fn key(board: &Board) -> u64 {
    let mut key = 0;
    for square in board.occupied() {
        if let (Some(piece), Some(color)) = (board.piece_on(square), board.color_on(square)) {
            key ^= RANDOM64[man(color, piece) * 64 + square as usize];
        }
    }
    for (color, first) in [(Color::White, CASTLING), (Color::Black, CASTLING + 2)] {
        let rights = board.castle_rights(color);
        if rights.short.is_some() {
            key ^= RANDOM64[first];
        }
        if rights.long.is_some() {
            key ^= RANDOM64[first + 1];
        }
    }
    let us = board.side_to_move();
    if let Some(file) = board.en_passant() {
        let target = Square::new(file, board::Rank::Sixth.relative_to(us));
        // Our pawns attack the target from the squares that one of their pawns on it would attack.
        if !(get_pawn_attacks(target, !us) & board.colored_pieces(us, Piece::Pawn)).is_empty() {
            key ^= RANDOM64[EN_PASSANT + file as usize];
        }
    }
    if us == Color::White { key ^ RANDOM64[WHITE_TO_MOVE] } else { key }
}

/// Pawns, knights, bishops, rooks, queens, kings; black before white.
fn man(color: Color, piece: Piece) -> usize {
    let kind = match piece {
        Piece::Pawn => 0,
        Piece::Knight => 1,
        Piece::Bishop => 2,
        Piece::Rook => 3,
        Piece::Queen => 4,
        Piece::King => 5,
    };
    2 * kind + usize::from(color == Color::White)
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::{fen, notation};

    /// The test data of the published description.
    const PUBLISHED: [(&str, &str, u64); 9] = [
        ("", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0x463b96181691fc9c),
        ("e2e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 0x823c9b50fd114196),
        ("e2e4 d7d5", "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2", 0x0756b94461c50fb0),
        ("e2e4 d7d5 e4e5", "rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2", 0x662fafb965db29d4),
        (
            "e2e4 d7d5 e4e5 f7f5",
            "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
            0x22a48b5a8e47ff78,
        ),
        (
            "e2e4 d7d5 e4e5 f7f5 e1e2",
            "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3",
            0x652a607ca3f242c1,
        ),
        (
            "e2e4 d7d5 e4e5 f7f5 e1e2 e8f7",
            "rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4",
            0x00fdd303c946bdd9,
        ),
        (
            "a2a4 b7b5 h2h4 b5b4 c2c4",
            "rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3",
            0x3c8123ea7b067637,
        ),
        (
            "a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3",
            "rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4",
            0x5c3f9b829b279560,
        ),
    ];

    #[test]
    fn published_positions_have_their_published_keys() {
        for (moves, text, expected) in PUBLISHED {
            assert_eq!(key(&fen::parse(text).unwrap()), expected, "{text}");
            let mut board = Board::startpos();
            for mv in moves.split_whitespace() {
                board.play(notation::parse_uci(&board, mv).unwrap());
            }
            assert_eq!(key(&board), expected, "{moves}");
        }
    }

    /// SHA-256 of the numbers as in the description.
    const CHECKSUM: u64 = 0xdfa697027f1c47ba;

    #[test]
    fn all_numbers_differ_and_add_up_to_what_was_published() {
        let mut numbers = RANDOM64.to_vec();
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(numbers.len(), 781);
        let mix = |sum: u64, number: &u64| sum.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(*number);
        assert_eq!(RANDOM64.iter().fold(0, mix), CHECKSUM);
    }

    #[test]
    fn a_right_that_no_pawn_can_use_does_not_count() {
        let with = |square: &str| {
            let text = format!("4k3/8/8/8/PpP5/8/8/4K2R b K {square} 0 1");
            key(&fen::parse(&text).unwrap())
        };
        assert_ne!(with("c3"), with("-"));
        assert_ne!(with("a3"), with("c3"));
        let far = |square: &str| {
            let text = format!("4k3/8/8/8/1pP4P/8/8/4K2R b K {square} 0 1");
            key(&fen::parse(&text).unwrap())
        };
        assert_eq!(far("h3"), far("-"));
    }
}

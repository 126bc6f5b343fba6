//! Captures and queen promotions, generated directly from the bitboards: most nodes never need the
//! other moves.

use board::sets::pawn_attacks;
use board::{
    BitBoard, Board, Move, Piece, Rank, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_line_rays, get_pawn_attacks, get_pawn_quiets, get_rook_moves,
};

/// True for a pawn move that captures (also en passant) or promotes to a queen.
pub(super) fn is_pawn_tactical(mv: Move) -> bool {
    mv.promotion == Some(Piece::Queen) || mv.from.file() != mv.to.file()
}

/// Calls `found` with every legal capture and every promotion to a queen.
pub(super) fn for_each(board: &Board, mut found: impl FnMut(Piece, Move)) {
    if board.checkers().is_empty() {
        pawn_moves(board, |mv| found(Piece::Pawn, mv));
        piece_moves(board, found);
    } else {
        answers_to_check(board, found);
    }
}

/// In check few moves are legal: all are generated and filtered.
fn answers_to_check(board: &Board, mut found: impl FnMut(Piece, Move)) {
    let enemies = board.colors(!board.side_to_move());
    board.generate_moves(|mut moves| {
        let piece = moves.piece;
        if piece != Piece::Pawn {
            moves.to &= enemies;
        }
        for mv in moves {
            if piece != Piece::Pawn || is_pawn_tactical(mv) {
                found(piece, mv);
            }
        }
        false
    });
}

fn pawn_moves(board: &Board, mut found: impl FnMut(Move)) {
    let us = board.side_to_move();
    let enemies = board.colors(!us);
    let own = board.colored_pieces(us, Piece::Pawn);
    let about_to_promote = Rank::Seventh.relative_to(us).bitboard();
    for from in own & (pawn_attacks(enemies, !us) | about_to_promote) {
        let allowed =
            if board.pinned().has(from) { get_line_rays(board.king(us), from) } else { BitBoard::FULL };
        let takes = get_pawn_attacks(from, us) & enemies & allowed;
        if !about_to_promote.has(from) {
            takes.into_iter().for_each(|to| found(Move { from, to, promotion: None }));
            continue;
        }
        for to in takes {
            for promotion in [Piece::Queen, Piece::Knight, Piece::Rook, Piece::Bishop] {
                found(Move { from, to, promotion: Some(promotion) });
            }
        }
        for to in get_pawn_quiets(from, us, board.occupied()) & allowed {
            found(Move { from, to, promotion: Some(Piece::Queen) });
        }
    }
    if let Some(file) = board.en_passant() {
        let to = Square::new(file, Rank::Sixth.relative_to(us));
        for from in get_pawn_attacks(to, !us) & own {
            let mv = Move { from, to, promotion: None };
            // Two pieces leave the pawns' rank: this may open a line without a pin.
            if board.is_legal(mv) {
                found(mv);
            }
        }
    }
}

fn piece_moves(board: &Board, mut found: impl FnMut(Piece, Move)) {
    let us = board.side_to_move();
    let (enemies, occupied, king) = (board.colors(!us), board.occupied(), board.king(us));
    takes_of(board, Piece::Knight, get_knight_moves, &mut found);
    takes_of(board, Piece::Bishop, |from| get_bishop_moves(from, occupied), &mut found);
    takes_of(board, Piece::Rook, |from| get_rook_moves(from, occupied), &mut found);
    let queen_attacks = |from| get_bishop_moves(from, occupied) | get_rook_moves(from, occupied);
    takes_of(board, Piece::Queen, queen_attacks, &mut found);
    for to in get_king_moves(king) & enemies {
        let mv = Move { from: king, to, promotion: None };
        if board.is_legal(mv) {
            found(Piece::King, mv);
        }
    }
}

/// Captures by all pieces of one type; each type has its own code, which helps branch prediction.
#[inline(always)]
fn takes_of(
    board: &Board,
    piece: Piece,
    attacks: impl Fn(Square) -> BitBoard,
    found: &mut impl FnMut(Piece, Move),
) {
    let us = board.side_to_move();
    for from in board.colored_pieces(us, piece) {
        let mut takes = attacks(from) & board.colors(!us);
        if board.pinned().has(from) {
            takes &= get_line_rays(board.king(us), from);
        }
        takes.into_iter().for_each(|to| found(piece, Move { from, to, promotion: None }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::legal_moves;
    use proptest::prelude::*;

    fn sorted(mut moves: Vec<Move>) -> Vec<Move> {
        moves.sort_by_key(|mv| (mv.from as u8, mv.to as u8, mv.promotion.map(|piece| piece as u8)));
        moves
    }

    proptest! {
        #[test]
        fn exactly_the_legal_tactical_moves_are_found(start in 0..960u32, choices in proptest::collection::vec(any::<u32>(), 1..120)) {
            let mut board = Board::chess960_startpos(start);
            for choice in choices {
                let moves = legal_moves(&board);
                if moves.is_empty() {
                    break;
                }
                let enemies = board.colors(!board.side_to_move());
                let pawns = board.pieces(Piece::Pawn);
                let is_tactical = |mv: &Move| enemies.has(mv.to) || (pawns.has(mv.from) && is_pawn_tactical(*mv));
                let mut found = Vec::new();
                for_each(&board, |piece, mv| {
                    assert_eq!(board.piece_on(mv.from), Some(piece));
                    found.push(mv);
                });
                prop_assert_eq!(sorted(found), sorted(moves.iter().copied().filter(is_tactical).collect()), "{}", board);
                // Captures first, to get open lines and pins.
                let takes: Vec<Move> = moves.iter().copied().filter(is_tactical).collect();
                let pool = if takes.is_empty() || choice % 3 > 0 { &moves } else { &takes };
                board.play_unchecked(pool[choice as usize / 3 % pool.len()]);
            }
        }
    }
}

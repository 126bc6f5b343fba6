//! Detects moves that give check before they are played.

use board::{
    BitBoard, Board, Piece, PieceMoves, Rank, Square, attacks, get_between_rays, get_bishop_rays,
    get_rook_rays,
};

/// The squares from which each piece of the side to move would attack the other king.
#[derive(Clone, Copy)]
pub(crate) struct CheckingSquares([BitBoard; Piece::NUM]);

impl CheckingSquares {
    pub(crate) fn of(board: &Board) -> Self {
        let us = board.side_to_move();
        let king = board.king(!us);
        let occupied = board.occupied();
        let mut squares = [BitBoard::EMPTY; Piece::NUM];
        for piece in [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook] {
            squares[piece as usize] = attacks(piece, !us, king, occupied);
        }
        squares[Piece::Queen as usize] = squares[Piece::Bishop as usize] | squares[Piece::Rook as usize];
        Self(squares)
    }

    /// True when a piece gives check on this square, unless it comes from between it and the king.
    #[inline]
    pub(crate) fn has(&self, piece: Piece, square: Square) -> bool {
        self.0[piece as usize].has(square)
    }
}

/// Squares from which the side to move gives check, and its pieces that can discover one.
pub(crate) struct Checks {
    from: CheckingSquares,
    /// Pieces alone between the enemy king and one of their own sliders, and kings and pawns, whose
    /// moves need a closer check.
    uncovering: BitBoard,
}

impl Checks {
    pub(crate) fn of(board: &Board) -> Self {
        let us = board.side_to_move();
        let king = board.king(!us);
        let occupied = board.occupied();
        let own = board.colors(us);
        let straight = (board.pieces(Piece::Rook) | board.pieces(Piece::Queen)) & own & get_rook_rays(king);
        let diagonal =
            (board.pieces(Piece::Bishop) | board.pieces(Piece::Queen)) & own & get_bishop_rays(king);
        let mut uncovering = BitBoard::EMPTY;
        for slider in straight | diagonal {
            let between = get_between_rays(king, slider) & occupied;
            if between.len() == 1 {
                uncovering |= between & own;
            }
        }
        Self { from: CheckingSquares::of(board), uncovering }
    }

    /// The moves among these that give check or may do so: castling, promotions and en passant
    /// captures are always included.
    pub(crate) fn among(&self, board: &Board, moves: PieceMoves) -> PieceMoves {
        let to = if self.uncovering.has(moves.from) {
            moves.to
        } else {
            let less_plain = match moves.piece {
                Piece::King => moves.to & board.colors(board.side_to_move()),
                Piece::Pawn => moves.to & (Rank::First.bitboard() | Rank::Eighth.bitboard() | passing(board)),
                _ => BitBoard::EMPTY,
            };
            moves.to & (self.from.0[moves.piece as usize] | less_plain)
        };
        PieceMoves { to, ..moves }
    }
}

/// The en passant square.
fn passing(board: &Board) -> BitBoard {
    let rank = Rank::Sixth.relative_to(board.side_to_move());
    board.en_passant().map_or(BitBoard::EMPTY, |file| file.bitboard() & rank.bitboard())
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use board::random::Random;
    use board::{fen, legal_moves, rules};

    /// Positions of random games from tactical starting positions.
    pub(crate) fn walk(mut visit: impl FnMut(&Board)) {
        let mut random = Random::stream(18, 0);
        for text in [
            fen::STARTPOS,
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        ] {
            for _ in 0..40 {
                let mut board = fen::parse(text).unwrap();
                for _ in 0..60 {
                    visit(&board);
                    let moves = legal_moves(&board);
                    let Some(&mv) = moves.get(random.below(moves.len().max(1))) else { break };
                    board.play_unchecked(mv);
                    if board.halfmove_clock() > 90 {
                        break;
                    }
                }
            }
        }
    }

    #[test]
    fn no_check_is_missed_and_few_moves_are_looked_at_in_vain() {
        let (mut given, mut among) = (0, 0);
        walk(|board| {
            let checks = Checks::of(board);
            board.generate_moves(|moves| {
                let candidates = checks.among(board, moves);
                for mv in moves {
                    let gives_check = !rules::after(board, mv).checkers().is_empty();
                    assert!(!gives_check || candidates.to.has(mv.to), "{mv} in {board}");
                    given += u32::from(gives_check);
                    among += u32::from(candidates.to.has(mv.to));
                }
                false
            });
        });
        assert!(given > 1_000 && among < given * 3 / 2, "{given} {among}");
    }
}

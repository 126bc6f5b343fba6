//! Mates in one.

use board::{Board, Move, rules};

use crate::position::checks::Checks;

/// A move that mates at once.
pub(super) fn mate_in_one(board: &Board) -> Option<Move> {
    let checks = Checks::of(board);
    let mut mate = None;
    board.generate_moves(|moves| {
        mate =
            checks.among(board, moves).into_iter().find(|&mv| rules::is_checkmate(&rules::after(board, mv)));
        mate.is_some()
    });
    mate
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mates;
    use board::random::Random;
    use board::{fen, legal_moves};

    /// Positions of random games from busy starts.
    fn walk(mut visit: impl FnMut(&Board)) {
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
    fn mates_in_one_are_those_of_all_moves() {
        let mut found = 0;
        walk(|board| {
            let mate = mate_in_one(board);
            assert_eq!(mate.is_some(), mates::shortest(board, 1, u64::MAX).is_some(), "{board}");
            found += u32::from(mate.is_some());
        });
        assert!(found > 10, "{found}");
    }
}

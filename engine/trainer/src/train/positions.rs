//! Positions for tests: games of random moves, with many captures so that all numbers of men occur.

use board::{Board, legal_moves};

use board::random::Random;

/// A number of positions; equal seeds give equal positions.
pub(crate) fn positions(seed: u64, count: usize) -> Vec<Board> {
    let mut random = Random::new(seed);
    let mut positions = Vec::with_capacity(count);
    while positions.len() < count {
        let mut board = Board::default();
        let length = 10 + random.next_u64() % 150;
        for ply in 0..length {
            let mut moves = legal_moves(&board);
            if moves.is_empty() {
                break;
            }
            let captures: Vec<_> = moves.iter().copied().filter(|mv| board.occupied().has(mv.to)).collect();
            if !captures.is_empty() && random.next_u64().is_multiple_of(3) {
                moves = captures;
            }
            board.play(moves[random.next_u64() as usize % moves.len()]);
            if ply > 6 && positions.len() < count && random.next_u64().is_multiple_of(8) {
                positions.push(board.clone());
            }
        }
    }
    positions
}

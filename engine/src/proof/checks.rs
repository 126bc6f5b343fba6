//! Mates in one.

use board::{Board, Move, rules};

use crate::position::checks::Checks;

/// A move that mates immediately.
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
    use crate::position::checks::tests::walk;

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

//! Short mates by full-width search: the main search prunes and may find them late; here they are
//! found for certain.

use board::{Board, Move, rules};

/// The shortest forced mate in at most `moves` moves, as a line with the longest defense. `None`
/// when there is none, or when the search exceeds `budget` positions.
pub fn shortest(board: &Board, moves: u32, budget: u64) -> Option<Vec<Move>> {
    let mut prover = Prover { left: budget, refutations: vec![None; moves as usize + 1] };
    prover.mate(board, moves)
}

struct Prover {
    /// Positions left in the budget.
    left: u64,
    /// The reply that last refuted a mate in this number of moves.
    refutations: Vec<Option<Move>>,
}

impl Prover {
    /// The shortest mate in at most `most` moves.
    fn mate(&mut self, board: &Board, most: u32) -> Option<Vec<Move>> {
        (1..=most).find_map(|moves| self.mate_in(board, moves))
    }

    /// A mate in exactly `moves` moves, given that there is no shorter one.
    fn mate_in(&mut self, board: &Board, moves: u32) -> Option<Vec<Move>> {
        let mut quiet = Vec::new();
        for mv in rules::legal_moves(board) {
            self.left = self.left.checked_sub(1)?;
            let next = rules::after(board, mv);
            if next.checkers().is_empty() {
                quiet.push((mv, next));
            } else if let Some(line) = self.holds_nothing(&next, moves) {
                return Some(with(mv, line));
            }
        }
        // The mating move gives check.
        if moves == 1 {
            return None;
        }
        quiet.into_iter().find_map(|(mv, next)| self.holds_nothing(&next, moves).map(|line| with(mv, line)))
    }

    /// The longest defense of the side to move, when every reply is mated in fewer than `moves`
    /// moves.
    fn holds_nothing(&mut self, board: &Board, moves: u32) -> Option<Vec<Move>> {
        if moves == 1 {
            return rules::is_checkmate(board).then(Vec::new);
        }
        let mut replies = rules::legal_moves(board);
        if replies.is_empty() {
            return (!board.checkers().is_empty()).then(Vec::new);
        }
        let refutation = self.refutations[moves as usize];
        if let Some(index) = replies.iter().position(|&reply| Some(reply) == refutation) {
            replies.swap(0, index);
        }
        let mut longest = Vec::new();
        for reply in replies {
            self.left = self.left.checked_sub(1)?;
            let Some(line) = self.mate(&rules::after(board, reply), moves - 1) else {
                self.refutations[moves as usize] = Some(reply);
                return None;
            };
            if line.len() >= longest.len() {
                longest = with(reply, line);
            }
        }
        Some(longest)
    }
}

fn with(first: Move, line: Vec<Move>) -> Vec<Move> {
    std::iter::once(first).chain(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::{Dtm, Wdl, fen};

    const BUDGET: u64 = 1_000_000;

    fn solve(text: &str, moves: u32) -> Option<String> {
        let line = shortest(&fen::parse(text).unwrap(), moves, BUDGET)?;
        Some(line.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn mates_are_found_in_their_length_and_no_sooner() {
        assert_eq!(solve("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 3).unwrap(), "a1a8");
        assert_eq!(solve("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 1), None);
        let line = solve("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2).unwrap();
        assert!(line.starts_with("a1a6") && line.split(' ').count() == 3, "a quiet key: {line}");
        // The lone king can be mated in ten moves at best.
        assert_eq!(solve("8/8/8/4k3/8/8/8/R3K3 w - - 0 1", 3), None);
        // Stalemate is not mate.
        assert_eq!(solve("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", 1).unwrap(), "f1f8");
        assert_eq!(solve("k7/8/1K6/8/8/8/8/8 w - - 0 1", 3), None);
    }

    #[test]
    fn mates_are_those_of_the_tables_and_lines_hold_out_as_long() {
        let tables = tbgen::DtmTables::startup();
        let mut short = 0;
        for ending in ["KQvK", "KRvK", "KPvK"] {
            let table = tables.table(ending.parse().unwrap()).unwrap();
            for placement in tbgen::random_positions(table, 400, 1, Some(Wdl::Win)) {
                let board = placement.to_board().unwrap();
                let Some(Dtm::Win(plies)) = tables.probe_board(&board) else { panic!("{board}") };
                let line = shortest(&board, 3, BUDGET);
                assert_eq!(line.map(|line| line.len()), (plies <= 5).then_some(plies.into()), "{board}");
                short += u32::from(plies <= 5);
            }
        }
        assert!(short > 50, "{short}");
    }

    #[test]
    fn no_answer_comes_after_the_budget() {
        let board = fen::parse("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1").unwrap();
        assert_eq!(shortest(&board, 2, 20), None);
    }
}

//! Draws by the laws of chess, detected from the line of play: repetition, fifty moves, dead
//! positions.

use board::rules::{FIFTY_MOVES_PLIES, has_legal_move, is_insufficient_material};
use board::{Board, get_between_rays};

use super::Position;
use crate::cuckoo;

impl Position {
    /// True when the position is drawn by repetition for a search that is `ply` plies below its
    /// root: the position has occurred once since the root, or twice before.
    #[inline]
    pub fn is_repetition(&self, ply: usize) -> bool {
        let reach = self.reach();
        #[cfg(test)]
        tests::count(reach);
        reach >= 4 && self.has_occurred(ply, reach)
    }

    /// Number of plies back to the farthest position that may be the same as the current one.
    #[inline]
    fn reach(&self) -> usize {
        let plies = u16::from(self.fifty_move_clock()).min(self.now.plies_since_null);
        usize::from(plies).min(self.plies)
    }

    /// [`Self::is_repetition`] among the positions up to `reach` plies back.
    fn has_occurred(&self, ply: usize, reach: usize) -> bool {
        let line = self.before();
        let mut occurrences = 0;
        for distance in (4..=reach).step_by(2) {
            if line[line.len() - distance].key == self.now.key {
                occurrences += 1;
                if distance < ply || occurrences == 2 {
                    return true;
                }
            }
        }
        false
    }

    /// True when the side to move has a move that draws by repetition, for a search that is `ply`
    /// plies below its root: to a position that has occurred since the root, or twice before.
    #[inline]
    pub(crate) fn has_upcoming_repetition(&self, ply: usize) -> bool {
        let reach = self.reach();
        reach >= 3 && self.may_recur(ply, reach)
    }

    /// [`Self::has_upcoming_repetition`] of the positions up to `reach` plies back.
    fn may_recur(&self, ply: usize, reach: usize) -> bool {
        let line = self.before();
        (3..=reach).step_by(2).any(|distance| {
            let earlier = line.len() - distance;
            let Some((a, b)) = cuckoo::squares(self.now.key ^ line[earlier].key) else { return false };
            let board = self.board();
            let is_ours = |square| board.colors(board.side_to_move()).has(square);
            (get_between_rays(a, b) & board.occupied()).is_empty()
                && (is_ours(a) || is_ours(b))
                && (distance < ply || self.occurred_before(earlier))
        })
    }

    /// True when an earlier position of the line had occurred before.
    fn occurred_before(&self, index: usize) -> bool {
        let line = self.before();
        let frame = &line[index];
        let reach = usize::from(frame.board.halfmove_clock()).min(frame.plies_since_null as usize);
        (4..=reach.min(index)).step_by(2).any(|distance| line[index - distance].key == frame.key)
    }

    /// True when some position has occurred twice since the last irreversible move: the game is
    /// repeating.
    pub(crate) fn has_repeated(&self) -> bool {
        let reach = usize::from(self.fifty_move_clock()).min(self.plies);
        let line = &self.before()[self.plies - reach..];
        // The same side is to move at every other ply.
        let is_before = |key: u64, later: usize| {
            line[..later].iter().rev().skip(1).step_by(2).any(|frame| frame.key == key)
        };
        is_before(self.now.key, reach) || (0..reach).any(|index| is_before(line[index].key, index))
    }

    /// The positions that have occurred twice since the last irreversible move, the current one
    /// included.
    pub(crate) fn repeated_boards(&self) -> Vec<&Board> {
        let reach = usize::from(self.fifty_move_clock()).min(self.plies);
        let line: Vec<_> =
            self.before()[self.plies - reach..].iter().chain(std::iter::once(&self.now)).collect();
        let occurred = |at: usize| line[..at].iter().filter(|frame| frame.key == line[at].key).count();
        (0..line.len()).filter(|&at| occurred(at) == 1).map(|at| &line[at].board).collect()
    }

    /// True when the counter has reached 100 and the last move did not mate.
    #[inline]
    pub fn is_fifty_move_draw(&self) -> bool {
        self.fifty_move_clock() >= FIFTY_MOVES_PLIES && (!self.in_check() || has_legal_move(self.board()))
    }

    /// True when no sequence of legal moves can mate either king.
    #[inline]
    pub fn is_insufficient_material(&self) -> bool {
        self.men() <= DEAD_MEN_MAX && is_insufficient_material(self.board())
    }
}

/// With more men a position is almost never dead: they would all have to be bishops on squares of
/// one color.
const DEAD_MEN_MAX: u32 = 8;

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::engine::Engine;
    use crate::play::bench;
    use board::{fen, legal_moves, notation};
    use proptest::prelude::*;

    thread_local! {
        /// Checks for a repetition, those that compare positions, and the positions compared if
        /// none is the same.
        static CHECKS: Cell<[u64; 3]> = const { Cell::new([0; 3]) };
    }

    /// Counts a check that may reach this many plies back.
    pub(super) fn count(reach: usize) {
        let compared = reach.saturating_sub(2) / 2;
        let [all, walks, positions] = CHECKS.get();
        CHECKS.set([all + 1, walks + u64::from(compared > 0), positions + compared as u64]);
    }

    /// How often the check of a search ends without a comparison: within four plies of a capture, a
    /// pawn move, a null move or the root. The output is in `docs/results/search.md`.
    #[test]
    fn most_checks_for_a_repetition_compare_nothing() {
        CHECKS.set([0; 3]);
        let mut engine = Engine::new(16).unwrap();
        bench::run(&mut engine, 6, |_, _, _| ());
        let [all, walks, positions] = CHECKS.get();
        let early = 100.0 * (all - walks) as f64 / all as f64;
        let mean = positions as f64 / walks as f64;
        println!("{all} checks, {early:.2} % compare nothing, the others up to {mean:.1} positions");
        assert!(early > 50.0 && walks > 0, "{early} % of {all}");
    }

    fn position(text: &str) -> Position {
        Position::new(fen::parse(text).unwrap())
    }

    fn play(position: &mut Position, moves: &str) {
        for text in moves.split_whitespace() {
            let mv = notation::parse_uci(position.board(), text).unwrap();
            position.play(mv);
        }
    }

    #[test]
    fn a_position_after_the_root_repeats_at_once_and_one_before_it_needs_two() {
        let mut game = position(fen::STARTPOS);
        play(&mut game, "g1f3 g8f6 f3g1 f6g8");
        assert!(!game.is_repetition(0), "second occurrence in the game");
        assert!(!game.is_repetition(4), "the root itself occurs for the second time");
        assert!(game.is_repetition(5));
        play(&mut game, "g1f3 g8f6 f3g1 f6g8");
        assert!(game.is_repetition(0), "third occurrence");
        assert!(game.has_repeated());
    }

    #[test]
    fn a_repetition_is_seen_one_move_early() {
        let mut game = position(fen::STARTPOS);
        play(&mut game, "g1f3 g8f6 f3g1");
        assert!(game.has_upcoming_repetition(4), "f6g8 leads back to the position after the root");
        assert!(!game.has_upcoming_repetition(3), "f6g8 leads back to the root for the second time only");
        play(&mut game, "f6g8 g1f3 g8f6 f3g1");
        assert!(game.has_upcoming_repetition(0), "f6g8 brings the third occurrence");
        game.play_null();
        assert!(!game.has_upcoming_repetition(100));
        // The rook's path back is blocked.
        let mut game = position("4k3/8/8/8/8/8/K7/R7 b - - 0 1");
        play(&mut game, "e8d8 a1b1 d8d7 b1b3 d7e7 b3a3 e7e8");
        assert!(!game.has_upcoming_repetition(100));
    }

    #[test]
    fn the_repetition_count_survives_undoing() {
        let mut game = position(fen::STARTPOS);
        play(&mut game, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8");
        game.undo();
        assert!(!game.is_repetition(0) || game.key() != position(fen::STARTPOS).key());
        play(&mut game, "f6g8");
        assert!(game.is_repetition(0));
    }

    #[test]
    fn no_repetition_reaches_over_a_null_move() {
        let mut game = position("4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
        play(&mut game, "a1a2 e8d8 a2a1");
        game.play_null();
        play(&mut game, "a1a2 d8e8 a2a1");
        game.play_null();
        // White to move, rook a1, kings e1 and e8: the same as the root, but with two null moves in
        // between.
        assert_eq!(game.key(), position("4k3/8/8/8/8/8/8/R3K3 w - - 0 1").key());
        assert!(!game.is_repetition(100));
    }

    #[test]
    fn mate_on_the_hundredth_ply_is_mate() {
        let mut game = position("k7/8/1K6/8/8/8/8/7R w - - 99 80");
        play(&mut game, "h1h8");
        assert_eq!(game.fifty_move_clock(), 100);
        assert!(!game.is_fifty_move_draw());
        let mut game = position("k7/8/1K6/8/8/8/8/7R w - - 99 80");
        play(&mut game, "h1h7");
        assert!(game.is_fifty_move_draw());
    }

    #[test]
    fn dead_positions_are_known() {
        for (text, dead) in [
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", true),
            ("4k3/8/8/8/8/8/8/4KN2 w - - 0 1", true),
            ("4k3/8/8/8/8/8/8/4KB2 w - - 0 1", true),
            // f1 and c8 are light squares, f8 is dark.
            ("2b1k3/8/8/8/8/8/8/4KB2 w - - 0 1", true),
            ("4kb2/8/8/8/8/8/8/4KB2 w - - 0 1", false),
            ("4k3/8/8/8/8/8/8/3NKN2 w - - 0 1", false),
            ("4kn2/8/8/8/8/8/8/4KN2 w - - 0 1", false),
            ("4k3/4p3/8/8/8/8/8/4K3 w - - 0 1", false),
        ] {
            assert_eq!(position(text).is_insufficient_material(), dead, "{text}");
        }
    }

    /// A slow reference implementation: plays every move.
    fn can_repeat(line: &mut Position, ply: usize) -> bool {
        legal_moves(line.board()).into_iter().any(|mv| {
            line.play(mv);
            let repeats = line.fifty_move_clock() > 0 && line.is_repetition(ply + 1);
            line.undo();
            repeats
        })
    }

    proptest! {
        #[test]
        fn upcoming_repetitions_are_those_that_a_move_brings(
            choices in proptest::collection::vec(any::<u32>(), 1..60),
            ply in 0..40usize,
        ) {
            // Few squares to move to, so that repetitions are frequent.
            let mut line = position("k7/p1p5/P1P5/8/8/5p1p/5P1P/5NK1 w - - 0 1");
            for choice in choices {
                let moves = legal_moves(line.board());
                prop_assert_eq!(line.has_upcoming_repetition(ply), can_repeat(&mut line, ply));
                if moves.is_empty() {
                    break;
                }
                line.play(moves[choice as usize % moves.len()]);
            }
        }
    }
}

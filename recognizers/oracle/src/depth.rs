//! Iterative deepening over all moves: alpha-beta on ranges of results.

use board::{Board, Wdl};

use crate::findings::Findings;
use crate::memo::{Key, Searched};
use crate::range::Range;

/// Alpha and beta: results of at most `.0` need not be distinguished, nor results of at least `.1`.
type Window = (Wdl, Wdl);

/// The full window.
const WHOLE: Window = (Wdl::Loss, Wdl::Win);
/// Deepest iteration.
const MAX_DEPTH: u8 = 100;

/// A full-width search.
///
/// A position that repeats on the current path keeps the range proved so far, so all findings are
/// independent of the path.
#[derive(Default)]
pub(crate) struct Depth {
    /// Positions on the path from the root.
    path: Vec<Key>,
}

impl Depth {
    /// Searches deeper and deeper until the result is settled or the node limit is reached.
    pub(crate) fn prove(&mut self, found: &mut Findings<'_>, board: &Board) -> Range {
        let mut range = found.known(board);
        for depth in 1..=MAX_DEPTH {
            let before = found.nodes;
            range = range.and(self.node(found, board, depth, WHOLE));
            if range.is_exact() || found.is_spent() || found.nodes == before {
                break;
            }
        }
        range
    }

    fn node(
        &mut self,
        found: &mut Findings<'_>,
        board: &Board,
        depth: u8,
        window @ (alpha, beta): Window,
    ) -> Range {
        let known = found.known(board);
        if depth == 0 || known.is_exact() || known.low >= beta || known.high <= alpha {
            return known;
        }
        let key = Key::of(board);
        if let Some(key) = key {
            let is_covered = found.memo.get(&key).is_some_and(|entry| entry.searched.covers(depth, window));
            if is_covered || self.path.contains(&key) {
                return known;
            }
        }
        if found.is_spent() {
            return known;
        }
        found.meet(board, key);
        self.path.extend(key);
        let range = known.and(self.by_moves(found, board, depth, known, window));
        if let Some(key) = key {
            self.path.pop();
            let is_complete = !found.is_spent();
            let entry = found.memo.get_mut(&key).expect("the position was visited");
            entry.range = entry.range.and(range);
            if is_complete {
                entry.searched = Searched { depth, window: Some(window) };
            }
        }
        range
    }

    /// The range that follows from the moves.
    fn by_moves(
        &mut self,
        found: &mut Findings<'_>,
        board: &Board,
        depth: u8,
        known: Range,
        (alpha, beta): Window,
    ) -> Range {
        let children = found.children(board);
        if children.is_empty() {
            return Range::of_finished(board);
        }
        let mut best = children[0].range;
        // Plies of the longest defense as long as all moves lose.
        let (mut longest, mut high) = (0, Wdl::Loss);
        for (number, child) in children.iter().enumerate() {
            let floor = if number == 0 { alpha } else { alpha.max(best.low) };
            let mut range = child.range;
            if !range.is_exact() && range.high > floor && depth > 1 {
                let searched = self.node(found, &child.board, depth - 1, (-beta, -floor));
                range = range.and(searched.of_move(child.is_zeroing));
            }
            high = high.max(range.high);
            longest = longest.max(range.plies().unwrap_or(u8::MAX));
            let is_better = range.low > best.low
                || range.low == best.low
                    && range.plies().unwrap_or(u8::MAX) < best.plies().unwrap_or(u8::MAX);
            if number == 0 || is_better {
                best = range;
            }
            if best.low >= beta || best.low >= known.high {
                high = known.high;
                break;
            }
        }
        match (best.low, high) {
            (Wdl::Win, _) => Range::exact(Wdl::Win, best.plies()),
            (_, Wdl::Loss) => Range::exact(Wdl::Loss, Some(longest).filter(|&plies| plies < u8::MAX)),
            (low, high) => Range::between(low, high),
        }
    }
}

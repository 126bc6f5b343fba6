//! Depth-first proof-number search.

use board::{Board, Move, rules};

use super::key::key;
use super::leaf::Frame;
use super::table::Table;
use super::value::{BackUp, INFINITE, Thresholds, Value};
use crate::position::checks::Checks;

/// Positions between two clock checks.
const CLOCK_NODES: u64 = 256;

/// A move and the known value of the position after it.
#[derive(Clone, Copy)]
struct Child {
    mv: Move,
    key: u64,
    value: Value,
}

/// One search; its results stay in the table.
pub(super) struct Search<'a> {
    pub(super) frame: Frame<'a>,
    pub(super) table: &'a mut Table,
    /// Called regularly with the number of nodes; returning false stops the search.
    pub(super) goes_on: &'a mut dyn FnMut(u64) -> bool,
    /// Moves played.
    pub(super) nodes: u64,
    /// The key of the root and its moves, if restricted.
    pub(super) only: Option<(u64, Vec<Move>)>,
    pub(super) is_stopped: bool,
    /// Nodes at the last clock check.
    asked_at: u64,
    /// Moves of all positions from the root to the current one.
    children: Vec<Child>,
    /// The reply that last refuted an attack, by plies left.
    refutations: [Option<Move>; 256],
}

impl<'a> Search<'a> {
    pub(super) fn new(
        frame: Frame<'a>,
        table: &'a mut Table,
        goes_on: &'a mut dyn FnMut(u64) -> bool,
    ) -> Self {
        Self {
            frame,
            table,
            goes_on,
            nodes: 0,
            only: None,
            is_stopped: false,
            asked_at: 0,
            children: Vec::with_capacity(1 << 12),
            refutations: [None; 256],
        }
    }

    /// The key of a position under the rules of this search.
    pub(super) fn key(&self, board: &Board) -> u64 {
        key(board, self.frame.counts_clock)
    }

    /// Searches a position with `plies` plies left until it is solved or one of its numbers reaches
    /// its threshold. The game must not be over.
    pub(super) fn expand(&mut self, board: &Board, key: u64, plies: u8, thresholds: Thresholds) -> Value {
        let attacks = board.side_to_move() == self.frame.attacker;
        if let Some(value) = self.table.look_up(key, attacks, plies)
            && (value.is_solved() || thresholds.are_reached(value))
        {
            return value;
        }
        let (entered, first) = (self.nodes, self.children.len());
        self.unfold(board, key, plies, attacks);
        let (value, best) = loop {
            let back_up = BackUp::of(attacks, self.children[first..].iter().map(|child| child.value));
            let best = first + back_up.best;
            if back_up.value.is_solved() || thresholds.are_reached(back_up.value) || self.is_over() {
                break (back_up.value, best);
            }
            let child = self.children[best];
            let within = Thresholds {
                phi: (thresholds.delta - back_up.value.delta).saturating_add(child.value.phi).min(INFINITE),
                delta: thresholds.phi.min(back_up.second.saturating_add(1 + back_up.second / 4)),
            };
            let next = rules::after(board, child.mv);
            self.nodes += 1;
            self.children[best].value = self.expand(&next, child.key, plies - 1, within);
        };
        let mv = (value.phi == 0).then(|| self.children[best].mv);
        self.children.truncate(first);
        if !attacks && mv.is_some() {
            self.refutations[usize::from(plies)] = mv;
        }
        self.table.store(key, attacks, value, mv.filter(|_| attacks), self.nodes - entered);
        value
    }

    /// Appends the moves of a position to the list: all, or only up to one that succeeds.
    fn unfold(&mut self, board: &Board, key: u64, plies: u8, attacks: bool) {
        if let Some((root, moves)) = &self.only
            && *root == key
        {
            let moves = moves.clone();
            moves.into_iter().find(|&mv| self.add(board, mv, plies));
            return;
        }
        if !attacks {
            let refutation = self.refutations[usize::from(plies)].filter(|&mv| board.is_legal(mv));
            if refutation.is_some_and(|mv| self.add(board, mv, plies)) {
                return;
            }
            board.generate_moves(|moves| {
                moves.into_iter().any(|mv| Some(mv) != refutation && self.add(board, mv, plies))
            });
            return;
        }
        let checks = Checks::of(board);
        let mut is_done = false;
        board.generate_moves(|moves| {
            is_done = checks.among(board, moves).into_iter().any(|mv| self.add(board, mv, plies));
            is_done
        });
        if is_done {
            return;
        }
        board.generate_moves(|mut moves| {
            moves.to -= checks.among(board, moves).to;
            moves.into_iter().any(|mv| self.add(board, mv, plies))
        });
    }

    /// Adds a move with its known value; true when it succeeds.
    fn add(&mut self, board: &Board, mv: Move, plies: u8) -> bool {
        let next = rules::after(board, mv);
        self.nodes += 1;
        let key = self.key(&next);
        let attacks = next.side_to_move() == self.frame.attacker;
        let left = plies - 1;
        let known = if left > 1 { self.table.look_up(key, attacks, left) } else { None };
        let value = known.unwrap_or_else(|| self.frame.judge(&next, key, left));
        self.children.push(Child { mv, key, value });
        value.delta == 0
    }

    /// Checks time and memory regularly. True when the search must end.
    fn is_over(&mut self) -> bool {
        if !self.is_stopped && self.nodes / CLOCK_NODES != self.asked_at {
            self.asked_at = self.nodes / CLOCK_NODES;
            self.is_stopped = self.table.is_exhausted() || !(self.goes_on)(self.nodes);
        }
        self.is_stopped
    }
}

//! Solves for the number of plies that must be left on the counter for a mate within *d* plies.
//!
//! For a won or lost position let `need(d)` be the fewest plies left with which it is mate within
//! `d` plies. A winner needs one ply more than the best position that a quiet move leads to, at
//! `d - 1`; a loser one more than the worst. A capture or pawn move always needs a single ply, once
//! the position after it is mate within `d - 1` from a fresh counter, where the distance is the
//! plain one as long as no mate takes more than 100 plies. So each layer `d = 1, 2, ...` follows
//! from the one before, and only positions affected by a change in the previous layer are examined.
//! Winners change in odd layers, losers in even ones.

use board::{Color, narrow};

use super::moves::QuietMoves;
use super::profile::{Growing, StepAt};
use super::zeroing::ZeroingMoves;
use crate::solve::solved::Solved;
use crate::value::dtm::DtmByte;
use crate::value::metric::{DRAW_MERIT, Metric};

/// No number of plies is enough.
const NEVER: u8 = u8::MAX;
/// Plies left with a fresh counter.
pub(super) const FULL: u8 = board::rules::FIFTY_MOVES_PLIES;

/// A position: its slot, and its side to move as the lowest bit.
#[derive(Clone, Copy)]
struct At(u32);

impl At {
    fn new(side: Color, slot: usize) -> Self {
        Self(narrow(slot << 1 | side as usize))
    }

    fn side(self) -> Color {
        if self.0 & 1 == 0 { Color::White } else { Color::Black }
    }

    fn slot(self) -> usize {
        (self.0 >> 1) as usize
    }
}

/// A position that needs fewer plies than in the layer before.
struct Change {
    at: At,
    /// The previous need.
    before: u8,
}

/// An ending being solved.
pub(super) struct Solver<'a> {
    mates: &'a [Vec<u8>; 2],
    quiet: QuietMoves<'a>,
    /// By side to move and slot: plies needed so far.
    need: [Vec<u8>; 2],
    /// The last layer in which a position was examined.
    seen: [Vec<u8>; 2],
    /// For decided positions with captures or pawn moves, the first layer in which these all lose
    /// (lost positions) or one wins (won positions); 0 for others.
    zeroing: [Vec<u8>; 2],
    /// Those positions by layer.
    by_layer: Vec<Vec<At>>,
    /// The history of the needs.
    pub(super) growing: Growing,
    /// By side to move and slot.
    pub(super) profiles: [Vec<u32>; 2],
}

impl<'a> Solver<'a> {
    /// A solver with all captures and pawn moves evaluated.
    pub(super) fn new(own: &'a Solved<DtmByte>, zeroing_moves: &ZeroingMoves) -> Self {
        let slots = own.layout.slots();
        let empty = |value: u8| [vec![value; slots], vec![value; slots]];
        let mut solver = Self {
            mates: &own.values,
            quiet: QuietMoves::new(&own.layout),
            need: empty(NEVER),
            seen: empty(0),
            zeroing: empty(0),
            by_layer: Vec::new(),
            growing: Growing::new(),
            profiles: [vec![Growing::NONE; slots], vec![Growing::NONE; slots]],
        };
        for side in Color::ALL {
            for (slot, &code) in own.values[side as usize].iter().enumerate() {
                if code == DtmByte::DRAW || code == DtmByte::ILLEGAL || code == DtmByte::lost(0) {
                    continue;
                }
                let merit = zeroing_moves.best(side, slot);
                let wins = is_won(code);
                // All of a loser's moves lose; a winner's may have any result.
                if merit == 0 || wins && merit <= DRAW_MERIT {
                    continue;
                }
                let layer = DtmByte::ply(merit);
                solver.zeroing[side as usize][slot] = narrow(layer);
                if solver.by_layer.len() <= layer {
                    solver.by_layer.resize_with(layer + 1, Vec::new);
                }
                solver.by_layer[layer].push(At::new(side, slot));
            }
        }
        solver
    }

    /// Solves all layers.
    pub(super) fn solve(&mut self) {
        let mut changes = self.checkmates();
        let mut layer = 0;
        while !changes.is_empty() || usize::from(layer) < self.by_layer.len() {
            for change in &changes {
                let (side, slot) = (change.at.side() as usize, change.at.slot());
                let step = StepAt { left: self.need[side][slot], plies: layer };
                self.profiles[side][slot] = self.growing.with(self.profiles[side][slot], step);
            }
            layer += 1;
            changes =
                if layer & 1 == 1 { self.winners(layer, &changes) } else { self.losers(layer, &changes) };
        }
    }

    fn checkmates(&mut self) -> Vec<Change> {
        let mut found = Vec::new();
        for side in Color::ALL {
            let values = self.mates[side as usize].iter().enumerate();
            for (slot, _) in values.filter(|&(_, &code)| code == DtmByte::lost(0)) {
                self.need[side as usize][slot] = 0;
                found.push(Change { at: At::new(side, slot), before: NEVER });
            }
        }
        found
    }

    /// Winners that improve by a quiet move to one of the changed losers, or by a capture or pawn
    /// move.
    fn winners(&mut self, layer: u8, losers: &[Change]) -> Vec<Change> {
        // The losers' needs do not change meanwhile.
        let needs: Vec<u8> = losers.iter().map(|loser| self.need_of(loser.at)).collect();
        let mut found = Vec::new();
        let Self { need, seen, mates, quiet, .. } = self;
        let mut offer = |at: At, left: u8| {
            let (side, slot) = (at.side() as usize, at.slot());
            let before = need[side][slot];
            if left >= before || !is_won(mates[side][slot]) {
                return;
            }
            need[side][slot] = left;
            if seen[side][slot] != layer {
                seen[side][slot] = layer;
                found.push(Change { at, before });
            }
        };
        for (loser, needed) in losers.iter().zip(needs) {
            let (side, slot) = (loser.at.side(), loser.at.slot());
            let left = needed + 1;
            if left <= FULL {
                quiet.visit(!side, slot, |from| {
                    offer(At::new(!side, from), left);
                    true
                });
            }
        }
        for &at in self.by_layer.get(usize::from(layer)).into_iter().flatten() {
            offer(at, 1);
        }
        found
    }

    /// Losers that are mated with fewer plies left than before after all moves.
    fn losers(&mut self, layer: u8, winners: &[Change]) -> Vec<Change> {
        let mut found = Vec::new();
        let mut look_at = Vec::new();
        for winner in winners {
            let (side, slot) = (!winner.at.side(), winner.at.slot());
            self.quiet.visit(side, slot, |from| {
                let at = side as usize;
                let (code, need) = (self.mates[at][from], self.need[at][from]);
                // Another move determines the need.
                let unchanged = need != NEVER && need != winner.before.saturating_add(1);
                if is_lost(code) && code - 1 <= layer && !unchanged {
                    look_at.push(At::new(side, from));
                }
                true
            });
        }
        let by_layer = self.by_layer.get(usize::from(layer)).into_iter().flatten();
        for &at in by_layer.chain(&look_at) {
            let (side, slot) = (at.side() as usize, at.slot());
            if std::mem::replace(&mut self.seen[side][slot], layer) == layer {
                continue;
            }
            let (need, before) = (self.need_of_loser(at, layer), self.need[side][slot]);
            if need < before {
                self.need[side][slot] = need;
                found.push(Change { at, before });
            }
        }
        found
    }

    /// The maximum need over a loser's moves.
    fn need_of_loser(&self, at: At, layer: u8) -> u8 {
        let (side, slot) = (at.side(), at.slot());
        let mut need = match self.zeroing[side as usize][slot] {
            0 => 0,
            from if from <= layer => 1,
            _ => return NEVER,
        };
        let other = !side as usize;
        self.quiet.visit(side, slot, |to| {
            if self.mates[other][to] != DtmByte::ILLEGAL {
                need = need.max(self.need[other][to].saturating_add(1));
            }
            need <= FULL
        });
        if need > FULL { NEVER } else { need }
    }

    fn need_of(&self, at: At) -> u8 {
        self.need[at.side() as usize][at.slot()]
    }
}

/// True for a winning code of [`DtmByte`].
fn is_won(code: u8) -> bool {
    code != DtmByte::DRAW && code & 1 == 0
}

/// True for a losing code of [`DtmByte`].
fn is_lost(code: u8) -> bool {
    code != DtmByte::ILLEGAL && code & 1 == 1
}

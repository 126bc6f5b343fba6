//! Proves forced wins of one side by proof-number search.
//!
//! Depth-first proof-number search (Nagai 2002): the most-proving node is expanded next.
//! Repetitions count as refuted.

use board::{Board, Color, Wdl};
use rustc_hash::FxHashSet;

use crate::findings::{Child, Findings};
use crate::memo::{Key, KeyMap};
use crate::range::Range;

/// The least number of leaf positions that must be proved, or refuted, to prove or refute a
/// position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Numbers {
    proof: u32,
    refutation: u32,
}

const ENDLESS: u32 = u32::MAX / 4;
const PROVED: Numbers = Numbers { proof: 0, refutation: ENDLESS };
const REFUTED: Numbers = Numbers { proof: ENDLESS, refutation: 0 };
/// Longest path from the root.
const MAX_PLIES: usize = 120;

/// A resumable search for a win of one side.
pub(crate) struct Win {
    side: Color,
    numbers: KeyMap<Numbers>,
    path: FxHashSet<Key>,
}

impl Win {
    pub(crate) fn new(side: Color) -> Self {
        Self { side, numbers: KeyMap::default(), path: FxHashSet::default() }
    }

    /// The side whose win is searched.
    pub(crate) fn side(&self) -> Color {
        self.side
    }

    /// Continues until the win is proved or refuted, or the node limit is reached; the findings
    /// hold the result.
    pub(crate) fn prove(&mut self, found: &mut Findings<'_>, board: &Board) {
        let most = Numbers { proof: ENDLESS, refutation: ENDLESS };
        self.node(found, board, most);
    }

    /// Expands a position until one of its numbers reaches `limits`.
    fn node(&mut self, found: &mut Findings<'_>, board: &Board, limits: Numbers) -> Numbers {
        let own = board.side_to_move() == self.side;
        let key = Key::of(board);
        found.meet(board, key);
        let mut children = found.children(board);
        if children.is_empty() {
            let is_won = !own && !board.checkers().is_empty();
            return if is_won { PROVED } else { REFUTED };
        }
        let Some(key) = key else { return REFUTED };
        let mut numbers: Vec<Numbers> = children.iter().map(|child| self.of_child(child)).collect();
        self.path.insert(key);
        let reached = loop {
            let reached = if own { any(&numbers) } else { all(&numbers) };
            if reached.proof >= limits.proof || reached.refutation >= limits.refutation || found.is_spent() {
                break reached;
            }
            let (next, child_limits) = if own {
                select_any(&numbers, limits, reached)
            } else {
                select_all(&numbers, limits, reached)
            };
            let child = &mut children[next];
            let below = if self.path.len() >= MAX_PLIES {
                REFUTED
            } else {
                self.node(found, &child.board, child_limits)
            };
            child.range = child.range.and(found.known(&child.board).of_move(child.is_zeroing));
            numbers[next] = match below {
                // Because of the ply that the move takes, the win may come too late for the
                // fifty-move rule.
                PROVED if !is_won(child.range, own) => REFUTED,
                below => below,
            };
        };
        self.path.remove(&key);
        self.numbers.insert(key, reached);
        if reached == PROVED {
            found.settle(key, won(&children, own));
        }
        reached
    }

    fn of_child(&self, child: &Child) -> Numbers {
        let own = child.board.side_to_move() != self.side;
        if is_won(child.range, own) {
            return PROVED;
        }
        let is_refuted = if own { child.range.high < Wdl::Win } else { child.range.low > Wdl::Loss };
        let Some(key) = Key::of(&child.board) else { return REFUTED };
        if is_refuted || self.path.contains(&key) {
            return REFUTED;
        }
        let known = self.numbers.get(&key).copied();
        // A refutation may depend on a repetition; proofs are in the memo.
        known.unwrap_or(Numbers { proof: 1, refutation: 1 })
    }
}

/// True if the side wins with a move of this range; `own` if it is the side's own move.
fn is_won(range: Range, own: bool) -> bool {
    if own { range.low == Wdl::Win } else { range.high == Wdl::Loss }
}

/// The range of a won position, from its moves.
fn won(children: &[Child], own: bool) -> Range {
    let plies =
        children.iter().filter(|child| child.range.is_exact()).filter_map(|child| child.range.plies());
    if own {
        let wins = children.iter().filter(|child| child.range.result() == Some(Wdl::Win));
        Range::exact(Wdl::Win, wins.filter_map(|child| child.range.plies()).min())
    } else {
        Range::exact(Wdl::Loss, plies.max())
    }
}

/// Numbers of a position that one proved move proves.
fn any(numbers: &[Numbers]) -> Numbers {
    let proof = numbers.iter().map(|one| one.proof).min().unwrap_or(ENDLESS);
    let refutation = numbers.iter().fold(0, |sum: u32, one| sum.saturating_add(one.refutation)).min(ENDLESS);
    if proof == 0 { PROVED } else { Numbers { proof, refutation } }
}

/// Numbers of a position that one refuted move refutes.
fn all(numbers: &[Numbers]) -> Numbers {
    turn(any(&numbers.iter().map(|&one| turn(one)).collect::<Vec<_>>()))
}

fn turn(numbers: Numbers) -> Numbers {
    Numbers { proof: numbers.refutation, refutation: numbers.proof }
}

fn select_any(numbers: &[Numbers], limits: Numbers, reached: Numbers) -> (usize, Numbers) {
    let best = (0..numbers.len()).min_by_key(|&at| numbers[at].proof).unwrap_or(0);
    let second =
        (0..numbers.len()).filter(|&at| at != best).map(|at| numbers[at].proof).min().unwrap_or(ENDLESS);
    // A little more than the second best, to avoid switching back and forth at every step.
    let proof = limits.proof.min((second + second / 4).saturating_add(1).min(ENDLESS));
    let refutation =
        (limits.refutation - reached.refutation).saturating_add(numbers[best].refutation).min(ENDLESS);
    (best, Numbers { proof, refutation })
}

fn select_all(numbers: &[Numbers], limits: Numbers, reached: Numbers) -> (usize, Numbers) {
    let turned: Vec<Numbers> = numbers.iter().map(|&one| turn(one)).collect();
    let (best, limits) = select_any(&turned, turn(limits), turn(reached));
    (best, turn(limits))
}

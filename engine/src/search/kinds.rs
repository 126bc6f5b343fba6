//! Types of the search: kinds of nodes, nodes, moves, and root moves.

use board::{Move, Outcome};

use crate::knowledge::Verdict;
use crate::score::Score;
use crate::tt::{Bound, Entry};

/// The kind of a node, known at compile time, so that each kind has its own code.
pub(super) trait Kind {
    /// On a principal variation: the window is open.
    const PV: bool;
    /// The root itself.
    const ROOT: bool;
    /// What is searched and left out is recorded: see `trace`.
    const TRACED: bool = false;
}

/// The root.
pub(super) struct Root;
/// Below the root with an open window.
pub(super) struct Pv;
/// Shown by the command `resolve`.
pub(super) struct Traced;
/// With a null window: tests only whether the score beats beta.
pub(super) struct NonPv;

impl Kind for Root {
    const PV: bool = true;
    const ROOT: bool = true;
}
impl Kind for Pv {
    const PV: bool = true;
    const ROOT: bool = false;
}
impl Kind for Traced {
    const PV: bool = true;
    const ROOT: bool = false;
    const TRACED: bool = true;
}
impl Kind for NonPv {
    const PV: bool = false;
    const ROOT: bool = false;
}

/// The state shared by the steps of a node.
#[expect(clippy::struct_excessive_bools, reason = "facts about a node, not a state")]
pub(super) struct Node {
    pub(super) alpha: Score,
    pub(super) beta: Score,
    pub(super) depth: i32,
    pub(super) ply: usize,
    /// A cutoff is expected.
    pub(super) expects_cut: bool,
    pub(super) in_check: bool,
    pub(super) hash: Option<Entry>,
    /// The first move to try.
    pub(super) hash_move: Option<Move>,
    /// The hash entry's score with distances from the root; a draw if there is no entry.
    pub(super) hash_score: Score,
    pub(super) tactical_hash_move: bool,
    /// Has been in a principal variation.
    pub(super) was_pv: bool,
    pub(super) excluded: Option<Move>,
    /// The verdict of recognizers.
    pub(super) verdict: Option<Verdict>,
    /// Evaluation before corrections; `None` in check.
    pub(super) raw_eval: Option<i32>,
    /// The best estimate of the score: the corrected evaluation, or the hash score if that is
    /// better.
    pub(super) eval: i32,
    /// Improving: the evaluation is better than at the side's last move.
    pub(super) improving: bool,
    /// The evaluation is better than before the other side's last move.
    pub(super) is_gaining: bool,
    /// Lower bound by tables or recognizers.
    pub(super) floor: Score,
    /// Upper bound by tables or recognizers.
    pub(super) ceiling: Score,
}

/// A move under consideration.
pub(super) struct Candidate {
    pub(super) mv: Move,
    /// 1 for the first.
    pub(super) number: usize,
    pub(super) tactical: bool,
    /// Of a move after the first: the first is neither pruned nor reduced.
    pub(super) history: i32,
}

/// The results of a node's moves so far.
pub(super) struct NodeResult {
    pub(super) best: Score,
    pub(super) best_move: Option<Move>,
    /// Legal moves seen.
    pub(super) number: usize,
    /// Several moves beat beta in the singular search.
    pub(super) multi_cut: bool,
    /// Quiet moves, then captures, that were searched without a cutoff.
    pub(super) tried: [usize; 2],
}

/// The result of the singular search.
pub(super) enum Extension {
    /// Change the depth by this many plies.
    Plies(i32),
    /// Several moves beat beta: the node is done.
    Cutoff(Score),
}

/// A root move and its results.
#[derive(Clone, Debug)]
pub struct RootMove {
    /// The move.
    pub mv: Move,
    /// Rank by tables or proofs: moves of a lower rank are better, regardless of scores.
    pub(crate) rank: usize,
    /// The value by tables, proofs or recognizers.
    pub(crate) result: Option<Outcome>,
    /// Score in this iteration; minus infinity if the move failed low.
    pub score: Score,
    /// The kind of the score.
    pub bound: Bound,
    /// Last exact score of an earlier iteration.
    pub previous: Score,
    /// Best line, this move first.
    pub pv: Vec<Move>,
    /// Deepest ply reached below it.
    pub selective_depth: usize,
    /// Nodes spent on it so far.
    pub nodes: u64,
}

impl RootMove {
    /// A move without results.
    pub fn new(mv: Move) -> Self {
        let unknown = -Score::INFINITE;
        Self {
            mv,
            rank: 0,
            result: None,
            score: unknown,
            bound: Bound::Exact,
            previous: unknown,
            pv: vec![mv],
            selective_depth: 0,
            nodes: 0,
        }
    }

    /// A move with its value and rank by tables or proofs.
    pub(crate) fn ranked(mv: Move, result: Option<Outcome>, rank: usize) -> Self {
        Self { rank, result, ..Self::new(mv) }
    }

    /// A score of this move, adjusted to the move's known value. Mates are kept as found.
    pub(crate) fn reconcile(&self, score: Score) -> Score {
        match self.result {
            Some(Outcome::Win) => score.max(Score::table_win(0)),
            Some(Outcome::Loss) => score.min(-Score::table_win(0)),
            Some(Outcome::Draw) => Score::DRAW,
            // A draw only by the fifty-move rule: the other side may still err.
            Some(Outcome::CursedWin) => Score::DRAW + 1,
            Some(Outcome::BlessedLoss) => Score::DRAW - 1,
            Some(Outcome::OpenWin) => score.max(Score::DRAW + 1),
            Some(Outcome::OpenLoss) => score.min(Score::DRAW - 1),
            None => score,
        }
    }

    /// The last exact score, or a bound if there was none.
    pub(crate) fn settled_score(&self) -> Score {
        let unknown = -Score::INFINITE;
        if self.score != unknown && (self.bound == Bound::Exact || self.previous == unknown) {
            self.score
        } else {
            self.previous
        }
    }
}

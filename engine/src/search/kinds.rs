//! What the search works with: kinds of nodes, what is known of a node, of a move, and of a move at the root.

use board::{Move, Outcome};

use crate::knowledge::Verdict;
use crate::score::Score;
use crate::tt::{Bound, Entry};

/// What kind of node is searched: known at compile time, so that each kind has its own code.
pub(super) trait Kind {
    /// On a principal variation: the window is open.
    const PV: bool;
    /// The root itself.
    const ROOT: bool;
}

/// The root.
pub(super) struct Root;
/// Below the root with an open window.
pub(super) struct Pv;
/// With a null window: only asked whether it beats beta.
pub(super) struct NonPv;

impl Kind for Root {
    const PV: bool = true;
    const ROOT: bool = true;
}
impl Kind for Pv {
    const PV: bool = true;
    const ROOT: bool = false;
}
impl Kind for NonPv {
    const PV: bool = false;
    const ROOT: bool = false;
}

/// What the steps of a node know.
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
    /// The hash entry's score with distances from the root; a draw without an entry.
    pub(super) hash_score: Score,
    pub(super) tactical_hash_move: bool,
    /// Has been in a principal variation.
    pub(super) was_pv: bool,
    pub(super) excluded: Option<Move>,
    /// What recognizers are certain of.
    pub(super) verdict: Option<Verdict>,
    /// Evaluation before corrections; none in check.
    pub(super) raw_eval: Option<i32>,
    /// The best guess of the score: the corrected evaluation, or what the hash knows better.
    pub(super) eval: i32,
    /// The evaluation is better than at the side's last move.
    pub(super) improving: bool,
    /// Tables or recognizers promise at least this.
    pub(super) floor: Score,
    /// They allow no more than this.
    pub(super) ceiling: Score,
}

/// A move under consideration.
pub(super) struct Candidate {
    pub(super) mv: Move,
    /// 1 for the first.
    pub(super) number: usize,
    pub(super) tactical: bool,
    pub(super) history: i32,
}

/// What the moves of a node have brought.
pub(super) struct NodeResult {
    pub(super) best: Score,
    pub(super) best_move: Option<Move>,
    /// Legal moves seen.
    pub(super) number: usize,
    /// Several moves beat beta by a singularity search.
    pub(super) multi_cut: bool,
    /// Quiet moves, then captures, that were searched in vain.
    pub(super) tried: [usize; 2],
}

/// What the search for a singular move found.
pub(super) enum Extension {
    /// Search so many plies more, or fewer.
    Plies(i32),
    /// Several moves beat beta: the node is done.
    Cutoff(Score),
}

/// A move at the root with what is known about it.
#[derive(Clone, Debug)]
pub struct RootMove {
    /// The move.
    pub mv: Move,
    /// Moves of a lower rank are better, whatever their scores: tables have judged them.
    pub(crate) rank: usize,
    /// What tables or recognizers make of it.
    pub(crate) result: Option<Outcome>,
    /// Score of this iteration; minus infinite when the move was only shown not to be the best.
    pub score: Score,
    /// What the score says.
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
    /// A move nothing is known about.
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

    /// A move that tables have judged.
    pub(crate) fn known(mv: Move, result: Outcome, rank: usize) -> Self {
        Self { rank, result: Some(result), ..Self::new(mv) }
    }

    /// A score of this move that does not contradict what is known of it. Mates are kept as found.
    pub(crate) fn reconcile(&self, score: Score) -> Score {
        match self.result {
            Some(Outcome::Win) => score.max(Score::table_win(0)),
            Some(Outcome::Loss) => score.min(-Score::table_win(0)),
            Some(Outcome::Draw) => Score::DRAW,
            // A draw by the fifty-move rule alone: the other side may yet err.
            Some(Outcome::CursedWin) => Score::DRAW + 1,
            Some(Outcome::BlessedLoss) => Score::DRAW - 1,
            Some(Outcome::OpenWin) => score.max(Score::DRAW + 1),
            Some(Outcome::OpenLoss) => score.min(Score::DRAW - 1),
            None => score,
        }
    }

    /// The last exact score, or a bound when there never was one.
    pub(crate) fn settled_score(&self) -> Score {
        let unknown = -Score::INFINITE;
        if self.score != unknown && (self.bound == Bound::Exact || self.previous == unknown) {
            self.score
        } else {
            self.previous
        }
    }
}

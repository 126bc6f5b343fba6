//! Proofs that can be shown: every position with what is claimed of it, and what the claim rests on.

use std::collections::{BTreeMap, HashMap};

use board::{Board, Color, Move, Wdl, legal_moves, notation, rules};

use crate::findings::{Child, Findings};
use crate::leaves::Leaf;
use crate::memo::Key;
use crate::range::Range;

/// What a proof claims of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// This side wins, with the counter of the fifty-move rule at zero.
    Wins(Color),
    /// This side is not lost, whatever the counter.
    Holds(Color),
}

/// What a claim rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ground {
    /// A solved ending, a rule or a mined table.
    Leaf(Leaf),
    /// The game is over: checkmate or stalemate.
    Finished,
    /// This move, to the step of this number.
    Move(Move, usize),
    /// Every legal move, to these steps.
    AllMoves(Vec<(Move, usize)>),
}

/// A position of a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The position.
    pub board: Board,
    /// What is claimed.
    pub claim: Claim,
    /// Why it is true.
    pub ground: Ground,
    /// Of a claimed win: the greatest number of plies to the next capture, pawn move or mate.
    pub plies: Option<u8>,
}

/// A proof: steps that rest on one another.
///
/// Won positions rest on positions that are nearer to a capture, a pawn move or mate. Held positions may rest on
/// one another in circles: who comes back for ever is not lost.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proof {
    /// The steps.
    pub steps: Vec<Step>,
    /// The steps that speak of the position itself: one for a win or loss, two for a draw.
    pub roots: Vec<usize>,
}

impl Proof {
    /// The proof of what a search has found; `None` where it cannot be shown.
    pub(crate) fn extract(found: &Findings<'_>, board: &Board, range: Range) -> Option<Self> {
        let own = board.side_to_move();
        let claims = match (range.low, range.high) {
            (Wdl::Win, _) => vec![Claim::Wins(own)],
            (_, Wdl::Loss) => vec![Claim::Wins(!own)],
            (Wdl::Draw, Wdl::Draw) => vec![Claim::Holds(own), Claim::Holds(!own)],
            (Wdl::Draw, _) => vec![Claim::Holds(own)],
            (_, Wdl::Draw) => vec![Claim::Holds(!own)],
            _ => return None,
        };
        let mut writer = Writer { found, proof: Self::default(), met: HashMap::new() };
        for claim in claims {
            let root = writer.step(board, claim);
            writer.proof.roots.push(root);
        }
        writer.finish()
    }

    /// The solved endings, rules and mined tables that it rests on, by name, each with the number of
    /// positions.
    pub fn leaves(&self) -> BTreeMap<String, usize> {
        let mut leaves = BTreeMap::new();
        for step in &self.steps {
            if let Ground::Leaf(leaf) = step.ground {
                *leaves.entry(leaf.to_string()).or_default() += 1;
            }
        }
        leaves
    }

    /// Moves from the position to the first leaf, in algebraic notation: those that the proof rests on, and
    /// the first defense to each.
    pub fn line(&self) -> Vec<String> {
        let (mut line, mut seen) = (Vec::new(), Vec::new());
        let mut next = self.roots.first().copied();
        while let Some(at) = next.filter(|at| !seen.contains(at)) {
            seen.push(at);
            let step = &self.steps[at];
            let defense = |moves: &[(Move, usize)]| {
                let longest = moves.iter().max_by_key(|(_, to)| match self.steps[*to].ground {
                    Ground::Leaf(_) | Ground::Finished => 0,
                    _ => 1 + self.steps[*to].plies.unwrap_or(0),
                });
                longest.copied()
            };
            let played = match &step.ground {
                Ground::Move(mv, to) => Some((*mv, *to)),
                Ground::AllMoves(moves) => defense(moves),
                _ => None,
            };
            next = played.map(|(mv, to)| {
                line.push(notation::san(&step.board, mv));
                to
            });
        }
        line
    }
}

/// Writes steps, each position with each claim once.
struct Writer<'s, 'a> {
    found: &'s Findings<'a>,
    proof: Proof,
    met: HashMap<(Key, Claim), usize>,
}

impl Writer<'_, '_> {
    /// The number of a step, which may still be written.
    fn step(&mut self, board: &Board, claim: Claim) -> usize {
        let key = Key::of(board);
        if let Some(&met) = key.and_then(|key| self.met.get(&(key, claim))) {
            return met;
        }
        let number = self.proof.steps.len();
        self.met.extend(key.map(|key| ((key, claim), number)));
        let plies = self.found.known(board).plies().filter(|_| matches!(claim, Claim::Wins(_)));
        // The ground is found when the step's turn comes.
        self.proof.steps.push(Step { board: board.clone(), claim, ground: Ground::Finished, plies });
        number
    }

    fn finish(mut self) -> Option<Proof> {
        let mut next = 0;
        while next < self.proof.steps.len() {
            let (board, claim) = (self.proof.steps[next].board.clone(), self.proof.steps[next].claim);
            self.proof.steps[next].ground = self.ground(&board, claim)?;
            next += 1;
        }
        Some(self.proof)
    }

    fn ground(&mut self, board: &Board, claim: Claim) -> Option<Ground> {
        if let Some((range, leaf)) = self.found.leaf(board)
            && bears_out(range, claim, board.side_to_move())
        {
            return Some(Ground::Leaf(leaf));
        }
        let moves = legal_moves(board);
        if moves.is_empty() {
            return Some(Ground::Finished);
        }
        let (Claim::Wins(side) | Claim::Holds(side)) = claim;
        if board.side_to_move() == side {
            let child = self.best(board, &moves, claim)?;
            let to = self.step(&child.board, claim);
            return Some(Ground::Move(child.mv, to));
        }
        let mut all = Vec::with_capacity(moves.len());
        for mv in moves {
            all.push((mv, self.step(&rules::after(board, mv), claim)));
        }
        Some(Ground::AllMoves(all))
    }

    /// The move that the claim rests on: the quickest win, and a leaf rather than more moves.
    fn best(&self, board: &Board, moves: &[Move], claim: Claim) -> Option<Child> {
        let children = moves.iter().map(|&mv| self.found.child(board, mv));
        let good = children.filter(|child| bears_out(child.range, claim, board.side_to_move()));
        good.min_by_key(|child| {
            let is_leaf = self.found.leaf(&child.board).is_some();
            let plies = if matches!(claim, Claim::Wins(_)) { child.range.plies() } else { None };
            (plies.unwrap_or(u8::MAX), !is_leaf)
        })
    }
}

/// True when a range of the side to move proves a claim.
fn bears_out(range: Range, claim: Claim, to_move: Color) -> bool {
    match claim {
        Claim::Wins(side) if side == to_move => range.low == Wdl::Win,
        Claim::Wins(_) => range.high == Wdl::Loss,
        Claim::Holds(side) if side == to_move => range.low >= Wdl::Draw,
        Claim::Holds(_) => range.high <= Wdl::Draw,
    }
}

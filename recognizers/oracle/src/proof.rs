//! Proofs as data: positions, each with a claim and the ground of the claim.

use std::collections::{BTreeMap, HashMap};

use board::{Board, Color, Move, Wdl, legal_moves, notation, rules};

use crate::findings::{Child, Findings};
use crate::leaves::Leaf;
use crate::memo::Key;
use crate::range::Range;

/// A claim about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// This side wins, with the fifty-move counter at zero.
    Wins(Color),
    /// This side is not lost, whatever the counter.
    Holds(Color),
}

/// The ground of a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ground {
    /// A solved ending, a rule or a mined table.
    Leaf(Leaf),
    /// The game is over: checkmate or stalemate.
    Finished,
    /// This move, which leads to the step of this number.
    Move(Move, usize),
    /// All legal moves, which lead to these steps.
    AllMoves(Vec<(Move, usize)>),
}

/// A position of a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The position.
    pub board: Board,
    /// The claim.
    pub claim: Claim,
    /// The ground of the claim.
    pub ground: Ground,
    /// For wins: the greatest number of plies to the next capture, pawn move or mate.
    pub plies: Option<u8>,
}

/// A proof: steps that depend on one another.
///
/// Won positions rest on positions that are nearer to a capture, pawn move or mate. Held positions
/// may rest on one another in cycles: a side that can repeat positions forever is not lost.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proof {
    /// The steps.
    pub steps: Vec<Step>,
    /// The steps of the position itself: one for a win, a loss or a bound, two for a draw.
    pub roots: Vec<usize>,
}

impl Proof {
    /// Extracts the proof of a range from the findings of a search; `None` where that fails.
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

    /// The solved endings, rules and mined tables that the proof rests on, by name, each with its
    /// number of positions.
    pub fn leaves(&self) -> BTreeMap<String, usize> {
        let mut leaves = BTreeMap::new();
        for step in &self.steps {
            if let Ground::Leaf(leaf) = step.ground {
                *leaves.entry(leaf.to_string()).or_default() += 1;
            }
        }
        leaves
    }

    /// The main line from the position to the first leaf, in algebraic notation: the moves that the
    /// proof rests on and the longest defense.
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

/// Builds a proof in which each position occurs once with each claim.
struct Writer<'s, 'a> {
    found: &'s Findings<'a>,
    proof: Proof,
    met: HashMap<(Key, Claim), usize>,
}

impl Writer<'_, '_> {
    /// The number of the step for a claim, which is added if it is new.
    fn step(&mut self, board: &Board, claim: Claim) -> usize {
        let key = Key::of(board);
        if let Some(&met) = key.and_then(|key| self.met.get(&(key, claim))) {
            return met;
        }
        let number = self.proof.steps.len();
        self.met.extend(key.map(|key| ((key, claim), number)));
        let plies = self.found.known(board).plies().filter(|_| matches!(claim, Claim::Wins(_)));
        // `finish` replaces the ground.
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

    /// The move that the claim rests on: the quickest win, preferably to a leaf.
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

/// True if a range, seen by the side to move, proves a claim.
fn bears_out(range: Range, claim: Claim, to_move: Color) -> bool {
    match claim {
        Claim::Wins(side) if side == to_move => range.low == Wdl::Win,
        Claim::Wins(_) => range.high == Wdl::Loss,
        Claim::Holds(side) if side == to_move => range.low >= Wdl::Draw,
        Claim::Holds(_) => range.high <= Wdl::Draw,
    }
}

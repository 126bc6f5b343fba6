//! What a program knows without files, at the counter of the position, and why.

use board::{Board, Material, Outcome, Placement, Wdl, rules};
use serde::Serialize;
use tbgen::TbgenError;

use crate::findings::Findings;
use crate::leaves::{Leaves, by_rule};
use crate::proof::Proof;
use crate::range::Range;
use crate::search::prove;

/// How much a search may look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Positions whose moves are looked at, at most; 0 for no search.
    pub nodes: u32,
}

impl Default for Limits {
    /// Some milliseconds.
    fn default() -> Self {
        Self { nodes: 2_000 }
    }
}

/// What is proved of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Answer {
    /// The least and greatest result, the counter of the fifty-move rule at zero.
    pub range: Range,
    /// Positions whose moves were looked at; 0 where a solved ending, a rule or a mined table knows it.
    pub nodes: u32,
    /// The proof of the range where a search found it.
    #[serde(skip)]
    pub proof: Option<Proof>,
}

impl Answer {
    /// The result with the counter at `counter` plies, a draw that can be claimed counted as one; `None`
    /// where it is not known.
    pub fn at_counter(&self, counter: u8) -> Option<Outcome> {
        let in_time = |plies: u8| plies.saturating_add(counter) <= rules::FIFTY_MOVES_PLIES;
        let wdl = self.range.result()?;
        Some(match wdl {
            Wdl::Win | Wdl::Loss if self.range.plies().is_some_and(in_time) => wdl.into(),
            _ => Outcome::at_counter(wdl, None, counter),
        })
    }
}

/// Endings of three and four men solved when they are first needed, rules, mined tables, and a search.
#[derive(Default)]
pub struct Pocket {
    leaves: Leaves,
}

impl Pocket {
    /// Solves what answers about an ending need: milliseconds to a second the first time.
    ///
    /// # Errors
    /// [`TbgenError`] when an ending cannot be solved.
    pub fn prepare(&mut self, material: Material) -> Result<(), TbgenError> {
        self.leaves.prepare(material)
    }

    /// The endings that [`Pocket::prepare`] would solve, each after those that it leads to: for whoever
    /// wants to answer in between.
    ///
    /// # Errors
    /// [`TbgenError::BareKings`].
    pub fn lacking(&self, material: Material) -> Result<Vec<Material>, TbgenError> {
        self.leaves.lacking(material)
    }

    /// Solves one of the [lacking](Pocket::lacking) endings: up to a second.
    ///
    /// # Errors
    /// [`TbgenError`] when it cannot be solved.
    pub fn solve(&mut self, ending: Material) -> Result<(), TbgenError> {
        self.leaves.solve(ending)
    }

    /// True when nothing is left to [prepare](Pocket::prepare).
    pub fn is_prepared(&self, material: Material) -> bool {
        self.leaves.is_prepared(material)
    }

    /// What is proved of a position of three to six men; [prepares](Pocket::prepare) its ending.
    ///
    /// ```
    /// use board::{Wdl, fen};
    /// use vancura_oracle::{Limits, Pocket};
    /// let mut pocket = Pocket::default();
    /// let board = fen::parse("1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1")?;
    /// let answer = pocket.answer(&board, Limits::default())?;
    /// assert_eq!(answer.range.result(), Some(Wdl::Win));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`TbgenError::Placement`] for positions with castling rights or with too many men.
    pub fn answer(&mut self, board: &Board, limits: Limits) -> Result<Answer, TbgenError> {
        let material = Placement::from_board(board)?.material();
        if material.men() > 2 {
            self.prepare(material)?;
        }
        Ok(self.prepared(board, limits))
    }

    /// The same of a position whose ending has been [prepared](Pocket::prepare); of others less is known.
    pub fn prepared(&self, board: &Board, limits: Limits) -> Answer {
        if !rules::has_legal_move(board) {
            return Answer { range: Range::of_finished(board), nodes: 0, proof: None };
        }
        let leaf = self.leaves.look_up(board).map_or(Range::ALL, |(range, _)| range);
        // Endings solved for their results alone have no distances; a rule may have one.
        let known = leaf.and(by_rule(board));
        if known.is_exact() || limits.nodes == 0 {
            return Answer { range: known, nodes: 0, proof: None };
        }
        let mut found = Findings::new(&self.leaves, limits.nodes);
        let range = prove(&mut found, board);
        // Nothing is said that cannot be shown.
        let proof = if range == known { None } else { Proof::extract(&found, board, range) };
        let range = if proof.is_some() { range } else { known };
        Answer { range, nodes: found.nodes, proof }
    }

    /// Bytes that the solved endings take.
    pub fn bytes(&self) -> usize {
        self.leaves.bytes()
    }
}

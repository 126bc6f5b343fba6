//! Answers without files, with proofs.

use board::{Board, Material, Outcome, Placement, Wdl, rules};
use serde::Serialize;
use tbgen::TbgenError;

use crate::findings::Findings;
use crate::leaves::{Leaves, by_rule};
use crate::proof::Proof;
use crate::range::Range;
use crate::search::prove;

/// Limits of a proof search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Most positions searched; 0 for no search.
    pub nodes: u32,
}

impl Default for Limits {
    /// A search of some milliseconds.
    fn default() -> Self {
        Self { nodes: 2_000 }
    }
}

/// The range proved for a position, and how.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Answer {
    /// The least and the greatest possible result with the fifty-move counter at zero.
    pub range: Range,
    /// Positions searched; 0 where a solved ending, a rule or a mined table gives the result.
    pub nodes: u32,
    /// The proof of the range, where a search found it.
    #[serde(skip)]
    pub proof: Option<Proof>,
}

impl Answer {
    /// The result with the fifty-move counter at `counter` plies; `None` where it is not known. A
    /// draw that can be claimed counts as a draw.
    pub fn at_counter(&self, counter: u8) -> Option<Outcome> {
        let in_time = |plies: u8| plies.saturating_add(counter) <= rules::FIFTY_MOVES_PLIES;
        let wdl = self.range.result()?;
        Some(match wdl {
            Wdl::Win | Wdl::Loss if self.range.plies().is_some_and(in_time) => wdl.into(),
            _ => Outcome::at_counter(wdl, None, counter),
        })
    }
}

/// Endings of three and four pieces, solved when first needed, rules, mined tables and a proof
/// search.
#[derive(Default)]
pub struct Pocket {
    leaves: Leaves,
}

impl Pocket {
    /// Solves the endings that answers about an ending need: milliseconds to a second the first
    /// time.
    ///
    /// # Errors
    /// [`TbgenError`] when an ending cannot be solved.
    pub fn prepare(&mut self, material: Material) -> Result<(), TbgenError> {
        self.leaves.prepare(material)
    }

    /// The endings that [`Pocket::prepare`] would solve, each after those it leads to: for programs
    /// that must stay responsive in between.
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

    /// The answer for a position of up to six pieces; [prepares](Pocket::prepare) its ending.
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
    /// [`TbgenError::Placement`] for positions with castling rights or too many pieces.
    pub fn answer(&mut self, board: &Board, limits: Limits) -> Result<Answer, TbgenError> {
        let material = Placement::from_board(board)?.material();
        if material.men() > 2 {
            self.prepare(material)?;
        }
        Ok(self.prepared(board, limits))
    }

    /// The same without preparation: if the ending is not [prepared](Pocket::prepare), less is
    /// proved.
    pub fn prepared(&self, board: &Board, limits: Limits) -> Answer {
        if !rules::has_legal_move(board) {
            return Answer { range: Range::of_finished(board), nodes: 0, proof: None };
        }
        let leaf = self.leaves.look_up(board).map_or(Range::ALL, |(range, _)| range);
        // Solved endings have results only; a rule may add a distance.
        let known = leaf.and(by_rule(board));
        if known.is_exact() || limits.nodes == 0 {
            return Answer { range: known, nodes: 0, proof: None };
        }
        let mut found = Findings::new(&self.leaves, limits.nodes);
        let range = prove(&mut found, board);
        // Only results with a proof are returned.
        let proof = if range == known { None } else { Proof::extract(&found, board, range) };
        let range = if proof.is_some() { range } else { known };
        Answer { range, nodes: found.nodes, proof }
    }

    /// Memory of the solved endings, in bytes.
    pub fn bytes(&self) -> usize {
        self.leaves.bytes()
    }
}

//! Results without a search: solved endings of up to four pieces (results only), named rules and
//! mined tables.

use std::collections::HashSet;
use std::fmt;

use board::{Board, Material, Placement, rules};
use recognizers::{RuleId, Verdict};
use tbgen::{TbgenError, WdlTables};

use crate::range::Range;

/// Endings of up to this many pieces are solved; rules and the search handle larger ones.
pub const SOLVED_MEN: usize = 4;

/// The source of a leaf's result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaf {
    /// Its ending is solved.
    Solved(Material),
    /// A rule or a leaf of a mined table announces it.
    Rule(RuleId),
}

impl fmt::Display for Leaf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Solved(material) => write!(f, "{material} solved"),
            Self::Rule(rule) => rule.fmt(f),
        }
    }
}

/// Results of solved endings and of rules.
#[derive(Default)]
pub(crate) struct Leaves {
    solved: WdlTables,
    /// Endings for which everything that they lead to is solved.
    prepared: HashSet<Material>,
}

impl Leaves {
    /// Solves all endings of up to [`SOLVED_MEN`] pieces that an ending can lead to by captures and
    /// promotions, unless they are solved already.
    ///
    /// # Errors
    /// [`TbgenError`] when an ending cannot be solved.
    pub(crate) fn prepare(&mut self, material: Material) -> Result<(), TbgenError> {
        if self.is_prepared(material) {
            return Ok(());
        }
        let lacking = self.lacking(material)?;
        self.solved.build_all(&lacking)?;
        self.prepared.insert(material.canonical().0);
        Ok(())
    }

    /// The endings that [`Leaves::prepare`] would solve, each after those it leads to.
    ///
    /// # Errors
    /// [`TbgenError::BareKings`].
    pub(crate) fn lacking(&self, material: Material) -> Result<Vec<Material>, TbgenError> {
        let mut lacking = tbgen::closure(&[material])?;
        lacking.retain(|&m| (3..=SOLVED_MEN).contains(&m.men()) && self.solved.rows(m).is_none());
        lacking.sort_by_key(|ending| (ending.men(), ending.pawns()));
        Ok(lacking)
    }

    /// Solves an ending and all endings it leads to.
    ///
    /// # Errors
    /// [`TbgenError`] when it cannot be solved.
    pub(crate) fn solve(&mut self, ending: Material) -> Result<(), TbgenError> {
        self.solved.build_all(&[ending])
    }

    /// True when nothing is left to [prepare](Leaves::prepare).
    pub(crate) fn is_prepared(&self, material: Material) -> bool {
        self.prepared.contains(&material.canonical().0)
    }

    /// The range of a position without a search, and its source; `None` where there is none.
    pub(crate) fn look_up(&self, board: &Board) -> Option<(Range, Leaf)> {
        if board.occupied().len() as usize <= SOLVED_MEN {
            return self.solved(board);
        }
        let verdict = recognizers::judge(board)?;
        Some((of_verdict(&verdict), Leaf::Rule(verdict.rule)))
    }

    /// The result by a solved ending; `None` with castling or en passant rights, which its tables
    /// do not cover.
    fn solved(&self, board: &Board) -> Option<(Range, Leaf)> {
        if rules::can_capture_en_passant(board) {
            return None;
        }
        let placement = Placement::from_board(board).ok()?;
        let wdl = self.solved.wdl(&placement)?;
        Some((Range::exact(wdl, None), Leaf::Solved(placement.material().canonical().0)))
    }

    /// Memory of the solved endings, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.solved.bytes()
    }
}

/// The range by rules and mined tables.
pub(crate) fn by_rule(board: &Board) -> Range {
    recognizers::judge(board).map_or(Range::ALL, |verdict| of_verdict(&verdict))
}

/// The range of a verdict, with the greatest distance of its wins.
fn of_verdict(verdict: &Verdict) -> Range {
    Range::of_rule(verdict.bound, verdict.distance().map(|distance| distance.greatest))
}

//! Results without files: rules, and the oracle.

use std::ffi::c_int;
use std::fmt::Write as _;
use std::sync::RwLock;

use board::{Board, Placement, rules};
use oracle::{Leaf, Limits, Pocket, SOLVED_MEN};
use recognizers::{Bound, Verdict};

use crate::refusal::Refusal;

/// Maximum number of men for the oracle.
const MOST_MEN: u32 = 6;

/// `vcr_answer`.
#[repr(C)]
pub(crate) struct Answer {
    low: i8,
    high: i8,
    plies: i16,
    nodes: u32,
}

const _: () = assert!(size_of::<Answer>() == 8);

/// The number of a bound in the header.
pub(crate) const fn number(bound: Bound) -> c_int {
    match bound {
        Bound::Loss => -2,
        Bound::AtMostDraw => -1,
        Bound::Draw => 0,
        Bound::AtLeastDraw => 1,
        Bound::Win => 2,
    }
}

/// The rule that applies to a position, and its bound.
pub(crate) fn recognize(board: &Board) -> Option<Verdict> {
    recognizers::judge(board)
}

/// `vcr_oracle`.
#[derive(Default)]
pub(crate) struct Oracle(RwLock<Pocket>);

impl Oracle {
    /// The proved bounds of a position, and the leaves of the proof. Other threads wait only while
    /// an ending is used for the first time.
    pub(crate) fn answer(&self, board: &Board, nodes: u32) -> Result<(Answer, String), Refusal> {
        let men = board.occupied().len();
        if men > MOST_MEN {
            return Err(Refusal::TooManyMen { men, most: MOST_MEN });
        }
        let material = Placement::from_board(board).map_err(tbgen::TbgenError::from)?.material();
        // A lock is poisoned by a panic while an ending is solved.
        let is_prepared = |pocket: &Pocket| material.men() == 2 || pocket.is_prepared(material);
        if !is_prepared(&*self.0.read().map_err(|_| Refusal::Internal)?) {
            self.0.write().map_err(|_| Refusal::Internal)?.prepare(material)?;
        }
        let pocket = self.0.read().map_err(|_| Refusal::Internal)?;
        let found = pocket.prepared(board, Limits { nodes });
        let (low, high) = (found.range.low as i8, found.range.high as i8);
        let plies = found.range.plies().map_or(-1, i16::from);
        let mut leaves = String::new();
        if let Some(proof) = &found.proof {
            for (leaf, positions) in proof.leaves() {
                // Writing to a string cannot fail.
                let _ = writeln!(leaves, "{leaf}: {positions}");
            }
        } else if let Some(leaf) = leaf(board).filter(|_| found.range != oracle::Range::ALL) {
            let _ = writeln!(leaves, "{leaf}: 1");
        }
        Ok((Answer { low, high, plies, nodes: found.nodes }, leaves))
    }
}

/// The leaf of an answer without a search; none if the game is over.
fn leaf(board: &Board) -> Option<Leaf> {
    let placement = Placement::from_board(board).ok()?;
    let men = placement.material().men();
    if !rules::has_legal_move(board) || men == 2 {
        None
    } else if men <= SOLVED_MEN {
        Some(Leaf::Solved(placement.material().canonical().0))
    } else {
        recognizers::judge(board).map(|verdict| Leaf::Rule(verdict.rule))
    }
}

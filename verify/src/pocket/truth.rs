//! Exact results to compare with: from files, or from endings solved in memory.

use board::{Board, Material, MaybeRounded, Outcome, Placement, Wdl, rules};
use tbgen::{Critical, DtzTables, TableFiles, TbgenError, WdlTables};

use crate::error::VerifyError;

/// The source of exact results.
pub enum Truth<'a> {
    /// Files of the ending and of all endings it leads to.
    Files(&'a TableFiles),
    /// The ending, solved in memory.
    Solved(Box<Solved>),
}

/// A solved ending.
pub struct Solved {
    /// Distances of the ending itself, and of those of up to four men, into which captures en
    /// passant lead.
    zeroing: DtzTables,
    /// Results of all other endings that it leads to.
    smaller: WdlTables,
}

/// Endings of this many men are solved in a second.
const SMALL_MEN: usize = 4;

impl Truth<'_> {
    /// Solves an ending, which takes up to a minute for five pieces.
    ///
    /// # Errors
    /// [`TbgenError`] when it cannot be solved.
    pub fn solve(material: Material) -> Result<Self, TbgenError> {
        let mut smaller = WdlTables::new();
        let mut zeroing = DtzTables::with_results(material, &mut smaller)?;
        let small: Vec<Material> =
            tbgen::closure(&[material])?.into_iter().filter(|smaller| smaller.men() <= SMALL_MEN).collect();
        zeroing.build_all(&small)?;
        Ok(Self::Solved(Box::new(Solved { zeroing, smaller })))
    }

    /// The result with the counter at zero.
    pub(super) fn wdl(&self, board: &Board) -> Result<Wdl, VerifyError> {
        Ok(match self {
            Self::Files(files) => files.probe_wdl(board)?,
            Self::Solved(solved) => solved.zeroing.value_of(board)?.wdl(),
        })
    }

    /// The position with a fifty-move counter that puts distance plus counter `off` plies beyond
    /// 100, and the result there; `None` where the counter does not matter.
    pub(super) fn pressed(&self, board: &Board, off: i32) -> Result<Option<(Board, Outcome)>, VerifyError> {
        let dtz = match self {
            Self::Files(files) => files.probe_dtz(board)?.dtz(),
            Self::Solved(solved) => solved.zeroing.value_of(board)?,
        };
        let counter = i32::from(rules::FIFTY_MOVES_PLIES) + off - i32::from(dtz.0.unsigned_abs());
        if dtz.0 == 0 || !(1..=i32::from(rules::FIFTY_MOVES_PLIES)).contains(&counter) {
            return Ok(None);
        }
        let mut builder = board::BoardBuilder::from_board(board);
        builder.halfmove_clock = board::narrow(counter);
        let Ok(pressed) = builder.build() else { return Ok(None) };
        let outcome = match self {
            Self::Files(files) => tbgen::outcome(*files, &pressed)?,
            Self::Solved(_) => tbgen::finished(&pressed).or_else(|| {
                let exact = Some(MaybeRounded::Precise(dtz));
                Some(Outcome::at_counter(dtz.wdl(), exact, pressed.halfmove_clock()))
            }),
        };
        Ok(outcome.map(|outcome| (pressed, outcome)))
    }

    /// True if some moves keep the result, but at most half of them.
    pub(super) fn is_critical(&self, board: &Board) -> Result<bool, VerifyError> {
        let critical = match self {
            Self::Files(files) => Critical::judge(board.clone(), |board| files.probe_wdl(board).map(Some))?,
            Self::Solved(solved) => Critical::judge(board.clone(), |board| solved.result(board))?,
        };
        Ok(critical.is_some())
    }
}

impl Solved {
    /// The result of a position or of one after a move; `None` with a right to capture en passant.
    fn result(&self, board: &Board) -> Result<Option<Wdl>, VerifyError> {
        if rules::can_capture_en_passant(board) {
            return Ok(None);
        }
        let placement = Placement::from_board(board).map_err(TbgenError::from)?;
        Ok(self.zeroing.wdl(&placement).or_else(|| self.smaller.wdl(&placement)))
    }
}

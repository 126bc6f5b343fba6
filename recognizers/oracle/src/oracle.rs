//! Table files and solved endings first, then the pocket.

use board::{Board, Outcome, Placement};
use tbgen::{KnownEndings, KnownError, Probe, TbgenError, Values};

use crate::pocket::{Answer, Limits, Pocket};

/// Exact results from table files and endings in memory, otherwise from the [`Pocket`].
///
/// As a [`Probe`] it can replace tables: values are those of tables, results at a counter those of
/// tables or else of rules and proofs.
pub struct Oracle {
    tables: KnownEndings,
    pocket: Pocket,
    limits: Limits,
}

impl Oracle {
    /// An oracle over these files and endings in memory.
    pub fn new(tables: KnownEndings, limits: Limits) -> Self {
        Self { tables, pocket: Pocket::default(), limits }
    }

    /// The files and endings in memory.
    pub fn tables(&self) -> &KnownEndings {
        &self.tables
    }

    /// Prepares a position and its successors for probing: see [`KnownEndings::prepare`] and
    /// [`Pocket::prepare`].
    ///
    /// # Errors
    /// [`TbgenError`] when an ending cannot be solved.
    pub fn prepare(&mut self, board: &Board) -> Result<(), TbgenError> {
        if !self.tables.prepare(board)?
            && let Ok(placement) = Placement::from_board(board)
            && (3..=MOST_MEN).contains(&placement.material().men())
        {
            self.pocket.prepare(placement.material())?;
        }
        Ok(())
    }

    /// True if an ending must be solved, which can take long, before its positions can be probed.
    pub fn must_solve(&self, board: &Board) -> bool {
        self.tables.must_solve(board)
    }

    /// The answer without tables; `None` with more than five pieces or castling rights.
    pub fn pocket(&self, board: &Board) -> Option<Answer> {
        let men = Placement::from_board(board).ok()?.material().men();
        (men <= MOST_MEN).then(|| self.pocket.prepared(board, self.limits))
    }
}

impl From<KnownEndings> for Oracle {
    /// An oracle with default limits.
    fn from(tables: KnownEndings) -> Self {
        Self::new(tables, Limits::default())
    }
}

/// Most pieces of positions that the pocket handles.
const MOST_MEN: usize = 5;

impl Probe for Oracle {
    type Error = KnownError;

    fn values(&self, board: &Board) -> Result<Values, KnownError> {
        self.tables.values(board)
    }

    fn at_counter(&self, board: &Board) -> Result<Option<Outcome>, KnownError> {
        if let Some(known) = self.tables.at_counter(board)? {
            return Ok(Some(known));
        }
        Ok(self.pocket(board).and_then(|answer| answer.at_counter(board.halfmove_clock())))
    }
}

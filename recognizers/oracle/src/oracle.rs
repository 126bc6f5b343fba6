//! Tables and files first, then what is known without them.

use board::{Board, Outcome, Placement};
use tbgen::{KnownEndings, KnownError, Probe, TbgenError, Values};

use crate::pocket::{Answer, Limits, Pocket};

/// All that can be known exactly of a position: by files and endings in memory, else by the [`Pocket`].
///
/// It is a [`Probe`], so whatever asks tables can ask it: values are those of tables, results at a counter
/// those of tables or else of rules and proofs.
pub struct Oracle {
    tables: KnownEndings,
    pocket: Pocket,
    limits: Limits,
}

impl Oracle {
    /// Over these files and endings in memory.
    pub fn new(tables: KnownEndings, limits: Limits) -> Self {
        Self { tables, pocket: Pocket::default(), limits }
    }

    /// The files and endings in memory.
    pub fn tables(&self) -> &KnownEndings {
        &self.tables
    }

    /// Sees to it that a position and those its moves lead to can be asked: see
    /// [`KnownEndings::prepare`] and [`Pocket::prepare`].
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

    /// True when an ending of tables will be solved, which takes its time, before positions of it can be
    /// looked up.
    pub fn must_solve(&self, board: &Board) -> bool {
        self.tables.must_solve(board)
    }

    /// What is proved without tables; `None` for more men than it knows and with rights to castle.
    pub fn pocket(&self, board: &Board) -> Option<Answer> {
        let men = Placement::from_board(board).ok()?.material().men();
        (men <= MOST_MEN).then(|| self.pocket.prepared(board, self.limits))
    }
}

impl From<KnownEndings> for Oracle {
    /// With the usual limits.
    fn from(tables: KnownEndings) -> Self {
        Self::new(tables, Limits::default())
    }
}

/// Most men of positions that the pocket is asked about.
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

//! Explains one position: table values, the rule that applies and why, and the effect of each move.

use board::{Placement, fen};
use explain::Explanation;
use oracle::Oracle;
use tbgen::{KeptEndings, KnownEndings, MAX_SOLVED_MEN, Probe as _, TableFolders};

use crate::error::VerifyError;
use crate::truth::OracleKind;

/// A position with what rules and oracles report.
pub struct Explained {
    /// The explanation.
    pub explanation: Explanation,
    /// The values of two oracles that disagree.
    pub disagreement: Option<String>,
    /// Why a solved ending was not saved although a cache is given.
    pub not_kept: Option<String>,
}

impl Explained {
    /// Queries the oracles. `solving` is called before an ending of five pieces is solved, which
    /// takes time; the solved ending is saved in the cache `kept`, if one is given.
    ///
    /// # Errors
    /// [`VerifyError::Fen`], [`VerifyError::Placement`], and those of tables that are required but
    /// not available.
    pub fn new(
        text: &str,
        kind: OracleKind,
        folders: &TableFolders,
        kept: Option<KeptEndings>,
        solving: impl FnOnce(),
    ) -> Result<Self, VerifyError> {
        let board = fen::parse(text).map_err(|error| VerifyError::Fen(text.to_owned(), error))?;
        Placement::from_board(&board)?;
        let files = || -> Result<KnownEndings, VerifyError> {
            let files = folders.open()?.ok_or(VerifyError::NoTableFolder)?;
            Ok(KnownEndings::with_files(files, 0))
        };
        let solved = || -> Result<KnownEndings, VerifyError> {
            let mut solved = KnownEndings::in_memory(MAX_SOLVED_MEN);
            if let Some(kept) = kept {
                solved = solved.kept_in(kept);
            }
            if board.occupied().len() as usize > 4 && solved.must_solve(&board) {
                solving();
            }
            solved.prepare(&board)?;
            Ok(solved)
        };
        let (known, second): (KnownEndings, _) = match kind {
            OracleKind::Tbgen => (solved()?, None),
            OracleKind::Syzygy => (files()?, None),
            OracleKind::Both => (files()?, Some(solved()?)),
        };
        let not_kept = [Some(&known), second.as_ref()].into_iter().flatten().find_map(KnownEndings::not_kept);
        let not_kept = not_kept.map(str::to_owned);
        let mut known = Oracle::from(known);
        known.prepare(&board)?;
        let explanation = Explanation::new(&board, &known);
        let second = second.and_then(|second| second.values(&board).ok());
        let differs = second.filter(|second| second.wdl != explanation.values.wdl);
        let disagreement = differs.map(|second| format!("files: {}; tbgen: {second}", explanation.in_words));
        Ok(Self { explanation, disagreement, not_kept })
    }

    /// True when a rule and a table, or two oracles, contradict each other.
    pub fn is_refuted(&self) -> bool {
        self.disagreement.is_some() || self.explanation.is_refuted()
    }
}

//! Endings solved in memory, asked for everything known of a position.

use board::{Board, Material};

use super::values::{Probe, Values};
use crate::error::TbgenError;
use crate::tables::dtm::DtmTables;
use crate::tables::dtz::DtzTables;

/// Endings solved both ways: distances to mate, and results and distances under the fifty-move rule.
///
/// ```
/// use board::{Dtm, Dtz, Wdl, fen};
/// use tbgen::{Goal, Probe, SolvedEndings, ranked_moves};
/// let solved = SolvedEndings::build("KRvK".parse()?)?;
/// let board = fen::parse("8/8/8/3k4/8/8/8/R3K3 w - - 0 1")?;
/// let values = solved.values(&board)?;
/// assert_eq!((values.wdl, values.dtz, values.dtm), (Some(Wdl::Win), Some(Dtz(27)), Some(Dtm::Win(27))));
/// let best = ranked_moves(&solved, &board, Goal::Mate)?[0];
/// assert_eq!(best.values.dtm, values.dtm);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Default)]
pub struct SolvedEndings {
    mates: DtmTables,
    zeroing: DtzTables,
}

impl SolvedEndings {
    /// Solves an ending and all that it leads to. Bare kings need no table.
    ///
    /// # Errors
    /// [`TbgenError::TooManyMen`].
    pub fn build(material: Material) -> Result<Self, TbgenError> {
        let mut solved = Self::default();
        solved.add(material)?;
        Ok(solved)
    }

    /// Solves another ending and all that it leads to, but for what is solved already.
    ///
    /// # Errors
    /// [`TbgenError::TooManyMen`].
    pub(crate) fn add(&mut self, material: Material) -> Result<(), TbgenError> {
        if material.men() > 2 {
            self.mates.build(material)?;
            self.zeroing.build_all(&[material])?;
        }
        Ok(())
    }

    /// The distances to mate.
    pub fn mates(&self) -> &DtmTables {
        &self.mates
    }

    /// Results and distances under the fifty-move rule.
    pub fn zeroing(&self) -> &DtzTables {
        &self.zeroing
    }
}

impl Probe for SolvedEndings {
    type Error = TbgenError;

    fn values(&self, board: &Board) -> Result<Values, TbgenError> {
        let dtz = self.zeroing.value_of(board)?;
        Ok(Values { wdl: Some(dtz.wdl()), dtz: Some(dtz), dtm: Some(self.mates.value_of(board)?) })
    }
}

#[cfg(test)]
mod tests {
    use board::Dtm;

    use super::*;

    #[test]
    fn en_passant_counts_in_both_metrics() {
        let solved = SolvedEndings::build("KPvKP".parse().unwrap()).unwrap();
        let value = |fen: &str| solved.values(&board::fen::parse(fen).unwrap()).unwrap();
        // Only taking in passing, a zeroing move, saves the draw.
        let with_right = value("8/8/8/8/1Pp5/2K5/8/7k b - b3 0 1");
        let without = value("8/8/8/8/1Pp5/2K5/8/7k b - - 0 1");
        assert_eq!((with_right.wdl, with_right.dtm), (Some(board::Wdl::Draw), Some(Dtm::Draw)));
        assert_eq!(without.wdl, Some(board::Wdl::Loss));
        assert!(without.dtz.is_some_and(|dtz| dtz.0 < 0), "{without:?}");
    }
}

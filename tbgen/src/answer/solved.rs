//! Endings solved in memory, with all values of a position.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use board::{Board, Material};
use rayon::prelude::*;

use super::values::{Probe, Values};
use crate::endings::{checked_closure, levels};
use crate::error::TbgenError;
use crate::index::layout::Layout;
use crate::tables::dtm::DtmTables;
use crate::tables::dtm_table::DtmTable;
use crate::tables::packed::{PackedDtz, PackedDtzTables};

/// Endings solved for distances to mate and for results and distances under the fifty-move rule.
///
/// ```
/// use board::{Dtm, Dtz, Wdl, fen};
/// use vancura_tbgen::{Goal, Probe, SolvedEndings, ranked_moves};
/// let solved = SolvedEndings::build("KRvK".parse()?)?;
/// let board = fen::parse("8/8/8/3k4/8/8/8/R3K3 w - - 0 1")?;
/// let values = solved.values(&board)?;
/// assert_eq!((values.wdl, values.dtz), (Some(Wdl::Win), Some(Dtz(27))));
/// assert_eq!(values.dtm, Some(Dtm::Win(27)));
/// let best = ranked_moves(&solved, &board, Goal::Mate)?[0];
/// assert_eq!(best.values.dtm, values.dtm);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Default)]
pub struct SolvedEndings {
    mates: DtmTables,
    zeroing: PackedDtzTables,
    /// When set, solving stops.
    stop: Arc<AtomicBool>,
}

/// An ending solved in both metrics, to be added with [`SolvedEndings::insert`].
pub struct SolvedEnding {
    mates: DtmTable,
    zeroing: PackedDtz,
}

impl SolvedEnding {
    /// The ending.
    pub fn material(&self) -> Material {
        self.mates.material()
    }
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

    /// Makes solving stop within a fraction of a second when `stop` is set, by another thread or in
    /// a signal handler; it then returns [`TbgenError::Stopped`], and endings solved before remain.
    pub fn stopped_by(self, stop: Arc<AtomicBool>) -> Self {
        Self { stop, ..self }
    }

    /// Solves another ending and all that it leads to, except what is already solved; endings that
    /// do not depend on each other are solved in parallel.
    ///
    /// # Errors
    /// [`TbgenError::TooManyMen`].
    pub(crate) fn add(&mut self, material: Material) -> Result<(), TbgenError> {
        if material.men() > 2 {
            for level in levels(self.lacking(material)?) {
                let endings: Vec<SolvedEnding> =
                    level.par_iter().map(|&m| self.solve(m)).collect::<Result<_, _>>()?;
                for ending in endings {
                    self.insert(ending);
                }
            }
        }
        Ok(())
    }

    /// The endings still to be solved, including this one, each after those that it leads to.
    ///
    /// # Errors
    /// [`TbgenError::TooManyMen`] and [`TbgenError::BareKings`].
    pub fn lacking(&self, material: Material) -> Result<Vec<Material>, TbgenError> {
        let mut lacking = levels(checked_closure(&[material])?).concat();
        lacking.retain(|&material| !self.holds(material));
        Ok(lacking)
    }

    /// Upper bound in bytes of the additional memory for solving an ending and all that it still
    /// needs: per slot, the values kept for both sides to move, plus the solver's working memory
    /// for the largest.
    ///
    /// # Errors
    /// As [`SolvedEndings::lacking`].
    pub fn bytes_to_solve(&self, material: Material) -> Result<u64, TbgenError> {
        const KEPT_PER_SLOT: u64 = 4;
        const WORK_PER_SLOT: u64 = 10;
        let slots: Vec<u64> =
            self.lacking(material)?.into_iter().map(|m| Layout::new(m).slots() as u64).collect();
        Ok(KEPT_PER_SLOT * slots.iter().sum::<u64>() + WORK_PER_SLOT * slots.iter().max().unwrap_or(&0))
    }

    /// True when the ending is solved, with either assignment of colors.
    pub fn holds(&self, material: Material) -> bool {
        self.mates.table(material).is_some()
    }

    /// Solves one ending from those already solved, which stay available until it is added with
    /// [`SolvedEndings::insert`].
    ///
    /// # Errors
    /// [`TbgenError::Missing`] when an ending that it leads to is missing, see
    /// [`SolvedEndings::lacking`]; [`TbgenError::TooManyMen`], [`TbgenError::BareKings`],
    /// [`TbgenError::TooLong`] and [`TbgenError::Stopped`].
    pub fn solve(&self, material: Material) -> Result<SolvedEnding, TbgenError> {
        let material = material.canonical().0;
        if let Some(&missing) = self.lacking(material)?.iter().find(|&&lacking| lacking != material) {
            return Err(TbgenError::Missing(missing));
        }
        let mates = self.mates.solved_until(material, &self.stop)?;
        Ok(SolvedEnding { mates, zeroing: self.zeroing.solved(material, &self.stop)? })
    }

    /// Adds an ending from [`SolvedEndings::solve`].
    pub fn insert(&mut self, ending: SolvedEnding) {
        self.mates.insert(ending.mates);
        self.zeroing.insert(ending.zeroing);
    }

    /// Frees the memory of an ending; endings that lead to it remain.
    pub fn forget(&mut self, material: Material) {
        self.mates.forget(material);
        self.zeroing.forget(material.canonical().0);
    }

    /// The distances to mate.
    pub fn mates(&self) -> &DtmTables {
        &self.mates
    }

    /// Results and distances under the fifty-move rule.
    pub(crate) fn zeroing(&self) -> &PackedDtzTables {
        &self.zeroing
    }

    /// Memory of the tables in bytes.
    pub fn bytes(&self) -> usize {
        self.mates.iter().map(DtmTable::bytes).sum::<usize>() + self.zeroing.bytes()
    }
}

impl Probe for SolvedEndings {
    type Error = TbgenError;

    fn values(&self, board: &Board) -> Result<Values, TbgenError> {
        let dtz = self.zeroing.value_of(board)?;
        let dtm = self.mates.value_of(board)?;
        Ok(Values { wdl: Some(dtz.wdl()), dtz: Some(dtz), rounded: false, dtm: Some(dtm) })
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
        // Only the en passant capture, a zeroing move, keeps the draw.
        let with_right = value("8/8/8/8/1Pp5/2K5/8/7k b - b3 0 1");
        let without = value("8/8/8/8/1Pp5/2K5/8/7k b - - 0 1");
        assert_eq!((with_right.wdl, with_right.dtm), (Some(board::Wdl::Draw), Some(Dtm::Draw)));
        assert_eq!(without.wdl, Some(board::Wdl::Loss));
        assert!(without.dtz.is_some_and(|dtz| dtz.0 < 0), "{without:?}");
    }

    #[test]
    fn solving_is_given_up_when_it_is_stopped() {
        let stop = Arc::new(AtomicBool::new(true));
        let mut solved = SolvedEndings::default().stopped_by(Arc::clone(&stop));
        for name in ["KRvK", "KPvK"] {
            let material = name.parse().unwrap();
            let error = solved.add(material).unwrap_err();
            assert!(matches!(error, TbgenError::Stopped(_)), "{error}");
            assert!(!solved.holds(material));
        }
        stop.store(false, std::sync::atomic::Ordering::Relaxed);
        solved.add("KPvK".parse().unwrap()).unwrap();
    }

    #[test]
    fn an_ending_is_solved_when_all_that_it_leads_to_is_there() {
        let mut solved = SolvedEndings::default();
        let material = "KPvK".parse().unwrap();
        assert!(matches!(solved.solve(material), Err(TbgenError::Missing(_))));
        for lacking in solved.lacking(material).unwrap() {
            let ending = solved.solve(lacking).unwrap();
            solved.insert(ending);
        }
        assert!(solved.holds(material.flip()) && solved.lacking(material).unwrap().is_empty());
        let stats = crate::Stats::of_solved(&solved, material).unwrap();
        assert_eq!((stats.sides[0].wins, stats.sides[0].cursed_wins), (62_480, Some(0)));
    }
}

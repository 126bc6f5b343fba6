//! Solved tables of results and distances to zeroing under the fifty-move rule: what Syzygy files hold.

use std::collections::HashMap;

use board::{Dtz, Material, Placement, Wdl};
use rayon::prelude::*;

use crate::error::TbgenError;
use crate::metric::{Metric, Zeroing};
use crate::results::ResultTables;
use crate::solve;
use crate::source::{Census, Source};
use crate::table::Solved;
use crate::tables::{checked_closure, levels, successors};
use crate::walk::Rows;
use syzygy::write::ValueSource;

/// Win, draw or loss under the fifty-move rule and distance to zeroing of every position of some endings.
///
/// ```
/// use board::{Dtz, Placement, Wdl, fen};
/// let mut tables = tbgen::ZeroingTables::new();
/// tables.build_all(&["KRvK".parse().unwrap()]).unwrap();
/// let board = fen::parse("8/8/8/3k4/8/8/8/R3K3 w - - 0 1").unwrap();
/// let placement = Placement::from_board(&board).unwrap();
/// assert_eq!(tables.wdl(&placement), Some(Wdl::Win));
/// assert_eq!(tables.dtz(&placement), Some(Dtz(27)));
/// ```
#[derive(Default)]
pub struct ZeroingTables {
    by_material: HashMap<Material, Solved<Zeroing>>,
}

impl ZeroingTables {
    /// No tables yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Builds these tables and every smaller one they lead to, unless they are there.
    ///
    /// # Errors
    /// [`TbgenError::TooManyMen`] and [`TbgenError::BareKings`], before any work is done; [`TbgenError::TooLong`].
    pub fn build_all(&mut self, materials: &[Material]) -> Result<(), TbgenError> {
        for level in levels(checked_closure(materials)?) {
            let missing: Vec<Material> =
                level.into_iter().filter(|m| !self.by_material.contains_key(m)).collect();
            let solve = |&m: &Material| Ok((m, solve::solve(m, &|m| &self.by_material[&m])?));
            let solved: Vec<(Material, Solved<Zeroing>)> =
                missing.par_iter().map(solve).collect::<Result<_, TbgenError>>()?;
            self.by_material.extend(solved);
        }
        Ok(())
    }

    /// The table of one ending alone: of those it leads to only the results are held, and only until it is solved, so that it takes
    /// little more memory than its own values (1.6 GB for five men with one pawn, 0.7 GB without).
    ///
    /// # Errors
    /// As [`ZeroingTables::build_all`].
    ///
    /// # Panics
    /// Never: all that the ending leads to is built first.
    pub fn of_ending(material: Material) -> Result<Self, TbgenError> {
        let material = material.canonical().0;
        checked_closure(&[material])?;
        let mut smaller = ResultTables::new();
        smaller.build_all(&successors(material))?;
        let find = |m| smaller.get(m).expect("built with all that the ending leads to");
        let mut tables = Self::new();
        tables.insert(solve::solve(material, &find)?);
        Ok(tables)
    }

    /// The result of a position without en passant right; `None` when it is illegal or its table is not there.
    pub fn wdl(&self, placement: &Placement) -> Option<Wdl> {
        Zeroing::wdl(self.value(placement)?)
    }

    /// The exact distance to zeroing of a position without en passant right; `None` when it is illegal or its table is not there.
    pub fn dtz(&self, placement: &Placement) -> Option<Dtz> {
        Zeroing::dtz(self.value(placement)?)
    }

    /// A solved table, when it is there.
    pub(crate) fn solved(&self, material: Material) -> Option<&Solved<Zeroing>> {
        self.by_material.get(&material.canonical().0)
    }

    /// Takes a table made elsewhere in place of its own.
    pub(crate) fn insert(&mut self, solved: Solved<Zeroing>) {
        self.by_material.insert(solved.layout.material, solved);
    }

    /// Gives back the memory of all tables of more than `men` men.
    pub fn forget_larger_than(&mut self, men: usize) {
        self.by_material.retain(|material, _| material.men() <= men);
    }

    /// All positions of one ending; `None` when its table is not there.
    pub fn rows(&self, material: Material) -> Option<Rows<'_>> {
        let solved = self.by_material.get(&material.canonical().0)?;
        Some(Rows::of_zeroing(&solved.layout, &solved.values))
    }

    /// One ending as the Syzygy writer reads it; `None` when its table is not there.
    pub fn source(&self, material: Material) -> Option<impl ValueSource + '_> {
        let solved = self.by_material.get(&material.canonical().0)?;
        let values = solved.values.each_ref().map(Vec::as_slice);
        let mut census = Census::new();
        let whole = solved.layout.whole();
        census.add(&solved.layout, &whole, values);
        Some(Source::new(&solved.layout, whole, values, census))
    }

    /// The value of a slot of a table that is there.
    #[cfg(test)]
    pub(crate) fn value_of_slot(&self, material: Material, side: board::Color, slot: usize) -> u16 {
        self.by_material[&material].values[side as usize][slot]
    }

    fn value(&self, placement: &Placement) -> Option<u16> {
        let material = placement.material();
        if material.men() == 2 {
            return placement.is_legal().then_some(Zeroing::DRAW);
        }
        Some(self.by_material.get(&material.canonical().0)?.find(placement, material))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ending_solved_alone_has_the_same_values() {
        let mut all = ZeroingTables::new();
        for name in ["KBvK", "KPvK", "KQvKR", "KBvKP"] {
            let material: Material = name.parse::<Material>().unwrap().canonical().0;
            all.build_all(&[material]).unwrap();
            let alone = ZeroingTables::of_ending(material.flip()).unwrap();
            assert_eq!(alone.by_material.len(), 1);
            assert!(alone.by_material[&material].values == all.by_material[&material].values, "{name}");
        }
        assert!(matches!(ZeroingTables::of_ending("KvK".parse().unwrap()), Err(TbgenError::BareKings(_))));
    }
}

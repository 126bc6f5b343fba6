//! Solved tables of results and distances to zeroing under the fifty-move rule, the contents of
//! Syzygy files.

use std::collections::HashMap;

use board::{Board, Dtz, Material, Placement, Wdl, rules};
use rayon::prelude::*;

use super::rows::Rows;
use super::wdl::WdlTables;
use crate::endings::{checked_closure, levels, successors};
use crate::error::TbgenError;
use crate::solve;
use crate::solve::solved::Solved;
use crate::value::dtz::{DtzCode, before_move, dtz_preference};
use crate::value::metric::Metric;

/// Win, draw or loss under the fifty-move rule and distance to zeroing of every position of some
/// endings.
///
/// ```
/// use board::{Dtz, Placement, Wdl, fen};
/// let mut tables = vancura_tbgen::DtzTables::new();
/// tables.build_all(&["KRvK".parse().unwrap()]).unwrap();
/// let board = fen::parse("8/8/8/3k4/8/8/8/R3K3 w - - 0 1").unwrap();
/// let placement = Placement::from_board(&board).unwrap();
/// assert_eq!(tables.wdl(&placement), Some(Wdl::Win));
/// assert_eq!(tables.dtz(&placement), Some(Dtz(27)));
/// ```
#[derive(Default)]
pub struct DtzTables {
    by_material: HashMap<Material, Solved<DtzCode>>,
}

impl DtzTables {
    /// No tables yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Builds these tables and every smaller one they lead to, except those already built.
    ///
    /// # Errors
    /// [`TbgenError::TooManyMen`] and [`TbgenError::BareKings`], before any work is done;
    /// [`TbgenError::TooLong`].
    pub fn build_all(&mut self, materials: &[Material]) -> Result<(), TbgenError> {
        for level in levels(checked_closure(materials)?) {
            let missing: Vec<Material> =
                level.into_iter().filter(|m| !self.by_material.contains_key(m)).collect();
            let solve = |&m: &Material| Ok((m, solve::solve(m, &|m| &self.by_material[&m])?));
            let solved: Vec<(Material, Solved<DtzCode>)> =
                missing.par_iter().map(solve).collect::<Result<_, TbgenError>>()?;
            self.by_material.extend(solved);
        }
        Ok(())
    }

    /// The table of one ending only: for endings it leads to, only the results are kept, and only
    /// until it is solved, so it takes little more memory than its own values (1.6 GB for five men
    /// with one pawn, 0.7 GB without).
    ///
    /// # Errors
    /// As [`DtzTables::build_all`].
    ///
    /// # Panics
    /// Never: all endings that it leads to are built first.
    pub fn of_ending(material: Material) -> Result<Self, TbgenError> {
        Self::with_results(material, &mut WdlTables::new())
    }

    /// The same, with the results of the endings that it leads to added to `smaller` where
    /// they are missing, and kept.
    ///
    /// # Errors
    /// As [`DtzTables::build_all`].
    ///
    /// # Panics
    /// Never: all endings that it leads to are built first.
    pub fn with_results(material: Material, smaller: &mut WdlTables) -> Result<Self, TbgenError> {
        let material = material.canonical().0;
        checked_closure(&[material])?;
        smaller.build_all(&successors(material))?;
        let find = |m| smaller.get(m).expect("built with all that the ending leads to");
        let mut tables = Self::new();
        tables.insert(solve::solve(material, &find)?);
        Ok(tables)
    }

    /// The result of a position without en passant rights; `None` when it is illegal or its table
    /// is missing.
    pub fn wdl(&self, placement: &Placement) -> Option<Wdl> {
        DtzCode::wdl(self.value(placement)?)
    }

    /// The exact distance to zeroing of a position without en passant rights; `None` when it is
    /// illegal or its table is missing.
    pub fn dtz(&self, placement: &Placement) -> Option<Dtz> {
        DtzCode::dtz(self.value(placement)?)
    }

    /// A solved table, if it has been built.
    pub(crate) fn solved(&self, material: Material) -> Option<&Solved<DtzCode>> {
        self.by_material.get(&material.canonical().0)
    }

    /// Adds a table, replacing the current one.
    pub(crate) fn insert(&mut self, solved: Solved<DtzCode>) {
        self.by_material.insert(solved.layout.material, solved);
    }

    /// Frees the memory of all tables of more than `men` men.
    pub fn forget_larger_than(&mut self, men: usize) {
        self.by_material.retain(|material, _| material.men() <= men);
    }

    /// All positions of one ending; `None` when its table is missing.
    pub fn rows(&self, material: Material) -> Option<Rows<'_>> {
        let solved = self.by_material.get(&material.canonical().0)?;
        Some(Rows::of_dtz(&solved.layout, &solved.values))
    }

    /// The value of a slot of a table that has been built.
    #[cfg(test)]
    pub(crate) fn value_of_slot(&self, material: Material, side: board::Color, slot: usize) -> u16 {
        self.by_material[&material].values[side as usize][slot]
    }

    fn value(&self, placement: &Placement) -> Option<u16> {
        let material = placement.material();
        if material.men() == 2 {
            return placement.is_legal().then_some(DtzCode::DRAW);
        }
        Some(self.by_material.get(&material.canonical().0)?.find(placement, material))
    }

    /// The exact distance to zeroing of a position, including en passant, or why there is none.
    ///
    /// # Errors
    /// [`TbgenError::Placement`] for positions that are not in any table, [`TbgenError::Missing`]
    /// if the table has not been built.
    pub fn value_of(&self, board: &Board) -> Result<Dtz, TbgenError> {
        let placement = Placement::from_board(board)?;
        let missing = || TbgenError::Missing(placement.material().canonical().0);
        let plain = self.dtz(&placement).ok_or_else(missing)?;
        with_passing(board, plain, |child| self.value_of(child))
    }
}

/// The distance of a position with an en passant right, given the distance `plain` without it;
/// `value_of` returns the values after captures.
pub(super) fn with_passing<E>(
    board: &Board,
    plain: Dtz,
    value_of: impl Fn(&Board) -> Result<Dtz, E>,
) -> Result<Dtz, E> {
    if board.en_passant().is_none() {
        return Ok(plain);
    }
    let moves = board::legal_moves(board);
    let takes = |mv: &board::Move| rules::is_en_passant(board, *mv);
    // Without other moves the table value is a mate or stalemate that the capture avoids.
    let mut best = if moves.iter().all(takes) && !moves.is_empty() { None } else { Some(plain) };
    for &mv in moves.iter().filter(|mv| takes(mv)) {
        let child = rules::after(board, mv);
        let value = before_move(value_of(&child)?, true, rules::is_checkmate(&child));
        best = best.into_iter().chain([value]).max_by_key(|&dtz| dtz_preference(dtz));
    }
    Ok(best.unwrap_or(plain))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ending_solved_alone_has_the_same_values() {
        let mut all = DtzTables::new();
        for name in ["KBvK", "KPvK", "KQvKR", "KBvKP"] {
            let material: Material = name.parse::<Material>().unwrap().canonical().0;
            all.build_all(&[material]).unwrap();
            let alone = DtzTables::of_ending(material.flip()).unwrap();
            assert_eq!(alone.by_material.len(), 1);
            assert!(alone.by_material[&material].values == all.by_material[&material].values, "{name}");
        }
        assert!(matches!(DtzTables::of_ending("KvK".parse().unwrap()), Err(TbgenError::BareKings(_))));
    }
}

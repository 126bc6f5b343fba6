//! Sets of tables of results under the fifty-move rule, with little memory.

use std::collections::HashMap;

use board::{Color, Material, Placement, Wdl};
use rayon::prelude::*;

use super::planes::WdlPlanes;
use super::rows::Rows;
use crate::endings::{SMALL, checked_closure, levels, needed_first, successors};
use crate::error::TbgenError;
use crate::solve;
use crate::solve::solved::Find;
use crate::value::wdl::WdlCode;

/// Win, draw or loss under the fifty-move rule of every position of some endings, with little
/// memory.
///
/// A five-man table without pawns takes 84 MB, or 126 MB if the rule spoils some wins; with one
/// pawn, 201 MB or 302 MB.
///
/// ```
/// use board::{Placement, Wdl, fen};
/// let mut tables = vancura_tbgen::WdlTables::new();
/// tables.build_all(&["KRvK".parse().unwrap()]).unwrap();
/// let board = fen::parse("8/8/8/3k4/8/8/8/R3K3 w - - 0 1").unwrap();
/// assert_eq!(tables.wdl(&Placement::from_board(&board).unwrap()), Some(Wdl::Win));
/// ```
#[derive(Default)]
pub struct WdlTables {
    by_material: HashMap<Material, WdlPlanes>,
}

impl WdlTables {
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
            let missing: Vec<Material> = level.into_iter().filter(|m| !self.holds(*m)).collect();
            let (large, small): (Vec<_>, Vec<_>) = missing.into_iter().partition(|m| m.men() > SMALL);
            let find = |m| &self.by_material[&m];
            let solved: Vec<WdlPlanes> = small
                .par_iter()
                .map(|&m| solve_results(m, &find, &mut Default::default()))
                .collect::<Result<_, _>>()?;
            self.by_material.extend(solved.into_iter().map(|r| (r.layout.material, r)));
            // One after another, so that only one is in memory uncompressed; each uses all threads.
            let mut values = Default::default();
            for material in large {
                let results = solve_results(material, &|m| &self.by_material[&m], &mut values)?;
                self.by_material.insert(material, results);
            }
        }
        Ok(())
    }

    /// Frees five-man tables that none of the `upcoming` endings leads to directly and, if the
    /// others take more than `bytes`, those needed last. Smaller tables remain.
    pub fn keep_for(&mut self, upcoming: &[Material], bytes: usize) {
        let next_use = |m: Material| upcoming.iter().position(|&u| successors(u).contains(&m));
        let wanted = needed_first(self.sizes(SMALL), next_use, bytes);
        self.by_material.retain(|m, _| m.men() <= SMALL || wanted.contains(m));
    }

    /// Adds the table of an ending.
    pub(crate) fn insert(&mut self, results: WdlPlanes) {
        self.by_material.insert(results.layout.material, results);
    }

    /// Removes and returns the tables of more than `men` men.
    pub(crate) fn take_larger_than(&mut self, men: usize) -> impl Iterator<Item = WdlPlanes> + '_ {
        self.by_material.extract_if(move |m, _| m.men() > men).map(|(_, results)| results)
    }

    /// The endings of more than `men` men in the set, with their sizes in bytes.
    pub(crate) fn sizes(&self, men: usize) -> impl Iterator<Item = (Material, usize)> + '_ {
        self.by_material.iter().filter(move |(m, _)| m.men() > men).map(|(&m, results)| (m, results.bytes()))
    }

    /// All positions of one ending; `None` when its table is missing.
    pub fn rows(&self, material: Material) -> Option<Rows<'_>> {
        self.get(material.canonical().0).map(Rows::of_results)
    }

    /// True when the table is in the set.
    pub(crate) fn holds(&self, material: Material) -> bool {
        self.by_material.contains_key(&material)
    }

    /// The table of a canonical material that has been built.
    pub(crate) fn get(&self, material: Material) -> Option<&WdlPlanes> {
        self.by_material.get(&material)
    }

    /// The result of a position without en passant rights; `None` when it is illegal or its table
    /// is missing.
    pub fn wdl(&self, placement: &Placement) -> Option<Wdl> {
        let material = placement.material();
        if material.men() == 2 {
            return placement.is_legal().then_some(Wdl::Draw);
        }
        self.get(material.canonical().0)?.wdl(placement, material)
    }

    /// Memory of the tables in bytes.
    pub fn bytes(&self) -> usize {
        self.by_material.values().map(WdlPlanes::bytes).sum()
    }
}

/// Solves an ending for its results only, one leading file at a time; `find` looks up the tables
/// that it leads to. The buffer of the previous values is reused.
///
/// # Errors
/// [`TbgenError::TooLong`].
pub(crate) fn solve_results(
    material: Material,
    find: Find<'_, '_, WdlPlanes>,
    values: &mut [Vec<u8>; 2],
) -> Result<WdlPlanes, TbgenError> {
    let mut results = WdlPlanes::new(material);
    for file in 0..results.layout.parts() {
        let part = results.layout.part_of_file(file);
        let last = std::mem::take(values);
        *values = solve::solve_next_part::<WdlCode, WdlPlanes>(&results.layout, &part, find, last)?;
        results.add(&part, Color::White, &values[0], |value| value);
        results.add(&part, Color::Black, &values[1], |value| value);
    }
    Ok(results)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::solved::Subtable as _;
    use crate::tables::dtz::DtzTables;

    #[test]
    fn results_are_those_of_the_tables_with_distances() {
        let materials = ["KPvKP", "KQvKR", "KBvK"].map(|name| name.parse::<Material>().unwrap());
        let (mut results, mut zeroing) = (WdlTables::new(), DtzTables::new());
        results.build_all(&materials).unwrap();
        zeroing.build_all(&materials).unwrap();
        for material in materials {
            let table = results.get(material).unwrap();
            for slot in (0..table.layout.slots()).step_by(7) {
                for side in Color::ALL {
                    let outcome = table.outcome(side, slot);
                    assert_eq!(WdlCode::of_dtz(zeroing.value_of_slot(material, side, slot)), outcome);
                }
            }
            assert_eq!(table.is_always_drawn(), material == materials[2]);
        }
    }
}

//! Sets of tables of distances to mate.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use board::{Board, Dtm, Material, Placement, rules};
use rayon::prelude::*;

use super::dtm_table::DtmTable;
use crate::endings::{checked_closure, levels};
use crate::error::TbgenError;
use crate::solve;
use crate::value::dtm::DtmByte;
use crate::value::metric::{Metric, with_en_passant};

/// Solved tables by material: win, draw or loss and distance to mate of every position.
///
/// ```
/// use board::{Dtm, fen};
/// use vancura_tbgen::DtmTables;
/// let mut tables = DtmTables::startup();
/// let board = fen::parse("8/8/8/3k4/8/8/8/R3K3 w - - 0 1").unwrap();
/// assert_eq!(tables.probe_board(&board), Some(Dtm::Win(27)));
/// tables.build("KBNvK".parse().unwrap()).unwrap();
/// ```
#[derive(Default)]
pub struct DtmTables {
    by_material: HashMap<Material, DtmTable>,
}

impl DtmTables {
    /// No tables yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// All five 3-man tables, built in milliseconds on the calling thread.
    pub fn startup() -> Self {
        let mut tables = Self::new();
        for level in levels(Material::with_men(3)) {
            for material in level {
                tables.solve_one(material);
            }
        }
        tables
    }

    /// Builds a table and every smaller one it leads to, except those already built.
    ///
    /// # Errors
    /// [`TbgenError::TooManyMen`], [`TbgenError::BareKings`] and [`TbgenError::TooLong`].
    pub fn build(&mut self, material: Material) -> Result<(), TbgenError> {
        self.build_all(&[material])
    }

    /// Builds several tables and every smaller one they lead to; tables that do not depend on each
    /// other are built in parallel.
    ///
    /// # Errors
    /// [`TbgenError::TooManyMen`] and [`TbgenError::BareKings`], before any work is done;
    /// [`TbgenError::TooLong`].
    pub fn build_all(&mut self, materials: &[Material]) -> Result<(), TbgenError> {
        for level in levels(checked_closure(materials)?) {
            let missing: Vec<Material> =
                level.into_iter().filter(|m| !self.by_material.contains_key(m)).collect();
            let solved: Vec<DtmTable> =
                missing.par_iter().map(|&m| self.solved(m)).collect::<Result<_, _>>()?;
            self.by_material.extend(solved.into_iter().map(|t| (t.material(), t)));
        }
        Ok(())
    }

    /// Adds a table, replacing the current one.
    pub(crate) fn insert(&mut self, table: DtmTable) {
        self.by_material.insert(table.material(), table);
    }

    /// Frees the memory of all tables of more than `men` men.
    pub fn forget_larger_than(&mut self, men: usize) {
        self.by_material.retain(|material, _| material.men() <= men);
    }

    /// Frees the memory of a table.
    pub(crate) fn forget(&mut self, material: Material) {
        self.by_material.remove(&material.canonical().0);
    }

    fn solve_one(&mut self, material: Material) {
        let table = self.solved_again(material);
        self.by_material.insert(material, table);
    }

    /// Solves a table again from the smaller ones in this set, for measurements.
    ///
    /// # Panics
    /// When a table it leads to is missing, its material is not canonical, or its mates are too
    /// long to store.
    pub fn solved_again(&self, material: Material) -> DtmTable {
        self.solved(material).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Solves an ending from the smaller ones in this set, which must all be built.
    ///
    /// # Errors
    /// [`TbgenError::TooLong`].
    pub(crate) fn solved(&self, material: Material) -> Result<DtmTable, TbgenError> {
        Ok(DtmTable { solved: solve::solve(material, &|m| &self.by_material[&m].solved)? })
    }

    /// The same, stopped when `stop` is set.
    ///
    /// # Errors
    /// [`TbgenError::TooLong`] and [`TbgenError::Stopped`].
    pub(crate) fn solved_until(&self, material: Material, stop: &AtomicBool) -> Result<DtmTable, TbgenError> {
        let find = |m| &self.by_material[&m].solved;
        Ok(DtmTable { solved: solve::solve_until(material, &find, stop)? })
    }

    /// The table of a material with either assignment of colors, if it has been built.
    pub fn table(&self, material: Material) -> Option<&DtmTable> {
        self.by_material.get(&material.canonical().0)
    }

    /// All tables in the set, smallest first.
    pub fn iter(&self) -> impl Iterator<Item = &DtmTable> {
        let mut tables: Vec<&DtmTable> = self.by_material.values().collect();
        tables.sort_by_key(|t| (t.material().men(), std::cmp::Reverse(t.material())));
        tables.into_iter()
    }

    /// The exact value of a position without en passant rights; `None` when it is illegal or its
    /// table is missing.
    pub fn probe(&self, placement: &Placement) -> Option<Dtm> {
        let material = placement.material();
        if material.men() == 2 {
            return placement.is_legal().then_some(Dtm::Draw);
        }
        DtmByte::to_dtm(self.table(material)?.solved.find(placement, material))
    }

    /// The exact value of a position, including en passant; `None` with castling rights or if a
    /// table is missing.
    pub fn probe_board(&self, board: &Board) -> Option<Dtm> {
        let quiet = self.probe(&Placement::from_board(board).ok()?)?;
        if board.en_passant().is_none() {
            return Some(quiet);
        }
        let (en_passant, others): (Vec<_>, Vec<_>) =
            board::legal_moves(board).into_iter().partition(|&mv| rules::is_en_passant(board, mv));
        let mut best = 0;
        for mv in en_passant {
            let child = rules::after(board, mv);
            best = best
                .max(DtmByte::merit(DtmByte::from_dtm(self.probe(&Placement::from_board(&child).ok()?)?)));
        }
        DtmByte::to_dtm(with_en_passant::<DtmByte>(DtmByte::from_dtm(quiet), best, || others.is_empty()))
    }

    /// The exact value of a position, or why there is none.
    ///
    /// # Errors
    /// [`TbgenError::Placement`] for positions that are not in any table, [`TbgenError::Missing`]
    /// if the table has not been built.
    pub fn value_of(&self, board: &Board) -> Result<Dtm, TbgenError> {
        let placement = Placement::from_board(board)?;
        self.probe_board(board).ok_or_else(|| TbgenError::Missing(placement.material().canonical().0))
    }
}

//! Solved tables of results and distances to zeroing under the fifty-move rule: what Syzygy files hold.

use std::collections::HashMap;

use board::{Color, Dtz, Material, Piece, Placement, Wdl};
use rayon::prelude::*;

use crate::error::TbgenError;
use crate::metric::{Metric, Zeroing};
use crate::solve;
use crate::syzygy::format::men_codes;
use crate::syzygy::write::{DTZ_FREE, ValueSource, wdl_code};
use crate::table::Solved;
use crate::tables::{checked_closure, levels};

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
    /// [`TbgenError::TooManyMen`] and [`TbgenError::BareKings`], before any work is done.
    pub fn build_all(&mut self, materials: &[Material]) -> Result<(), TbgenError> {
        for level in levels(checked_closure(materials)?) {
            let missing: Vec<Material> =
                level.into_iter().filter(|m| !self.by_material.contains_key(m)).collect();
            let solve = |&m: &Material| (m, solve::solve(m, &|m| &self.by_material[&m]));
            let solved: Vec<(Material, Solved<Zeroing>)> = missing.par_iter().map(solve).collect();
            self.by_material.extend(solved);
        }
        Ok(())
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

    /// One ending as the Syzygy writer reads it; `None` when its table is not there.
    pub fn source(&self, material: Material) -> Option<impl ValueSource + '_> {
        Some(Source::new(self.by_material.get(&material.canonical().0)?))
    }

    fn value(&self, placement: &Placement) -> Option<u16> {
        let material = placement.material();
        if material.men() == 2 {
            return placement.is_legal().then_some(Zeroing::DRAW);
        }
        Some(self.by_material.get(&material.canonical().0)?.find(placement, material))
    }
}

/// A solved ending as the writers read it.
pub(crate) struct Source<'a, M: Metric> {
    solved: &'a Solved<M>,
    /// For each man of the layout his number in the writer's order.
    men: Vec<usize>,
}

impl<'a, M: Metric> Source<'a, M> {
    pub(crate) fn new(solved: &'a Solved<M>) -> Self {
        let mut order: Vec<Option<u8>> = men_codes(solved.layout.material).into_iter().map(Some).collect();
        let mut take = |&(color, piece): &(Color, Piece)| {
            let code = crate::syzygy::format::man_code(color, piece);
            let at = order.iter().position(|&c| c == Some(code)).expect("same material, same men");
            order[at] = None;
            at
        };
        let men = solved.layout.men.iter().map(&mut take).collect();
        Self { solved, men }
    }

    /// Calls `visit` with the number and the value of each position.
    pub(crate) fn for_each(&self, side: Color, squares: &[&[u8]], mut visit: impl FnMut(usize, M::Value)) {
        let values = &self.solved.values[side as usize];
        // By man of the layout, the writer's squares of all positions.
        let placed: Vec<&[u8]> = self.men.iter().map(|&man| squares[man]).collect();
        for (i, _) in squares[0].iter().enumerate() {
            let mut mine = [0; 8];
            for (square, man) in mine.iter_mut().zip(&placed) {
                *square = man[i];
            }
            visit(i, values[self.solved.layout.slot(&mine)]);
        }
    }
}

impl<M: Metric> Source<'_, M> {
    /// The canonical material.
    pub(crate) fn material(&self) -> Material {
        self.solved.layout.material
    }
}

impl ValueSource for Source<'_, Zeroing> {
    fn material(&self) -> Material {
        self.solved.layout.material
    }

    fn wdl_codes(&self, side: Color, squares: &[&[u8]], codes: &mut [u8]) {
        self.for_each(side, squares, |i, value| codes[i] = ((value >> 12) as u8).min(wdl_code::FREE));
    }

    fn dtz_codes(&self, side: Color, squares: &[&[u8]], codes: &mut [i16]) {
        self.for_each(side, squares, |i, value| {
            let looked_up = value != Zeroing::ILLEGAL && value & Zeroing::FREE == 0;
            codes[i] = Zeroing::dtz(value).filter(|_| looked_up).map_or(DTZ_FREE, |dtz| dtz.0);
        });
    }
}

//! A set of solved tables, and the order in which they are built.

use std::collections::HashMap;

use board::{Board, Color, Dtm, Material, Piece, Placement, rules};
use rayon::prelude::*;

use crate::MAX_SOLVED_MEN;
use crate::error::TbgenError;
use crate::metric::{Mate, Metric};
use crate::solve::{self, with_en_passant};
use crate::table::Table;

/// Solved tables by material: win, draw or loss and distance to mate of every position.
///
/// ```
/// use board::{Dtm, fen};
/// use tbgen::Tables;
/// let mut tables = Tables::startup();
/// let board = fen::parse("8/8/8/3k4/8/8/8/R3K3 w - - 0 1").unwrap();
/// assert_eq!(tables.probe_board(&board), Some(Dtm::Win(27)));
/// tables.build("KBNvK".parse().unwrap()).unwrap();
/// ```
#[derive(Default)]
pub struct Tables {
    by_material: HashMap<Material, Table>,
}

impl Tables {
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

    /// Builds a table and every smaller one it leads to, unless it is there.
    ///
    /// # Errors
    /// [`TbgenError::TooManyMen`], [`TbgenError::BareKings`] and [`TbgenError::TooLong`].
    pub fn build(&mut self, material: Material) -> Result<(), TbgenError> {
        self.build_all(&[material])
    }

    /// Builds several tables and every smaller one they lead to, those that do not need one another at the same time.
    ///
    /// # Errors
    /// [`TbgenError::TooManyMen`] and [`TbgenError::BareKings`], before any work is done; [`TbgenError::TooLong`].
    pub fn build_all(&mut self, materials: &[Material]) -> Result<(), TbgenError> {
        for level in levels(checked_closure(materials)?) {
            let missing: Vec<Material> =
                level.into_iter().filter(|m| !self.by_material.contains_key(m)).collect();
            let solved: Vec<Table> = missing.par_iter().map(|&m| self.solved(m)).collect::<Result<_, _>>()?;
            self.by_material.extend(solved.into_iter().map(|t| (t.material(), t)));
        }
        Ok(())
    }

    /// Takes a table made elsewhere in place of its own.
    pub(crate) fn insert(&mut self, table: Table) {
        self.by_material.insert(table.material(), table);
    }

    /// Gives back the memory of all tables of more than `men` men.
    pub fn forget_larger_than(&mut self, men: usize) {
        self.by_material.retain(|material, _| material.men() <= men);
    }

    fn solve_one(&mut self, material: Material) {
        let table = self.solved_again(material);
        self.by_material.insert(material, table);
    }

    /// Solves a table afresh from the smaller ones in this set, for measurements.
    ///
    /// # Panics
    /// When a table it leads to is missing, its material is not canonical, or its mates are too long to be kept.
    pub fn solved_again(&self, material: Material) -> Table {
        self.solved(material).unwrap_or_else(|error| panic!("{error}"))
    }

    fn solved(&self, material: Material) -> Result<Table, TbgenError> {
        Ok(Table { solved: solve::solve(material, &|m| &self.by_material[&m].solved)? })
    }

    /// The table of a material in either coloring, when it has been built.
    pub fn table(&self, material: Material) -> Option<&Table> {
        self.by_material.get(&material.canonical().0)
    }

    /// All tables that are there, smallest first.
    pub fn iter(&self) -> impl Iterator<Item = &Table> {
        let mut tables: Vec<&Table> = self.by_material.values().collect();
        tables.sort_by_key(|t| (t.material().men(), std::cmp::Reverse(t.material())));
        tables.into_iter()
    }

    /// The exact value of a position without en passant right; `None` when it is illegal or its table is not there.
    pub fn probe(&self, placement: &Placement) -> Option<Dtm> {
        let material = placement.material();
        if material.men() == 2 {
            return placement.is_legal().then_some(Dtm::Draw);
        }
        Mate::to_dtm(self.table(material)?.solved.find(placement, material))
    }

    /// The exact value of a position, en passant right included; `None` with castling rights or when a table is not there.
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
            best = best.max(Mate::merit(Mate::from_dtm(self.probe(&Placement::from_board(&child).ok()?)?)));
        }
        Mate::to_dtm(with_en_passant::<Mate>(Mate::from_dtm(quiet), best, || others.is_empty()))
    }
}

/// The materials that one capture or promotion leads to, bare kings left out, canonical.
pub(crate) fn successors(material: Material) -> Vec<Material> {
    let mut found = Vec::new();
    let mut visit = |m: Option<Material>| {
        if let Some(m) = m.filter(|m| m.men() > 2) {
            found.push(m.canonical().0);
        }
    };
    for color in Color::ALL {
        for victim in material.pieces(color) {
            visit(material.without(color, victim));
        }
        for promoted in [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight] {
            let promotion = material.without(color, Piece::Pawn).map(|m| m.with(color, promoted));
            visit(promotion);
            for victim in material.pieces(!color).filter(|&p| p != Piece::Pawn) {
                visit(promotion.and_then(|m| m.without(!color, victim)));
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// These materials, canonical, and all they can lead to.
///
/// # Errors
/// When one of them has no table or one too large to solve.
pub(crate) fn checked_closure(materials: &[Material]) -> Result<Vec<Material>, TbgenError> {
    for &material in materials {
        if material.men() > MAX_SOLVED_MEN {
            return Err(TbgenError::TooManyMen(material));
        }
        if material.men() < 3 {
            return Err(TbgenError::BareKings(material));
        }
    }
    let mut all: Vec<Material> = Vec::new();
    let mut open: Vec<Material> = materials.iter().map(|m| m.canonical().0).collect();
    while let Some(material) = open.pop() {
        if !all.contains(&material) {
            all.push(material);
            open.extend(successors(material));
        }
    }
    Ok(all)
}

/// All that `material` leads to, as far as it is not available, without itself: each ending after what it leads to, and soon before the
/// one that asks for it.
pub(crate) fn depth_first(material: Material, available: impl Fn(Material) -> bool + Copy) -> Vec<Material> {
    fn visit(material: Material, available: impl Fn(Material) -> bool + Copy, order: &mut Vec<Material>) {
        for smaller in successors(material) {
            if !available(smaller) && !order.contains(&smaller) {
                visit(smaller, available, order);
                order.push(smaller);
            }
        }
    }
    let mut order = Vec::new();
    visit(material, available, &mut order);
    order
}

/// Materials grouped so that each group needs only groups before it: fewer men first, then fewer pawns.
pub(crate) fn levels(mut materials: Vec<Material>) -> Vec<Vec<Material>> {
    let key = |m: &Material| (m.men(), m.pawns());
    materials.sort_by_key(|m| (key(m), std::cmp::Reverse(*m)));
    materials.chunk_by(|a, b| key(a) == key(b)).map(<[Material]>::to_vec).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_hold_what_each_table_needs_before_it() {
        let all: Vec<Material> = (3..=5).flat_map(Material::with_men).collect();
        let mut done: Vec<Material> = Vec::new();
        for level in levels(all) {
            for material in &level {
                assert!(successors(*material).iter().all(|s| done.contains(s)), "{material}");
            }
            done.extend(level);
        }
        assert_eq!(done.len(), 145);
    }

    #[test]
    fn depth_first_has_each_table_after_what_it_needs() {
        for material in Material::with_men(5) {
            let order = depth_first(material, |_| false);
            assert_eq!(order.len() + 1, checked_closure(&[material]).unwrap().len());
            for (i, &m) in order.iter().enumerate() {
                assert!(successors(m).iter().all(|s| order[..i].contains(s)), "{m} for {material}");
            }
        }
        let four = depth_first("KRPvKR".parse().unwrap(), |m| m.men() == 4);
        assert!(four.iter().all(|m| m.men() == 5) && four.len() == 4, "{four:?}");
    }

    #[test]
    fn krpkr_leads_to_the_known_tables() {
        let names: Vec<String> =
            successors("KRPvKR".parse().unwrap()).iter().map(ToString::to_string).collect();
        for name in ["KRPvK", "KPvKR", "KRvKP", "KRvKR", "KQRvKR", "KRRvKR", "KRBvKR", "KRNvKR", "KQRvK"] {
            let canonical = name.parse::<Material>().unwrap().canonical().0.to_string();
            assert!(names.contains(&canonical), "{name} missing in {names:?}");
        }
    }
}

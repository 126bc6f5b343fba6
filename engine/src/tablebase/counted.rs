//! Tables in memory with the fifty-move counter, solved per ending on first use.

use std::sync::OnceLock;

use board::{Board, Dtm, Material, Placement};
use tbgen::{Dtm50Table, DtmTables};

/// Endings of up to this many men are solved by the probing thread, in at most a fiftieth of a
/// second. Larger ones take seconds.
const SOLVED_AT_ONCE: usize = 3;

/// The endings of 3 and 4 men that have been solved for every counter.
pub(super) struct CountedTables {
    /// By material, in order.
    tables: Vec<(Material, OnceLock<Option<Dtm50Table>>)>,
}

impl Default for CountedTables {
    fn default() -> Self {
        let mut all: Vec<Material> = (3..=Dtm50Table::MAX_MEN).flat_map(Material::with_men).collect();
        all.sort_unstable();
        Self { tables: all.into_iter().map(|material| (material, OnceLock::new())).collect() }
    }
}

impl CountedTables {
    /// The distance to mate of a position with its counter; `None` when its ending has four men and
    /// has not been solved yet. `mates` must have the position.
    pub(super) fn probe(&self, mates: &DtmTables, board: &Board) -> Option<Dtm> {
        let (material, table) = self.ending(board)?;
        let table = match table.get() {
            Some(table) => table.as_ref(),
            None if material.men() <= SOLVED_AT_ONCE => solved(table, material, mates),
            None => return None,
        };
        table?.value(mates, board)
    }

    /// Solves the ending of a position unless already done.
    pub(super) fn solve(&self, mates: &DtmTables, board: &Board) {
        if let Some((material, table)) = self.ending(board) {
            solved(table, material, mates);
        }
    }

    fn ending(&self, board: &Board) -> Option<(Material, &OnceLock<Option<Dtm50Table>>)> {
        let material = Placement::from_board(board).ok()?.material().canonical().0;
        let at = self.tables.binary_search_by_key(&material, |(material, _)| *material).ok()?;
        Some((material, &self.tables[at].1))
    }
}

/// The table, solved now if necessary; `None` when the plain distances lack an ending reachable
/// from it.
fn solved<'a>(
    table: &'a OnceLock<Option<Dtm50Table>>,
    material: Material,
    mates: &DtmTables,
) -> Option<&'a Dtm50Table> {
    table.get_or_init(|| Dtm50Table::solve(mates, material).ok()).as_ref()
}

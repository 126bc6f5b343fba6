//! Compares solved tables with distances to mate from another source, such as another generator's
//! files.
//!
//! Every legal position is compared, with each side to move, and every position with a right to
//! capture en passant, which no table stores.

use board::{Board, Color, Dtm, rules};
use rayon::prelude::*;

use super::solved::{BATCH, MAX_LISTED};
use crate::answer::values::Probe;
use crate::tables::dtm::DtmTables;
use crate::tables::dtm_table::DtmTable;
use crate::value::dtm::DtmByte;

/// A position of which the other source says something else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The position as FEN.
    pub fen: String,
    /// The value in the solved table.
    pub solved: Dtm,
    /// That of the other source; `None` if it says that the position is illegal.
    pub other: Option<Dtm>,
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: solved {}, the other source says ", self.fen, self.solved)?;
        match self.other {
            Some(other) => write!(f, "{other}"),
            None => f.write_str("that it is illegal"),
        }
    }
}

/// The result of a comparison.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comparison {
    /// Positions compared without a right to capture en passant, both sides to move; counted like
    /// [`DtmTable::positions`].
    pub positions: u64,
    /// Positions compared with such a right.
    pub en_passant: u64,
    /// Positions that the move generator rejects because of three checkers; these exist only with 5
    /// or more men.
    pub skipped: u64,
    /// Positions with another value, of both kinds.
    pub different: u64,
    /// The first of them; empty if there is none.
    pub differences: Vec<Difference>,
}

impl Comparison {
    fn compare(&mut self, board: &Board, solved: Dtm, other: Option<Dtm>) {
        if other != Some(solved) {
            self.different += 1;
            if self.differences.len() < MAX_LISTED {
                self.differences.push(Difference { fen: board.to_string(), solved, other });
            }
        }
    }

    /// Both together, `self` first.
    fn and(mut self, mut after: Self) -> Self {
        self.positions += after.positions;
        self.en_passant += after.en_passant;
        self.skipped += after.skipped;
        self.different += after.different;
        self.differences.append(&mut after.differences);
        self.differences.truncate(MAX_LISTED);
        self
    }
}

/// Compares every position of `table`, one of these tables, with another source of distances to
/// mate.
///
/// # Errors
/// The first of the other source.
pub fn compare_dtm<P>(tables: &DtmTables, table: &DtmTable, other: &P) -> Result<Comparison, P::Error>
where
    P: Probe<Error: Send> + Sync,
{
    let slots = table.solved.values[0].len();
    let in_order = table.solved.layout.in_order();
    let batch = |start: usize| {
        let mut found = Comparison::default();
        for slot in (start..(start + BATCH).min(slots)).filter(|&slot| in_order(slot)) {
            for side in Color::ALL {
                if let Some(value) = DtmByte::to_dtm(table.solved.values[side as usize][slot]) {
                    compare_slot(tables, table, (side, slot, value), other, &mut found)?;
                }
            }
        }
        Ok(found)
    };
    let batches = (0..slots).into_par_iter().step_by(BATCH).map(batch);
    batches.try_reduce(Comparison::default, |a, b| Ok(a.and(b)))
}

fn compare_slot<P: Probe>(
    tables: &DtmTables,
    table: &DtmTable,
    (side, slot, value): (Color, usize, Dtm),
    other: &P,
    found: &mut Comparison,
) -> Result<(), P::Error> {
    let Ok(board) = table.solved.placement(side, slot).to_board() else {
        found.skipped += 1;
        return Ok(());
    };
    found.positions += 1;
    found.compare(&board, value, other.values(&board)?.dtm);
    for passing in rules::with_en_passant(&board) {
        // All tables that captures lead to have been solved.
        if let Some(value) = tables.probe_board(&passing) {
            found.en_passant += 1;
            found.compare(&passing, value, other.values(&passing)?.dtm);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::values::Values;
    use crate::error::TbgenError;

    /// The solved tables, with other values for some positions.
    struct Liar<'a> {
        tables: &'a DtmTables,
        lies: Vec<(Board, Option<Dtm>)>,
    }

    impl Probe for Liar<'_> {
        type Error = TbgenError;

        fn values(&self, board: &Board) -> Result<Values, TbgenError> {
            let lie = self.lies.iter().find(|(of, _)| of == board);
            let dtm = lie.map_or_else(|| self.tables.probe_board(board), |&(_, value)| value);
            Ok(Values { dtm, ..Values::default() })
        }
    }

    #[test]
    fn every_position_is_compared_and_each_difference_told() {
        let mut tables = DtmTables::startup();
        let (krk, kpkp) = ("KRvK".parse().unwrap(), "KPvKP".parse().unwrap());
        let compare = |tables: &DtmTables, material, lies: &[(&str, Option<Dtm>)]| {
            let lies = lies.iter().map(|&(fen, value)| (board::fen::parse(fen).unwrap(), value)).collect();
            let liar = Liar { tables, lies };
            compare_dtm(tables, tables.table(material).unwrap(), &liar).unwrap()
        };
        let honest = compare(&tables, krk, &[]);
        let positions: usize =
            Color::ALL.map(|side| tables.table(krk).unwrap().positions(side).count()).iter().sum();
        let expected = Comparison { positions: positions as u64, ..Comparison::default() };
        assert_eq!(honest, expected);
        let lies =
            [("8/8/8/8/8/2k5/1R6/K7 w - - 0 1", Some(Dtm::Win(29))), ("8/8/8/8/8/8/1Rk5/K7 b - - 0 1", None)];
        let told: Vec<String> =
            compare(&tables, krk, &lies).differences.iter().map(ToString::to_string).collect();
        assert_eq!(
            told,
            [
                "8/8/8/8/8/8/1Rk5/K7 b - - 0 1: solved mated in 16 (32 plies), the other source says that it is illegal",
                "8/8/8/8/8/2k5/1R6/K7 w - - 0 1: solved mate in 16 (31 plies), the other source says mate in 15 (29 plies)",
            ]
        );
        // The right to capture en passant counts.
        tables.build(kpkp).unwrap();
        let lie = ("8/8/8/8/1Pp5/2K5/8/7k b - b3 0 1", Some(Dtm::Loss(4)));
        let found = compare(&tables, kpkp, &[lie]);
        assert_eq!((found.different, found.differences.len(), found.skipped), (1, 1, 0));
        assert!(found.en_passant > 10_000 && found.positions > 7_000_000, "{found:?}");
    }
}

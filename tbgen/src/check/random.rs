//! Random positions, from a solved table or, if an ending is too large to be solved, from all legal
//! placements of its men.

use std::collections::HashSet;

use board::random::Random;
use board::{Color, Material, Placement, Wdl, narrow};
use syzygy::{Error as SyzygyError, Tables as SyzygyTables};

use super::critical::Critical;
use crate::tables::dtm_table::DtmTable;

/// Placements tried per requested position before the search ends.
const TRIES: usize = 10_000;

/// Generates `count` different random legal positions of an ending of any number of men, uniformly
/// distributed, without castling or en passant rights, and returns the values of `judge`; positions
/// for which it returns `None` are skipped. The same seed gives the same positions. Fewer are
/// returned if there are hardly any.
///
/// # Errors
/// The first error of `judge`.
pub fn placements_by_lot<T, E>(
    material: Material,
    count: usize,
    seed: u64,
    judge: impl Fn(&Placement) -> Result<Option<T>, E>,
) -> Result<Vec<T>, E> {
    let mut random = Random::new(seed);
    let mut drawn = HashSet::new();
    let mut found = Vec::new();
    for _ in 0..count.saturating_mul(TRIES) {
        if found.len() == count {
            break;
        }
        let placement = Placement::random(&mut random, material);
        if !drawn.contains(&placement)
            && let Some(taken) = judge(&placement)?
        {
            drawn.insert(placement);
            found.push(taken);
        }
    }
    Ok(found)
}

/// Like [`critical_positions`](crate::critical_positions), but from table files: for endings that
/// are too large to be solved in memory.
///
/// # Errors
/// [`SyzygyError`] where a file is missing or damaged.
pub fn critical_positions_in(
    files: &SyzygyTables,
    material: Material,
    count: usize,
    seed: u64,
) -> Result<Vec<Critical>, SyzygyError> {
    placements_by_lot(material, count, seed, |placement| Critical::in_files(placement, files))
}

/// Random positions of an ending with this result for the side to move according to table files,
/// fifty-move rule ignored; see [`placements_by_lot`].
///
/// # Errors
/// [`SyzygyError`] where the file is missing or damaged.
pub fn random_positions_in(
    files: &SyzygyTables,
    material: Material,
    count: usize,
    seed: u64,
    result: Wdl,
) -> Result<Vec<Placement>, SyzygyError> {
    placements_by_lot(material, count, seed, |placement| {
        let Ok(board) = placement.to_board() else { return Ok(None) };
        let found = match files.wdl(&board)? {
            Wdl::Win | Wdl::CursedWin => Wdl::Win,
            Wdl::Draw => Wdl::Draw,
            Wdl::Loss | Wdl::BlessedLoss => Wdl::Loss,
        };
        Ok((found == result).then_some(*placement))
    })
}

/// Returns `count` different random legal positions of a table, uniformly distributed among all
/// positions or those with this result for the side to move, fifty-move rule ignored. The same seed
/// gives the same positions. Fewer are returned if there are no more.
pub fn random_positions(table: &DtmTable, count: usize, seed: u64, result: Option<Wdl>) -> Vec<Placement> {
    let fits = |value: &board::Dtm| result.is_none_or(|wanted| value.wdl() == wanted);
    let candidates = || {
        Color::ALL.into_iter().flat_map(|side| table.positions(side)).filter(|(_, v)| fits(v)).map(|(p, _)| p)
    };
    let total = candidates().count() as u64;
    let count = (count as u64).min(total);
    let mut random = Random::new(seed);
    // Floyd's algorithm for a random set of numbers below `total`, in the order drawn.
    let mut numbers: Vec<u64> = Vec::new();
    let mut drawn = std::collections::HashSet::new();
    for last in total - count..total {
        let number = random.below(narrow::<_, usize>(last) + 1) as u64;
        let number = if drawn.insert(number) { number } else { last };
        drawn.insert(number);
        numbers.push(number);
    }
    let mut by_number = std::collections::HashMap::new();
    for (number, placement) in (0..).zip(candidates()) {
        if drawn.contains(&number) {
            by_number.insert(number, placement);
        }
    }
    numbers.iter().filter_map(|number| by_number.remove(number)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DtmTables, WdlTables, build_files};
    use syzygy::Kind;

    #[test]
    fn files_and_tables_in_memory_judge_alike() {
        let folder = tempfile::tempdir().expect("a folder");
        let material: Material = "KPvK".parse().expect("a material");
        build_files(&Material::with_men(3), folder.path(), Kind::SYZYGY, |_, _| ()).expect("they are built");
        let files = SyzygyTables::open(&[folder.path()]).expect("they are opened");
        let mut tables = WdlTables::new();
        tables.build_all(&[material]).expect("it is solved");
        let drawn = critical_positions_in(&files, material, 60, 3).expect("the files are sound");
        assert_eq!(drawn.len(), 60);
        let known: Vec<Critical> = drawn
            .iter()
            .filter_map(|found| Critical::at(&Placement::from_board(&found.board).ok()?, &tables))
            .collect();
        assert_eq!(known, drawn);
        let lost = random_positions_in(&files, material, 40, 5, Wdl::Loss).expect("the files are sound");
        assert_eq!(lost.iter().collect::<HashSet<_>>().len(), 40);
        assert!(lost.iter().all(|position| tables.wdl(position) == Some(Wdl::Loss)));
    }

    #[test]
    fn positions_are_drawn_once_by_seed_and_with_the_wanted_result() {
        let tables = DtmTables::startup();
        let table = tables.table("KPvK".parse().expect("a material")).expect("a 3-man table");
        let lost = random_positions(table, 100, 7, Some(Wdl::Loss));
        assert_eq!(lost, random_positions(table, 100, 7, Some(Wdl::Loss)));
        assert_ne!(lost, random_positions(table, 100, 8, Some(Wdl::Loss)));
        assert_eq!(lost.iter().collect::<std::collections::HashSet<_>>().len(), 100);
        for position in lost {
            assert_eq!(table.probe(&position).map(board::Dtm::wdl), Some(Wdl::Loss));
        }
        let all = random_positions(table, usize::MAX, 1, None);
        assert_eq!(all.len() as u64, 81_664 + 84_012);
    }
}

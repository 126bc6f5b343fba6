//! Positions drawn by lot from a solved table, for tests.

use board::random::Random;
use board::{Color, Placement, Wdl, narrow};

use crate::tables::dtm_table::DtmTable;

/// Draws `count` different legal positions uniformly from those of a table, or from those with this result for the side to move, fifty-move
/// rule ignored. The same seed draws the same positions. Fewer come when there are no more.
pub fn random_positions(table: &DtmTable, count: usize, seed: u64, result: Option<Wdl>) -> Vec<Placement> {
    let fits = |value: &board::Dtm| result.is_none_or(|wanted| value.wdl() == wanted);
    let candidates = || {
        Color::ALL.into_iter().flat_map(|side| table.positions(side)).filter(|(_, v)| fits(v)).map(|(p, _)| p)
    };
    let total = candidates().count() as u64;
    let count = (count as u64).min(total);
    let mut random = Random::new(seed);
    // Floyd's way to draw a set of numbers below `total`, in the order in which they were drawn.
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
    use crate::DtmTables;

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

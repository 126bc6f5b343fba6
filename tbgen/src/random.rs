//! Positions drawn by lot from a solved table, for tests.

use board::{Color, Placement, Wdl};

use crate::table::Table;

/// Draws `count` different legal positions uniformly from those of a table, or from those with this result for the side to move, fifty-move
/// rule ignored. The same seed draws the same positions. Fewer come when there are no more.
pub fn random_positions(table: &Table, count: usize, seed: u64, result: Option<Wdl>) -> Vec<Placement> {
    let fits = |value: &board::Dtm| result.is_none_or(|wanted| value.wdl() == wanted);
    let candidates = || {
        Color::ALL.into_iter().flat_map(|side| table.positions(side)).filter(|(_, v)| fits(v)).map(|(p, _)| p)
    };
    let total = candidates().count() as u64;
    let count = (count as u64).min(total);
    let mut lot = Lot(seed);
    // Floyd's way to draw a set of numbers below `total`, in the order in which they were drawn.
    let mut numbers: Vec<u64> = Vec::new();
    let mut drawn = std::collections::HashSet::new();
    for last in total - count..total {
        let number = lot.below(last + 1);
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

/// The generator SplitMix64.
pub(crate) struct Lot(pub(crate) u64);

impl Lot {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`, by multiplication; the bias is below bound / 2^64.
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(bound)) >> 64) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Tables;

    #[test]
    fn positions_are_drawn_once_by_seed_and_with_the_wanted_result() {
        let tables = Tables::startup();
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

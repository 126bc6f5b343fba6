//! DTZ values as stored in the file: numbers in moves or plies, ranked by frequency.

use ending::{Color, Dtz, Material, narrow};

use super::fill::DTZ_WILDCARD;
use super::sort::exchange_sort;
use super::source::{DTZ_FREE, DTZ_OFFSET, Statistics};
use crate::format::{DTZ_LISTS, flag};

/// Map entries from here on need 16 bits.
const WIDE_FROM: usize = 256;
/// A rank is frequent when it occurs in at least one in this number of positions, without and with
/// pawns.
const FREQUENT_PAWNLESS: u64 = 3500;
const FREQUENT_PAWNFUL: u64 = 7000;
/// Placements counted for 3 to 7 men without pawns.
const PAWNLESS_PLACEMENTS: [u64; 5] = [31_332, 1_911_252, 114_675_120, 6_765_832_080, 392_418_260_640];

/// The sides whose distances must be exact to the ply, because some of them are 100, and one more
/// ply would make them cursed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Accuracy {
    /// White's wins, which are Black's losses.
    white_wins: bool,
    black_wins: bool,
}

impl Accuracy {
    /// All distances, necessary or not.
    pub(super) const PLIES: Self = Self { white_wins: true, black_wins: true };

    /// From both sides' statistics; White's are passed twice for symmetric material.
    pub(super) fn new([white, black]: &[&Statistics; 2]) -> Self {
        const LIMIT: i16 = Dtz::FIFTY_MOVES_PLIES;
        let wins = |winner: &Statistics, loser: &Statistics| {
            winner.dtz_count(LIMIT) > 0 || loser.dtz_count(-LIMIT) > 0
        };
        Self { white_wins: wins(white, black), black_wins: wins(black, white) }
    }

    /// The flags of a sub-table with this side to move.
    pub(super) fn flags(self, side: Color) -> u8 {
        let (wins, losses) = match side {
            Color::White => (self.white_wins, self.black_wins),
            Color::Black => (self.black_wins, self.white_wins),
        };
        (if wins { flag::WIN_PLIES } else { 0 }) | if losses { flag::LOSS_PLIES } else { 0 }
    }
}

/// List and number of a distance.
fn number(dtz: i16, flags: u8) -> (usize, u16) {
    const LIMIT: u16 = Dtz::FIFTY_MOVES_PLIES as u16;
    let plies = dtz.unsigned_abs();
    let cursed = plies > LIMIT;
    let list = usize::from(dtz < 0) + if cursed { 2 } else { 0 };
    let exact = [flag::WIN_PLIES, flag::LOSS_PLIES, 0, 0][list] & flags != 0;
    let least = if cursed { LIMIT + 1 } else { 1 };
    (list, if exact { plies - least } else { (plies - least) / 2 })
}

/// How one side's distances are stored.
#[derive(Clone, Debug)]
pub(super) struct Ranks {
    /// Flags except for the side: map and accuracy.
    pub(super) flags: u8,
    /// By list, the numbers in order of rank.
    pub(super) lists: [Vec<u16>; DTZ_LISTS],
    /// The value of each rank in the file: the rank itself, or its number when no map is needed.
    pub(super) leaves: Vec<u16>,
    /// Ranks below this one extend into short runs of wildcards.
    pub(super) frequent: u16,
    /// By distance, offset by [`DTZ_OFFSET`].
    rank_of: Vec<u16>,
}

impl Ranks {
    pub(super) fn new(material: Material, statistics: &Statistics, accuracy_flags: u8) -> Self {
        let distances = || (-DTZ_OFFSET..DTZ_OFFSET).map(narrow).filter(|&d: &i16| d != DTZ_FREE);
        let mut frequency: [Vec<u64>; DTZ_LISTS] = Default::default();
        for dtz in distances().filter(|&d| statistics.dtz_count(d) > 0) {
            let (list, n) = number(dtz, accuracy_flags);
            let counts = &mut frequency[list];
            counts.resize(counts.len().max(usize::from(n) + 1), 0);
            counts[usize::from(n)] += statistics.dtz_count(dtz);
        }
        let lists = frequency.each_ref().map(|counts| by_frequency(counts));
        let longest = lists.iter().max_by_key(|l| l.len()).cloned().unwrap_or_default();
        let ranks = longest.len().max(1);
        let mapped = !lists.iter().all(|list| longest.starts_with(list));
        let wide = lists.iter().flatten().any(|&n| usize::from(n) >= WIDE_FROM) || ranks >= WIDE_FROM;
        let leaves = match (mapped, longest.is_empty()) {
            (false, false) => longest,
            _ => (0..narrow(ranks)).collect(),
        };
        let mut rank_of = vec![DTZ_WILDCARD; 2 * DTZ_OFFSET as usize];
        for dtz in distances() {
            let (list, n) = number(dtz, accuracy_flags);
            if let Some(rank) = lists[list].iter().position(|&m| m == n) {
                rank_of[(i32::from(dtz) + DTZ_OFFSET) as usize] = narrow(rank);
            }
        }
        let totals = (0..ranks).map(|rank| {
            let of_list =
                |(list, counts): (&Vec<u16>, &Vec<u64>)| list.get(rank).map(|&n| counts[usize::from(n)]);
            lists.iter().zip(&frequency).filter_map(of_list).sum::<u64>()
        });
        let threshold = frequent_from(material);
        let frequent = narrow(totals.take_while(|&total| total >= threshold).count());
        let flags = accuracy_flags
            | if mapped { flag::MAPPED } else { 0 }
            | if mapped && wide { flag::WIDE } else { 0 };
        Self { flags, lists, leaves, frequent, rank_of }
    }

    /// True when every distance is stored as 0.
    pub(super) fn is_single(&self) -> bool {
        self.leaves.len() == 1 && self.lists.iter().flatten().all(|&n| n == 0)
    }

    /// The rank of a distance, or the wildcard for none and for one that does not occur.
    #[inline]
    pub(super) fn rank_if_any(&self, dtz: i16) -> u16 {
        self.rank_of[(i32::from(dtz) + DTZ_OFFSET) as usize]
    }

    /// The rank of a distance, or the wildcard.
    #[inline]
    pub(super) fn rank(&self, dtz: i16) -> u16 {
        let rank = self.rank_if_any(dtz);
        debug_assert!(dtz == DTZ_FREE || rank != DTZ_WILDCARD, "distance {dtz} is not in the statistics");
        rank
    }
}

/// The numbers that occur, most frequent first.
fn by_frequency(counts: &[u64]) -> Vec<u16> {
    let mut numbers: Vec<u16> = (0..).zip(counts).filter(|&(_, &count)| count > 0).map(|(n, _)| n).collect();
    exchange_sort(&mut numbers, |&a, &b| counts[usize::from(a)] < counts[usize::from(b)]);
    numbers
}

/// Number of occurrences from which a rank is frequent.
fn frequent_from(material: Material) -> u64 {
    if material.pawns() == 0 {
        return PAWNLESS_PLACEMENTS[material.men().clamp(3, 7) - 3] / FREQUENT_PAWNLESS;
    }
    let (men, pawns) = (material.men() as u64, material.pawns() as u64);
    let other_pawns: u64 = (1..pawns).map(|i| 48 - i).product();
    let pieces: u64 = (pawns..men).map(|i| 64 - i).product();
    6 * other_pawns * pieces / FREQUENT_PAWNFUL
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_become_the_stored_numbers() {
        let plies = flag::WIN_PLIES | flag::LOSS_PLIES;
        let moves = [1, 2, 3, 100, 101, 104, -1, -2, -100, -101, -103].map(|d| number(d, 0));
        assert_eq!(
            moves,
            [(0, 0), (0, 0), (0, 1), (0, 49), (2, 0), (2, 1), (1, 0), (1, 0), (1, 49), (3, 0), (3, 1)]
        );
        assert_eq!([100, -100, 104].map(|d| number(d, plies)), [(0, 99), (1, 99), (2, 1)]);
    }

    #[test]
    fn a_map_is_needed_unless_one_list_begins_with_all_others() {
        let mut statistics = Statistics { wdl_codes: 0, dtz: vec![0; 2 * DTZ_OFFSET as usize] };
        let mut set = |dtz: i32, count| statistics.dtz[(dtz + DTZ_OFFSET) as usize] = count;
        set(1, 10);
        set(3, 20);
        set(-3, 5);
        let material = "KQvKR".parse().unwrap();
        let ranks = Ranks::new(material, &statistics, 0);
        assert_eq!((ranks.flags, &ranks.leaves[..]), (0, &[1, 0][..]));
        assert_eq!([1, 3, -3, 0].map(|d| ranks.rank(d)), [1, 0, 0, DTZ_WILDCARD]);
        statistics.dtz[(-1 + DTZ_OFFSET) as usize] = 9;
        let ranks = Ranks::new(material, &statistics, 0);
        assert_eq!((ranks.flags, &ranks.leaves[..]), (flag::MAPPED, &[0, 1][..]));
    }
}

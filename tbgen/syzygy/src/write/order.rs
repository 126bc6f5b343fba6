//! Finds the order of the men that compresses best: the candidates and a greedy search among them.

use ending::{Color, Material, Piece, narrow};
use rayon::prelude::*;

use super::sort::exchange_sort;
use crate::error::Error;
use crate::format::{leading_color, man_code, men_codes};
use crate::index::Layout;

/// Sort keys of pawns, which come after all numbers of men.
const PAWN_KEYS: [u8; 2] = [13, 14];

/// A piece order: its encoding in the file, and the layout that follows from it.
#[derive(Clone, Debug)]
pub(super) struct Order {
    /// Types (distinct codes, ascending) by slot; the type in slot 0 varies fastest.
    permutation: Vec<usize>,
    /// Slot of the first group.
    pub(super) first_slot: u8,
    /// Slot of the second pawn group, 0 without one.
    pub(super) second_slot: u8,
    pub(super) layout: Layout,
}

impl Order {
    /// Codes of the men by slot, like men once: the one whose square varies fastest first.
    pub(super) fn men(&self) -> Vec<u8> {
        let mut codes = self.layout.codes().to_vec();
        codes.sort_unstable();
        codes.dedup();
        self.permutation.iter().map(|&kind| codes[kind]).collect()
    }
}

/// A kind of man.
#[derive(Clone, Copy)]
struct Type {
    code: u8,
    count: usize,
}

/// All orders with a legal first group, sorted as the reference generator does.
pub(super) fn candidates(material: Material, file: usize) -> Result<Vec<Order>, Error> {
    let mut codes = men_codes(material);
    codes.sort_unstable();
    let types: Vec<Type> =
        codes.chunk_by(|a, b| a == b).map(|like| Type { code: like[0], count: like.len() }).collect();
    let mut permutations = Vec::new();
    place_types(0, &mut vec![None; types.len()], &mut permutations);
    drop_illegal(&mut permutations, |p| arrange(material, &types, p).is_some());
    let key = |permutation: &[usize]| permutation.iter().map(|&t| sort_key(types[t])).collect::<Vec<_>>();
    exchange_sort(&mut permutations, |a, b| key(a) > key(b));
    permutations
        .into_iter()
        .map(|permutation| {
            let (first_slot, second_slot, list) =
                arrange(material, &types, &permutation).ok_or(Error::Unwritable(material))?;
            let layout = Layout::new(material, &list, first_slot, second_slot, file)
                .map_err(|_| Error::Unwritable(material))?;
            Ok(Order { permutation, first_slot, second_slot, layout })
        })
        .collect()
}

/// Puts type `next` into each free slot in turn, and the types after it recursively.
fn place_types(next: usize, slots: &mut Vec<Option<usize>>, out: &mut Vec<Vec<usize>>) {
    if next == slots.len() {
        out.push(slots.iter().flatten().copied().collect());
        return;
    }
    for slot in 0..slots.len() {
        if slots[slot].is_none() {
            slots[slot] = Some(next);
            place_types(next + 1, slots, out);
            slots[slot] = None;
        }
    }
}

/// Removes illegal permutations by moving the last one into their place.
fn drop_illegal(permutations: &mut Vec<Vec<usize>>, legal: impl Fn(&[usize]) -> bool) {
    let mut i = 0;
    while i < permutations.len() {
        if legal(&permutations[i]) {
            i += 1;
        } else {
            permutations.swap_remove(i);
        }
    }
}

fn sort_key(kind: Type) -> u8 {
    match kind.code {
        c if c == man_code(Color::White, Piece::Pawn) => PAWN_KEYS[0],
        c if c == man_code(Color::Black, Piece::Pawn) => PAWN_KEYS[1],
        _ => narrow(kind.count),
    }
}

/// Slots of the first and the second pawn group, and the piece list; `None` when no first group is
/// legal.
fn arrange(material: Material, types: &[Type], permutation: &[usize]) -> Option<(u8, u8, Vec<u8>)> {
    let like_men = |t: usize| std::iter::repeat_n(types[t].code, types[t].count);
    let slot_of = |code: u8| permutation.iter().position(|&t| types[t].code == code);
    if material.pawns() > 0 {
        let color = leading_color(material);
        let first = slot_of(man_code(color, Piece::Pawn))?;
        let second = slot_of(man_code(!color, Piece::Pawn));
        let leading = [Some(first), second].into_iter().flatten();
        let rest = (0..permutation.len()).filter(|&s| s != first && Some(s) != second);
        let list = leading.chain(rest).flat_map(|s| like_men(permutation[s])).collect();
        return Some((narrow(first), narrow(second.unwrap_or(0)), list));
    }
    let uniques = types.iter().filter(|t| t.count == 1).count();
    let group = if uniques >= 3 { 3 } else { 2 };
    let starts = (0..=permutation.len().checked_sub(group)?).rev();
    let first =
        starts.into_iter().find(|&s| permutation[s..s + group].iter().all(|&t| types[t].count == 1))?;
    let leading = (first..first + group).rev();
    let rest = (0..permutation.len()).filter(|s| !(first..first + group).contains(s));
    let list = leading.chain(rest).flat_map(|s| like_men(permutation[s])).collect();
    Some((narrow(first), 0, list))
}

/// A greedy search among the candidates, one slot at a time: it tries some 30 of the 120 orders of
/// five types.
///
/// Several searches can run side by side, so that data for orders tried by more than one is
/// prepared once: each names the orders to be estimated next ([`Search::wanted`]) and receives the
/// estimates ([`Search::tell`]) until it has chosen.
pub(super) struct Search<'a> {
    orders: &'a [Order],
    estimates: Vec<Option<u64>>,
    /// Types chosen so far, the fastest first.
    prefix: Vec<usize>,
    best: (usize, u64),
}

impl<'a> Search<'a> {
    pub(super) fn new(orders: &'a [Order]) -> Self {
        Self { orders, estimates: vec![None; orders.len()], prefix: Vec::new(), best: (0, u64::MAX) }
    }

    /// A finished search with this result.
    pub(super) fn over(orders: &'a [Order], found: usize) -> Self {
        Self { prefix: orders[found].permutation.clone(), best: (found, 0), ..Self::new(orders) }
    }

    /// Number of types to be ordered; 0 without candidates.
    fn types(&self) -> usize {
        self.orders.first().map_or(0, |order| order.permutation.len())
    }

    /// The best order and its estimate once the search is over; the first order with estimate 0 if
    /// there were no candidates.
    pub(super) fn chosen(&self) -> Option<(usize, u64)> {
        let over = self.prefix.len() + 1 >= self.types();
        over.then_some(if self.orders.is_empty() { (0, 0) } else { self.best })
    }

    /// The orders whose estimates this round of the search needs, ascending; empty when it is over.
    pub(super) fn wanted(&self) -> Vec<usize> {
        if self.chosen().is_some() {
            return Vec::new();
        }
        let (_, mut new) = self.round_candidates();
        new.sort_unstable();
        new
    }

    /// Takes the estimates of all wanted orders, in ascending order, and starts the next round.
    pub(super) fn tell(&mut self, fresh: &[(usize, u64)]) {
        if self.chosen().is_some() {
            return;
        }
        let (old, _) = self.round_candidates();
        let remembered = old.into_iter().filter_map(|i| self.estimates[i].map(|size| (i, size)));
        self.best = (0, u64::MAX);
        for (i, size) in remembered.chain(fresh.iter().copied()) {
            if size < self.best.1 {
                self.best = (i, size);
            }
        }
        for &(i, size) in fresh {
            self.estimates[i] = Some(size);
        }
        self.prefix.push(self.orders[self.best.0].permutation[self.prefix.len()]);
    }

    /// The first order for each continuation of the prefix by two types: those estimated before,
    /// and the others.
    fn round_candidates(&self) -> (Vec<usize>, Vec<usize>) {
        let mut found = Vec::new();
        for p in (0..self.types()).filter(|p| !self.prefix.contains(p)) {
            for q in (0..self.types()).filter(|q| *q != p && !self.prefix.contains(q)) {
                let start: Vec<usize> = self.prefix.iter().copied().chain([p, q]).collect();
                found.extend(self.orders.iter().position(|order| order.permutation.starts_with(&start)));
            }
        }
        found.into_iter().partition(|&i| self.estimates[i].is_some())
    }
}

/// Runs a search to its end: returns the best order by this estimate of its size in bytes, and the
/// estimate.
pub(super) fn search(orders: &[Order], estimate: impl Fn(&Order) -> u64 + Sync) -> (usize, u64) {
    let mut search = Search::new(orders);
    loop {
        if let Some(chosen) = search.chosen() {
            return chosen;
        }
        let estimates = search.wanted().into_par_iter().map(|i| (i, estimate(&orders[i])));
        search.tell(&estimates.collect::<Vec<_>>());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lists(name: &str) -> Vec<(u8, Vec<u8>)> {
        let orders = candidates(name.parse().unwrap(), 0).unwrap();
        orders.iter().map(|o| (o.first_slot, o.layout.codes().to_vec())).collect()
    }

    #[test]
    fn the_first_order_is_that_of_single_valued_published_tables() {
        assert_eq!(lists("KQvK")[0], (0, vec![14, 6, 5]));
        assert_eq!(lists("KQvK").len(), 6);
    }

    #[test]
    fn two_kings_lead_when_there_are_no_three_unique_men() {
        for (_, list) in lists("KBBvK") {
            assert!(list[..2] == [14, 6] || list[..2] == [6, 14], "{list:?}");
        }
    }

    #[test]
    fn three_men_need_six_estimates_four_fifteen_and_five_thirty_one() {
        for (name, estimates) in [("KQvK", 6), ("KQRvK", 15), ("KQRvKB", 31)] {
            let orders = candidates(name.parse().unwrap(), 0).unwrap();
            let mut search = Search::new(&orders);
            let mut asked = 0;
            while search.chosen().is_none() {
                let wanted = search.wanted();
                asked += wanted.len();
                let size =
                    |i: usize| orders[i].permutation.iter().fold(0, |h, &t| h * 7 + (t as u64 * 5) % 6);
                search.tell(&wanted.into_iter().map(|i| (i, size(i))).collect::<Vec<_>>());
            }
            assert!(asked <= estimates, "{name}: {asked}");
        }
    }
}

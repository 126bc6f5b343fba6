//! Pairing of DTZ sequences after all wildcards have been filled.

use super::fill::{Rank, fill_dtz};
use super::pair_counts::{Count, PairCounts, fits_short_counts};
use super::pairs::{Best, Candidate, Limits, Node, Paired, Reserve};
use super::sequence::{Rules, Sequence, Symbols};
use crate::format::{MAX_EXPANSION, MAX_SYMBOLS};
use ending::narrow;

/// Fills the wildcards of a sequence and pairs it; ranks below `frequent` extend into short runs of
/// wildcards, and `leaves` are the values of the ranks in the file.
pub(super) fn fill_and_pair<T: Rank>(
    mut values: Vec<T>,
    frequent: u16,
    leaves: &[u16],
    limits: Limits,
) -> Paired
where
    Symbols: From<Vec<T>>,
{
    if fits_short_counts(values.len()) {
        let counts: PairCounts<u32> = fill_dtz(&mut values, leaves.len(), frequent);
        pair_dtz(values.into(), counts, leaves, limits)
    } else {
        let counts: PairCounts<u64> = fill_dtz(&mut values, leaves.len(), frequent);
        pair_dtz(values.into(), counts, leaves, limits)
    }
}

/// Pairs a sequence of ranks whose pairs have been counted; `leaves` are the values of the ranks in
/// the file.
fn pair_dtz<C: Count>(values: Symbols, counts: PairCounts<C>, leaves: &[u16], limits: Limits) -> Paired {
    let limit = MAX_SYMBOLS.min(leaves.len().saturating_add(limits.composites));
    let mut sequence = Sequence::of_counted(values, counts);
    let mut nodes: Vec<Node> = leaves.iter().map(|&v| Node::Leaf(v)).collect();
    let mut sizes: Vec<u16> = vec![1; leaves.len()];
    loop {
        let pairs =
            choose(&candidates(&mut sequence, &sizes, limits.min_frequency), sequence.alphabet(), limit);
        if pairs.is_empty() {
            return Paired { sequence: sequence.into_symbols(), nodes };
        }
        let mut rules = Rules::default();
        for (a, b) in pairs {
            rules.add(a, b, narrow(nodes.len()));
            nodes.push(Node::Pair(a, b));
            sizes.push(sizes[usize::from(a)] + sizes[usize::from(b)]);
        }
        sequence.replace(&rules, nodes.len());
    }
}

fn candidates<C: Count>(sequence: &mut Sequence<C>, sizes: &[u16], min_frequency: u64) -> Vec<Candidate> {
    let mut best = Best::new(min_frequency);
    let short_enough =
        |a: u16, b: u16| usize::from(sizes[usize::from(a)] + sizes[usize::from(b)]) <= MAX_EXPANSION;
    sequence.counts.offer_all(0, 0, short_enough, &mut best);
    best.into_sorted()
}

/// The candidates that become symbols in this pass: none begins with a symbol with which an earlier
/// one, accepted or not, ends, or vice versa.
fn choose(candidates: &[Candidate], symbols: usize, limit: usize) -> Vec<(u16, u16)> {
    let mut is_first = vec![false; symbols];
    let mut is_second = vec![false; symbols];
    let mut reserve = Reserve::new(candidates);
    let mut taken = Vec::new();
    for (i, candidate) in candidates.iter().enumerate() {
        if symbols + taken.len() + reserve.skipped > limit {
            break;
        }
        reserve.advance(i, candidate);
        let Candidate { a, b, .. } = *candidate;
        if is_second[usize::from(a)] || is_first[usize::from(b)] {
            reserve.skipped += 1;
        } else {
            taken.push((a, b));
        }
        is_first[usize::from(a)] = true;
        is_second[usize::from(b)] = true;
    }
    taken.truncate(limit - symbols);
    taken
}

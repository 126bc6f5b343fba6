//! Canonical Huffman codes, in which longer codes are numerically smaller.

use ending::narrow;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::pairs::{Node, Paired, sizes};
use super::sort::exchange_sort;
use crate::format::MAX_CODE_BITS;

/// How often each of `symbols` symbols occurs.
pub(super) fn frequencies(sequence: &[u16], symbols: usize) -> Vec<u64> {
    let mut counts = vec![0; symbols];
    for &s in sequence {
        counts[usize::from(s)] += 1;
    }
    counts
}

/// Code length of each symbol in bits, 0 for those that do not occur.
pub(super) fn code_lengths(frequencies: &[u64]) -> Vec<u8> {
    let used: Vec<usize> = (0..frequencies.len()).filter(|&s| frequencies[s] > 0).collect();
    let weights: Vec<u64> = used.iter().map(|&s| frequencies[s]).collect();
    let depths = match weights.len() {
        0 => Vec::new(),
        1 => vec![1],
        _ => Some(plain_depths(&weights))
            .filter(|d| d.iter().all(|&d| d <= MAX_CODE_BITS))
            .unwrap_or_else(|| limited_depths(&weights, MAX_CODE_BITS)),
    };
    let mut lengths = vec![0; frequencies.len()];
    for (symbol, depth) in used.into_iter().zip(depths) {
        lengths[symbol] = narrow(depth);
    }
    lengths
}

/// Total length in bits of a sequence with these frequencies.
pub(super) fn total_bits(frequencies: &[u64], lengths: &[u8]) -> u64 {
    frequencies.iter().zip(lengths).map(|(&f, &l)| f * u64::from(l)).sum()
}

/// The ordinary construction. Of equal weights the one further left comes first; a sum takes the
/// place of its left part.
fn plain_depths(weights: &[u64]) -> Vec<u32> {
    // Parents of the leaves, then of the inner nodes in order of creation.
    let mut parent: Vec<usize> = vec![0; 2 * weights.len() - 1];
    let mut heap: BinaryHeap<Reverse<(u64, usize, usize)>> =
        weights.iter().enumerate().map(|(i, &w)| Reverse((w, i, i))).collect();
    let mut made = weights.len();
    while let (Some(Reverse(least)), Some(Reverse(next))) = (heap.pop(), heap.pop()) {
        let ((w1, place1, node1), (w2, place2, node2)) = (least, next);
        parent[node1] = made;
        parent[node2] = made;
        heap.push(Reverse((w1 + w2, place1.min(place2), made)));
        made += 1;
        if made == parent.len() {
            break;
        }
    }
    let mut depth = vec![0; parent.len()];
    for node in (0..parent.len() - 1).rev() {
        depth[node] = depth[parent[node]] + 1;
    }
    depth.truncate(weights.len());
    depth
}

/// Optimal lengths of at most `limit` bits, by package-merge (Larmore and Hirschberg).
fn limited_depths(weights: &[u64], limit: u32) -> Vec<u32> {
    let mut by_weight: Vec<usize> = (0..weights.len()).collect();
    by_weight.sort_by_key(|&i| weights[i]);
    // An item is a weight and the leaves that it contains, with repetition; the packages of one
    // level are merged with the leaves for the next.
    let leaves: Vec<(u64, Vec<usize>)> = by_weight.iter().map(|&i| (weights[i], vec![i])).collect();
    let mut level = leaves.clone();
    for _ in 1..limit {
        let packages =
            level.chunks_exact(2).map(|p| (p[0].0 + p[1].0, [p[0].1.as_slice(), &p[1].1].concat()));
        let mut next: Vec<(u64, Vec<usize>)> = packages.chain(leaves.iter().cloned()).collect();
        next.sort_by_key(|item| item.0);
        next.truncate(2 * weights.len() - 2);
        level = next;
    }
    let mut depths = vec![0; weights.len()];
    for leaf in level.iter().take(2 * weights.len() - 2).flat_map(|item| &item.1) {
        depths[*leaf] += 1;
    }
    depths
}

/// A sequence with its symbols numbered as in the file, and their codes.
pub(super) struct Coded {
    pub(super) sequence: Vec<u16>,
    pub(super) nodes: Vec<Node>,
    /// Number of values in each symbol.
    pub(super) sizes: Vec<u16>,
    /// Code length by symbol, 0 without a code; never ascending, except for the symbols without a
    /// code at the end.
    pub(super) lengths: Vec<u8>,
    /// Code by symbol.
    pub(super) codes: Vec<u32>,
    /// Shortest code length, and the first symbol of each length from there on.
    pub(super) min_length: u8,
    pub(super) first: Vec<u16>,
    pub(super) total_bits: u64,
    /// The symbols in order of creation.
    pub(super) creation: Vec<u16>,
}

/// Assigns codes and renumbers the symbols by decreasing code length.
pub(super) fn assign_codes(paired: Paired) -> Coded {
    let Paired { mut sequence, nodes } = paired;
    let counts = frequencies(&sequence, nodes.len());
    let lengths = code_lengths(&counts);
    let mut order: Vec<u16> = (0..narrow(nodes.len())).collect();
    let key = |s: u16| (Reverse(lengths[usize::from(s)]), counts[usize::from(s)]);
    exchange_sort(&mut order, |&a, &b| key(a) > key(b));
    let mut number = vec![0; nodes.len()];
    for (i, &s) in (0..).zip(&order) {
        number[usize::from(s)] = i;
    }
    for s in &mut sequence {
        *s = number[usize::from(*s)];
    }
    let total_bits = total_bits(&counts, &lengths);
    let nodes: Vec<Node> = order
        .iter()
        .map(|&s| match nodes[usize::from(s)] {
            Node::Leaf(value) => Node::Leaf(value),
            Node::Pair(a, b) => Node::Pair(number[usize::from(a)], number[usize::from(b)]),
        })
        .collect();
    let lengths: Vec<u8> = order.iter().map(|&s| lengths[usize::from(s)]).collect();
    let coded = lengths.iter().filter(|&&l| l > 0);
    let min_length = coded.clone().copied().min().unwrap_or(1);
    let max_length = coded.copied().max().unwrap_or(1);
    let first: Vec<u16> = (min_length..=max_length)
        .map(|l| narrow(lengths.iter().take_while(|&&length| length > l).count()))
        .collect();
    let codes = canonical_codes(&lengths, min_length, &first);
    let sizes = unordered_sizes(&nodes, &order, &number);
    Coded { sequence, nodes, sizes, lengths, codes, min_length, first, total_bits, creation: number }
}

fn canonical_codes(lengths: &[u8], min_length: u8, first: &[u16]) -> Vec<u32> {
    let mut base = vec![0u64; first.len()];
    for k in (0..first.len() - 1).rev() {
        base[k] = (base[k + 1] + u64::from(first[k] - first[k + 1])) >> 1;
    }
    (0u64..)
        .zip(lengths)
        .map(|(symbol, &length)| {
            if length == 0 {
                return 0;
            }
            let k = usize::from(length - min_length);
            narrow(base[k] + symbol - u64::from(first[k]))
        })
        .collect()
}

/// Sizes of renumbered symbols: children precede their parents in the original order only.
fn unordered_sizes(nodes: &[Node], order: &[u16], number: &[u16]) -> Vec<u16> {
    let original: Vec<Node> = (0..nodes.len())
        .map(|s| match nodes[usize::from(number[s])] {
            Node::Leaf(value) => Node::Leaf(value),
            Node::Pair(a, b) => Node::Pair(order[usize::from(a)], order[usize::from(b)]),
        })
        .collect();
    let by_original = sizes(&original);
    order.iter().map(|&s| by_original[usize::from(s)]).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn cost(weights: &[u64], depths: &[u32]) -> u64 {
        weights.iter().zip(depths).map(|(&w, &d)| w * u64::from(d)).sum()
    }

    fn kraft(depths: &[u32]) -> f64 {
        depths.iter().map(|&d| 0.5f64.powi(d as i32)).sum()
    }

    #[test]
    fn fibonacci_weights_are_limited_to_32_bits() {
        let mut weights = vec![1u64, 1];
        for i in 2..45 {
            weights.push(weights[i - 1] + weights[i - 2]);
        }
        assert!(plain_depths(&weights).iter().any(|&d| d > MAX_CODE_BITS));
        let lengths = code_lengths(&weights);
        assert!(lengths.iter().all(|&l| (1..=32).contains(&l)));
        let depths: Vec<u32> = lengths.iter().map(|&l| l.into()).collect();
        assert!((kraft(&depths) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn a_lone_symbol_gets_one_bit() {
        assert_eq!(code_lengths(&[0, 7, 0]), [0, 1, 0]);
    }

    proptest! {
        #[test]
        fn an_unneeded_limit_costs_nothing(weights in prop::collection::vec(1..1000u64, 2..60)) {
            let plain = plain_depths(&weights);
            let limited = limited_depths(&weights, 32);
            prop_assert_eq!(cost(&weights, &plain), cost(&weights, &limited));
            prop_assert!((kraft(&plain) - 1.0).abs() < 1e-12);
        }
    }
}

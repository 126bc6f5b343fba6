//! Prunes a tree so that it announces most for its size: exact counts, optimal for the cost model.
//!
//! Each node either becomes a leaf, which announces nothing or a result with exceptions listed, or
//! keeps its test. For a given price per bit the best choice is computed from the leaves up; the
//! price is searched for until the tree has the requested size.

use std::ops::RangeInclusive;

use bitvec::vec::BitVec;
use recognizers::Outcome;
use recognizers::mined::{Leaf, Node, Tree};

use super::counts::Counts;

/// The worth of announcing a position, by side to move (strong, weak) and by class minus one.
pub(super) type Worth = [[f64; 4]; 2];

/// The worth of announcing the positions of a leaf.
pub(super) struct Values {
    worth: Worth,
    /// The remaining share when a named rule announces the position anyway.
    known: f64,
}

impl Values {
    /// For a table that is used where no named rule applies.
    pub(super) fn beside_named_rules(worth: Worth) -> Self {
        Self { worth, known: 0.01 }
    }

    /// For a table on its own.
    pub(super) fn alone(worth: Worth) -> Self {
        Self { worth, known: 1.0 }
    }

    fn of(&self, counts: &Counts, class: usize) -> f64 {
        let [strong, weak] = [counts[class + 4], counts[class + 8]].map(f64::from);
        let [by_strong, by_weak] = [self.worth[0][class], self.worth[1][class]];
        let known = f64::from(counts[class]) - strong - weak;
        by_strong * strong + by_weak * weak + self.known * known * (by_strong + by_weak) / 2.0
    }
}

/// The costs of parts of a table, in bits or in leaves.
#[derive(Clone, Copy)]
pub(super) struct Costs {
    test: f64,
    leaf: f64,
    exception: Option<Exception>,
}

/// The costs of listing exceptions.
#[derive(Clone, Copy)]
struct Exception {
    bits: f64,
    /// Share of a leaf's other positions that the filter does not mistake for exceptions.
    left: f64,
}

/// Maximum ratio of positions of other classes to those of a leaf's own; beyond it, announcing
/// never pays.
const RAREST: f64 = 0.02;

impl Costs {
    /// Costs in bits, as measured on tables; `filter_bits` are the bits per slot in the filter of
    /// exceptions.
    pub(super) fn new(filter_bits: u32) -> Self {
        let bits = f64::from(filter_bits);
        Self {
            test: 9.5,
            leaf: 2.0,
            exception: Some(Exception { bits: 1.2 * bits, left: 1.0 - (-bits).exp2() }),
        }
    }

    const LEAVES: Self = Self { test: 0.0, leaf: 1.0, exception: None };
}

const OUTCOMES: [Outcome; 3] = [Outcome::WeakWins, Outcome::Draw, Outcome::StrongWins];

/// The best choice for each node at a given price.
struct Choices {
    /// The best leaf that a node can become.
    leaf: Vec<Leaf>,
    /// Nodes at which the tree is cut.
    cuts: BitVec,
    cost: f64,
    worth: f64,
}

fn choose(nodes: &[Node], counts: &[Counts], values: &Values, costs: &Costs, price: f64) -> Choices {
    let mut gain = vec![0.0; nodes.len()];
    let mut cost = vec![0.0; nodes.len()];
    let mut choices = Choices {
        leaf: vec![SILENT; nodes.len()],
        cuts: BitVec::repeat(true, nodes.len()),
        cost: 0.0,
        worth: 0.0,
    };
    for at in (0..nodes.len()).rev() {
        let (leaf, worth, bits) = best_leaf(&counts[at], values, costs, price);
        choices.leaf[at] = leaf;
        (gain[at], cost[at]) = (worth - price * bits, bits);
        if let Node::Test { right, .. } = nodes[at] {
            let (low, high) = (at + 1, right as usize);
            let divided = gain[low] + gain[high] - price * costs.test;
            if divided > gain[at] {
                choices.cuts.set(at, false);
                (gain[at], cost[at]) = (divided, cost[low] + cost[high] + costs.test);
            }
        }
    }
    choices.cost = cost[0];
    choices.worth = gain[0] + price * cost[0];
    choices
}

const SILENT: Leaf = Leaf { outcome: None, has_exceptions: false };

fn best_leaf(counts: &Counts, values: &Values, costs: &Costs, price: f64) -> (Leaf, f64, f64) {
    let all: f64 = counts[..4].iter().map(|&n| f64::from(n)).sum();
    let mut best = (SILENT, 0.0, costs.leaf);
    for (class, &outcome) in OUTCOMES.iter().enumerate() {
        let others = all - f64::from(counts[class]);
        let mut worth = values.of(counts, class);
        let mut bits = costs.leaf;
        if others > 0.0 {
            let Some(exception) = costs.exception.filter(|_| others <= RAREST * all) else { continue };
            worth *= exception.left;
            bits += others * exception.bits;
        }
        if worth - price * bits > best.1 - price * best.2 {
            best = (Leaf { outcome: Some(outcome), has_exceptions: others > 0.0 }, worth, bits);
        }
    }
    best
}

/// The pruned tree, with the counts of its nodes.
fn cut(nodes: &[Node], counts: &[Counts], choices: &Choices) -> (Vec<Node>, Vec<Counts>) {
    let mut left = Vec::new();
    let mut left_counts = Vec::new();
    // Nodes still to be copied, and the test of which each is the right side.
    let mut open = vec![(0, None)];
    while let Some((at, right_of)) = open.pop() {
        let number = left.len() as u32;
        if let Some(Node::Test { right, .. }) = right_of.map(|test: usize| &mut left[test]) {
            *right = number;
        }
        left_counts.push(counts[at]);
        match nodes[at] {
            Node::Test { feature, threshold, right } if !choices.cuts[at] => {
                left.push(Node::Test { feature, threshold, right: 0 });
                open.push((right as usize, Some(number as usize)));
                open.push((at + 1, None));
            }
            _ => left.push(Node::Leaf(choices.leaf[at])),
        }
    }
    (left, left_counts)
}

/// Sums up leaves into the tests above them.
fn with_sums(nodes: &[Node], counts: &[Counts]) -> Vec<Counts> {
    let mut counts = counts.to_vec();
    for at in (0..nodes.len()).rev() {
        if let Node::Test { right, .. } = nodes[at] {
            let (low, high) = (counts[at + 1], counts[right as usize]);
            counts[at] = std::array::from_fn(|i| low[i] + high[i]);
        }
    }
    counts
}

/// The range in which the price is searched for.
const PRICES: (f64, f64) = (1e-3, 1e6);

/// Steps of the search for a price.
const PRICE_STEPS: usize = 20;

/// The lowest price at which the tree costs no more than `limit`.
fn price_for(nodes: &[Node], counts: &[Counts], values: &Values, costs: &Costs, limit: f64) -> f64 {
    let (mut low, mut high) = PRICES;
    for _ in 0..PRICE_STEPS {
        // Halves the ratio (geometric bisection).
        let price = (low * high).sqrt();
        if choose(nodes, counts, values, costs, price).cost > limit {
            low = price;
        } else {
            high = price;
        }
    }
    high
}

fn to_limit(
    nodes: &[Node],
    counts: &[Counts],
    values: &Values,
    costs: &Costs,
    limit: f64,
) -> (Vec<Node>, Vec<Counts>) {
    let counts = with_sums(nodes, counts);
    let price = price_for(nodes, &counts, values, costs, limit);
    cut(nodes, &counts, &choose(nodes, &counts, values, costs, price))
}

/// The best tree with at most this many leaves, by sampled counts. Nothing is lost if there are
/// fewer.
pub(super) fn to_leaves(
    nodes: &[Node],
    counts: &[Counts],
    values: &Values,
    leaves: usize,
) -> (Vec<Node>, Vec<Counts>) {
    if nodes.len().div_ceil(2) <= leaves {
        return (nodes.to_vec(), counts.to_vec());
    }
    to_limit(nodes, counts, values, &Costs::LEAVES, leaves as f64)
}

/// The best tree with at most this many leaves, with results only in pure leaves.
pub(super) fn to_pure_leaves(
    nodes: &[Node],
    counts: &[Counts],
    values: &Values,
    leaves: usize,
) -> (Vec<Node>, Vec<Counts>) {
    to_limit(nodes, counts, values, &Costs::LEAVES, leaves as f64)
}

/// The best tree of about this size in bytes, by the cost model alone, with its counts.
pub(super) fn to_size(
    nodes: &[Node],
    counts: &[Counts],
    values: &Values,
    bytes: usize,
) -> (Vec<Node>, Vec<Counts>) {
    const USUAL_BITS: u32 = 5;
    to_limit(nodes, counts, values, &Costs::new(USUAL_BITS), 8.0 * bytes as f64)
}

/// A tree that was pruned to fit.
pub(super) struct Fitted {
    pub(super) nodes: Vec<Node>,
    /// Bits per slot in the filter of its exceptions.
    pub(super) filter_bits: u32,
    /// Positions whose result differs from their leaf's.
    pub(super) odd: f64,
    /// The worth of what it announces.
    pub(super) worth: f64,
}

/// The best tree whose table takes at most this many bytes. Only the share `listed` of the counted
/// exceptions is listed, since twins are counted separately but listed once.
pub(super) fn to_bytes(
    nodes: &[Node],
    counts: &[Counts],
    values: &Values,
    bytes: usize,
    listed: f64,
) -> Option<Fitted> {
    let counts = with_sums(nodes, counts);
    let fits = FILTER_BITS.filter_map(|bits| with_filter(nodes, &counts, values, bytes, (bits, listed)));
    fits.reduce(|best, other| if other.worth > best.worth { other } else { best })
}

/// The range of bits per slot to try: with fewer, too many positions are unannounced; with more,
/// exceptions cost too much.
const FILTER_BITS: RangeInclusive<u32> = 4..=8;

/// The best tree with a filter of this many bits per slot. The size is that of the encoded table,
/// not that of the cost model.
fn with_filter(
    nodes: &[Node],
    counts: &[Counts],
    values: &Values,
    bytes: usize,
    (bits, listed): (u32, f64),
) -> Option<Fitted> {
    // Factor by which the cost model may be off.
    const TRUSTED: f64 = 1.5;
    let costs = Costs::new(bits);
    let (mut low, mut high) = PRICES;
    let mut best = None;
    for _ in 0..PRICE_STEPS {
        let price = (low * high).sqrt();
        let choices = choose(nodes, counts, values, &costs, price);
        if choices.cost > TRUSTED * 8.0 * bytes as f64 {
            low = price;
            continue;
        }
        let (left, left_counts) = cut(nodes, counts, &choices);
        let odd: f64 = left.iter().zip(&left_counts).map(|(node, counts)| odd_ones(node, counts)).sum();
        if Tree::encoded_size(&left, (odd * listed) as usize, bits) > bytes {
            low = price;
        } else {
            high = price;
            best = Some(Fitted { nodes: left, filter_bits: bits, odd, worth: choices.worth });
        }
    }
    best
}

fn odd_ones(node: &Node, counts: &Counts) -> f64 {
    let Node::Leaf(Leaf { outcome: Some(outcome), .. }) = node else { return 0.0 };
    let class = OUTCOMES.iter().position(|said| said == outcome).unwrap_or(0);
    let all: u32 = counts[..4].iter().sum();
    f64::from(all - counts[class])
}

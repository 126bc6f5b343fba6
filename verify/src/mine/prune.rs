//! Cuts a tree back so that what is left announces most for its size: exact counts, optimal for the cost model.
//!
//! Each node is either a leaf - silent, or speaking with its odd positions listed - or keeps its test. With a price on bits the best
//! choice is found from the leaves up; the price is searched until the tree has the size wanted.

use recognizers::Outcome;
use recognizers::mined::{Leaf, Node, Tree};

use super::passes::Counts;

/// What announcing a position is worth.
pub(super) struct Values {
    /// By class less one.
    worth: [f64; 4],
    /// Share of it that is left when a named rule announces it anyway.
    known: f64,
}

impl Values {
    /// For a table that is asked when the named rules are silent.
    pub(super) fn beside_named_rules(worth: [f64; 4]) -> Self {
        Self { worth, known: 0.01 }
    }

    /// For a table on its own.
    pub(super) fn alone(worth: [f64; 4]) -> Self {
        Self { worth, known: 1.0 }
    }
}

/// What parts of a table cost, in bits or in leaves.
#[derive(Clone, Copy)]
pub(super) struct Costs {
    test: f64,
    leaf: f64,
    /// `None` where exceptions are not allowed.
    exception: Option<f64>,
}

/// Positions of other classes that a leaf may have for each of its own: more are not worth thinking about.
const RAREST: f64 = 0.02;

impl Costs {
    /// Bits, as measured on tables; `exception` is what one takes.
    pub(super) fn new(exception: f64) -> Self {
        Self { test: 9.5, leaf: 2.0, exception: Some(exception) }
    }

    /// A first guess of what an exception takes. The logarithm of the mean gap between sixteen thousand of them, less what the
    /// tables of KBNvKN (10.6 bits) and KRPvKR (11.2) take less: there are more, and they lie close together.
    pub(super) fn guess_exception(keys: usize) -> f64 {
        (keys as f64 / 16384.0).log2() - 4.0
    }

    const LEAVES: Self = Self { test: 0.0, leaf: 1.0, exception: None };
    const PURE_LEAVES: Self = Self::LEAVES;
}

const OUTCOMES: [Outcome; 3] = [Outcome::WeakWins, Outcome::Draw, Outcome::StrongWins];

/// The best choice for each node at one price.
struct Choices {
    /// The best leaf a node can become.
    leaf: Vec<Leaf>,
    cuts: Vec<bool>,
    cost: f64,
}

fn choose(nodes: &[Node], counts: &[Counts], values: &Values, costs: &Costs, price: f64) -> Choices {
    let mut gain = vec![0.0; nodes.len()];
    let mut cost = vec![0.0; nodes.len()];
    let mut choices = Choices { leaf: vec![SILENT; nodes.len()], cuts: vec![true; nodes.len()], cost: 0.0 };
    for at in (0..nodes.len()).rev() {
        let (leaf, worth, bits) = best_leaf(&counts[at], values, costs, price);
        choices.leaf[at] = leaf;
        (gain[at], cost[at]) = (worth - price * bits, bits);
        if let Node::Test { right, .. } = nodes[at] {
            let (low, high) = (at + 1, right as usize);
            let divided = gain[low] + gain[high] - price * costs.test;
            if divided > gain[at] {
                choices.cuts[at] = false;
                (gain[at], cost[at]) = (divided, cost[low] + cost[high] + costs.test);
            }
        }
    }
    choices.cost = cost[0];
    choices
}

const SILENT: Leaf = Leaf { outcome: None, has_exceptions: false };

fn best_leaf(counts: &Counts, values: &Values, costs: &Costs, price: f64) -> (Leaf, f64, f64) {
    let all: f64 = counts[..4].iter().map(|&n| f64::from(n)).sum();
    let mut best = (SILENT, 0.0, costs.leaf);
    for (class, &outcome) in OUTCOMES.iter().enumerate() {
        let others = all - f64::from(counts[class]);
        let silent = f64::from(counts[class + 4]);
        let worth = values.worth[class] * (silent + values.known * (f64::from(counts[class]) - silent));
        let allowed = others == 0.0 || costs.exception.is_some() && others <= RAREST * all;
        let bits = costs.leaf + others * costs.exception.unwrap_or(0.0);
        if allowed && worth - price * bits > best.1 - price * best.2 {
            best = (Leaf { outcome: Some(outcome), has_exceptions: others > 0.0 }, worth, bits);
        }
    }
    best
}

/// What is left of a tree, with the counts of its nodes.
fn cut(nodes: &[Node], counts: &[Counts], choices: &Choices) -> (Vec<Node>, Vec<Counts>) {
    let mut left = Vec::new();
    let mut left_counts = Vec::new();
    // Nodes still to be copied, and the test whose right side each is.
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

/// Steps of the search for a price.
const PRICE_STEPS: usize = 40;

/// The lowest price at which the tree costs no more than `limit`.
fn price_for(nodes: &[Node], counts: &[Counts], values: &Values, costs: &Costs, limit: f64) -> f64 {
    let (mut low, mut high) = (1e-6_f64, 1e8_f64);
    for _ in 0..PRICE_STEPS {
        // Halves the ratio.
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

/// The best tree of so many leaves by sampled counts. Nothing is lost as long as there are fewer leaves.
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

/// The best tree of so many leaves, all that speak pure.
pub(super) fn to_pure_leaves(
    nodes: &[Node],
    counts: &[Counts],
    values: &Values,
    leaves: usize,
) -> (Vec<Node>, Vec<Counts>) {
    to_limit(nodes, counts, values, &Costs::PURE_LEAVES, leaves as f64)
}

/// The best tree whose table takes no more than so many bytes, exceptions estimated.
pub(super) fn to_bytes(
    nodes: &[Node],
    counts: &[Counts],
    values: &Values,
    costs: &Costs,
    bytes: usize,
    fingerprint: u64,
) -> Vec<Node> {
    let counts = with_sums(nodes, counts);
    let mut limit = bytes as f64 * 8.0;
    let mut best = vec![Node::Leaf(SILENT)];
    let mut size = 0;
    // The cost model is a guess about the coder; the coder has the last word.
    for _ in 0..4 {
        let price = price_for(nodes, &counts, values, costs, limit);
        let choices = choose(nodes, &counts, values, costs, price);
        let (left, left_counts) = cut(nodes, &counts, &choices);
        let listed: f64 = left.iter().zip(&left_counts).map(|(node, counts)| odd_ones(node, counts)).sum();
        let exception_bytes = listed * costs.exception.unwrap_or(0.0) / 8.0;
        let coded = Tree::encode(&left, &[], fingerprint).len() + exception_bytes as usize;
        if coded <= bytes && coded > size {
            (best, size) = (left, coded);
        }
        limit *= bytes as f64 / coded as f64 * 0.998;
    }
    best
}

fn odd_ones(node: &Node, counts: &Counts) -> f64 {
    let Node::Leaf(Leaf { outcome: Some(outcome), .. }) = node else { return 0.0 };
    let class = OUTCOMES.iter().position(|said| said == outcome).unwrap_or(0);
    let all: u32 = counts[..4].iter().sum();
    f64::from(all - counts[class])
}

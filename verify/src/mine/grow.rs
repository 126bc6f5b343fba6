//! Grows a decision tree on a sample.
//!
//! A node is split by the test that leaves the least impurity `(sum of the roots of class
//! weights)^2 - sum of class weights` in its two sides (Kearns and Mansour 1996): square roots
//! favor sides that are nearly pure, and are computed identically on every machine.

use recognizers::mined::{Leaf, MAX_FEATURES, MAX_VALUE, Node};

use super::counts::{CLASS, Counts, Row};

const VALUES: usize = MAX_VALUE as usize + 1;

/// Parameters of growing.
pub(super) struct Growth {
    features: usize,
    /// The number of positions that a row of each class represents.
    weights: [u32; 4],
    fewest: usize,
}

/// A tree in preorder with the counts of its nodes.
pub(super) struct Grown {
    pub(super) nodes: Vec<Node>,
    pub(super) counts: Vec<Counts>,
}

impl Grown {
    pub(super) fn leaves(&self) -> usize {
        self.nodes.len().div_ceil(2)
    }
}

struct Split {
    feature: u8,
    threshold: u8,
}

/// Minimum rows for growing both sides of a test in parallel.
const PARALLEL_ROWS: usize = 1 << 12;

const SILENT: Node = Node::Leaf(Leaf { outcome: None, has_exceptions: false });

impl Growth {
    pub(super) fn new(features: usize, weights: [u32; 4], fewest: usize) -> Self {
        Self { features, weights, fewest }
    }

    /// Grows a tree; the rows end up in the order of its leaves.
    pub(super) fn grow(&self, rows: &mut [Row]) -> Grown {
        let mut histogram = Histogram::new();
        histogram.fill(rows, self.features);
        let counts = histogram.totals();
        let split = self.split(rows.len(), &histogram, counts);
        drop(histogram);
        let Some(split) = split else { return self.leaf(counts) };
        let middle = partition(rows, &split);
        let (low, high) = rows.split_at_mut(middle);
        let (low, high) = if low.len() + high.len() >= PARALLEL_ROWS {
            rayon::join(|| self.grow(low), || self.grow(high))
        } else {
            (self.grow(low), self.grow(high))
        };
        self.join(&split, counts, low, high)
    }

    fn leaf(&self, counts: [u32; 4]) -> Grown {
        Grown { nodes: vec![SILENT], counts: vec![self.weighed(counts)] }
    }

    fn weighed(&self, counts: [u32; 4]) -> Counts {
        std::array::from_fn(|i| if i < 4 { counts[i] * self.weights[i] } else { 0 })
    }

    fn join(&self, split: &Split, counts: [u32; 4], mut low: Grown, high: Grown) -> Grown {
        let right = 1 + low.nodes.len() as u32;
        let root = Node::Test { feature: split.feature, threshold: split.threshold, right };
        low.nodes.insert(0, root);
        low.counts.insert(0, self.weighed(counts));
        shift(&mut low.nodes[1..], 1);
        let mut high = high;
        shift(&mut high.nodes, right);
        low.nodes.append(&mut high.nodes);
        low.counts.append(&mut high.counts);
        low
    }

    fn split(&self, rows: usize, histogram: &Histogram, totals: [u32; 4]) -> Option<Split> {
        let classes = totals.iter().filter(|&&count| count > 0).count();
        if rows < self.fewest || classes < 2 {
            return None;
        }
        let mut best: Option<(f64, Split)> = None;
        for feature in 0..self.features {
            let values = histogram.values(feature);
            let mut low = [0u32; 4];
            for threshold in 1..VALUES {
                let added = &values[threshold - 1];
                if *added == [0; 4] {
                    continue;
                }
                low = std::array::from_fn(|c| low[c] + added[c]);
                if low == totals {
                    break;
                }
                let high = std::array::from_fn(|c| totals[c] - low[c]);
                let left = self.impurity(low) + self.impurity(high);
                if best.as_ref().is_none_or(|(least, _)| left < *least) {
                    best = Some((left, Split { feature: feature as u8, threshold: threshold as u8 }));
                }
            }
        }
        best.map(|(_, split)| split)
    }

    fn impurity(&self, counts: [u32; 4]) -> f64 {
        let weights: [f64; 4] = std::array::from_fn(|c| f64::from(counts[c]) * f64::from(self.weights[c]));
        let roots: f64 = weights.iter().map(|weight| weight.sqrt()).sum();
        roots * roots - weights.iter().sum::<f64>()
    }
}

fn shift(nodes: &mut [Node], by: u32) {
    for node in nodes {
        if let Node::Test { right, .. } = node {
            *right += by;
        }
    }
}

/// Moves rows below the threshold to the front, in an order that does not depend on threads;
/// returns their number.
fn partition(rows: &mut [Row], split: &Split) -> usize {
    let is_low = |row: &Row| row[split.feature as usize] < split.threshold;
    let (mut start, mut end) = (0, rows.len());
    loop {
        while start < end && is_low(&rows[start]) {
            start += 1;
        }
        while start < end && !is_low(&rows[end - 1]) {
            end -= 1;
        }
        if start == end {
            return start;
        }
        rows.swap(start, end - 1);
    }
}

/// Rows by feature, value and class.
struct Histogram {
    counts: Box<[[[u32; 4]; VALUES]]>,
}

impl Histogram {
    fn new() -> Self {
        Self { counts: vec![[[0; 4]; VALUES]; MAX_FEATURES].into_boxed_slice() }
    }

    fn fill(&mut self, rows: &[Row], features: usize) {
        for row in rows {
            let class = usize::from(row[CLASS] & 3);
            for (values, &value) in self.counts[..features].iter_mut().zip(row) {
                values[usize::from(value) % VALUES][class] += 1;
            }
        }
    }

    fn values(&self, feature: usize) -> &[[u32; 4]; VALUES] {
        &self.counts[feature]
    }

    fn totals(&self) -> [u32; 4] {
        self.counts[0].iter().fold([0; 4], |sum, value| std::array::from_fn(|c| sum[c] + value[c]))
    }
}

//! A decision tree in a flat array, and its evaluation.

use std::ops::RangeInclusive;

use super::features::{Ending, Features, MAX_VALUE};
use super::filter::Filter;
use super::position::Position;
use crate::rule::{Distance, Outcome};

/// The answer of a mined table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The result, never a bound.
    pub outcome: Outcome,
    /// The leaf that gives it, by index of the node; 0 for tables without a tree.
    pub leaf: u32,
}

/// A leaf of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// The result of all its positions except the exceptions; `None` if it gives no answer.
    pub outcome: Option<Outcome>,
    /// True if some of its positions are exceptions.
    pub has_exceptions: bool,
}

/// A node of a tree in preorder: the left child, for smaller values, follows its parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Node {
    /// Values below the threshold lead to the next node, other values to node `right`.
    Test {
        /// Index of the feature.
        feature: u8,
        /// The smallest value that leads to the right child.
        threshold: u8,
        /// Index of the right child.
        right: u32,
    },
    /// The end of a path.
    Leaf(Leaf),
}

/// A node in 32 bits, from the lowest. Test: feature (6), threshold (6), right (20). Leaf: 63 (6),
/// outcome (2), has exceptions (1), mean (7) and greatest (7) distance or zeros.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Packed(u32);

const LEAF: u32 = 63;

/// An unpacked node.
pub(super) enum Step {
    /// Compare a feature's value.
    Test { feature: usize, threshold: u8, right: usize },
    /// Give the answer [`OUTCOMES`]`[outcome]`.
    Leaf { outcome: usize, has_exceptions: bool },
}

/// The answers of leaves, by their two bits.
pub(super) const OUTCOMES: [Option<Outcome>; 4] =
    [None, Some(Outcome::Draw), Some(Outcome::StrongWins), Some(Outcome::WeakWins)];

impl Packed {
    fn new(node: Node) -> Self {
        Self(match node {
            Node::Test { feature, threshold, right } => {
                u32::from(feature) | u32::from(threshold) << 6 | right << 12
            }
            Node::Leaf(leaf) => {
                let outcome = OUTCOMES.iter().position(|&said| said == leaf.outcome).unwrap_or(0) as u32;
                LEAF | outcome << 6 | u32::from(leaf.has_exceptions) << 8
            }
        })
    }
}

/// A decision tree with its exceptions.
#[derive(PartialEq, Eq)]
pub struct Tree {
    nodes: Box<[Packed]>,
    /// Keys of positions without an answer, and of a few more.
    exceptions: Filter,
    /// Identifies the table: the fingerprint of its features and its checksum.
    pub(super) identity: (u64, u32),
}

impl Tree {
    /// Most nodes.
    pub const MAX_NODES: usize = 1 << 20;

    /// A tree without exceptions, for use before they are known.
    ///
    /// # Panics
    /// As [`Tree::encode`], and if there are no nodes or more than [`Tree::MAX_NODES`].
    pub fn without_exceptions(nodes: &[Node]) -> Self {
        Self::new(nodes, Filter::new(&[], 1))
    }

    pub(super) fn new(nodes: &[Node], exceptions: Filter) -> Self {
        assert!(!nodes.is_empty() && nodes.len() <= Self::MAX_NODES, "a tree has 1 to 2^20 nodes");
        for (at, node) in nodes.iter().enumerate() {
            if let Node::Test { right, .. } = *node {
                assert!(at + 1 < right as usize && (right as usize) < nodes.len(), "nodes are in preorder");
            }
        }
        Self { nodes: nodes.iter().map(|&node| Packed::new(node)).collect(), exceptions, identity: (0, 0) }
    }

    /// The leaf that a position reaches.
    #[inline]
    pub fn leaf<E: Ending>(&self, which: E::Which, position: &Position) -> usize {
        let mut features = Features::<E>::new(which, position);
        let mut at = 0;
        while let Step::Test { feature, threshold, right } = self.step(at) {
            at = if features.value(feature) >= threshold { right } else { at + 1 };
        }
        at
    }

    /// The answer for a position; `None` if there is none.
    #[inline]
    pub fn answer<E: Ending>(&self, which: E::Which, position: &Position) -> Option<Answer> {
        let leaf = self.leaf::<E>(which, position);
        let outcome = self.outcome_at(leaf, || position.key(E::plan(which).men))?;
        Some(Answer { outcome, leaf: leaf as u32 })
    }

    /// The outcome of a leaf for a position; `None` if there is none. `key` is called only for
    /// leaves with exceptions.
    ///
    /// # Panics
    /// If there is no such node.
    #[inline]
    pub fn outcome_at(&self, leaf: usize, key: impl FnOnce() -> u32) -> Option<Outcome> {
        let Step::Leaf { outcome, has_exceptions } = self.step(leaf) else { return None };
        OUTCOMES[outcome].filter(|_| !(has_exceptions && self.is_exception(key())))
    }

    /// The tests on the path to a node: features with the ranges of values that lead there, in the
    /// order of their first test.
    ///
    /// # Panics
    /// If there is no such node.
    pub(crate) fn ranges(&self, node: usize) -> Vec<(usize, RangeInclusive<u8>)> {
        let mut ranges: Vec<(usize, RangeInclusive<u8>)> = Vec::new();
        let mut at = 0;
        while at != node {
            let Step::Test { feature, threshold, right } = self.step(at) else {
                unreachable!("a leaf leads nowhere")
            };
            let place = ranges.iter().position(|&(known, _)| known == feature).unwrap_or_else(|| {
                ranges.push((feature, 0..=MAX_VALUE));
                ranges.len() - 1
            });
            let range = &mut ranges[place].1;
            // In preorder the whole left subtree comes before the right child.
            if node >= right {
                *range = threshold.max(*range.start())..=*range.end();
                at = right;
            } else {
                *range = *range.start()..=(*range.end()).min(threshold.saturating_sub(1));
                at += 1;
            }
        }
        ranges
    }

    /// The leaves that announce a win of either side, in ascending order.
    pub fn winning_leaves(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.nodes.len()).filter(|&at| self.is_winning_leaf(at))
    }

    fn is_winning_leaf(&self, at: usize) -> bool {
        let Step::Leaf { outcome, .. } = self.step(at) else { return false };
        matches!(OUTCOMES[outcome], Some(Outcome::StrongWins | Outcome::WeakWins))
    }

    /// The distance of a leaf's wins; `None` if it announces none, or if it has not been measured.
    ///
    /// # Panics
    /// If there is no such node.
    #[inline]
    pub fn distance(&self, leaf: usize) -> Option<Distance> {
        let Packed(node) = self.nodes[leaf];
        let [mean, greatest] = [9, 16].map(|shift| (node >> shift & 127) as u8);
        if node & 63 == LEAF { Distance::new(mean, greatest) } else { None }
    }

    /// Stores the distance of a leaf.
    pub(super) fn set_distance(&mut self, leaf: usize, distance: Option<Distance>) {
        debug_assert!(self.is_winning_leaf(leaf));
        let kept = distance.map_or(0, |d| u32::from(d.mean) << 9 | u32::from(d.greatest) << 16);
        let Packed(node) = &mut self.nodes[leaf];
        *node = *node & 0x1ff | kept;
    }

    /// The checksum in the table's file, which identifies the table among those of its ending.
    pub(crate) fn checksum(&self) -> u32 {
        self.identity.1
    }

    /// Number of nodes, leaves included.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Always false: a tree has at least one node.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Unpacks a node.
    #[inline]
    pub(super) fn step(&self, at: usize) -> Step {
        let Packed(node) = self.nodes[at];
        if node & 63 == LEAF {
            Step::Leaf { outcome: (node >> 6 & 3) as usize, has_exceptions: node >> 8 & 1 != 0 }
        } else {
            Step::Test {
                feature: (node & 63) as usize,
                threshold: (node >> 6 & 63) as u8,
                right: (node >> 12) as usize,
            }
        }
    }

    /// True for every exception, and for a few other keys.
    #[inline]
    pub(super) fn is_exception(&self, key: u32) -> bool {
        self.exceptions.contains(key)
    }
}

//! A decision tree in one flat array, and how it is asked.

use super::{Ending, Features, Position};
use crate::Outcome;

/// What a leaf says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// The result of all its positions but the exceptions; `None` when it is silent.
    pub outcome: Option<Outcome>,
    /// True when some of its positions are in the list of exceptions.
    pub has_exceptions: bool,
}

/// A node of a tree in preorder: the child of smaller values follows its parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Node {
    /// Values below the threshold lead to the next node, others to node `right`.
    Test {
        /// Number of the feature.
        feature: u8,
        /// The smallest value that leads to the right.
        threshold: u8,
        /// Number of the node on the right.
        right: u32,
    },
    /// The end.
    Leaf(Leaf),
}

/// A node in 32 bits: feature (6), threshold (6), right (20); or 63, outcome (2), has exceptions (1).
#[derive(Clone, Copy)]
struct Packed(u32);

const LEAF: u32 = 63;

/// What a leaf can say, by its two bits.
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
pub struct Tree {
    nodes: Box<[Packed]>,
    /// Keys of positions about which the tree is silent, in ascending order.
    exceptions: Box<[u32]>,
    /// By the high bits of a key, the first exception that is not below.
    index: Box<[u32]>,
    shift: u32,
}

impl Tree {
    /// Most nodes.
    pub const MAX_NODES: usize = 1 << 20;

    /// A tree; exceptions in ascending order.
    ///
    /// # Panics
    /// With no node, with more than [`Tree::MAX_NODES`], or when the nodes are no tree in preorder.
    pub fn new(nodes: &[Node], exceptions: Vec<u32>) -> Self {
        assert!(!nodes.is_empty() && nodes.len() <= Self::MAX_NODES, "a tree has 1 to 2^20 nodes");
        for (at, node) in nodes.iter().enumerate() {
            if let Node::Test { right, .. } = *node {
                assert!(at + 1 < right as usize && (right as usize) < nodes.len(), "nodes are in preorder");
            }
        }
        let last = exceptions.last().copied().unwrap_or(0);
        // About one exception an entry.
        let entries = exceptions.len().max(1).next_power_of_two() as u32;
        let shift = (u32::BITS - last.leading_zeros()).saturating_sub(entries.trailing_zeros());
        let index = (0..=(last >> shift) + 1)
            .map(|high| exceptions.partition_point(|&key| key >> shift < high) as u32)
            .collect();
        let nodes = nodes.iter().map(|&node| Packed::new(node)).collect();
        Self { nodes, exceptions: exceptions.into_boxed_slice(), index, shift }
    }

    /// The number of the leaf that a position comes to.
    #[inline]
    pub fn leaf<E: Ending>(&self, position: &Position) -> usize {
        let mut features = Features::<E>::new(position);
        let mut at = 0;
        loop {
            let Packed(node) = self.nodes[at];
            let feature = node & 63;
            if feature == LEAF {
                return at;
            }
            let goes_right = u32::from(features.value(feature as usize)) >= node >> 6 & 63;
            at = if goes_right { (node >> 12) as usize } else { at + 1 };
        }
    }

    /// What the tree says about a position; `None` when it is silent.
    #[inline]
    pub fn outcome<E: Ending>(&self, position: &Position) -> Option<Outcome> {
        let Packed(node) = self.nodes[self.leaf::<E>(position)];
        let outcome = OUTCOMES[(node >> 6 & 3) as usize]?;
        let is_exception = node >> 8 & 1 != 0 && self.is_exception(position.key(E::MEN));
        (!is_exception).then_some(outcome)
    }

    /// Number of nodes, leaves included.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never true: a tree has a node.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    #[inline]
    fn is_exception(&self, key: u32) -> bool {
        let high = (key >> self.shift) as usize;
        match (self.index.get(high), self.index.get(high + 1)) {
            (Some(&start), Some(&end)) => self.exceptions[start as usize..end as usize].contains(&key),
            _ => false,
        }
    }
}

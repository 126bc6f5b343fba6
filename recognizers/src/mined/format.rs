//! The file format of mined tables.
//!
//! | offset | size | meaning                                                                                |
//! |--------|------|-----------------------------------------------------------------------------------------|
//! | 0      | 8    | magic `VanMine2`                                                                           |
//! | 8      | 8    | fingerprint of the features, little-endian like all numbers                                |
//! | 16     | 4    | number of nodes                                                                            |
//! | 20     | 4    | number of exceptions                                                                       |
//! | 24     | 4    | seed of the filter of exceptions                                                           |
//! | 28     | 4    | segments of the filter, minus the last two                                                 |
//! | 32     | 1    | binary logarithm of the slots per segment                                                  |
//! | 33     | 1    | bits per slot, 1 to 8                                                                      |
//! | 34     | 4    | FNV-1a of all other bytes                                                                  |
//! | 38     |      | packed slots of the filter, the first one in the lowest bits; then the range-coded nodes in preorder |
//!
//! A node is coded as follows, with the context in parentheses: whether it is a leaf (depth, and
//! left or right child); for a leaf, its outcome and whether it has exceptions (feature of the
//! parent); for a test, its feature (feature of the parent) and threshold (its feature).

use super::coder::{BitCoder, Chance, Decoder, Encoder};
use super::filter::{Filter, Shape};
use super::tree::{Leaf, Node, OUTCOMES, Tree};

const MAGIC: &[u8; 8] = b"VanMine2";
const HEADER: usize = 38;
const CHECKSUM: std::ops::Range<usize> = 34..38;

/// Why bytes are not a valid table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormatError {
    /// The magic number is missing, or they are too short.
    NotATable,
    /// The table was mined with other features.
    OtherFeatures,
    /// The checksum or the structure is wrong.
    Damaged,
}

impl std::fmt::Display for FormatError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::NotATable => "not a mined table",
            Self::OtherFeatures => "the table was mined with other features: run `verify mine` again",
            Self::Damaged => "the mined table is damaged: run `verify mine` again",
        })
    }
}

impl std::error::Error for FormatError {}

impl Tree {
    /// Encodes a tree mined with features of this fingerprint. It gives no answer for the keys
    /// `exceptions`, nor, by false positives, for one in 2^`bits` of the other keys in leaves with
    /// exceptions.
    ///
    /// # Panics
    /// If the nodes are not a tree in preorder, a key occurs twice, or `bits` is not 1 to
    /// [`MAX_BITS`](super::MAX_BITS).
    pub fn encode(nodes: &[Node], exceptions: &[u32], bits: u32, fingerprint: u64) -> Vec<u8> {
        let filter = Filter::new(exceptions, bits);
        let shape = filter.shape();
        let mut bytes = MAGIC.to_vec();
        bytes.extend(fingerprint.to_le_bytes());
        for number in [nodes.len() as u32, shape.count, shape.seed, shape.segments] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend([shape.segment_bits as u8, shape.bits as u8]);
        bytes.extend([0; CHECKSUM.end - CHECKSUM.start]);
        bytes.extend(filter.to_bytes());
        bytes.extend(encode_nodes(nodes));
        let checksum = checksum(&bytes, CHECKSUM);
        bytes[CHECKSUM].copy_from_slice(&checksum.to_le_bytes());
        bytes
    }

    /// The size in bytes of [`Tree::encode`]'s result with this number of exceptions.
    ///
    /// # Panics
    /// As [`Tree::encode`].
    pub fn encoded_size(nodes: &[Node], exceptions: usize, bits: u32) -> usize {
        HEADER + Shape::new(exceptions, bits).bytes() + encode_nodes(nodes).len()
    }

    /// Decodes a tree.
    ///
    /// # Errors
    /// [`FormatError`].
    pub fn decode(bytes: &[u8], fingerprint: u64) -> Result<Self, FormatError> {
        if !bytes.starts_with(MAGIC) || bytes.len() < HEADER {
            return Err(FormatError::NotATable);
        }
        if bytes[8..16] != fingerprint.to_le_bytes() {
            return Err(FormatError::OtherFeatures);
        }
        let number = |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
        let nodes = number(16) as usize;
        let found = number(CHECKSUM.start);
        #[expect(unexpected_cfgs, reason = "set by cargo-fuzz, to test what comes after the checksum")]
        let is_whole = cfg!(fuzzing) || found == checksum(bytes, CHECKSUM);
        if !is_whole || nodes == 0 || nodes > Self::MAX_NODES {
            return Err(FormatError::Damaged);
        }
        let shape = Shape {
            count: number(20),
            seed: number(24),
            segments: number(28),
            segment_bits: u32::from(bytes[32]),
            bits: u32::from(bytes[33]),
        };
        if !shape.is_sound() {
            return Err(FormatError::Damaged);
        }
        let (slots, code) = bytes[HEADER..].split_at_checked(shape.bytes()).ok_or(FormatError::Damaged)?;
        let filter = Filter::of_bytes(shape, slots).ok_or(FormatError::Damaged)?;
        let mut coded = Vec::with_capacity(nodes);
        if !code_nodes(&mut Decoder::new(code), nodes, &mut coded, || None) {
            return Err(FormatError::Damaged);
        }
        let mut tree = Self::new(&coded, filter);
        tree.identity = (fingerprint, found);
        Ok(tree)
    }
}

fn encode_nodes(nodes: &[Node]) -> Vec<u8> {
    let mut encoder = Encoder::new();
    let mut source = nodes.iter().copied();
    let mut coded = Vec::new();
    code_nodes(&mut encoder, nodes.len(), &mut coded, || source.next());
    assert_eq!(coded, nodes, "nodes are in preorder");
    encoder.finish()
}

/// FNV-1a of all bytes except the checksum itself.
pub(super) fn checksum(bytes: &[u8], at: std::ops::Range<usize>) -> u32 {
    let others = bytes[..at.start].iter().chain(&bytes[at.end..]);
    others.fold(0x811c_9dc5, |hash, &byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// Contexts of the leaf flag, by depth.
const DEPTHS: usize = 64;
/// Contexts by the parent's feature: one more than there are features, for the root.
const PARENTS: usize = 64;

struct Model {
    is_leaf: [[Chance; 2]; DEPTHS],
    leaf: [[Chance; 8]; PARENTS],
    feature: Vec<[Chance; 64]>,
    threshold: Vec<[Chance; 32]>,
}

/// Encodes `count` nodes from `source`, or decodes them (`source` gives none), into `nodes`; false
/// if they are not a tree.
fn code_nodes(
    coder: &mut impl BitCoder,
    count: usize,
    nodes: &mut Vec<Node>,
    mut source: impl FnMut() -> Option<Node>,
) -> bool {
    let mut model = Model {
        is_leaf: [[Chance::EVEN; 2]; DEPTHS],
        leaf: [[Chance::EVEN; 8]; PARENTS],
        feature: vec![[Chance::EVEN; 64]; PARENTS],
        threshold: vec![[Chance::EVEN; 32]; 64],
    };
    // Tests whose right subtree is still to come, with their depths.
    let mut open: Vec<(usize, usize)> = Vec::new();
    let (mut depth, mut parent, mut on_right) = (0, PARENTS - 1, 0);
    while nodes.len() < count {
        let node = source();
        let is_leaf = &mut model.is_leaf[depth.min(DEPTHS - 1)][on_right];
        if coder.bit(is_leaf, matches!(node, Some(Node::Leaf(_)))) {
            let said = if let Some(Node::Leaf(leaf)) = node { leaf_bits(leaf) } else { 0 };
            let said = coder.number(&mut model.leaf[parent], 3, said);
            let leaf = Leaf { outcome: OUTCOMES[(said >> 1) as usize], has_exceptions: said & 1 != 0 };
            nodes.push(Node::Leaf(leaf));
            let Some((test, test_depth)) = open.pop() else { break };
            let next = nodes.len() as u32;
            if let Node::Test { feature, right, .. } = &mut nodes[test] {
                *right = next;
                (depth, parent, on_right) = (test_depth + 1, *feature as usize, 1);
            }
        } else {
            let (feature, threshold) = match node {
                Some(Node::Test { feature, threshold, .. }) => (u32::from(feature), u32::from(threshold)),
                _ => (0, 0),
            };
            let feature = coder.number(&mut model.feature[parent], 6, feature);
            let threshold = coder.number(&mut model.threshold[feature as usize], 5, threshold);
            open.push((nodes.len(), depth));
            nodes.push(Node::Test { feature: feature as u8, threshold: threshold as u8, right: 0 });
            (depth, parent, on_right) = (depth + 1, feature as usize, 0);
        }
    }
    let features = nodes.iter().all(|node| !matches!(node, Node::Test { feature: 63, .. }));
    nodes.len() == count && open.is_empty() && features
}

fn leaf_bits(leaf: Leaf) -> u32 {
    let outcome = OUTCOMES.iter().position(|&said| said == leaf.outcome).unwrap_or(0) as u32;
    outcome << 1 | u32::from(leaf.has_exceptions)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::Outcome;

    fn leaf(outcome: Option<Outcome>, has_exceptions: bool) -> Node {
        Node::Leaf(Leaf { outcome, has_exceptions })
    }

    fn small() -> Vec<Node> {
        vec![
            Node::Test { feature: 3, threshold: 7, right: 4 },
            Node::Test { feature: 62, threshold: 31, right: 3 },
            leaf(Some(Outcome::Draw), true),
            leaf(Some(Outcome::WeakWins), false),
            leaf(None, false),
        ]
    }

    #[test]
    fn decoding_undoes_encoding() {
        let exceptions = [0, 1, 2, 77, 78, 1_000_000, 805_306_367];
        let bytes = Tree::encode(&small(), &exceptions, 7, 42);
        assert_eq!(bytes.len(), Tree::encoded_size(&small(), exceptions.len(), 7));
        let tree = Tree::decode(&bytes, 42).unwrap();
        assert_eq!(tree.len(), 5);
        assert!(exceptions.iter().all(|&key| tree.is_exception(key)));
        let mut again = Vec::new();
        assert!(code_nodes(&mut Decoder::new(&encode_nodes(&small())), 5, &mut again, || None));
        assert_eq!(again, small());
    }

    #[test]
    fn a_table_of_other_features_or_with_a_changed_byte_is_refused() {
        let bytes = Tree::encode(&small(), &[5, 9], 4, 42);
        assert_eq!(Tree::decode(&bytes, 43).err(), Some(FormatError::OtherFeatures));
        assert_eq!(Tree::decode(&bytes[..20], 42).err(), Some(FormatError::NotATable));
        assert_eq!(
            Tree::decode(b"something else that is long enough", 42).err(),
            Some(FormatError::NotATable)
        );
        for at in 16..bytes.len() {
            let mut spoiled = bytes.clone();
            spoiled[at] ^= 0x55;
            assert_eq!(Tree::decode(&spoiled, 42).err(), Some(FormatError::Damaged), "byte {at}");
        }
    }
}

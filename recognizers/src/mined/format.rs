//! The bytes of a mined table.
//!
//! | offset | size | meaning                                                                   |
//! |--------|------|---------------------------------------------------------------------------|
//! | 0      | 8    | magic `VanMine1`                                                            |
//! | 8      | 8    | fingerprint of the features, little-endian like all numbers                 |
//! | 16     | 4    | nodes                                                                       |
//! | 20     | 4    | exceptions                                                                  |
//! | 24     | 4    | FNV-1a of all other bytes                                                   |
//! | 28     |      | arithmetic code: nodes in preorder, then gaps between ascending exceptions |
//!
//! A node is coded as: is it a leaf (by depth); then a leaf's outcome and whether it has exceptions (by the test above it), or a
//! test's feature (by the feature of the test above it) and threshold (by its feature). A gap is its number of significant bits, then
//! those below the first.

use super::coder::{BitCoder, Chance, Decoder, Encoder};
use super::tree::OUTCOMES;
use super::{Leaf, Node, Tree};

const MAGIC: &[u8; 8] = b"VanMine1";
const HEADER: usize = 28;

/// Why bytes are no table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormatError {
    /// They do not start as tables do, or end too early.
    NotATable,
    /// They were learned with other features.
    OtherFeatures,
    /// They were changed or cut.
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
    /// The bytes of a tree, learned with features of this fingerprint.
    ///
    /// # Panics
    /// When the nodes are no tree in preorder, or the exceptions do not ascend.
    pub fn encode(nodes: &[Node], exceptions: &[u32], fingerprint: u64) -> Vec<u8> {
        let mut encoder = Encoder::new();
        let mut source = nodes.iter().copied();
        let mut coded = Vec::new();
        code_nodes(&mut encoder, nodes.len(), &mut coded, || source.next());
        assert_eq!(coded, nodes, "nodes are in preorder");
        let mut gaps = exceptions.iter().scan(0, |low, &key| {
            let gap = key - *low;
            *low = key + 1;
            Some(gap)
        });
        code_exceptions(&mut encoder, exceptions.len(), || gaps.next());
        let body = encoder.finish();
        let mut bytes = MAGIC.to_vec();
        bytes.extend(fingerprint.to_le_bytes());
        bytes.extend((nodes.len() as u32).to_le_bytes());
        bytes.extend((exceptions.len() as u32).to_le_bytes());
        let checksum = checksum(&bytes, &body);
        bytes.extend(checksum.to_le_bytes());
        bytes.extend(body);
        bytes
    }

    /// The tree of some bytes.
    ///
    /// # Errors
    /// [`FormatError`].
    pub fn decode(bytes: &[u8], fingerprint: u64) -> Result<Self, FormatError> {
        let number = |at: usize| {
            let bytes = bytes.get(at..at + 4)?;
            Some(u32::from_le_bytes(bytes.try_into().ok()?))
        };
        let body = bytes.get(HEADER..).ok_or(FormatError::NotATable)?;
        if !bytes.starts_with(MAGIC) {
            return Err(FormatError::NotATable);
        }
        if bytes[8..16] != fingerprint.to_le_bytes() {
            return Err(FormatError::OtherFeatures);
        }
        let (nodes, exceptions) = (number(16).unwrap_or(0) as usize, number(20).unwrap_or(0) as usize);
        if number(24) != Some(checksum(&bytes[..HEADER - 4], body)) || nodes == 0 || nodes > Self::MAX_NODES {
            return Err(FormatError::Damaged);
        }
        let mut decoder = Decoder::new(body);
        let mut coded = Vec::with_capacity(nodes);
        if !code_nodes(&mut decoder, nodes, &mut coded, || None) {
            return Err(FormatError::Damaged);
        }
        let keys = code_exceptions(&mut decoder, exceptions, || None);
        Ok(Self::new(&coded, keys))
    }
}

fn checksum(header: &[u8], body: &[u8]) -> u32 {
    header
        .iter()
        .chain(body)
        .fold(0x811c_9dc5, |hash, &byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// Contexts of the leaf flag by depth.
const DEPTHS: usize = 64;
/// Contexts by a parent's feature: one more than there are features, for the root.
const PARENTS: usize = 64;

struct Model {
    is_leaf: [[Chance; 2]; DEPTHS],
    leaf: [[Chance; 8]; PARENTS],
    feature: Vec<[Chance; 64]>,
    threshold: Vec<[Chance; 32]>,
}

/// Codes `count` nodes from `source` (a decoder has none) into `nodes`; false when they are no tree.
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
    // Tests whose right side is still to come, with their depths; the parent of the next node is the last one opened.
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

/// Codes `count` gaps from `source` (a decoder has none); the keys that they make.
fn code_exceptions(
    coder: &mut impl BitCoder,
    count: usize,
    mut source: impl FnMut() -> Option<u32>,
) -> Vec<u32> {
    let mut widths = [Chance::EVEN; 64];
    let mut seconds = [Chance::EVEN; 33];
    let mut low = 0u32;
    (0..count)
        .map(|_| {
            let gap = source().unwrap_or(0);
            let width = coder.number(&mut widths, 6, u32::BITS - gap.leading_zeros()).min(u32::BITS);
            let mut read = u32::from(width > 0);
            for place in (0..width.saturating_sub(1)).rev() {
                let is_second = place + 2 == width;
                let mut even = Chance::EVEN;
                let chance = if is_second { &mut seconds[width as usize] } else { &mut even };
                read = read << 1 | u32::from(coder.bit(chance, gap >> place & 1 != 0));
            }
            let key = low.saturating_add(read);
            low = key.saturating_add(1);
            key
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Outcome;

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
        let bytes = Tree::encode(&small(), &exceptions, 42);
        let tree = Tree::decode(&bytes, 42).unwrap();
        assert_eq!(tree.len(), 5);
        let mut again = Vec::new();
        let mut decoder = Decoder::new(&bytes[HEADER..]);
        assert!(code_nodes(&mut decoder, 5, &mut again, || None));
        assert_eq!(again, small());
        assert_eq!(code_exceptions(&mut decoder, 7, || None), exceptions);
    }

    #[test]
    fn a_table_of_other_features_or_with_a_changed_byte_is_refused() {
        let bytes = Tree::encode(&small(), &[5, 9], 42);
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

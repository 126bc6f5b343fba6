//! The file with the distances of a mined table's winning leaves, beside the table.
//!
//! | offset | size | meaning                                                                                |
//! |--------|------|-----------------------------------------------------------------------------------------|
//! | 0      | 8    | magic `VanDist1`                                                                           |
//! | 8      | 8    | fingerprint of the table's features, little-endian like all numbers                        |
//! | 16     | 4    | checksum of the table                                                                      |
//! | 20     | 4    | number of leaves with a win                                                                |
//! | 24     | 4    | FNV-1a of all other bytes                                                                  |
//! | 28     |      | for each such leaf, in the order of the tree: mean and greatest distance to zeroing in plies, one byte each; both 0 if the named rules cover all positions of the leaf |

use super::format::checksum;
use super::tree::Tree;
use crate::rule::Distance;

const MAGIC: &[u8; 8] = b"VanDist1";
const HEADER: usize = 28;
const CHECKSUM: std::ops::Range<usize> = 24..28;

/// Why bytes are not valid distances of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DistancesError {
    /// The magic number is missing, or they are too short.
    NotDistances,
    /// They belong to another table.
    OtherTable,
    /// The checksum or the content is wrong.
    Damaged,
}

impl std::fmt::Display for DistancesError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::NotDistances => "not distances of a mined table: run `verify distances --write`",
            Self::OtherTable => "distances of another mined table: run `verify distances --write` again",
            Self::Damaged => "the distances are damaged: run `verify distances --write` again",
        })
    }
}

impl std::error::Error for DistancesError {}

impl Tree {
    /// Encodes the distances of the winning leaves; `distance` returns them by leaf.
    pub fn encode_distances(&self, distance: impl Fn(usize) -> Option<Distance>) -> Vec<u8> {
        let (fingerprint, table) = self.identity;
        let leaves = self.winning_leaves().count() as u32;
        let mut bytes = MAGIC.to_vec();
        bytes.extend(fingerprint.to_le_bytes());
        bytes.extend([table, leaves, 0].into_iter().flat_map(u32::to_le_bytes));
        let pair = |leaf| distance(leaf).map_or([0, 0], |distance| [distance.mean, distance.greatest]);
        bytes.extend(self.winning_leaves().flat_map(pair));
        let checksum = checksum(&bytes, CHECKSUM);
        bytes[CHECKSUM].copy_from_slice(&checksum.to_le_bytes());
        bytes
    }

    /// Decodes distances and adds them to the leaves.
    ///
    /// # Errors
    /// [`DistancesError`]: the tree is unchanged then.
    pub(crate) fn add_distances(&mut self, bytes: &[u8]) -> Result<(), DistancesError> {
        if !bytes.starts_with(MAGIC) || bytes.len() < HEADER {
            return Err(DistancesError::NotDistances);
        }
        let number = |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
        if number(CHECKSUM.start) != checksum(bytes, CHECKSUM) {
            return Err(DistancesError::Damaged);
        }
        let (fingerprint, table) = self.identity;
        if bytes[8..16] != fingerprint.to_le_bytes() || number(16) != table {
            return Err(DistancesError::OtherTable);
        }
        let leaves: Vec<usize> = self.winning_leaves().collect();
        let pairs = bytes[HEADER..].as_chunks::<2>();
        let is_distance = |&[mean, greatest]: &[u8; 2]| {
            (mean, greatest) == (0, 0) || Distance::new(mean, greatest).is_some()
        };
        let fits = number(20) as usize == leaves.len() && pairs.0.len() == leaves.len() && pairs.1.is_empty();
        if !fits || !pairs.0.iter().all(is_distance) {
            return Err(DistancesError::Damaged);
        }
        for (leaf, &[mean, greatest]) in leaves.into_iter().zip(pairs.0) {
            self.set_distance(leaf, Distance::new(mean, greatest));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mined::{Leaf, Node};
    use crate::rule::Outcome;

    /// A tree whose leaves are no answer, a draw, and a win of either side.
    fn small(exceptions: &[u32]) -> Tree {
        let leaf = |outcome| Node::Leaf(Leaf { outcome, has_exceptions: false });
        let test = |right| Node::Test { feature: 5, threshold: 7, right };
        let nodes = [
            test(6),
            test(3),
            leaf(Some(Outcome::StrongWins)),
            test(5),
            leaf(None),
            leaf(Some(Outcome::Draw)),
            leaf(Some(Outcome::WeakWins)),
        ];
        Tree::decode(&Tree::encode(&nodes, exceptions, 4, 42), 42).unwrap()
    }

    fn distance(leaf: usize) -> Option<Distance> {
        if leaf == 2 { Distance::new(33, 100) } else { None }
    }

    #[test]
    fn winning_leaves_get_the_distances_that_were_written() {
        let mut tree = small(&[]);
        assert_eq!(tree.winning_leaves().collect::<Vec<_>>(), [2, 6]);
        assert_eq!(tree.distance(2), None);
        tree.add_distances(&tree.encode_distances(distance)).unwrap();
        assert_eq!(
            (0..7).map(|leaf| tree.distance(leaf)).collect::<Vec<_>>(),
            (0..7).map(distance).collect::<Vec<_>>()
        );
        // The outcomes are as before.
        assert_eq!(tree.winning_leaves().collect::<Vec<_>>(), [2, 6]);
    }

    #[test]
    fn distances_of_another_table_or_with_a_changed_byte_are_refused_and_leave_no_trace() {
        let mut tree = small(&[]);
        let bytes = tree.encode_distances(distance);
        assert_eq!(
            tree.add_distances(&small(&[7]).encode_distances(distance)),
            Err(DistancesError::OtherTable)
        );
        assert_eq!(tree.add_distances(&[]), Err(DistancesError::NotDistances));
        assert_eq!(tree.add_distances(&bytes[..20]), Err(DistancesError::NotDistances));
        for at in 8..bytes.len() {
            let mut spoiled = bytes.clone();
            spoiled[at] ^= 0x55;
            assert_eq!(tree.add_distances(&spoiled), Err(DistancesError::Damaged), "byte {at}");
        }
        for length in HEADER..bytes.len() {
            assert_eq!(tree.add_distances(&bytes[..length]), Err(DistancesError::Damaged), "{length} bytes");
        }
        assert!((0..7).all(|leaf| tree.distance(leaf).is_none()));
    }

    #[test]
    fn distances_that_cannot_be_are_refused_though_the_checksum_is_right() {
        let mut tree = small(&[]);
        for pair in [[34, 33], [0, 1], [1, 101]] {
            let mut bytes = tree.encode_distances(distance);
            bytes[HEADER..HEADER + 2].copy_from_slice(&pair);
            let checksum = checksum(&bytes, CHECKSUM);
            bytes[CHECKSUM].copy_from_slice(&checksum.to_le_bytes());
            assert_eq!(tree.add_distances(&bytes), Err(DistancesError::Damaged), "{pair:?}");
        }
    }
}

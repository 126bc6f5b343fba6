//! What tables of several sizes announce, counted over every position.

use std::fmt::Write as _;

use recognizers::mined::{Mineable, Node, Tree};
use serde::Serialize;

use super::classes::Classes;
use super::counts::{Announced, Counts};
use super::passes::{self, CutBack};
use super::prune::{self, Fitted, Values};
use crate::error::VerifyError;

/// Sizes of the tables, in bytes.
pub(super) const SIZES: [usize; 8] =
    [1 << 10, 2 << 10, 4 << 10, 8 << 10, 16 << 10, 32 << 10, 64 << 10, 128 << 10];

/// What a table of one size announces on its own, with its exceptions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct SizePoint {
    /// Size of the table in bytes.
    pub bytes: usize,
    /// Draws announced.
    pub draws: u64,
    /// Wins of either side announced.
    pub wins: u64,
}

/// The curve of an ending.
pub struct SizeCurve {
    /// The ending, the strong side first.
    pub ending: String,
    /// All draws.
    pub draws: u64,
    /// All wins of either side.
    pub wins: u64,
    /// By size.
    pub points: Vec<SizePoint>,
}

impl SizeCurve {
    /// Comma-separated values, one line per size.
    pub fn to_csv(&self) -> String {
        let mut text = "ending,bytes,draws,all draws,wins,all wins\n".to_owned();
        for point in &self.points {
            let _ = writeln!(
                text,
                "{},{},{},{},{},{}",
                self.ending, point.bytes, point.draws, self.draws, point.wins, self.wins
            );
        }
        text
    }
}

/// The points of the curve: the tree, with exact counts, is pruned to each size, and what it
/// announces is counted.
///
/// # Errors
/// [`VerifyError::Impure`] when one of the tables is wrong.
pub(super) fn points(
    ending: &dyn Mineable,
    (nodes, counts): (&[Node], &[Counts]),
    values: &Values,
    classes: &Classes,
) -> Result<Vec<SizePoint>, VerifyError> {
    let whole = Tree::without_exceptions(nodes);
    let fitted: Vec<Fitted> =
        SIZES.iter().filter_map(|&size| prune::to_bytes(nodes, counts, values, size, 1.0)).collect();
    let leaves: Vec<Vec<u32>> = fitted.iter().map(|fitted| leaves_of(nodes, &fitted.nodes)).collect();
    let trees: Vec<Tree> = fitted.iter().map(|fitted| Tree::without_exceptions(&fitted.nodes)).collect();
    let exceptions = passes::exceptions_of_all(ending, &whole, &cut_back(&trees, &leaves), classes);
    let (mut sizes, mut tables) = (Vec::new(), Vec::new());
    for (fitted, exceptions) in fitted.iter().zip(exceptions) {
        let bytes = Tree::encode(&fitted.nodes, &exceptions, fitted.filter_bits, ending.fingerprint());
        sizes.push(bytes.len());
        tables.push(Tree::decode(&bytes, ending.fingerprint()).map_err(VerifyError::Mined)?);
    }
    let announced = passes::prove_all(ending, &whole, &cut_back(&tables, &leaves), classes)?;
    let point = |(bytes, [weak, draws, strong]): (usize, [Announced; 3])| SizePoint {
        bytes,
        draws: draws.mined,
        wins: weak.mined + strong.mined,
    };
    Ok(sizes.into_iter().zip(announced).map(point).collect())
}

/// Pruned trees with the leaves that positions of the whole tree reach.
fn cut_back<'a>(trees: &'a [Tree], leaves: &'a [Vec<u32>]) -> Vec<CutBack<'a>> {
    trees.iter().zip(leaves).map(|(tree, leaf_of)| CutBack { tree, leaf_of: Some(leaf_of) }).collect()
}

/// For each node of a tree, the node that its positions reach in the pruned tree.
fn leaves_of(nodes: &[Node], cut: &[Node]) -> Vec<u32> {
    let mut leaf_of = vec![0; nodes.len()];
    // The places in both trees, and the end of the subtree in the larger one.
    let mut open = vec![(0, 0, nodes.len())];
    while let Some((at, number, end)) = open.pop() {
        match (nodes[at], cut[number]) {
            (Node::Test { right, .. }, Node::Test { right: right_in_cut, .. }) => {
                open.push((right as usize, right_in_cut as usize, end));
                open.push((at + 1, number + 1, right as usize));
            }
            _ => leaf_of[at..end].fill(number as u32),
        }
    }
    leaf_of
}

#[cfg(test)]
mod tests {
    use super::*;
    use recognizers::mined::Leaf;

    #[test]
    fn what_was_below_a_cut_comes_to_its_leaf() {
        let leaf = Node::Leaf(Leaf { outcome: None, has_exceptions: false });
        let test = |right| Node::Test { feature: 0, threshold: 1, right };
        let nodes = [test(4), test(3), leaf, leaf, test(6), leaf, leaf];
        assert_eq!(leaves_of(&nodes, &[test(2), leaf, test(4), leaf, leaf])[1..4], [1, 1, 1]);
        assert_eq!(leaves_of(&nodes, &[test(2), leaf, test(4), leaf, leaf])[5..], [3, 4]);
        assert_eq!(leaves_of(&nodes, &[leaf]), [0; 7]);
        assert_eq!(leaves_of(&nodes, &nodes)[5..], [5, 6]);
    }
}

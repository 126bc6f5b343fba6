//! Grows a tree further where it is nearly pure: leaves with few positions of other classes are
//! split again, using all of these and a sample of the others.

use rayon::prelude::*;
use recognizers::mined::{Mineable, Node, Tree};

use super::classes::Classes;
use super::counts::{Counts, Row};
use super::grow::{Grown, Growth};
use super::passes;

/// Parameters of growing further.
pub(super) struct Refinement {
    /// Fewest positions that are divided.
    pub(super) fewest: usize,
    /// Maximum total number of positions to learn from.
    pub(super) most_rows: u64,
}

/// Number of positions of the largest class to use for each of another class, at least.
const MANY_FOR_EACH: u64 = 8;
const FEWEST_OF_MANY: u64 = 256;
/// Maximum number of positions of other classes needed.
const MOST_OF_FEW: u64 = 4096;

impl Refinement {
    /// The tree with its mixed leaves grown further; `counts` are exact, those of new leaves are
    /// estimates.
    pub(super) fn grow(
        &self,
        ending: &dyn Mineable,
        nodes: &[Node],
        counts: &[Counts],
        classes: &Classes,
    ) -> Grown {
        let features = ending.features().len();
        let rates = self.rates(nodes, counts);
        let mut rows = passes::sample_leaves(ending, &Tree::without_exceptions(nodes), &rates, classes);
        rows.par_sort_unstable_by_key(|(leaf, _)| *leaf);
        let leaves: Vec<(usize, Vec<Row>)> = rows
            .chunk_by(|a, b| a.0 == b.0)
            .map(|rows| (rows[0].0 as usize, rows.iter().map(|(_, row)| *row).collect()))
            .collect();
        drop(rows);
        let grown: Vec<(usize, Grown)> = leaves
            .into_par_iter()
            .map(|(leaf, mut rows)| (leaf, Growth::new(features, rates[leaf], self.fewest).grow(&mut rows)))
            .collect();
        splice(nodes, counts, &grown)
    }

    /// Sampling rates (one position in *n*) by node and class; 0 for none.
    fn rates(&self, nodes: &[Node], counts: &[Counts]) -> Vec<[u32; 4]> {
        let rates = |scale: u64| -> (Vec<[u32; 4]>, u64) {
            let mut sampled = 0;
            let of_leaf = |(node, counts): (&Node, &Counts)| {
                let counts: [u64; 4] = std::array::from_fn(|class| u64::from(counts[class]));
                let (all, most) = (counts.iter().sum::<u64>(), counts.into_iter().max().unwrap_or(0));
                let few = all - most;
                if few == 0 || !matches!(node, Node::Leaf(_)) {
                    return [0; 4];
                }
                let wanted = |count: u64| {
                    if count == most { (MANY_FOR_EACH * few).max(FEWEST_OF_MANY) } else { MOST_OF_FEW }
                };
                counts.map(|count| {
                    let rate =
                        (count * scale).div_ceil(wanted(count).min(MANY_FOR_EACH * MOST_OF_FEW)).max(1);
                    sampled += count / rate;
                    rate as u32
                })
            };
            let rates = nodes.iter().zip(counts).map(of_leaf).collect();
            (rates, sampled)
        };
        (1..)
            .map(rates)
            .find_map(|(rates, sampled)| (sampled <= self.most_rows).then_some(rates))
            .expect("the larger the scale, the fewer are sampled")
    }
}

/// Replaces leaves, given in ascending order, by trees.
fn splice(nodes: &[Node], counts: &[Counts], grown: &[(usize, Grown)]) -> Grown {
    // The new place of each node.
    let mut places = Vec::with_capacity(nodes.len());
    let mut next = 0;
    let mut trees = grown.iter().peekable();
    for at in 0..nodes.len() {
        places.push(next);
        next += trees.next_if(|(leaf, _)| *leaf == at).map_or(1, |(_, tree)| tree.nodes.len() as u32);
    }
    let moved = |node: Node, place: &dyn Fn(u32) -> u32| match node {
        Node::Test { feature, threshold, right } => Node::Test { feature, threshold, right: place(right) },
        Node::Leaf(_) => node,
    };
    let mut spliced = Grown { nodes: Vec::new(), counts: Vec::new() };
    let mut trees = grown.iter().peekable();
    for (at, (&node, &count)) in nodes.iter().zip(counts).enumerate() {
        if let Some((_, tree)) = trees.next_if(|(leaf, _)| *leaf == at) {
            spliced.nodes.extend(tree.nodes.iter().map(|&node| moved(node, &|right| right + places[at])));
            spliced.counts.extend(&tree.counts);
        } else {
            spliced.nodes.push(moved(node, &|right| places[right as usize]));
            spliced.counts.push(count);
        }
    }
    spliced
}

#[cfg(test)]
mod tests {
    use super::*;
    use recognizers::mined::Leaf;

    const SILENT: Node = Node::Leaf(Leaf { outcome: None, has_exceptions: false });

    fn test(feature: u8, right: u32) -> Node {
        Node::Test { feature, threshold: 1, right }
    }

    #[test]
    fn trees_take_the_place_of_leaves_and_right_sides_are_found_again() {
        let nodes = [test(0, 2), SILENT, test(1, 4), SILENT, SILENT];
        let tree = || Grown { nodes: vec![test(9, 2), SILENT, SILENT], counts: vec![[7; 12]; 3] };
        let spliced = splice(&nodes, &[[1; 12]; 5], &[(1, tree()), (4, tree())]);
        let expected =
            [test(0, 4), test(9, 3), SILENT, SILENT, test(1, 6), SILENT, test(9, 8), SILENT, SILENT];
        assert_eq!(spliced.nodes, expected);
        assert_eq!(spliced.counts.iter().filter(|counts| counts[0] == 7).count(), 6);
        Tree::without_exceptions(&spliced.nodes);
    }

    #[test]
    fn the_few_are_all_learned_from_and_no_more_rows_than_wanted() {
        let nodes = [test(0, 2), SILENT, SILENT];
        let leaf = |draws, wins| {
            let mut counts = [0; 12];
            (counts[1], counts[2]) = (draws, wins);
            counts
        };
        let counts = [[0; 12], leaf(100_000, 50), leaf(0, 9)];
        let refinement = |most_rows| Refinement { fewest: 2, most_rows };
        let rates = refinement(10_000).rates(&nodes, &counts);
        assert_eq!((rates[1][1], rates[1][2]), (250, 1));
        assert_eq!((rates[0], rates[2]), ([0; 4], [0; 4]), "a pure leaf has nothing to learn");
        let fewer = refinement(200).rates(&nodes, &counts);
        assert!(100_000 / fewer[1][1] + 50 / fewer[1][2] <= 200);
    }
}

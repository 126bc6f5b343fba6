//! Walks through a whole ending: named rules, samples, exact counts in leaves, exceptions.

use std::sync::atomic::{AtomicU32, Ordering};

use board::{Color, Piece};
use rayon::slice::ParallelSliceMut as _;
use recognizers::mined::{Mineable, Tree};
use recognizers::{Outcome, Recognizer, Side, View};

use super::classes::{Classes, Neighbors, numbers, placement, scramble};
use super::counts::{Announced, CLASS, Counts, Row};
use crate::error::VerifyError;

/// Marks the positions whose results the named rules announce.
pub(super) fn mark_named(recognizer: &'static Recognizer, men: &[(Side, Piece)], classes: &mut Classes) {
    if recognizer.rule_count() == 0 {
        return;
    }
    classes.mark(men, |position| {
        let placement = placement(position, men).expect("positions with a result are legal");
        // White is the strong side in placements.
        let verdict = recognizer.judge_named(&View::of_placement(&placement, Color::White));
        verdict.is_some_and(|verdict| verdict.bound.is_exact())
    });
}

/// A sample of positions with their features, one in `one_in` by class, and `named_rarer` times
/// fewer of those that named rules announce; deterministic.
pub(super) fn sample(
    ending: &dyn Mineable,
    classes: &Classes,
    one_in: [u32; 4],
    named_rarer: u32,
) -> Vec<Row> {
    let parts = classes.visit(ending.men(), Vec::new, |rows: &mut Vec<Row>, neighbors| {
        for (lane, &key) in neighbors.keys.iter().enumerate() {
            let (class, is_named) = class_at(neighbors, lane);
            let rarer = if is_named { named_rarer } else { 1 };
            if scramble(key).is_multiple_of(one_in[class] * rarer) {
                let mut row = ending.values(&neighbors.positions[lane]);
                row[CLASS] = class as u8;
                rows.push(row);
            }
        }
    });
    joined(parts)
}

/// A sample of positions with their leaf and features, with rates (one in *n*; 0: none) by leaf and
/// class.
pub(super) fn sample_leaves(
    ending: &dyn Mineable,
    tree: &Tree,
    one_in: &[[u32; 4]],
    classes: &Classes,
) -> Vec<(u32, Row)> {
    let parts = classes.visit(ending.men(), Vec::new, |rows: &mut Vec<(u32, Row)>, neighbors| {
        ending.leaves(tree, &neighbors.positions, &mut |leaf, set| {
            let one_in = one_in[leaf];
            if one_in == [0; 4] {
                return;
            }
            for lane in numbers(set) {
                let (class, _) = class_at(neighbors, lane);
                if one_in[class] > 0 && scramble(neighbors.keys[lane]).is_multiple_of(one_in[class]) {
                    let mut row = ending.values(&neighbors.positions[lane]);
                    row[CLASS] = class as u8;
                    rows.push((leaf as u32, row));
                }
            }
        });
    });
    joined(parts)
}

/// Counts the positions of each class in each leaf.
pub(super) fn count(ending: &dyn Mineable, tree: &Tree, classes: &Classes) -> Vec<Counts> {
    let counts: Vec<[AtomicU32; 12]> = (0..tree.len()).map(|_| Default::default()).collect();
    classes.visit(
        ending.men(),
        || (),
        |(), neighbors| {
            let side = usize::from(neighbors.positions[0].to_move == Side::Weak);
            ending.leaves(tree, &neighbors.positions, &mut |leaf, set| {
                let mut found = [0; 12];
                for lane in numbers(set) {
                    let (class, is_named) = class_at(neighbors, lane);
                    found[class] += 1;
                    found[class + 4 + 4 * side] += u32::from(!is_named);
                }
                for (count, found) in counts[leaf].iter().zip(found).filter(|(_, found)| *found > 0) {
                    count.fetch_add(found, Ordering::Relaxed);
                }
            });
        },
    );
    counts.into_iter().map(|leaf| leaf.map(AtomicU32::into_inner)).collect()
}

/// The keys of the positions whose result differs from their leaf's, in ascending order.
pub(super) fn exceptions(ending: &dyn Mineable, tree: &Tree, classes: &Classes) -> Vec<u32> {
    let whole = [CutBack { tree, leaf_of: None }];
    exceptions_of_all(ending, tree, &whole, classes).swap_remove(0)
}

/// Proves a table: looks up and compares every position. Returns what it announces, by class.
///
/// # Errors
/// [`VerifyError::Impure`] when it is wrong.
pub(super) fn prove(
    ending: &dyn Mineable,
    tree: &Tree,
    classes: &Classes,
) -> Result<[Announced; 3], VerifyError> {
    let whole = [CutBack { tree, leaf_of: None }];
    Ok(prove_all(ending, tree, &whole, classes)?.swap_remove(0))
}

/// A pruned tree, and for each node of the whole tree the leaf that its positions reach; none for
/// the whole tree itself.
pub(super) struct CutBack<'a> {
    pub(super) tree: &'a Tree,
    pub(super) leaf_of: Option<&'a [u32]>,
}

impl CutBack<'_> {
    /// The outcome announced for a position that reaches a leaf of the whole tree.
    fn outcome(&self, leaf: usize, key: u32) -> Option<Outcome> {
        let leaf = self.leaf_of.map_or(leaf, |leaf_of| leaf_of[leaf] as usize);
        self.tree.outcome_at(leaf, || key)
    }
}

/// As [`exceptions`], for each pruned version of `whole`.
pub(super) fn exceptions_of_all(
    ending: &dyn Mineable,
    whole: &Tree,
    trees: &[CutBack],
    classes: &Classes,
) -> Vec<Vec<u32>> {
    let men = ending.men();
    let start = || vec![Vec::new(); trees.len()];
    let parts = classes.visit(men, start, |found: &mut Vec<Vec<u32>>, neighbors| {
        ending.leaves(whole, &neighbors.positions, &mut |leaf, set| {
            for (cut, found) in trees.iter().zip(&mut *found) {
                // No exceptions are listed yet: all positions of a leaf get the same outcome.
                let Some(outcome) = cut.outcome(leaf, 0) else { continue };
                let is_wrong = |&lane: &usize| class_at(neighbors, lane).0 != class_of(outcome);
                // Twins share the key of their representative.
                let listed =
                    numbers(set).filter(is_wrong).filter(|&lane| neighbors.is_representative(lane, men));
                found.extend(listed.map(|lane| neighbors.keys[lane]));
            }
        });
    });
    let of_tree = |tree: usize| {
        let mut keys: Vec<u32> = parts.iter().flat_map(|part| part[tree].iter().copied()).collect();
        keys.par_sort_unstable();
        keys
    };
    (0..trees.len()).map(of_tree).collect()
}

/// As [`prove`], for each pruned version of `whole`.
///
/// # Errors
/// [`VerifyError::Impure`] when one is wrong.
pub(super) fn prove_all(
    ending: &dyn Mineable,
    whole: &Tree,
    trees: &[CutBack],
    classes: &Classes,
) -> Result<Vec<[Announced; 3]>, VerifyError> {
    type Found = Result<Vec<[Announced; 3]>, u32>;
    let men = ending.men();
    let start = || Ok(vec![[Announced::default(); 3]; trees.len()]);
    let parts = classes.visit(men, start, |found: &mut Found, neighbors| {
        let side = usize::from(neighbors.positions[0].to_move == Side::Weak);
        ending.leaves(whole, &neighbors.positions, &mut |leaf, set| {
            for lane in numbers(set) {
                let (class, is_named) = class_at(neighbors, lane);
                let key = neighbors.positions[lane].key(men);
                for (number, cut) in trees.iter().enumerate() {
                    let said = cut.outcome(leaf, key);
                    if said.is_some_and(|outcome| class_of(outcome) != class) {
                        *found = Err(neighbors.keys[lane]);
                    }
                    let Ok(announced) = &mut *found else { return };
                    if let Some(announced) = announced[number].get_mut(class) {
                        announced.add(side, is_named, said.is_some());
                    }
                }
            }
        });
    });
    let mut sums = vec![[Announced::default(); 3]; trees.len()];
    for part in parts {
        for (sum, part) in sums.iter_mut().zip(part.map_err(VerifyError::Impure)?) {
            *sum = std::array::from_fn(|class| sum[class].plus(part[class]));
        }
    }
    Ok(sums)
}

/// The class of a position, from 0, and whether the named rules announce it.
pub(super) fn class_at(neighbors: &Neighbors, lane: usize) -> (usize, bool) {
    let class = neighbors.classes[lane];
    (usize::from(class & !Classes::NAMED) - 1, class & Classes::NAMED != 0)
}

/// Concatenates parts; each is freed as soon as it has been appended.
pub(super) fn joined<T>(parts: Vec<Vec<T>>) -> Vec<T> {
    let mut all = Vec::with_capacity(parts.iter().map(Vec::len).sum());
    for part in parts {
        all.extend(part);
    }
    all
}

/// The class, from 0, of positions with this outcome.
fn class_of(outcome: Outcome) -> usize {
    match outcome {
        Outcome::WeakWins => 0,
        Outcome::Draw => 1,
        Outcome::StrongWins => 2,
        _ => unreachable!("leaves announce draws and wins of a side"),
    }
}

//! Walks through a whole ending: what the named rules say, samples, exact counts in leaves, exceptions.

use std::sync::atomic::{AtomicU32, Ordering};

use board::Material;
use recognizers::mined::{Ending, Features, Node, Tree};
use recognizers::{Outcome, Side, View};

use super::figures::Announced;
use super::grow::{CLASS, Row};
use super::truth::{Truth, placement};
use crate::VerifyError;

/// Counts in a node by class less one, and then those of positions about which the named rules are silent.
pub(super) type Counts = [u32; 8];

/// Marks the positions whose results the named rules announce.
pub(super) fn mark_named<E: Ending>(material: Material, truth: &mut Truth) {
    let Some((recognizer, strong)) = recognizers::find(material) else { return };
    if recognizer.rule_count() == 0 {
        return;
    }
    truth.mark(E::MEN, |position| {
        let placement = placement(position, E::MEN).expect("positions with a result are legal");
        let verdict = recognizer.judge_named(&View::of_placement(&placement, strong));
        verdict.is_some_and(|verdict| verdict.bound.is_exact())
    });
}

/// One position in so many by class, with its features; the same ones always.
pub(super) fn sample<E: Ending>(truth: &Truth, one_in: [u32; 4]) -> Vec<Row> {
    let parts = truth.visit(E::MEN, Vec::new, |rows: &mut Vec<Row>, key, position, class| {
        let class = class & !Truth::NAMED;
        if scramble(key).is_multiple_of(one_in[usize::from(class) - 1]) {
            let mut row = Features::<E>::new(position).all();
            row[CLASS] = class - 1;
            rows.push(row);
        }
    });
    parts.concat()
}

/// How many positions of each class come to each leaf.
pub(super) fn count<E: Ending>(tree: &Tree, truth: &Truth) -> Vec<Counts> {
    let counts: Vec<[AtomicU32; 8]> = (0..tree.len()).map(|_| Default::default()).collect();
    truth.visit(
        E::MEN,
        || (),
        |(), _, position, class| {
            let leaf = &counts[tree.leaf::<E>(position)];
            let index = usize::from(class & !Truth::NAMED) - 1;
            leaf[index].fetch_add(1, Ordering::Relaxed);
            if class & Truth::NAMED == 0 {
                leaf[index + 4].fetch_add(1, Ordering::Relaxed);
            }
        },
    );
    counts.into_iter().map(|leaf| leaf.map(AtomicU32::into_inner)).collect()
}

/// What a finished table announces, by class, and the keys of the positions it must list because their result is not what their
/// leaf says, in ascending order.
pub(super) struct Proof {
    pub(super) announced: [Announced; 3],
    pub(super) exceptions: Vec<u32>,
}

/// The last word on a table: every position is looked up and compared.
///
/// # Errors
/// [`VerifyError::Impure`] when a leaf that allows for no exceptions is wrong.
pub(super) fn prove<E: Ending>(nodes: &[Node], truth: &Truth) -> Result<Proof, VerifyError> {
    let tree = Tree::new(nodes, Vec::new());
    let start = || Ok(Proof { announced: [Announced::default(); 3], exceptions: Vec::new() });
    let parts = truth.visit(E::MEN, start, |found: &mut Result<Proof, u32>, key, position, class| {
        let Node::Leaf(leaf) = nodes[tree.leaf::<E>(position)] else { return };
        let (is_named, class) = (class & Truth::NAMED != 0, class & !Truth::NAMED);
        let is_right = leaf.outcome.is_some_and(|outcome| class_of(outcome) == class);
        let is_wrong = leaf.outcome.is_some() && !is_right;
        if is_wrong && !leaf.has_exceptions {
            *found = Err(key);
        }
        let Ok(proof) = found else { return };
        if is_wrong && position.key(E::MEN) == key {
            proof.exceptions.push(key);
        }
        if (1..=3).contains(&class) {
            let side = usize::from(position.to_move == Side::Weak);
            proof.announced[usize::from(class) - 1].add(side, is_named, is_right);
        }
    });
    let parts: Result<Vec<Proof>, u32> = parts.into_iter().collect();
    let mut proof = Proof { announced: [Announced::default(); 3], exceptions: Vec::new() };
    for part in parts.map_err(VerifyError::Impure)? {
        proof.announced = std::array::from_fn(|class| proof.announced[class].plus(part.announced[class]));
        proof.exceptions.extend(part.exceptions);
    }
    Ok(proof)
}

fn class_of(outcome: Outcome) -> u8 {
    match outcome {
        Outcome::WeakWins => 1,
        Outcome::Draw => 2,
        Outcome::StrongWins => 3,
        _ => unreachable!("leaves announce draws and wins of a side"),
    }
}

/// A key in no order that has to do with chess: the mixing steps of MurmurHash3.
fn scramble(key: u32) -> u32 {
    let mut key = key;
    key = (key ^ key >> 16).wrapping_mul(0x85eb_ca6b);
    key = (key ^ key >> 13).wrapping_mul(0xc2b2_ae35);
    key ^ key >> 16
}

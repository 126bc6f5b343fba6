//! Walks through a whole ending: what the named rules say, samples, exact counts in leaves, exceptions.

use std::sync::atomic::{AtomicU32, Ordering};

use board::Material;
use recognizers::mined::{Ending, Features, Node, Tree};
use recognizers::{Outcome, Side, View};

use super::classes::{Classes, placement};
use super::counts::{Announced, CLASS, Counts, Row};
use crate::error::VerifyError;

/// Marks the positions whose results the named rules announce.
pub(super) fn mark_named<E: Ending>(material: Material, classes: &mut Classes) {
    let Some((recognizer, strong)) = recognizers::find(material) else { return };
    if recognizer.rule_count() == 0 {
        return;
    }
    classes.mark(E::MEN, |position| {
        let placement = placement(position, E::MEN).expect("positions with a result are legal");
        let verdict = recognizer.judge_named(&View::of_placement(&placement, strong));
        verdict.is_some_and(|verdict| verdict.bound.is_exact())
    });
}

/// One position in so many by class, with its features, and so many times fewer of those that named rules announce; the same ones
/// always.
pub(super) fn sample<E: Ending>(classes: &Classes, one_in: [u32; 4], named_rarer: u32) -> Vec<Row> {
    let parts = classes.visit(E::MEN, Vec::new, |rows: &mut Vec<Row>, key, position, class| {
        let rarer = if class & Classes::NAMED == 0 { 1 } else { named_rarer };
        let class = class & !Classes::NAMED;
        if scramble(key).is_multiple_of(one_in[usize::from(class) - 1] * rarer) {
            let mut row = Features::<E>::new(position).all();
            row[CLASS] = class - 1;
            rows.push(row);
        }
    });
    parts.concat()
}

/// Positions with their leaf and features, one in so many by leaf and class (0: none).
pub(super) fn sample_leaves<E: Ending>(
    tree: &Tree,
    one_in: &[[u32; 4]],
    classes: &Classes,
) -> Vec<(u32, Row)> {
    let parts = classes.visit(E::MEN, Vec::new, |rows: &mut Vec<(u32, Row)>, key, position, class| {
        let class = (class & !Classes::NAMED) - 1;
        let leaf = tree.leaf::<E>(position);
        let one_in = one_in[leaf][usize::from(class)];
        if one_in > 0 && scramble(key).is_multiple_of(one_in) {
            let mut row = Features::<E>::new(position).all();
            row[CLASS] = class;
            rows.push((leaf as u32, row));
        }
    });
    parts.concat()
}

/// How many positions of each class come to each leaf.
pub(super) fn count<E: Ending>(tree: &Tree, classes: &Classes) -> Vec<Counts> {
    let counts: Vec<[AtomicU32; 12]> = (0..tree.len()).map(|_| Default::default()).collect();
    classes.visit(
        E::MEN,
        || (),
        |(), _, position, class| {
            let leaf = &counts[tree.leaf::<E>(position)];
            let index = usize::from(class & !Classes::NAMED) - 1;
            leaf[index].fetch_add(1, Ordering::Relaxed);
            if class & Classes::NAMED == 0 {
                let side = usize::from(position.to_move == Side::Weak);
                leaf[index + 4 + 4 * side].fetch_add(1, Ordering::Relaxed);
            }
        },
    );
    counts.into_iter().map(|leaf| leaf.map(AtomicU32::into_inner)).collect()
}

/// The keys of the positions whose result is not what their leaf says, in ascending order.
pub(super) fn exceptions<E: Ending>(nodes: &[Node], classes: &Classes) -> Vec<u32> {
    let tree = Tree::without_exceptions(nodes);
    let parts = classes.visit(E::MEN, Vec::new, |found: &mut Vec<u32>, key, position, class| {
        let said = tree.outcome::<E>(position);
        let is_wrong = said.is_some_and(|outcome| class_of(outcome) != class & !Classes::NAMED);
        // Twins share the key of the one that represents them.
        if is_wrong && position.key(E::MEN) == key {
            found.push(key);
        }
    });
    parts.concat()
}

/// The last word on a table: every position is looked up and compared. What it announces, by class.
///
/// # Errors
/// [`VerifyError::Impure`] when it is wrong.
pub(super) fn prove<E: Ending>(tree: &Tree, classes: &Classes) -> Result<[Announced; 3], VerifyError> {
    let start = || Ok([Announced::default(); 3]);
    let parts =
        classes.visit(E::MEN, start, |found: &mut Result<[Announced; 3], u32>, key, position, class| {
            let said = tree.outcome::<E>(position);
            let (is_named, class) = (class & Classes::NAMED != 0, class & !Classes::NAMED);
            if said.is_some_and(|outcome| class_of(outcome) != class) {
                *found = Err(key);
            }
            let Ok(announced) = found else { return };
            if (1..=3).contains(&class) {
                let side = usize::from(position.to_move == Side::Weak);
                announced[usize::from(class) - 1].add(side, is_named, said.is_some());
            }
        });
    let parts: Result<Vec<[Announced; 3]>, u32> = parts.into_iter().collect();
    let sum = |sum: [Announced; 3], part: &[Announced; 3]| {
        std::array::from_fn(|class| sum[class].plus(part[class]))
    };
    Ok(parts.map_err(VerifyError::Impure)?.iter().fold([Announced::default(); 3], sum))
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

//! Walks through a whole ending with a network: how sure it is of what, and the last word on what it announces.

use std::sync::atomic::{AtomicU32, Ordering};

use recognizers::Side;
use recognizers::mined::{ANNOUNCED, Layers, Mineable, Network};

use super::choose::{BUCKETS, CHOICES, Histogram, bucket, place};
use crate::error::VerifyError;
use crate::mine::classes::Classes;
use crate::mine::counts::Announced;
use crate::mine::passes;

/// Asks the layers about every position.
pub(super) fn histogram(ending: &dyn Mineable, layers: &Layers, classes: &Classes) -> Histogram {
    let men = ending.men();
    let buckets = || (0..BUCKETS).map(|_| AtomicU32::new(0)).collect();
    let right: Vec<Vec<AtomicU32>> = (0..2 * CHOICES).map(|_| buckets()).collect();
    let start = || vec![Vec::new(); 2 * CHOICES];
    let parts = classes.visit(men, start, |wrong: &mut Vec<Vec<(u16, u32)>>, neighbors| {
        for (lane, position) in neighbors.positions.iter().enumerate() {
            let opinion = layers.opinion(position, &ending.values(position));
            if opinion.class >= CHOICES {
                continue;
            }
            let place = place(usize::from(position.to_move == Side::Weak), opinion.class);
            let bucket = bucket(opinion.margin);
            if passes::class_at(neighbors, lane).0 == opinion.class {
                right[place][bucket].fetch_add(1, Ordering::Relaxed);
            } else {
                // Twins share the key of the one that represents them.
                wrong[place].push((bucket as u16, position.key(men)));
            }
        }
    });
    let wrong = |place: usize| {
        let parts = parts.iter().flat_map(|part| part[place].iter().copied());
        let mut wrong: Vec<(u16, u32)> = parts.collect();
        wrong.sort_unstable_by(|a, b| b.cmp(a));
        wrong.dedup();
        wrong
    };
    let counts =
        |buckets: Vec<AtomicU32>| buckets.into_iter().map(|count| u64::from(count.into_inner())).collect();
    Histogram { wrong: (0..2 * CHOICES).map(wrong).collect(), right: right.into_iter().map(counts).collect() }
}

/// The last word on networks that differ in their thresholds and exceptions only: every position is looked up and compared. What each announces, by
/// class.
///
/// # Errors
/// [`VerifyError::Impure`] when one is wrong.
pub(super) fn prove(
    ending: &dyn Mineable,
    networks: &[Network],
    classes: &Classes,
) -> Result<Vec<[Announced; 3]>, VerifyError> {
    type Found = Result<Vec<[Announced; 3]>, u32>;
    let men = ending.men();
    let Some(first) = networks.first() else { return Ok(Vec::new()) };
    assert!(networks.iter().all(|network| network.layers() == first.layers()), "they think the same");
    let start = || Ok(vec![[Announced::default(); 3]; networks.len()]);
    let parts = classes.visit(men, start, |found: &mut Found, neighbors| {
        for (lane, position) in neighbors.positions.iter().enumerate() {
            let opinion = first.layers().opinion(position, &ending.values(position));
            let (class, is_named) = passes::class_at(neighbors, lane);
            for (number, network) in networks.iter().enumerate() {
                let said = network.outcome_of(opinion, position.to_move, || position.key(men));
                if said.is_some_and(|outcome| ANNOUNCED.get(class) != Some(&outcome)) {
                    *found = Err(neighbors.keys[lane]);
                }
                let Ok(announced) = &mut *found else { return };
                if let Some(announced) = announced[number].get_mut(class) {
                    announced.add(usize::from(position.to_move == Side::Weak), is_named, said.is_some());
                }
            }
        }
    });
    let mut sums = vec![[Announced::default(); 3]; networks.len()];
    for part in parts {
        for (sum, part) in sums.iter_mut().zip(part.map_err(VerifyError::Impure)?) {
            *sum = std::array::from_fn(|class| sum[class].plus(part[class]));
        }
    }
    Ok(sums)
}

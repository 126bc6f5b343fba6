//! Evaluates a tree for many positions at once: sets of positions descend together, with a few
//! tests for each position instead of dozens.

use super::features::{Ending, MAX_FEATURES, MAX_GROUPS, Plan, Values};
use super::position::Position;
use super::tree::{Answer, OUTCOMES, Step, Tree};

/// Most positions evaluated at once: the bits of a word.
pub(crate) const LANES: usize = 64;

/// Feature values of many positions, computed on demand.
struct Lanes<E> {
    plan: &'static Plan,
    endings: Vec<E>,
    /// By position.
    values: Vec<Values>,
    /// By group, the positions for which it is computed.
    ready: [u64; MAX_GROUPS],
    /// The positions for which the groups computed at once are ready.
    ready_at_once: u64,
    /// Pieces, by bit, that are not on the same square in all positions; all pieces if the side to
    /// move differs.
    moving: u8,
}

impl<E: Ending> Lanes<E> {
    fn new(which: E::Which, positions: &[Position]) -> Self {
        let plan = E::plan(which);
        Self {
            plan,
            endings: positions.iter().map(|position| E::new(which, position)).collect(),
            values: vec![[0; MAX_FEATURES + 1]; positions.len()],
            ready: [0; MAX_GROUPS],
            ready_at_once: 0,
            moving: moving_men(plan.men.len(), positions),
        }
    }

    /// The positions of a set whose value is at least `threshold`.
    #[inline]
    fn at_least(&mut self, feature: usize, threshold: u8, set: u64) -> u64 {
        let group = self.plan.group_of(feature);
        if self.plan.groups[group].men & self.moving == 0 {
            // The value is the same for all positions.
            self.prepare(group, 1);
            return if self.values[0][feature] >= threshold { set } else { 0 };
        }
        self.prepare(group, set);
        let is_high = |lane: usize| self.values[lane][feature] >= threshold;
        numbers(set).fold(0, |high, lane| high | u64::from(is_high(lane)) << lane)
    }

    /// Computes a group for a set of positions, where it is missing.
    #[inline]
    fn prepare(&mut self, group: usize, set: u64) {
        if self.plan.is_at_once(group) {
            let missing = set & !self.ready_at_once;
            self.ready_at_once |= set;
            for lane in numbers(missing) {
                self.endings[lane].at_once(&mut self.values[lane]);
            }
        } else {
            let missing = set & !self.ready[group];
            self.ready[group] |= set;
            let first = self.plan.first_of(group);
            for lane in numbers(missing) {
                self.endings[lane].group(group, &mut self.values[lane][first..]);
            }
        }
    }
}

fn moving_men(men: usize, positions: &[Position]) -> u8 {
    let first = &positions[0];
    positions.iter().fold(0, |moving, position| {
        let has_moved =
            |&man: &usize| position.to_move != first.to_move || position.square(man) != first.square(man);
        (0..men).filter(has_moved).fold(moving, |moving, man| moving | 1 << man)
    })
}

/// The members of a set.
#[inline]
pub(crate) fn numbers(set: u64) -> impl Iterator<Item = usize> {
    let mut rest = set;
    std::iter::from_fn(move || {
        let lane = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
        rest &= rest - 1;
        Some(lane)
    })
}

impl Tree {
    /// The leaf of each position, as by [`Tree::leaf`], faster for similar positions. Calls `come`
    /// with a leaf and the set of the positions' indices that reach it, each leaf at most once.
    ///
    /// # Panics
    /// If there are more than 64 positions.
    pub fn leaves<E: Ending>(
        &self,
        which: E::Which,
        positions: &[Position],
        mut come: impl FnMut(usize, u64),
    ) {
        assert!(positions.len() <= LANES, "a set of positions is a word");
        if positions.is_empty() {
            return;
        }
        let mut lanes = Lanes::<E>::new(which, positions);
        let mut open = vec![(0, u64::MAX >> (LANES - positions.len()))];
        while let Some((mut at, mut set)) = open.pop() {
            while let Step::Test { feature, threshold, right } = self.step(at) {
                let high = lanes.at_least(feature, threshold, set);
                if high == 0 {
                    at += 1;
                } else if high == set {
                    at = right;
                } else {
                    open.push((right, high));
                    (at, set) = (at + 1, set & !high);
                }
            }
            come(at, set);
        }
    }

    /// The answer for each position, as by [`Tree::answer`], faster for similar positions. Calls
    /// `say` with an answer and the set of the positions' indices that get it, at most once for
    /// each leaf.
    ///
    /// # Panics
    /// If there are more than 64 positions.
    pub fn answers<E: Ending>(
        &self,
        which: E::Which,
        positions: &[Position],
        mut say: impl FnMut(Answer, u64),
    ) {
        let men = E::plan(which).men;
        self.leaves::<E>(which, positions, |leaf, set| {
            let Step::Leaf { outcome, has_exceptions } = self.step(leaf) else { return };
            let Some(outcome) = OUTCOMES[outcome] else { return };
            let is_exception = |&lane: &usize| self.is_exception(positions[lane].key(men));
            let left = if has_exceptions {
                numbers(set).filter(|lane| !is_exception(lane)).fold(0, |set, lane| set | 1 << lane)
            } else {
                set
            };
            if left != 0 {
                say(Answer { outcome, leaf: leaf as u32 }, left);
            }
        });
    }
}

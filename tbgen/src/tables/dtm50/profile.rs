//! Profiles: the steps of a distance to mate as a function of the counter, stored once for all
//! positions of an ending that share them.
//!
//! A profile is a list of steps `(left, plies)`, `left` falling and `plies` rising: with at least
//! `left` plies left on the counter, and fewer than in the previous step, mate comes in `plies`.
//! The first step is the plain distance, which is in the table of mates, so its `plies` are 0 here.
//! Rows of 64 slots have a list of their different profiles, and each slot an index into it.

use std::collections::HashMap;

use board::narrow;

/// A change of a distance to mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct StepAt {
    /// Plies that must be left on the counter.
    pub(super) left: u8,
    /// Plies to mate then; 0 in the first step: the plain distance.
    pub(super) plies: u8,
}

/// Profiles during solving, as a tree: each extends its parent by one step.
pub(super) struct Growing {
    nodes: Vec<Node>,
    /// The profiles with one step, by `left`.
    first: [u32; 256],
}

struct Node {
    parent: u32,
    step: StepAt,
    /// The last child.
    child: u32,
    /// The previous child of the same parent.
    sibling: u32,
}

impl Growing {
    /// The profile of positions that are not yet decided.
    pub(super) const NONE: u32 = 0;

    pub(super) fn new() -> Self {
        let none = Node { parent: 0, step: StepAt { left: 0, plies: 0 }, child: 0, sibling: 0 };
        Self { nodes: vec![none], first: [0; 256] }
    }

    /// The profile extended by one step. Steps come in the order of `plies`.
    pub(super) fn with(&mut self, profile: u32, step: StepAt) -> u32 {
        if profile == Self::NONE {
            let step = StepAt { plies: 0, ..step };
            let at = usize::from(step.left);
            if self.first[at] == 0 {
                self.first[at] = self.add(Node { parent: profile, step, child: 0, sibling: 0 });
            }
            return self.first[at];
        }
        let mut at = self.node(profile).child;
        // Children with the same number of plies were added last.
        while at != 0 && self.node(at).step.plies == step.plies {
            if self.node(at).step == step {
                return at;
            }
            at = self.node(at).sibling;
        }
        let sibling = self.node(profile).child;
        let added = self.add(Node { parent: profile, step, child: 0, sibling });
        self.nodes[profile as usize].child = added;
        added
    }

    /// The steps of a profile in the order in which they were added.
    fn steps(&self, mut profile: u32) -> Vec<StepAt> {
        let mut steps = Vec::new();
        while profile != Self::NONE {
            let node = self.node(profile);
            steps.push(node.step);
            profile = node.parent;
        }
        steps.reverse();
        steps
    }

    /// True for the profile of a mate without captures or pawn moves, which needs as many plies on
    /// the counter as it takes.
    pub(super) fn is_plain(&self, profile: u32, plies: u16) -> bool {
        let node = self.node(profile);
        node.parent == Self::NONE && u16::from(node.step.left) == plies
    }

    fn node(&self, profile: u32) -> &Node {
        &self.nodes[profile as usize]
    }

    fn add(&mut self, node: Node) -> u32 {
        self.nodes.push(node);
        narrow(self.nodes.len() - 1)
    }
}

/// The finished profiles of one ending. Number 0 has no steps; it is for mates that only the plain
/// distance describes.
pub(super) struct Profiles {
    /// Start of each profile's steps, with one extra entry at the end.
    starts: Vec<u32>,
    steps: Vec<StepAt>,
}

impl Profiles {
    /// Renumbers the profiles in use without gaps; `numbers` maps old numbers to new ones.
    pub(super) fn new(growing: &Growing, used: impl Iterator<Item = u32>) -> (Self, HashMap<u32, u32>) {
        let mut numbers = HashMap::from([(Growing::NONE, 0)]);
        let mut all = Self { starts: vec![0, 0], steps: Vec::new() };
        let mut last = Growing::NONE;
        for profile in used {
            // Neighbors are often alike.
            if profile == last {
                continue;
            }
            last = profile;
            numbers.entry(profile).or_insert_with(|| {
                all.steps.extend(growing.steps(profile));
                all.starts.push(narrow(all.steps.len()));
                narrow::<_, u32>(all.starts.len() - 2)
            });
        }
        (all, numbers)
    }

    /// Number of profiles.
    pub(super) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// The steps of a profile.
    pub(super) fn steps(&self, profile: u32) -> &[StepAt] {
        let [from, to] = [0, 1].map(|next| self.starts[profile as usize + next] as usize);
        &self.steps[from..to]
    }

    /// Bytes of memory.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.starts[..]) + size_of_val(&self.steps[..])
    }
}

/// The profile of each slot of one side to move.
#[derive(Default)]
pub(super) struct Rows {
    /// The start in `words` of each row of 64 slots. Equal rows with a single profile are stored
    /// once.
    starts: Vec<u32>,
    /// For each row: the number of different profiles, the profiles, and the index of each slot's
    /// profile among them, in as few bits as possible.
    words: Vec<u32>,
}

impl Rows {
    /// Entries are `None` for slots whose value is never needed.
    pub(super) fn new(profiles: impl Iterator<Item = Option<u32>>) -> Self {
        let mut rows = Self::default();
        let mut uniform: HashMap<u32, u32> = HashMap::new();
        let mut profiles = profiles.peekable();
        while profiles.peek().is_some() {
            let row: Vec<Option<u32>> = profiles.by_ref().take(64).collect();
            let mut different: Vec<u32> = row.iter().copied().flatten().collect();
            different.sort_unstable();
            different.dedup();
            let here: u32 = narrow(rows.words.len());
            if different.len() <= 1 {
                let one = different.first().copied().unwrap_or(0);
                let start = *uniform.entry(one).or_insert(here);
                rows.starts.push(start);
                if start != here {
                    continue;
                }
                different = vec![one];
            } else {
                rows.starts.push(here);
            }
            rows.words.push(narrow(different.len()));
            rows.words.extend(&different);
            let bits = bits_for(different.len());
            let mut packed = vec![0u32; (64 * bits).div_ceil(32)];
            for (slot, profile) in row.iter().enumerate() {
                let Some(profile) = profile else { continue };
                let number = different.partition_point(|other| other < profile) as u64;
                let (word, shift) = (slot * bits / 32, slot * bits % 32);
                let both = number << shift;
                // A single profile takes no bits.
                if let Some(here) = packed.get_mut(word) {
                    *here |= low(both);
                }
                if let Some(next) = packed.get_mut(word + 1) {
                    *next |= low(both >> 32);
                }
            }
            rows.words.extend(packed);
        }
        rows
    }

    /// The profile of a slot that has one.
    #[inline]
    pub(super) fn profile(&self, slot: usize) -> u32 {
        let row = &self.words[self.starts[slot >> 6] as usize..];
        let different = row[0] as usize;
        let bits = bits_for(different);
        let at = (slot & 63) * bits;
        let packed = &row[1 + different..];
        let [one, next] = [0, 1].map(|next| u64::from(packed.get(at / 32 + next).copied().unwrap_or(0)));
        let number = (one | next << 32) >> (at % 32) & ((1 << bits) - 1);
        row[1 + narrow::<_, usize>(number)]
    }

    /// Bytes of memory.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.starts[..]) + size_of_val(&self.words[..])
    }
}

/// Bits of a number below `count`.
fn bits_for(count: usize) -> usize {
    count.next_power_of_two().trailing_zeros() as usize
}

fn low(both: u64) -> u32 {
    narrow(both & u64::from(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn profiles_that_grow_alike_are_one() {
        let mut growing = Growing::new();
        let step = |left, plies| StepAt { left, plies };
        let a = growing.with(Growing::NONE, step(9, 9));
        let b = growing.with(Growing::NONE, step(9, 11));
        assert_eq!(a, b, "the plain distance is not kept");
        assert!(growing.is_plain(a, 9) && !growing.is_plain(a, 11));
        let c = growing.with(a, step(7, 13));
        let d = growing.with(a, step(5, 13));
        assert!(c != d && c == growing.with(a, step(7, 13)) && d == growing.with(a, step(5, 13)));
        let e = growing.with(c, step(1, 15));
        let (profiles, numbers) = Profiles::new(&growing, [e, e, 0, a].into_iter());
        assert_eq!(profiles.len(), 3);
        assert_eq!(profiles.steps(numbers[&e]), [step(9, 0), step(7, 13), step(1, 15)]);
        assert_eq!(profiles.steps(numbers[&a]), [step(9, 0)]);
        assert_eq!(profiles.steps(0), []);
    }

    #[test]
    fn rows_of_every_width_read_back() {
        for kinds in [1u32, 2, 3, 5, 17, 33, 64] {
            let profiles: Vec<Option<u32>> =
                (0..64 * 9u32).map(|i| (i % 7 != 3).then_some(1000 * (i * 5 % kinds) + i / 256)).collect();
            let rows = Rows::new(profiles.iter().copied());
            for (slot, profile) in profiles.iter().enumerate() {
                assert!(profile.is_none_or(|profile| rows.profile(slot) == profile), "{kinds} {slot}");
            }
        }
        let empty = Rows::new(std::iter::repeat_n(None, 6400));
        assert_eq!(empty.bytes(), 4 * (100 + 2), "rows without values are stored once");
    }
}

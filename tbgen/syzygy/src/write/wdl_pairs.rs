//! Pairing of WDL sequences, in which open wildcards can be part of any pair that they fit.

use super::fill::fits;
use super::pair_counts::{Count, PairCounts, fits_short_counts};
use super::pairs::{Best, Candidate, Limits, MAX_CANDIDATES, Node, Paired, Reserve};
use super::sequence::{Rules, Sequence};
use super::source::wdl_code;
use crate::format::{MAX_EXPANSION, MAX_SYMBOLS};
use ending::narrow;

/// Codes of values and wildcards; composites have the numbers after them.
const CODES: usize = wdl_code::COUNT as usize;
/// Maximum number of pairs of symbols that are replaced in one pass.
const MAX_VARIANTS: usize = MAX_CANDIDATES + 1;

// Kinds of candidates, in the order of ties.
const BASE_BASE: u8 = 0;
const BASE_COMPOSITE: u8 = 1;
const COMPOSITE_BASE: u8 = 2;
const COMPOSITE_COMPOSITE: u8 = 3;

/// Pairs a sequence of WDL codes and gives the remaining wildcards the most frequent values that
/// they permit.
pub(super) fn pair_wdl(codes: Vec<u8>, alphabet: &[u8], limits: Limits) -> Paired {
    if fits_short_counts(codes.len()) {
        pair::<u32>(codes, alphabet, limits)
    } else {
        pair::<u64>(codes, alphabet, limits)
    }
}

fn pair<C: Count>(codes: Vec<u8>, alphabet: &[u8], limits: Limits) -> Paired {
    let composites = limits.composites.min(MAX_SYMBOLS - alphabet.len());
    let mut pairing = Pairing::<C> {
        sequence: Sequence::of_bytes(codes, CODES),
        alphabet: alphabet.iter().map(|&v| u16::from(v)).collect(),
        children: Vec::new(),
        sizes: vec![1; CODES],
        limit: CODES + composites,
        min_frequency: limits.min_frequency,
    };
    while pairing.sequence.alphabet() < pairing.limit && pairing.pass() {}
    pairing.finish()
}

struct Pairing<C> {
    sequence: Sequence<C>,
    /// Values that occur.
    alphabet: Vec<u16>,
    /// Children of the composites.
    children: Vec<(u16, u16)>,
    /// Number of values by symbol.
    sizes: Vec<u16>,
    /// Maximum number of symbols, including codes.
    limit: usize,
    min_frequency: u64,
}

fn is_base(symbol: u16) -> bool {
    usize::from(symbol) < CODES
}

/// True when wildcard `k` may become the base symbol `value`.
fn wildcard_fits(value: u16, k: u16) -> bool {
    is_base(value) && fits(narrow(value), narrow(k))
}

fn wildcards() -> impl Iterator<Item = u16> {
    (wdl_code::CAPTURE_BLESSED_LOSS..wdl_code::COUNT).map(u16::from)
}

/// A symbol and the wildcards that may become it.
fn variants(symbol: u16) -> impl Iterator<Item = u16> {
    std::iter::once(symbol).chain(wildcards().filter(move |&k| wildcard_fits(symbol, k)))
}

impl<C: Count> Pairing<C> {
    /// Introduces new symbols for the most frequent pairs that do not conflict with each other;
    /// false when there are none.
    fn pass(&mut self) -> bool {
        let candidates = self.candidates();
        let counts = &self.sequence.counts;
        let mut rules = Rules::default();
        let mut reserve = Reserve::new(&candidates);
        let mut replaced = 0;
        let before = self.children.len();
        for (i, candidate) in candidates.iter().enumerate() {
            if CODES + self.children.len() + reserve.skipped >= self.limit {
                break;
            }
            reserve.advance(i, candidate);
            if candidates[..i].iter().any(|earlier| conflict(counts, candidate, earlier)) {
                reserve.skipped += 1;
                continue;
            }
            let Candidate { a, b, .. } = *candidate;
            let claimed: Vec<(u16, u16)> = variants(a)
                .flat_map(|x| variants(b).map(move |y| (x, y)))
                .filter(|&(x, y)| (x, y) == (a, b) || occurs(counts, x, y))
                .collect();
            replaced += claimed.len();
            if replaced > MAX_VARIANTS {
                break;
            }
            let new = narrow(CODES + self.children.len());
            for (x, y) in claimed {
                rules.add(x, y, new);
            }
            self.children.push((a, b));
            self.sizes.push(self.sizes[usize::from(a)] + self.sizes[usize::from(b)]);
        }
        let taken = self.children.len() > before;
        if taken {
            self.sequence.replace(&rules, CODES + self.children.len());
        }
        taken
    }

    fn candidates(&mut self) -> Vec<Candidate> {
        let mut best = Best::new(self.min_frequency);
        let composites = narrow(CODES)..narrow::<_, u16>(self.sequence.alphabet());
        let sizes = &self.sizes;
        let short_enough =
            |a: u16, b: u16| usize::from(sizes[usize::from(a)] + sizes[usize::from(b)]) <= MAX_EXPANSION;
        let counts = &self.sequence.counts;
        let total =
            |a, b| variants(a).map(|x| variants(b).map(|y| counts.get(x, y).into()).sum::<u64>()).sum();
        for &a in &self.alphabet {
            for &b in &self.alphabet {
                best.offer(total(a, b), BASE_BASE, a, b);
            }
            for b in composites.clone().filter(|&b| short_enough(a, b)) {
                best.offer(total(a, b), BASE_COMPOSITE, a, b);
            }
        }
        for a in composites {
            for &b in self.alphabet.iter().filter(|&&b| short_enough(a, b)) {
                best.offer(total(a, b), COMPOSITE_BASE, a, b);
            }
        }
        self.sequence.counts.offer_all(narrow(CODES), COMPOSITE_COMPOSITE, short_enough, &mut best);
        best.into_sorted()
    }

    /// Turns the remaining wildcards into values and removes their numbers.
    fn finish(self) -> Paired {
        let mut symbols = self.sequence.into_symbols();
        let mut frequency = vec![0u64; CODES + self.children.len()];
        for &s in &symbols {
            frequency[usize::from(s)] += 1;
        }
        let mut number: Vec<u16> = vec![0; CODES];
        for (i, &value) in (0..).zip(&self.alphabet) {
            number[usize::from(value)] = i;
        }
        for k in wildcards() {
            let mut choice = self.alphabet[0];
            for &value in &self.alphabet[1..] {
                if wildcard_fits(value, k) && frequency[usize::from(value)] > frequency[usize::from(choice)] {
                    choice = value;
                }
            }
            frequency[usize::from(choice)] += frequency[usize::from(k)];
            number[usize::from(k)] = number[usize::from(choice)];
        }
        let dropped: u16 = narrow(CODES - self.alphabet.len());
        let renumber = |s: u16| if is_base(s) { number[usize::from(s)] } else { s - dropped };
        for s in &mut symbols {
            *s = renumber(*s);
        }
        let leaves = self.alphabet.iter().map(|&v| Node::Leaf(v));
        let pairs = self.children.iter().map(|&(a, b)| Node::Pair(renumber(a), renumber(b)));
        Paired { sequence: symbols, nodes: leaves.chain(pairs).collect() }
    }
}

/// True when two candidates could claim the same occurrence of a symbol.
fn conflict(counts: &PairCounts<impl Count>, one: &Candidate, other: &Candidate) -> bool {
    let (a, b, c, d) = (one.a, one.b, other.a, other.b);
    b == c
        || a == d
        || share_wildcard_between(counts, one, other)
        || share_wildcard_between(counts, other, one)
        || share_first_wildcard(counts, one, other)
        || share_second_wildcard(counts, one, other)
}

fn occurs(counts: &PairCounts<impl Count>, a: u16, b: u16) -> bool {
    counts.get(a, b).into() > 0
}

fn shared_wildcards(x: u16, y: u16) -> impl Iterator<Item = u16> {
    wildcards().filter(move |&k| wildcard_fits(x, k) && wildcard_fits(y, k))
}

/// A wildcard may end a pair of `one` and begin a pair of `other`.
fn share_wildcard_between(counts: &PairCounts<impl Count>, one: &Candidate, other: &Candidate) -> bool {
    shared_wildcards(one.b, other.a).any(|k| {
        variants(one.a).any(|x| occurs(counts, x, k)) && variants(other.b).any(|y| occurs(counts, k, y))
    })
}

/// A wildcard may begin a pair of either.
fn share_first_wildcard(counts: &PairCounts<impl Count>, one: &Candidate, other: &Candidate) -> bool {
    shared_wildcards(one.a, other.a).any(|k| {
        (one.b == other.b && occurs(counts, k, one.b))
            || shared_wildcards(one.b, other.b).any(|l| occurs(counts, k, l))
    })
}

/// A wildcard may end a pair of either.
fn share_second_wildcard(counts: &PairCounts<impl Count>, one: &Candidate, other: &Candidate) -> bool {
    one.a == other.a && shared_wildcards(one.b, other.b).any(|k| occurs(counts, one.a, k))
}

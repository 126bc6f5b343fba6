//! A sequence of symbols in which pairs become new symbols, together with its pair counts.
//!
//! A sequence is *narrow* at first, if possible: up to 256 symbols, one byte each. Passes over it
//! change much of it, so pairs are counted again after each; several parts are processed in turn,
//! and a long sequence on all threads. With more symbols it is *wide*: a pass changes little, and
//! only the counts of pairs that appear or disappear are corrected.

mod narrow;
mod rules;
mod wide;

use super::pair_counts::{Count, NARROW, PairCounts};
use narrow::replace_narrow;
pub(super) use rules::Rules;
use wide::{replace_while_widening, replace_wide, widened};

/// The symbols of a sequence.
pub(super) enum Symbols {
    Narrow(Vec<u8>),
    Wide(Vec<u16>),
}

impl From<Vec<u8>> for Symbols {
    fn from(symbols: Vec<u8>) -> Self {
        Self::Narrow(symbols)
    }
}

impl From<Vec<u16>> for Symbols {
    fn from(symbols: Vec<u16>) -> Self {
        Self::Wide(symbols)
    }
}

/// A sequence under pairing.
pub(super) struct Sequence<C> {
    symbols: Symbols,
    pub(super) counts: PairCounts<C>,
}

impl<C: Count> Sequence<C> {
    /// A sequence over the symbols `0..alphabet`, at most 256.
    pub(super) fn of_bytes(symbols: Vec<u8>, alphabet: usize) -> Self {
        let mut counts = PairCounts::new(alphabet);
        counts.count(&symbols, alphabet);
        Self { symbols: Symbols::Narrow(symbols), counts }
    }

    /// A sequence whose pairs have been counted.
    pub(super) fn of_counted(symbols: Symbols, counts: PairCounts<C>) -> Self {
        let symbols = match symbols {
            Symbols::Wide(symbols) if counts.symbols <= NARROW => {
                #[expect(clippy::cast_possible_truncation, reason = "there are no more than 256 symbols")]
                let byte = |symbol: u16| symbol as u8;
                Symbols::Narrow(symbols.into_iter().map(byte).collect())
            }
            symbols => symbols,
        };
        Self { symbols, counts }
    }

    /// Replaces pairs from left to right; pairs that contain a new symbol of this pass are not
    /// replaced. Afterwards there are `alphabet` symbols.
    pub(super) fn replace(&mut self, rules: &Rules, alphabet: usize) {
        if let Symbols::Narrow(symbols) = &mut self.symbols
            && alphabet > NARROW
        {
            self.counts = self.counts.widened();
            self.counts.grow(alphabet);
            let symbols = std::mem::take(symbols);
            self.symbols = Symbols::Wide(replace_while_widening(symbols, &mut self.counts, rules));
            return;
        }
        match &mut self.symbols {
            Symbols::Narrow(symbols) => {
                replace_narrow(symbols, rules);
                self.counts.count(symbols, alphabet);
            }
            Symbols::Wide(symbols) => {
                self.counts.grow(alphabet);
                replace_wide(symbols, &mut self.counts, rules);
            }
        }
    }

    /// Current number of symbols.
    pub(super) fn alphabet(&self) -> usize {
        self.counts.symbols
    }

    pub(super) fn into_symbols(self) -> Vec<u16> {
        match self.symbols {
            Symbols::Narrow(symbols) => widened(symbols),
            Symbols::Wide(symbols) => symbols,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::pair_counts::tests::{assert_same, count_slowly};
    use super::*;

    /// Replacement one symbol after the other.
    fn replace_slowly(symbols: &[u16], pairs: &[(u16, u16, u16)]) -> Vec<u16> {
        let mut out = Vec::new();
        let mut rest = symbols;
        while let [a, tail @ ..] = rest {
            let rule = tail.first().and_then(|b| pairs.iter().find(|p| (p.0, p.1) == (*a, *b)));
            out.push(rule.map_or(*a, |p| p.2));
            rest = if rule.is_some() { &tail[1..] } else { tail };
        }
        out
    }

    fn assert_replaces<C: Count>(symbols: &[u16], pairs: &[(u16, u16)], wide: bool) {
        let alphabet = if wide { NARROW + 1 } else { 4 };
        let pairs: Vec<_> = (alphabet as u16..).zip(pairs).map(|(new, &(a, b))| (a, b, new)).collect();
        let mut sequence = if wide {
            Sequence::<C>::of_counted(symbols.to_vec().into(), count_slowly(symbols, alphabet))
        } else {
            Sequence::of_bytes(symbols.iter().map(|&s| s as u8).collect(), alphabet)
        };
        assert_same(&sequence.counts, &count_slowly(symbols, alphabet));
        let mut rules = Rules::default();
        for &(a, b, new) in &pairs {
            rules.add(a, b, new);
        }
        sequence.replace(&rules, alphabet + 4);
        let slow = replace_slowly(symbols, &pairs);
        assert_same(&sequence.counts, &count_slowly(&slow, alphabet + 4));
        assert_eq!(sequence.into_symbols(), slow);
    }

    proptest! {
        #[test]
        fn replacing_is_replacing_from_left_to_right(
            symbols in prop::collection::vec(1..4u16, 0..200),
            rules in prop::collection::hash_set((1..4u16, 1..4u16), 0..4),
            wide: bool,
        ) {
            let rules = Vec::from_iter(rules);
            assert_replaces::<u32>(&symbols, &rules, wide);
            assert_replaces::<u64>(&symbols, &rules, wide);
        }

        /// Long enough for windows, with different remainders in all of them.
        #[test]
        fn so_is_replacing_in_windows(
            part in prop::collection::vec(1..4u16, 1..400),
            copies in 1..40usize,
            rules in prop::collection::hash_set((1..4u16, 1..4u16), 0..4),
            wide: bool,
        ) {
            assert_replaces::<u64>(&part.repeat(copies), &Vec::from_iter(rules), wide);
        }

        #[test]
        fn widening_keeps_all_symbols(symbols: Vec<u8>) {
            let wide = widened(symbols.clone());
            prop_assert!(wide.into_iter().eq(symbols.into_iter().map(u16::from)));
        }

        #[test]
        fn a_sequence_outgrows_its_bytes(
            symbols in prop::collection::vec(0..3u16, 2..300),
            pairs in prop::collection::hash_set((0..3u16, 0..3u16), 1..4),
        ) {
            let mut sequence = Sequence::<u32>::of_counted(symbols.clone().into(), count_slowly(&symbols, 3));
            let pairs: Vec<_> = (290..).zip(pairs).map(|(new, (a, b))| (a, b, new)).collect();
            let mut rules = Rules::default();
            for &(a, b, new) in &pairs {
                rules.add(a, b, new);
            }
            sequence.replace(&rules, 300);
            let slow = replace_slowly(&symbols, &pairs);
            assert_same(&sequence.counts, &count_slowly(&slow, 300));
            prop_assert_eq!(sequence.into_symbols(), slow);
        }
    }
}

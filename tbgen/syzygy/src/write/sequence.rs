//! A sequence of symbols in which pairs become new symbols, counted along with how often symbols follow one another.
//!
//! A sequence begins *narrow*, if it can: up to 256 symbols, a byte each. Passes over it change much of it, so that they count anew,
//! several parts of the sequence in turn, and of a long one on all threads. With more symbols it is *wide*: a pass changes little, and only the
//! counts of pairs that come or go are corrected.

use std::ops::Range;

use board::narrow;
use rayon::prelude::*;

use super::pair_counts::{Changes, Count, NARROW, NARROW_PAIRS, PairCounts, RUN, Tally, pieces, run_of};

/// Parts of a narrow sequence that are worked on in turn, so that the processor need not wait for one's look-ups.
const LANES: usize = 8;
/// Symbols of a part, at least and at most.
const PART: [usize; 2] = if cfg!(test) { [600; 2] } else { [1 << 12, 1 << 16] };
/// Parts of a sequence of middle length.
const PARTS: usize = 256;
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

    /// Replaces pairs from the left, each new symbol standing apart from the pass that made it; then there are `alphabet` symbols.
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

    /// Number of symbols it is now made of.
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

/// The same symbols in two bytes each. They are copied from the end, and memory is given back meanwhile: with six men it is gigabytes.
fn widened(mut narrow: Vec<u8>) -> Vec<u16> {
    const PIECES: usize = 8;
    let mut wide = vec![0; narrow.len()];
    let piece = narrow.len().div_ceil(PIECES);
    while !narrow.is_empty() {
        let start = narrow.len().saturating_sub(piece);
        for (wide, &symbol) in wide[start..].iter_mut().zip(&narrow[start..]) {
            *wide = symbol.into();
        }
        narrow.truncate(start);
        narrow.shrink_to_fit();
    }
    wide
}

/// Pairs to be replaced in one pass, with the new symbols.
#[derive(Default)]
pub(super) struct Rules(Vec<(u16, u16, u16)>);

impl Rules {
    pub(super) fn add(&mut self, a: u16, b: u16, new: u16) {
        self.0.push((a, b, new));
    }
}

/// By pair of narrow symbols, second one first, what becomes of it: the symbol that is written, the new one or the first of the pair; 256 more
/// when the second one goes with it.
type NarrowRules = [u16; NARROW_PAIRS];

/// What [`NarrowRules`] say of a pair.
#[inline(always)]
fn rule(rules: &NarrowRules, a: u8, b: u8) -> (u8, u8) {
    rules[usize::from(u16::from_le_bytes([a, b]))].to_le_bytes().into()
}

/// Whether a pair is not replaced.
fn is_left(rules: &NarrowRules) -> impl Fn(u8, u8) -> bool + '_ {
    |a, b| rule(rules, a, b).1 == 0
}

/// Replacements that are made in one go: each reads one symbol or two and writes one.
const STEPS: usize = 127;
/// Symbols of which a byte says where a replacement begins, and one more for its second symbol: no place need be checked.
const WINDOW: usize = 257;
const _: () = assert!(2 * STEPS < WINDOW, "a window has two symbols for each step");

/// A part of a narrow sequence during replacement: symbols from `start` to `written` are new, those from `read` to `end` still old.
#[derive(Clone, Copy, Default)]
struct Lane {
    start: usize,
    written: usize,
    read: usize,
    end: usize,
}

impl Lane {
    fn new(part: Range<usize>) -> Self {
        Self { start: part.start, written: part.start, read: part.start, end: part.end }
    }

    /// Replaces pairs of one symbol, or leaves them, [`RUN`] at a time while there is nothing else.
    #[inline(always)]
    fn pass_run(&mut self, symbols: &mut [u8], rules: &NarrowRules) {
        while self.read + RUN < self.end
            && let Some(a) = run_of(symbols[self.read..].first_chunk().expect("more symbols are left"))
        {
            let (symbol, more) = rule(rules, a, a);
            // Half of them may be one too many: where they stand all has been read.
            symbols[self.written..self.written + RUN].fill(symbol);
            self.written += RUN >> more;
            self.read += RUN;
        }
    }

    /// Makes the replacements that are left, one by one.
    fn finish(&mut self, symbols: &mut [u8], rules: &NarrowRules) {
        while self.read < self.end {
            self.pass_run(symbols, rules);
            let end = self.end.min(self.read + RUN);
            while self.read < end {
                let a = symbols[self.read];
                let (symbol, more) =
                    if self.read + 1 < self.end { rule(rules, a, symbols[self.read + 1]) } else { (a, 0) };
                symbols[self.written] = symbol;
                self.written += 1;
                self.read += 1 + usize::from(more);
            }
        }
    }
}

/// Makes [`STEPS`] replacements in each lane, in turn; none may have fewer symbols left than a window.
#[expect(clippy::needless_range_loop, reason = "a step is made in all lanes")]
fn replace_windows(symbols: &mut [u8], lanes: &mut [Lane; LANES], rules: &NarrowRules) {
    let mut made = [[0; STEPS]; LANES];
    let mut places = [0u8; LANES];
    // Copies lie where the compiler knows, so that a lane needs one register.
    let windows: [[u8; WINDOW]; LANES] =
        lanes.map(|lane| *symbols[lane.read..].first_chunk().expect("a window is left"));
    for step in 0..STEPS {
        for lane in 0..LANES {
            let place = usize::from(places[lane]);
            let (symbol, more) = rule(rules, windows[lane][place], windows[lane][place + 1]);
            made[lane][step] = symbol;
            places[lane] = places[lane].wrapping_add(1 + more);
        }
    }
    for ((lane, made), place) in lanes.iter_mut().zip(&made).zip(places) {
        symbols[lane.written..lane.written + STEPS].copy_from_slice(made);
        lane.written += STEPS;
        lane.read += usize::from(place);
    }
}

/// Replaces pairs of a narrow sequence.
fn replace_narrow(sequence: &mut Vec<u8>, rules: &Rules) {
    let mut table: Box<NarrowRules> = vec![0; NARROW_PAIRS].try_into().expect("as long as it was made");
    for row in table.chunks_exact_mut(NARROW) {
        for (a, rule) in (0..).zip(row) {
            *rule = a;
        }
    }
    for &(a, b, new) in &rules.0 {
        let new: u8 = narrow(new);
        table[usize::from(a | b << 8)] = u16::from(new) | 1 << 8;
    }
    let mut rest = &mut sequence[..];
    let mut start = 0;
    let mut parts = Vec::new();
    for end in cuts(rest, is_left(&table), pieces(rest.len())) {
        parts.push((start, rest.split_off_mut(..end - start).expect("cuts are in order")));
        start = end;
    }
    let replaced = |(start, piece): (usize, &mut [u8])| (start, replace_piece(piece, &table));
    let lengths: Vec<(usize, usize)> = if parts.len() > 1 {
        parts.into_par_iter().map(replaced).collect()
    } else {
        parts.into_iter().map(replaced).collect()
    };
    let joined = join(sequence, lengths);
    sequence.truncate(joined);
}

/// Moves parts of a sequence, given by where they begin and how long they are, to its beginning, one after the other.
fn join<T: Copy>(symbols: &mut [T], parts: impl IntoIterator<Item = (usize, usize)>) -> usize {
    let mut joined = 0;
    for (start, len) in parts {
        symbols.copy_within(start..start + len, joined);
        joined += len;
    }
    joined
}

/// Replaces pairs of a piece of a narrow sequence; returns how many symbols are left, at its beginning.
fn replace_piece(symbols: &mut [u8], table: &NarrowRules) -> usize {
    let mut start = 0;
    let part = (symbols.len() / PARTS).clamp(PART[0], PART[1]);
    let ends = cuts(symbols, is_left(table), (symbols.len() / part).max(LANES));
    let mut parts = ends.into_iter().map(|end| Lane::new(std::mem::replace(&mut start, end)..end));
    let mut lanes = [(); LANES].map(|()| parts.next().unwrap_or_default());
    let mut replaced = Vec::with_capacity(parts.len() + LANES);
    // A lane that comes to the end of its part goes on with another: runs make some of them quick.
    'windows: loop {
        for lane in &mut lanes {
            lane.pass_run(symbols, table);
            while lane.end < lane.read + WINDOW {
                let Some(next) = parts.next() else { break 'windows };
                lane.finish(symbols, table);
                replaced.push(std::mem::replace(lane, next));
                lane.pass_run(symbols, table);
            }
        }
        replace_windows(symbols, &mut lanes, table);
    }
    for lane in &mut lanes {
        lane.finish(symbols, table);
    }
    replaced.extend(lanes);
    replaced.sort_unstable_by_key(|lane| lane.start);
    join(symbols, replaced.into_iter().map(|lane| (lane.start, lane.written - lane.start)))
}

/// Where parts of a sequence end, so many of much the same length, that can be worked on by themselves: pairs across cuts are left as they are.
fn cuts<T: Copy>(symbols: &[T], is_left: impl Fn(T, T) -> bool, parts: usize) -> Vec<usize> {
    let mut start = 0;
    let cut = |part: usize| {
        let mut end = (symbols.len() * (part + 1) / parts).max(start);
        while 0 < end && end < symbols.len() && !is_left(symbols[end - 1], symbols[end]) {
            end += 1;
        }
        start = end;
        end
    };
    (0..parts).map(cut).collect()
}

/// Pairs of a wide sequence that are looked up at a time.
const SPAN: usize = 8;
/// Last entry of [`WideRules::rule_of`]: they are so few that all stay in the first cache.
const LAST_HASH: u16 = (1 << 14) - 1;
/// Spreads first symbols over the entries. Second ones stay next to one another.
const SPREAD: u16 = 0x9E5;

/// Where [`WideRules::rule_of`] has a pair.
#[inline(always)]
fn hashed(a: u16, b: u16) -> u16 {
    a.wrapping_mul(SPREAD).wrapping_add(b) & LAST_HASH
}

/// A pair to be replaced in a wide sequence.
#[derive(Clone, Copy)]
struct WideRule {
    a: u16,
    b: u16,
    new: u16,
    /// Number of another rule with the same hash, or 0.
    next: u8,
}

/// Look-up of the pairs to be replaced in a wide sequence.
struct WideRules {
    /// By hash: number of a rule, or 0, as nearly all pairs have.
    rule_of: Box<[u8; LAST_HASH as usize + 1]>,
    /// By number, counted from 1.
    rules: Vec<WideRule>,
}

impl WideRules {
    fn new(rules: &Rules) -> Self {
        let rule_of = vec![0; usize::from(LAST_HASH) + 1].try_into().expect("as long as it was made");
        let mut wide = Self { rule_of, rules: Vec::with_capacity(rules.0.len()) };
        for (number, &(a, b, new)) in (1..).zip(&rules.0) {
            let first = &mut wide.rule_of[usize::from(hashed(a, b))];
            wide.rules.push(WideRule { a, b, new, next: std::mem::replace(first, narrow(number)) });
        }
        wide
    }

    /// What stands for a pair; 0 where it is left.
    #[inline(always)]
    fn new_symbol(&self, a: u16, b: u16) -> u16 {
        let mut number = self.rule_of[usize::from(hashed(a, b))];
        while number != 0 {
            let rule = self.rules[usize::from(number) - 1];
            if (rule.a, rule.b) == (a, b) {
                return rule.new;
            }
            number = rule.next;
        }
        0
    }

    /// How many pairs in a row, of so many, are left for sure.
    #[inline(always)]
    fn left(&self, symbols: &[u16; SPAN + 1]) -> usize {
        let hashes: [u16; SPAN] = std::array::from_fn(|i| hashed(symbols[i], symbols[i + 1]));
        let rule_of = |hash: u16| self.rule_of[usize::from(hash)];
        if hashes.iter().fold(0, |some, &hash| some | rule_of(hash)) == 0 {
            return SPAN;
        }
        hashes.iter().position(|&hash| rule_of(hash) != 0).unwrap_or(SPAN)
    }
}

/// Replaces pairs of a narrow sequence by symbols that may be wide, and corrects the counts. A long one is never there in two bytes a symbol before
/// it has become shorter: it is gone through from its end, piece by piece, and what is done is given back.
fn replace_while_widening<C: Count>(
    mut symbols: Vec<u8>,
    counts: &mut PairCounts<C>,
    rules: &Rules,
) -> Vec<u16> {
    /// Pieces for each that is worked on at the same time.
    const TURNS: usize = 32;
    let threads = pieces(symbols.len());
    if threads == 1 {
        let mut symbols = widened(symbols);
        replace_wide(&mut symbols, counts, rules);
        return symbols;
    }
    let rules = WideRules::new(rules);
    let ends = cuts(&symbols, |a, b| rules.new_symbol(a.into(), b.into()) == 0, TURNS * threads);
    let mut start = 0;
    let piece = |end| std::mem::replace(&mut start, end)..end;
    let pieces: Vec<Range<usize>> = ends.into_iter().map(piece).filter(|piece| !piece.is_empty()).collect();
    // Pairs across cuts belong to no piece.
    for next in &pieces[1..] {
        counts.take(symbols[next.start - 1].into(), symbols[next.start].into());
    }
    let lengths: Vec<usize> =
        pieces.par_iter().map(|piece| len_replaced(&symbols[piece.clone()], &rules)).collect();
    let mut wide = vec![0; lengths.iter().sum()];
    let mut rest = &mut wide[..];
    let mut places: Vec<&mut [u16]> = Vec::new();
    for &len in &lengths {
        places.push(rest.split_off_mut(..len).expect("that many there are"));
    }
    let mut work: Vec<_> = pieces.into_iter().zip(places).collect();
    while !work.is_empty() {
        let turn = work.split_off(work.len().saturating_sub(threads));
        let first = turn.first().map_or(0, |(piece, _)| piece.start);
        let replaced = |(piece, place): (Range<usize>, &mut [u16])| {
            let mut changes = Changes::none(counts.symbols);
            let mut piece: Vec<u16> = symbols[piece].iter().map(|&symbol| symbol.into()).collect();
            replace_wide_piece(&mut piece, &mut changes, &rules);
            place.copy_from_slice(&piece[..place.len()]);
            changes
        };
        let changes: Vec<Changes> = turn.into_par_iter().map(replaced).collect();
        for changes in &changes {
            counts.correct(changes);
        }
        symbols.truncate(first);
        symbols.shrink_to_fit();
    }
    let mut next = 0;
    for len in &lengths[..lengths.len() - 1] {
        next += len;
        counts.add(wide[next - 1], wide[next]);
    }
    wide
}

/// How many symbols are left of a piece of a narrow sequence after replacement.
fn len_replaced(symbols: &[u8], rules: &WideRules) -> usize {
    let (mut read, mut len) = (0, 0);
    while read < symbols.len() {
        let next = symbols.get(read + 1).map_or(0, |&b| rules.new_symbol(symbols[read].into(), b.into()));
        read += 1 + usize::from(next != 0);
        len += 1;
    }
    len
}

/// Replaces pairs of a wide sequence and corrects the counts.
fn replace_wide<C: Count>(sequence: &mut Vec<u16>, counts: &mut PairCounts<C>, rules: &Rules) {
    let rules = WideRules::new(rules);
    let pieces = pieces(sequence.len());
    let joined = if pieces > 1 {
        replace_pieces(sequence, counts, &rules, pieces)
    } else {
        replace_wide_piece(sequence, counts, &rules)
    };
    sequence.truncate(joined);
}

/// The same in so many pieces side by side; returns how many symbols are left.
fn replace_pieces<C: Count>(
    symbols: &mut [u16],
    counts: &mut PairCounts<C>,
    rules: &WideRules,
    pieces: usize,
) -> usize {
    let ends = cuts(symbols, |a, b| rules.new_symbol(a, b) == 0, pieces);
    let starts: Vec<usize> = std::iter::once(0).chain(ends).take(pieces).collect();
    // Pairs across cuts belong to no piece.
    let across = |symbols: &[u16], tally: &mut dyn FnMut(u16, u16), lengths: &[usize]| {
        let pieces = starts.iter().zip(lengths).filter(|(_, len)| **len > 0);
        let neighbors = pieces.clone().zip(pieces.skip(1));
        neighbors.for_each(|((&start, len), (&next, _))| tally(symbols[start + len - 1], symbols[next]));
    };
    let ends = || starts[1..].iter().copied().chain([symbols.len()]);
    let whole: Vec<usize> = starts.iter().zip(ends()).map(|(start, end)| end - start).collect();
    across(symbols, &mut |a, b| counts.take(a, b), &whole);
    let mut rest = &mut *symbols;
    let cut = |&len: &usize| rest.split_off_mut(..len).expect("cuts are in order");
    let parts: Vec<&mut [u16]> = whole.iter().map(cut).collect();
    let replaced = |part: &mut [u16]| {
        let mut changes = Changes::none(counts.symbols);
        (replace_wide_piece(part, &mut changes, rules), changes)
    };
    let (lengths, changes): (Vec<usize>, Vec<Changes>) = parts.into_par_iter().map(replaced).unzip();
    for changes in &changes {
        counts.correct(changes);
    }
    across(symbols, &mut |a, b| counts.add(a, b), &lengths);
    join(symbols, starts.into_iter().zip(lengths))
}

/// Replaces pairs of a piece of a wide sequence; returns how many symbols are left, at its beginning.
fn replace_wide_piece(symbols: &mut [u16], counts: &mut impl Tally, rules: &WideRules) -> usize {
    let (mut read, mut written) = (0, 0);
    while read + 1 < symbols.len() {
        if let Some(span) = symbols[read..].first_chunk() {
            let left = rules.left(span);
            if written + SPAN <= read {
                // There is room for all of them: a copy of known length is quicker.
                let span: [u16; SPAN] = *span.first_chunk().expect("it is longer");
                symbols[written..written + SPAN].copy_from_slice(&span);
            } else {
                symbols.copy_within(read..read + left, written);
            }
            (read, written) = (read + left, written + left);
            if left == SPAN {
                continue;
            }
        }
        let (mut a, mut b) = (symbols[read], symbols[read + 1]);
        let mut new = rules.new_symbol(a, b);
        if new == 0 {
            symbols[written] = a;
            (read, written) = (read + 1, written + 1);
            continue;
        }
        // One or more pairs in a row are replaced. What was written last still is what stood before them.
        if read > 0 {
            counts.take(symbols[written - 1], a);
        }
        loop {
            counts.take(a, b);
            if written > 0 {
                counts.add(symbols[written - 1], new);
            }
            symbols[written] = new;
            (read, written) = (read + 2, written + 1);
            let Some(&next) = symbols.get(read) else { break };
            counts.take(b, next);
            let second = symbols.get(read + 1).copied();
            let again = second.map_or(0, |second| rules.new_symbol(next, second));
            if again == 0 {
                counts.add(new, next);
                symbols[written] = next;
                (read, written) = (read + 1, written + 1);
                break;
            }
            (a, b, new) = (next, second.unwrap_or(0), again);
        }
    }
    if let Some(&last) = symbols.get(read) {
        symbols[written] = last;
        written += 1;
    }
    written
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

    #[test]
    fn pairs_of_the_same_hash_are_told_apart() {
        let same = [(1, 5 + 2 * SPREAD), (2, 5 + SPREAD), (3, 5)];
        assert!(same.iter().all(|&(a, b)| hashed(a, b) == hashed(3, 5)));
        let mut rules = Rules::default();
        rules.add(same[0].0, same[0].1, 300);
        rules.add(same[2].0, same[2].1, 301);
        let wide = WideRules::new(&rules);
        assert_eq!(same.map(|(a, b)| wide.new_symbol(a, b)), [300, 0, 301]);
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

        /// Long enough for windows, in all of which something else is left over.
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

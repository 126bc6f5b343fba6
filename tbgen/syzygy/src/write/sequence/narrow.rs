//! Replaces pairs in a narrow sequence: eight lanes in turn, runs of one symbol at once.

use std::ops::Range;

use ending::narrow;
use rayon::prelude::*;

use super::rules::{Rules, cuts, join};
use crate::write::pair_counts::{NARROW, NARROW_PAIRS, RUN, pieces, run_of};

/// Number of parts that are processed in turn, so that the processor need not wait for the look-ups
/// of one.
const LANES: usize = 8;
/// Minimum and maximum number of symbols of a part.
const PART: [usize; 2] = if cfg!(test) { [600; 2] } else { [1 << 12, 1 << 16] };
/// Number of parts of a sequence of medium length.
const PARTS: usize = 256;

/// By pair of narrow symbols, second symbol first, the symbol that is written: the new one or the
/// first of the pair; plus 256 if the second one is consumed as well.
type NarrowRules = [u16; NARROW_PAIRS];

/// The entry of [`NarrowRules`] for a pair: the symbol to write, and 1 if both are consumed.
#[inline(always)]
fn rule(rules: &NarrowRules, a: u8, b: u8) -> (u8, u8) {
    rules[usize::from(u16::from_le_bytes([a, b]))].to_le_bytes().into()
}

/// A predicate: true for pairs that are not replaced.
fn is_left(rules: &NarrowRules) -> impl Fn(u8, u8) -> bool + '_ {
    |a, b| rule(rules, a, b).1 == 0
}

/// Number of steps at a time: each reads one or two symbols and writes one.
const STEPS: usize = 127;
/// Number of symbols such that a byte can hold the start of a step, with one more for the second
/// symbol: this removes all bounds checks.
const WINDOW: usize = 257;
const _: () = assert!(2 * STEPS < WINDOW, "a window has two symbols for each step");

/// A part of a narrow sequence during replacement: symbols from `start` to `written` are new, those
/// from `read` to `end` still old.
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

    /// Replaces or copies pairs of equal symbols, [`RUN`] at a time as long as there is nothing
    /// else.
    #[inline(always)]
    fn pass_run(&mut self, symbols: &mut [u8], rules: &NarrowRules) {
        while self.read + RUN < self.end
            && let Some(a) = run_of(symbols[self.read..].first_chunk().expect("more symbols are left"))
        {
            let (symbol, more) = rule(rules, a, a);
            // With replacement, half of them are surplus: that place has been read already.
            symbols[self.written..self.written + RUN].fill(symbol);
            self.written += RUN >> more;
            self.read += RUN;
        }
    }

    /// Performs the remaining replacements one by one.
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

/// Performs [`STEPS`] steps in each lane, in turn; each lane must have at least a window of symbols
/// left.
#[expect(clippy::needless_range_loop, reason = "a step is made in all lanes")]
fn replace_windows(symbols: &mut [u8], lanes: &mut [Lane; LANES], rules: &NarrowRules) {
    let mut made = [[0; STEPS]; LANES];
    let mut places = [0u8; LANES];
    // Copies at fixed addresses, so that a lane needs one register.
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
pub(super) fn replace_narrow(sequence: &mut Vec<u8>, rules: &Rules) {
    let mut table: Box<NarrowRules> = vec![0; NARROW_PAIRS].try_into().expect("the vector has this length");
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

/// Replaces pairs of a piece of a narrow sequence; returns the number of symbols left, which are at
/// its beginning.
fn replace_piece(symbols: &mut [u8], table: &NarrowRules) -> usize {
    let mut start = 0;
    let part = (symbols.len() / PARTS).clamp(PART[0], PART[1]);
    let ends = cuts(symbols, is_left(table), (symbols.len() / part).max(LANES));
    let mut parts = ends.into_iter().map(|end| Lane::new(std::mem::replace(&mut start, end)..end));
    let mut lanes = [(); LANES].map(|()| parts.next().unwrap_or_default());
    let mut replaced = Vec::with_capacity(parts.len() + LANES);
    // A lane that reaches the end of its part continues with another: lanes with runs are faster.
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

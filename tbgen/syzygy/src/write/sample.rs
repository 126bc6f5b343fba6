//! Chooses the parts of a sequence that are compressed on trial.
//!
//! The published files' samples were drawn with the additive generator of the GNU C library in its
//! default state; the same numbers give the same piece orders, hence the same files.

use ending::narrow;
use std::ops::Range;

/// Lag and state of the additive generator.
const STATE: usize = 31;
const LAG: usize = 3;
/// Number of outputs discarded before the first.
const WARM_UP: usize = 310;
const SEED: i64 = 1;
/// The multiplicative generator that fills the state.
const MULTIPLIER: i64 = 16807;
const MODULUS: i64 = (1 << 31) - 1;

/// Sequences up to this length are used whole.
const WHOLE: u64 = 100_000;
/// Sequences up to this length are sampled by [`FEW`] segments of a hundredth each.
const SHORT: u64 = 16_400_384;
const FEW: u64 = 100;
/// Longer ones are sampled by this many segments of [`SEGMENT`] values, with five men and with six.
const MANY: [u64; 2] = [500, 1000];
const SEGMENT: u64 = 16384;

/// A stream of sample positions: one for all sub-tables of a run.
pub(super) struct Sampler {
    state: [u32; STATE],
    at: usize,
}

impl Sampler {
    pub(super) fn new() -> Self {
        let mut state = [0; STATE];
        let mut word = SEED;
        for entry in &mut state {
            *entry = narrow(word);
            word = MULTIPLIER * word % MODULUS;
        }
        let mut sampler = Self { state, at: 0 };
        // The first three outputs equal the beginning of the state, which this starting index
        // achieves.
        sampler.at = LAG;
        for _ in 0..WARM_UP {
            sampler.step();
        }
        sampler
    }

    fn step(&mut self) -> u32 {
        let lagged = self.state[(self.at + STATE - LAG) % STATE];
        let next = self.state[self.at].wrapping_add(lagged);
        self.state[self.at] = next;
        self.at = (self.at + 1) % STATE;
        next >> 1
    }

    /// 55 random bits from two outputs.
    fn draw(&mut self) -> u64 {
        let high = u64::from(self.step());
        (high << 24) + u64::from(self.step())
    }

    /// Ranges of indices, ascending, for a table with this number of men and values.
    pub(super) fn segments(&mut self, men: usize, size: u64) -> Vec<Range<u64>> {
        if men <= 3 || size <= WHOLE {
            return std::iter::once(0..size).collect();
        }
        let many = MANY[usize::from(men > 5)];
        let (count, len) = if men == 4 || size <= SHORT { (FEW, size / FEW) } else { (many, SEGMENT) };
        let room = size - count * len + 1;
        let mut starts: Vec<u64> = (0..count).map(|_| self.draw() % room).collect();
        starts.sort_unstable();
        (0..).zip(starts).map(|(i, start)| start + i * len..start + (i + 1) * len).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_outputs_are_those_of_the_c_library() {
        let mut sampler = Sampler::new();
        let outputs = [(); 3].map(|()| sampler.step());
        assert_eq!(outputs, [1804289383, 846930886, 1681692777]);
    }

    #[test]
    fn segments_do_not_overlap() {
        for (men, size, count) in
            [(4, 1_911_252, FEW), (5, 114_675_120, 500), (6, 6_765_832_080, 1000), (6, 16_400_384, FEW)]
        {
            let segments = Sampler::new().segments(men, size);
            assert_eq!(segments.len() as u64, count);
            assert!(segments.windows(2).all(|w| w[0].end <= w[1].start));
            assert!(segments.last().unwrap().end <= size);
        }
    }
}

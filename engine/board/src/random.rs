//! Random numbers that are the same on every machine: SplitMix64 (Steele, Lea, Flood, "Fast
//! splittable pseudorandom number generators", 2014).

/// What is added to the state before each number: an odd number near 2^64 divided by the golden
/// ratio.
const INCREMENT: u64 = 0x9E37_79B9_7F4A_7C15;

/// A generator; equal seeds give equal numbers.
///
/// ```
/// use vancura_board::random::Random;
/// let (mut one, mut other) = (Random::new(7), Random::new(7));
/// assert_eq!(one.next_u64(), other.next_u64());
/// assert!(one.below(6) < 6);
/// ```
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The generator of a seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The generator number `stream` of a seed, independent of the others.
    pub fn stream(seed: u64, stream: u64) -> Self {
        let start = Self::new(seed).next_u64();
        Self(Self::new(start ^ stream.wrapping_mul(0xD605_BBB5_8C8A_BBB7)).next_u64())
    }

    /// A uniformly distributed 64-bit number.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(INCREMENT);
        mix(self.0)
    }

    /// A number from 0 up to but not including 1.
    #[inline]
    pub fn unit(&mut self) -> f32 {
        (self.next_u64() >> 40) as f32 / (1_u32 << 24) as f32
    }

    /// A number below `end`, which is not 0, by multiplication; the bias is below `end` / 2^64.
    #[inline]
    pub fn below(&mut self, end: usize) -> usize {
        ((u128::from(self.next_u64()) * end as u128) >> 64) as usize
    }

    /// True with this probability.
    #[inline]
    pub fn chance(&mut self, probability: f64) -> bool {
        ((self.next_u64() >> 11) as f64) < probability * (1_u64 << 53) as f64
    }

    /// Shuffles uniformly (R. A. Fisher and F. Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for end in (2..=items.len()).rev() {
            items.swap(end - 1, self.below(end));
        }
    }

    /// A random index, with probability proportional to its weight.
    ///
    /// # Panics
    /// When all weights are 0.
    pub fn weighted(&mut self, weights: &[u32]) -> usize {
        let total: u32 = weights.iter().sum();
        let mut left = self.below(total as usize) as u32;
        for (index, &weight) in weights.iter().enumerate() {
            if left < weight {
                return index;
            }
            left -= weight;
        }
        unreachable!("the number drawn is below the sum of the weights")
    }
}

/// The n-th number, counted from 1, of the generator of seed 0.
///
/// ```
/// use vancura_board::random::{Random, nth};
/// assert_eq!(nth(1), Random::new(0).next_u64());
/// ```
pub const fn nth(number: u64) -> u64 {
    mix(number.wrapping_mul(INCREMENT))
}

#[inline]
const fn mix(number: u64) -> u64 {
    let mixed = (number ^ (number >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_the_published_generator() {
        // The first numbers of seed 1234567 as Vigna's splitmix64.c prints them.
        let mut random = Random::new(1_234_567);
        let numbers = [(); 3].map(|()| random.next_u64());
        assert_eq!(
            numbers,
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }

    #[test]
    fn shuffling_keeps_every_item_and_repeats_for_a_seed() {
        let shuffled = |seed| {
            let mut items: Vec<u32> = (0..100).collect();
            Random::new(seed).shuffle(&mut items);
            items
        };
        assert_eq!(shuffled(1), shuffled(1));
        assert_ne!(shuffled(1), shuffled(2));
        let mut sorted = shuffled(3);
        sorted.sort_unstable();
        assert_eq!(sorted, (0..100).collect::<Vec<u32>>());
    }

    #[test]
    fn numbers_stay_below_their_end() {
        let mut random = Random::new(7);
        let numbers: Vec<usize> = (0..1_000).map(|_| random.below(6)).collect();
        assert!((0..6).all(|n| numbers.contains(&n)) && numbers.iter().all(|&n| n < 6));
    }

    #[test]
    fn streams_differ_and_repeat() {
        let first = |seed, stream| Random::stream(seed, stream).next_u64();
        assert_eq!(first(1, 2), first(1, 2));
        let mut all: Vec<u64> = (0..100).flat_map(|seed| (0..100).map(move |s| first(seed, s))).collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 10_000);
    }

    #[test]
    fn draws_follow_their_weights() {
        let mut random = Random::new(5);
        let mut counts = [0; 3];
        for _ in 0..10_000 {
            counts[random.weighted(&[1, 0, 3])] += 1;
        }
        assert!(counts[1] == 0 && (2_300..2_700).contains(&counts[0]), "{counts:?}");
        let hits = (0..10_000).filter(|_| random.chance(0.2)).count();
        assert!((1_850..2_150).contains(&hits), "{hits}");
    }
}

//! Random numbers that are the same everywhere: SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014).

/// A generator; equal seeds give equal numbers.
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The generator number `stream` of a seed: its numbers have nothing to do with those of the others.
    pub(crate) fn stream(seed: u64, stream: u64) -> Self {
        let start = Self::new(seed).next();
        Self(Self::new(start ^ stream.wrapping_mul(0xD605_BBB5_8C8A_BBB7)).next())
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number from 0 up to but not including 1.
    pub(crate) fn unit(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1_u32 << 24) as f32
    }

    /// A number below `end`, which is not 0.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        ((u128::from(self.next()) * end as u128) >> 64) as usize
    }

    /// True with this probability.
    pub(crate) fn chance(&mut self, probability: f64) -> bool {
        ((self.next() >> 11) as f64) < probability * (1_u64 << 53) as f64
    }

    /// Every order is equally likely (R. A. Fisher and F. Yates).
    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for end in (2..=items.len()).rev() {
            items.swap(end - 1, self.below(end));
        }
    }

    /// An index, each as likely as its weight; the weights are not all 0.
    pub(crate) fn weighted(&mut self, weights: &[u32]) -> usize {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_differ_and_repeat() {
        let first = |seed, stream| Random::stream(seed, stream).next();
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

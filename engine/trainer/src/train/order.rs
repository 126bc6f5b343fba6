//! The order in which a pass visits the samples: a permutation computed index by index, so that
//! nothing needs to be stored and a run can continue anywhere.

use board::random::Random;

/// Rounds of mixing; each mixes the low half of the bits into the high half and back.
const ROUNDS: usize = 3;

/// One order of the numbers below a count.
pub(crate) struct Order {
    len: u64,
    mask: u64,
    shift: u32,
    keys: [u64; ROUNDS],
}

impl Order {
    /// The order of `len` numbers, at least one, in the given pass of a run.
    pub(crate) fn new(len: usize, seed: u64, pass: u64) -> Self {
        let bits = (usize::BITS - (len - 1).leading_zeros()).max(2);
        let mut random = Random::stream(seed, pass);
        Self {
            len: len as u64,
            mask: u64::MAX >> (u64::BITS - bits),
            shift: bits / 2,
            keys: std::array::from_fn(|_| random.next_u64()),
        }
    }

    /// The number at an index below the count.
    #[inline]
    pub(crate) fn at(&self, place: usize) -> usize {
        // Each round permutes the numbers below a power of two: addition, multiplication by an odd
        // number and xor-shifts are invertible. Repeating it until the number is below the count
        // permutes those (cycle walking).
        let mut number = place as u64;
        loop {
            for key in self.keys {
                number = number.wrapping_add(key).wrapping_mul(key | 1) & self.mask;
                number ^= number >> self.shift;
            }
            if number < self.len {
                return number as usize;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_comes_once() {
        for len in [1, 2, 3, 7, 64, 1_000, 4_097] {
            let order = Order::new(len, 5, 2);
            let mut seen: Vec<usize> = (0..len).map(|place| order.at(place)).collect();
            seen.sort_unstable();
            assert_eq!(seen, (0..len).collect::<Vec<_>>());
        }
    }

    #[test]
    fn passes_and_seeds_differ_and_neighbors_part() {
        let len = 100_000;
        let orders = [Order::new(len, 5, 0), Order::new(len, 5, 1), Order::new(len, 6, 0)];
        for (one, other) in [(0, 1), (0, 2), (1, 2)] {
            let same = (0..len).filter(|&place| orders[one].at(place) == orders[other].at(place)).count();
            assert!(same < 20, "{same} places agree");
        }
        // The mean distance of two random numbers is a third of the count; each tenth of the
        // indices is uniform.
        for order in orders {
            let far: usize = (1..len).map(|place| order.at(place).abs_diff(order.at(place - 1))).sum();
            let mean = far as f64 / (len - 1) as f64;
            assert!((mean / len as f64 - 1.0 / 3.0).abs() < 0.03, "{mean}");
            for tenth in 0..10 {
                let low = (0..len / 10).filter(|i| order.at(tenth * len / 10 + i) < len / 2).count();
                assert!(low.abs_diff(len / 20) < 300, "{low}");
            }
        }
    }
}

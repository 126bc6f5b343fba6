//! A uniform random sample of fixed size from a stream of unknown length (J. Vitter's algorithm R,
//! 1985).

use board::random::Random;

/// A reservoir of items.
#[derive(Clone, Debug)]
pub struct Reservoir<T> {
    items: Vec<T>,
    capacity: usize,
    offered: usize,
    random: Random,
}

impl<T> Reservoir<T> {
    /// A reservoir for up to `capacity` items; equal seeds select equal items.
    pub fn new(capacity: usize, seed: u64) -> Self {
        Self { items: Vec::new(), capacity, offered: 0, random: Random::new(seed) }
    }

    /// The next item of the stream.
    pub fn offer(&mut self, item: T) {
        self.offered += 1;
        if self.items.len() < self.capacity {
            self.items.push(item);
        } else {
            let place = self.random.below(self.offered);
            if let Some(kept) = self.items.get_mut(place) {
                *kept = item;
            }
        }
    }

    /// The selected items.
    pub fn into_items(self) -> Vec<T> {
        self.items
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_is_as_likely() {
        let mut counts = [0; 20];
        for seed in 0..4_000 {
            let mut reservoir = Reservoir::new(5, seed);
            (0..20_usize).for_each(|item| reservoir.offer(item));
            let items = reservoir.into_items();
            assert_eq!(items.len(), 5);
            for item in items {
                counts[item] += 1;
            }
        }
        assert!(counts.iter().all(|count| (850..1_150).contains(count)), "{counts:?}");
    }
}

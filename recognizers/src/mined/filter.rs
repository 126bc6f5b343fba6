//! A set of keys without false negatives and with few false positives.
//!
//! A binary fuse filter (Graf and Lemire, "Binary Fuse Filters: Fast and Smaller Than Xor Filters",
//! 2022): every key has three slots in three adjacent segments, filled so that the XOR of a
//! member's slots is its fingerprint. Other keys match with probability 2^-b for slots of b bits.

use bitvec::bitvec;
use bitvec::field::BitField;
use bitvec::order::Lsb0;
use bitvec::view::BitView as _;

/// Most bits of a slot.
pub const MAX_BITS: u32 = 8;

/// The parameters of a filter, which determine the slots and the fingerprint of every key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    /// Number of members.
    pub(super) count: u32,
    /// Bits per slot.
    pub(super) bits: u32,
    /// Seed of the hash function.
    pub(super) seed: u32,
    /// Number of segments, minus the last two.
    pub(super) segments: u32,
    /// Binary logarithm of the slots per segment.
    pub(super) segment_bits: u32,
}

/// Greatest value of `Shape::segment_bits`.
pub(super) const MAX_SEGMENT_BITS: u32 = 18;

impl Shape {
    /// The shape of a filter with `count` members.
    ///
    /// # Panics
    /// If `bits` is not 1 to [`MAX_BITS`].
    pub(super) fn new(count: usize, bits: u32) -> Self {
        assert!((1..=MAX_BITS).contains(&bits), "a slot has 1 to 8 bits");
        // Segment sizes and spare room follow the paper, in integers for the same results
        // everywhere.
        let segment_bits =
            (2..MAX_SEGMENT_BITS).find(|&bits| count < members_for_segment(bits)).unwrap_or(MAX_SEGMENT_BITS);
        let slots = count + count * spare_percent(count) / 100;
        let segments = slots.div_ceil(1 << segment_bits).saturating_sub(2).max(1);
        Self { count: count as u32, bits, seed: 0, segments: segments as u32, segment_bits }
    }

    /// True for a valid shape.
    pub(super) fn is_sound(self) -> bool {
        (1..=MAX_BITS).contains(&self.bits)
            && self.segment_bits <= MAX_SEGMENT_BITS
            && (1..=self.count.max(1)).contains(&self.segments)
    }

    fn slots(self) -> usize {
        (self.segments as usize + 2) << self.segment_bits
    }

    /// Size in bytes in the file.
    pub(super) fn bytes(self) -> usize {
        if self.count == 0 { 0 } else { (self.slots() * self.bits as usize).div_ceil(8) }
    }

    /// The slots of a key and its fingerprint.
    #[inline]
    fn place(self, key: u32) -> ([usize; 3], u8) {
        let hash = scramble(u64::from(key) << 32 | u64::from(self.seed));
        let first = ((hash >> 32) * (u64::from(self.segments) << self.segment_bits)) >> 32;
        let within = (1 << self.segment_bits) - 1;
        let segment = 1 << self.segment_bits;
        let second = (first + segment) ^ (hash & within);
        let third = (first + 2 * segment) ^ (hash >> MAX_SEGMENT_BITS & within);
        let fingerprint = (hash.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - self.bits)) as u8;
        ([first as usize, second as usize, third as usize], fingerprint)
    }
}

/// The number of members from which segments of 2^`bits` slots are too small; it grows 3.33 times
/// per bit.
fn members_for_segment(bits: u32) -> usize {
    const FEWEST: usize = 6;
    (2..=bits).fold(FEWEST, |members, _| members * 333 / 100)
}

/// Spare slots in percent of the members.
fn spare_percent(members: usize) -> usize {
    match members {
        0..1_000 => 60,
        1_000..10_000 => 35,
        10_000..50_000 => 24,
        50_000..200_000 => 20,
        _ => 16,
    }
}

/// The 64-bit finalizer of MurmurHash3.
#[inline]
fn scramble(key: u64) -> u64 {
    let mut key = key;
    key = (key ^ key >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd);
    key = (key ^ key >> 33).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    key ^ key >> 33
}

/// A set of keys.
#[derive(PartialEq, Eq)]
pub(super) struct Filter {
    shape: Shape,
    /// One byte per slot, for speed; in the file they are packed.
    slots: Box<[u8]>,
}

/// Most seeds tried; each fails with a moderate probability at worst.
const MOST_SEEDS: u32 = 1000;

impl Filter {
    /// The set of these distinct keys.
    ///
    /// # Panics
    /// If no seed works, which does not happen with distinct keys.
    pub(super) fn new(keys: &[u32], bits: u32) -> Self {
        let shape = Shape::new(keys.len(), bits);
        (0..MOST_SEEDS)
            .find_map(|seed| Self::fill(Shape { seed, ..shape }, keys))
            .expect("one of a thousand seeds works for distinct keys")
    }

    /// Peeling: a slot that belongs to only one key can be filled after all others.
    fn fill(shape: Shape, keys: &[u32]) -> Option<Self> {
        let mut keys_at = vec![0u32; shape.slots()];
        // XOR of the indices of a slot's keys: the index itself once only one is left.
        let mut numbers_at = vec![0u32; shape.slots()];
        for (number, &key) in keys.iter().enumerate() {
            for slot in shape.place(key).0 {
                keys_at[slot] += 1;
                numbers_at[slot] ^= number as u32;
            }
        }
        let mut lonely: Vec<usize> = (0..shape.slots()).filter(|&slot| keys_at[slot] == 1).collect();
        let mut order = Vec::with_capacity(keys.len());
        while let Some(slot) = lonely.pop() {
            if keys_at[slot] != 1 {
                continue;
            }
            let number = numbers_at[slot];
            order.push((number, slot));
            for other in shape.place(keys[number as usize]).0 {
                keys_at[other] -= 1;
                numbers_at[other] ^= number;
                if keys_at[other] == 1 {
                    lonely.push(other);
                }
            }
        }
        if order.len() < keys.len() {
            return None;
        }
        let mut slots = vec![0u8; shape.slots()].into_boxed_slice();
        for &(number, slot) in order.iter().rev() {
            let (places, fingerprint) = shape.place(keys[number as usize]);
            slots[slot] = 0;
            slots[slot] = places.iter().fold(fingerprint, |sum, &place| sum ^ slots[place]);
        }
        Some(Self { shape, slots })
    }

    /// True for every member, and for a few other keys.
    #[inline]
    pub(super) fn contains(&self, key: u32) -> bool {
        if self.shape.count == 0 {
            return false;
        }
        let (places, fingerprint) = self.shape.place(key);
        places.iter().fold(fingerprint, |sum, &place| sum ^ self.slots[place]) == 0
    }

    pub(super) fn shape(&self) -> Shape {
        self.shape
    }

    /// The packed slots, the first one in the lowest bits.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut bits = bitvec![u8, Lsb0; 0; 8 * self.shape.bytes()];
        for (place, &slot) in bits.chunks_exact_mut(self.shape.bits as usize).zip(&self.slots) {
            place.store_le(slot);
        }
        bits.into_vec()
    }

    /// The set with these slots; `None` if their number does not fit the shape.
    pub(super) fn of_bytes(shape: Shape, bytes: &[u8]) -> Option<Self> {
        if !shape.is_sound() || bytes.len() != shape.bytes() {
            return None;
        }
        let number = if shape.count == 0 { 0 } else { shape.slots() };
        let places = bytes.view_bits::<Lsb0>().chunks_exact(shape.bits as usize).take(number);
        Some(Self { shape, slots: places.map(BitField::load_le).collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(count: usize) -> Vec<u32> {
        (0..count as u32).map(|i| i * 7919 + i % 5).collect()
    }

    #[test]
    fn members_are_always_found_at_every_size_and_after_a_round_trip() {
        for count in [0, 1, 2, 3, 10, 99, 1_000, 30_000] {
            let keys = keys(count);
            for bits in [1, 5, 8] {
                let filter = Filter::new(&keys, bits);
                let again = Filter::of_bytes(filter.shape(), &filter.to_bytes()).unwrap();
                assert_eq!(filter.slots.len().min(1), again.slots.len().min(1).max(usize::from(count == 0)));
                assert!(keys.iter().all(|&key| filter.contains(key) && again.contains(key)));
            }
        }
    }

    #[test]
    fn others_pass_for_members_as_seldom_as_the_bits_say() {
        let members = keys(20_000);
        for bits in [3, 6] {
            let filter = Filter::new(&members, bits);
            let others = 400_000;
            let mistaken = (0..others).filter(|i| filter.contains(3_000_000_000 + i)).count();
            let expected = f64::from(others) / f64::from(1 << bits);
            assert!((mistaken as f64 / expected - 1.0).abs() < 0.1, "{mistaken} of {expected}");
        }
    }

    #[test]
    fn large_sets_take_a_fifth_more_than_their_bits() {
        let shape = Shape::new(100_000, 6);
        assert!(shape.bytes() * 8 < 100_000 * 6 * 125 / 100, "{shape:?}");
    }

    #[test]
    fn bytes_that_are_too_few_or_shapes_that_cannot_be_are_refused() {
        let filter = Filter::new(&keys(50), 4);
        let bytes = filter.to_bytes();
        assert!(Filter::of_bytes(filter.shape(), &bytes[1..]).is_none());
        assert!(Filter::of_bytes(Shape { bits: 9, ..filter.shape() }, &bytes).is_none());
        assert!(Filter::of_bytes(Shape { segments: u32::MAX, ..filter.shape() }, &bytes).is_none());
    }
}

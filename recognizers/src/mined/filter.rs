//! A set of keys that is never wrong about its members, and seldom about others: about those of a million it takes a byte each.
//!
//! A binary fuse filter (Graf and Lemire, "Binary Fuse Filters: Fast and Smaller Than Xor Filters", 2022): every key has three slots
//! in three neighboring segments, and the slots are filled so that those of a member, put together by exclusive or, are its
//! fingerprint. A key that is no member passes for one when its fingerprint happens to match: once in 2 to the power of the bits a slot has.

use bitvec::bitvec;
use bitvec::field::BitField;
use bitvec::order::Lsb0;
use bitvec::view::BitView as _;

/// Most bits a slot can have.
pub const MAX_BITS: u32 = 8;

/// Where the slots of a key are and what they must come to. What is chosen when a filter is made, all else follows from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    /// Members.
    pub(super) count: u32,
    /// Bits a slot.
    pub(super) bits: u32,
    /// Which of many ways to scatter keys.
    pub(super) seed: u32,
    /// Segments besides the two at the end.
    pub(super) segments: u32,
    /// Logarithm of the slots of a segment.
    pub(super) segment_bits: u32,
}

/// More than this logarithm no segment needs.
pub(super) const MAX_SEGMENT_BITS: u32 = 18;

impl Shape {
    /// The shape for so many members.
    ///
    /// # Panics
    /// When `bits` is not 1 to [`MAX_BITS`].
    pub(super) fn new(count: usize, bits: u32) -> Self {
        assert!((1..=MAX_BITS).contains(&bits), "a slot has 1 to 8 bits");
        // Segments grow, and the room to spare shrinks, as the paper found best; in whole numbers, which are the same everywhere.
        let segment_bits =
            (2..MAX_SEGMENT_BITS).find(|&bits| count < members_for_segment(bits)).unwrap_or(MAX_SEGMENT_BITS);
        let slots = count + count * spare_percent(count) / 100;
        let segments = slots.div_ceil(1 << segment_bits).saturating_sub(2).max(1);
        Self { count: count as u32, bits, seed: 0, segments: segments as u32, segment_bits }
    }

    /// True when a filter can have this shape.
    pub(super) fn is_sound(self) -> bool {
        (1..=MAX_BITS).contains(&self.bits)
            && self.segment_bits <= MAX_SEGMENT_BITS
            && (1..=self.count.max(1)).contains(&self.segments)
    }

    fn slots(self) -> usize {
        (self.segments as usize + 2) << self.segment_bits
    }

    /// Size in bytes at rest.
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

/// So many members are too many for segments of 2 to the power of `bits` slots: 3.33 times as many for each bit more.
fn members_for_segment(bits: u32) -> usize {
    const FEWEST: usize = 6;
    (2..=bits).fold(FEWEST, |members, _| members * 333 / 100)
}

/// Slots to spare, in percent of the members: the fewer members, the more.
fn spare_percent(members: usize) -> usize {
    match members {
        0..1_000 => 60,
        1_000..10_000 => 35,
        10_000..50_000 => 24,
        50_000..200_000 => 20,
        _ => 16,
    }
}

/// The finishing steps of MurmurHash3.
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
    /// One slot a byte: smaller at rest, faster here.
    slots: Box<[u8]>,
}

/// Ways to scatter that are tried: each fails once in a few times at worst.
const MOST_SEEDS: u32 = 1000;

impl Filter {
    /// The set of these keys, which differ from one another.
    ///
    /// # Panics
    /// When no way to scatter the keys works, which with distinct keys does not happen.
    pub(super) fn new(keys: &[u32], bits: u32) -> Self {
        let shape = Shape::new(keys.len(), bits);
        (0..MOST_SEEDS)
            .find_map(|seed| Self::fill(Shape { seed, ..shape }, keys))
            .expect("one of a thousand ways to scatter distinct keys works")
    }

    /// Peels: a slot that only one key has can be filled last, whatever the others are.
    fn fill(shape: Shape, keys: &[u32]) -> Option<Self> {
        let mut keys_at = vec![0u32; shape.slots()];
        // The exclusive or of the numbers of a slot's keys: the number itself once only one is left.
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

    /// True for every member, and now and then for another key.
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

    /// The slots, as many bits each as the shape says, the first one in the lowest bits.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut bits = bitvec![u8, Lsb0; 0; 8 * self.shape.bytes()];
        for (place, &slot) in bits.chunks_exact_mut(self.shape.bits as usize).zip(&self.slots) {
            place.store_le(slot);
        }
        bits.into_vec()
    }

    /// The set with these slots; `None` when there are not as many as the shape needs.
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

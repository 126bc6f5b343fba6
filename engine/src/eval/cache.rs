//! The evaluation cache: values of recent positions, which recur, for example, when razoring drops
//! into quiescence.

/// Number of slots, a power of two. Four times as many gain less: there are more hits, but also
/// more misses in the processor's cache.
const SLOTS: usize = 1 << 13;
/// A slot holds the value below these bits of the key; the lowest bits of the key are the index of
/// the slot.
const KEY_BITS: u64 = !0xffff;

/// One thread's cache; each slot has two bytes of value and six of key. An empty slot is zero: the
/// value 0 of a key whose six bytes are zero, one in 2^48.
pub(super) struct EvaluationCache(Vec<u64>);

impl Default for EvaluationCache {
    fn default() -> Self {
        Self(vec![0; SLOTS])
    }
}

impl EvaluationCache {
    /// The value of the position with this key if it is cached; otherwise the result of `judge`,
    /// cached if it fits.
    #[inline]
    pub(super) fn value(&mut self, key: u64, judge: impl FnOnce() -> i32) -> i32 {
        let slot = &mut self.0[key as usize % SLOTS];
        if (*slot ^ key) & KEY_BITS == 0 {
            return i32::from(*slot as i16);
        }
        let value = judge();
        if let Ok(value) = i16::try_from(value) {
            *slot = key & KEY_BITS | u64::from(value as u16);
        }
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_key_gets_its_own_value(keys in proptest::collection::vec(1u64 << 16.., 1..200), far in -100_000..100_000i32) {
            let mut cache = EvaluationCache::default();
            // Keys that differ only in bits of the index, or only in stored bits.
            for key in keys.iter().flat_map(|&key| [key, key ^ 1, key ^ 1 << 60, key]) {
                let true_value = (key >> 7) as i16 as i32 + (key as i16 as i32 & 1) * far;
                prop_assert_eq!(cache.value(key, || true_value), true_value);
                prop_assert_eq!(cache.value(key, || true_value), true_value);
            }
        }
    }

    #[test]
    fn a_value_at_hand_is_not_asked_for_again() {
        let mut cache = EvaluationCache::default();
        assert_eq!(cache.value(1 << 20, || -77), -77);
        assert_eq!(cache.value(1 << 20, || unreachable!("it is cached")), -77);
    }
}

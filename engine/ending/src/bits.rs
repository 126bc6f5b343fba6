//! Conversion between the bits of a word and bytes.

/// The lowest bit of each byte.
const LOWEST: u64 = 0x0101_0101_0101_0101;

/// The eight bits of a byte as bytes of 0 and 1, the lowest bit first.
#[inline(always)]
pub fn spread(bits: u8) -> u64 {
    // Byte `i` keeps bit `i`; adding 128 - 2^i carries it to the byte's highest bit.
    let one_each = u64::from(bits).wrapping_mul(LOWEST) & 0x8040_2010_0804_0201;
    (one_each + 0x0040_6070_787c_7e7f) >> 7 & LOWEST
}

/// One bit of each of 64 bytes.
#[inline(always)]
pub fn gathered(bytes: &[u8; 64], bit: u32) -> u64 {
    // Collects the lowest bits of eight bytes in the highest byte.
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let eights = bytes.as_chunks::<8>().0.iter().enumerate();
    eights.fold(0, |word, (i, &eight)| {
        let bits = u64::from_le_bytes(eight) >> bit & LOWEST;
        word | (bits.wrapping_mul(GATHER) >> 56) << (8 * i)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_become_bytes_and_bytes_bits() {
        let bytes: [u8; 64] = std::array::from_fn(|i| (i * 5 % 6) as u8);
        for bit in 0..3 {
            let slow = (0..64).fold(0, |word, i| word | u64::from(bytes[i] >> bit & 1) << i);
            assert_eq!(gathered(&bytes, bit), slow);
        }
        for bits in 0..=255u8 {
            assert_eq!(spread(bits).to_le_bytes(), std::array::from_fn(|i| bits >> i & 1));
        }
    }
}

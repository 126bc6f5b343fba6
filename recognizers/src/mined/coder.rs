//! An adaptive binary range coder as in LZMA, with twelve-bit probabilities.

/// Encodes or decodes bits.
pub(super) trait BitCoder {
    /// Encoders write `bit` and return it; decoders ignore it and return the bit read.
    fn bit(&mut self, chance: &mut Chance, bit: bool) -> bool;

    /// Codes a number of `bits` bits, most significant first, as a bit tree: the bits before
    /// determine each bit's probability.
    fn number(&mut self, chances: &mut [Chance], bits: u32, number: u32) -> u32 {
        let mut node = 1;
        for place in (0..bits).rev() {
            let bit = self.bit(&mut chances[node], number >> place & 1 != 0);
            node = node << 1 | usize::from(bit);
        }
        node as u32 - (1 << bits)
    }
}

/// The probability of a 0, in units of 2^-12.
#[derive(Clone, Copy)]
pub(super) struct Chance(u16);

const CHANCE_BITS: u32 = 12;
const ADAPTION: u32 = 5;
const TOP: u32 = 1 << 24;

impl Chance {
    /// The initial probability, one half.
    pub(super) const EVEN: Self = Self(1 << (CHANCE_BITS - 1));

    fn learn(&mut self, bit: bool) {
        if bit {
            self.0 -= self.0 >> ADAPTION;
        } else {
            self.0 += ((1 << CHANCE_BITS) - self.0) >> ADAPTION;
        }
    }
}

/// The encoder.
pub(super) struct Encoder {
    low: u64,
    range: u32,
    cache: u8,
    pending: u64,
    out: Vec<u8>,
}

impl Encoder {
    pub(super) fn new() -> Self {
        Self { low: 0, range: u32::MAX, cache: 0, pending: 1, out: Vec::new() }
    }

    fn shift(&mut self) {
        if self.low < 0xff00_0000 || self.low > 0xffff_ffff {
            let carry = (self.low >> 32) as u8;
            let mut byte = self.cache;
            for _ in 0..self.pending {
                self.out.push(byte.wrapping_add(carry));
                byte = 0xff;
            }
            self.pending = 0;
            self.cache = (self.low >> 24) as u8;
        }
        self.pending += 1;
        self.low = (self.low & 0x00ff_ffff) << 8;
    }

    pub(super) fn finish(mut self) -> Vec<u8> {
        for _ in 0..5 {
            self.shift();
        }
        // The first byte is always 0.
        self.out.split_off(1)
    }
}

impl BitCoder for Encoder {
    fn bit(&mut self, chance: &mut Chance, bit: bool) -> bool {
        let bound = (self.range >> CHANCE_BITS) * u32::from(chance.0);
        if bit {
            self.low += u64::from(bound);
            self.range -= bound;
        } else {
            self.range = bound;
        }
        chance.learn(bit);
        while self.range < TOP {
            self.range <<= 8;
            self.shift();
        }
        bit
    }
}

/// The decoder; it reads zeros after the end.
pub(super) struct Decoder<'a> {
    code: u32,
    range: u32,
    rest: std::slice::Iter<'a, u8>,
}

impl<'a> Decoder<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        let mut decoder = Self { code: 0, range: u32::MAX, rest: bytes.iter() };
        for _ in 0..4 {
            decoder.code = decoder.code << 8 | decoder.next();
        }
        decoder
    }

    fn next(&mut self) -> u32 {
        self.rest.next().copied().map_or(0, u32::from)
    }
}

impl BitCoder for Decoder<'_> {
    fn bit(&mut self, chance: &mut Chance, _: bool) -> bool {
        let bound = (self.range >> CHANCE_BITS) * u32::from(chance.0);
        let bit = self.code >= bound;
        if bit {
            self.code -= bound;
            self.range -= bound;
        } else {
            self.range = bound;
        }
        chance.learn(bit);
        while self.range < TOP {
            self.range <<= 8;
            self.code = self.code << 8 | self.next();
        }
        bit
    }
}

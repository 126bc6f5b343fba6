//! The checksum at the end of every table file: CityHash (version 1.0) over pieces of 16 MiB.
//!
//! CityHash is by Geoff Pike and Jyrki Alakuijala (Google, MIT license); this is an independent
//! implementation of its CRC variant, with CRC-32C in software. All arithmetic is modulo 2^64.

use ending::narrow;
#[cfg(feature = "write")]
use rayon::prelude::*;

use crate::format::CHECKSUM_BYTES;

const K0: u64 = 0xc3a5c85c97cb3127;
const K1: u64 = 0xb492b66fbe98f273;
const K3: u64 = 0xc949d7c7509e6557;
const K_MUL: u64 = 0x9ddfea08eb382d69;
/// Bytes that are hashed separately before their hashes are hashed together.
const PIECE_BYTES: usize = 1 << 24;
/// Strings of hashes longer than this are hashed by the CRC variant.
const CITY128_LIMIT: usize = 900;
/// Shorter strings are padded by the CRC variant.
const CRC_MIN_BYTES: usize = 240;
const CRC_STEP_BYTES: usize = 40;

/// The checksum of a table file's contents (everything before the checksum itself). With the
/// feature `write` it is computed on the current rayon pool.
pub fn checksum(contents: &[u8]) -> [u8; CHECKSUM_BYTES] {
    of_pieces(contents, PIECE_BYTES)
}

fn of_pieces(contents: &[u8], piece_bytes: usize) -> [u8; CHECKSUM_BYTES] {
    let hash = |piece: &[u8]| city_crc256(piece).into_iter().flat_map(u64::to_le_bytes);
    #[cfg(feature = "write")]
    let mut hashes: Vec<u8> = contents.par_chunks(piece_bytes).flat_map_iter(hash).collect();
    #[cfg(not(feature = "write"))]
    let mut hashes: Vec<u8> = contents.chunks(piece_bytes).flat_map(hash).collect();
    if hashes.is_empty() {
        // No table is empty, but the function is defined for all input.
        hashes = hash(&[]).collect();
    }
    let (low, high) = if hashes.len() <= CITY128_LIMIT {
        city128(&hashes)
    } else {
        let [_, _, low, high] = city_crc256(&hashes);
        (low, high)
    };
    let mut bytes = [0; CHECKSUM_BYTES];
    bytes[..8].copy_from_slice(&low.to_le_bytes());
    bytes[8..].copy_from_slice(&high.to_le_bytes());
    bytes
}

fn fetch(bytes: &[u8], at: usize) -> u64 {
    let (eight, _) = bytes[at..].split_first_chunk().expect("callers stay 8 bytes before the end");
    u64::from_le_bytes(*eight)
}

fn mix(v: u64) -> u64 {
    v ^ (v >> 47)
}

fn hash16(u: u64, v: u64) -> u64 {
    let a = mix((u ^ v).wrapping_mul(K_MUL));
    let b = mix((v ^ a).wrapping_mul(K_MUL));
    b.wrapping_mul(K_MUL)
}

/// CRC-32C, eight bytes at a time: `CRC_TABLES[k][b]` is the effect of byte `b` followed by `k`
/// zero bytes.
static CRC_TABLES: [[u32; 256]; 8] = crc_tables();

const fn crc_tables() -> [[u32; 256]; 8] {
    const POLYNOMIAL: u32 = 0x82f63b78;
    let mut tables = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        #[expect(clippy::cast_possible_truncation, reason = "a byte")]
        let mut crc = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            crc = (crc >> 1) ^ if crc & 1 != 0 { POLYNOMIAL } else { 0 };
            bit += 1;
        }
        tables[0][byte] = crc;
        byte += 1;
    }
    let mut k = 1;
    while k < 8 {
        let mut byte = 0;
        while byte < 256 {
            let before = tables[k - 1][byte];
            tables[k][byte] = (before >> 8) ^ tables[0][(before & 0xff) as usize];
            byte += 1;
        }
        k += 1;
    }
    tables
}

fn crc(seed: u64, value: u64) -> u64 {
    let x = value ^ (seed & 0xffff_ffff);
    let bytes = x.to_le_bytes();
    bytes.iter().zip(CRC_TABLES.iter().rev()).fold(0, |crc, (&b, table)| crc ^ table[b as usize]) as u64
}

/// The ten state words of CityHashCrc256.
struct CrcState {
    /// a, b, c, d, e and the previous a.
    mixed: [u64; 6],
    crcs: [u64; 5],
}

impl CrcState {
    fn step(&mut self, bytes: &[u8], at: usize, multiplier: u64, spread: u32) {
        let [a, b, c, d, e, t] = self.mixed;
        let blend = |v: u64, rotation: u32, k: usize| {
            v.rotate_right(rotation ^ spread).wrapping_mul(multiplier).wrapping_add(fetch(bytes, at + 8 * k))
        };
        // The second word is not rotated by itself: c takes its place.
        self.mixed = [blend(b, 41, 0), blend(c, 27, 1), blend(d, 41, 2), blend(e, 33, 3), blend(t, 25, 4), a];
        for (crc_word, &word) in self.crcs.iter_mut().zip(&self.mixed) {
            *crc_word = crc(*crc_word, word);
        }
    }
}

fn city_crc256(contents: &[u8]) -> [u64; 4] {
    let mut padded = [0; CRC_MIN_BYTES];
    let (bytes, seed) = if contents.len() < CRC_MIN_BYTES {
        padded[..contents.len()].copy_from_slice(contents);
        (&padded[..], u64::from(!narrow::<_, u32>(contents.len())))
    } else {
        (contents, 0)
    };
    let n = bytes.len() as u64;
    let a = fetch(bytes, 56).wrapping_add(K0);
    let b = fetch(bytes, 96).wrapping_add(K0);
    let r0 = hash16(b, n);
    let r1 = fetch(bytes, 120).wrapping_mul(K0).wrapping_add(n);
    let e = fetch(bytes, 184).wrapping_add(seed);
    let (c, d) = (r0, r1);
    let mut state = CrcState { mixed: [a, b, c, d, e, c.wrapping_add(d)], crcs: [seed, 0, 0, 0, 0] };
    let whole = bytes.len() / CRC_MIN_BYTES * CRC_MIN_BYTES;
    for at in (0..whole).step_by(CRC_STEP_BYTES) {
        if (at / CRC_STEP_BYTES).is_multiple_of(2) {
            state.step(bytes, at, 1, 1);
        } else {
            state.step(bytes, at, K0, 0);
        }
    }
    let rest = bytes.len() - whole;
    for at in (whole..).step_by(CRC_STEP_BYTES).take(rest / CRC_STEP_BYTES) {
        state.step(bytes, at, K0, 0);
    }
    if !rest.is_multiple_of(CRC_STEP_BYTES) {
        state.step(bytes, bytes.len() - CRC_STEP_BYTES, K0, 0);
    }
    finish_crc256(&state, r0, r1)
}

fn finish_crc256(state: &CrcState, mut r0: u64, mut r1: u64) -> [u64; 4] {
    let [mut a, mut b, mut c, mut d, mut e, t] = state.mixed;
    let [mut f, mut g, mut h, mut i, mut j] = state.crcs;
    let scramble = |v: u64| mix(v.wrapping_mul(K0)).wrapping_mul(K0);
    j = j.wrapping_add(i << 32);
    a = hash16(a, j);
    h = h.wrapping_add(g << 32);
    b = b.wrapping_add(h);
    c = hash16(c, f).wrapping_add(i);
    d = hash16(d, e.wrapping_add(r0));
    j = j.wrapping_add(e);
    i = i.wrapping_add(hash16(h, t));
    e = hash16(a, d).wrapping_add(j);
    f = hash16(b, c).wrapping_add(a);
    g = hash16(j, i).wrapping_add(c);
    r0 = e.wrapping_add(f).wrapping_add(g).wrapping_add(h);
    a = scramble(a.wrapping_add(g)).wrapping_add(b);
    r1 = r1.wrapping_add(a).wrapping_add(r0);
    a = scramble(a).wrapping_add(c);
    let r2 = a.wrapping_add(r1);
    a = scramble(a.wrapping_add(e));
    [r0, r1, r2, a.wrapping_add(r2)]
}

/// CityHash128 of a string of at least 32 bytes.
fn city128(bytes: &[u8]) -> (u64, u64) {
    let (x, y) = (fetch(bytes, 0) ^ K3, fetch(bytes, 8));
    let rest = &bytes[16..];
    if rest.len() < 128 { murmur128(rest, x, y) } else { long128(rest, x, y) }
}

fn murmur128(bytes: &[u8], x: u64, y: u64) -> (u64, u64) {
    let n = bytes.len();
    let scramble = |v: u64| mix(v.wrapping_mul(K1)).wrapping_mul(K1);
    let (mut a, mut b) = (x, y);
    let (mut c, mut d);
    if n <= 16 {
        a = scramble(a);
        let tail =
            hash16(fetch(bytes, 0), fetch(bytes, 8).wrapping_add(16).rotate_right(16)) ^ fetch(bytes, 8);
        c = b.wrapping_mul(K1).wrapping_add(tail);
        d = mix(a.wrapping_add(fetch(bytes, 0)));
    } else {
        c = hash16(fetch(bytes, n - 8).wrapping_add(K1), a);
        d = hash16(b.wrapping_add(n as u64), c.wrapping_add(fetch(bytes, n - 16)));
        a = a.wrapping_add(d);
        for at in (0..n - 16).step_by(16) {
            a = (a ^ scramble(fetch(bytes, at))).wrapping_mul(K1);
            b ^= a;
            c = (c ^ scramble(fetch(bytes, at + 8))).wrapping_mul(K1);
            d ^= c;
        }
    }
    a = hash16(a, c);
    b = hash16(d, b);
    (a ^ b, hash16(b, a))
}

fn weak(bytes: &[u8], at: usize, a: u64, b: u64) -> (u64, u64) {
    let [w, x, y, z] = [0, 8, 16, 24].map(|k| fetch(bytes, at + k));
    let a = a.wrapping_add(w);
    let b = b.wrapping_add(a).wrapping_add(z).rotate_right(21);
    let sum = a.wrapping_add(x).wrapping_add(y);
    (sum.wrapping_add(z), b.wrapping_add(sum.rotate_right(44)).wrapping_add(a))
}

fn long128(bytes: &[u8], mut x: u64, mut y: u64) -> (u64, u64) {
    let n = bytes.len();
    let mut z = (n as u64).wrapping_mul(K1);
    let v0 = (y ^ K1).rotate_right(49).wrapping_mul(K1).wrapping_add(fetch(bytes, 0));
    let v1 = v0.rotate_right(42).wrapping_mul(K1).wrapping_add(fetch(bytes, 8));
    let w0 = y.wrapping_add(z).rotate_right(35).wrapping_mul(K1).wrapping_add(x);
    let w1 = x.wrapping_add(fetch(bytes, 88)).rotate_right(53).wrapping_mul(K1);
    let (mut v, mut w) = ((v0, v1), (w0, w1));
    let looped = n / 128 * 128;
    for at in (0..looped).step_by(64) {
        let word = |k: usize| fetch(bytes, at + k);
        x = x.wrapping_add(y).wrapping_add(v.0).wrapping_add(word(8)).rotate_right(37).wrapping_mul(K1);
        y = y.wrapping_add(v.1).wrapping_add(word(48)).rotate_right(42).wrapping_mul(K1);
        x ^= w.1;
        y = y.wrapping_add(v.0).wrapping_add(word(40));
        z = z.wrapping_add(w.0).rotate_right(33).wrapping_mul(K1);
        v = weak(bytes, at, v.1.wrapping_mul(K1), x.wrapping_add(w.0));
        w = weak(bytes, at + 32, z.wrapping_add(w.1), y.wrapping_add(word(16)));
        std::mem::swap(&mut x, &mut z);
    }
    x = x.wrapping_add(v.0.wrapping_add(z).rotate_right(49).wrapping_mul(K0));
    z = z.wrapping_add(w.0.rotate_right(37).wrapping_mul(K0));
    for done in (0..n - looped).step_by(32) {
        let at = n - done - 32;
        y = x.wrapping_add(y).rotate_right(42).wrapping_mul(K0).wrapping_add(v.1);
        w.0 = w.0.wrapping_add(fetch(bytes, at + 16));
        x = x.wrapping_mul(K0).wrapping_add(w.0);
        z = z.wrapping_add(w.1).wrapping_add(fetch(bytes, at));
        w.1 = w.1.wrapping_add(v.0);
        v = weak(bytes, at, v.0.wrapping_add(z), v.1);
    }
    x = hash16(x, v.0);
    y = hash16(y.wrapping_add(z), w.0);
    let low = hash16(x.wrapping_add(v.1), w.1).wrapping_add(y);
    (low, hash16(x.wrapping_add(w.1), y.wrapping_add(v.1)))
}

#[cfg(test)]
mod second;

#[cfg(test)]
mod tests {
    use super::*;

    fn contents(len: usize) -> Vec<u8> {
        let mut random = board::random::Random::new(len as u64);
        (0..len).map(|_| random.next_u64() as u8).collect()
    }

    #[test]
    fn contents_of_any_length_have_a_checksum() {
        let sums: Vec<_> = (0..300).map(|len| checksum(&vec![0; len])).collect();
        assert!((0..300).all(|len| sums.iter().filter(|sum| **sum == sums[len]).count() == 1));
    }

    #[test]
    fn hashes_of_pieces_are_those_of_a_second_implementation() {
        for len in (0..600).chain([719, 720, 759, 760, 761, 896, 928, 960, 10_000]) {
            let contents = contents(len);
            assert_eq!(city_crc256(&contents), second::crc256(&contents), "{len}");
        }
    }

    /// Small pieces, so that there can be many: from 29 pieces on, another function hashes the
    /// hashes.
    #[test]
    fn checksums_of_any_number_of_pieces_are_those_of_a_second_implementation() {
        const PIECE: usize = 256;
        for pieces in 1..=70 {
            for len in [PIECE * pieces, PIECE * (pieces - 1) + 64] {
                let contents = contents(len);
                assert_eq!(of_pieces(&contents, PIECE), second::checksum(&contents, PIECE), "{len}");
            }
        }
    }

    #[test]
    fn crc_of_the_usual_check_string() {
        // CRC-32C of 32 zero bytes, with the usual inversions, is 8a9136aa.
        let inverted = (0..4).fold(0xffff_ffff, |c, _| crc(c, 0));
        assert_eq!(!(inverted as u32), 0x8a91_36aa);
    }

    #[test]
    fn every_byte_counts() {
        let contents: Vec<u8> = (0..1024u32).map(|i| (i * 7 % 251) as u8).collect();
        let whole = checksum(&contents);
        for at in 0..contents.len() {
            let mut changed = contents.clone();
            changed[at] ^= 0x10;
            assert_ne!(checksum(&changed), whole, "byte {at}");
        }
    }
}

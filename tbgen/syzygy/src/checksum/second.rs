//! A second implementation of the checksum, written directly from the format description and
//! independent of the first one, slow and simple, for comparison in tests. It matters most for the
//! hash of more than 28 hashes, which only files of more than 448 MiB need.

use std::num::Wrapping;

type Word = Wrapping<u64>;

const K0: Word = Wrapping(0xc3a5_c85c_97cb_3127);
const K1: Word = Wrapping(0xb492_b66f_be98_f273);
const K3: Word = Wrapping(0xc949_d7c7_509e_6557);
const KM: Word = Wrapping(0x9ddf_ea08_eb38_2d69);

fn at(bytes: &[u8], offset: usize) -> Word {
    Wrapping((0..8).fold(0, |word, i| word | u64::from(bytes[offset + i]) << (8 * i)))
}

fn ror(v: Word, n: u32) -> Word {
    Wrapping(v.0.rotate_right(n))
}

fn mix(v: Word) -> Word {
    v ^ (v >> 47)
}

fn h16(u: Word, v: Word) -> Word {
    let a = mix((u ^ v) * KM);
    mix((v ^ a) * KM) * KM
}

/// CRC-32C, bit by bit.
fn crc(c: Word, v: Word) -> Word {
    let mut crc = c.0 & 0xffff_ffff;
    for byte in 0..8 {
        crc ^= v.0 >> (8 * byte) & 0xff;
        for _ in 0..8 {
            crc = if crc & 1 == 1 { crc >> 1 ^ 0x82f6_3b78 } else { crc >> 1 };
        }
    }
    Wrapping(crc)
}

/// CityHashCrc256.
pub(super) fn crc256(string: &[u8]) -> [u64; 4] {
    let mut s = string.to_vec();
    let seed = if s.len() < 240 { Wrapping(!(s.len() as u64) & 0xffff_ffff) } else { Wrapping(0) };
    s.resize(s.len().max(240), 0);
    let n = Wrapping(s.len() as u64);
    let mut a = at(&s, 56) + K0;
    let mut b = at(&s, 96) + K0;
    let mut r0 = h16(b, n);
    let mut c = r0;
    let mut r1 = at(&s, 120) * K0 + n;
    let mut d = r1;
    let mut e = at(&s, 184) + seed;
    let [mut f, mut g, mut h, mut i, mut j] = [seed, Wrapping(0), Wrapping(0), Wrapping(0), Wrapping(0)];
    let mut t = c + d;
    // Offset, multiplier and change of rotations of each step.
    let mut steps = Vec::new();
    let mut offset = 0;
    while offset + 240 <= s.len() {
        for pair in 0..3 {
            steps.push((offset + 80 * pair, Wrapping(1), 1));
            steps.push((offset + 80 * pair + 40, K0, 0));
        }
        offset += 240;
    }
    while offset + 40 <= s.len() {
        steps.push((offset, K0, 0));
        offset += 40;
    }
    if offset < s.len() {
        steps.push((s.len() - 40, K0, 0));
    }
    for (o, mul, z) in steps {
        let before = (a, b, c, d, e, t);
        a = ror(before.1, 41 ^ z) * mul + at(&s, o);
        b = ror(before.2, 27 ^ z) * mul + at(&s, o + 8);
        c = ror(before.3, 41 ^ z) * mul + at(&s, o + 16);
        d = ror(before.4, 33 ^ z) * mul + at(&s, o + 24);
        e = ror(before.5, 25 ^ z) * mul + at(&s, o + 32);
        t = before.0;
        f = crc(f, a);
        g = crc(g, b);
        h = crc(h, c);
        i = crc(i, d);
        j = crc(j, e);
    }
    j += i << 32;
    a = h16(a, j);
    h += g << 32;
    b += h;
    c = h16(c, f) + i;
    d = h16(d, e + r0);
    j += e;
    i += h16(h, t);
    e = h16(a, d) + j;
    f = h16(b, c) + a;
    g = h16(j, i) + c;
    r0 = e + f + g + h;
    a = mix((a + g) * K0) * K0 + b;
    r1 += a + r0;
    a = mix(a * K0) * K0 + c;
    let r2 = a + r1;
    a = mix((a + e) * K0) * K0;
    [r0.0, r1.0, r2.0, (a + r2).0]
}

fn weak(s: &[u8], o: usize, mut a: Word, mut b: Word) -> (Word, Word) {
    let (w, x, y, z) = (at(s, o), at(s, o + 8), at(s, o + 16), at(s, o + 24));
    a += w;
    b = ror(b + a + z, 21);
    let c = a;
    a += x + y;
    b += ror(a, 44);
    (a + z, b + c)
}

/// CityHash128 of 32 bytes or more, in whole words.
fn city128(string: &[u8]) -> [Word; 2] {
    let (mut x, mut y) = (at(string, 0) ^ K3, at(string, 8));
    let s = &string[16..];
    let n = s.len();
    if n < 128 {
        let (mut a, mut b) = (x, y);
        let (mut c, mut d);
        if n == 16 {
            a = mix(a * K1) * K1;
            c = b * K1 + (h16(at(s, 0), ror(at(s, 8) + Wrapping(16), 16)) ^ at(s, 8));
            d = mix(a + at(s, 0));
        } else {
            c = h16(at(s, n - 8) + K1, a);
            d = h16(b + Wrapping(n as u64), c + at(s, n - 16));
            a += d;
            for o in (0..n - 16).step_by(16) {
                a ^= mix(at(s, o) * K1) * K1;
                a *= K1;
                b ^= a;
                c ^= mix(at(s, o + 8) * K1) * K1;
                c *= K1;
                d ^= c;
            }
        }
        a = h16(a, c);
        b = h16(d, b);
        return [a ^ b, h16(b, a)];
    }
    let mut z = Wrapping(n as u64) * K1;
    let mut v = (ror(y ^ K1, 49) * K1 + at(s, 0), Wrapping(0));
    v.1 = ror(v.0, 42) * K1 + at(s, 8);
    let mut w = (ror(y + z, 35) * K1 + x, ror(x + at(s, 88), 53) * K1);
    let mut o = 0;
    while n - o >= 128 {
        for _ in 0..2 {
            x = ror(x + y + v.0 + at(s, o + 8), 37) * K1;
            y = ror(y + v.1 + at(s, o + 48), 42) * K1;
            x ^= w.1;
            y += v.0 + at(s, o + 40);
            z = ror(z + w.0, 33) * K1;
            v = weak(s, o, v.1 * K1, x + w.0);
            w = weak(s, o + 32, z + w.1, y + at(s, o + 16));
            (x, z) = (z, x);
            o += 64;
        }
    }
    x += ror(v.0 + z, 49) * K0;
    z += ror(w.0, 37) * K0;
    let left = n - o;
    let mut k = 32;
    while k - 32 < left {
        let q = n - k;
        y = ror(x + y, 42) * K0 + v.1;
        w.0 += at(s, q + 16);
        x = x * K0 + w.0;
        z += w.1 + at(s, q);
        w.1 += v.0;
        v = weak(s, q, v.0 + z, v.1);
        k += 32;
    }
    x = h16(x, v.0);
    y = h16(y + z, w.0);
    [h16(x + v.1, w.1) + y, h16(x + w.1, y + v.1)]
}

/// The checksum of contents in pieces of this many bytes.
pub(super) fn checksum(contents: &[u8], piece_bytes: usize) -> [u8; 16] {
    let mut hashes = Vec::new();
    for piece in contents.chunks(piece_bytes) {
        for word in crc256(piece) {
            hashes.extend(word.to_le_bytes());
        }
    }
    let words = if hashes.len() <= 900 {
        city128(&hashes)
    } else {
        let [_, _, low, high] = crc256(&hashes);
        [Wrapping(low), Wrapping(high)]
    };
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.0.to_le_bytes()).collect();
    bytes.try_into().expect("two words")
}

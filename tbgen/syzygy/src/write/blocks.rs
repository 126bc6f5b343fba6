//! Divides the code string into blocks, and builds the index that leads to a value's block.

use super::huffman::Coded;
use super::pairs::Node;
use crate::format::{ALIGNMENT, Kind, LENGTH_ENTRY_BYTES, MAX_BLOCK_VALUES, SPARSE_ENTRY_BYTES};
use ending::narrow;

/// Block size exponent tried first.
const fn largest_block(kind: Kind) -> u8 {
    match kind {
        Kind::Wdl => 6,
        Kind::Dtz | Kind::Dtm => 10,
    }
}

/// Blocks hold at least one code of 32 bits.
const SMALLEST_BLOCK: u8 = 2;
/// Log2 of the ratio between the sparse spacing and the average number of values in a block.
const SPAN_MARGIN: u32 = 4;

/// The blocks of a sub-table and their indices.
pub(super) struct Blocks {
    /// Block size exponent.
    pub(super) block_bits: u8,
    /// Sparse spacing exponent.
    pub(super) span_bits: u8,
    pub(super) data: Vec<u8>,
    /// Number of blocks; `lengths` may have more entries.
    pub(super) count: u32,
    /// Number of values in each block, minus one.
    pub(super) lengths: Vec<u16>,
    /// Sparse index: block and offset of the middle of each span.
    pub(super) sparse: Vec<(u32, u16)>,
}

/// Packs the codes of `size` values with the block size that gives the smallest total.
pub(super) fn pack(coded: &Coded, kind: Kind, size: u64) -> Blocks {
    let block_bits = choose_block_bits(coded, kind, size);
    let Packer { data, mut lengths, .. } = Packer::new(coded, block_bits).run();
    let count: u32 = narrow(lengths.len());
    let span_bits = span_bits(size, count.into());
    let sparse = sparse_index(size, span_bits, &mut lengths);
    Blocks { block_bits, span_bits, data, count, lengths, sparse }
}

/// Decreases the size from the largest as long as the total gets smaller.
fn choose_block_bits(coded: &Coded, kind: Kind, size: u64) -> u8 {
    let code_bytes = coded.total_bits.div_ceil(8);
    let mut best = u64::MAX;
    let mut chosen = largest_block(kind);
    for bits in (SMALLEST_BLOCK..=largest_block(kind)).rev() {
        let block = 1u64 << bits;
        if code_bytes * (block + LENGTH_ENTRY_BYTES as u64) / block >= best {
            break;
        }
        let blocks = count_blocks(coded, bits);
        let span_bits = span_bits(size, blocks);
        let entries = size.div_ceil(1 << span_bits);
        let beyond = ((2 * entries - 1) << (span_bits - 1)).saturating_sub(size);
        let lengths = blocks + beyond.div_ceil(MAX_BLOCK_VALUES as u64);
        let total = (blocks * block).next_multiple_of(ALIGNMENT as u64)
            + LENGTH_ENTRY_BYTES as u64 * lengths
            + SPARSE_ENTRY_BYTES as u64 * entries;
        if total >= best {
            break;
        }
        best = total;
        chosen = bits;
    }
    chosen
}

/// Number of blocks when each is filled with as many whole codes as fit.
fn count_blocks(coded: &Coded, block_bits: u8) -> u64 {
    let capacity = 8u32 << block_bits;
    let mut blocks = 1;
    let (mut bits, mut values) = (0, 0);
    for &symbol in &coded.sequence {
        let length = u32::from(coded.lengths[usize::from(symbol)]);
        let size = usize::from(coded.sizes[usize::from(symbol)]);
        if bits + length > capacity || values + size > MAX_BLOCK_VALUES {
            blocks += 1;
            (bits, values) = (0, 0);
        }
        bits += length;
        values += size;
    }
    blocks
}

/// Sparse spacing: some sixteen blocks, but at most the size of the sub-table.
fn span_bits(size: u64, blocks: u64) -> u8 {
    let mut bits = (size / blocks).checked_ilog2().map_or(0, |log| log + 1) + SPAN_MARGIN;
    while bits > 1 && 1 << (bits - 1) > size {
        bits -= 1;
    }
    narrow(bits)
}

/// Block and offset of the middle of every span. For a middle beyond the last value, block lengths
/// are appended.
fn sparse_index(size: u64, span_bits: u8, lengths: &mut Vec<u16>) -> Vec<(u32, u16)> {
    let span = 1u64 << span_bits;
    let mut index = Vec::new();
    let (mut block, mut start) = (0usize, 0u64);
    for entry in 0..size.div_ceil(span) {
        let middle = entry * span + span / 2;
        loop {
            if block == lengths.len() {
                lengths.push(u16::MAX);
            }
            let end = start + u64::from(lengths[block]) + 1;
            if middle < end {
                break;
            }
            start = end;
            block += 1;
        }
        index.push((narrow(block), narrow(middle - start)));
    }
    index
}

/// Writes codes into blocks. A symbol that no longer fits may be replaced by one with a shorter
/// code whose values begin with the same ones (readers ignore the surplus), or be split into its
/// two children.
struct Packer<'a> {
    coded: &'a Coded,
    capacity: u32,
    /// The symbol with the shortest code whose values begin with this symbol's values.
    representative: Vec<u16>,
    data: Vec<u8>,
    lengths: Vec<u16>,
    /// The block being filled: its bits, their number, and the number of values.
    block: Vec<u8>,
    bits: u32,
    values: usize,
}

impl<'a> Packer<'a> {
    fn new(coded: &'a Coded, block_bits: u8) -> Self {
        let capacity = 8u32 << block_bits;
        Self {
            coded,
            capacity,
            representative: representatives(coded),
            data: Vec::new(),
            lengths: Vec::new(),
            block: vec![0; 1 << block_bits],
            bits: 0,
            values: 0,
        }
    }

    fn run(mut self) -> Self {
        for &symbol in &self.coded.sequence {
            self.append(symbol);
        }
        if self.values > 0 {
            self.close();
        }
        self
    }

    fn append(&mut self, symbol: u16) {
        let size = self.size(symbol);
        if self.values + size > MAX_BLOCK_VALUES {
            self.close();
        } else if !self.fits(self.length(symbol)) {
            if self.squeeze(symbol) {
                return;
            }
            self.close();
        }
        self.write(symbol);
        self.values += size;
    }

    /// Tries to end the block with the symbol's values or the first of them; false if the symbol
    /// should begin the next block.
    fn squeeze(&mut self, symbol: u16) -> bool {
        let stand_in = self.representative[usize::from(symbol)];
        if self.fits(self.length(stand_in)) {
            self.write(stand_in);
            self.values += self.size(symbol);
            self.close();
            return true;
        }
        let Node::Pair(a, b) = self.coded.nodes[usize::from(symbol)] else { return false };
        if self.length(a) == 0 || self.length(b) == 0 {
            return false;
        }
        let first = self.representative[usize::from(a)];
        let second = self.representative[usize::from(b)];
        if self.fits(self.length(a) + self.length(second)) {
            self.write(a);
            self.write(second);
            self.values += self.size(symbol);
            self.close();
            return true;
        }
        if self.length(b) < self.length(symbol) && self.fits(self.length(first)) {
            self.write(if self.fits(self.length(a)) { a } else { first });
            self.values += self.size(a);
            self.close();
            self.write(b);
            self.values += self.size(b);
            return true;
        }
        false
    }

    fn length(&self, symbol: u16) -> u32 {
        self.coded.lengths[usize::from(symbol)].into()
    }

    fn size(&self, symbol: u16) -> usize {
        self.coded.sizes[usize::from(symbol)].into()
    }

    fn fits(&self, bits: u32) -> bool {
        self.bits + bits <= self.capacity
    }

    fn write(&mut self, symbol: u16) {
        let length = self.length(symbol);
        let mut code = u64::from(self.coded.codes[usize::from(symbol)]) << (64 - length);
        // The code's bits follow those already in the first byte.
        code >>= self.bits % 8;
        let at = (self.bits / 8) as usize;
        for (byte, part) in self.block[at..].iter_mut().zip(code.to_be_bytes()) {
            *byte |= part;
        }
        self.bits += length;
    }

    fn close(&mut self) {
        self.data.extend_from_slice(&self.block);
        self.block.fill(0);
        self.lengths.push(narrow(self.values - 1));
        self.bits = 0;
        self.values = 0;
    }
}

fn representatives(coded: &Coded) -> Vec<u16> {
    let mut representative: Vec<u16> = (0..narrow(coded.nodes.len())).collect();
    // Of equally short ones, the symbol created first.
    for &i in coded.creation.iter().filter(|&&i| coded.lengths[usize::from(i)] > 0) {
        let mut symbol = i;
        while let Node::Pair(left, _) = coded.nodes[usize::from(symbol)] {
            symbol = left;
            let current = representative[usize::from(symbol)];
            if coded.lengths[usize::from(current)] > coded.lengths[usize::from(i)] {
                representative[usize::from(symbol)] = i;
            }
        }
    }
    representative
}

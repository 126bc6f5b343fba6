//! One compressed sub-table: random access and streaming.
//!
//! The values are divided into blocks of equal size in bytes. A block is a sequence of Huffman
//! codes; each symbol stands for one value or for the values of two other symbols, at most 256 in
//! all. Codes are canonical and longer codes are numerically smaller, so the length of the next
//! code is the smallest `l` whose first code does not exceed the next `l` bits.

use std::slice::ChunksExact;

use ending::narrow;

use crate::error::Fault;
use crate::format::{
    ALIGNMENT, LEAF, LENGTH_ENTRY_BYTES, MAX_CODE_BITS, MAX_EXPANSION, MAX_SYMBOLS, SPARSE_ENTRY_BYTES,
    SYMBOL_BYTES,
};

/// Number of bits decoded by one table lookup.
const SKIP_BITS: u32 = 11;
/// Log2 of the number of bytes of a block that are prefetched before it is decoded.
const TOUCHED_BITS: u8 = 8;
/// Number of possible code lengths.
const CODE_LENGTHS: usize = MAX_CODE_BITS as usize;
/// Bytes after a block that may be read with it: the last block is followed by the checksum.
const BEHIND: usize = 8;
/// Largest accepted exponents of block size and sparse spacing.
const MAX_SIZE_BITS: u8 = 30;

/// A read position in a file.
pub(crate) struct Cursor<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) at: usize,
}

impl<'a> Cursor<'a> {
    pub(crate) fn take(&mut self, len: usize, section: &'static str) -> Result<&'a [u8], Fault> {
        let end = self.at.checked_add(len);
        let taken = end.and_then(|end| self.bytes.get(self.at..end));
        let taken = taken.ok_or(Fault::Truncated { section, at: self.at })?;
        self.at += len;
        Ok(taken)
    }

    pub(crate) fn u8(&mut self, section: &'static str) -> Result<u8, Fault> {
        Ok(self.take(1, section)?[0])
    }

    pub(crate) fn u16(&mut self, section: &'static str) -> Result<u16, Fault> {
        let bytes = self.take(2, section)?;
        Ok(u16::from_le_bytes([bytes[0], bytes[1]]))
    }

    pub(crate) fn u32(&mut self, section: &'static str) -> Result<u32, Fault> {
        let low = self.u16(section)?;
        Ok(u32::from(low) | u32::from(self.u16(section)?) << 16)
    }

    /// Moves on to a multiple of `alignment`.
    pub(crate) fn align(&mut self, alignment: usize) {
        self.at = self.at.next_multiple_of(alignment);
    }
}

/// Bytes of a file, in memory or not.
pub(crate) trait Bytes {
    /// The bytes at this offset, if there are enough.
    fn array<const N: usize>(&self, at: usize) -> Option<[u8; N]>;

    /// Parses `length` bytes at this offset.
    fn with<T>(&self, at: usize, length: usize, read: impl FnOnce(&[u8]) -> Option<T>) -> Option<T>;
}

impl Bytes for [u8] {
    #[inline]
    fn array<const N: usize>(&self, at: usize) -> Option<[u8; N]> {
        self.get(at..)?.first_chunk().copied()
    }

    #[inline]
    fn with<T>(&self, at: usize, length: usize, read: impl FnOnce(&[u8]) -> Option<T>) -> Option<T> {
        read(self.get(at..)?.get(..length)?)
    }
}

/// A node of the symbol tree in one word: the left child, or the value of a leaf, in 12 bits; the
/// right child or [`LEAF`] in 12; the number of values of the left child, minus one, in 8.
#[derive(Clone, Copy, Debug)]
struct Node(u32);

impl Node {
    fn new(left: u16, right: u16, left_last: u8) -> Self {
        Self(u32::from(left) | u32::from(right) << 12 | u32::from(left_last) << 24)
    }

    #[inline]
    fn left(self) -> u16 {
        (self.0 & 0xfff) as u16
    }

    #[inline]
    fn right(self) -> u16 {
        (self.0 >> 12 & 0xfff) as u16
    }

    /// Number of the left child's last value.
    #[inline]
    fn left_last(self) -> u32 {
        self.0 >> 24
    }
}

/// The code at the beginning of a bit string.
#[derive(Clone, Copy, Debug)]
struct Code {
    symbol: u16,
    /// Number of the last of the symbol's values.
    last: u8,
}

/// Several codes decoded at once: their total length in bits in the lower 4 bits, the number of
/// their values above.
#[derive(Clone, Copy, Debug)]
struct Skip(u16);

impl Skip {
    #[inline]
    fn bits(self) -> u32 {
        u32::from(self.0 & 15)
    }

    #[inline]
    fn values(self) -> u32 {
        u32::from(self.0 >> 4)
    }
}

/// A stored value in the caller's integer type.
pub(crate) trait Value: Copy {
    fn from_leaf(leaf: u16) -> Self;
}

impl Value for u8 {
    #[expect(clippy::cast_possible_truncation, reason = "the caller expects values of one byte")]
    fn from_leaf(leaf: u16) -> Self {
        leaf as u8
    }
}

impl Value for u16 {
    fn from_leaf(leaf: u16) -> Self {
        leaf
    }
}

/// The header of a compressed sub-table and where its sections lie in the file.
#[derive(Clone, Debug)]
pub(crate) struct Packed {
    values: u64,
    block_bits: u8,
    span_bits: u8,
    blocks: u32,
    /// Number of entries in the table of block lengths, including padding.
    lengths: usize,
    min_code: u32,
    /// First code of each length from `min_code` on, left-aligned in 64 bits; that of the longest
    /// codes is 0, which ends every search.
    bases: [u64; CODE_LENGTHS],
    /// By code length, the offset to add to a code to get the number of its symbol.
    offsets: [u64; CODE_LENGTHS],
    /// By the next [`SKIP_BITS`] bits, the codes that end within them.
    skips: Vec<Skip>,
    nodes: Vec<Node>,
    /// By symbol, the number of its last value.
    lasts: Vec<u8>,
    sparse_at: usize,
    lengths_at: usize,
    blocks_at: usize,
}

impl Packed {
    /// Reads a header after its flag byte; [`Packed::place`] sets the sections later.
    pub(crate) fn parse(cursor: &mut Cursor, values: u64) -> Result<Self, Fault> {
        const SECTION: &str = "compression header";
        let field = |field: &'static str, value: u32| Fault::Header { field, value };
        let block_bits = cursor.u8(SECTION)?;
        let span_bits = cursor.u8(SECTION)?;
        let padding = cursor.u8(SECTION)?;
        let blocks = cursor.u32(SECTION)?;
        let max_code = u32::from(cursor.u8(SECTION)?);
        let min_code = u32::from(cursor.u8(SECTION)?);
        if !(1..=MAX_SIZE_BITS).contains(&block_bits) {
            return Err(field("block size exponent", block_bits.into()));
        }
        if !(1..=MAX_SIZE_BITS).contains(&span_bits) {
            return Err(field("sparse spacing exponent", span_bits.into()));
        }
        if max_code > MAX_CODE_BITS {
            return Err(field("longest code", max_code));
        }
        if min_code == 0 || min_code > max_code {
            return Err(field("shortest code", min_code));
        }
        let first: Vec<u16> =
            (min_code..=max_code).map(|_| cursor.u16("code lengths")).collect::<Result<_, _>>()?;
        let (bases, offsets) = code_bases(&first, min_code)?;
        let count = cursor.u16("symbol count")?;
        if count == 0 || usize::from(count) > MAX_SYMBOLS {
            return Err(field("number of symbols", count.into()));
        }
        let tree = cursor.take(SYMBOL_BYTES * usize::from(count), "symbol tree")?;
        cursor.align(2);
        let lengths = blocks as usize + padding as usize;
        let [sparse_at, lengths_at, blocks_at] = [0; 3];
        let (nodes, lasts) = parse_tree(tree)?;
        let mut packed = Self {
            values,
            block_bits,
            span_bits,
            blocks,
            lengths,
            min_code,
            bases,
            offsets,
            skips: Vec::new(),
            nodes,
            lasts,
            sparse_at,
            lengths_at,
            blocks_at,
        };
        packed.skips = (0..1 << SKIP_BITS).map(|bits| packed.skip_of(bits << (64 - SKIP_BITS))).collect();
        Ok(packed)
    }

    /// The codes that end within the first [`SKIP_BITS`] bits of a window.
    fn skip_of(&self, mut window: u64) -> Skip {
        let (mut bits, mut values) = (0, 0);
        while let Some((code, length)) =
            self.first_code(window).filter(|(_, length)| bits + length <= SKIP_BITS)
        {
            window <<= length;
            bits += length;
            values += u32::from(code.last) + 1;
        }
        Skip(narrow(values << 4 | bits))
    }

    /// Bytes of the sparse index, the length table and the blocks.
    pub(crate) fn section_bytes(&self) -> [u64; 3] {
        let entries = self.values.div_ceil(1 << self.span_bits);
        [
            entries.saturating_mul(SPARSE_ENTRY_BYTES as u64),
            (self.lengths * LENGTH_ENTRY_BYTES) as u64,
            u64::from(self.blocks) << self.block_bits,
        ]
    }

    /// Sets the offsets of the three sections.
    pub(crate) fn place(&mut self, sparse_at: usize, lengths_at: usize, blocks_at: usize) {
        [self.sparse_at, self.lengths_at, self.blocks_at] = [sparse_at, lengths_at, blocks_at];
    }

    /// The leaf values of the tree, each of which may be stored.
    pub(crate) fn leaves(&self) -> impl Iterator<Item = u16> {
        self.nodes.iter().filter(|node| node.right() == LEAF).map(|node| node.left())
    }

    /// The stored value with this index.
    pub(crate) fn value<B: Bytes + ?Sized>(&self, file: &B, index: u64) -> Result<u16, Fault> {
        let (block, offset) = self.locate(file, index).ok_or(Fault::Sparse(index))?;
        let (start, bytes) = (self.block_start(block), 1 << self.block_bits);
        let found =
            file.with(start, bytes + BEHIND, |block| self.value_in_block(Bits::new(block, bytes)?, offset));
        found.ok_or(Fault::Block(block))
    }

    /// After a loss every move leads to a win; after a blessed loss, to a win or a cursed win.
    #[inline]
    fn value_in_block(&self, mut bits: Bits, mut offset: u32) -> Option<u16> {
        let mut symbol = loop {
            let skip = *self.skips.get((bits.window >> (64 - SKIP_BITS)) as usize)?;
            if skip.0 != 0 && skip.values() <= offset {
                offset -= skip.values();
                bits.skip(skip.bits())?;
                continue;
            }
            let code = self.next_code(&mut bits)?;
            match offset.checked_sub(u32::from(code.last) + 1) {
                Some(rest) => offset = rest,
                None => break code.symbol,
            }
        };
        if bits.overran() {
            return None;
        }
        loop {
            let node = *self.nodes.get(usize::from(symbol))?;
            if node.right() == LEAF {
                return Some(node.left());
            }
            symbol = match offset.checked_sub(node.left_last() + 1) {
                Some(rest) => {
                    offset = rest;
                    node.right()
                }
                None => node.left(),
            };
        }
    }

    /// Prefetches the data that leads to a value, in three steps, each of which uses the data of
    /// the step before.
    #[inline]
    pub(crate) fn touch(&self, file: &[u8], index: u64, step: usize) -> u64 {
        let block = self.sparse_entry(file, index >> self.span_bits).map_or(0, |(block, _)| block);
        let found = match step {
            0 => return block.into(),
            1 => return self.block_values(file, block).unwrap_or(0) as u64,
            _ => self.locate(file, index).map_or(0, |(block, _)| block),
        };
        let start = self.block_start(found);
        let lines = (0..1 << self.block_bits.min(TOUCHED_BITS)).step_by(ALIGNMENT);
        lines.map(|at| file.get(start + at).map_or(0, |&byte| u64::from(byte))).sum()
    }

    /// The block of a value and the value's offset in it. A sparse entry describes the middle of
    /// its span.
    fn locate<B: Bytes + ?Sized>(&self, file: &B, index: u64) -> Option<(u32, u32)> {
        let span = 1i64 << self.span_bits;
        let (mut block, offset) = self.sparse_entry(file, index >> self.span_bits)?;
        let mut offset = i64::from(offset) + (index as i64 & (span - 1)) - span / 2;
        while offset < 0 {
            block = block.checked_sub(1)?;
            offset += self.block_values(file, block)?;
        }
        loop {
            let values = self.block_values(file, block)?;
            if offset < values {
                break;
            }
            offset -= values;
            block += 1;
        }
        (block < self.blocks).then_some((block, offset.try_into().ok()?))
    }

    /// The block of the middle of a span and its offset in it.
    #[inline]
    fn sparse_entry<B: Bytes + ?Sized>(&self, file: &B, span: u64) -> Option<(u32, u16)> {
        let entry = self.sparse_at + SPARSE_ENTRY_BYTES * usize::try_from(span).ok()?;
        let [block @ .., low, high] = file.array::<SPARSE_ENTRY_BYTES>(entry)?;
        Some((u32::from_le_bytes(block), u16::from_le_bytes([low, high])))
    }

    #[inline]
    fn block_values<B: Bytes + ?Sized>(&self, file: &B, block: u32) -> Option<i64> {
        let entry = block as usize;
        if entry >= self.lengths {
            return None;
        }
        let last = file.array(self.lengths_at + LENGTH_ENTRY_BYTES * entry)?;
        Some(i64::from(u16::from_le_bytes(last)) + 1)
    }

    /// Offset of a block in the file.
    #[inline]
    fn block_start(&self, block: u32) -> usize {
        self.blocks_at + ((block as usize) << self.block_bits)
    }

    /// The bit stream of a block.
    #[inline]
    fn bits<'a>(&self, file: &'a [u8], block: u32) -> Option<Bits<'a>> {
        Bits::new(file.get(self.block_start(block)..)?, 1 << self.block_bits)
    }

    /// Reads a code; `None` far beyond the end of the block, and for codes without a symbol.
    #[inline]
    fn next_code(&self, bits: &mut Bits) -> Option<Code> {
        let (code, length) = self.first_code(bits.window)?;
        bits.skip(length)?;
        Some(code)
    }

    /// The code at the beginning of a window, and its length.
    #[inline]
    fn first_code(&self, window: u64) -> Option<(Code, u32)> {
        let length = self.bases.iter().position(|&base| window >= base)?;
        let bits = self.min_code + narrow::<_, u32>(length);
        let symbol = (window >> (64 - bits)).wrapping_add(self.offsets[length]);
        let last = *self.lasts.get(usize::try_from(symbol).ok()?)?;
        Some((Code { symbol: narrow(symbol), last }, bits))
    }

    /// Number of blocks.
    pub(crate) fn blocks(&self) -> u32 {
        self.blocks
    }

    /// Checks that the blocks contain exactly the sub-table's values, and that the sparse index
    /// leads to them.
    pub(crate) fn check_index(&self, file: &[u8]) -> Result<(), Fault> {
        let sum = (0..self.blocks).map(|b| self.block_values(file, b).map_or(0, |n| n as u64)).sum();
        if sum != self.values {
            return Err(Fault::Values { expected: self.values, found: sum });
        }
        let span = 1u64 << self.span_bits;
        let (mut block, mut start) = (0, 0);
        for number in 0..self.values.div_ceil(span) {
            let middle = number * span + span / 2;
            let fault = Fault::Sparse(middle.min(self.values - 1));
            let Some((stored, offset)) = self.sparse_entry(file, number) else { return Err(fault) };
            while block < stored {
                let Some(values) = self.block_values(file, block) else { return Err(fault) };
                start += values as u64;
                block += 1;
            }
            if block != stored || start + u64::from(offset) != middle {
                return Err(fault);
            }
        }
        Ok(())
    }

    /// Prepares streaming of blocks.
    pub(crate) fn expander<T: Value>(&self) -> Expander<'_, T> {
        Expander::new(self)
    }
}

/// Left-aligned first codes computed from the first symbols of each length, and the offsets from
/// codes to symbols.
fn code_bases(first: &[u16], min_code: u32) -> Result<([u64; CODE_LENGTHS], [u64; CODE_LENGTHS]), Fault> {
    let (mut bases, mut offsets) = ([0; CODE_LENGTHS], [0; CODE_LENGTHS]);
    // The first code of the next longer length, as a number.
    let mut base = 0;
    for (k, &symbol) in first.iter().enumerate().rev() {
        let bits = min_code + narrow::<_, u32>(k);
        if let Some(&longer) = first.get(k + 1) {
            let codes = u64::from(symbol).checked_sub(u64::from(longer)).map(|n| base + n);
            let codes = codes.filter(|n| n % 2 == 0).map(|n| n / 2).filter(|&n| n <= 1 << bits);
            base = codes
                .ok_or(Fault::Header { field: "number of codes of one length", value: symbol.into() })?;
        }
        bases[k] = if base >> bits == 0 { base << (64 - bits) } else { u64::MAX };
        offsets[k] = u64::from(symbol).wrapping_sub(base);
    }
    Ok((bases, offsets))
}

/// Reads the tree. Sizes are summed bottom-up, which also proves that no symbol contains itself.
/// Returns the nodes, and the number of each one's last value.
fn parse_tree(tree: &[u8]) -> Result<(Vec<Node>, Vec<u8>), Fault> {
    let children =
        |b: &[u8]| [u16::from(b[0]) | u16::from(b[1] & 15) << 8, u16::from(b[1] >> 4) | u16::from(b[2]) << 4];
    let symbols: Vec<[u16; 2]> = tree.chunks_exact(SYMBOL_BYTES).map(children).collect();
    let mut sizes = vec![0; symbols.len()];
    let mut open: Vec<u16> = Vec::new();
    for root in 0..narrow(symbols.len()) {
        open.push(root);
        while let Some(&s) = open.last() {
            let bad = Fault::Symbol(s);
            let [left, right] = symbols[s as usize];
            if sizes[s as usize] > 0 || right == LEAF {
                sizes[s as usize] = sizes[s as usize].max(1);
                open.pop();
                continue;
            }
            let size = |child: u16| sizes.get(child as usize).copied();
            let (Some(of_left), Some(of_right)) = (size(left), size(right)) else { return Err(bad) };
            if of_left > 0 && of_right > 0 {
                if of_left + of_right > MAX_EXPANSION {
                    return Err(bad);
                }
                sizes[s as usize] = of_left + of_right;
                open.pop();
            } else if open.len() > MAX_EXPANSION {
                // Every level adds at least one value, so a valid tree is not this deep.
                return Err(bad);
            } else {
                open.push(if of_left == 0 { left } else { right });
            }
        }
    }
    let lasts: Vec<u8> = sizes.iter().map(|&size| narrow(size - 1)).collect();
    let last_of = |left: u16| lasts.get(left as usize).copied().unwrap_or(0);
    let nodes = symbols.iter().map(|&[left, right]| Node::new(left, right, last_of(left))).collect();
    Ok((nodes, lasts))
}

/// A position in the big-endian bit stream of a block.
struct Bits<'a> {
    /// The next bits, left-aligned: at least 32.
    window: u64,
    /// Number of bits consumed of the current first 32 bits of the window.
    taken: u32,
    /// The bytes after the window; may extend up to [`BEHIND`] bytes beyond the block.
    words: ChunksExact<'a, u8>,
    /// Size of the block in bytes.
    bytes: usize,
}

impl<'a> Bits<'a> {
    /// A block of `bytes` bytes, together with the bytes that follow it.
    #[inline]
    fn new(file: &'a [u8], bytes: usize) -> Option<Self> {
        let (first, rest) = file.get(..bytes + BEHIND)?.split_first_chunk()?;
        Some(Self { window: u64::from_be_bytes(*first), taken: 0, words: rest.chunks_exact(4), bytes })
    }

    /// Skips bits; `None` when there are not 32 more.
    #[inline]
    fn skip(&mut self, bits: u32) -> Option<()> {
        self.window <<= bits;
        self.taken += bits;
        if self.taken >= 32 {
            self.taken -= 32;
            let word = u32::from_be_bytes(self.words.next()?.try_into().ok()?);
            self.window |= u64::from(word) << self.taken;
        }
        Some(())
    }

    /// True when more bits were consumed than the block has.
    #[inline]
    fn overran(&self) -> bool {
        let words = self.bytes / 4 - self.words.len();
        words * 32 + self.taken as usize > self.bytes * 8
    }
}

/// Streams blocks; every symbol's values are expanded in advance.
pub(crate) struct Expander<'a, T> {
    packed: &'a Packed,
    /// Where each symbol's values begin in `values`.
    starts: Vec<u32>,
    values: Vec<T>,
}

impl<'a, T: Value> Expander<'a, T> {
    fn new(packed: &'a Packed) -> Self {
        let mut starts = Vec::with_capacity(packed.nodes.len());
        let mut values = Vec::new();
        let mut open: Vec<u16> = Vec::new();
        for root in 0..packed.nodes.len() {
            starts.push(narrow(values.len()));
            open.push(narrow(root));
            while let Some(s) = open.pop() {
                let node = packed.nodes[usize::from(s)];
                if node.right() == LEAF {
                    values.push(T::from_leaf(node.left()));
                } else {
                    open.extend([node.right(), node.left()]);
                }
            }
        }
        Self { packed, starts, values }
    }

    /// Appends the values of a block.
    pub(crate) fn expand(&self, file: &[u8], block: u32, out: &mut Vec<T>) -> Result<(), Fault> {
        let bad = Fault::Block(block);
        let packed = self.packed;
        let Some(values) = packed.block_values(file, block) else { return Err(bad) };
        let mut left: usize = narrow(values);
        let Some(mut bits) = packed.bits(file, block) else { return Err(bad) };
        while left > 0 {
            let Some(code) = packed.next_code(&mut bits) else { return Err(bad) };
            let start = self.starts[usize::from(code.symbol)] as usize;
            let size = (usize::from(code.last) + 1).min(left);
            out.extend_from_slice(&self.values[start..start + size]);
            left -= size;
        }
        if bits.overran() {
            return Err(bad);
        }
        Ok(())
    }
}

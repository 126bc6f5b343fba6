//! One compressed sub-table: random access and streaming.
//!
//! The values are cut into blocks of equal size in bytes. A block is a string of Huffman codes; each
//! symbol stands for one value or for the values of two other symbols, at most 256 in all. Codes are canonical with the longest
//! numerically smallest, so the length of the next code is the smallest `l` whose `base[l]` does not exceed the next `l` bits.

use board::narrow;

use crate::error::Fault;
use crate::format::{
    LEAF, LENGTH_ENTRY_BYTES, MAX_CODE_BITS, MAX_EXPANSION, MAX_SYMBOLS, SPARSE_ENTRY_BYTES, SYMBOL_BYTES,
};

/// Bits looked up at once; longer codes take the slow way.
const PREFIX_BITS: u32 = 10;
/// Largest exponents of block size and sparse spacing that are believed.
const MAX_SIZE_BITS: u8 = 30;

/// A reading position in a file.
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

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    bytes.get(at..at + 2).map(|b| u16::from_le_bytes([b[0], b[1]]))
}

/// A node of the symbol tree.
#[derive(Clone, Copy, Debug)]
struct Symbol {
    /// Left child, or the value of a leaf.
    left: u16,
    /// Right child, or [`LEAF`].
    right: u16,
    /// Number of values it stands for.
    size: u16,
}

/// What the next bits of a block begin with.
#[derive(Clone, Copy, Debug)]
struct Code {
    symbol: u16,
    /// Number of values that the symbol stands for.
    size: u16,
    /// Bits of the code; 0 where a prefix does not tell.
    bits: u8,
}

impl Code {
    const LONGER: Self = Self { symbol: 0, size: 0, bits: 0 };
}

/// A stored value as wide as the caller wants it.
pub(crate) trait Value: Copy {
    fn from_leaf(leaf: u16) -> Self;
}

impl Value for u8 {
    #[expect(clippy::cast_possible_truncation, reason = "values of one byte are what is asked for")]
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
    /// Block length entries, padding included.
    lengths: usize,
    min_code: u32,
    /// First symbol of each code length from `min_code` on.
    first: Vec<u16>,
    /// First code of each length, left-aligned in 64 bits.
    base: Vec<u64>,
    symbols: Vec<Symbol>,
    /// The code by the next [`PREFIX_BITS`] bits.
    prefixes: Vec<Code>,
    sparse_at: usize,
    lengths_at: usize,
    blocks_at: usize,
}

impl Packed {
    /// Reads a header after its flag byte; the sections are placed by [`Packed::place`] later.
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
        let base = code_bases(&first, min_code)?;
        let count = cursor.u16("symbol count")?;
        if count == 0 || usize::from(count) > MAX_SYMBOLS {
            return Err(field("number of symbols", count.into()));
        }
        let tree = cursor.take(SYMBOL_BYTES * usize::from(count), "symbol tree")?;
        cursor.align(2);
        let lengths = blocks as usize + padding as usize;
        let [sparse_at, lengths_at, blocks_at] = [0; 3];
        let symbols = parse_symbols(tree)?;
        let mut packed = Self {
            values,
            block_bits,
            span_bits,
            blocks,
            lengths,
            min_code,
            first,
            base,
            symbols,
            prefixes: Vec::new(),
            sparse_at,
            lengths_at,
            blocks_at,
        };
        packed.prefixes = (0..1u64 << PREFIX_BITS).map(|prefix| packed.code_of_prefix(prefix)).collect();
        Ok(packed)
    }

    /// The code that these bits begin with, if they are enough to tell.
    fn code_of_prefix(&self, prefix: u64) -> Code {
        let code = self.search_code(prefix << (64 - PREFIX_BITS));
        code.filter(|code| u32::from(code.bits) <= PREFIX_BITS).unwrap_or(Code::LONGER)
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

    /// Says where the three sections begin.
    pub(crate) fn place(&mut self, sparse_at: usize, lengths_at: usize, blocks_at: usize) {
        [self.sparse_at, self.lengths_at, self.blocks_at] = [sparse_at, lengths_at, blocks_at];
    }

    /// The leaves of the tree, each a value that may be stored.
    pub(crate) fn leaves(&self) -> impl Iterator<Item = u16> {
        self.symbols.iter().filter(|s| s.right == LEAF).map(|s| s.left)
    }

    /// The stored value with this index.
    pub(crate) fn value(&self, file: &[u8], index: u64) -> Result<u16, Fault> {
        let (block, mut offset) = self.locate(file, index).ok_or(Fault::Sparse(index))?;
        let mut bits = self.reader(block);
        let symbol = loop {
            let code = self.next_code(file, &mut bits).ok_or(Fault::Block(block))?;
            match offset.checked_sub(u32::from(code.size)) {
                Some(rest) => offset = rest,
                None => break code.symbol,
            }
        };
        let mut symbol = self.symbols[usize::from(symbol)];
        while symbol.right != LEAF {
            let left = self.symbols[symbol.left as usize];
            symbol = match offset.checked_sub(u32::from(left.size)) {
                Some(rest) => {
                    offset = rest;
                    self.symbols[symbol.right as usize]
                }
                None => left,
            };
        }
        Ok(symbol.left)
    }

    /// Block and offset in it of a value. A sparse entry describes the middle of its span.
    fn locate(&self, file: &[u8], index: u64) -> Option<(u32, u32)> {
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

    /// Block and offset in it of the middle of a span.
    fn sparse_entry(&self, file: &[u8], span: u64) -> Option<(u32, u16)> {
        let entry = self.sparse_at + SPARSE_ENTRY_BYTES * usize::try_from(span).ok()?;
        let bytes = file.get(entry..entry + SPARSE_ENTRY_BYTES)?;
        let [block @ .., low, high] = *bytes.first_chunk::<SPARSE_ENTRY_BYTES>()?;
        Some((u32::from_le_bytes(block), u16::from_le_bytes([low, high])))
    }

    fn block_values(&self, file: &[u8], block: u32) -> Option<i64> {
        let entry = block as usize;
        if entry >= self.lengths {
            return None;
        }
        u16_at(file, self.lengths_at + LENGTH_ENTRY_BYTES * entry).map(|last| i64::from(last) + 1)
    }

    fn reader(&self, block: u32) -> BitReader {
        let start = (self.blocks_at as u64 + (u64::from(block) << self.block_bits)) * 8;
        BitReader { at: start, end: start + (8 << self.block_bits) }
    }

    /// Reads a code; `None` where there is none, or where it does not end inside the block.
    #[inline]
    fn next_code(&self, file: &[u8], bits: &mut BitReader) -> Option<Code> {
        let window = bits.window(file)?;
        let mut code = self.prefixes[(window >> (64 - PREFIX_BITS)) as usize];
        if code.bits == 0 {
            code = self.search_code(window)?;
        }
        bits.at += u64::from(code.bits);
        (bits.at <= bits.end).then_some(code)
    }

    /// The code that 64 bits begin with, length by length.
    fn search_code(&self, window: u64) -> Option<Code> {
        let k = self.base.iter().position(|&base| window >= base)?;
        let bits: u8 = narrow(self.min_code as usize + k);
        let symbol = u64::from(self.first[k]) + ((window - self.base[k]) >> (64 - bits));
        let size = self.symbols.get(usize::try_from(symbol).ok()?)?.size;
        Some(Code { symbol: narrow(symbol), size, bits })
    }

    /// Number of blocks.
    pub(crate) fn blocks(&self) -> u32 {
        self.blocks
    }

    /// Checks that the blocks hold exactly the sub-table's values, and that the sparse index leads to them.
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

    /// Makes ready to stream blocks.
    pub(crate) fn expander<T: Value>(&self) -> Expander<'_, T> {
        Expander::new(self)
    }
}

/// Left-aligned first codes from the first symbols of each length.
fn code_bases(first: &[u16], min_code: u32) -> Result<Vec<u64>, Fault> {
    let mut base = vec![0; first.len()];
    for k in (0..first.len() - 1).rev() {
        let longer = u64::from(first[k]).checked_sub(u64::from(first[k + 1]));
        let codes = longer.map(|n| base[k + 1] + n).filter(|n| n % 2 == 0);
        let bits = min_code + narrow::<_, u32>(k);
        base[k] = codes
            .map(|n| n / 2)
            .filter(|&n| n <= 1 << bits)
            .ok_or(Fault::Header { field: "number of codes of one length", value: first[k].into() })?;
    }
    Ok((min_code..)
        .zip(base)
        .map(|(bits, b)| if b >> bits == 0 { b << (64 - bits) } else { u64::MAX })
        .collect())
}

/// Reads the tree; sizes are summed bottom-up, which also shows that no symbol is part of itself.
fn parse_symbols(tree: &[u8]) -> Result<Vec<Symbol>, Fault> {
    let mut symbols: Vec<Symbol> = tree
        .chunks_exact(SYMBOL_BYTES)
        .map(|b| Symbol {
            left: u16::from(b[0]) | u16::from(b[1] & 15) << 8,
            right: u16::from(b[1] >> 4) | u16::from(b[2]) << 4,
            size: 0,
        })
        .collect();
    let mut open: Vec<u16> = Vec::new();
    for root in 0..narrow(symbols.len()) {
        open.push(root);
        while let Some(&s) = open.last() {
            let bad = Fault::Symbol(s);
            let symbol = symbols[s as usize];
            if symbol.size > 0 {
                open.pop();
                continue;
            }
            if symbol.right == LEAF {
                symbols[s as usize].size = 1;
                open.pop();
                continue;
            }
            let size = |child: u16| symbols.get(child as usize).map(|c| c.size);
            let (Some(left), Some(right)) = (size(symbol.left), size(symbol.right)) else { return Err(bad) };
            if left > 0 && right > 0 {
                if usize::from(left + right) > MAX_EXPANSION {
                    return Err(bad);
                }
                symbols[s as usize].size = left + right;
                open.pop();
            } else if open.len() > MAX_EXPANSION {
                // Every level down adds at least one value, so a sound tree is not that deep.
                return Err(bad);
            } else {
                open.push(if left == 0 { symbol.left } else { symbol.right });
            }
        }
    }
    Ok(symbols)
}

/// A position in the big-endian bit stream of a block, in bits from the start of the file.
struct BitReader {
    at: u64,
    end: u64,
}

impl BitReader {
    /// At least 57 bits from here on, left-aligned. May look beyond the block: the checksum follows the last one.
    #[inline]
    fn window(&self, file: &[u8]) -> Option<u64> {
        let byte = (self.at >> 3) as usize;
        let eight: [u8; 8] = file.get(byte..byte + 8)?.try_into().ok()?;
        Some(u64::from_be_bytes(eight) << (self.at & 7))
    }
}

/// Streams blocks: every symbol's values are laid out once.
pub(crate) struct Expander<'a, T> {
    packed: &'a Packed,
    /// Where each symbol's values begin in `values`.
    starts: Vec<u32>,
    values: Vec<T>,
}

impl<'a, T: Value> Expander<'a, T> {
    fn new(packed: &'a Packed) -> Self {
        let mut starts = Vec::with_capacity(packed.symbols.len());
        let mut values = Vec::new();
        let mut open = Vec::new();
        for root in 0..packed.symbols.len() {
            starts.push(narrow(values.len()));
            open.push(narrow(root));
            while let Some(s) = open.pop() {
                let symbol = packed.symbols[s as usize];
                if symbol.right == LEAF {
                    values.push(T::from_leaf(symbol.left));
                } else {
                    open.extend([symbol.right, symbol.left]);
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
        let mut bits = packed.reader(block);
        while left > 0 {
            let Some(code) = packed.next_code(file, &mut bits) else { return Err(bad) };
            let start = self.starts[usize::from(code.symbol)] as usize;
            let size = usize::from(code.size).min(left);
            out.extend_from_slice(&self.values[start..start + size]);
            left -= size;
        }
        Ok(())
    }
}

//! The bytes of a file: a header, where each block begins, and the compressed blocks.
//!
//! Numbers have four bytes, the lowest first.
//!
//! | bytes | what                                                                        |
//! |-------|-----------------------------------------------------------------------------|
//! | 0     | eight unused bytes                                                          |
//! | 8     | values in a block; unused number                                            |
//! | 16    | values in a shorter last block with White to move, or 0; unused number      |
//! | 24    | the same with Black to move                                                 |
//! | 32    | where the blocks begin; bytes of an entry of the list that follows, 4       |
//! | 40    | where each block begins, White to move first, and where the last one ends   |
//!
//! A block has a byte (0, or 1 and 2 for the shorter ones), the byte 0 for LZMA without a filter,
//! and an LZMA stream with its usual header of 13 bytes: properties, size of the dictionary, and
//! number of values.

use std::io::Read as _;
use std::ops::Range;
use std::sync::OnceLock;

use board::Color;
use lzma_rust2::LzmaReader;

/// Where the list of blocks begins.
pub(crate) const HEADER_BYTES: usize = 40;
/// Bytes of a block before its stream.
pub(crate) const BLOCK_HEADER_BYTES: usize = 15;
/// The most values in a block. Files have 16,384.
const BLOCK_VALUES_MAX: usize = 1 << 16;

/// What is wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// The file is shorter than its header and the list of blocks.
    #[error("it ends within its header")]
    Short,
    /// The number of values in a block.
    #[error("its blocks would have {0} values, not 1 to {BLOCK_VALUES_MAX}")]
    BlockSize(usize),
    /// The number of values in a last block does not fit the ending.
    #[error("its last block would have {found} values, but this ending leaves {expected}")]
    LastBlock {
        /// According to the header.
        found: usize,
        /// By the number of positions.
        expected: usize,
    },
    /// The list of blocks does not fit the ending.
    #[error("its blocks would begin at byte {found}, but those of this ending begin at byte {expected}")]
    List {
        /// According to the header.
        found: usize,
        /// By the number of positions.
        expected: usize,
    },
    /// A block begins or ends in an impossible place.
    #[error("block {0} begins or ends in an impossible place")]
    Place(usize),
    /// The file is longer or shorter than its blocks.
    #[error("it has {found} bytes, but its blocks end at {expected}")]
    Length {
        /// The length of the file.
        found: usize,
        /// The end of the last block.
        expected: usize,
    },
    /// The first bytes of a block.
    #[error("block {0} is not LZMA with as many values as it must have")]
    BlockHeader(usize),
    /// A stream that cannot be decompressed.
    #[error("block {number} is damaged: {reason}")]
    Stream {
        /// The number of the block, White to move first.
        number: usize,
        /// The message of the decompressor.
        reason: String,
    },
}

/// A file in memory. Its blocks are decompressed when they are first needed, and kept.
pub(crate) struct Blocks {
    bytes: Vec<u8>,
    /// Values with one side to move.
    positions: usize,
    /// Values in a block.
    block: usize,
    /// Blocks with one side to move.
    per_side: usize,
    values: Vec<OnceLock<Result<Vec<u8>, Fault>>>,
}

impl Blocks {
    /// A file of an ending with this number of positions. Its header is checked.
    pub(crate) fn new(bytes: Vec<u8>, positions: usize) -> Result<Self, Fault> {
        let header = |at| word(&bytes, at).ok_or(Fault::Short);
        let (block, list_end) = (header(8)?, header(32)?);
        if !(1..=BLOCK_VALUES_MAX).contains(&block) {
            return Err(Fault::BlockSize(block));
        }
        for at in [16, 24] {
            let (found, expected) = (header(at)?, positions % block);
            if found != expected {
                return Err(Fault::LastBlock { found, expected });
            }
        }
        let per_side = positions.div_ceil(block);
        let blocks = 2 * per_side;
        let mut end = HEADER_BYTES + 4 * (blocks + 1);
        if list_end != end {
            return Err(Fault::List { found: list_end, expected: end });
        }
        let values = (0..blocks).map(|_| OnceLock::new()).collect();
        let blocks = Self { bytes, positions, block, per_side, values };
        for number in 0..2 * per_side {
            let place = blocks.place(number).ok_or(Fault::Short)?;
            if place.start != end || place.len() < BLOCK_HEADER_BYTES {
                return Err(Fault::Place(number));
            }
            end = place.end;
        }
        let found = blocks.bytes.len();
        if found == end { Ok(blocks) } else { Err(Fault::Length { found, expected: end }) }
    }

    /// The byte of a position by its number, which is below that of positions.
    pub(crate) fn byte(&self, side_to_move: Color, number: usize) -> Result<u8, Fault> {
        let at = side_to_move as usize * self.per_side + number / self.block;
        match self.values[at].get_or_init(|| self.decompressed(at)) {
            Ok(values) => Ok(values[number % self.block]),
            Err(fault) => Err(fault.clone()),
        }
    }

    /// Where a block is; an empty range if it would end before it begins.
    fn place(&self, number: usize) -> Option<Range<usize>> {
        let at = |number: usize| word(&self.bytes, HEADER_BYTES + 4 * number);
        Some(at(number)?..at(number + 1)?)
    }

    fn decompressed(&self, number: usize) -> Result<Vec<u8>, Fault> {
        let is_last = number % self.per_side == self.per_side - 1;
        let rest = self.positions % self.block;
        let (expected, kind) = match rest {
            0 => (self.block, 0),
            _ if !is_last => (self.block, 0),
            _ => (rest, 1 + number / self.per_side),
        };
        let block = self.place(number).and_then(|place| self.bytes.get(place)).ok_or(Fault::Place(number))?;
        let (head, stream) = block.split_at_checked(BLOCK_HEADER_BYTES).ok_or(Fault::Place(number))?;
        let told = u64::from_le_bytes(std::array::from_fn(|i| head[7 + i]));
        let dictionary = word(head, 3).unwrap_or(0);
        if usize::from(head[0]) != kind || head[1] != 0 || told != expected as u64 {
            return Err(Fault::BlockHeader(number));
        }
        let failed = |reason: std::io::Error| Fault::Stream { number, reason: reason.to_string() };
        // A dictionary larger than the block is not allocated.
        let mut reader =
            LzmaReader::new_with_props(stream, told, head[2], dictionary as u32, None).map_err(failed)?;
        reader.set_relaxed_end_condition(false);
        let mut values = Vec::with_capacity(expected);
        reader.read_to_end(&mut values).map_err(failed)?;
        if values.len() != expected {
            return Err(Fault::BlockHeader(number));
        }
        Ok(values)
    }
}

/// A number in four bytes.
fn word(bytes: &[u8], at: usize) -> Option<usize> {
    let word = bytes.get(at..at.checked_add(4)?)?;
    Some(u32::from_le_bytes(std::array::from_fn(|i| word[i])) as usize)
}

#[cfg(test)]
mod tests {
    use board::random::Random;

    use super::*;
    use crate::tests as written;

    /// Positions in the tests: two full blocks and a shorter one for each side to move.
    const POSITIONS: usize = 40_000;

    fn bytes() -> [Vec<u8>; 2] {
        let mut random = Random::new(1);
        let mut side = || (0..POSITIONS).map(|_| (random.below(9) * random.below(29)) as u8).collect();
        [side(), side()]
    }

    /// Everything that can be read; the first fault otherwise.
    fn read(file: Vec<u8>) -> Result<[Vec<u8>; 2], Fault> {
        let blocks = Blocks::new(file, POSITIONS)?;
        let side = |color| (0..POSITIONS).map(|number| blocks.byte(color, number)).collect::<Result<_, _>>();
        let [white, black] = Color::ALL.map(side);
        Ok([white?, black?])
    }

    #[test]
    fn what_is_written_is_read() {
        let bytes = bytes();
        assert_eq!(read(written::file(&bytes)), Ok(bytes));
    }

    #[test]
    fn faults_of_the_header_are_told() {
        let file = written::file(&bytes());
        let with = |at: usize, word: u32| {
            let mut file = file.clone();
            file[at..at + 4].copy_from_slice(&word.to_le_bytes());
            read(file).unwrap_err()
        };
        let begin = HEADER_BYTES + 4 * 7;
        assert_eq!(with(8, 0), Fault::BlockSize(0));
        assert_eq!(with(8, u32::MAX), Fault::BlockSize(u32::MAX as usize));
        let left = POSITIONS % (1 << 14);
        assert_eq!(with(16, 5), Fault::LastBlock { found: 5, expected: left });
        assert_eq!(with(24, 0), Fault::LastBlock { found: 0, expected: left });
        assert_eq!(with(32, 72), Fault::List { found: 72, expected: begin });
        assert_eq!(with(40, 0), Fault::Place(0));
        assert_eq!(with(44, u32::MAX), Fault::Place(1));
        assert_eq!(read(file[..39].to_vec()), Err(Fault::Short));
        assert_eq!(read(file[..60].to_vec()), Err(Fault::Short));
        let bytes = file.len();
        assert_eq!(
            read(file[..bytes - 1].to_vec()),
            Err(Fault::Length { found: bytes - 1, expected: bytes })
        );
        for (at, byte) in [(0, 1), (1, 1), (7, 1), (14, 1)] {
            let mut file = file.clone();
            file[begin + at] = byte;
            assert_eq!(read(file), Err(Fault::BlockHeader(0)), "byte {at}");
        }
        for at in [2, BLOCK_HEADER_BYTES] {
            let mut file = file.clone();
            file[begin + at] = 0xff;
            assert!(matches!(read(file), Err(Fault::Stream { number: 0, .. })), "byte {at}");
        }
    }

    /// The format has no checksum, so some damage gives other values; but never a panic, and an
    /// error for each block that is cut short.
    #[test]
    fn damage_is_survived() {
        let right = bytes();
        let file = written::file(&right);
        let mut random = Random::new(2);
        let (mut refused, mut unnoticed) = (0, 0);
        for _ in 0..300 {
            let mut damaged = file.clone();
            let at = HEADER_BYTES + random.below(file.len() - HEADER_BYTES);
            damaged[at] ^= 1 << random.below(8);
            match read(damaged) {
                Ok(values) if values == right => {}
                Ok(_) => unnoticed += 1,
                Err(_) => refused += 1,
            }
        }
        assert!(refused > 20 * unnoticed, "{refused} refused, {unnoticed} not noticed");
    }
}

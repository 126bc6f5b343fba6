//! The bytes of a network file.
//!
//! All numbers are little-endian; F is the number of inputs of one perspective, N of its hidden
//! neurons, H of output heads, S of sums per head, and D the length of the description.
//!
//! | offset | bytes | meaning |
//! |---|---|---|
//! | 0 | 4 | "VNUE" |
//! | 4 | 4 | version of the format: 1 with mirrored inputs, F = 768, H = 8, S = 1; 4 with inputs by king squares, F = 24,576, H = 288, S = 8 |
//! | 8 | 4 | N: hidden neurons of one perspective, a multiple of 64 up to 1024 |
//! | 12 | 4 | H: output heads |
//! | 16 | 4 | scale: centipawns that an output of 1.0 stands for, signed but positive |
//! | 20 | 4 | what 1.0 is in the input layer, 255 |
//! | 24 | 4 | what 1.0 is among the output weights, 64 |
//! | 28 | 4 | D, at most 4096 |
//! | 32 | D | description: one line of UTF-8 text |
//! | 32 + D | 2 F N | input weights, i16 `[feature F][neuron N]` |
//! | 32 + D + 2 F N | 2 N | input biases, i16 `[neuron N]` |
//! | 32 + D + (2 F + 2) N | 4 H S N | output weights, i16 `[head H][sum S][input 2 N]`, the side to move first |
//! | 32 + D + (2 F + 2 + 4 H S) N | 4 H S | output biases, i32 `[head H][sum S]` |
//! | 32 + D + (2 F + 2 + 4 H S) N + 4 H S | 2 H (S - 1) | weights of the second layers, i16 `[head H][neuron S - 1]` |
//! | 32 + D + (2 F + 2 + 4 H S) N + 6 H S - 2 H | 8 | checksum of everything before: FNV-1a with 64 bits |

use crate::bounds::check_width;
use crate::error::NetworkError;
use crate::features::FeatureSet;
use crate::parameters::Parameters;
use crate::quantization::{DESCRIPTION_MAX, INPUT_SCALE, OUTPUT_SCALE};

const MAGIC: &[u8; 4] = b"VNUE";
const HEADER_BYTES: usize = 32;
const CHECKSUM_BYTES: usize = 8;

/// True when the bytes begin with the format's magic number.
pub(crate) fn begins(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// Writes parameters that have been checked.
pub(crate) fn encode(parameters: &Parameters) -> Vec<u8> {
    let header = [
        version_of(parameters.feature_set),
        parameters.hidden as u32,
        parameters.feature_set.heads() as u32,
        parameters.scale as u32,
        INPUT_SCALE as u32,
        OUTPUT_SCALE as u32,
        parameters.description.len() as u32,
    ];
    let mut bytes = Vec::with_capacity(file_bytes(
        parameters.feature_set,
        parameters.hidden,
        parameters.description.len(),
    ));
    bytes.extend_from_slice(MAGIC);
    bytes.extend(header.into_iter().flat_map(u32::to_le_bytes));
    bytes.extend_from_slice(parameters.description.as_bytes());
    for numbers in [&parameters.input_weights, &parameters.input_biases, &parameters.output_weights] {
        bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
    }
    bytes.extend(parameters.output_biases.iter().flat_map(|bias| bias.to_le_bytes()));
    bytes.extend(parameters.second_weights.iter().flat_map(|weight| weight.to_le_bytes()));
    let checksum = checksum(&bytes);
    bytes.extend_from_slice(&checksum.to_le_bytes());
    bytes
}

/// Reads parameters; only their counts are checked.
pub(crate) fn decode(bytes: &[u8]) -> Result<Parameters, NetworkError> {
    let begin = &bytes[..bytes.len().min(MAGIC.len())];
    if !MAGIC.starts_with(begin) {
        return Err(NetworkError::Magic { found: begin.to_vec() });
    }
    let Some(header) = bytes.get(MAGIC.len()..HEADER_BYTES) else {
        return Err(NetworkError::Length { expected: HEADER_BYTES, actual: bytes.len() });
    };
    let header: [u32; 7] = std::array::from_fn(|i| {
        u32::from_le_bytes(header[4 * i..][..4].try_into().expect("four bytes were taken"))
    });
    let [version, hidden, heads, scale, input, output, description] = header;
    let feature_set = FeatureSet::ALL
        .into_iter()
        .find(|&feature_set| version_of(feature_set) == version)
        .ok_or(NetworkError::Version { found: version })?;
    let (hidden, description) = (hidden as usize, description as usize);
    check_width(hidden)?;
    if heads as usize != feature_set.heads() {
        return Err(NetworkError::Heads { expected: feature_set.heads(), found: heads });
    }
    if (input, output) != (INPUT_SCALE as u32, OUTPUT_SCALE as u32) {
        return Err(NetworkError::Quantization { input, output });
    }
    if description > DESCRIPTION_MAX {
        return Err(NetworkError::DescriptionLength(description));
    }
    let expected = file_bytes(feature_set, hidden, description);
    if bytes.len() != expected {
        return Err(NetworkError::Length { expected, actual: bytes.len() });
    }
    let (contents, stored) = bytes.split_at(expected - CHECKSUM_BYTES);
    let stored = u64::from_le_bytes(stored.try_into().expect("the rest is the checksum"));
    let computed = checksum(contents);
    if stored != computed {
        return Err(NetworkError::Checksum { stored, computed });
    }
    let mut reader = Reader(&contents[HEADER_BYTES..]);
    let description = String::from_utf8(reader.take(description).to_vec());
    let sums = feature_set.heads() * feature_set.sums();
    Ok(Parameters {
        description: description.map_err(|_| NetworkError::DescriptionText)?,
        feature_set,
        hidden,
        scale: scale as i32,
        input_weights: reader.numbers(feature_set.features() * hidden, i16::from_le_bytes),
        input_biases: reader.numbers(hidden, i16::from_le_bytes),
        output_weights: reader.numbers(sums * 2 * hidden, i16::from_le_bytes),
        output_biases: reader.numbers(sums, i32::from_le_bytes),
        second_weights: reader.numbers(feature_set.heads() * feature_set.second_layer(), i16::from_le_bytes),
    })
}

/// The format version for these inputs.
fn version_of(feature_set: FeatureSet) -> u32 {
    match feature_set {
        FeatureSet::Mirrored => 1,
        FeatureSet::KingSquares => 4,
    }
}

/// Size of a network file in bytes.
fn file_bytes(feature_set: FeatureSet, hidden: usize, description: usize) -> usize {
    let heads = feature_set.heads();
    let sums = heads * feature_set.sums();
    let short =
        feature_set.features() * hidden + hidden + sums * 2 * hidden + heads * feature_set.second_layer();
    HEADER_BYTES + description + short * size_of::<i16>() + sums * size_of::<i32>() + CHECKSUM_BYTES
}

/// Takes values from the front of bytes whose number has been checked.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, bytes: usize) -> &'a [u8] {
        let (taken, rest) = self.0.split_at(bytes);
        self.0 = rest;
        taken
    }

    fn numbers<const BYTES: usize, T>(&mut self, count: usize, read: impl Fn([u8; BYTES]) -> T) -> Vec<T> {
        let (numbers, _) = self.take(count * BYTES).as_chunks();
        numbers.iter().map(|&bytes| read(bytes)).collect()
    }
}

/// FNV-1a with 64 bits (G. Fowler, L. C. Noll, K.-P. Vo): any single changed byte changes it.
fn checksum(bytes: &[u8]) -> u64 {
    const OFFSET: u64 = 0xCBF2_9CE4_8422_2325;
    const PRIME: u64 = 0x0000_0100_0000_01B3;
    bytes.iter().fold(OFFSET, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(PRIME))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_fnv_1a() {
        // Test vectors by the authors of the hash.
        assert_eq!(checksum(b""), 0xCBF2_9CE4_8422_2325);
        assert_eq!(checksum(b"a"), 0xAF63_DC4C_8601_EC8C);
        assert_eq!(checksum(b"foobar"), 0x8594_4171_F739_67E8);
    }

    #[test]
    fn the_table_of_bytes_is_true() {
        let mut parameters = Parameters::random(FeatureSet::Mirrored, 1, 64);
        parameters.description = "abc".to_string();
        parameters.input_weights[65] = 0x1234;
        parameters.input_biases[2] = -2;
        parameters.output_weights[3] = 0x56;
        parameters.output_biases[7] = -3;
        let bytes = encode(&parameters);
        let (n, d) = (64, 3);
        assert_eq!(bytes.len(), 64 + d + 1570 * n + 8);
        assert_eq!(bytes[..8], *b"VNUE\x01\0\0\0");
        assert_eq!(bytes[8..12], 64u32.to_le_bytes());
        assert_eq!(bytes[12..16], 8u32.to_le_bytes());
        assert_eq!(bytes[16..20], 400i32.to_le_bytes());
        assert_eq!(bytes[20..28], [255, 0, 0, 0, 64, 0, 0, 0]);
        assert_eq!(bytes[28..35], *b"\x03\0\0\0abc");
        assert_eq!(bytes[32 + d + 2 * 65..][..2], [0x34, 0x12]);
        assert_eq!(bytes[32 + d + 1536 * n + 2 * 2..][..2], (-2i16).to_le_bytes());
        assert_eq!(bytes[32 + d + 1538 * n + 2 * 3..][..2], [0x56, 0]);
        assert_eq!(bytes[32 + d + 1570 * n + 4 * 7..][..4], (-3i32).to_le_bytes());
        assert_eq!(bytes[64 + d + 1570 * n..], checksum(&bytes[..64 + d + 1570 * n]).to_le_bytes());
    }
}

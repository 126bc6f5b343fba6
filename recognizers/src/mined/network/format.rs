//! The bytes of a network.
//!
//! | offset | size | meaning                                                                                                   |
//! |--------|------|-----------------------------------------------------------------------------------------------------------|
//! | 0      | 8    | magic `VanNetw1`                                                                                          |
//! | 8      | 8    | fingerprint of the features, little-endian like all numbers                                               |
//! | 16     | 4    | FNV-1a of all other bytes                                                                                 |
//! | 20     | 1    | men whose squares are inputs                                                                              |
//! | 21     | 1    | features                                                                                                  |
//! | 22     | 2    | numbers in the hidden layer                                                                               |
//! | 24     | 4    | exceptions                                                                                                |
//! | 28     | 4    | how the filter of exceptions scatters keys (seed)                                                         |
//! | 32     | 4    | segments of the filter besides the two at the end                                                         |
//! | 36     | 1    | logarithm of the slots of a segment                                                                       |
//! | 37     | 1    | bits of a slot, 1 to 8                                                                                    |
//! | 38     | 48   | by side to move and class: margin from which on it is announced, margin from which on there are no exceptions |
//! | 86     |      | by feature the number of values told apart, a byte each                                                   |
//! |        |      | biases: hidden (2 bytes each), second layer and outputs (4 bytes each), each with the strong side to move first |
//! |        |      | slots of the filter, the first one in the lowest bits                                                     |
//! |        |      | the arithmetic code of the weights                                                                        |
//!
//! Weights are coded in the order rows, second layer, outputs. Before each row is coded whether it is all zeros: then nothing follows. Rows of men,
//! rows of features, second layer and outputs have probabilities of their own.

use super::inputs::Inputs;
use super::layers::{CLASSES, HIDDEN_SIZES, Layers, SECOND, Weights};
use super::table::{ANNOUNCED, Limits, Network};
use crate::mined::coder::{BitCoder, Chance, Decoder, Encoder};
use crate::mined::filter::{Filter, Shape};
use crate::mined::format::{FormatError, checksum};

const MAGIC: &[u8; 8] = b"VanNetw1";
const CHECKSUM: std::ops::Range<usize> = 16..20;
const LIMITS: usize = 38;
const HEADER: usize = LIMITS + 2 * ANNOUNCED.len() * 8;

impl Network {
    /// The bytes of a network that is asked about an ending whose features have this fingerprint. `exceptions` are the keys about which it is silent
    /// where it is not sure; of other keys there it is silent about one in 2 to the power of `bits`.
    ///
    /// # Panics
    /// When a key comes twice, or `bits` is not 1 to [`MAX_BITS`](crate::mined::MAX_BITS).
    pub fn encode(
        layers: &Layers,
        limits: &[[Limits; ANNOUNCED.len()]; 2],
        exceptions: &[u32],
        bits: u32,
        fingerprint: u64,
    ) -> Vec<u8> {
        let filter = Filter::new(exceptions, bits);
        let (inputs, weights, shape) = (layers.inputs(), layers.weights(), filter.shape());
        let mut bytes = MAGIC.to_vec();
        bytes.extend(fingerprint.to_le_bytes());
        bytes.extend([0; CHECKSUM.end - CHECKSUM.start]);
        bytes.extend([inputs.men as u8, inputs.values.len() as u8]);
        bytes.extend((layers.hidden() as u16).to_le_bytes());
        for number in [shape.count, shape.seed, shape.segments] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend([shape.segment_bits as u8, shape.bits as u8]);
        for limits in limits.as_flattened() {
            bytes.extend(limits.speaks.to_le_bytes());
            bytes.extend(limits.is_sure.to_le_bytes());
        }
        bytes.extend(&inputs.values);
        bytes.extend(weights.hidden_bias.iter().flat_map(|bias| bias.to_le_bytes()));
        let biases = weights.second_bias.iter().chain(&weights.output_bias);
        bytes.extend(biases.flat_map(|bias| bias.to_le_bytes()));
        bytes.extend(filter.to_bytes());
        bytes.extend(encode_weights(layers));
        let checksum = checksum(&bytes, CHECKSUM);
        bytes[CHECKSUM].copy_from_slice(&checksum.to_le_bytes());
        bytes
    }

    /// The size of what [`Network::encode`] makes without exceptions.
    pub fn bare_size(layers: &Layers) -> usize {
        let biases = 2 * (2 * layers.hidden() + 4 * SECOND + 4 * CLASSES);
        HEADER + layers.inputs().values.len() + biases + encode_weights(layers).len()
    }

    /// What so many exceptions add to [`Network::bare_size`].
    ///
    /// # Panics
    /// When `bits` is not 1 to [`MAX_BITS`](crate::mined::MAX_BITS).
    pub fn exceptions_size(exceptions: usize, bits: u32) -> usize {
        Shape::new(exceptions, bits).bytes()
    }

    /// The network of some bytes.
    ///
    /// # Errors
    /// [`FormatError`].
    pub fn decode(bytes: &[u8], fingerprint: u64) -> Result<Self, FormatError> {
        if !bytes.starts_with(MAGIC) || bytes.len() < HEADER {
            return Err(FormatError::NotATable);
        }
        if bytes[8..16] != fingerprint.to_le_bytes() {
            return Err(FormatError::OtherFeatures);
        }
        let mut reader = Reader { rest: &bytes[CHECKSUM.start..] };
        #[expect(
            unexpected_cfgs,
            reason = "set by cargo-fuzz: what comes after the checksum is to be tried, too"
        )]
        let is_whole = cfg!(fuzzing);
        if reader.number().is_none_or(|found| found != checksum(bytes, CHECKSUM)) && !is_whole {
            return Err(FormatError::Damaged);
        }
        reader.network().ok_or(FormatError::Damaged)
    }
}

/// Takes bytes from the front; `None` when they are at an end, or are no network.
struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    fn bytes(&mut self, count: usize) -> Option<&'a [u8]> {
        let (front, rest) = self.rest.split_at_checked(count)?;
        self.rest = rest;
        Some(front)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.bytes(N)?.try_into().ok()
    }

    fn number(&mut self) -> Option<u32> {
        Some(u32::from_le_bytes(self.array()?))
    }

    fn signed(&mut self, count: usize) -> Option<Vec<i32>> {
        let bytes = self.bytes(4 * count)?.chunks_exact(4);
        bytes.map(|number| Some(i32::from_le_bytes(number.try_into().ok()?))).collect()
    }

    fn network(&mut self) -> Option<Network> {
        let [men, features] = self.array()?;
        let hidden = usize::from(u16::from_le_bytes(self.array()?));
        if !HIDDEN_SIZES.contains(&hidden) {
            return None;
        }
        let (count, seed, segments) = (self.number()?, self.number()?, self.number()?);
        let [segment_bits, bits] = self.array()?;
        let shape =
            Shape { count, seed, segments, segment_bits: u32::from(segment_bits), bits: u32::from(bits) };
        if !shape.is_sound() {
            return None;
        }
        let numbers = self.signed(2 * 2 * ANNOUNCED.len())?;
        let mut limits = [[Limits::SILENT; ANNOUNCED.len()]; 2];
        for (limits, pair) in limits.as_flattened_mut().iter_mut().zip(numbers.chunks_exact(2)) {
            *limits = Limits { speaks: pair[0], is_sure: pair[1] };
        }
        let inputs = Inputs::new(usize::from(men), self.bytes(usize::from(features))?)?;
        let hidden_bias = self.bytes(2 * 2 * hidden)?.chunks_exact(2);
        let hidden_bias = hidden_bias.map(|bias| Some(i16::from_le_bytes(bias.try_into().ok()?)));
        let mut weights = Weights { hidden_bias: hidden_bias.collect::<Option<_>>()?, ..Weights::default() };
        weights.second_bias = self.signed(2 * SECOND)?;
        weights.output_bias = self.signed(2 * CLASSES)?;
        let exceptions = Filter::of_bytes(shape, self.bytes(shape.bytes())?)?;
        weights.rows = vec![0; 2 * inputs.rows() * hidden];
        weights.second = vec![0; 2 * SECOND * hidden];
        weights.outputs = vec![0; 2 * CLASSES * SECOND];
        code_weights(&mut Decoder::new(self.rest), &inputs, hidden, &mut weights);
        Some(Network { layers: Layers::new(inputs, hidden, weights)?, limits, exceptions })
    }
}

fn encode_weights(layers: &Layers) -> Vec<u8> {
    let mut encoder = Encoder::new();
    code_weights(&mut encoder, layers.inputs(), layers.hidden(), &mut layers.weights().clone());
    encoder.finish()
}

const WEIGHT_BITS: u32 = 8;

/// The probabilities of a kind of weights.
type Chances = [Chance; 1 << WEIGHT_BITS];

const UNKNOWN: Chances = [Chance::EVEN; 1 << WEIGHT_BITS];

/// Codes the weights, which a decoder fills in.
fn code_weights(coder: &mut impl BitCoder, inputs: &Inputs, hidden: usize, weights: &mut Weights) {
    let (mut of_men, mut of_features, mut is_empty) = (UNKNOWN, UNKNOWN, [Chance::EVEN; 2]);
    for (row, weights) in weights.rows.chunks_exact_mut(hidden).enumerate() {
        let is_man = row % inputs.rows() < inputs.men * 64;
        let is_zero = weights.iter().all(|&weight| weight == 0);
        if !coder.bit(&mut is_empty[usize::from(is_man)], is_zero) {
            code_each(coder, if is_man { &mut of_men } else { &mut of_features }, weights);
        }
    }
    code_each(coder, &mut UNKNOWN.clone(), &mut weights.second);
    code_each(coder, &mut UNKNOWN.clone(), &mut weights.outputs);
}

fn code_each(coder: &mut impl BitCoder, chances: &mut Chances, weights: &mut [i8]) {
    for weight in weights {
        // Shifted so that 0 is in the middle.
        let coded = coder.number(chances, WEIGHT_BITS, u32::from(*weight as u8 ^ 0x80));
        *weight = (coded as u8 ^ 0x80) as i8;
    }
}

#[cfg(test)]
mod tests {
    use super::super::layers::tests::{MEN, random};
    use super::*;
    use crate::mined::{MAX_FEATURES, Position};

    fn limits() -> [[Limits; 3]; 2] {
        let limits = |class: usize, side: usize| Limits {
            speaks: 100 * class as i32,
            is_sure: 5_000 + 1_000 * side as i32,
        };
        [0, 1].map(|side| [0, 1, 2].map(|class| limits(class, side)))
    }

    fn small() -> Vec<u8> {
        Network::encode(&random(8), &limits(), &[5, 9, 77, 805_306_367], 4, 42)
    }

    #[test]
    fn decoding_undoes_encoding() {
        for hidden in [8, 64] {
            let layers = random(hidden);
            let exceptions: Vec<u32> = (0..1_000).map(|i| 7 * i).collect();
            let bytes = Network::encode(&layers, &limits(), &exceptions, 6, 42);
            assert_eq!(
                bytes.len(),
                Network::bare_size(&layers) + Network::exceptions_size(exceptions.len(), 6)
            );
            let again = Network::decode(&bytes, 42).unwrap();
            assert!(again.layers == layers && again.limits == limits());
            assert!(exceptions.iter().all(|&key| again.exceptions.contains(key)));
        }
    }

    #[test]
    fn it_speaks_from_the_threshold_on_and_not_about_exceptions() {
        let network = Network::decode(&small(), 42).unwrap();
        // Few keys pass for exceptions.
        let usual = (78..1_000).find(|&key| !network.exceptions.contains(key)).unwrap();
        let mut said = [0; 2];
        for key in (0..Position::keys(&MEN)).step_by(31) {
            let position = Position::of_key(key, &MEN);
            let values = [0; MAX_FEATURES + 1];
            let opinion = network.layers().opinion(&position, &values);
            let found = network.outcome(&position, &values, || 77);
            let other = network.outcome(&position, &values, || usual);
            let side = usize::from(position.to_move == crate::rule::Side::Weak);
            let Some(limits) = network.limits[side].get(opinion.class) else {
                assert_eq!(found, None);
                continue;
            };
            assert_eq!(found.is_some(), opinion.margin >= limits.is_sure);
            assert_eq!(other.is_some(), opinion.margin >= limits.speaks);
            said[0] += u32::from(found.is_some());
            said[1] += u32::from(other.is_some());
        }
        assert!(0 < said[0] && said[0] < said[1], "{said:?}");
    }

    #[test]
    fn a_network_of_other_features_or_with_a_changed_byte_is_refused() {
        let bytes = small();
        assert_eq!(Network::decode(&bytes, 43).err(), Some(FormatError::OtherFeatures));
        assert_eq!(Network::decode(&bytes[..40], 42).err(), Some(FormatError::NotATable));
        assert_eq!(Network::decode(&[7; 400], 42).err(), Some(FormatError::NotATable));
        for at in 16..bytes.len() {
            let mut spoiled = bytes.clone();
            spoiled[at] ^= 0x55;
            assert_eq!(Network::decode(&spoiled, 42).err(), Some(FormatError::Damaged), "byte {at}");
        }
        for length in HEADER..bytes.len() {
            assert_eq!(Network::decode(&bytes[..length], 42).err(), Some(FormatError::Damaged));
        }
    }

    #[test]
    fn bytes_that_cannot_be_are_refused_though_the_checksum_is_right() {
        // Men, features, size of the hidden layer, segments and bits of the filter, the end of a bias.
        for (at, byte) in [(20, 9), (21, 64), (22, 7), (23, 4), (35, 1), (37, 9), (90, 0x7f)] {
            let mut bytes = small();
            bytes[at] = byte;
            let checksum = checksum(&bytes, CHECKSUM);
            bytes[CHECKSUM].copy_from_slice(&checksum.to_le_bytes());
            assert_eq!(Network::decode(&bytes, 42).err(), Some(FormatError::Damaged), "byte {at}");
        }
    }
}

//! What can be wrong with a network.

use crate::quantization::{
    DESCRIPTION_MAX, HIDDEN_MAX, HIDDEN_STEP, INPUT_SCALE, OUTPUT_SCALE, OUTPUT_WEIGHT_MAX,
};

/// Why some bytes or numbers are not a network that can be evaluated without overflow.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NetworkError {
    /// The file does not begin with the four letters of the format.
    #[error("not a network file: it begins with {found:02x?} instead of \"VNUE\"")]
    Magic {
        /// The first bytes, at most four.
        found: Vec<u8>,
    },
    /// The file has an unsupported format version.
    #[error("network format {found} is not supported, only formats 1 and 4; export the network again")]
    Version {
        /// The version in the file.
        found: u32,
    },
    /// The file is too short or too long.
    #[error("the network file has {actual} bytes instead of {expected}; it was truncated or damaged")]
    Length {
        /// The length according to the header, in bytes.
        expected: usize,
        /// The actual length, in bytes.
        actual: usize,
    },
    /// The checksum does not match.
    #[error("the network file is damaged: its checksum says {stored:016x}, its contents {computed:016x}")]
    Checksum {
        /// The checksum at the end of the file.
        stored: u64,
        /// The checksum of the contents.
        computed: u64,
    },
    /// A number of hidden neurons that the vector code cannot divide into tiles.
    #[error("{0} hidden neurons; a multiple of {HIDDEN_STEP} up to {HIDDEN_MAX} is needed")]
    Hidden(usize),
    /// A wrong number of output heads.
    #[error("{found} output heads instead of {expected}")]
    Heads {
        /// The heads that networks with these inputs have.
        expected: usize,
        /// The number of heads found.
        found: u32,
    },
    /// Unsupported quantization factors.
    #[error(
        "weights quantized by {input} and {output} instead of {INPUT_SCALE} and {OUTPUT_SCALE}; export the network again"
    )]
    Quantization {
        /// The value of 1.0 in the input layer.
        input: u32,
        /// The value of 1.0 among the output weights.
        output: u32,
    },
    /// A scale that is not positive.
    #[error("a scale of {0} centipawns; it must be positive")]
    Scale(i32),
    /// The description is too long.
    #[error("a description of {0} bytes, at most {max} are possible", max = DESCRIPTION_MAX)]
    DescriptionLength(usize),
    /// The description is not one line of text.
    #[error("the description is not one line of UTF-8 text")]
    DescriptionText,
    /// Too few or too many weights.
    #[error("{actual} {what} instead of {expected}")]
    Count {
        /// Which weights.
        what: &'static str,
        /// The number expected for these neurons.
        expected: usize,
        /// The number found.
        actual: usize,
    },
    /// An output weight whose product with a clipped neuron does not fit 16 bits.
    #[error(
        "output weight {weight} of head {head}, input {input}, is not within {OUTPUT_WEIGHT_MAX} of zero"
    )]
    OutputWeight {
        /// The head, from 0.
        head: usize,
        /// The input of the output layer, from 0; the side to move comes first.
        input: usize,
        /// The weight.
        weight: i16,
    },
    /// A hidden neuron that some position could overflow.
    #[error(
        "hidden neuron {neuron} could reach {lowest} to {highest}, which overflows 16 bits; clip the input weights"
    )]
    HiddenOverflow {
        /// The neuron, from 0.
        neuron: usize,
        /// No position brings it below this.
        lowest: i64,
        /// No position brings it above this.
        highest: i64,
    },
    /// A head that some hidden values could overflow.
    #[error(
        "the sum of head {head} could reach {lowest} to {highest}, which overflows 32 bits; clip the output weights"
    )]
    OutputOverflow {
        /// The head, from 0.
        head: usize,
        /// The least sum of squares times weights.
        lowest: i64,
        /// The greatest sum of squares times weights.
        highest: i64,
    },
    /// A head whose bias and scale could overflow the evaluation.
    #[error("the evaluation of head {head} could reach {centipawns} centipawns, which overflows 32 bits")]
    EvaluationOverflow {
        /// The head, from 0.
        head: usize,
        /// The evaluation farthest from zero.
        centipawns: i64,
    },
}

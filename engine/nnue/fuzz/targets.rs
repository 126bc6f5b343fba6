//! Invariants of the network reader: a damaged file is rejected, and an accepted one evaluates the
//! same on every vector unit.

use std::sync::Arc;

use board::Board;
use nnue::{Changes, Evaluator, Line, Network, Simd};

/// Bytes of the header; the last four, from offset 28, are the length of the description.
const HEADER_BYTES: usize = 32;
/// Bytes of the checksum that ends a file.
const CHECKSUM_BYTES: usize = 8;
/// Neurons of the networks built from an input.
const NEURONS: usize = 64;
/// Inputs of one perspective in format 1.
const FEATURES: usize = 768;
/// Output heads.
const HEADS: usize = 8;

/// A position without a line of play.
struct Single(Board);

impl Line for Single {
    fn ply(&self) -> usize {
        0
    }

    fn board(&self) -> &Board {
        &self.0
    }

    fn key(&self, _ply: usize) -> u64 {
        self.0.hash()
    }

    fn changes(&self, _ply: usize) -> &Changes {
        &Changes::NONE
    }
}

/// A file as it is, then one of the right length and checksum with the same beginning.
pub(crate) fn network(bytes: &[u8]) {
    evaluate(bytes);
    evaluate(&completed(bytes));
}

/// A network that can be read can be evaluated, and is written back unchanged.
fn evaluate(bytes: &[u8]) {
    let Ok(network) = Network::from_bytes(bytes) else { return };
    assert_eq!(network.to_bytes(), bytes);
    let network = Arc::new(network);
    for fen in ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "8/8/4k3/8/8/4K3/4P3/8 b - - 0 1"]
    {
        let position = Single(board::fen::parse(fen).expect("a position"));
        let plain = network.evaluate_plain(&position.0);
        let mut evaluator = Evaluator::new(Arc::clone(&network), Simd::detect());
        assert_eq!(evaluator.evaluate(&position), plain, "{fen}");
    }
}

/// The beginning of a file of format 1, then zeros and a valid checksum, so that the code behind
/// the checks is reached.
fn completed(front: &[u8]) -> Vec<u8> {
    let description = front.get(28..HEADER_BYTES).map_or(0, |length| usize::from(length[0]));
    let numbers = FEATURES * NEURONS + NEURONS + HEADS * 2 * NEURONS;
    let length = HEADER_BYTES + description + 2 * numbers + 4 * HEADS;
    let mut bytes = front[..front.len().min(length)].to_vec();
    bytes.resize(length, 0);
    let hash = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
    let checksum = bytes.iter().fold(0xCBF2_9CE4_8422_2325, hash);
    bytes.extend_from_slice(&checksum.to_le_bytes());
    debug_assert_eq!(bytes.len(), length + CHECKSUM_BYTES);
    bytes
}

//! The plain evaluation has the symmetries of the network's definition and matches computation by
//! hand.

use board::{Board, Color, Piece, fen};
use nnue::{FeatureSet, Men, Network, Parameters};

const POSITIONS: [&str; 5] = [
    fen::STARTPOS,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2k5/8/8/1r6/8/2PK4/7R b - - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 b - - 0 10",
    "7k/8/8/8/8/8/8/K7 w - - 0 1",
];

/// The position mirrored or seen by the other side; castling rights and counters are dropped.
fn seen(text: &str, mirrored: bool, exchanged: bool) -> Board {
    let (men, rest) = text.split_once(' ').unwrap();
    let mut ranks: Vec<String> = men.split('/').map(str::to_string).collect();
    let mut white_to_move = rest.starts_with('w');
    if mirrored {
        ranks = ranks.iter().map(|rank| rank.chars().rev().collect()).collect();
    }
    if exchanged {
        let exchange =
            |c: char| if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
        ranks = ranks.iter().rev().map(|rank| rank.chars().map(exchange).collect()).collect();
        white_to_move = !white_to_move;
    }
    fen::parse(&format!("{} {} - - 0 1", ranks.join("/"), if white_to_move { 'w' } else { 'b' })).unwrap()
}

#[test]
fn mirror_images_and_exchanged_colors_evaluate_alike() {
    for feature_set in FeatureSet::ALL {
        check_symmetries(&Network::new(&Parameters::random(feature_set, 3, 128)).unwrap());
    }
}

fn check_symmetries(network: &Network) {
    let mut values = Vec::new();
    for text in POSITIONS {
        let value = network.evaluate_plain(&fen::parse(text).unwrap());
        for (mirrored, exchanged) in [(false, true), (true, false), (true, true)] {
            assert_eq!(network.evaluate_plain(&seen(text, mirrored, exchanged)), value, "{text}");
        }
        values.push(value);
    }
    values.sort_unstable();
    values.dedup();
    assert_eq!(values.len(), POSITIONS.len(), "different positions evaluate differently: {values:?}");
}

#[test]
fn a_network_made_by_hand_counts_material() {
    // Neuron 0 is 1.0 - 0.1 for each of their knights; its square counts for the side to move and
    // against the other.
    let mut parameters = Parameters::random(FeatureSet::Mirrored, 1, 64);
    parameters.scale = 400;
    for numbers in
        [&mut parameters.input_weights, &mut parameters.input_biases, &mut parameters.output_weights]
    {
        numbers.fill(0);
    }
    parameters.output_biases.fill(0);
    parameters.input_biases[0] = 255;
    for square in 0..64 {
        parameters.input_weights[(Piece::Knight as usize * 128 + 64 + square) * 64] = -26;
    }
    for head in 0..FeatureSet::Mirrored.heads() {
        parameters.output_weights[head * 128] = 64;
        parameters.output_weights[head * 128 + 64] = -64;
    }
    parameters.output_biases[FeatureSet::Mirrored.head(Men::default())] = 163;
    let network = Network::new(&parameters).unwrap();
    let two_knights = fen::parse("4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1").unwrap();
    // Ours: 255. Theirs: 255 - 2 · 26 = 203. ((255² - 203²) · 64 / 255 + 163) · 400 / 16,320.
    assert_eq!(network.evaluate_plain(&two_knights), (((65_025 - 41_209) * 64) / 255 + 163) * 400 / 16_320);
    assert_eq!(network.hidden_plain(&two_knights, Color::White)[0], 255);
    assert_eq!(network.hidden_plain(&two_knights, Color::Black)[0], 203);
    let black_to_move = fen::parse("4k3/8/8/8/8/8/8/1N2K1N1 b - - 0 1").unwrap();
    assert_eq!(
        network.evaluate_plain(&black_to_move),
        ((-(65_025 - 41_209) * 64) / 255 + 163) * 400 / 16_320
    );
}

#[test]
fn a_second_layer_made_by_hand_adds_up() {
    // Neuron 0 is 1.0 for either side and all others are 0. In the ending's second layer one neuron
    // is 0.5, one is 2.0 clipped to 1.0, one is -0.5 clipped to 0, and the others are 0.
    let mut parameters = Parameters::random(FeatureSet::KingSquares, 1, 64);
    parameters.scale = 400;
    for numbers in [
        &mut parameters.input_weights,
        &mut parameters.input_biases,
        &mut parameters.output_weights,
        &mut parameters.second_weights,
    ] {
        numbers.fill(0);
    }
    parameters.output_biases.fill(0);
    parameters.input_biases[0] = 255;
    let position = fen::parse("4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1").unwrap();
    let head = FeatureSet::KingSquares.head_of(&position);
    let sums = FeatureSet::KingSquares.sums();
    let mut weigh = |sum: usize, own: i16, their: i16| {
        let row = (head * sums + sum) * 2 * 64;
        parameters.output_weights[row] = own;
        parameters.output_weights[row + 64] = their;
    };
    weigh(0, 16, 0);
    weigh(1, 0, 32);
    weigh(2, 64, 64);
    weigh(3, -32, 0);
    // Clipped neurons add nothing below zero and their whole weight above one.
    parameters.second_weights[head * (sums - 1)..][..4].copy_from_slice(&[4_096, 2_048, 4_096, 4_096]);
    // 0.25 + 0.5² + 0.5 times 400.
    assert_eq!(Network::new(&parameters).unwrap().evaluate_plain(&position), 400);
    parameters.second_weights[head * (sums - 1) + 1] = -2_048;
    assert_eq!(Network::new(&parameters).unwrap().evaluate_plain(&position), 0);
    // A bias moves a neuron before it is clipped: 0.5 becomes 0.75.
    parameters.output_biases[head * sums + 1] = 4_080;
    assert_eq!(Network::new(&parameters).unwrap().evaluate_plain(&position), 125);
    // Another ending has another head.
    let bishops = fen::parse("4k3/8/8/8/8/8/8/1B2K1B1 w - - 0 1").unwrap();
    assert_eq!(Network::new(&parameters).unwrap().evaluate_plain(&bishops), 0);
}

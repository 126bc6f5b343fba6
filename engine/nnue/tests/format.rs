//! Files are read back as written, and damaged ones are rejected with the right error.

use nnue::{DESCRIPTION_MAX, FeatureSet, Network, NetworkError, Parameters};
use proptest::prelude::*;

const HIDDEN: usize = 64;

fn bytes(seed: u64) -> Vec<u8> {
    Network::new(&Parameters::random(FeatureSet::Mirrored, seed, HIDDEN)).unwrap().to_bytes()
}

fn refused(change: impl FnOnce(&mut Parameters)) -> NetworkError {
    let mut parameters = Parameters::random(FeatureSet::Mirrored, 1, HIDDEN);
    change(&mut parameters);
    Network::new(&parameters).unwrap_err()
}

#[test]
fn headers_that_are_not_ours_are_refused_by_name() {
    let with = |offset: usize, value: u32| {
        let mut bytes = bytes(1);
        bytes[offset..offset + 4].copy_from_slice(&value.to_le_bytes());
        Network::from_bytes(&bytes).unwrap_err()
    };
    assert_eq!(with(0, 0), NetworkError::Magic { found: vec![0; 4] });
    for version in [2, 3, 5] {
        assert_eq!(with(4, version), NetworkError::Version { found: version });
    }
    // The other inputs have more heads.
    assert_eq!(with(4, 4), NetworkError::Heads { expected: 288, found: 8 });
    assert_eq!(with(8, 0), NetworkError::Hidden(0));
    assert_eq!(with(8, 96), NetworkError::Hidden(96));
    assert_eq!(with(8, 1088), NetworkError::Hidden(1088));
    assert_eq!(with(8, u32::MAX), NetworkError::Hidden(u32::MAX as usize));
    assert_eq!(with(12, 1), NetworkError::Heads { expected: 8, found: 1 });
    assert_eq!(with(20, 181), NetworkError::Quantization { input: 181, output: 64 });
    assert_eq!(with(24, 32), NetworkError::Quantization { input: 255, output: 32 });
    assert_eq!(with(28, u32::MAX), NetworkError::DescriptionLength(u32::MAX as usize));
    assert!(matches!(with(8, 128), NetworkError::Length { .. }));
    assert!(matches!(with(16, 401), NetworkError::Checksum { .. }));
}

#[test]
fn every_truncation_is_refused_with_the_length_that_was_expected() {
    let whole = bytes(1);
    for len in (0..2_000).chain((2_000..whole.len()).step_by(97)) {
        let error = Network::from_bytes(&whole[..len]).unwrap_err();
        let expected = if len < 32 { 32 } else { whole.len() };
        assert_eq!(error, NetworkError::Length { expected, actual: len });
    }
    let mut longer = whole.clone();
    longer.push(0);
    let error = Network::from_bytes(&longer).unwrap_err();
    assert_eq!(error, NetworkError::Length { expected: whole.len(), actual: whole.len() + 1 });
}

#[test]
fn numbers_that_are_not_a_network_are_refused() {
    assert_eq!(refused(|p| p.hidden = 65), NetworkError::Hidden(65));
    assert_eq!(refused(|p| p.scale = 0), NetworkError::Scale(0));
    assert_eq!(refused(|p| p.scale = -400), NetworkError::Scale(-400));
    assert_eq!(refused(|p| p.description = "two\nlines".to_string()), NetworkError::DescriptionText);
    let long = "x".repeat(DESCRIPTION_MAX + 1);
    assert_eq!(refused(|p| p.description = long), NetworkError::DescriptionLength(DESCRIPTION_MAX + 1));
    assert_eq!(
        refused(|p| p.input_biases.truncate(63)),
        NetworkError::Count { what: "input biases", expected: HIDDEN, actual: 63 }
    );
    assert_eq!(
        refused(|p| p.output_biases.push(0)),
        NetworkError::Count { what: "output biases", expected: 8, actual: 9 }
    );
    assert_eq!(
        refused(|p| p.second_weights.push(0)),
        NetworkError::Count { what: "second-layer weights", expected: 0, actual: 1 }
    );
}

#[test]
fn weights_that_could_overflow_are_refused_with_their_place() {
    assert_eq!(
        refused(|p| p.output_weights[2 * HIDDEN * 3 + 70] = -128),
        NetworkError::OutputWeight { head: 3, input: 70, weight: -128 }
    );
    let error = refused(|p| p.input_weights.iter_mut().skip(5).step_by(HIDDEN).for_each(|w| *w = 2_000));
    assert!(
        matches!(error, NetworkError::HiddenOverflow { neuron: 5, highest, .. } if highest >= 32 * 2_000)
    );
    let error = refused(|p| p.input_weights.iter_mut().skip(6).step_by(HIDDEN).for_each(|w| *w = -2_000));
    assert!(
        matches!(error, NetworkError::HiddenOverflow { neuron: 6, lowest, .. } if lowest <= -32 * 2_000 + 255)
    );
    let error = refused(|p| {
        p.scale = 16_321;
        p.output_biases[4] = i32::MAX;
    });
    let NetworkError::EvaluationOverflow { head: 4, centipawns } = error else { panic!("{error}") };
    assert!(centipawns > i64::from(i32::MAX));
}

#[test]
fn the_bound_of_a_neuron_is_exact_to_the_last_unit() {
    // 32 men of weight 1,000 each: at most 32,000, and the bias has 767 left.
    let with_bias = |bias| {
        let mut parameters = Parameters::random(FeatureSet::Mirrored, 1, HIDDEN);
        parameters.input_weights.iter_mut().step_by(HIDDEN).for_each(|w| *w = 1_000);
        parameters.input_biases[0] = bias;
        Network::new(&parameters)
    };
    assert!(with_bias(767).is_ok());
    let expected = NetworkError::HiddenOverflow { neuron: 0, lowest: 768 + 2_000, highest: 32_768 };
    assert_eq!(with_bias(768).unwrap_err(), expected);
}

#[test]
fn by_king_squares_only_weights_that_can_be_on_together_are_added_up() {
    // For each king square the neuron may reach 32,767, but not one more.
    let with_weight = |king: usize, weight: i16| {
        let mut parameters = Parameters::random(FeatureSet::KingSquares, 1, HIDDEN);
        parameters.input_weights.iter_mut().step_by(HIDDEN).for_each(|w| *w = 1_000);
        parameters.input_biases[0] = 767;
        for square in 0..64 {
            parameters.input_weights[(king * 768 + 5 * 128 + 64 + square) * HIDDEN] = weight;
        }
        Network::new(&parameters)
    };
    assert!(with_weight(31, 1_000).is_ok());
    let expected = NetworkError::HiddenOverflow { neuron: 0, lowest: 768 + 2_000, highest: 32_768 };
    assert_eq!(with_weight(31, 1_001).unwrap_err(), expected);
}

#[test]
fn the_bound_of_a_head_is_exact_to_the_last_weight() {
    // 255² · 33,025 is the last multiple within 32 bits; 512 inputs of 64 and one of 1 would be
    // 32,769 times 255².
    let hidden = 256;
    let with_last = |last| {
        let mut parameters = Parameters::random(FeatureSet::Mirrored, 1, hidden);
        let row = &mut parameters.output_weights[..2 * hidden];
        row.fill(64);
        row[..256].fill(65);
        row[511] = last;
        Network::new(&parameters)
    };
    let others = 256 * 65 + 255 * 64;
    assert!(others + 65 == 33_025, "{others}");
    assert!(with_last(65).is_ok());
    let highest = 65_025 * i64::from(others + 66);
    assert_eq!(with_last(66).unwrap_err(), NetworkError::OutputOverflow { head: 0, lowest: 0, highest });
}

#[test]
fn second_layers_count_in_the_bound_of_the_evaluation() {
    // At this scale an output of 8,192 is too much.
    let with_weights = |weight: i16| {
        let mut parameters = Parameters::random(FeatureSet::KingSquares, 1, HIDDEN);
        parameters.scale = 1 << 18;
        parameters.output_weights.fill(0);
        parameters.output_biases.fill(8_170 * 16_320);
        parameters.second_weights.fill(weight);
        Network::new(&parameters)
    };
    // Seven neurons of 3.0 are 21; of 3.25 they are 22.75.
    assert!(with_weights(3 * 4_096).is_ok());
    let NetworkError::EvaluationOverflow { head: 0, centipawns } = with_weights(13 * 1_024).unwrap_err()
    else {
        panic!("another error")
    };
    assert_eq!(centipawns, (8_170 * 4 + 7 * 13) << 16);
    // Lower bounds count as well.
    assert!(with_weights(-13 * 1_024).is_ok());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn networks_survive_the_round_trip(seed: u64, tiles in 1..4usize, description in "\\PC{0,40}", scale in 1..2_000) {
        let mut parameters = Parameters::random(FeatureSet::Mirrored, seed, 64 * tiles);
        parameters.description = description;
        parameters.scale = scale;
        let network = Network::new(&parameters).unwrap();
        prop_assert_eq!(network.parameters(), parameters);
        let read = Network::from_bytes(&network.to_bytes()).unwrap();
        prop_assert_eq!(read, network);
    }

    #[test]
    fn networks_by_king_squares_survive_it_too(seed: u64) {
        let parameters = Parameters::random(FeatureSet::KingSquares, seed, 64);
        let network = Network::new(&parameters).unwrap();
        prop_assert_eq!(network.parameters(), parameters);
        prop_assert_eq!(Network::from_bytes(&network.to_bytes()).unwrap(), network);
    }

    #[test]
    fn a_changed_byte_is_refused(seed: u64, at: prop::sample::Index, flip in 1..=255u8) {
        let mut bytes = bytes(seed);
        let at = at.index(bytes.len());
        bytes[at] ^= flip;
        prop_assert!(Network::from_bytes(&bytes).is_err(), "byte {}", at);
    }

    #[test]
    fn any_bytes_are_judged_without_a_panic(start in 0..40usize, noise in prop::collection::vec(any::<u8>(), 0..200)) {
        let mut bytes = bytes(1);
        bytes.truncate(start);
        bytes.extend(noise);
        prop_assert!(Network::from_bytes(&bytes).is_err());
    }

    #[test]
    fn any_numbers_are_judged_without_a_panic(weights in prop::collection::vec(any::<i16>(), 512), biases: [i32; 8], scale: i32) {
        let mut parameters = Parameters::random(FeatureSet::Mirrored, 1, HIDDEN);
        parameters.output_biases = biases.to_vec();
        parameters.scale = scale;
        // The sums of squares of these weights stay below 128 · 60 · 255, so below two million.
        let reach = |bias: i32| (i64::from(bias).abs() * i64::from(scale) / 16_320, (i64::from(bias).abs() + 2_000_000) * i64::from(scale) / 16_320);
        let made = Network::new(&parameters);
        if scale <= 0 {
            prop_assert_eq!(made.unwrap_err(), NetworkError::Scale(scale));
        } else if made.is_ok() {
            prop_assert!(biases.iter().all(|&b| reach(b).0 <= 1 << 31));
        } else {
            prop_assert!(biases.iter().any(|&b| reach(b).1 >= i64::from(i32::MAX)));
        }
        for (to, from) in parameters.input_weights.iter_mut().zip(weights.iter().cycle()) {
            *to = *from;
        }
        prop_assert!(Network::new(&parameters).is_err());
    }
}

//! Tests of the gradient against differences of a loss computed in double precision, and against
//! the plain loop.

use std::collections::BTreeSet;

use nnue::FeatureSet;

use crate::sample::{Label, Origin, Sample, SideResult};
use crate::train::features;
use crate::train::network::{Network, TILE, input_rows};
use crate::train::plain::PlainNetwork;
use crate::train::positions::positions;
use crate::train::target::TargetRule;
use crate::train::worker::Worker;

const HIDDEN: usize = 64;
const RULE: TargetRule = TargetRule { scale: 300.0, result_weight: 0.3 };

fn samples(count: usize) -> Vec<Sample> {
    let results = [None, Some(SideResult::Loss), Some(SideResult::Draw), Some(SideResult::Win)];
    positions(9, count)
        .iter()
        .enumerate()
        .map(|(number, board)| {
            let (score, result) = ((number * 37 % 900) as i16 - 450, results[number % 4]);
            Sample::new(board, Label { score, result, origin: Origin::Game, fifty_move_counter: 0 })
        })
        .collect()
}

/// Weights large enough that neurons are clipped at both ends.
fn network(feature_set: FeatureSet) -> Network {
    let mut network = Network::random(feature_set, HIDDEN, 4);
    for row in &mut network.rows {
        row.iter_mut().for_each(|weight| *weight *= 3.0);
    }
    network
}

/// The sum of the losses in double precision, by the definition.
fn loss(network: &Network, samples: &[Sample], power: f64) -> f64 {
    let mut sum = 0.0;
    for sample in samples {
        let mut pairs = Vec::new();
        let head = features::append(network.feature_set(), sample, &mut pairs);
        let sums = network.feature_set().sums();
        let mut values: Vec<f64> = (0..sums).map(|sum| f64::from(network.sum_bias(head, sum))).collect();
        for side in 0..2 {
            for neuron in 0..HIDDEN {
                let weight =
                    |pair: &[u16; 2]| f64::from(network.input_weight(usize::from(pair[side]), neuron));
                let value = f64::from(network.input_bias(neuron)) + pairs.iter().map(weight).sum::<f64>();
                for (sum, to) in values.iter_mut().enumerate() {
                    *to += value.clamp(0.0, 1.0).powi(2)
                        * f64::from(network.output_weight(head * sums + sum, side, neuron));
                }
            }
        }
        let mut output = values[0];
        for (neuron, value) in values[1..].iter().enumerate() {
            output += value.clamp(0.0, 1.0).powi(2) * f64::from(network.second_weight(head, neuron));
        }
        let expected = 1.0 / (1.0 + (-output).exp());
        sum += (expected - f64::from(RULE.target(sample))).abs().powf(power);
    }
    sum
}

fn gradient(network: &Network, samples: &[Sample], power: f32) -> (Network, f64) {
    let mut worker = Worker::new(network.feature_set(), HIDDEN, power);
    worker.learn(network, &RULE, samples.iter());
    let loss = worker.losses.mean().unwrap() * samples.len() as f64;
    (worker.gradient, loss)
}

/// Changes one weight after another, including every kind.
fn check_differences(feature_set: FeatureSet, power: f32) {
    // Small, so that hardly any neuron crosses the upper clipping bound, where the slope jumps.
    const STEP: f32 = 1.0 / 16_384.0;
    let samples = samples(24);
    let network = network(feature_set);
    let (gradient, sum) = gradient(&network, &samples, power);
    assert!((sum - loss(&network, &samples, f64::from(power))).abs() < 1e-4, "{sum}");
    let mut pairs = Vec::new();
    features::append(feature_set, &samples[3], &mut pairs);
    let active = pairs[..6].iter().flatten().map(|&input| usize::from(input));
    let heads: BTreeSet<usize> =
        samples.iter().map(|sample| features::append(feature_set, sample, &mut Vec::new())).collect();
    let (first_head, sums, second_layer) =
        (input_rows(feature_set), feature_set.sums(), feature_set.second_layer());
    let outputs =
        heads.iter().flat_map(|head| (0..2 * sums).map(move |row| first_head + 2 * sums * head + row));
    let rows = active.chain(feature_set.features() - 3..first_head).chain(outputs);
    let in_tiles = rows.flat_map(|row| (0..TILE).step_by(5).map(move |lane| (row, lane)));
    // After the tiles come the biases of the sums and, in rows of their own, the weights of the
    // second layers.
    let first_bias = HIDDEN / TILE * (first_head + 2 * sums * feature_set.heads());
    let first_second = first_bias + (sums * feature_set.heads()).div_ceil(TILE);
    let numbers = |first: usize, each: usize| {
        let of_heads = heads.iter().flat_map(move |head| head * each..(head + 1) * each);
        of_heads.map(move |number| (first + number / TILE, number % TILE))
    };
    let behind = numbers(first_bias, sums).chain(numbers(first_second, second_layer));
    let (mut checked, mut seen) = (0, 0);
    for (row, lane) in in_tiles.chain(behind) {
        let at = |change: f32| {
            let mut changed = network.clone();
            changed.rows[row][lane] += change;
            (loss(&changed, &samples, f64::from(power)), f64::from(changed.rows[row][lane]))
        };
        let ((above, up), (below, down)) = (at(STEP), at(-STEP));
        let difference = (above - below) / (up - down);
        let slope = f64::from(gradient.rows[row][lane]);
        assert!((slope - difference).abs() < 1e-4, "row {row}, lane {lane}: {slope} but {difference}");
        checked += 1;
        seen += usize::from(slope.abs() > 1e-3);
    }
    assert!(seen * 4 > checked, "only {seen} of {checked} slopes are worth checking");
}

#[test]
fn slopes_are_those_of_the_loss() {
    for feature_set in FeatureSet::ALL {
        check_differences(feature_set, 2.0);
    }
}

#[test]
fn slopes_are_those_of_the_loss_with_another_power() {
    check_differences(FeatureSet::Mirrored, 2.5);
}

#[test]
fn the_straight_loop_finds_the_same_gradient() {
    // More than a micro-batch, and not a whole number of them.
    let samples = samples(700);
    for feature_set in FeatureSet::ALL {
        compare_with_the_straight_loop(&network(feature_set), &samples);
    }
}

fn compare_with_the_straight_loop(network: &Network, samples: &[Sample]) {
    let zero = Network::zero(network.feature_set(), HIDDEN);
    let (tiled, sum) = gradient(network, samples, 2.0);
    let mut straight = PlainNetwork::new(&zero);
    let straight_sum =
        PlainNetwork::new(network).learn(samples.iter(), RULE.scale, RULE.result_weight, &mut straight);
    assert!((sum - straight_sum).abs() < 1e-3, "{sum} {straight_sum}");
    let distance = straight.distance(&PlainNetwork::new(&tiled));
    assert!(distance < 1e-3, "{distance}");
    let nothing = PlainNetwork::new(&zero);
    assert!(straight.distance(&nothing) > 1.0);
}

#[test]
fn every_head_has_samples_among_the_tests() {
    let (mut worker, network) =
        (Worker::new(FeatureSet::Mirrored, HIDDEN, 2.0), network(FeatureSet::Mirrored));
    worker.measure(&network, &RULE, samples(700).iter());
    let heads = worker.losses.by_head();
    assert_eq!(heads.len(), FeatureSet::Mirrored.heads());
    assert!(heads.iter().filter(|loss| loss.is_some()).count() >= 5, "{heads:?}");
}

//! The network in floating point, laid out for training.
//!
//! All weights are in one list of rows of [`TILE`] numbers, so that optimizer, gradients and
//! checkpoints are independent of their meaning. Hidden neurons are divided into tiles of [`TILE`];
//! the rows of a tile are contiguous:
//!
//! | rows of a tile | meaning                                                                                   |
//! |----------------|-------------------------------------------------------------------------------------------|
//! | F              | weights from an input to the tile's neurons, by input: F is 768, or 24,576 by king squares  |
//! | 1              | biases of the neurons                                                                     |
//! | H x S x 2      | weights from the neurons to a sum of an output head: those of the side to move, those of the other |
//!
//! H is 8, or 288 by king squares; S is 1, or 8 by king squares: the first sum of a head goes
//! straight to its output, the others are the neurons of its second layer. Rows after the last tile
//! hold the biases of the sums, by head, then, in rows of their own, the weights from the second
//! layers' neurons to the outputs, by head; each padded with zeros.

use board::random::Random;
use std::ops::{Deref, DerefMut};

use nnue::FeatureSet;

/// Hidden neurons in a row.
pub const TILE: usize = 32;

/// Weights of neighboring neurons. Rows are aligned to cache lines, so that no vector crosses two.
#[repr(align(128))]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row(pub [f32; TILE]);

impl Row {
    /// All zeros.
    pub const ZERO: Self = Self([0.0; TILE]);
}

impl Deref for Row {
    type Target = [f32; TILE];

    #[inline(always)]
    fn deref(&self) -> &[f32; TILE] {
        &self.0
    }
}

impl DerefMut for Row {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [f32; TILE] {
        &mut self.0
    }
}

/// The greatest magnitude of a weight: quantized by 64 it is 127, and quantized by 255, 32 men of
/// it fit 16 bits.
pub const WEIGHT_MAX: f32 = 1.98;

/// Initial weights of inputs are uniform within this magnitude: with 30 active inputs, or 6 in an
/// ending, a neuron's value has a spread of about 0.3.
const fn first_input_weight(feature_set: FeatureSet) -> f32 {
    match feature_set {
        FeatureSet::Mirrored => 0.1,
        FeatureSet::KingSquares => 0.22,
    }
}
/// Initial biases: most neurons start inside the range in which they learn.
const FIRST_BIAS: f32 = 0.2;
/// Initial biases of the second layers' neurons.
const FIRST_SECOND_BIAS: f32 = 0.3;
/// Their initial output weights are uniform within this magnitude.
const FIRST_SECOND_WEIGHT: f32 = 1.0;

/// Rows of a tile's input weights and biases.
pub(crate) const fn input_rows(feature_set: FeatureSet) -> usize {
    feature_set.features() + 1
}

/// Rows of a tile's output weights.
pub(crate) const fn output_rows(feature_set: FeatureSet) -> usize {
    2 * feature_set.heads() * feature_set.sums()
}

/// Rows of a network of this width.
fn rows(feature_set: FeatureSet, hidden: usize) -> usize {
    hidden / TILE * tile_rows(feature_set) + last_rows(feature_set)
}

/// Rows of a tile: its inputs, its biases and its outputs.
fn tile_rows(feature_set: FeatureSet) -> usize {
    input_rows(feature_set) + output_rows(feature_set)
}

/// Rows of the biases of the sums.
fn bias_rows(feature_set: FeatureSet) -> usize {
    (feature_set.heads() * feature_set.sums()).div_ceil(TILE)
}

/// Rows of the weights of the second layers' neurons.
fn second_rows(feature_set: FeatureSet) -> usize {
    (feature_set.heads() * feature_set.second_layer()).div_ceil(TILE)
}

/// Rows after those of the tiles.
fn last_rows(feature_set: FeatureSet) -> usize {
    bias_rows(feature_set) + second_rows(feature_set)
}

/// A network, or anything else with a number for each weight.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    feature_set: FeatureSet,
    /// In the order described at the top of this module.
    pub(crate) rows: Vec<Row>,
}

impl Network {
    /// All weights zero.
    ///
    /// # Panics
    /// When `hidden`, the neurons of one perspective, is not a positive multiple of [`TILE`].
    pub fn zero(feature_set: FeatureSet, hidden: usize) -> Self {
        assert!(
            hidden > 0 && hidden.is_multiple_of(TILE),
            "{hidden} hidden neurons are not a multiple of {TILE}"
        );
        Self { feature_set, rows: vec![Row::ZERO; rows(feature_set, hidden)] }
    }

    /// The number of weights of a network of this width.
    pub(crate) fn weights_of(feature_set: FeatureSet, hidden: usize) -> usize {
        rows(feature_set, hidden) * TILE
    }

    /// Random initial weights: equal seeds give equal weights.
    ///
    /// # Panics
    /// See [`Network::zero`].
    pub fn random(feature_set: FeatureSet, hidden: usize, seed: u64) -> Self {
        let mut network = Self::zero(feature_set, hidden);
        let mut random = Random::new(seed);
        let mut even = |most: f32| (random.unit() * 2.0 - 1.0) * most;
        // A head sums as many neurons as there are in both perspectives.
        let output = (1.0 / (2 * hidden) as f32).sqrt();
        for tile in 0..network.tiles() {
            let (inputs, outputs) = network.tile_mut(tile);
            let (bias, weights) = inputs.split_last_mut().expect("a tile has a row of biases");
            for row in weights {
                row.fill_with(|| even(first_input_weight(feature_set)));
            }
            bias.fill(FIRST_BIAS);
            for row in outputs {
                row.fill_with(|| even(output));
            }
        }
        for head in 0..feature_set.heads() {
            for neuron in 0..feature_set.second_layer() {
                *network.sum_bias_mut(head, 1 + neuron) = FIRST_SECOND_BIAS;
                *network.second_weight_mut(head, neuron) = even(FIRST_SECOND_WEIGHT);
            }
        }
        network
    }

    /// The inputs.
    pub fn feature_set(&self) -> FeatureSet {
        self.feature_set
    }

    /// Hidden neurons of one perspective.
    pub fn hidden(&self) -> usize {
        self.tiles() * TILE
    }

    pub(crate) fn tiles(&self) -> usize {
        (self.rows.len() - last_rows(self.feature_set)) / tile_rows(self.feature_set)
    }

    /// The rows of a tile: inputs with the biases last, and outputs.
    #[inline(always)]
    pub(crate) fn tile(&self, tile: usize) -> (&[Row], &[Row]) {
        let rows = tile_rows(self.feature_set);
        self.rows[tile * rows..][..rows].split_at(input_rows(self.feature_set))
    }

    /// As [`Self::tile`].
    #[inline(always)]
    pub(crate) fn tile_mut(&mut self, tile: usize) -> (&mut [Row], &mut [Row]) {
        let rows = tile_rows(self.feature_set);
        self.rows[tile * rows..][..rows].split_at_mut(input_rows(self.feature_set))
    }

    /// The first row after those of the tiles, and the first row of the second layers' weights.
    fn last(&self) -> (usize, usize) {
        let end = self.rows.len();
        (end - last_rows(self.feature_set), end - second_rows(self.feature_set))
    }

    /// The bias of a head's sum.
    #[inline(always)]
    pub(crate) fn sum_bias(&self, head: usize, sum: usize) -> f32 {
        let number = head * self.feature_set.sums() + sum;
        self.rows[self.last().0 + number / TILE][number % TILE]
    }

    /// As [`Self::sum_bias`].
    #[inline(always)]
    pub(crate) fn sum_bias_mut(&mut self, head: usize, sum: usize) -> &mut f32 {
        let number = head * self.feature_set.sums() + sum;
        let row = self.last().0 + number / TILE;
        &mut self.rows[row][number % TILE]
    }

    /// The weight from a neuron of a head's second layer to its output.
    #[inline(always)]
    pub(crate) fn second_weight(&self, head: usize, neuron: usize) -> f32 {
        let number = head * self.feature_set.second_layer() + neuron;
        self.rows[self.last().1 + number / TILE][number % TILE]
    }

    /// As [`Self::second_weight`].
    #[inline(always)]
    pub(crate) fn second_weight_mut(&mut self, head: usize, neuron: usize) -> &mut f32 {
        let number = head * self.feature_set.second_layer() + neuron;
        let row = self.last().1 + number / TILE;
        &mut self.rows[row][number % TILE]
    }

    /// All weights, in the order described at the top of this module.
    pub(crate) fn weights(&self) -> impl Iterator<Item = f32> + '_ {
        self.rows.iter().flat_map(|row| row.0)
    }

    /// The weight from an input to a neuron.
    pub(crate) fn input_weight(&self, feature: usize, neuron: usize) -> f32 {
        self.tile(neuron / TILE).0[feature][neuron % TILE]
    }

    /// As [`Self::input_weight`]; the feature after the last is the bias.
    pub(crate) fn input_weight_mut(&mut self, feature: usize, neuron: usize) -> &mut f32 {
        &mut self.tile_mut(neuron / TILE).0[feature][neuron % TILE]
    }

    /// As [`Self::output_weight`].
    pub(crate) fn output_weight_mut(&mut self, row: usize, side: usize, neuron: usize) -> &mut f32 {
        &mut self.tile_mut(neuron / TILE).1[2 * row + side][neuron % TILE]
    }

    /// The bias of a neuron.
    pub(crate) fn input_bias(&self, neuron: usize) -> f32 {
        self.tile(neuron / TILE).0[self.feature_set.features()][neuron % TILE]
    }

    /// The weight from a neuron of the side to move (`side` 0) or the other (1) to a sum of an
    /// output head: `row` is the head times the sums of a head, plus the sum.
    pub(crate) fn output_weight(&self, row: usize, side: usize, neuron: usize) -> f32 {
        self.tile(neuron / TILE).1[2 * row + side][neuron % TILE]
    }
}

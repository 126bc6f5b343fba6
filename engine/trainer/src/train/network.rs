//! The network in floating point, laid out for training.
//!
//! All weights lie in one list of rows of [`TILE`] numbers, so that the optimizer, the gradients and the checkpoints need not
//! know what a number means. Hidden neurons are cut into tiles of [`TILE`]; the rows of a tile lie together:
//!
//! | rows of a tile | meaning                                                                                   |
//! |----------------|-------------------------------------------------------------------------------------------|
//! | F              | weights from an input to the tile's neurons, by input: F is 768, or 24,576 by king squares  |
//! | 1              | biases of the neurons                                                                     |
//! | H x 2          | weights from the neurons to an output head: those of the side to move, those of the other |
//!
//! H is 8, or 288 by king squares. Rows after the last tile hold the output biases, by head, and zeros.

use board::random::Random;
use std::ops::{Deref, DerefMut};

use nnue::FeatureSet;

/// Hidden neurons in a row.
pub const TILE: usize = 32;

/// Weights of neighboring neurons. A row begins where a cache line does: otherwise half of the vectors would lie across two.
#[repr(align(128))]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row(pub [f32; TILE]);

impl Row {
    /// Nothing.
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

/// The greatest magnitude of a weight: the most that 127 quantized by 64 stands for, and 32 men of it fit 16 bits by 255.
pub const WEIGHT_MAX: f32 = 1.98;

/// First weights from an input lie evenly within this magnitude: with 30 inputs on, or 6 of an ending, a neuron's value has a spread of
/// about 0.3.
const fn first_input_weight(feature_set: FeatureSet) -> f32 {
    match feature_set {
        FeatureSet::Mirrored => 0.1,
        FeatureSet::KingSquares => 0.22,
    }
}
/// First biases: most neurons begin inside the range where they learn.
const FIRST_BIAS: f32 = 0.2;

/// Rows of a tile's input weights and biases.
pub(crate) const fn input_rows(feature_set: FeatureSet) -> usize {
    feature_set.features() + 1
}

/// Rows of a tile's output weights.
pub(crate) const fn output_rows(feature_set: FeatureSet) -> usize {
    2 * feature_set.heads()
}

/// Rows of a tile: its inputs, its biases and its outputs.
fn tile_rows(feature_set: FeatureSet) -> usize {
    input_rows(feature_set) + output_rows(feature_set)
}

/// Rows of the output biases.
fn bias_rows(feature_set: FeatureSet) -> usize {
    feature_set.heads().div_ceil(TILE)
}

/// A network, or anything that has a number for each of its weights.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    feature_set: FeatureSet,
    /// See the module for their order.
    pub(crate) rows: Vec<Row>,
}

impl Network {
    /// All weights zero.
    ///
    /// # Panics
    /// When `hidden`, the neurons of one perspective, is no positive multiple of [`TILE`].
    pub fn zero(feature_set: FeatureSet, hidden: usize) -> Self {
        assert!(
            hidden > 0 && hidden.is_multiple_of(TILE),
            "{hidden} hidden neurons are no multiple of {TILE}"
        );
        Self {
            feature_set,
            rows: vec![Row::ZERO; hidden / TILE * tile_rows(feature_set) + bias_rows(feature_set)],
        }
    }

    /// Weights by lot, to begin with: equal seeds give equal weights.
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
        network
    }

    /// What the inputs are.
    pub fn feature_set(&self) -> FeatureSet {
        self.feature_set
    }

    /// Hidden neurons of one perspective.
    pub fn hidden(&self) -> usize {
        self.tiles() * TILE
    }

    pub(crate) fn tiles(&self) -> usize {
        (self.rows.len() - bias_rows(self.feature_set)) / tile_rows(self.feature_set)
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

    /// The output biases, by head.
    pub(crate) fn output_biases(&self) -> &[Row] {
        &self.rows[self.rows.len() - bias_rows(self.feature_set)..]
    }

    /// As [`Self::output_bias`].
    pub(crate) fn output_bias_mut(&mut self, head: usize) -> &mut f32 {
        let first = self.rows.len() - bias_rows(self.feature_set);
        &mut self.rows[first + head / TILE][head % TILE]
    }

    /// All weights, in the order of the module.
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
    pub(crate) fn output_weight_mut(&mut self, head: usize, side: usize, neuron: usize) -> &mut f32 {
        &mut self.tile_mut(neuron / TILE).1[2 * head + side][neuron % TILE]
    }

    /// The bias of a neuron.
    pub(crate) fn input_bias(&self, neuron: usize) -> f32 {
        self.tile(neuron / TILE).0[self.feature_set.features()][neuron % TILE]
    }

    /// The weight from a neuron of the side to move (`side` 0) or the other (1) to an output head.
    pub(crate) fn output_weight(&self, head: usize, side: usize, neuron: usize) -> f32 {
        self.tile(neuron / TILE).1[2 * head + side][neuron % TILE]
    }

    /// The bias of an output head.
    pub(crate) fn output_bias(&self, head: usize) -> f32 {
        self.output_biases()[head / TILE][head % TILE]
    }
}

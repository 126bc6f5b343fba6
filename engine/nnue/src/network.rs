//! A network ready for inference, and its evaluation from scratch in plain code.

use board::{BitBoard, Board, Color, Man, Piece, Square};

use crate::error::NetworkError;
use crate::features::{FeatureSet, View};
use crate::parameters::Parameters;
use crate::quantization::{INPUT_SCALE, SECOND_SCALE, SUM_SCALE};
use crate::tile::{LANES, Tile, numbers, tiles};
use crate::{bounds, format};

/// A network whose parameters have been checked: no position overflows it.
///
/// ```
/// use vancura_nnue::{FeatureSet, Network, Parameters};
///
/// let network = Network::new(&Parameters::random(FeatureSet::Mirrored, 1, 64)).unwrap();
/// assert_eq!(Network::from_bytes(&network.to_bytes()).unwrap(), network);
/// let score = network.evaluate_plain(&board::Board::default());
/// # let _ = score;
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Network {
    description: String,
    feature_set: FeatureSet,
    scale: i32,
    /// `[feature][tile]`.
    input_weights: Vec<Tile>,
    /// `[tile]`.
    input_biases: Vec<Tile>,
    /// `[tile]`: all zero, the weights of no input.
    zeros: Vec<Tile>,
    /// `[head][sum][own or their tile]`.
    output_weights: Vec<Tile>,
    /// `[head][sum]`.
    output_biases: Vec<i32>,
    /// `[head][neuron]`.
    second_weights: Vec<i16>,
}

impl Network {
    /// A network with these parameters.
    ///
    /// # Errors
    /// Counts that do not fit the number of neurons, and weights that some position could overflow.
    pub fn new(parameters: &Parameters) -> Result<Self, NetworkError> {
        bounds::check(parameters)?;
        Ok(Self::of_checked(parameters))
    }

    /// A network of parameters that no position overflows.
    fn of_checked(parameters: &Parameters) -> Self {
        Self {
            description: parameters.description.clone(),
            feature_set: parameters.feature_set,
            scale: parameters.scale,
            input_weights: tiles(&parameters.input_weights),
            input_biases: tiles(&parameters.input_biases),
            zeros: vec![Tile::ZERO; parameters.hidden / LANES],
            output_weights: tiles(&parameters.output_weights),
            output_biases: parameters.output_biases.clone(),
            second_weights: parameters.second_weights.clone(),
        }
    }

    /// True when the bytes begin like a network file, whatever follows.
    pub fn is_file(bytes: &[u8]) -> bool {
        format::begins(bytes)
    }

    /// Reads the bytes of a network file.
    ///
    /// # Errors
    /// All variants of [`NetworkError`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetworkError> {
        Self::new(&format::decode(bytes)?)
    }

    /// Reads the bytes of a network that has been read by [`Network::from_bytes`] before, without
    /// the check for overflow, which is most of the work. If some position does overflow the
    /// network, its value is wrong.
    ///
    /// # Errors
    /// Faults in the form of the bytes.
    pub fn from_checked_bytes(bytes: &[u8]) -> Result<Self, NetworkError> {
        let parameters = format::decode(bytes)?;
        bounds::check_counts(&parameters)?;
        Ok(Self::of_checked(&parameters))
    }

    /// The bytes of the network's file, as it was read.
    pub fn to_bytes(&self) -> Vec<u8> {
        format::encode(&self.parameters())
    }

    /// The parameters of the network.
    pub fn parameters(&self) -> Parameters {
        Parameters {
            description: self.description.clone(),
            feature_set: self.feature_set,
            hidden: self.hidden(),
            scale: self.scale,
            input_weights: numbers(&self.input_weights).collect(),
            input_biases: numbers(&self.input_biases).collect(),
            output_weights: numbers(&self.output_weights).collect(),
            output_biases: self.output_biases.clone(),
            second_weights: self.second_weights.clone(),
        }
    }

    /// The description of the network, in one line.
    pub fn description(&self) -> &str {
        &self.description
    }

    /// The inputs of the network.
    #[inline]
    pub fn feature_set(&self) -> FeatureSet {
        self.feature_set
    }

    /// Hidden neurons of one perspective.
    pub fn hidden(&self) -> usize {
        self.width() * LANES
    }

    /// Centipawns that an output of 1.0 stands for.
    pub fn scale(&self) -> i32 {
        self.scale
    }

    /// Tiles of one perspective's hidden neurons.
    #[inline]
    pub(crate) fn width(&self) -> usize {
        self.input_biases.len()
    }

    /// The weights of all inputs.
    pub(crate) fn input_weights(&self) -> &[Tile] {
        &self.input_weights
    }

    /// The weights of no input.
    pub(crate) fn zero_row(&self) -> &[Tile] {
        &self.zeros
    }

    /// The biases of the hidden neurons.
    pub(crate) fn input_biases(&self) -> &[Tile] {
        &self.input_biases
    }

    /// The weights of a sum of a head.
    #[inline]
    pub(crate) fn output_row(&self, head: usize, sum: usize) -> &[Tile] {
        let row = 2 * self.width();
        &self.output_weights[(head * self.feature_set.sums() + sum) * row..][..row]
    }

    /// The weights of an input.
    #[inline]
    pub(crate) fn input_row(&self, feature: usize) -> &[Tile] {
        &self.input_weights[feature * self.width()..][..self.width()]
    }

    /// The evaluation of a position from scratch, in centipawns for the side to move: slow and
    /// plain; the vector code must agree with it bit for bit.
    pub fn evaluate_plain(&self, board: &Board) -> i32 {
        self.evaluate_without(board, BitBoard::EMPTY)
    }

    /// The value of each man except the kings: the evaluation minus the evaluation without it, by
    /// the same head, in centipawns for the side to move.
    pub fn man_values(&self, board: &Board) -> Vec<(Square, i32)> {
        let whole = self.evaluate_plain(board);
        let men = board.occupied() - board.pieces(Piece::King);
        men.into_iter()
            .map(|square| (square, whole - self.evaluate_without(board, square.bitboard())))
            .collect()
    }

    /// The evaluation without some men, none of them a king.
    fn evaluate_without(&self, board: &Board, missing: BitBoard) -> i32 {
        let us = board.side_to_move();
        let head = self.feature_set.head_of(board);
        let hidden =
            [us, !us].into_iter().flat_map(|perspective| self.hidden_without(board, perspective, missing));
        let clip = |neuron: i16| i64::from(neuron).clamp(0, i64::from(INPUT_SCALE));
        let squares: Vec<i64> = hidden.map(|neuron| clip(neuron) * clip(neuron)).collect();
        let sums = (0..self.feature_set.sums()).map(|sum| {
            let weights = numbers(self.output_row(head, sum));
            let products = squares.iter().zip(weights).map(|(square, weight)| square * i64::from(weight));
            i32::try_from(products.sum::<i64>()).expect("networks whose heads could overflow are rejected")
        });
        self.centipawns(head, &sums.collect::<Vec<i32>>())
    }

    /// The hidden neurons of a perspective before clipping, from scratch.
    pub fn hidden_plain(&self, board: &Board, perspective: Color) -> Vec<i16> {
        self.hidden_without(board, perspective, BitBoard::EMPTY)
    }

    fn hidden_without(&self, board: &Board, perspective: Color, missing: BitBoard) -> Vec<i16> {
        let view = View::of(self.feature_set, board, perspective);
        let men = (board.occupied() - missing).into_iter().map(|square| {
            let color = board.color_on(square).expect("the square is occupied");
            Man { color, piece: board.piece_on(square).expect("the square is occupied"), square }
        });
        let mut sums: Vec<i32> = numbers(&self.input_biases).map(i32::from).collect();
        for feature in men.map(|man| view.feature(man)) {
            for (sum, weight) in sums.iter_mut().zip(numbers(self.input_row(feature))) {
                *sum += i32::from(weight);
            }
        }
        let fits = |sum| i16::try_from(sum).expect("networks whose neurons could overflow are rejected");
        sums.into_iter().map(fits).collect()
    }

    /// The output of a head, given its sums of squared, clipped neurons times weights, in order.
    /// All divisions round toward zero.
    #[inline(always)]
    pub(crate) fn centipawns(&self, head: usize, sums: &[i32]) -> i32 {
        let biases = &self.output_biases[head * sums.len()..][..sums.len()];
        let value = |i: usize| i64::from(sums[i] / INPUT_SCALE) + i64::from(biases[i]);
        let mut output = value(0);
        let second_layer = sums.len() - 1;
        if second_layer > 0 {
            let weights = &self.second_weights[head * second_layer..][..second_layer];
            let mut second = 0;
            for (i, &weight) in weights.iter().enumerate() {
                let clipped = value(1 + i).clamp(0, SUM_SCALE);
                second += clipped * clipped * i64::from(weight);
            }
            output += second / (SUM_SCALE * i64::from(SECOND_SCALE));
        }
        (output * i64::from(self.scale) / SUM_SCALE) as i32
    }
}

impl std::fmt::Debug for Network {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Network")
            .field("description", &self.description)
            .field("feature_set", &self.feature_set)
            .field("hidden", &self.hidden())
            .field("scale", &self.scale)
            .finish_non_exhaustive()
    }
}

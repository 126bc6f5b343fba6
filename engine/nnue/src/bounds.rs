//! Proof that no position overflows a network's integers.
//!
//! Vector code adds with wrap-around, so intermediate sums may take any value: only the final sums
//! count. Hidden neurons must end within 16 bits for every set of pieces that a board can hold,
//! heads within 32 bits for all values of the hidden neurons.

use board::{Piece, Square};

use crate::error::NetworkError;
use crate::features::{Input, MEN_FEATURES};
use crate::parameters::Parameters;
use crate::quantization::{
    DESCRIPTION_MAX, HIDDEN_MAX, HIDDEN_STEP, INPUT_SCALE, OUTPUT_WEIGHT_MAX, SECOND_SCALE, SUM_SCALE,
};

/// Most men of a side besides its king.
const MEN_MAX: usize = 15;

/// Checks everything that evaluation relies on.
pub(crate) fn check(parameters: &Parameters) -> Result<(), NetworkError> {
    check_counts(parameters)?;
    check_sums(parameters)
}

/// Checks the numbers of weights, and the description.
pub(crate) fn check_counts(parameters: &Parameters) -> Result<(), NetworkError> {
    check_width(parameters.hidden)?;
    if parameters.scale <= 0 {
        return Err(NetworkError::Scale(parameters.scale));
    }
    if parameters.description.len() > DESCRIPTION_MAX {
        return Err(NetworkError::DescriptionLength(parameters.description.len()));
    }
    if parameters.description.chars().any(char::is_control) {
        return Err(NetworkError::DescriptionText);
    }
    let heads = parameters.feature_set.heads();
    let sums = heads * parameters.feature_set.sums();
    for (what, actual, expected) in [
        (
            "input weights",
            parameters.input_weights.len(),
            parameters.feature_set.features() * parameters.hidden,
        ),
        ("input biases", parameters.input_biases.len(), parameters.hidden),
        ("output weights", parameters.output_weights.len(), sums * 2 * parameters.hidden),
        ("output biases", parameters.output_biases.len(), sums),
        (
            "second-layer weights",
            parameters.second_weights.len(),
            heads * parameters.feature_set.second_layer(),
        ),
    ] {
        if actual != expected {
            return Err(NetworkError::Count { what, expected, actual });
        }
    }
    Ok(())
}

/// Checks the number of hidden neurons.
pub(crate) fn check_width(hidden: usize) -> Result<(), NetworkError> {
    if hidden == 0 || hidden > HIDDEN_MAX || !hidden.is_multiple_of(HIDDEN_STEP) {
        return Err(NetworkError::Hidden(hidden));
    }
    Ok(())
}

/// Checks the values of weights whose counts are right.
fn check_sums(parameters: &Parameters) -> Result<(), NetworkError> {
    check_hidden(parameters)?;
    for head in 0..parameters.feature_set.heads() {
        check_head(parameters, head)?;
    }
    Ok(())
}

/// The most that the men of one side can add to a neuron: its king, and at most one other man per
/// square.
#[derive(Clone)]
struct Side {
    king: Option<i64>,
    others: [i64; Square::NUM],
}

impl Side {
    const NOBODY: Self = Self { king: None, others: [0; Square::NUM] };

    fn add(&mut self, input: &Input, weight: i64) {
        if input.piece == Piece::King {
            self.king = Some(self.king.map_or(weight, |most| most.max(weight)));
        } else {
            let most = &mut self.others[input.square as usize];
            *most = (*most).max(weight);
        }
    }

    fn most(mut self) -> i64 {
        self.others.sort_unstable_by(|a, b| b.cmp(a));
        self.king.unwrap_or(0) + self.others[..MEN_MAX].iter().sum::<i64>()
    }
}

fn check_hidden(parameters: &Parameters) -> Result<(), NetworkError> {
    (0..parameters.feature_set.features())
        .step_by(MEN_FEATURES)
        .try_for_each(|start| check_hidden_from(parameters, start))
}

/// Checks the inputs from `start` on that can be on together.
fn check_hidden_from(parameters: &Parameters, start: usize) -> Result<(), NetworkError> {
    let inputs: Vec<(usize, Input)> = (start..start + MEN_FEATURES)
        .map(|feature| (feature, Input::new(parameters.feature_set, feature)))
        .filter(|(_, input)| input.is_possible())
        .collect();
    for (neuron, &bias) in parameters.input_biases.iter().enumerate() {
        // Upper and lower bounds; ours and theirs.
        let mut sides = [[Side::NOBODY, Side::NOBODY], [Side::NOBODY, Side::NOBODY]];
        for (feature, input) in &inputs {
            let weight = i64::from(parameters.input_weights[feature * parameters.hidden + neuron]);
            sides[0][usize::from(input.is_theirs)].add(input, weight);
            sides[1][usize::from(input.is_theirs)].add(input, -weight);
        }
        let [up, down] = sides.map(|sides| sides.into_iter().map(Side::most).sum::<i64>());
        let (lowest, highest) = (i64::from(bias) - down, i64::from(bias) + up);
        if lowest < i64::from(i16::MIN) || highest > i64::from(i16::MAX) {
            return Err(NetworkError::HiddenOverflow { neuron, lowest, highest });
        }
    }
    Ok(())
}

fn check_head(parameters: &Parameters, head: usize) -> Result<(), NetworkError> {
    let sums = parameters.feature_set.sums();
    let mut extremes = [0; 2];
    for sum in 0..sums {
        let (lowest, highest) = check_sum(parameters, head, head * sums + sum)?;
        if sum == 0 {
            extremes = [lowest, highest];
        }
    }
    // A neuron of the second layer is clipped to 0 to 1.
    let second_layer = parameters.feature_set.second_layer();
    let weights = &parameters.second_weights[head * second_layer..][..second_layer];
    let most = |sign: i64| {
        let sum: i64 = weights.iter().map(|&weight| (sign * i64::from(weight)).max(0)).sum();
        sign * (sum * SUM_SCALE / i64::from(SECOND_SCALE))
    };
    for (extreme, more) in extremes.into_iter().zip([most(-1), most(1)]) {
        let centipawns = (extreme + more) * i64::from(parameters.scale) / SUM_SCALE;
        if i32::try_from(centipawns).is_err() {
            return Err(NetworkError::EvaluationOverflow { head, centipawns });
        }
    }
    Ok(())
}

/// Checks the weights of a sum of a head; returns its least and greatest possible value, bias
/// included.
fn check_sum(parameters: &Parameters, head: usize, sum: usize) -> Result<(i64, i64), NetworkError> {
    let row = &parameters.output_weights[sum * 2 * parameters.hidden..][..2 * parameters.hidden];
    if let Some((input, &weight)) =
        row.iter().enumerate().find(|(_, w)| w.unsigned_abs() > OUTPUT_WEIGHT_MAX.unsigned_abs())
    {
        return Err(NetworkError::OutputWeight { head, input, weight });
    }
    // The square of a clipped neuron is between 0 and this.
    let square_max = i64::from(INPUT_SCALE * INPUT_SCALE);
    let total = |sign: i64| square_max * row.iter().map(|&w| (sign * i64::from(w)).max(0)).sum::<i64>();
    let (lowest, highest) = (-total(-1), total(1));
    if lowest < i64::from(i32::MIN) || highest > i64::from(i32::MAX) {
        return Err(NetworkError::OutputOverflow { head, lowest, highest });
    }
    let bias = i64::from(parameters.output_biases[sum]);
    Ok((lowest / i64::from(INPUT_SCALE) + bias, highest / i64::from(INPUT_SCALE) + bias))
}

//! Initial weights that are not random: from another run's checkpoint, or from an exported network.

use std::path::Path;

use nnue::{INPUT_SCALE, OUTPUT_SCALE, SECOND_SCALE};

use crate::train::network::Network;
use crate::train::{Settings, TrainError, checkpoint};

/// Reads the weights from a file of either kind, and checks that they fit the settings.
pub(crate) fn load(path: &Path, settings: &Settings) -> Result<Network, TrainError> {
    let bytes = disk::read(path, checkpoint::FILE_MAX).map_err(TrainError::read(path))?;
    let network = if nnue::Network::is_file(&bytes) {
        let integers = nnue::Network::from_bytes(&bytes)
            .map_err(|source| TrainError::Exported { path: path.to_owned(), source })?;
        from_integers(&integers, settings.scale)
    } else {
        checkpoint::decode(&bytes)
            .map_err(|reason| TrainError::Checkpoint { path: path.to_owned(), reason })?
            .network
    };
    if network.feature_set() != settings.feature_set {
        return Err(TrainError::OtherInputs { path: path.to_owned() });
    }
    if network.hidden() != settings.hidden {
        return Err(TrainError::OtherWidth {
            path: path.to_owned(),
            found: network.hidden(),
            expected: settings.hidden,
        });
    }
    Ok(network)
}

/// The floating point network closest to a quantized one, where an output of 1.0 stands for `scale`
/// centipawns.
fn from_integers(integers: &nnue::Network, scale: f64) -> Network {
    let parameters = integers.parameters();
    let hidden = parameters.hidden;
    let rescaled = f64::from(parameters.scale) / scale;
    let input = |number: i16| f32::from(number) / INPUT_SCALE as f32;
    let (sums, second_layer) = (parameters.feature_set.sums(), parameters.feature_set.second_layer());
    // A head's first sum goes straight to the output; the others are neurons, whose output weights
    // are rescaled instead.
    let rescaled = |row: usize| if row.is_multiple_of(sums) { rescaled } else { 1.0 };
    let mut network = Network::zero(parameters.feature_set, hidden);
    for (feature, weights) in parameters.input_weights.chunks_exact(hidden).enumerate() {
        for (neuron, &weight) in weights.iter().enumerate() {
            *network.input_weight_mut(feature, neuron) = input(weight);
        }
    }
    for (neuron, &bias) in parameters.input_biases.iter().enumerate() {
        *network.input_weight_mut(parameters.feature_set.features(), neuron) = input(bias);
    }
    for (row, weights) in parameters.output_weights.chunks_exact(hidden).enumerate() {
        for (neuron, &weight) in weights.iter().enumerate() {
            *network.output_weight_mut(row / 2, row % 2, neuron) =
                (f64::from(weight) / f64::from(OUTPUT_SCALE) * rescaled(row / 2)) as f32;
        }
    }
    for (row, &bias) in parameters.output_biases.iter().enumerate() {
        *network.sum_bias_mut(row / sums, row % sums) =
            (f64::from(bias) / f64::from(INPUT_SCALE * OUTPUT_SCALE) * rescaled(row)) as f32;
    }
    for (row, &weight) in parameters.second_weights.iter().enumerate() {
        *network.second_weight_mut(row / second_layer, row % second_layer) =
            (f64::from(weight) / f64::from(SECOND_SCALE) * rescaled(0)) as f32;
    }
    network
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::train::Trainer;
    use crate::train::adam::Adam;
    use nnue::{FeatureSet, Parameters};

    fn settings(scale: f64) -> Settings {
        Settings { hidden: 64, scale, ..Settings::default() }
    }

    #[test]
    fn an_exported_network_comes_back_to_the_last_integer() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("net.nnue");
        for feature_set in FeatureSet::ALL {
            let exported = nnue::Network::new(&Parameters::random(feature_set, 5, 64)).unwrap();
            fs::write(&path, exported.to_bytes()).unwrap();
            let settings = Settings { feature_set, ..settings(f64::from(exported.scale())) };
            let network = load(&path, &settings).unwrap();
            let adam = Adam::new(feature_set, 64);
            let mut trainer = Trainer::resume(&settings, network, adam).unwrap();
            let again =
                crate::train::export::quantize(&mut trainer, settings.scale, exported.description(), &[])
                    .unwrap();
            assert_eq!(again, exported);
        }
    }

    #[test]
    fn another_scale_changes_the_outputs_in_proportion() {
        let exported = nnue::Network::new(&Parameters::random(FeatureSet::Mirrored, 6, 64)).unwrap();
        let half = from_integers(&exported, f64::from(exported.scale()) / 2.0);
        let same = from_integers(&exported, f64::from(exported.scale()));
        let bits = f32::to_bits;
        assert_eq!(bits(half.output_weight(3, 1, 7)), bits(2.0 * same.output_weight(3, 1, 7)));
        assert_eq!(bits(half.sum_bias(4, 0)), bits(2.0 * same.sum_bias(4, 0)));
        assert_eq!(bits(half.input_weight(70, 9)), bits(same.input_weight(70, 9)));
    }

    #[test]
    fn networks_that_do_not_fit_or_are_damaged_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("net.nnue");
        let mut bytes =
            nnue::Network::new(&Parameters::random(FeatureSet::Mirrored, 7, 128)).unwrap().to_bytes();
        fs::write(&path, &bytes).unwrap();
        let error = load(&path, &settings(400.0)).unwrap_err();
        assert!(error.to_string().ends_with("give --hidden 128"), "{error}");
        *bytes.last_mut().unwrap() ^= 1;
        fs::write(&path, &bytes).unwrap();
        assert!(matches!(load(&path, &settings(400.0)), Err(TrainError::Exported { .. })));
        fs::write(&path, b"neither").unwrap();
        assert!(matches!(load(&path, &settings(400.0)), Err(TrainError::Checkpoint { .. })));
    }
}

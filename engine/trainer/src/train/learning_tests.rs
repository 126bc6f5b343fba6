//! Tests of learning: memorizing samples, learning material values, and reproducibility after
//! interruptions.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use board::{Board, Color, Piece};

use crate::sample::{Label, Origin, Sample, SideResult};
use crate::train::positions::positions;
use crate::train::{Data, Run, Settings, Sources, TrainError, Trainer, checkpoint, export};
use board::random::Random;

fn label(score: i16) -> Label {
    Label { score, result: None, origin: Origin::Game, fifty_move_counter: 0 }
}

/// Material for the side to move, in centipawns.
fn material(board: &Board) -> i16 {
    let values = [
        (Piece::Pawn, 100),
        (Piece::Knight, 300),
        (Piece::Bishop, 320),
        (Piece::Rook, 500),
        (Piece::Queen, 900),
    ];
    let side = |color: Color| -> i16 {
        values.iter().map(|&(piece, value)| value * board.colored_pieces(color, piece).len() as i16).sum()
    };
    side(board.side_to_move()) - side(!board.side_to_move())
}

fn material_samples(seed: u64, count: usize) -> Vec<Sample> {
    positions(seed, count).iter().map(|board| Sample::new(board, label(material(board)))).collect()
}

fn settings() -> Settings {
    Settings {
        hidden: 64,
        batch: 1_000,
        result_weight: (0.0, 0.0),
        scale: 400.0,
        superbatch: 10_000,
        ..Settings::default()
    }
}

#[test]
fn a_thousand_positions_are_learned_by_heart() {
    let mut random = Random::new(8);
    let samples: Vec<Sample> = positions(2, 1_000)
        .iter()
        .map(|board| Sample::new(board, label((random.unit() * 1_600.0 - 800.0) as i16)))
        .collect();
    let settings = Settings { samples: 1_500_000, rate: 4e-3, ..settings() };
    let mut trainer = Trainer::new(&settings).unwrap();
    let before = trainer.measure(&samples).mean().unwrap();
    for _ in 0..settings.steps() {
        trainer.step(&samples);
    }
    let after = trainer.measure(&samples).mean().unwrap();
    assert!(before > 0.02 && after < 1e-4, "from {before} to {after}");
}

#[test]
fn material_is_learned_for_positions_never_seen() {
    let samples = material_samples(5, 60_000);
    let settings = Settings { samples: 2_400_000, ..settings() };
    let mut trainer = Trainer::new(&settings).unwrap();
    for _ in 0..settings.steps() {
        trainer.step(&samples);
    }
    let unseen: Vec<Sample> =
        material_samples(77, 2_000).into_iter().filter(|s| s.score().abs() < 900).collect();
    let outputs = trainer.outputs(&unseen);
    let errors = unseen.iter().zip(outputs).map(|(s, output)| (output * 400.0 - f32::from(s.score())).abs());
    let mean = errors.sum::<f32>() / unseen.len() as f32;
    assert!(unseen.len() > 1_000 && mean < 25.0, "{mean} centipawns off on average");
}

#[test]
fn equal_settings_give_equal_weights() {
    let samples = material_samples(5, 3_000);
    let learned = |threads, seed| {
        let mut trainer = Trainer::new(&Settings { threads, seed, ..settings() }).unwrap();
        (0..20).for_each(|_| {
            trainer.step(&samples);
        });
        trainer.network().clone()
    };
    assert_eq!(learned(2, 1), learned(2, 1));
    assert_ne!(learned(2, 1), learned(2, 2));
}

#[test]
fn going_on_from_a_checkpoint_within_a_superbatch_changes_nothing() {
    let samples = material_samples(6, 2_500);
    let settings = Settings { samples: 40_000, ..settings() };
    let mut straight = Trainer::new(&settings).unwrap();
    let mut first = Trainer::new(&settings).unwrap();
    for _ in 0..17 {
        straight.step(&samples);
        first.step(&samples);
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("checkpoint");
    checkpoint::save(&path, &checkpoint::tests::state(&settings), &first.network, &first.adam).unwrap();
    let read = checkpoint::load(&path).unwrap();
    let mut second = Trainer::resume(&settings, read.network, read.adam).unwrap();
    assert_eq!(second.steps(), 17);
    for _ in 17..40 {
        straight.step(&samples);
        second.step(&samples);
    }
    assert_eq!(straight.network(), second.network());
    assert_eq!((straight.adam.means, straight.adam.squares), (second.adam.means, second.adam.squares));
}

fn write_samples(path: &Path, samples: &[Sample]) {
    let bytes: Vec<u8> = samples.iter().flat_map(|sample| *sample.packed()).collect();
    fs::write(path, bytes).unwrap();
}

/// Samples with results, in a file.
fn sources(folder: &Path) -> Sources {
    let mut random = Random::new(11);
    let samples: Vec<Sample> = positions(12, 6_000)
        .iter()
        .map(|board| {
            let score = material(board);
            let expected = 1.0 / (1.0 + (-f32::from(score) / 250.0).exp());
            let result = if random.unit() < expected { SideResult::Win } else { SideResult::Loss };
            Sample::new(board, Label { result: Some(result), ..label(score) })
        })
        .collect();
    let file = folder.join("all.samples");
    write_samples(&file, &samples);
    Sources { files: vec![file], held_out: None, weights: None }
}

#[test]
fn a_run_that_was_stopped_ends_with_the_network_of_one_that_was_not() {
    let folder = tempfile::tempdir().unwrap();
    let sources = sources(folder.path());
    let settings = Settings { samples: 45_000, result_weight: (0.2, 0.4), ..settings() };
    let [whole, parts] = ["whole", "parts"].map(|name| folder.path().join(name));
    let never = AtomicBool::new(false);
    let mut run = Run::begin(&whole, settings.clone(), &sources, None, None).unwrap();
    assert!((200.0..300.0).contains(&run.settings().scale), "{}", run.settings().scale);
    run.learn(&never, |_, _| {}).unwrap();
    run.export().unwrap();

    let stop = AtomicBool::new(false);
    let mut run = Run::begin(&parts, settings, &sources, None, None).unwrap();
    run.learn(&stop, |run, _| stop.store(run.history().len() == 2, Ordering::Relaxed)).unwrap();
    assert!(!run.is_done());
    drop(run);
    let mut run = Run::resume(&parts).unwrap();
    run.learn(&never, |_, _| {}).unwrap();
    assert_eq!(run.history().len(), 5);
    let reports = run.export().unwrap();
    let report = &reports["last.nnue"];
    assert!(report.mean_difference < 3.0 && report.positions > 50, "{report}");
    assert_eq!(fs::read(whole.join("last.nnue")).unwrap(), fs::read(parts.join("last.nnue")).unwrap());
    for name in ["log.csv", "loss.svg", "export.json", "best", "checkpoint"] {
        assert!(parts.join(name).exists(), "{name}");
    }
    assert!(matches!(
        Run::begin(&parts, self::settings(), &sources, None, None),
        Err(TrainError::Occupied { .. })
    ));
}

#[test]
fn a_run_begins_with_the_weights_of_another() {
    let folder = tempfile::tempdir().unwrap();
    let sources = sources(folder.path());
    let never = AtomicBool::new(false);
    let settings = Settings { samples: 45_000, ..settings() };
    let mut run = Run::begin(&folder.path().join("first"), settings.clone(), &sources, None, None).unwrap();
    run.learn(&never, |_, _| {}).unwrap();
    let learned = run.history().last().unwrap().held_out_loss();

    let weights = Some(folder.path().join("first/checkpoint"));
    let sources = Sources { weights, ..sources };
    let begin = |name: &str, settings: &Settings| {
        Run::begin(&folder.path().join(name), settings.clone(), &sources, None, None)
    };
    let little = Settings { samples: 1, rate: 1e-9, final_rate: 1e-9, ..settings.clone() };
    let mut run = begin("second", &little).unwrap();
    run.learn(&never, |_, _| {}).unwrap();
    let again = run.history().last().unwrap().held_out_loss();
    assert!((again - learned).abs() < 1e-4, "{again} after nothing was learned, {learned} before");
    let wide = Settings { hidden: 128, ..settings };
    assert!(matches!(begin("third", &wide), Err(TrainError::OtherWidth { found: 64, expected: 128, .. })));
}

#[test]
fn other_data_are_noticed_when_a_run_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let sources = sources(folder.path());
    let out = folder.path().join("out");
    let settings = Settings { samples: 10_000, ..settings() };
    let mut run = Run::begin(&out, settings, &sources, Some(300.0), None).unwrap();
    run.learn(&AtomicBool::new(true), |_, _| {}).unwrap();
    write_samples(&sources.files[0], &material_samples(1, 6_000));
    assert!(matches!(Run::resume(&out), Err(TrainError::OtherData { .. })));
}

#[test]
fn the_exported_network_is_the_trained_one_in_integers() {
    let samples = material_samples(5, 8_000);
    let settings = Settings { samples: 200_000, ..settings() };
    let mut trainer = Trainer::new(&settings).unwrap();
    for _ in 0..settings.steps() {
        trainer.step(&samples);
    }
    let integers = export::quantize(&mut trainer, settings.scale, "a test", &samples[1_000..]).unwrap();
    let read = nnue::Network::from_bytes(&integers.to_bytes()).unwrap();
    assert_eq!((read.description(), read.hidden(), read.scale()), ("a test", 64, 400));
    let outputs = trainer.outputs(&samples[..500]);
    for (sample, output) in samples.iter().zip(outputs) {
        let Some(board) = sample.to_board() else { continue };
        // Rounding moves a neuron by at most 33 / 510, but hardly ever all in one direction.
        let difference = (output * 400.0 - read.evaluate_plain(&board) as f32).abs();
        assert!(difference < 40.0, "{output} became {}", read.evaluate_plain(&board));
    }
    let report = export::compare(&mut trainer, &read, &samples[..500]);
    assert!(report.mean_difference < 10.0 && report.dead_neurons < 64, "{report}");
}

#[test]
fn hostile_files_are_refused_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let path: PathBuf = folder.path().join("samples");
    let read = || Data::read(std::slice::from_ref(&path), None).unwrap_err();
    let reason = |error: TrainError| {
        let cause = std::error::Error::source(&error).map(ToString::to_string);
        (error.to_string(), cause.unwrap_or_default())
    };
    assert!(matches!(read(), TrainError::Read { .. }));
    let samples = material_samples(3, 2_000);
    write_samples(&path, &samples[..50]);
    assert_eq!(read().to_string(), "49 samples are too few: at least 1000 are needed");
    write_samples(&path, &samples);
    let mut bytes = fs::read(&path).unwrap();
    fs::write(&path, &bytes[..bytes.len() - 3]).unwrap();
    assert!(read().to_string().contains("63997 bytes, not a multiple of 32"));
    bytes[32 * 1_234 + 26] = 9;
    fs::write(&path, &bytes).unwrap();
    let (error, cause) = reason(read());
    assert!(error.contains("sample 1234 (from 0)"), "{error}");
    assert_eq!(cause, "result byte 9 instead of 0, 1, 2 or 255");
}

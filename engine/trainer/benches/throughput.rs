//! Training positions per second, with tiles and with the plain loop, in turn so that other load
//! affects both alike. One thread is measured by processor time where the system reports it
//! (Linux), so that other programs affect it only through shared caches; two threads are measured
//! by wall-clock time.
//!
//! `cargo bench -p vancura-trainer --bench throughput`; arguments are numbers of hidden neurons.

extern crate vancura_trainer as trainer;

use std::time::Instant;

use board::random::Random;
use board::{Board, legal_moves};
use nnue::FeatureSet;
use trainer::sample::{Label, Origin, Sample};
use trainer::train::plain::PlainNetwork;
use trainer::train::{Network, Settings, Trainer};

/// Samples in memory.
const SAMPLES: usize = 1 << 18;
/// Samples of one measurement.
const BATCH: usize = 1 << 14;
/// Measurements of each kind.
const REPEATS: usize = 40;

/// Positions of games of random moves.
fn samples() -> Vec<Sample> {
    let mut random = Random::new(1);
    let mut samples = Vec::with_capacity(SAMPLES);
    while samples.len() < SAMPLES {
        let mut board = Board::default();
        for ply in 0..16 + random.below(110) {
            let moves = legal_moves(&board);
            if moves.is_empty() {
                break;
            }
            board.play(moves[random.below(moves.len())]);
            if ply > 8 && random.below(4) == 0 {
                let score = random.below(400) as i16 - 200;
                let label = Label { score, result: None, origin: Origin::Game, fifty_move_counter: 0 };
                samples.push(Sample::new(&board, label));
            }
        }
    }
    samples.truncate(SAMPLES);
    samples
}

/// Processor time of this program in seconds, or wall-clock time since the start where the system
/// does not report it.
fn processor_seconds(start: Instant) -> f64 {
    let spent = || -> std::io::Result<f64> {
        let mut nanoseconds = 0.0;
        for task in std::fs::read_dir("/proc/self/task")? {
            let text = std::fs::read_to_string(task?.path().join("schedstat"))?;
            nanoseconds += text.split(' ').next().and_then(|n| n.parse().ok()).unwrap_or(0.0);
        }
        Ok(nanoseconds / 1e9)
    };
    spent().unwrap_or_else(|_| start.elapsed().as_secs_f64())
}

/// Samples per second: the median and the fastest.
fn speeds(mut seconds: Vec<f64>) -> (f64, f64) {
    seconds.sort_by(f64::total_cmp);
    (BATCH as f64 / seconds[seconds.len() / 2], BATCH as f64 / seconds[0])
}

fn measure(samples: &[Sample], hidden: usize) {
    let settings = |threads| Settings { hidden, threads, ..Settings::default() };
    let mut trainers = [1, 2].map(|threads| Trainer::new(&settings(threads)).unwrap());
    let plain = PlainNetwork::new(&Network::random(FeatureSet::Mirrored, hidden, 1));
    let mut gradient = PlainNetwork::new(&Network::zero(FeatureSet::Mirrored, hidden));
    let mut seconds = [const { Vec::new() }; 3];
    let [one, two] = &mut trainers;
    let start = Instant::now();
    for repeat in 0..REPEATS {
        let from = repeat * BATCH % SAMPLES;
        let began = processor_seconds(start);
        plain.learn(samples[from..from + BATCH].iter(), 400.0, 0.0, &mut gradient);
        let between = processor_seconds(start);
        one.step(samples);
        seconds[0].push(between - began);
        seconds[1].push(processor_seconds(start) - between);
        let began = Instant::now();
        two.step(samples);
        seconds[2].push(began.elapsed().as_secs_f64());
    }
    let [(plain, plain_best), (one, one_best), (two, two_best)] = seconds.map(speeds);
    println!(
        "{hidden:4} neurons, M/s median (best): straight {:.3} ({:.3}); tiled {:.3} ({:.3}), {:.2} times as fast; two threads {:.3} ({:.3})",
        plain / 1e6,
        plain_best / 1e6,
        one / 1e6,
        one_best / 1e6,
        one / plain,
        two / 1e6,
        two_best / 1e6
    );
}

fn main() {
    let asked: Vec<usize> = std::env::args().filter_map(|argument| argument.parse().ok()).collect();
    let samples = samples();
    let men = samples.iter().map(|sample| sample.men().count()).sum::<usize>() as f64 / SAMPLES as f64;
    println!("{men:.1} men on average");
    for hidden in if asked.is_empty() { vec![64, 128, 256, 384] } else { asked } {
        measure(&samples, hidden);
    }
}

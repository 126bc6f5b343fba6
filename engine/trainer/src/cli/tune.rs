//! `tune`: fits the hand-crafted evaluation to positions and measures the value of its terms.

use std::io::Write;
use std::path::{Path, PathBuf};

use serde::Serialize;
use trainer::sample::Sample;
use trainer::tune::{self, Examples, Round, Settings, Worth};
use trainer::{Reservoir, SourceError, read_samples, training_files};
use vancura::eval::HandCraftedNumber;

use super::amount;
use super::request::Answer;

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// Files of samples or games, or folders with them, to tune on.
    #[arg(long, required = true, num_args = 1.., value_name = "PATH")]
    data: Vec<PathBuf>,
    /// The same, for validation.
    #[arg(long, required = true, num_args = 1.., value_name = "PATH")]
    valid: Vec<PathBuf>,
    /// Random positions to tune on; half as many for validation.
    #[arg(long, default_value = "400k", value_parser = amount::parse)]
    positions: u64,
    /// Rounds, each with a new linearization.
    #[arg(long, default_value_t = Settings::default().rounds)]
    rounds: usize,
    /// Passes over the positions in each round.
    #[arg(long, default_value_t = Settings::default().passes)]
    passes: usize,
    /// Centipawns for which the odds are e to 1.
    #[arg(long, default_value_t = Settings::default().scale)]
    scale: f32,
    /// Weight of the result in the target, 0 to 1, against the score.
    #[arg(long, default_value_t = Settings::default().result_weight)]
    result_weight: f32,
    /// Equal seeds select equal positions.
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// Store rounds, weights and values of the terms in this file, as JSON.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// The result.
#[derive(Serialize)]
struct Tuned {
    positions: usize,
    held_out: usize,
    scale: f32,
    result_weight: f32,
    rounds: Vec<Round>,
    /// The terms in the notation of the engine's source code.
    source: Vec<String>,
    /// The values of the terms.
    worth: Vec<Worth>,
}

pub(super) fn run(arguments: &Arguments, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let &Arguments { positions, rounds, passes, scale, result_weight, seed, .. } = arguments;
    anyhow::ensure!(scale > 0.0, "a scale of {scale} centipawns; it must be positive");
    anyhow::ensure!(
        (0.0..=1.0).contains(&result_weight),
        "a result weight of {result_weight}, not from 0 to 1"
    );
    let settings = Settings { rounds, passes, scale, result_weight, ..Settings::default() };
    let count = usize::try_from(positions)?;
    let examples = Examples::new(&drawn(&arguments.data, count, seed)?, &settings);
    let held_out = Examples::new(&drawn(&arguments.valid, count.div_ceil(2), seed)?, &settings);
    anyhow::ensure!(
        !examples.is_empty() && !held_out.is_empty(),
        "there are no positions to tune on, or none for validation"
    );
    let told = |count: usize| amount::grouped(count as u64);
    eprintln!("{} positions, {} held out", told(examples.len()), told(held_out.len()));
    let mut rounds = Vec::new();
    let numbers = tune::tune(&examples, &held_out, &settings, |round: Round| {
        eprintln!("round {}: loss {:.6}, held out {:.6}", round.round, round.loss, round.held_out);
        rounds.push(round);
    });
    let worth = tune::worth(&numbers, &held_out, scale);
    let source = source(&numbers);
    source.iter().try_for_each(|term| writeln!(out, "{term}"))?;
    writeln!(out, "\nheld-out loss without the term, beyond that with all:")?;
    worth.iter().try_for_each(|worth| writeln!(out, "{:24} {:+.6}", worth.term, worth.loss))?;
    if let Some(path) = &arguments.out {
        let (positions, held_out) = (examples.len(), held_out.len());
        let tuned = Tuned { positions, held_out, scale, result_weight, rounds, source, worth };
        super::request::store(Path::new(path), &tuned)?;
    }
    Ok(Answer::Right)
}

fn drawn(paths: &[PathBuf], count: usize, seed: u64) -> anyhow::Result<Vec<Sample>> {
    let mut reservoir = Reservoir::new(count, seed);
    for path in training_files(paths)? {
        read_samples(&path, |sample, _| {
            reservoir.offer(sample);
            Ok::<(), SourceError>(())
        })?;
    }
    Ok(reservoir.into_items())
}

/// The terms in the notation of the engine's source code: `isolated = s(-9, -11)`, `connected =
/// [s(0, 0), …]`.
fn source(numbers: &[HandCraftedNumber]) -> Vec<String> {
    let terms = numbers.chunk_by(|a, b| a.term == b.term);
    terms.map(|term| format!("{} = {}", term[0].term, value(term, 0))).collect()
}

/// The weights of a term whose indices agree in the first `depth` places.
fn value(numbers: &[HandCraftedNumber], depth: usize) -> String {
    let index = |number: &HandCraftedNumber| number.place.split('[').nth(depth + 1).map(str::to_owned);
    let index = |number: &HandCraftedNumber| {
        index(number).and_then(|text| text.split_once(']').map(|(digits, _)| digits.to_owned()))
    };
    if index(&numbers[0]).is_some() {
        let entries: Vec<String> =
            numbers.chunk_by(|a, b| index(a) == index(b)).map(|entry| value(entry, depth + 1)).collect();
        return format!("[{}]", entries.join(", "));
    }
    match numbers {
        [middlegame, endgame] => format!("s({}, {})", middlegame.value, endgame.value),
        _ => numbers.iter().map(|number| number.value.to_string()).collect::<Vec<_>>().join(", "),
    }
}

#[cfg(test)]
mod tests {
    use vancura::eval::HandCrafted;

    use super::*;

    /// Each term and its default are in the source code as `tune` prints them, except for the type.
    #[test]
    fn terms_are_written_as_the_sources_have_them() {
        let engine = Path::new(env!("CARGO_MANIFEST_DIR")).join("../src");
        let sources = ["psqt/mod.rs", "eval/classical/weights.rs"]
            .map(|file| std::fs::read_to_string(engine.join(file)).unwrap())
            .concat();
        let lines: Vec<&str> = sources.lines().map(|line| line.trim().trim_end_matches(',')).collect();
        for term in source(&HandCrafted::default().numbers()) {
            let (name, value) = term.split_once(" = ").unwrap();
            let is_it = |line: &&&str| {
                let (declared, default) = line.split_once(" = ").unwrap_or_default();
                declared.split_once(": ").is_some_and(|(declared, _)| declared == name) && default == value
            };
            assert_eq!(lines.iter().filter(is_it).count(), 1, "{term}");
        }
    }
}

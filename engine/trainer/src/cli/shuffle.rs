//! `shuffle`: puts samples into random order.

use std::io::Write;
use std::path::PathBuf;

use serde::Serialize;
use trainer::games::{GamesReader, Header};
use trainer::generate::Program;
use trainer::shuffle::{Shuffle, Shuffled};
use trainer::training_files;

use super::request::Answer;
use super::{amount, exclude, program};

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// Files of games or samples, or folders with them. Of duplicate positions the last is kept.
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// The file of samples to write; FILE.json describes its inputs.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// A file for held-out samples: whole games, the same ones in every shuffle.
    #[arg(long, value_name = "FILE")]
    held_out: Option<PathBuf>,
    /// Share of the games held out, in percent.
    #[arg(long, default_value_t = 2.0, value_name = "PERCENT", value_parser = amount::parse_percent, requires = "held_out")]
    held_out_percent: f64,
    /// Files of FEN or EPD lines with positions to exclude.
    #[arg(long, value_name = "FILE")]
    exclude: Vec<PathBuf>,
    /// Equal seeds give equal orders.
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// Memory to use, in MiB.
    #[arg(long, default_value_t = 1_024, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    memory: u64,
}

/// The inputs of a file of samples.
#[derive(Serialize)]
struct Description<'a> {
    program: &'a Program,
    seed: u64,
    samples: u64,
    held_out: u64,
    duplicates: u64,
    excluded: u64,
    skipped_bytes: u64,
    /// Centipawns, fitted to the results of the samples.
    scale: Option<f64>,
    sources: Vec<Source>,
}

#[derive(Serialize)]
struct Source {
    path: PathBuf,
    positions: u64,
    kept: u64,
    header: Option<Header>,
}

pub(super) fn run(arguments: &Arguments, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let inputs = training_files(&arguments.paths)?;
    let exclusions = exclude::read(&arguments.exclude)?;
    let shuffle = Shuffle {
        inputs: &inputs,
        out: &arguments.out,
        held_out: arguments.held_out.as_deref().map(|path| (path, arguments.held_out_percent / 100.0)),
        seed: arguments.seed,
        memory: arguments.memory << 20,
        exclusions: &exclusions,
    };
    let mut sources = Vec::new();
    let done = shuffle.run(|path, counts| {
        let (positions, kept) = (amount::counted(counts.positions, "position"), amount::grouped(counts.kept));
        eprintln!("{}: {positions}, {kept} kept", path.display());
        let header = GamesReader::open(path).ok().and_then(|reader| reader.header().cloned());
        sources.push(Source {
            path: path.to_owned(),
            positions: counts.positions,
            kept: counts.kept,
            header,
        });
    })?;
    let mut name = arguments.out.file_name().unwrap_or_default().to_owned();
    name.push(".json");
    let Shuffled { counts, excluded, duplicates, written, held_out, fit } = done;
    let (program, scale) = (program::this()?, fit.scale());
    let description = Description {
        program: &program,
        seed: arguments.seed,
        samples: written,
        held_out,
        duplicates,
        excluded,
        skipped_bytes: counts.skipped_bytes,
        scale,
        sources,
    };
    super::request::store(&arguments.out.with_file_name(name), &description)?;
    writeln!(
        out,
        "{} samples and {} held out from {} positions: {} were kept ({:.1} %), {} of them duplicates, {} excluded; {} damaged",
        amount::grouped(written),
        amount::grouped(held_out),
        amount::grouped(counts.positions),
        amount::grouped(counts.kept),
        amount::percent(counts.kept, counts.positions),
        amount::grouped(duplicates),
        amount::grouped(excluded),
        amount::bytes(counts.skipped_bytes)
    )?;
    if let Some(scale) = scale {
        writeln!(out, "scale {scale:.1} centipawns")?;
    }
    Ok(Answer::Right)
}

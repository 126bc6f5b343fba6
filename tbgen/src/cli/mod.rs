//! The command line of `tbgen`: what can be asked, and who answers.

/// Prints a line as `println!` does, but goes on when nobody reads it any more.
macro_rules! say {
    ($($line:tt)*) => {
        $crate::cli::print(format_args!("{}\n", format_args!($($line)*)).to_string().as_bytes())
    };
}

mod ask;
mod build;
mod count;
mod inspect;
mod progress;
mod size;

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use board::{Material, Wdl};
use clap::{CommandFactory, Parser, Subcommand, ValueEnum};
use serde::Serialize;
use tbgen::syzygy::Kind;
use tbgen::{TableFiles, Tables};

/// Exact endgame tables by retrograde analysis.
#[derive(Parser)]
#[command(name = "tbgen", version, max_term_width = 100, after_help = EXAMPLES)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
    /// Worker threads; 0 means one per core.
    #[arg(long, global = true, default_value_t = 0, value_name = "N", value_parser = clap::value_parser!(u16).range(..=1024))]
    threads: u16,
    /// Machine-readable output.
    #[arg(long, global = true)]
    json: bool,
}

const EXAMPLES: &str = "Examples:
  tbgen stats KRK                                      results and longest mates of KRvK
  tbgen probe \"8/8/8/8/8/2k5/1R6/K7 w - - 0 1\"         value of every move, best line
  tbgen line \"8/8/8/3k4/8/8/8/RN2K3 w - - 12 40\" --goal dtz
  tbgen plan KRPvKR --with-subtables                   what to build in which order, and what it takes
  tbgen build KRPvKR --out tables --with-subtables     write .rtbw, .rtbz and .vdtm files
  tbgen build --men 3,4 --metric dtm --memory 2GiB     distances to mate only, with a memory cap
  tbgen doctor tables                                  what is there, damaged, lacking
  tbgen check tables/*                                 are these files sound?
  tbgen verify-values tables                           does every value follow from the moves?
  tbgen random KRPvKR --count 10 --seed 1 --result win
  tbgen random KNNvKP --critical --count 5000 --seed 1 > knnkp.epd
  tbgen completions bash > tbgen.bash

A material is written KRPvKR, krpkr, KRP-KR or KRvKRP: all mean the same table.

Exit status: 0 done and all is right; 1 a check found something wrong; 2 the request could not be
understood or carried out; 130 interrupted.";

/// A metric to build.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Metric {
    /// Win, draw, loss under the fifty-move rule; always together with DTZ.
    Wdl,
    /// Distance to the next capture or pawn move; always together with WDL.
    Dtz,
    /// Distance to mate.
    Dtm,
}

/// The endings of a build.
#[derive(clap::Args)]
struct Wanted {
    /// Endings of 3 to 5 men.
    #[arg(required_unless_present = "men", value_name = "MATERIAL")]
    materials: Vec<String>,
    /// All endings with so many men.
    #[arg(long, value_delimiter = ',', value_name = "N,N", value_parser = clap::value_parser!(u8).range(3..=5))]
    men: Vec<u8>,
    /// What to build.
    #[arg(long, value_enum, value_delimiter = ',', default_value = "wdl,dtz,dtm", value_name = "METRIC,...")]
    metric: Vec<Metric>,
    /// Also the smaller endings that captures and promotions lead to; probing needs them.
    #[arg(long)]
    with_subtables: bool,
}

#[derive(Subcommand)]
enum Command {
    /// Count wins, draws and losses of endings, with longest mates, distances and mutual zugzwangs.
    Stats {
        /// Endings of 3 to 5 men.
        #[arg(required = true, value_name = "MATERIAL")]
        materials: Vec<String>,
        /// Print the histogram of distances to mate, too (always in JSON).
        #[arg(long)]
        histogram: bool,
        /// Write all mutual zugzwangs as FEN lines.
        #[arg(long, value_name = "FILE")]
        export: Option<PathBuf>,
    },
    /// Answer a position: WDL, DTZ, DTM, the value of every move, the best line.
    Probe {
        /// The position, in quotes.
        fen: String,
        #[command(flatten)]
        files: FilesArgs,
    },
    /// Show best play to the end, with the counter of the fifty-move rule.
    Line {
        /// The position, in quotes; its fifty-move counter counts.
        fen: String,
        /// What both sides aim at: the quickest mate, or the next capture or pawn move under the fifty-move rule.
        #[arg(long, value_enum, default_value = "dtm")]
        goal: GoalArg,
        #[command(flatten)]
        files: FilesArgs,
    },
    /// Draw legal positions of an ending by lot.
    Random {
        /// An ending of 3 to 5 men.
        material: String,
        /// How many.
        #[arg(long, default_value_t = 10, value_name = "N")]
        count: usize,
        /// The same seed draws the same positions.
        #[arg(long, default_value_t = 1, value_name = "S")]
        seed: u64,
        /// Only positions with this result for the side to move, fifty-move rule ignored.
        #[arg(long, value_enum)]
        result: Option<ResultArg>,
        /// Only positions in which some move keeps the result and at most half of the moves do, the fifty-move rule counting; as EPD, with
        /// these moves behind `bm`.
        #[arg(long, conflicts_with = "result")]
        critical: bool,
    },
    /// Solve endings and compare the value of every position with those of its legal moves.
    SelfCheck {
        /// Endings of 3 to 5 men.
        #[arg(required = true, value_name = "MATERIAL")]
        materials: Vec<String>,
        /// Look at every N-th position only.
        #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
        every: u32,
    },
    /// Write endings as table files: .rtbw and .rtbz (standard Syzygy) and .vdtm. Sound files that are there are kept.
    Build {
        #[command(flatten)]
        wanted: Wanted,
        /// Where the files go.
        #[arg(long, default_value = "tables", value_name = "DIR")]
        out: PathBuf,
        /// Do not begin when more memory would be needed: 8GiB, 900MB, a number of bytes.
        #[arg(long, value_name = "SIZE", value_parser = size::parse)]
        memory: Option<u64>,
        /// Say what memory, disk and time the build takes, and stop there.
        #[arg(long)]
        estimate: bool,
    },
    /// Print the order in which a build makes endings, level by level, with what each takes.
    Plan {
        #[command(flatten)]
        wanted: Wanted,
    },
    /// Say what tables a folder has, what is damaged, what each table lacks and what to build next.
    Doctor {
        /// The folder.
        dir: PathBuf,
    },
    /// List the tables of a folder.
    List {
        /// The folder.
        dir: PathBuf,
    },
    /// Check the structure and the embedded checksum of table files.
    Check {
        /// Files named like KRPvKR.rtbw, KRPvKR.rtbz or KRPvKR.vdtm.
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
    /// Check that the values of every position in a folder's files follow from those of its moves.
    VerifyValues {
        /// The folder.
        dir: PathBuf,
        /// Do not compare checksums first: also check the values in files that are damaged as far as they can be read.
        #[arg(long)]
        trust: bool,
        /// Check only these endings; the files of what they lead to must be there, too [default: all of 3 to 5 men].
        #[arg(value_name = "MATERIAL")]
        materials: Vec<String>,
    },
    /// Print a script that completes commands and options in a shell.
    Completions {
        /// Which shell.
        shell: clap_complete::Shell,
    },
}

/// The files that answer.
#[derive(clap::Args)]
struct FilesArgs {
    /// Folders with table files; without any the tables are solved in memory.
    #[arg(long, value_name = "DIR")]
    dir: Vec<PathBuf>,
    /// Believe the files without reading them whole and comparing their checksums.
    #[arg(long, requires = "dir")]
    trust: bool,
}

impl FilesArgs {
    /// The files of the folders; `None` when none is named.
    fn open(&self) -> anyhow::Result<Option<TableFiles>> {
        if self.dir.is_empty() {
            return Ok(None);
        }
        open_files(&self.dir, self.trust).map(Some)
    }
}

fn open_files(folders: &[impl AsRef<std::path::Path>], trust: bool) -> anyhow::Result<TableFiles> {
    Ok(if trust { TableFiles::open_trusting(folders)? } else { TableFiles::open(folders)? })
}

/// What a line of best play aims at.
#[derive(Clone, Copy, ValueEnum)]
enum GoalArg {
    /// The quickest mate, fifty-move rule ignored.
    Dtm,
    /// The next capture or pawn move under the fifty-move rule.
    Dtz,
}

/// A result for the side to move.
#[derive(Clone, Copy, ValueEnum)]
enum ResultArg {
    Win,
    Draw,
    Loss,
}

impl From<ResultArg> for Wdl {
    fn from(result: ResultArg) -> Self {
        match result {
            ResultArg::Win => Self::Win,
            ResultArg::Draw => Self::Draw,
            ResultArg::Loss => Self::Loss,
        }
    }
}

/// Parses the arguments and runs the command.
pub(crate) fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(arguments.threads.into());
    if let Err(error) = pool.build_global() {
        eprintln!("tbgen: {error}");
        return ExitCode::from(2);
    }
    match run(arguments.command, arguments.json) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("tbgen: {}", in_words(&error));
            ExitCode::from(2)
        }
    }
}

/// An error and what led to it, each said once: some causes are told already by what they caused.
fn in_words(error: &anyhow::Error) -> String {
    error.chain().map(ToString::to_string).fold(String::new(), |told, cause| match &told[..] {
        "" => cause,
        told if told.ends_with(&cause) => told.to_owned(),
        told => format!("{told}: {cause}"),
    })
}

/// Writes to standard output. A reader who has seen enough (`tbgen list DIR | head`) is no reason to stop, above all no build.
fn print(bytes: &[u8]) {
    let written = std::io::stdout().write_all(bytes);
    if let Err(error) = written.and_then(|()| std::io::stdout().flush())
        && error.kind() != std::io::ErrorKind::BrokenPipe
    {
        eprintln!("tbgen: the answer cannot be written: {error}");
        std::process::exit(2);
    }
}

/// `Ok(false)` when a check found something wrong.
fn run(command: Command, json: bool) -> anyhow::Result<bool> {
    match command {
        Command::Stats { materials, histogram, export } => {
            count::stats(&materials, histogram, export.as_deref(), json)
        }
        Command::Probe { fen, files } => ask::probe(&fen, &files, json),
        Command::Line { fen, goal, files } => ask::line(&fen, goal, &files, json),
        Command::Random { material, count, seed, critical: true, .. } => {
            count::critical(&material, count, seed, json)
        }
        Command::Random { material, count, seed, result, critical: false } => {
            count::random(&material, count, seed, result.map(Wdl::from), json)
        }
        Command::SelfCheck { materials, every } => count::self_check(&materials, every as usize, json),
        Command::Build { wanted, out, memory, estimate } => {
            if estimate {
                return build::plan(&wanted, json);
            }
            build::build(&wanted, &out, memory, json)
        }
        Command::Plan { wanted } => build::plan(&wanted, json),
        Command::Doctor { dir } => inspect::doctor(&dir, json),
        Command::List { dir } => inspect::list(&dir, json),
        Command::Check { files } => inspect::check(&files, json),
        Command::VerifyValues { dir, trust, materials } => {
            inspect::verify_values(&open_files(&[dir], trust)?, &parse_materials(&materials)?, json)
        }
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Arguments::command(), "tbgen", &mut script);
            print(&script);
            Ok(true)
        }
    }
}

impl Wanted {
    fn materials(&self) -> anyhow::Result<Vec<Material>> {
        let mut materials = parse_materials(&self.materials)?;
        materials.extend(self.men.iter().flat_map(|&n| Material::with_men(n.into())));
        Ok(materials)
    }

    /// The two Syzygy files of an ending come together.
    fn kinds(&self) -> Vec<Kind> {
        let mut kinds = Vec::new();
        if self.metric.iter().any(|metric| *metric != Metric::Dtm) {
            kinds.extend(Kind::SYZYGY);
        }
        if self.metric.contains(&Metric::Dtm) {
            kinds.push(Kind::Dtm);
        }
        kinds
    }
}

fn parse_materials(texts: &[String]) -> anyhow::Result<Vec<Material>> {
    texts.iter().map(|text| parse_material(text)).collect()
}

fn parse_material(text: &str) -> anyhow::Result<Material> {
    Ok(text.parse::<Material>().with_context(|| format!("`{text}` names no ending"))?.canonical().0)
}

/// Solves endings in memory for distances to mate.
fn solve(materials: &[Material]) -> anyhow::Result<Tables> {
    let mut tables = Tables::new();
    tables.build_all(materials)?;
    Ok(tables)
}

fn print_json(value: &impl Serialize) -> anyhow::Result<()> {
    say!("{}", serde_json::to_string_pretty(value)?);
    Ok(())
}

//! Command-line arguments.

use std::path::PathBuf;

use anyhow::Context as _;
use clap::{Args, Parser, Subcommand, ValueEnum};
use recognizers::Recognizer;
use tbgen::{CacheArguments, TableFolders};
use verify::{OracleKind, Shard, VerifyError};

/// Proves recognizers: compares what they announce in every position of an ending with exact
/// results.
///
/// Exit status: 0 everything proved, 1 something is wrong, 2 the audit could not be run.
#[derive(Parser)]
#[command(name = "verify", version, args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(super) command: Option<Command>,
    #[command(flatten)]
    pub(super) audit: AuditArgs,
}

#[derive(Subcommand)]
pub(super) enum Command {
    /// Explain a position: which rules apply and why, the values in the tables, and the effect of
    /// each move.
    Explain {
        /// The position, quoted.
        fen: String,
        #[command(flatten)]
        oracle: OracleArgs,
        #[command(flatten)]
        cache: CacheArguments,
        #[command(flatten)]
        tables: MinedTablesArgs,
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Merge the JSON reports of all parts of an audit (see --shard).
    Merge {
        /// The reports.
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        #[command(flatten)]
        output: OutputArgs,
    },
    /// Check the Syzygy files of a folder: checksums, and every position against pyrrhic-rs and
    /// against tables built in memory.
    Tables {
        /// The folder.
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        /// Check only these endings [default: all of up to 4 pieces].
        #[arg(value_name = "ENDING")]
        endings: Vec<board::Material>,
        /// Compare the readers only on every n-th position.
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
        every: u64,
        /// Also check that every value, distances included, follows from those after each move,
        /// for the endings given or all of up to 5 pieces.
        #[arg(long)]
        moves: bool,
        /// With --moves, folder for up to 10 GiB of intermediate results, in unnamed files
        /// [default: the system's folder for temporary files].
        #[arg(long, value_name = "DIR", requires = "moves")]
        scratch: Option<PathBuf>,
        /// Print only what is wrong.
        #[arg(long, short)]
        quiet: bool,
    },
    /// Check a proof of mate written by `vancura proof --out FILE`, using only the rules of
    /// chess.
    Proof {
        /// The file.
        file: PathBuf,
        /// Print only what is wrong.
        #[arg(long, short)]
        quiet: bool,
    },
    /// Learn the mined table of an ending from scratch, from the solved ending.
    Mine(MineArgs),
    /// Write the handbook: an index and a page for each ending, with rules, diagrams, figures,
    /// maps and the longest mates.
    Book(BookArgs),
    /// Measure the mean and greatest distance to zeroing of the wins that each rule and each leaf
    /// of a mined table announces.
    Distances(DistancesArgs),
    /// Measure how many random positions are solved without files, and compare the results with
    /// tables.
    Pocket(PocketArgs),
    #[command(flatten)]
    Shell(shell::Task),
}

#[derive(Args)]
pub(super) struct PocketArgs {
    /// Endings such as KRPvKR [default: those of 5 pieces that have a recognizer].
    #[arg(value_name = "ENDING")]
    pub(super) endings: Vec<board::Material>,
    /// Number of random legal positions of each ending.
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    pub(super) positions: usize,
    /// Instead of random positions, those of 5 pieces in this file, one FEN or EPD record a line;
    /// fifty-move counters are taken to be zero.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["positions", "seed", "endings"])]
    pub(super) fens: Option<std::path::PathBuf>,
    /// Seed of the random positions.
    #[arg(long, default_value_t = 7)]
    pub(super) seed: u64,
    /// Maximum nodes of the search for one position; 0 to use only rules and tables.
    #[arg(long, value_name = "N", default_value_t = 2_000)]
    pub(super) nodes: u32,
    /// Also print the positions that are not solved.
    #[arg(long)]
    pub(super) open: bool,
    #[command(flatten)]
    pub(super) folders: TableFolders,
}

#[derive(Args)]
pub(super) struct AuditArgs {
    /// Endings such as KBvKP or krpkr, or `all`.
    #[arg(required = true, value_name = "ENDING")]
    pub(super) endings: Vec<String>,
    #[command(flatten)]
    pub(super) oracle: OracleArgs,
    /// Positions to count.
    #[arg(long, value_enum, default_value_t = UniverseArg::All)]
    pub(super) universe: UniverseArg,
    /// Audit one of n equal parts, written i/n with i from 1 [default: the part of this task in a
    /// Slurm job array, else everything].
    #[arg(long, value_name = "I/N")]
    pub(super) shard: Option<Shard>,
    #[command(flatten)]
    pub(super) tables: MinedTablesArgs,
    /// Apply only the named rules, not the mined table.
    #[arg(long)]
    pub(super) named: bool,
    /// Also apply each rule to every position, regardless of the rules before it (several times
    /// slower).
    #[arg(long)]
    pub(super) rules: bool,
    /// Threads [default: one per core].
    #[arg(long, default_value_t = 0, hide_default_value = true)]
    pub(super) threads: usize,
    /// Number of examples of each kind: wrong claims, missed draws, missed wins [default: 3 wrong
    /// claims].
    #[arg(long, value_name = "N")]
    pub(super) examples: Option<usize>,
    #[command(flatten)]
    pub(super) output: OutputArgs,
}

#[derive(Args)]
pub(super) struct OutputArgs {
    /// Also write the reports as a JSON array.
    #[arg(long, value_name = "FILE")]
    pub(super) json: Option<PathBuf>,
    /// Also write an HTML page with diagrams and maps.
    #[arg(long, value_name = "FILE")]
    pub(super) html: Option<PathBuf>,
    /// Add the curve of a mined table to the page, from figures written by `verify mine`, such as
    /// data/recognizers/kbkp.json.
    #[arg(long, value_name = "FILE", requires = "html")]
    pub(super) curve: Vec<PathBuf>,
    /// Also print the share of draws spotted, by the squares of pawns and kings.
    #[arg(long)]
    pub(super) squares: bool,
    /// Print one line per ending.
    #[arg(long, short)]
    pub(super) quiet: bool,
}

#[derive(Args)]
pub(super) struct MinedTablesArgs {
    /// Folder with mined tables such as krpkr.mined, used instead of the embedded ones.
    #[arg(long = "mined", value_name = "DIR")]
    folder: Option<PathBuf>,
}

impl MinedTablesArgs {
    /// Replaces the embedded tables with those of the folder, if one is given, and returns what
    /// they add to the fingerprint of the program.
    pub(super) fn load(&self) -> anyhow::Result<String> {
        let Some(folder) = &self.folder else { return Ok(String::new()) };
        let files = recognizers::load_tables(folder)?;
        let names: Vec<String> =
            files.iter().map(|file| format!("+{}-{:08x}", file.material, file.checksum)).collect();
        Ok(names.concat())
    }
}

#[derive(Args)]
pub(super) struct OracleArgs {
    /// Source of exact results.
    #[arg(long, value_enum, default_value_t = OracleArg::Tbgen)]
    pub(super) oracle: OracleArg,
    #[command(flatten)]
    pub(super) folders: TableFolders,
}

#[derive(Clone, Copy, ValueEnum)]
pub(super) enum OracleArg {
    /// Our own tables, built in memory.
    Tbgen,
    /// Syzygy files.
    Syzygy,
    /// Both; they must agree.
    Both,
}

#[derive(Clone, Copy, ValueEnum)]
pub(super) enum UniverseArg {
    /// Every legal position, once per symmetry.
    All,
    /// The positions counted for iCE in 2011 and 2012.
    Ice,
}

impl OracleArgs {
    pub(super) fn kind(&self) -> OracleKind {
        match self.oracle {
            OracleArg::Tbgen => OracleKind::Tbgen,
            OracleArg::Syzygy => OracleKind::Syzygy,
            OracleArg::Both => OracleKind::Both,
        }
    }
}

/// Default number of wrong claims shown.
pub(super) const DEFAULT_EXAMPLES: usize = 3;

/// Number of positions of each rule, and of missed positions, on a page.
pub(super) const PAGE_EXAMPLES: usize = 4;

#[derive(Args)]
pub(super) struct BookArgs {
    /// Folder for the pages; index.html is the first.
    #[arg(value_name = "DIR")]
    pub(super) folder: PathBuf,
    /// Endings such as KRPvKR or kbkp [default: all].
    #[arg(value_name = "ENDING")]
    pub(super) endings: Vec<String>,
    /// Link each ending and each rule to the practice page at this address; ../practice.html if the
    /// explorer serves the handbook or `xtask page` includes it.
    #[arg(long, value_name = "URL")]
    pub(super) practice: Option<String>,
    #[command(flatten)]
    pub(super) oracle: OracleArgs,
    /// Threads [default: one per core].
    #[arg(long, default_value_t = 0, hide_default_value = true)]
    pub(super) threads: usize,
    /// Print only what is wrong.
    #[arg(long, short)]
    pub(super) quiet: bool,
}

impl AuditArgs {
    /// Arguments for audits of whole endings, for the handbook.
    pub(super) fn of_everything(endings: Vec<String>, oracle: OracleArgs, threads: usize) -> Self {
        Self {
            endings,
            oracle,
            universe: UniverseArg::All,
            shard: None,
            tables: MinedTablesArgs { folder: None },
            named: false,
            rules: false,
            threads,
            examples: None,
            output: OutputArgs { json: None, html: None, curve: Vec::new(), squares: false, quiet: false },
        }
    }
}

#[derive(Args)]
pub(super) struct MineArgs {
    /// An ending that has a mined table, such as KRPvKR.
    pub(super) ending: String,
    /// Folder for the table and its figures.
    #[arg(long, value_name = "DIR", default_value = "data/recognizers")]
    pub(super) out: PathBuf,
    /// Maximum size of the table in KiB [default: as embedded, 128 or 512].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=4096))]
    pub(super) kib: Option<u16>,
    /// Factor on the worth of an announced draw relative to an announced win.
    #[arg(long, value_name = "X", value_parser = worth)]
    pub(super) draw_worth: Option<f64>,
    /// Read the solved ending from this file if it exists; otherwise solve it and write it there.
    #[arg(long, value_name = "FILE")]
    pub(super) truth: Option<PathBuf>,
    /// Also count what tables of 1 to 128 KiB announce, print it, and write it to this file: a
    /// picture if it ends in .svg, otherwise CSV.
    #[arg(long, value_name = "FILE")]
    pub(super) curve: Vec<PathBuf>,
    /// Threads [default: one per core].
    #[arg(long, default_value_t = 0, hide_default_value = true)]
    pub(super) threads: usize,
}

#[derive(Args)]
pub(super) struct DistancesArgs {
    /// Endings such as KRPvKR or kbkp [default: all].
    #[arg(value_name = "ENDING")]
    pub(super) endings: Vec<String>,
    /// Write the results to the data files embedded in `recognizers`; lines of other endings stay
    /// unchanged.
    #[arg(long)]
    pub(super) write: bool,
    /// Folder for the data files.
    #[arg(long, value_name = "DIR", default_value = "data/recognizers", requires = "write")]
    pub(super) out: PathBuf,
    #[command(flatten)]
    pub(super) tables: MinedTablesArgs,
    /// Also print each leaf of a mined table that announces a win.
    #[arg(long)]
    pub(super) leaves: bool,
    /// Threads [default: one per core].
    #[arg(long, default_value_t = 0, hide_default_value = true)]
    pub(super) threads: usize,
}

fn worth(text: &str) -> Result<f64, String> {
    let worth = text.parse().ok().filter(|worth| (0.01..=100.0).contains(worth));
    worth.ok_or_else(|| "the factor must be from 0.01 to 100".to_owned())
}

/// The part of the current task in a Slurm job array; everything outside one.
pub(super) fn shard_of_environment() -> anyhow::Result<Shard> {
    let number = |name: &str| -> anyhow::Result<Option<usize>> {
        let Ok(value) = std::env::var(name) else { return Ok(None) };
        value.parse().map(Some).with_context(|| format!("{name} is `{value}`, which is not a number"))
    };
    let [task, count, first] =
        [number("SLURM_ARRAY_TASK_ID")?, number("SLURM_ARRAY_TASK_COUNT")?, number("SLURM_ARRAY_TASK_MIN")?];
    let (Some(task), Some(count)) = (task, count) else { return Ok(Shard::WHOLE) };
    let number = (task + 1).saturating_sub(first.unwrap_or(1));
    Ok(format!("{number}/{count}").parse::<Shard>()?)
}

/// The recognizers of these endings; all of them for `all`.
pub(super) fn recognizers_named(names: &[String]) -> Result<Vec<&'static Recognizer>, VerifyError> {
    let mut found: Vec<&'static Recognizer> = Vec::new();
    for name in names {
        if name.eq_ignore_ascii_case("all") {
            found.extend(recognizers::all());
            continue;
        }
        let material: board::Material =
            name.parse().map_err(|error| VerifyError::Material(name.clone(), error))?;
        let known = recognizers::find(material).ok_or(VerifyError::NoRecognizer(material.canonical().0))?;
        found.push(known.0);
    }
    Ok(found)
}

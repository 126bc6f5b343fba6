//! What can be asked on the command line.

use std::path::PathBuf;

use anyhow::Context as _;
use clap::{Args, Parser, Subcommand, ValueEnum};
use recognizers::Recognizer;
use tbgen::{CacheArguments, TableFolders};
use verify::{OracleKind, Shard, VerifyError};

/// Proves recognizers: asks them about every position of an ending and compares with the truth.
///
/// Exit status: 0 everything proved, 1 something is wrong, 2 the audit could not be run.
#[derive(Parser)]
#[command(version, args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(super) command: Option<Command>,
    #[command(flatten)]
    pub(super) audit: AuditArgs,
}

#[derive(Subcommand)]
pub(super) enum Command {
    /// Tell which rules speak about a position, why, and what the tables say.
    Explain {
        /// The position, quoted.
        fen: String,
        #[command(flatten)]
        oracle: OracleArgs,
        #[command(flatten)]
        cache: CacheArguments,
        #[command(flatten)]
        tables: MinedTablesArgs,
        /// Answer as JSON.
        #[arg(long)]
        json: bool,
    },
    /// Put the JSON reports of all parts of an audit (see --shard) together.
    Merge {
        /// The reports.
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        #[command(flatten)]
        output: OutputArgs,
    },
    /// Check the Syzygy files of a folder: checksums, our reader against pyrrhic-rs and against tables built on the spot, every position.
    Tables {
        /// The folder.
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        /// Check only these endings [default: all of up to 4 men].
        #[arg(value_name = "ENDING")]
        endings: Vec<board::Material>,
        /// Compare the readers on every n-th position only.
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
        every: u64,
        /// Also check every value, distances too, against those that its moves lead to: of the endings named, or of all of up to 5 men.
        #[arg(long)]
        moves: bool,
        /// With --moves, where up to 10 GiB wait for larger endings, in files without a name [default: the system's folder for temporary files].
        #[arg(long, value_name = "DIR", requires = "moves")]
        scratch: Option<PathBuf>,
        /// Print nothing but what is wrong.
        #[arg(long, short)]
        quiet: bool,
    },
    /// Print completions for a shell.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Check the proof of a mate that `vancura proof --out FILE` wrote, by the rules of chess alone.
    Proof {
        /// The file.
        file: PathBuf,
        /// Print nothing but what is wrong.
        #[arg(long, short)]
        quiet: bool,
    },
    /// Learn the mined table of an ending from the solved ending, from nothing.
    Mine(MineArgs),
    /// Write the handbook: an index and a page an ending, with rules, diagrams, figures, maps and the longest mates.
    Book(BookArgs),
    /// Measure how far the wins are that each rule and each leaf of a mined table announces: mean and greatest distance to zeroing.
    Distances(DistancesArgs),
    /// Measure how many random positions are answered without files, and compare the answers with tables.
    Pocket(PocketArgs),
}

#[derive(Args)]
pub(super) struct PocketArgs {
    /// Endings such as KRPvKR [default: those of five pieces that have a recognizer].
    #[arg(value_name = "ENDING")]
    pub(super) endings: Vec<board::Material>,
    /// Random legal positions of each ending.
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    pub(super) positions: usize,
    /// Seed of the positions.
    #[arg(long, default_value_t = 7)]
    pub(super) seed: u64,
    /// Positions that the search for one answer may look at; 0 for rules and tables alone.
    #[arg(long, value_name = "N", default_value_t = 2_000)]
    pub(super) nodes: u32,
    /// Print the positions that are not answered.
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
    /// Which positions count.
    #[arg(long, value_enum, default_value_t = UniverseArg::All)]
    pub(super) universe: UniverseArg,
    /// Walk through one of n equal parts, written i/n with i from 1 [default: the one a Slurm array job has this task do, else everything].
    #[arg(long, value_name = "I/N")]
    pub(super) shard: Option<Shard>,
    #[command(flatten)]
    pub(super) tables: MinedTablesArgs,
    /// Ask the named rules only, not the mined table.
    #[arg(long)]
    pub(super) named: bool,
    /// Also ask each rule about every position, whatever the rules before it say (several times slower).
    #[arg(long)]
    pub(super) rules: bool,
    /// Threads [default: one per core].
    #[arg(long, default_value_t = 0, hide_default_value = true)]
    pub(super) threads: usize,
    /// Positions to show of each kind: wrong, draws missed, wins missed [default: 3, and wrong ones only].
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
    /// Also write a page with diagrams and maps, to be opened in any browser.
    #[arg(long, value_name = "FILE")]
    pub(super) html: Option<PathBuf>,
    /// Draw the curve of a mined table, from the figures that `verify mine` wrote, such as data/recognizers/kbkp.json.
    #[arg(long, value_name = "FILE", requires = "html")]
    pub(super) curve: Vec<PathBuf>,
    /// Also print which share of the draws is spotted by the squares of pawns and kings.
    #[arg(long)]
    pub(super) squares: bool,
    /// Print one line per ending.
    #[arg(long, short)]
    pub(super) quiet: bool,
}

#[derive(Args)]
pub(super) struct MinedTablesArgs {
    /// Folder with mined tables, krpkr.mined and the like, to be asked in the place of the embedded ones.
    #[arg(long = "mined", value_name = "DIR")]
    folder: Option<PathBuf>,
}

impl MinedTablesArgs {
    /// Asks the tables of the folder from now on; what they add to the fingerprint of the program.
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
    /// Our own tables, built on the spot.
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

/// Wrong examples shown when nobody says how many.
pub(super) const DEFAULT_EXAMPLES: usize = 3;

/// Positions of each rule, and missed positions, that a page shows.
pub(super) const PAGE_EXAMPLES: usize = 4;

#[derive(Args)]
pub(super) struct BookArgs {
    /// Folder for the pages; index.html is the first.
    #[arg(value_name = "DIR")]
    pub(super) folder: PathBuf,
    /// Endings such as KRPvKR or kbkp [default: all].
    #[arg(value_name = "ENDING")]
    pub(super) endings: Vec<String>,
    #[command(flatten)]
    pub(super) oracle: OracleArgs,
    /// Threads [default: one per core].
    #[arg(long, default_value_t = 0, hide_default_value = true)]
    pub(super) threads: usize,
    /// Print nothing but what is wrong.
    #[arg(long, short)]
    pub(super) quiet: bool,
}

impl AuditArgs {
    /// Audits of whole endings, for the handbook.
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
    /// Largest size of the table in KiB [default: as embedded, 128 or 512].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=4096))]
    pub(super) kib: Option<u16>,
    /// Let an announced draw count so many times as much beside an announced win as it would.
    #[arg(long, value_name = "X", value_parser = worth)]
    pub(super) draw_worth: Option<f64>,
    /// Keep the solved ending in this file, or take it from there if it exists.
    #[arg(long, value_name = "FILE")]
    pub(super) truth: Option<PathBuf>,
    /// Also count what tables of 1 to 128 KiB announce, print it, and write it to this file: a picture if it ends in .svg, else CSV.
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
    /// Write what was measured to data files that recognizers embed; lines of other endings stay.
    #[arg(long)]
    pub(super) write: bool,
    /// Folder of the data files.
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
    worth.ok_or_else(|| "a draw counts from 0.01 to 100 times as much".to_owned())
}

/// The part that a task of a Slurm job array has to do; everything outside of one.
pub(super) fn shard_of_environment() -> anyhow::Result<Shard> {
    let number = |name: &str| -> anyhow::Result<Option<usize>> {
        let Ok(value) = std::env::var(name) else { return Ok(None) };
        value.parse().map(Some).with_context(|| format!("{name} is `{value}`, which is no number"))
    };
    let [task, count, first] =
        [number("SLURM_ARRAY_TASK_ID")?, number("SLURM_ARRAY_TASK_COUNT")?, number("SLURM_ARRAY_TASK_MIN")?];
    let (Some(task), Some(count)) = (task, count) else { return Ok(Shard::WHOLE) };
    let number = (task + 1).saturating_sub(first.unwrap_or(1));
    Ok(format!("{number}/{count}").parse::<Shard>()?)
}

/// The recognizers of these endings; of all for `all`.
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

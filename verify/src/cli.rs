//! The command line.

use std::fs::File;
use std::io::{self, BufWriter, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::{Args, Parser, Subcommand, ValueEnum};
use recognizers::Recognizer;
use verify::explain::Question;
use verify::mine::{Mine, Truth};
use verify::{Audit, OracleKind, Oracles, Report, Universe, VerifyError};

/// Proves recognizers: asks them about every position of an ending and compares with the truth.
///
/// Exit status: 0 everything proved, 1 something is wrong, 2 the audit could not be run.
#[derive(Parser)]
#[command(version, args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    audit: AuditArgs,
}

#[derive(Subcommand)]
enum Command {
    /// Tell which rules speak about a position, why, and what the tables say.
    Explain {
        /// The position, quoted.
        fen: String,
        #[command(flatten)]
        oracle: OracleArgs,
    },
    /// Learn the mined table of an ending from the solved ending, from nothing.
    Mine(MineArgs),
}

#[derive(Args)]
struct MineArgs {
    /// KBvKP, KBNvKN or KRPvKR.
    ending: String,
    /// Folder for the table and its figures.
    #[arg(long, value_name = "DIR", default_value = "data/recognizers")]
    out: PathBuf,
    /// Keep the solved ending in this file, or take it from there if it exists.
    #[arg(long, value_name = "FILE")]
    truth: Option<PathBuf>,
    /// Threads [default: one per core].
    #[arg(long, default_value_t = 0, hide_default_value = true)]
    threads: usize,
}

#[derive(Args)]
struct AuditArgs {
    /// Endings such as KBvKP or krpkr, or `all`.
    #[arg(required = true, value_name = "ENDING")]
    endings: Vec<String>,
    #[command(flatten)]
    oracle: OracleArgs,
    /// Which positions count.
    #[arg(long, value_enum, default_value_t = UniverseArg::All)]
    universe: UniverseArg,
    /// Also write the reports as a JSON array.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Threads [default: one per core].
    #[arg(long, default_value_t = 0, hide_default_value = true)]
    threads: usize,
    /// Positions to show of each kind: wrong, draws missed, wins missed [default: 3, and wrong ones only].
    #[arg(long, value_name = "N")]
    examples: Option<usize>,
    /// Print one line per ending.
    #[arg(long, short)]
    quiet: bool,
}

#[derive(Args)]
struct OracleArgs {
    /// Who knows the truth.
    #[arg(long, value_enum, default_value_t = OracleArg::Tbgen)]
    oracle: OracleArg,
    /// Folder of Syzygy files.
    #[arg(long, value_name = "DIR", env = "SYZYGY_PATH")]
    syzygy: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum OracleArg {
    /// Our own tables, built on the spot.
    Tbgen,
    /// Syzygy files.
    Syzygy,
    /// Both; they must agree.
    Both,
}

#[derive(Clone, Copy, ValueEnum)]
enum UniverseArg {
    /// Every legal position, once per symmetry.
    All,
    /// The positions counted for iCE in 2011 and 2012.
    Ice,
}

impl OracleArgs {
    fn open(&self, material: board::Material) -> Result<Oracles, VerifyError> {
        let kind = match self.oracle {
            OracleArg::Tbgen => OracleKind::Tbgen,
            OracleArg::Syzygy => OracleKind::Syzygy,
            OracleArg::Both => OracleKind::Both,
        };
        Oracles::open(kind, material, self.syzygy.as_deref())
    }
}

/// Wrong examples shown when nobody says how many.
const DEFAULT_EXAMPLES: usize = 3;

/// Does what the arguments say; true when everything is proved.
pub(crate) fn run(cli: Cli) -> anyhow::Result<bool> {
    match cli.command {
        Some(Command::Explain { fen, oracle }) => {
            let question = Question::new(&fen)?;
            let oracles = oracle.open(question.material())?;
            io::stdout().write_all(question.answer(&oracles).as_bytes())?;
            Ok(!question.is_refuted(&oracles))
        }
        Some(Command::Mine(args)) => run_mine(&args).map(|()| true),
        None => run_audits(&cli.audit),
    }
}

fn run_mine(args: &MineArgs) -> anyhow::Result<()> {
    let material: board::Material =
        args.ending.parse().map_err(|error| VerifyError::Material(args.ending.clone(), error))?;
    let mine = verify::mine::find(material).ok_or(VerifyError::NoMine(material))?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads).build()?;
    let say = |text: &str| {
        let _ = writeln!(io::stderr(), "{text}");
    };
    let mut truth = truth_for(mine, args.truth.as_deref(), &pool)?;
    let mined = pool.install(|| mine.learn(&mut truth, &say))?;
    let write = |extension: &str, bytes: &[u8]| {
        let path = args.out.join(mine.name).with_extension(extension);
        std::fs::write(&path, bytes).with_context(|| format!("cannot write `{}`", path.display()))
    };
    write("mined", &mined.bytes)?;
    let mut figures = serde_json::to_string_pretty(&mined.figures)?;
    figures.push('\n');
    write("json", figures.as_bytes())?;
    io::stdout().write_all(mined.figures.to_text().as_bytes())?;
    Ok(())
}

/// The solved ending, from the file if it is there, else solved and kept in the file if one is named.
fn truth_for(mine: &Mine, file: Option<&Path>, pool: &rayon::ThreadPool) -> anyhow::Result<Truth> {
    if let Some(path) = file.filter(|path| path.exists()) {
        let bytes = std::fs::read(path).with_context(|| format!("cannot read `{}`", path.display()))?;
        return Ok(Truth::of_bytes(bytes, mine.men())?);
    }
    let truth = pool.install(|| mine.solve())?;
    if let Some(path) = file {
        std::fs::write(path, truth.as_bytes())
            .with_context(|| format!("cannot write `{}`", path.display()))?;
    }
    Ok(truth)
}

fn run_audits(args: &AuditArgs) -> anyhow::Result<bool> {
    let mut reports = Vec::new();
    for recognizer in recognizers_named(&args.endings)? {
        let report = run_audit(recognizer, args)?;
        let text = if args.quiet { summary(&report) } else { report.to_text(true) };
        let separator = if reports.is_empty() || args.quiet { "" } else { "\n" };
        io::stdout().write_all(format!("{separator}{text}").as_bytes())?;
        reports.push(report);
    }
    if let Some(path) = &args.json {
        let file = File::create(path).with_context(|| format!("cannot write `{}`", path.display()))?;
        let mut out = BufWriter::new(file);
        serde_json::to_writer_pretty(&mut out, &reports)?;
        writeln!(out)?;
        out.flush()?;
    }
    Ok(reports.iter().all(Report::is_proved))
}

fn recognizers_named(names: &[String]) -> Result<Vec<&'static dyn Recognizer>, VerifyError> {
    let mut found: Vec<&'static dyn Recognizer> = Vec::new();
    for name in names {
        if name.eq_ignore_ascii_case("all") {
            found.extend(recognizers::RECOGNIZERS);
            continue;
        }
        let material: board::Material =
            name.parse().map_err(|error| VerifyError::Material(name.clone(), error))?;
        let known = recognizers::find(material).ok_or(VerifyError::NoRecognizer(material.canonical().0))?;
        found.push(known.0);
    }
    Ok(found)
}

fn run_audit(recognizer: &'static dyn Recognizer, args: &AuditArgs) -> anyhow::Result<Report> {
    let oracles = args.oracle.open(recognizer.material())?;
    let shows_progress = io::stderr().is_terminal() && !args.quiet;
    let progress = |done: usize, all: usize| {
        if shows_progress && (done * 100 / all != (done - 1) * 100 / all) {
            let end = if done == all { "\r\x1b[K" } else { "" };
            let _ = write!(io::stderr(), "\r{:>3} %{end}", done * 100 / all);
        }
    };
    let mut report = verify::audit(&Audit {
        recognizer,
        oracles: &oracles,
        universe: match args.universe {
            UniverseArg::All => Universe::All,
            UniverseArg::Ice => Universe::Ice,
        },
        threads: args.threads,
        examples: args.examples.unwrap_or(DEFAULT_EXAMPLES),
        progress: &progress,
    })?;
    if args.examples.is_none() {
        report.missed_draws.clear();
        report.missed_wins.clear();
    }
    Ok(report)
}

fn summary(report: &Report) -> String {
    let wins = report.strong_wins.spotted + report.weak_wins.spotted;
    let all_wins = report.strong_wins.all + report.weak_wins.all;
    format!(
        "{} {}: draws {} of {}, wins {wins} of {all_wins}, wrong {}\n",
        if report.is_proved() { "proved" } else { "NOT PROVED" },
        report.material,
        report.draws.spotted,
        report.draws.all,
        report.wrong
    )
}

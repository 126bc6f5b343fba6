//! The command line.

mod mine;

use std::fs::File;
use std::io::{self, BufWriter, IsTerminal as _, Write as _};
use std::path::PathBuf;
use std::time::Instant;

use anyhow::Context as _;
use clap::{Args, Parser, Subcommand, ValueEnum};
use recognizers::Recognizer;
use verify::explain::Question;
use verify::html::Curve;
use verify::{
    Audit, Examples, OracleKind, Oracles, Report, Shard, SyzygyFolder, Truth, Universe, VerifyError,
};

use crate::build;

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
        /// Also check every value against those of the positions its moves lead to: the endings named, or all of up to 5 men with distances.
        #[arg(long)]
        moves: bool,
        /// Print nothing but what is wrong.
        #[arg(long, short)]
        quiet: bool,
    },
    /// Learn the mined table of an ending from the solved ending, from nothing.
    Mine(mine::MineArgs),
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
    /// Walk through one of n equal parts, written i/n with i from 1 [default: the one a Slurm array job has this task do, else everything].
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Ask the named rules only, not the mined table.
    #[arg(long)]
    named: bool,
    /// Also ask each rule about every position, whatever the rules before it say (several times slower).
    #[arg(long)]
    rules: bool,
    /// Threads [default: one per core].
    #[arg(long, default_value_t = 0, hide_default_value = true)]
    threads: usize,
    /// Positions to show of each kind: wrong, draws missed, wins missed [default: 3, and wrong ones only].
    #[arg(long, value_name = "N")]
    examples: Option<usize>,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Args)]
struct OutputArgs {
    /// Also write the reports as a JSON array.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Also write a page with diagrams and maps, to be opened in any browser.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Draw the curve of a mined table, from the figures that `verify mine` wrote, such as data/recognizers/kbkp.json.
    #[arg(long, value_name = "FILE", requires = "html")]
    curve: Vec<PathBuf>,
    /// Also print which share of the draws is spotted by the squares of pawns and kings.
    #[arg(long)]
    squares: bool,
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
    /// Believe the files without reading them whole and comparing their checksums.
    #[arg(long)]
    trust: bool,
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
    fn kind(&self) -> OracleKind {
        match self.oracle {
            OracleArg::Tbgen => OracleKind::Tbgen,
            OracleArg::Syzygy => OracleKind::Syzygy,
            OracleArg::Both => OracleKind::Both,
        }
    }

    fn folder(&self) -> Option<SyzygyFolder<'_>> {
        self.syzygy.as_deref().map(|path| SyzygyFolder { path, trusted: self.trust })
    }
}

/// Wrong examples shown when nobody says how many.
const DEFAULT_EXAMPLES: usize = 3;

/// Positions of each rule, and missed positions, that a page shows.
const PAGE_EXAMPLES: usize = 4;

/// Does what the arguments say; true when everything is proved.
pub(crate) fn run(cli: Cli) -> anyhow::Result<bool> {
    match cli.command {
        Some(Command::Explain { fen, oracle }) => {
            let question = Question::new(&fen)?;
            if oracle.kind() == OracleKind::Tbgen
                && question.material().men() > 4
                && io::stderr().is_terminal()
            {
                let advice = "building tables of five men; --oracle syzygy --syzygy DIR is quicker";
                writeln!(io::stderr(), "{advice}")?;
            }
            let oracles = Oracles::open(oracle.kind(), question.material(), oracle.folder())?;
            io::stdout().write_all(question.answer(&oracles).as_bytes())?;
            Ok(!question.is_refuted(&oracles))
        }
        Some(Command::Merge { files, output }) => {
            let read = |path: &PathBuf| {
                let text = std::fs::read_to_string(path);
                text.map(|text| (path.display().to_string(), text))
                    .with_context(|| format!("cannot read `{}`", path.display()))
            };
            let texts: Vec<(String, String)> = files.iter().map(read).collect::<anyhow::Result<_>>()?;
            let reports = Report::merge(&texts, &build::fingerprint()?)?;
            reports.iter().enumerate().try_for_each(|(number, report)| output.print(number, report))?;
            output.write_files(&reports)?;
            Ok(reports.iter().all(Report::is_proved))
        }
        Some(Command::Tables { folder, endings, every, moves, quiet }) => {
            let agree = check_tables(&folder, &endings, every, quiet)?;
            Ok(if moves { check_moves(&folder, &endings, quiet)? && agree } else { agree })
        }
        Some(Command::Mine(args)) => mine::run(&args).map(|()| true),
        None => run_audits(&cli.audit),
    }
}

fn check_tables(
    folder: &std::path::Path,
    endings: &[board::Material],
    every: u64,
    quiet: bool,
) -> anyhow::Result<bool> {
    let mut all_agree = true;
    let mut first_error = None;
    verify::tables::check(folder, endings, every, |checked| {
        all_agree &= checked.is_sound();
        if !quiet || !checked.is_sound() {
            let written = io::stdout().write_all(checked.to_string().as_bytes());
            first_error = first_error.take().or(written.err());
        }
    })?;
    first_error.map_or(Ok(all_agree), |error| Err(error.into()))
}

fn check_moves(folder: &std::path::Path, endings: &[board::Material], quiet: bool) -> anyhow::Result<bool> {
    let mut all_follow = true;
    let mut first_error = None;
    verify::tables::check_moves(folder, endings, |verdict| {
        all_follow &= verdict.is_right();
        if !quiet || !verdict.is_right() {
            let written = io::stdout().write_all(verify::tables::verdict_text(&verdict).as_bytes());
            first_error = first_error.take().or(written.err());
        }
    })?;
    first_error.map_or(Ok(all_follow), |error| Err(error.into()))
}

fn run_audits(args: &AuditArgs) -> anyhow::Result<bool> {
    let build = build::fingerprint()?;
    let shard = args.shard.map_or_else(shard_of_environment, Ok)?;
    let mut reports = Vec::new();
    for recognizer in recognizers_named(&args.endings)? {
        let report = run_audit(recognizer, args, shard, &build)?;
        args.output.print(reports.len(), &report)?;
        reports.push(report);
    }
    args.output.write_files(&reports)?;
    Ok(reports.iter().all(Report::is_proved))
}

/// The part that a task of a Slurm job array has to do; everything outside of one.
fn shard_of_environment() -> anyhow::Result<Shard> {
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

impl OutputArgs {
    fn print(&self, number: usize, report: &Report) -> io::Result<()> {
        let mut text = if self.quiet { summary(report) } else { report.to_text(true) };
        if self.squares {
            text += &report.squares_to_text();
        }
        let separator = if number == 0 || self.quiet { "" } else { "\n" };
        io::stdout().write_all(format!("{separator}{text}").as_bytes())
    }

    fn write_files(&self, reports: &[Report]) -> anyhow::Result<()> {
        let create = |path: &PathBuf| -> anyhow::Result<BufWriter<File>> {
            let file = File::create(path).with_context(|| format!("cannot write `{}`", path.display()))?;
            Ok(BufWriter::new(file))
        };
        if let Some(path) = &self.json {
            let mut out = create(path)?;
            serde_json::to_writer(&mut out, reports)?;
            writeln!(out)?;
            out.flush()?;
        }
        if let Some(path) = &self.html {
            let curves: Vec<Curve> = self.curve.iter().map(read_curve).collect::<anyhow::Result<_>>()?;
            let mut out = create(path)?;
            out.write_all(verify::html::page(reports, &curves).as_bytes())?;
            out.flush()?;
        }
        Ok(())
    }
}

fn read_curve(path: &PathBuf) -> anyhow::Result<Curve> {
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read `{}`", path.display()))?;
    serde_json::from_str(&text)
        .with_context(|| format!("`{}` holds no figures of a mined table", path.display()))
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

fn run_audit(
    recognizer: &'static dyn Recognizer,
    args: &AuditArgs,
    shard: Shard,
    build: &str,
) -> anyhow::Result<Report> {
    let shows_progress = io::stderr().is_terminal() && !args.output.quiet;
    let say = |text: &str| {
        if shows_progress {
            let _ = write!(io::stderr(), "\r\x1b[K{text}");
        }
    };
    say(&format!("{}: making the tables ready", recognizer.material().canonical().0));
    let start = Instant::now();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads).build()?;
    let open = || Truth::open(args.oracle.kind(), recognizer.material(), args.oracle.folder());
    let truth = pool.install(open)?;
    let progress = |done: usize, all: usize| {
        if done == all {
            say("");
        } else if done * 100 / all != (done - 1) * 100 / all {
            say(&format!("{:>3} % of {}", done * 100 / all, truth.material()));
        }
    };
    let on_page = if args.output.html.is_some() { PAGE_EXAMPLES } else { 0 };
    let mut report = verify::audit(&Audit {
        recognizer,
        truth: &truth,
        universe: match args.universe {
            UniverseArg::All => Universe::All,
            UniverseArg::Ice => Universe::Ice,
        },
        shard,
        named_only: args.named,
        each_rule: args.rules,
        threads: args.threads,
        examples: Examples {
            wrong: args.examples.unwrap_or(DEFAULT_EXAMPLES),
            missed: args.examples.unwrap_or(on_page),
            spotted: on_page,
        },
        build,
        progress: &progress,
    })?;
    report.table_seconds = start.elapsed().as_secs_f64() - report.seconds;
    Ok(report)
}

fn summary(report: &Report) -> String {
    let wins = report.strong_wins.plus(report.weak_wins);
    format!(
        "{} {}: draws {} of {}, wins {} of {}, wrong {}\n",
        if report.is_proved() { "proved" } else { "NOT PROVED" },
        report.subject.material,
        report.draws.spotted(),
        report.draws.all,
        wins.spotted(),
        wins.all,
        report.wrong
    )
}

//! `vancura annotate`: reads games and writes them annotated, one at a time.

use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use board::pgn::{self, PgnError};
use clap::Args;
use explain::annotate::{Analyst, Annotator, Total};
use oracle::Oracle;
use vancura::annotate::EngineAnalyst;
use vancura::engine::Engine;
use vancura::limits::Limits;
use vancura::options;
use vancura::play::contest::Configuration;

use super::tables::{TablesArguments, tell_if_not_kept};

/// Default number of nodes per position.
const DEFAULT_NODES: u64 = 100_000;

/// Arguments of `vancura annotate`.
#[derive(Args)]
#[command(
    after_help = "Positions that tables or proved rules cover get their exact result: those of 3 and 4 men from tables\n\
solved in memory, larger ones from the files of --syzygy. All others are evaluated by the engine. Glyphs: ? throws away\n\
half a point, ?? a whole one (or, according to the engine, much), the box marks an only move, ! a move that is much better\n\
than all others. Games are read and written one at a time; a broken game is reported with its line on standard error and\n\
left out; if no game could be read, the exit status is 1.\n\nExamples:\n  \
vancura annotate game.pgn\n  vancura annotate games.pgn --out annotated.pgn --nodes 500000 --syzygy /tables\n  vancura annotate games.pgn \
--no-engine --json > games.jsonl\n  zcat games.pgn.gz | vancura annotate - --no-engine --summary"
)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub(super) struct AnnotateArguments {
    /// Games in PGN; - for standard input.
    games: PathBuf,
    /// Write the games to this file instead of standard output.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Nodes for each position that no table and no rule covers [default: 100000].
    #[arg(long, group = "pace", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Milliseconds for each such position.
    #[arg(long, group = "pace", value_parser = clap::value_parser!(i64).range(1..))]
    movetime: Option<i64>,
    /// Plies for each such position.
    #[arg(long, group = "pace", value_parser = clap::value_parser!(i32).range(1..=120))]
    depth: Option<i32>,
    /// Annotate only positions that tables or rules cover: much faster.
    #[arg(long, group = "pace")]
    no_engine: bool,
    #[command(flatten)]
    tables: TablesArguments,
    /// Engine options as Name=Value, separated by spaces (without the spaces in their names).
    #[arg(long, default_value = "")]
    with: Configuration,
    /// Print one line of JSON per game instead of PGN.
    #[arg(long, conflicts_with = "summary")]
    json: bool,
    /// Print only a readable summary of each game.
    #[arg(long)]
    summary: bool,
    /// Print no summary on standard error.
    #[arg(long, short)]
    quiet: bool,
}

/// Annotates all games.
pub(super) fn run(arguments: &AnnotateArguments) -> anyhow::Result<()> {
    let mut known = Oracle::from(arguments.tables.open()?);
    let mut analyst = analyst(arguments)?;
    let analyst = analyst.as_mut().map(|analyst| analyst as &mut dyn Analyst);
    let mut annotator = Annotator::new(&mut known, analyst);
    let name = arguments.games.display().to_string();
    let input: Box<dyn BufRead> = if name == "-" {
        Box::new(io::stdin().lock())
    } else {
        Box::new(BufReader::new(
            disk::open_input(&arguments.games).with_context(|| format!("reading `{name}`"))?,
        ))
    };
    let mut out = Out::open(arguments.out.as_deref())?;
    let mut total = Total::default();
    for game in pgn::Reader::new(input) {
        let game = match game {
            Ok(game) => game,
            Err(PgnError::Io(error)) => return Err(error).with_context(|| format!("reading `{name}`")),
            Err(broken) => {
                total.broken += 1;
                eprintln!("{name}, {broken}");
                continue;
            }
        };
        let (annotated, report) = annotator.annotate(&game);
        total.count(&report);
        let text = if arguments.json {
            serde_json::to_string(&report)? + "\n"
        } else if arguments.summary {
            format!("{report}\n")
        } else {
            pgn::write(&annotated)
        };
        if !out.write(&text)? {
            return Ok(());
        }
        if !arguments.quiet && !arguments.summary {
            eprint!("{report}");
        }
    }
    tell_if_not_kept(known.tables());
    anyhow::ensure!(total.games > 0, "no game could be read from `{name}`");
    out.finish()?;
    if !arguments.quiet {
        eprintln!("{total}");
    }
    Ok(())
}

/// The engine; `None` without one.
fn analyst(arguments: &AnnotateArguments) -> anyhow::Result<Option<EngineAnalyst>> {
    if arguments.no_engine {
        return Ok(None);
    }
    let mut engine = Engine::new(options::DEFAULT_HASH)?;
    for remark in arguments.with.set_up(&mut engine)? {
        eprintln!("{remark}");
    }
    let is_paced = arguments.movetime.is_some() || arguments.depth.is_some();
    let limits = Limits {
        movetime: arguments.movetime.map(|time| time.saturating_add(engine.pace.overhead_ms)),
        nodes: arguments.nodes.or((!is_paced).then_some(DEFAULT_NODES)),
        depth: arguments.depth,
        ..Limits::default()
    };
    Ok(Some(EngineAnalyst::new(engine, limits)))
}

/// The output: standard output, or a file that appears once all games are written.
enum Out {
    Stdout,
    File(disk::Output, PathBuf),
}

impl Out {
    fn open(path: Option<&Path>) -> anyhow::Result<Self> {
        let Some(path) = path else { return Ok(Self::Stdout) };
        let file = disk::Output::create(path).with_context(|| format!("writing `{}`", path.display()))?;
        Ok(Self::File(file, path.to_owned()))
    }

    /// False when the output has been closed.
    fn write(&mut self, text: &str) -> anyhow::Result<bool> {
        let written = match self {
            Self::Stdout => io::stdout().write_all(text.as_bytes()),
            Self::File(file, _) => file.write_all(text.as_bytes()),
        };
        match written {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(false),
            other => Ok(other.map(|()| true)?),
        }
    }

    fn finish(self) -> anyhow::Result<()> {
        if let Self::File(file, path) = self {
            file.finish().with_context(|| format!("writing `{}`", path.display()))?;
        }
        Ok(())
    }
}

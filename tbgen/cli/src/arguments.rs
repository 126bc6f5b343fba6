//! Command-line arguments.

use std::path::PathBuf;

use anyhow::Context;
use board::{Material, Wdl};
use clap::{Parser, Subcommand, ValueEnum};
use tbgen::TableFolders;
use tbgen::syzygy::Kind;

use crate::size;

/// Exact endgame tables by retrograde analysis.
#[derive(Parser)]
#[command(name = "tbgen", version, max_term_width = 100, after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
    /// Worker threads; 0 means one per core.
    #[arg(long, global = true, default_value_t = 0, value_name = "N", value_parser = clap::value_parser!(u16).range(..=1024))]
    pub(crate) threads: u16,
    /// Machine-readable output.
    #[arg(long, global = true)]
    pub(crate) json: bool,
}

pub(crate) const EXAMPLES: &str = "Examples:
  tbgen stats KRK                                      results and longest mates of KRvK
  tbgen probe \"8/8/8/8/8/2k5/1R6/K7 w - - 0 1\"         value of every move, best line
  tbgen line \"8/8/8/3k4/8/8/8/RN2K3 w - - 12 40\" --goal dtz
  tbgen plan KRPvKR --with-subtables                   build order, memory, disk and time
  tbgen build KRPvKR --out tables --with-subtables     write .rtbw, .rtbz and .vdtm files
  tbgen build --men 3,4 --metric dtm --memory 2GiB     distances to mate only, with a memory cap
  tbgen plan --men 4 --format make > tables.mk         jobs for make, Snakemake, Slurm
  tbgen doctor tables                                  what is intact, damaged, missing
  tbgen check tables/*                                 are these files intact?
  tbgen check --published tables                       are they the published Syzygy files?
  tbgen verify-values tables                           does every value follow from the moves?
  tbgen compare-dtm --gaviota gtb4                     are our distances those of Gaviota?
  tbgen random KRPvKR --count 10 --seed 1 --result win
  tbgen random KNNvKP --critical --count 5000 --seed 1 > knnkp.epd
  tbgen completions bash > tbgen.bash

A material is written KRPvKR, krpkr, KRP-KR or KRvKRP: all mean the same table.

Exit status: 0 success; 1 a check found something wrong; 2 the request was invalid or could not be
carried out; 130 interrupted.";

/// A metric to build.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Metric {
    /// Win, draw, loss under the fifty-move rule.
    Wdl,
    /// Distance to the next capture or pawn move; always together with WDL.
    Dtz,
    /// Distance to mate.
    Dtm,
}

/// The endings of a build.
#[derive(clap::Args)]
pub(crate) struct Wanted {
    /// Endings of 3 to 5 men, or of 6 men with at most three pawns (WDL and DTZ only: --metric
    /// wdl,dtz). A pawn of 6 men promotes to other endings of 6 men, which are built first.
    #[arg(required_unless_present = "men", value_name = "MATERIAL")]
    pub(crate) materials: Vec<String>,
    /// All endings with this number of men.
    #[arg(long, value_delimiter = ',', value_name = "N,N", value_parser = clap::value_parser!(u8).range(3..=5))]
    pub(crate) men: Vec<u8>,
    /// What to build.
    #[arg(long, value_enum, value_delimiter = ',', default_value = "wdl,dtz,dtm", value_name = "METRIC,...")]
    pub(crate) metric: Vec<Metric>,
    /// Also the smaller endings that captures and promotions lead to; probing needs them.
    #[arg(long)]
    pub(crate) with_subtables: bool,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Count wins, draws and losses of endings, with longest mates, distances and mutual zugzwangs.
    Stats {
        /// Endings of 3 to 5 men.
        #[arg(required = true, value_name = "MATERIAL")]
        materials: Vec<String>,
        /// Also print the histogram of distances to mate (always in JSON).
        #[arg(long)]
        histogram: bool,
        /// Write all mutual zugzwangs as FEN lines.
        #[arg(long, value_name = "FILE")]
        export: Option<PathBuf>,
    },
    /// Evaluate a position: WDL, DTZ, DTM, the value of every move, the best line; for 3 and 4 men
    /// also mates under the fifty-move rule (DTM50).
    Probe {
        /// The position as FEN, in quotes; its fifty-move counter is used for DTM50.
        fen: String,
        #[command(flatten)]
        folders: TableFolders,
        /// Also print the distance to mate of the Gaviota tables (.gtb.cp4) in this folder.
        #[arg(long, value_name = "DIR")]
        gaviota: Option<PathBuf>,
    },
    /// Show best play to the end, with the counter of the fifty-move rule.
    Line {
        /// The position as FEN, in quotes, with its fifty-move counter.
        fen: String,
        /// What both sides play for: the quickest mate, the next capture or pawn move under the
        /// fifty-move rule, or the quickest mate under that rule.
        #[arg(long, value_enum, default_value = "dtm")]
        goal: GoalArg,
        #[command(flatten)]
        folders: TableFolders,
    },
    /// Print random legal positions of an ending.
    Random {
        /// An ending of 3 to 7 men; up to 5 men are solved in memory where results are needed.
        material: String,
        /// Number of positions.
        #[arg(long, default_value_t = 10, value_name = "N")]
        count: usize,
        /// Seed of the random numbers; the same seed gives the same positions.
        #[arg(long, default_value_t = 1, value_name = "S")]
        seed: u64,
        /// Only positions with this result for the side to move (fifty-move rule ignored).
        #[arg(long, value_enum)]
        result: Option<ResultArg>,
        /// Only positions in which at least one move, but at most half of the moves, keeps the
        /// result under the fifty-move rule; printed as EPD with those moves as `bm`.
        #[arg(long, conflicts_with = "result")]
        critical: bool,
        /// Folders of table files, for --result and --critical with 6 or 7 men.
        #[command(flatten)]
        folders: TableFolders,
    },
    /// Solve endings and compare the value of every position with those of its legal moves.
    SelfCheck {
        /// Endings of 3 to 5 men.
        #[arg(required = true, value_name = "MATERIAL")]
        materials: Vec<String>,
        /// Check only every N-th position.
        #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
        every: u32,
    },
    /// Solve endings and compare the distance to mate of every position with that of the Gaviota
    /// tables in a folder.
    CompareDtm {
        /// Endings of 3 to 5 men [default: all that have a table in the folder].
        #[arg(value_name = "MATERIAL")]
        materials: Vec<String>,
        /// The folder of .gtb.cp4 files; with pawns on both sides, files of the endings that
        /// captures en passant lead to are also needed.
        #[arg(long, value_name = "DIR")]
        gaviota: PathBuf,
    },
    /// Write endings as table files: .rtbw and .rtbz (standard Syzygy) and .vdtm. Existing intact
    /// files are kept.
    Build {
        #[command(flatten)]
        wanted: Wanted,
        /// Output folder.
        #[arg(long, default_value = "tables", value_name = "DIR")]
        out: PathBuf,
        /// Read results of smaller five-man endings from the .rtbw files in this folder (often the
        /// output folder) instead of solving them, where all needed files are present; wait for
        /// those that other processes are building. Endings of six men that a promotion leads to
        /// are always read: from here or from the output folder.
        #[arg(long, value_name = "DIR")]
        subtables: Option<PathBuf>,
        /// Folder for results of smaller endings until larger ones need them: unnamed files that
        /// disappear with the process [default: the output folder].
        #[arg(long, value_name = "DIR")]
        scratch: Option<PathBuf>,
        /// Seconds without a heartbeat after which other processes that build in the same folder
        /// may take over an ending.
        #[arg(long, default_value_t = 60.0, value_name = "SECONDS", value_parser = seconds)]
        takeover: f64,
        /// Memory limit: 8GiB, 900MB, or a number of bytes; builds that need more are refused. With
        /// more than the minimum, files of 6 men are written in fewer passes [default: the minimum,
        /// if that much is free].
        #[arg(long, value_name = "SIZE", value_parser = size::parse)]
        memory: Option<u64>,
        /// Store distances to zeroing exactly in plies; the published files round most of them to
        /// moves. Every Syzygy prober reads such files. Distances of cursed wins and blessed losses
        /// stay rounded, since the format has no exact form for them.
        #[arg(long)]
        exact_dtz: bool,
        /// Search for the piece orders of the files instead of using those of earlier builds: the
        /// same bytes in about twice the time.
        #[arg(long)]
        search_orders: bool,
        /// Only print the memory, disk space and time that the build needs.
        #[arg(long)]
        estimate: bool,
    },
    /// Print the order in which endings are built, level by level, with the resources each needs;
    /// or the same as input for a job scheduler.
    Plan {
        #[command(flatten)]
        wanted: Wanted,
        /// Text, or the input format of a job scheduler; jobs have the number of threads given by
        /// --threads, by default one.
        #[arg(long, value_enum, default_value = "text")]
        format: PlanFormat,
    },
    /// Diagnose a folder of tables: what it contains, what is damaged, what each table lacks, and
    /// what to build next.
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
        /// Files named like KRPvKR.rtbw, KRPvKR.rtbz or KRPvKR.vdtm, or folders of such files.
        #[arg(required = true, value_name = "FILE|DIR")]
        files: Vec<PathBuf>,
        /// Also report whether each is byte for byte the published Syzygy file of its name (3 to 6
        /// men).
        #[arg(long)]
        published: bool,
    },
    /// Print the piece orders of a folder's .rtbw and .rtbz files, one ending per line.
    Orders {
        /// The folder.
        dir: PathBuf,
    },
    /// Check that the values of every position in a folder's files follow from those of its moves.
    VerifyValues {
        /// The folder.
        dir: PathBuf,
        /// Skip the comparison of checksums: also check the values in damaged files, as far as they
        /// can be read.
        #[arg(long)]
        trust: bool,
        /// Check only these endings; the files of their subtables are also needed [default: all of
        /// 3 to 5 men].
        #[arg(value_name = "MATERIAL")]
        materials: Vec<String>,
    },
    #[command(flatten)]
    Shell(shell::Task),
}

/// The output format of a plan.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum PlanFormat {
    /// Level by level as text (with --json: as JSON).
    Text,
    /// A JSON list of jobs with their dependencies, files and resources.
    Json,
    /// A makefile.
    Make,
    /// A Snakefile.
    Snakemake,
    /// A script that submits job arrays to Slurm.
    Slurm,
}

/// The goal of a line of best play.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum GoalArg {
    /// The quickest mate, fifty-move rule ignored.
    Dtm,
    /// The next capture or pawn move under the fifty-move rule.
    Dtz,
    /// The quickest mate under the fifty-move rule, from the position's counter; solved in memory,
    /// for 3 and 4 men.
    Mate50,
}

/// A result for the side to move.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum ResultArg {
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

impl Wanted {
    pub(crate) fn materials(&self) -> anyhow::Result<Vec<Material>> {
        let mut materials = parse_materials(&self.materials)?;
        materials.extend(self.men.iter().flat_map(|&n| Material::with_men(n.into())));
        Ok(materials)
    }

    /// The metrics as written on the command line.
    pub(crate) fn metrics(&self) -> String {
        let names = self.metric.iter().map(|metric| match metric {
            Metric::Wdl => "wdl",
            Metric::Dtz => "dtz",
            Metric::Dtm => "dtm",
        });
        names.collect::<Vec<_>>().join(",")
    }

    /// DTZ files are useless without WDL files, so those are always added.
    pub(crate) fn kinds(&self) -> Vec<Kind> {
        let mut kinds = Vec::new();
        if self.metric.iter().any(|metric| *metric != Metric::Dtm) {
            kinds.push(Kind::Wdl);
        }
        if self.metric.contains(&Metric::Dtz) {
            kinds.push(Kind::Dtz);
        }
        if self.metric.contains(&Metric::Dtm) {
            kinds.push(Kind::Dtm);
        }
        kinds
    }
}

/// Parses seconds, at least 0.1.
fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.1..1e6).contains(seconds));
    seconds.ok_or_else(|| "write a number of seconds, at least 0.1".to_owned())
}

pub(crate) fn parse_materials(texts: &[String]) -> anyhow::Result<Vec<Material>> {
    texts.iter().map(|text| parse_material(text)).collect()
}

pub(crate) fn parse_material(text: &str) -> anyhow::Result<Material> {
    Ok(text.parse::<Material>().with_context(|| format!("`{text}` is not an ending"))?.canonical().0)
}

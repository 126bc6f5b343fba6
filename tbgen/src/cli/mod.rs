//! The command line of `tbgen`.
//!
//! Exit status: 0 done, 1 a check found something wrong, 2 the request could not be understood or carried out.

mod files;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Context;
use board::{Board, Diagram, Dtm, Material, Placement, fen, notation};
use clap::{Parser, Subcommand};
use serde::Serialize;
use tbgen::{Longest, SideStats, Stats, Tables};

/// Exact endgame tables by retrograde analysis.
#[derive(Parser)]
#[command(name = "tbgen", version, max_term_width = 100, after_help = EXAMPLES)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
    /// Worker threads; 0 means one per core.
    #[arg(long, global = true, default_value_t = 0, value_name = "N")]
    threads: usize,
    /// Machine-readable output.
    #[arg(long, global = true)]
    json: bool,
}

const EXAMPLES: &str = "Examples:
  tbgen stats KRK                                      results and longest mates of KRvK
  tbgen stats krpvkr --json                            the same for KRPvKR, as JSON
  tbgen probe \"8/8/8/8/8/2k5/1R6/K7 w - - 0 1\"         value of every move, best line
  tbgen self-check KQKR                                compare every position with its moves
  tbgen build KRPvKR --out tables --with-subtables     write standard Syzygy files
  tbgen check tables/*.rtb?                            are these files sound?

A material is written KRPvKR, krpkr, KRP-KR or KRvKRP: all mean the same table.";

#[derive(Subcommand)]
enum Command {
    /// Count wins, draws and losses of endings, with longest mates and mutual zugzwangs.
    Stats {
        /// Endings of 3 to 5 men.
        #[arg(required = true, value_name = "MATERIAL")]
        materials: Vec<String>,
    },
    /// Answer a position: its value, the value of every move, the best line.
    Probe {
        /// The position, in quotes.
        fen: String,
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
    /// Write endings as standard Syzygy files (.rtbw and .rtbz). Sound files that are there are kept.
    Build {
        /// Endings of 3 to 5 men.
        #[arg(required_unless_present = "men", value_name = "MATERIAL")]
        materials: Vec<String>,
        /// All endings with so many men.
        #[arg(long, value_delimiter = ',', value_name = "N,N", value_parser = clap::value_parser!(u8).range(3..=5))]
        men: Vec<u8>,
        /// Where the files go.
        #[arg(long, default_value = "tables", value_name = "DIR")]
        out: PathBuf,
        /// Also the smaller endings that captures and promotions lead to; probing needs them.
        #[arg(long)]
        with_subtables: bool,
    },
    /// Check the structure and the embedded checksum of table files.
    Check {
        /// Files named like KRPvKR.rtbw or KRPvKR.rtbz.
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
}

/// Parses the arguments and runs the command.
pub(crate) fn main() -> ExitCode {
    let arguments = Arguments::parse();
    if let Err(error) = rayon::ThreadPoolBuilder::new().num_threads(arguments.threads).build_global() {
        eprintln!("tbgen: {error}");
        return ExitCode::from(2);
    }
    match run(&arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("tbgen: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// `Ok(false)` when a check found something wrong.
fn run(arguments: &Arguments) -> anyhow::Result<bool> {
    match &arguments.command {
        Command::Stats { materials } => stats(materials, arguments.json),
        Command::Probe { fen } => probe(fen, arguments.json),
        Command::SelfCheck { materials, every } => self_check(materials, *every as usize, arguments.json),
        Command::Build { materials, men, out, with_subtables } => {
            let mut wanted = parse_materials(materials)?;
            wanted.extend(men.iter().flat_map(|&n| Material::with_men(n as usize)));
            files::build(&wanted, out, *with_subtables, arguments.json)
        }
        Command::Check { files } => Ok(files::check(files)),
    }
}

fn parse_materials(texts: &[String]) -> anyhow::Result<Vec<Material>> {
    texts
        .iter()
        .map(|t| Ok(t.parse::<Material>().with_context(|| format!("`{t}` names no ending"))?.canonical().0))
        .collect()
}

fn build(materials: &[Material]) -> anyhow::Result<Tables> {
    let mut tables = Tables::new();
    tables.build_all(materials)?;
    Ok(tables)
}

fn print_json(value: &impl Serialize) -> anyhow::Result<()> {
    println!("{}", serde_json::to_string_pretty(value)?);
    Ok(())
}

fn stats(texts: &[String], json: bool) -> anyhow::Result<bool> {
    let materials = parse_materials(texts)?;
    let start = Instant::now();
    let tables = build(&materials)?;
    let built = start.elapsed();
    let found: Vec<Stats> =
        materials.iter().filter_map(|&m| tables.table(m)).map(tbgen::Table::stats).collect();
    if json {
        print_json(&found)?;
        return Ok(true);
    }
    for stats in &found {
        print_stats(stats);
    }
    eprintln!(
        "built with {} smaller tables in {:.2} s",
        tables.iter().count() - found.len(),
        built.as_secs_f64()
    );
    Ok(true)
}

fn print_stats(stats: &Stats) {
    println!("{}", stats.material);
    println!("  {:<8}{:>14}{:>14}{:>14}   longest", "to move", "wins", "draws", "losses");
    for side in &stats.sides {
        let SideStats { side_to_move, wins, draws, losses, .. } = side;
        let longest = |l: &Option<Longest>, word: &str| {
            l.as_ref().map(|l| format!("{word} in {} ({} plies)", l.moves, l.plies))
        };
        let both = [longest(&side.longest_win, "mate"), longest(&side.longest_loss, "mated")];
        let both = both.into_iter().flatten().collect::<Vec<_>>().join(", ");
        println!("  {side_to_move:<8}{wins:>14}{draws:>14}{losses:>14}   {both}");
    }
    for side in &stats.sides {
        for (what, longest) in [("longest win", &side.longest_win), ("longest loss", &side.longest_loss)] {
            if let Some(l) = longest {
                println!("  {what}, {} to move ({} like it): {}", side.side_to_move, l.positions, l.fen);
            }
        }
    }
    let z = &stats.mutual_zugzwangs;
    println!(
        "  mutual zugzwangs: {} (White draws or Black loses), {} (White loses or Black draws), {} (whoever moves loses)",
        z.white_draws_black_loses, z.white_loses_black_draws, z.both_lose
    );
    for example in &z.examples {
        println!("    {example}");
    }
}

/// The answer to `tbgen probe`, as JSON prints it.
#[derive(Serialize)]
struct Answer {
    fen: String,
    material: Material,
    value: Dtm,
    value_in_words: String,
    moves: Vec<MoveAnswer>,
    best_line: Vec<String>,
}

#[derive(Serialize)]
struct MoveAnswer {
    uci: String,
    san: String,
    value: Dtm,
    value_in_words: String,
}

fn probe(text: &str, json: bool) -> anyhow::Result<bool> {
    let board = fen::parse(text).with_context(|| format!("`{text}` is no position"))?;
    let material = Placement::from_board(&board)?.material();
    let mut tables = Tables::new();
    if material.men() > 2 {
        tables.build(material)?;
    }
    let answer = answer(&tables, &board)?;
    if json {
        print_json(&answer)?;
        return Ok(true);
    }
    println!("{}\n\n{} to move: {}", Diagram(&board), side(&board), answer.value_in_words);
    for mv in &answer.moves {
        println!("  {:<8}{}", mv.san, mv.value_in_words);
    }
    if !answer.best_line.is_empty() {
        println!("best line: {}", answer.best_line.join(" "));
    }
    Ok(true)
}

fn side(board: &Board) -> &'static str {
    if board.side_to_move() == board::Color::White { "White" } else { "Black" }
}

fn answer(tables: &Tables, board: &Board) -> anyhow::Result<Answer> {
    let value = tables.value(board)?;
    let moves = tables.rated_moves(board)?.into_iter().map(|rated| MoveAnswer {
        uci: notation::uci(board, rated.mv, false),
        san: notation::san(board, rated.mv),
        value: rated.value,
        value_in_words: rated.value.to_string(),
    });
    let mut position = board.clone();
    let line = tables.mating_line(board)?.into_iter().map(|mv| {
        let san = notation::san(&position, mv);
        position.play_unchecked(mv);
        san
    });
    Ok(Answer {
        fen: board.to_string(),
        material: Placement::from_board(board)?.material(),
        value,
        value_in_words: value.to_string(),
        moves: moves.collect(),
        best_line: line.collect(),
    })
}

/// The result of `tbgen self-check` for one table, as JSON prints it.
#[derive(Serialize)]
struct CheckAnswer {
    material: Material,
    positions: u64,
    skipped: u64,
    inconsistent: Vec<String>,
    seconds: f64,
}

fn self_check(texts: &[String], every: usize, json: bool) -> anyhow::Result<bool> {
    let materials = parse_materials(texts)?;
    let tables = build(&materials)?;
    let mut answers = Vec::new();
    for table in materials.iter().filter_map(|&m| tables.table(m)) {
        let start = Instant::now();
        let report = tables.check(table, every);
        let describe = |i: &tbgen::Inconsistency| {
            let moves = i.moves.map_or_else(|| "no legal position".to_owned(), |m| m.to_string());
            format!("{}: the table says {}, its moves {moves}", i.position.to_fen(), i.table)
        };
        answers.push(CheckAnswer {
            material: table.material(),
            positions: report.positions,
            skipped: report.skipped,
            inconsistent: report.inconsistencies.iter().map(describe).collect(),
            seconds: start.elapsed().as_secs_f64(),
        });
    }
    let right = answers.iter().all(|a| a.inconsistent.is_empty());
    if json {
        print_json(&answers)?;
        return Ok(right);
    }
    for a in &answers {
        let verdict = if a.inconsistent.is_empty() { "all follow from their moves" } else { "WRONG" };
        println!("{}: {} positions compared in {:.1} s, {verdict}", a.material, a.positions, a.seconds);
        if a.skipped > 0 {
            println!("  {} positions with three checkers were not set up on a board", a.skipped);
        }
        for line in &a.inconsistent {
            println!("  {line}");
        }
    }
    Ok(right)
}

//! CPU time, wall time and memory for building endings compared with the reference generator: both
//! build the same files in turn, as separate processes.
//!
//! ```sh
//! cargo bench -p vancura-tbgen-cli --bench reference -- \
//!     --reference DIR --runs 2 KBNvKN KQRvKR KRPvKR
//! ```
//!
//! DIR holds `rtbgen` and `rtbgenp`, built from the sources of Syzygy's author (Ronald de Man's
//! `tb`, `make -C src rtbgen rtbgenp`). Without `--reference` only `tbgen` runs, and no ratio is
//! printed: ratios never use stored figures. Two threads each, or `--threads N`.
//!
//! `tbgen` also solves all smaller endings from scratch; the reference reads them from WDL files,
//! which are written before timing starts. Both search for piece orders; with
//! `--remembered-orders`, `tbgen` also runs a second time with its stored orders. A line that ends
//! in `NOT the published files` is invalid. CPU time and memory are measured on Linux only;
//! elsewhere only wall time is printed.
#![allow(clippy::print_stdout, reason = "a benchmark reports to the terminal")]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use board::Material;
use clap::Parser;
use syzygy::Kind;
use tbgen::{Orders, Publication, build_files, build_levels, check_file, publication};

/// Clock ticks a second of `/proc/self/stat`.
const TICKS: f64 = 100.0;

/// Interval between samples of a process's memory.
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);

/// Command-line arguments.
#[derive(Parser)]
struct Arguments {
    /// Endings of up to five men.
    #[arg(default_values = ["KNNvKN"])]
    endings: Vec<Material>,
    /// The folder with the programs of the reference generator.
    #[arg(long, value_name = "DIR")]
    reference: Option<PathBuf>,
    /// Number of runs of each program.
    #[arg(long, default_value_t = 1)]
    runs: usize,
    /// Worker threads of each program.
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// Whether to run tbgen again with remembered piece orders.
    #[arg(long)]
    remembered_orders: bool,
    /// Passed by `cargo bench`.
    #[arg(long, hide = true)]
    bench: bool,
}

/// Resources that a process used.
struct Taken {
    wall: f64,
    /// User and system time.
    cpu: Option<f64>,
    peak_megabytes: Option<f64>,
}

/// User and system time of all finished child processes, in seconds.
fn cpu_seconds_of_children() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name in parentheses may contain spaces; field 3 follows it.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |field: usize| fields.get(field - 3)?.parse::<f64>().ok();
    Some((ticks(16)? + ticks(17)?) / TICKS)
}

/// Peak memory of a process so far, in MB.
fn peak_megabytes(process: u32) -> Option<f64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.split_whitespace().next()?.parse::<f64>().ok()? / 1024.0)
}

/// Runs a program to completion.
fn take(command: &mut Command) -> Taken {
    let (start, cpu) = (Instant::now(), cpu_seconds_of_children());
    let mut child =
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program can be started");
    let mut peak = None;
    let status = loop {
        peak = peak_megabytes(child.id()).or(peak);
        match child.try_wait().expect("it is our child") {
            Some(status) => break status,
            None => std::thread::sleep(BETWEEN_LOOKS),
        }
    };
    assert!(status.success(), "{command:?}: {status}");
    let since = cpu.zip(cpu_seconds_of_children()).map(|(before, after)| after - before);
    Taken { wall: start.elapsed().as_secs_f64(), cpu: since, peak_megabytes: peak }
}

/// Empties the folder, creating it if needed.
fn empty(folder: &Path) -> &Path {
    // It need not exist.
    let _ = std::fs::remove_dir_all(folder);
    std::fs::create_dir(folder).expect("the temporary folder can be written to");
    folder
}

/// Empty when both files of an ending are identical to the published ones, otherwise a remark.
fn remark(folder: &Path, ending: Material) -> &'static str {
    let is_published = |kind: Kind| {
        let table = check_file(&folder.join(kind.file_name(ending)));
        table.is_ok_and(|table| publication(&table) == Publication::Published)
    };
    if Kind::SYZYGY.into_iter().all(is_published) { "" } else { "NOT the published files" }
}

fn show(ending: Material, program: &str, taken: &Taken, ratio: Option<f64>, remark: &str) {
    let figure = |value: Option<f64>, digits| value.map_or("?".to_owned(), |v| format!("{v:.digits$}"));
    println!(
        "{:8} {program:24} {:>7} {:>7.1} {:>8} {:>6}  {remark}",
        ending.to_string(),
        figure(taken.cpu, 1),
        taken.wall,
        figure(taken.peak_megabytes, 0),
        ratio.map_or(String::new(), |ratio| format!("{ratio:.3}")),
    );
}

fn main() {
    let arguments = Arguments::parse();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (files, smaller) = (folder.path().join("files"), folder.path().join("smaller"));
    let all = [Orders::Searched, Orders::Remembered];
    let orders = if arguments.remembered_orders { &all[..] } else { &all[..1] };
    println!("{} threads", arguments.threads);
    println!("ending   program                    CPU s  wall s  peak MB  ratio");
    for &ending in &arguments.endings {
        if arguments.reference.is_some() {
            let mut order = build_levels(&[ending], true).expect("an ending that can be built").concat();
            order.retain(|&material| material != ending);
            build_files(&order, &smaller, &[Kind::Wdl][..], |_, _| ()).expect("smaller endings");
        }
        for _ in 0..arguments.runs {
            let theirs = arguments.reference.as_deref().map(|programs| {
                let program = if ending.pawns() > 0 { "rtbgenp" } else { "rtbgen" };
                let mut generate =
                    Command::new(std::path::absolute(programs).expect("a folder").join(program));
                generate.args(["-t", &arguments.threads.to_string(), &ending.to_string()]);
                generate.env("RTBPATH", &smaller).current_dir(empty(&files));
                let taken = take(&mut generate);
                show(ending, "reference", &taken, None, remark(&files, ending));
                taken
            });
            for orders in orders {
                let mut build = Command::new(env!("CARGO_BIN_EXE_tbgen"));
                build.arg("build").arg(ending.to_string()).args(["--metric", "wdl,dtz"]);
                build.args(["--threads", &arguments.threads.to_string()]).arg("--out").arg(empty(&files));
                build.args((*orders == Orders::Searched).then_some("--search-orders"));
                let taken = take(&mut build);
                let theirs = theirs.as_ref().and_then(|theirs| theirs.cpu);
                let ratio = taken.cpu.zip(theirs).map(|(ours, theirs)| ours / theirs);
                let program = if *orders == Orders::Searched { "tbgen" } else { "tbgen, remembered orders" };
                show(ending, program, &taken, ratio, remark(&files, ending));
            }
        }
    }
}

//! `tbgen build` and `tbgen plan`.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, ensure};
use board::Material;
use serde::Serialize;
use tbgen::syzygy::Kind;
use tbgen::syzygy::write::DtzUnit;
use tbgen::{
    BuildLocks, Estimate, MAX_SOLVED_MEN, Orders, Outputs, Step, build_files, build_jobs, build_levels,
    build_order, counted, estimate, missing_kinds,
};

use crate::arguments::{PlanFormat, Wanted};
use crate::formats::{self, Common};
use crate::output::{print, print_json};
use crate::progress::Progress;
use crate::size;

/// Exit status after Ctrl-C, by shell convention.
const INTERRUPTED: i32 = 130;

/// One ending of a build in JSON.
#[derive(Serialize)]
struct Built {
    material: Material,
    kept: bool,
    solving_seconds: f64,
    compressing_seconds: f64,
    files: Vec<File>,
}

#[derive(Serialize)]
struct File {
    kind: Kind,
    bytes: u64,
}

/// The plan of a build in JSON.
#[derive(Serialize)]
struct Plan {
    kinds: Vec<Kind>,
    endings: usize,
    levels: Vec<Vec<Planned>>,
    total: Estimate,
    threads: usize,
}

#[derive(Serialize)]
struct Planned {
    material: Material,
    #[serde(flatten)]
    estimate: Estimate,
}

/// The plan of a build without endings whose results are given.
fn make_plan(wanted: &Wanted, are_given: impl Fn(Material) -> bool) -> anyhow::Result<Plan> {
    let (kinds, threads) = (wanted.kinds(), rayon::current_num_threads());
    let one = |material| -> anyhow::Result<Planned> {
        Ok(Planned { material, estimate: estimate(material, &kinds, threads)? })
    };
    let levels = build_levels(&wanted.materials()?, wanted.with_subtables)?;
    let levels: Vec<Vec<Planned>> = levels
        .into_iter()
        .map(|level| level.into_iter().filter(|&material| !are_given(material)).map(one).collect())
        .collect::<anyhow::Result<_>>()?;
    let all = || levels.iter().flatten();
    let total = all().fold(Estimate::default(), |sum, planned| sum.and_then(planned.estimate));
    Ok(Plan { endings: all().count(), kinds, total, threads, levels })
}

/// Prints what would be built and the resources needed.
pub(crate) fn plan(wanted: &Wanted, json: bool) -> anyhow::Result<bool> {
    let plan = make_plan(wanted, |_| false)?;
    if json {
        print_json(&plan)?;
        return Ok(true);
    }
    let kinds: Vec<String> = plan.kinds.iter().map(ToString::to_string).collect();
    say!("{}, {}:", counted(plan.endings as u64, "ending"), kinds.join(", "));
    for (number, level) in plan.levels.iter().enumerate() {
        say!("level {}", number + 1);
        for Planned { material, estimate: e } in level {
            say!(
                "  {:<10} memory {:>10}  disk {:>10}  {:>9} of processor time",
                material.to_string(),
                size::bytes(e.memory_bytes),
                size::bytes(e.disk_bytes),
                size::seconds(e.cpu_seconds)
            );
        }
    }
    let Estimate { memory_bytes, disk_bytes, scratch_bytes, cpu_seconds } = plan.total;
    say!(
        "in total: at most {} of memory, about {} of disk and up to {} more while building, about {} with {}",
        size::bytes(memory_bytes),
        size::bytes(disk_bytes),
        size::bytes(scratch_bytes),
        size::seconds(cpu_seconds / plan.threads as f64),
        counted(plan.threads as u64, "thread")
    );
    Ok(true)
}

/// Prints the build as jobs with `threads` threads each (0 means one).
pub(crate) fn jobs(wanted: &Wanted, format: PlanFormat, threads: usize) -> anyhow::Result<bool> {
    let common = Common { metric: wanted.metrics(), kinds: wanted.kinds(), threads: threads.max(1) };
    let jobs = build_jobs(&wanted.materials()?, wanted.with_subtables, &common.kinds, common.threads)?;
    let text = match format {
        PlanFormat::Text | PlanFormat::Json => serde_json::to_string_pretty(&jobs)? + "\n",
        PlanFormat::Make => formats::make(&jobs, &common),
        PlanFormat::Snakemake => formats::snakemake(&jobs, &common),
        PlanFormat::Slurm => formats::slurm(&jobs, &common),
    };
    print(text.as_bytes());
    Ok(true)
}

/// The folders and locks of a build.
pub(crate) struct Place {
    /// The output folder.
    pub(crate) folder: PathBuf,
    /// Where results of smaller endings are read from.
    pub(crate) subtables: Option<PathBuf>,
    /// Where results are kept until larger endings need them.
    pub(crate) scratch: Option<PathBuf>,
    /// Time without a heartbeat after which other processes may take over an ending.
    pub(crate) takeover: Duration,
}

/// Writes the files of some endings, reporting each when it is done.
pub(crate) fn build(
    wanted: &Wanted,
    unit: DtzUnit,
    orders: Orders,
    place: &Place,
    cap: Option<u64>,
    json: bool,
) -> anyhow::Result<bool> {
    let named: Vec<Material> = wanted.materials()?.into_iter().map(|m| m.canonical().0).collect();
    let are_given = |material: Material| {
        let subtables = place.subtables.as_deref().filter(|_| material.men() > MAX_SOLVED_MEN);
        !named.contains(&material)
            && subtables.is_some_and(|folder| folder.join(Kind::Wdl.file_name(material)).is_file())
    };
    let plan = make_plan(wanted, are_given)?;
    ensure!(
        unit == DtzUnit::AsPublished || plan.kinds.contains(&Kind::Dtz),
        "--exact-dtz applies to distances to zeroing; add --metric wdl,dtz"
    );
    let (folder, locks) = (&place.folder, BuildLocks::new(place.takeover));
    let mut outputs = Outputs::from(&plan.kinds).with_dtz(unit).with_orders(orders).with_locks(locks.clone());
    if let Some(subtables) = &place.subtables {
        outputs = outputs.with_subtables(subtables);
    }
    if let Some(scratch) = &place.scratch {
        outputs = outputs.with_scratch(scratch);
    }
    if let Some(cap) = cap {
        outputs = outputs.with_memory(cap);
    }
    let all: Vec<&Planned> = plan.levels.iter().flatten().collect();
    keep_cap(&plan, &outputs, folder, cap)?;
    let mut order = build_order(&named, wanted.with_subtables)?;
    order.retain(|&material| !are_given(material));
    let expected =
        |material| all.iter().find(|p| p.material == material).map_or(0.0, |p| p.estimate.cpu_seconds);
    stop_on_signal(locks)?;
    let progress = Progress::new(order.len(), plan.total.cpu_seconds, plan.threads);
    let mut built = Vec::new();
    let result = build_files(&order, folder, outputs, |material, step| {
        let (kept, solving, compressing, files) = match step {
            Step::Begun => return progress.begin(material, expected(material)),
            Step::Stage(stage) => return progress.stage(*stage),
            Step::Waiting { host, process } => return progress.wait(material, host, *process),
            Step::Kept => (true, Duration::ZERO, Duration::ZERO, &[][..]),
            Step::Written { solving, compressing, files } => (false, *solving, *compressing, &files[..]),
        };
        progress.end(expected(material), (!kept).then_some(solving + compressing));
        let files = files.iter().map(|&(kind, bytes)| File { kind, bytes }).collect();
        let [solving_seconds, compressing_seconds] = [solving, compressing].map(|d| d.as_secs_f64());
        built.push(Built { material, kept, solving_seconds, compressing_seconds, files });
        if !json {
            tell(&progress, &built, order.len());
        }
    });
    progress.finish();
    result.with_context(|| {
        format!("{} of {} endings are done; run the same command to continue", built.len(), order.len())
    })?;
    if json {
        print_json(&built)?;
    }
    Ok(true)
}

/// Ends the program on SIGINT or SIGTERM, but never in the middle of writing a file.
fn stop_on_signal(locks: BuildLocks) -> anyhow::Result<()> {
    ctrlc::set_handler(move || {
        let _no_file_is_being_written = disk::stop_writing();
        locks.release();
        std::process::exit(INTERRUPTED);
    })
    .context("signals cannot be handled")
}

/// Refuses a build that would need more memory than allowed, naming the endings and the amount.
/// Without a limit, endings of six men must fit into free memory.
fn keep_cap(plan: &Plan, outputs: &Outputs, folder: &Path, cap: Option<u64>) -> anyhow::Result<()> {
    let much = |planned: &Planned| planned.material.men() > MAX_SOLVED_MEN;
    let free = cap.is_none().then(tbgen::memory::free);
    let limit = |planned: &Planned| match free {
        None => cap,
        Some(free) => much(planned).then_some(free.unwrap_or(0)),
    };
    let too_large =
        |planned: &&Planned| limit(planned).is_some_and(|limit| planned.estimate.memory_bytes > limit);
    let missing = |planned: &&Planned| !missing_kinds(folder, planned.material, outputs).is_empty();
    let over: Vec<&Planned> = plan.levels.iter().flatten().filter(too_large).filter(missing).collect();
    let allowed = match (cap, free.flatten()) {
        (Some(cap), _) => format!("more than the {} allowed", size::bytes(cap)),
        (None, Some(free)) => format!("more than the {} that is free", size::bytes(free)),
        (None, None) => "and the system does not report how much is free".to_owned(),
    };
    let needed = over.iter().map(|planned| planned.estimate.memory_bytes).max().unwrap_or(0);
    let names: Vec<String> = over.iter().take(5).map(|planned| planned.material.to_string()).collect();
    ensure!(
        over.is_empty(),
        "{} may take {} of memory, {allowed} ({}{}); nothing was built. Use --memory {} or omit them",
        counted(over.len() as u64, "ending"),
        size::bytes(needed),
        names.join(", "),
        if over.len() > names.len() { ", ..." } else { "" },
        format_args!("{}MiB", needed.div_ceil(1 << 20))
    );
    Ok(())
}

/// Prints a line for the last finished ending.
fn tell(progress: &Progress, built: &[Built], all: usize) {
    let Some(b) = built.last() else { return };
    let number = built.len();
    if b.kept {
        progress.line(&format!("[{number}/{all}] {}: already built, kept", b.material));
        return;
    }
    let files: Vec<String> = b.files.iter().map(|f| format!("{} {}", f.kind, size::bytes(f.bytes))).collect();
    progress.line(&format!(
        "[{number}/{all}] {}: solved in {:.1} s, written in {:.1} s: {}",
        b.material,
        b.solving_seconds,
        b.compressing_seconds,
        files.join(", ")
    ));
}

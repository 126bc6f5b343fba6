//! `verify ENDING...`: audits.

use std::time::Instant;

use recognizers::Recognizer;
use verify::{Audit, Examples, Report, Shard, Truth, Universe};

use super::arguments::{
    AuditArgs, DEFAULT_EXAMPLES, PAGE_EXAMPLES, UniverseArg, recognizers_named, shard_of_environment,
};
use super::progress::Progress;
use crate::fingerprint;

/// Audits the endings and reports; true when all are proved.
pub(super) fn run(args: &AuditArgs) -> anyhow::Result<bool> {
    let build = fingerprint::of_program()? + &args.tables.load()?;
    let shard = args.shard.map_or_else(shard_of_environment, Ok)?;
    let mut reports = Vec::new();
    let recognizers = recognizers_named(&args.endings)?;
    for (index, &recognizer) in recognizers.iter().enumerate() {
        let ending = recognizer.material().canonical().0.to_string();
        let progress = Progress::of_ending(&ending, index, recognizers.len(), !args.output.quiet);
        let report = report(recognizer, args, args.output.html.is_some(), shard, &build, &progress)?;
        drop(progress);
        args.output.print(reports.len(), &report)?;
        reports.push(report);
    }
    args.output.write_files(&reports)?;
    Ok(reports.iter().all(Report::is_proved))
}

/// The report of one ending; with `for_page` it includes positions to which its rules apply.
pub(super) fn report(
    recognizer: &'static Recognizer,
    args: &AuditArgs,
    for_page: bool,
    shard: Shard,
    build: &str,
    progress: &Progress,
) -> anyhow::Result<Report> {
    progress.prepare("building or reading tables");
    let start = Instant::now();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads).build()?;
    let open = || Truth::open(args.oracle.kind(), recognizer.material(), &args.oracle.folders);
    let truth = pool.install(open)?;
    let table_seconds = start.elapsed().as_secs_f64();
    let on_page = if for_page { PAGE_EXAMPLES } else { 0 };
    let audit = Audit {
        recognizer,
        truth: &truth,
        universe: match args.universe {
            UniverseArg::All => Universe::All,
            UniverseArg::Ice => Universe::Ice,
        },
        shard,
        named_only: args.named,
        each_rule: args.rules,
        examples: Examples {
            wrong: args.examples.unwrap_or(DEFAULT_EXAMPLES),
            missed: args.examples.unwrap_or(on_page),
            spotted: on_page,
        },
        build,
        progress: &|done, all| progress.done(done, all),
    };
    Ok(Report::new(pool.install(|| verify::audit(&audit)), table_seconds))
}

//! A build as input for make, Snakemake and Slurm.

use std::fmt::Write as _;

use tbgen::Job;
use tbgen::syzygy::Kind;

/// Settings common to all jobs of a plan.
pub(crate) struct Common {
    /// As in `--metric`.
    pub(crate) metric: String,
    /// Kinds of files to build.
    pub(crate) kinds: Vec<Kind>,
    /// Threads per job.
    pub(crate) threads: usize,
}

/// Bytes in MiB, rounded up.
fn mebibytes(bytes: u64) -> u64 {
    bytes.div_ceil(1 << 20)
}

/// Time limit of a job in minutes: three times the estimate, which is an average, and at least
/// five.
fn minutes(job: &Job, threads: usize) -> u64 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "minutes of a build are few")]
    let estimated = (3.0 * job.estimate.cpu_seconds / 60.0 / threads as f64).ceil() as u64;
    estimated.max(5)
}

/// A makefile with a rule for each ending that builds all its files at once.
pub(crate) fn make(jobs: &[Job], common: &Common) -> String {
    let mut text = format!(
        "# {} endings, by `tbgen plan --format make`: `make -j2 -f FILE`. Needs GNU make 4.3 or newer.\n\
         # Largest job: {} MiB of memory; all files: {} MiB.\n\
         TBGEN ?= tbgen\nOUT ?= tables\nFLAGS ?=\n\
         BUILD = $(TBGEN) build --metric {} --threads {} --out $(OUT) $(FLAGS)\n\n",
        jobs.len(),
        mebibytes(jobs.iter().map(|job| job.estimate.memory_bytes).max().unwrap_or(0)),
        mebibytes(jobs.iter().map(|job| job.estimate.disk_bytes).sum()),
        common.metric,
        common.threads,
    );
    let paths = |files: &[String]| -> String {
        files.iter().map(|file| format!("$(OUT)/{file}")).collect::<Vec<_>>().join(" ")
    };
    let all: Vec<String> = jobs.iter().map(|job| paths(&job.files)).collect();
    let _ = writeln!(text, ".PHONY: all\nall: \\\n  {}", all.join(" \\\n  "));
    for job in jobs {
        let needs: Vec<String> = jobs
            .iter()
            .filter(|needed| job.needs.contains(&needed.ending))
            .map(|needed| paths(&needed.files))
            .collect();
        // Order-only prerequisites: rebuilding a smaller ending does not make larger ones out of
        // date.
        let needs = if needs.is_empty() { String::new() } else { format!(" | {}", needs.join(" ")) };
        let _ = write!(text, "\n{} &:{needs}\n\t$(BUILD) {}\n", paths(&job.files), job.ending);
    }
    text
}

/// A Snakefile with one rule and a table of each ending's dependencies and resources.
pub(crate) fn snakemake(jobs: &[Job], common: &Common) -> String {
    let kinds: Vec<String> = common.kinds.iter().map(|kind| format!("\"{}\"", kind.extension())).collect();
    let mut text = format!(
        "# {} endings, by `tbgen plan --format snakemake`: `snakemake --snakefile FILE --cores 2`.\n\
         TBGEN = config.get(\"tbgen\", \"tbgen\")\nOUT = config.get(\"out\", \"tables\")\n\
         FLAGS = config.get(\"flags\", \"\")\nKINDS = [{}]\nJOBS = {{\n",
        jobs.len(),
        kinds.join(", "),
    );
    for job in jobs {
        let needs: Vec<String> = job.needs.iter().map(|needed| format!("\"{needed}\"")).collect();
        let _ = writeln!(
            text,
            "    \"{}\": dict(mem_mb={}, disk_mb={}, runtime={}, needs=[{}]),",
            job.ending,
            mebibytes(job.estimate.memory_bytes),
            mebibytes(job.estimate.disk_bytes + job.estimate.scratch_bytes),
            minutes(job, common.threads),
            needs.join(", "),
        );
    }
    let _ = write!(
        text,
        r#"}}


def files(endings):
    return [f"{{OUT}}/{{ending}}.{{kind}}" for ending in endings for kind in KINDS]


rule all:
    input:
        files(JOBS),


rule ending:
    input:
        lambda wildcards: files(JOBS[wildcards.ending]["needs"]),
    output:
        [OUT + "/{{ending}}." + kind for kind in KINDS],
    wildcard_constraints:
        ending="K[QRBNP]*vK[QRBNP]*",
    threads: {threads}
    resources:
        mem_mb=lambda wildcards: JOBS[wildcards.ending]["mem_mb"],
        disk_mb=lambda wildcards: JOBS[wildcards.ending]["disk_mb"],
        runtime=lambda wildcards: JOBS[wildcards.ending]["runtime"],
    shell:
        "{{TBGEN}} build {{wildcards.ending}} --metric {metric} --threads {{threads}} --out {{OUT}} {{FLAGS}}"
"#,
        threads = common.threads,
        metric = common.metric,
    );
    text
}

/// A shell script that submits one job array per level, each depending on the one before.
pub(crate) fn slurm(jobs: &[Job], common: &Common) -> String {
    let mut text = format!(
        r#"#!/bin/sh
# {} endings, by `tbgen plan --format slurm`: `sh FILE` submits one job array per level. Run it again after a
# failure: existing intact files are kept.
set -eu
: "${{TBGEN:=tbgen}}" "${{OUT:=tables}}" "${{FLAGS:=}}" "${{SBATCH_FLAGS:=}}"
export TBGEN OUT FLAGS
before=

# level MEMORY-IN-MIB MINUTES ENDING...
level() {{
    memory=$1 minutes=$2
    shift 2
    # shellcheck disable=SC2086
    before=$(sbatch --parsable --job-name=tbgen --array="0-$(($# - 1))" --cpus-per-task={threads} --mem="${{memory}}M" --time="$minutes" \
        ${{before:+--dependency=afterok:$before --kill-on-invalid-dep=yes}} $SBATCH_FLAGS \
        --wrap "set -- $*; shift \$SLURM_ARRAY_TASK_ID; exec \$TBGEN build \$1 --metric {metric} --threads {threads} --out \$OUT \$FLAGS")
    echo "$before: $*"
}}

"#,
        jobs.len(),
        threads = common.threads,
        metric = common.metric,
    );
    for level in jobs.chunk_by(|a, b| a.level == b.level) {
        let memory = level.iter().map(|job| mebibytes(job.estimate.memory_bytes)).max().unwrap_or(0);
        let time = level.iter().map(|job| minutes(job, common.threads)).max().unwrap_or(0);
        let endings: Vec<String> = level.iter().map(|job| job.ending.to_string()).collect();
        let _ = writeln!(text, "level {memory} {time} {}", endings.join(" "));
    }
    text
}

//! Runs jobs in alternation and compares them: thread time, median of the rounds, ratio to the
//! first job.
//!
//! Other programs can include this file to compare probers outside this workspace with ours in one
//! process: `#[path = ".../tbgen/benches/rounds/mod.rs"] mod rounds;`, with rustix and its feature
//! `time`.

use std::hint::black_box;
use std::time::Duration;

/// Number of measured rounds, of which the median is taken; one more round warms up.
const ROUNDS: usize = 7;

/// A measured job: its results for all positions are summed so that the compiler cannot optimize
/// them away.
pub(crate) struct Job<'a> {
    name: &'static str,
    run: Box<dyn FnMut() -> i64 + 'a>,
}

impl<'a> Job<'a> {
    /// A job that processes each of these positions.
    pub(crate) fn new<P>(
        name: &'static str,
        positions: &'a [P],
        mut ask: impl FnMut(&P) -> i64 + 'a,
    ) -> Self {
        Self::all(name, move || positions.iter().map(&mut ask).sum())
    }

    /// A job that handles all positions in one call.
    pub(crate) fn all(name: &'static str, run: impl FnMut() -> i64 + 'a) -> Self {
        Self { name, run: Box::new(run) }
    }
}

/// Processor time of this thread.
fn thread_time() -> Duration {
    #[cfg(target_os = "linux")]
    {
        let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        Duration::new(now.tv_sec.unsigned_abs(), u32::try_from(now.tv_nsec).unwrap_or(0))
    }
    #[cfg(not(target_os = "linux"))]
    {
        // Elsewhere, wall-clock time is used.
        static START: std::sync::LazyLock<std::time::Instant> =
            std::sync::LazyLock::new(std::time::Instant::now);
        START.elapsed()
    }
}

/// Runs the jobs in alternation and prints the median microseconds per position of each, and its
/// ratio to the first.
pub(crate) fn compare(title: &str, positions: usize, jobs: &mut [Job]) {
    let mut times = vec![Vec::new(); jobs.len()];
    for round in 0..=ROUNDS {
        for (job, times) in jobs.iter_mut().zip(&mut times) {
            let start = thread_time();
            black_box((job.run)());
            if round > 0 {
                times.push(thread_time().saturating_sub(start).as_secs_f64() * 1e6 / positions as f64);
            }
        }
    }
    let median = |times: &mut Vec<f64>| {
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    };
    let medians: Vec<f64> = times.iter_mut().map(median).collect();
    println!("{title}");
    for (job, time) in jobs.iter().zip(&medians) {
        println!("  {:<24} {time:7.3} us {:6.2}", job.name, time / medians[0]);
    }
}

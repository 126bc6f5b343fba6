//! The program's identity for the files it writes, and stop signals.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use base16ct::HexDisplay;
use sha2::{Digest as _, Sha256};
use trainer::generate::Program;

/// A second signal this soon after the first is the same one.
const PATIENCE: Duration = Duration::from_secs(2);

/// The largest program that is read, in bytes.
const PROGRAM_MAX: u64 = 1 << 30;

/// This program.
pub(super) fn this() -> anyhow::Result<Program> {
    let path = std::env::current_exe().context("finding the program file")?;
    let bytes = disk::read(&path, PROGRAM_MAX).with_context(|| format!("reading {}", path.display()))?;
    let sha256 = format!("{:x}", HexDisplay(&Sha256::digest(bytes)));
    Ok(Program { commit: env!("VANCURA_COMMIT").to_owned(), sha256 })
}

/// Set by the first Ctrl-C or SIGTERM; a later one ends the program at once, which loses the
/// current block of each thread.
pub(super) fn stop_on_signals() -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let seen = Arc::clone(&stop);
    let mut first = None;
    ctrlc::set_handler(move || {
        seen.store(true, Ordering::SeqCst);
        // Some programs send signals twice, to the process and to its group.
        if first.get_or_insert_with(Instant::now).elapsed() > PATIENCE {
            std::process::exit(130);
        }
    })
    .context("listening to Ctrl-C")?;
    Ok(stop)
}

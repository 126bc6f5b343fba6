//! Ctrl-C and SIGTERM: running games are finished and reported.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context as _;

/// Set by Ctrl-C or SIGTERM. A user who cannot wait for the running games may kill the program.
pub(super) fn stop_on_signals() -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let seen = Arc::clone(&stop);
    ctrlc::set_handler(move || seen.store(true, Ordering::Relaxed)).context("listening to Ctrl-C")?;
    Ok(stop)
}

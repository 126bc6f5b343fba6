//! Runs long operations without the interpreter's lock, so that Ctrl-C can interrupt them.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;
use tbgen::TbgenError;

use crate::errors::of_solving;

/// Interval between checks for signals.
const PATIENCE: Duration = Duration::from_millis(50);

/// Runs `work` in a thread of its own, while this thread checks for signals without holding the
/// interpreter's lock. If a signal handler raises, `stop` is set, and `work` must return.
///
/// # Errors
/// The exception of the signal handler, or the error of the work as an exception. Work that was
/// stopped by a signal to another thread is restarted.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    stop: &AtomicBool,
    work: impl Fn() -> Result<T, TbgenError> + Sync,
) -> PyResult<T> {
    loop {
        let (done, raised) = py.detach(|| watched(stop, &work));
        if let Some(raised) = raised {
            return Err(raised);
        }
        match done {
            Err(TbgenError::Stopped(_)) => {}
            done => return done.map_err(|error| of_solving(&error)),
        }
    }
}

fn watched<T: Send>(
    stop: &AtomicBool,
    work: &(impl Fn() -> Result<T, TbgenError> + Sync),
) -> (Result<T, TbgenError>, Option<PyErr>) {
    thread::scope(|scope| {
        let (report, reports) = channel();
        let worker = scope.spawn(move || {
            let done = work();
            // The receiver lives as long as this thread.
            let _ = report.send(());
            done
        });
        let mut raised = None;
        while reports.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
            raised = raised.or_else(|| Python::attach(|py| py.check_signals().err()));
            if raised.is_some() {
                stop.store(true, Ordering::Relaxed);
            }
        }
        let done = worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        (done, raised)
    })
}

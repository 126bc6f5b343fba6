//! The state shared by all requests.

use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use tokio::sync::watch;

use crate::analysis::Analyst;
use crate::knowledge::Knowledge;

/// The server's knowledge, settings and counters.
pub(super) struct Site {
    pub(super) knowledge: Arc<Knowledge>,
    /// The pages, and all answers except analysis, solving and the handbook.
    pub(super) answers: site::Site,
    pub(super) analyst: Analyst,
    /// Accepted host names, with the port.
    pub(super) hosts: Vec<String>,
    /// Whether pages of other sites may read `/standard`.
    pub(super) cors: bool,
    /// The folder written by `verify book`.
    pub(super) handbook: Option<PathBuf>,
    /// Whether each request is logged to standard error.
    pub(super) json_log: bool,
    /// The token that the page sends with requests that change something.
    pub(super) token: String,
    pub(super) stop: watch::Receiver<bool>,
    /// Set when the server stops, to end solving.
    pub(super) ends: Arc<AtomicBool>,
    pub(super) started: Instant,
    pub(super) counters: Counters,
}

/// Counters of requests.
#[derive(Default)]
pub(super) struct Counters {
    pub(super) requests: AtomicU64,
    pub(super) standard: AtomicU64,
    pub(super) mainline: AtomicU64,
    pub(super) faults: AtomicU64,
    pub(super) refused_connections: AtomicU64,
}

impl Counters {
    pub(super) fn count(counter: &AtomicU64) {
        counter.fetch_add(1, Ordering::Relaxed);
    }
}

impl Site {
    /// The counters as one line of `name=value` pairs.
    pub(super) fn monitor(&self) -> String {
        let Counters { requests, standard, mainline, faults, refused_connections } = &self.counters;
        let counted = [
            ("requests", requests),
            ("standard", standard),
            ("mainline", mainline),
            ("faults", faults),
            ("refused_connections", refused_connections),
        ];
        let fields: Vec<String> =
            counted.map(|(name, counter)| format!("{name}={}u", counter.load(Ordering::Relaxed))).into();
        let endings = self.knowledge.solved().mates().iter().count();
        format!(
            "explorer {},endings_in_memory={endings}u,uptime_s={}u\n",
            fields.join(","),
            self.started.elapsed().as_secs()
        )
    }
}

/// Returns when the server must stop.
pub(super) async fn stopped(stop: &mut watch::Receiver<bool>) {
    // An error means that the sender was dropped with the server.
    let _ = stop.wait_for(|&stop| stop).await;
}

/// An unguessable token.
pub(super) fn token() -> String {
    let random = || RandomState::new().build_hasher().finish();
    format!("{:016x}{:016x}", random(), random())
}

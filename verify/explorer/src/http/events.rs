//! An analysis as server-sent events: `info` for each line, then `done`; `bye` when the server
//! stops or the engine cannot be created.

use std::fmt::Write as _;
use std::sync::Arc;

use board::Board;
use bytes::Bytes;
use serde::Serialize;
use tokio::sync::mpsc;

use super::response::Reply;
use super::site::{Site, stopped};
use crate::analysis::Request;

/// Maximum number of events queued for a slow client.
const WAITING_MAX: usize = 256;

fn event(name: &str, data: &impl Serialize) -> Bytes {
    let mut text = format!("event: {name}\ndata: ");
    let _ = write!(text, "{}\n\n", serde_json::to_string(data).unwrap_or_default());
    Bytes::from(text)
}

/// Starts an analysis and returns its events.
pub(super) fn analysis(site: &Arc<Site>, board: Board, request: Request) -> Reply {
    let (sender, pieces) = mpsc::channel(WAITING_MAX);
    let signals = site.analyst.begin();
    let work = Arc::clone(site);
    let watched = (Arc::clone(&signals), sender.clone());
    tokio::task::spawn_blocking(move || {
        let mut hear = |info: &_| {
            !matches!(sender.try_send(event("info", info)), Err(mpsc::error::TrySendError::Closed(_)))
        };
        let done = work.analyst.analyse(&work.knowledge, &board, &request, &signals, &mut hear);
        let last = match done {
            Ok(done) => event("done", &done),
            Err(fault) => event("bye", &fault.to_string()),
        };
        let _ = sender.try_send(last);
    });
    // The search ends when the client disconnects or the server stops.
    let mut stop = site.stop.clone();
    tokio::spawn(async move {
        let (signals, sender) = watched;
        tokio::select! {
            () = sender.closed() => {}
            () = stopped(&mut stop) => {
                let _ = sender.try_send(event("bye", &"the server is stopping"));
            }
        }
        signals.stop();
    });
    Reply::events(pieces)
}

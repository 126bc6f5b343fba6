//! The answer of a search: the main thread's, or a helper's if that is better.

use std::time::Duration;

use board::Board;

use crate::position::Position;
use crate::search::{Observer, RootMove, SearchInfo, SearchResult, Searcher, Shared, Worker};
use crate::tablebase::{Syzygy, Tablebases};
use crate::tt::Bound;

/// How often a finished search checks whether it may answer, while it ponders, analyzes without
/// limits, or plays at a level with a clock.
pub(super) const WAIT: Duration = Duration::from_millis(2);

/// The main thread's part of a search, with the answer. The answer does not wait for the helpers to
/// stop.
pub(super) fn lead(
    shared: &Shared,
    worker: &mut Worker,
    position: &Position,
    moves: Vec<RootMove>,
    observer: &mut (dyn Observer + Send),
) -> SearchResult {
    let mut searcher = Searcher::new(shared, worker, &mut *observer, 0, position.clone(), moves);
    searcher.iterate();
    let must_wait = |searcher: &Searcher| {
        shared.limits.infinite || shared.signals.is_pondering() || !searcher.has_taken_its_time()
    };
    while must_wait(&searcher) && !shared.signals.is_stopped() {
        std::thread::sleep(WAIT);
    }
    shared.signals.stop();
    searcher.report_changed_order();
    let score = searcher.best().settled_score();
    let pv = searcher.best().pv.clone();
    let line = searcher.line(0, score, Bound::Exact, pv);
    let candidates = shared.helpers_best.lock().expect("no thread panics").clone();
    let line = vote(line, candidates.iter().flatten(), shared.tables, position.board());
    if let Some(fault) = shared.tables.syzygy.as_ref().and_then(Syzygy::news) {
        observer.remark(fault);
    }
    observer.info(&line);
    let outcome = SearchResult { best: line.pv.first().copied(), ponder: line.pv.get(1).copied(), line };
    observer.decided(&outcome);
    outcome
}

/// The main thread's line, unless a helper finished a deeper iteration with a score that is no
/// worse.
fn vote<'a>(
    mut line: SearchInfo,
    candidates: impl Iterator<Item = &'a (RootMove, i32)>,
    tables: &Tablebases,
    board: &Board,
) -> SearchInfo {
    for (best, depth) in candidates {
        let score = best.reconcile(best.settled_score());
        let shorter_mate = score.is_mate() && score > line.score;
        if shorter_mate || (*depth > line.depth && score >= line.score && !line.score.is_mate()) {
            line.depth = *depth;
            line.score = score;
            line.selective_depth = best.selective_depth.max(1);
            line.pv = tables.extend_to_mate(board, best.pv.clone(), score);
        }
    }
    line
}

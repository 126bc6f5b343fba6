//! Proofs of mates, for `proof` and as the first part of `go mate`.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use super::{Engine, line};
use crate::clock::{Signals, TimeManager};
use crate::limits::Limits;
use crate::position::Position;
use crate::proof::{Answer, MAX_MOVES, MateQuestion, OutOfMemory, Progress, Prover, Question, Verdict};
use crate::score::Score;
use crate::search::{Observer, SearchInfo};

/// Depth in plies of the search for a move where there is no mate.
const FALLBACK_DEPTH: i32 = 8;

/// The time between two reports of a proof.
const REPORT_EVERY: Duration = Duration::from_secs(1);
/// The clock is looked at for reports once in this many calls, each of a few microseconds.
const CALLS_PER_LOOK: u32 = 256;

impl Engine {
    /// Sets the size of the proof table in MiB.
    pub(super) fn resize_proof_hash(&mut self, mebibytes: usize) {
        self.proof_hash = mebibytes;
        self.prover = None;
    }

    /// Proves a mate, within limits of nodes and time that began at `started`. Reports how far it
    /// has come every second.
    ///
    /// # Errors
    /// When there is no memory for the table.
    pub fn prove(
        &mut self,
        mate: MateQuestion<'_>,
        limits: &Limits,
        signals: &Signals,
        started: Instant,
        report: &mut dyn FnMut(&Progress),
    ) -> Result<Answer, OutOfMemory> {
        let prover = match &mut self.prover {
            Some(prover) => prover,
            none => none.insert(Prover::new(self.proof_hash)?),
        };
        if !limits.is_timed() {
            self.tables.wait_for_small();
        }
        let question = Question { mate, first_moves: &limits.search_moves, tables: &self.tables };
        let time_manager = TimeManager::new(limits, mate.position.board(), self.pace, started);
        let most_nodes = limits.nodes.unwrap_or(u64::MAX);
        let (mut calls, mut next) = (0_u32, REPORT_EVERY);
        let mut goes_on = |progress: &Progress| {
            let nodes = progress.nodes;
            calls = calls.wrapping_add(1);
            if calls.is_multiple_of(CALLS_PER_LOOK) && started.elapsed() >= next {
                next = started.elapsed() + REPORT_EVERY;
                report(progress);
            }
            let is_late = time_manager.is_over(signals, nodes)
                || limits.is_game_clock() && time_manager.is_soft_over(signals, nodes, 1.0);
            nodes < most_nodes && !signals.is_stopped() && !is_late
        };
        Ok(prover.answer(&question, &mut goes_on))
    }

    /// Searches for a proof of a mate in `moves` moves; breaks with its line, or continues with the
    /// limits left for the search. It may use half of them: mates that are hard to prove may be
    /// easy to find.
    pub(super) fn mate_first(
        &mut self,
        position: &Position,
        moves: i32,
        limits: &Limits,
        signals: &Signals,
        started: Instant,
        observer: &mut dyn Observer,
    ) -> ControlFlow<SearchInfo, Limits> {
        let half = Limits {
            nodes: limits.nodes.map(|nodes| nodes.div_ceil(2)),
            movetime: limits
                .movetime
                .map(|time| (time - self.pace.overhead_ms.min(time / 2)) / 2 + self.pace.overhead_ms),
            time: limits.time.map(|time| time.map(|left| left / 2)),
            ..limits.clone()
        };
        let asked = u8::try_from(moves).ok().filter(|&moves| moves <= MAX_MOVES);
        let Some(asked) = asked else { return ControlFlow::Continue(limits.clone()) };
        let question = MateQuestion { position, moves: Some(asked), wants_file: false };
        let answer = match self.prove(question, &half, signals, started, &mut |_| {}) {
            Ok(answer) => answer,
            Err(error) => {
                observer.remark(&error.to_string());
                return ControlFlow::Continue(limits.clone());
            }
        };
        observer.remark(&answer.words(Some(asked)));
        match answer.verdict {
            Verdict::Proved { moves, .. } => ControlFlow::Break(Self::proved_line(&answer, moves, started)),
            Verdict::Disproved => {
                ControlFlow::Continue(Limits { depth: Some(FALLBACK_DEPTH), ..limits.clone() })
            }
            _ => {
                let left = limits.nodes.map(|nodes| nodes.saturating_sub(answer.nodes).max(1));
                ControlFlow::Continue(Limits { nodes: left, ..limits.clone() })
            }
        }
    }

    /// A proved mate as a line of analysis.
    pub(crate) fn proved_line(answer: &Answer, moves: u8, started: Instant) -> SearchInfo {
        let plies = 2 * usize::from(moves) - 1;
        let found = line(plies, Score::mate_in(plies as i32), started, answer.line.clone());
        SearchInfo { nodes: answer.nodes, hash_permille: answer.hash_permille, ..found }
    }
}

//! The command `proof`: a proof search on the search thread, so that `stop` works.

use std::sync::Arc;
use std::time::Instant;

use super::{Session, Work, info};
use crate::engine::Engine;
use crate::limits::Limits;
use crate::proof::{MateQuestion, Progress, Verdict};

impl Session {
    /// Proves a mate in N moves, or finds one; prints its progress every second and the result as a
    /// remark after the line.
    pub(super) fn prove(&mut self, moves: Option<u8>, started: Instant) {
        self.engine();
        if let Some(fault) = &self.refusal {
            return self
                .remark(&format!("nothing is proved, because the last position was rejected: {fault}"));
        }
        let Work::Idle(mut engine) = std::mem::replace(&mut self.work, Work::Searching(started)) else {
            unreachable!("the engine has just been called back")
        };
        let signals = Arc::clone(&self.signals);
        signals.reset(false);
        self.has_end = true;
        let position = self.position.clone();
        let (console, chess960, show_wdl) = (self.console.clone(), self.chess960, self.show_wdl);
        self.search_thread.begin(Box::new(move || {
            let question = MateQuestion { position: &position, moves, wants_file: false };
            let mut report = |progress: &Progress| {
                console.remark(&format!("{progress}, {} ms", started.elapsed().as_millis()));
            };
            match engine.prove(question, &Limits::default(), &signals, started, &mut report) {
                Ok(answer) => {
                    if let Verdict::Proved { moves, .. } = answer.verdict {
                        let line = Engine::proved_line(&answer, moves, started);
                        console.say(&info::line(&line, position.board(), chess960, show_wdl));
                    }
                    let (words, nodes) = (answer.words(moves), answer.nodes);
                    console.remark(&format!("{words}; {nodes} nodes, {} ms", started.elapsed().as_millis()));
                }
                Err(error) => console.remark(&error.to_string()),
            }
            engine
        }));
    }
}

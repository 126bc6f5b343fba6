//! The command `resolve`: the quiescence search of one position, shown move by move.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::Instant;

use super::Engine;
use crate::clock::{Lateness, Pace, Signals, TimeManager};
use crate::features::Features;
use crate::level::FULL_KNOWLEDGE;
use crate::limits::Limits;
use crate::position::Position;
use crate::root_profile::RootProfile;
use crate::search::{Searcher, Shared, Silent, Worker};
use crate::tt::{OutOfMemory, TranspositionTable};

impl Engine {
    /// Shows the captures and checks that quiescence searches in a position, with their scores, and
    /// those that it skips. The search starts with an empty hash table and uses neither tables nor
    /// recognizers, which would end its lines.
    ///
    /// # Errors
    /// When there is no memory for its hash table.
    pub fn resolve(&self, position: &Position) -> Result<String, OutOfMemory> {
        let (tt, signals, lateness) = (TranspositionTable::new(1)?, Signals::default(), Lateness::default());
        let (limits, profile) = (Limits::default(), RootProfile::of(position));
        let features = Features { recognizers: false, ..self.features };
        let started = Instant::now();
        let shared = Shared {
            tt: &tt,
            tables: &self.tables,
            signals: &signals,
            time_manager: TimeManager::new(&limits, position.board(), Pace::default(), started),
            lateness: &lateness,
            features: features.at(profile, false),
            profile,
            params: self.params.at_selectivity(self.selectivity),
            contempt: 0,
            takes_its_time: false,
            knowledge: FULL_KNOWLEDGE,
            damping: self.damping,
            limits: &limits,
            multi_pv: 1,
            exact_men: 0,
            syzygy_men: 0,
            root_hits: 0,
            root_is_settled_draw: false,
            root_win: None,
            is_over: AtomicBool::new(false),
            nodes: vec![AtomicU64::new(0)],
            table_hits: vec![AtomicU64::new(0)],
            helpers_best: Mutex::new(vec![None]),
        };
        let mut worker = Worker::new();
        worker.use_networks(self.networks(), self.simd);
        worker.leave_out(&self.left_out);
        worker.use_params(&shared.params);
        let mut silent = Silent;
        Ok(Searcher::new(&shared, &mut worker, &mut silent, 0, position.clone(), Vec::new())
            .show_quiescence())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::fen;

    fn resolved(engine: &Engine, text: &str) -> String {
        engine.resolve(&Position::new(fen::parse(text).unwrap())).unwrap()
    }

    #[test]
    fn captures_are_searched_and_losing_ones_named() {
        let engine = Engine::new(1).unwrap();
        let text = resolved(&engine, "rnbqkbnr/ppp1pppp/8/3p4/4P3/5Q2/PPPP1PPP/RNB1KBNR w KQkq - 0 1");
        assert!(text.contains("\n  exd5 "), "{text}");
        assert!(text.contains("skipped because they lose material: Qxf7"), "{text}");
        let mate = resolved(&engine, "R3k3/8/4K3/8/8/8/8/8 b - - 0 1");
        assert!(mate.contains("in check\nresolved mated"), "{mate}");
    }

    #[test]
    fn quiet_checks_are_searched_as_in_the_search() {
        let mut engine = Engine::new(1).unwrap();
        let quiet = "6k1/5p1p/6p1/8/8/8/PP3PPP/1KB1R3 w - - 0 1";
        let with = resolved(&engine, quiet);
        assert!(with.contains("\n  Re8+ "), "{with}");
        engine.features.quiescence_checks = false;
        let without = resolved(&engine, quiet);
        assert!(!without.contains("Re8+"), "{without}");
    }
}

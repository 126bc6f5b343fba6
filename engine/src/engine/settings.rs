//! Applies settings to an engine.

use std::path::Path;

use recognizers::TableFile;

use super::{Engine, SettingError};
use crate::clock::NodeClock;
use crate::eval::network::{self, Networks};
use crate::options::Setting;
use crate::score::Score;

/// Value of `EvalFileSmall` with which the main network also evaluates positions with few men.
const NO_NETWORK: &str = "none";

/// The remark on terms that are left out of an evaluation that is not in use.
const UNUSED_TERMS: &str =
    "EvalWithout changes the hand-crafted evaluation, which is used with Use_NN_eval false";

impl Engine {
    /// Applies a setting and returns remarks. Settings that only concern the protocol change
    /// nothing here.
    ///
    /// # Errors
    /// [`SettingError`] when it could not be applied.
    pub fn set(&mut self, setting: &Setting) -> Result<Vec<String>, SettingError> {
        match setting {
            Setting::Hash(mebibytes) => self.resize_hash(*mebibytes)?,
            Setting::Threads(threads) => self.set_threads(*threads)?,
            Setting::ProofHash(mebibytes) => self.resize_proof_hash(*mebibytes),
            Setting::ClearHash => self.new_game(),
            Setting::Persist(on) => self.tt.persist(*on),
            Setting::Pin(on) => {
                let fault = self.pinning.switch(*on);
                self.set_threads(self.threads())?;
                fault.map_or(Ok(()), |fault| Err(SettingError::Pinning(fault)))?;
            }
            // Scores found under other rules are invalid.
            Setting::Contempt(centipawns) => {
                self.contempt = Score::from_centipawns(*centipawns).value();
                self.new_game();
            }
            Setting::DampedBackup(percent) => {
                self.damping = *percent;
                self.new_game();
            }
            Setting::Selectivity(percent) => {
                self.selectivity = *percent;
                self.hand_out_params();
                self.new_game();
            }
            Setting::LimitStrength(on) => {
                self.is_limited = *on;
                self.new_game();
            }
            Setting::Elo(elo) => {
                self.elo = *elo;
                self.new_game();
            }
            Setting::MoveOverhead(milliseconds) => self.pace.overhead_ms = *milliseconds,
            Setting::SlowMover(percent) => self.pace.slow_mover = *percent,
            Setting::MinimumThinkingTime(milliseconds) => self.pace.minimum_ms = *milliseconds,
            Setting::NodesTime(nodes) => {
                self.pace.nodes_per_ms = *nodes;
                self.node_clock = NodeClock::default();
            }
            Setting::SyzygyPath(path) => {
                let remarks = self.tables.open_syzygy(path);
                return self.found_on_path(remarks);
            }
            Setting::MinedPath(path) => return self.load_mined_tables(path),
            Setting::SyzygyCheck(check) => {
                let remarks = self.tables.check_syzygy(*check);
                return self.found_on_path(remarks);
            }
            Setting::SyzygyProbeDepth(depth) => self.tables.probe_depth = *depth,
            Setting::SyzygyProbeLimit(men) => self.tables.probe_limit = *men,
            Setting::Syzygy50MoveRule(on) => self.tables.fifty_move_rule = *on,
            Setting::MultiPv(lines) => self.multi_pv = *lines,
            Setting::AnalyseMode(on) => self.analyses = *on,
            Setting::InternalTb(men) => {
                self.tables.internal_men = *men;
                self.tables.prepare();
            }
            Setting::EvalFile(path) => return self.load_network(path),
            Setting::EvalFileSmall(path) => return self.load_small_network(path),
            Setting::UseNetwork(on) => {
                self.use_network(*on);
                self.new_game();
            }
            Setting::EvalWithout(terms) => {
                self.leave_out(terms);
                self.new_game();
                if self.uses_network && !terms.is_empty() {
                    return Ok(vec![UNUSED_TERMS.to_owned()]);
                }
            }
            Setting::Simd(simd) => self.use_simd(*simd),
            Setting::Feature(name, on) => self.features.switch(name, *on),
            Setting::Parameter(name, value) => {
                self.params.set(name, *value);
                self.hand_out_params();
                self.new_game();
            }
            Setting::Chess960(_)
            | Setting::ShowWdl(_)
            | Setting::ListAll(_)
            | Setting::Ponder(_)
            | Setting::OwnBook(_)
            | Setting::BookFile(..)
            | Setting::BookDepth(..)
            | Setting::BookVariety(_)
            | Setting::ConfigFile(_)
            | Setting::LogFile(_)
            | Setting::About => {}
        }
        Ok(Vec::new())
    }

    fn load_network(&mut self, path: &str) -> Result<Vec<String>, SettingError> {
        let (network, remarks) = match path {
            "" => (network::embedded(), Vec::new()),
            path => {
                let network = network::read(Path::new(path))?;
                let remark = format!("{path}: {}", network.description());
                (network, vec![remark])
            }
        };
        self.set_network(network);
        self.new_game();
        Ok(remarks)
    }

    fn load_small_network(&mut self, path: &str) -> Result<Vec<String>, SettingError> {
        let (network, remarks) = match path {
            "" => (Networks::embedded().small, Vec::new()),
            NO_NETWORK => (None, Vec::new()),
            path => {
                let network = network::read_small(Path::new(path))?;
                let remark = format!("{path}: {}", network.description());
                (Some(network), vec![remark])
            }
        };
        self.set_small_network(network);
        self.new_game();
        Ok(remarks)
    }

    fn load_mined_tables(&mut self, path: &str) -> Result<Vec<String>, SettingError> {
        let files = if path.is_empty() {
            recognizers::restore_tables();
            Vec::new()
        } else {
            recognizers::load_tables(Path::new(path))?
        };
        self.new_game();
        Ok(files.iter().map(remark_on).collect())
    }

    /// Remarks about the tables on the path; an error when there are none.
    fn found_on_path(&self, remarks: Vec<String>) -> Result<Vec<String>, SettingError> {
        if self.tables.syzygy.is_some() || remarks.is_empty() {
            Ok(remarks)
        } else {
            Err(SettingError::NoTables(remarks))
        }
    }
}

fn remark_on(file: &TableFile) -> String {
    let TableFile { material, path, bytes, .. } = file;
    let (path, kib) = (path.display(), bytes.div_ceil(1 << 10));
    format!("{path}: {kib} KiB; `verify {material} --mined DIR` proves that it is right")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::Features;
    use crate::options;
    use crate::play::bench;

    #[test]
    fn every_feature_can_be_switched_and_takes_effect() {
        let mut engine = Engine::new(1).unwrap();
        for name in Features::NAMES {
            assert!(engine.set(&options::parse(name, "false").unwrap()).unwrap().is_empty());
            let mut expected = Features::default();
            expected.switch(name, false);
            assert_eq!(engine.features, expected);
            engine.set(&options::parse(&name.to_uppercase().replace('_', ""), "true").unwrap()).unwrap();
            expected.switch(name, true);
            assert_eq!(engine.features, expected);
            engine.features = Features::default();
        }
    }

    #[test]
    fn the_search_does_without_the_terms_that_are_left_out() {
        let mut engine = Engine::new(1).unwrap();
        let mut nodes = |name: &str, value: &str| {
            let remarks = engine.set(&options::parse(name, value).unwrap()).unwrap();
            engine.new_game();
            (remarks.len(), bench::run(&mut engine, 2, |_, _, _| ()).nodes)
        };
        let (_, by_network) = nodes("Use_NN_eval", "true");
        // Said, because nothing changes.
        assert_eq!(nodes("EvalWithout", "material"), (1, by_network));
        let (_, reduced) = nodes("Use_NN_eval", "false");
        let (remarks, by_hand) = nodes("EvalWithout", "");
        assert_eq!(remarks, 0);
        assert_ne!(by_hand, reduced);
        assert_eq!(nodes("EvalWithout", "material"), (0, reduced));
    }
}

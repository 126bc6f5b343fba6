//! Solves endings in the background: those of four pieces at startup, those of five on demand where
//! that is allowed.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use board::Material;
use site::{MEMORY_MEN_MAX, Progress};
use tbgen::MAX_SOLVED_MEN;

use super::Knowledge;

/// Polling interval while another thread is solving.
const POLL: Duration = Duration::from_millis(20);

impl Knowledge {
    /// Solves all endings of up to this many pieces, on the threads of the current pool; returns
    /// early when `stop` is set.
    pub fn solve_up_to(&self, men: usize, stop: &AtomicBool) {
        let endings: Vec<Material> = (3..=men.min(MEMORY_MEN_MAX)).flat_map(Material::with_men).collect();
        let _ = self.solve(&endings, stop);
    }

    /// Solves these endings and all that they lead to, except those in memory; returns early when
    /// `stop` is set.
    ///
    /// # Errors
    /// When an ending cannot be solved.
    pub fn solve(&self, endings: &[Material], stop: &AtomicBool) -> Result<(), tbgen::TbgenError> {
        loop {
            if let Some(turn) = Turn::take(&self) {
                return turn.0.solve_in_turn(endings, stop);
            }
            if stop.load(Ordering::Relaxed) {
                return Ok(());
            }
            std::thread::sleep(POLL);
        }
    }

    fn solve_in_turn(&self, endings: &[Material], stop: &AtomicBool) -> Result<(), tbgen::TbgenError> {
        let mut missing: Vec<Material> = Vec::new();
        for &ending in endings {
            for lacking in self.solved().lacking(ending)? {
                if !missing.contains(&lacking) {
                    missing.push(lacking);
                }
            }
        }
        missing.sort_by_key(|material| (material.men(), material.pawns()));
        let (solving, endings) = (missing.first().copied(), missing.clone());
        self.note(|progress| {
            *progress = Progress { solving, of: missing.len(), endings, ..Progress::default() };
        });
        for material in missing {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            self.note(|progress| progress.solving = Some(material));
            let solved = self.solved().solve(material);
            match solved {
                Ok(ending) => self.insert(ending),
                Err(error) => {
                    self.note(|progress| {
                        (progress.solving, progress.fault) = (None, Some(error.to_string()));
                    });
                    return Err(error);
                }
            }
            self.note(|progress| progress.done += 1);
        }
        self.note(|progress| progress.solving = None);
        Ok(())
    }

    /// True when endings of five pieces are solved on demand.
    pub(crate) fn solves(&self) -> bool {
        self.solves
    }

    /// Starts solving an ending in the background if that is allowed, the ending is not in memory,
    /// nothing else is being solved, and there is enough memory, for which less recently used
    /// endings are dropped.
    pub(crate) fn ask_for(self: &Arc<Self>, material: Material, stop: &Arc<AtomicBool>) {
        let material = material.canonical().0;
        if !self.solves || material.men() > MAX_SOLVED_MEN || self.is_in_memory(material) {
            return;
        }
        let Some(turn) = Turn::take(self) else { return };
        if let Err(fault) = self.make_room(material) {
            return self.note(|progress| progress.fault = Some(fault));
        }
        self.note(|progress| (progress.solving, progress.fault) = (Some(material), None));
        let stop = Arc::clone(stop);
        let solve = move || turn.0.solve_in_turn(&[material], &stop);
        // If no thread can be started, the turn ends and another request can try again.
        if let Err(error) = std::thread::Builder::new().name("solving".to_owned()).spawn(solve) {
            self.note(|progress| (progress.solving, progress.fault) = (None, Some(error.to_string())));
        }
    }
}

/// The right to solve, which one thread has at a time.
struct Turn<K: std::ops::Deref<Target = Knowledge>>(K);

impl<K: std::ops::Deref<Target = Knowledge> + Clone> Turn<K> {
    fn take(knowledge: &K) -> Option<Self> {
        (!knowledge.at_work.swap(true, Ordering::AcqRel)).then(|| Self(knowledge.clone()))
    }
}

impl<K: std::ops::Deref<Target = Knowledge>> Drop for Turn<K> {
    fn drop(&mut self) {
        self.0.at_work.store(false, Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_solves_at_a_time() {
        let knowledge = Arc::new(Knowledge::open(&[], true).unwrap());
        let turn = Turn::take(&knowledge).unwrap();
        assert!(Turn::take(&knowledge).is_none() && Turn::take(&&*knowledge).is_none());
        // A request in the meantime is ignored.
        knowledge.ask_for("KRvKR".parse().unwrap(), &Arc::default());
        assert_eq!(knowledge.progress().solving, None);
        drop(turn);
        assert!(Turn::take(&knowledge).is_some());
    }
}

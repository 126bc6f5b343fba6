//! Endings solved in memory while answers go on: four men from the start, five when somebody asks and that is allowed.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use board::Material;
use tbgen::syzygy::Kind;
use tbgen::{MAX_SOLVED_MEN, estimate};

use super::Knowledge;
use super::progress::{Cost, Progress};

impl Knowledge {
    /// How solving goes on.
    ///
    /// # Panics
    /// Never: nobody panics while holding it.
    pub(crate) fn progress(&self) -> Progress {
        self.progress.lock().expect("nobody panics while holding it").clone()
    }

    fn note(&self, change: impl FnOnce(&mut Progress)) {
        change(&mut self.progress.lock().expect("nobody panics while holding it"));
    }

    /// Solves all endings of up to so many men, one after the other on the threads of the pool it is called from; returns early when told
    /// to stop.
    pub fn solve_up_to(&self, men: usize, stop: &AtomicBool) {
        let endings: Vec<Material> =
            (3..=men.min(super::MEMORY_MEN_MAX)).flat_map(Material::with_men).collect();
        let _ = self.solve(&endings, stop);
    }

    /// Solves these endings and all that they lead to, as far as they are not here; returns early when told to stop.
    ///
    /// # Errors
    /// Endings that are too large, or too long for memory.
    ///
    /// # Panics
    /// Never: nobody panics while endings are taken in.
    pub fn solve(&self, endings: &[Material], stop: &AtomicBool) -> Result<(), tbgen::TbgenError> {
        let mut missing: Vec<Material> = Vec::new();
        for &ending in endings {
            for lacking in self.solved().lacking(ending)? {
                if !missing.contains(&lacking) {
                    missing.push(lacking);
                }
            }
        }
        missing.sort_by_key(|material| (material.men(), material.pawns()));
        let endings = missing.clone();
        self.note(|progress| *progress = Progress { of: missing.len(), endings, ..Progress::default() });
        for material in missing {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            self.note(|progress| progress.solving = Some(material));
            let solved = self.solved().solve(material);
            match solved {
                Ok(ending) => {
                    self.solved.write().expect("nobody panics while endings are taken in").insert(ending);
                }
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

    /// What having this ending would take; `None` where it is too large for us to build.
    pub(crate) fn cost(&self, material: Material) -> Option<Cost> {
        let material = material.canonical().0;
        let built = estimate(material, &Kind::ALL, 1).ok()?;
        let solve_memory_bytes = self.solved().bytes_to_solve(material).ok()?;
        Some(Cost {
            build_memory_bytes: built.memory_bytes,
            disk_bytes: built.disk_bytes,
            cpu_seconds: built.cpu_seconds,
            solve_memory_bytes,
        })
    }

    /// True when endings of five men are solved on demand.
    pub(crate) fn solves(&self) -> bool {
        self.solves
    }

    /// Begins to solve an ending in the background, where that is allowed, it is not here, and nothing else is being solved.
    pub(crate) fn ask_for(self: &Arc<Self>, material: Material, stop: &Arc<AtomicBool>) {
        let material = material.canonical().0;
        if !self.solves || material.men() > MAX_SOLVED_MEN || self.is_in_memory(material) {
            return;
        }
        let mut progress = self.progress.lock().expect("nobody panics while holding it");
        if progress.solving.is_some() {
            return;
        }
        let needed = self.cost(material).map_or(0, |cost| cost.solve_memory_bytes);
        if let Some(free) = free_memory().filter(|&free| free < needed) {
            progress.fault = Some(format!(
                "{material} takes about {} MB of memory to solve, {} MB are free",
                needed >> 20,
                free >> 20
            ));
            return;
        }
        progress.solving = Some(material);
        drop(progress);
        let (knowledge, stop) = (Arc::clone(self), Arc::clone(stop));
        std::thread::spawn(move || knowledge.solve(&[material], &stop));
    }
}

/// Bytes of memory that the system can give; `None` where it does not tell.
fn free_memory() -> Option<u64> {
    let told = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = told.lines().find(|line| line.starts_with("MemAvailable:"))?;
    line.split_whitespace().nth(1)?.parse::<u64>().ok().map(|kib| kib << 10)
}

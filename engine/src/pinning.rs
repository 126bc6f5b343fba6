//! Pinning threads to processors, one on each physical core first. Only on Linux.

/// Processors for the threads of an engine.
#[derive(Default)]
pub(crate) struct Pinning {
    /// The logical processors in the order in which threads get them; empty for no pinning.
    order: Vec<usize>,
    /// All processors, to unpin the main thread.
    all: Vec<usize>,
    main_is_pinned: bool,
}

impl Pinning {
    /// Turns pinning on or off; returns a remark if it is not possible.
    pub(crate) fn switch(&mut self, on: bool) -> Option<String> {
        self.order.clear();
        if !on {
            return None;
        }
        match system::processors() {
            Some(found) => {
                self.order = spread(&found);
                self.all = found.into_iter().map(|(processor, _)| processor).collect();
                None
            }
            None => Some(system::REFUSAL.to_owned()),
        }
    }

    /// Pins the calling thread as the main thread.
    pub(crate) fn settle_main(&mut self) {
        if self.order.is_empty() == self.main_is_pinned {
            self.main_is_pinned = !self.order.is_empty();
            system::stay_on(if self.main_is_pinned { &self.order[..1] } else { &self.all });
        }
    }

    /// Start-up functions for the helpers, numbered from 0. Helpers without a processor left are
    /// not pinned.
    pub(crate) fn helpers(&self) -> impl Fn(usize) + Send + Sync + 'static {
        let processors: Vec<usize> = self.order.iter().skip(1).copied().collect();
        move |index| {
            if let Some(processor) = processors.get(index) {
                system::stay_on(std::slice::from_ref(processor));
            }
        }
    }
}

/// Sorts logical processors, given with their cores, in the order in which threads should get them:
/// the first of every core, then the second of every core, and so on.
fn spread(processors: &[(usize, String)]) -> Vec<usize> {
    let mut order: Vec<(usize, usize)> = processors
        .iter()
        .enumerate()
        .map(|(index, (processor, core))| {
            let before = processors[..index].iter().filter(|(_, other)| other == core).count();
            (before, *processor)
        })
        .collect();
    order.sort_by_key(|&(before, _)| before);
    order.into_iter().map(|(_, processor)| processor).collect()
}

#[cfg(target_os = "linux")]
mod system {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

    /// Why nothing is pinned.
    pub(super) const REFUSAL: &str =
        "option Pin: the system does not report which processors share a core; threads are not pinned";

    /// The logical processors that this process may use, each with a name of its core.
    pub(super) fn processors() -> Option<Vec<(usize, String)>> {
        let allowed = sched_getaffinity(None).ok()?;
        let core = |processor: usize| {
            let path = format!("/sys/devices/system/cpu/cpu{processor}/topology/thread_siblings_list");
            disk::read_text(path.as_ref(), 1 << 16)
                .ok()
                .map(|siblings| (processor, siblings.trim().to_owned()))
        };
        let found: Option<Vec<_>> =
            (0..CpuSet::MAX_CPU).filter(|&processor| allowed.is_set(processor)).map(core).collect();
        found.filter(|found| !found.is_empty())
    }

    /// Restricts the calling thread to these processors. Only speed depends on it.
    pub(super) fn stay_on(processors: &[usize]) {
        let mut set = CpuSet::new();
        for &processor in processors {
            set.set(processor);
        }
        let _ = sched_setaffinity(None, &set);
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    /// Why nothing is pinned.
    pub(super) const REFUSAL: &str = "option Pin: threads can be pinned on Linux only";

    pub(super) fn processors() -> Option<Vec<(usize, String)>> {
        None
    }

    pub(super) fn stay_on(_processors: &[usize]) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_core_gets_a_thread_before_any_gets_two() {
        let named = |cores: &[&str]| -> Vec<(usize, String)> {
            cores.iter().enumerate().map(|(index, core)| (index, (*core).to_owned())).collect()
        };
        assert_eq!(spread(&named(&["0-1", "0-1", "2-3", "2-3"])), [0, 2, 1, 3]);
        assert_eq!(spread(&named(&["0,4", "1,5", "2,6", "3,7", "0,4", "1,5"])), [0, 1, 2, 3, 4, 5]);
        assert_eq!(spread(&named(&["a", "a", "b", "a"])), [0, 2, 1, 3]);
    }
}

//! The search thread: started with the program and parked between moves, so that no move waits for
//! a thread to start.

use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};

use crate::engine::{Engine, SEARCH_STACK_BYTES};

/// A search, which returns the engine when done.
type Job = Box<dyn FnOnce() -> Box<Engine> + Send>;

/// Runs searches and returns the engine after each.
pub(super) struct SearchThread {
    jobs: Sender<Job>,
    done: Receiver<Box<Engine>>,
}

impl SearchThread {
    /// Starts the thread.
    ///
    /// # Panics
    /// When the system cannot start a single thread.
    pub(super) fn start() -> Self {
        let (jobs, inbox) = channel::<Job>();
        let (outbox, done) = channel();
        let work = move || {
            for job in inbox {
                if outbox.send(job()).is_err() {
                    return;
                }
            }
        };
        let builder = std::thread::Builder::new().name("search".to_owned()).stack_size(SEARCH_STACK_BYTES);
        builder.spawn(work).expect("a thread can be started");
        Self { jobs, done }
    }

    /// Begins a search.
    pub(super) fn begin(&self, job: Job) {
        self.jobs.send(job).expect("the search thread lives as long as its owner");
    }

    /// Waits for the end of the search.
    pub(super) fn wait(&self) -> Box<Engine> {
        self.done.recv().expect("the search does not panic")
    }

    /// The engine, if the search is over.
    pub(super) fn try_wait(&self) -> Option<Box<Engine>> {
        match self.done.try_recv() {
            Ok(engine) => Some(engine),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => panic!("the search does not panic"),
        }
    }
}

//! The files that a build writes.

use std::path::{Path, PathBuf};

use syzygy::Kind;
use syzygy::write::{Contents, DtzUnit};

use super::lock::BuildLocks;

/// The files that a build writes for each ending, and its settings.
#[derive(Clone)]
pub struct Outputs {
    pub(super) kinds: Vec<Kind>,
    pub(super) dtz: DtzUnit,
    pub(super) orders: Orders,
    pub(super) scratch: Option<PathBuf>,
    pub(super) subtables: Option<PathBuf>,
    pub(super) memory: Option<u64>,
    pub(super) locks: BuildLocks,
}

/// The source of piece orders. The files are the same either way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Orders {
    /// From earlier builds ([`remembered_orders`](crate::remembered_orders)); searched for where
    /// there are none.
    #[default]
    Remembered,
    /// Always searched for, on samples of every sub-table: more than half of the work.
    Searched,
}

impl<K: AsRef<[Kind]>> From<K> for Outputs {
    /// Files of these kinds, Syzygy files as published.
    fn from(kinds: K) -> Self {
        Self {
            kinds: kinds.as_ref().to_vec(),
            dtz: DtzUnit::AsPublished,
            orders: Orders::default(),
            scratch: None,
            subtables: None,
            memory: None,
            locks: BuildLocks::default(),
        }
    }
}

impl Outputs {
    /// The same with this unit of distances to zeroing. Existing files are kept unless they are
    /// less exact.
    pub fn with_dtz(self, dtz: DtzUnit) -> Self {
        Self { dtz, ..self }
    }

    /// The same with piece orders from this source.
    pub fn with_orders(self, orders: Orders) -> Self {
        Self { orders, ..self }
    }

    /// The same with this folder for temporary data, instead of the output folder.
    pub fn with_scratch(self, folder: &Path) -> Self {
        Self { scratch: Some(folder.to_owned()), ..self }
    }

    /// The same with results of smaller five-man endings read from the `.rtbw` files in this
    /// folder, if it has all that are needed; an ending is then started when the endings of the
    /// same build that it leads to are done.
    pub fn with_subtables(self, folder: &Path) -> Self {
        Self { subtables: Some(folder.to_owned()), ..self }
    }

    /// The same with this amount of memory; if it is more than [`estimate`](crate::estimate)
    /// requires, endings of six men are written in fewer passes.
    pub fn with_memory(self, bytes: u64) -> Self {
        Self { memory: Some(bytes), ..self }
    }

    /// The same with these locks.
    pub fn with_locks(self, locks: BuildLocks) -> Self {
        Self { locks, ..self }
    }

    /// The contents to write if files of these kinds are missing.
    pub(super) fn contents(&self, missing: &[Kind]) -> Contents {
        let dtz = missing.contains(&Kind::Dtz).then_some(self.dtz);
        Contents { wdl: missing.contains(&Kind::Wdl), dtz }
    }
}

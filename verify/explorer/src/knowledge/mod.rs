//! The tables of the server: endings solved in the background, and files.

mod folders;
mod room;
mod solving;

use std::ops::Deref;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use tbgen::TableFiles;

use crate::error::StartError;
use folders::Folders;

/// Tables in memory and in files, shared by all requests; more can be solved.
pub struct Knowledge {
    /// The tables.
    known: Arc<site::Knowledge>,
    /// Whether endings of five pieces are solved on demand.
    solves: bool,
    /// True while a thread is solving.
    at_work: AtomicBool,
    /// Maximum memory of all solved endings and of solving, in bytes; `None` where the system
    /// reports no limit.
    budget: Option<u64>,
}

impl Knowledge {
    /// Solves the endings of three pieces and opens the files of these folders. `solves` allows
    /// solving endings of five pieces on demand.
    ///
    /// # Errors
    /// [`StartError::Folder`].
    ///
    /// # Panics
    /// Never: endings of three pieces can be solved.
    pub fn open(folders: &[PathBuf], solves: bool) -> Result<Self, StartError> {
        let list = |path: &PathBuf| {
            let listed = TableFiles::open(&[path]);
            listed.map(drop).map_err(|source| StartError::Folder { path: path.clone(), source })
        };
        folders.iter().try_for_each(list)?;
        let files = TableFiles::open(folders).map_err(|source| StartError::Folder {
            path: folders.first().cloned().unwrap_or_default(),
            source,
        })?;
        let known = site::Knowledge::new(
            files,
            Folders { paths: folders.to_vec(), solves, partner: Mutex::new(None) },
        );
        for material in site::three_men() {
            let ending = known.solved().solve(material);
            known.insert(ending.expect("smaller endings come first"));
        }
        Ok(Self {
            known: Arc::new(known),
            solves,
            at_work: AtomicBool::new(false),
            budget: tbgen::memory::limit().map(|limit| limit / 4 * 3),
        })
    }

    /// The tables, for sharing.
    pub(crate) fn known(&self) -> &Arc<site::Knowledge> {
        &self.known
    }
}

impl Deref for Knowledge {
    type Target = site::Knowledge;

    fn deref(&self) -> &site::Knowledge {
        &self.known
    }
}

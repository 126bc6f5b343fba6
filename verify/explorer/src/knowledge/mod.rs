//! What the server knows: endings solved while answers go on, and the files of some folders.

mod folders;
mod room;
mod solving;

use std::ops::Deref;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use tbgen::TableFiles;

use crate::error::StartError;
use folders::Folders;

/// Tables in memory and in files, shared by all who answer, and the solving of more.
pub struct Knowledge {
    /// What is known.
    known: Arc<site::Knowledge>,
    /// Five men are solved when somebody asks for them.
    solves: bool,
    /// Somebody is solving.
    at_work: AtomicBool,
    /// Bytes of memory that all solved endings may take, and solving with them; `None` where the system tells no limit.
    budget: Option<u64>,
}

impl Knowledge {
    /// The three-man endings, solved at once, and the files of these folders.
    ///
    /// # Errors
    /// [`StartError::Folder`].
    ///
    /// # Panics
    /// Never: endings of three men can be solved.
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
        let known = site::Knowledge::new(files, Folders { paths: folders.to_vec(), solves });
        for material in site::three_men() {
            let ending = known.solved().solve(material);
            known.insert(ending.expect("three men can be solved, those that they lead to first"));
        }
        Ok(Self {
            known: Arc::new(known),
            solves,
            at_work: AtomicBool::new(false),
            budget: tbgen::memory::limit().map(|limit| limit / 4 * 3),
        })
    }

    /// What is known, to be shared.
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

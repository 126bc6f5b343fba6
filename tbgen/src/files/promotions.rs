//! The best promotions of an ending of six men, in unnamed files until they are needed.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

use crate::error::BuildError;
use crate::solve::logged::Promotions;
use crate::tables::promotions::BestPromotions;

/// The best promotions of an ending's only pawn.
pub(super) struct StoredPromotions {
    folder: PathBuf,
    /// By lead.
    files: HashMap<usize, File>,
}

impl StoredPromotions {
    /// Stores promotions in files in this folder, which the system removes when the process ends
    /// for any reason.
    ///
    /// # Errors
    /// [`BuildError::Scratch`].
    pub(super) fn new(best: BestPromotions<'_>, folder: &Path) -> Result<Self, BuildError> {
        let store = |(lead, ranks): (usize, Vec<u8>)| {
            let mut file = tempfile::tempfile_in(folder)?;
            file.write_all(&ranks)?;
            Ok((lead, file))
        };
        let files = best.into_ranks().map(store).collect::<io::Result<_>>();
        let files = files.map_err(|source| BuildError::Scratch { folder: folder.to_owned(), source })?;
        Ok(Self { folder: folder.to_owned(), files })
    }
}

impl Promotions for StoredPromotions {
    fn of_lead(&self, lead: usize) -> Result<Option<Vec<u8>>, BuildError> {
        let Some(mut file) = self.files.get(&lead) else { return Ok(None) };
        let mut ranks = Vec::new();
        let read = file.rewind().and_then(|()| file.read_to_end(&mut ranks));
        read.map_err(|source| BuildError::Scratch { folder: self.folder.clone(), source })?;
        Ok(Some(ranks))
    }
}

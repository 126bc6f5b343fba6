//! The best promotions of an ending of six men, in unnamed files until they are needed.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::error::BuildError;
use crate::index::layout::Layout;
use crate::solve::logged::Promotions;
use crate::tables::promotions::BestPromotions;

/// The best promotions of an ending's pawns.
pub(super) struct StoredPromotions {
    folder: PathBuf,
    lead_men: usize,
    slots_per_lead: usize,
    /// One for each man about to promote.
    files: Vec<File>,
    /// By lead and lead man: the file, and the place in it, counted in leads.
    places: HashMap<(usize, usize), (usize, usize)>,
}

impl StoredPromotions {
    /// None yet, for an ending with this layout; they go to files in this folder, which the system
    /// removes when the process ends for any reason.
    pub(super) fn new(layout: &Layout, folder: &Path) -> Self {
        Self {
            folder: folder.to_owned(),
            lead_men: layout.lead_men,
            slots_per_lead: layout.slots_per_lead(),
            files: Vec::new(),
            places: HashMap::new(),
        }
    }

    /// Stores the promotions of one side.
    ///
    /// # Errors
    /// [`BuildError::Scratch`].
    pub(super) fn add(&mut self, best: BestPromotions<'_>) -> Result<(), BuildError> {
        let stored = best.into_ranks().try_for_each(|(pawn, leads, ranks)| {
            let mut file = tempfile::tempfile_in(&self.folder)?;
            for ranks in ranks {
                file.write_all(&ranks)?;
            }
            let number = self.files.len();
            self.files.push(file);
            let places = leads.into_iter().enumerate();
            self.places.extend(places.map(|(place, lead)| ((lead, pawn), (number, place))));
            Ok(())
        });
        stored.map_err(|source| self.fault(source))
    }

    fn read(&self, lead: usize, pawn: usize) -> io::Result<Vec<u8>> {
        let Some(&(file, place)) = self.places.get(&(lead, pawn)) else { return Ok(Vec::new()) };
        let mut file = &self.files[file];
        file.seek(SeekFrom::Start(place as u64 * self.slots_per_lead as u64))?;
        let mut ranks = vec![0; self.slots_per_lead];
        file.read_exact(&mut ranks)?;
        Ok(ranks)
    }

    fn fault(&self, source: io::Error) -> BuildError {
        BuildError::Scratch { folder: self.folder.clone(), source }
    }
}

impl Promotions for StoredPromotions {
    fn of_lead(&self, lead: usize) -> Result<Vec<Vec<u8>>, BuildError> {
        let read = (0..self.lead_men).map(|pawn| self.read(lead, pawn)).collect::<io::Result<_>>();
        read.map_err(|source| self.fault(source))
    }
}

//! Results of the endings that an ending leads to: in memory, in unnamed files on disk, or read
//! from Syzygy files.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use board::{Color, Material};
use syzygy::{Kind, Tables as SyzygyTables, Verify};

use super::promotions::StoredPromotions;
use super::scratch::{ScratchStore, Share};
use crate::endings::{SMALL, after_captures, depth_first, needed_first, promoted, successors};
use crate::error::{BuildError, MAX_SOLVED_MEN, TbgenError};
use crate::index::layout::Layout;
use crate::index::promoted::slices_of;
use crate::tables::planes::WdlPlanes;
use crate::tables::promotions::BestPromotions;
use crate::tables::unpacked::{SyzygyResults, open_tables};
use crate::tables::wdl::{self, WdlTables};

/// Results of the endings that others lead to.
#[derive(Default)]
pub(crate) struct SmallerResults {
    /// The results in memory.
    pub(crate) tables: WdlTables,
    /// Storage for five-man tables that are currently not needed.
    pub(super) scratch: Option<ScratchStore>,
    /// The stored results that the ending being solved needs.
    pub(super) opened: HashMap<Material, WdlPlanes>,
    /// The folder from which results of smaller endings are read instead of being solved.
    pub(super) subtables: Option<PathBuf>,
    /// The folder of the files being built, from which results of endings of six men are read.
    pub(super) built: Option<PathBuf>,
}

impl SmallerResults {
    /// Empty results. Those that [`SmallerResults::set_aside`] moves out of memory are stored in
    /// this folder, in unnamed files.
    pub(crate) fn with_scratch(folder: &Path) -> Self {
        Self { scratch: Some(ScratchStore::new(folder, SMALL)), ..Self::default() }
    }

    /// The results of an ending.
    ///
    /// # Panics
    /// When it has not been prepared.
    pub(super) fn get(&self, material: Material) -> &WdlPlanes {
        let here = self.opened.get(&material).or_else(|| self.tables.get(material));
        here.expect("the results that an ending needs have been prepared")
    }

    /// Prepares the results that this ending leads to directly. Without a scratch folder, all
    /// endings below it remain in memory; with one, the newly solved results that the `upcoming`
    /// endings need are stored there.
    ///
    /// # Errors
    /// [`BuildError::Solve`] and [`BuildError::Scratch`].
    pub(crate) fn prepare(&mut self, material: Material, upcoming: &[Material]) -> Result<(), BuildError> {
        let available = |larger: Material, m: Material| {
            let is_read = m.men() > MAX_SOLVED_MEN;
            is_read || self.tables.holds(m) || self.scratch.as_ref().is_some_and(|s| s.serves(larger, m))
        };
        let files =
            self.subtables.as_deref().map(|folder| open_tables(&[folder], Verify::WhenOpened)).transpose()?;
        let small = self.scratch.as_ref().map_or(SMALL, |scratch| scratch.small);
        let readable =
            |m: Material| files.as_ref().is_some_and(|files| m.men() > small && can_read(files, m));
        let missing = depth_first(material, |larger, m| available(larger, m) || readable(m));
        let to_be_read = |&larger: &Material| {
            successors(larger).into_iter().filter(move |&m| readable(m) && !available(larger, m))
        };
        let mut read: Vec<Material> = missing.iter().chain([&material]).flat_map(to_be_read).collect();
        read.sort_unstable();
        read.dedup();
        let Some(mut scratch) = self.scratch.take() else {
            let mut smaller = successors(material);
            smaller.retain(|m| m.men() <= MAX_SOLVED_MEN);
            return Ok(self.tables.build_all(&smaller)?);
        };
        let mut read = files.iter().flat_map(|files| read.iter().map(move |&m| (files, m)));
        let done = read
            .try_for_each(|(files, m)| read_into(&mut scratch, files, m))
            .and_then(|()| self.prepare_from(&mut scratch, material, upcoming, &missing));
        self.scratch = Some(scratch);
        done
    }

    /// The best promotions of an ending of six men with pawns, read from files, and raised to
    /// results of captures, which are prepared for it.
    ///
    /// # Errors
    /// [`BuildError::Write`] for missing and damaged files, and as [`SmallerResults::prepare`].
    pub(super) fn promotions(
        &mut self,
        layout: &Layout,
        upcoming: &[Material],
    ) -> Result<StoredPromotions, BuildError> {
        let folders: Vec<&Path> = self.subtables.iter().chain(&self.built).map(PathBuf::as_path).collect();
        let files = open_tables(&folders, Verify::WhenOpened)?;
        let material = layout.material;
        let folder = self.scratch.as_ref().map_or_else(std::env::temp_dir, |scratch| scratch.folder.clone());
        let mut stored = StoredPromotions::new(layout, &folder);
        let mut waiting = Color::ALL.map(|color| promoted(material, color));
        for color in Color::ALL {
            let mut best = BestPromotions::new(layout, color);
            while let Some((piece, ending)) = waiting[color as usize].pop() {
                let later = waiting.iter().flatten().map(|&(_, ending)| ending);
                let later = later.chain([material]).chain(upcoming.iter().copied());
                self.prepare(ending, &later.collect::<Vec<_>>())?;
                best.add(&files, piece, &|m| self.get(m))?;
                self.opened.clear();
            }
            stored.add(best)?;
        }
        Ok(stored)
    }

    fn prepare_from(
        &mut self,
        scratch: &mut ScratchStore,
        material: Material,
        upcoming: &[Material],
        missing: &[Material],
    ) -> Result<(), BuildError> {
        let (large, small): (Vec<_>, Vec<_>) = missing.iter().partition(|m| m.men() > scratch.small);
        self.tables.build_all(&small)?;
        let mut put_here = HashSet::new();
        let mut values = Default::default();
        for (i, &m) in large.iter().enumerate() {
            self.open(scratch, m)?;
            let results = wdl::solve_results(m, &|m| self.get(m), &mut values)?;
            self.opened.clear();
            let asked_for = || {
                let later = large[i + 1..].iter().chain([&material]).chain(upcoming);
                later.flat_map(|&later| Share::asked_by(later, scratch.small))
            };
            let shares = shares_of(m, asked_for());
            let shares: Vec<_> = shares.into_iter().map(|share| (share, &results)).collect();
            put_here.extend(shares.iter().map(|(share, _)| *share));
            let needed: HashSet<Share> = asked_for().collect();
            scratch.put_all(&shares).map_err(|source| scratch.fault(source))?;
            drop(results);
            let is_needed = |share| needed.iter().any(|&one| share == one || is_whole_of(share, one));
            scratch.retain(|share| !put_here.contains(&share) || is_needed(share));
        }
        drop(values);
        self.open(scratch, material)
    }

    /// Loads the results that an ending needs from the scratch store.
    fn open(&mut self, scratch: &ScratchStore, material: Material) -> Result<(), BuildError> {
        for slice in slices_of(material, scratch.small) {
            if self.tables.holds(slice.material) || self.opened.contains_key(&slice.material) {
                continue;
            }
            let read = scratch.read(slice).map_err(|source| scratch.fault(source))?;
            let results = read.ok_or(TbgenError::Missing(slice.material))?;
            self.opened.insert(slice.material, results);
        }
        for (smaller, sides) in after_captures(material) {
            let is_whole = smaller.men() <= scratch.small || self.tables.holds(smaller);
            if is_whole || self.opened.contains_key(&smaller) {
                continue;
            }
            let read = scratch.read_sides(smaller, &sides).map_err(|source| scratch.fault(source))?;
            let results = read.ok_or(TbgenError::Missing(smaller))?;
            self.opened.insert(smaller, results);
        }
        Ok(())
    }

    /// Moves the five-man results that the `upcoming` endings need to the scratch store, soonest
    /// needed first, up to `bytes`, and drops the rest. Smaller tables remain in memory.
    ///
    /// # Errors
    /// [`BuildError::Scratch`].
    pub(crate) fn set_aside(&mut self, upcoming: &[Material], bytes: usize) -> Result<(), BuildError> {
        let Some(scratch) = &mut self.scratch else {
            self.tables.keep_for(upcoming, bytes);
            return Ok(());
        };
        let small = scratch.small;
        let asked: Vec<Vec<Share>> = upcoming.iter().map(|&larger| Share::asked_by(larger, small)).collect();
        let next_use = |share: Share| {
            let serves = |&one: &Share| one == share || is_whole_of(share, one);
            asked.iter().position(|asked| asked.iter().any(serves))
        };
        let solved: Vec<WdlPlanes> = self.tables.take_larger_than(small).collect();
        let shares_of = |one: &WdlPlanes| shares_of(one.layout.material, asked.iter().flatten().copied());
        let fresh: Vec<(Share, &WdlPlanes)> =
            solved.iter().flat_map(|one| shares_of(one).into_iter().map(move |share| (share, one))).collect();
        let sizes = fresh.iter().map(|(share, results)| (*share, share.bytes(results)));
        let kept = needed_first(scratch.sizes().chain(sizes), next_use, bytes);
        scratch.retain(|share| kept.contains(&share));
        let is_new = |share: Share| kept.contains(&share) && !scratch.holds(share);
        let fresh: Vec<_> = fresh.into_iter().filter(|&(share, _)| is_new(share)).collect();
        scratch.put_all(&fresh).map_err(|source| scratch.fault(source))
    }
}

/// The shares of an ending that are needed; only the whole ending if it is among them.
fn shares_of(material: Material, asked: impl Iterator<Item = Share>) -> HashSet<Share> {
    let shares: HashSet<Share> = asked.filter(|share| share.material() == material).collect();
    let whole = Share::Whole(material);
    if shares.contains(&whole) { HashSet::from([whole]) } else { shares }
}

/// True when a share is the whole table of another share.
fn is_whole_of(share: Share, part: Share) -> bool {
    share == Share::Whole(part.material())
}

/// True when a folder has all files needed to read the results of an ending.
fn can_read(files: &SyzygyTables, material: Material) -> bool {
    SyzygyResults::needed(material).into_iter().all(|m| files.has(m, Kind::Wdl))
}

/// Reads an ending's results into the scratch store.
fn read_into(scratch: &mut ScratchStore, files: &SyzygyTables, material: Material) -> Result<(), BuildError> {
    let results = SyzygyResults::read(files, material)?.planes(material);
    let results = results.ok_or(TbgenError::Missing(material))?;
    scratch.put(Share::Whole(material), &results).map_err(|source| scratch.fault(source))
}

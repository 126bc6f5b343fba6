//! Results and distances to zeroing of one ending after the other in little memory: what `.rtbw` and `.rtbz` files are written from.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use board::{Color, Material};
use rayon::prelude::*;
use syzygy::write::{Asked, Contents, Encoder, Files, ValueSource, sides_to_move};
use syzygy::{Kind, SyzygyTables};

use super::counts::ValueCounts;
use super::estimate::{Beside, room_for_values};
use super::numbered::NumberedPairs;
use super::one_side::OneSide;
use super::orders::remembered_orders;
use super::outputs::Orders;
use super::scratch::{ScratchStore, Share};
use super::source::{CodePairs, PartialValues as _, Source};
use crate::endings::{SMALL, after_captures, buildable_closure, depth_first, needed_first, successors};
use crate::error::{BuildError, MAX_SOLVED_MEN, TbgenError};
use crate::index::layout::{Layout, Part};
use crate::index::promoted::slices_of;
use crate::solve::logged::Logged;
use crate::solve::{self, Solvable};
use crate::tables::planes::WdlPlanes;
use crate::tables::unpacked::SyzygyResults;
use crate::tables::wdl::{self, WdlTables};
use crate::value::dtz::DtzCode;
use crate::value::wdl::WdlCode;
use crate::value::wdl_class::WdlClass;
use crate::value::written::Written;

/// Solves endings for their two Syzygy files.
#[derive(Default)]
pub struct WdlBuilder {
    tables: WdlTables,
    /// Where tables of five men rest while no ending at work asks for them.
    scratch: Option<ScratchStore>,
    /// What the ending at work asks for of them.
    opened: HashMap<Material, WdlPlanes>,
    orders: Orders,
    /// Where results of smaller endings are read from instead of being solved.
    subtables: Option<PathBuf>,
    /// Bytes that six men may take, if it is more than they need.
    memory: Option<u64>,
}

impl WdlBuilder {
    /// No tables yet; piece orders come from there.
    pub fn new(orders: Orders) -> Self {
        Self { orders, ..Self::default() }
    }

    /// No tables yet. [`WdlBuilder::encode`] and [`WdlBuilder::solve_by_file`] set tables of five men that only later endings ask
    /// for aside in this folder, in files without a name: memory then holds the ending at work and what it leads to directly.
    pub(crate) fn with_scratch(folder: &Path, orders: Orders) -> Self {
        Self { scratch: Some(ScratchStore::new(folder, SMALL)), ..Self::new(orders) }
    }

    /// The same, but results that would go to the scratch store are read from `.rtbw` files of this folder where it has all that takes.
    pub(crate) fn with_subtables(self, folder: Option<PathBuf>) -> Self {
        Self { subtables: folder, ..self }
    }

    /// The same with so many bytes of memory for six men, where that is more than they need.
    pub(crate) fn with_memory(self, memory: Option<u64>) -> Self {
        Self { memory, ..self }
    }

    /// The results that are in memory.
    pub fn tables(&self) -> &WdlTables {
        &self.tables
    }

    /// Gives back the memory of results that no ending needs, see [`WdlTables::keep_for`].
    pub fn keep_for(&mut self, upcoming: &[Material], bytes: usize) {
        self.tables.keep_for(upcoming, bytes);
    }

    /// What an ending leads to.
    ///
    /// # Panics
    /// When it has not been made ready.
    fn smaller(&self, material: Material) -> &WdlPlanes {
        let here = self.opened.get(&material).or_else(|| self.tables.get(material));
        here.expect("an ending is solved after what it leads to has been made ready")
    }

    /// Makes ready what this ending leads to directly. Without a scratch folder everything below it stays in memory; with one, what these `upcoming`
    /// endings ask for of what has to be solved is set aside.
    ///
    /// # Errors
    /// [`BuildError::Solve`] and [`BuildError::Scratch`].
    pub fn prepare(&mut self, material: Material, upcoming: &[Material]) -> Result<(), BuildError> {
        let available = |larger: Material, m: Material| {
            self.tables.holds(m) || self.scratch.as_ref().is_some_and(|s| s.serves(larger, m))
        };
        let files = self.subtables.as_deref().map(|folder| SyzygyTables::open(&[folder])).transpose()?;
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
            return Ok(self.tables.build_all(&successors(material))?);
        };
        let mut read = files.iter().flat_map(|files| read.iter().map(move |&m| (files, m)));
        let done = read
            .try_for_each(|(files, m)| read_into(&mut scratch, files, m))
            .and_then(|()| self.prepare_from(&mut scratch, material, upcoming, &missing));
        self.scratch = Some(scratch);
        done
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
            let results = wdl::solve_results(m, &|m| self.smaller(m), &mut values)?;
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

    /// Takes what an ending asks for from the scratch store.
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

    /// Solves an ending, and every smaller one that is not there, and compresses it for its Syzygy files. Of an ending with pawns
    /// one leading file at a time is in memory. The results stay in the set, but for those of six men.
    ///
    /// # Errors
    /// [`BuildError::Solve`] for endings that cannot be solved, [`BuildError::Write`] for those that cannot be written.
    pub fn encode(&mut self, material: Material, contents: Contents) -> Result<Files, BuildError> {
        let mut encoder = Encoder::new(material.canonical().0, contents)?;
        let remembered = remembered_orders(material).filter(|_| self.orders == Orders::Remembered);
        let are_sought = remembered.is_none();
        if let Some(orders) = remembered {
            encoder = encoder.with_orders(orders)?;
        }
        if material.men() > MAX_SOLVED_MEN {
            let (material, memory) = (material.canonical().0, self.memory.unwrap_or(0));
            self.encode_logged(material, &mut encoder, |beside| room_for_values(material, beside, memory))?;
            return Ok(encoder.finish());
        }
        if contents.dtz.is_some() {
            self.solve_distances(material, are_sought, |source, _| Ok(encoder.add(source)?))?;
            return Ok(encoder.finish());
        }
        self.solve_parts::<WdlClass>(material, WdlClass::outcome, |layout, part, values, counts, _| {
            let pairs = paired(std::mem::take(values));
            let source = Source::new(layout, part, CodePairs(&pairs), counts);
            encoder.add(&source)?;
            Ok(source.into_counts())
        })?;
        Ok(encoder.finish())
    }

    /// The same of an ending without pawns with its values on disk while it is solved, and afterwards those of one side to move in memory, so
    /// many leads at a time as find room in the bytes that `room` has for them beside a sequence or alone.
    fn encode_logged(
        &mut self,
        material: Material,
        encoder: &mut Encoder,
        room: impl Fn(Beside) -> usize,
    ) -> Result<(), BuildError> {
        buildable_closure(&[material], &[])?;
        self.prepare(material, &[])?;
        let folder = self.scratch.as_ref().map_or_else(std::env::temp_dir, |scratch| scratch.folder.clone());
        let Logged { layout, logs } = Logged::solve(material, &|m| self.smaller(m), &folder)?;
        self.opened.clear();
        let open = |side: Color, asked: Asked<'_>| {
            let beside = if matches!(asked, Asked::Everything) { Beside::Nothing } else { Beside::Sequence };
            OneSide::new(&layout, &logs[side as usize], side, asked, room(beside))
        };
        let mut counts = ValueCounts::new();
        for &side in sides_to_move(material) {
            let mut values = open(side, Asked::Everything)?;
            for part in 0..values.parts() {
                values.load(part)?;
                values.count(|found, weights| counts.add_found(side, found, weights));
            }
        }
        let statistics = sides_to_move(material).iter().map(|&side| counts.statistics(side, 0).clone());
        let source = |side, asked: Asked<'_>| {
            Ok(Source::new(&layout, layout.whole(), open(side, asked)?, counts.clone()))
        };
        encoder.add_in_turn(statistics.collect(), source)
    }

    /// Solves an ending, and every smaller one that is not there, one leading file at a time (without pawns all at once), and calls
    /// `visit` with the values of each and its number. The results stay in the set, but for those of six men.
    ///
    /// # Errors
    /// [`BuildError::Solve`] for endings that cannot be solved, and those of `visit`.
    pub fn solve_by_file(
        &mut self,
        material: Material,
        visit: impl FnMut(&dyn ValueSource, usize) -> Result<(), BuildError>,
    ) -> Result<(), BuildError> {
        self.solve_distances(material, false, visit)
    }

    /// The same; a search for orders asks for both sides to move at once, and they are laid side by side for it where bytes number their values.
    fn solve_distances(
        &mut self,
        material: Material,
        orders_are_sought: bool,
        mut visit: impl FnMut(&dyn ValueSource, usize) -> Result<(), BuildError>,
    ) -> Result<(), BuildError> {
        self.solve_parts::<DtzCode>(material, WdlCode::of_dtz, |layout, part, values, counts, file| {
            let slices = values.each_ref().map(Vec::as_slice);
            let pairs = if orders_are_sought { NumberedPairs::new(slices)? } else { None };
            if let Some(pairs) = pairs {
                *values = Default::default();
                let source = Source::new(layout, part, pairs, counts);
                visit(&source, file)?;
                return Ok(source.into_counts());
            }
            let source = Source::new(layout, part, slices, counts);
            visit(&source, file)?;
            Ok(source.into_counts())
        })
    }

    /// The same with the values themselves, which `visit` may take; `outcome` says what each means, and `visit` hands the counts back.
    fn solve_parts<M: Solvable + Written>(
        &mut self,
        material: Material,
        outcome: impl Fn(M::Value) -> u8 + Copy + Sync,
        mut visit: impl FnMut(
            &Layout,
            Part,
            &mut [Vec<M::Value>; 2],
            ValueCounts,
            usize,
        ) -> Result<ValueCounts, BuildError>,
    ) -> Result<(), BuildError> {
        let material = material.canonical().0;
        buildable_closure(&[material], &[])?;
        self.prepare(material, &[])?;
        let mut results = WdlPlanes::new(material);
        // No ending that is solved leads to six men.
        let asked_for = material.men() <= MAX_SOLVED_MEN;
        let mut counts = ValueCounts::new();
        let mut values: [Vec<M::Value>; 2] = Default::default();
        for file in 0..results.layout.parts() {
            let part = results.layout.part_of_file(file);
            let find = |m| self.smaller(m);
            values = solve::solve_next_part::<M, WdlPlanes>(&results.layout, &part, &find, values)?;
            if asked_for {
                results.add(&part, Color::White, &values[0], outcome);
                results.add(&part, Color::Black, &values[1], outcome);
            }
            counts.add::<M>(&results.layout, &part, values.each_ref().map(Vec::as_slice));
            counts = visit(&results.layout, part, &mut values, counts, file)?;
        }
        self.opened.clear();
        if asked_for {
            self.tables.insert(results);
        }
        Ok(())
    }

    /// Sets aside in the scratch store what the `upcoming` endings ask for of tables of five men, up to `bytes` there, what is needed first, and
    /// forgets the rest. Smaller tables stay.
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

/// The shares of an ending that are asked for; all its results alone if they are among them.
fn shares_of(material: Material, asked: impl Iterator<Item = Share>) -> HashSet<Share> {
    let shares: HashSet<Share> = asked.filter(|share| share.material() == material).collect();
    let whole = Share::Whole(material);
    if shares.contains(&whole) { HashSet::from([whole]) } else { shares }
}

/// True when a share is a whole table, of which another is a part.
fn is_whole_of(share: Share, part: Share) -> bool {
    share == Share::Whole(part.material())
}

/// True when a folder has all files that reading the results of an ending takes.
fn can_read(files: &SyzygyTables, material: Material) -> bool {
    SyzygyResults::needed(material).into_iter().all(|m| files.has(m, Kind::Wdl))
}

/// Reads an ending's results into the scratch store.
fn read_into(scratch: &mut ScratchStore, files: &SyzygyTables, material: Material) -> Result<(), BuildError> {
    let results = SyzygyResults::read(files, material)?.planes(material);
    let results = results.ok_or(TbgenError::Missing(material))?;
    scratch.put(Share::Whole(material), &results).map_err(|source| scratch.fault(source))
}

/// The codes of both sides to move in one byte each.
fn paired([mut white, black]: [Vec<u8>; 2]) -> Vec<u8> {
    const BATCH: usize = 1 << 16;
    white.par_chunks_mut(BATCH).zip(black.par_chunks(BATCH)).for_each(|(white, black)| {
        for (white, &black) in white.iter_mut().zip(black) {
            *white = WdlClass::code_pair([*white, black]);
        }
    });
    white
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Solves an ending as with six men, by logs on disk and with so many leads in memory at a time.
    fn assert_same_from_logs(name: &str, contents: Contents, leads_at_once: &[usize], orders: Orders) {
        let folder = tempfile::tempdir().unwrap();
        let material: Material = name.parse().unwrap();
        let mut builder = WdlBuilder::with_scratch(folder.path(), orders);
        let plain = builder.encode(material, contents).unwrap();
        for &leads in leads_at_once {
            let mut encoder = Encoder::new(material, contents).unwrap();
            if let Some(orders) = remembered_orders(material).filter(|_| orders == Orders::Remembered) {
                encoder = encoder.with_orders(orders).unwrap();
            }
            let room = leads * Layout::new(material).slots_per_lead();
            builder.encode_logged(material, &mut encoder, |_| room).unwrap();
            assert!(encoder.finish() == plain, "{name} {contents:?} {leads}");
        }
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    /// Symmetric material, no wins at all, cursed wins, a bare king.
    #[test]
    fn files_made_from_logs_are_the_same() {
        assert_same_from_logs("KQvKQ", Contents::PUBLISHED, &[4], Orders::Searched);
        assert_same_from_logs("KNNvK", Contents::PUBLISHED, &[10, 1], Orders::Searched);
        assert_same_from_logs("KBNvK", Contents::PUBLISHED, &[3], Orders::Searched);
        for contents in [Contents::PUBLISHED, Contents { wdl: true, dtz: None }] {
            assert_same_from_logs("KRvKN", contents, &[10], Orders::Searched);
        }
    }

    /// Many cursed wins, pairs, men that are all different.
    #[test]
    #[ignore = "takes two minutes: .ci/slow"]
    fn five_men_made_from_logs_are_the_same() {
        for name in ["KNNvKN", "KRRvKR", "KBNvKN", "KBNvKR"] {
            assert_same_from_logs(name, Contents::PUBLISHED, &[10, 3], Orders::Remembered);
        }
    }

    /// The same with four men as with five: what is not small is read where the files are there.
    #[test]
    fn results_read_from_files_are_the_solved_ones() {
        let folder = tempfile::tempdir().unwrap();
        let pieces =
            ["KQvK", "KRvK", "KBvK", "KNvK", "KPvK", "KQQvK", "KQRvK", "KQBvK", "KQNvK", "KQvKQ", "KQvKP"];
        let endings = pieces.map(|name| name.parse::<Material>().unwrap());
        crate::build_files(&endings, folder.path(), [Kind::Wdl], |_, _| {}).unwrap();
        let wanted: Material = "KQPvK".parse().unwrap();
        let mut plain = WdlTables::new();
        plain.build_all(&[wanted]).unwrap();
        let store = || Some(ScratchStore::new(folder.path(), 3));
        let mut builder = WdlBuilder { scratch: store(), ..WdlBuilder::default() }
            .with_subtables(Some(folder.path().to_owned()));
        builder.prepare(wanted, &[]).unwrap();
        assert_eq!(builder.tables.sizes(3).count(), 0, "nothing of four men was solved");
        for (material, opened) in &builder.opened {
            let solved = plain.get(*material).unwrap();
            assert_eq!(opened.all_draws(), solved.all_draws(), "{material}");
        }
        builder.solve_by_file(wanted, |_, _| Ok(())).unwrap();
        for side in Color::ALL {
            let [mine, right] =
                [&builder.tables, &plain].map(|tables| tables.get(wanted).unwrap().planes(side));
            assert_eq!(mine, right);
        }
        // A damaged file is named, and no result.
        let path = folder.path().join("KQRvK.rtbw");
        let mut bytes = std::fs::read(&path).unwrap();
        bytes[200] ^= 1;
        std::fs::write(&path, bytes).unwrap();
        let mut builder = WdlBuilder { scratch: store(), ..WdlBuilder::default() }
            .with_subtables(Some(folder.path().to_owned()));
        let error = builder.prepare(wanted, &[]).unwrap_err().to_string();
        assert!(error.contains("KQRvK.rtbw"), "{error}");
    }

    /// The same with four men as with five: all but three-man tables go to the scratch store.
    #[test]
    fn tables_solved_from_the_scratch_store_are_the_same() {
        let folder = tempfile::tempdir().unwrap();
        let mut stored =
            WdlBuilder { scratch: Some(ScratchStore::new(folder.path(), 3)), ..WdlBuilder::default() };
        let mut plain = WdlTables::new();
        let materials = ["KRPvK", "KPvKP"].map(|name| name.parse::<Material>().unwrap());
        plain.build_all(&materials).unwrap();
        for (i, material) in materials.into_iter().enumerate() {
            stored.solve_by_file(material, |_, _| Ok(())).unwrap();
            for side in Color::ALL {
                let [mine, right] =
                    [&stored.tables, &plain].map(|tables| tables.get(material).unwrap().planes(side));
                assert_eq!(mine, right, "{material}");
            }
            assert!(stored.opened.is_empty());
            stored.set_aside(&materials[i + 1..], usize::MAX).unwrap();
            assert!(stored.tables.sizes(3).next().is_none());
        }
        // What an upcoming ending asks for waits for it, and what it asks for of it is opened.
        let upcoming: Material = "KPPvK".parse().unwrap();
        let needed: Material = "KRPvK".parse().unwrap();
        stored.solve_by_file(needed, |_, _| Ok(())).unwrap();
        stored.set_aside(&[upcoming], usize::MAX).unwrap();
        let scratch = stored.scratch.as_ref().unwrap();
        assert!(scratch.serves(upcoming, needed) && !stored.tables.holds(needed));
        let taken: usize = scratch.sizes().map(|(_, bytes)| bytes).sum();
        assert_eq!(8 * taken, plain.get(needed).unwrap().bytes() / 2, "one of eight ranks, one side to move");
        stored.prepare(upcoming, &[]).unwrap();
        let (opened, right) = (&stored.opened[&needed], plain.get(needed).unwrap());
        assert!(opened.planes(Color::White).low.is_empty());
        assert!(8 * opened.bytes() == right.bytes() / 2, "one of eight ranks");
    }
}

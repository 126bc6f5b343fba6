//! Solves endings one after another for results and distances to zeroing with little memory, for
//! `.rtbw` and `.rtbz` files.

use board::{Color, Material};
use rayon::prelude::*;
use syzygy::Kind;
use syzygy::format::leading_files;
use syzygy::write::{Asked, Contents, Encoder, Files, ValueSource, sides_to_move};

use super::counts::ValueCounts;
use super::estimate::{Beside, room_for_values};
use super::numbered::NumberedPairs;
use super::one_side::{LoggedPart, OneSide};
use super::orders::remembered_orders;
use super::outputs::Orders;
use super::promotions::StoredPromotions;
use super::results::SmallerResults;
use super::source::{CodePairs, PartialValues as _, Source};
use super::stage::{Stages, Work};
use crate::endings::buildable_closure;
use crate::error::{BuildError, MAX_SOLVED_MEN};
use crate::index::layout::{Layout, Part};
use crate::solve::logged::{self, LeadsTo, Promotions};
use crate::solve::{self, Solvable};
use crate::tables::planes::WdlPlanes;
use crate::tables::wdl::WdlTables;
use crate::value::dtz::DtzCode;
use crate::value::wdl::WdlCode;
use crate::value::wdl_class::WdlClass;
use crate::value::written::Written;

/// Solves endings for their two Syzygy files.
#[derive(Default)]
pub struct WdlBuilder {
    results: SmallerResults,
    orders: Orders,
    /// Memory in bytes for six men, used if it exceeds the minimum.
    memory: Option<u64>,
}

impl WdlBuilder {
    /// A builder without results, with piece orders from this source.
    pub fn new(orders: Orders) -> Self {
        Self { orders, ..Self::default() }
    }

    /// A builder with these results, and this amount of memory for six men if it exceeds the
    /// minimum.
    pub(crate) fn with(results: SmallerResults, orders: Orders, memory: Option<u64>) -> Self {
        Self { results, orders, memory }
    }

    /// The results in memory.
    pub fn tables(&self) -> &WdlTables {
        &self.results.tables
    }

    /// Frees results that no upcoming ending needs, see [`WdlTables::keep_for`].
    pub fn keep_for(&mut self, upcoming: &[Material], bytes: usize) {
        self.results.tables.keep_for(upcoming, bytes);
    }

    /// Prepares the results that this ending leads to directly. Without a scratch folder, all
    /// endings below it remain in memory; with one, the newly solved results that the `upcoming`
    /// endings need are stored there.
    ///
    /// # Errors
    /// [`BuildError::Solve`] and [`BuildError::Scratch`].
    pub(crate) fn prepare(
        &mut self,
        material: Material,
        upcoming: &[Material],
    ) -> Result<Prepared<'_>, BuildError> {
        let material = material.canonical().0;
        buildable_closure(&[material], &[])?;
        let promotes_to_six = material.men() > MAX_SOLVED_MEN && material.pawns() > 0;
        let promotions =
            promotes_to_six.then(|| self.results.promotions(&Layout::new(material), upcoming)).transpose()?;
        self.results.prepare(material, upcoming)?;
        Ok(Prepared { material, promotions, builder: self })
    }

    /// Solves an ending and every missing smaller one, and compresses it for its Syzygy files. With
    /// pawns, one leading file at a time is in memory. The results remain in the set, except those
    /// of six men.
    ///
    /// # Errors
    /// [`BuildError::Solve`] for endings that cannot be solved, [`BuildError::Write`] for those
    /// that cannot be written.
    pub fn encode(&mut self, material: Material, contents: Contents) -> Result<Files, BuildError> {
        let mut unheard = |_| ();
        let mut stages = Stages::new(material, &Kind::SYZYGY, &mut unheard);
        self.prepare(material, &[])?.encode(contents, &mut stages)
    }

    /// Solves an ending and every missing smaller one, one leading file at a time (without pawns
    /// all at once), and calls `visit` with the values and the number of each. The results remain
    /// in the set, except those of six men.
    ///
    /// # Errors
    /// [`BuildError::Solve`] for endings that cannot be solved, and errors of `visit`.
    pub fn solve_by_file(
        &mut self,
        material: Material,
        visit: impl FnMut(&dyn ValueSource, usize) -> Result<(), BuildError>,
    ) -> Result<(), BuildError> {
        self.prepare(material, &[])?.solve_by_file(visit)
    }

    /// Moves the five-man results that the `upcoming` endings need to disk, up to `bytes`, and
    /// drops the rest. Smaller tables remain in memory.
    ///
    /// # Errors
    /// [`BuildError::Scratch`].
    pub(crate) fn set_aside(&mut self, upcoming: &[Material], bytes: usize) -> Result<(), BuildError> {
        self.results.set_aside(upcoming, bytes)
    }
}

/// An ending for which all endings that it leads to are available.
pub(crate) struct Prepared<'a> {
    material: Material,
    /// Those that lead to endings of six men.
    promotions: Option<StoredPromotions>,
    builder: &'a mut WdlBuilder,
}

impl Prepared<'_> {
    /// Solves the ending and compresses it, see [`WdlBuilder::encode`].
    ///
    /// # Errors
    /// As there.
    pub(crate) fn encode(mut self, contents: Contents, stages: &mut Stages<'_>) -> Result<Files, BuildError> {
        let material = self.material;
        let mut encoder = Encoder::new(material, contents)?;
        let remembered = remembered_orders(material).filter(|_| self.builder.orders == Orders::Remembered);
        let are_sought = remembered.is_none();
        if let Some(orders) = remembered {
            encoder = encoder.with_orders(orders)?;
        }
        let last = leading_files(material) - 1;
        if material.men() > MAX_SOLVED_MEN {
            let memory = self.builder.memory.unwrap_or(0);
            let room = |beside| room_for_values(material, beside, memory);
            let layout = Layout::new(material);
            let promotions = self.promotions.take();
            let promotions = promotions.as_ref().map(|stored| stored as &dyn Promotions);
            self.encode_logged(&layout, &mut encoder, promotions, room, |work| stages.begin(work))?;
            return Ok(encoder.finish());
        }
        stages.begin(Work::Solving);
        if contents.dtz.is_some() {
            self.solve_distances(are_sought, |source, file| {
                stages.begin(Work::Compressing);
                encoder.add(source)?;
                if file < last {
                    stages.begin(Work::Solving);
                }
                Ok(())
            })?;
        } else {
            self.solve_parts::<WdlClass>(WdlClass::outcome, |layout, part, values, counts, file| {
                stages.begin(Work::Compressing);
                let pairs = paired(std::mem::take(values));
                let source = Source::new(layout, part, CodePairs(&pairs), counts);
                encoder.add(&source)?;
                if file < last {
                    stages.begin(Work::Solving);
                }
                Ok(source.into_counts())
            })?;
        }
        Ok(encoder.finish())
    }

    /// The same for an ending whose values are on disk while it is solved, one leading file at a
    /// time. Afterwards the values of one side to move are in memory, as many leads at a time as
    /// `room` permits. `report` is called with the work that begins.
    fn encode_logged(
        self,
        layout: &Layout,
        encoder: &mut Encoder,
        promotions: Option<&dyn Promotions>,
        room: impl Fn(Beside) -> usize,
        mut report: impl FnMut(Work),
    ) -> Result<(), BuildError> {
        let (material, results) = (self.material, &mut self.builder.results);
        let folder =
            results.scratch.as_ref().map_or_else(std::env::temp_dir, |scratch| scratch.folder.clone());
        let mut counts = ValueCounts::new();
        for file in 0..layout.parts() {
            report(Work::Solving);
            let part = layout.part_of_file(file);
            let leads_to = LeadsTo { find: &|m| results.get(m), promotions };
            let logs = logged::solve(layout, &part, &leads_to, &folder)?;
            if file + 1 == layout.parts() {
                results.opened.clear();
            }
            report(Work::Compressing);
            let logged = LoggedPart { layout, part: &part, logs: &logs };
            let open = |side: Color, asked: Asked<'_>| {
                let everything = matches!(asked, Asked::Everything);
                let beside = if everything { Beside::Nothing } else { Beside::Sequence };
                OneSide::new(logged, side, asked, room(beside))
            };
            for &side in sides_to_move(material) {
                let mut values = open(side, Asked::Everything)?;
                for part in 0..values.parts() {
                    values.load(part)?;
                    values.count(|found, weights| counts.add_found(side, found, weights));
                }
            }
            let statistics =
                sides_to_move(material).iter().map(|&side| counts.statistics(side, file).clone());
            let source = |side, asked: Asked<'_>| {
                Ok(Source::new(layout, layout.part_of_file(file), open(side, asked)?, counts.clone()))
            };
            encoder.add_in_turn(statistics.collect(), source)?;
        }
        Ok(())
    }

    /// Solves the ending, see [`WdlBuilder::solve_by_file`].
    ///
    /// # Errors
    /// As there.
    pub(crate) fn solve_by_file(
        self,
        visit: impl FnMut(&dyn ValueSource, usize) -> Result<(), BuildError>,
    ) -> Result<(), BuildError> {
        self.solve_distances(false, visit)
    }

    /// The same; for a search for orders, which looks up both sides to move at once, values are
    /// interleaved if they fit into bytes.
    fn solve_distances(
        self,
        orders_are_sought: bool,
        mut visit: impl FnMut(&dyn ValueSource, usize) -> Result<(), BuildError>,
    ) -> Result<(), BuildError> {
        self.solve_parts::<DtzCode>(WdlCode::of_dtz, |layout, part, values, counts, file| {
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

    /// The same with the values themselves, which `visit` may take; `outcome` returns the meaning
    /// of each, and `visit` returns the counts.
    fn solve_parts<M: Solvable + Written>(
        self,
        outcome: impl Fn(M::Value) -> u8 + Copy + Sync,
        mut visit: impl FnMut(
            &Layout,
            Part,
            &mut [Vec<M::Value>; 2],
            ValueCounts,
            usize,
        ) -> Result<ValueCounts, BuildError>,
    ) -> Result<(), BuildError> {
        let (material, smaller) = (self.material, &mut self.builder.results);
        let mut results = WdlPlanes::new(material);
        // No ending that can be solved leads to six men.
        let asked_for = material.men() <= MAX_SOLVED_MEN;
        let mut counts = ValueCounts::new();
        let mut values: [Vec<M::Value>; 2] = Default::default();
        for file in 0..results.layout.parts() {
            let part = results.layout.part_of_file(file);
            let find = |m| smaller.get(m);
            values = solve::solve_next_part::<M, WdlPlanes>(&results.layout, &part, &find, values)?;
            if asked_for {
                results.add(&part, Color::White, &values[0], outcome);
                results.add(&part, Color::Black, &values[1], outcome);
            }
            counts.add::<M>(&results.layout, &part, values.each_ref().map(Vec::as_slice));
            counts = visit(&results.layout, part, &mut values, counts, file)?;
        }
        smaller.opened.clear();
        if asked_for {
            smaller.tables.insert(results);
        }
        Ok(())
    }
}

/// The codes of both sides to move in one byte.
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
    use super::super::scratch::ScratchStore;
    use super::*;
    use crate::endings::promoted;
    use std::path::{Path, PathBuf};

    /// Three men are small; larger tables are stored in a folder or read from one.
    fn resting_in(folder: &Path, subtables: Option<PathBuf>) -> WdlBuilder {
        let scratch = Some(ScratchStore::new(folder, 3));
        let results = SmallerResults { scratch, subtables, ..SmallerResults::default() };
        WdlBuilder { results, ..WdlBuilder::default() }
    }

    /// Solves an ending as for six men, with logs on disk, identical pieces sorted where there are
    /// enough men, and `leads_at_once` leads in memory at a time.
    fn assert_same_from_logs(name: &str, contents: Contents, leads_at_once: &[usize], orders: Orders) {
        let folder = tempfile::tempdir().unwrap();
        let material: Material = name.parse().unwrap();
        let mut builder = WdlBuilder::with(SmallerResults::with_scratch(folder.path()), orders, None);
        let plain = builder.encode(material, contents).unwrap();
        for &leads in leads_at_once {
            let mut encoder = Encoder::new(material, contents).unwrap();
            if let Some(orders) = remembered_orders(material).filter(|_| orders == Orders::Remembered) {
                encoder = encoder.with_orders(orders).unwrap();
            }
            let layout = Layout::sorted(material);
            let room = leads * layout.slots_per_lead();
            let prepared = builder.prepare(material, &[]).unwrap();
            prepared.encode_logged(&layout, &mut encoder, None, |_| room, |_| ()).unwrap();
            assert!(encoder.finish() == plain, "{name} {contents:?} {leads}");
        }
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    /// Symmetric material, no wins, cursed wins, a bare king; pawns of either side, with all
    /// structures of a file in memory, or some of them.
    #[test]
    fn files_made_from_logs_are_the_same() {
        assert_same_from_logs("KQvKQ", Contents::PUBLISHED, &[4], Orders::Searched);
        assert_same_from_logs("KNNvK", Contents::PUBLISHED, &[10, 1], Orders::Searched);
        assert_same_from_logs("KBNvK", Contents::PUBLISHED, &[3], Orders::Searched);
        assert_same_from_logs("KPvK", Contents::PUBLISHED, &[6, 1], Orders::Searched);
        assert_same_from_logs("KRvKP", Contents::PUBLISHED, &[6, 2], Orders::Searched);
        assert_same_from_logs("KNPvK", Contents::PUBLISHED, &[4], Orders::Searched);
        assert_same_from_logs("KPPvK", Contents::PUBLISHED, &[40, 7], Orders::Searched);
        assert_same_from_logs("KPvKP", Contents::PUBLISHED, &[100], Orders::Searched);
        for contents in [Contents::PUBLISHED, Contents { wdl: true, dtz: None }] {
            assert_same_from_logs("KRvKN", contents, &[10], Orders::Searched);
        }
    }

    /// Many cursed wins, pairs, all pieces different; pawns.
    #[test]
    #[ignore = "takes minutes: .ci/slow"]
    fn five_men_made_from_logs_are_the_same() {
        for name in ["KNNvKN", "KRRvKR", "KBNvKN", "KBNvKR"] {
            assert_same_from_logs(name, Contents::PUBLISHED, &[10, 3], Orders::Remembered);
        }
        for name in ["KNNvKP", "KNNPvK", "KRPvKR", "KRPvKP", "KPPvKN"] {
            assert_same_from_logs(name, Contents::PUBLISHED, &[6, 4], Orders::Remembered);
        }
    }

    /// Solves an ending with one pawn as for six men, with the results of promotions from files.
    fn assert_same_with_promotions_read(name: &str) {
        let folder = tempfile::tempdir().unwrap();
        let material: Material = name.parse().unwrap();
        let endings = Color::ALL.into_iter().flat_map(|color| promoted(material, color));
        let endings: Vec<Material> = endings.map(|(_, ending)| ending).collect();
        crate::build_files(&endings, folder.path(), [Kind::Wdl], |_, _| {}).unwrap();
        let built = Some(folder.path().to_owned());
        let results = SmallerResults { built, ..SmallerResults::with_scratch(folder.path()) };
        let mut builder = WdlBuilder::with(results, Orders::Remembered, None);
        let plain = builder.encode(material, Contents::PUBLISHED).unwrap();
        let orders = remembered_orders(material).unwrap();
        let mut encoder = Encoder::new(material, Contents::PUBLISHED).unwrap().with_orders(orders).unwrap();
        let layout = Layout::sorted(material);
        let promotions = builder.results.promotions(&layout, &[]).unwrap();
        let prepared = builder.prepare(material, &[]).unwrap();
        prepared.encode_logged(&layout, &mut encoder, Some(&promotions), |_| usize::MAX, |_| ()).unwrap();
        assert!(encoder.finish() == plain, "{name}");
        // Damaged and missing files are named.
        let path = folder.path().join(Kind::Wdl.file_name(endings[1]));
        let mut bytes = std::fs::read(&path).unwrap();
        bytes[70] ^= 1;
        let mut assert_refused = || {
            let error = builder.results.promotions(&layout, &[]).err().unwrap().to_string();
            assert!(error.contains(&Kind::Wdl.file_name(endings[1])), "{error}");
        };
        std::fs::write(&path, &bytes).unwrap();
        assert_refused();
        std::fs::remove_file(&path).unwrap();
        assert_refused();
    }

    /// White's pawn and Black's; to a piece of which there is another one, to symmetric material.
    #[test]
    fn promotions_read_from_files_give_the_same_files() {
        ["KNPvK", "KRvKP"].into_iter().for_each(assert_same_with_promotions_read);
    }

    /// Two pawns of one side and of both, to symmetric material too.
    #[test]
    fn promotions_of_two_pawns_read_from_files_give_the_same_files() {
        ["KPPvK", "KPvKP"].into_iter().for_each(assert_same_with_promotions_read);
    }

    #[test]
    #[ignore = "takes minutes: .ci/slow"]
    fn five_men_with_promotions_read_made_from_logs_are_the_same() {
        let all = "KNNvKP KNNPvK KRPvKR KRPvKP KNPPvK KPPvKN KPPPvK KPPvKP".to_owned();
        let wanted = std::env::var("VANCURA_ENDINGS").unwrap_or(all);
        wanted.split_whitespace().for_each(assert_same_with_promotions_read);
    }

    /// With four men instead of five: endings that are not small are read if the files exist.
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
        let mut builder = resting_in(folder.path(), Some(folder.path().to_owned()));
        builder.prepare(wanted, &[]).unwrap();
        assert_eq!(builder.results.tables.sizes(3).count(), 0, "nothing of four men was solved");
        for (material, opened) in &builder.results.opened {
            let solved = plain.get(*material).unwrap();
            assert_eq!(opened.all_draws(), solved.all_draws(), "{material}");
        }
        builder.solve_by_file(wanted, |_, _| Ok(())).unwrap();
        for side in Color::ALL {
            let [mine, right] =
                [&builder.results.tables, &plain].map(|tables| tables.get(wanted).unwrap().planes(side));
            assert_eq!(mine, right);
        }
        // A damaged file is reported instead of a result.
        let path = folder.path().join("KQRvK.rtbw");
        let mut bytes = std::fs::read(&path).unwrap();
        bytes[200] ^= 1;
        std::fs::write(&path, bytes).unwrap();
        let mut builder = resting_in(folder.path(), Some(folder.path().to_owned()));
        let error = builder.prepare(wanted, &[]).err().unwrap().to_string();
        assert!(error.contains("KQRvK.rtbw"), "{error}");
    }

    /// With four men instead of five: all but three-man tables go to the scratch store.
    #[test]
    fn tables_solved_from_the_scratch_store_are_the_same() {
        let folder = tempfile::tempdir().unwrap();
        let mut stored = resting_in(folder.path(), None);
        let mut plain = WdlTables::new();
        let materials = ["KRPvK", "KPvKP"].map(|name| name.parse::<Material>().unwrap());
        plain.build_all(&materials).unwrap();
        for (i, material) in materials.into_iter().enumerate() {
            stored.solve_by_file(material, |_, _| Ok(())).unwrap();
            for side in Color::ALL {
                let [mine, right] =
                    [&stored.results.tables, &plain].map(|tables| tables.get(material).unwrap().planes(side));
                assert_eq!(mine, right, "{material}");
            }
            assert!(stored.results.opened.is_empty());
            stored.set_aside(&materials[i + 1..], usize::MAX).unwrap();
            assert!(stored.results.tables.sizes(3).next().is_none());
        }
        // What an upcoming ending needs is stored and then opened for it.
        let upcoming: Material = "KPPvK".parse().unwrap();
        let needed: Material = "KRPvK".parse().unwrap();
        stored.solve_by_file(needed, |_, _| Ok(())).unwrap();
        stored.set_aside(&[upcoming], usize::MAX).unwrap();
        let scratch = stored.results.scratch.as_ref().unwrap();
        assert!(scratch.serves(upcoming, needed) && !stored.results.tables.holds(needed));
        let taken: usize = scratch.sizes().map(|(_, bytes)| bytes).sum();
        assert_eq!(8 * taken, plain.get(needed).unwrap().bytes() / 2, "one of eight ranks, one side to move");
        stored.prepare(upcoming, &[]).unwrap();
        let (opened, right) = (&stored.results.opened[&needed], plain.get(needed).unwrap());
        assert!(opened.planes(Color::White).low.is_empty());
        assert!(8 * opened.bytes() == right.bytes() / 2, "one of eight ranks");
    }
}

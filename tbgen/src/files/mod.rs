//! Builds missing table files, one ending after another, without ever leaving half-written files.

pub(crate) mod counts;
pub(crate) mod dtm;
pub(crate) mod dtm_file;
pub(crate) mod estimate;
#[cfg(test)]
mod histograms;
mod huge_pages;
pub(crate) mod jobs;
pub(crate) mod lock;
pub(crate) mod names;
mod numbered;
mod one_side;
pub(crate) mod orders;
pub(crate) mod outputs;
mod promotions;
pub(crate) mod results;
mod scratch;
pub(crate) mod source;
pub(crate) mod stage;
pub(crate) mod wdl_dtz;

use std::path::Path;
use std::time::{Duration, Instant};

use board::Material;
use syzygy::Kind;
use syzygy::write::save;

use crate::endings::{buildable_closure, levels, soon_asked_for, successors};
use crate::error::{BuildError, MAX_SOLVED_MEN, TbgenError};
use crate::memory;
use dtm::DtmBuilder;
use estimate::estimate;
use lock::{holder_of, is_locked, path_of};
use names::{missing_kinds, remove_stale, require_place};
use outputs::Outputs;
use results::SmallerResults;
use stage::{Stage, Stages, Work};
use wdl_dtz::WdlBuilder;

/// A step of a build.
#[derive(Clone, Debug)]
pub enum Step {
    /// Its missing or damaged files will be built now.
    Begun,
    /// A stage of the ending begins.
    Stage(Stage),
    /// All its files exist and are intact.
    Kept,
    /// Another process is building it and nothing else is left to do, so the build waits.
    Waiting {
        /// The machine of that process.
        host: String,
        /// Its process ID there.
        process: u32,
    },
    /// Files were written.
    Written {
        /// Time for solving the endings that it leads to, unless they were in memory.
        solving: Duration,
        /// Time for solving it, choosing orders, compressing and writing.
        compressing: Duration,
        /// The files written, with sizes in bytes.
        files: Vec<(Kind, u64)>,
    },
}

/// The endings to build for these materials, each after those it leads to and shortly before those
/// that lead to it. Endings of six men that promotions lead to are always among them: their results
/// are read from files.
///
/// # Errors
/// [`TbgenError`] for endings without a table or with too many men. Whether files of a kind can be
/// built for six men is checked by [`estimate`](crate::estimate).
pub fn build_order(materials: &[Material], with_subtables: bool) -> Result<Vec<Material>, TbgenError> {
    Ok(soon_asked_for(wanted(materials, with_subtables)?))
}

/// The same in levels: endings of one level do not depend on each other.
///
/// # Errors
/// As [`build_order`].
pub fn build_levels(materials: &[Material], with_subtables: bool) -> Result<Vec<Vec<Material>>, TbgenError> {
    Ok(levels(wanted(materials, with_subtables)?))
}

fn wanted(materials: &[Material], with_subtables: bool) -> Result<Vec<Material>, TbgenError> {
    let named: Vec<Material> = materials.iter().map(|m| m.canonical().0).collect();
    let mut wanted = buildable_closure(materials, &[])?;
    wanted.retain(|m| with_subtables || named.contains(m) || m.men() > MAX_SOLVED_MEN);
    Ok(wanted)
}

/// Builds these files of each ending in a folder, which is created if necessary.
///
/// An existing file with the right checksum is kept; anything else is rebuilt, under a temporary
/// name until it is complete. Temporary files of interrupted builds are removed first. `report` is
/// called for each ending when it is started, with each of its stages, and when it is done. Memory
/// holds one ending (one leading file at a time for Syzygy files) and the results of the endings it
/// leads to directly; results that only later endings need are kept on disk, in unnamed files in
/// the same folder. Results of smaller endings are solved, not read from their files, and piece
/// orders are those of earlier builds, unless `outputs` specifies otherwise. Only results of
/// endings of six men are always read, from the `.rtbw` files in this folder or that of
/// [`Outputs::with_subtables`].
///
/// Several processes on several machines may build in one folder: each takes the next ending that
/// no other process is building (a file `NAME.building` names the process), finally waits for those
/// that others are building, and takes over abandoned ones.
///
/// # Errors
/// The first [`BuildError`]; files written before remain.
pub fn build_files(
    order: &[Material],
    folder: &Path,
    outputs: impl Into<Outputs>,
    mut report: impl FnMut(Material, &Step),
) -> Result<(), BuildError> {
    let outputs = outputs.into();
    let not_made = |source| BuildError::Folder { folder: folder.to_owned(), source };
    std::fs::create_dir_all(folder).map_err(not_made)?;
    let uncleared = |source| BuildError::Leftovers { folder: folder.to_owned(), source };
    remove_stale(folder, |material| !is_locked(folder, material)).map_err(uncleared)?;
    let locked_out = |material, source| BuildError::Lock { path: path_of(folder, material), source };
    order.iter().try_for_each(|&material| require_place(folder, material, &outputs))?;
    let scratch = outputs.scratch.as_deref().unwrap_or(folder);
    let smaller = SmallerResults {
        subtables: outputs.subtables.clone(),
        built: Some(folder.to_owned()),
        ..SmallerResults::with_scratch(scratch)
    };
    let mut builder = Builder {
        folder,
        outputs: &outputs,
        results: WdlBuilder::with(smaller, outputs.orders, outputs.memory),
        mates: DtmBuilder::new(scratch),
    };
    let mut open = order.to_vec();
    let mut is_told = false;
    while !open.is_empty() {
        let held = open.len();
        let mut at = 0;
        while let Some(&material) = open.get(at) {
            if missing_kinds(folder, material, &outputs).is_empty() {
                open.remove(at);
                report(material, &Step::Kept);
                continue;
            }
            let is_read = |m: &Material| outputs.subtables.is_some() || m.men() > MAX_SOLVED_MEN;
            if successors(material).iter().any(|m| is_read(m) && open.contains(m)) {
                at += 1;
                continue;
            }
            let Some(lock) = outputs.locks.take(folder, material).map_err(|e| locked_out(material, e))?
            else {
                at += 1;
                continue;
            };
            open.remove(at);
            is_told = false;
            // Another process may just have finished it.
            let missing = missing_kinds(folder, material, &outputs);
            if missing.is_empty() {
                report(material, &Step::Kept);
                continue;
            }
            remove_stale(folder, |other| other == material).map_err(uncleared)?;
            let threads = rayon::current_num_threads();
            memory::require(material, estimate(material, &missing, threads)?.memory_bytes)?;
            report(material, &Step::Begun);
            let step = builder
                .build(material, &missing, &open, &mut |stage| report(material, &Step::Stage(stage)))?;
            drop(lock);
            report(material, &step);
        }
        if open.len() == held {
            if let Some(holder) = holder_of(folder, open[0]).filter(|_| !is_told) {
                report(open[0], &Step::Waiting { host: holder.host, process: holder.process });
                is_told = true;
            }
            std::thread::sleep(POLL);
        }
    }
    let clear = |&material| outputs.locks.clear(folder, material).map_err(|e| locked_out(material, e));
    order.iter().try_for_each(clear)
}

/// Interval between checks of other processes' locks.
const POLL: Duration = Duration::from_millis(100);

/// Solved tables, kept from one ending to the next.
struct Builder<'a> {
    folder: &'a Path,
    outputs: &'a Outputs,
    results: WdlBuilder,
    mates: DtmBuilder,
}

/// Disk space for five-man results that later endings of a build need; the same amount again is
/// used for distances to mate.
pub(crate) const KEPT_BYTES: usize = 5 << 30;

impl Builder<'_> {
    fn build(
        &mut self,
        material: Material,
        kinds: &[Kind],
        upcoming: &[Material],
        report: &mut dyn FnMut(Stage),
    ) -> Result<Step, BuildError> {
        let mut stages = Stages::new(material, kinds, report);
        let (mut solving, mut compressing) = (Duration::ZERO, Duration::ZERO);
        let mut files = Vec::new();
        let size = |path: &Path| path.metadata().map_or(0, |file| file.len());
        if kinds.iter().any(|kind| Kind::SYZYGY.contains(kind)) {
            let start = Instant::now();
            stages.begin(Work::Smaller);
            let prepared = self.results.prepare(material, upcoming)?;
            solving += start.elapsed();
            let start = Instant::now();
            let encoded = prepared.encode(self.outputs.contents(kinds), &mut stages)?;
            let paths = save(material, &encoded, self.folder)?;
            compressing += start.elapsed();
            let written = Kind::SYZYGY.into_iter().filter(|kind| kinds.contains(kind));
            files.extend(written.zip(paths.iter().map(|path| size(path))));
            self.results.set_aside(upcoming, KEPT_BYTES)?;
        }
        if kinds.contains(&Kind::Dtm) {
            let start = Instant::now();
            stages.begin(Work::Smaller);
            self.mates.prepare(material, upcoming)?;
            solving += start.elapsed();
            let start = Instant::now();
            let bytes = self.mates.encode(material, upcoming, KEPT_BYTES, &mut stages)?;
            let path = dtm_file::save(material, &bytes, self.folder)?;
            compressing += start.elapsed();
            files.push((Kind::Dtm, size(&path)));
        }
        Ok(Step::Written { solving, compressing, files })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::endings::SMALL;
    use crate::index::promoted::{PromotedSlice, slices_of};

    /// The endings that it leads to come first, then each leading file is solved and compressed,
    /// for results and for mates.
    #[test]
    fn stages_are_reported_in_order_and_all_of_them() {
        let folder = tempfile::tempdir().unwrap();
        let order: [Material; 2] = ["KQvK", "KPvK"].map(|name| name.parse().unwrap());
        let mut heard: Vec<(Material, Stage)> = Vec::new();
        build_files(&order, folder.path(), Kind::ALL, |material, step| {
            if let Step::Stage(stage) = step {
                heard.push((material, *stage));
            }
        })
        .unwrap();
        for (material, files) in order.into_iter().zip([1, 4]) {
            let stages: Vec<Stage> = heard.iter().filter(|(m, _)| *m == material).map(|h| h.1).collect();
            let metric = [Work::Smaller].into_iter().chain([Work::Solving, Work::Compressing].repeat(files));
            let of = 2 * (1 + 2 * files);
            let expected = metric.clone().chain(metric).enumerate();
            assert_eq!(stages, expected.map(|(number, work)| Stage { work, number, of }).collect::<Vec<_>>());
        }
    }

    /// So that nothing is solved twice when all endings of up to five men are built in one run.
    #[test]
    fn what_later_endings_ask_for_finds_room() {
        let all: Vec<Material> = (3..=5).flat_map(Material::with_men).collect();
        let order = build_order(&all, false).unwrap();
        let (mut most_results, mut most_mates) = (0, 0);
        for done in 1..order.len() {
            let (solved, upcoming) = order.split_at(done);
            let mut waiting: Vec<_> = upcoming.iter().flat_map(|&larger| slices_of(larger, SMALL)).collect();
            waiting.retain(|slice| solved.contains(&slice.material));
            waiting.sort_unstable_by_key(|slice| format!("{slice:?}"));
            waiting.dedup();
            let slots: u64 = waiting.iter().map(PromotedSlice::slots).sum();
            most_results = most_results.max(3 * slots / 8);
            most_mates = most_mates.max(slots);
        }
        assert!(most_results > 1 << 30 && most_results <= KEPT_BYTES as u64, "{most_results}");
        assert!(most_mates <= KEPT_BYTES as u64, "{most_mates}");
    }
}

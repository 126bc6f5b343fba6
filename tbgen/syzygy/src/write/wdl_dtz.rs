//! The two Syzygy files of an ending: tries orders on samples, keeps the side with the smaller DTZ
//! sub-table, and packs the chosen sub-tables.

use std::convert::Infallible;
use std::ops::Range;

use ending::{Color, Material, narrow};
use rayon::prelude::*;

use super::assemble::{Image, assemble};
use super::chosen::{ChosenOrders, FileOrders};
use super::fill::wdl_alphabet;
use super::job::{Codes, Job, Values, cut, fill_parts};
use super::order::{self, Order, Search};
use super::ranks::{Accuracy, Ranks};
use super::sample::Sampler;
use super::sides::{sides_to_move, writable};
use super::source::{Asked, PartialSource, Statistics, ValueSource};
use crate::decode::Decoder;
use crate::error::Error;
use crate::format::{Kind, flag, leading_files};
use crate::index::Layout;

/// The files to be written for an ending, and the unit of its distances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contents {
    /// Whether to write the `.rtbw` file.
    pub wdl: bool,
    /// The unit of the `.rtbz` file's distances; `None` when it is not written.
    pub dtz: Option<DtzUnit>,
}

impl Contents {
    /// Both files as published.
    pub const PUBLISHED: Self = Self { wdl: true, dtz: Some(DtzUnit::AsPublished) };
}

/// The unit of the distances in an `.rtbz` file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DtzUnit {
    /// Moves, so that even distances are read back one ply short; but plies where a leading file
    /// has wins or losses in exactly 100, the last ply under the fifty-move rule.
    #[default]
    AsPublished,
    /// Plies for all wins and losses, which are then exact. The format stores cursed wins and
    /// blessed losses in moves only.
    Plies,
}

/// The files of a material that were requested.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Files {
    /// The `.rtbw` file.
    pub wdl: Option<Vec<u8>>,
    /// The `.rtbz` file.
    pub dtz: Option<Vec<u8>>,
}

/// Compresses an ending one leading file at a time, so that only the values of one need to be in
/// memory.
pub struct Encoder {
    material: Material,
    contents: Contents,
    /// Orders known from an earlier search.
    chosen: Option<ChosenOrders>,
    sampler: Sampler,
    /// Number of leading files done.
    files: usize,
    images: Vec<(Kind, Image)>,
}

impl Encoder {
    /// # Errors
    /// [`Error::Unwritable`] when the material is not in canonical spelling, does not have 3 to 7
    /// men, or has too many placements.
    pub fn new(material: Material, contents: Contents) -> Result<Self, Error> {
        writable(material)?;
        Ok(Self { material, contents, chosen: None, sampler: Sampler::new(), files: 0, images: Vec::new() })
    }

    /// Uses orders that an earlier search found. Orders of distances are valid for
    /// [`DtzUnit::AsPublished`]; for other units they are searched for.
    ///
    /// # Errors
    /// [`Error::Unwritable`] when they belong to another ending.
    pub fn with_orders(self, chosen: ChosenOrders) -> Result<Self, Error> {
        if chosen.material() == self.material {
            Ok(Self { chosen: Some(chosen), ..self })
        } else {
            Err(Error::Unwritable(chosen.material()))
        }
    }

    /// Compresses the next leading file, a to d (without pawns there is one call only). The source
    /// only needs values for this file, but its statistics must be those of the whole ending.
    ///
    /// # Errors
    /// [`Error::Unwritable`] when the source has another material or nothing is left to add.
    pub fn add<S: ValueSource + ?Sized>(&mut self, source: &S) -> Result<(), Error> {
        if source.material() != self.material || self.files == leading_files(self.material) {
            return Err(Error::Unwritable(source.material()));
        }
        let sides = sides_to_move(self.material);
        let statistics = sides.iter().map(|&side| source.statistics(side, self.files)).collect();
        let plan = self.plan(statistics)?;
        let tried = plan.choose(sides, |wanted| plan.sizes(source, wanted));
        let (results, distances): (Vec<_>, Vec<_>) =
            tried.into_iter().partition(|(job, _)| job.kind() == Kind::Wdl);
        // Longest first, so that no thread finishes late.
        let jobs: Vec<(Job, u64)> =
            distances.into_iter().min_by_key(smaller).into_iter().chain(results).collect();
        let run = |(job, _): (Job, u64)| {
            let sequence = job.sequence(source);
            (job.kind(), job.pack(sequence))
        };
        let done: Vec<_> = jobs.into_par_iter().map(run).collect();
        self.images.extend(done);
        self.files += 1;
        Ok(())
    }

    /// The same with one side to move at a time, or some of its positions, and none while a
    /// sub-table is compressed: for endings that do not fit into memory. `statistics` are those of
    /// the sides that a table stores (White alone where the material is symmetric), and `open`
    /// creates a source for one side and the values that will be requested; the source before has
    /// been dropped by then.
    ///
    /// # Errors
    /// As [`Encoder::add`], and errors of the sources.
    pub fn add_in_turn<S: PartialSource>(
        &mut self,
        statistics: Vec<Statistics>,
        open: impl Fn(Color, Asked<'_>) -> Result<S, S::Error>,
    ) -> Result<(), S::Error> {
        let sides = sides_to_move(self.material);
        if self.files == leading_files(self.material) || statistics.len() != sides.len() {
            return Err(Error::Unwritable(self.material).into());
        }
        let plan = self.plan(statistics)?;
        let (mut results, mut distances): (Vec<Image>, Vec<(Job, u64)>) = (Vec::new(), Vec::new());
        for &side in sides.iter().rev() {
            let tried = {
                let mut source = open(side, Asked::Everything)?;
                plan.try_choose(&[side], |wanted| plan.sizes_by_part(&mut source, wanted))?
            };
            for (job, size) in tried {
                if job.kind() == Kind::Wdl {
                    let sequence = job.sequence_by_part(&open)?;
                    results.push(job.pack(sequence));
                } else {
                    distances.push((job, size));
                }
            }
        }
        let images = results.into_iter().rev().map(|image| (Kind::Wdl, image));
        let mut images: Vec<(Kind, Image)> = images.collect();
        if let Some((job, _)) = distances.into_iter().min_by_key(smaller) {
            let sequence = job.sequence_by_part(&open)?;
            images.push((Kind::Dtz, job.pack(sequence)));
        }
        self.images.extend(images);
        self.files += 1;
        Ok(())
    }

    fn plan(&mut self, statistics: Vec<Statistics>) -> Result<Plan<'_>, Error> {
        let orders = order::candidates(self.material, self.files)?;
        let segments = self.sampler.segments(self.material.men(), orders[0].layout.size());
        let both = [&statistics[0], statistics.last().unwrap_or(&statistics[0])];
        let accuracy = Accuracy::new(&both);
        let chosen = self.chosen.as_ref().map(|chosen| chosen.of_file(self.files));
        let material = self.material;
        Ok(Plan { material, contents: self.contents, chosen, orders, segments, statistics, accuracy })
    }

    /// Returns the files.
    ///
    /// # Panics
    /// When leading files are missing.
    pub fn finish(self) -> Files {
        assert_eq!(self.files, leading_files(self.material), "leading files added");
        let (wdl, dtz): (Vec<_>, Vec<_>) = self.images.into_iter().partition(|(kind, _)| *kind == Kind::Wdl);
        let bytes = |kind, images: Vec<(Kind, Image)>| {
            let images: Vec<Image> = images.into_iter().map(|(_, image)| image).collect();
            assemble(self.material, kind, &images)
        };
        let Contents { wdl: wants_wdl, dtz: unit } = self.contents;
        Files { wdl: wants_wdl.then(|| bytes(Kind::Wdl, wdl)), dtz: unit.map(|_| bytes(Kind::Dtz, dtz)) }
    }
}

/// The key that decides which DTZ sub-table is stored: its size, and White's side on ties.
fn smaller((job, size): &(Job, u64)) -> (u64, usize) {
    (*size, job.side as usize)
}

/// The data shared by the sub-tables of one leading file.
struct Plan<'a> {
    material: Material,
    contents: Contents,
    /// Known orders of this leading file.
    chosen: Option<&'a FileOrders>,
    orders: Vec<Order>,
    /// Index ranges compressed on trial.
    segments: Vec<Range<u64>>,
    /// By side; one for symmetric material.
    statistics: Vec<Statistics>,
    accuracy: Accuracy,
}

impl Plan<'_> {
    /// The sub-tables of these sides with their chosen orders and the compressed sizes of their
    /// samples: for each side WDL, then DTZ. `sizes` returns the sizes for orders and the
    /// sub-tables that need them.
    fn choose(&self, sides: &[Color], sizes: impl Fn(&[Wanted<'_>]) -> Vec<Vec<u64>>) -> Vec<(Job, u64)> {
        let Ok(chosen) = self.try_choose(sides, |wanted| Ok::<_, Infallible>(sizes(wanted)));
        chosen
    }

    /// The same where computing the sizes may fail.
    fn try_choose<E>(
        &self,
        sides: &[Color],
        mut sizes: impl FnMut(&[Wanted<'_>]) -> Result<Vec<Vec<u64>>, E>,
    ) -> Result<Vec<(Job, u64)>, E> {
        let mut trials = self.trials(sides);
        while trials.iter().any(|t| t.search.chosen().is_none()) {
            let by_trial: Vec<Vec<usize>> = trials.iter().map(|t| t.search.wanted()).collect();
            let mut orders = by_trial.concat();
            orders.sort_unstable();
            orders.dedup();
            // By order, the trials that need it.
            let asking = |order| (0..trials.len()).filter(|&t| by_trial[t].contains(order)).collect();
            let asking: Vec<Vec<usize>> = orders.iter().map(asking).collect();
            let wanted = orders.iter().zip(&asking).map(|(&order, asking)| Wanted {
                layout: &self.orders[order].layout,
                jobs: asking.iter().map(|&t| &trials[t].job).collect(),
            });
            let sizes = sizes(&wanted.collect::<Vec<_>>())?;
            for (t, trial) in trials.iter_mut().enumerate() {
                let of_trial = |((&order, asking), sizes): ((&usize, &Vec<usize>), &Vec<u64>)| {
                    asking.iter().position(|&asks| asks == t).map(|at| (order, sizes[at]))
                };
                let own = orders.iter().zip(&asking).zip(&sizes).filter_map(of_trial);
                trial.search.tell(&own.collect::<Vec<_>>());
            }
        }
        let chosen = |Trial { mut job, search }| {
            let (best, size) = Search::chosen(&search).unwrap_or((0, 0));
            job.order = self.orders[best].clone();
            (job, size)
        };
        Ok(trials.into_iter().map(chosen).collect())
    }

    /// The sub-tables of these sides to be tried.
    fn trials(&self, sides: &[Color]) -> Vec<Trial<'_>> {
        let mut trials = Vec::new();
        let all = sides_to_move(self.material).iter().zip(&self.statistics);
        for (&side, statistics) in all.filter(|(side, _)| sides.contains(side)) {
            // WDL sub-tables carry the flags of the published distances, whatever the unit here is.
            let wdl = self.contents.wdl.then(|| {
                let alphabet = wdl_alphabet(statistics.wdl_codes);
                (self.accuracy.flags(side), Values::Wdl { alphabet })
            });
            let is_stored = |unit| self.known_distances(unit).is_none_or(|(stored, _)| stored == side);
            let dtz = self.contents.dtz.filter(|&unit| is_stored(unit)).map(|unit| {
                let accuracy = if unit == DtzUnit::Plies { Accuracy::PLIES } else { self.accuracy };
                let ranks = Box::new(Ranks::new(self.material, statistics, accuracy.flags(side)));
                let side = if side == Color::Black { flag::SIDE } else { 0 };
                (ranks.flags | side, Values::Dtz { ranks })
            });
            for (flags, values) in wdl.into_iter().chain(dtz) {
                let job = Job { order: self.orders[0].clone(), side, flags, values };
                let search = self.search(&job);
                trials.push(Trial { job, search });
            }
        }
        trials
    }

    /// The side to move and the order of distances in this unit, where they are known.
    fn known_distances(&self, unit: DtzUnit) -> Option<(Color, Option<usize>)> {
        let chosen = self.chosen.filter(|_| unit == DtzUnit::AsPublished)?;
        Some(chosen.distances(&self.orders))
    }

    /// The search for a sub-table's order, already finished where the order is known.
    fn search(&self, job: &Job) -> Search<'_> {
        // With a single value there is nothing to choose.
        if job.single_value().is_some() {
            return Search::new(&[]);
        }
        let known = match job.kind() {
            Kind::Wdl => self.chosen.and_then(|chosen| chosen.results(job.side, &self.orders)),
            _ => self.contents.dtz.and_then(|unit| self.known_distances(unit)).and_then(|(_, order)| order),
        };
        known.map_or_else(|| Search::new(&self.orders), |order| Search::over(&self.orders, order))
    }

    /// Compressed sizes of the samples in bytes, for each order and each of the sub-tables that
    /// need it.
    fn sizes<S: ValueSource + ?Sized>(&self, source: &S, wanted: &[Wanted<'_>]) -> Vec<Vec<u64>> {
        let sizes = |wanted: &Wanted<'_>| {
            let mut samples = wanted.empty(&self.segments);
            wanted.fill(source, &self.segments, &mut samples);
            wanted.sizes(samples)
        };
        wanted.par_iter().map(sizes).collect()
    }

    /// The same for a source that loads one part at a time.
    fn sizes_by_part<S: PartialSource>(
        &self,
        source: &mut S,
        wanted: &[Wanted<'_>],
    ) -> Result<Vec<Vec<u64>>, S::Error> {
        let mut all: Vec<Vec<Codes>> = wanted.iter().map(|wanted| wanted.empty(&self.segments)).collect();
        for part in 0..source.parts() {
            source.load(part)?;
            let source = &*source;
            let samples = wanted.par_iter().zip(&mut all);
            samples.for_each(|(wanted, samples)| wanted.fill(source, &self.segments, samples));
        }
        Ok(wanted.par_iter().zip(all).map(|(wanted, samples)| wanted.sizes(samples)).collect())
    }
}

/// An order and the sub-tables whose searches need its sizes.
struct Wanted<'a> {
    layout: &'a Layout,
    jobs: Vec<&'a Job>,
}

impl Wanted<'_> {
    /// Empty sequences for these index ranges, one for each sub-table.
    fn empty(&self, ranges: &[Range<u64>]) -> Vec<Codes> {
        let len: u64 = ranges.iter().map(|range| range.end - range.start).sum();
        self.jobs.iter().map(|job| Codes::empty(job, narrow(len))).collect()
    }

    fn fill<S: ValueSource + ?Sized>(&self, source: &S, ranges: &[Range<u64>], samples: &mut [Codes]) {
        let decoder = Decoder::new(self.layout);
        cut(samples, ranges)
            .for_each(|(range, parts)| fill_parts(source, &decoder, &self.jobs, range, parts));
    }

    /// Compressed sizes of these samples in bytes.
    fn sizes(&self, samples: Vec<Codes>) -> Vec<u64> {
        self.jobs.iter().zip(samples).map(|(job, sample)| job.trial_bytes(sample)).collect()
    }
}

/// A sub-table whose order is being chosen.
struct Trial<'a> {
    job: Job,
    search: Search<'a>,
}

/// Compresses a solved ending into the two published files, on the current rayon pool.
///
/// # Errors
/// [`Error::Unwritable`] when the material is not in canonical spelling, does not have 3 to 7 men,
/// or has too many placements.
pub fn encode<S: ValueSource + ?Sized>(source: &S) -> Result<Files, Error> {
    let mut encoder = Encoder::new(source.material(), Contents::PUBLISHED)?;
    for _ in 0..leading_files(source.material()) {
        encoder.add(source)?;
    }
    Ok(encoder.finish())
}

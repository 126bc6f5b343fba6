//! The two Syzygy files of an ending: orders are tried on samples, the DTZ side that comes out smaller is kept, the chosen sub-tables packed.

use std::ops::Range;

use board::{Color, Material, narrow};
use rayon::prelude::*;

use super::assemble::{Body, Image, assemble};
use super::chosen::{ChosenOrders, FileOrders};
use super::fill::{MAX_SHORT_RANKS, Rank};
use super::order::{self, Order, Search};
use super::pairs::{Limits, Paired};
use super::ranks::{Accuracy, Ranks};
use super::sample::Sampler;
use super::sides::{sides_to_move, writable};
use super::source::{DTZ_FREE, Question, Statistics, ValueSource};
use super::{blocks, dtz_pairs, fill, huffman, wdl_pairs};
use crate::decode::{CHUNK, Decoder};
use crate::error::SyzygyError;
use crate::format::{Kind, flag, leading_files};
use crate::index::Layout;

/// Which files are made of an ending, and how its distances are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contents {
    /// Whether the `.rtbw` file is made.
    pub wdl: bool,
    /// The unit of the `.rtbz` file's distances; `None` when it is not made.
    pub dtz: Option<DtzUnit>,
}

impl Contents {
    /// Both files as they are published.
    pub const PUBLISHED: Self = Self { wdl: true, dtz: Some(DtzUnit::AsPublished) };
}

/// What the distances of an `.rtbz` file count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DtzUnit {
    /// Moves, so that even distances come back one ply short; but plies where a leading file has wins or losses in exactly 100, the last
    /// ply under the fifty-move rule.
    #[default]
    AsPublished,
    /// Plies for all wins and losses, which are then exact. For cursed wins and blessed losses the format knows moves only.
    Plies,
}

/// The files of a material, as far as they were asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Files {
    /// The `.rtbw` file.
    pub wdl: Option<Vec<u8>>,
    /// The `.rtbz` file.
    pub dtz: Option<Vec<u8>>,
}

/// Compresses an ending one leading file at a time, so that only the values of one need be in memory.
pub struct Encoder {
    material: Material,
    contents: Contents,
    /// Orders that need not be sought.
    chosen: Option<ChosenOrders>,
    sampler: Sampler,
    /// Leading files done.
    files: usize,
    images: Vec<(Kind, Image)>,
}

impl Encoder {
    /// # Errors
    /// [`SyzygyError::Unwritable`] when the material is not spelled canonically or has not 3 to 6 men.
    pub fn new(material: Material, contents: Contents) -> Result<Self, SyzygyError> {
        writable(material)?;
        Ok(Self { material, contents, chosen: None, sampler: Sampler::new(), files: 0, images: Vec::new() })
    }

    /// The same with orders that an earlier search found. Orders of distances are those of [`DtzUnit::AsPublished`]; for other units
    /// they are sought.
    ///
    /// # Errors
    /// [`SyzygyError::Unwritable`] when they are the orders of another ending.
    pub fn with_orders(self, chosen: ChosenOrders) -> Result<Self, SyzygyError> {
        if chosen.material() == self.material {
            Ok(Self { chosen: Some(chosen), ..self })
        } else {
            Err(SyzygyError::Unwritable(chosen.material()))
        }
    }

    /// Compresses the next leading file, a to d (without pawns there is one round only): the source need know no
    /// other positions, but its statistics must be those of the whole ending.
    ///
    /// # Errors
    /// [`SyzygyError::Unwritable`] when the source has another material or nothing is left to add.
    pub fn add<S: ValueSource + ?Sized>(&mut self, source: &S) -> Result<(), SyzygyError> {
        if source.material() != self.material || self.files == leading_files(self.material) {
            return Err(SyzygyError::Unwritable(source.material()));
        }
        let sides = sides_to_move(self.material);
        let statistics = sides.iter().map(|&side| source.statistics(side, self.files)).collect();
        let plan = self.plan(statistics)?;
        let tried = plan.choose(source, sides);
        let (mut jobs, distances): (Vec<_>, Vec<_>) =
            tried.into_iter().partition(|(job, _)| job.kind() == Kind::Wdl);
        jobs.extend(distances.into_iter().min_by_key(smaller));
        let run = |(job, _): (Job, u64)| (job.kind(), job.run(source));
        let done: Vec<_> = jobs.into_par_iter().map(run).collect();
        self.images.extend(done);
        self.files += 1;
        Ok(())
    }

    /// The same with one side to move at a time: for endings of which not both fit into memory. `statistics` are those of the sides of which a
    /// table has values (White alone where the material is symmetric), and `open` makes a source that need know no other side than this one;
    /// the source before is dropped first. A side may be opened twice.
    ///
    /// # Errors
    /// As [`Encoder::add`], and those of `open`.
    pub fn add_in_turn<S: ValueSource, E: From<SyzygyError>>(
        &mut self,
        statistics: Vec<Statistics>,
        mut open: impl FnMut(Color) -> Result<S, E>,
    ) -> Result<(), E> {
        let sides = sides_to_move(self.material);
        if self.files == leading_files(self.material) || statistics.len() != sides.len() {
            return Err(SyzygyError::Unwritable(self.material).into());
        }
        let plan = self.plan(statistics)?;
        let (mut results, mut distances): (Vec<Image>, Vec<(Job, u64)>) = (Vec::new(), Vec::new());
        let mut opened: Option<(Color, S)> = None;
        for &side in sides.iter().rev() {
            drop(opened.take());
            let source = open(side)?;
            for (job, size) in plan.choose(&source, &[side]) {
                if job.kind() == Kind::Wdl {
                    results.push(job.run(&source));
                } else {
                    distances.push((job, size));
                }
            }
            opened = Some((side, source));
        }
        let images = results.into_iter().rev().map(|image| (Kind::Wdl, image));
        let mut images: Vec<(Kind, Image)> = images.collect();
        if let Some((job, _)) = distances.into_iter().min_by_key(smaller) {
            let source = match opened.take() {
                Some((side, source)) if side == job.side => source,
                other => {
                    drop(other);
                    open(job.side)?
                }
            };
            images.push((Kind::Dtz, job.run(&source)));
        }
        self.images.extend(images);
        self.files += 1;
        Ok(())
    }

    fn plan(&mut self, statistics: Vec<Statistics>) -> Result<Plan<'_>, SyzygyError> {
        let orders = order::candidates(self.material, self.files)?;
        let segments = self.sampler.segments(self.material.men(), orders[0].layout.size());
        let both = [&statistics[0], statistics.last().unwrap_or(&statistics[0])];
        let accuracy = Accuracy::new(&both);
        let chosen = self.chosen.as_ref().map(|chosen| chosen.of_file(self.files));
        let material = self.material;
        Ok(Plan { material, contents: self.contents, chosen, orders, segments, statistics, accuracy })
    }

    /// The files.
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

/// What tells which sub-table of distances is stored: its size, and White's side on ties.
fn smaller((job, size): &(Job, u64)) -> (u64, usize) {
    (*size, job.side as usize)
}

/// What the sub-tables of one leading file have in common.
struct Plan<'a> {
    material: Material,
    contents: Contents,
    /// Orders of this leading file that need not be sought.
    chosen: Option<&'a FileOrders>,
    orders: Vec<Order>,
    /// Index ranges compressed on trial.
    segments: Vec<Range<u64>>,
    /// By side; one for symmetric material.
    statistics: Vec<Statistics>,
    accuracy: Accuracy,
}

/// A sub-table whose order is chosen.
struct Job {
    order: Order,
    side: Color,
    flags: u8,
    values: Values,
}

/// What a sub-table's sequence is made of.
enum Values {
    Wdl { alphabet: Vec<u8> },
    Dtz { ranks: Box<Ranks> },
}

impl Plan<'_> {
    /// The sub-tables of these sides, orders chosen, with the sizes that their samples came to: of each side WDL, then DTZ.
    fn choose<S: ValueSource + ?Sized>(&self, source: &S, sides: &[Color]) -> Vec<(Job, u64)> {
        let mut trials = self.trials(sides);
        while trials.iter().any(|t| t.search.chosen().is_none()) {
            let wanted: Vec<Vec<usize>> = trials.iter().map(|t| t.search.wanted()).collect();
            let mut orders = wanted.concat();
            orders.sort_unstable();
            orders.dedup();
            // By order, the trials that want it and what it costs in each of them.
            let estimate = |&order: &usize| {
                let asking: Vec<usize> = (0..trials.len()).filter(|&t| wanted[t].contains(&order)).collect();
                let jobs: Vec<&Job> = asking.iter().map(|&t| &trials[t].job).collect();
                let sizes = self.estimate(source, &self.orders[order].layout, &jobs);
                asking.into_iter().zip(sizes).map(|(t, size)| (t, order, size)).collect::<Vec<_>>()
            };
            let estimates: Vec<(usize, usize, u64)> =
                orders.par_iter().map(estimate).collect::<Vec<_>>().concat();
            for (t, trial) in trials.iter_mut().enumerate() {
                let own = estimates.iter().filter(|e| e.0 == t).map(|&(_, order, size)| (order, size));
                trial.search.tell(&own.collect::<Vec<_>>());
            }
        }
        let chosen = |Trial { mut job, search }| {
            let (best, size) = Search::chosen(&search).unwrap_or((0, 0));
            job.order = self.orders[best].clone();
            (job, size)
        };
        trials.into_iter().map(chosen).collect()
    }

    /// The sub-tables of these sides to be tried.
    fn trials(&self, sides: &[Color]) -> Vec<Trial<'_>> {
        let mut trials = Vec::new();
        let all = sides_to_move(self.material).iter().zip(&self.statistics);
        for (&side, statistics) in all.filter(|(side, _)| sides.contains(side)) {
            // Results carry the flags of the published distances, whatever the unit here is.
            let wdl = self.contents.wdl.then(|| {
                let alphabet = fill::wdl_alphabet(statistics.wdl_codes);
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

    /// The search for a sub-table's order, which is over where that is known.
    fn search(&self, job: &Job) -> Search<'_> {
        // With one value there is nothing to choose.
        if job.single_value().is_some() {
            return Search::new(&[]);
        }
        let known = match job.kind() {
            Kind::Wdl => self.chosen.and_then(|chosen| chosen.results(job.side, &self.orders)),
            _ => self.contents.dtz.and_then(|unit| self.known_distances(unit)).and_then(|(_, order)| order),
        };
        known.map_or_else(|| Search::new(&self.orders), |order| Search::over(&self.orders, order))
    }

    /// Bytes that the samples take in this order, for each of these sub-tables.
    fn estimate<S: ValueSource + ?Sized>(&self, source: &S, layout: &Layout, jobs: &[&Job]) -> Vec<u64> {
        let sequences = sequences(source, layout, &self.segments, jobs);
        let size = |(job, values): (&&Job, Codes)| {
            let paired = job.pair(values, Limits::ESTIMATE);
            let frequencies = huffman::frequencies(&paired.sequence, paired.nodes.len());
            huffman::total_bits(&frequencies, &huffman::code_lengths(&frequencies)).div_ceil(8)
        };
        jobs.iter().zip(sequences).map(size).collect()
    }
}

/// A sub-table whose order is being chosen.
struct Trial<'a> {
    job: Job,
    search: Search<'a>,
}

impl Job {
    fn kind(&self) -> Kind {
        match self.values {
            Values::Wdl { .. } => Kind::Wdl,
            Values::Dtz { .. } => Kind::Dtz,
        }
    }

    /// The value of all positions, if it is one.
    fn single_value(&self) -> Option<u8> {
        match &self.values {
            Values::Wdl { alphabet } => (alphabet.len() == 1).then_some(alphabet[0]),
            Values::Dtz { ranks } => ranks.is_single().then_some(0),
        }
    }

    fn run<S: ValueSource + ?Sized>(self, source: &S) -> Image {
        let map = match &self.values {
            Values::Wdl { .. } => Default::default(),
            Values::Dtz { ranks } => ranks.lists.clone(),
        };
        if let Some(value) = self.single_value() {
            let kept = flag::SIDE | flag::WIN_PLIES | flag::LOSS_PLIES;
            let flags = self.flags & if self.kind() == Kind::Dtz { kept } else { 0 };
            return Image { flags: flag::SINGLE | flags, order: self.order, body: Body::Single(value), map };
        }
        let size = self.order.layout.size();
        let whole = std::iter::once(0..size).collect::<Vec<_>>();
        let mut values = sequences(source, &self.order.layout, &whole, &[&self]);
        let paired = self.pair(values.remove(0), Limits::WRITTEN);
        let mut coded = huffman::assign_codes(paired);
        let blocks = blocks::pack(&coded, self.kind(), size);
        // Other sub-tables need the memory.
        coded.sequence = Vec::new();
        Image { flags: self.flags, order: self.order, body: Body::Packed(Box::new(coded), blocks), map }
    }

    /// Fills the wildcards of a sequence and pairs it.
    fn pair(&self, values: Codes, limits: Limits) -> Paired {
        match (&self.values, values) {
            (Values::Wdl { alphabet }, Codes::Wdl(mut codes)) => {
                fill::fill_wdl(&mut codes, alphabet);
                wdl_pairs::pair_wdl(codes, alphabet, limits)
            }
            (Values::Dtz { ranks }, Codes::Dtz(values)) => {
                dtz_pairs::fill_and_pair(values, ranks.frequent, &ranks.leaves, limits)
            }
            (Values::Dtz { ranks }, Codes::ShortDtz(values)) => {
                dtz_pairs::fill_and_pair(values, ranks.frequent, &ranks.leaves, limits)
            }
            _ => unreachable!("sequences are of the kind of their job"),
        }
    }
}

/// The sequence of a sub-table: codes, or ranks of distances.
enum Codes {
    Wdl(Vec<u8>),
    /// Ranks that fit into bytes.
    ShortDtz(Vec<u8>),
    Dtz(Vec<u16>),
}

/// The values of these index ranges one after the other, for each of these sub-tables, whose order is `layout` for now.
fn sequences<S: ValueSource + ?Sized>(
    source: &S,
    layout: &Layout,
    ranges: &[Range<u64>],
    jobs: &[&Job],
) -> Vec<Codes> {
    let len = narrow(ranges.iter().map(|r| r.end - r.start).sum::<u64>());
    let empty = |job: &&Job| match &job.values {
        Values::Wdl { .. } => Codes::Wdl(vec![0; len]),
        Values::Dtz { ranks } if ranks.leaves.len() <= MAX_SHORT_RANKS => Codes::ShortDtz(vec![0; len]),
        Values::Dtz { .. } => Codes::Dtz(vec![0; len]),
    };
    let mut all: Vec<Codes> = jobs.iter().map(empty).collect();
    let mut distances = vec![[DTZ_FREE; CHUNK]; jobs.len()];
    let decoder = Decoder::new(layout);
    let mut start = 0;
    for range in ranges {
        decoder.for_each_chunk(range.clone(), |squares, before| {
            let part = start + before..start + before + squares[0].len();
            ask(source, squares, jobs, &mut all, &mut distances, part);
        });
        start += narrow::<_, usize>(range.end - range.start);
    }
    all
}

/// Fills a part of each sequence with what the source says of some positions.
fn ask<S: ValueSource + ?Sized>(
    source: &S,
    squares: &[&[u8]],
    jobs: &[&Job],
    all: &mut [Codes],
    distances: &mut [[i16; CHUNK]],
    part: Range<usize>,
) {
    let scratch = distances.iter_mut();
    let question = |((job, codes), distances): ((_, _), _)| question(job, codes, distances, part.clone());
    let mut questions: Vec<Question> = jobs.iter().zip(all.iter_mut()).zip(scratch).map(question).collect();
    source.answer(squares, &mut questions);
    for ((job, codes), distances) in jobs.iter().zip(all).zip(distances) {
        let Values::Dtz { ranks } = &job.values else { continue };
        match codes {
            Codes::Wdl(_) => {}
            Codes::ShortDtz(values) => write_ranks(ranks, distances, &mut values[part.clone()]),
            Codes::Dtz(values) => write_ranks(ranks, distances, &mut values[part.clone()]),
        }
    }
}

fn write_ranks<T: Rank>(ranks: &Ranks, distances: &[i16], values: &mut [T]) {
    for (value, &distance) in values.iter_mut().zip(distances) {
        *value = T::of(ranks.rank(distance));
    }
}

fn question<'a>(
    job: &&Job,
    codes: &'a mut Codes,
    distances: &'a mut [i16; CHUNK],
    part: Range<usize>,
) -> Question<'a> {
    match codes {
        Codes::Wdl(codes) => Question::Wdl(job.side, &mut codes[part]),
        Codes::ShortDtz(_) | Codes::Dtz(_) => Question::Dtz(job.side, &mut distances[..part.len()]),
    }
}

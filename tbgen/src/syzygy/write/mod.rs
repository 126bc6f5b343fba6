//! Writing tables from a solved ending, byte for byte as the reference generator does.
//!
//! A sub-table is made in these steps, each a module of its own:
//!
//! 1. `order`: candidates for the order of the men, tried on samples (`sample`) by a greedy search;
//! 2. `positions`: all indices decoded to squares, for which a [`ValueSource`] gives values and wildcards;
//! 3. `fill`: wildcards take values that make long runs;
//! 4. `wdl_pairs`, `dtz_pairs`: frequent pairs become symbols, pass by pass over a `sequence`;
//! 5. `huffman`, `blocks`: symbols become codes, codes become blocks;
//! 6. `assemble`: headers, indices and checksum.
//!
//! A DTZ table holds the side whose trial comes out smaller. Ties everywhere are broken as the reference generator does, so
//! that the checksum can be compared with the published one.

mod assemble;
mod blocks;
mod dtm;
mod dtz_pairs;
mod fill;
mod huffman;
mod order;
mod pairs;
pub(crate) mod positions;
mod ranks;
mod sample;
mod sequence;
mod sort;
mod source;
mod wdl_pairs;

use std::fs::File;
use std::io::Write as _;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use board::{Color, Material};
use rayon::prelude::*;

pub use dtm::{DtmEncoder, DtmSource, encode_dtm};

use assemble::{Body, Image, assemble};
use order::{Order, Search};
use pairs::{Limits, Paired};
pub(super) use positions::{CHUNK, Decoder};
use ranks::{Accuracy, Ranks};
use sample::Sampler;
pub use source::{DTZ_FREE, DTZ_OFFSET, Question, Statistics, ValueSource, wdl_code};

use super::error::SyzygyError;
use super::format::{Kind, flag, leading_files};
use super::index::Layout;

/// Fewest and most men of a table that is written.
const MEN: std::ops::RangeInclusive<usize> = 3..=5;

/// The two files of a material.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Files {
    /// The `.rtbw` file.
    pub wdl: Vec<u8>,
    /// The `.rtbz` file.
    pub dtz: Vec<u8>,
}

/// Compresses a solved ending. Work is spread over the current rayon pool.
///
/// # Errors
/// [`SyzygyError::Unwritable`] when the material is not spelled canonically or has not 3 to 5 men.
pub fn encode<S: ValueSource + ?Sized>(source: &S) -> Result<Files, SyzygyError> {
    let mut encoder = Encoder::new(source.material())?;
    for _ in 0..leading_files(source.material()) {
        encoder.add(source)?;
    }
    Ok(encoder.finish())
}

/// Compresses an ending one leading file at a time, so that only the values of one need be in memory.
pub struct Encoder {
    material: Material,
    sampler: Sampler,
    /// Leading files done.
    files: usize,
    images: Vec<(Kind, Image)>,
}

impl Encoder {
    /// # Errors
    /// [`SyzygyError::Unwritable`] when the material is not spelled canonically or has not 3 to 5 men.
    pub fn new(material: Material) -> Result<Self, SyzygyError> {
        if !MEN.contains(&material.men()) || material.canonical().1 {
            return Err(SyzygyError::Unwritable(material));
        }
        Ok(Self { material, sampler: Sampler::new(), files: 0, images: Vec::new() })
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
        let jobs = Plan::new(source, self.files, &mut self.sampler)?.jobs();
        let done: Vec<_> = jobs.into_par_iter().map(|job| (job.kind(), job.run(source))).collect();
        self.images.extend(done);
        self.files += 1;
        Ok(())
    }

    /// The two files.
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
        Files { wdl: bytes(Kind::Wdl, wdl), dtz: bytes(Kind::Dtz, dtz) }
    }
}

/// Compresses a solved ending into the two files of its name in a folder, and returns their paths.
///
/// Each file is written under a temporary name, synced, and renamed, so that no half-written table is ever seen.
///
/// # Errors
/// As [`encode`], and [`SyzygyError::Io`].
pub fn write<S: ValueSource + ?Sized>(source: &S, folder: &Path) -> Result<[PathBuf; 2], SyzygyError> {
    save(source.material(), &encode(source)?, folder)
}

/// Writes the two files of a material as [`write()`] does.
///
/// # Errors
/// [`SyzygyError::Io`].
pub fn save(material: Material, files: &Files, folder: &Path) -> Result<[PathBuf; 2], SyzygyError> {
    let save = |kind: Kind, bytes: &[u8]| {
        let path = folder.join(format!("{material}.{}", kind.extension()));
        save_atomically(&path, bytes).map(|()| path)
    };
    Ok([save(Kind::Wdl, &files.wdl)?, save(Kind::Dtz, &files.dtz)?])
}

/// Held while a file is written, and by [`stop_writing`].
static WRITING: Mutex<()> = Mutex::new(());

/// Waits until no table file is being written, and lets none be begun as long as what is returned lives: for programs that are told to
/// stop at once and leave nothing half-written.
pub fn stop_writing() -> MutexGuard<'static, ()> {
    WRITING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Writes a file under a temporary name, syncs it, and renames it, so that what stands under the final name is always whole.
///
/// # Errors
/// [`SyzygyError::Io`], which names the file; what stood there before stays.
pub fn save_atomically(path: &Path, bytes: &[u8]) -> Result<(), SyzygyError> {
    let _writing = stop_writing();
    let mut temporary = path.as_os_str().to_owned();
    temporary.push(format!(".{}.tmp", std::process::id()));
    let temporary = PathBuf::from(temporary);
    let written = File::create(&temporary).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    let renamed = written.and_then(|()| std::fs::rename(&temporary, path));
    renamed.map_err(|error| {
        // What went wrong first is what the caller should hear of.
        let _ = std::fs::remove_file(&temporary);
        SyzygyError::io(path, error)
    })
}

/// What the sub-tables of one leading file have in common.
struct Plan<'a, S: ?Sized> {
    source: &'a S,
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

impl<'a, S: ValueSource + ?Sized> Plan<'a, S> {
    fn new(source: &'a S, file: usize, sampler: &mut Sampler) -> Result<Self, SyzygyError> {
        let material = source.material();
        let orders = order::candidates(material, file)?;
        let segments = sampler.segments(material.men(), orders[0].layout.size());
        let statistics: Vec<Statistics> =
            sides_to_move(material).iter().map(|&side| source.statistics(side, file)).collect();
        let both = [&statistics[0], statistics.last().unwrap_or(&statistics[0])];
        let accuracy = Accuracy::new(&both);
        Ok(Self { source, orders, segments, statistics, accuracy })
    }

    /// The file's WDL sub-tables, then its DTZ sub-table, orders chosen.
    fn jobs(&self) -> Vec<Job> {
        let mut trials = self.trials();
        while trials.iter().any(|t| t.search.chosen().is_none()) {
            let wanted: Vec<Vec<usize>> = trials.iter().map(|t| t.search.wanted()).collect();
            let mut orders = wanted.concat();
            orders.sort_unstable();
            orders.dedup();
            // By order, the trials that want it and what it costs in each of them.
            let estimate = |&order: &usize| {
                let asking: Vec<usize> = (0..trials.len()).filter(|&t| wanted[t].contains(&order)).collect();
                let jobs: Vec<&Job> = asking.iter().map(|&t| &trials[t].job).collect();
                let sizes = self.estimate(&self.orders[order].layout, &jobs);
                asking.into_iter().zip(sizes).map(|(t, size)| (t, order, size)).collect::<Vec<_>>()
            };
            let estimates: Vec<(usize, usize, u64)> =
                orders.par_iter().map(estimate).collect::<Vec<_>>().concat();
            for (t, trial) in trials.iter_mut().enumerate() {
                let own = estimates.iter().filter(|e| e.0 == t).map(|&(_, order, size)| (order, size));
                trial.search.tell(&own.collect::<Vec<_>>());
            }
        }
        self.smaller_dtz(trials)
    }

    /// The sub-tables to be tried: of each side WDL, then DTZ.
    fn trials(&self) -> Vec<Trial<'_>> {
        let material = self.source.material();
        let mut trials = Vec::new();
        for (&side, statistics) in sides_to_move(material).iter().zip(&self.statistics) {
            let flags = self.accuracy.flags(side);
            let alphabet = fill::wdl_alphabet(statistics.wdl_codes);
            let ranks = Box::new(Ranks::new(material, statistics, flags));
            let dtz_flags = ranks.flags | if side == Color::Black { flag::SIDE } else { 0 };
            for (flags, values) in [(flags, Values::Wdl { alphabet }), (dtz_flags, Values::Dtz { ranks })] {
                let job = Job { order: self.orders[0].clone(), side, flags, values };
                // With one value there is nothing to choose.
                let orders = if job.single_value().is_some() { &self.orders[..0] } else { &self.orders[..] };
                trials.push(Trial { job, search: Search::new(orders) });
            }
        }
        trials
    }

    /// Bytes that the samples take in this order, for each of these sub-tables.
    fn estimate(&self, layout: &Layout, jobs: &[&Job]) -> Vec<u64> {
        let sequences = sequences(self.source, layout, &self.segments, jobs);
        let size = |(job, values): (&&Job, Codes)| {
            let paired = job.pair(values, Limits::ESTIMATE);
            let frequencies = huffman::frequencies(&paired.sequence, paired.nodes.len());
            huffman::total_bits(&frequencies, &huffman::code_lengths(&frequencies)).div_ceil(8)
        };
        jobs.iter().zip(sequences).map(size).collect()
    }

    /// Drops the DTZ sub-table of the side that takes more.
    fn smaller_dtz(&self, trials: Vec<Trial<'_>>) -> Vec<Job> {
        let mut jobs = Vec::new();
        let mut dtz: Option<(u64, Job)> = None;
        for Trial { mut job, search } in trials {
            let (best, size) = search.chosen().unwrap_or((0, 0));
            job.order = self.orders[best].clone();
            if job.kind() == Kind::Wdl {
                jobs.push(job);
            } else if dtz.as_ref().is_none_or(|(smallest, _)| size < *smallest) {
                // White's side on ties.
                dtz = Some((size, job));
            }
        }
        jobs.extend(dtz.map(|(_, job)| job));
        jobs
    }
}

/// A sub-table whose order is being chosen.
struct Trial<'a> {
    job: Job,
    search: Search<'a>,
}

/// The sides a table has values for.
fn sides_to_move(material: Material) -> &'static [Color] {
    if material.is_symmetric() { &[Color::White] } else { &Color::ALL }
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
            let side = self.flags & if self.kind() == Kind::Dtz { flag::SIDE } else { 0 };
            return Image { flags: flag::SINGLE | side, order: self.order, body: Body::Single(value), map };
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
            (Values::Dtz { ranks }, Codes::Dtz(mut values)) => {
                let counts = fill::fill_dtz(&mut values, ranks.leaves.len(), ranks.frequent);
                dtz_pairs::pair_dtz(values, counts, &ranks.leaves, limits)
            }
            _ => unreachable!("sequences are of the kind of their job"),
        }
    }
}

/// The sequence of a sub-table: codes, or ranks of distances.
enum Codes {
    Wdl(Vec<u8>),
    Dtz(Vec<u16>),
}

/// The values of these index ranges one after the other, for each of these sub-tables, whose order is `layout` for now.
fn sequences<S: ValueSource + ?Sized>(
    source: &S,
    layout: &Layout,
    ranges: &[Range<u64>],
    jobs: &[&Job],
) -> Vec<Codes> {
    let len = ranges.iter().map(|r| r.end - r.start).sum::<u64>() as usize;
    let empty = |job: &&Job| match job.values {
        Values::Wdl { .. } => Codes::Wdl(vec![0; len]),
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
        start += (range.end - range.start) as usize;
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
        if let (Values::Dtz { ranks }, Codes::Dtz(values)) = (&job.values, codes) {
            for (value, &distance) in values[part.clone()].iter_mut().zip(distances.iter()) {
                *value = ranks.rank(distance);
            }
        }
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
        Codes::Dtz(_) => Question::Dtz(job.side, &mut distances[..part.len()]),
    }
}

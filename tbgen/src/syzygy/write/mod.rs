//! Writing tables from a solved ending, byte for byte as the reference generator does.
//!
//! A sub-table is made in these steps, each a module of its own:
//!
//! 1. `order`: candidates for the order of the men, tried on samples (`sample`) by a greedy search;
//! 2. `positions`: all indices decoded to squares, for which a [`ValueSource`] gives values and wildcards;
//! 3. `fill`: wildcards take values that make long runs;
//! 4. `wdl_pairs`, `dtz_pairs`: frequent pairs become symbols, pass by pass;
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
mod positions;
mod ranks;
mod sample;
mod sort;
mod source;
mod wdl_pairs;

use std::fs::File;
use std::io::Write as _;
use std::ops::Range;
use std::path::{Path, PathBuf};

use board::{Color, Material};
use rayon::prelude::*;

pub use dtm::{DtmSource, encode_dtm};

use assemble::{Body, Image, assemble};
use order::Order;
use pairs::{Limits, Paired};
use positions::{CHUNK, Decoder};
use ranks::{Accuracy, Ranks};
use sample::Sampler;
pub use source::{DTZ_FREE, DTZ_OFFSET, Statistics, ValueSource, wdl_code};

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
    let material = source.material();
    if !MEN.contains(&material.men()) || material.canonical().1 {
        return Err(SyzygyError::Unwritable(material));
    }
    let mut sampler = Sampler::new();
    let mut jobs = Vec::new();
    for file in 0..leading_files(material) {
        jobs.extend(Plan::new(source, file, &mut sampler)?.jobs());
    }
    let images: Vec<(Kind, Image)> = jobs.into_par_iter().map(|job| (job.kind(), job.run(source))).collect();
    let (wdl, dtz): (Vec<_>, Vec<_>) = images.into_iter().partition(|(kind, _)| *kind == Kind::Wdl);
    let bytes = |kind, images: Vec<(Kind, Image)>| {
        let images: Vec<Image> = images.into_iter().map(|(_, image)| image).collect();
        assemble(material, kind, &images)
    };
    Ok(Files { wdl: bytes(Kind::Wdl, wdl), dtz: bytes(Kind::Dtz, dtz) })
}

/// Compresses a solved ending into the two files of its name in a folder, and returns their paths.
///
/// Each file is written under a temporary name, synced, and renamed, so that no half-written table is ever seen.
///
/// # Errors
/// As [`encode`], and [`SyzygyError::Io`].
pub fn write<S: ValueSource + ?Sized>(source: &S, folder: &Path) -> Result<[PathBuf; 2], SyzygyError> {
    let Files { wdl, dtz } = encode(source)?;
    let save = |kind: Kind, bytes: &[u8]| {
        let path = folder.join(format!("{}.{}", source.material(), kind.extension()));
        save_atomically(&path, bytes).map(|()| path)
    };
    Ok([save(Kind::Wdl, &wdl)?, save(Kind::Dtz, &dtz)?])
}

pub(crate) fn save_atomically(path: &Path, bytes: &[u8]) -> Result<(), SyzygyError> {
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

    /// The file's WDL sub-tables, then its DTZ sub-table.
    fn jobs(&self) -> Vec<Job> {
        let material = self.source.material();
        let mut jobs = Vec::new();
        let mut dtz: Option<(u64, Job)> = None;
        for (&side, statistics) in sides_to_move(material).iter().zip(&self.statistics) {
            let flags = self.accuracy.flags(side);
            let alphabet = fill::wdl_alphabet(statistics.wdl_codes);
            jobs.push(self.choose_order(side, flags, Values::Wdl { alphabet }).1);
            let ranks = Box::new(Ranks::new(material, statistics, flags));
            let flags = ranks.flags | if side == Color::Black { flag::SIDE } else { 0 };
            let trial = self.choose_order(side, flags, Values::Dtz { ranks });
            // White's side on ties.
            if dtz.as_ref().is_none_or(|(size, _)| trial.0 < *size) {
                dtz = Some(trial);
            }
        }
        jobs.extend(dtz.map(|(_, job)| job));
        jobs
    }

    /// Picks the order that compresses best on trial, and says how many bytes the trial took.
    fn choose_order(&self, side: Color, flags: u8, values: Values) -> (u64, Job) {
        let mut job = Job { order: self.orders[0].clone(), side, flags, values };
        if job.single_value().is_some() {
            return (0, job);
        }
        let (best, size) = order::search(&self.orders, |order| {
            let paired = job.pair(self.source, &order.layout, &self.segments, Limits::ESTIMATE);
            let frequencies = huffman::frequencies(&paired.sequence, paired.nodes.len());
            huffman::total_bits(&frequencies, &huffman::code_lengths(&frequencies)).div_ceil(8)
        });
        job.order = self.orders[best].clone();
        (size, job)
    }
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
        let paired = self.pair(source, &self.order.layout, &whole, Limits::WRITTEN);
        let coded = huffman::assign_codes(paired);
        let blocks = blocks::pack(&coded, self.kind(), size);
        Image { flags: self.flags, order: self.order, body: Body::Packed(Box::new(coded), blocks), map }
    }

    /// The sequence of these index ranges, filled and paired.
    fn pair<S: ValueSource + ?Sized>(
        &self,
        source: &S,
        layout: &Layout,
        ranges: &[Range<u64>],
        limits: Limits,
    ) -> Paired {
        match &self.values {
            Values::Wdl { alphabet } => {
                let mut codes: Vec<u8> = sequence(layout, ranges, |squares, codes| {
                    source.wdl_codes(self.side, squares, codes);
                });
                fill::fill_wdl(&mut codes, alphabet);
                wdl_pairs::pair_wdl(&codes, alphabet, limits)
            }
            Values::Dtz { ranks } => {
                let mut distances = [DTZ_FREE; CHUNK];
                let mut values: Vec<u16> = sequence(layout, ranges, |squares, values| {
                    let distances = &mut distances[..values.len()];
                    source.dtz_codes(self.side, squares, distances);
                    for (value, &distance) in values.iter_mut().zip(distances.iter()) {
                        *value = ranks.rank(distance);
                    }
                });
                fill::fill_dtz(&mut values, ranks.leaves.len(), ranks.frequent);
                dtz_pairs::pair_dtz(values, &ranks.leaves, limits)
            }
        }
    }
}

/// The values of these index ranges one after the other; `fill` gives those of a chunk of positions.
fn sequence<T: Copy + Default>(
    layout: &Layout,
    ranges: &[Range<u64>],
    mut fill: impl FnMut(&[&[u8]], &mut [T]),
) -> Vec<T> {
    let len = ranges.iter().map(|r| r.end - r.start).sum::<u64>() as usize;
    let mut values = vec![T::default(); len];
    let decoder = Decoder::new(layout);
    let mut rest = &mut values[..];
    for range in ranges {
        let (part, after) = rest.split_at_mut((range.end - range.start) as usize);
        decoder.for_each_chunk(range.clone(), |squares, before| {
            fill(squares, &mut part[before..before + squares[0].len()]);
        });
        rest = after;
    }
    values
}

//! One sub-table of a `.rtbw` or `.rtbz` file: reads its sequence from a source, then pairs and
//! packs it.

use std::ops::Range;

use ending::{Color, narrow};
use rayon::prelude::*;

use super::assemble::{Body, Image};
use super::fill::{MAX_SHORT_RANKS, Rank};
use super::order::Order;
use super::pairs::{Limits, Paired};
use super::ranks::Ranks;
use super::source::{Asked, DTZ_ELSEWHERE, DTZ_FREE, PartialSource, Question, ValueSource};
use super::{blocks, dtz_pairs, fill, huffman, wdl_pairs};
use crate::decode::{CHUNK, Decoder};
use crate::format::{Kind, flag};
use crate::tiles::Tiles;

/// Positions of a sequence that are requested as a unit of work.
const BATCH: u64 = 1 << 18;

/// A sub-table with its chosen order.
pub(super) struct Job {
    pub(super) order: Order,
    pub(super) side: Color,
    pub(super) flags: u8,
    pub(super) values: Values,
}

/// The kind of values in a sub-table's sequence.
pub(super) enum Values {
    Wdl { alphabet: Vec<u8> },
    Dtz { ranks: Box<Ranks> },
}

impl Job {
    pub(super) fn kind(&self) -> Kind {
        match self.values {
            Values::Wdl { .. } => Kind::Wdl,
            Values::Dtz { .. } => Kind::Dtz,
        }
    }

    /// The value of all positions, if they have a single value.
    pub(super) fn single_value(&self) -> Option<u8> {
        match &self.values {
            Values::Wdl { alphabet } => (alphabet.len() == 1).then_some(alphabet[0]),
            Values::Dtz { ranks } => ranks.is_single().then_some(0),
        }
    }

    /// The values of all positions in the chosen order; `None` when they have a single value.
    pub(super) fn sequence<S: ValueSource + ?Sized>(&self, source: &S) -> Option<Codes> {
        let size = self.order.layout.size();
        let mut codes = self.single_value().is_none().then(|| Codes::empty(self, narrow(size)))?;
        // Along the cache lines of the source: in orders other than its own, each value would need
        // a cache line of its own.
        let tiles = Tiles::new(&self.order.layout, source.fastest_man());
        let spans_of = |unit| tiles.spans(unit).into_iter().map(move |span| (unit, span));
        let mut spans: Vec<(u64, Range<u64>)> = (0..tiles.units()).flat_map(spans_of).collect();
        spans.sort_unstable_by_key(|(_, span)| span.start);
        let mut parts: Vec<Vec<(u64, Part)>> = (0..tiles.units()).map(|_| Vec::new()).collect();
        let mut rest = codes.whole();
        for (unit, span) in spans {
            parts[narrow::<_, usize>(unit)].push((span.start, rest.split_off(narrow(span.end - span.start))));
        }
        let units: Vec<(u64, Vec<_>)> = (0..).zip(parts).collect();
        units.into_par_iter().for_each(|(unit, parts)| self.fill_unit(source, &tiles, unit, parts));
        Some(codes)
    }

    /// Fills the spans of a unit, each given with its first index, with values from the source.
    fn fill_unit<S: ValueSource + ?Sized>(
        &self,
        source: &S,
        tiles: &Tiles<'_>,
        unit: u64,
        mut parts: Vec<(u64, Part<'_>)>,
    ) {
        let (mut codes, mut distances) = ([0; CHUNK], [DTZ_FREE; CHUNK]);
        tiles.for_each_tile(unit, |squares, runs| {
            let len = squares[0].len();
            let question = match &self.values {
                Values::Wdl { .. } => Question::Wdl(self.side, &mut codes[..len]),
                Values::Dtz { .. } => Question::Dtz(self.side, &mut distances[..len]),
            };
            source.answer(squares, &mut [question]);
            let mut before = 0;
            for (run, (start, part)) in runs.iter().zip(&mut parts) {
                let place = narrow(run.start - *start)..narrow(run.end - *start);
                let found = before..before + place.len();
                before = found.end;
                match (&self.values, part) {
                    (Values::Dtz { ranks }, Part::ShortDtz(values)) => {
                        write_ranks(ranks, &distances[found], &mut values[place]);
                    }
                    (Values::Dtz { ranks }, Part::Dtz(values)) => {
                        write_ranks(ranks, &distances[found], &mut values[place]);
                    }
                    (Values::Wdl { .. }, Part::Wdl(values)) => values[place].copy_from_slice(&codes[found]),
                    _ => unreachable!("sequences are of the kind of their job"),
                }
            }
        });
    }

    /// The same for a source that loads one part at a time; uses all threads.
    pub(super) fn sequence_by_part<S: PartialSource>(
        &self,
        open: impl Fn(Color, Asked<'_>) -> Result<S, S::Error>,
    ) -> Result<Option<Codes>, S::Error> {
        let Some((mut codes, batches)) = self.to_be_filled() else { return Ok(None) };
        let decoder = Decoder::new(&self.order.layout);
        let mut source = match &self.values {
            Values::Wdl { .. } => open(self.side, Asked::Results)?,
            Values::Dtz { ranks } => {
                open(self.side, Asked::Distances(&|distance| ranks.rank_if_any(distance)))?
            }
        };
        for part in 0..source.parts() {
            source.load(part)?;
            let source = &source;
            let pieces: Vec<_> = cut(std::slice::from_mut(&mut codes), &batches).collect();
            pieces
                .into_par_iter()
                .for_each(|(range, parts)| fill_parts(source, &decoder, &[self], range, parts));
        }
        Ok(Some(codes))
    }

    /// An empty sequence and the index ranges to be filled; `None` when all values are the same.
    fn to_be_filled(&self) -> Option<(Codes, Vec<Range<u64>>)> {
        let size = self.order.layout.size();
        let batch = |number: u64| number * BATCH..((number + 1) * BATCH).min(size);
        let batches = (0..size.div_ceil(BATCH)).map(batch).collect();
        self.single_value().is_none().then(|| (Codes::empty(self, narrow(size)), batches))
    }

    /// Compresses the result of [`Job::sequence`], without access to the source.
    pub(super) fn pack(self, sequence: Option<Codes>) -> Image {
        let map = match &self.values {
            Values::Wdl { .. } => Default::default(),
            Values::Dtz { ranks } => ranks.lists.clone(),
        };
        let Some(sequence) = sequence else {
            let value = self.single_value().unwrap_or(0);
            let kept = flag::SIDE | flag::WIN_PLIES | flag::LOSS_PLIES;
            let flags = self.flags & if self.kind() == Kind::Dtz { kept } else { 0 };
            return Image { flags: flag::SINGLE | flags, order: self.order, body: Body::Single(value), map };
        };
        let paired = self.pair(sequence, Limits::WRITTEN);
        let mut coded = huffman::assign_codes(paired);
        let blocks = blocks::pack(&coded, self.kind(), self.order.layout.size());
        // Frees memory for other sub-tables.
        coded.sequence = Vec::new();
        Image { flags: self.flags, order: self.order, body: Body::Packed(Box::new(coded), blocks), map }
    }

    /// Compressed size of a sample in bytes.
    pub(super) fn trial_bytes(&self, sample: Codes) -> u64 {
        let paired = self.pair(sample, Limits::ESTIMATE);
        let frequencies = huffman::frequencies(&paired.sequence, paired.nodes.len());
        huffman::total_bits(&frequencies, &huffman::code_lengths(&frequencies)).div_ceil(8)
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
pub(super) enum Codes {
    Wdl(Vec<u8>),
    /// Ranks that fit into bytes.
    ShortDtz(Vec<u8>),
    Dtz(Vec<u16>),
}

/// A part of a sequence.
pub(super) enum Part<'a> {
    Wdl(&'a mut [u8]),
    ShortDtz(&'a mut [u8]),
    Dtz(&'a mut [u16]),
}

impl Codes {
    /// For this number of values of a sub-table.
    pub(super) fn empty(job: &Job, len: usize) -> Self {
        match &job.values {
            Values::Wdl { .. } => Self::Wdl(vec![0; len]),
            Values::Dtz { ranks } if ranks.leaves.len() <= MAX_SHORT_RANKS => Self::ShortDtz(vec![0; len]),
            Values::Dtz { .. } => Self::Dtz(vec![0; len]),
        }
    }

    fn whole(&mut self) -> Part<'_> {
        match self {
            Self::Wdl(codes) => Part::Wdl(codes),
            Self::ShortDtz(ranks) => Part::ShortDtz(ranks),
            Self::Dtz(ranks) => Part::Dtz(ranks),
        }
    }
}

impl<'a> Part<'a> {
    /// Removes the first `len` values from `self` and returns them.
    fn split_off(&mut self, len: usize) -> Part<'a> {
        const ENOUGH: &str = "a sequence has the values of all its ranges";
        match self {
            Self::Wdl(codes) => Part::Wdl(codes.split_off_mut(..len).expect(ENOUGH)),
            Self::ShortDtz(ranks) => Part::ShortDtz(ranks.split_off_mut(..len).expect(ENOUGH)),
            Self::Dtz(ranks) => Part::Dtz(ranks.split_off_mut(..len).expect(ENOUGH)),
        }
    }
}

/// Consecutive parts of sequences, one for each of these index ranges.
pub(super) fn cut<'a>(
    sequences: &'a mut [Codes],
    ranges: &'a [Range<u64>],
) -> impl Iterator<Item = (Range<u64>, Vec<Part<'a>>)> {
    let mut rest: Vec<Part<'a>> = sequences.iter_mut().map(Codes::whole).collect();
    ranges.iter().map(move |range| {
        let len = narrow(range.end - range.start);
        (range.clone(), rest.iter_mut().map(|part| part.split_off(len)).collect())
    })
}

/// Fills the part of each sub-table's sequence for an index range with values from the source.
pub(super) fn fill_parts<S: ValueSource + ?Sized>(
    source: &S,
    decoder: &Decoder<'_>,
    jobs: &[&Job],
    range: Range<u64>,
    mut parts: Vec<Part<'_>>,
) {
    let mut distances = vec![[DTZ_FREE; CHUNK]; jobs.len()];
    decoder.for_each_chunk(range, |squares, before| {
        let chunk = before..before + squares[0].len();
        let scratch = distances.iter_mut();
        let question = |((job, part), distances): ((_, _), _)| question(job, part, distances, chunk.clone());
        let mut questions: Vec<Question> = jobs.iter().zip(&mut parts).zip(scratch).map(question).collect();
        source.answer(squares, &mut questions);
        for ((job, part), distances) in jobs.iter().zip(&mut parts).zip(&distances) {
            let Values::Dtz { ranks } = &job.values else { continue };
            match part {
                Part::Wdl(_) => {}
                Part::ShortDtz(values) => write_ranks(ranks, distances, &mut values[chunk.clone()]),
                Part::Dtz(values) => write_ranks(ranks, distances, &mut values[chunk.clone()]),
            }
        }
    });
}

fn write_ranks<T: Rank>(ranks: &Ranks, distances: &[i16], values: &mut [T]) {
    for (value, &distance) in values.iter_mut().zip(distances) {
        // Branchless, because branches would be unpredictable here.
        let is_here = distance != DTZ_ELSEWHERE;
        let rank = ranks.rank(if is_here { distance } else { DTZ_FREE });
        *value = if is_here { T::of(rank) } else { *value };
    }
}

fn question<'a>(
    job: &&Job,
    part: &'a mut Part<'_>,
    distances: &'a mut [i16; CHUNK],
    chunk: Range<usize>,
) -> Question<'a> {
    match part {
        Part::Wdl(codes) => Question::Wdl(job.side, &mut codes[chunk]),
        Part::ShortDtz(_) | Part::Dtz(_) => Question::Dtz(job.side, &mut distances[..chunk.len()]),
    }
}

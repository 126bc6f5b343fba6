//! Writes distances to mate with the same orders, pairing, codes and blocks as Syzygy files.

use std::ops::Range;

use ending::{Color, Material, narrow};
use rayon::prelude::*;

use super::assemble::{Body, Image, assemble};
use super::fill::DTZ_WILDCARD;
use super::order::{self, Order};
use super::pairs::{Limits, Paired};
use super::sample::Sampler;
use super::sides::{sides_to_move, writable};
use super::{blocks, dtz_pairs, huffman};
use crate::decode::{CHUNK, Decoder};
use crate::error::Error;
use crate::format::{Kind, flag, leading_files};
use crate::vdtm::{self, FREE};

/// A code is frequent when at least one in this number of positions has it.
const FREQUENT: u64 = 3500;
/// Positions counted per unit of work.
const BATCH: u64 = 1 << 18;

/// A solved ending as input for the writer, with squares as in [`super::ValueSource`].
pub trait DtmSource: Sync {
    /// The material in canonical spelling; White is the stronger side.
    fn material(&self) -> Material;

    /// Writes the [code](crate::vdtm) of each position with `side` to move, [`FREE`] where there is
    /// no legal position.
    fn dtm_codes(&self, side: Color, squares: &[&[u8]], codes: &mut [u16]);

    /// The number, in the order in which squares are passed, of the man along whose squares
    /// positions are neighbors in the source's memory: callers that are free to choose should
    /// request values in that order. `None` where there is no such man.
    fn fastest_man(&self) -> Option<usize> {
        None
    }
}

/// Compresses the distances to mate of a solved ending into the bytes of a `.vdtm` file, on the
/// current rayon pool.
///
/// # Errors
/// [`Error::Unwritable`] when the material is not in canonical spelling, does not have 3 to 7 men,
/// or has too many placements.
pub fn encode_dtm<S: DtmSource + ?Sized>(source: &S) -> Result<Vec<u8>, Error> {
    let mut encoder = DtmEncoder::new(source.material())?;
    for _ in 0..leading_files(source.material()) {
        encoder.add(source)?;
    }
    Ok(encoder.finish())
}

/// Compresses distances to mate one leading file at a time, so that only the values of one need to
/// be in memory.
pub struct DtmEncoder {
    material: Material,
    sampler: Sampler,
    /// Number of leading files done.
    files: usize,
    images: Vec<Image>,
}

impl DtmEncoder {
    /// # Errors
    /// [`Error::Unwritable`] when the material is not in canonical spelling, does not have 3 to 7
    /// men, or has too many placements.
    pub fn new(material: Material) -> Result<Self, Error> {
        writable(material)?;
        Ok(Self { material, sampler: Sampler::new(), files: 0, images: Vec::new() })
    }

    /// Compresses the next leading file, a to d (without pawns there is one call only); the source
    /// only needs values for this file.
    ///
    /// # Errors
    /// [`Error::Unwritable`] when the source has another material or nothing is left to add.
    pub fn add<S: DtmSource + ?Sized>(&mut self, source: &S) -> Result<(), Error> {
        if source.material() != self.material || self.files == leading_files(self.material) {
            return Err(Error::Unwritable(source.material()));
        }
        let orders = order::candidates(self.material, self.files)?;
        let segments = self.sampler.segments(self.material.men(), orders[0].layout.size());
        let one = |&side: &Color| SubTable::new(source, side, &orders[0]).image(&orders, &segments);
        self.images.extend(sides_to_move(self.material).par_iter().map(one).collect::<Vec<Image>>());
        self.files += 1;
        Ok(())
    }

    /// Returns the file.
    ///
    /// # Panics
    /// When leading files are missing.
    pub fn finish(self) -> Vec<u8> {
        assert_eq!(self.files, leading_files(self.material), "leading files added");
        assemble(self.material, Kind::Dtm, &self.images)
    }
}

/// A sub-table to be written: a side to move and its codes.
struct SubTable<'a, S: ?Sized> {
    source: &'a S,
    side: Color,
    /// The codes that occur, most frequent first.
    codes: Vec<u16>,
    /// Rank by code.
    ranks: Vec<u16>,
    /// How many of them are frequent.
    frequent: u16,
}

impl<'a, S: DtmSource + ?Sized> SubTable<'a, S> {
    fn new(source: &'a S, side: Color, any_order: &Order) -> Self {
        let counts = count(source, side, any_order);
        let mut codes: Vec<u16> = (0..FREE).filter(|&c| counts[usize::from(c)] > 0).collect();
        codes.sort_by_key(|&c| std::cmp::Reverse(counts[usize::from(c)]));
        let mut ranks = vec![DTZ_WILDCARD; usize::from(FREE) + 1];
        for (rank, &code) in (0..).zip(&codes) {
            ranks[usize::from(code)] = rank;
        }
        let threshold = any_order.layout.size() / FREQUENT;
        let frequent = narrow(codes.iter().take_while(|&&c| counts[usize::from(c)] >= threshold).count());
        Self { source, side, codes, ranks, frequent }
    }

    /// The sub-table in the order that compresses the segments best.
    fn image(&self, orders: &[Order], segments: &[Range<u64>]) -> Image {
        let map = Default::default();
        if self.codes.iter().all(|&c| c == vdtm::DRAW) {
            return Image { flags: flag::SINGLE, order: orders[0].clone(), body: Body::Single(0), map };
        }
        let (best, _) = order::search(orders, |order| {
            let paired = self.pair(order, segments, Limits::ESTIMATE);
            let frequencies = huffman::frequencies(&paired.sequence, paired.nodes.len());
            huffman::total_bits(&frequencies, &huffman::code_lengths(&frequencies)).div_ceil(8)
        });
        let order = orders[best].clone();
        let size = order.layout.size();
        let whole = std::iter::once(0..size).collect::<Vec<_>>();
        let mut coded = huffman::assign_codes(self.pair(&order, &whole, Limits::WRITTEN));
        let blocks = blocks::pack(&coded, Kind::Dtm, size);
        // Frees memory for other sub-tables.
        coded.sequence = Vec::new();
        Image { flags: 0, order, body: Body::Packed(Box::new(coded), blocks), map }
    }

    fn pair(&self, order: &Order, ranges: &[Range<u64>], limits: Limits) -> Paired {
        let len = narrow(ranges.iter().map(|r| r.end - r.start).sum::<u64>());
        let mut ranks: Vec<u16> = vec![0; len];
        let decoder = Decoder::new(&order.layout);
        let mut start = 0;
        for range in ranges {
            decoder.for_each_chunk(range.clone(), |squares, before| {
                let codes = &mut ranks[start + before..start + before + squares[0].len()];
                self.source.dtm_codes(self.side, squares, codes);
                for code in codes {
                    *code = self.ranks[usize::from((*code).min(FREE))];
                }
            });
            start += narrow::<_, usize>(range.end - range.start);
        }
        dtz_pairs::fill_and_pair(ranks, self.frequent, &self.codes, limits)
    }
}

/// How often each code occurs with this side to move.
fn count<S: DtmSource + ?Sized>(source: &S, side: Color, order: &Order) -> Vec<u64> {
    let decoder = Decoder::new(&order.layout);
    let size = order.layout.size();
    let empty = || vec![0u64; usize::from(FREE) + 1];
    let add = |mut counts: Vec<u64>, batch: u64| {
        let mut codes = [0; CHUNK];
        let range = batch * BATCH..((batch + 1) * BATCH).min(size);
        decoder.for_each_chunk(range, |squares, _| {
            let codes = &mut codes[..squares[0].len()];
            source.dtm_codes(side, squares, codes);
            for &code in codes.iter() {
                counts[usize::from(code.min(FREE))] += 1;
            }
        });
        counts
    };
    let sum = |mut a: Vec<u64>, b: Vec<u64>| {
        a.iter_mut().zip(b).for_each(|(a, b)| *a += b);
        a
    };
    (0..size.div_ceil(BATCH)).into_par_iter().fold(empty, add).reduce(empty, sum)
}

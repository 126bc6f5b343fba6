//! Visits a layout's indices in tiles, so that positions that are neighbors in another numbering
//! are visited together.
//!
//! A file numbers positions with one order of the men, a solved ending in memory with another.
//! Index by index, each access to that memory would touch another cache line, and a line would be
//! evicted before its next position is needed. So indices are visited in tiles: runs of neighbors
//! in the file, whose positions differ in the man that moves along the cache lines.

use std::ops::Range;

use ending::narrow;

use crate::decode::{CHUNK, Decoder, Planes, Way};
use crate::index::Layout;

/// Length of a run.
const RUN: u64 = 64;
/// Runs per tile: as many positions as are decoded at once.
const RUNS: u64 = CHUNK as u64 / RUN;
/// Indices per unit of work.
const UNIT: u64 = 1 << 18;

/// A layout's indices in tiles.
pub(crate) struct Tiles<'a> {
    layout: &'a Layout,
    decoder: Decoder<'a>,
    way: Way,
    /// Length of a run, and runs per tile.
    run: u64,
    runs: u64,
}

impl<'a> Tiles<'a> {
    /// Tiles along the squares of the man with this number in a source's order of men; index by
    /// index where there is none, or where that man also varies fast in the file.
    pub(crate) fn new(layout: &'a Layout, along: Option<usize>) -> Self {
        let decoder = Decoder::new(layout);
        let whole = Way { stride: layout.size(), turn: layout.size() };
        let way = along.and_then(|man| decoder.way_of(man)).filter(|way| way.stride > 2 * RUN);
        let (run, runs) = if way.is_some() { (RUN, RUNS) } else { (CHUNK as u64, 1) };
        Self { layout, decoder, way: way.unwrap_or(whole), run, runs }
    }

    /// Indices of a unit in each of its runs.
    fn span(&self) -> u64 {
        UNIT / self.runs
    }

    /// Distance from a tile to the next one along the man's squares.
    fn block(&self) -> u64 {
        self.runs * self.way.stride
    }

    /// Number of units of work.
    pub(crate) fn units(&self) -> u64 {
        let Way { stride, turn } = self.way;
        self.layout.size() / turn * turn.div_ceil(self.block()) * stride.div_ceil(self.span())
    }

    /// The indices of a unit: as many ranges as its tiles have runs, ascending. The units of a
    /// layout cover all its indices.
    pub(crate) fn spans(&self, unit: u64) -> Vec<Range<u64>> {
        let Way { stride, turn } = self.way;
        let spans = stride.div_ceil(self.span());
        let (unit, span) = (unit / spans, unit % spans * self.span());
        let blocks = turn.div_ceil(self.block());
        let (start, first) = (unit / blocks * turn, unit % blocks * self.block());
        let end = turn.min(first + self.block());
        let len = self.span().min(stride - span);
        // The last range may be shorter than a stride.
        let places = (first + span..end).step_by(narrow(stride));
        places.map(|from| start + from..start + end.min(from + len)).collect()
    }

    /// Calls `visit` for each tile of a unit with the squares of its positions, in a source's order
    /// of men, and its runs of indices: consecutive pieces of each of the [spans](Tiles::spans).
    pub(crate) fn for_each_tile(&self, unit: u64, mut visit: impl FnMut(&[&[u8]], &[Range<u64>])) {
        let mut spans = self.spans(unit);
        let mut planes = Planes::new(self.layout);
        let mut runs = Vec::new();
        loop {
            runs.clear();
            for span in &mut spans {
                let end = span.end.min(span.start + self.run);
                runs.push(span.start..end);
                span.start = end;
            }
            // The last span may be shorter than the others.
            runs.retain(|run| !run.is_empty());
            if runs.is_empty() {
                return;
            }
            self.decoder.decode(&runs, &mut planes, |squares| visit(squares, &runs));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_index_is_met_once_with_its_own_squares() {
        for (name, codes, order, order2, file) in [
            ("KQvK", &[14u8, 6, 5][..], 0, 0, 0),
            ("KRBvK", &[6, 4, 14, 3], 0, 0, 0),
            ("KRBvK", &[14, 6, 4, 3], 1, 0, 0),
            ("KNNvK", &[6, 14, 2, 2], 0, 0, 0),
            ("KPvKP", &[1, 9, 14, 6], 3, 2, 3),
        ] {
            let layout = Layout::new(name.parse().unwrap(), codes, order, order2, file).unwrap();
            let men = codes.len();
            for along in [None].into_iter().chain((0..men).map(Some)) {
                let tiles = Tiles::new(&layout, along);
                let mut met = vec![0u8; layout.size() as usize];
                for unit in 0..tiles.units() {
                    tiles.for_each_tile(unit, |squares, runs| {
                        for (number, index) in runs.iter().cloned().flatten().enumerate() {
                            met[index as usize] += 1;
                            if index % 97 == 0 {
                                let mut expected = layout.decode(index)[..men].to_vec();
                                let mut found: Vec<u8> = squares.iter().map(|plane| plane[number]).collect();
                                expected.sort_unstable();
                                found.sort_unstable();
                                assert_eq!(found, expected, "{name} at {index}");
                            }
                        }
                    });
                }
                assert!(met.iter().all(|&times| times == 1), "{name} along {along:?}");
                let mut spans: Vec<_> = (0..tiles.units()).flat_map(|unit| tiles.spans(unit)).collect();
                spans.sort_unstable_by_key(|span| span.start);
                assert!(spans.into_iter().flatten().eq(0..layout.size()), "{name} along {along:?}");
            }
        }
    }
}

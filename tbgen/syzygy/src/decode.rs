//! Decodes runs of indices to squares, 16 positions per vector instruction.
//!
//! Squares are kept in planes: one array per man over consecutive indices. First every group's
//! placement is copied or repeated into its planes; then each man in list order skips the squares
//! taken by earlier groups, which are kept sorted: comparisons, minima and maxima of bytes, which
//! compilers turn into vector code.

use ending::narrow;
use std::ops::Range;

use crate::format::{MAX_MEN, man_of_code};
use crate::index::{Group, GroupKind, Layout};
use crate::vectorized::vectorized;

/// Positions decoded at once.
pub const CHUNK: usize = 2048;

type Plane = [u8; CHUNK];

/// Decodes runs of one layout's indices.
pub struct Decoder<'a> {
    layout: &'a Layout,
    /// By group and man: the man's square, or its number among the free squares, by placement of
    /// the group.
    rows: Vec<Vec<Vec<u8>>>,
    /// Men of the list in the source's order of men.
    source_order: Vec<usize>,
    simd: pulp::Arch,
}

impl<'a> Decoder<'a> {
    /// A decoder for this layout; allocates a table of the placements of each group.
    pub fn new(layout: &'a Layout) -> Self {
        let rows = layout.groups().iter().map(|group| group_rows(layout, group)).collect();
        let mut source_order: Vec<usize> = (0..layout.codes().len()).collect();
        source_order.sort_by_key(|&man| {
            let code = layout.codes()[man];
            man_of_code(code).map(|(color, piece)| (color as u8, std::cmp::Reverse(piece as u8)))
        });
        Self { layout, rows, source_order, simd: pulp::Arch::new() }
    }

    /// Calls `visit` with the squares of consecutive positions, in a source's order of men, and the
    /// number of positions before them.
    pub fn for_each_chunk(&self, range: Range<u64>, mut visit: impl FnMut(&[&[u8]], usize)) {
        let mut planes = Planes::new(self.layout);
        let mut start = range.start;
        while start < range.end {
            let end = range.end.min(start + CHUNK as u64);
            self.decode(std::slice::from_ref(&(start..end)), &mut planes, |squares| {
                visit(squares, narrow(start - range.start));
            });
            start = end;
        }
    }

    /// Calls `visit` with the squares of the positions of several runs of indices, one run after
    /// the other, at most [`CHUNK`] positions in all.
    pub(crate) fn decode(&self, runs: &[Range<u64>], planes: &mut Planes, visit: impl FnOnce(&[&[u8]])) {
        let Planes { planes, sorted } = planes;
        let mut len = 0;
        for run in runs {
            let end = len + narrow::<_, usize>(run.end - run.start);
            for (group, rows) in self.layout.groups().iter().zip(&self.rows) {
                for (plane, row) in planes[group.start..].iter_mut().zip(rows) {
                    fill_plane(&mut plane[len..end], row, group, run.start);
                }
            }
            len = end;
        }
        let groups = self.layout.groups();
        vectorized(
            self.simd,
            #[inline(always)]
            || skip_taken_squares(groups, planes, sorted, len),
        );
        let mut squares: [&[u8]; MAX_MEN] = [&[]; MAX_MEN];
        for (slot, &man) in squares.iter_mut().zip(&self.source_order) {
            *slot = &planes[man][..len];
        }
        visit(&squares[..planes.len()]);
    }

    /// How the man with this number in a source's order of men moves along the indices.
    pub(crate) fn way_of(&self, man: usize) -> Option<Way> {
        let at = *self.source_order.get(man)?;
        let groups = self.layout.groups().iter().zip(&self.rows);
        let (group, rows) =
            groups.into_iter().find(|(group, _)| (group.start..group.start + group.len).contains(&at))?;
        let row = &rows[at - group.start];
        let step = row.iter().position(|&square| square != row[0])? as u64;
        Some(Way { stride: group.factor * step, turn: group.factor * group.radix })
    }
}

/// How a man moves along the indices of a layout.
#[derive(Clone, Copy)]
pub(crate) struct Way {
    /// The usual increase of the index when the man moves to his next square.
    pub(crate) stride: u64,
    /// The increase of the index after which his group has been through all its placements.
    pub(crate) turn: u64,
}

/// Buffers for the squares of [`CHUNK`] positions.
pub(crate) struct Planes {
    /// By man.
    planes: Vec<Plane>,
    /// The men placed so far, in ascending order of squares.
    sorted: Vec<Plane>,
}

impl Planes {
    pub(crate) fn new(layout: &Layout) -> Self {
        let men = layout.codes().len();
        Self { planes: vec![[0; CHUNK]; men], sorted: vec![[0; CHUNK]; men] }
    }
}

fn group_rows(layout: &Layout, group: &Group) -> Vec<Vec<u8>> {
    let mut rows = vec![Vec::with_capacity(narrow(group.radix)); group.len];
    for part in 0..group.radix {
        let squares = layout.unrank(group, part);
        for (row, square) in rows.iter_mut().zip(squares) {
            row.push(square);
        }
    }
    rows
}

/// Writes a man's entry of its group's placement for consecutive indices.
fn fill_plane(plane: &mut [u8], row: &[u8], group: &Group, start: u64) {
    let mut part: usize = narrow(start / group.factor % group.radix);
    let mut within = start % group.factor;
    let mut done = 0;
    while done < plane.len() {
        let rest = plane.len() - done;
        let run = if group.factor == 1 {
            let run = rest.min(row.len() - part);
            plane[done..done + run].copy_from_slice(&row[part..part + run]);
            part += run;
            run
        } else {
            let run = narrow((group.factor - within).min(rest as u64));
            plane[done..done + run].fill(row[part]);
            part += 1;
            within = 0;
            run
        };
        if part == row.len() {
            part = 0;
        }
        done += run;
    }
}

/// Turns numbers among the free squares into squares, man by man in list order.
#[inline(always)]
fn skip_taken_squares(groups: &[Group], planes: &mut [Plane], sorted: &mut [Plane], len: usize) {
    for group in groups {
        let is_first = matches!(group.kind, GroupKind::Trio | GroupKind::Kings | GroupKind::LeadingPawns);
        if !is_first {
            for plane in &mut planes[group.start..group.start + group.len] {
                let plane = &mut plane[..len];
                for taken in &sorted[..group.start] {
                    for (square, &t) in plane.iter_mut().zip(&taken[..len]) {
                        *square = square.wrapping_add(u8::from(t <= *square));
                    }
                }
            }
        }
        for man in group.start..group.start + group.len {
            insert_sorted(&mut sorted[..=man], &planes[man][..len]);
        }
    }
}

/// Inserts a plane into sorted ones; the last of `sorted` is still unused.
#[inline(always)]
fn insert_sorted(sorted: &mut [Plane], plane: &[u8]) {
    let Some((last, before)) = sorted.split_last_mut() else { return };
    last[..plane.len()].copy_from_slice(plane);
    for lower in before {
        for (high, low) in last[..plane.len()].iter_mut().zip(&mut lower[..plane.len()]) {
            (*low, *high) = ((*low).min(*high), (*low).max(*high));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn planes_agree_with_single_decoding() {
        for (name, codes, order, order2, file) in [
            ("KQvK", &[14u8, 6, 5][..], 0, 0, 0),
            ("KRBvKN", &[10, 6, 4, 14, 3], 1, 0, 0),
            ("KNNvKQ", &[6, 14, 13, 2, 2], 1, 0, 0),
            ("KBBBvK", &[6, 14, 3, 3, 3], 0, 0, 0),
            ("KPvKP", &[1, 9, 14, 6], 3, 2, 3),
            ("KPPvKP", &[9, 1, 1, 6, 14], 0, 3, 1),
            ("KPPPvK", &[1, 1, 1, 14, 6], 1, 0, 0),
        ] {
            let layout = Layout::new(name.parse().unwrap(), codes, order, order2, file).unwrap();
            let decoder = Decoder::new(&layout);
            let start = layout.size() / 3;
            let range = start..layout.size().min(start + 10_000);
            decoder.for_each_chunk(range, |squares, before| {
                for i in 0..squares[0].len() {
                    let single = layout.decode(start + (before + i) as u64);
                    for (plane, &man) in squares.iter().zip(&decoder.source_order) {
                        assert_eq!(plane[i], single[man], "{name} at {}", before + i);
                    }
                }
            });
        }
    }
}

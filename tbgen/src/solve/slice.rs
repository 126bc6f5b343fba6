//! The slots that are solved together, and moves across their blocks.

use std::sync::atomic::{AtomicBool, Ordering};

use board::sets::TRIANGLE;
use board::{BitBoard, Color, Piece, Square, Symmetry, attacks, get_between_rays, get_king_moves, narrow};
use syzygy::write::vectorized;

use super::block::{self, Block};
use crate::error::TbgenError;
use crate::index::layout::{Layout, Squares};

/// For work that is never stopped.
pub(super) static NEVER: AtomicBool = AtomicBool::new(false);

/// Slices with fewer blocks are solved on the calling thread, since distributing the work would
/// cost more than it saves.
pub(super) const PARALLEL_MIN_BLOCKS: usize = 128;

/// The slots that are solved together: all of a pawnless table, or one pawn structure.
///
/// It has `leads * 64^d` slots, or fewer if identical pieces are sorted, in blocks of 64 x 64 (see
/// [`block`]). The men outside the block are the lead men and the *outer men*: all free men but the
/// last two.
pub(crate) struct Slice<'a> {
    pub(super) layout: &'a Layout,
    /// The first lead of this slice in the table.
    pub(super) first_lead: usize,
    /// Number of leads: 10 (White's king in the triangle) or 1.
    pub(super) leads: usize,
    /// Number of outer men.
    outer: usize,
    /// The vector unit.
    pub(super) unit: pulp::Arch,
    /// Set to stop the work.
    stop: &'a AtomicBool,
}

/// Sets of positions, block by block, with a mark for the blocks that are not empty.
#[derive(Clone)]
pub(super) struct Plane {
    pub(super) blocks: Vec<Block>,
    pub(super) marks: Vec<bool>,
}

impl Plane {
    pub(super) fn empty(blocks: usize) -> Self {
        Self { blocks: vec![block::EMPTY; blocks], marks: vec![false; blocks] }
    }

    pub(super) fn full_of(blocks: Vec<Block>) -> Self {
        let marks = blocks.iter().map(|b| *b != block::EMPTY).collect();
        Self { blocks, marks }
    }

    /// Adds positions of one word.
    pub(super) fn insert(&mut self, word: usize, bits: u64) {
        self.blocks[word >> 6][word & 63] |= bits;
        self.marks[word >> 6] = true;
    }

    /// Removes positions of one word; the block's mark remains.
    pub(super) fn remove(&mut self, word: usize, bits: u64) {
        self.blocks[word >> 6][word & 63] &= !bits;
    }

    /// Empties the plane.
    pub(super) fn clear(&mut self) {
        for (block, mark) in self.blocks.iter_mut().zip(&mut self.marks) {
            if std::mem::take(mark) {
                *block = block::EMPTY;
            }
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        !self.marks.contains(&true)
    }
}

/// The men outside a block.
pub(super) struct Outside {
    /// Squares of the lead and outer men, in layout order; the two inner men are left at 0.
    pub(super) squares: Squares,
    /// All these squares.
    pub(super) occupied: u64,
    /// The number of the set of squares of the sorted men; 0 if there are none.
    set: usize,
}

impl<'a> Slice<'a> {
    pub(super) fn new(layout: &'a Layout, first_lead: usize) -> Self {
        let leads = if layout.pawns.is_some() { 1 } else { TRIANGLE.len() };
        let (outer, unit) = (layout.free_men() - 2, pulp::Arch::new());
        Self { layout, first_lead, leads, outer, unit, stop: &NEVER }
    }

    /// The same, stopped when `stop` is set.
    pub(super) fn stopped_by(self, stop: &'a AtomicBool) -> Self {
        Self { stop, ..self }
    }

    /// # Errors
    /// [`TbgenError::Stopped`] when the work is to stop.
    pub(super) fn go_on(&self) -> Result<(), TbgenError> {
        let is_stopped = self.stop.load(Ordering::Relaxed);
        if is_stopped { Err(TbgenError::Stopped(self.layout.material)) } else { Ok(()) }
    }

    pub(super) fn blocks(&self) -> usize {
        self.leads * (self.layout.slots_per_lead() >> 12)
    }

    /// Runs both, in parallel if the slice is large enough: for three men, waking another thread
    /// takes longer than the work.
    pub(super) fn join<A: Send, B: Send>(
        &self,
        one: impl FnOnce() -> A + Send,
        other: impl FnOnce() -> B + Send,
    ) -> (A, B) {
        if self.blocks() < PARALLEL_MIN_BLOCKS { (one(), other()) } else { rayon::join(one, other) }
    }

    /// Number of men outside a block; the row man has this number in the layout, the vector man the
    /// next.
    pub(super) fn outside_men(&self) -> usize {
        self.layout.lead_men + self.outer
    }

    /// The men outside block `b`.
    #[inline(always)]
    pub(super) fn outside(&self, b: usize) -> Outside {
        let mut squares = [0; 8];
        let mut digits = b;
        let first = self.layout.first_digit();
        for i in (first..self.outside_men()).rev() {
            squares[i] = narrow(digits & 63);
            digits >>= 6;
        }
        let mut set = 0;
        if let Some(sorted) = &self.layout.sorted {
            (digits, set) = (digits / sorted.sets(), digits % sorted.sets());
            squares[self.layout.lead_men..first].copy_from_slice(sorted.squares(set));
        }
        self.layout.lead_squares(self.first_lead + digits, &mut squares);
        let occupied = squares[..self.outside_men()].iter().fold(0, |set, &s| set | 1u64 << s);
        Outside { squares, occupied, set }
    }

    /// Removes the slots of block `b` that have two men on one square.
    pub(super) fn remove_capture_slots(&self, b: usize, block: &mut Block) {
        let outside = self.outside(b);
        if (outside.occupied.count_ones() as usize) < self.outside_men() {
            *block = block::EMPTY;
        }
        for (row, word) in block.iter_mut().enumerate() {
            let is_free = outside.occupied >> row & 1 == 0;
            *word = if is_free { *word & !(outside.occupied | 1 << row) } else { 0 };
        }
    }

    /// Adds to `out` the positions of block `b` from which a man of `color` (pawns excepted) can
    /// move into `targets`.
    pub(super) fn moves_into(&self, color: Color, targets: &Plane, b: usize, out: &mut Block) {
        vectorized(
            self.unit,
            #[inline(always)]
            || self.add_moves(color, targets, b, out),
        );
    }

    #[inline(always)]
    fn add_moves(&self, color: Color, targets: &Plane, b: usize, out: &mut Block) {
        let outside = self.outside(b);
        for man in self.pieces(color) {
            self.man_moves(man, &outside, targets, b, out);
        }
    }

    /// Removes from `candidates` the positions of block `b` from which a man of `color` (pawns
    /// excepted) can move into `targets`.
    pub(super) fn remove_movers(&self, color: Color, targets: &Plane, b: usize, candidates: &mut Block) {
        vectorized(
            self.unit,
            #[inline(always)]
            || self.take_movers(color, targets, b, candidates),
        );
    }

    #[inline(always)]
    fn take_movers(&self, color: Color, targets: &Plane, b: usize, candidates: &mut Block) {
        let outside = self.outside(b);
        let mut movers = block::EMPTY;
        for man in self.pieces(color) {
            // The king comes first; usually nothing is left after it.
            self.man_moves(man, &outside, targets, b, &mut movers);
            let mut left = 0;
            for (candidates, movers) in candidates.iter_mut().zip(&movers) {
                *candidates &= !movers;
                left |= *candidates;
            }
            if left == 0 {
                return;
            }
        }
    }

    /// The men of a color except pawns, king first.
    fn pieces(&self, color: Color) -> impl Iterator<Item = usize> + '_ {
        let men = self.layout.men.iter().enumerate();
        men.filter(move |(_, man)| man.0 == color && man.1 != Piece::Pawn).map(|(i, _)| i)
    }

    /// Moves of one man.
    #[inline(always)]
    fn man_moves(&self, man: usize, outside: &Outside, targets: &Plane, b: usize, out: &mut Block) {
        let row_man = self.outside_men();
        if man < self.layout.lead_men {
            self.lead_king_moves(outside, targets, out);
        } else if man < row_man {
            self.outer_moves(man, outside, targets, b, out);
        } else if targets.marks[b] {
            let (piece, inner) = (self.layout.men[man].1, &targets.blocks[b]);
            if man == row_man {
                block::row_moves(piece, inner, outside.occupied, out);
            } else {
                block::vector_moves(piece, inner, outside.occupied, out);
            }
        }
    }

    /// Moves of an outer man: its targets are the blocks that differ in its digit, or in the set it
    /// belongs to.
    #[inline(always)]
    fn outer_moves(&self, man: usize, outside: &Outside, targets: &Plane, b: usize, out: &mut Block) {
        let lines = matches!(self.layout.men[man].1, Piece::Bishop | Piece::Rook | Piece::Queen);
        let from = Square::index(outside.squares[man] as usize);
        self.for_each_outer_target(man, outside, b, |to, target| {
            if targets.marks[target] {
                let passed = if lines { get_between_rays(from, to).0 } else { 0 };
                if passed == 0 {
                    block::add(&targets.blocks[target], out);
                } else {
                    block::add_past(&targets.blocks[target], passed, out);
                }
            }
        });
    }

    /// Calls `visit` with the squares to which an outer man can move from block `b`, considering
    /// only men outside blocks, and their blocks.
    #[inline(always)]
    fn for_each_outer_target(
        &self,
        man: usize,
        outside: &Outside,
        b: usize,
        mut visit: impl FnMut(Square, usize),
    ) {
        let (color, piece) = self.layout.men[man];
        let from = outside.squares[man];
        let reach =
            attacks(piece, color, Square::index(from as usize), BitBoard(outside.occupied & !(1 << from)));
        if let Some(sorted) = self.layout.sorted.as_ref().filter(|_| man < self.layout.first_digit()) {
            let first = self.layout.first_digit();
            let shift = 6 * (self.outside_men() - first);
            let home = b - (outside.set << shift);
            let mut moved = outside.squares;
            let like_men = &outside.squares[self.layout.lead_men..first];
            let taken = like_men.iter().fold(0, |set, &square| set | 1u64 << square);
            for to in reach & BitBoard(!taken) {
                moved[man] = to as u8;
                let set = sorted.number(moved[self.layout.lead_men..first].iter().copied());
                visit(to, home + (set << shift));
            }
            return;
        }
        let shift = 6 * (self.outside_men() - 1 - man);
        let home = b - ((from as usize) << shift);
        for to in reach {
            visit(to, home + ((to as usize) << shift));
        }
    }

    /// Calls `visit` with block `b` and with all blocks from which a man of `color` outside blocks
    /// (pawns excepted) may move into it.
    pub(super) fn for_each_source(&self, color: Color, b: usize, mut visit: impl FnMut(usize)) {
        visit(b);
        let outside = self.outside(b);
        for man in self.pieces(color).filter(|&man| man < self.outside_men()) {
            if man < self.layout.lead_men {
                self.for_each_lead_king_source(&outside, &mut visit);
            } else {
                // Quiet moves are reversible, and a captured man is on the square that the
                // capturing man leaves.
                self.for_each_outer_target(man, &outside, b, |_, source| visit(source));
            }
        }
    }

    /// The blocks from which White's king moves here, with the board mirrored if the king left the
    /// triangle.
    fn for_each_lead_king_source(&self, outside: &Outside, visit: &mut impl FnMut(usize)) {
        for symmetry in Symmetry::ALL {
            let back = symmetry.inverse();
            let to = back.apply_index(outside.squares[0] as usize);
            if Symmetry::into_triangle(to) != symmetry {
                continue;
            }
            for from in get_king_moves(Square::index(to)) {
                let mut image = outside.squares;
                image[0] = from as u8;
                let (mut start, into_triangle) = self.layout.lead(&image);
                if into_triangle != Symmetry::IDENTITY {
                    continue;
                }
                if let Some(sorted) = &self.layout.sorted {
                    start = start * sorted.sets() + self.layout.set(sorted, &image, back);
                }
                let digits = image[self.layout.first_digit()..self.outside_men()].iter();
                visit(digits.fold(start, |acc, &s| acc << 6 | back.apply_index(s as usize)));
            }
        }
    }

    /// Moves of White's king in a pawnless table: leaving the triangle mirrors all other men.
    #[inline(always)]
    fn lead_king_moves(&self, outside: &Outside, targets: &Plane, out: &mut Block) {
        for to in get_king_moves(Square::index(outside.squares[0] as usize)) {
            let symmetry = Symmetry::into_triangle(to as usize);
            let mut image = outside.squares;
            image[0] = to as u8;
            let (mut start, _) = self.layout.lead(&image);
            if let Some(sorted) = &self.layout.sorted {
                start = start * sorted.sets() + self.layout.set(sorted, &image, symmetry);
            }
            let digits = image[self.layout.first_digit()..self.outside_men()].iter();
            let target = digits.fold(start, |acc, &s| acc << 6 | symmetry.apply_index(s as usize));
            if targets.marks[target] {
                if symmetry == Symmetry::IDENTITY {
                    block::add(&targets.blocks[target], out);
                } else {
                    block::add_mirrored(&targets.blocks[target], symmetry, out);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use board::random::Random;

    use super::*;

    #[test]
    fn moves_into_a_block_come_from_its_sources_alone() {
        let mut random = Random::new(8);
        let sorted = ["KNNvKN", "KBBBvK", "KNNvKP"].map(|name| Layout::sorted(name.parse().unwrap()));
        let plain = ["KRvKB", "KQNvKB", "KRPvKR"].map(|name| Layout::new(name.parse().unwrap()));
        for layout in sorted.iter().chain(&plain) {
            let slice = Slice::new(layout, layout.leads() / 2 * usize::from(layout.pawns.is_some()));
            for color in Color::ALL {
                for _ in 0..12 {
                    let target = random.below(slice.blocks());
                    let mut targets = Plane::empty(slice.blocks());
                    (0..64).for_each(|row| targets.insert(target << 6 | row, u64::MAX));
                    let mut is_source = vec![false; slice.blocks()];
                    slice.for_each_source(color, target, |source| is_source[source] = true);
                    let mut found = 0;
                    for (b, is_source) in is_source.into_iter().enumerate() {
                        let mut moved = block::EMPTY;
                        slice.moves_into(color, &targets, b, &mut moved);
                        found += usize::from(moved != block::EMPTY);
                        assert!(moved == block::EMPTY || is_source, "{}: {b} to {target}", layout.material);
                    }
                    assert!(found > 0);
                }
            }
        }
    }
}

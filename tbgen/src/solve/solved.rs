//! A solved ending, and its view as a subtable of a larger one.

use board::{Color, Material, Piece, Placement, narrow};

use crate::index::layout::{Layout, Squares};
use crate::index::placed::Placed;
use crate::value::metric::{DRAW_MERIT, Merit, Metric};

/// All positions of one ending with their values in a metric.
pub(crate) struct Solved<M: Metric> {
    pub(crate) layout: Layout,
    /// Values by side to move.
    pub(crate) values: [Vec<M::Value>; 2],
    /// Whether all positions are draws (KBvK, KNvK).
    all_draws: bool,
    placed: Placed,
}

impl<M: Metric> Solved<M> {
    /// From `values` by side to move, one for each slot of the layout.
    pub(crate) fn new(layout: Layout, values: [Vec<M::Value>; 2]) -> Self {
        let all_draws = values.iter().flatten().all(|&v| M::is_undecided(v));
        let placed = Placed::new(&layout);
        Self { layout, values, all_draws, placed }
    }

    /// The value of a position of `material`, which is this table's with either assignment of
    /// colors; [`Metric::ILLEGAL`] for an illegal position.
    #[inline]
    pub(crate) fn find(&self, placement: &Placement, material: Material) -> M::Value {
        let found = self.placed.find(&self.layout, placement, material);
        found.map_or(M::ILLEGAL, |(side, squares)| self.value(side, &squares))
    }

    /// The value of men on these squares, in the order of the layout.
    #[inline]
    pub(crate) fn value(&self, side_to_move: Color, squares: &Squares) -> M::Value {
        self.values[side_to_move as usize][self.layout.slot(squares)]
    }

    /// The position of a slot, legal or not.
    pub(crate) fn placement(&self, side_to_move: Color, slot: usize) -> Placement {
        self.layout.placement(side_to_move, slot)
    }
}

/// Looks up the tables that captures and promotions lead to. Not generic, since all code of a
/// metric would otherwise be compiled again for each closure.
pub(crate) type Find<'f, 'a, S> = &'f (dyn Fn(Material) -> &'a S + Sync + 'f);

/// The interface of a smaller table for the solver of a larger one.
pub(crate) trait Subtable: Sync {
    /// Its numbering.
    fn layout(&self) -> &Layout;
    /// The merit of a move to this slot for the mover, see [`Metric::merit`]; `side_to_move` is to
    /// move after it.
    fn merit(&self, side_to_move: Color, slot: usize) -> Merit;
    /// True when all positions are draws.
    fn is_always_drawn(&self) -> bool;
}

impl<M: Metric> Subtable for Solved<M> {
    fn layout(&self) -> &Layout {
        &self.layout
    }

    #[inline]
    fn merit(&self, side_to_move: Color, slot: usize) -> Merit {
        M::merit(self.values[side_to_move as usize][slot])
    }

    fn is_always_drawn(&self) -> bool {
        self.all_draws
    }
}

/// A smaller table addressed by positions of a larger one, after a capture or promotion.
pub(crate) struct Successor<'a, S> {
    /// `None` for the two bare kings.
    table: Option<&'a S>,
    /// For each man of the smaller layout its number among the men of the larger one.
    from: Squares,
    men: usize,
    flip: bool,
}

impl<'a, S: Subtable> Successor<'a, S> {
    /// The table for these men; the third entry is the man's number in the larger layout. `find`
    /// looks up solved tables.
    pub(crate) fn new(men: &[(Color, Piece, usize)], find: Find<'_, 'a, S>) -> Self {
        let material = men.iter().fold(Material::new(&[], &[]), |m, &(color, piece, _)| m.with(color, piece));
        let (canonical, flip) = material.canonical();
        let table = (canonical.men() > 2).then(|| find(canonical));
        let order = table.map_or_else(
            || vec![(Color::White, Piece::King), (Color::Black, Piece::King)],
            |t| t.layout().men.clone(),
        );
        let mut left = men.to_vec();
        let mut from = [0; 8];
        for (slot, &(color, piece)) in order.iter().enumerate() {
            let color = if flip { !color } else { color };
            let at = left.iter().position(|m| (m.0, m.1) == (color, piece)).expect("same material, same men");
            from[slot] = narrow(left.swap_remove(at).2);
        }
        Self { table, from, men: men.len(), flip }
    }

    /// The merit of moving to the smaller position, with the larger one's men on `squares`; 0 where
    /// that is illegal.
    #[inline]
    pub(crate) fn merit(&self, side_to_move: Color, squares: &Squares) -> Merit {
        let turn = if self.flip { 56 } else { 0 };
        let mut mine: Squares = [0; 8];
        for (square, &from) in mine.iter_mut().zip(&self.from[..self.men]) {
            *square = squares[from as usize] ^ turn;
        }
        let side_to_move = if self.flip { !side_to_move } else { side_to_move };
        let Some(table) = self.table else {
            // Bare kings: a draw unless they touch.
            let apart = (mine[0] & 7).abs_diff(mine[1] & 7).max((mine[0] >> 3).abs_diff(mine[1] >> 3));
            return if apart > 1 { DRAW_MERIT } else { 0 };
        };
        table.merit(side_to_move, table.layout().slot(&mine))
    }

    /// True when every legal position of the smaller table is a draw.
    pub(crate) fn is_always_drawn(&self) -> bool {
        self.table.is_none_or(S::is_always_drawn)
    }

    /// [`Successor::merit`] for all 64 squares of `man` of the larger layout; its entry in
    /// `squares` is overwritten.
    pub(crate) fn merits(
        &self,
        side_to_move: Color,
        squares: &mut Squares,
        man: usize,
        merits: &mut [Merit; 64],
    ) {
        let place = self.from[..self.men].iter().position(|&from| from as usize == man);
        let shift = self.table.zip(place).and_then(|(table, place)| table.layout().digit_shift(place));
        let Some((table, shift)) = self.table.zip(shift) else {
            for (square, merit) in (0..).zip(merits) {
                squares[man] = square;
                *merit = self.merit(side_to_move, squares);
            }
            return;
        };
        // The man has its own digit there, so nothing else in the slot changes.
        let turn = if self.flip { 56 } else { 0 };
        squares[man] = turn;
        let mut mine: Squares = [0; 8];
        for (square, &from) in mine.iter_mut().zip(&self.from[..self.men]) {
            *square = squares[from as usize] ^ turn;
        }
        let layout = table.layout();
        let (_, symmetry) = layout.lead(&mine);
        let base = layout.slot(&mine) - (symmetry.apply_index(0) << shift);
        let side_to_move = if self.flip { !side_to_move } else { side_to_move };
        for (square, merit) in merits.iter_mut().enumerate() {
            let digit = symmetry.apply_index(square ^ turn as usize);
            *merit = table.merit(side_to_move, base + (digit << shift));
        }
    }
}

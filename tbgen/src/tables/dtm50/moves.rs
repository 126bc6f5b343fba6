//! Quiet moves of all men except pawns, from slot to slot; they are reversible.

use board::sets::TRIANGLE;
use board::{BitBoard, Color, Piece, Square, attacks};

use crate::index::layout::{Layout, Squares};

/// The quiet moves of one ending.
pub(super) struct QuietMoves<'a> {
    layout: &'a Layout,
}

impl<'a> QuietMoves<'a> {
    pub(super) fn new(layout: &'a Layout) -> Self {
        Self { layout }
    }

    /// Calls `visit` with the slots to which quiet moves of `side`, pawns excepted, lead, as long
    /// as it returns true. Legality is not checked. So that moves can be reversed, both of two
    /// slots that are mirror images of each other along the diagonal are visited.
    #[inline]
    pub(super) fn visit(&self, side: Color, slot: usize, mut visit: impl FnMut(usize) -> bool) {
        let layout = self.layout;
        let men = layout.men.len();
        let mut squares = layout.squares(slot);
        let occupied = occupied(&squares[..men]);
        for (man, &(color, piece)) in layout.men.iter().enumerate() {
            if color != side || piece == Piece::Pawn {
                continue;
            }
            let from = squares[man];
            let targets = attacks(piece, color, Square::index(from.into()), occupied) & !occupied;
            if man < layout.lead_men {
                for to in targets {
                    squares[man] = to as u8;
                    let reached = layout.slot(&squares);
                    if !visit(reached) || self.twin(reached).is_some_and(|twin| !visit(twin)) {
                        return;
                    }
                }
                squares[man] = from;
                continue;
            }
            let shift = 6 * (men - 1 - man);
            let base = slot & !(63 << shift);
            for to in targets {
                if !visit(base | (to as usize) << shift) {
                    return;
                }
            }
        }
    }

    /// The other slot of the same position: without pawns, when White's king stands on the
    /// diagonal, the mirror image along it.
    fn twin(&self, slot: usize) -> Option<usize> {
        let free = self.layout.free_men();
        let king = TRIANGLE[slot >> (6 * free)];
        if king & 7 != king >> 3 {
            return None;
        }
        let mirrored = (0..free).fold(slot >> (6 * free) << (6 * free), |mirrored, man| {
            let square = slot >> (6 * man) & 63;
            mirrored | (square >> 3 | (square & 7) << 3) << (6 * man)
        });
        Some(mirrored)
    }
}

/// The squares of all men.
pub(super) fn occupied(squares: &[u8]) -> BitBoard {
    BitBoard(squares.iter().fold(0, |set, &square| set | 1 << square))
}

/// The same squares with one man on another.
pub(super) fn moved(mut squares: Squares, man: usize, to: Square) -> Squares {
    squares[man] = to as u8;
    squares
}

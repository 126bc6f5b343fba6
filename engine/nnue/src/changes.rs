//! What a move changes on the board, in terms of the network's inputs.

use board::{Board, Color, Man, Piece};

use crate::features::{View, code, is_mirrored};

/// The most men that a move removes from squares, and the most that it adds: castling moves two.
const MEN_MAX: usize = 2;

/// The men that a move removes and adds. A moving man is removed from one square and added on
/// another; one that stays may be left out, or removed and added. A null move changes nothing.
///
/// ```
/// use board::{Color, Man, Piece, Square};
/// use vancura_nnue::Changes;
///
/// // Bishop takes knight on f6.
/// let mut changes = Changes::NONE;
/// changes.take(Man { color: Color::White, piece: Piece::Bishop, square: Square::G5 });
/// changes.take(Man { color: Color::Black, piece: Piece::Knight, square: Square::F6 });
/// changes.put(Man { color: Color::White, piece: Piece::Bishop, square: Square::F6 });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Changes {
    taken: [u16; MEN_MAX],
    put: [u16; MEN_MAX],
    taken_len: u8,
    put_len: u8,
    /// The bit of a color is set when its king crosses from one half of the board to the other.
    crossings: u8,
}

impl Changes {
    /// Nothing changes.
    pub const NONE: Self =
        Self { taken: [0; MEN_MAX], put: [0; MEN_MAX], taken_len: 0, put_len: 0, crossings: 0 };

    /// What changes between two positions that are one move apart. Compares the boards: a program
    /// that makes the move itself can do this faster.
    ///
    /// # Panics
    /// When more than two men are removed, or added.
    pub fn between(before: &Board, after: &Board) -> Self {
        let mut changes = Self::NONE;
        for color in Color::ALL {
            for piece in Piece::ALL {
                let (old, new) = (before.colored_pieces(color, piece), after.colored_pieces(color, piece));
                for square in old - new {
                    changes.take(Man { color, piece, square });
                }
                for square in new - old {
                    changes.put(Man { color, piece, square });
                }
            }
        }
        changes
    }

    /// Removes a man from a square.
    ///
    /// # Panics
    /// At the third man.
    #[inline]
    pub fn take(&mut self, man: Man) {
        self.taken[usize::from(self.taken_len)] = code(man.color, man.piece, man.square);
        self.taken_len += 1;
        self.note_king(man);
    }

    /// Adds a man on a square.
    ///
    /// # Panics
    /// At the third man.
    #[inline]
    pub fn put(&mut self, man: Man) {
        self.put[usize::from(self.put_len)] = code(man.color, man.piece, man.square);
        self.put_len += 1;
        self.note_king(man);
    }

    #[inline]
    fn note_king(&mut self, man: Man) {
        if man.piece == Piece::King {
            self.crossings ^= u8::from(is_mirrored(man.square)) << man.color as u8;
        }
    }

    /// True when the mirroring of a side's view changes.
    #[inline]
    pub(crate) fn turns_view_of(&self, perspective: Color) -> bool {
        self.crossings & (1 << perspective as u8) != 0
    }

    /// The inputs that are turned on, in a view that does not change.
    #[inline]
    pub(crate) fn added(&self, view: View) -> ([usize; MEN_MAX], usize) {
        (features(self.put, view), usize::from(self.put_len))
    }

    /// The inputs that are turned off, in a view that does not change.
    #[inline]
    pub(crate) fn removed(&self, view: View) -> ([usize; MEN_MAX], usize) {
        (features(self.taken, view), usize::from(self.taken_len))
    }
}

/// The inputs of men in a view.
#[inline(always)]
fn features([one, two]: [u16; MEN_MAX], view: View) -> [usize; MEN_MAX] {
    [view.feature_of(one), view.feature_of(two)]
}

impl Default for Changes {
    fn default() -> Self {
        Self::NONE
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::{fen, notation};

    fn after(text: &str, mv: &str) -> Changes {
        let before = fen::parse(text).unwrap();
        let mut after = before.clone();
        after.play(notation::parse_uci(&before, mv).unwrap());
        Changes::between(&before, &after)
    }

    #[test]
    fn moves_of_every_kind_take_and_put_as_many_men_as_they_should() {
        for (text, mv, taken, put) in [
            (fen::STARTPOS, "g1f3", 1, 1),
            ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 2, 1),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 2, 1),
            ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", 1, 1),
            ("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8n", 2, 1),
            ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", 2, 2),
            ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", 2, 2),
        ] {
            let changes = after(text, mv);
            assert_eq!((changes.taken_len, changes.put_len), (taken, put), "{mv}");
        }
        let start = Board::default();
        assert_eq!(Changes::between(&start, &start.null_move().unwrap()), Changes::NONE);
    }

    #[test]
    fn only_the_view_of_a_king_that_crosses_the_middle_turns() {
        let sides = |changes: Changes| Color::ALL.map(|color| changes.turns_view_of(color));
        let text = "r3k3/8/8/8/8/8/8/R3K2R w KQq - 0 1";
        assert_eq!(sides(after(text, "e1d1")), [true, false]);
        assert_eq!(sides(after(text, "e1f1")), [false, false]);
        assert_eq!(sides(after(text, "e1g1")), [false, false]);
        assert_eq!(sides(after(text, "e1c1")), [true, false]);
        assert_eq!(sides(after(text, "a1d1")), [false, false]);
        let text = "r3k3/8/8/8/8/8/8/R3K2R b KQq - 0 1";
        assert_eq!(sides(after(text, "e8c8")), [false, true]);
        assert_eq!(sides(after(text, "e8f8")), [false, false]);
    }
}

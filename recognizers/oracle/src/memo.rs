//! Positions that a search has met, each under a key that no other position has.

use board::{Board, Color, Wdl};
use rustc_hash::FxHashMap;

use crate::range::Range;

/// A position of up to six men without rights to castle or to capture en passant, exactly: ten bits a man
/// and one for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Key(u64);

impl Key {
    /// Most men of a position with a key.
    const MAX_MEN: u32 = 6;

    /// The key of a position; `None` for positions that have none.
    pub(crate) fn of(board: &Board) -> Option<Self> {
        let has_rights = Color::ALL.into_iter().any(|color| {
            let rights = board.castle_rights(color);
            rights.short.is_some() || rights.long.is_some()
        });
        if board.occupied().len() > Self::MAX_MEN || board.en_passant().is_some() || has_rights {
            return None;
        }
        let mut key = 0;
        for square in board.occupied() {
            let piece = board.piece_on(square)? as u64;
            let color = board.color_on(square)? as u64;
            // Kings are 5, so that no man is all zeros but White's pawn on a1, which cannot be.
            key = key << 10 | piece << 7 | color << 6 | square as u64;
        }
        Some(Self(key << 1 | board.side_to_move() as u64))
    }

    /// The side to move.
    pub(crate) fn side_to_move(self) -> Color {
        if self.0 & 1 == Color::White as u64 { Color::White } else { Color::Black }
    }
}

/// A search of a position that was made: how deep, and between which results it looked for an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Searched {
    pub(crate) depth: u8,
    /// Ranges that are at most `alpha` or at least `beta` ended it.
    pub(crate) window: Option<(Wdl, Wdl)>,
}

impl Searched {
    /// True when another search of this depth and window would find nothing new.
    pub(crate) fn covers(self, depth: u8, (alpha, beta): (Wdl, Wdl)) -> bool {
        self.window.is_some_and(|(low, high)| self.depth >= depth && low <= alpha && beta <= high)
    }
}

/// What is known of a position that was met.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) range: Range,
    pub(crate) searched: Searched,
}

/// Something for each position of some.
pub(crate) type KeyMap<V> = FxHashMap<Key, V>;

/// Positions that were met.
pub(crate) type Memo = KeyMap<Entry>;

#[cfg(test)]
mod tests {
    use board::fen;

    use super::*;

    #[test]
    fn keys_differ_by_side_and_square_and_rights_have_none() {
        let key = |text: &str| Key::of(&fen::parse(text).unwrap());
        let here = key("8/8/8/3k4/8/8/4P3/4K3 w - - 0 1");
        assert!(here.is_some() && here == key("8/8/8/3k4/8/8/4P3/4K3 w - - 50 99"));
        assert_ne!(here, key("8/8/8/3k4/8/8/4P3/4K3 b - - 0 1"));
        assert_ne!(here, key("8/8/8/3k4/8/8/3P4/4K3 w - - 0 1"));
        assert_eq!(key("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), None);
        assert_eq!(key("8/8/8/8/1Pp5/2K5/8/7k b - b3 0 1"), None);
    }
}

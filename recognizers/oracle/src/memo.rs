//! The memo of a search: visited positions under unique keys.

use board::{Board, Color, Wdl, rules};
use rustc_hash::FxHashMap;

use crate::range::Range;

/// A position of up to six pieces without castling or en passant rights, encoded without loss: ten
/// bits for each piece and one for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Key(u64);

impl Key {
    /// Most pieces of a position with a key.
    const MAX_MEN: u32 = 6;

    /// The key of a position; `None` with more pieces or with rights.
    pub(crate) fn of(board: &Board) -> Option<Self> {
        let has_rights = Color::ALL.into_iter().any(|color| {
            let rights = board.castle_rights(color);
            rights.short.is_some() || rights.long.is_some()
        });
        if board.occupied().len() > Self::MAX_MEN || rules::can_capture_en_passant(board) || has_rights {
            return None;
        }
        let mut key = 0;
        for square in board.occupied() {
            let piece = board.piece_on(square)? as u64;
            let color = board.color_on(square)? as u64;
            // No piece is all zeros except a white pawn on a1, which is impossible.
            key = key << 10 | piece << 7 | color << 6 | square as u64;
        }
        Some(Self(key << 1 | board.side_to_move() as u64))
    }

    /// The side to move.
    pub(crate) fn side_to_move(self) -> Color {
        if self.0 & 1 == Color::White as u64 { Color::White } else { Color::Black }
    }
}

/// Depth and window to which a position was searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Searched {
    pub(crate) depth: u8,
    /// Alpha and beta; `None` if no search was completed.
    pub(crate) window: Option<(Wdl, Wdl)>,
}

impl Searched {
    /// True if a search of this depth and window would find nothing new.
    pub(crate) fn covers(self, depth: u8, (alpha, beta): (Wdl, Wdl)) -> bool {
        self.window.is_some_and(|(low, high)| self.depth >= depth && low <= alpha && beta <= high)
    }
}

/// A visited position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) range: Range,
    pub(crate) searched: Searched,
}

/// A hash map by position.
pub(crate) type KeyMap<V> = FxHashMap<Key, V>;

/// The visited positions.
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

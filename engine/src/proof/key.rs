//! Keys of positions in proofs.

use board::Board;
use board::random::nth;

use crate::position::is_en_passant_usable;

/// Equal for positions that are the same by the laws of chess; different fifty-move counters give
/// different keys only where they matter.
pub(super) fn key(board: &Board, counts_clock: bool) -> u64 {
    let usable = board.en_passant().is_none_or(|file| is_en_passant_usable(board, file));
    let key = if usable { board.hash() } else { board.hash_without_ep() };
    if counts_clock { key ^ clock(board.halfmove_clock()) } else { key }
}

/// The first index of the random numbers used here; those before it are used elsewhere.
const FIRST: u64 = 1 << 20;

fn clock(plies: u8) -> u64 {
    nth(FIRST + u64::from(plies))
}

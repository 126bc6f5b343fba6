//! Keys of positions in proofs.

use board::random::nth;
use board::{Board, rules};

/// Equal for positions that are the same by the laws of chess; different fifty-move counters give
/// different keys only where they matter.
pub(super) fn key(board: &Board, counts_clock: bool) -> u64 {
    let key = if rules::can_capture_en_passant(board) { board.hash() } else { board.hash_without_ep() };
    if counts_clock { key ^ clock(board.halfmove_clock()) } else { key }
}

/// The first index of the random numbers used here; those before it are used elsewhere.
const FIRST: u64 = 1 << 20;

fn clock(plies: u8) -> u64 {
    nth(FIRST + u64::from(plies))
}

//! Who might win whose rook, or mate: cautious tests that are sometimes true for nothing and never false when
//! there is something.

use board::{BitBoard, get_between_rays, get_line_rays, get_rook_moves};

use super::fight::Camp;
use crate::geometry::{distance, is_aligned, is_on_edge};

/// Something may happen to the `hunted` camp with the `hunter` to move: its rook is taken or skewered, or its
/// guard driven off, or it is attacked with a discovered check, or its king is mated or driven into a skewer.
/// `guards` are squares that a pawn of the hunted camp protects. An exchange of rooks is not counted.
#[inline]
pub(super) fn is_in_danger(hunter: &Camp, hunted: &Camp, occupied: BitBoard, guards: BitBoard) -> bool {
    is_in_danger_at_once(hunter, hunted, occupied, guards) || may_be_mated_soon(hunter, hunted)
}

/// As [`is_in_danger`] without what takes the hunter's king a move to prepare.
#[inline]
pub(super) fn is_in_danger_at_once(
    hunter: &Camp,
    hunted: &Camp,
    occupied: BitBoard,
    guards: BitBoard,
) -> bool {
    let hits = get_rook_moves(hunter.rook, occupied);
    // A rook that is on the king's line already might be uncovered.
    let checks = get_rook_moves(hunted.king, occupied) & hits | hunter.rook.bitboard();
    may_lose_rook(hunter, hunted, hits, guards)
        || may_be_skewered(hunted, hits, occupied)
        || may_be_uncovered(hunter, hunted)
        || may_be_mated(hunter, hunted)
        || (distance(hunter.king, hunted.rook) <= 3 && may_be_mated_soon(hunter, hunted))
        || may_be_driven(hunter, hunted, checks)
}

/// The king attacks the rook, or the rook does and it is not guarded.
#[inline]
fn may_lose_rook(hunter: &Camp, hunted: &Camp, hits: BitBoard, guards: BitBoard) -> bool {
    hunter.near().has(hunted.rook) || hits.has(hunted.rook) && !(hunted.near() | guards).has(hunted.rook)
}

/// A check drives the king off the line on which its rook stands behind it.
#[inline]
pub(super) fn may_be_skewered(hunted: &Camp, hits: BitBoard, occupied: BitBoard) -> bool {
    if !is_aligned(hunted.king, hunted.rook) || distance(hunted.king, hunted.rook) <= 1 {
        return false;
    }
    !(checks_from_behind(hunted, occupied) & hits).is_empty()
}

/// The squares beyond the king from which a check would skewer the rook; the two must be aligned.
#[inline]
pub(super) fn checks_from_behind(hunted: &Camp, occupied: BitBoard) -> BitBoard {
    let between = get_between_rays(hunted.king, hunted.rook);
    if !(between & occupied).is_empty() {
        return BitBoard::EMPTY;
    }
    let line = get_line_rays(hunted.king, hunted.rook) - between - hunted.rook.bitboard();
    get_rook_moves(hunted.king, occupied) & line
}

/// The hunter's king leaves its rook's line with check and attacks the rook.
#[inline]
fn may_be_uncovered(hunter: &Camp, hunted: &Camp) -> bool {
    distance(hunter.king, hunted.rook) <= 2
        && is_aligned(hunter.rook, hunted.king)
        && get_between_rays(hunter.rook, hunted.king).has(hunter.king)
}

/// The king stands on the edge with the other king close.
#[inline]
pub(super) fn may_be_mated(hunter: &Camp, hunted: &Camp) -> bool {
    is_on_edge(hunted.king) && distance(hunter.king, hunted.king) <= 2
}

/// The king stands on the edge with the other king near, or could be driven into a skewer if the rook had a check.
#[inline]
pub(super) fn may_be_cornered(hunter: &Camp, hunted: &Camp) -> bool {
    may_be_mated_soon(hunter, hunted) || may_be_driven(hunter, hunted, BitBoard::FULL)
}

#[inline]
fn may_be_mated_soon(hunter: &Camp, hunted: &Camp) -> bool {
    is_on_edge(hunted.king) && distance(hunter.king, hunted.king) <= 3
}

/// A check from one of the squares `checks` drives the king onto the line on which its rook stands, to be skewered
/// with the next check.
#[inline]
fn may_be_driven(hunter: &Camp, hunted: &Camp, checks: BitBoard) -> bool {
    let (king, rook, other) = (hunted.king as u8, hunted.rook as u8, hunter.king as u8);
    let along_file = is_driven(king & 7, rook & 7, other & 7, (king >> 3).abs_diff(other >> 3));
    let along_rank = is_driven(king >> 3, rook >> 3, other >> 3, (king & 7).abs_diff(other & 7));
    (along_file && !(checks & hunted.king.file().bitboard()).is_empty())
        || (along_rank && !(checks & hunted.king.rank().bitboard()).is_empty())
}

/// A king on line `king` has its rook on the next line and cannot go to the line on the other side, because of
/// the edge or because the other king stands beyond it, `offset` squares further along.
#[inline]
fn is_driven(king: u8, rook: u8, other: u8, offset: u8) -> bool {
    let way_out = (2 * king).wrapping_sub(rook);
    king.abs_diff(rook) == 1 && (way_out > 7 || (offset <= 2 && (2 * way_out).wrapping_sub(king) == other))
}

//! Who might win whose rook, or mate: cautious tests that are sometimes true for nothing and never false when
//! there is something.

use board::{BitBoard, get_between_rays, get_line_rays};

use super::fight::Camp;
use crate::geometry::{corner_distance, distance, is_aligned, is_on_edge, rook_hits};

/// What a hunter of a rook is content with.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Aim {
    /// To win it for nothing.
    Win,
    /// To exchange it, having a pawn.
    Exchange,
}

/// Something may happen to the `hunted` camp with the `hunter` to move: its rook is taken or skewered, or its
/// guard driven off, or it is attacked with a discovered check, or its king is mated or driven into a skewer.
/// `guards` are squares that a pawn of the hunted camp protects. An exchange of rooks at once is not counted, one that is
/// forced by a check only when it is the hunter's aim.
#[inline]
pub(super) fn is_in_danger(
    hunter: &Camp,
    hunted: &Camp,
    occupied: BitBoard,
    guards: BitBoard,
    aim: Aim,
) -> bool {
    let hits = rook_hits(hunter.rook, occupied);
    // A rook that is on the king's line already might be uncovered.
    let checks = rook_hits(hunted.king, occupied) & hits | hunter.rook.bitboard();
    may_lose_rook(hunter, hunted, hits, guards)
        || may_be_skewered(hunted, hits, occupied)
        || may_be_uncovered(hunter, hunted)
        || may_be_mated_soon(hunter, hunted)
        || may_be_driven(hunter, hunted, checks, aim)
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
    rook_hits(hunted.king, occupied) & line
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

/// The king might be mated soon, or driven into a skewer if the rook had a check.
#[inline]
pub(super) fn may_be_cornered(hunter: &Camp, hunted: &Camp) -> bool {
    may_be_mated_soon(hunter, hunted) || may_be_driven(hunter, hunted, BitBoard::FULL, Aim::Exchange)
}

/// The king stands on the edge with the other king close, or near when that king also nears the rook, the rook shares
/// the edge, or the edge is a corner.
#[inline]
fn may_be_mated_soon(hunter: &Camp, hunted: &Camp) -> bool {
    if !is_on_edge(hunted.king) {
        return false;
    }
    let kings_apart = distance(hunter.king, hunted.king);
    kings_apart <= 2
        || kings_apart == 3
            && (distance(hunter.king, hunted.rook) <= 2
                || corner_distance(hunted.king) == 0
                || (is_aligned(hunted.king, hunted.rook) && is_on_edge(hunted.rook)))
}

/// A check from one of the squares `checks` drives the king onto the line on which its rook stands, to be skewered
/// with the next check. To win the rook the first check must come from the side that is turned away from it.
#[inline]
fn may_be_driven(hunter: &Camp, hunted: &Camp, checks: BitBoard, aim: Aim) -> bool {
    let (king, rook, other) = (hunted.king as u8, hunted.rook as u8, hunter.king as u8);
    let (file, rank) = (king & 7, king >> 3);
    let (rook_file, rook_rank) = (rook & 7, rook >> 3);
    let is_far = |apart: u8| aim == Aim::Exchange || apart >= 3;
    let along_file =
        is_driven(file, rook_file, other & 7, rank.abs_diff(other >> 3), is_far(rank.abs_diff(rook_rank)));
    let along_rank =
        is_driven(rank, rook_rank, other >> 3, file.abs_diff(other & 7), is_far(file.abs_diff(rook_file)));
    // Higher squares of the king's line are those turned away from a lower rook, and the other way round.
    let higher = BitBoard(u64::MAX << king);
    let turned_away = |is_rook_lower: bool| match aim {
        Aim::Exchange => BitBoard::FULL,
        Aim::Win if is_rook_lower => higher,
        Aim::Win => !higher,
    };
    let by_file = checks & hunted.king.file().bitboard() & turned_away(rook_rank < rank);
    let by_rank = checks & hunted.king.rank().bitboard() & turned_away(rook_file < file);
    (along_file && !by_file.is_empty()) || (along_rank && !by_rank.is_empty())
}

/// A king on line `king` has its rook on the next line and cannot go to the line on the other side, because of
/// the edge or because the other king stands beyond it, `offset` squares further along. A rook that is not
/// far away (less than three squares further along) will be guarded, unless the two kings make a mating net at the edge.
#[inline]
fn is_driven(king: u8, rook: u8, other: u8, offset: u8, is_far: bool) -> bool {
    let way_out = (2 * king).wrapping_sub(rook);
    let is_faced = offset <= 2 && way_out.wrapping_mul(2).wrapping_sub(king) == other;
    king.abs_diff(rook) == 1 && ((is_far && (way_out > 7 || is_faced)) || (is_faced && matches!(rook, 0 | 7)))
}

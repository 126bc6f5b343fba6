//! Who might win whose rook, or mate: cautious tests that are sometimes true for nothing and never
//! false when there is something.
//!
//! Something may happen to a side with the other side, the hunter, to move: its rook is taken or
//! skewered, or its guard driven off, or it is attacked with a discovered check, or its king is
//! mated or driven into a skewer. An exchange of rooks at once is not counted, one that is forced
//! by a check only when it is the hunter's aim. Answers are sets of squares of Black's rook; what
//! does not depend on it is true of all squares or of none.

use board::sets::distance;
use board::{BitBoard, File, Rank, Square, get_between_rays, get_king_moves};

use super::king_and_rook::{KingAndRook, when};
use crate::geometry::{
    EDGE, beyond, corner_distance, files_from, is_aligned, is_on_edge, lines, ranks_from, rook_hits, within,
};

/// What a hunter of a rook is content with.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Aim {
    /// To win it for nothing.
    Win,
    /// To exchange it, having a pawn.
    Exchange,
}

/// On which of the squares `rooks` of his rook something may happen to Black, whose king stands on
/// `king`; `others` are all men but his rook.
#[inline]
pub(super) fn black_in_danger(
    white: &KingAndRook,
    king: Square,
    rooks: BitBoard,
    others: BitBoard,
    aim: Aim,
) -> BitBoard {
    let hits = rook_hits(white.rook, others);
    let lost = white.near() | (hits - get_king_moves(king));
    let uncovered = when(is_between(white.king, white.rook, king), within(2, white.king));
    let sooner = lost | uncovered | mated_soon(white.king, king);
    if rooks.is_subset(sooner) {
        return rooks;
    }
    let king_lines = rook_hits(king, others);
    // A rook that is on the king's line already might be uncovered.
    let checks = king_lines & hits | white.rook.bitboard();
    rooks
        & (sooner
            | skewered(king, king_lines, |behind| !(behind & hits).is_empty())
            | driven_by(checks, white.rook, king, white.king, aim))
}

/// On which of the squares `rooks` of his rook Black, to move, may have a shot at White, whose rook
/// a pawn guards on the squares `guards`; `others` are all men but Black's rook. To win White's
/// rook is the aim, an exchange is not.
#[inline]
pub(super) fn white_in_danger(
    weak_king: Square,
    white: &KingAndRook,
    rooks: BitBoard,
    others: BitBoard,
    guards: BitBoard,
) -> BitBoard {
    let near = get_king_moves(weak_king);
    if near.has(white.rook) || may_be_mated_soon(weak_king, white) {
        return rooks;
    }
    let takes = when(!(white.near() | guards).has(white.rook), rook_hits(white.rook, others));
    // The king leaves the line of rook and king with check, and attacks the rook.
    let uncovered = when(
        distance(weak_king, white.rook) <= 2 && is_aligned(white.king, weak_king),
        beyond(white.king, weak_king),
    );
    let sooner = takes | uncovered;
    if rooks.is_subset(sooner) {
        return rooks;
    }
    rooks & (sooner | white_skewered(white, others) | white_driven(white, weak_king, others))
}

/// Squares from which Black's rook drives White's king off the line on which White's rook stands
/// behind it.
#[inline]
pub(super) fn white_skewered(white: &KingAndRook, others: BitBoard) -> BitBoard {
    if !is_aligned(white.king, white.rook) || distance(white.king, white.rook) <= 1 {
        return BitBoard::EMPTY;
    }
    if !(get_between_rays(white.king, white.rook) & others).is_empty() {
        return BitBoard::EMPTY;
    }
    let behind = rook_hits(white.king, others) & beyond(white.rook, white.king);
    // On the line itself a rook checks, unless the king can take it.
    (hitting(behind, others) - behind) | (behind - white.near())
}

/// Squares from which a rook hits any of some squares.
#[inline]
pub(super) fn hitting(targets: BitBoard, occupied: BitBoard) -> BitBoard {
    targets.into_iter().fold(BitBoard::EMPTY, |set, target| set | rook_hits(target, occupied))
}

/// Squares of the rook in line with its king, not next to it and with no man in between, that a
/// check from behind the king would skewer; `can_check` tells whether there is one from a set of
/// squares beyond the king. `king_lines` are the squares that a rook in the king's place would hit.
#[inline]
pub(super) fn skewered(king: Square, king_lines: BitBoard, can_check: impl Fn(BitBoard) -> bool) -> BitBoard {
    let mut skewered = BitBoard::EMPTY;
    for line in [king.file().bitboard(), king.rank().bitboard()] {
        let (above, below) = (king_lines & line & higher(king), (king_lines & line) - higher(king));
        skewered |= when(can_check(below), above) | when(can_check(above), below);
    }
    skewered - get_king_moves(king)
}

/// One stands on the line of two others, in between.
#[inline]
fn is_between(one: Square, a: Square, b: Square) -> bool {
    is_aligned(a, b) && get_between_rays(a, b).has(one)
}

/// The king stands on the edge with the other king close.
#[inline]
pub(super) fn may_be_mated(hunter: Square, king: Square) -> bool {
    is_on_edge(king) && distance(hunter, king) <= 2
}

/// Squares of Black's rook with which his king might be mated soon, or driven into a skewer if
/// White's rook had a check.
#[inline]
pub(super) fn black_may_be_cornered(white: &KingAndRook, king: Square) -> BitBoard {
    let [beside, above] = driven(king, white.king, Aim::Exchange);
    mated_soon(white.king, king) | beside | above
}

/// Squares of the rook whose king stands on the edge with the other king close, or near when that
/// king also nears the rook, the rook shares the edge, or the edge is a corner.
#[inline]
fn mated_soon(hunter: Square, king: Square) -> BitBoard {
    if !is_on_edge(king) {
        return BitBoard::EMPTY;
    }
    match distance(hunter, king) {
        0..=2 => BitBoard::FULL,
        3 if corner_distance(king) == 0 => BitBoard::FULL,
        3 => within(2, hunter) | lines(king) & EDGE,
        _ => BitBoard::EMPTY,
    }
}

/// As [`mated_soon`], of a rook that stands.
#[inline]
fn may_be_mated_soon(hunter: Square, hunted: &KingAndRook) -> bool {
    mated_soon(hunter, hunted.king).has(hunted.rook)
}

/// Squares of Black's rook with which a check from one of the squares `checks` drives his king onto
/// the line on which the rook stands, to be skewered with the next check. To win the rook the first
/// check must come from the side that is turned away from it.
#[inline]
fn driven_by(checks: BitBoard, checker: Square, king: Square, hunter: Square, aim: Aim) -> BitBoard {
    let [beside, above] = driven(king, hunter, aim);
    if (beside | above).is_empty() {
        return BitBoard::EMPTY;
    }
    let (file, rank) = (king.file(), king.rank());
    let lower = [!ranks_from(rank as u8), !files_from(file as u8)];
    let on_file =
        with_check(checks & file.bitboard(), king, lower[0], checker, Square::new(file, checker.rank()), aim);
    let on_rank =
        with_check(checks & rank.bitboard(), king, lower[1], checker, Square::new(checker.file(), rank), aim);
    beside & on_file | above & on_rank
}

/// Squares of a rook next to the king's line that leave the checker one of the squares `checks` of
/// the line to check from, when `lower` are the squares below, or to the left of, the king. The
/// rook may stand in the way to the square where the checker's own line crosses the king's.
#[inline]
fn with_check(
    checks: BitBoard,
    king: Square,
    lower: BitBoard,
    checker: Square,
    crossing: Square,
    aim: Aim,
) -> BitBoard {
    let leaves_one = |checks: BitBoard| {
        if checks == crossing.bitboard() {
            !get_between_rays(checker, crossing)
        } else {
            when(!checks.is_empty(), BitBoard::FULL)
        }
    };
    match aim {
        Aim::Exchange => leaves_one(checks),
        Aim::Win => {
            let higher = higher(king);
            (lower & leaves_one(checks & higher)) | (leaves_one(checks - higher) - lower)
        }
    }
}

/// Squares from which Black's rook drives White's king onto the line of White's rook, to skewer it
/// with the next check.
#[inline]
fn white_driven(white: &KingAndRook, weak_king: Square, others: BitBoard) -> BitBoard {
    let [beside, above] = driven(white.king, weak_king, Aim::Win);
    let (king, rook) = (white.king, white.rook);
    let checks = |line: BitBoard, is_rook_lower: bool| {
        let turned_away = line & if is_rook_lower { higher(king) } else { !higher(king) };
        turned_away | hitting(turned_away & rook_hits(king, others), others)
    };
    let mut driving = BitBoard::EMPTY;
    if beside.has(rook) {
        driving |= checks(king.file().bitboard(), rook.rank() < king.rank());
    }
    if above.has(rook) {
        driving |= checks(king.rank().bitboard(), rook.file() < king.file());
    }
    driving
}

/// The king's square and those after it: on its lines, the squares turned away from a lower rook,
/// as the others are from a higher.
#[inline]
fn higher(king: Square) -> BitBoard {
    BitBoard(u64::MAX << king as u8)
}

/// Squares of a rook on the file, and on the rank, next to that of its king, who, driven from his
/// line, can only go to the rook's.
#[inline]
fn driven(king: Square, other: Square, aim: Aim) -> [BitBoard; 2] {
    let [[file, rank], [other_file, other_rank]] = [king, other].map(|at| [at as u8 & 7, at as u8 >> 3]);
    let far = |beyond: BitBoard| if aim == Aim::Exchange { BitBoard::FULL } else { beyond };
    [
        driven_across(
            file,
            other_file,
            rank.abs_diff(other_rank),
            far(ranks_from(rank + 3) | !ranks_from(rank.saturating_sub(2))),
            |line| File::index(line).bitboard(),
        ),
        driven_across(
            rank,
            other_rank,
            file.abs_diff(other_file),
            far(files_from(file + 3) | !files_from(file.saturating_sub(2))),
            |line| Rank::index(line).bitboard(),
        ),
    ]
}

/// A king on line `king` has its rook on the next line and cannot go to the line on the other side,
/// because of the edge or because the other king stands beyond it, `offset` squares further along.
/// A rook that is not `far` away (less than three squares further along) will be guarded, unless
/// the two kings make a mating net at the edge.
#[inline]
fn driven_across(
    king: u8,
    other: u8,
    offset: u8,
    far: BitBoard,
    squares: impl Fn(usize) -> BitBoard,
) -> BitBoard {
    let mut driven = BitBoard::EMPTY;
    for (rook, way_out) in [(king.wrapping_sub(1), king + 1), (king + 1, king.wrapping_sub(1))] {
        if rook > 7 {
            continue;
        }
        let is_faced = offset <= 2 && way_out.wrapping_mul(2).wrapping_sub(king) == other;
        let from_edge = is_faced && matches!(rook, 0 | 7);
        let from = if from_edge { BitBoard::FULL } else { when(way_out > 7 || is_faced, far) };
        driven |= squares(rook as usize) & from;
    }
    driven
}

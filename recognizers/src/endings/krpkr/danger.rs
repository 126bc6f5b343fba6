//! Threats to win a rook or mate: conservative tests with false positives but no false negatives.
//!
//! A side is in danger if the other side, the hunter, to move, may take or skewer its rook, drive
//! off the rook's guard, attack it with a discovered check, or mate its king or drive it into a
//! skewer. An immediate exchange of rooks does not count, and one forced by a check only if it is
//! the hunter's aim. The functions return sets of squares of Black's rook; dangers that do not
//! depend on it give all squares or none.

use board::sets::distance;
use board::{BitBoard, Color, File, Rank, Square, get_between_rays, get_king_moves, get_pawn_attacks};

use super::king_and_rook::{KingAndRook, when};
use crate::geometry::{
    EDGE, beyond, corner_distance, files_from, is_aligned, is_on_edge, lines, ranks_from, rook_hits, within,
};

/// The aim of a hunter.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Aim {
    /// To win the rook for nothing, when the pawn has been captured.
    Win,
    /// To exchange rooks, with a pawn left.
    Exchange,
}

/// The squares among `rooks` of his rook with which Black, whose king is on `king`, may be in
/// danger; `others` are all other occupied squares.
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
    let sooner = lost
        | uncovered
        | match aim {
            Aim::Win => mated_without_pawn(white.king, king),
            Aim::Exchange => mated_soon(white.king, king),
        };
    if rooks.is_subset(sooner) {
        return rooks;
    }
    let king_lines = rook_hits(king, others);
    // A rook already on the king's line might give a discovered check.
    let checks = king_lines & hits | white.rook.bitboard();
    rooks
        & (sooner
            | black_skewered(white, king, king_lines, hits, aim)
            | driven_by(checks, white.rook, king, white.king, aim))
}

/// The squares among `rooks` of his rook with which Black, to move, may threaten White; on the
/// squares `guards` a pawn guards White's rook, and `others` are all occupied squares except
/// Black's rook. Exchanges do not count.
#[inline]
pub(super) fn white_in_danger(
    weak_king: Square,
    white: &KingAndRook,
    rooks: BitBoard,
    others: BitBoard,
    pawn: Square,
) -> BitBoard {
    let (near, guards) = (get_king_moves(weak_king), get_pawn_attacks(pawn, Color::White));
    if near.has(white.rook) || white_mated_soon(weak_king, white, pawn).has(white.rook) {
        return rooks;
    }
    let takes = when(!(white.near() | guards).has(white.rook), rook_hits(white.rook, others));
    // The king leaves the line of rook and king with discovered check and attacks the rook.
    let uncovered = when(
        distance(weak_king, white.rook) <= 2 && is_aligned(white.king, weak_king),
        beyond(white.king, weak_king),
    );
    let sooner = takes | uncovered;
    if rooks.is_subset(sooner) {
        return rooks;
    }
    rooks & (sooner | white_skewered(white, weak_king, pawn, others) | white_driven(white, weak_king, others))
}

/// Squares of White's rook with which its king might be mated soon: a pawn next to it can take a
/// flight square, and from the corner there are few.
#[inline]
fn white_mated_soon(weak_king: Square, white: &KingAndRook, pawn: Square) -> BitBoard {
    let is_hampered = white.near().has(pawn) || corner_distance(white.king) == 0;
    if is_hampered { mated_soon(weak_king, white.king) } else { mated_without_pawn(weak_king, white.king) }
}

/// Squares of Black's rook in line with his king, on which a check of White's rook from one of the
/// squares `hits` would skewer it. To win it the check must be safe, and a rook two squares away
/// can be guarded, unless White's king is near.
#[inline]
fn black_skewered(
    white: &KingAndRook,
    king: Square,
    king_lines: BitBoard,
    hits: BitBoard,
    aim: Aim,
) -> BitBoard {
    let by = |checks: BitBoard| skewered(king, king_lines, |behind| !(behind & checks).is_empty());
    match aim {
        Aim::Exchange => by(hits),
        Aim::Win => {
            let skewered = by(hits - (get_king_moves(king) - white.near()));
            skewered - when(distance(white.king, king) > 2, within(2, king))
        }
    }
}

/// Squares from which Black's rook wins White's with a skewer: it checks White's king in safety,
/// and White's rook behind the king is not guarded, nor can be by a king two squares away with
/// both ways free.
#[inline]
fn white_skewered(white: &KingAndRook, weak_king: Square, pawn: Square, others: BitBoard) -> BitBoard {
    let is_free = distance(weak_king, white.king) > 2 && !white.near().has(pawn) && !is_on_edge(white.king);
    let is_guarded = get_pawn_attacks(pawn, Color::White).has(white.rook)
        || (is_free && distance(white.king, white.rook) == 2);
    if is_guarded { BitBoard::EMPTY } else { white_in_line(white, get_king_moves(weak_king), others) }
}

/// Squares from which Black's rook checks White's king on its line with White's rook, from beyond
/// the king; next to the king only if it is `guarded` there, or on its way there.
#[inline]
pub(super) fn white_in_line(white: &KingAndRook, guarded: BitBoard, others: BitBoard) -> BitBoard {
    if !is_aligned(white.king, white.rook) || distance(white.king, white.rook) <= 1 {
        return BitBoard::EMPTY;
    }
    if !(get_between_rays(white.king, white.rook) & others).is_empty() {
        return BitBoard::EMPTY;
    }
    let behind = rook_hits(white.king, others) & beyond(white.rook, white.king);
    let safe = behind - (white.near() - guarded);
    // On the line itself the rook gives check, unless the king can take it.
    (hitting(safe, others) - behind) | (behind - white.near())
}

/// Squares from which a rook attacks any of the targets.
#[inline]
pub(super) fn hitting(targets: BitBoard, occupied: BitBoard) -> BitBoard {
    targets.into_iter().fold(BitBoard::EMPTY, |set, target| set | rook_hits(target, occupied))
}

/// Squares of the rook in line with its king, neither adjacent nor blocked, on which a check from
/// the other side of the king would skewer it. `can_check` is true for sets of squares from one of
/// which a check is possible; `king_lines` are the squares that a rook on the king's square would
/// attack.
#[inline]
pub(super) fn skewered(king: Square, king_lines: BitBoard, can_check: impl Fn(BitBoard) -> bool) -> BitBoard {
    let mut skewered = BitBoard::EMPTY;
    for line in [king.file().bitboard(), king.rank().bitboard()] {
        let (above, below) = (king_lines & line & higher(king), (king_lines & line) - higher(king));
        skewered |= when(can_check(below), above) | when(can_check(above), below);
    }
    skewered - get_king_moves(king)
}

/// True if one square is on the line between two others.
#[inline]
fn is_between(one: Square, a: Square, b: Square) -> bool {
    is_aligned(a, b) && get_between_rays(a, b).has(one)
}

/// True if the king is on the edge with the other king close.
#[inline]
pub(super) fn may_be_mated(hunter: Square, king: Square) -> bool {
    is_on_edge(king) && distance(hunter, king) <= 2
}

/// Squares of Black's rook with which his king might be mated soon, or driven into a skewer by a
/// check of White's rook.
#[inline]
pub(super) fn black_may_be_cornered(white: &KingAndRook, king: Square) -> BitBoard {
    let [beside, above] = driven(king, white.king, Aim::Exchange);
    mated_soon(white.king, king) | beside | above
}

/// Squares of the rook with which its king might be mated soon, or the rook be lost to a threat of
/// mate, while a pawn may help the hunter or hamper the king: the king is on the edge and the other
/// king within two squares, or within three if the king is in the corner, the rook is near the
/// other king, or the rook is on the same edge.
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

/// Like [`mated_soon`] without the pawn. Then it takes more: the other king faces the king on the
/// edge, or the rook is on the same edge near one of the kings (anywhere if the king is in the
/// corner), or the other king attacks the rook with its next move, from a square where it faces the
/// king, so that it also threatens mate.
#[inline]
fn mated_without_pawn(hunter: Square, king: Square) -> BitBoard {
    let apart = distance(hunter, king);
    if !is_on_edge(king) || apart > 3 {
        return BitBoard::EMPTY;
    }
    let is_cornered = corner_distance(king) == 0;
    let facing = facing(king);
    if facing.has(hunter) || (is_cornered && is_aligned(hunter, king)) {
        return BitBoard::FULL;
    }
    let near = if is_cornered { BitBoard::FULL } else { within(2, king) | within(2, hunter) };
    let from = facing & get_king_moves(hunter);
    from.into_iter().fold(lines(king) & EDGE & near, |set, from| set | get_king_moves(from))
}

/// The square two in front of a king on the edge; all squares two away from one in the corner.
#[inline]
fn facing(king: Square) -> BitBoard {
    let two_away = within(2, king) - within(1, king);
    if corner_distance(king) == 0 { two_away } else { two_away & (lines(king) - EDGE) }
}

/// Squares of Black's rook with which a check from one of the squares `checks` drives his king onto
/// the rook's line, where the next check skewers it. To win the rook the first check must come from
/// the side away from it.
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

/// Squares of a rook next to the king's line with which the checker still has a check from one of
/// the squares `checks` of that line; `lower` are the squares below, or to the left of, the king.
/// The rook may block the way to the square where the checker's line crosses the king's.
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

/// Squares from which Black's rook drives White's king onto the line of White's rook, where the
/// next check skewers it.
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

/// The king's square and those after it: on its lines these are away from a lower rook, the others
/// from a higher one.
#[inline]
fn higher(king: Square) -> BitBoard {
    BitBoard(u64::MAX << king as u8)
}

/// Squares of a rook on the file, and on the rank, next to its king's, where the king, driven off
/// its line, can only move to the rook's line.
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

/// A king on line `king` has its rook on an adjacent line and cannot move to the line on the other
/// side, because of the edge or because the other king is beyond it, `offset` squares further
/// along. A rook that is not `far` away (less than three squares further along) will be guarded,
/// except with a mating net at the edge.
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

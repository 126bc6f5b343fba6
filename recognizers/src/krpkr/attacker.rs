//! The rook with the pawn to move, and something to win.

use board::get_between_rays;
use board::{Color, File, Rank, Square, get_king_moves, get_line_rays, get_pawn_attacks};

use super::danger::{checks_from_behind, may_be_mated, may_be_skewered};
use super::fight::{Camp, Fight};
use crate::Side;
use crate::geometry::{all, distance, is_aligned, is_on_edge, queening_square, rook_hits, stop_square};
use crate::kpk::PawnEnding;

/// With the rook gone there is always a win, unless it is stalemate or White's own rook is lost in return.
///
/// KRPvKR: speaks on 68,518,777, wrong 0; the first to speak on 68,518,777.
#[inline(always)]
pub(super) fn takes_the_rook(f: &Fight) -> bool {
    let target = f.black.rook;
    if f.pawn_hits().has(target) {
        return !f.black.near().has(f.white.rook) && !may_be_stalemate(f, f.white, target);
    }
    let is_guarded = f.black.near().has(target);
    let by_king = f.white.near().has(target);
    // With both the king and the rook attacking, Black's king cannot take back.
    if f.white_hits.has(target) && (!is_guarded || by_king) {
        return !may_be_stalemate(f, Camp { rook: target, ..f.white }, f.pawn);
    }
    let leaves_rook_guarded = f.pawn_hits() | get_king_moves(target);
    by_king
        && !is_guarded
        && !(f.black.near() - leaves_rook_guarded).has(f.white.rook)
        && !may_be_stalemate(f, Camp { king: target, ..f.white }, f.pawn)
}

/// Black's king cannot move when White's men stand so and his rook is gone.
fn may_be_stalemate(f: &Fight, white: Camp, pawn: Square) -> bool {
    let rook_hits = rook_hits(white.rook, white.bitboard() | pawn.bitboard());
    f.black.near().is_subset(white.near() | get_pawn_attacks(pawn, Color::White) | rook_hits)
}

/// KRPvKR: speaks on 3,653,316, wrong 0; the first to speak on 3,057,775.
#[inline(always)]
pub(super) fn exchanges_rooks(f: &Fight) -> bool {
    f.white_hits.has(f.black.rook)
        && f.black.near().has(f.black.rook)
        && !may_be_stalemate(f, Camp { rook: f.black.rook, ..f.white }, f.pawn)
        && PawnEnding { king: f.white.king, pawn: f.pawn, bare_king: f.black.rook, to_move: Side::Strong }
            .is_won()
}

/// The new queen must be guarded as often as it is attacked, not be lost to a check along the line of king and
/// queen, and Black must have no mate or skewer of the rook.
///
/// KRPvKR: speaks on 16,140,849, wrong 0; the first to speak on 11,702,393.
#[inline(always)]
pub(super) fn promotes(f: &Fight) -> bool {
    let queen = stop_square(f.pawn);
    if f.pawn.rank() != Rank::Seventh || f.occupied.has(queen) || f.is_white_in_check() {
        return false;
    }
    let occupied = (f.occupied - f.pawn.bitboard()) | queen.bitboard();
    let black_hits = rook_hits(f.black.rook, occupied);
    let queen_lost_by_check = || {
        is_aligned(f.white.king, queen)
            && distance(f.white.king, queen) > 1
            && !(black_hits & get_line_rays(f.white.king, queen) & rook_hits(f.white.king, occupied))
                .is_empty()
    };
    if black_hits.has(f.white.king)
        || may_be_mated(&f.black, &f.white)
        // A check drives the king in front of its queen.
        || (is_on_edge(f.white.king) && f.white_files() == 1)
        || queen_lost_by_check()
        || may_be_skewered(&f.white, black_hits, occupied)
        || (f.black.near() & black_hits).has(f.white.rook)
    {
        return false;
    }
    let attackers = u8::from(black_hits.has(queen)) + u8::from(f.black.near().has(queen));
    let guards = u8::from(f.white.near().has(queen)) + u8::from(rook_hits(f.white.rook, occupied).has(queen));
    // After an exchange on the queening square a king in the corner might be stalemated.
    attackers == 0
        || (guards >= attackers
            && !f.black.near().has(f.white.rook)
            && !(is_on_edge(f.black.king) && distance(f.black.king, queen) <= 2))
}

/// A check drives Black's king away from its rook, which is too far off to be guarded. Near the square in
/// front of the pawn the king might be stalemated.
///
/// KRPvKR: speaks on 1,720,062, wrong 0; the first to speak on 1,431,584.
#[inline(always)]
pub(super) fn skewers(f: &Fight) -> bool {
    let is_worth_a_look = all([
        is_aligned(f.black.king, f.black.rook),
        distance(f.black.king, f.black.rook) >= 3,
        distance(f.black.king, stop_square(f.pawn)) >= 2,
    ]);
    if !is_worth_a_look || f.is_white_in_check() {
        return false;
    }
    let is_pinned = get_between_rays(f.black.rook, f.white.king).has(f.white.rook);
    let lost = f.black.near() - (f.white.near() | f.pawn_hits());
    let checks = checks_from_behind(&f.black, f.occupied) & f.white_hits;
    !is_pinned && !(checks - (f.occupied | lost)).is_empty()
}

/// ```text
/// 8  . K . . . . . .      White to move. He builds the bridge: Rd4, then Kc7, Rc1+ Kb6, Rb1+ Ka6
/// 7  . P . . k . . .      (or Kc6), and in the end the rook goes between on b4.
/// 6  . . . . . . . .
///    . . .
/// 2  r . . . . . . .
/// 1  . . . R . . . .
///    a b c d e f g h
/// ```
///
/// The rook need not cut Black's king off yet; it is enough that it is not attacked and nobody is in check.
///
/// KRPvKR: speaks on 224,625, wrong 0; the first to speak on 144,575.
#[inline(always)]
pub(super) fn builds_the_bridge(f: &Fight) -> bool {
    all([
        f.pawn.rank() == Rank::Seventh,
        f.pawn.file() != File::A,
        f.white.king == queening_square(f.pawn),
        f.black_files() >= 2,
    ]) && f.is_white_safe()
}

/// ```text
/// 8  . . . . . . . .      Either side to move: Kb8 leads to the bridge, and Black cannot prevent it.
/// 7  K P . . k . . .
/// 6  . . . . . . . .
///    . . .
/// 2  . . r . . . . .
/// 1  . . . R . . . .
///    a b c d e f g h
/// ```
///
/// White's king is beside its pawn, before or behind, and its rook, not beyond the sixth rank, cuts the other king off
/// by three files, or two when the king is in front of the pawn already.
///
/// KRPvKR: speaks on 898,822, wrong 0; the first to speak on 620,852.
#[inline(always)]
pub(super) fn nears_the_bridge(f: &Fight) -> bool {
    let needed_files = if f.white.king == queening_square(f.pawn) { 2 } else { 3 };
    all([
        f.pawn.rank() == Rank::Seventh,
        f.pawn.file() != File::A,
        f.white.king.rank() >= Rank::Sixth,
        distance(f.white.king, f.pawn) == 1,
        f.black_files() >= needed_files,
        f.white.rook.rank() <= Rank::Sixth,
    ]) && f.is_black_cut_off_by_file()
        && f.is_white_safe()
        && !f.may_black_win()
}

/// ```text
/// 6  . . . . . . . .      White to move. Black's king is four files from the pawn, and the rook keeps it there
/// 5  . . K . . k . .      while White's king leads the pawn on.
/// 4  . P . . . . . .
///    . . .
/// 2  r . . . . . . .
/// 1  . . . . R . . .
///    a b c d e f g h
/// ```
///
/// White's king is within two squares of its pawn, not behind it, and nearer to the queening square than Black's;
/// the pawn has reached its fourth rank and is not attacked by the rook.
///
/// KRPvKR: speaks on 1,823,197, wrong 0; the first to speak on 1,247,462.
#[inline(always)]
pub(super) fn cuts_the_king_off(f: &Fight) -> bool {
    all([
        f.pawn.rank() >= Rank::Fourth,
        f.pawn.file() != File::A,
        f.black_files() >= 4,
        f.white.king.rank() >= f.pawn.rank(),
        distance(f.white.king, f.pawn) <= 2,
        f.queening_square_lead() <= -1,
    ]) && f.is_black_cut_off_by_file()
        && f.is_white_safe()
        && !f.black_hits.has(f.pawn)
}

/// Black's king is two or more ranks behind the pawn and at least three moves further from the square in front
/// of it than White's king, which is also five moves nearer to the queening square.
///
/// KRPvKR: speaks on 2,761,330, wrong 0; the first to speak on 1,667,440.
#[inline(always)]
pub(super) fn leaves_the_king_behind(f: &Fight) -> bool {
    let stop = stop_square(f.pawn);
    all([
        f.black.king as u8 / 8 + 2 <= f.pawn as u8 / 8,
        distance(f.white.king, stop) + 3 <= distance(f.black.king, stop),
        f.queening_square_lead() <= -5,
        f.pawn.file() != File::A,
    ]) && !f.black_hits.has(f.pawn)
        && !f.is_white_in_check()
}

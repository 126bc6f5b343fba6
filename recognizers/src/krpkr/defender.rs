//! The rook without the pawn to move, and something to take, to exchange or to lose.

use board::{BitBoard, Rank, Square, get_between_rays, get_king_moves, get_line_rays};

use super::danger::{Aim, is_in_danger};
use super::fight::{Camp, Fight};
use crate::Side;
use crate::geometry::{
    distance, files_apart, heart_square, is_aligned, is_on_edge, pushes, queening_square, rook_hits,
    stop_square,
};
use crate::kpk::PawnEnding;

/// Afterwards White, to move, must have no shot at Black's men, and before that Black none at White's, since
/// he might then do better than draw.
///
/// KRPvKR: speaks on 28,512,815, wrong 0; the first to speak on 28,512,815.
#[inline(always)]
pub(super) fn takes_the_pawn(f: &Fight) -> bool {
    (rook_takes_the_pawn(f) || king_takes_the_pawn(f)) && !f.may_black_win()
}

fn rook_takes_the_pawn(f: &Fight) -> bool {
    if !f.black_hits.has(f.pawn) || f.white_hits.has(f.black.king) {
        return false;
    }
    let is_pinned = f.white_hits.has(f.black.rook)
        && is_aligned(f.white.rook, f.black.king)
        && get_between_rays(f.white.rook, f.black.king).has(f.black.rook);
    let after = Camp { rook: f.pawn, ..f.black };
    !is_pinned
        && !is_in_danger(&f.white, &after, f.occupied - f.black.rook.bitboard(), BitBoard::EMPTY, Aim::Win)
}

fn king_takes_the_pawn(f: &Fight) -> bool {
    if distance(f.black.king, f.pawn) > 1 || distance(f.white.king, f.pawn) <= 1 {
        return false;
    }
    let occupied = f.occupied - f.black.king.bitboard();
    let after = Camp { king: f.pawn, ..f.black };
    !rook_hits(f.white.rook, occupied).has(f.pawn)
        && !is_in_danger(&f.white, &after, occupied, BitBoard::EMPTY, Aim::Win)
}

/// White takes back with the king or the pawn, and either pawn ending is drawn by the rules of KPvK. A pawn on
/// its sixth rank or beyond might rather run than take back.
///
/// KRPvKR: speaks on 1,377,235, wrong 0; the first to speak on 1,226,071.
#[inline(always)]
pub(super) fn exchanges_rooks(f: &Fight) -> bool {
    if !f.black_hits.has(f.white.rook) || f.pawn_hits().has(f.black.king) || f.pawn.rank() >= Rank::Sixth {
        return false;
    }
    let by_king = f.white.near().has(f.white.rook) && !f.black.near().has(f.white.rook);
    let by_pawn = f.pawn_hits().has(f.white.rook);
    let ending = |king, pawn| PawnEnding { king, pawn, bare_king: f.black.king, to_move: Side::Weak };
    (by_king || by_pawn)
        && (!by_king || ending(f.white.rook, f.pawn).is_drawn())
        && (!by_pawn || ending(f.white.king, f.white.rook).is_drawn())
        && !f.may_black_win()
}

/// KRPvKR: speaks on 16,469,490, wrong 0; the first to speak on 16,469,490.
#[inline(always)]
pub(super) fn takes_the_rook(f: &Fight) -> bool {
    after_taking_the_rook(f).is_some_and(|black| stops_the_pawn(&black, f.white.king, f.pawn))
}

/// Black's men after he has taken White's rook for nothing, if he can.
#[inline]
fn after_taking_the_rook(f: &Fight) -> Option<Camp> {
    let rook = f.white.rook;
    if f.pawn_hits().has(rook) {
        return None;
    }
    let is_guarded = f.white.near().has(rook);
    let by_king = f.black.near().has(rook);
    if by_king && !is_guarded {
        let after = Camp { king: rook, ..f.black };
        let is_safe = !f.white.near().has(after.rook) || after.near().has(after.rook);
        if is_safe && !f.pawn_hits().has(after.rook) {
            return Some(after);
        }
    }
    // With both the king and the rook attacking, White's king cannot take back.
    let by_rook = f.black_hits.has(rook) && !f.pawn_hits().has(f.black.king);
    (by_rook && (!is_guarded || by_king)).then_some(Camp { rook, ..f.black })
}

/// Rook against pawn with the pawn to move. The king is in time when the pawn and its king together need
/// clearly more moves; or it gets in front of a pawn whose own king is not there to drive it away; or the
/// pawn's king is four files away. A pawn on its seventh rank is left alone.
fn stops_the_pawn(black: &Camp, king: Square, pawn: Square) -> bool {
    let needed_lead = match pawn.rank() {
        Rank::Seventh => return false,
        Rank::Sixth => 7,
        Rank::Fifth => 6,
        _ => 5,
    };
    // White might be stalemated.
    if is_on_edge(king) && (black.rook == stop_square(pawn) || distance(black.king, king) <= 2) {
        return false;
    }
    let to_queening_square = distance(black.king, queening_square(pawn));
    let to_heart = distance(king, heart_square(pawn));
    // The double step is of no use to a pawn that is about to be stopped.
    let spare_push = u8::from(pawn.rank() == Rank::Second);
    pushes(pawn) + to_heart >= to_queening_square + needed_lead
        || (to_queening_square + spare_push < pushes(pawn)
            && to_heart >= 3
            && distance(king, stop_square(pawn)) >= 3)
        || (pawn.rank() <= Rank::Fourth && files_apart(king, pawn) >= 4 && distance(king, black.rook) >= 3)
}

/// ```text
/// 7  . . . . . . . .      Black to move. Wherever the king goes, White takes the rook.
/// 6  R . . k . . r .
/// 5  . . . . . . . .
///    a b c d e f g h
/// ```
///
/// The rook must be too far away to be guarded. Near the square in front of the pawn the king might be
/// stalemated.
///
/// KRPvKR: speaks on 277,018, wrong 0; the first to speak on 277,018.
#[inline(always)]
pub(super) fn is_skewered(f: &Fight) -> bool {
    f.white_hits.has(f.black.king)
        && get_line_rays(f.white.rook, f.black.king).has(f.black.rook)
        && get_between_rays(f.white.rook, f.black.rook).has(f.black.king)
        && (get_between_rays(f.black.king, f.black.rook) & f.occupied).is_empty()
        && distance(f.black.king, f.black.rook) >= 3
        && distance(f.black.king, stop_square(f.pawn)) > 1
        && !(f.black.near() - (f.white.near() | f.pawn_hits())).has(f.white.rook)
}

/// White's rook gives check while his king or pawn attacks Black's rook, which can neither parry the check
/// nor be guarded. The king must not get at White's rook, nor at a pawn that attacks.
///
/// KRPvKR: speaks on 339,664, wrong 0; the first to speak on 333,430.
#[inline(always)]
pub(super) fn loses_the_rook_in_check(f: &Fight) -> bool {
    if !f.white_hits.has(f.black.king) || distance(f.black.king, f.white.rook) <= 2 {
        return false;
    }
    let may_be_stalemated = is_on_edge(f.black.king) || distance(f.black.king, stop_square(f.pawn)) <= 1;
    if may_be_stalemated {
        return false;
    }
    let by_pawn = f.pawn_hits().has(f.black.rook) && distance(f.black.king, f.pawn) > 1;
    if !by_pawn && !f.white.near().has(f.black.rook) {
        return false;
    }
    let parries = get_between_rays(f.white.rook, f.black.king) | f.white.rook.bitboard();
    let behind_king = rook_hits(f.white.rook, f.occupied - f.black.king.bitboard());
    let flights = f.black.near() - (f.white.near() | f.pawn_hits() | behind_king | f.black.rook.bitboard());
    (f.black_hits & parries).is_empty() && (by_pawn || (flights & get_king_moves(f.black.rook)).is_empty())
}

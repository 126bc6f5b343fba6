//! The defender to move.

use board::{BitBoard, get_king_moves, get_rook_moves, get_between_rays, Rank, Square};

use super::fight::{Camp, Fight};
use super::tactics::{is_aligned, is_in_danger};
use crate::Side;
use crate::geometry::{distance, heart_square, path, pushes, queening_square, stop_square};
use crate::kpk::PawnEnding;

/// Black may win something: White's rook or mate.
#[inline]
pub(crate) fn may_win(f: &Fight) -> bool {
    is_in_danger(&f.black, &f.white, f.occupied, f.pawn_hits())
}

pub(crate) fn takes_the_pawn(f: &Fight) -> bool {
    (rook_takes_the_pawn(f) || king_takes_the_pawn(f)) && !may_win(f)
}

pub(crate) fn rook_takes_the_pawn(f: &Fight) -> bool {
    if !f.black_hits.has(f.pawn) || f.white_hits.has(f.black.king) {
        return false;
    }
    let is_pinned = f.white_hits.has(f.black.rook)
        && is_aligned(f.white.rook, f.black.king)
        && get_between_rays(f.white.rook, f.black.king).has(f.black.rook);
    let after = Camp { rook: f.pawn, ..f.black };
    let occupied = f.occupied - f.black.rook.bitboard();
    !is_pinned && !is_in_danger(&f.white, &after, occupied, BitBoard::EMPTY)
}

pub(crate) fn king_takes_the_pawn(f: &Fight) -> bool {
    if distance(f.black.king, f.pawn) > 1 || distance(f.white.king, f.pawn) <= 1 {
        return false;
    }
    let occupied = f.occupied - f.black.king.bitboard();
    let after = Camp { king: f.pawn, ..f.black };
    !get_rook_moves(f.white.rook, occupied).has(f.pawn)
        && !is_in_danger(&f.white, &after, occupied, BitBoard::EMPTY)
}

/// Rook takes rook, and the pawn ending is drawn.
pub(crate) fn exchanges_into_a_drawn_pawn_ending(f: &Fight) -> bool {
    if !f.black_hits.has(f.white.rook) || f.pawn_hits().has(f.black.king) {
        return false;
    }
    let by_king = f.white.near().has(f.white.rook) && !f.black.near().has(f.white.rook);
    let by_pawn = f.pawn_hits().has(f.white.rook);
    if !by_king && !by_pawn || f.pawn.rank() >= Rank::Sixth {
        return false;
    }
    let ending = |king, pawn| PawnEnding { king, pawn, bare_king: f.black.king, to_move: Side::Weak };
    (!by_king || ending(f.white.rook, f.pawn).is_drawn())
        && (!by_pawn || ending(f.white.king, f.white.rook).is_drawn())
        && !may_win(f)
}

/// What is left when Black has taken White's rook for nothing: Black's camp afterwards.
#[inline]
pub(crate) fn takes_the_rook(f: &Fight) -> Option<Camp> {
    if f.pawn_hits().has(f.white.rook) {
        return None;
    }
    let guarded = f.white.near().has(f.white.rook);
    let by_king = f.black.near().has(f.white.rook);
    if by_king && !guarded {
        let after = Camp { king: f.white.rook, ..f.black };
        let hits = f.white.near() | f.pawn_hits();
        if !hits.has(after.rook) || after.near().has(after.rook) && !f.pawn_hits().has(after.rook) {
            return Some(after);
        }
    }
    let in_pawn_check = f.pawn_hits().has(f.black.king);
    (f.black_hits.has(f.white.rook) && !in_pawn_check && (!guarded || by_king))
        .then_some(Camp { rook: f.white.rook, ..f.black })
}

pub(crate) fn takes_the_rook_and_stops_the_pawn(f: &Fight) -> bool {
    takes_the_rook(f).is_some_and(|after| rook_beats_pawn(f.white.king, f.pawn, &after))
}

/// White to move.
fn rook_beats_pawn(king: Square, pawn: Square, black: &Camp) -> bool {
    let to_queen = distance(black.king, queening_square(pawn));
    let lead = pushes(pawn) + distance(king, heart_square(pawn));
    let needed_lead = match pawn.rank() {
        Rank::Seventh => return false,
        Rank::Sixth => 7,
        Rank::Fifth => 6,
        _ => 5,
    };
    let spent = u8::from(pawn.rank() == Rank::Second);
    lead >= to_queen + needed_lead
        || (to_queen + spent < pushes(pawn) && distance(king, stop_square(pawn)) >= 3)
        || (pawn.rank() <= Rank::Fifth && distance(king, black.rook) >= 3 && (king.file() as u8).abs_diff(pawn.file() as u8) >= 4)
}

/// Black is in check and his rook stands behind the king.
pub(crate) fn is_skewered(f: &Fight) -> bool {
    use board::get_line_rays;
    if !f.white_hits.has(f.black.king) || !get_line_rays(f.white.rook, f.black.king).has(f.black.rook) {
        return false;
    }
    let can_take = f.black.near().has(f.white.rook) && !(f.white.near() | f.pawn_hits()).has(f.white.rook);
    distance(f.black.king, f.black.rook) >= 3
        && distance(f.black.king, stop_square(f.pawn)) > 1
        && get_between_rays(f.white.rook, f.black.rook).has(f.black.king)
        && (get_between_rays(f.black.king, f.black.rook) & f.occupied).is_empty()
        && !can_take
}

/// In check Black cannot save his rook.
pub(crate) fn loses_the_rook_in_check(f: &Fight) -> bool {
    if !f.is_black_in_check() {
        return false;
    }
    let by_pawn = f.pawn_hits().has(f.black.rook);
    let by_king = f.white.near().has(f.black.rook);
    if !by_pawn && !by_king || !f.white_hits.has(f.black.king) {
        return false;
    }
    let helps = get_between_rays(f.white.rook, f.black.king) | f.white.rook.bitboard();
    let guards = f.white.near() | f.pawn_hits();
    let x_ray = get_rook_moves(f.white.rook, f.occupied - f.black.king.bitboard());
    let flights = f.black.near() - (guards | x_ray | f.black.rook.bitboard());
    distance(f.black.king, f.white.rook) >= 3 && (f.black_hits & helps).is_empty()
        && !(f.black.near().has(f.white.rook) && !guards.has(f.white.rook))
        && (by_pawn || (flights & get_king_moves(f.black.rook)).is_empty())
}

//! The attacker to move.

use board::{BitBoard, get_king_moves, get_pawn_attacks, get_rook_moves, Color, Rank, Square};

use super::fight::{Camp, Fight};
use crate::Side;
use crate::geometry::{distance, stop_square};
use crate::kpk::PawnEnding;

/// White takes the rook.
pub(crate) fn takes_the_rook(f: &Fight) -> bool {
    let target = f.black.rook;
    if f.pawn_hits().has(target) {
        return !f.black.near().has(f.white.rook) && !may_be_stalemate(f, f.white, target);
    }
    let guarded = f.black.near().has(target);
    let by_king = f.white.near().has(target);
    if f.white_hits.has(target) && (!guarded || by_king) {
        return !may_be_stalemate(f, Camp { rook: target, ..f.white }, f.pawn);
    }
    by_king
        && !guarded
        && !(f.black.near() - (f.pawn_hits() | get_king_moves(target))).has(f.white.rook)
        && !may_be_stalemate(f, Camp { king: target, ..f.white }, f.pawn)
}

/// Black's king has no move when White's men stand so, and his rook is gone.
fn may_be_stalemate(f: &Fight, white: Camp, pawn: Square) -> bool {
    let occupied = white.bitboard() | pawn.bitboard();
    let denied = white.near() | get_pawn_attacks(pawn, Color::White) | get_rook_moves(white.rook, occupied);
    f.black.near().is_subset(denied)
}

pub(crate) fn exchanges_into_a_won_pawn_ending(f: &Fight) -> bool {
    f.white_hits.has(f.black.rook)
        && f.black.near().has(f.black.rook)
        && !may_be_stalemate(f, Camp { rook: f.black.rook, ..f.white }, f.pawn)
        && PawnEnding { king: f.white.king, pawn: f.pawn, bare_king: f.black.rook, to_move: Side::Strong }.is_won()
}

/// The pawn promotes.
pub(crate) fn promotes(f: &Fight) -> bool {
    use super::tactics::is_aligned;
    if f.pawn.rank() != Rank::Seventh || f.occupied.has(stop_square(f.pawn)) || f.is_white_in_check() {
        return false;
    }
    let q = stop_square(f.pawn);
    let occupied = (f.occupied - f.pawn.bitboard()) | q.bitboard();
    // pinned
    let hits = get_rook_moves(f.black.rook, occupied);
    let on_a_line = is_aligned(f.white.king, q) && distance(f.white.king, q) > 1
        && !(hits & board::get_line_rays(f.white.king, q) & get_rook_moves(f.white.king, occupied)).is_empty();
    if hits.has(f.white.king) || on_a_line || super::tactics::may_be_mated(&f.black, &f.white)
        || super::tactics::may_be_skewered(&f.white, hits, occupied) {
        return false;
    }
    let hit_by_rook = get_rook_moves(f.black.rook, occupied).has(q);
    let hits = u8::from(hit_by_rook) + u8::from(f.black.near().has(q));
    let guards = u8::from(f.white.near().has(q)) + u8::from(get_rook_moves(f.white.rook, occupied).has(q));
    hits == 0 || guards >= hits
}

/// A check drives the king away from its rook, which is then taken.
pub(crate) fn skewers(f: &Fight) -> bool {
    use super::tactics::is_aligned;
    use board::{get_between_rays, get_line_rays};
    if !is_aligned(f.black.king, f.black.rook) || distance(f.black.king, f.black.rook) < 3 || distance(f.black.king, stop_square(f.pawn)) <= 1 || f.is_white_in_check() {
        return false;
    }
    let between = get_between_rays(f.black.king, f.black.rook);
    if !(between & f.occupied).is_empty() || get_between_rays(f.black.rook, f.white.king).has(f.white.rook) {
        return false;
    }
    let beyond = get_rook_moves(f.black.king, f.occupied) & get_line_rays(f.black.king, f.black.rook);
    let lost = f.black.near() - (f.white.near() | f.pawn_hits());
    !(beyond & f.white_hits & !between & !f.occupied & !lost).is_empty()
}

//! Immediate wins of the rook in KRBvKR: by a capture, a check or a pin.

use board::{BitBoard, Square, get_between_rays, get_king_moves, get_line_rays};

use super::men::RooksAndBishop;
use crate::geometry::{bishop_lines, is_aligned, rook_hits};
use crate::rule::rules;

rules! {
    /// The attacker takes the rook without stalemate; a recapture is possible only if the king
    /// takes the bishop.
    pub(super) TAKES_THE_ROOK = "the rook can be taken", Strong to move: StrongWins,
        claim: "The attacker takes the rook: with the bishop, or with rook or king where nothing protects it, and it is not stalemate.",
        source: GAME, example: "8/8/8/R6B/8/1r6/2K3k1/8 w - - 0 1",
        holds(RooksAndBishop) { takes_the_rook }
}

fn takes_the_rook(m: &RooksAndBishop) -> bool {
    let own = get_king_moves(m.weak_king);
    let is_protected = own.has(m.guard);
    let steps = |king: Square| own - get_king_moves(king);
    let occupied = m.occupied();
    if m.bishop_hits().has(m.guard) {
        let others = occupied - m.bishop.bitboard();
        let hits = rook_hits(m.rook, others - m.weak_king.bitboard()) | bishop_lines(m.guard, others);
        let rook_guards = get_king_moves(m.king) | bishop_lines(m.guard, others);
        if !is_stalemate(m, steps(m.king), hits) && (!own.has(m.rook) || rook_guards.has(m.rook)) {
            return true;
        }
    }
    if is_protected {
        return false;
    }
    if m.rook_hits().has(m.guard) {
        let others = occupied - m.rook.bitboard();
        let hits = rook_hits(m.guard, others - m.weak_king.bitboard()) | bishop_lines(m.bishop, others);
        if !is_stalemate(m, steps(m.king), hits) {
            return true;
        }
    }
    if get_king_moves(m.king).has(m.guard) {
        let others = occupied - m.king.bitboard();
        let hits = rook_hits(m.rook, others - m.weak_king.bitboard()) | bishop_lines(m.bishop, others);
        let rook_guards = get_king_moves(m.guard) | bishop_lines(m.bishop, others);
        return !is_stalemate(m, steps(m.guard), hits) && (!own.has(m.rook) || rook_guards.has(m.rook));
    }
    false
}

#[inline]
fn is_stalemate(m: &RooksAndBishop, steps: BitBoard, hits: BitBoard) -> bool {
    steps.is_subset(hits) && !hits.has(m.weak_king)
}

rules! {
    /// Includes mate.
    pub(super) IS_LOST_IN_CHECK = "the rook is lost in check", Weak to move: StrongWins,
        claim: "The king is in check, and after every move the rook is taken; or it is mate.",
        source: GAME, example: "8/1R6/8/3r4/4B3/2K5/6k1/8 b - - 0 1",
        holds(RooksAndBishop) { is_lost_in_check }
}

fn is_lost_in_check(m: &RooksAndBishop) -> bool {
    let by_rook = m.rook_hits().has(m.weak_king);
    let by_bishop = m.bishop_hits().has(m.weak_king);
    if !by_rook && !by_bishop {
        return false;
    }
    let steps = m.steps();
    if steps.has(m.rook)
        || steps.has(m.bishop)
        || !steps.iter().all(|to| takes_the_rook(&m.with_weak_king(to)))
    {
        return false;
    }
    if by_rook && by_bishop {
        return true;
    }
    let checker = if by_rook { m.rook } else { m.bishop };
    let answers = m.guard_hits() & (get_between_rays(m.weak_king, checker) | checker.bitboard());
    !answers.has(checker)
        && answers.iter().all(|to| {
            let stepped_between = m.with_guard(to);
            // A pinned rook cannot interpose.
            stepped_between.is_in_check() || takes_the_rook(&stepped_between)
        })
}

rules! {
    pub(super) IS_PINNED_AND_LOST = "the rook is pinned and lost", Weak to move: StrongWins,
        claim: "The bishop pins the rook, and after every step of the king it is taken.",
        source: GAME, example: "8/4k3/R7/8/1r6/B7/8/3K4 b - - 0 1",
        holds(RooksAndBishop) { is_pinned_and_lost }
}

fn is_pinned_and_lost(m: &RooksAndBishop) -> bool {
    let is_pinned = m.bishop_hits().has(m.guard)
        && bishop_lines(m.bishop, m.occupied() - m.guard.bitboard()).has(m.weak_king)
        && !m.is_in_check();
    if !is_pinned {
        return false;
    }
    let steps = m.steps();
    !steps.is_empty()
        && !steps.has(m.bishop)
        && !steps.has(m.rook)
        && steps.iter().all(|to| takes_the_rook(&m.with_weak_king(to)))
}

rules! {
    /// Includes mating moves.
    ///
    /// ```text
    /// 8  . . . . . . . .      White to move. Bf3+ forks king and rook: wherever the king goes, the
    /// 7  . k . . . . . .      bishop takes the rook, and rook against king is won.
    /// 6  . . . . . . . .
    /// 5  . . . . . . K .
    /// 4  . . . . . . . .
    /// 3  R . . . . . . .
    /// 2  . . . . . . . .
    /// 1  . . . B . . . r
    ///    a b c d e f g h
    /// ```
    pub(super) WINS_BY_CHECK = "a check wins the rook", Strong to move: StrongWins,
        claim: "A check, discovered or not, forks or skewers king and rook so that nothing saves the rook; or it mates.",
        source: GAME, example: "8/1k6/8/6K1/8/R7/8/3B3r w - - 0 1",
        holds(RooksAndBishop) { wins_by_check }
}

fn wins_by_check(m: &RooksAndBishop) -> bool {
    let occupied = m.occupied();
    let wins = |m: RooksAndBishop| is_legal(&m) && is_lost_in_check(&m);
    let beyond_rook = occupied - m.rook.bitboard();
    let checks = rook_hits(m.weak_king, beyond_rook);
    let is_discovered = bishop_lines(m.weak_king, beyond_rook).has(m.bishop);
    let by_rook = m.rook_hits() - occupied;
    let by_rook = if is_discovered { by_rook } else { by_rook & checks };
    if by_rook.iter().any(|rook| wins(RooksAndBishop { rook, ..m.clone() })) {
        return true;
    }
    let beyond_bishop = occupied - m.bishop.bitboard();
    let checks = bishop_lines(m.weak_king, beyond_bishop);
    let is_discovered = rook_hits(m.weak_king, beyond_bishop).has(m.rook);
    let by_bishop = m.bishop_hits() - occupied;
    let by_bishop = if is_discovered { by_bishop } else { by_bishop & checks };
    if by_bishop.iter().any(|bishop| wins(RooksAndBishop { bishop, ..m.clone() })) {
        return true;
    }
    let beyond_king = occupied - m.king.bitboard();
    let may_discover = rook_hits(m.weak_king, beyond_king).has(m.rook)
        || bishop_lines(m.weak_king, beyond_king).has(m.bishop);
    let steps = || get_king_moves(m.king) - occupied - get_king_moves(m.weak_king);
    may_discover && steps().iter().any(|king| wins(RooksAndBishop { king, ..m.clone() }))
}

rules! {
    pub(super) WINS_BY_PIN = "the bishop pins the rook", Strong to move: StrongWins,
        claim: "The bishop pins the rook to its king, and wherever the king goes the rook is taken.",
        source: GAME, example: "8/5k2/8/3r4/8/7R/8/1B4K1 w - - 0 1",
        holds(RooksAndBishop) { wins_by_pin }
}

fn wins_by_pin(m: &RooksAndBishop) -> bool {
    let line = get_line_rays(m.weak_king, m.guard);
    if line.is_empty() || is_aligned(m.weak_king, m.guard) {
        return false;
    }
    let occupied = m.occupied();
    let pins = (m.bishop_hits() - occupied) & line & bishop_lines(m.guard, occupied);
    pins.iter().any(|bishop| {
        let pinned = RooksAndBishop { bishop, ..m.clone() };
        is_legal(&pinned) && is_pinned_and_lost(&pinned)
    })
}

/// True if the attacker is not left in check.
#[inline]
fn is_legal(m: &RooksAndBishop) -> bool {
    !(m.guard_hits() | get_king_moves(m.weak_king)).has(m.king)
}

impl RooksAndBishop {
    /// True if the attacker, to move, wins the rook by a capture, a check or a pin.
    #[inline]
    pub(super) fn is_rook_won_at_once(&self) -> bool {
        *self.tactic.get_or_init(|| takes_the_rook(self) || wins_by_pin(self) || wins_by_check(self))
    }

    #[inline]
    fn with_weak_king(&self, weak_king: Square) -> Self {
        Self { weak_king, ..self.clone() }
    }

    #[inline]
    fn with_guard(&self, guard: Square) -> Self {
        Self { guard, ..self.clone() }
    }
}

//! Rules of KRPvKR with captures, exchanges or losses of the defender.

use board::sets::distance;
use board::{BitBoard, Rank, Square, get_between_rays, get_king_moves};

use super::danger::{Aim, black_in_danger, hitting};
use super::king_and_rook::when;
use super::men::RookEnding;
use crate::endings::kpk::PawnEnding;
use crate::geometry::{
    beyond, files_apart, heart_square, is_aligned, is_on_edge, pushes, queening_square, rook_hits,
    stop_square, within,
};
use crate::rule::{Side, rules};

rules! {
    /// After the capture White must have no threat against Black, and before it Black none against
    /// White, since he might then do better than draw.
    pub(super) TAKES_THE_PAWN = "the defender takes the pawn", Weak to move: Draw,
        claim: "The defender takes the pawn, and neither side can win the other's rook before or after.",
        source: GAME, example: "8/5k2/8/8/2P4r/8/6K1/R7 b - - 0 1",
        squares(RookEnding) { takes_the_pawn }
}

#[inline(always)]
fn takes_the_pawn(f: &RookEnding) -> BitBoard {
    let takes = rook_takes_the_pawn(f) | king_takes_the_pawn(f);
    if takes.is_empty() { takes } else { takes - f.black_may_win() }
}

fn rook_takes_the_pawn(f: &RookEnding) -> BitBoard {
    let attacking = f.rooks & f.pawn_attacked();
    if attacking.is_empty() {
        return attacking;
    }
    let (king, rook) = (f.weak_king, f.white.rook);
    let pinned = when(is_aligned(rook, king), get_between_rays(rook, king) & f.white_hits);
    let takes = attacking - f.black_in_check_by_rook() - pinned;
    if takes.is_empty() {
        return takes;
    }
    let after = f.pawn.bitboard();
    let danger = black_in_danger(&f.white, f.weak_king, after, f.others - after, Aim::Win);
    when(danger.is_empty(), takes)
}

fn king_takes_the_pawn(f: &RookEnding) -> BitBoard {
    if distance(f.weak_king, f.pawn) > 1 || distance(f.white.king, f.pawn) <= 1 {
        return BitBoard::EMPTY;
    }
    let others = f.others - f.weak_king.bitboard();
    // White's rook guards the pawn unless Black's is in between.
    let guarded = when(rook_hits(f.white.rook, others).has(f.pawn), !get_between_rays(f.white.rook, f.pawn));
    let takes = f.rooks - guarded;
    takes - black_in_danger(&f.white, f.pawn, takes, others, Aim::Win)
}

rules! {
    /// White recaptures with king or pawn, and both pawn endings are drawn by the rules of KPvK. A
    /// pawn on its sixth rank or beyond might run instead of recapturing.
    pub(super) EXCHANGES_ROOKS = "the defender exchanges rooks", Weak to move: Draw,
        claim: "The defender exchanges rooks and draws the pawn ending.",
        source: PAWN_ENDING, example: "1k6/8/8/8/1P6/8/8/2r1RK2 b - - 0 1",
        squares(RookEnding) { exchanges_rooks }
}

#[inline(always)]
fn exchanges_rooks(f: &RookEnding) -> BitBoard {
    let attacking = f.rooks & f.white_hits;
    if attacking.is_empty() || f.pawn_hits().has(f.weak_king) || f.pawn.rank() >= Rank::Sixth {
        return BitBoard::EMPTY;
    }
    let by_king = f.white.near().has(f.white.rook) && !f.black_near().has(f.white.rook);
    let by_pawn = f.pawn_hits().has(f.white.rook);
    let ending = |king, pawn| PawnEnding { king, pawn, weak_king: f.weak_king, to_move: Side::Weak };
    let is_drawn = (by_king || by_pawn)
        && (!by_king || ending(f.white.rook, f.pawn).is_drawn())
        && (!by_pawn || ending(f.white.king, f.white.rook).is_drawn());
    if is_drawn { attacking - f.black_may_win() } else { BitBoard::EMPTY }
}

rules! {
    pub(super) TAKES_THE_ROOK = "the defender takes the rook and stops the pawn", Weak to move: WeakWins,
        claim: "The defender takes the rook and the king is in time against the pawn.",
        source: LEVENFISH, example: "8/8/2k5/8/2P5/8/6K1/3R3r b - - 0 1",
        squares(RookEnding) { takes_the_rook }
}

#[inline(always)]
fn takes_the_rook(f: &RookEnding) -> BitBoard {
    let rook = f.white.rook;
    if f.pawn_hits().has(rook) {
        return BitBoard::EMPTY;
    }
    let is_guarded = f.white.near().has(rook);
    let is_by_king = f.black_near().has(rook);
    if !is_by_king && (f.rooks & f.white_hits).is_empty() {
        return BitBoard::EMPTY;
    }
    let by_king =
        when(is_by_king && !is_guarded, f.rooks - (f.white.near() - get_king_moves(rook)) - f.pawn_hits());
    // If both king and rook attack the square, White's king cannot recapture.
    let by_rook = when(
        !f.pawn_hits().has(f.weak_king) && (!is_guarded || is_by_king),
        (f.rooks & f.white_hits) - by_king,
    );
    let stopping =
        |king, rooks: BitBoard| when(!rooks.is_empty(), rooks & stopping(king, rooks, f.white.king, f.pawn));
    let stops = !by_rook.is_empty() && !stopping(f.weak_king, rook.bitboard()).is_empty();
    stopping(rook, by_king) | when(stops, by_rook)
}

/// Rook against pawn, with the pawn's side to move: the squares among `rooks` with which the rook's
/// side wins. The king is in time if pawn and king together need clearly more moves, if it gets in
/// front of a pawn whose king is not near enough to drive it away, or if the pawn's king is four
/// files away. A pawn on its seventh rank is excluded.
fn stopping(weak_king: Square, rooks: BitBoard, king: Square, pawn: Square) -> BitBoard {
    let needed_lead = match pawn.rank() {
        Rank::Seventh => return BitBoard::EMPTY,
        Rank::Sixth => 7,
        Rank::Fifth => 6,
        _ => 5,
    };
    // White might be stalemated.
    let risky = when(
        is_on_edge(king),
        if distance(weak_king, king) <= 2 { BitBoard::FULL } else { stop_square(pawn).bitboard() },
    );
    let to_queening_square = distance(weak_king, queening_square(pawn));
    let to_heart = distance(king, heart_square(pawn));
    // The double step does not help a pawn that is about to be stopped.
    let spare_push = u8::from(pawn.rank() == Rank::Second);
    let is_in_time = pushes(pawn) + to_heart >= to_queening_square + needed_lead
        || (to_queening_square + spare_push < pushes(pawn)
            && to_heart >= 3
            && distance(king, stop_square(pawn)) >= 3);
    let is_far = pawn.rank() <= Rank::Fourth && files_apart(king, pawn) >= 4;
    (when(is_in_time, rooks) | when(is_far, rooks - within(2, king))) - risky
}

rules! {
    /// ```text
    /// 7  . . . . . . . .      Black to move. Wherever the king goes, White takes the rook.
    /// 6  R . . k . . r .
    /// 5  . . . . . . . .
    ///    a b c d e f g h
    /// ```
    ///
    /// The rook must be too far away to be protected. A king near the square in front of the pawn
    /// might be stalemated and is excluded.
    pub(super) IS_SKEWERED = "the defender is skewered", Weak to move: StrongWins,
        claim: "The defender's king is in check and must leave the line on which its rook stands far behind.",
        source: GAME, example: "8/8/R2k2r1/8/8/8/1P6/7K b - - 0 1",
        squares(RookEnding) { is_skewered }
}

#[inline(always)]
fn is_skewered(f: &RookEnding) -> BitBoard {
    let (king, rook) = (f.weak_king, f.white.rook);
    let is_skewered = f.white_hits.has(king)
        && distance(king, stop_square(f.pawn)) > 1
        && !(f.black_near() - (f.white.near() | f.pawn_hits())).has(rook);
    if !is_skewered {
        return BitBoard::EMPTY;
    }
    (f.rooks & beyond(rook, king) & rook_hits(king, f.others)) - within(2, king)
}

rules! {
    /// White's rook gives check while his king or pawn attacks Black's rook, which can neither
    /// answer the check nor be protected. Black's king must attack neither White's rook nor a pawn
    /// that attacks.
    pub(super) LOSES_THE_ROOK_IN_CHECK = "the rook is lost in check", Weak to move: StrongWins,
        claim: "The defender is in check, and the attacked rook can neither help nor be helped.",
        source: GAME, example: "8/8/2k2R2/8/8/3P4/1K6/r7 b - - 0 1",
        squares(RookEnding) { loses_the_rook_in_check }
}

#[inline(always)]
fn loses_the_rook_in_check(f: &RookEnding) -> BitBoard {
    let (king, rook) = (f.weak_king, f.white.rook);
    let may_be_stalemated = is_on_edge(king) || distance(king, stop_square(f.pawn)) <= 1;
    if !f.white_hits.has(king) || distance(king, rook) <= 2 || may_be_stalemated {
        return BitBoard::EMPTY;
    }
    let by_pawn = when(distance(king, f.pawn) > 1, f.pawn_hits());
    let between = get_between_rays(rook, king);
    let parrying = hitting(between | rook.bitboard(), f.others);
    let attacked = (f.rooks & (by_pawn | f.white.near())) - between - parrying;
    // The king moves next to its rook.
    let is_saved = |&target: &Square| {
        let behind_king = rook_hits(rook, (f.others | target.bitboard()) - king.bitboard());
        let denied = f.white.near() | f.pawn_hits() | behind_king | target.bitboard();
        !by_pawn.has(target) && !((f.black_near() - denied) & get_king_moves(target)).is_empty()
    };
    attacked - attacked.into_iter().filter(is_saved).collect::<BitBoard>()
}

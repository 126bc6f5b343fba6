//! Rules of KRPvKR with captures, exchanges or losses of the defender.

use board::sets::distance;
use board::{BitBoard, Color, Rank, Square, get_between_rays, get_king_moves, get_pawn_attacks};

use super::danger::{Aim, black_in_danger, hitting};
use super::king_and_rook::when;
use super::men::RookEnding;
use crate::endings::kpk::PawnEnding;
use crate::geometry::{
    all, any, beyond, files_apart, heart_square, is_aligned, is_on_edge, pushes, queening_square, ranks_from,
    rook_hits, stop_square, within,
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
    /// Then rook and king fight a pawn that is to move, and win if the king is in time or the
    /// pawn's king too far away to help it. The capturing piece must not be taken, nor White
    /// stalemated.
    pub(super) TAKES_THE_ROOK = "the defender takes the rook and stops the pawn", Weak to move: WeakWins,
        claim: "The defender takes the rook, and the king is in time against the pawn, or the pawn's king too far away to help it.",
        plan: "Bring the king in front of the pawn; the rook cuts the other king off, or attacks the pawn from behind.",
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
    let by_king = when(is_by_king && !is_guarded, f.rooks);
    // If both king and rook attack the square, White's king cannot recapture.
    let by_rook =
        when(!f.pawn_hits().has(f.weak_king) && (!is_guarded || is_by_king), f.rooks & f.white_hits);
    let stopping =
        |king, rooks: BitBoard| when(!rooks.is_empty(), rooks & stopping(king, rooks, f.white.king, f.pawn));
    let stops = !by_rook.is_empty() && !stopping(f.weak_king, rook.bitboard()).is_empty();
    stopping(rook, by_king) | when(stops, by_rook)
}

/// Rook against pawn, with the pawn's side to move: the squares among `rooks` with which the rook's
/// side wins.
fn stopping(weak_king: Square, rooks: BitBoard, king: Square, pawn: Square) -> BitBoard {
    let rooks = if is_in_time(weak_king, king, pawn) || is_out_of_reach(weak_king, king, pawn) {
        rooks
    } else {
        rooks & stopping_alone(weak_king, king, pawn)
    };
    if rooks.is_empty() {
        return rooks;
    }
    let stop = stop_square(pawn);
    let is_safe_if_guarded = pawn.rank() <= Rank::Fourth && !is_on_edge(king);
    let guarded = when(is_safe_if_guarded, get_king_moves(weak_king));
    let attacked = (get_king_moves(king) - guarded) | get_pawn_attacks(pawn, Color::White);
    // White might be stalemated if the pawn cannot move either.
    let is_blocked = weak_king == stop || king == stop;
    let blocked = when(is_on_edge(king), if is_blocked { BitBoard::FULL } else { stop.bitboard() });
    rooks - attacked - blocked
}

/// Rook against pawn, with the pawn's side to move: squares of the rook from which it stops the
/// pawn with little help. All, if White's king is three files away, two files to the right of
/// Black's, and on average no nearer to the squares in front of a pawn that has not passed its
/// fifth rank. Those above Black's king, past the third rank and at most two ranks ahead of the
/// pawn, if White's king is four squares away. Those two files from the pawn and not on the file of
/// Black's king, if that is nearer to the queening square, and White's neither past its sixth rank
/// nor two files nearer to the pawn. The last two are for a pawn that has not reached its seventh
/// rank.
fn stopping_alone(weak_king: Square, king: Square, pawn: Square) -> BitBoard {
    let (stop, rank) = (stop_square(pawn), pawn.rank());
    let lead = |to: Square| distance(king, to) as i8 - distance(weak_king, to) as i8;
    let (files, weak_files) = (files_apart(king, pawn), files_apart(weak_king, pawn));
    let is_beside = all([
        rank <= Rank::Fifth,
        files >= 3,
        (king as u8 & 7) >= (weak_king as u8 & 7) + 2,
        lead(stop) + lead(heart_square(pawn)) >= 0,
    ]);
    if is_beside || rank == Rank::Seventh {
        return when(is_beside, BitBoard::FULL);
    }
    let is_far = distance(king, pawn) >= 4 && distance(king, stop) >= 4;
    let above = ranks_from((weak_king.rank() as u8 + 1).max(3)) - ranks_from(rank as u8 + 3);
    let is_ahead =
        all([lead(queening_square(pawn)) >= 1, king.rank() <= Rank::Sixth, files + 1 >= weak_files]);
    let near_files = pawn.file().bitboard() | pawn.file().adjacent() | weak_king.file().bitboard();
    when(is_far, above) | when(is_ahead, !near_files)
}

/// Rook against pawn, with the pawn's side to move: true if the rook's king is in time at the
/// queening square with White's king three squares from the next square of the pawn (three files
/// from it, or no nearer to the queening square, until the pawn has reached its fifth rank); or in
/// time by a move with White's king two files away; or nearer to the queening square of a pawn that
/// has not passed its fourth rank, or as near if it has not passed its third, and not next to the
/// heart square. A pawn that has not passed its fifth rank is also lost if it would not win without
/// the rook.
fn is_in_time(weak_king: Square, king: Square, pawn: Square) -> bool {
    let (queening, rank) = (queening_square(pawn), pawn.rank());
    let to_queening = distance(weak_king, queening) as i8;
    let (spare, lead) = (pushes(pawn) as i8 - to_queening, distance(king, queening) as i8 - to_queening);
    let (files, to_stop) = (files_apart(king, pawn), distance(king, stop_square(pawn)));
    let is_far = to_stop >= 3 && any([rank >= Rank::Fifth, files >= 3, lead >= 0]);
    let is_beside = files >= 2 && rank <= Rank::Fifth;
    let is_first = all([
        rank <= Rank::Fourth,
        lead >= i8::from(rank == Rank::Fourth),
        distance(weak_king, heart_square(pawn)) >= 2,
    ]);
    let ending = PawnEnding { king, pawn, weak_king, to_move: Side::Strong };
    any([spare >= 0 && is_far, spare >= 1 && is_beside, is_first])
        || (rank <= Rank::Fifth && to_stop >= 2 && !ending.is_won_exactly())
}

/// Rook against pawn, with the pawn's side to move: true if White's king is too far away to help a
/// pawn that has not passed its fifth rank: seven moves from the queening square; four files from
/// the pawn (then on the fifth rank Black's king must have reached its fourth); or four squares
/// from the next square of a pawn on its fourth or fifth rank, with Black's king two moves late, or
/// one.
fn is_out_of_reach(weak_king: Square, king: Square, pawn: Square) -> bool {
    let (queening, rank) = (queening_square(pawn), pawn.rank());
    let most_late = match rank {
        Rank::Sixth | Rank::Seventh => return false,
        Rank::Fifth => 1,
        _ => 2,
    };
    let is_slow = rank >= Rank::Fourth
        && distance(king, stop_square(pawn)) >= 4
        && distance(weak_king, queening) <= pushes(pawn) + most_late;
    let is_beside =
        files_apart(king, pawn) >= 4 && (rank <= Rank::Fourth || weak_king.rank() >= Rank::Fourth);
    any([distance(king, queening) >= 7, is_beside, is_slow])
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

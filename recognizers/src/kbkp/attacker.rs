//! The pawn side to move.

use board::{BitBoard, Rank, Square, get_bishop_moves};

use super::defender;
use super::fight::{After, Fight};
use crate::Side;
use crate::geometry::{distance, path, pushes, stop_square};

/// ```text
/// 8  b . . . . . . .      White to move. The bishop hits d5, and the king is at least three squares
///    . . .                from it: it can come near, but not attack the bishop yet. If the pawn
/// 4  . . . P . . . .      steps on, the bishop takes it.
/// 3  . . . . K . . .
///    a b c d e f g h
/// ```
///
/// A pawn on its second rank could pass the square in front of it, so that one does not count.
///
/// KBvKP: asked 4,981,504, spoke 1,345,811, wrong 0; asked about everything it speaks on 1,345,811, wrong 0.
pub(super) fn faces_a_distant_guard(f: &Fight) -> bool {
    let passed = if f.pawn.rank() == Rank::Second { stop_square(f.pawn).bitboard() } else { BitBoard::EMPTY };
    let obstacles = f.pawn.bitboard() | f.bare_king.bitboard();
    let hits = get_bishop_moves(f.bishop, obstacles) & (path(f.pawn) - passed);
    let is_safe = distance(f.king, f.bishop) >= 3 && !f.danger().has(f.bishop);
    is_safe && !hits.is_empty() && !defender::is_shut_in(f)
}

/// Against the move the bishop may be in its own king's way, so it must not stand next to it.
///
/// KBvKP: asked 2,780,506, spoke 428,106, wrong 0; asked about everything it speaks on 662,081, wrong 0.
pub(super) fn cannot_pass_the_king(f: &Fight) -> bool {
    f.without_bishop(Side::Strong).is_drawn()
        && !f.danger().has(f.bishop)
        && distance(f.bishop, f.bare_king) > 1
        && !defender::is_shut_in(f)
}

/// The reasoning is complete: every legal move is looked at, and the defender's answer is one of the rules,
/// or the pawn ending is drawn, or the new queen is taken. A stalemate, having no move, is a draw too.
///
/// KBvKP: asked 2,352,400, spoke 1,938,782, wrong 0; asked about everything it speaks on 3,712,543, wrong 0.
pub(super) fn has_only_drawing_moves(f: &Fight) -> bool {
    let posts = posts_against_king_moves(f);
    let keeps_a_post = |next: &Fight| next.pawn == f.pawn && !(posts - next.danger()).is_empty();
    !is_mated(f)
        && f.every_attacker_move(|after| match after {
            After::Fight(next) => keeps_a_post(&next) || defender::holds(&next),
            After::BishopTaken(ending) => ending.is_drawn(),
            After::QueenLost => true,
            After::QueenInDanger | After::QueenSafe => false,
        })
}

/// Where the bishop may guard the path from after any king move. The king can block no line of the bishop, so
/// all it can do is deny squares: this saves asking [`defender::holds`] about most moves. Left out is the
/// trap on b8.
fn posts_against_king_moves(f: &Fight) -> BitBoard {
    let without_king = f.occupied() - f.king.bitboard();
    let reach = (get_bishop_moves(f.bishop, without_king) - without_king) | f.bishop.bitboard();
    let posts = reach & f.posts();
    if f.pawn == Square::A6 { posts - Square::B8.bitboard() } else { posts }
}

/// KBvKP: asked 3,635,693, spoke 326,307, wrong 0; asked about everything it speaks on 326,307, wrong 0.
pub(super) fn takes_the_bishop(f: &Fight) -> bool {
    let can_take = distance(f.king, f.bishop) == 1 || f.pawn_attacks().has(f.bishop);
    can_take
        && !f.every_attacker_move(|after| !matches!(after, After::BishopTaken(ending) if ending.is_won()))
}

/// Silent where the queen might be skewered or pinned against its king, where two kings at close quarters in
/// the corner leave room for a trick, and where the bare king might be stalemated.
///
/// KBvKP: asked 3,309,386, spoke 528,880, wrong 0; asked about everything it speaks on 561,617, wrong 0.
pub(super) fn promotes(f: &Fight) -> bool {
    pushes(f.pawn) == 1 && !f.every_pawn_move(&mut |after| !matches!(after, After::QueenSafe))
}

/// KBvKP: asked 413,618, spoke 229,587, wrong 0; asked about everything it speaks on 509,777, wrong 0.
pub(super) fn makes_the_pawn_unstoppable(f: &Fight) -> bool {
    let runs = |after| matches!(after, After::Fight(next) if defender::cannot_stop_the_pawn(&next));
    pushes(f.pawn) <= 2 && !f.every_attacker_move(|after| !runs(after))
}

/// KBvKP: asked 184,031, spoke 28, wrong 0; asked about everything it speaks on 28, wrong 0.
pub(super) fn is_mated(f: &Fight) -> bool {
    defender::is_shut_in(f)
        && get_bishop_moves(f.bishop, f.occupied()).has(f.king)
        && !f.danger().has(f.bishop)
}

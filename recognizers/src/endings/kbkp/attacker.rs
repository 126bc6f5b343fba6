//! Rules of KBvKP with the pawn side to move.

use board::{BitBoard, Rank, Square, get_bishop_moves, get_king_moves};

use super::defender;
use super::men::{After, BishopVsPawn};
use crate::geometry::{pushes, stop_square, within};
use crate::rule::{Side, rules};

rules! {
    /// ```text
    /// 8  b . . . . . . .      White to move. The bishop hits d5, and the king is at least three
    ///    . . .                squares from it: it can approach, but not attack the bishop yet. If
    /// 4  . . . P . . . .      the pawn advances, the bishop takes it.
    /// 3  . . . . K . . .
    ///    a b c d e f g h
    /// ```
    ///
    /// A pawn on its second rank could skip the square in front of it, so guarding that square
    /// alone does not count.
    pub(super) DISTANT_GUARD = "the bishop guards out of reach", Strong to move: Draw,
        claim: "A safe bishop guards the path three or more squares from the king, which cannot chase it in time.",
        source: AVERBAKH_1, example: "b7/8/8/8/3P4/4K3/8/7k w - - 0 1",
        at_once(BishopVsPawn as f) {
            "the bishop guards the pawn's path", "drives the bishop from the pawn's path" => is_on_guard(f);
            "the bishop is three squares from the attacker's king", "brings the king near the bishop" =>
                !within(2, f.king).has(f.bishop);
            "the bishop is safe where it stands", "attacks the bishop" => !f.danger().has(f.bishop);
            "the attacker's king is not shut in in the corner", "shuts the king in in the corner" =>
                !defender::is_shut_in(f);
        }
}

#[inline(always)]
fn is_on_guard(f: &BishopVsPawn) -> bool {
    let passed = if f.pawn.rank() == Rank::Second { stop_square(f.pawn) } else { f.pawn };
    f.posts_beyond(passed).has(f.bishop)
}

rules! {
    /// With the pawn side to move the bishop could be in its king's way, so it must not be next to
    /// it.
    pub(super) CANNOT_PASS_THE_KING = "the king holds alone against the move", Strong to move: Draw,
        claim: "The king stops the pawn even without the bishop, which is neither in danger nor in its way.",
        source: PAWN_ENDING, example: "6b1/8/8/1k6/8/K7/P7/8 w - - 0 1",
        in_turn(BishopVsPawn as f) {
            "the bishop is safe where it stands", "attacks the bishop" => !f.danger().has(f.bishop);
            "the bishop is not next to its king", "drives the king next to the bishop" =>
                !get_king_moves(f.weak_king).has(f.bishop);
            "the defender's king stops the pawn even without the bishop", "gets the pawn past the king" =>
                f.without_bishop(Side::Strong).is_drawn();
            "the attacker's king is not shut in in the corner", "shuts the king in in the corner" =>
                !defender::is_shut_in(f);
        }

    /// Complete analysis: after every legal move a rule of the defender applies, or the pawn ending
    /// is drawn, or the new queen is taken. Stalemate is included.
    pub(super) HAS_ONLY_DRAWING_MOVES = "every move leads to a draw", Strong to move: Draw,
        claim: "Whatever the attacker plays, the defender to move holds by one of the rules above.",
        source: VERIFY, example: "8/8/8/8/6b1/5K1k/P7/8 w - - 0 1",
        holds(BishopVsPawn) { has_only_drawing_moves }
}

fn has_only_drawing_moves(f: &BishopVsPawn) -> bool {
    !IS_MATED.holds(f) && f.every_pawn_move(leads_to_a_draw) && every_king_move_draws(f)
}

fn leads_to_a_draw(after: After) -> bool {
    match after {
        After::Unchanged(next) => defender::holds(&next),
        After::BishopTaken(ending) => ending.is_drawn(),
        After::QueenLost => true,
        After::QueenInDanger | After::QueenSafe => false,
    }
}

/// A post from which the bishop can guard the path draws against all king moves except those that
/// attack it there. The remaining moves are analyzed one by one.
fn every_king_move_draws(f: &BishopVsPawn) -> bool {
    let takes = f.king_steps() & f.bishop.bitboard();
    let unanswered = unanswered_by_posts(f, f.king_steps() - takes);
    unanswered.iter().all(|to| defender::holds(&f.with_king(to)))
        && (takes.is_empty() || f.after_king_takes().is_drawn())
}

/// The king moves that no post answers. The king cannot block a line of the bishop, so it can only
/// take squares away from it. The trap on b8 is left out.
fn unanswered_by_posts(f: &BishopVsPawn, mut steps: BitBoard) -> BitBoard {
    let reach = (f.hit_through_king() - f.occupied()) | f.bishop.bitboard();
    let denied_by_pawn = f.pawn_attacks() - get_king_moves(f.weak_king);
    let trap = if f.pawn == Square::A6 { Square::B8.bitboard() } else { BitBoard::EMPTY };
    let posts = f.posts() & (reach - denied_by_pawn - trap);
    if !(posts & get_king_moves(f.weak_king)).is_empty() {
        return BitBoard::EMPTY;
    }
    for post in posts {
        steps &= get_king_moves(post);
        if steps.is_empty() {
            break;
        }
    }
    steps
}

rules! {
    pub(super) TAKES_THE_BISHOP = "the bishop is lost and the pawn wins", Strong to move: StrongWins,
        claim: "The attacker takes the bishop and wins the pawn ending.",
        source: PAWN_ENDING, example: "8/8/8/8/P5b1/5K2/8/1k6 w - - 0 1",
        holds(BishopVsPawn) { takes_the_bishop }
}

#[inline(always)]
fn takes_the_bishop(f: &BishopVsPawn) -> bool {
    let by_pawn = f.pawn_attacks().has(f.bishop);
    let by_king = (get_king_moves(f.king) - get_king_moves(f.weak_king)).has(f.bishop);
    (by_pawn && f.bishop.rank() != Rank::Eighth && f.after_pawn_takes().is_won())
        || (by_king && f.after_king_takes().is_won())
}

rules! {
    /// Does not apply where the queen might be skewered or pinned against its king, where the kings
    /// are close to each other in the corner, or where the bare king might be stalemated.
    pub(in crate::endings) PROMOTES = "the pawn promotes", Strong to move: StrongWins,
        claim: "The pawn becomes a queen that is not lost to a capture, a check or a pin, and it is not stalemate.",
        source: GAME, example: "8/P7/8/3K4/6k1/8/7b/8 w - - 0 1",
        in_turn(BishopVsPawn as f) {
            "the pawn is on its seventh rank", "leaves the pawn behind" => pushes(f.pawn) == 1;
            "the new queen is not lost, and it is not stalemate", "makes it unsafe to promote" =>
                gets_a_safe_queen(f);
        }
}

#[inline(always)]
fn gets_a_safe_queen(f: &BishopVsPawn) -> bool {
    !f.every_pawn_move(|after| !matches!(after, After::QueenSafe))
}

rules! {
    pub(super) MAKES_THE_PAWN_UNSTOPPABLE = "a move makes the pawn unstoppable", Strong to move: StrongWins,
        claim: "After a push or a king move the pawn, on its seventh rank, cannot be stopped.",
        source: VERIFY, example: "7k/8/1P2b3/8/4K3/8/8/8 w - - 0 1",
        holds(BishopVsPawn) { makes_the_pawn_unstoppable }
}

#[inline(always)]
fn makes_the_pawn_unstoppable(f: &BishopVsPawn) -> bool {
    let is_unstoppable = |next: &BishopVsPawn| defender::CANNOT_STOP_THE_PAWN.holds(next);
    match pushes(f.pawn) {
        1 => (f.king_steps() - f.bishop.bitboard()).iter().any(|to| is_unstoppable(&f.with_king(to))),
        2 => !f.every_pawn_move(|after| !matches!(after, After::Unchanged(next) if is_unstoppable(&next))),
        _ => false,
    }
}

rules! {
    pub(super) IS_MATED = "mated in the corner", Strong to move: WeakWins,
        claim: "The attacker's king is checkmated in the corner in front of or behind its own rook pawn.",
        source: AVERBAKH_1, example: "8/8/8/8/3b4/8/P7/K1k5 w - - 0 1",
        in_turn(BishopVsPawn as f) {
            "the attacker's king is shut in in the corner", "frees the king" => defender::is_shut_in(f);
            "the bishop gives check", "meets the check" => get_bishop_moves(f.bishop, f.occupied()).has(f.king);
            "the bishop is safe where it stands", "takes the bishop" => !f.danger().has(f.bishop);
        }
}

//! The rules of KBvKP, in the order of asking.

use board::{BitBoard, Rank, Square, get_bishop_moves, get_king_moves, get_line_rays};

use super::fight::{After, Fight};
use crate::geometry::{distance, path, pushes, queening_square, same_color, stop_square};
use crate::{Outcome, Rule, Side};

type Test = fn(&Fight) -> bool;

const DEFENDER: Option<Side> = Some(Side::Weak);
const ATTACKER: Option<Side> = Some(Side::Strong);

const fn rule(
    name: &'static str,
    to_move: Option<Side>,
    outcome: Outcome,
    claim: &'static str,
    source: &'static str,
) -> Rule {
    Rule { name, claim, source, to_move, outcome }
}

const AVERBAKH: &str = "Averbakh, Comprehensive Chess Endings 1";
const GAME: &str = "the rules of the game";
const VERIFY: &str = "found and proved with verify";

#[rustfmt::skip]
pub(super) const RULES: [(Rule, Test); 19] = [
    (rule("the pawn can be taken", DEFENDER, Outcome::Draw,
        "The bishop or the king takes the pawn.", GAME), takes_the_pawn),
    (rule("the bishop guards the path", DEFENDER, Outcome::Draw,
        "A bishop that is safe and hits a square in front of the pawn keeps it from promoting.", AVERBAKH), guards_the_path),
    (rule("the bishop reaches the path", DEFENDER, Outcome::Draw,
        "The bishop has a safe move to a square from which it hits the path.", AVERBAKH), reaches_the_path),
    (rule("the pawn has far to go", DEFENDER, Outcome::Draw,
        "Against a pawn on its second to fourth rank a bishop that can move is in time.", VERIFY), has_far_to_go),
    (rule("the king holds alone", DEFENDER, Outcome::Draw,
        "The king stops the pawn even without the bishop, and has a move.", "KPvK"), king_holds_alone),
    (rule("the bishop hits the stuck pawn", DEFENDER, Outcome::Draw,
        "The bishop attacks the pawn while it cannot step: it is blocked, pinned, or its king is in check.", VERIFY), hits_the_stuck_pawn),
    (rule("the bishop arrives in two moves", DEFENDER, Outcome::Draw,
        "With the pawn two or three moves from promotion, the bishop reaches a guard out of the king's reach in two.", AVERBAKH), arrives_in_two),
    (rule("the king clears the line", DEFENDER, Outcome::Draw,
        "The bishop hits the path as soon as its own king steps aside.", VERIFY), clears_the_line),
    (rule("king and bishop work together", DEFENDER, Outcome::Draw,
        "With the pawn on its fifth rank and the king within three squares of the queening square, either of them stops it.", VERIFY), king_helps),
    (rule("the check does no harm", DEFENDER, Outcome::Draw,
        "The pawn checks, but the bishop guards the path or the pawn is not beyond its fifth rank.", VERIFY), check_is_harmless),
    (rule("mate in the corner", DEFENDER, Outcome::WeakWins,
        "The king is shut in the corner by its own rook pawn and the bishop gives mate.", AVERBAKH), mates_in_the_corner),
    (rule("the pawn cannot be stopped", DEFENDER, Outcome::StrongWins,
        "The pawn promotes next move: neither bishop nor king gets there, and no check or pin helps.", VERIFY), cannot_be_stopped),
    (rule("the bishop guards out of reach", ATTACKER, Outcome::Draw,
        "The bishop guards the path at least three squares from the king, which therefore cannot chase it before it has moved.", AVERBAKH), guards_out_of_reach),
    (rule("the king holds alone against the move", ATTACKER, Outcome::Draw,
        "The king stops the pawn even without the bishop, which is neither in danger nor in the king's way.", "KPvK"), king_holds_against_the_move),
    (rule("every move leads to a draw", ATTACKER, Outcome::Draw,
        "Whatever the attacker plays, the defender answers with one of the defenses above.", VERIFY), every_move_draws),
    (rule("the bishop is lost and the pawn wins", ATTACKER, Outcome::StrongWins,
        "The attacker takes the bishop and wins the pawn ending.", "KPvK"), takes_the_bishop),
    (rule("the pawn promotes", ATTACKER, Outcome::StrongWins,
        "The pawn becomes a queen that can neither be taken nor be won by a check, and it is no stalemate.", GAME), promotes),
    (rule("a move makes the pawn unstoppable", ATTACKER, Outcome::StrongWins,
        "After a king move or a push the pawn, now on its seventh rank, cannot be stopped.", VERIFY), makes_the_pawn_unstoppable),
    (rule("mated in the corner", ATTACKER, Outcome::WeakWins,
        "The king is shut in the corner by its own rook pawn and checkmated.", AVERBAKH), is_mated_in_the_corner),
];

fn takes_the_pawn(f: &Fight) -> bool {
    f.can_take_pawn() && !mates_in_the_corner(f)
}

fn guards_the_path(f: &Fight) -> bool {
    f.is_on_guard() && !f.danger().has(f.bishop) && !f.is_in_check() && !mates_in_the_corner(f)
}

fn reaches_the_path(f: &Fight) -> bool {
    let posts = f.safe_bishop_moves() & (f.posts() - trap(f));
    !posts.is_empty() && !f.is_in_check() && !mates_in_the_corner(f)
}

/// The post from which there is no return: on b8 the bishop guards a7, but with the pawn on a6 the king on c6 shuts it in.
fn trap(f: &Fight) -> BitBoard {
    if f.pawn == Square::A6 && f.king == Square::C6 { Square::B8.bitboard() } else { BitBoard::EMPTY }
}

fn has_far_to_go(f: &Fight) -> bool {
    (pushes(f.pawn) == 5 || (pushes(f.pawn) == 4 && !f.bishop_moves().is_empty()))
        && !f.is_in_check()
        && !mates_in_the_corner(f)
}

fn king_holds_alone(f: &Fight) -> bool {
    f.without_bishop(Side::Weak).is_drawn() && !f.bare_king_moves().is_empty() && !mates_in_the_corner(f)
}

fn hits_the_stuck_pawn(f: &Fight) -> bool {
    let others = f.occupied() - f.bishop.bitboard();
    let hits = f.safe_bishop_moves() & get_bishop_moves(f.pawn, others);
    if hits.is_empty() || f.is_in_check() || mates_in_the_corner(f) {
        return false;
    }
    let checks = get_bishop_moves(f.king, others);
    let pins = if checks.has(f.pawn) { get_line_rays(f.king, f.pawn) } else { BitBoard::EMPTY };
    others.has(stop_square(f.pawn)) || !(hits & (checks | pins)).is_empty()
}

fn arrives_in_two(f: &Fight) -> bool {
    if f.is_in_check() {
        return false;
    }
    let needed = match pushes(f.pawn) {
        2 if !f.king_is_in_the_way() => 2,
        2 | 3 => 1,
        _ => return false,
    };
    f.posts_in_two().len() >= needed && !mates_in_the_corner(f)
}

fn clears_the_line(f: &Fight) -> bool {
    let open = get_bishop_moves(f.bishop, f.pawn.bitboard()) & path(f.pawn);
    if open.is_empty() || f.is_in_check() || mates_in_the_corner(f) {
        return false;
    }
    let attacked = (get_king_moves(f.king) | f.pawn_attacks()).has(f.bishop);
    let line = get_bishop_moves(f.bishop, f.pawn.bitboard());
    !attacked && !(f.bare_king_moves() - line).is_empty()
}

fn king_helps(f: &Fight) -> bool {
    pushes(f.pawn) == 3 && distance(f.bare_king, queening_square(f.pawn)) <= 3 && !f.is_in_check()
}

fn check_is_harmless(f: &Fight) -> bool {
    if !f.is_in_check() {
        return false;
    }
    let keeps_guard = || f.is_on_guard() && !f.danger().has(f.bishop) && !f.bare_king_moves().is_empty();
    pushes(f.pawn) >= 3 || keeps_guard()
}

/// The king in the corner behind or before its own rook pawn.
fn is_in_its_corner(f: &Fight) -> bool {
    matches!((f.king, f.pawn), (Square::A1, Square::A2) | (Square::A8, Square::A7))
}

/// The king in that corner, the bare king taking its last squares.
fn is_shut_in(f: &Fight) -> bool {
    let is_two_files_away = f.bare_king as u8 & 7 == 2;
    is_in_its_corner(f)
        && is_two_files_away
        && distance(f.king, f.bare_king) == 2
        && (f.bare_king as u8).abs_diff(f.king as u8) <= 10
}

fn mates_in_the_corner(f: &Fight) -> bool {
    if !is_in_its_corner(f) {
        return false;
    }
    let by_bishop = || !(get_bishop_moves(f.king, f.occupied()) & f.safe_bishop_moves()).is_empty();
    // From c3 or c6 the king steps aside, shuts the corner, and the bishop gives check from behind it.
    let by_king = || {
        let screen = if f.king == Square::A1 { Square::C3 } else { Square::C6 };
        f.bare_king == screen && get_bishop_moves(f.bishop, f.occupied() - f.bare_king.bitboard()).has(f.king)
    };
    if is_shut_in(f) { by_bishop() } else { by_king() }
}

fn is_mated_in_the_corner(f: &Fight) -> bool {
    is_shut_in(f) && get_bishop_moves(f.bishop, f.occupied()).has(f.king) && !f.danger().has(f.bishop)
}

fn cannot_be_stopped(f: &Fight) -> bool {
    if pushes(f.pawn) != 1 || f.is_in_check() || f.can_take_pawn() {
        return false;
    }
    let queening = queening_square(f.pawn);
    let occupied = f.occupied();
    let king_is_late = distance(f.bare_king, queening) > 2
        || (distance(f.king, queening) == 1 && distance(f.king, f.pawn) == 1);
    // A check would drive the king in front of its own pawn.
    let king_is_clumsy = f.king.rank() == Rank::Eighth && distance(f.king, f.bare_king) <= 3;
    if occupied.has(queening) || !king_is_late || king_is_clumsy {
        return false;
    }
    let open = f.pawn.bitboard();
    let posts = get_bishop_moves(queening, open);
    let moves = f.safe_bishop_moves();
    let discovered = get_bishop_moves(f.bishop, occupied - f.bare_king.bitboard() - open).has(f.king);
    if posts.has(f.bishop) || !(posts & moves).is_empty() || discovered {
        return false;
    }
    let king_lines = get_bishop_moves(f.king, BitBoard::EMPTY);
    if same_color(queening).has(f.bishop) {
        let checks = get_bishop_moves(f.king, occupied) & moves;
        let obstacles = open | f.bare_king.bitboard();
        !king_lines.has(queening)
            && checks.iter().all(|c| (get_bishop_moves(c, obstacles) & posts).is_empty())
    } else {
        let pawn_lines = get_bishop_moves(f.pawn, BitBoard::EMPTY);
        (pawn_lines & king_lines & moves).is_empty()
    }
}

fn guards_out_of_reach(f: &Fight) -> bool {
    let beyond_double_step =
        if f.pawn.rank() == Rank::Second { stop_square(f.pawn).bitboard() } else { BitBoard::EMPTY };
    let obstacles = f.pawn.bitboard() | f.bare_king.bitboard();
    let hits = get_bishop_moves(f.bishop, obstacles) & (path(f.pawn) - beyond_double_step);
    distance(f.king, f.bishop) >= 3 && !hits.is_empty() && !f.danger().has(f.bishop) && !is_shut_in(f)
}

fn king_holds_against_the_move(f: &Fight) -> bool {
    f.without_bishop(Side::Strong).is_drawn()
        && !f.danger().has(f.bishop)
        && distance(f.bishop, f.bare_king) > 1
        && !is_shut_in(f)
}

/// The defender to move holds by one of the rules for it.
fn defender_holds(f: &Fight) -> bool {
    guards_the_path(f)
        || takes_the_pawn(f)
        || has_far_to_go(f)
        || reaches_the_path(f)
        || king_holds_alone(f)
        || hits_the_stuck_pawn(f)
        || clears_the_line(f)
        || king_helps(f)
        || arrives_in_two(f)
        || check_is_harmless(f)
}

fn every_move_draws(f: &Fight) -> bool {
    let posts = posts_against_king_moves(f);
    !is_mated_in_the_corner(f)
        && f.every_attacker_move(|after| match after {
            After::Fight(next) => {
                (next.pawn == f.pawn && !(posts - next.danger()).is_empty()) || defender_holds(&next)
            }
            After::BishopTaken(ending) => ending.is_drawn(),
            After::QueenLost => true,
            After::QueenInDanger | After::QueenSafe => false,
        })
}

/// Where the bishop may guard the path from after any move of the attacker's king: the king can block no line
/// of the bishop, so all it can do is deny squares (and set the one trap, for which the rules above are asked).
fn posts_against_king_moves(f: &Fight) -> BitBoard {
    let without_king = f.occupied() - f.king.bitboard();
    let reach = (get_bishop_moves(f.bishop, without_king) - without_king) | f.bishop.bitboard();
    let posts = reach & f.posts();
    if f.pawn == Square::A6 { posts - Square::B8.bitboard() } else { posts }
}

fn takes_the_bishop(f: &Fight) -> bool {
    let can_take = distance(f.king, f.bishop) == 1 || f.pawn_attacks().has(f.bishop);
    can_take
        && !f.every_attacker_move(|after| !matches!(after, After::BishopTaken(ending) if ending.is_won()))
}

fn promotes(f: &Fight) -> bool {
    pushes(f.pawn) == 1 && !f.every_pawn_move(&mut |after| !matches!(after, After::QueenSafe))
}

fn makes_the_pawn_unstoppable(f: &Fight) -> bool {
    pushes(f.pawn) <= 2
        && !f.every_attacker_move(|after| !matches!(after, After::Fight(next) if cannot_be_stopped(&next)))
}

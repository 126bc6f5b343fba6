//! A pawn each: KPvKP.
//!
//! Pawns that are past each other run a race, and counting decides it: whether a king still catches the pawn, who promotes first,
//! and whether the new queen settles matters. When each king catches the other side's pawn, the ending of king and pawn against
//! king says most: what neither pawn wins alone, they seldom win together. See Averbakh, *Comprehensive Chess Endings* 4, and Müller
//! and Lamprecht, *Secrets of Pawn Endings*, chapters 3 and 4.
//!
//! Both sides have the same chances, so the rules speak of the side to move, the *mover*, and the other, the *rival*. The last three
//! rules make each move of the mover and ask the others.
//!
//! The figures in the rules' docs are those of `verify KPvKP`.

mod look_ahead;
mod race;

pub use race::{PawnRace, Perspective};

use board::Piece;
use board::sets::distance;

use crate::geometry::{is_aligned, queening_square, stop_square};
use crate::recognizer::RuleBook;
use crate::rule::{Outcome, Rule, Side};

/// The recognizer of KPvKP.
pub static RECOGNIZER: RuleBook<PawnRace> = RuleBook::new(&[Piece::Pawn], &[Piece::Pawn], &RULES);

type Test = fn(&PawnRace) -> bool;

const GAME: &str = "the rules of the game";
const PAWN_ENDING: &str = "the solved table of KPvK";
const RACE: &str = "Müller and Lamprecht, Secrets of Pawn Endings, chapter 4";
const AVERBAKH: &str = "Averbakh, Comprehensive Chess Endings 4";
const VERIFY: &str = "found and proved with verify";

/// How many of the rules, from the first, look at the position as it stands.
const STANDING: usize = 21;

/// In the order of asking.
#[rustfmt::skip]
static RULES: [(Rule, Test); STANDING + 3] = [
    (Rule::new("the pawn is taken and the other wins", None, Outcome::MoverWins,
        "The mover takes the rival's pawn and wins the pawn ending.",
        PAWN_ENDING), takes_and_wins),
    (Rule::new("the pawn is two moves ahead", None, Outcome::MoverWins,
        "Nobody catches the mover's pawn, and it promotes two moves before the rival's, whose king is not beside its queening square and has three squares.",
        RACE), is_two_ahead),
    (Rule::new("the rival is two moves ahead", None, Outcome::MoverLoses,
        "Nobody catches the rival's pawn, and it promotes two moves before the mover's, whose king is not beside his queening square.",
        RACE), is_two_behind),
    (Rule::new("the pawn is a move ahead", None, Outcome::MoverWins,
        "Nobody catches the mover's pawn, and it promotes a move before the rival's, whose king is four squares from its queening square and not on its path.",
        RACE), is_one_ahead),
    (Rule::new("the rival is a move ahead", None, Outcome::MoverLoses,
        "Nobody catches the rival's pawn, and it promotes a move before the mover's, whose king is four squares from his queening square.",
        RACE), is_one_behind),
    (Rule::new("the pawn outruns the king by far", None, Outcome::MoverWins,
        "The mover's pawn is two moves ahead, the rival's king two moves late, and the mover's own king three squares from the queening square.",
        RACE), outruns_the_king),
    (Rule::new("the king stops the only runner", None, Outcome::MoverWins,
        "Nobody catches the mover's pawn; his king catches the other with two moves to spare, and the rival's king is four squares from its queening square.",
        RACE), stops_the_only_runner),
    (Rule::new("the mover has no chances", None, Outcome::MoverLoses,
        "Nobody catches the rival's pawn, it has three moves to go and no more than the mover's, whose pawn does not win even alone.",
        RACE), has_no_chances),
    (Rule::new("the king cannot speed up his pawn", None, Outcome::MoverLoses,
        "The rival's pawn is two moves ahead; the mover's king beside his queening square is of no use while the rival's is three from its own.",
        RACE), cannot_speed_up),
    (Rule::new("neither pawn wins alone", None, Outcome::Draw,
        "The pawns are past each other and neither wins alone, the rival's not even with the move; its king is not beside it and has two squares.",
        PAWN_ENDING), neither_wins_alone),
    (Rule::new("the king is nearer to the pawn's heart square", None, Outcome::Draw,
        "Two files apart, neither pawn wins alone, and the mover's king is nearer to the heart square of the rival's pawn.",
        PAWN_ENDING), is_nearer_to_the_heart),
    (Rule::new("taking the pawn takes too long", None, Outcome::Draw,
        "Neither pawn wins alone, they are two ranks apart, and the mover's king, after taking the rival's, is three moves late for the heart square of his own.",
        AVERBAKH), takes_too_long),
    (Rule::new("both kings are in front of the pawns", None, Outcome::Draw,
        "Each king catches the other side's pawn, and none can take it and get back to his own in time; both are far from their queening squares.",
        AVERBAKH), are_kings_in_front),
    (Rule::new("the king in front has time to spare", None, Outcome::Draw,
        "The mover's king is three ranks ahead of the rival's pawn, the rival's catches his with two moves to spare and has no time to take it.",
        AVERBAKH), has_time_to_spare),
    (Rule::new("the kings keep the pawns apart", None, Outcome::Draw,
        "The pawns are not past each other; each king catches the pawn of the other side and is too late for more.",
        VERIFY), keep_the_pawns_apart),
    (Rule::new("the kings are nearer to the enemy pawns", None, Outcome::Draw,
        "The pawns are not past each other and three ranks apart, each king is about as near to the other side's pawn as its own, and each catches it.",
        VERIFY), are_nearer_to_enemies),
    (Rule::new("taking the pawn saves the draw", None, Outcome::Draw,
        "The mover takes the rival's pawn, which is two moves ahead of his own, and the rival's king catches his.",
        PAWN_ENDING), takes_and_draws),
    (Rule::new("both promote and the first queen is held", None, Outcome::Draw,
        "Both pawns promote, the mover's first and without check, and win no queen; the rival's king is free and near the mover's pawn, the mover's far from the rival's.",
        RACE), is_first_queen_held),
    (Rule::new("both promote off the edge", None, Outcome::Draw,
        "Both pawns promote, the mover's first, within two moves and without check, and win no queen; the rival's is a bishop or center pawn, and the kings are apart.",
        RACE), promote_off_the_edge),
    (Rule::new("both promote and the second queen is held", None, Outcome::Draw,
        "Both pawns promote, the rival's first and without check, and win no queen; the mover's king is free and near the rival's pawn.",
        RACE), is_second_queen_held),
    (Rule::new("both promote far from the kings", None, Outcome::Draw,
        "Both pawns promote, the rival's first and without check, and win no queen; the mover's king is seven squares from the rival's queening square.",
        RACE), promote_far_from_the_kings),
    (Rule::new("a move wins", None, Outcome::MoverWins,
        "The mover has a move after which the rival loses by one of the other rules.",
        GAME), a_move_wins),
    (Rule::new("every move loses", None, Outcome::MoverLoses,
        "The mover is mated, or after each of his moves the rival wins by one of the other rules.",
        GAME), every_move_loses),
    (Rule::new("every move draws or loses", None, Outcome::Draw,
        "The mover is stalemated, or by the other rules none of his moves wins and one draws.",
        GAME), every_move_draws_or_loses),
];

/// KPvKP: asked 7,436,088, spoke 629,852, wrong 0; asked about everything it speaks on 629,852, wrong 0.
fn takes_and_wins(p: &PawnRace) -> bool {
    p.mover.takes() == Some(true)
}

/// ```text
/// 7  . . . . . . . k      White to move promotes in three moves. Black's pawn is on f4 then, and the
/// 6  . . . . . p . .      queen stops it.
/// 5  P . . . . . . .
///    . . .
/// 2  . K . . . . . .
///    a b c d e f g h
/// ```
///
/// KPvKP: asked 6,806,236, spoke 1,084,658, wrong 0; asked about everything it speaks on 1,173,652, wrong 0.
fn is_two_ahead(p: &PawnRace) -> bool {
    p.ahead() >= 2
        && p.does_mover_run()
        && !p.is_check()
        && p.rival.king_to_queening() >= 2
        && p.rival.steps().len() >= 3
}

/// KPvKP: asked 5,721,578, spoke 612,358, wrong 0; asked about everything it speaks on 612,358, wrong 0.
fn is_two_behind(p: &PawnRace) -> bool {
    p.ahead() <= -3 && p.does_rival_run() && p.mover.king_to_queening() >= 2
}

/// KPvKP: asked 5,109,220, spoke 322,024, wrong 0; asked about everything it speaks on 1,095,874, wrong 0.
fn is_one_ahead(p: &PawnRace) -> bool {
    p.ahead() >= 1
        && p.does_mover_run()
        && !p.is_check()
        && p.rival.king_to_queening() >= 4
        && p.rival.is_path_free()
}

/// KPvKP: asked 4,787,196, spoke 221,352, wrong 0; asked about everything it speaks on 596,124, wrong 0.
fn is_one_behind(p: &PawnRace) -> bool {
    p.ahead() <= -2 && p.does_rival_run() && p.mover.king_to_queening() >= 4
}

/// KPvKP: asked 4,565,844, spoke 101,616, wrong 0; asked about everything it speaks on 884,810, wrong 0.
fn outruns_the_king(p: &PawnRace) -> bool {
    p.ahead() >= 2
        && p.does_mover_run()
        && p.files_apart() >= 1
        && p.mover.catcher_is_late() >= 2
        && p.mover.king_to_queening() >= 3
}

/// KPvKP: asked 4,464,228, spoke 61,358, wrong 0; asked about everything it speaks on 333,988, wrong 0.
fn stops_the_only_runner(p: &PawnRace) -> bool {
    p.does_mover_run()
        && p.files_apart() >= 1
        && p.rival.catcher_is_late() <= -2
        && p.rival.king_to_queening() >= 4
        && !p.rival.occupied().has(stop_square(p.rival.pawn))
}

/// KPvKP: asked 4,402,870, spoke 119,946, wrong 0; asked about everything it speaks on 399,442, wrong 0.
fn has_no_chances(p: &PawnRace) -> bool {
    p.rival.catcher_is_late() >= 2
        && p.are_pawns_past()
        && p.ahead() <= 0
        && p.rival.pushes() <= 3
        && p.mover.king_to_queening() >= 3
        && !p.mover.wins_alone(Side::Strong)
}

/// KPvKP: asked 4,282,924, spoke 61,472, wrong 0; asked about everything it speaks on 61,472, wrong 0.
fn cannot_speed_up(p: &PawnRace) -> bool {
    p.ahead() <= -3
        && p.does_rival_run()
        && p.files_apart() >= 1
        && p.mover.king_to_queening() <= 1
        && p.rival.king_to_queening() >= 3
}

/// ```text
/// 6  . . k . . . p .      Each king holds the other side's pawn, and neither can do more.
/// 5  . . . . . . . .
/// 4  . P . . . K . .
///    a b c d e f g h
/// ```
///
/// KPvKP: asked 4,221,452, spoke 400,898, wrong 0; asked about everything it speaks on 400,898, wrong 0.
fn neither_wins_alone(p: &PawnRace) -> bool {
    p.are_pawns_past()
        && distance(p.rival.king, p.rival.pawn) >= 2
        && p.rival.steps().len() >= 2
        && !p.mover.wins_alone(Side::Strong)
        && !p.rival.wins_alone(Side::Weak)
        && !p.rival.wins_alone(Side::Strong)
}

/// KPvKP: asked 3,820,554, spoke 144,156, wrong 0; asked about everything it speaks on 455,578, wrong 0.
fn is_nearer_to_the_heart(p: &PawnRace) -> bool {
    p.files_apart() >= 2
        && p.rival.lead() <= -1
        && p.rival.steps().len() >= 3
        && p.is_neither_enough()
        && !p.mover.wins_alone(Side::Weak)
}

/// KPvKP: asked 3,676,398, spoke 77,546, wrong 0; asked about everything it speaks on 283,392, wrong 0.
fn takes_too_long(p: &PawnRace) -> bool {
    p.ranks_apart() >= 2
        && p.mover.late_after_taking() >= 3
        && p.mover.king_to_queening() >= 5
        && p.is_neither_enough()
}

/// KPvKP: asked 3,598,852, spoke 87,952, wrong 0; asked about everything it speaks on 319,808, wrong 0.
fn are_kings_in_front(p: &PawnRace) -> bool {
    p.are_pawns_past()
        && p.are_both_caught()
        && p.mover.late_after_taking() >= 2
        && p.rival.late_after_taking() >= 1
        && p.mover.king_to_queening() >= 5
        && p.rival.king_to_queening() >= 6
        && p.mover.enemy_ahead() >= 2
        && p.mover.steps().len() >= 2
}

/// KPvKP: asked 3,510,900, spoke 30,376, wrong 0; asked about everything it speaks on 161,058, wrong 0.
fn has_time_to_spare(p: &PawnRace) -> bool {
    p.are_pawns_past()
        && p.are_both_caught()
        && p.rival.enemy_ahead() >= 3
        && p.mover.catcher_is_late() <= -2
        && p.rival.late_after_taking() >= 1
        && p.ahead() >= -1
        && p.mover.lead() <= 1
}

/// KPvKP: asked 3,480,524, spoke 27,218, wrong 0; asked about everything it speaks on 35,336, wrong 0.
fn keep_the_pawns_apart(p: &PawnRace) -> bool {
    !p.are_pawns_past()
        && p.are_both_caught()
        && p.files_apart() == 1
        && p.rival.late_after_taking() >= 2
        && p.mover.late_after_taking() >= 3
        && distance(p.rival.king, p.rival.enemy_pawn) <= 5
        && p.mover.enemy_ahead() >= 1
        && p.mover.enemy_is_nearer() <= 1
}

/// KPvKP: asked 3,453,306, spoke 32,596, wrong 0; asked about everything it speaks on 58,178, wrong 0.
fn are_nearer_to_enemies(p: &PawnRace) -> bool {
    !p.are_pawns_past()
        && p.are_both_caught()
        && p.ranks_apart() >= 3
        && p.rival.enemy_is_nearer() <= 0
        && p.mover.enemy_is_nearer() <= 1
        && p.rival.enemy_ahead() >= 3
        && p.mover.catcher_is_late() <= -2
}

/// KPvKP: asked 3,420,710, spoke 56,750, wrong 0; asked about everything it speaks on 123,016, wrong 0.
fn takes_and_draws(p: &PawnRace) -> bool {
    p.ahead() <= -2
        && p.mover.catcher_is_late() <= 0
        && p.mover.late_after_taking() >= 0
        && p.rival.catcher_is_late() >= -1
        && p.rival.steps().len() >= 2
        && p.mover.takes() == Some(false)
}

/// KPvKP: asked 3,363,960, spoke 52,788, wrong 0; asked about everything it speaks on 52,788, wrong 0.
fn is_first_queen_held(p: &PawnRace) -> bool {
    p.rival.steps().len() >= 7
        && distance(p.mover.king, p.mover.enemy_pawn) >= 4
        && distance(p.rival.king, p.rival.enemy_pawn) <= 4
        && p.kings_apart() >= 3
        && (1..=6).contains(&p.files_apart())
        && p.do_both_promote_mover_first()
}

/// KPvKP: asked 3,311,172, spoke 36,404, wrong 0; asked about everything it speaks on 50,588, wrong 0.
fn promote_off_the_edge(p: &PawnRace) -> bool {
    let file = p.rival.pawn as u8 & 7;
    file.min(7 - file) >= 2
        && p.kings_apart() >= 3
        && p.files_apart() >= 1
        && p.mover.pushes() <= 2
        && !is_aligned(p.mover.king, p.mover.enemy_king)
        && p.do_both_promote_mover_first()
}

/// KPvKP: asked 3,274,768, spoke 53,426, wrong 0; asked about everything it speaks on 53,426, wrong 0.
fn is_second_queen_held(p: &PawnRace) -> bool {
    p.mover.steps().len() >= 7
        && p.rival.steps().len() >= 3
        && distance(p.mover.king, p.mover.enemy_pawn) <= 4
        && distance(p.mover.enemy_king, queening_square(p.mover.pawn)) >= 4
        && (1..=6).contains(&p.files_apart())
        && p.do_both_promote_rival_first()
}

/// KPvKP: asked 3,221,342, spoke 33,536, wrong 0; asked about everything it speaks on 33,536, wrong 0.
fn promote_far_from_the_kings(p: &PawnRace) -> bool {
    distance(p.mover.king, p.mover.enemy_pawn) <= 6
        && distance(p.rival.enemy_king, queening_square(p.rival.pawn)) >= 7
        && distance(p.mover.enemy_king, queening_square(p.mover.pawn)) >= 4
        && p.kings_apart() >= 4
        && (1..=6).contains(&p.files_apart())
        && p.do_both_promote_rival_first()
}

/// KPvKP: asked 3,187,806, spoke 139,524, wrong 0; asked about everything it speaks on 2,064,522, wrong 0.
fn a_move_wins(p: &PawnRace) -> bool {
    p.results().any(|result| result == Some(Outcome::MoverWins))
}

/// KPvKP: asked 3,048,282, spoke 100,434, wrong 0; asked about everything it speaks on 1,013,636, wrong 0.
fn every_move_loses(p: &PawnRace) -> bool {
    let mut results = p.results().peekable();
    (results.peek().is_some() || p.is_check()) && results.all(|result| result == Some(Outcome::MoverLoses))
}

/// KPvKP: asked 2,947,848, spoke 67,880, wrong 0; asked about everything it speaks on 530,020, wrong 0.
fn every_move_draws_or_loses(p: &PawnRace) -> bool {
    let mut best = (!p.is_check()).then_some(Outcome::Draw).filter(|_| p.results().next().is_none());
    for result in p.results() {
        match result {
            Some(Outcome::Draw) => best = result,
            Some(Outcome::MoverLoses) => {}
            _ => return false,
        }
    }
    best.is_some()
}

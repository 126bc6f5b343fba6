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

mod kings;
mod look_ahead;
mod queens;
mod race;
mod runners;

pub use race::{PawnRace, Perspective};

use board::Piece;

use crate::endings::sources::{GAME, PAWN_ENDING, VERIFY};
use crate::recognizer::RuleBook;
use crate::recognizer::book::RuleAndTest;
use crate::rule::{Outcome, Rule};

/// The recognizer of KPvKP.
pub static RECOGNIZER: RuleBook<PawnRace> = RuleBook::new(&[Piece::Pawn], &[Piece::Pawn], &RULES);

const RACE: &str = "Müller and Lamprecht, Secrets of Pawn Endings, chapter 4";
const AVERBAKH: &str = "Averbakh, Comprehensive Chess Endings 4";

/// How many of the rules, from the first, look at the position as it stands.
const STANDING: usize = 21;

/// In the order of asking.
#[rustfmt::skip]
static RULES: [RuleAndTest<PawnRace>; STANDING + 3] = [
    (Rule::new("the pawn is taken and the other wins", None, Outcome::MoverWins,
        "The mover takes the rival's pawn and wins the pawn ending.",
        PAWN_ENDING), runners::takes_and_wins, runners::TAKES_AND_WINS),
    (Rule::new("the pawn is two moves ahead", None, Outcome::MoverWins,
        "Nobody catches the mover's pawn, and it promotes two moves before the rival's, whose king is not beside its queening square and has three squares.",
        RACE), runners::is_two_ahead, runners::TWO_AHEAD),
    (Rule::new("the rival is two moves ahead", None, Outcome::MoverLoses,
        "Nobody catches the rival's pawn, and it promotes two moves before the mover's, whose king is not beside his queening square.",
        RACE), runners::is_two_behind, runners::TWO_BEHIND),
    (Rule::new("the pawn is a move ahead", None, Outcome::MoverWins,
        "Nobody catches the mover's pawn, and it promotes a move before the rival's, whose king is four squares from its queening square and not on its path.",
        RACE), runners::is_one_ahead, runners::ONE_AHEAD),
    (Rule::new("the rival is a move ahead", None, Outcome::MoverLoses,
        "Nobody catches the rival's pawn, and it promotes a move before the mover's, whose king is four squares from his queening square.",
        RACE), runners::is_one_behind, runners::ONE_BEHIND),
    (Rule::new("the pawn outruns the king by far", None, Outcome::MoverWins,
        "The mover's pawn is two moves ahead, the rival's king two moves late, and the mover's own king three squares from the queening square.",
        RACE), runners::outruns_the_king, runners::OUTRUNS_THE_KING),
    (Rule::new("the king stops the only runner", None, Outcome::MoverWins,
        "Nobody catches the mover's pawn; his king catches the other with two moves to spare, and the rival's king is four squares from its queening square.",
        RACE), runners::stops_the_only_runner, runners::STOPS_THE_RUNNER),
    (Rule::new("the mover has no chances", None, Outcome::MoverLoses,
        "Nobody catches the rival's pawn, it has three moves to go and no more than the mover's, whose pawn does not win even alone.",
        RACE), runners::has_no_chances, runners::NO_CHANCES),
    (Rule::new("the king cannot speed up his pawn", None, Outcome::MoverLoses,
        "The rival's pawn is two moves ahead; the mover's king beside his queening square is of no use while the rival's is three from its own.",
        RACE), runners::cannot_speed_up, runners::CANNOT_SPEED_UP),
    (Rule::new("neither pawn wins alone", None, Outcome::Draw,
        "The pawns are past each other and neither wins alone, the rival's not even with the move; its king is not beside it and has two squares.",
        PAWN_ENDING), kings::neither_wins_alone, kings::NEITHER_WINS_ALONE),
    (Rule::new("the king is nearer to the pawn's heart square", None, Outcome::Draw,
        "Two files apart, neither pawn wins alone, and the mover's king is nearer to the heart square of the rival's pawn.",
        PAWN_ENDING), kings::is_nearer_to_the_heart, kings::NEARER_TO_THE_HEART),
    (Rule::new("taking the pawn takes too long", None, Outcome::Draw,
        "Neither pawn wins alone, they are two ranks apart, and the mover's king, after taking the rival's, is three moves late for the heart square of his own.",
        AVERBAKH), kings::takes_too_long, kings::TAKES_TOO_LONG),
    (Rule::new("both kings are in front of the pawns", None, Outcome::Draw,
        "Each king catches the other side's pawn, and none can take it and get back to his own in time; both are far from their queening squares.",
        AVERBAKH), kings::are_kings_in_front, kings::KINGS_IN_FRONT),
    (Rule::new("the king in front has time to spare", None, Outcome::Draw,
        "The mover's king is three ranks ahead of the rival's pawn, the rival's catches his with two moves to spare and has no time to take it.",
        AVERBAKH), kings::has_time_to_spare, kings::TIME_TO_SPARE),
    (Rule::new("the kings keep the pawns apart", None, Outcome::Draw,
        "The pawns are not past each other; each king catches the pawn of the other side and is too late for more.",
        VERIFY), kings::keep_the_pawns_apart, kings::KEEP_THE_PAWNS_APART),
    (Rule::new("the kings are nearer to the enemy pawns", None, Outcome::Draw,
        "The pawns are not past each other and three ranks apart, each king is about as near to the other side's pawn as its own, and each catches it.",
        VERIFY), kings::are_nearer_to_enemies, kings::NEARER_TO_ENEMIES),
    (Rule::new("taking the pawn saves the draw", None, Outcome::Draw,
        "The mover takes the rival's pawn, which is two moves ahead of his own, and the rival's king catches his.",
        PAWN_ENDING), kings::takes_and_draws, kings::TAKES_AND_DRAWS),
    (Rule::new("both promote and the first queen is held", None, Outcome::Draw,
        "Both pawns promote, the mover's first and without check, and win no queen; the rival's king is free and near the mover's pawn, the mover's far from the rival's.",
        RACE), queens::is_first_queen_held, queens::FIRST_QUEEN_HELD),
    (Rule::new("both promote off the edge", None, Outcome::Draw,
        "Both pawns promote, the mover's first, within two moves and without check, and win no queen; the rival's is a bishop or center pawn, and the kings are apart.",
        RACE), queens::promote_off_the_edge, queens::OFF_THE_EDGE),
    (Rule::new("both promote and the second queen is held", None, Outcome::Draw,
        "Both pawns promote, the rival's first and without check, and win no queen; the mover's king is free and near the rival's pawn.",
        RACE), queens::is_second_queen_held, queens::SECOND_QUEEN_HELD),
    (Rule::new("both promote far from the kings", None, Outcome::Draw,
        "Both pawns promote, the rival's first and without check, and win no queen; the mover's king is seven squares from the rival's queening square.",
        RACE), queens::promote_far_from_the_kings, queens::FAR_FROM_THE_KINGS),
    (Rule::new("a move wins", None, Outcome::MoverWins,
        "The mover has a move after which the rival loses by one of the other rules.",
        GAME), a_move_wins, &[]),
    (Rule::new("every move loses", None, Outcome::MoverLoses,
        "The mover is mated, or after each of his moves the rival wins by one of the other rules.",
        GAME), every_move_loses, &[]),
    (Rule::new("every move draws or loses", None, Outcome::Draw,
        "The mover is stalemated, or by the other rules none of his moves wins and one draws.",
        GAME), every_move_draws_or_loses, &[]),
];

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

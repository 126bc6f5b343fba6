//! Pawn against pawn: KPvKP.
//!
//! Pawns that are past each other race, and counting decides: whether a king still catches a pawn,
//! which side promotes first, and whether the new queen decides the game. If each king catches the
//! other side's pawn, king and pawn against king decides most positions: where neither pawn wins
//! alone, they rarely win together. See Averbakh, *Comprehensive Chess Endings* 4, and Müller and
//! Lamprecht, *Secrets of Pawn Endings*, chapters 3 and 4.
//!
//! The ending is symmetric, so the rules refer to the side to move, the *mover*, and the other
//! side, the *rival*. The last three rules make each move of the mover and apply the other rules.

mod kings;
mod look_ahead;
mod queens;
mod race;
mod runners;

pub(crate) use race::PawnRace;

use board::Piece;

use crate::recognizer::{Recognizer, RuleBook};
use crate::rule::{Outcome, rules};

/// The recognizer of KPvKP.
pub(crate) static RECOGNIZER: Recognizer = Recognizer::new(&[Piece::Pawn], &[Piece::Pawn], &RULES);

/// The number of rules without lookahead, which come first.
const STANDING: usize = 21;

/// In the order of testing.
#[rustfmt::skip]
static RULES: RuleBook<PawnRace> = RuleBook::new(&[
    runners::TAKES_AND_WINS, runners::TWO_AHEAD, runners::TWO_BEHIND, runners::ONE_AHEAD,
    runners::ONE_BEHIND, runners::OUTRUNS_THE_KING, runners::STOPS_THE_RUNNER, runners::NO_CHANCES,
    runners::CANNOT_SPEED_UP, kings::NEITHER_WINS_ALONE, kings::NEARER_TO_THE_HEART, kings::TAKES_TOO_LONG,
    kings::KINGS_IN_FRONT, kings::TIME_TO_SPARE, kings::KEEP_THE_PAWNS_APART, kings::NEARER_TO_ENEMIES,
    kings::TAKES_AND_DRAWS, queens::FIRST_QUEEN_HELD, queens::OFF_THE_EDGE, queens::SECOND_QUEEN_HELD,
    queens::FAR_FROM_THE_KINGS, A_MOVE_WINS, EVERY_MOVE_LOSES, EVERY_MOVE_DRAWS_OR_LOSES,
]);

rules! {
    A_MOVE_WINS = "a move wins", Either to move: MoverWins,
        claim: "The mover has a move after which the rival loses by one of the other rules.",
        source: GAME, example: "8/8/1P6/8/4p3/8/7k/5K2 w - - 0 1",
        holds(PawnRace) { a_move_wins }
}

fn a_move_wins(p: &PawnRace) -> bool {
    p.results().any(|result| result == Some(Outcome::MoverWins))
}

rules! {
    EVERY_MOVE_LOSES = "every move loses", Either to move: MoverLoses,
        claim: "The mover is mated, or after each of his moves the rival wins by one of the other rules.",
        source: GAME, example: "8/8/8/k2K4/3P4/1p6/8/8 w - - 0 1",
        holds(PawnRace) { every_move_loses }
}

fn every_move_loses(p: &PawnRace) -> bool {
    let mut results = p.results().peekable();
    (results.peek().is_some() || p.is_check()) && results.all(|result| result == Some(Outcome::MoverLoses))
}

rules! {
    EVERY_MOVE_DRAWS_OR_LOSES = "every move draws or loses", Either to move: Draw,
        claim: "The mover is stalemated, or by the other rules none of his moves wins and one draws.",
        source: GAME, example: "3k4/1P6/8/8/8/1p6/K7/8 w - - 0 1",
        holds(PawnRace) { every_move_draws_or_loses }
}

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

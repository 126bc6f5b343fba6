//! Cooks: second solutions of studies and problems, found with tables where few men are left and
//! with proofs of mates elsewhere.

use std::time::Instant;

use board::rules::FIFTY_MOVES_PLIES;
use board::{Board, Dtm, Move, Outcome, Wdl, legal_moves, rules};
use tbgen::{Goal, KnownEndings, KnownError, Probe as _, Ranked, TbgenError, ranked_moves};

use super::suite::Problem;
use crate::clock::Signals;
use crate::engine::Engine;
use crate::limits::Limits;
use crate::position::Position;
use crate::proof::{MAX_MOVES, MateQuestion, OutOfMemory, Verdict};

/// The verdict on a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Soundness {
    /// Sound: its solutions solve it, and no other moves do.
    Sound(Judge),
    /// Cooked: these moves solve it as well.
    Cooked(Judge, Vec<Move>),
    /// Wrong: these moves of its solution do not solve it, or, without moves, its mate has another
    /// length.
    Wrong(Judge, Vec<Move>),
    /// Not decided.
    Unsettled(Reason),
}

/// The source of a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judge {
    /// Tables: the result of best play under the fifty-move rule, with the problem's counter.
    Result(Wdl),
    /// Tables: the distance to mate.
    Mate(Dtm),
    /// Proofs that there is a mate in this many moves after the solution and after no other move.
    Proof(u8),
}

/// Why a problem is not decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It is in no table, and it does not ask for a mate by the side to move in 1 to [`MAX_MOVES`]
    /// moves, which could be proved.
    NoTable,
    /// The fifty-move counter may run out, and no table covers that.
    Counter,
    /// The limits ended the search for a proof.
    Stopped,
    /// The proof table is too small.
    OutOfMemory,
}

/// Why problems cannot be checked.
#[derive(Debug, thiserror::Error)]
pub enum CooksError {
    /// An ending could not be solved.
    #[error(transparent)]
    Solving(#[from] TbgenError),
    /// A table could not be probed.
    #[error(transparent)]
    Table(#[from] KnownError),
    /// There is no memory for the proof table.
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
}

/// Searches for cooks of a problem: with tables if they cover the position, otherwise with a proof
/// for each move, each within the limits. Proofs are also used when the fifty-move counter may run
/// out before the mate, because distances to mate ignore it.
///
/// If the problem asks for a mate, a solution is a move that mates in time; otherwise it is one
/// that keeps the result. Moves to avoid (`am`) are correct when none of them solves the problem.
///
/// # Errors
/// A [`CooksError`].
pub fn look_for(
    problem: &Problem,
    known: &mut KnownEndings,
    engine: &mut Engine,
    limits: &Limits,
) -> Result<Soundness, CooksError> {
    let is_covered = known.prepare(&problem.board)?;
    if is_covered && let Some(soundness) = by_tables(problem, known)? {
        return Ok(soundness);
    }
    match problem.mate.map(u8::try_from) {
        Some(Ok(moves @ 1..=MAX_MOVES)) => by_proofs(problem, moves, engine, limits),
        _ if is_covered => Ok(Soundness::Unsettled(Reason::Counter)),
        _ => Ok(Soundness::Unsettled(Reason::NoTable)),
    }
}

/// `None` where the fifty-move counter matters and the tables do not cover it.
fn by_tables(problem: &Problem, known: &KnownEndings) -> Result<Option<Soundness>, CooksError> {
    let values = known.values(&problem.board)?;
    let ranked = ranked_moves(known, &problem.board, Goal::Mate)?;
    let moves_where = |holds: &dyn Fn(&Ranked) -> bool| -> Vec<Move> {
        ranked.iter().filter(|&ranked| holds(ranked)).map(|ranked| ranked.mv).collect()
    };
    let clock = problem.board.halfmove_clock();
    Ok(match (problem.mate, values.dtm, values.wdl) {
        (Some(asked), Some(dtm), _) => {
            let judge = Judge::Mate(dtm);
            let runs_out = clock > 0 && plies(dtm) + u16::from(clock) > u16::from(FIFTY_MOVES_PLIES);
            let is_in_time =
                dtm.moves().is_some_and(|moves| (1..=asked).contains(&moves) || (asked..0).contains(&moves));
            if runs_out && is_in_time {
                return Ok(None);
            }
            if dtm.moves() != Some(asked) {
                return Ok(Some(Soundness::Wrong(judge, Vec::new())));
            }
            Some(compare(problem, judge, &moves_where(&|ranked| ranked.values.dtm == Some(dtm))))
        }
        (None, _, Some(_)) => {
            let result = |board: &Board| {
                let outcome = tbgen::outcome(known, board).ok().flatten();
                outcome.and_then(Outcome::under_fifty_move_rule)
            };
            let Some(best) = result(&problem.board) else { return Ok(None) };
            let keeps = |ranked: &Ranked| result(&rules::after(&problem.board, ranked.mv)) == Some(-best);
            let solving = moves_where(&keeps);
            Some(compare(problem, Judge::Result(best), &solving))
        }
        _ => Some(Soundness::Unsettled(Reason::NoTable)),
    })
}

/// Plies to mate; `None` in a draw.
fn plies(dtm: Dtm) -> u16 {
    match dtm {
        Dtm::Win(plies) | Dtm::Loss(plies) => plies,
        Dtm::Draw => 0,
    }
}

fn by_proofs(
    problem: &Problem,
    moves: u8,
    engine: &mut Engine,
    limits: &Limits,
) -> Result<Soundness, CooksError> {
    let judge = Judge::Proof(moves);
    let mut mating = Vec::new();
    for mv in legal_moves(&problem.board) {
        match mates_with(&problem.board, mv, moves, engine, limits)? {
            Ok(true) => mating.push(mv),
            Ok(false) => {}
            Err(reason) => return Ok(Soundness::Unsettled(reason)),
        }
    }
    let shorter = mating.iter().map(|&mv| {
        if moves == 1 { Ok(Ok(false)) } else { mates_with(&problem.board, mv, moves - 1, engine, limits) }
    });
    for outcome in shorter.collect::<Result<Vec<_>, _>>()? {
        match outcome {
            Ok(true) => return Ok(Soundness::Wrong(judge, Vec::new())),
            Ok(false) => {}
            Err(reason) => return Ok(Soundness::Unsettled(reason)),
        }
    }
    if mating.is_empty() {
        return Ok(Soundness::Wrong(judge, problem.best.clone()));
    }
    Ok(compare(problem, judge, &mating))
}

/// True when a move mates in this many moves, itself included; the reason when that is not decided.
fn mates_with(
    board: &Board,
    mv: Move,
    moves: u8,
    engine: &mut Engine,
    limits: &Limits,
) -> Result<Result<bool, Reason>, OutOfMemory> {
    let limits = Limits { search_moves: vec![mv], ..limits.clone() };
    let position = Position::new(board.clone());
    let question = MateQuestion { position: &position, moves: Some(moves), wants_file: false };
    let answer = engine.prove(question, &limits, &Signals::default(), Instant::now(), &mut |_| {})?;
    Ok(match answer.verdict {
        Verdict::Proved { .. } => Ok(true),
        Verdict::Disproved => Ok(false),
        Verdict::OutOfMemory => Err(Reason::OutOfMemory),
        Verdict::NotFound | Verdict::Stopped => Err(Reason::Stopped),
    })
}

/// Compares the stated solution of a problem with the moves that solve it.
fn compare(problem: &Problem, judge: Judge, solving: &[Move]) -> Soundness {
    let wrong: Vec<Move> = problem
        .best
        .iter()
        .filter(|mv| !solving.contains(mv))
        .chain(problem.avoid.iter().filter(|mv| solving.contains(mv)))
        .copied()
        .collect();
    let others = || solving.iter().filter(|mv| !problem.best.contains(mv)).copied().collect::<Vec<_>>();
    if !wrong.is_empty() {
        Soundness::Wrong(judge, wrong)
    } else if problem.best.is_empty() || others().is_empty() {
        Soundness::Sound(judge)
    } else {
        Soundness::Cooked(judge, others())
    }
}

#[cfg(test)]
mod tests {
    use board::notation;

    use super::*;
    use crate::play::suite;

    fn soundness(line: &str) -> Soundness {
        let problem = suite::parse(line, 1).unwrap();
        let mut engine = Engine::new(1).unwrap();
        look_for(&problem, &mut KnownEndings::in_memory(3), &mut engine, &Limits::nodes(1 << 20)).unwrap()
    }

    fn moves(line: &str, names: &[&str]) -> Vec<Move> {
        let board = suite::parse(&format!("{line} dm 1;"), 1).unwrap().board;
        names.iter().map(|name| notation::parse_any(&board, name).unwrap()).collect()
    }

    #[test]
    fn tables_tell_sound_studies_from_cooked_and_wrong_ones() {
        let won = Judge::Result(Wdl::Win);
        assert_eq!(
            soundness("8/4k3/4P3/4K3/8/8/8/8 b - - bm Ke8;"),
            Soundness::Sound(Judge::Result(Wdl::Draw))
        );
        let opposition = "8/4k3/4P3/4K3/8/8/8/8 b - - am Ke8;";
        let drawn = Judge::Result(Wdl::Draw);
        assert_eq!(soundness(opposition), Soundness::Wrong(drawn, moves(opposition, &["Ke8"])));
        let cooked = "7k/8/5K2/8/8/8/8/6R1 w - - ";
        let Soundness::Cooked(judge, others) = soundness(&format!("{cooked} bm Kf7;")) else { panic!() };
        assert!(judge == won && others.contains(&moves(cooked, &["Rg2"])[0]));
        assert_eq!(soundness(&format!("{cooked} bm Kf7; dm 2;")), Soundness::Sound(Judge::Mate(Dtm::Win(3))));
        assert_eq!(soundness(&format!("{cooked} dm 3;")), Soundness::Wrong(Judge::Mate(Dtm::Win(3)), vec![]));
    }

    #[test]
    fn the_fifty_move_counter_counts() {
        let rook = "8/8/8/8/8/2k5/1R6/K7 w - - dm 16;";
        let by_table = Soundness::Sound(Judge::Mate(Dtm::Win(31)));
        assert_eq!(soundness(rook), by_table);
        assert_eq!(soundness(&format!("{rook} hmvc 69;")), by_table);
        assert_eq!(soundness(&format!("{rook} hmvc 90;")), Soundness::Wrong(Judge::Proof(16), vec![]));
        // The mate comes on the last ply.
        let last = "7k/8/5K2/8/8/8/8/6R1 w - - bm Kf7; dm 2;";
        assert_eq!(soundness(&format!("{last} hmvc 97;")), Soundness::Sound(Judge::Mate(Dtm::Win(3))));
        assert!(matches!(soundness(&format!("{last} hmvc 98;")), Soundness::Wrong(Judge::Proof(2), _)));
        // With the counter at 97 only the mate in two wins; with 98 nothing does.
        let won = "7k/8/5K2/8/8/8/8/6R1 w - - bm Kf7;";
        assert!(matches!(soundness(won), Soundness::Cooked(Judge::Result(Wdl::Win), _)));
        assert_eq!(soundness(&format!("{won} hmvc 97;")), Soundness::Sound(Judge::Result(Wdl::Win)));
        assert!(matches!(
            soundness(&format!("{won} hmvc 98;")),
            Soundness::Cooked(Judge::Result(Wdl::Draw), _)
        ));
        let mated = "7k/5K2/8/8/8/8/8/6R1 b - - dm -1;";
        assert_eq!(soundness(mated), Soundness::Sound(Judge::Mate(Dtm::Loss(2))));
        assert_eq!(soundness(&format!("{mated} hmvc 99;")), Soundness::Unsettled(Reason::Counter));
    }

    #[test]
    fn proofs_tell_them_where_there_is_no_table() {
        let two_rooks = "7k/8/5K2/8/8/p7/P7/6R1 w - - ";
        assert_eq!(soundness(&format!("{two_rooks} bm Kf7; dm 2;")), Soundness::Sound(Judge::Proof(2)));
        assert_eq!(soundness(&format!("{two_rooks} dm 3;")), Soundness::Wrong(Judge::Proof(3), vec![]));
        let rook = moves(two_rooks, &["Rg2"]);
        assert_eq!(soundness(&format!("{two_rooks} bm Rg2; dm 2;")), Soundness::Wrong(Judge::Proof(2), rook));
        assert_eq!(soundness(&format!("{two_rooks} bm Kf7;")), Soundness::Unsettled(Reason::NoTable));
        assert_eq!(soundness(&format!("{two_rooks} dm -2;")), Soundness::Unsettled(Reason::NoTable));
    }
}

//! Measures how many positions of an ending the oracle solves without files, and compares the
//! results with tables.

mod count;
mod positions;
mod truth;

use std::time::Instant;

use board::{Board, Material, Outcome, legal_moves, rules};
use oracle::{Limits, Pocket};

use crate::error::VerifyError;

pub use count::{HEADER, Measured};
pub use positions::{Given, given, random};
pub use truth::{Solved, Truth};

/// Every twentieth position is also checked for moves and for being critical.
const ONE_IN: usize = 20;

/// Queries the oracle for positions of an ending, whose counters are taken to be zero.
///
/// # Errors
/// When the exact results cannot be read or the oracle cannot be prepared.
pub fn measure(
    material: Material,
    positions: &[Board],
    truth: &Truth<'_>,
    limits: Limits,
) -> Result<Measured, VerifyError> {
    let mut pocket = Pocket::default();
    pocket.prepare(material)?;
    let mut measured =
        Measured { material: Some(material), positions: positions.len(), ..Measured::default() };
    for (number, board) in positions.iter().enumerate() {
        let wdl = truth.wdl(board)?;
        let at_once = pocket.prepared(board, Limits { nodes: 0 });
        let start = Instant::now();
        let answer = pocket.prepared(board, limits);
        measured.times.push(start.elapsed());
        let is_known = answer.range.is_exact();
        measured.at_once += usize::from(at_once.range.is_exact());
        measured.answered += usize::from(is_known);
        if !is_known {
            let (low, high) = (answer.range.low, answer.range.high);
            measured.open.push(format!("{board} {wdl}, known: {low} to {high}"));
        }
        if !answer.range.allows(wdl) || !at_once.range.allows(wdl) {
            measured.wrong.push(board.to_string());
        }
        let off = number as i32 % 5 - 2;
        if let Some((pressed, outcome)) = truth.pressed(board, off)? {
            measured.pressed += 1;
            let said = answer.at_counter(pressed.halfmove_clock());
            if said.and_then(Outcome::wdl).is_some_and(|said| outcome.wdl().is_some_and(|wdl| wdl != said)) {
                measured.wrong.push(pressed.to_string());
            }
        }
        for passing in rules::with_en_passant(board) {
            measured.passing += 1;
            if !pocket.prepared(&passing, limits).range.allows(truth.wdl(&passing)?) {
                measured.wrong.push(passing.to_string());
            }
        }
        if number.is_multiple_of(ONE_IN) {
            let known = |mv| pocket.prepared(&rules::after(board, mv), limits).range.is_exact();
            measured.looked_at += 1;
            measured.with_moves += usize::from(legal_moves(board).into_iter().all(known));
            if truth.is_critical(board)? {
                measured.critical += 1;
                measured.critical_answered += usize::from(is_known);
            }
        }
    }
    measured.times.sort_unstable();
    Ok(measured)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_moves_counters_and_passing_pawns_are_compared_with_a_solved_ending() {
        let material: Material = "KPvKP".parse().unwrap();
        let truth = Truth::solve(material).unwrap();
        let positions = random(material, 2_000, 5);
        let measured = measure(material, &positions, &truth, Limits { nodes: 200 }).unwrap();
        assert_eq!(measured.wrong, Vec::<String>::new());
        // Endings of four men are solved, so everything is known.
        assert_eq!((measured.positions, measured.at_once, measured.answered), (2_000, 2_000, 2_000));
        assert_eq!((measured.looked_at, measured.with_moves), (100, 100));
        assert!(0 < measured.critical && measured.critical == measured.critical_answered);
        assert!(measured.pressed > 100 && measured.passing > 4, "{measured}");
        assert_eq!(HEADER.len(), measured.to_string().len());
        let mut all = Measured::default();
        all.add(&measured);
        all.add(&measured);
        assert_eq!((all.positions, all.answered, all.share()), (4_000, 4_000, 100.0));
        assert!(all.to_string().starts_with("all           4000    100.00    100.00"), "{all}");
    }
}

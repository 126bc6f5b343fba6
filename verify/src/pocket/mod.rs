//! Measures how many random positions of an ending the oracle solves without files, and compares
//! the results with tables.

mod truth;

use std::fmt;
use std::time::{Duration, Instant};

use board::{Board, BoardBuilder, Material, Outcome, Piece, Placement, Rank, Square, legal_moves, rules};
use oracle::{Limits, Pocket};
use tbgen::placements_by_lot;

use crate::error::VerifyError;

pub use truth::{Solved, Truth};

/// The settings of a measurement.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    /// Number of random legal positions.
    pub positions: usize,
    /// The seed of the random positions.
    pub seed: u64,
    /// Limits of the search for one position.
    pub limits: Limits,
}

/// The results for one ending.
#[derive(Clone, Debug)]
pub struct Measured {
    /// The ending.
    pub material: Material,
    /// Number of positions.
    pub positions: usize,
    /// Positions solved without a search.
    pub at_once: usize,
    /// Positions solved with a search.
    pub answered: usize,
    /// Positions whose moves were also examined: every twentieth.
    pub looked_at: usize,
    /// Those in which the result of every legal move is known.
    pub with_moves: usize,
    /// Critical positions: some moves keep the result, at most half of them do.
    pub critical: usize,
    /// Critical positions solved with a search.
    pub critical_answered: usize,
    /// Positions also checked with a fifty-move counter, so that |distance| + counter is 98 to 102.
    pub pressed: usize,
    /// Positions also checked with the right to capture en passant.
    pub passing: usize,
    /// Positions with a wrong result.
    pub wrong: Vec<String>,
    /// Positions that were not solved.
    pub open: Vec<String>,
    /// Times of the searches, shortest first.
    pub times: Vec<Duration>,
}

/// Every twentieth position is also checked for moves and for being critical.
const ONE_IN: usize = 20;

/// Queries the oracle for random positions of an ending.
///
/// # Errors
/// When the exact results cannot be read or the oracle cannot be prepared.
pub fn measure(material: Material, truth: &Truth<'_>, asked: Asked) -> Result<Measured, VerifyError> {
    let mut pocket = Pocket::default();
    pocket.prepare(material)?;
    let legal = |placement: &Placement| -> Result<_, VerifyError> {
        let Ok(board) = placement.to_board() else { return Ok(None) };
        let wdl = truth.wdl(&board)?;
        Ok(Some((board, wdl)))
    };
    let drawn = placements_by_lot(material, asked.positions, asked.seed, legal)?;
    let mut measured = Measured {
        material,
        positions: drawn.len(),
        at_once: 0,
        answered: 0,
        looked_at: 0,
        with_moves: 0,
        critical: 0,
        critical_answered: 0,
        pressed: 0,
        passing: 0,
        wrong: Vec::new(),
        open: Vec::new(),
        times: Vec::new(),
    };
    for (number, (board, wdl)) in drawn.into_iter().enumerate() {
        let at_once = pocket.prepared(&board, Limits { nodes: 0 });
        let start = Instant::now();
        let answer = pocket.prepared(&board, asked.limits);
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
        if let Some((pressed, outcome)) = truth.pressed(&board, off)? {
            measured.pressed += 1;
            let said = answer.at_counter(pressed.halfmove_clock());
            if said.and_then(Outcome::wdl).is_some_and(|said| outcome.wdl().is_some_and(|wdl| wdl != said)) {
                measured.wrong.push(pressed.to_string());
            }
        }
        for passing in with_right(&board) {
            measured.passing += 1;
            if !pocket.prepared(&passing, asked.limits).range.allows(truth.wdl(&passing)?) {
                measured.wrong.push(passing.to_string());
            }
        }
        if number.is_multiple_of(ONE_IN) {
            let known = |mv| pocket.prepared(&rules::after(&board, mv), asked.limits).range.is_exact();
            measured.looked_at += 1;
            measured.with_moves += usize::from(legal_moves(&board).into_iter().all(known));
            if truth.is_critical(&board)? {
                measured.critical += 1;
                measured.critical_answered += usize::from(is_known);
            }
        }
    }
    measured.times.sort_unstable();
    Ok(measured)
}

/// The position after each double push that may just have been played, with the right to capture
/// the pawn.
fn with_right(board: &Board) -> Vec<Board> {
    let mover = board.side_to_move();
    let pawns = board.colored_pieces(!mover, Piece::Pawn) & Rank::Fourth.relative_to(!mover).bitboard();
    let board_with_right = |square: Square| {
        let mut builder = BoardBuilder::from_board(board);
        builder.en_passant = Some(Square::new(square.file(), Rank::Third.relative_to(!mover)));
        builder.build().ok().filter(rules::can_capture_en_passant)
    };
    pawns.into_iter().filter_map(board_with_right).collect()
}

/// The columns of a [`Measured`] as it is displayed.
pub const HEADER: &str =
    "ending   positions at once %  search %   moves % critical %  counters  passing  wrong  mean ms  99 % ms";

impl fmt::Display for Measured {
    /// A row under [`HEADER`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = |count: usize, all: usize| 100.0 * count as f64 / all.max(1) as f64;
        let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
        let mean = milliseconds(self.times.iter().sum::<Duration>()) / self.times.len().max(1) as f64;
        let late = self.times.get(self.times.len() * 99 / 100).copied().unwrap_or_default();
        write!(
            f,
            "{:8} {:>9} {:>9.2} {:>9.2} {:>9.2} {:>10.2} {:>9} {:>8} {:>6} {:>8.3} {:>8.3}",
            self.material.to_string(),
            self.positions,
            percent(self.at_once, self.positions),
            percent(self.answered, self.positions),
            percent(self.with_moves, self.looked_at),
            percent(self.critical_answered, self.critical),
            self.pressed,
            self.passing,
            self.wrong.len(),
            mean,
            milliseconds(late)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_moves_counters_and_passing_pawns_are_compared_with_a_solved_ending() {
        let material: Material = "KPvKP".parse().unwrap();
        let truth = Truth::solve(material).unwrap();
        let asked = Asked { positions: 2_000, seed: 5, limits: Limits { nodes: 200 } };
        let measured = measure(material, &truth, asked).unwrap();
        assert_eq!(measured.wrong, Vec::<String>::new());
        // Endings of four men are solved, so everything is known.
        assert_eq!((measured.positions, measured.at_once, measured.answered), (2_000, 2_000, 2_000));
        assert_eq!((measured.looked_at, measured.with_moves), (100, 100));
        assert!(0 < measured.critical && measured.critical == measured.critical_answered);
        assert!(measured.pressed > 100 && measured.passing > 4, "{measured}");
        assert_eq!(HEADER.len(), measured.to_string().len());
    }

    #[test]
    fn the_right_is_given_after_every_double_push_that_can_be_answered() {
        let board = board::fen::parse("4k3/8/8/8/PpP4P/8/8/4K3 b - - 0 1").unwrap();
        let rights: Vec<_> = with_right(&board).iter().map(Board::en_passant).collect();
        assert_eq!(rights, [Some(board::File::A), Some(board::File::C)]);
    }
}

//! The result of a position with its own fifty-move counter, from any source of values: compares
//! distances with the rule, and examines moves where a rounded distance is inconclusive. No other
//! code does so.

use board::rules::{self, FIFTY_MOVES_PLIES};
use board::{Board, Outcome, Wdl, legal_moves};

use super::values::Probe;

/// Maximum positions examined to resolve one rounded distance.
const SETTLE_POSITIONS: u32 = 1_000;

/// The result for the side to move with the position's counter; a draw that can be claimed is a
/// draw. `None` if no result is known, open if neither values nor moves decide it.
///
/// # Errors
/// Errors of the probe for the position itself.
pub fn outcome<P: Probe + ?Sized>(probe: &P, board: &Board) -> Result<Option<Outcome>, P::Error> {
    settle(probe, board, &mut SETTLE_POSITIONS.clone())
}

/// The result of a finished game.
pub fn finished(board: &Board) -> Option<Outcome> {
    if rules::has_legal_move(board) {
        return None;
    }
    Some(if board.checkers().is_empty() { Outcome::Draw } else { Outcome::Loss })
}

/// The result if the side to move plays on although it can claim a draw: by a mate, by a capture or
/// pawn move as evaluated by `after`, otherwise a draw. `None` if `after` returns too little.
///
/// # Errors
/// Errors of `after`.
pub fn if_nobody_claims<E>(
    board: &Board,
    after: impl Fn(&Board) -> Result<Option<Outcome>, E>,
) -> Result<Option<Outcome>, E> {
    if let Some(finished) = finished(board) {
        return Ok(Some(finished));
    }
    let (mut best, mut all_known) = (Outcome::Loss, true);
    for mv in legal_moves(board) {
        let child = rules::after(board, mv);
        let result = if rules::is_checkmate(&child) {
            Some(Outcome::Loss)
        } else if rules::is_zeroing(board, mv) {
            after(&child)?
        } else {
            Some(Outcome::Draw)
        };
        all_known &= result.is_some();
        best = best.max(result.map_or(Outcome::Loss, |result| -result));
    }
    Ok((all_known || best == Outcome::Win).then_some(best))
}

/// True when the counter lets the side to move claim a draw.
pub fn is_claimable(board: &Board) -> bool {
    board.halfmove_clock() >= FIFTY_MOVES_PLIES && rules::has_legal_move(board)
}

fn settle<P: Probe + ?Sized>(
    probe: &P,
    board: &Board,
    budget: &mut u32,
) -> Result<Option<Outcome>, P::Error> {
    if let Some(finished) = finished(board) {
        return Ok(Some(finished));
    }
    let known = probe.at_counter(board)?;
    Ok(match known {
        Some(open @ (Outcome::OpenWin | Outcome::OpenLoss)) => {
            Some(settle_by_moves(probe, board, open, budget))
        }
        known => known,
    })
}

/// A win if some move keeps it, cursed if none does, open if some move's result is open; for a loss
/// the reverse.
fn settle_by_moves<P: Probe + ?Sized>(probe: &P, board: &Board, open: Outcome, budget: &mut u32) -> Outcome {
    let (decided, spoiled) = match open {
        Outcome::OpenWin => (Outcome::Win, Outcome::CursedWin),
        _ => (Outcome::Loss, Outcome::BlessedLoss),
    };
    let mut best = Some(Outcome::Loss);
    for mv in legal_moves(board) {
        if *budget == 0 {
            return open;
        }
        *budget -= 1;
        let child = rules::after(board, mv);
        let result = settle(probe, &child, budget).ok().flatten().map(|result| -result);
        match result {
            Some(Outcome::Win) => return decided,
            // One saving move is enough for the losing side.
            Some(result) if open == Outcome::OpenLoss && result.wdl().is_some_and(|wdl| wdl > Wdl::Loss) => {
                return spoiled;
            }
            result => best = best.zip(result).map(|(best, result)| best.max(result)),
        }
    }
    match best {
        None | Some(Outcome::OpenWin | Outcome::OpenLoss) => open,
        Some(Outcome::Loss) => decided,
        Some(_) => spoiled,
    }
}

#[cfg(test)]
mod tests {
    use board::{Dtm, Dtz, fen};

    use super::*;
    use crate::{SolvedEndings, Values};

    /// Solved endings with distances rounded as in files that store moves.
    struct Rounding(SolvedEndings);

    impl Probe for Rounding {
        type Error = crate::TbgenError;

        fn values(&self, board: &Board) -> Result<Values, Self::Error> {
            let exact = self.0.values(board)?;
            let rounded = |dtz: Dtz| Dtz(dtz.0 - i16::from(dtz.0 % 2 == 0) * dtz.0.signum());
            Ok(Values { dtz: exact.dtz.map(rounded), rounded: true, dtm: None, ..exact })
        }
    }

    #[test]
    fn moves_settle_what_rounding_leaves_open() {
        let solved = SolvedEndings::build("KRvKN".parse().unwrap()).unwrap();
        let rounding = Rounding(SolvedEndings::build("KRvKN".parse().unwrap()).unwrap());
        let mut settled = 0;
        for text in
            ["8/8/7K/7n/8/8/5R2/1k6 w - -", "k3K3/8/8/8/3R4/8/2n5/8 w - -", "8/8/8/8/8/5k2/4n3/K3R3 b - -"]
        {
            for counter in 0..110 {
                let board = fen::parse(&format!("{text} {counter} 99")).unwrap();
                let (exact, found) = (outcome(&solved, &board), outcome(&rounding, &board));
                assert_eq!(exact, found, "{board}");
                let alone = rounding.values(&board).unwrap().at_counter(board.halfmove_clock()).unwrap();
                settled += usize::from(alone.wdl().is_none());
            }
        }
        assert!(settled >= 2, "{settled}");
    }

    #[test]
    fn a_claim_nobody_makes_leaves_mates_and_captures() {
        let solved = SolvedEndings::build("KRvKN".parse().unwrap()).unwrap();
        let on = |text: &str| {
            let board = fen::parse(text).unwrap();
            assert!(is_claimable(&board));
            if_nobody_claims(&board, |child| outcome(&solved, child)).unwrap()
        };
        assert_eq!(on("8/8/8/8/8/1K6/7R/k7 w - - 100 1"), Some(Outcome::Win));
        assert_eq!(on("8/8/8/8/8/2K5/7R/k7 w - - 100 1"), Some(Outcome::Draw));
        assert_eq!(on("8/8/7K/7n/8/8/5R2/1k6 w - - 100 1"), Some(Outcome::Win), "Kxh5");
        assert_eq!(on("8/8/8/8/8/1K6/7R/k7 b - - 100 1"), Some(Outcome::Draw));
        let mated = fen::parse("8/8/8/8/8/1K6/8/k6R b - - 100 1").unwrap();
        assert_eq!((outcome(&solved, &mated), is_claimable(&mated)), (Ok(Some(Outcome::Loss)), false));
    }

    #[test]
    fn a_mate_within_the_counter_needs_no_other_distance() {
        let values = Values { dtm: Some(Dtm::Win(31)), ..Values::default() };
        let at = |counter| values.at_counter(counter);
        assert_eq!([69, 70, 100].map(at), [Outcome::Win, Outcome::OpenWin, Outcome::CursedWin].map(Some));
    }
}

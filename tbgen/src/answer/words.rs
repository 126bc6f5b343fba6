//! Exact values and results under the fifty-move rule in words, shared by all programs.

use std::fmt;

use board::{Board, Color, Dtm, Outcome, Wdl, rules};
use serde::Serialize;

use super::outcome::{finished, if_nobody_claims, is_claimable, outcome};
use super::values::{Probe, Values};

/// The name of a side in sentences.
pub const fn side_name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// The name of the side to move in sentences.
pub fn side_to_move(board: &Board) -> &'static str {
    side_name(board.side_to_move())
}

impl fmt::Display for Values {
    /// `mate in 16 (31 plies), zeroing in 20 plies`, `draw`, `not known`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let result = self.dtm.as_ref().map(Dtm::to_string).or(self.wdl.map(|wdl| wdl.to_string()));
        let spoiled = self.wdl.filter(|wdl| matches!(wdl, Wdl::CursedWin | Wdl::BlessedLoss));
        let rule =
            spoiled.filter(|_| self.dtm.is_some()).map(|wdl| format!("{wdl} under the fifty-move rule"));
        let finished = self.dtm == Some(Dtm::Loss(0));
        let zeroing = self.dtz.filter(|dtz| dtz.0 != 0 && !finished);
        let zeroing = zeroing.map(|dtz| format!("zeroing in {}", plies(dtz.0.unsigned_abs().into())));
        let parts: Vec<String> = [result, rule, zeroing].into_iter().flatten().collect();
        f.pad(&if parts.is_empty() { "not known".to_owned() } else { parts.join(", ") })
    }
}

/// "1 ply", "20 plies".
pub fn plies(count: u32) -> String {
    counted(count.into(), "ply")
}

/// `1 position`, `2 positions`; `1 reply`, `2 replies`.
///
/// ```
/// assert_eq!(vancura_tbgen::counted(1, "thread"), "1 thread");
/// assert_eq!(vancura_tbgen::counted(0, "ply"), "0 plies");
/// ```
pub fn counted(count: u64, one: &str) -> String {
    match one.strip_suffix('y') {
        _ if count == 1 => format!("1 {one}"),
        Some(stem) => format!("{count} {stem}ies"),
        None => format!("{count} {one}s"),
    }
}

/// The result of a position with its fifty-move counter, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Standing {
    /// The result with this counter: a claimable draw is a draw, a win that the counter spoils an
    /// [`Outcome::CursedWin`].
    pub result: Outcome,
    /// If a draw can be claimed: the result if play continues.
    pub if_nobody_claims: Option<Outcome>,
    /// Whether the next move mates if play continues.
    pub mates_at_once: bool,
    /// Plies since the last capture or pawn move.
    pub counter: u8,
    /// Plies to the next capture, pawn move or mate; `None` in a draw or where unknown.
    pub zeroing: Option<u16>,
    /// Whether those plies are from a file that rounds, so that they may be one more.
    pub rounded: bool,
    /// Whether the counter alone spoils the result: at zero it would be a win or a loss.
    pub is_spoiled_by_counter: bool,
}

impl Standing {
    /// The result of a position with its counter; `None` if no result is known.
    ///
    /// ```
    /// use board::{Outcome, fen};
    /// use vancura_tbgen::{SolvedEndings, Standing};
    /// let solved = SolvedEndings::build("KRvK".parse()?)?;
    /// let at = |counter| fen::parse(&format!("8/8/8/3k4/8/8/8/R3K3 w - - {counter} 99")).unwrap();
    /// let result = |counter| Standing::of(&solved, &at(counter)).unwrap().unwrap().result;
    /// assert_eq!([73, 74].map(result), [Outcome::Win, Outcome::CursedWin]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Errors of the probe.
    pub fn of<P: Probe + ?Sized>(probe: &P, board: &Board) -> Result<Option<Self>, P::Error> {
        let Some(result) = outcome(probe, board)? else { return Ok(None) };
        let values = probe.values(board)?;
        let is_over = finished(board).is_some();
        let if_nobody_claims =
            if is_claimable(board) { if_nobody_claims(board, |child| outcome(probe, child))? } else { None };
        let zeroing = values.dtz.map(|dtz| dtz.0.unsigned_abs()).filter(|&plies| plies > 0 && !is_over);
        let from_zero = values.wdl.map(Outcome::from).or(values.at_counter(0));
        Ok(Some(Self {
            result,
            mates_at_once: if_nobody_claims.is_some() && rules::has_mate_in_one(board),
            if_nobody_claims,
            counter: board.halfmove_clock(),
            zeroing,
            rounded: values.rounded,
            is_spoiled_by_counter: !is_over && from_zero.is_some_and(|from_zero| from_zero != result),
        }))
    }
}

impl fmt::Display for Standing {
    /// `the win stands: the next capture, pawn move or mate comes in 9 plies, and the counter is at
    /// 12 of 100`; `a draw can be claimed; if not: mate in 1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.if_nobody_claims {
            Some(_) if self.mates_at_once => return f.pad("a draw can be claimed; if not: mate in 1"),
            Some(Outcome::Win) => return f.pad("a draw can be claimed; if not: a win"),
            Some(Outcome::Loss) => return f.pad("a draw can be claimed; if not: a loss"),
            Some(_) => return f.pad("a draw can be claimed"),
            None => {}
        }
        let (what, verdict) = match self.result {
            Outcome::Win => ("win", "stands"),
            Outcome::Loss => ("loss", "stands"),
            Outcome::OpenWin => ("win", "may be spoiled by the fifty-move rule"),
            Outcome::OpenLoss => ("loss", "may be saved by the fifty-move rule"),
            Outcome::CursedWin => ("win", "is spoiled by the fifty-move rule"),
            Outcome::BlessedLoss => ("loss", "is saved by the fifty-move rule"),
            Outcome::Draw => return f.pad("draw"),
        };
        let Some(zeroing) = self.zeroing else { return f.pad(&format!("the {what} {verdict}")) };
        let counter = self.counter;
        let way = if self.rounded {
            format!("{zeroing} or {}", plies(u32::from(zeroing) + 1))
        } else {
            plies(zeroing.into())
        };
        f.pad(&format!(
            "the {what} {verdict}: the next capture, pawn move or mate comes in {way}, and the counter is at {counter} of 100"
        ))
    }
}

#[cfg(test)]
mod tests {
    use board::Dtz;

    use super::*;

    fn standing(text: &str) -> Standing {
        let solved = crate::SolvedEndings::build("KRvK".parse().unwrap()).unwrap();
        Standing::of(&solved, &board::fen::parse(text).unwrap()).unwrap().unwrap()
    }

    #[test]
    fn the_counter_decides_to_the_ply() {
        let at = |counter| standing(&format!("8/8/8/3k4/8/8/8/R3K3 w - - {counter} 99"));
        assert_eq!(
            [0, 73, 74, 100].map(|counter| at(counter).result),
            [Outcome::Win, Outcome::Win, Outcome::CursedWin, Outcome::CursedWin]
        );
        assert!(at(74).is_spoiled_by_counter && !at(73).is_spoiled_by_counter);
        assert_eq!(
            at(74).to_string(),
            "the win is spoiled by the fifty-move rule: the next capture, pawn move or mate comes in 27 plies, and the counter is at 74 of 100"
        );
        // Checkmate takes precedence over the counter.
        assert_eq!(standing("8/8/8/8/8/1K6/8/k6R b - - 100 1").result, Outcome::Loss);
    }

    #[test]
    fn what_can_be_claimed_is_said_and_what_happens_otherwise() {
        let mate = standing("8/8/8/8/8/1K6/7R/k7 w - - 100 1");
        assert_eq!((mate.result, mate.if_nobody_claims), (Outcome::CursedWin, Some(Outcome::Win)));
        assert_eq!(mate.to_string(), "a draw can be claimed; if not: mate in 1");
        assert_eq!(standing("8/8/8/3k4/8/8/8/R3K3 w - - 100 99").to_string(), "a draw can be claimed");
    }

    #[test]
    fn values_are_told_in_moves_and_plies() {
        let values = Values {
            wdl: Some(Wdl::CursedWin),
            dtz: Some(Dtz(103)),
            dtm: Some(Dtm::Win(125)),
            rounded: false,
        };
        assert_eq!(
            values.to_string(),
            "mate in 63 (125 plies), cursed win under the fifty-move rule, zeroing in 103 plies"
        );
        assert_eq!(Values::default().to_string(), "not known");
    }
}

//! Exact values in words, and what they come to at a counter of the fifty-move rule: the one place where programs get them.

use std::fmt;

use board::{Board, Color, Dtm, Dtz, Wdl};
use serde::Serialize;

use super::values::Values;

/// A side, as sentences name it.
pub const fn side_name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// The side to move, as sentences name it.
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
    format!("{count} {}", if count == 1 { "ply" } else { "plies" })
}

/// What an exact value comes to at a counter of the fifty-move rule, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Standing {
    /// The result with this counter: a win that the counter spoils is a [`Wdl::CursedWin`].
    pub result: Wdl,
    /// Plies since the last capture or pawn move.
    pub counter: u8,
    /// Plies to the next capture, pawn move or mate; `None` in a draw, and where nobody knows.
    pub zeroing: Option<u16>,
    /// The counter alone spoils it: from zero the result would be a win or a loss.
    pub is_spoiled_by_counter: bool,
}

impl Values {
    /// What these values come to when the counter stands at `counter` plies; `None` where no result is known. Where only the distance
    /// to mate is known the result is that without the fifty-move rule, unless the counter has run out. A distance that a file has
    /// rounded can make the result of the last ply too good.
    ///
    /// ```
    /// use board::{Dtz, Wdl};
    /// use tbgen::Values;
    /// let values = Values { wdl: Some(Wdl::Win), dtz: Some(Dtz(20)), dtm: None };
    /// assert_eq!(values.at_counter(80).unwrap().result, Wdl::Win);
    /// assert_eq!(values.at_counter(81).unwrap().result, Wdl::CursedWin);
    /// ```
    pub fn at_counter(&self, counter: u8) -> Option<Standing> {
        let from_zero = self.wdl.or(self.dtm.map(Dtm::wdl))?;
        let zeroing = self.dtz.map(|dtz| dtz.0.unsigned_abs()).filter(|&plies| plies > 0);
        let is_mated = self.dtm == Some(Dtm::Loss(0));
        let needed = if is_mated { 0 } else { zeroing.unwrap_or(0) };
        let limit = Dtz::FIFTY_MOVES_PLIES.unsigned_abs();
        let runs_out = !is_mated && (needed + u16::from(counter) > limit || u16::from(counter) >= limit);
        let result = match from_zero {
            Wdl::Win if runs_out => Wdl::CursedWin,
            Wdl::Loss if runs_out => Wdl::BlessedLoss,
            other => other,
        };
        let is_spoiled_by_counter = result != from_zero;
        Some(Standing { result, counter, zeroing: zeroing.filter(|_| !is_mated), is_spoiled_by_counter })
    }
}

impl fmt::Display for Standing {
    /// `the win stands: the next capture, pawn move or mate comes in 9 plies, and the counter is at 12 of 100`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.result {
            Wdl::Win | Wdl::CursedWin => "win",
            Wdl::Draw => return f.pad("draw"),
            Wdl::BlessedLoss | Wdl::Loss => "loss",
        };
        let verdict = if matches!(self.result, Wdl::Win | Wdl::Loss) {
            "stands"
        } else {
            "is spoiled by the fifty-move rule"
        };
        let Some(zeroing) = self.zeroing else { return f.pad(&format!("the {what} {verdict}")) };
        let (way, counter) = (plies(zeroing.into()), self.counter);
        f.pad(&format!("the {what} {verdict}: the next capture, pawn move or mate comes in {way}, and the counter is at {counter} of 100"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_counter_decides_to_the_ply() {
        let values = |wdl, dtz, dtm| Values { wdl: Some(wdl), dtz: Some(Dtz(dtz)), dtm: Some(dtm) };
        let win = values(Wdl::Win, 9, Dtm::Win(31));
        let at = |values: Values, counter| values.at_counter(counter).unwrap();
        assert_eq!(
            [0, 91, 92, 100].map(|counter| at(win, counter).result),
            [Wdl::Win, Wdl::Win, Wdl::CursedWin, Wdl::CursedWin]
        );
        assert!(at(win, 92).is_spoiled_by_counter && !at(win, 91).is_spoiled_by_counter);
        let loss = values(Wdl::Loss, -100, Dtm::Loss(120));
        assert_eq!([at(loss, 0).result, at(loss, 1).result], [Wdl::Loss, Wdl::BlessedLoss]);
        let cursed = values(Wdl::CursedWin, 101, Dtm::Win(121));
        assert!(at(cursed, 0).result == Wdl::CursedWin && !at(cursed, 0).is_spoiled_by_counter);
        // Checkmate comes before the counter.
        assert_eq!(at(values(Wdl::Loss, -1, Dtm::Loss(0)), 100).result, Wdl::Loss);
        assert_eq!(Values::default().at_counter(0), None);
    }

    #[test]
    fn values_are_told_in_moves_and_plies() {
        let values = Values { wdl: Some(Wdl::CursedWin), dtz: Some(Dtz(103)), dtm: Some(Dtm::Win(125)) };
        assert_eq!(
            values.to_string(),
            "mate in 63 (125 plies), cursed win under the fifty-move rule, zeroing in 103 plies"
        );
        assert_eq!(
            values.at_counter(4).unwrap().to_string(),
            "the win is spoiled by the fifty-move rule: the next capture, pawn move or mate comes in 103 plies, and the counter is at 4 of 100"
        );
        assert_eq!(Values::default().to_string(), "not known");
    }
}

//! Ranks the moves of a position by their tablebase results.

use std::ops::{ControlFlow, Deref};

use crate::error::Error;
use crate::format::Kind;
use crate::men::{Men, Position, lowest};
use crate::probe::{judged, least_plies};
use crate::set::Tables;

/// More than the number of moves of any position in a table: seven men, each with the mobility of a
/// queen.
const MOVES_MAX: usize = 192;
/// The rank of a win despite the fifty-move rule; its negative is the rank of a loss.
const SURE: i16 = 1000;

/// Whether the fifty-move rule applies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rule50 {
    /// The rule applies: wins that come too late, also because of the position's counter, rank
    /// between draws and other wins.
    #[default]
    Counts,
    /// The rule is ignored: wins are wins however late, and the counter does not matter.
    Ignored,
}

/// A legal move with its tablebase result, from the mover's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RootMove {
    /// Origin square.
    pub from: u8,
    /// Destination square.
    pub to: u8,
    /// Piece that a pawn promotes to, as an index into [`Men::pieces`]; 0 for other moves.
    pub promotion: u8,
    /// Plies to the next capture or pawn move, including this move: positive in won positions,
    /// negative in lost ones, 0 in drawn ones, beyond 100 where the fifty-move rule spoils the win.
    /// One too few where the table counts moves. Without DTZ files, all values are 1 or 101.
    pub plies: i16,
    /// Order of the moves: 1000 for wins that the rule does not spoil at the current counter, less
    /// for other wins the longer they take, 0 for draws, -1000 for losses, more where the rule may
    /// save the game. Where the rule is ignored, only 1000, 0 and -1000 occur.
    pub rank: i16,
}

/// The moves of a position, in a buffer of fixed size.
#[derive(Clone, Debug)]
pub struct RootMoves {
    moves: [RootMove; MOVES_MAX],
    count: usize,
}

impl Default for RootMoves {
    fn default() -> Self {
        Self { moves: [RootMove { from: 0, to: 0, promotion: 0, plies: 0, rank: 0 }; MOVES_MAX], count: 0 }
    }
}

impl Deref for RootMoves {
    type Target = [RootMove];

    fn deref(&self) -> &[RootMove] {
        &self.moves[..self.count]
    }
}

impl Tables {
    /// Lists all legal moves of a position with their ranks, and returns the kind of table that the
    /// ranks come from: [`Kind::Dtz`], or [`Kind::Wdl`] where a DTZ file is missing. Moves of the
    /// best rank preserve the result; without distances the search has to make progress by itself.
    ///
    /// ```no_run
    /// use vancura_syzygy::{Error, Position, RootMoves, Rule50, Tables};
    ///
    /// fn best(tables: &Tables, position: &impl Position) -> Result<Vec<(u8, u8, u8)>, Error> {
    ///     let mut moves = RootMoves::default();
    ///     let from = tables.rank_root(position, Rule50::Counts, &mut moves)?;
    ///     println!("ranked by {from}");
    ///     let rank = moves.iter().map(|found| found.rank).max();
    ///     let best = moves.iter().filter(|found| Some(found.rank) == rank);
    ///     Ok(best.map(|found| (found.from, found.to, found.promotion)).collect())
    /// }
    /// ```
    ///
    /// # Errors
    /// As [`Tables::wdl`].
    pub fn rank_root(
        &self,
        position: &impl Position,
        rule: Rule50,
        moves: &mut RootMoves,
    ) -> Result<Kind, Error> {
        let men = judged(position)?;
        let clock = i16::from(position.halfmove_clock());
        let by_distance = |plies| rank(plies, clock, rule);
        match self.rank(&men, by_distance, moves, Self::plies_after) {
            Err(Error::MissingTable { kind: Kind::Dtz, .. }) => {
                let by_result =
                    |tables: &Self, after: &Men, _| tables.resolved(after).map(|wdl| least_plies(-wdl));
                self.rank(&men, |plies| rank(plies, 0, rule), moves, by_result).map(|()| Kind::Wdl)
            }
            ranked => ranked.map(|()| Kind::Dtz),
        }
    }

    fn rank(
        &self,
        men: &Men,
        rank: impl Fn(i16) -> i16,
        moves: &mut RootMoves,
        plies_after: impl Fn(&Self, &Men, bool) -> Result<i16, Error>,
    ) -> Result<(), Error> {
        moves.count = 0;
        let mut write = |after: Men, is_zeroing: bool| {
            let plies = match plies_after(self, &after, is_zeroing) {
                Ok(plies) => plies,
                Err(error) => return ControlFlow::Break(error),
            };
            if let Some(slot) = moves.moves.get_mut(moves.count) {
                let (from, to, promotion) = men.way_to(&after);
                *slot = RootMove { from, to, promotion, plies, rank: rank(plies) };
                moves.count += 1;
            }
            ControlFlow::Continue(())
        };
        let mut all = || {
            men.captures(|after| write(after, true))?;
            men.en_passant(|after| write(after, true))?;
            men.pawn_pushes(|after| write(after, true))?;
            men.quiet_moves(|after| write(after, false))
        };
        match all() {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(error) => Err(error),
        }
    }

    /// The mover's distance after a move to this position.
    fn plies_after(&self, after: &Men, is_zeroing: bool) -> Result<i16, Error> {
        if is_zeroing {
            return self.resolved(after).map(|wdl| least_plies(-wdl));
        }
        let [near, _] = self.distance(after)?;
        Ok(if near == -1 && after.is_checkmate() { 1 } else { -near - near.signum() })
    }
}

/// The rank of a move with this distance at this counter.
fn rank(plies: i16, clock: i16, rule: Rule50) -> i16 {
    match plies {
        _ if rule == Rule50::Ignored => SURE * plies.signum(),
        1.. if plies + clock <= 99 => SURE,
        1.. => SURE - (plies + clock),
        0 => 0,
        _ if -2 * plies + clock < 100 => -SURE,
        _ => -SURE + (clock - plies),
    }
}

impl Men {
    /// The move that leads to a position: origin, destination and promotion.
    fn way_to(&self, after: &Self) -> (u8, u8, u8) {
        let [before, own] =
            if self.white_to_move { [self.white, after.white] } else { [self.black, after.black] };
        let to = own & !before;
        let became =
            (1u8..).zip(&after.pieces[1..]).find(|(_, set)| **set & to != 0).map_or(0, |(kind, _)| kind);
        let from = before & !own;
        let promotion = if self.pieces[0] & from == 0 { 0 } else { became };
        (lowest(from), lowest(to), promotion)
    }
}

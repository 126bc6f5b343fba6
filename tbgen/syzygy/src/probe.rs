//! WDL, DTZ and DTM of positions: resolves captures and en passant, and completes distances by a
//! search of one ply.
//!
//! A stored WDL value is only a lower bound, made exact by the best capture, and tables do not
//! cover en passant. DTZ files contain one side to move only, and arbitrary values where a capture
//! or a pawn move keeps the result.

use std::ops::ControlFlow;

use ending::{Dtm, Dtz, MaybeRounded, Wdl};

use crate::error::{Error, Fault};
use crate::format::{Kind, MAX_MEN};
use crate::men::{Men, Position};
use crate::set::{Place, Tables};

/// Plies of the shortest win (a zeroing move comes next) and of the shortest cursed win.
const WIN_PLIES: i16 = 1;
const CURSED_PLIES: i16 = Dtz::FIFTY_MOVES_PLIES + 1;

/// A WDL value and whether a zeroing move reaches it.
#[derive(Clone, Copy)]
pub(crate) struct Resolved {
    pub(crate) wdl: Wdl,
    /// The result is positive and a capture achieves it, or an en passant capture decides it.
    zeroing: bool,
}

/// The results that the captures of a position reach.
#[derive(Clone, Copy)]
pub(crate) struct Taken {
    /// The best result of a capture, en passant excluded; a loss without any.
    best: Wdl,
    /// The best result of an en passant capture, if there is one; values below `best` may be
    /// inexact.
    passing: Option<Wdl>,
    /// A capture wins.
    pub(crate) is_won: bool,
}

impl Taken {
    /// The result of a position with this stored value.
    pub(crate) fn beside(self, stored: Wdl, men: &Men) -> Resolved {
        let best = self.best;
        let plain = Resolved { wdl: best.max(stored), zeroing: best >= stored && best > Wdl::Draw };
        match self.passing {
            Some(wdl) if wdl > plain.wdl || plain.wdl <= Wdl::Draw && !men.can_move() => {
                Resolved { wdl, zeroing: true }
            }
            Some(wdl) if wdl == plain.wdl && wdl > Wdl::Draw => Resolved { wdl, zeroing: true },
            _ => plain,
        }
    }
}

/// The control flow of a loop over moves.
type Flow = ControlFlow<Result<(), Error>>;

/// The error that stopped a loop, if any; otherwise true when it was stopped for another reason.
fn finish(flow: Flow) -> Result<bool, Error> {
    match flow {
        ControlFlow::Continue(()) => Ok(false),
        ControlFlow::Break(broken) => broken.map(|()| true),
    }
}

impl Tables {
    /// The result for the side to move with the fifty-move counter at zero, including en passant.
    ///
    /// # Errors
    /// An [`Error`]: castling rights, too many men, an illegal position, a missing or damaged
    /// table.
    pub fn wdl(&self, position: &impl Position) -> Result<Wdl, Error> {
        self.resolved(&judged(position)?)
    }

    /// The distance to zeroing for the side to move with the fifty-move counter at zero, including
    /// en passant; rounded where the table stores moves instead of plies.
    ///
    /// # Errors
    /// As [`Tables::wdl`].
    pub fn dtz(&self, position: &impl Position) -> Result<MaybeRounded, Error> {
        let [least, most] = self.distance(&judged(position)?)?;
        Ok(if least == most { MaybeRounded::Precise(Dtz(least)) } else { MaybeRounded::Rounded(Dtz(least)) })
    }

    /// The distance to mate for the side to move, fifty-move rule ignored, including en passant.
    ///
    /// # Errors
    /// As [`Tables::wdl`].
    pub fn dtm(&self, position: &impl Position) -> Result<Dtm, Error> {
        self.mate(&judged(position)?)
    }

    /// True when the DTZ table stores this position itself, not only positions one move later.
    ///
    /// # Errors
    /// As [`Tables::wdl`].
    pub fn holds_dtz(&self, position: &impl Position) -> Result<bool, Error> {
        Ok(self.place(&judged(position)?, Kind::Dtz)?.is_of_side)
    }

    /// True when the DTZ table stores plies for this result in the part that contains this
    /// position, false when it stores moves.
    ///
    /// # Errors
    /// As [`Tables::wdl`].
    pub fn keeps_plies(&self, position: &impl Position, wdl: Wdl) -> Result<bool, Error> {
        let men = judged(position)?;
        Ok(wdl == Wdl::Draw || self.place(&men, Kind::Dtz)?.sub_table.counts_plies(wdl))
    }

    /// DTM, including en passant.
    fn mate(&self, men: &Men) -> Result<Dtm, Error> {
        let stored = if men.count() == 2 {
            Dtm::Draw
        } else {
            crate::vdtm::of_code(self.value(&self.place(men, Kind::Dtm)?)?)
        };
        let mut taken = None;
        finish(men.en_passant(|next| match self.mate(&next) {
            Ok(reply) => {
                taken = taken.max(Some(reply.from_parent()));
                ControlFlow::Continue(())
            }
            Err(error) => ControlFlow::Break(Err(error)),
        }))?;
        // Without other moves the stored value is mate or stalemate, which the capture avoids.
        Ok(match taken {
            Some(taken) if taken > stored || !men.can_move() => taken,
            _ => stored,
        })
    }

    /// The result of a position that is known to be legal.
    pub(crate) fn resolved(&self, men: &Men) -> Result<Wdl, Error> {
        self.resolve(men).map(|resolved| resolved.wdl)
    }

    /// WDL, including en passant.
    fn resolve(&self, men: &Men) -> Result<Resolved, Error> {
        match self.taken(men)? {
            Taken { is_won: true, .. } => Ok(Resolved { wdl: Wdl::Win, zeroing: true }),
            taken => Ok(taken.beside(self.stored_wdl(men)?, men)),
        }
    }

    /// The results that the captures reach.
    pub(crate) fn taken(&self, men: &Men) -> Result<Taken, Error> {
        let mut best = Wdl::Loss;
        let mut is_won = finish(men.captures(|next| self.raise(&mut best, &next, Wdl::Win)))?;
        let mut passing = None;
        if men.ep != 0 && !is_won {
            is_won = finish(men.en_passant(|next| {
                let value = passing.get_or_insert(best);
                self.raise(value, &next, Wdl::Win)
            }))?;
        }
        Ok(Taken { best, passing, is_won })
    }

    /// Raises the best result to that of a capture if it is better; breaks when it is at least
    /// `enough`.
    #[inline]
    fn raise(&self, best: &mut Wdl, after: &Men, enough: Wdl) -> Flow {
        match self.bounded(after, -enough, -*best) {
            Ok(reply) => {
                *best = (*best).max(-reply);
                if *best >= enough { ControlFlow::Break(Ok(())) } else { ControlFlow::Continue(()) }
            }
            Err(error) => ControlFlow::Break(Err(error)),
        }
    }

    /// WDL of a position without en passant rights, within bounds: `least` stands for all lower
    /// values, and a value of at least `enough` for all values from there on.
    fn bounded(&self, men: &Men, least: Wdl, enough: Wdl) -> Result<Wdl, Error> {
        let mut best = least;
        if finish(men.captures(|next| self.raise(&mut best, &next, enough)))? {
            return Ok(best);
        }
        Ok(best.max(self.stored_wdl(men)?))
    }

    #[inline]
    fn stored_wdl(&self, men: &Men) -> Result<Wdl, Error> {
        if men.count() == 2 { Ok(Wdl::Draw) } else { self.wdl_at(&self.place(men, Kind::Wdl)?) }
    }

    /// The result stored at a place.
    #[inline]
    pub(crate) fn wdl_at(&self, place: &Place) -> Result<Wdl, Error> {
        let value = self.value(place)?;
        let wdl = Wdl::ALL.get(usize::from(value)).copied();
        wdl.ok_or_else(|| self.bad_table(place.table.material(), Kind::Wdl, Fault::Value(value)))
    }

    /// DTZ in plies, signed as in [`Dtz`]: the distance nearest to zero that the table permits, and
    /// the farthest.
    pub(crate) fn distance(&self, men: &Men) -> Result<[i16; 2], Error> {
        let Resolved { wdl, zeroing } = self.resolve(men)?;
        if zeroing { Ok([least_plies(wdl); 2]) } else { self.quiet_distance(men, wdl) }
    }

    /// The same for a position in which, if it is won, no capture is known to keep the result.
    fn quiet_distance(&self, men: &Men, wdl: Wdl) -> Result<[i16; 2], Error> {
        let least = least_plies(wdl);
        if wdl == Wdl::Draw || wdl > Wdl::Draw && self.is_kept_by_push(men, wdl)? {
            return Ok([least; 2]);
        }
        let place = self.place(men, Kind::Dtz)?;
        if !place.is_of_side {
            return if wdl > Wdl::Draw { self.shortest(men, wdl) } else { self.longest(men, wdl) };
        }
        let distance = place.sub_table.distance(self.value(&place)?, wdl);
        let plies = distance.map_err(|fault| self.bad_table(place.table.material(), Kind::Dtz, fault))?.0;
        let is_precise = place.sub_table.counts_plies(wdl)
            || plies == -WIN_PLIES && !men.can_move()
            || plies == WIN_PLIES && mates(men);
        Ok(if is_precise { [plies; 2] } else { [plies, plies + plies.signum()] })
    }

    /// True when a quiet pawn move keeps this result for the winning side.
    fn is_kept_by_push(&self, men: &Men, wdl: Wdl) -> Result<bool, Error> {
        finish(men.pawn_pushes(|next| match self.is_lost(&next, -wdl) {
            Ok(true) => ControlFlow::Break(Ok(())),
            Ok(false) => ControlFlow::Continue(()),
            Err(error) => ControlFlow::Break(Err(error)),
        }))
    }

    /// True when the position has exactly this losing result.
    fn is_lost(&self, men: &Men, wdl: Wdl) -> Result<bool, Error> {
        Ok(self.loss(men, wdl)? == wdl)
    }

    /// The result of a position, exact if it is `wdl` (a loss or blessed loss) or worse; a better
    /// result may be returned as any better value.
    fn loss(&self, men: &Men, wdl: Wdl) -> Result<Wdl, Error> {
        if men.ep != 0 {
            return self.resolved(men);
        }
        let better = if wdl == Wdl::Loss { Wdl::BlessedLoss } else { Wdl::Draw };
        self.bounded(men, Wdl::Loss, better)
    }

    /// DTZ of a win of the side that the table does not store: the minimum over the positions after
    /// quiet moves that keep the result.
    fn shortest(&self, men: &Men, wdl: Wdl) -> Result<[i16; 2], Error> {
        let mut best = None;
        finish(men.quiet_moves(|next| {
            let reply = match self.loss(&next, -wdl) {
                // Lost in a hundred plies after the move, so the win is cursed by one ply.
                Ok(Wdl::Loss) if wdl == Wdl::CursedWin => Ok([1 - CURSED_PLIES; 2]),
                Ok(reply) if reply == -wdl => self.quiet_distance(&next, -wdl),
                Ok(_) => return ControlFlow::Continue(()),
                Err(error) => Err(error),
            };
            let [near, far] = match reply {
                Ok([near, _]) if near == -WIN_PLIES && next.is_checkmate() => [WIN_PLIES; 2],
                Ok(plies) => plies.map(|plies| 1 - plies),
                Err(error) => return ControlFlow::Break(Err(error)),
            };
            let [best_near, best_far] = best.unwrap_or([near, far]);
            best = Some([best_near.min(near), best_far.min(far)]);
            ControlFlow::Continue(())
        }))?;
        Ok(best.unwrap_or([least_plies(wdl); 2]))
    }

    /// DTZ of a loss of the side that the table does not store: the maximum over the positions
    /// after quiet moves. Without any, only zeroing moves are left, or it is mate.
    fn longest(&self, men: &Men, wdl: Wdl) -> Result<[i16; 2], Error> {
        let mut worst = [least_plies(wdl); 2];
        finish(men.quiet_moves(|next| {
            // After a loss every move leads to a win; after a blessed loss, to a win or a cursed
            // win.
            let reply = if wdl == Wdl::Loss { self.won_distance(&next) } else { self.distance(&next) };
            match reply {
                Ok(plies) if plies[0] > 0 => {
                    worst = [worst[0].min(-plies[0] - 1), worst[1].min(-plies[1] - 1)];
                    ControlFlow::Continue(())
                }
                Ok(_) => ControlFlow::Continue(()),
                Err(error) => ControlFlow::Break(Err(error)),
            }
        }))?;
        Ok(worst)
    }

    /// DTZ of a position that is known to be won.
    fn won_distance(&self, men: &Men) -> Result<[i16; 2], Error> {
        let mut best = Wdl::CursedWin;
        if finish(men.captures(|next| self.raise(&mut best, &next, Wdl::Win)))? {
            return Ok([WIN_PLIES; 2]);
        }
        self.quiet_distance(men, Wdl::Win)
    }
}

/// The distance nearest to zero for a result.
pub(crate) fn least_plies(wdl: Wdl) -> i16 {
    match wdl {
        Wdl::Draw => 0,
        Wdl::Win => WIN_PLIES,
        Wdl::CursedWin => CURSED_PLIES,
        Wdl::BlessedLoss => -CURSED_PLIES,
        Wdl::Loss => -WIN_PLIES,
    }
}

/// True when a quiet move of a piece gives checkmate.
fn mates(men: &Men) -> bool {
    let is_mate =
        |next: Men| if next.is_checkmate() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
    men.quiet_moves(is_mate).is_break()
}

/// The men of a position, checked to be legal and covered by tables.
#[inline]
pub(crate) fn judged(position: &impl Position) -> Result<Men, Error> {
    let men = position.men();
    let count = men.count() as usize;
    if count > MAX_MEN {
        return Err(Error::TooManyMen(count));
    }
    if position.castling() {
        return Err(Error::CastlingRights);
    }
    if men.is_legal() { Ok(men) } else { Err(Error::Illegal) }
}

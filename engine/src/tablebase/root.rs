//! Root moves and tables: the result of each move at the game's counter, and which are to be
//! searched.

use std::convert::Infallible;

use board::rules::FIFTY_MOVES_PLIES;
use board::{Board, Dtm, MaybeRounded, Move, Outcome, rules};
use tbgen::{Probe, Values};

use super::tablebases::Tablebases;
use crate::position::Position;

/// The results of all root moves by tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootKnowledge {
    /// The moves, the best rank first.
    pub moves: Vec<KnownMove>,
    /// Distances are known: the best moves make progress even if the search finds none.
    pub has_distances: bool,
    /// Positions probed.
    pub hits: u64,
}

impl RootKnowledge {
    /// The result with best play and the counter of the game, with or without the fifty-move rule
    /// as set by the option.
    pub fn result(&self) -> Outcome {
        self.moves.first().map_or(Outcome::Draw, |best| best.result)
    }

    /// The number of moves to search: those of the best rank.
    pub fn best(&self) -> usize {
        self.moves.iter().take_while(|known| known.rank == 0).count()
    }
}

/// A root move with its value by tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownMove {
    /// The move.
    pub mv: Move,
    /// The result for the moving side, with the counter of the game.
    pub result: Outcome,
    /// 0 for the moves that keep the result and should be searched, more for worse ones.
    pub rank: usize,
}

/// A root move before it is ranked.
struct Judged {
    mv: Move,
    result: Outcome,
    /// Plies to the next zeroing move or mate, this move included; `None` without distances. From
    /// files with rounded distances it may be one too small.
    distance: Option<u16>,
}

/// The counter at which the game is drawn.
const CLOCK_MAX: u16 = FIFTY_MOVES_PLIES as u16;

impl Tablebases {
    /// Evaluates and ranks all root moves; `None` when a position after one of them is in no table.
    ///
    /// The result of each move comes from the tables, with repetitions and the counter of the game.
    /// Better results rank before worse ones; an open result ranks below a sure win and above a
    /// sure loss. Among moves of the same result the first are:
    /// - of wins in time: all, because the search finds the shortest mate among them; once the game
    ///   has repeated, only those closest to a zeroing move;
    /// - of wins that the counter spoils: those closest to a zeroing move, because the other side
    ///   may err;
    /// - of draws: all;
    /// - of losses: those that delay the next zeroing move longest, if the counter may save the
    ///   game; otherwise all, because the search delays the mate.
    pub(crate) fn judge_root(&self, position: &Position, moves: &[Move]) -> Option<RootKnowledge> {
        if position.men() > self.searchable_men() || self.exact(position.board()).is_some() {
            return None;
        }
        let judged: Vec<Judged> =
            moves.iter().map(|&mv| self.judge_move(position, mv)).collect::<Option<_>>()?;
        let best = judged.iter().map(|judged| judged.result).max()?;
        let has_distances =
            judged.iter().filter(|judged| judged.result == best).all(|judged| judged.distance.is_some());
        let hits = judged.len() as u64;
        Some(RootKnowledge { moves: ranked(judged, position), has_distances, hits })
    }

    fn judge_move(&self, position: &Position, mv: Move) -> Option<Judged> {
        let mut child = position.clone();
        child.play(mv);
        let board = child.board();
        if rules::is_checkmate(board) {
            return Some(Judged { mv, result: Outcome::Win, distance: Some(1) });
        }
        let drawn = child.is_repetition(0) || child.is_fifty_move_draw() || child.is_insufficient_material();
        if drawn {
            return Some(Judged { mv, result: Outcome::Draw, distance: Some(0) });
        }
        let known = Rooted(self);
        let result = if self.fifty_move_rule {
            -known_outcome(&known, board)?
        } else {
            let Ok(values) = known.values(board);
            let plain = values.wdl.or_else(|| self.exact(board).map(Dtm::wdl))?;
            (-plain).without_fifty_move_rule().into()
        };
        // A capture or pawn move counts as one ply, whichever side wins.
        let distance = if child.fifty_move_clock() == 0 {
            Some(1)
        } else {
            known.distance(board).map(|plies| plies + 1)
        };
        Some(Judged { mv, result, distance })
    }
}

fn known_outcome(known: &Rooted, board: &Board) -> Option<Outcome> {
    let Ok(outcome) = tbgen::outcome(known, board);
    outcome
}

/// Groups of equal rank, best first: see [`Tablebases::judge_root`].
fn ranked(mut judged: Vec<Judged>, position: &Position) -> Vec<KnownMove> {
    judged.sort_by_key(|judged| std::cmp::Reverse(judged.result));
    let mut known = Vec::with_capacity(judged.len());
    let mut rank = 0;
    for group in judged.chunk_by(|a, b| a.result == b.result) {
        let first = first_of(group, position);
        for is_first in [true, false] {
            let part = group.iter().filter(|judged| first(judged) == is_first);
            let before = known.len();
            known.extend(part.map(|judged| KnownMove { mv: judged.mv, result: judged.result, rank }));
            rank += usize::from(known.len() > before);
        }
    }
    known
}

/// The order of moves of one result.
fn first_of(group: &[Judged], position: &Position) -> Box<dyn Fn(&Judged) -> bool> {
    let distances: Option<Vec<u16>> = group.iter().map(|judged| judged.distance).collect();
    let Some(distances) = distances else { return Box::new(|_| true) };
    let clock = u16::from(position.fifty_move_clock());
    let quickest = distances.iter().min().copied();
    let slowest = distances.iter().max().copied();
    let all = |_: &Judged| true;
    let nearest = move |judged: &Judged| judged.distance == quickest;
    match group[0].result {
        Outcome::Draw => Box::new(all),
        Outcome::Win if !position.has_repeated() => Box::new(all),
        Outcome::Win | Outcome::OpenWin | Outcome::CursedWin => Box::new(nearest),
        Outcome::Loss if slowest.is_some_and(|plies| 2 * plies + clock < CLOCK_MAX) => Box::new(all),
        Outcome::Loss | Outcome::OpenLoss | Outcome::BlessedLoss => {
            Box::new(move |judged| judged.distance == slowest)
        }
    }
}

/// The tables for the root: those in memory first, then files.
struct Rooted<'a>(&'a Tablebases);

impl Rooted<'_> {
    /// Plies to the next zeroing move or mate, or more where only the distance to mate is known.
    fn distance(&self, board: &Board) -> Option<u16> {
        let Ok(values) = self.values(board);
        let to_zeroing = values.dtz.map(|dtz| dtz.0.unsigned_abs());
        to_zeroing.or_else(|| self.0.exact(board).map(|dtm| dtm.plies().unwrap_or(0)))
    }
}

impl Probe for Rooted<'_> {
    type Error = Infallible;

    fn values(&self, board: &Board) -> Result<Values, Infallible> {
        let syzygy = self.0.syzygy.as_ref();
        let dtz = syzygy.and_then(|syzygy| syzygy.probe_dtz(board));
        Ok(Values {
            wdl: syzygy.and_then(|syzygy| syzygy.probe_wdl(board)),
            dtz: dtz.map(MaybeRounded::dtz),
            rounded: dtz.is_some_and(MaybeRounded::is_rounded),
            dtm: None,
        })
    }

    fn at_counter(&self, board: &Board) -> Result<Option<Outcome>, Infallible> {
        // An exact mate with the counter decides everything.
        if let Some(exact) = self.0.exact(board) {
            return Ok(Some(exact.wdl().into()));
        }
        Ok(self.values(board)?.at_counter(board.halfmove_clock()))
    }
}

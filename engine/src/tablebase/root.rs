//! Root moves and tables or proofs: the result of each move at the game's counter, and which are to
//! be searched.

use std::convert::Infallible;

use board::rules::FIFTY_MOVES_PLIES;
use board::{Board, Dtm, MaybeRounded, Move, Outcome, Piece, rules};
use tbgen::{Probe, Values};

use super::pocket::{Asked, Bounds};
use super::tablebases::Tablebases;
use crate::position::Position;

/// What tables or proofs say of all root moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootKnowledge {
    /// The moves, the best rank first.
    pub moves: Vec<KnownMove>,
    /// The result with best play and the counter of the game, with or without the fifty-move rule
    /// as set by the option; `None` where proofs leave it open.
    pub result: Option<Outcome>,
    /// Distances are known: the best moves make progress even if the search finds none.
    pub has_distances: bool,
    /// Positions probed in tables.
    pub hits: u64,
}

impl RootKnowledge {
    /// `SOURCE: win, 3 of 20 moves keep the result`.
    pub(crate) fn describe(&self, source: &str) -> String {
        let (best, all) = (self.best(), self.moves.len());
        match self.result {
            Some(result) => format!("{source}: {result}, {best} of {all} moves keep the result"),
            None => format!("{source}: {} of {all} moves are worse than others", all - best),
        }
    }

    /// The number of moves to search: those of the best rank.
    pub fn best(&self) -> usize {
        self.moves.iter().take_while(|known| known.rank == 0).count()
    }

    /// The moves to search, without promotions to rook or bishop where the queen wins as well: the
    /// search, which may value both alike if the other side can take, could choose the lesser.
    pub(crate) fn searched(self) -> Vec<KnownMove> {
        let best = self.best();
        let mut moves = self.moves;
        moves.truncate(best);
        let queens: Vec<Move> = moves
            .iter()
            .filter(|known| known.result == Some(Outcome::Win) && known.mv.promotion == Some(Piece::Queen))
            .map(|known| known.mv)
            .collect();
        moves.retain(|KnownMove { mv, .. }| {
            !matches!(mv.promotion, Some(Piece::Rook | Piece::Bishop))
                || !queens.contains(&Move { promotion: Some(Piece::Queen), ..*mv })
        });
        moves
    }
}

/// A root move with its value by tables or proofs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownMove {
    /// The move.
    pub mv: Move,
    /// The result for the moving side, with the counter of the game; `None` where proofs leave it
    /// open.
    pub result: Option<Outcome>,
    /// 0 for the moves that keep the result and should be searched, more for worse ones.
    pub rank: usize,
}

/// A root move before it is ranked.
struct Judged {
    mv: Move,
    /// The least and the greatest result for the moving side.
    low: Outcome,
    high: Outcome,
    /// Plies to the next zeroing move or mate, this move included; `None` without distances. From
    /// files with rounded distances it may be one too small, from proofs too large.
    distance: Option<u16>,
}

impl Judged {
    fn result(&self) -> Option<Outcome> {
        (self.low == self.high).then_some(self.low)
    }
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
        let best = judged.iter().map(|judged| judged.low).max()?;
        let has_distances =
            judged.iter().filter(|judged| judged.low == best).all(|judged| judged.distance.is_some());
        let hits = judged.len() as u64;
        Some(RootKnowledge { moves: ranked(judged, position, best), result: Some(best), has_distances, hits })
    }

    /// Ranks all root moves by what is proved of them without tables, by looking at `nodes`
    /// positions for each at most; `None` where that rules out no move, and while its ending is not
    /// prepared.
    ///
    /// Where the result is proved, the first are the moves that are proved to keep it, in the order
    /// of [`Tablebases::judge_root`]; where it is not, all but those that are proved to be worse
    /// than another. Proofs do not take account of repetitions in the game, so nothing is ranked
    /// once a position has occurred twice. Before that, no position of a proof can occur for the
    /// third time.
    pub(crate) fn prove_root(
        &self,
        position: &Position,
        moves: &[Move],
        nodes: u32,
        wait: bool,
    ) -> Option<RootKnowledge> {
        let board = position.board();
        if position.has_repeated() || self.exact(board).is_some() {
            return None;
        }
        let pocket = self.internal.pocket.ask(board, self.fifty_move_rule, wait)?;
        let whole = pocket.bounds(board, nodes);
        if !whole.says_something() {
            return None;
        }
        let judged: Vec<Judged> = moves.iter().map(|&mv| prove_move(&pocket, position, mv, nodes)).collect();
        let least = judged.iter().map(|judged| judged.low).max()?;
        let greatest = judged.iter().map(|judged| judged.high).max()?.min(whole.high).max(least);
        let moves = ranked(judged, position, greatest);
        let result = (least == greatest).then_some(least);
        let known = RootKnowledge { moves, result, has_distances: false, hits: 0 };
        (result.is_some() || known.best() < known.moves.len()).then_some(known)
    }

    fn judge_move(&self, position: &Position, mv: Move) -> Option<Judged> {
        let child = match played(position, mv) {
            Ok(child) => child,
            Err(over) => return Some(over),
        };
        let board = child.board();
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
        Some(Judged { mv, low: result, high: result, distance })
    }
}

/// The position after a move, or the move's value if that ends the game.
fn played(position: &Position, mv: Move) -> Result<Position, Judged> {
    let over = |result, plies| Err(Judged { mv, low: result, high: result, distance: Some(plies) });
    let mut child = position.clone();
    child.play(mv);
    if rules::is_checkmate(child.board()) {
        over(Outcome::Win, 1)
    } else if child.is_repetition(0) || child.is_fifty_move_draw() || child.is_insufficient_material() {
        over(Outcome::Draw, 0)
    } else {
        Ok(child)
    }
}

fn prove_move(pocket: &Asked, position: &Position, mv: Move, nodes: u32) -> Judged {
    let child = match played(position, mv) {
        Ok(child) => child,
        Err(over) => return over,
    };
    let Bounds { low, high, plies } = pocket.bounds(child.board(), nodes).turned();
    let distance = match (low, plies) {
        (Outcome::Win, _) if child.fifty_move_clock() == 0 => Some(1),
        // How long a loss can be delayed is not known.
        (Outcome::Win, Some(plies)) => Some(u16::from(plies) + 1),
        _ => None,
    };
    Judged { mv, low, high, distance }
}

fn known_outcome(known: &Rooted, board: &Board) -> Option<Outcome> {
    let Ok(outcome) = tbgen::outcome(known, board);
    outcome
}

/// Groups of equal rank, best first: see [`Tablebases::judge_root`]. Where no move is known to
/// reach the greatest result there may be, all that may reach more than the best known one are
/// equal.
fn ranked(mut judged: Vec<Judged>, position: &Position, greatest: Outcome) -> Vec<KnownMove> {
    let least = judged.iter().map(|judged| judged.low).max().unwrap_or(Outcome::Loss);
    let worth = |judged: &Judged| if least >= greatest { judged.low } else { judged.high.min(least) };
    judged.sort_by_key(|judged| std::cmp::Reverse(worth(judged)));
    let mut known = Vec::with_capacity(judged.len());
    let mut rank = 0;
    for group in judged.chunk_by(|a, b| worth(a) == worth(b)) {
        let first = first_of(group, position);
        for is_first in [true, false] {
            let part = group.iter().filter(|judged| first(judged) == is_first);
            let before = known.len();
            known.extend(part.map(|judged| KnownMove { mv: judged.mv, result: judged.result(), rank }));
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
    let Some(result) = group[0].result() else { return Box::new(all) };
    match result {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The moves searched among some of these results and ranks.
    fn searched(moves: &[(&str, Outcome, usize)]) -> Vec<String> {
        let moves = moves.iter().map(|&(text, result, rank)| KnownMove {
            mv: text.parse().expect("it is a move"),
            result: Some(result),
            rank,
        });
        let known = RootKnowledge { moves: moves.collect(), result: None, has_distances: false, hits: 0 };
        known.searched().into_iter().map(|known| known.mv.to_string()).collect()
    }

    #[test]
    fn lesser_promotions_are_left_out_only_where_the_queen_wins_too() {
        use Outcome::{Draw, Win};
        let all = ["f7f8r", "f7f8b", "f7f8n", "f7f8q", "f7e8r", "e7f6"];
        assert_eq!(searched(&all.map(|mv| (mv, Win, 0))), ["f7f8n", "f7f8q", "f7e8r", "e7f6"]);
        assert_eq!(searched(&all.map(|mv| (mv, Draw, 0))), all);
        assert_eq!(searched(&[("f7f8r", Win, 0), ("f7f8q", Draw, 1)]), ["f7f8r"], "stalemate");
    }
}

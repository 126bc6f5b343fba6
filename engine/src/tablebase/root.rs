//! What tables say about the moves at the root: which of them are worth searching.

use board::rules::FIFTY_MOVES_PLIES;
use board::{Move, Wdl};

use super::tablebases::Tablebases;
use crate::position::Position;

/// The root's result and the moves that keep it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootKnowledge {
    /// With best play and the counter of the game, under the fifty-move rule if the option says so.
    pub result: Wdl,
    /// The moves worth searching.
    pub moves: Vec<Move>,
    /// Distances were known: the moves make progress even if the search sees none.
    pub has_distances: bool,
    /// Positions looked up.
    pub hits: u64,
}

/// A root move as the tables see it.
struct Judged {
    mv: Move,
    /// For the side that moves.
    result: Wdl,
    /// Plies to the next zeroing move, this move included; may be one too small. `None` without distances.
    distance: Option<u16>,
}

/// The game is drawn when the counter gets there.
const CLOCK_MAX: u16 = FIFTY_MOVES_PLIES as u16;

impl Tablebases {
    /// Ranks the root moves; `None` when a position after one of them is in no table.
    ///
    /// The results come move by move from the tables, with repetitions and the counter of the game. Of the best result
    /// are kept:
    /// - wins that surely come in time: all, for the search looks for the nearest mate among them; once the game goes in
    ///   circles or the counter presses, only those nearest to a zeroing move;
    /// - wins that the counter spoils: those nearest to a zeroing move, for the other side may err;
    /// - draws: all;
    /// - losses: those that put the next zeroing move off longest, when the counter may come to the rescue; else all, for the
    ///   search puts the mate off.
    pub(crate) fn judge_root(&self, position: &Position, moves: &[Move]) -> Option<RootKnowledge> {
        if position.men() > self.searchable_men() || self.exact(position.board()).is_some() {
            return None;
        }
        let judged: Vec<Judged> =
            moves.iter().map(|&mv| self.judge_move(position, mv)).collect::<Option<_>>()?;
        let result = judged.iter().map(|judged| judged.result).max()?;
        let mut kept: Vec<&Judged> = judged.iter().filter(|judged| judged.result == result).collect();
        let distances: Option<Vec<u16>> = kept.iter().map(|judged| judged.distance).collect();
        if let Some(distances) = &distances {
            let clock = u16::from(position.fifty_move_clock());
            let quickest = distances.iter().min().copied();
            let slowest = distances.iter().max().copied();
            let in_time = |judged: &&Judged| judged.distance.is_some_and(|plies| plies + clock < CLOCK_MAX);
            match result {
                Wdl::Win if !position.has_repeated() && kept.iter().any(in_time) => kept.retain(in_time),
                Wdl::Win | Wdl::CursedWin => kept.retain(|judged| judged.distance == quickest),
                Wdl::Draw => {}
                Wdl::Loss if slowest.is_some_and(|plies| 2 * plies + clock < CLOCK_MAX) => {}
                Wdl::Loss | Wdl::BlessedLoss => kept.retain(|judged| judged.distance == slowest),
            }
        }
        let moves = kept.into_iter().map(|judged| judged.mv).collect();
        Some(RootKnowledge { result, moves, has_distances: distances.is_some(), hits: judged.len() as u64 })
    }

    fn judge_move(&self, position: &Position, mv: Move) -> Option<Judged> {
        let mut child = position.clone();
        child.play(mv);
        let board = child.board();
        let drawn = child.is_repetition(0) || child.is_fifty_move_draw() || child.is_insufficient_material();
        if drawn {
            return Some(Judged { mv, result: Wdl::Draw, distance: Some(0) });
        }
        if let Some(dtm) = self.exact(board) {
            // Plies to mate are no fewer than plies to the next zeroing move.
            let plies = dtm.plies().unwrap_or(0);
            return Some(Judged { mv, result: -dtm.wdl(), distance: Some(plies + 1) });
        }
        let syzygy = self.syzygy.as_ref()?;
        let clock = u16::from(child.fifty_move_clock());
        let mut result = -syzygy.probe_wdl(board)?;
        let mut distance = Some(1);
        if clock > 0 {
            let plies = syzygy.probe_dtz(board).map(|dtz| dtz.0.unsigned_abs());
            if plies.is_some_and(|plies| plies + clock > CLOCK_MAX) {
                result = spoiled(result);
            }
            distance = plies.map(|plies| plies + 1);
        }
        if !self.fifty_move_rule {
            result = result.without_fifty_move_rule();
        }
        Some(Judged { mv, result, distance })
    }
}

/// A result that the fifty-move counter comes in the way of.
fn spoiled(result: Wdl) -> Wdl {
    match result {
        Wdl::Win => Wdl::CursedWin,
        Wdl::Loss => Wdl::BlessedLoss,
        other => other,
    }
}

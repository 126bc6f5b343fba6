//! What tables say about the moves at the root: which of them keep the result.

use board::{Move, Wdl};

use super::Tablebases;
use crate::position::Position;

/// The root's result and the moves that keep it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootKnowledge {
    /// With best play, under the fifty-move rule if the option says so.
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
    result: Wdl,
    /// Plies to the next zeroing move, this move included.
    distance: Option<u16>,
}

/// The game is drawn when the counter gets there.
const CLOCK_MAX: u16 = 100;

impl Tablebases {
    /// Ranks the root moves; `None` when a position after one of them is in no table.
    ///
    /// The results come from the win-draw-loss tables, move by move, with repetitions and the counter of the game. Distances, where there
    /// are any, tell whether a win comes in time. As long as it does, every winning move is left to the search, which looks
    /// for mate; when the game has begun to go in circles or time is short, only the quickest is.
    pub fn judge_root(&self, position: &Position, moves: &[Move]) -> Option<RootKnowledge> {
        let men = position.men();
        if men > self.searchable_men() || self.exact(position.board()).is_some() {
            return None;
        }
        let judged: Vec<Judged> =
            moves.iter().map(|&mv| self.judge_move(position, mv)).collect::<Option<_>>()?;
        let result = judged.iter().map(|judged| judged.result).max()?;
        let mut kept: Vec<&Judged> = judged.iter().filter(|judged| judged.result == result).collect();
        let has_distances = kept.iter().all(|judged| judged.distance.is_some());
        if result == Wdl::Win && has_distances {
            let clock = u16::from(position.fifty_move_clock());
            let in_time = |judged: &&Judged| judged.distance.unwrap_or(0) + clock < CLOCK_MAX;
            let quickest = kept.iter().filter_map(|judged| judged.distance).min();
            if position.has_repeated() || !kept.iter().any(in_time) {
                kept.retain(|judged| judged.distance == quickest);
            } else {
                kept.retain(in_time);
            }
        }
        let moves = kept.into_iter().map(|judged| judged.mv).collect();
        Some(RootKnowledge { result, moves, has_distances, hits: judged.len() as u64 })
    }

    fn judge_move(&self, position: &Position, mv: Move) -> Option<Judged> {
        let mut child = position.clone();
        child.play(mv);
        let board = child.board();
        let drawn = child.is_repetition(0) || child.is_fifty_move_draw() || child.is_insufficient_material();
        if drawn {
            return Some(Judged { mv, result: Wdl::Draw, distance: Some(0) });
        }
        let clock = u16::from(child.fifty_move_clock());
        if let Some(dtm) = self.exact(board) {
            // Plies to mate are no fewer than plies to the next zeroing move.
            let plies = dtm.plies().unwrap_or(0);
            return Some(Judged { mv, result: -dtm.wdl(), distance: Some(plies + 1) });
        }
        let syzygy = self.syzygy.as_ref()?;
        let mut result = -self.under_the_rule(syzygy.probe_wdl(board)?);
        let mut distance = Some(1);
        if clock > 0 {
            let plies = syzygy.probe_dtz_plies(board);
            if self.fifty_move_rule && plies.is_some_and(|plies| plies + clock > CLOCK_MAX) {
                result = Wdl::Draw;
            }
            distance = plies.map(|plies| plies + 1);
        }
        Some(Judged { mv, result, distance })
    }
}

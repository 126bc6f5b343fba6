//! Random positions in which the choice of the move matters, for testing how well an engine plays
//! an ending.

use std::convert::Infallible;

use board::random::Random;
use board::rules::{after, can_capture_en_passant};
use board::{Board, Color, Man, Material, Move, Placement, Square, Wdl, legal_moves, narrow};
use syzygy::{Error as SyzygyError, Tables as SyzygyTables};

use crate::error::TbgenError;
use crate::tables::wdl::WdlTables;
use crate::value::wdl::NO_POSITION;

/// Slots tried per requested position before the search ends.
const TRIES: usize = 100_000;

/// A position in which at least one legal move keeps the result, but at most half of them do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Critical {
    /// The position, without castling and en passant rights.
    pub board: Board,
    /// The result for the side to move, with cursed wins and blessed losses counted as draws.
    pub result: Wdl,
    /// The moves that keep the result, in order of generation.
    pub keep: Vec<Move>,
}

/// Returns `count` different random critical positions of an ending under the fifty-move rule, or
/// fewer if there are hardly any. The same seed gives the same positions; identical pieces may be
/// in any order.
///
/// Positions in which a double push allows an en passant capture are left out.
///
/// # Errors
/// As [`WdlTables::build_all`].
pub fn critical_positions(material: Material, count: usize, seed: u64) -> Result<Vec<Critical>, TbgenError> {
    let mut tables = WdlTables::new();
    tables.build_all(&[material])?;
    let Some(rows) = tables.rows(material) else { return Ok(Vec::new()) };
    let mut random = Random::new(seed);
    let mut drawn = std::collections::HashSet::new();
    let mut found = Vec::new();
    let mut codes = [NO_POSITION; 64];
    for _ in 0..count.saturating_mul(TRIES) {
        if found.len() == count {
            break;
        }
        let (row, last, side) =
            (random.below(rows.len()), narrow::<_, u8>(random.below(64)), random.below(2));
        let side = if side == 0 { Color::White } else { Color::Black };
        let Some(mut squares) = rows.squares(row) else { continue };
        rows.results(side, row, &mut codes);
        if codes[usize::from(last)] == NO_POSITION {
            continue;
        }
        squares[rows.men().len() - 1] = last;
        let men: Vec<Man> = rows
            .men()
            .iter()
            .zip(squares)
            .map(|(&(color, piece), square)| Man { color, piece, square: Square::index(usize::from(square)) })
            .collect();
        let Ok(placement) = Placement::new(side, &men) else { continue };
        if let Some(critical) = Critical::at(&placement, &tables)
            && drawn.insert(placement)
        {
            found.push(critical);
        }
    }
    Ok(found)
}

impl Critical {
    /// The position if it is critical according to table files, with any number of men.
    ///
    /// # Errors
    /// [`SyzygyError`] where a file that is needed is missing or damaged.
    pub(crate) fn in_files(placement: &Placement, files: &SyzygyTables) -> Result<Option<Self>, SyzygyError> {
        let Ok(board) = placement.to_board() else { return Ok(None) };
        Self::judge(board, |board| files.wdl(board).map(Some))
    }

    /// The position if it is critical; `None` also if the ending is not in the tables or a double
    /// push allows an en passant capture.
    pub fn at(placement: &Placement, tables: &WdlTables) -> Option<Self> {
        let result = |board: &Board| -> Result<Option<Wdl>, Infallible> {
            // The tables do not include en passant rights.
            let placement = Placement::from_board(board).ok().filter(|_| !can_capture_en_passant(board));
            Ok(placement.and_then(|placement| tables.wdl(&placement)))
        };
        let Ok(critical) = Self::judge(placement.to_board().ok()?, result);
        critical
    }

    /// The position if it is critical according to `result`, under the fifty-move rule; `None` also
    /// if `result` returns `None` for the position or a successor.
    ///
    /// # Errors
    /// The first error of `result`.
    pub fn judge<E>(
        board: Board,
        result: impl Fn(&Board) -> Result<Option<Wdl>, E>,
    ) -> Result<Option<Self>, E> {
        let Some(here) = result(&board)?.map(Wdl::with_fifty_move_rule) else { return Ok(None) };
        let moves = legal_moves(&board);
        let mut keep = Vec::new();
        for &mv in &moves {
            let Some(answer) = result(&after(&board, mv))? else { return Ok(None) };
            if -answer.with_fifty_move_rule() == here {
                keep.push(mv);
            }
        }
        let is_critical = !keep.is_empty() && 2 * keep.len() <= moves.len();
        Ok(is_critical.then_some(Self { board, result: here, keep }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn in_critical_positions_some_moves_keep_the_result_and_at_most_half() {
        let material: Material = "KPvK".parse().expect("a material");
        let drawn = critical_positions(material, 50, 3).expect("it is solved");
        assert_eq!(drawn.len(), 50);
        assert_eq!(drawn, critical_positions(material, 50, 3).expect("it is solved"));
        assert_ne!(drawn, critical_positions(material, 50, 4).expect("it is solved"));
        let mut tables = crate::DtmTables::new();
        tables.build(material).expect("it is solved");
        for critical in drawn {
            let moves = legal_moves(&critical.board);
            assert!(!critical.keep.is_empty() && 2 * critical.keep.len() <= moves.len());
            for mv in moves {
                let mut after = critical.board.clone();
                after.play(mv);
                // Bare kings have no table; endings of three men have no cursed wins.
                let answer = tables.probe_board(&after).map_or(Wdl::Draw, board::Dtm::wdl);
                assert_eq!(
                    -answer == critical.result,
                    critical.keep.contains(&mv),
                    "{mv} in {}",
                    critical.board
                );
            }
        }
    }

    #[test]
    fn an_ending_without_critical_positions_gives_none() {
        // King and knight against king is always drawn.
        assert!(
            critical_positions("KNvK".parse().expect("a material"), 1, 1).expect("it is solved").is_empty()
        );
    }
}

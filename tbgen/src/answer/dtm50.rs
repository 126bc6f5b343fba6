//! Mates under the fifty-move rule, solved on first use.

use std::collections::HashMap;

use board::{Board, Dtm, Material, Move, Placement, rules};

use crate::error::TbgenError;
use crate::tables::dtm::DtmTables;
use crate::tables::dtm50::table::{Dtm50Table, dtm50_from_dtm};

/// Distances to mate under the fifty-move rule, for endings of 3 and 4 men: solved in memory on
/// first use, which takes up to several seconds for four men.
///
/// ```
/// use board::{Dtm, fen};
/// use vancura_tbgen::Dtm50;
/// let mut mates = Dtm50::default();
/// // Mate in 14 takes 27 plies; with 26 left, nothing resets the counter.
/// assert_eq!(mates.value(&fen::parse("8/8/8/3k4/8/8/8/R3K3 w - - 73 99")?)?, Dtm::Win(27));
/// assert_eq!(mates.value(&fen::parse("8/8/8/3k4/8/8/8/R3K3 w - - 74 99")?)?, Dtm::Draw);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Default)]
pub struct Dtm50 {
    mates: DtmTables,
    tables: HashMap<Material, Dtm50Table>,
}

/// One ply of the quickest mate under the fifty-move rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountedPly {
    /// The move.
    pub mv: Move,
    /// The distance before it for the side to move, fifty-move rule ignored.
    pub dtm: Dtm,
    /// The same under the rule, with the counter before the move.
    pub dtm50: Dtm,
    /// Plies since the last capture or pawn move, including this move.
    pub counter: u8,
}

impl Dtm50 {
    /// The distance to mate with the position's fifty-move counter. Mate takes precedence over the
    /// rule, so mate on the hundredth ply counts.
    ///
    /// # Errors
    /// [`TbgenError::Placement`] for positions that are not in any table,
    /// [`TbgenError::TooManyMenForCounter`] for those of more than four men.
    pub fn value(&mut self, board: &Board) -> Result<Dtm, TbgenError> {
        let plain = self.plain(board)?;
        if let Some(value) = dtm50_from_dtm(plain, board) {
            return Ok(value);
        }
        let material = Placement::from_board(board)?.material().canonical().0;
        if !self.tables.contains_key(&material) {
            self.tables.insert(material, Dtm50Table::solve(&self.mates, material)?);
        }
        self.tables[&material].value(&self.mates, board).ok_or(TbgenError::Missing(material))
    }

    /// The distance to mate, fifty-move rule ignored.
    fn plain(&mut self, board: &Board) -> Result<Dtm, TbgenError> {
        let material = Placement::from_board(board)?.material();
        if material.men() > Dtm50Table::MAX_MEN {
            return Err(TbgenError::TooManyMenForCounter(material));
        }
        if material.men() > 2 {
            self.mates.build(material)?;
        }
        self.mates.value_of(board)
    }

    /// The quickest mate under the rule and the longest defense; empty for a draw or a finished
    /// game.
    ///
    /// # Errors
    /// As [`Dtm50::value`].
    pub fn best_line(&mut self, board: &Board) -> Result<Vec<CountedPly>, TbgenError> {
        let mut line = Vec::new();
        let mut position = board.clone();
        loop {
            let dtm50 = self.value(&position)?;
            if matches!(dtm50, Dtm::Draw | Dtm::Loss(0)) {
                return Ok(line);
            }
            let dtm = self.plain(&position)?;
            let mut best: Option<(Dtm, Move)> = None;
            for mv in board::legal_moves(&position) {
                let value = self.value(&rules::after(&position, mv))?.from_parent();
                if best.is_none_or(|(best, _)| value > best) {
                    best = Some((value, mv));
                }
            }
            // A decided position has moves.
            let Some((_, mv)) = best else { return Ok(line) };
            position.play_unchecked(mv);
            line.push(CountedPly { mv, dtm, dtm50, counter: position.halfmove_clock() });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_mates_within_the_counter_by_a_detour() {
        let mut mates = Dtm50::default();
        // The mate in 18 begins with a king move; with six plies left the pawn must move earlier.
        let board = board::fen::parse("8/8/8/5k2/8/4K3/1P6/8 w - - 94 99").unwrap();
        let (plain, value) = (mates.plain(&board).unwrap(), mates.value(&board).unwrap());
        assert_eq!((plain, value), (Dtm::Win(35), Dtm::Win(45)));
        let line = mates.best_line(&board).unwrap();
        assert_eq!(line.len(), usize::from(value.plies().unwrap()));
        let mut end = board;
        for ply in line {
            assert!(end.halfmove_clock() < 100);
            end.play(ply.mv);
            assert_eq!(end.halfmove_clock(), ply.counter);
        }
        assert!(rules::is_checkmate(&end));
    }

    #[test]
    fn five_men_are_refused_and_bare_kings_draw() {
        let mut mates = Dtm50::default();
        let five = board::fen::parse("8/8/8/3k4/8/8/4P3/RN2K3 w - - 0 1").unwrap();
        let error = mates.value(&five).unwrap_err().to_string();
        assert_eq!(
            error,
            "KRNPvK has 5 men; mates under the fifty-move rule (DTM50) can be computed for 3 and 4 men only"
        );
        let kings = board::fen::parse("8/8/8/3k4/8/8/8/4K3 w - - 7 9").unwrap();
        assert_eq!(mates.value(&kings), Ok(Dtm::Draw));
    }
}

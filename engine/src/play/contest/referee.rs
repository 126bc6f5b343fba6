//! The end of games: by the rules, or adjudicated by tables, recognizers and the scores of both
//! sides.

use std::sync::Arc;

use board::{Color, Wdl, legal_moves};

use super::agreement::{AgreedDraw, AgreedWin};
use super::played::PlayedMove;
use crate::knowledge::{self, Certainty};
use crate::position::Position;
use crate::tablebase::{InternalTables, Tablebases};

/// The methods of adjudication; none by default.
#[derive(Default)]
pub struct Referee {
    /// Positions of up to this many men are scored by tables in memory: 0, 3 or 4.
    pub(super) table_men: u32,
    /// Positions are scored by recognizers.
    recognizers: bool,
    /// Games are won by the scores of both sides.
    win: Option<AgreedWin>,
    /// Games are drawn by the scores of both sides.
    draw: Option<AgreedDraw>,
    /// The tables, once built.
    tables: Tablebases,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Checkmate.
    Mate,
    /// Stalemate.
    Stalemate,
    /// The third occurrence of a position.
    Repetition,
    /// Fifty moves without a capture or pawn move.
    FiftyMoves,
    /// Neither side can mate.
    DeadMaterial,
    /// A clock ran out.
    Time,
    /// An engine crashed, stopped responding or broke the rules.
    Fault,
    /// Adjudicated by tables.
    Tables,
    /// Adjudicated by recognizers.
    Recognizer,
    /// Adjudicated by the scores of both sides.
    Agreement,
}

impl Referee {
    /// A referee that uses tables of up to `table_men` men (0, 3 or 4) and, optionally,
    /// recognizers.
    pub fn new(table_men: u32, recognizers: bool) -> Self {
        Self { table_men, recognizers, ..Self::default() }
    }

    /// The same referee with adjudication by the scores of both sides.
    #[must_use]
    pub fn with_agreements(self, win: Option<AgreedWin>, draw: Option<AgreedDraw>) -> Self {
        Self { win, draw, ..self }
    }

    /// The same referee with its tables built.
    pub(super) fn with_tables(&self, internal: &Arc<InternalTables>) -> Self {
        let tables = Tablebases::in_memory(Arc::clone(internal), self.table_men);
        Self {
            table_men: self.table_men,
            recognizers: self.recognizers,
            win: self.win,
            draw: self.draw,
            tables,
        }
    }

    /// The end of the game, if it is over after these moves, and the winner, if any.
    pub(super) fn ending(
        &self,
        position: &Position,
        played: &[PlayedMove],
    ) -> Option<(Ending, Option<Color>)> {
        by_the_rules(position)
            .or_else(|| self.by_tables(position))
            .or_else(|| self.by_recognizers(position))
            .or_else(|| self.by_agreement(position, played))
    }

    fn by_tables(&self, position: &Position) -> Option<(Ending, Option<Color>)> {
        let us = position.side_to_move();
        let winner = match self.tables.exact(position.board())?.wdl() {
            Wdl::Win => Some(us),
            Wdl::Loss => Some(!us),
            _ => None,
        };
        Some((Ending::Tables, winner))
    }

    fn by_recognizers(&self, position: &Position) -> Option<(Ending, Option<Color>)> {
        let us = position.side_to_move();
        let verdict = if self.recognizers { knowledge::judge(position.board()) } else { None }?;
        match verdict.bound {
            // The fifty-move rule may come first.
            Certainty::Win | Certainty::Loss
                if position.fifty_move_clock() > knowledge::holds_until(&verdict) =>
            {
                None
            }
            Certainty::Win => Some((Ending::Recognizer, Some(us))),
            Certainty::Loss => Some((Ending::Recognizer, Some(!us))),
            Certainty::Draw => Some((Ending::Recognizer, None)),
            Certainty::AtLeastDraw | Certainty::AtMostDraw => None,
        }
    }

    fn by_agreement(&self, position: &Position, played: &[PlayedMove]) -> Option<(Ending, Option<Color>)> {
        let mover = !position.side_to_move();
        if let Some(winner) = self.win.and_then(|win| win.winner(played, mover)) {
            return Some((Ending::Agreement, Some(winner)));
        }
        let quiet_plies = usize::from(position.fifty_move_clock());
        let is_drawn = self.draw.is_some_and(|draw| draw.is_reached(played, quiet_plies));
        is_drawn.then_some((Ending::Agreement, None))
    }
}

fn by_the_rules(position: &Position) -> Option<(Ending, Option<Color>)> {
    if legal_moves(position.board()).is_empty() {
        let winner = !position.side_to_move();
        return Some(if position.in_check() {
            (Ending::Mate, Some(winner))
        } else {
            (Ending::Stalemate, None)
        });
    }
    if position.is_repetition(0) {
        return Some((Ending::Repetition, None));
    }
    if position.is_fifty_move_draw() {
        return Some((Ending::FiftyMoves, None));
    }
    position.is_insufficient_material().then_some((Ending::DeadMaterial, None))
}

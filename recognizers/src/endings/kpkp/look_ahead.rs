//! The results of the mover's moves, by the rules without lookahead.

use board::{Rank, Square};

use super::race::{PawnRace, Perspective};
use super::{RULES, STANDING};
use crate::geometry::{files_apart, heart_square, stop_square};
use crate::rule::Outcome;

impl PawnRace {
    /// The outcomes of the mover's moves, from his point of view, by the rules without lookahead;
    /// `None` for moves after which none applies.
    pub(super) fn results(&self) -> impl Iterator<Item = Option<Outcome>> {
        let Perspective { pawn, enemy_pawn, .. } = self.mover;
        let steps = self.mover.steps() - enemy_pawn.bitboard();
        let by_king = steps.iter().map(|king| after(Perspective { king, ..self.mover }));
        let taking =
            self.mover.takes().map(|wins| Some(if wins { Outcome::MoverWins } else { Outcome::Draw }));
        let is_free = |square: Square| !self.mover.occupied().has(square);
        let can_push = !self.is_check() && is_free(stop_square(pawn));
        let one = can_push.then(|| {
            let promotes = pawn.rank() == Rank::Seventh;
            if promotes { None } else { after(Perspective { pawn: stop_square(pawn), ..self.mover }) }
        });
        let two = (can_push && pawn.rank() == Rank::Second && is_free(heart_square(pawn))).then(|| {
            // The rules do not cover en passant.
            let passes = enemy_pawn.rank() == Rank::Fourth && files_apart(pawn, enemy_pawn) == 1;
            if passes { None } else { after(Perspective { pawn: heart_square(pawn), ..self.mover }) }
        });
        by_king.chain(taking).chain(one).chain(two)
    }
}

/// The outcome after a move of the mover, from his point of view, by the rules without lookahead.
fn after(mover: Perspective) -> Option<Outcome> {
    let position = PawnRace::of(mover.other());
    let standing = RULES.named()[..STANDING].iter().find(|rule| rule.holds(&position))?;
    Some(match standing.rule.outcome {
        Outcome::MoverWins => Outcome::MoverLoses,
        Outcome::MoverLoses => Outcome::MoverWins,
        outcome => outcome,
    })
}

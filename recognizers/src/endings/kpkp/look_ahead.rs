//! What each move of the mover leads to, by the rules that look at a position as it stands.

use board::{Rank, Square};

use super::race::{PawnRace, Perspective};
use super::{RULES, STANDING};
use crate::geometry::{files_apart, heart_square, stop_square};
use crate::rule::Outcome;

impl PawnRace {
    /// The results of the mover's moves by the rules that look at a position as it stands, as he
    /// sees them; `None` for moves about which they are silent.
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
            // En passant is more than the rules know.
            let passes = enemy_pawn.rank() == Rank::Fourth && files_apart(pawn, enemy_pawn) == 1;
            if passes { None } else { after(Perspective { pawn: heart_square(pawn), ..self.mover }) }
        });
        by_king.chain(taking).chain(one).chain(two)
    }
}

/// What the standing rules say when the mover has made his move, as he sees it.
fn after(mover: Perspective) -> Option<Outcome> {
    let position = PawnRace::of(mover.other());
    let standing = RULES.named()[..STANDING].iter().find(|rule| rule.holds(&position))?;
    Some(match standing.rule.outcome {
        Outcome::MoverWins => Outcome::MoverLoses,
        Outcome::MoverLoses => Outcome::MoverWins,
        outcome => outcome,
    })
}

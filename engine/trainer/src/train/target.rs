//! The training target of a sample: an expected score, from search score and result.

use crate::sample::{DECISIVE, Origin, SCORE_MAX, Sample, SideResult};

/// Heuristic scores are clipped to this magnitude, in centipawns.
pub const SCORE_CLIP: i16 = 2_500;

/// Certain wins are graded by distance, so that the network prefers shorter ones: this is the
/// target of the shortest.
const NEAR_WIN: f32 = 0.99;
/// A win [`FAR_PLIES`] away or more.
const FAR_WIN: f32 = 0.90;
/// The distance beyond which wins are no longer distinguished.
const FAR_PLIES: u16 = 200;
/// Bonus of a cursed win over a draw.
const CURSED_WIN: f32 = 0.03;
/// The least mate score of the engine's scale; table wins are below, counted down from
/// [`TABLE_WIN`].
const MATE_MIN: u16 = 29_800;
/// A table win on the board.
const TABLE_WIN: u16 = 29_000;

/// The expected score at an advantage of one scale.
#[inline(always)]
pub(crate) fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// Weights of score and result.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TargetRule {
    /// Centipawns that an output of 1.0 stands for.
    pub(crate) scale: f32,
    /// Weight of the result, 0 to 1, against the score.
    pub(crate) result_weight: f32,
}

impl TargetRule {
    /// The target: expected score of the side to move, 0 to 1.
    #[inline(always)]
    pub(crate) fn target(&self, sample: &Sample) -> f32 {
        let score = sample.score();
        if score.unsigned_abs() >= DECISIVE {
            return graded(score);
        }
        if sample.origin() == Origin::Table {
            return 0.5 + CURSED_WIN * f32::from(score.signum());
        }
        let expected = sigmoid(f32::from(score.clamp(-SCORE_CLIP, SCORE_CLIP)) / self.scale);
        match sample.result() {
            Some(result) => expected + self.result_weight * (points(result) - expected),
            None => expected,
        }
    }
}

/// The points of a result.
pub(crate) fn points(result: SideResult) -> f32 {
    f32::from(result as u8) / 2.0
}

/// The target of a certain win or loss, by its distance.
fn graded(score: i16) -> f32 {
    let magnitude = score.unsigned_abs();
    let best = if magnitude >= MATE_MIN { SCORE_MAX } else { TABLE_WIN };
    let plies = best.saturating_sub(magnitude).min(FAR_PLIES);
    let win = NEAR_WIN - (NEAR_WIN - FAR_WIN) * f32::from(plies) / f32::from(FAR_PLIES);
    if score > 0 { win } else { 1.0 - win }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::Label;
    use board::Board;

    fn sample(score: i16, result: Option<SideResult>, origin: Origin) -> Sample {
        Sample::new(&Board::default(), Label { score, result, origin, fifty_move_counter: 0 })
    }

    const RULE: TargetRule = TargetRule { scale: 200.0, result_weight: 0.4 };

    #[test]
    fn score_and_result_are_mixed() {
        let expected = 1.0 / (1.0 + (-0.5_f32).exp());
        let target = RULE.target(&sample(100, Some(SideResult::Loss), Origin::Game));
        assert!((target - 0.6 * expected).abs() < 1e-6, "{target}");
        let alone = RULE.target(&sample(100, None, Origin::OffGame));
        assert!((alone - expected).abs() < 1e-6, "{alone}");
        let clipped = RULE.target(&sample(-9_000, None, Origin::Game));
        assert!((clipped - RULE.target(&sample(-SCORE_CLIP, None, Origin::Game))).abs() < 1e-9);
    }

    #[test]
    fn certain_results_are_graded_whatever_the_game_brought() {
        let near = RULE.target(&sample(30_999, Some(SideResult::Draw), Origin::Game));
        let far = RULE.target(&sample(30_950, None, Origin::Table));
        let table = RULE.target(&sample(28_800, None, Origin::Table));
        assert!(
            0.99 > near && near > far && far > table && (table - 0.90).abs() < 1e-6,
            "{near} {far} {table}"
        );
        assert!((RULE.target(&sample(-30_950, None, Origin::Table)) + far - 1.0).abs() < 1e-6);
        assert!((RULE.target(&sample(0, Some(SideResult::Draw), Origin::Table)) - 0.5).abs() < 1e-6);
        assert!((RULE.target(&sample(1, None, Origin::Table)) - 0.53).abs() < 1e-6);
    }
}

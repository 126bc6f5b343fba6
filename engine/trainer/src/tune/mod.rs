//! Tuning of the hand-crafted evaluation: its weights are fitted to the scores and results of
//! positions, and the value of each term is measured.
//!
//! The loss is that of the network: the squared difference between the evaluation's expected score
//! and the target. The evaluation is linearized by differences, weight by weight, and the linear
//! model is fitted with Adam, several times, because king safety and drawish scaling are not linear
//! (Texel's tuning method, with gradients).

mod linear;

use rayon::prelude::*;
use serde::Serialize;
use vancura::eval::{HandCrafted, HandCraftedNumber};
use vancura::position::Position;

use crate::sample::Sample;
use crate::train::TargetRule;
use linear::Block;

/// Positions that are linearized together.
const BLOCK_POSITIONS: usize = 1 << 14;

/// The settings of tuning.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Rounds, each with a new linearization.
    pub rounds: usize,
    /// Passes over the data in each round.
    pub passes: usize,
    /// Adam's greatest step in the first pass of a round, in centipawns; it decays to a tenth.
    pub step: f32,
    /// Centipawns for which the odds are e to 1.
    pub scale: f32,
    /// Weight of the result in the target, 0 to 1.
    pub result_weight: f32,
}

impl Default for Settings {
    fn default() -> Self {
        Self { rounds: 4, passes: 200, step: 1.0, scale: 150.0, result_weight: 0.2 }
    }
}

/// A position with its target: points of the side to move, 0 to 1.
struct Example {
    position: Position,
    target: f32,
}

/// Positions for tuning or validation; those for which an endgame plan applies are left out.
pub struct Examples(Vec<Example>);

impl Examples {
    /// The examples of some samples.
    pub fn new(samples: &[Sample], settings: &Settings) -> Self {
        let rule = TargetRule { scale: settings.scale, result_weight: settings.result_weight };
        let hand = HandCrafted::default();
        let example = |sample: &Sample| {
            let position = Position::new(sample.to_board()?);
            hand.evaluate(&position).map(|_| Example { position, target: rule.target(sample) })
        };
        Self(samples.par_iter().filter_map(example).collect())
    }

    /// Their number.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// True when there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The mean squared difference between the expected scores of an evaluation and the targets.
    pub fn loss(&self, hand: &HandCrafted, scale: f32) -> f64 {
        let loss = |example: &Example| {
            let value = hand.evaluate(&example.position).unwrap_or(0) as f32;
            f64::from(linear::expected(value, scale) - example.target).powi(2)
        };
        self.0.par_iter().map(loss).sum::<f64>() / self.len().max(1) as f64
    }
}

/// A round of tuning.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Round {
    /// Its number, from 1.
    pub round: usize,
    /// Loss of the tuning examples, with integer weights.
    pub loss: f64,
    /// Loss of the held-out examples.
    pub held_out: f64,
}

/// The value of a term.
#[derive(Clone, Debug, Serialize)]
pub struct Worth {
    /// The term.
    pub term: &'static str,
    /// The increase of the held-out loss when all its weights are zero and the others stay.
    pub loss: f64,
}

/// Tunes all weights of the hand-crafted evaluation; returns those of the best round, by held-out
/// loss.
pub fn tune(
    examples: &Examples,
    held_out: &Examples,
    settings: &Settings,
    mut progress: impl FnMut(Round),
) -> Vec<HandCraftedNumber> {
    let mut hand = HandCrafted::default();
    let mut numbers = hand.numbers();
    let mut values: Vec<f32> = numbers.iter().map(|number| number.value as f32).collect();
    let judge = |round, hand: &HandCrafted| Round {
        round,
        loss: examples.loss(hand, settings.scale),
        held_out: held_out.loss(hand, settings.scale),
    };
    let mut best = judge(0, &hand);
    progress(best);
    for round in 1..=settings.rounds {
        let whole = rounded(&values);
        let blocks: Vec<Block> =
            examples.0.par_chunks(BLOCK_POSITIONS).map(|chunk| linearize(chunk, &whole)).collect();
        values = linear::fit(&blocks, &whole, settings.passes, settings.step, settings.scale);
        drop(blocks);
        let whole = rounded(&values);
        hand.set(&whole);
        let now = judge(round, &hand);
        progress(now);
        if now.held_out < best.held_out {
            best = now;
            for (number, &value) in numbers.iter_mut().zip(&whole) {
                number.value = value;
            }
        }
    }
    numbers
}

/// The value of each term of tuned weights, most valuable first.
pub fn worth(numbers: &[HandCraftedNumber], held_out: &Examples, scale: f32) -> Vec<Worth> {
    let with = |without: Option<&str>| {
        let value = |number: &HandCraftedNumber| if without == Some(number.term) { 0 } else { number.value };
        let mut hand = HandCrafted::default();
        hand.set(&numbers.iter().map(value).collect::<Vec<_>>());
        held_out.loss(&hand, scale)
    };
    let all = with(None);
    let mut terms: Vec<&'static str> = numbers.iter().map(|number| number.term).collect();
    terms.dedup();
    let mut worth: Vec<Worth> =
        terms.into_iter().map(|term| Worth { term, loss: with(Some(term)) - all }).collect();
    worth.sort_by(|a, b| b.loss.total_cmp(&a.loss));
    worth
}

fn rounded(values: &[f32]) -> Vec<i32> {
    values.iter().map(|value| value.round() as i32).collect()
}

/// The change of a weight for computing differences, in its own unit.
const DIFFERENCE: i32 = 16;

/// The linear model of the evaluation of some examples around some values.
fn linearize(chunk: &[Example], values: &[i32]) -> Block {
    let mut hand = HandCrafted::default();
    let evaluate = |hand: &HandCrafted, example: &Example| hand.evaluate(&example.position).unwrap_or(0);
    hand.set(values);
    let base: Vec<i32> = chunk.iter().map(|example| evaluate(&hand, example)).collect();
    let mut changed = values.to_vec();
    let mut columns = Vec::with_capacity(values.len());
    for (number, &value) in values.iter().enumerate() {
        changed[number] = value + DIFFERENCE;
        hand.set(&changed);
        changed[number] = value;
        let slopes = chunk.iter().zip(&base).enumerate().filter_map(|(row, (example, &base))| {
            let difference = evaluate(&hand, example) - base;
            (difference != 0).then(|| (row as u16, difference as f32 / DIFFERENCE as f32))
        });
        columns.push(slopes.collect());
    }
    Block {
        base: base.into_iter().map(|value| value as f32).collect(),
        targets: chunk.iter().map(|example| example.target).collect(),
        columns,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::{Label, Origin};
    use board::fen;

    #[test]
    fn an_evaluation_that_was_spoiled_is_found_again() {
        // Positions scored by the evaluation itself, with queens worth 300 more in the endgame.
        let mut wanted = HandCrafted::default();
        let numbers = wanted.numbers();
        let queen = numbers
            .iter()
            .position(|number| number.term == "material" && number.place == "[4] endgame")
            .unwrap();
        let mut values: Vec<i32> = numbers.iter().map(|number| number.value).collect();
        values[queen] += 300;
        wanted.set(&values);
        let mut samples = Vec::new();
        for (black, white) in [("q5k1", "8"), ("6k1", "7Q"), ("q5k1", "Q7"), ("r5k1", "7Q"), ("q5k1", "R6R")]
        {
            for pawns in 1..=8_usize {
                let row = format!(
                    "{}{}",
                    "P".repeat(pawns),
                    if pawns < 8 { (8 - pawns).to_string() } else { String::new() }
                );
                let text = format!("{black}/pppp4/8/8/8/{white}/{row}/6K1 w - - 0 1");
                let position = Position::new(fen::parse(&text).unwrap());
                let score = wanted.evaluate(&position).unwrap().clamp(-2_400, 2_400) as i16;
                let label = Label { score, result: None, origin: Origin::OffGame, fifty_move_counter: 0 };
                samples.push(Sample::new(position.board(), label));
            }
        }
        let settings = Settings { rounds: 2, passes: 100, scale: 600.0, step: 2.0, ..Settings::default() };
        let examples = Examples::new(&samples, &settings);
        assert_eq!(examples.len(), samples.len());
        let mut rounds = Vec::new();
        let tuned = tune(&examples, &examples, &settings, |round| rounds.push(round));
        let (first, last) = (rounds[0].held_out, rounds[rounds.len() - 1].held_out);
        assert!(last < first / 20.0, "{rounds:?}");
        let worth = worth(&tuned, &examples, settings.scale);
        assert!(worth.len() > 40 && worth[0].term == "material" && worth[0].loss > 0.0, "{:?}", worth[0]);
    }
}

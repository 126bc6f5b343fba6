//! The hand-crafted evaluation with variable weights, for tuning.

use board::{Color, Piece};

use super::classical::{Weights, by_hand_with};
use super::endings::plan;
use super::evaluator::from_our_side;
use crate::position::Position;
use crate::psqt::PlaceWeights;
use crate::psqt::tapered::Tapered;

/// A weight of the hand-crafted evaluation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandCraftedNumber {
    /// The term that it belongs to.
    pub term: &'static str,
    /// Its place within the term: indices and the phase.
    pub place: String,
    /// Centipawns, or units of danger in king safety.
    pub value: i32,
}

/// The hand-crafted evaluation with weights that can be changed.
pub struct HandCrafted {
    places: PlaceWeights,
    table: [[Tapered; 64]; 6],
    terms: Weights,
}

impl Default for HandCrafted {
    fn default() -> Self {
        let places = PlaceWeights::HAND;
        Self { table: places.table(), places, terms: Weights::HAND }
    }
}

impl HandCrafted {
    /// All weights, material and piece-square tables first.
    pub fn numbers(&mut self) -> Vec<HandCraftedNumber> {
        let mut numbers = Vec::new();
        self.visit(&mut |term, place, &mut value| {
            numbers.push(HandCraftedNumber { term, place: place.to_owned(), value });
        });
        numbers
    }

    /// Changes the weights, given in the order of [`HandCrafted::numbers`]; those not given stay.
    pub fn set(&mut self, values: &[i32]) {
        let mut values = values.iter();
        self.visit(&mut |_, _, number| {
            if let Some(&value) = values.next() {
                *number = value;
            }
        });
        self.table = self.places.table();
    }

    /// Centipawns for the side to move; `None` where an endgame plan applies instead.
    pub fn evaluate(&self, position: &Position) -> Option<i32> {
        if plan(position).is_some() {
            return None;
        }
        let white_view = by_hand_with(position, self.material(position), &self.terms);
        Some(self.terms.tempo + from_our_side(position, white_view))
    }

    fn visit(&mut self, visitor: &mut dyn FnMut(&'static str, &str, &mut i32)) {
        self.places.visit(visitor);
        self.terms.visit(visitor);
    }

    /// Material and piece-square values from White's view.
    fn material(&self, position: &Position) -> Tapered {
        let board = position.board();
        let mut sum = Tapered::ZERO;
        for piece in Piece::ALL {
            let table = &self.table[piece as usize];
            for square in board.colored_pieces(Color::White, piece) {
                sum += table[square as usize];
            }
            for square in board.colored_pieces(Color::Black, piece) {
                sum -= table[square as usize ^ 56];
            }
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use board::fen;

    use super::*;
    use crate::eval::evaluator::Evaluator;

    #[test]
    fn unchanged_it_is_the_evaluation_of_the_engine_and_every_number_is_reached() {
        let mut hand = HandCrafted::default();
        let numbers = hand.numbers();
        let positions: Vec<Position> = crate::play::bench::POSITIONS
            .iter()
            .map(|text| Position::new(fen::parse(text).unwrap()))
            .collect();
        let mut compared = 0;
        for position in &positions {
            if let Some(value) = hand.evaluate(position) {
                assert_eq!(value, Evaluator::default().evaluate(position));
                compared += 1;
            }
        }
        assert!(compared > 20 && numbers.len() > 400, "{compared} {}", numbers.len());
        let mut values: Vec<i32> = numbers.iter().map(|number| number.value).collect();
        for value in &mut values {
            *value += 1;
        }
        hand.set(&values);
        assert!(hand.numbers().iter().map(|number| number.value).eq(values));
    }
}

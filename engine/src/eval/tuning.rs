//! The hand-crafted evaluation with variable weights, for tuning and to leave out terms.

use board::{Color, Piece};

use super::classical::{PawnTable, Weights, by_hand_with};
use super::endings::plan;
use super::view::from_our_side;
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

    /// The evaluation of the engine with all weights of these terms at zero.
    pub(super) fn without(terms: &[&'static str]) -> Self {
        let mut hand = Self::default();
        hand.visit(&mut |term, _, number| {
            if terms.contains(&term) {
                *number = 0;
            }
        });
        hand.table = hand.places.table();
        hand
    }

    /// Centipawns for the side to move; `None` where an endgame plan applies instead.
    pub fn evaluate(&self, position: &Position) -> Option<i32> {
        if plan(position).is_some() {
            return None;
        }
        Some(self.by_hand(position, None))
    }

    /// Centipawns for the side to move, whether or not a plan applies; with a table of pawns that
    /// were all evaluated with these weights, or without one.
    pub(super) fn by_hand(&self, position: &Position, pawns: Option<&mut PawnTable>) -> i32 {
        let white_view = by_hand_with(position, self.material(position), pawns, &self.terms);
        self.terms.tempo + from_our_side(position, white_view)
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
    use crate::eval::terms::terms;

    /// Positions for terms that count in none of the bench: a pawn that no king can catch, a
    /// backward pawn, a knight and a bishop on outposts, a pair of bishops.
    const MORE: [&str; 4] = [
        "8/7k/8/P7/8/8/8/K7 w - - 0 1",
        "4k3/8/3p4/8/1pP1B3/1P1P4/8/4K3 w - - 0 1",
        "4k3/pp3ppp/8/3N4/4P3/8/PP3PPP/2B1KB2 w - - 0 1",
        "4k3/pp3ppp/8/3B4/4P3/8/PP3PPP/4K3 w - - 0 1",
    ];

    #[test]
    fn every_term_can_be_left_out_and_counts_somewhere() {
        let positions: Vec<Position> = crate::play::bench::POSITIONS
            .iter()
            .chain(&MORE)
            .map(|text| Position::new(fen::parse(text).unwrap()))
            .collect();
        let values = |evaluator: &mut Evaluator| -> Vec<i32> {
            positions.iter().map(|position| evaluator.evaluate(position)).collect()
        };
        let all = values(&mut Evaluator::default());
        assert_eq!(values(&mut Evaluator::default().without(&[])), all);
        let mut evaluator = Evaluator::default();
        for term in terms() {
            evaluator.leave_out(&[term]);
            assert_ne!(values(&mut evaluator), all, "{term}");
            assert_eq!(values(&mut evaluator), values(&mut Evaluator::default().without(&[term])), "{term}");
        }
        evaluator.leave_out(&[]);
        assert_eq!(values(&mut evaluator), all);
        // Without any term only plans of endings are left.
        let none = values(&mut Evaluator::default().without(&terms().collect::<Vec<_>>()));
        let planless = positions.iter().zip(none).filter(|(position, _)| plan(position).is_none());
        assert!(planless.into_iter().all(|(_, value)| value == 0));
    }

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

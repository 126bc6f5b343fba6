//! Which rows of a network's first layer a position has.

use crate::mined::features::{MAX_FEATURES, Values};
use crate::mined::phrase::MAX_VALUE;
use crate::mined::position::Position;

/// Most men of whom the squares are inputs.
const MAX_MEN: usize = 8;

const SQUARES: usize = 64;

/// What a network is told about a position: the squares of the men, and values of features.
#[derive(Clone, PartialEq, Eq)]
pub struct Inputs {
    /// Men whose squares are told, the first ones of the ending.
    pub(super) men: usize,
    /// By feature how many values are told apart, those beyond the last one being the last; 0 when the feature is not asked for.
    pub(super) values: Vec<u8>,
    /// By feature asked for: its number, its first row, its last value.
    asked: Vec<(u8, u16, u8)>,
    rows: usize,
}

/// The rows of a position, in ascending order.
pub struct ActiveRows {
    rows: [u16; MAX_MEN + MAX_FEATURES],
    len: usize,
}

impl ActiveRows {
    /// The numbers of the rows.
    #[inline]
    pub fn as_slice(&self) -> &[u16] {
        &self.rows[..self.len]
    }
}

impl Inputs {
    /// The squares of the first `men` men, and so many values of each feature, none of those that are not asked for; `None` when there are more men
    /// or values than can be.
    pub fn new(men: usize, values: &[u8]) -> Option<Self> {
        if men > MAX_MEN || values.len() > MAX_FEATURES || values.iter().any(|&count| count > MAX_VALUE + 1) {
            return None;
        }
        let mut rows = men * SQUARES;
        let mut asked = Vec::new();
        for (feature, &count) in values.iter().enumerate().filter(|(_, count)| **count > 0) {
            asked.push((feature as u8, rows as u16, count - 1));
            rows += usize::from(count);
        }
        Some(Self { men, values: values.to_vec(), asked, rows })
    }

    /// Number of rows, for each side to move.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The most rows that a position has.
    pub(super) fn most_active(&self) -> usize {
        self.men + self.asked.len()
    }

    /// The rows of a position.
    #[inline]
    pub fn active(&self, position: &Position, values: &Values) -> ActiveRows {
        let mut active = ActiveRows { rows: [0; MAX_MEN + MAX_FEATURES], len: self.most_active() };
        for (man, row) in active.rows.iter_mut().enumerate().take(self.men) {
            *row = (man * SQUARES + position.square(man) as usize) as u16;
        }
        let places = &mut active.rows[self.men..];
        for (row, &(feature, first, last)) in places.iter_mut().zip(&self.asked) {
            *row = first + u16::from(values[usize::from(feature)].min(last));
        }
        active
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::Side;
    use board::Piece;

    #[test]
    fn each_man_and_each_feature_asked_for_has_one_row() {
        let men = [(Side::Strong, Piece::King), (Side::Weak, Piece::King), (Side::Strong, Piece::Rook)];
        let position = Position::of_key(12_345, &men);
        let inputs = Inputs::new(2, &[3, 0, 32]).unwrap();
        assert_eq!(inputs.rows(), 128 + 35);
        let mut values = [0; MAX_FEATURES + 1];
        values[..3].copy_from_slice(&[7, 9, 31]);
        let king = |man: usize| position.square(man) as u16;
        // The first feature's greatest value that is told apart is 2.
        assert_eq!(inputs.active(&position, &values).as_slice(), [king(0), 64 + king(1), 128 + 2, 131 + 31]);
    }

    #[test]
    fn more_than_there_can_be_is_refused() {
        assert!(Inputs::new(9, &[]).is_none());
        assert!(Inputs::new(0, &[33]).is_none());
        assert!(Inputs::new(0, &[1; MAX_FEATURES + 1]).is_none());
    }
}

//! The byte that a file stores for a position.
//!
//! The two lowest bits are a result by color, the other six a number of moves of the mating side.
//!
//! | bits | moves n > 0, or a win or a loss                          | n = 0   |
//! |------|----------------------------------------------------------|---------|
//! | 0    | the side to move mates in n + 64 moves                   | draw    |
//! | 1    | White mates in n + 1 moves if it is to move, otherwise n |         |
//! | 2    | Black mates in n + 1 moves if it is to move, otherwise n |         |
//! | 3    | the side to move is mated in n + 63 moves                | illegal |
//!
//! One byte is an exception, for one ending (KPPvKP): with Black to move, bits 0 and n = 63 are a
//! loss in 127 moves.

use board::{Color, Dtm};

/// The most moves of a loss that bits 1 and 2 can say, and one less than those of a win.
const SHORT: u16 = 63;

/// The value of a byte for the side to move; `None` marks illegal positions.
pub(crate) fn of_byte(byte: u8, side_to_move: Color) -> Option<Dtm> {
    let moves = u16::from(byte >> 2);
    let by_color = if side_to_move == Color::White { [1, 2] } else { [2, 1] };
    Some(match byte & 3 {
        0 if moves == 0 => Dtm::Draw,
        3 if moves == 0 => return None,
        0 if moves == SHORT && side_to_move == Color::Black => Dtm::Loss(2 * (SHORT + 64)),
        0 => Dtm::Win(2 * (moves + 64) - 1),
        3 => Dtm::Loss(2 * (moves + SHORT)),
        bits if bits == by_color[0] => Dtm::Win(2 * (moves + 1) - 1),
        _ => Dtm::Loss(2 * moves),
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn bytes_have_different_values_of_the_right_parity() {
        for side in Color::ALL {
            let values: HashSet<Option<Dtm>> = (0..=u8::MAX).map(|byte| of_byte(byte, side)).collect();
            assert_eq!(values.len(), 256);
            for value in values.into_iter().flatten() {
                match value {
                    Dtm::Win(plies) => assert!(plies % 2 == 1 && plies < 254, "{value}"),
                    Dtm::Loss(plies) => assert!(plies % 2 == 0 && plies < 255, "{value}"),
                    Dtm::Draw => {}
                }
            }
        }
    }

    #[test]
    fn wins_and_losses_are_by_color() {
        let of = |byte| Color::ALL.map(|side| of_byte(byte, side));
        assert_eq!(of(0), [Some(Dtm::Draw); 2]);
        assert_eq!(of(3), [None; 2]);
        // Checkmate on the board: the other side has won.
        assert_eq!(of(2), [Some(Dtm::Loss(0)), Some(Dtm::Win(1))]);
        assert_eq!(of(1), [Some(Dtm::Win(1)), Some(Dtm::Loss(0))]);
        assert_eq!(of(15 << 2 | 1), [Some(Dtm::Win(31)), Some(Dtm::Loss(30))]);
        assert_eq!(of(63 << 2), [Some(Dtm::Win(253)), Some(Dtm::Loss(254))]);
        assert_eq!(of(62 << 2), [Some(Dtm::Win(251)); 2]);
        assert_eq!(of(63 << 2 | 3), [Some(Dtm::Loss(252)); 2]);
    }
}

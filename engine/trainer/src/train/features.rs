//! The active inputs of a sample, for both perspectives at once, and its output head.

use nnue::{FeatureSet, MEN_FEATURES, Men};

use crate::sample::{Sample, Squares};

/// Offset in an input's number between piece types.
const PIECE: u16 = 128;
/// Offset in an input's number between the two sides' men.
const SIDE: u16 = 64;
/// Flips the board vertically.
const FLIP: u16 = 56;
/// Mirrors the board horizontally.
const MIRROR: u16 = 7;
/// Set in the squares of the right half, e to h.
const RIGHT_HALF: u16 = 4;
/// The nibble of the king of the side to move, and that of the other.
const KINGS: [u8; 2] = [5, 13];
/// In a nibble: the kind of piece, 0 for a pawn.
const KIND: u8 = 7;

/// Inputs of one man: in the side to move's view, and in the other's.
pub(crate) type Pair = [u16; 2];

/// Appends the active inputs of a sample, one pair per man, and returns the head.
#[inline(always)]
pub(crate) fn append(feature_set: FeatureSet, sample: &Sample, pairs: &mut Vec<Pair>) -> usize {
    let first = pairs.len();
    let mut kings = [0; 2];
    let mut men = Men::default();
    for (index, square) in Squares(sample.occupied()).enumerate() {
        let nibble = sample.nibble(index);
        let square = square as u16;
        for (king, code) in kings.iter_mut().zip(KINGS) {
            *king = if nibble == code { square } else { *king };
        }
        men.add(nibble);
        let ours = u16::from(nibble & KIND) * PIECE + u16::from(nibble >> 3) * SIDE + square;
        pairs.push([ours, ours ^ SIDE ^ FLIP]);
    }
    let mirrors = kings.map(|king| if king & RIGHT_HALF == 0 { 0 } else { MIRROR });
    let starts = match feature_set {
        FeatureSet::Mirrored => [0; 2],
        FeatureSet::KingSquares => {
            [king_start(kings[0] ^ mirrors[0]), king_start(kings[1] ^ FLIP ^ mirrors[1])]
        }
    };
    for pair in &mut pairs[first..] {
        pair[0] = (pair[0] ^ mirrors[0]) + starts[0];
        pair[1] = (pair[1] ^ mirrors[1]) + starts[1];
    }
    feature_set.head(men)
}

/// The first input for a king on a square of the left half.
#[inline(always)]
fn king_start(square: u16) -> u16 {
    ((square >> 3) * 4 + (square & 3)) * MEN_FEATURES as u16
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::{Label, Origin};
    use board::fen;
    use nnue::active_features;
    use std::collections::HashSet;

    #[test]
    fn both_perspectives_and_the_head_are_those_of_the_network() {
        for text in [
            fen::STARTPOS,
            "r1bq1rk1/pp3ppp/2n1pn2/2bp4/8/1NN1P3/PPP1BPPP/R1BQ1RK1 b - - 0 1",
            "8/2k5/8/8/1r6/8/2PK4/7R b - - 0 1",
            "2k5/8/8/8/8/8/5PK1/q7 w - - 0 1",
            "2k5/8/8/8/8/7R/6K1/q7 b - - 0 1",
        ] {
            let board = fen::parse(text).unwrap();
            let label = Label { score: 0, result: None, origin: Origin::Game, fifty_move_counter: 0 };
            for feature_set in FeatureSet::ALL {
                let mut pairs = vec![[9, 9]];
                let head = append(feature_set, &Sample::new(&board, label), &mut pairs);
                assert_eq!(head, feature_set.head_of(&board), "{text}");
                for (side, perspective) in
                    [board.side_to_move(), !board.side_to_move()].into_iter().enumerate()
                {
                    let inputs: HashSet<usize> =
                        pairs[1..].iter().map(|pair| usize::from(pair[side])).collect();
                    assert_eq!(inputs, active_features(feature_set, &board, perspective).collect(), "{text}");
                }
            }
        }
    }
}

//! The inputs that a sample turns on, for both perspectives at once.

use crate::sample::{Sample, Squares};

/// In an input's number, a kind of piece comes this many after the one before.
const PIECE: u16 = 128;
/// In an input's number, one side's men come this many after the other's.
const SIDE: u16 = 64;
/// Turns the board upside down.
const FLIP: u16 = 56;
/// Exchanges the left and the right half of the board.
const MIRROR: u16 = 7;
/// Set in the squares of the right half, e to h.
const RIGHT_HALF: u16 = 4;
/// The nibble of the king of the side to move, and that of the other.
const KINGS: [u8; 2] = [5, 13];

/// Inputs of one man: as the side to move sees it, and as the other does.
pub(crate) type Pair = [u16; 2];

/// Appends the inputs that a sample turns on: as many pairs as there are men.
#[inline(always)]
pub(crate) fn append(sample: &Sample, pairs: &mut Vec<Pair>) {
    let first = pairs.len();
    let mut kings = [0; 2];
    for (index, square) in Squares(sample.occupied()).enumerate() {
        let nibble = sample.nibble(index);
        let square = square as u16;
        for (king, code) in kings.iter_mut().zip(KINGS) {
            *king = if nibble == code { square } else { *king };
        }
        let ours = u16::from(nibble & 7) * PIECE + u16::from(nibble >> 3) * SIDE + square;
        pairs.push([ours, ours ^ SIDE ^ FLIP]);
    }
    let mirrors = kings.map(|king| if king & RIGHT_HALF == 0 { 0 } else { MIRROR });
    for pair in &mut pairs[first..] {
        pair[0] ^= mirrors[0];
        pair[1] ^= mirrors[1];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::{Label, Origin};
    use board::{Color, fen};

    /// The inputs by the definition: own rank side, mirrored so that the own king stands on the files a to d.
    fn defined(board: &board::Board, perspective: Color) -> Vec<u16> {
        let mut inputs: Vec<u16> = board
            .occupied()
            .into_iter()
            .map(|square| {
                let piece = board.piece_on(square).unwrap() as u16;
                let theirs = u16::from(board.color_on(square).unwrap() != perspective);
                let mut seen = if perspective == Color::Black { square.flip_rank() } else { square };
                if board.king(perspective).file() as usize >= 4 {
                    seen = seen.flip_file();
                }
                piece * 128 + theirs * 64 + seen as u16
            })
            .collect();
        inputs.sort_unstable();
        inputs
    }

    #[test]
    fn both_perspectives_are_what_the_definition_says() {
        for text in [
            fen::STARTPOS,
            "r1bq1rk1/pp3ppp/2n1pn2/2bp4/8/1NN1P3/PPP1BPPP/R1BQ1RK1 b - - 0 1",
            "8/2k5/8/8/1r6/8/2PK4/7R b - - 0 1",
            "2k5/8/8/8/8/8/5PK1/q7 w - - 0 1",
        ] {
            let board = fen::parse(text).unwrap();
            let label = Label { score: 0, outcome: None, origin: Origin::Game, fifty_move_counter: 0 };
            let mut pairs = vec![[9, 9]];
            append(&Sample::new(&board, label), &mut pairs);
            for (side, perspective) in [board.side_to_move(), !board.side_to_move()].into_iter().enumerate() {
                let mut inputs: Vec<u16> = pairs[1..].iter().map(|pair| pair[side]).collect();
                inputs.sort_unstable();
                assert_eq!(inputs, defined(&board, perspective), "{text}");
            }
        }
    }
}

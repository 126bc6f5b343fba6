//! Moves of the two inner men, 4,096 positions at a time.
//!
//! A [`Block`] holds one bit for each pair of squares of the row man and the vector man, with
//! everything else fixed. All functions here compute the same thing: the positions from which a man
//! can move into the set `targets`, which they add to `out`. A man moves along a line as long as
//! the squares it passes are empty; the target square may be occupied (this is how captures work,
//! see [`super`]), and the caller checks the start square.
//!
//! Everything is plain integer arithmetic on arrays, written so that the compiler turns it into
//! vector instructions.

use board::{Piece, Symmetry};

/// One word for each square of the row man, one bit in it for each square of the vector man.
pub(super) type Block = [u64; 64];

/// The empty block.
pub(super) const EMPTY: Block = [0; 64];

/// The slots of a word whose value satisfies `is_asked_for`.
#[inline(always)]
pub(super) fn word_of<T: Copy>(values: &[T; 64], is_asked_for: impl Fn(T) -> bool) -> u64 {
    values.iter().rev().fold(0, |word, &value| word << 1 | u64::from(is_asked_for(value)))
}

/// All bits except the row's own square: the squares that the vector man may pass if the row man is
/// there.
const NOT_ROW: Block = {
    let mut words = [0; 64];
    let mut row = 0;
    while row < 64 {
        words[row] = !(1 << row);
        row += 1;
    }
    words
};

const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
const NOT_AB: u64 = 0xfcfc_fcfc_fcfc_fcfc;
const NOT_GH: u64 = 0x3f3f_3f3f_3f3f_3f3f;

/// Adds the positions from which the vector man can move into `targets`; `occupied` are the squares
/// of all men outside the block.
#[inline(always)]
pub(super) fn vector_moves(piece: Piece, targets: &Block, occupied: u64, out: &mut Block) {
    match piece {
        Piece::King => {
            for (o, &t) in out.iter_mut().zip(targets) {
                let sides = ((t << 1) & NOT_A) | ((t >> 1) & NOT_H);
                let rank = t | sides;
                *o |= sides | (rank << 8) | (rank >> 8);
            }
        }
        Piece::Knight => {
            for (o, &t) in out.iter_mut().zip(targets) {
                let near = ((t << 1) & NOT_A) | ((t >> 1) & NOT_H);
                let far = ((t << 2) & NOT_AB) | ((t >> 2) & NOT_GH);
                *o |= (near << 16) | (near >> 16) | (far << 8) | (far >> 8);
            }
        }
        Piece::Rook => vector_lines::<true, false>(targets, occupied, out),
        Piece::Bishop => vector_lines::<false, true>(targets, occupied, out),
        Piece::Queen => vector_lines::<true, true>(targets, occupied, out),
        Piece::Pawn => unreachable!("pawns are lead men"),
    }
}

#[inline(always)]
fn vector_lines<const STRAIGHT: bool, const DIAGONAL: bool>(targets: &Block, occupied: u64, out: &mut Block) {
    for row in 0..64 {
        let empty = NOT_ROW[row] & !occupied;
        let t = targets[row];
        let mut reached = 0;
        if STRAIGHT {
            reached |= ray_up::<8>(t, empty, !0) | ray_down::<8>(t, empty, !0);
            reached |= ray_up::<1>(t, empty, NOT_A) | ray_down::<1>(t, empty, NOT_H);
        }
        if DIAGONAL {
            reached |= ray_up::<9>(t, empty, NOT_A) | ray_down::<9>(t, empty, NOT_H);
            reached |= ray_up::<7>(t, empty, NOT_H) | ray_down::<7>(t, empty, NOT_A);
        }
        out[row] |= reached;
    }
}

/// Kogge-Stone occluded fill toward higher squares, ending one step beyond the filled squares
/// (<https://www.chessprogramming.org/Kogge-Stone_Algorithm>).
#[inline(always)]
fn ray_up<const SHIFT: u32>(generate: u64, empty: u64, no_wrap: u64) -> u64 {
    let mut filled = generate;
    let mut pass = empty & no_wrap;
    filled |= pass & (filled << SHIFT);
    pass &= pass << SHIFT;
    filled |= pass & (filled << (2 * SHIFT));
    pass &= pass << (2 * SHIFT);
    filled |= pass & (filled << (4 * SHIFT));
    (filled << SHIFT) & no_wrap
}

/// The same toward lower squares.
#[inline(always)]
fn ray_down<const SHIFT: u32>(generate: u64, empty: u64, no_wrap: u64) -> u64 {
    let mut filled = generate;
    let mut pass = empty & no_wrap;
    filled |= pass & (filled >> SHIFT);
    pass &= pass >> SHIFT;
    filled |= pass & (filled >> (2 * SHIFT));
    pass &= pass >> (2 * SHIFT);
    filled |= pass & (filled >> (4 * SHIFT));
    (filled >> SHIFT) & no_wrap
}

/// Adds the positions from which the row man can move into `targets`.
#[inline(always)]
pub(super) fn row_moves(piece: Piece, targets: &Block, occupied: u64, out: &mut Block) {
    match piece {
        Piece::King => {
            row_step::<1, 0>(targets, out);
            row_step::<-1, 0>(targets, out);
            row_step::<0, 1>(targets, out);
            row_step::<0, -1>(targets, out);
            row_step::<1, 1>(targets, out);
            row_step::<1, -1>(targets, out);
            row_step::<-1, 1>(targets, out);
            row_step::<-1, -1>(targets, out);
        }
        Piece::Knight => {
            row_step::<2, 1>(targets, out);
            row_step::<2, -1>(targets, out);
            row_step::<-2, 1>(targets, out);
            row_step::<-2, -1>(targets, out);
            row_step::<1, 2>(targets, out);
            row_step::<1, -2>(targets, out);
            row_step::<-1, 2>(targets, out);
            row_step::<-1, -2>(targets, out);
        }
        Piece::Rook => row_lines::<true, false>(targets, occupied, out),
        Piece::Bishop => row_lines::<false, true>(targets, occupied, out),
        Piece::Queen => row_lines::<true, true>(targets, occupied, out),
        Piece::Pawn => unreachable!("pawns are lead men"),
    }
}

/// One step of the row man: the target is `RANKS` up and `FILES` to the right of the start square.
#[inline(always)]
fn row_step<const RANKS: isize, const FILES: isize>(targets: &Block, out: &mut Block) {
    let first = (-FILES).max(0) as usize;
    let files = 8 - FILES.unsigned_abs();
    for rank in (-RANKS).max(0) as usize..(8 - RANKS).min(8) as usize {
        let from = rank * 8 + first;
        let to = from.wrapping_add_signed(8 * RANKS + FILES);
        for (o, &t) in out[from..from + files].iter_mut().zip(&targets[to..to + files]) {
            *o |= t;
        }
    }
}

#[inline(always)]
fn row_lines<const STRAIGHT: bool, const DIAGONAL: bool>(targets: &Block, occupied: u64, out: &mut Block) {
    // Squares that it may pass: not those of men outside the block, nor that of the vector man.
    let mut pass = NOT_ROW;
    for (row, word) in pass.iter_mut().enumerate() {
        *word &= (occupied >> row & 1).wrapping_sub(1);
    }
    if STRAIGHT {
        row_ray::<true, 0>(targets, &pass, out);
        row_ray::<false, 0>(targets, &pass, out);
        row_ray_along_rank(targets, &pass, out);
    }
    if DIAGONAL {
        row_ray::<true, 1>(targets, &pass, out);
        row_ray::<true, -1>(targets, &pass, out);
        row_ray::<false, 1>(targets, &pass, out);
        row_ray::<false, -1>(targets, &pass, out);
    }
}

/// Sweeps the board rank by rank, carrying for each file the positions from which a target lies
/// straight ahead. The sweep moves away from the targets: up or down, shifting by `DRIFT` files per
/// rank.
#[inline(always)]
fn row_ray<const UP: bool, const DRIFT: i32>(targets: &Block, pass: &Block, out: &mut Block) {
    let mut carry = [0u64; 8];
    for step in 1..8 {
        let rank = if UP { step } else { 7 - step };
        let before = if UP { 8 * (rank - 1) } else { 8 * (rank + 1) };
        for file in 0..8 {
            carry[file] = (carry[file] & pass[before + file]) | targets[before + file];
        }
        carry = match DRIFT {
            1 => [0, carry[0], carry[1], carry[2], carry[3], carry[4], carry[5], carry[6]],
            -1 => [carry[1], carry[2], carry[3], carry[4], carry[5], carry[6], carry[7], 0],
            _ => carry,
        };
        for file in 0..8 {
            out[8 * rank + file] |= carry[file];
        }
    }
}

/// The two sweeps along the ranks.
#[inline(always)]
fn row_ray_along_rank(targets: &Block, pass: &Block, out: &mut Block) {
    for rank in (0..64).step_by(8) {
        let mut carry = 0;
        for square in rank + 1..rank + 8 {
            carry = (carry & pass[square - 1]) | targets[square - 1];
            out[square] |= carry;
        }
        carry = 0;
        for square in (rank..rank + 7).rev() {
            carry = (carry & pass[square + 1]) | targets[square + 1];
            out[square] |= carry;
        }
    }
}

/// Adds a whole block, for a move of a man outside the block.
#[inline(always)]
pub(super) fn add(targets: &Block, out: &mut Block) {
    for (o, &t) in out.iter_mut().zip(targets) {
        *o |= t;
    }
}

/// Adds a block for a move of a man outside it along a line over the `passed` squares, on which
/// neither inner man may stand.
#[inline(always)]
pub(super) fn add_past(targets: &Block, passed: u64, out: &mut Block) {
    for (row, (o, &t)) in out.iter_mut().zip(targets).enumerate() {
        *o |= t & !passed & (passed >> row & 1).wrapping_sub(1);
    }
}

/// Adds a block in which all men stand mirrored by `symmetry` relative to `out`.
#[inline(always)]
pub(super) fn add_mirrored(targets: &Block, symmetry: Symmetry, out: &mut Block) {
    let back = symmetry.inverse();
    let mut words = EMPTY;
    for (row, word) in words.iter_mut().enumerate() {
        *word = targets[symmetry.apply_index(row)];
    }
    // One loop per symmetry, so that each is straight-line vector code.
    macro_rules! unmirror {
        ($($number:literal)*) => {
            match () {
                $(() if back == Symmetry::ALL[$number] => for (o, &w) in out.iter_mut().zip(&words) {
                    *o |= const { Symmetry::ALL[$number] }.apply_bits(w);
                },)*
                () => unreachable!("there are eight symmetries"),
            }
        };
    }
    unmirror!(0 1 2 3 4 5 6 7);
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::{BitBoard, Color, Square, attacks};
    use proptest::prelude::*;

    const PIECES: [Piece; 5] = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen, Piece::King];

    /// The slow reference: tries every square of the moving man.
    fn slow(piece: Piece, row_man_moves: bool, targets: &Block, occupied: u64) -> Block {
        let mut out = EMPTY;
        for (row, word) in out.iter_mut().enumerate() {
            for bit in 0..64 {
                let (from, other) = if row_man_moves { (row, bit) } else { (bit, row) };
                let blockers = BitBoard(occupied) | Square::index(other).bitboard();
                for to in attacks(piece, Color::White, Square::index(from), blockers) {
                    let (to_row, to_bit) =
                        if row_man_moves { (to as usize, bit) } else { (row, to as usize) };
                    if targets[to_row] >> to_bit & 1 != 0 {
                        *word |= 1 << bit;
                    }
                }
            }
        }
        out
    }

    /// Removes positions where the moving man starts on another man, which callers never use.
    fn legal_starts(mut block: Block, occupied: u64) -> Block {
        for (row, word) in block.iter_mut().enumerate() {
            *word &= NOT_ROW[row] & !occupied & (occupied >> row & 1).wrapping_sub(1);
        }
        block
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]
        #[test]
        fn block_moves_are_those_of_the_attack_tables(
            targets in proptest::array::uniform32(any::<[u64; 2]>()), sparse: bool,
            occupied in proptest::collection::vec(0..64u64, 0..4), which in 0..5usize,
        ) {
            let mut block = EMPTY;
            for (i, pair) in targets.iter().enumerate() {
                block[2 * i] = pair[0] & if sparse { pair[1] & pair[1] >> 7 } else { !0 };
                block[2 * i + 1] = pair[1] & if sparse { pair[0] & pair[0] << 9 } else { !0 };
            }
            let occupied = occupied.iter().fold(0, |set, s| set | 1u64 << s);
            for row_man_moves in [false, true] {
                let mut out = EMPTY;
                let function = if row_man_moves { row_moves } else { vector_moves };
                function(PIECES[which], &block, occupied, &mut out);
                let expected = slow(PIECES[which], row_man_moves, &block, occupied);
                prop_assert_eq!(legal_starts(out, occupied), legal_starts(expected, occupied));
            }
        }

        #[test]
        fn mirrored_blocks_are_read_bit_by_bit(words in proptest::array::uniform32(any::<[u64; 2]>()), which in 0..8usize) {
            let block: Block = std::array::from_fn(|i| words[i / 2][i & 1]);
            let symmetry = Symmetry::ALL[which];
            let mut out = EMPTY;
            add_mirrored(&block, symmetry, &mut out);
            for (row, word) in out.iter().enumerate() {
                for bit in 0..64 {
                    let image = block[symmetry.apply_index(row)] >> symmetry.apply_index(bit) & 1;
                    prop_assert_eq!(word >> bit & 1, image);
                }
            }
        }
    }
}

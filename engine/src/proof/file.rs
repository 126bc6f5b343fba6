//! Proof files: EPD that anyone can read and check.
//!
//! | lines | content |
//! |---|---|
//! | 1 | `# vancura proof 1`, the version |
//! | 2 | `# mate in N: FEN`, the claim |
//! | 3 and on | a position with the attacker to move: EPD with `bm`, the move to play (algebraic), and `dm`, the most moves to mate |
//! | last | `# sha256 HEX`, of all bytes before this line |
//!
//! Each position has one line, with an en passant square only if a pawn can capture there. The move
//! of a line mates, or each reply leads to a position that has a line with a smaller `dm`; the line
//! of the claimed position has at most N. So every line is true if those with smaller numbers are,
//! and `verify proof` has to check each line once, by the rules of chess alone. If the fifty-move
//! counter might run out before the mate (counter + 2N - 1 > 100), every line has it as `hmvc`, and
//! positions with different counters have lines of their own.

use std::fmt::Write as _;

use base16ct::HexDisplay;
use board::{Board, fen, notation};
use sha2::{Digest as _, Sha256};

use super::strategy::Strategy;

/// The text of a proof file.
pub(super) fn text(root: &Board, moves: u8, strategy: &Strategy, counts_clock: bool) -> String {
    let (position, counter, number) = (fen::epd(root), root.halfmove_clock(), root.fullmove_number());
    let mut text = format!("# vancura proof 1\n# mate in {moves}: {position} {counter} {number}\n");
    for (board, attack) in &strategy.answers {
        let moves = attack.plies.div_ceil(2);
        let _ = write!(text, "{} bm {}; dm {moves};", fen::epd(board), notation::san(board, attack.mv));
        if counts_clock {
            let _ = write!(text, " hmvc {};", board.halfmove_clock());
        }
        text.push('\n');
    }
    let sum = Sha256::digest(text.as_bytes());
    let _ = writeln!(text, "# sha256 {:x}", HexDisplay(&sum));
    text
}

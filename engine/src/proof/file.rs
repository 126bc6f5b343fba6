//! Proof files: EPD that anyone can read and check.
//!
//! | lines | content |
//! |---|---|
//! | 1 | `# vancura proof 1`, the version |
//! | 2 | `# mate in N: FEN`, the claim |
//! | 3 and on | a position with the attacker to move: EPD with `bm`, the move to play (algebraic), and `dm`, the moves to mate at most |
//! | last | `# sha256 HEX`, of all bytes before this line |
//!
//! A position stands in one line only, its en passant square where a pawn can take there. After the move of a line there is mate, or each
//! reply leads to a position that has a line with a smaller `dm`; the line of the position in the claim has no more than N. So every line is
//! true if those with smaller numbers are, and `verify proof` has to look at each line once, by the rules of chess alone. Where the
//! fifty-move counter might run out before the mate (counter and 2N - 1 make more than 100), every line has it as `hmvc`, and lines are
//! told apart by it.

use std::fmt::Write as _;

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
    text.push_str("# sha256 ");
    for byte in sum {
        let _ = write!(text, "{byte:02x}");
    }
    text.push('\n');
    text
}

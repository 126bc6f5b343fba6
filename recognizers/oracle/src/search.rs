//! The proof search: full width first, then proofs of single claims.

use board::{Board, Wdl};

use crate::depth::Depth;
use crate::findings::Findings;
use crate::hold::Hold;
use crate::range::Range;
use crate::win::Win;

/// Proves a range for a position: first by a full-width search, then by searching for a draw or win
/// of one side at a time, with growing node limits.
pub(crate) fn prove(found: &mut Findings<'_>, board: &Board) -> Range {
    let all = found.limit;
    found.limit = all.min(all / 8 + 100);
    let mut range = Depth::default().prove(found, board);
    let own = board.side_to_move();
    let mut wins = [own, !own].map(Win::new);
    let mut step = all / 16 + 100;
    while !range.is_exact() && found.nodes < all {
        // A search that ended before its limit would find nothing more.
        let mut goes_on = false;
        for win in &mut wins {
            let side = win.side();
            let of_side = |range: Range| if side == own { range } else { range.turned() };
            if of_side(range).low < Wdl::Draw && of_side(range).high >= Wdl::Draw {
                found.limit = all.min(found.nodes.saturating_add(step));
                Hold::new(found, side).prove(board);
                goes_on |= found.is_spent();
                range = range.and(found.known(board));
            }
            if !range.is_exact() && of_side(range).high == Wdl::Win {
                found.limit = all.min(found.nodes.saturating_add(step));
                win.prove(found, board);
                goes_on |= found.is_spent();
                range = range.and(found.known(board));
            }
        }
        if !goes_on {
            break;
        }
        step = step.saturating_mul(2);
    }
    range
}

//! Two knights against a lone pawn: won when the pawn is stopped in time, because the pawn can
//! still move where a bare king would be stalemated.

use board::sets::{distance, fill, forward};
use board::{Board, Color, Piece, Square};

use super::bare_king::from_center;
use crate::eval::weights as w;
use crate::position::Position;

/// The lowest rank, from the knights' side and from 0, on which a pawn blocked by a knight is
/// nearly always lost within fifty moves, by the distance of its file from the edge: counted in the
/// exact tables.
const HELD_RANK: [i32; 4] = [4, 5, 4, 4];
/// The lowest rank on which the knights may win at all, often too late for the fifty-move rule: A.
/// Troitsky's line of 1906, but one rank lower on the c file.
const LOW_RANK: [i32; 4] = [3, 5, 3, 3];

/// The value from White's view when one side has two knights and nothing else and the other one
/// pawn and nothing else.
pub(super) fn against_pawn(position: &Position) -> Option<i32> {
    let board = position.board();
    if position.men() != 5 || board.pieces(Piece::Knight).len() != 2 {
        return None;
    }
    let strong = Color::ALL.into_iter().find(|&c| board.colored_pieces(c, Piece::Knight).len() == 2)?;
    let pawn = board.colored_pieces(!strong, Piece::Pawn).into_iter().next()?;
    let (king, weak_king) = (board.king(strong), board.king(!strong));
    let rank = pawn.rank().relative_to(strong) as i32;
    let margin = rank - HELD_RANK[from_edge(pawn)];
    let (base, plan) = match Stop::new(board, pawn, strong) {
        Stop::Held if margin >= 0 => (w::TWO_KNIGHTS_HELD, 4),
        Stop::Held if rank >= LOW_RANK[from_edge(pawn)] => (w::TWO_KNIGHTS_HELD_LOW, 2),
        Stop::InFront if margin >= 0 => (w::TWO_KNIGHTS_IN_FRONT + w::TWO_KNIGHTS_MARGIN * margin, 3),
        Stop::Free if margin >= 0 => (w::TWO_KNIGHTS_FREE + w::TWO_KNIGHTS_MARGIN * margin, 2),
        Stop::Held => (w::TWO_KNIGHTS_TOO_LOW, 1),
        Stop::InFront | Stop::Free => (w::TWO_KNIGHTS_TOO_LOW + w::TWO_KNIGHTS_MARGIN * margin, 1),
    };
    let near = |square: Square| 7 - i32::from(distance(square, weak_king));
    let net = w::TWO_KNIGHTS_EDGE * from_center(weak_king)
        + w::TWO_KNIGHTS_KING * near(king)
        + w::TWO_KNIGHTS_PAWN_REACH * i32::from(distance(weak_king, pawn));
    let value = base + net * plan / 4;
    Some(if strong == Color::White { value } else { -value })
}

/// The blockade of a pawn.
enum Stop {
    /// A knight right in front of it.
    Held,
    /// A knight or the king farther ahead.
    InFront,
    Free,
}

impl Stop {
    fn new(board: &Board, pawn: Square, strong: Color) -> Self {
        let next = forward(pawn.bitboard(), !strong);
        if !next.is_disjoint(board.pieces(Piece::Knight)) {
            Self::Held
        } else if fill(next, !strong).is_disjoint(board.colors(strong)) {
            Self::Free
        } else {
            Self::InFront
        }
    }
}

/// 0 on the a and h files, 3 on the d and e files.
fn from_edge(square: Square) -> usize {
    let file = square.file() as usize;
    file.min(7 - file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::fen;

    fn value(text: &str) -> i32 {
        against_pawn(&Position::new(fen::parse(text).unwrap())).expect("it is two knights against a pawn")
    }

    #[test]
    fn a_pawn_held_high_enough_is_won_and_a_low_one_is_not() {
        let high = value("8/4k3/8/1p6/1N6/3K4/8/6N1 w - - 0 1");
        let held = value("8/4k3/1p6/1N6/8/3K4/8/6N1 w - - 0 1");
        let free = value("8/4k3/1p6/8/1N6/3K4/8/6N1 w - - 0 1");
        assert!(held > free + 50 && free > high, "{held} {free} {high}");
        assert!(held > 200 && high.abs() < 80, "{held} {high}");
    }

    #[test]
    fn colors_are_equal() {
        let white = value("8/4k3/1p6/1N6/8/3K4/8/6N1 w - - 0 1");
        let black = value("6n1/8/3k4/8/1n6/1P6/4K3/8 b - - 0 1");
        assert_eq!(white, -black);
    }

    #[test]
    fn the_king_is_driven_into_a_corner_far_from_the_pawn() {
        let corner = value("7k/8/1p6/1N3K2/8/8/8/6N1 w - - 0 1");
        let center = value("8/8/1p6/1N1k4/5K2/8/8/6N1 w - - 0 1");
        assert!(corner > center + 50, "{corner} {center}");
    }

    #[test]
    fn other_men_are_not_judged() {
        for text in ["8/4k3/1p6/1N6/8/3K4/8/8 w - - 0 1", "8/4k3/1n6/1N6/8/3K4/8/6N1 w - - 0 1"] {
            assert_eq!(against_pawn(&Position::new(fen::parse(text).unwrap())), None, "{text}");
        }
    }
}

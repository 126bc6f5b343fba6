//! What the proved recognizers say about a position, in the search's terms.

use board::{Board, Color, Piece};

use crate::params as p;

/// What is certain about a position, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certainty {
    /// Drawn.
    Draw,
    /// Not lost.
    AtLeastDraw,
    /// Not won.
    AtMostDraw,
    /// Won.
    Win,
    /// Lost.
    Loss,
}

/// A certainty and the name of the rule that gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judgment {
    /// What is certain.
    pub certainty: Certainty,
    /// The rule's name.
    pub rule: &'static str,
}

/// Most men of a position that a recognizer speaks about.
pub const MAX_MEN: u32 = 6;

/// Asks the recognizers; `None` when they are silent.
pub fn judge(_board: &Board) -> Option<Judgment> {
    None
}

/// What a recognized win is worth, in centipawns: more the nearer the winner's foremost pawn is to promotion.
pub fn progress(board: &Board, winner: Color) -> i32 {
    let pawns = board.colored_pieces(winner, Piece::Pawn);
    let foremost = pawns.into_iter().map(|pawn| pawn.rank().relative_to(winner) as i32).max().unwrap_or(0);
    p::RECOGNIZED_WIN + p::RECOGNIZED_WIN_RANK * foremost
}

/// A judgment in words: `KBvKP: <rule> - draw`.
pub fn describe(board: &Board, judgment: Judgment) -> String {
    let certainty = match judgment.certainty {
        Certainty::Draw => "draw",
        Certainty::AtLeastDraw => "at least a draw for the side to move",
        Certainty::AtMostDraw => "at most a draw for the side to move",
        Certainty::Win => "won for the side to move",
        Certainty::Loss => "lost for the side to move",
    };
    let material = board::Placement::from_board(board)
        .map_or_else(|_| "position".to_owned(), |placement| placement.material().canonical().0.to_string());
    format!("{material}: {} - {certainty}", judgment.rule)
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::fen;

    #[test]
    fn progress_grows_with_the_pawn_until_it_promotes() {
        let value = |text: &str| progress(&fen::parse(text).unwrap(), Color::Black);
        assert!(value("8/8/8/8/8/p1k5/8/K7 b - - 0 1") > value("8/8/8/p7/8/2k5/8/K7 b - - 0 1"));
    }

    #[test]
    fn judgments_are_told_in_words() {
        let board = fen::parse("8/8/8/4k3/8/2P5/1K3b2/8 w - - 0 1").unwrap();
        let judgment = Judgment { certainty: Certainty::Draw, rule: "sacrifice" };
        assert_eq!(describe(&board, judgment), "KBvKP: sacrifice - draw");
    }
}

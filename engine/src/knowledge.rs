//! What the proved recognizers say about a position, in the search's terms.

use board::Board;

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

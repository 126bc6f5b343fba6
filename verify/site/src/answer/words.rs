//! Sentences of the page about positions and moves.

use board::{Board, Dtm, Outcome, Wdl, rules};
use tbgen::{Values, plies, side_name, side_to_move};

use super::category::Category;

/// The verdict on a position at its counter in one or two sentences. `highest` is the highest value
/// of the counter in best play, `why` the reason if the result is not known.
pub(crate) fn verdict(
    board: &Board,
    values: Option<&Values>,
    category: Category,
    highest: Option<u32>,
    why: &str,
) -> String {
    let (us, them) = (side_to_move(board), side_name(!board.side_to_move()));
    if !rules::has_legal_move(board) {
        let mated = !board.checkers().is_empty();
        return if mated {
            format!("Checkmate: {them} has won.")
        } else {
            "Stalemate: the game is drawn.".to_owned()
        };
    }
    let (winner, loser) =
        if matches!(category, Category::Win | Category::CursedWin | Category::SyzygyWin | Category::MaybeWin)
        {
            (us, them)
        } else {
            (them, us)
        };
    let mate = mate(values, winner);
    match category {
        Category::Draw => "Drawn with best play by both sides.".to_owned(),
        Category::Win | Category::Loss => format!("{winner} wins{mate}.{}", counter(board, highest)),
        Category::CursedWin | Category::BlessedLoss => spoiled(board, values, winner, loser, &mate),
        Category::Unknown if why.is_empty() => "Not known.".to_owned(),
        Category::Unknown => format!("Not known: {why}."),
        _ => format!(
            "{winner} wins{mate}, or {loser} is saved by the fifty-move rule: the distance to the next capture or pawn move is not known to the ply, and the counter stands at {}.",
            board.halfmove_clock()
        ),
    }
}

/// The verdict where the counter lets the side to move claim a draw: `result` is that of playing
/// on.
pub(crate) fn claimable(board: &Board, result: Option<Outcome>) -> String {
    let us = side_to_move(board);
    let counter = board.halfmove_clock();
    let otherwise = if rules::has_mate_in_one(board) {
        format!(" If it is not claimed, {us} mates in 1.")
    } else {
        match result {
            Some(Outcome::Win) => format!(" If it is not claimed, {us} wins by a capture or pawn move."),
            Some(Outcome::Loss) => format!(" If it is not claimed, {us} loses."),
            _ => String::new(),
        }
    };
    format!("A draw can be claimed: the fifty-move counter stands at {counter}.{otherwise}")
}

/// ": White mates in 16 (31 plies)"; empty without a distance.
fn mate(values: Option<&Values>, winner: &str) -> String {
    match values.and_then(|values| values.dtm) {
        Some(Dtm::Win(n) | Dtm::Loss(n)) => {
            format!(": {winner} mates in {} ({})", n.div_ceil(2), plies(u32::from(n)))
        }
        _ => String::new(),
    }
}

fn counter(board: &Board, highest: Option<u32>) -> String {
    let now = board.halfmove_clock();
    match highest {
        Some(highest) if now > 0 => format!(
            " The fifty-move counter stands at {now} and reaches {highest} at most, so the win stands."
        ),
        Some(highest) => format!(" The fifty-move counter reaches {highest} at most, so the win stands."),
        None => String::new(),
    }
}

fn spoiled(board: &Board, values: Option<&Values>, winner: &str, loser: &str, mate: &str) -> String {
    let needed = values.and_then(|values| values.dtz).map(|dtz| u32::from(dtz.0.unsigned_abs()));
    let always = values
        .and_then(|values| values.wdl)
        .is_some_and(|wdl| matches!(wdl, Wdl::CursedWin | Wdl::BlessedLoss));
    let reason = match needed {
        _ if always => "even with the counter at 0 it reaches 100 first".to_owned(),
        Some(needed) => format!(
            "the counter stands at {}, and the next capture, pawn move or mate is {} away: together more than 100",
            board.halfmove_clock(),
            plies(needed)
        ),
        None => format!("the counter stands at {}", board.halfmove_clock()),
    };
    format!("Drawn by the fifty-move rule: {winner} would win{mate}, but {reason}. {loser} is saved.")
}

/// The result of a move for its mover in a few words: "mate in 3 (5 plies)", "draw", "loses".
pub(crate) fn worth(category: Category, values: Option<&Values>, mates: bool) -> String {
    if mates {
        return "checkmate".to_owned();
    }
    let distance = values.and_then(|values| values.dtm).map(|dtm| dtm.to_string());
    match category {
        Category::Unknown => "not known".to_owned(),
        Category::Draw => "draw".to_owned(),
        Category::Win => distance.unwrap_or_else(|| "wins".to_owned()),
        Category::Loss => distance.unwrap_or_else(|| "loses".to_owned()),
        Category::CursedWin | Category::BlessedLoss => {
            let word = if category == Category::CursedWin { "win" } else { "loss" };
            distance
                .map_or_else(|| format!("{word} spoiled by the rule"), |d| format!("{d}, drawn by the rule"))
        }
        Category::SyzygyWin | Category::MaybeWin => "win, unless the rule spoils it".to_owned(),
        Category::SyzygyLoss | Category::MaybeLoss => "loss, unless the rule saves it".to_owned(),
    }
}

/// The heading of the moves that lead to this result for the mover.
pub(crate) fn group(category: Category) -> &'static str {
    match category {
        Category::Win => "Winning",
        Category::SyzygyWin | Category::MaybeWin => "Winning, unless the rule spoils it",
        Category::CursedWin => "Winning without the fifty-move rule",
        Category::Draw => "Drawing",
        Category::BlessedLoss => "Saved by the fifty-move rule",
        Category::SyzygyLoss | Category::MaybeLoss => "Losing, unless the rule saves it",
        Category::Unknown => "Not known",
        Category::Loss => "Losing",
    }
}

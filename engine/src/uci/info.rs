//! Search reports as UCI text.

use std::fmt::Write as _;

use board::{Board, Color, Move, notation};

use crate::search::SearchInfo;
use crate::tt::Bound;

/// An `info` line with a score and a variation from `board`.
pub fn line(line: &SearchInfo, board: &Board, chess960: bool, show_wdl: bool) -> String {
    let nps = line.nodes * 1_000 / line.time_ms.max(1);
    let bound = match line.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    let chances = if show_wdl {
        let [win, draw, loss] = line.score.chances_permille();
        format!(" wdl {win} {draw} {loss}")
    } else {
        String::new()
    };
    let mut text = format!(
        "info depth {} seldepth {} multipv {} score {}{bound}{chances} nodes {} nps {nps} hashfull {} tbhits {} time {}",
        line.depth,
        line.selective_depth,
        line.rank,
        line.score,
        line.nodes,
        line.hash_permille,
        line.table_hits,
        line.time_ms,
    );
    if !line.pv.is_empty() {
        text.push_str(" pv");
        variation(&mut text, board, &line.pv, chess960);
    }
    text
}

/// The result of a search, for people: `depth 12, +0.35: 1. Nf3 d5 2. d4`, the score for the side
/// to move.
pub(crate) fn in_words(line: &SearchInfo, board: &Board) -> String {
    let score = match line.score.mate_moves() {
        Some(moves) if moves > 0 => format!("mate in {moves}"),
        Some(moves) => format!("mated in {}", -moves),
        None => line.score.in_pawns(),
    };
    let mut text = format!("depth {}, {score}:", line.depth);
    let mut board = board.clone();
    for (ply, &mv) in line.pv.iter().enumerate() {
        match board.side_to_move() {
            Color::White => _ = write!(text, " {}.", board.fullmove_number()),
            Color::Black if ply == 0 => _ = write!(text, " {}...", board.fullmove_number()),
            Color::Black => {}
        }
        let _ = write!(text, " {}", notation::san(&board, mv));
        board.play_unchecked(mv);
    }
    text
}

/// The answer to `go`.
pub(crate) fn best_move(board: &Board, best: Option<Move>, ponder: Option<Move>, chess960: bool) -> String {
    let Some(best) = best else { return "bestmove (none)".to_owned() };
    let mut text = format!("bestmove {}", notation::uci(board, best, chess960));
    if let Some(ponder) = ponder {
        let mut child = board.clone();
        child.play_unchecked(best);
        let _ = write!(text, " ponder {}", notation::uci(&child, ponder, chess960));
    }
    text
}

fn variation(text: &mut String, board: &Board, pv: &[Move], chess960: bool) {
    let mut board = board.clone();
    for &mv in pv {
        let _ = write!(text, " {}", notation::uci(&board, mv, chess960));
        board.play_unchecked(mv);
    }
}

//! Lines of best play that refute mistakes.

use board::{Board, Color, Move, Wdl, notation};
use serde::Serialize;

use crate::play::Play;
use crate::reply::best;
use crate::source::Source;

/// Plies of a line that shows a win, and of a line that shows a draw.
const PLIES: [usize; 2] = [8, 3];

/// A move of a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ply {
    /// The move number with its dots: `12.` or `12...`.
    pub number: String,
    /// In algebraic notation.
    pub san: String,
    /// In UCI notation.
    pub uci: String,
    /// The position after it.
    pub fen: String,
}

/// How the opponent punishes a mistake.
#[derive(Clone, Debug, Serialize)]
pub struct Refutation {
    /// The moves, starting with the reply.
    pub plies: Vec<Ply>,
    /// The same as text: `1... Kd7 2. Ra8 Kc6`.
    pub words: String,
}

/// How the side to move punishes the mistake just made.
pub(crate) fn refutation<S: Source + ?Sized>(source: &S, play: &Play) -> Refutation {
    let mut play = play.clone();
    let is_decided = matches!(source.result(play.board()), Some(Wdl::Win | Wdl::Loss));
    let most = if is_decided { PLIES[0] } else { PLIES[1] };
    let mut plies = Vec::new();
    let proved = if is_decided { proved(source, play.board()) } else { Vec::new() };
    for index in 0..most {
        if play.end().is_some() {
            break;
        }
        let known = proved.get(index).copied();
        if known.is_none() && !proved.is_empty() {
            break;
        }
        let Some(mv) = known.or_else(|| best(source, &play)) else { break };
        plies.push(step(&mut play, mv));
    }
    let words: Vec<String> = plies.iter().enumerate().map(|(index, ply)| spelled(index, ply)).collect();
    Refutation { words: words.join(" "), plies }
}

/// The line of a proof, where no table has the distance.
fn proved<S: Source + ?Sized>(source: &S, board: &Board) -> Vec<Move> {
    if source.values(board).is_ok_and(|values| values.dtm.is_some()) {
        return Vec::new();
    }
    let Some(proof) = source.proved(board).and_then(|answer| answer.proof) else { return Vec::new() };
    let mut board = board.clone();
    let mut moves = Vec::new();
    for san in proof.line() {
        let Ok(mv) = notation::parse_san(&board, &san) else { break };
        board.play_unchecked(mv);
        moves.push(mv);
    }
    moves
}

/// Plays a move and returns its description.
fn step(play: &mut Play, mv: Move) -> Ply {
    let board = play.board();
    let dots = if board.side_to_move() == Color::White { "." } else { "..." };
    let number = format!("{}{dots}", board.fullmove_number());
    let (san, uci) = (notation::san(board, mv), notation::uci(board, mv, false));
    play.push(mv);
    Ply { number, san, uci, fen: play.board().to_string() }
}

fn spelled(index: usize, ply: &Ply) -> String {
    let is_white = !ply.number.ends_with("...");
    if index == 0 || is_white { format!("{} {}", ply.number, ply.san) } else { ply.san.clone() }
}

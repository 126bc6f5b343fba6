//! Playing out endings against the best defense.

use std::time::Instant;

use board::{Board, Dtm, GameStatus, Move, legal_moves};
use tbgen::DtmTables;
use vancura::clock::Signals;
use vancura::engine::Engine;
use vancura::limits::Limits;
use vancura::position::Position;
use vancura::search::{SearchResult, Silent};

pub(crate) fn search(engine: &mut Engine, position: &Position, limits: &Limits) -> SearchResult {
    engine.think(position, limits, &Signals::default(), Instant::now(), &mut Silent)
}

/// Plays the engine against `defend`. `Ok` when it mates within the rules.
pub(crate) fn brings_home(
    engine: &mut Engine,
    board: Board,
    nodes: u64,
    defend: impl Fn(&Position) -> Move,
) -> Result<(), String> {
    engine.new_game();
    let start = board.to_string();
    let mut game = Position::new(board);
    for _ in 0..150 {
        let Some(best) = search(engine, &game, &Limits::nodes(nodes)).best else { break };
        game.play(best);
        if game.is_repetition(0) || game.is_fifty_move_draw() || legal_moves(game.board()).is_empty() {
            break;
        }
        let answer = defend(&game);
        game.play(answer);
    }
    match game.board().status() {
        GameStatus::Won => Ok(()),
        _ => Err(format!("{start} was left at {}", game.board())),
    }
}

/// The longest defense.
pub(crate) fn longest(tables: &DtmTables, game: &Position) -> Move {
    let value = |mv: &Move| {
        let mut child = game.board().clone();
        child.play(*mv);
        tables.probe_board(&child).map(Dtm::from_parent)
    };
    legal_moves(game.board()).into_iter().max_by_key(value).unwrap()
}

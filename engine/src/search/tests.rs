//! What the search must find and must not do, regardless of scores.

use std::time::Instant;

use board::{Board, Move, fen, notation};

use super::{Observer, SearchInfo, SearchResult, Silent};
use crate::clock::Signals;
use crate::engine::Engine;
use crate::limits::Limits;
use crate::position::Position;
use crate::score::Score;
use crate::tt::Bound;

fn position(text: &str, moves: &str) -> Position {
    let mut position = Position::new(fen::parse(text).unwrap());
    for mv in moves.split_whitespace() {
        position.play(notation::parse_uci(position.board(), mv).unwrap());
    }
    position
}

fn search(position: &Position, limits: &Limits) -> SearchResult {
    let mut engine = Engine::new(4).unwrap();
    engine.think(position, limits, &Signals::default(), Instant::now(), &mut Silent)
}

fn best(text: &str, depth: i32) -> (String, Score) {
    let position = position(text, "");
    let outcome = search(&position, &Limits::depth(depth));
    (outcome.best.unwrap().to_string(), outcome.line.score)
}

fn replay(board: &Board, pv: &[Move]) -> Board {
    let mut board = board.clone();
    for &mv in pv {
        assert!(board.is_legal(mv), "{mv} in {board}");
        board.play(mv);
    }
    board
}

#[test]
fn mates_are_found_and_counted() {
    for (text, moves) in [
        ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 1),
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2),
        ("r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1", 3),
        ("2b5/1p1p4/1P1P4/ppBP1B2/k2p1R2/N2P4/K1P1P3/8 w - - 0 1", 4),
    ] {
        let position = position(text, "");
        let outcome = search(&position, &Limits { mate: Some(moves), ..Limits::nodes(3_000_000) });
        assert_eq!(outcome.line.score.mate_moves(), Some(moves), "{text}");
        let end = replay(position.board(), &outcome.line.pv);
        assert_eq!(outcome.line.pv.len() as i32, 2 * moves - 1, "{text}");
        assert_eq!(end.status(), board::GameStatus::Won);
    }
}

#[test]
fn the_losing_side_puts_the_mate_off() {
    // In the corner there is an immediate mate.
    let (mv, score) = best("6k1/8/6K1/8/8/8/7P/R7 b - - 0 1", 8);
    assert_eq!(mv, "g8f8");
    assert!(score.value() < -500);
}

#[test]
fn mate_and_stalemate_at_the_root_have_no_move() {
    for (text, score) in [
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", Score::mated_in(0)),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Score::DRAW),
    ] {
        let outcome = search(&position(text, ""), &Limits::depth(5));
        assert_eq!((outcome.best, outcome.line.score), (None, score), "{text}");
    }
}

#[test]
fn stalemate_is_avoided_when_winning_and_sought_when_losing() {
    // Qf7 would be stalemate.
    let (mv, score) = best("7k/8/6K1/8/8/8/7P/5Q2 w - - 0 1", 6);
    assert!(mv != "f1f7" && score.is_win(), "{mv}");
    // A rook that cannot be captured without stalemate saves the game.
    let (_, score) = best("7k/8/7K/6Q1/8/8/8/r7 b - - 0 1", 8);
    assert!(!score.is_win());
}

#[test]
fn a_repetition_is_a_draw_that_the_weaker_side_takes() {
    // Perpetual check on e8 and h5, or the rooks mate.
    let position = position("6k1/6p1/8/4Q3/8/8/rr6/6K1 w - - 0 1", "");
    let outcome = search(&position, &Limits::depth(12));
    assert_eq!(outcome.line.score, Score::DRAW);
    assert_eq!(outcome.best.unwrap().to_string(), "e5e8");
}

#[test]
fn the_losing_side_takes_the_third_repetition() {
    let text = "7k/8/8/8/8/8/3Q2PP/6K1 w - - 10 40";
    let game = position(text, "d2c2 h8g8 c2d2 g8h8 d2c2 h8g8 c2d2");
    // Black to move; returning to h8 repeats the position for the third time.
    let outcome = search(&game, &Limits::depth(8));
    assert_eq!(outcome.best.unwrap().to_string(), "g8h8");
    assert_eq!(outcome.line.score, Score::DRAW);
}

#[test]
fn mate_on_the_hundredth_ply_wins_and_one_later_does_not() {
    let (mv, score) = best("7k/8/5KQ1/8/8/8/7P/8 w - - 99 90", 4);
    assert_eq!((mv.as_str(), score), ("g6g7", Score::mate_in(1)));
    // Mate in two needs a move of the king or queen first, and the counter runs out; the pawn move
    // resets it.
    let (mv, score) = best("7k/8/8/5KQ1/8/8/7P/8 w - - 99 90", 8);
    assert!(mv == "h2h3" || mv == "h2h4", "{mv}");
    assert!(score.is_win() || score.value() > 300);
    let (_, score) = best("7k/8/8/5KQ1/8/8/8/8 w - - 99 90", 8);
    assert_eq!(score, Score::DRAW);
}

#[test]
fn dead_material_is_a_draw() {
    let (_, score) = best("2b1k3/8/8/8/8/8/8/4KB2 w - - 0 1", 8);
    assert_eq!(score, Score::DRAW);
}

#[test]
fn zugzwang_is_not_passed_over() {
    let position = position("1q1k4/2Rr4/8/2Q3K1/8/8/8/8 w - - 0 1", "");
    let outcome = search(&position, &Limits::nodes(1_000_000));
    assert_eq!(outcome.best.unwrap().to_string(), "g5h6", "Kh6! puts Black in zugzwang");
}

#[test]
fn won_material_is_taken() {
    let (mv, score) = best("r3k3/8/8/8/3q4/8/2N5/4K3 w - - 0 1", 6);
    assert_eq!(mv, "c2d4");
    assert!(score.value() > -300);
}

#[test]
fn one_thread_counts_the_same_nodes_twice() {
    let position = position(crate::play::bench::POSITIONS[6], "");
    let count = || search(&position, &Limits::depth(9)).line.nodes;
    assert_eq!(count(), count());
}

#[test]
fn a_node_limit_is_kept_to_the_node_with_one_thread() {
    for text in &crate::play::bench::POSITIONS[..8] {
        let position = position(text, "");
        for nodes in [1_000, 3_456, 5_000] {
            assert_eq!(search(&position, &Limits::nodes(nodes)).line.nodes, nodes, "{text}");
        }
    }
}

#[test]
fn only_the_moves_asked_for_are_searched() {
    let position = position(fen::STARTPOS, "");
    let asked: Vec<Move> = ["a2a3", "h2h3"].map(|mv| mv.parse().unwrap()).to_vec();
    let limits = Limits { search_moves: asked.clone(), ..Limits::depth(6) };
    assert!(asked.contains(&search(&position, &limits).best.unwrap()));
}

#[test]
fn a_mate_search_stops_at_its_mate() {
    let position = position("2b5/1p1p4/1P1P4/ppBP1B2/k2p1R2/N2P4/K1P1P3/8 w - - 0 1", "");
    let limits = Limits { mate: Some(4), ..Limits::default() };
    assert_eq!(search(&position, &limits).line.score.mate_moves(), Some(4));
}

#[test]
fn a_line_ends_with_its_mate() {
    // Every move of the line is legal, and none follows checkmate.
    for text in [
        "8/1R2k3/3Q4/8/8/8/8/K7 b - - 0 1",
        "3k4/1Q6/4R3/8/8/8/8/K7 b - - 0 1",
        "8/8/8/8/8/1k6/8/K3r2r w - - 0 1",
        "k7/8/2K5/8/8/8/8/1R5R w - - 0 1",
    ] {
        let position = position(text, "");
        for depth in 1..=8 {
            let outcome = search(&position, &Limits::depth(depth));
            let Some(moves) = outcome.line.score.mate_moves() else { continue };
            let plies = if moves > 0 { 2 * moves - 1 } else { -2 * moves };
            assert!(outcome.line.pv.len() as i32 <= plies, "{text} at depth {depth}: {:?}", outcome.line);
            replay(position.board(), &outcome.line.pv);
        }
    }
}

/// Collects all reports.
#[derive(Default)]
struct Recorder(Vec<SearchInfo>);

impl Observer for Recorder {
    fn info(&mut self, line: &SearchInfo) {
        self.0.push(line.clone());
    }
    fn current_move(&mut self, _depth: i32, _mv: Move, _number: usize) {}
    fn remark(&mut self, _text: &str) {}
}

#[test]
fn every_reported_line_is_playable_and_the_last_is_exact() {
    for (index, text) in crate::play::bench::POSITIONS.iter().enumerate() {
        let position = position(text, "");
        for limits in [Limits::depth(7), Limits::nodes(2_000 + 37 * index as u64)] {
            let mut engine = Engine::new(1).unwrap();
            let mut recorder = Recorder::default();
            let outcome =
                engine.think(&position, &limits, &Signals::default(), Instant::now(), &mut recorder);
            for line in &recorder.0 {
                assert!(!line.pv.is_empty());
                replay(position.board(), &line.pv);
            }
            let last = recorder.0.last().unwrap();
            assert_eq!(last.bound, Bound::Exact);
            assert_eq!(last.pv.first().copied(), outcome.best);
            assert_eq!(last.pv.get(1).copied(), outcome.ponder);
        }
    }
}

#[test]
fn several_lines_differ_and_come_best_first() {
    let mut engine = Engine::new(4).unwrap();
    engine.multi_pv = 4;
    let position = position(crate::play::bench::POSITIONS[5], "");
    let mut recorder = Recorder::default();
    engine.think(&position, &Limits::depth(7), &Signals::default(), Instant::now(), &mut recorder);
    let last: Vec<&SearchInfo> = recorder.0.iter().filter(|line| line.depth == 7).take(4).collect();
    assert_eq!(last.iter().map(|line| line.rank).collect::<Vec<_>>(), [1, 2, 3, 4]);
    assert!(last.windows(2).all(|pair| pair[0].score >= pair[1].score && pair[0].pv[0] != pair[1].pv[0]));
}

#[test]
fn several_threads_agree_on_a_forced_win() {
    let mut engine = Engine::new(4).unwrap();
    engine.set_threads(2).unwrap();
    let position = position("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "");
    let outcome =
        engine.think(&position, &Limits::depth(8), &Signals::default(), Instant::now(), &mut Silent);
    assert_eq!(outcome.line.score, Score::mate_in(1));
    assert_eq!(outcome.best.unwrap().to_string(), "d1d8");
}

#[test]
fn a_recognized_win_does_not_hide_a_repetition() {
    // Lucena's position: b7b1 repeats it for the third time.
    let before = position("6K1/4k1P1/8/8/8/8/7r/5R2 w - - 0 1", "f1b1 e7d7 b1b7 d7e8 b7b1 e8d7 b1b7 d7e8");
    let repeats = notation::parse_uci(before.board(), "b7b1").unwrap();
    let limits = Limits { search_moves: vec![repeats], ..Limits::nodes(20_000) };
    assert_eq!(search(&before, &limits).line.score, Score::DRAW);
}

#[test]
fn a_recognized_win_does_not_hide_the_fifty_move_rule() {
    let too_late = position("6K1/4k1P1/8/8/8/8/7r/5R2 w - - 98 80", "");
    assert_eq!(search(&too_late, &Limits::nodes(20_000)).line.score, Score::DRAW);
}

//! Answers agree with tables.

use board::{Board, Color, Material, Outcome, Piece, Wdl, fen, legal_moves, rules};
use oracle::{Limits, Oracle, Pocket, Range};
use tbgen::{KnownEndings, Probe, WdlTables, placements_by_lot};

fn answer(pocket: &mut Pocket, text: &str) -> Range {
    pocket.answer(&fen::parse(text).unwrap(), Limits::default()).unwrap().range
}

/// Compares answers with an ending of five pieces that is solved in seconds.
#[test]
fn nothing_wrong_is_said_of_an_ending() {
    let material: Material = "KNNvKN".parse().unwrap();
    let (mut pocket, mut tables) = (Pocket::default(), WdlTables::new());
    tables.build_all(&[material]).unwrap();
    pocket.prepare(material).unwrap();
    let truth = |placement: &board::Placement| {
        Ok::<_, ()>(tables.wdl(placement).map(|wdl| (placement.to_board().unwrap(), wdl)))
    };
    let mut narrowed = 0;
    for (board, wdl) in placements_by_lot(material, 200, 11, truth).unwrap() {
        let range = pocket.prepared(&board, Limits { nodes: 300 }).range;
        assert!(range.allows(wdl), "{board}: {wdl}, not {range:?}");
        narrowed += usize::from(range != Range::ALL);
    }
    assert!(narrowed > 3, "{narrowed}");
}

/// The search settles more than half of the positions that no rule and no mined table settles.
#[test]
fn what_moves_prove_is_known() {
    let mut pocket = Pocket::default();
    let material = "KRPvKR".parse().unwrap();
    pocket.prepare(material).unwrap();
    let open = |placement: &board::Placement| {
        let board = placement.to_board().ok();
        let is_open = |board: &Board| !pocket.prepared(board, Limits { nodes: 0 }).range.is_exact();
        Ok::<_, ()>(board.filter(is_open))
    };
    let boards = placements_by_lot(material, 60, 5, open).unwrap();
    let settled = |board: &&Board| pocket.prepared(board, Limits { nodes: 1_000 }).range.is_exact();
    let count = boards.iter().filter(settled).count();
    assert!(count > 30, "{count} of {}", boards.len());
}

#[test]
fn a_win_holds_while_the_counter_leaves_it_room() {
    let board = |counter: u8| fen::parse(&format!("8/5P2/8/8/8/k7/7r/K6R w - - {counter} 99")).unwrap();
    let mut pocket = Pocket::default();
    let mut at = |counter: u8| {
        let answer = pocket.answer(&board(counter), Limits::default()).unwrap();
        answer.at_counter(counter)
    };
    assert_eq!(at(0), Some(Outcome::Win));
    assert_eq!(at(99), Some(Outcome::Win), "Rxh2 or f8=Q sets the counter back");
    assert_eq!(at(100), Some(Outcome::CursedWin), "a draw can be claimed");
    // Checkmate comes before the counter.
    let mated = fen::parse("r3K3/8/4k3/8/8/P7/8/R7 w - - 100 1").unwrap();
    let answer = pocket.answer(&mated, Limits::default()).unwrap();
    assert_eq!(answer.at_counter(100), Some(Outcome::Loss));
}

/// Solved endings have results only; rules add distances.
#[test]
fn rules_give_small_endings_their_distances() {
    let board = fen::parse("8/8/8/8/8/3k4/7p/K6R w - - 10 30").unwrap();
    let answer = Pocket::default().answer(&board, Limits::default()).unwrap();
    assert_eq!(answer.at_counter(10), Some(Outcome::Win));
}

/// En passant captures are searched.
#[test]
fn en_passant_counts() {
    let mut pocket = Pocket::default();
    let with = answer(&mut pocket, "8/8/8/8/1Pp5/2K5/8/7k b - b3 0 1");
    let without = answer(&mut pocket, "8/8/8/8/1Pp5/2K5/8/7k b - - 0 1");
    assert_eq!((with.result(), without.result()), (Some(Wdl::Draw), Some(Wdl::Loss)));
}

/// The results of a position and of its moves agree.
#[test]
fn a_position_is_worth_its_best_move() {
    let mut oracle = Oracle::new(KnownEndings::in_memory(3), Limits::default());
    for text in ["R7/6k1/P4r2/8/8/1K6/8/8 b - - 0 1", "1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1"] {
        let board = fen::parse(text).unwrap();
        oracle.prepare(&board).unwrap();
        let here = oracle.at_counter(&board).unwrap().expect("a rule applies");
        let of = |mv| tbgen::outcome(&oracle, &rules::after(&board, mv)).unwrap().map(|outcome| -outcome);
        let best: Option<Outcome> = legal_moves(&board).into_iter().filter_map(of).max();
        assert_eq!(best, Some(here), "{text}");
    }
}

/// A search ends when it has exhausted its positions, below its limit.
#[test]
fn a_search_ends_where_nothing_is_left_to_prove() {
    let mut pocket = Pocket::default();
    let board = fen::parse("8/8/8/4k3/8/1r6/8/K1BR4 w - - 0 1").unwrap();
    let answer = pocket.answer(&board, Limits { nodes: 30_000 }).unwrap();
    assert!(answer.nodes <= 30_010, "{}", answer.nodes);
}

#[test]
fn six_men_and_castling_are_left_alone() {
    let mut oracle = Oracle::new(KnownEndings::in_memory(3), Limits::default());
    for text in ["4k3/8/8/8/8/8/8/4K2R w K - 0 1", "8/2pp4/8/3k4/8/8/3PP3/4K3 w - - 0 1"] {
        let board: Board = fen::parse(text).unwrap();
        oracle.prepare(&board).unwrap();
        assert!(oracle.pocket(&board).is_none(), "{text}");
    }
    let kings = fen::parse("8/8/8/3k4/8/8/8/4K3 w - - 7 9").unwrap();
    assert_eq!(kings.colored_pieces(Color::White, Piece::King).len(), 1);
    assert_eq!(Pocket::default().answer(&kings, Limits::default()).unwrap().range.result(), Some(Wdl::Draw));
}

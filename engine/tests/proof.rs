//! Proofs of mates: proofs and disproofs are correct with any amount of memory; the commands and
//! the file.

use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use board::{Board, Dtm, Wdl, fen, notation};
use tbgen::DtmTables;
use vancura::clock::Signals;
use vancura::engine::Engine;
use vancura::limits::Limits;
use vancura::mates;
use vancura::position::Position;
use vancura::proof::{Answer, MateQuestion, Prover, Question, Verdict};
use vancura::tablebase::Tablebases;

use crate::conversation;

use conversation::Session;

/// Mate in 4 by 1.Rh4: iCE took 375,331 nodes.
const ROOK_BEHIND: &str = "2b5/1p1p4/1P1P4/ppBP1B2/k2p1R2/N2P4/K1P1P3/8 w - - 0 1";
/// Mate in 2, the first move quiet.
const QUIET_KEY: &str = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";

/// Without any table, so that only the search decides.
fn without_tables() -> Tablebases {
    Tablebases::in_memory(Arc::default(), 0)
}

/// Asks for a mate in this many moves with this much memory in MiB and this many nodes.
fn ask(board: &Board, moves: Option<u8>, mebibytes: usize, nodes: u64) -> Answer {
    let (position, tables) = (Position::new(board.clone()), without_tables());
    let mate = MateQuestion { position: &position, moves, wants_file: true };
    let question = Question { mate, first_moves: &[], tables: &tables };
    Prover::new(mebibytes).unwrap().answer(&question, &mut |progress| progress.nodes < nodes)
}

fn verdict(text: &str, moves: u8) -> Verdict {
    ask(&fen::parse(text).unwrap(), Some(moves), 16, 20_000_000).verdict
}

const fn mate_in(moves: u8) -> Verdict {
    Verdict::Proved { moves, is_shortest: moves == 1 }
}

#[test]
fn mates_are_proved_and_shorter_ones_disproved() {
    for (text, moves) in [
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 1),
        (QUIET_KEY, 2),
        (ROOK_BEHIND, 4),
        ("r1b2k1r/ppp1bppp/8/1B1Q4/5q2/2P5/PPP2PPP/R3R1K1 w - - 1 0", 2),
    ] {
        assert_eq!(verdict(text, moves), mate_in(moves), "{text}");
        if moves > 1 {
            assert_eq!(verdict(text, moves - 1), Verdict::Disproved, "{text}");
        }
    }
    // Stalemate is not mate, and a side without a move cannot mate.
    assert_eq!(verdict("k7/8/1K6/8/8/8/8/8 w - - 0 1", 9), Verdict::Disproved);
    assert_eq!(verdict("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1", 9), Verdict::Disproved);
}

#[test]
fn the_key_of_a_study_is_found_in_fewer_nodes_than_ice_needs() {
    let board = fen::parse(ROOK_BEHIND).unwrap();
    let answer = ask(&board, Some(4), 16, u64::MAX);
    assert_eq!(notation::san(&board, answer.line[0]), "Rh4");
    assert_eq!((answer.line.len(), answer.nodes < 375_331), (7, true), "{answer:?}");
}

#[test]
fn without_a_number_the_shortest_mate_is_found() {
    let answer = ask(&fen::parse(QUIET_KEY).unwrap(), None, 16, u64::MAX);
    assert_eq!(answer.verdict, Verdict::Proved { moves: 2, is_shortest: true });
    assert_eq!(answer.words(None), "proved: mate in 2, the shortest");
    let answer = ask(&Board::startpos(), None, 16, 50_000);
    assert_eq!((answer.verdict, answer.line.len(), answer.file), (Verdict::Stopped, 0, None));
    // A bare king never mates, but without a number of moves nothing is disproved.
    let answer = ask(&fen::parse("k7/8/1K6/8/8/8/8/8 w - - 0 1").unwrap(), None, 1, u64::MAX);
    assert_eq!(answer.verdict, Verdict::NotFound);
}

#[test]
fn mates_are_those_of_the_tables() {
    let tables = DtmTables::startup();
    let (mut proved, mut disproved) = (0, 0);
    for (ending, longest) in [("KQvK", 3), ("KRvK", 4), ("KPvK", 4)] {
        let table = tables.table(ending.parse().unwrap()).unwrap();
        for placement in tbgen::random_positions(table, 60, 1, Some(Wdl::Win)) {
            let board = placement.to_board().unwrap();
            let Some(Dtm::Win(plies)) = tables.probe_board(&board) else { panic!("{board}") };
            for moves in 1..=longest {
                let is_mate = plies < 2 * u16::from(moves);
                let answer = ask(&board, Some(moves), 1, 10_000_000);
                match answer.verdict {
                    Verdict::Proved { moves: found, .. } => {
                        assert!(is_mate && found <= moves && u16::from(found) * 2 > plies, "{board}");
                        proved += 1;
                    }
                    Verdict::Disproved => {
                        assert!(!is_mate, "{board}");
                        disproved += 1;
                    }
                    _ => {}
                }
            }
        }
    }
    assert!(proved > 10 && disproved > 300, "{proved} {disproved}");
}

#[test]
fn tables_settle_what_they_cover() {
    let tables = Tablebases::default();
    tables.wait_for_small();
    let prove = |text: &str, moves| {
        let position = Position::new(fen::parse(text).unwrap());
        let mate = MateQuestion { position: &position, moves: Some(moves), wants_file: true };
        let question = Question { mate, first_moves: &[], tables: &tables };
        Prover::new(1).unwrap().answer(&question, &mut |_| true)
    };
    // Rook against bare king: mate in 16 at the longest, proved to the end by the table alone.
    let text = "8/8/8/8/8/2k5/8/K6R w - - 0 1";
    let exact = DtmTables::startup().probe_board(&fen::parse(text).unwrap()).unwrap().moves().unwrap() as u8;
    let answer = prove(text, exact);
    assert_eq!((answer.verdict, answer.line.len()), (mate_in(exact), 2 * usize::from(exact) - 1));
    assert!(answer.file.unwrap().lines().count() > 100);
    assert_eq!(prove(text, exact - 1).verdict, Verdict::Disproved);
    // The counter runs out before that mate, and there is nothing to capture.
    let late = "8/8/8/8/8/2k5/8/K6R w - - 95 80";
    assert_eq!(prove(late, exact).verdict, Verdict::Disproved);
}

#[test]
fn the_fifty_move_counter_is_counted() {
    let mate_in_two = |counter| format!("7k/8/5K2/8/8/8/8/6R1 w - - {counter} 90");
    assert_eq!(verdict(&mate_in_two(0), 2), mate_in(2));
    assert_eq!(verdict(&mate_in_two(97), 2), mate_in(2));
    assert_eq!(verdict(&mate_in_two(98), 2), Verdict::Disproved);
    assert_eq!(verdict(&mate_in_two(100), 2), Verdict::Disproved);
    // Here a pawn move gains the time.
    assert_eq!(verdict("7k/5K2/6P1/8/8/8/8/8 w - - 98 90", 3), mate_in(3));
}

#[test]
fn positions_that_were_on_the_board_twice_are_draws() {
    // Kf7 mates in two with Rh1; the position after the move has occurred twice.
    let tables = without_tables();
    let mut position = Position::new(fen::parse("7k/8/5K2/8/8/8/8/6R1 w - - 0 1").unwrap());
    let line = ask(position.board(), Some(2), 1, u64::MAX).line;
    let verdict_now = |position: &Position| {
        let mate = MateQuestion { position, moves: Some(2), wants_file: false };
        let question = Question { mate, first_moves: &[], tables: &tables };
        Prover::new(1).unwrap().answer(&question, &mut |_| true).verdict
    };
    assert_eq!(verdict_now(&position), mate_in(2));
    let key = notation::uci(position.board(), line[0], false);
    assert_eq!(key, "f6f7");
    for mv in ["f6f7", "h8h7", "f7f6", "h7h8", "f6f7", "h8h7", "f7f6", "h7h8"] {
        let mv = notation::parse_uci(position.board(), mv).unwrap();
        position.play(mv);
    }
    assert_eq!(verdict_now(&position), Verdict::Disproved);
}

#[test]
fn a_small_table_changes_no_verdict() {
    for text in [QUIET_KEY, ROOK_BEHIND, "r1b2k1r/ppp1bppp/8/1B1Q4/5q2/2P5/PPP2PPP/R3R1K1 w - - 1 0"] {
        let board = fen::parse(text).unwrap();
        for moves in 1..=4 {
            let is_mate = mates::shortest(&board, u32::from(moves), u64::MAX).is_some();
            let answer = ask(&board, Some(moves), 1, 30_000_000);
            match answer.verdict {
                Verdict::Proved { .. } => assert!(is_mate, "{text}"),
                Verdict::Disproved => assert!(!is_mate, "{text}"),
                _ => {}
            }
        }
    }
    // Impossible with so little memory, and reported as such.
    let board = fen::parse("n2Bqk2/5p1p/Q4KP1/p7/8/8/8/8 w - - 0 1").unwrap();
    let answer = ask(&board, Some(12), 1, u64::MAX);
    assert_eq!(answer.verdict, Verdict::OutOfMemory);
    assert!(answer.words(Some(12)).contains("out of memory"));
}

#[test]
fn a_proof_stops_at_once() {
    let mut engine = Engine::new(1).unwrap();
    let (signals, position) = (Signals::default(), Position::new(Board::startpos()));
    let started = Instant::now();
    let stopped = std::thread::scope(|scope| {
        let stop = scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(100));
            signals.stop();
            Instant::now()
        });
        let question = MateQuestion { position: &position, moves: Some(20), wants_file: false };
        let answer = engine.prove(question, &Limits::default(), &signals, started, &mut |_| {}).unwrap();
        assert_eq!(answer.verdict, Verdict::Stopped);
        let late = Instant::now();
        late.saturating_duration_since(stop.join().unwrap())
    });
    // Milliseconds, unless the machine is busy.
    assert!(stopped < Duration::from_secs(2), "{stopped:?}");
}

#[test]
fn go_mate_answers_with_the_proof() {
    let mut uci = Session::start();
    uci.send(&format!("position fen {ROOK_BEHIND}"));
    let lines = uci.ask("go mate 4", "bestmove");
    assert!(lines.iter().any(|line| line == "info string proved: mate in 4"), "{lines:?}");
    let info = &lines[lines.len() - 2];
    assert!(info.contains("score mate 4") && info.contains(" pv f4h4 "), "{info}");
    assert!(lines.last().unwrap().starts_with("bestmove f4h4"), "{lines:?}");
    let lines = uci.ask("go mate 3", "bestmove");
    assert!(lines.iter().any(|line| line == "info string disproved: no mate in 3"), "{lines:?}");
    // With a single move and few nodes there is still an answer.
    let lines = uci.ask("go mate 4 searchmoves a3c4", "bestmove");
    assert!(lines.iter().any(|line| line == "info string disproved: no mate in 4"), "{lines:?}");
    assert_eq!(lines.last().unwrap().split(' ').nth(1), Some("a3c4"));
    uci.ask("go mate 9 nodes 2000", "bestmove");
    uci.ask("go mate 9 movetime 50", "bestmove");
    uci.send("go mate 60");
    uci.ask("stop", "bestmove");
    uci.send("go mate 4 infinite");
    let lines = uci.ask("isready", "readyok");
    assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{lines:?}");
    uci.ask("stop", "bestmove");
    uci.finish();
}

#[test]
fn the_command_proof_says_what_it_found() {
    let mut uci = Session::start();
    uci.send("setoption name ProofHash value 8");
    uci.send(&format!("position fen {ROOK_BEHIND}"));
    let lines = uci.ask("proof 4", "info string");
    assert!(lines[0].contains("score mate 4") && lines[0].contains(" pv f4h4 "), "{lines:?}");
    assert!(lines.last().unwrap().starts_with("info string proved: mate in 4; "), "{lines:?}");
    let lines = uci.ask("proof 3", "info string");
    assert!(lines.last().unwrap().starts_with("info string disproved: no mate in 3; "), "{lines:?}");
    let fault = "info string `proof` takes a number of moves from 1 to 127, not 0";
    assert_eq!(uci.remarks("proof 0"), [fault]);
    uci.send("position startpos");
    // How far it has come is reported every second.
    let lines = uci.ask("proof", "info string mate in");
    assert!(
        lines.last().unwrap().contains(" sought, ") && lines.last().unwrap().ends_with(" ms"),
        "{lines:?}"
    );
    let lines = uci.ask("stop", "info string not found");
    assert!(
        lines.last().unwrap().starts_with("info string not found: the search was stopped; "),
        "{lines:?}"
    );
    uci.finish();
}

#[test]
fn the_program_writes_reports_and_files() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.proof");
    let run = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_vancura")).args(arguments).output().unwrap();
        (output.status.success(), String::from_utf8(output.stdout).unwrap())
    };
    let out = path.to_str().unwrap();
    let (is_done, text) = run(&["proof", ROOK_BEHIND, "4", "--out", out]);
    assert!(is_done && text.starts_with("proved: mate in 4\n1. Rh4 "), "{text}");
    let file = std::fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = file.lines().collect();
    assert_eq!(lines[..2], ["# vancura proof 1", &format!("# mate in 4: {ROOK_BEHIND}")]);
    assert!(lines[2].ends_with(" bm Rh4; dm 4;"), "{}", lines[2]);
    assert!(lines.last().unwrap().starts_with("# sha256 "));
    let (is_done, text) = run(&["proof", ROOK_BEHIND, "3", "--json", "--nodes", "1000000"]);
    let report: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert!(is_done && report["verdict"] == "disproved" && report["mate"].is_null(), "{text}");
    assert!(!run(&["proof", "8/8/8 w"]).0);
    assert!(!run(&["proof", ROOK_BEHIND, "128"]).0);
}

/// `data/studies.epd`, or its lines that contain one of some words.
fn studies(words: &[&str]) -> tempfile::NamedTempFile {
    use std::io::Write as _;
    let all = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../data/studies.epd")).unwrap();
    let is_wanted = |line: &&str| words.is_empty() || words.iter().any(|word| line.contains(word));
    let mut file = tempfile::NamedTempFile::new().unwrap();
    all.lines().filter(is_wanted).for_each(|line| writeln!(file, "{line}").unwrap());
    file
}

/// The output of `vancura cooks` for a file.
fn cooks(file: &std::path::Path, more: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_vancura"));
    let output = command.arg("cooks").arg(file).args(more).env_remove("SYZYGY_PATH").output().unwrap();
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

#[test]
fn the_studies_at_hand_are_sound_and_a_second_solution_is_told() {
    let (code, text) = cooks(studies(&["KRvKP", "KBPvK", "Mate in"]).path(), &[]);
    assert_eq!((code, text.lines().last()), (Some(0), Some("sound: 9 of 9")), "{text}");
    let file = tempfile::NamedTempFile::new().unwrap();
    let rook = "7k/8/5K2/8/8/8/8/6R1 w - - ";
    std::fs::write(file.path(), format!("{rook}bm Kf7; dm 2;\n{rook}bm Kf7;\n{rook}bm Rg2; dm 2;\n"))
        .unwrap();
    let (code, text) = cooks(file.path(), &["--quiet"]);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.starts_with("cooked    line 2 (win by tables), also "), "{text}");
    assert!(text.contains("wrong     line 3 (mate in 2 by tables), not so Rg2\nsound: 1 of 3\n"), "{text}");
}

#[test]
#[ignore = "solves endings of five men"]
fn all_studies_are_sound() {
    let (code, text) = cooks(studies(&[]).path(), &["--solve", "5"]);
    assert_eq!((code, text.lines().last()), (Some(0), Some("sound: 59 of 59")), "{text}");
}

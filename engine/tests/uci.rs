//! UCI sessions with the real program through pipes.

use crate::conversation;

use std::process::Command;

use conversation::Session;
use recognizers::mined::{Leaf, Node, Tree};

/// Times and speeds as `_`.
fn redact(lines: &[String]) -> String {
    let mut text = String::new();
    for line in lines {
        let mut hide = false;
        let words: Vec<&str> = line
            .split(' ')
            .map(|word| {
                let shown = if hide { "_" } else { word };
                hide = matches!(word, "time" | "nps" | "nodes" | "hashfull");
                shown
            })
            .collect();
        text.push_str(&words.join(" "));
        text.push('\n');
    }
    text
}

fn score(line: &str) -> String {
    let words: Vec<&str> = line.split(' ').skip_while(|&word| word != "score").skip(1).take(2).collect();
    words.join(" ")
}

#[test]
fn the_engine_introduces_itself() {
    let mut session = Session::start();
    let lines = session.ask("uci", "uciok");
    insta::assert_snapshot!(redact(&lines));
    session.send("quit");
    assert!(session.finish().0);
}

#[test]
fn a_search_ends_with_an_exact_line_and_its_move() {
    let mut session = Session::start();
    session.send("position startpos moves e2e4 e7e5");
    let lines = session.ask("go depth 6", "bestmove");
    let last = &lines[lines.len() - 2];
    assert!(last.starts_with("info depth 6") && !last.contains("bound"), "{last}");
    let pv: Vec<&str> = last.split(" pv ").nth(1).unwrap().split(' ').collect();
    let answer = lines.last().unwrap();
    assert_eq!(*answer, format!("bestmove {} ponder {}", pv[0], pv[1]));
    assert_eq!(session.finish(), (true, String::new()), "nothing follows the best move");
}

#[test]
fn one_clock_alone_is_enough() {
    let mut session = Session::start();
    for go in [
        "go wtime 100",
        "go btime 100",
        "go wtime -50 btime 1",
        "go movestogo 1 btime 50 wtime 50",
        "go movetime 0",
    ] {
        session.send("position startpos");
        session.ask(go, "bestmove");
        session.send("position startpos moves e2e4");
        session.ask(go, "bestmove");
    }
}

#[test]
fn mated_and_stalemated_roots_answer_without_a_move() {
    let mut session = Session::start();
    for (fen, expected) in [
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "mate 0"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "cp 0"),
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "mate 0"),
    ] {
        session.send(&format!("position fen {fen}"));
        let lines = session.ask("go depth 5", "bestmove");
        assert_eq!(lines.last().unwrap(), "bestmove (none)");
        assert_eq!(score(&lines[lines.len() - 2]), expected, "{fen}");
    }
}

#[test]
fn faults_are_named_and_the_last_good_position_stays() {
    let mut session = Session::start();
    session.send("position startpos moves e2e4");
    for (line, remark) in [
        ("xyzzy", "unknown command `xyzzy`"),
        ("\u{1b}[2Jxyzzy\u{7}", r"unknown command `\u{1b}[2Jxyzzy\u{7}`"),
        ("setoption name \u{1b}[31mHash value 3", r"unknown option `\u{1b}[31mHash`"),
        ("position startpos moves Nf6", "`Nf6` names no legal move"),
        ("position fen 8/8/8/8/8/8/8/8 w - - 0 1", "White has no king"),
        ("position fen 4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "Black is in check"),
        ("position fen", "the FEN has no"),
        ("position startpos moves e2e4 e2e4", "`e2e4` is not a legal move"),
        ("position startpos moves e2e4 hello", "`hello` is not a move"),
        ("setoption name Hash value 0", "`0` is not a whole number from 1"),
        ("setoption name Hash value much", "`much` is not a whole number"),
        ("setoption name Skill value 3", "unknown option `Skill`"),
        ("setoption value 3", "`setoption` needs `name`"),
    ] {
        let remarks = session.remarks(line);
        assert_eq!(remarks.len(), 1, "{line}: {remarks:?}");
        assert!(!remarks[0].contains(char::is_control), "{remarks:?}");
        assert!(remarks[0].starts_with("info string ") && remarks[0].contains(remark), "{line}: {remarks:?}");
    }
    let fen = session.ask("fen", "rnb").pop().unwrap();
    assert_eq!(fen, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
}

#[test]
fn mined_tables_are_taken_from_a_folder_and_put_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().display();
    let mut session = Session::start();
    let remarks = session.remarks(&format!("setoption name MinedPath value {path}"));
    assert!(
        remarks[0].contains("MinedPath: ") && remarks[0].contains("contains no mined table"),
        "{remarks:?}"
    );
    let silent = Node::Leaf(Leaf { outcome: None, has_exceptions: false });
    let fingerprint =
        recognizers::find("KBvKP".parse().unwrap()).unwrap().0.mineable().unwrap().fingerprint();
    std::fs::write(folder.path().join("kbkp.mined"), Tree::encode(&[silent], &[], 1, fingerprint)).unwrap();
    // Only the mined table recognizes it.
    let mut spoken = |setting: &str| {
        let remarks = session.remarks(setting);
        session.send("position fen 7K/8/8/8/8/1p1k4/8/6B1 w - - 0 1");
        let lines = session.ask("go depth 4", "bestmove");
        (remarks, lines.iter().any(|line| line.contains("KBvKP: mined table")))
    };
    assert!(spoken("setoption name InternalTB value 0").1);
    let (remarks, is_spoken) = spoken(&format!("setoption name MinedPath value {path}"));
    assert!(remarks[0].contains("kbkp.mined: 1 KiB; `verify KBvKP --mined DIR` proves"), "{remarks:?}");
    assert!(!is_spoken);
    assert!(spoken("setoption name MinedPath value <empty>").1);
}

/// Both sides of a match would use the same tables.
#[test]
fn mined_tables_of_one_side_alone_are_refused_by_a_match() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_vancura"));
    command.args(["match", "--a", "MinedPath=tables", "--nodes", "10", "--games", "2"]);
    let output = command.args(["--book", "there-is-none.epd"]).output().unwrap();
    assert!(!output.status.success() && output.stdout.is_empty());
    let fault = String::from_utf8(output.stderr).unwrap();
    assert!(fault.contains("MinedPath holds for the whole program"), "{fault}");
}

#[test]
fn nothing_is_searched_after_a_refused_position() {
    let mut session = Session::start();
    session.send("position startpos moves e2e4");
    session.remarks("position startpos moves e2e4 e7e4");
    for go in ["go depth 3", "go infinite", "go wtime 1000 btime 1000"] {
        let lines = session.ask(go, "bestmove");
        assert_eq!(lines.len(), 2, "{lines:?}");
        assert!(
            lines[0].starts_with(
                "info string nothing is searched, because the last position was rejected: `e7e4` is not"
            ),
            "{lines:?}"
        );
        assert_eq!(lines[1], "bestmove (none)");
    }
    session.send("position startpos moves e2e4 e7e5");
    let lines = session.ask("go depth 3", "bestmove");
    assert_ne!(lines.last().unwrap(), "bestmove (none)");
}

#[test]
fn moves_may_be_written_in_algebraic_notation() {
    let mut session = Session::start();
    session.send("position startpos moves e4 e5 Nf3 Nc6 Bc4 Nf6 O-O");
    let fen = session.ask("fen", "r1bqkb1r").pop().unwrap();
    assert_eq!(fen, "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 5 4");
    session.ask("go depth 2 searchmoves Nxe4", "bestmove f6e4");
}

#[test]
fn a_malformed_go_is_answered_all_the_same() {
    let mut session = Session::start();
    for (line, remark) in [
        ("go depth five", "`five` after `depth` is not a whole number"),
        ("go northwest", "`northwest` is not a word of `go`"),
        ("go wtime", "`wtime` needs a value"),
        ("go mate -1 movetime", "`mate` needs a positive number of moves"),
        ("go depth 0", ""),
        ("go nodes -5", ""),
    ] {
        let lines = session.ask(line, "bestmove");
        assert!(lines[0].contains(remark), "{line}: {lines:?}");
        assert!(!lines.last().unwrap().contains("(none)"), "{line}: {lines:?}");
    }
}

#[test]
fn chances_are_shown_when_asked_for() {
    let mut session = Session::start();
    let lines = session.ask("go depth 3", "bestmove");
    assert!(lines.iter().all(|line| !line.contains(" wdl ")), "{lines:?}");
    session.send("setoption name UCI_ShowWDL value true");
    session.send("position fen 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1");
    let lines = session.ask("go depth 3", "bestmove");
    assert!(lines.iter().any(|line| line.contains(" score mate 1 wdl 1000 0 0 ")), "{lines:?}");
}

#[test]
fn the_log_file_keeps_both_sides_of_the_conversation() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("my log.txt");
    let mut session = Session::start();
    session.send(&format!("setoption name Log File value {}", path.display()));
    session.ask("go depth 2", "bestmove");
    session.send("setoption name Log File value <empty>");
    session.ask("isready", "readyok");
    let log = std::fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = log.lines().collect();
    assert_eq!(lines[0], "> go depth 2");
    assert!(lines.iter().any(|line| line.starts_with("< bestmove ")), "{log}");
    assert!(!log.contains("readyok"), "closed: {log}");
    let remarks = session.remarks(&format!("setoption name Log File value {}", folder.path().display()));
    assert!(remarks[0].contains("cannot be written"), "{remarks:?}");
}

#[test]
fn analysis_shows_every_move_of_a_table_position() {
    let mut session = Session::start();
    session.send("position fen 8/8/8/4k3/8/8/8/KR6 w - - 0 1");
    session.send("setoption name MultiPV value 3");
    let lines = session.ask("go depth 3", "bestmove");
    let last: Vec<&String> = lines.iter().filter(|line| line.starts_with("info depth 3 ")).collect();
    for (rank, line) in last[..3].iter().enumerate() {
        assert!(line.contains(&format!(" multipv {} score mate ", rank + 1)), "{last:?}");
    }
}

#[test]
fn four_man_tables_are_built_behind_the_conversation() {
    let mut session = Session::start();
    session.send("setoption name InternalTB value 4");
    session.ask("isready", "readyok");
    session.send("position fen 8/8/4k3/8/8/8/8/KR5R w - - 0 1");
    // Two rooks need some moves to mate from here; a search of a few plies finds that only in the
    // table.
    for _ in 0..3_000 {
        let lines = session.ask("go depth 2", "bestmove");
        if lines[lines.len() - 2].contains(" score mate ") {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    panic!("no tables after five minutes");
}

#[test]
fn switches_of_the_search_can_be_set_but_are_not_announced() {
    let mut session = Session::start();
    assert!(session.remarks("setoption name null_move value false").is_empty());
    assert!(!session.ask("uci", "uciok").iter().any(|line| line.contains("null_move")));
    let count = |session: &mut Session| {
        session.send("ucinewgame");
        session.send("position startpos moves e2e4");
        let lines = session.ask("go depth 9", "bestmove");
        let words: Vec<String> = lines[lines.len() - 2].split(' ').map(str::to_owned).collect();
        words[words.iter().position(|word| word == "nodes").unwrap() + 1].clone()
    };
    let without = count(&mut session);
    session.send("setoption name null_move value true");
    assert_ne!(count(&mut session), without);
}

#[test]
fn hostile_input_is_survived() {
    let mut session = Session::start();
    session.send_bytes(b"\xff\xfe\x00position \x80");
    session.send_bytes(&vec![b'a'; 3 << 20]);
    session.send("");
    session.send("   \t  ");
    session.send(&format!("position startpos moves {}", "g1f3 g8f6 f3g1 f6g8 ".repeat(2_000)));
    session.send("setoption name Threads value 99999999999999999999");
    session.send("go nodes 100");
    let lines = session.read_to("bestmove");
    assert!(lines.iter().any(|line| line.contains("1 MiB")), "{lines:?}");
    assert_eq!(session.finish(), (true, String::new()));
}

#[test]
fn readyok_comes_during_a_search_and_stop_ends_it() {
    let mut session = Session::start();
    session.send("go infinite");
    session.ask("isready", "readyok");
    session.ask("stop", "bestmove");
    // A second search without limits ends with the input.
    session.send("go");
    let (success, rest) = session.finish();
    assert!(success && rest.lines().last().unwrap().starts_with("bestmove"), "{rest}");
}

#[test]
fn pondering_lasts_until_the_move_is_played() {
    let mut session = Session::start();
    session.send("position startpos moves e2e4");
    session.send("go ponder wtime 50 btime 50");
    // Lines from long after the 50 ms of its clock.
    let milliseconds =
        |line: &str| -> Option<u64> { line.split_once(" time ")?.1.split_whitespace().next()?.parse().ok() };
    loop {
        let line = session.read_to("").remove(0);
        assert!(!line.starts_with("bestmove"), "still pondering");
        if milliseconds(&line).is_some_and(|time| time > 150) {
            break;
        }
    }
    session.ask("ponderhit", "bestmove");
    session.send("go ponder depth 2");
    session.ask("stop", "bestmove");
}

#[test]
fn no_limit_ends_pondering_or_an_endless_search() {
    for threads in [1, 2] {
        let mut session = Session::start();
        session.send(&format!("setoption name Threads value {threads}"));
        for (go, ends) in [
            ("go ponder nodes 100 wtime 50 btime 50", "ponderhit"),
            ("go ponder nodes 100", "stop"),
            ("go infinite nodes 100", "stop"),
            ("go ponder depth 2", "ponderhit"),
            ("go infinite movetime 5", "stop"),
        ] {
            session.send("position startpos moves e2e4");
            session.send(go);
            std::thread::sleep(std::time::Duration::from_millis(60));
            // An answer sent too early would come before this one.
            let early = session.ask("isready", "readyok");
            assert!(!early.iter().any(|line| line.starts_with("bestmove")), "{go}: {early:?}");
            session.ask(ends, "bestmove");
        }
    }
}

#[test]
fn a_new_command_ends_a_running_search_first() {
    let mut session = Session::start();
    session.send("go infinite");
    session.send("position startpos moves d2d4");
    session.read_to("bestmove");
    session.send("go infinite");
    session.send("go depth 2");
    session.read_to("bestmove");
    session.read_to("bestmove");
}

#[test]
fn options_take_effect() {
    let mut session = Session::start();
    session.send("setoption name Hash value 2");
    session.send("setoption name Threads value 2");
    session.send("setoption name MultiPV value 3");
    session.send("setoption name Clear Hash");
    session.send("ucinewgame");
    let lines = session.ask("go depth 5", "bestmove");
    for rank in 1..=3 {
        assert!(lines.iter().any(|line| line.contains(&format!(" multipv {rank} "))), "{lines:?}");
    }
    let lines = session.ask("go depth 4 searchmoves a2a3 zzzz", "bestmove a2a3");
    assert!(lines[0].contains("`zzzz` is not a move"));
}

#[test]
fn castling_is_written_as_the_option_says() {
    let mut session = Session::start();
    let fen = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    session.send(fen);
    session.ask("go depth 2 searchmoves e1g1", "bestmove e1g1");
    session.send("setoption name UCI_Chess960 value true");
    session.send(fen);
    session.ask("go depth 2 searchmoves e1h1", "bestmove e1h1");
}

#[test]
fn castling_of_chess960_can_be_read_back_without_the_option() {
    let mut session = Session::start();
    for (fen, rooks) in [
        ("1k6/8/8/8/8/8/8/5K1R w K - 0 1", "f1h1"),
        ("1k6/8/8/8/8/8/8/4KR1R w F - 0 1", "e1f1"),
        ("7k/8/8/8/8/8/8/RK6 w Q - 0 1", "b1a1"),
    ] {
        let position = format!("position fen {fen}");
        session.send(&position);
        let fen_line = session.ask("fen", fen.split(' ').next().unwrap()).pop().unwrap();
        assert!(
            board::fen::parse(&fen_line).unwrap().same_position(&board::fen::parse(fen).unwrap()),
            "{fen_line}"
        );
        let lines = session.ask(&format!("go depth 2 searchmoves {rooks}"), "bestmove");
        assert!(lines.last().unwrap().starts_with(&format!("bestmove {rooks}")), "{lines:?}");
        assert!(lines.iter().any(|line| line.contains(&format!(" pv {rooks}"))), "{lines:?}");
        assert!(session.remarks(&format!("{position} moves {rooks}")).is_empty());
        let castled = session.ask("fen", "").pop().unwrap();
        assert!(castled.contains(" b - - 1 1"), "{castled}");
    }
    // The king's target square means castling where it is not an ordinary king move.
    assert!(session.remarks("position fen 1k6/8/8/8/8/8/8/4KR2 w K - 0 1 moves e1g1").is_empty());
    assert!(session.ask("fen", "").pop().unwrap().starts_with("1k6/8/8/8/8/8/8/5RK1 b"));
}

#[test]
fn a_position_is_read_in_spite_of_its_castling_rights_and_counters() {
    let mut session = Session::start();
    for (fen, expected, remarks) in [
        ("4k3/8/8/8/8/8/8/4K2R w KQ - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", &["castling right `Q`"][..]),
        (
            "4k3/8/8/8/8/8/8/4K3 w - e3 161+0 x",
            "4k3/8/8/8/8/8/8/4K3 w - - 100 1",
            &["en passant square `e3`", "`161+0`, not a number; it is read as 100", "move number is `x`"],
        ),
    ] {
        let said = session.remarks(&format!("position fen {fen} moves"));
        assert_eq!(said.len(), remarks.len(), "{said:?}");
        assert!(
            said.iter()
                .zip(remarks)
                .all(|(said, remark)| { said.starts_with("info string FEN: ") && said.contains(remark) }),
            "{said:?}"
        );
        assert_eq!(session.ask("fen", "4k3").pop().unwrap(), expected);
    }
    let said = session.remarks("position fen hello");
    assert!(said[0].contains("illegal FEN: not a FEN: `hello`"), "{said:?}");
}

#[test]
fn unknown_words_are_passed_over_and_text_of_every_origin_is_read() {
    let mut session = Session::start();
    session.send_bytes(b"\xef\xbb\xbfposition\tstartpos\tmoves\te2e4");
    assert!(session.ask("fen", "").pop().unwrap().starts_with("rnbqkbnr/pppppppp/8/8/4P3"));
    let lines = session.ask("joho isready", "readyok");
    assert_eq!(
        lines[0],
        "info string unknown command `joho`; `help` lists all commands; read on at `isready`"
    );
    session.send_bytes(b"setoption name SyzygyPath value /caf\xe9");
    let lines = session.ask("isready", "readyok");
    assert!(lines[0].contains("SyzygyPath: `/café` cannot be read"), "{lines:?}");
    assert!(session.remarks("setoption\tname\tHash\tvalue\t2").is_empty());
    // In interactive mode an illegal move is reported as such, otherwise as an unknown command.
    assert!(session.remarks("e2e5")[0].contains("unknown command `e2e5`"));
    session.send("isatty true");
    assert!(session.remarks("e2e5")[0].contains("`e2e5` is not a legal move"));
    assert!(session.remarks("hello")[0].contains("unknown command `hello`"));
    session.send("isatty stderr false");
    assert!(session.remarks("e2e5")[0].contains("unknown command `e2e5`"));
    // A typed position and moves, and answers on standard error; off, once or twice, ends both.
    session.send("isatty on");
    assert!(session.remarks("8/8/8/8/8/1k6/7r/K7 b - - 0 1").is_empty());
    assert!(session.remarks("Rh1#").is_empty());
    for _ in 0..2 {
        session.send("isatty false");
        assert_eq!(session.ask("fen", "").pop().unwrap(), "8/8/8/8/8/1k6/8/K6r w - - 1 2");
        assert!(session.remarks("e2e5")[0].contains("unknown command `e2e5`"));
    }
}

#[test]
#[cfg(unix)]
fn a_folder_of_tables_may_have_a_semicolon() {
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().join("a;b");
    std::fs::create_dir(&tables).unwrap();
    let mut session = Session::start();
    let said = session.remarks(&format!("setoption name SyzygyPath value {}:/none", tables.display()));
    assert!(said.iter().all(|line| !line.contains("a;b` cannot")), "{said:?}");
    assert!(said.iter().any(|line| line.contains("`/none` cannot be read")), "{said:?}");
}

#[test]
fn a_folder_that_cannot_be_read_hides_neither_rules_nor_memory() {
    let mut session = Session::start();
    session.remarks("setoption name SyzygyPath value /none");
    for (position, answer) in
        [("R7/6k1/P4r2/8/8/1K6/8/8 b - - 0 1", "Vančura"), ("8/8/8/8/8/1K6/7R/k7 w - - 0 1", "mate in 1")]
    {
        session.send(&format!("position fen {position}"));
        let lines = session.remarks("explain");
        assert!(lines.iter().any(|line| line.contains(answer)), "{position}: {lines:?}");
    }
}

#[test]
fn a_position_that_is_none_is_an_error_of_the_command_line() {
    for arguments in [
        &["8/8/8/8 w - -", "3"][..],
        &["8/8/8/8/8/2k5/1R6/K7 w - - 0 1", "500"],
        &["8/8/8/8/8/2k5/1R6/K7 w - - 0 1"],
        &["fly me to the moon"],
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_vancura")).args(arguments).output().unwrap();
        let fault = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{fault}");
        assert!(fault.starts_with("error: ") && fault.contains(arguments[0]), "{fault}");
    }
}

#[test]
fn perft_divides() {
    let mut session = Session::start();
    let lines = session.ask("go perft 3", "8902 nodes");
    assert_eq!(lines.len(), 21);
    assert!(lines.contains(&"e2e4: 600".to_owned()));
}

#[test]
fn arguments_may_be_uci_commands() {
    let run = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_vancura")).args(arguments).output().unwrap();
        assert!(output.status.success());
        String::from_utf8(output.stdout).unwrap()
    };
    let fens = run(&["genfens 4 seed 9 book None", "quit"]);
    assert_eq!(fens, run(&["genfens 4 seed 9 book None", "quit"]));
    assert_eq!(fens.lines().count(), 4);
    for line in fens.lines() {
        let fen = line.strip_prefix("info string genfens ").unwrap();
        assert!(board::fen::parse(fen).is_ok(), "{fen}");
    }
    assert!(run(&["position startpos moves e2e4", "fen"]).starts_with("rnbqkbnr/pppppppp/8/8/4P3"));
    // A search with limits is not stopped by the end of the arguments.
    assert!(run(&["position startpos", "go depth 9"]).contains("info depth 9 "));
    assert!(run(&["position startpos", "go infinite"]).contains("bestmove "));
    assert!(
        run(&["genfens 4 seed 9 book /no/such/book", "quit"]).contains("info string genfens: /no/such/book")
    );
}

#[test]
fn the_command_line_has_bench_and_perft() {
    let run = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_vancura")).args(arguments).output().unwrap();
        (output.status.success(), String::from_utf8(output.stdout).unwrap())
    };
    let (success, bench) = run(&["bench", "--depth", "3"]);
    let words: Vec<&str> = bench.lines().last().unwrap().split(' ').collect();
    assert!(success && words.len() == 4 && words[1] == "nodes" && words[3] == "nps", "{bench}");
    assert!(words[0].parse::<u64>().unwrap() > 1_000);
    let (success, perft) = run(&["perft", "2", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"]);
    assert!(success && perft.contains("\n191 nodes"), "{perft}");
    assert!(!run(&["perft", "2", "8/8/8/8 w"]).0);
    assert!(!run(&["fly"]).0);
}

//! Input that nobody means well: the program says what is wrong, or nothing, and goes on.

mod conversation;

use std::process::Command;

use board::random::Random;
use conversation::Session;
use reference::pipe::unread;

#[test]
fn long_lines_zero_bytes_and_what_is_no_text_do_not_end_it() {
    let mut session = Session::start();
    for line in [
        vec![b'x'; (1 << 20) + 7],
        vec![0; 1000],
        b"\xff\xfe position \xc3\x28".to_vec(),
        b"position fen \0".to_vec(),
    ] {
        session.send_bytes(&line);
    }
    session.send(&format!("position startpos moves {}", "e2e4 ".repeat(10_000)));
    session.send(&format!("setoption name {} value x", "y".repeat(100_000)));
    session.send("load /no/such/file");
    session.send("resolve");
    session.send("undo");
    assert!(session.remarks("fly").iter().any(|line| line.contains("more than 1 MiB")));
    assert!(session.child.try_wait().unwrap().is_none(), "it is still there");
    assert!(session.finish().0);
}

#[test]
fn a_thousand_random_commands_do_not_end_it() {
    survives(1_000);
}

#[test]
#[ignore = "takes ten times as long"]
fn ten_thousand_random_commands_do_not_end_it() {
    survives(10_000);
}

/// `vancura suite wac.epd | head` is no reason to panic, nor to complain.
#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    const ENDING: &str = "8/8/1k1KP3/7R/8/2r5/8/8 w - - 0 1";
    let folder = tempfile::tempdir().unwrap();
    let suite = folder.path().join("mates.epd");
    std::fs::write(&suite, "7k/8/5K2/8/8/8/8/6R1 w - - dm 2; bm Kf7;\n".repeat(20)).unwrap();
    let suite = suite.to_str().unwrap();
    for arguments in [
        &["bench", "--depth", "2"][..],
        &["explain", ENDING],
        &["explain", ENDING, "--json"],
        &["line", ENDING, "4"],
        &["match", "--book", suite, "--games", "2", "--nodes", "20", "--quiet"],
        &["perft", "2"],
        &["proof", "7k/8/5K2/8/8/8/8/6R1 w - - 0 1", "2"],
        &["suite", suite, "--depth", "2"],
        &["tune", "--list"],
        &["completions", "bash"],
    ] {
        let output = unread(Command::new(env!("CARGO_BIN_EXE_vancura")).args(arguments));
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments:?}: {complaint}");
        assert!(!complaint.contains("pipe"), "{arguments:?}: {complaint}");
    }
}

/// Says so many random commands.
fn survives(commands: usize) {
    const WORDS: [&str; 40] = [
        "position",
        "startpos",
        "fen",
        "moves",
        "e2e4",
        "e7e5",
        "Nf3",
        "go",
        "depth",
        "1",
        "-1",
        "99999999999999999999",
        "nodes",
        "stop",
        "ponderhit",
        "isready",
        "ucinewgame",
        "show",
        "flipped",
        "flip",
        "undo",
        "moves",
        "eval",
        "resolve",
        "license",
        "help",
        "isatty",
        "on",
        "off",
        "explain",
        "json",
        "setoption",
        "name",
        "MultiPV",
        "value",
        "8/8/8/4k3/8/8/4P3/4K3",
        "w",
        "-",
        "0",
        "load",
    ];
    let mut session = Session::start();
    session.send("setoption name Hash value 1");
    let mut random = Random::new(18);
    for number in 0..commands {
        let words: Vec<&str> = (0..=random.below(7)).map(|_| WORDS[random.below(WORDS.len())]).collect();
        session.send(&words.join(" "));
        // A search would only take the time of the commands that follow.
        if words[0] == "go" {
            session.send("stop");
        }
        // It is waited for now and then, or thousands of commands would wait in the pipe.
        if number % 100 == 99 {
            session.send("stop");
            session.ask("isready", "readyok");
        }
    }
    session.send("isatty off");
    session.send("position startpos");
    session.ask("go depth 1", "bestmove");
}

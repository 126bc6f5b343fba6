//! Hostile input: the program reports what is wrong, or ignores it, and continues.

use crate::conversation;

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

/// `vancura suite wac.epd | head` neither panics nor prints an error.
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

/// Sends random commands.
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
        // A search would only take time from the following commands.
        if words[0] == "go" {
            session.send("stop");
        }
        // Synchronizes now and then, so that the pipe does not fill with thousands of commands.
        if number % 100 == 99 {
            session.send("stop");
            session.ask("isready", "readyok");
        }
    }
    session.send("isatty off");
    session.send("position startpos");
    session.ask("go depth 1", "bestmove");
}

/// Pipes whose other end is never opened, an endless device, and a file larger than any network.
#[cfg(unix)]
#[test]
fn what_is_no_file_under_the_name_of_one_is_named_and_not_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    for name in ["pipe", "KQvK.rtbw"] {
        assert!(Command::new("mkfifo").arg(at(name)).status().unwrap().success());
    }
    std::fs::File::create(at("huge")).unwrap().set_len(1 << 40).unwrap();
    let (pipe, huge) = (at("pipe"), at("huge"));
    let mut session = Session::start();
    for (option, path, fault) in [
        ("EvalFile", pipe.as_str(), "this is a pipe, not a regular file"),
        ("EvalFileSmall", "/dev/zero", "this is a device, not a regular file"),
        ("EvalFile", &huge, "more than the limit of 16777216"),
        ("BookFile", &pipe, "this is a pipe, not a regular file"),
        ("ConfigFile", &pipe, "this is a pipe, not a regular file"),
        ("ConfigFile", &huge, "more than the limit of 1048576"),
        ("LogFile", &pipe, "this is a pipe, not a regular file"),
        ("SyzygyPath", folder.path().to_str().unwrap(), "this is a pipe, not a regular file"),
    ] {
        let remarks = session.remarks(&format!("setoption name {option} value {path}"));
        assert!(remarks.iter().any(|remark| remark.contains(fault)), "{option} {path}: {remarks:?}");
    }
    assert!(session.finish().0);
}

/// Outputs follow links and may be pipes; new files have the usual mode.
#[cfg(unix)]
#[test]
fn outputs_go_through_links_and_pipes() {
    use std::os::unix::fs::{FileTypeExt as _, PermissionsExt as _, symlink};
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_vancura"));
        let output = command.current_dir(folder.path()).args(arguments).output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    };
    std::fs::write(path("games.pgn"), "1. e4 e5 1-0\n\n".repeat(4)).unwrap();
    let annotate = ["annotate", "games.pgn", "--no-engine", "--quiet", "--solve", "3", "--out"];
    let book = ["book", "make", "games.pgn"];
    let proof = ["proof", "7k/8/5K2/8/8/8/8/6R1 w - - 0 1", "2", "--out"];
    for (number, command) in [&annotate[..], &book, &proof].into_iter().enumerate() {
        let [link, end, pipe] = ["link", "end", "pipe"].map(|name| format!("{name}{number}"));
        symlink(&end, path(&link)).unwrap();
        run(&[command, &[&link]].concat());
        assert!(path(&link).symlink_metadata().unwrap().is_symlink(), "{command:?}");
        let mode = |name: &str| path(name).metadata().unwrap().permissions().mode();
        assert_eq!(mode(&end), mode("games.pgn"), "{command:?}");
        assert!(Command::new("mkfifo").arg(path(&pipe)).status().unwrap().success());
        let reader = {
            let pipe = path(&pipe);
            std::thread::spawn(move || std::fs::read(pipe).unwrap())
        };
        run(&[command, &[&pipe]].concat());
        assert_eq!(reader.join().unwrap(), std::fs::read(path(&end)).unwrap(), "{command:?}");
        assert!(path(&pipe).metadata().unwrap().file_type().is_fifo(), "{command:?}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1 + 3 * 3, "nothing else is left");
}

//! Effects of the options for play, through real pipes.

use crate::conversation;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use conversation::Session;
use tempfile::TempDir;

const GAMES: &str = "[Event \"a\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n[Event \"b\"]\n\n1. e4 c5 1-0\n\n[Event \"c\"]\n\n1. e4 Ke7 *\n\n\
[Event \"d\"]\n\n1. d4 d5 2. c4 1-0\n\n";

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Makes a book from games and returns the program's output.
fn make(folder: &Path, games: &str, name: &str, arguments: &[&str]) -> (PathBuf, String) {
    let (pgn, book) = (folder.join("games.pgn"), folder.join(name));
    std::fs::write(&pgn, games).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_vancura"));
    let output = command.args(["book", "make"]).args([&pgn, &book]).args(arguments).output().unwrap();
    (book, text(&output.stdout) + &text(&output.stderr))
}

fn book(folder: &TempDir) -> PathBuf {
    make(folder.path(), GAMES, "book.bin", &["--min-weight", "1", "--min-wins", "1"]).0
}

/// The last reported score.
fn centipawns(lines: &[String]) -> i32 {
    let line = lines.iter().rev().find(|line| line.contains(" score cp ")).unwrap();
    line.split(" score cp ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap()
}

#[test]
fn a_book_is_made_shown_and_its_broken_games_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let (path, said) = make(folder.path(), GAMES, "book.bin", &["--min-weight", "1", "--min-wins", "1"]);
    assert!(said.contains("games.pgn, line 11: `Ke7` names no legal move"), "{said}");
    assert!(said.contains("3 games, 0 without a result, 1 broken"), "{said}");
    let show = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_vancura"));
        let output = command.args(["book", "show"]).arg(&path).args(arguments).output().unwrap();
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    assert_eq!(show(&[]), "4 entries, 2 for this position\ne4           8  66.7 %\nd4           4  33.3 %\n");
    let other = show(&["rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq d6 0 2"]);
    assert!(other.contains("c4           4 100.0 %"), "{other}");
    let (_, refused) = make(folder.path(), GAMES, "none.bin", &[]);
    assert!(refused.contains("no move was played often and well enough"), "{refused}");
}

#[test]
fn openings_come_from_the_book_as_far_as_it_is_believed() {
    let folder = tempfile::tempdir().unwrap();
    let path = book(&folder);
    let mut session = Session::start();
    let remarks = session.remarks(&format!("setoption name BookFile value {}", path.display()));
    assert!(remarks[0].ends_with("book.bin: 4 entries"), "{remarks:?}");
    session.send("setoption name BookVariety value 0");
    session.send("position startpos");
    let without = session.ask("go nodes 50", "bestmove");
    assert!(!without[0].contains("book"), "{without:?}");
    session.send("setoption name OwnBook value true");
    assert_eq!(
        session.ask("go nodes 50", "bestmove"),
        ["info string book: e4, weight 8 of 12", "bestmove e2e4"]
    );
    session.send("position startpos moves d2d4 d7d5");
    assert_eq!(session.ask("go wtime 100 btime 100", "bestmove").last().unwrap(), "bestmove c2c4");
    // In analysis mode there is always a search, and beyond the depth the book is not used.
    for (command, go) in [
        ("setoption name UCI_AnalyseMode value true", "go nodes 50"),
        ("setoption name UCI_AnalyseMode value false", "go nodes 50 searchmoves b1c3"),
        ("setoption name BookDepth value 2", "go nodes 50"),
    ] {
        session.send(command);
        let lines = session.ask(go, "bestmove");
        assert!(lines.iter().all(|line| !line.contains("book")), "{command}: {lines:?}");
    }
    // The second book is used where the first has no move.
    let second = make(folder.path(), "1. Nf3 1-0", "second.bin", &["--min-wins", "1", "--min-weight", "1"]).0;
    session.send(&format!("setoption name OwnBook2_File value {}", second.display()));
    session.send("setoption name BookFile value");
    session.send("position startpos");
    assert_eq!(session.ask("go nodes 50", "bestmove").last().unwrap(), "bestmove g1f3");
    std::fs::write(folder.path().join("bad.bin"), "no book").unwrap();
    let bad = session.remarks(&format!("setoption name BookFile value {}/bad.bin", folder.path().display()));
    assert!(bad[0].contains("this is not a Polyglot book"), "{bad:?}");
}

#[test]
fn contempt_is_added_to_a_full_board_and_fades_with_it() {
    let mut session = Session::start();
    let mut score = |contempt: i32, position: &str| {
        session.send(&format!("setoption name Contempt value {contempt}"));
        session.send(&format!("position {position}"));
        centipawns(&session.ask("go depth 1", "bestmove"))
    };
    let plain = score(0, "startpos");
    assert!((score(60, "startpos") - plain - 60).abs() <= 1, "all of it at the start");
    assert!((score(-60, "startpos") - plain + 60).abs() <= 1);
    let pawns = "fen 4k3/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/4K3 w - - 0 1";
    assert_eq!(score(60, pawns), score(0, pawns), "nothing is left of it without pieces");
}

#[test]
fn contempt_decides_whether_a_draw_is_taken() {
    // White has repeated twice and can do so once more.
    let moves = "position fen r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 7 moves h2h3 h7h6 g1h1 g8h8 h1g1 h8g8 g1h1 g8h8 h1g1 h8g8";
    let mut session = Session::start();
    let mut best = |contempt: i32| {
        session.send(&format!("setoption name Contempt value {contempt}"));
        session.send(moves);
        session.ask("go nodes 4000", "bestmove").pop().unwrap()
    };
    assert!(best(-200).starts_with("bestmove g1h1"), "a draw is welcome");
    assert!(!best(200).starts_with("bestmove g1h1"), "a draw is shunned");
}

#[test]
fn without_persistence_a_search_finds_the_same_whatever_came_before() {
    let mut session = Session::start();
    let mut nodes = |position: &str| {
        session.send(&format!("position {position}"));
        let lines = session.ask("go depth 9", "bestmove");
        let last = lines[lines.len() - 2].clone();
        last.split(" nodes ").nth(1).unwrap().split(' ').next().unwrap().to_owned()
    };
    let first = nodes("startpos moves e2e4");
    assert_ne!(nodes("startpos moves e2e4"), first, "what was found before is used");
    session.send("setoption name Persist value false");
    let mut nodes = |position: &str| {
        session.send(&format!("position {position}"));
        let lines = session.ask("go depth 9", "bestmove");
        let last = lines[lines.len() - 2].clone();
        last.split(" nodes ").nth(1).unwrap().split(' ').next().unwrap().to_owned()
    };
    for _ in 0..3 {
        assert_eq!(nodes("startpos moves e2e4"), first);
        nodes("startpos moves e2e4 e7e5");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn pinned_threads_have_a_processor_each_and_unpinned_ones_all() {
    let mut session = Session::start();
    let id = session.child.id();
    let named = |name: &str| -> Vec<String> {
        let tasks = std::fs::read_dir(format!("/proc/{id}/task")).unwrap();
        let statuses =
            tasks.filter_map(|task| std::fs::read_to_string(task.unwrap().path().join("status")).ok());
        statuses.filter(|status| status.starts_with(&format!("Name:\t{name}\n"))).collect()
    };
    let allowed = |name: &str| {
        // A replaced helper may take a moment to exit.
        let found = (0..500).find_map(|_| {
            let mut found = named(name);
            if found.len() == 1 {
                return found.pop();
            }
            std::thread::sleep(std::time::Duration::from_millis(10));
            None
        });
        let status = found.expect("there is one thread of the name");
        let line = status.lines().find(|line| line.starts_with("Cpus_allowed_list:")).unwrap();
        line.split_whitespace().nth(1).unwrap().to_owned()
    };
    let mut think = |setting: &str| {
        session.send(setting);
        // The second search waits until the threads of the first are done, so that all have
        // started.
        session.ask("go depth 2", "bestmove");
        session.ask("go depth 2", "bestmove");
        (allowed("search"), allowed("helper 1"))
    };
    let all = think("setoption name Threads value 2").0;
    let (main, helper) = think("setoption name Pin value true");
    assert!(main.parse::<usize>().is_ok(), "one processor: {main}");
    if all != main {
        assert!(helper.parse::<usize>().is_ok() && helper != main, "{main} {helper}");
    }
    assert_eq!(think("setoption name Pin value false"), (all.clone(), all));
}

#[test]
fn a_file_of_commands_is_obeyed_when_it_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("engine.cfg");
    let other = folder.path().join("other.cfg");
    std::fs::write(&other, "setoption name MultiPV value 3\n").unwrap();
    let lines = format!(
        "# mine\n\nsetoption name MultiPV value 4\nsetoption name Hash value lots\nbogus\nsetoption name MultiPV value 2\nquit\n\
         setoption name ConfigFilePath value {}\nposition startpos moves e2e4\n",
        other.display()
    );
    std::fs::write(&path, lines).unwrap();
    let name = path.display();
    let expected = [
        format!(
            "info string {name}, line 4: option Hash: `lots` is not a whole number from 1 to 262144; the old value stays"
        ),
        format!("info string {name}, line 5: unknown command `bogus`; `help` lists all commands"),
        format!(
            "info string {name}, line 7: a file of commands cannot end the program; this line is skipped"
        ),
        format!(
            "info string {name}, line 8: a file of commands cannot include another; this line is skipped"
        ),
    ];
    for by_argument in [false, true] {
        let mut session = if by_argument {
            Session::start_with(&["-cfg", path.to_str().unwrap()])
        } else {
            Session::start()
        };
        let remarks = if by_argument {
            session.remarks("")
        } else {
            session.remarks(&format!("setoption name ConfigFile value {name}"))
        };
        assert_eq!(remarks, expected);
        assert!(session.ask("fen", "rnbqkbnr")[0].contains(" b KQkq"), "the position is set");
        let lines = session.ask("go depth 3", "bestmove");
        let deepest = lines.iter().filter(|line| line.starts_with("info depth 2 ")).count();
        assert_eq!(deepest, 2, "the later line wins: {lines:?}");
        assert_eq!(session.finish(), (true, String::new()));
    }
    let mut session = Session::start();
    let missing = session.remarks("setoption name ConfigFile value /nowhere/engine.cfg");
    assert!(missing[0].contains("`/nowhere/engine.cfg` cannot be read"), "{missing:?}");
}

#[test]
fn the_arguments_of_other_engines_are_understood() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_vancura"));
        command
            .current_dir(folder.path())
            .args(arguments)
            .stdin(std::process::Stdio::null())
            .output()
            .unwrap()
    };
    let bench = run(&["-hash", "2", "-bench", "-d", "1"]);
    assert!(text(&bench.stdout).lines().last().unwrap().ends_with(" nps"), "{}", text(&bench.stderr));
    std::fs::write(folder.path().join("mine.pgn"), "1. e4 1-0\n".repeat(3)).unwrap();
    assert!(run(&["-mkbook", "mine.pgn"]).status.success());
    assert_eq!(std::fs::metadata(folder.path().join("mine.bin")).unwrap().len(), 16);
    assert!(run(&["-log", "-threads", "1"]).status.success());
    let log = std::fs::read_to_string(folder.path().join("vancura.log")).unwrap();
    assert!(log.contains("> setoption name Threads value 1"), "{log}");
}

#[test]
fn damping_brings_scores_nearer_to_nothing_and_leaves_mates_exact() {
    let mut session = Session::start();
    let mut last = |damping: i32, position: &str| {
        session.send(&format!("setoption name DampedBackup value {damping}"));
        session.send(&format!("position {position}"));
        let lines = session.ask("go depth 8", "bestmove");
        lines[lines.len() - 2].clone()
    };
    let mate = "fen 7k/8/6K1/8/8/8/8/2R4R b - - 0 1";
    assert_eq!(last(90, mate).contains("score mate -"), last(100, mate).contains("score mate -"));
    // A rook hangs: the static evaluation of the root does not include it, so the gain is damped.
    let hanging = "fen 4k3/ppp2ppp/8/8/3r4/8/PPP1BPPP/3RK3 w - - 0 1";
    let (full, half) = (centipawns(&[last(100, hanging)]), centipawns(&[last(60, hanging)]));
    assert!(half < full && full > 300, "{full} {half}");
}

/// Positions with a mate in N moves, including quiet keys, promotions and double checks.
const MATES: [(&str, i32); 7] = [
    ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 1),
    ("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", 1),
    ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2),
    ("6k1/5p1p/2Q1p1p1/5n1r/N7/1B3P1P/1PP3PK/4q3 b - - 0 1", 3),
    ("1r3r1k/5Bpp/8/8/P2qQ3/5R2/1b4PP/5K2 w - - 0 1", 3),
    ("r4br1/3b1kpp/1q1P4/1pp1RP1N/p7/6Q1/PPB3PP/2KR4 w - - 1 0", 2),
    ("8/8/8/8/8/5k2/7q/5K2 b - - 0 1", 1),
];

#[test]
fn the_weakest_level_delivers_every_short_mate() {
    let mut session = Session::start();
    session.send("setoption name UCI_LimitStrength value true");
    session.send("setoption name UCI_Elo value 1320");
    // Without tables, which would solve the last one by themselves.
    session.send("setoption name InternalTB value 0");
    for (fen, moves) in MATES {
        let mut line = format!("position fen {fen} moves");
        for left in (1..=moves).rev() {
            session.send(line.trim_end_matches(" moves"));
            let lines = session.ask("go wtime 1000 btime 1000", "bestmove");
            let info = &lines[lines.len() - 2];
            assert!(info.contains(&format!(" score mate {left} ")), "{fen}: {lines:?}");
            let pv: Vec<&str> = info.split(" pv ").nth(1).unwrap().split(' ').collect();
            assert_eq!(pv.len() as i32, 2 * left - 1, "{info}");
            line += " ";
            line += &pv[..2.min(pv.len())].join(" ");
        }
        session.send(&line);
        let end = session.ask("go depth 1", "bestmove");
        assert!(end[end.len() - 2].contains(" score mate 0 "), "{fen}: {end:?}");
    }
}

#[test]
fn a_level_limits_what_is_seen_and_known_and_nothing_else_does() {
    let mut session = Session::start();
    let mut search = |setting: &str| {
        session.send(setting);
        session.send("position fen r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8");
        let lines = session.ask("go nodes 30000", "bestmove");
        let nodes =
            lines[lines.len() - 2].split(" nodes ").nth(1).unwrap().split(' ').next().unwrap().to_owned();
        nodes.parse::<u64>().unwrap()
    };
    assert!(search("setoption name UCI_Elo value 1500") >= 30_000, "not limited yet");
    let weak = search("setoption name UCI_LimitStrength value true");
    let better = search("setoption name UCI_Elo value 2200");
    assert!(weak < better && better < 30_000, "{weak} {better}");
    assert!(search("setoption name UCI_LimitStrength value false") >= 30_000);
}

#[test]
fn a_level_takes_its_time_by_the_clock_and_answers_at_once_when_told_to() {
    let mut session = Session::start();
    session.send("setoption name UCI_LimitStrength value true");
    session.send(MIDDLEGAME);
    let started = Instant::now();
    let lines = session.ask("go wtime 20000 btime 20000", "bestmove");
    assert!(started.elapsed() > Duration::from_millis(100), "{lines:?}");
    assert!(nodes(&lines) < 5_000, "no more is searched: {lines:?}");
    // More than half an hour is planned.
    session.ask("go wtime 86400000 btime 86400000", "info depth 1 ");
    session.ask("stop", "bestmove");
    session.ask("go nodes 100", "bestmove");
}

/// The nodes of the last report.
fn nodes(lines: &[String]) -> u64 {
    let line = lines.iter().rev().find(|line| line.contains(" nodes ")).unwrap();
    line.split(" nodes ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap()
}

const MIDDLEGAME: &str = "position fen r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 9";

#[test]
fn a_more_selective_search_needs_fewer_nodes_to_a_depth() {
    let mut session = Session::start();
    let to_depth = |session: &mut Session, percent: u32| {
        session.send(&format!("setoption name Selectivity value {percent}"));
        session.send(MIDDLEGAME);
        session.send("go depth 9");
        nodes(&session.read_to("bestmove"))
    };
    let [careful, usual, selective] = [50, 100, 200].map(|percent| to_depth(&mut session, percent));
    assert!(careful > usual && usual > selective, "{careful}, {usual}, {selective}");
    // Nothing is left behind.
    assert_eq!(to_depth(&mut session, 100), usual);
}

#[test]
fn games_by_nodes_as_time_do_not_depend_on_the_machine() {
    let mut session = Session::start();
    session.send("setoption name nodestime value 10");
    let game = |session: &mut Session| -> Vec<u64> {
        session.send("ucinewgame");
        let mut move_of = |time: u32| {
            session.send(MIDDLEGAME);
            session.send(&format!("go wtime {time} btime 1000 winc 20 binc 20"));
            nodes(&session.read_to("bestmove"))
        };
        // What the interface says of the clock later does not count.
        [5_000, 4_000, 17].map(&mut move_of).to_vec()
    };
    let first = game(&mut session);
    assert_eq!(game(&mut session), first);
    assert!(first.iter().all(|&nodes| (500..20_000).contains(&nodes)), "{first:?}");
    session.send("setoption name nodestime value 0");
    session.send(MIDDLEGAME);
    session.send("go movetime 200");
    assert!(nodes(&session.read_to("bestmove")) > 10_000);
}

#[test]
fn all_that_can_be_set_is_announced_on_request() {
    let announced = |argument: &[&str]| {
        let mut program = Command::new(env!("CARGO_BIN_EXE_vancura"));
        program.args(argument).stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped());
        let mut program = program.spawn().unwrap();
        std::io::Write::write_all(&mut program.stdin.take().unwrap(), b"uci\nquit\n").unwrap();
        text(&program.wait_with_output().unwrap().stdout)
    };
    let all = announced(&["-uci_extra"]);
    assert!(all.contains("option name null_move type check default true"), "{all}");
    assert!(all.contains("option name param.futility_base type spin default "), "{all}");
    assert!(!announced(&[]).contains("null_move"));
}

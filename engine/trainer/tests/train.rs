//! `train` as a program: it trains, is stopped, continues, and rejects invalid requests.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use board::{Board, legal_moves};
use tempfile::TempDir;
use trainer::sample::{Label, Origin, Sample, SideResult};

fn trainer() -> Command {
    Command::new(env!("CARGO_BIN_EXE_vancura-trainer"))
}

/// Exit status and all output.
fn run(command: &mut Command) -> (Option<i32>, String) {
    let output = command.output().unwrap();
    (
        output.status.code(),
        [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap()).concat(),
    )
}

/// A folder with a file of samples: games of moves by a fixed rule, scores by piece count.
fn samples() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let mut bytes = Vec::new();
    let mut state = 1_u32;
    while bytes.len() < 32 * 6_000 {
        let mut board = Board::default();
        for _ in 0..80 {
            let moves = legal_moves(&board);
            if moves.is_empty() {
                break;
            }
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            board.play(moves[(state >> 8) as usize % moves.len()]);
            let us = board.side_to_move();
            let balance = board.colors(us).len() as i16 - board.colors(!us).len() as i16;
            // Not every advantage is won, or no scale would be steep enough.
            let luck = (state >> 20) as i16 % 5 - 2;
            let result = match balance + luck {
                ..0 => SideResult::Loss,
                0 => SideResult::Draw,
                1.. => SideResult::Win,
            };
            let label = Label {
                score: balance * 80,
                result: Some(result),
                origin: Origin::Game,
                fifty_move_counter: 0,
            };
            bytes.extend_from_slice(Sample::new(&board, label).packed());
        }
    }
    let path = folder.path().join("all.samples");
    fs::write(&path, bytes).unwrap();
    (folder, path)
}

fn train(data: &Path, out: &Path, arguments: &[&str]) -> Command {
    let mut command = trainer();
    command.arg("train").arg("--data").arg(data).arg("--out").arg(out);
    command.args(["--hidden", "64", "--batch", "1000", "--superbatch", "20k"]).args(arguments);
    command
}

#[test]
fn a_network_is_trained_and_can_be_loaded() {
    let (folder, data) = samples();
    let out = folder.path().join("net");
    let (status, text) = run(&mut train(&data, &out, &["--passes", "100"]));
    assert_eq!(status, Some(0), "{text}");
    assert!(text.contains("held out") && text.contains("dead"), "{text}");
    let network = nnue::Network::from_bytes(&fs::read(out.join("last.nnue")).unwrap()).unwrap();
    assert_eq!(network.hidden(), 64);
    assert!(network.description().contains("seed 1"), "{}", network.description());
    let [ahead, behind] = ["w", "b"].map(|side| {
        let text = format!("r1bqkb1r/ppp2ppp/8/4p3/4P3/2N2N2/PPPP1PPP/R1BQKB1R {side} KQkq - 0 1");
        network.evaluate_plain(&board::fen::parse(&text).unwrap())
    });
    assert!(ahead > behind + 50, "three men more are worth {ahead}, three less {behind}");
    let log = fs::read_to_string(out.join("log.csv")).unwrap();
    let columns: Vec<usize> = log.lines().map(|line| line.split(',').count()).collect();
    assert!(columns.len() > 2 && columns.iter().all(|&count| count == columns[0]), "{log}");
}

#[cfg(unix)]
#[test]
fn a_run_that_was_killed_politely_goes_on_to_the_same_network() {
    let (folder, data) = samples();
    let [whole, parts] = ["whole", "parts"].map(|name| folder.path().join(name));
    let arguments = ["--samples", "3M", "--scale", "200"];
    let (status, text) = run(&mut train(&data, &whole, &arguments));
    assert_eq!(status, Some(0), "{text}");

    let mut child = train(&data, &parts, &arguments).stdout(std::process::Stdio::piped()).spawn().unwrap();
    // The first superbatch is done, so signals are handled and there is still much to do.
    while !parts.join("log.csv").exists() {
        assert_eq!(child.try_wait().unwrap(), None, "it ends before its first superbatch does");
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    assert!(Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && text.contains("stopped; continue with"), "{text}");
    assert!(!parts.join("last.nnue").exists());

    let (status, text) = run(trainer().arg("train").arg("--out").arg(&parts).arg("--resume"));
    assert_eq!(status, Some(0), "{text}");
    assert_eq!(fs::read(whole.join("last.nnue")).unwrap(), fs::read(parts.join("last.nnue")).unwrap());
}

#[test]
fn what_cannot_be_done_is_refused_with_the_reason() {
    let (folder, data) = samples();
    let out = folder.path().join("net");
    let refused = |command: &mut Command, reason: &str| {
        let (status, text) = run(command);
        assert!(status == Some(2) && text.contains(reason), "{status:?} {text}");
    };
    refused(&mut train(&data, &out, &["--samples", "1k", "--lr", "7"]), "lr is 7");
    refused(
        &mut train(&data, &out, &["--samples", "1k", "--result-weight", "a..b"]),
        "write 0.3 or 0.2..0.4",
    );
    refused(&mut train(&data, &out, &[]), "--samples");
    refused(&mut train(&data, &out, &["--samples", "1k", "--resume"]), "cannot be used with");
    refused(trainer().arg("train").arg("--out").arg(&out).arg("--resume"), "reading");
    fs::write(&data, [7; 3_200]).unwrap();
    refused(&mut train(&data, &out, &["--samples", "1k"]), "sample 0");
}

//! The program: games are generated, a run is killed and another continues, damage is found, equal
//! seeds give equal games.

use crate::common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use common::{generate, read, run, trainer};
use trainer::games::{Game, Header};
use trainer::generate::{files, survey};

fn start(mut command: Command) -> Child {
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

/// Waits until the files of a folder hold more than this many positions.
fn wait_for_more_than(positions: u64, folder: &Path) {
    let begun = Instant::now();
    while !folder.exists() || survey(folder).unwrap().positions <= positions {
        assert!(begun.elapsed() < Duration::from_secs(300), "no block is ever written");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn a_killed_run_is_continued_and_damage_is_found() {
    let temporary = tempfile::tempdir().unwrap();
    let folder = temporary.path().join("games");
    let mut child = start(generate(&folder, &["--threads", "2", "--seed", "1"]));
    wait_for_more_than(0, &folder);
    child.kill().unwrap();
    child.wait().unwrap();
    let old: Vec<(PathBuf, Vec<u8>)> =
        files(&folder).unwrap().into_iter().map(|path| (path.clone(), fs::read(path).unwrap())).collect();
    let before = survey(&folder).unwrap();
    assert!(before.positions > 0 && before.last_run == 1);

    let target = (before.positions + 2_000).to_string();
    let (status, text) =
        run(&mut generate(&folder, &["--threads", "2", "--seed", "1", "--positions", &target]));
    assert_eq!(status, Some(0), "{text}");
    let after = survey(&folder).unwrap();
    assert!((before.positions + 2_000..before.positions + 4_000).contains(&after.positions), "{text}");
    assert_eq!((after.files.len(), after.last_run), (4, 2));
    assert!(old.iter().all(|(path, bytes)| fs::read(path).unwrap() == *bytes), "old files are left alone");
    let (first, second) = (read(&after.files[2]), read(&after.files[3]));
    let (_, old_games) = read(&old[0].0);
    assert!(
        first.1[0] != second.1[0] && first.1[0] != old_games.first().cloned().unwrap_or(second.1[0].clone())
    );

    let (status, text) = run(trainer().arg("check").arg(&folder));
    assert_eq!(status, Some(0), "{text}");
    let (status, text) = run(trainer().arg("info").arg(&folder));
    assert!(status == Some(0) && text.contains("bytes per position"), "{text}");
    let (status, text) = run(trainer().args(["sample", "-n", "7"]).arg(&folder));
    assert_eq!((status, text.lines().count()), (Some(0), 7), "{text}");
    assert!(text.lines().all(|line| line.split("; ").count() == 3), "{text}");

    let (path, bytes) = &old.iter().max_by_key(|(_, bytes)| bytes.len()).unwrap();
    let mut damaged = bytes.clone();
    damaged[bytes.len() / 2] ^= 1;
    fs::write(path, damaged).unwrap();
    let (status, text) = run(trainer().arg("check").arg(&folder));
    assert_eq!(status, Some(1), "{text}");
    assert!(text.contains("the checksum of the block is wrong"), "{text}");
}

#[test]
fn the_same_seed_makes_the_same_games() {
    let folder = tempfile::tempdir().unwrap();
    let play = |name: &str, seed: &str| {
        let folder = folder.path().join(name);
        let (status, text) = run(&mut generate(&folder, &["--seed", seed, "--positions", "1500"]));
        assert_eq!(status, Some(0), "{text}");
        read(&files(&folder).unwrap()[0])
    };
    let (first, second, other) = (play("a", "7"), play("b", "7"), play("c", "8"));
    assert_eq!(first.1, second.1);
    assert_eq!(first.0, Header { begun: first.0.begun, ..second.0 });
    assert_ne!(first.1[0], other.1[0]);
    let positions: usize = first.1.iter().map(Game::len).sum();
    let off_game: usize = first.1.iter().map(|game| game.labels.len()).sum();
    let share = off_game as f64 / positions as f64;
    assert!((0.15..0.25).contains(&share), "{share}");
}

#[test]
fn headers_tell_what_evaluated() {
    let temporary = tempfile::tempdir().unwrap();
    let network = nnue::Network::new(&nnue::Parameters::random(nnue::FeatureSet::Mirrored, 3, 64)).unwrap();
    let file = temporary.path().join("random.nnue");
    fs::write(&file, network.to_bytes()).unwrap();
    let play = |name: &str, arguments: &[&str]| {
        let folder = temporary.path().join(name);
        let order = [&["--seed", "7", "--positions", "300"], arguments].concat();
        let (status, text) = run(&mut generate(&folder, &order));
        assert_eq!(status, Some(0), "{text}");
        read(&files(&folder).unwrap()[0])
    };
    let embedded = play("embedded", &[]);
    let by_hand = play("by-hand", &["--network", "none"]);
    let random = play("random", &["--network", file.to_str().unwrap()]);
    assert_eq!(by_hand.0.network, None);
    let names = [&embedded, &random].map(|games| games.0.network.clone().unwrap());
    assert!(names[0] != names[1] && names[1].ends_with(network.description()), "{names:?}");
    assert!(embedded.1 != by_hand.1 && embedded.1 != random.1);
}

#[cfg(unix)]
#[test]
fn a_stopped_run_writes_what_it_has() {
    let folder = tempfile::tempdir().unwrap();
    // At some time a run is stopped in the middle of a block.
    let writes_more = || {
        let before = survey(folder.path()).unwrap().positions;
        let mut child = start(generate(folder.path(), &[]));
        wait_for_more_than(before, folder.path());
        let whole = survey(folder.path()).unwrap().positions;
        assert!(Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap().success());
        assert_eq!(child.wait().unwrap().code(), Some(0));
        let survey = survey(folder.path()).unwrap();
        assert!(survey.damages.is_empty(), "{survey:?}");
        survey.positions > whole
    };
    assert!((0..20).any(|_| writes_more()), "an incomplete block is never written");
}

#[cfg(unix)]
#[test]
fn a_full_disk_ends_all_threads_and_spares_what_is_written() {
    let temporary = tempfile::tempdir().unwrap();
    let program = env!("CARGO_BIN_EXE_vancura-trainer");
    // Files may grow to 100 KiB, or 200 depending on the shell's unit: some blocks fit.
    let script = r#"trap "" XFSZ; ulimit -f 200; exec "$@""#;
    let mut command = Command::new("sh");
    command.args(["-c", script, "sh", program, "generate", "--threads", "2", "--out"]);
    command.arg(temporary.path()).args(common::QUICK);
    let (status, text) = run(&mut command);
    assert_eq!(status, Some(2), "{text}");
    assert!(text.contains("cannot be written") && text.contains("intact"), "{text}");
    let survey = survey(temporary.path()).unwrap();
    assert!(survey.positions > 10_000 && survey.damages.is_empty(), "{survey:?}");
    assert!(survey.bytes < 2 * 200 * 1_024);
}

#[test]
fn shells_learn_every_command() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let (status, script) = run(trainer().args(["completions", shell]));
        assert_eq!(status, Some(0), "{script}");
        for word in ["generate", "rescore", "held-out", "king-squares"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    assert_eq!(run(trainer().args(["completions", "dos"])).0, Some(2));
}

#[test]
fn requests_that_make_no_sense_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, message) in [
        (&["--off-game", "60"][..], "--off-game is more than 50"),
        (&["--chess960", "60", "--endgames", "50"], "--chess960 and --endgames are more than 100"),
        (&["--soft-nodes", "500", "--hard-nodes", "100"], "cannot be used multiple times"),
        (&["--syzygy", "/nowhere"], "there are no Syzygy files in /nowhere"),
        (&["--positions", "many"], "`many` is not a number"),
        (&["--network", "/nowhere.nnue"], "/nowhere.nnue: "),
    ] {
        let (status, text) = run(&mut generate(folder.path(), arguments));
        assert_eq!(status, Some(2), "{text}");
        assert!(text.contains(message), "{text}");
    }
    let (status, text) = run(trainer().arg("info").arg(folder.path()));
    assert!(status == Some(2) && text.contains("holds no .vgd files"), "{text}");
}

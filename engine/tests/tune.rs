//! `vancura tune` as a program, and the parameters that it tunes.

use std::collections::HashMap;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use vancura::clock::Signals;
use vancura::engine::Engine;
use vancura::limits::Limits;
use vancura::options;
use vancura::params::PARAMETERS;
use vancura::play::bench;
use vancura::position::Position;
use vancura::search::Silent;
use vancura::tablebase::InternalTables;

const BOOK: &str = "8/5k2/1p6/p1p2p2/P1P2P2/1P3K2/8/8 w - - 0 1\n4k3/pp3ppp/8/8/8/8/PP3PPP/4K3 b - -\n\
                    r3k2r/ppp2ppp/2n2n2/3p4/3P4/2N2N2/PPP2PPP/R3K2R w KQkq - 0 10\n";

/// A run of 40 games in batches of four, unless the arguments override that.
fn command(folder: &Path, arguments: &[&str]) -> Command {
    std::fs::write(folder.join("book.epd"), BOOK).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_vancura"));
    command.current_dir(folder).arg("tune").args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
    for (name, value) in [
        ("--book", "book.epd"),
        ("--file", "run.json"),
        ("--games", "40"),
        ("--batch", "4"),
        ("--nodes", "300"),
        ("--rate", "0.2"),
        ("--seed", "5"),
    ] {
        if !arguments.contains(&name) {
            command.args([name, value]);
        }
    }
    command
}

const NAMES: [&str; 2] = ["futility_base", "reduction_quiet_base_milli"];

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn finish(mut command: Command) -> Output {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    output
}

fn read(folder: &Path, name: &str) -> String {
    std::fs::read_to_string(folder.join(name)).unwrap()
}

/// The number of finished batches in a run's table.
fn batches(folder: &Path) -> usize {
    let table = std::fs::read_to_string(folder.join("run.csv")).unwrap_or_default();
    table.lines().count().saturating_sub(2)
}

/// Waits until this many batches are finished.
fn wait(folder: &Path, child: &mut Child, wanted: usize) {
    let until = Instant::now() + Duration::from_secs(120);
    while batches(folder) < wanted && child.try_wait().unwrap().is_none() {
        assert!(Instant::now() < until, "no batch has been finished");
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn a_run_that_is_killed_and_stopped_comes_to_the_same_as_one_that_is_not() {
    let (whole, parts) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (whole, parts) = (whole.path(), parts.path());
    let undisturbed = finish(command(whole, &NAMES));
    assert!(text(&undisturbed.stderr).contains("40/40 games, "), "{}", text(&undisturbed.stderr));
    let mut killed = command(parts, &NAMES).spawn().unwrap();
    wait(parts, &mut killed, 1);
    killed.kill().unwrap();
    assert!(!killed.wait().unwrap().success(), "it was still playing");
    assert!((1..10).contains(&batches(parts)), "{}", batches(parts));
    let before = batches(parts);
    // Ctrl-C, where supported.
    if cfg!(unix) {
        let mut stopped = command(parts, &NAMES).spawn().unwrap();
        wait(parts, &mut stopped, before + 1);
        let interrupt = Command::new("kill").args(["-INT", &stopped.id().to_string()]).status();
        assert!(interrupt.unwrap().success());
        let output = stopped.wait_with_output().unwrap();
        assert!(output.status.success());
        let message = text(&output.stderr);
        assert!(message.contains("run the same command to continue from run.json"), "{message}");
        assert!(message.contains(&format!("run.json holds {} of 40 games", 4 * before)), "{message}");
    }
    // The number of concurrent games makes no difference.
    let resumed = finish(command(parts, &[&NAMES[..], &["--threads", "2"]].concat()));
    assert_eq!(text(&resumed.stdout), text(&undisturbed.stdout));
    for name in ["run.json", "run.csv", "run.svg"] {
        assert_eq!(read(parts, name), read(whole, name), "{name}");
    }
    let table = read(whole, "run.csv");
    assert_eq!(table.lines().next(), Some("games,futility_base,reduction_quiet_base_milli"));
    assert_eq!(table.lines().nth(1), Some("0,90.0000,800.0000"));
    assert_eq!(table.lines().count(), 12);
    assert_ne!(table.lines().nth(11).unwrap().split_once(',').unwrap().1, "90.0000,800.0000");
    // A completed run only prints its result again.
    assert_eq!(text(&finish(command(whole, &NAMES)).stdout), text(&undisturbed.stdout));
}

#[test]
fn the_result_is_a_patch_that_git_applies() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let output = finish(command(folder, &[&NAMES[..], &["--patch", "tuned.patch", "--quiet"]].concat()));
    assert!(output.stderr.is_empty() && text(&output.stdout).contains("the patch is in tuned.patch"));
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/src/params.rs");
    std::fs::create_dir_all(folder.join("engine/src")).unwrap();
    std::fs::copy(source, folder.join("engine/src/params.rs")).unwrap();
    let mut git = Command::new("git");
    git.current_dir(folder).env("GIT_CEILING_DIRECTORIES", folder.parent().unwrap());
    assert!(git.args(["apply", "tuned.patch"]).status().unwrap().success());
    let (old, new) = (std::fs::read_to_string(source).unwrap(), read(folder, "engine/src/params.rs"));
    let changed: Vec<&str> =
        new.lines().zip(old.lines()).filter(|(new, old)| new != old).map(|(new, _)| new).collect();
    // The values printed for a match agree with the patch, and a match accepts them.
    let report = text(&output.stdout);
    let settings = report.split('"').nth(1).unwrap();
    assert!(!changed.is_empty(), "{report}");
    for line in changed {
        let (name, rest) = line.trim().split_once(" = ").unwrap();
        let value = rest.split(',').next().unwrap().replace('_', "");
        assert!(
            settings.split(' ').any(|setting| setting == format!("param.{name}={value}")),
            "{line} {settings}"
        );
    }
    let mut game = Command::new(env!("CARGO_BIN_EXE_vancura"));
    game.current_dir(folder).args(["match", "--book", "book.epd", "--games", "2", "--nodes", "100", "-q"]);
    assert!(game.args(["--a", settings]).output().unwrap().status.success());
}

#[test]
fn what_cannot_be_tuned_or_gone_on_with_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let refused = |arguments: &[&str], message: &str| {
        let output = command(folder, arguments).output().unwrap();
        let told = text(&output.stderr);
        assert!(!output.status.success() && told.contains(message), "{arguments:?}: {told}");
    };
    let all: Vec<&str> = PARAMETERS.iter().map(|parameter| parameter.name).collect();
    refused(
        &["futility"],
        "there is no parameter `futility`; there are aspiration_min_depth, aspiration_margin, ",
    );
    refused(&all[..13], "13 parameters are too many: up to 12 can be tuned at a time");
    refused(&["futility_base", "futility_base"], "`futility_base` is named twice");
    refused(&[], "required");
    refused(&["futility_base", "--games", "7"], "even number");
    refused(&["futility_base", "--rate", "0"], "above 0");
    refused(&["futility_base", "--book", "gone.epd"], "gone.epd");
    refused(&["futility_base", "--file", "run.csv"], "this extension is reserved");
    assert!(!folder.join("run.json").exists(), "nothing was begun");
    finish(command(folder, &NAMES));
    refused(&NAMES[..1], "it tunes futility_base reduction_quiet_base_milli, not futility_base");
    for (argument, value, message) in [
        ("--nodes", "301", "its nodes are 300, not 301"),
        ("--seed", "6", "its seed is 5, not 6"),
        ("--games", "26", "its games are 40, not 26"),
        ("--adjudicate-tables", "3", "the men of tables that end its games are 0, not 3"),
        ("--adjudicate-wins", "600,3", "the scores that win its games are none, not 600,3"),
        ("--adjudicate-draws", "10,8,34", "the scores that draw its games are none, not 10,8,34"),
        ("--adjudicate-draws", "10,8", "write centipawns, moves and the first move to adjudicate"),
    ] {
        refused(&[&NAMES[..], &[argument, value]].concat(), message);
    }
    let state = read(folder, "run.json");
    let damaged = |from: &str, to: &str, message: &str| {
        assert!(state.contains(from), "{state}");
        std::fs::write(folder.join("run.json"), state.replacen(from, to, 1)).unwrap();
        refused(&NAMES, message);
        refused(&NAMES, "run.json is damaged or not the state of a tuning run");
    };
    damaged("vancura tune, 1", "vancura tune, 2", "its format is `vancura tune, 2`");
    damaged("\"pairs\": 0", "\"pairs\": 1", "more results than games");
    damaged("\"nets\": [", "\"nets\": [ 5,", "more results than games");
    damaged("\"values\": [", "\"values\": [ 1.5,", "the values do not follow from the results");
    damaged("\"nets\"", "\"net\"", "unknown field");
    std::fs::write(folder.join("run.json"), &state[..state.len() / 2]).unwrap();
    refused(&NAMES, "EOF while parsing");
    std::fs::write(folder.join("run.json"), state).unwrap();
    finish(command(folder, &NAMES));
}

#[test]
fn all_parameters_are_listed_with_their_ranges() {
    let output = finish(command(Path::new(env!("CARGO_TARGET_TMPDIR")), &["--list"]));
    let list = text(&output.stdout);
    assert_eq!(list.lines().count(), PARAMETERS.len() + 1);
    let words = |line: &str| -> Vec<String> { line.split_whitespace().take(7).map(str::to_owned).collect() };
    let line = list.lines().find(|line| line.starts_with("history_pruning_factor ")).unwrap();
    assert_eq!(words(line).join(" "), "history_pruning_factor -3200 -8000 to -1000 350 history:");
}

/// An engine with a parameter changed. All share the tables in memory, which take a while to solve.
fn engine_with(setting: Option<(&str, i32)>, tables: &Arc<InternalTables>) -> Engine {
    let mut engine = Engine::new(4).unwrap();
    engine.tables.internal = Arc::clone(tables);
    engine.tables.wait_for_small();
    if let Some((name, value)) = setting {
        let setting = options::parse(&format!("param.{name}"), &value.to_string()).unwrap();
        engine.set(&setting).unwrap();
    }
    engine
}

/// Nodes of a position of the bench.
fn nodes(engine: &mut Engine, text: &str, depth: i32) -> u64 {
    let position = Position::new(board::fen::parse(text).unwrap());
    engine.new_game();
    let limits = Limits::depth(depth);
    engine.think(&position, &limits, &Signals::default(), Instant::now(), &mut Silent).line.nodes
}

#[test]
fn every_parameter_is_read_by_the_search() {
    let tables = Arc::default();
    let (mut usual, mut defaults) = (engine_with(None, &tables), HashMap::new());
    for parameter in PARAMETERS {
        let ends = [*parameter.range.start(), *parameter.range.end()];
        let mut changed = ends.map(|end| engine_with(Some((parameter.name, end)), &tables));
        let changes = [5, 7, 9, 11, 13].into_iter().any(|depth| {
            bench::POSITIONS.iter().any(|&text| {
                let default =
                    *defaults.entry((depth, text)).or_insert_with(|| nodes(&mut usual, text, depth));
                changed.iter_mut().any(|engine| nodes(engine, text, depth) != default)
            })
        });
        assert!(changes, "{} changes nothing", parameter.name);
    }
}

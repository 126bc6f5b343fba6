//! From games to samples: positions are rescored, shuffled, held out and excluded, and the scale is
//! fitted.

use crate::common;

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use common::{generate, read, run, trainer};
use tempfile::TempDir;
use trainer::exclusions::Exclusions;
use trainer::games::{Game, GamesWriter};
use trainer::generate::files;
use trainer::sample::{BYTES, Label, Packed, Sample};
use trainer::shuffle::{Shuffle, Shuffled};
use trainer::{SourceError, read_samples};

/// The identity of a position.
type Key = [u8; 24];

fn key(sample: &Sample) -> Key {
    *sample.packed().first_chunk().unwrap()
}

/// A folder with `games`, some thousand positions.
fn games() -> TempDir {
    let temporary = tempfile::tempdir().unwrap();
    let folder = temporary.path().join("games");
    let (status, text) =
        run(&mut generate(&folder, &["--seed", "5", "--positions", "6000", "--threads", "2"]));
    assert_eq!(status, Some(0), "{text}");
    temporary
}

fn samples(path: &Path) -> Vec<Sample> {
    let mut samples = Vec::new();
    read_samples(path, |sample, _| {
        samples.push(sample);
        Ok::<(), SourceError>(())
    })
    .unwrap();
    samples
}

fn shuffled(
    inputs: &[PathBuf],
    out: &Path,
    seed: u64,
    held_out: Option<(&Path, f64)>,
    memory: u64,
) -> Shuffled {
    let exclusions = Exclusions::default();
    Shuffle { inputs, out, held_out, seed, memory, exclusions: &exclusions }.run(|_, _| ()).unwrap()
}

#[test]
fn a_shuffle_loses_nothing_repeats_nothing_and_mixes_everything() {
    let temporary = games();
    let inputs = files(&temporary.path().join("games")).unwrap();
    let all: Vec<Sample> = inputs.iter().flat_map(|path| samples(path)).collect();
    let keys: HashSet<Key> = all.iter().map(key).collect();
    let out = temporary.path().join("a.samples");
    // With so little memory there are a dozen buckets.
    let done = shuffled(&inputs, &out, 1, None, 50_000);
    let mixed = samples(&out);
    assert_eq!((done.counts.kept, done.written), (all.len() as u64, mixed.len() as u64));
    assert_eq!(done.duplicates, (all.len() - mixed.len()) as u64);
    assert_eq!(mixed.iter().map(key).collect::<HashSet<Key>>(), keys);
    assert_eq!(mixed.len(), keys.len());
    assert!(mixed.iter().all(|sample| all.contains(sample)), "samples come as they were");
    // Two random indices are on average a third of the length apart.
    let places: HashMap<Key, usize> =
        all.iter().map(key).enumerate().map(|(place, key)| (key, place)).collect();
    let moved: usize =
        mixed.iter().enumerate().map(|(place, sample)| places[&key(sample)].abs_diff(place)).sum();
    let mean = moved as f64 / (mixed.len() * mixed.len()) as f64;
    assert!((0.30..0.37).contains(&mean), "{mean}");

    let bytes = fs::read(&out).unwrap();
    shuffled(&inputs, &out, 1, None, 50_000);
    assert_eq!(fs::read(&out).unwrap(), bytes, "the same seed gives the same order");
    shuffled(&inputs, &out, 2, None, 50_000);
    assert_ne!(fs::read(&out).unwrap(), bytes);
    let left: Vec<_> =
        fs::read_dir(temporary.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left.len(), 2, "nothing temporary is left: {left:?}");
}

#[test]
fn held_out_games_stay_held_out_when_they_are_searched_again() {
    let temporary = games();
    let (old, new) = (temporary.path().join("games"), temporary.path().join("rescored"));
    let rescore = || {
        let mut command = trainer();
        command.arg("rescore").arg(&old).arg("--out").arg(&new);
        run(command.args(["--soft-nodes", "30", "--hard-nodes", "100", "--hash", "1", "--table-men", "3"]))
    };
    let (status, text) = rescore();
    assert_eq!(status, Some(0), "{text}");
    let hold_out = |folder: &Path, name: &str| {
        let path = temporary.path().join(name);
        let inputs = files(folder).unwrap();
        let out = temporary.path().join("rest.samples");
        let done = shuffled(&inputs, &out, 7, Some((&path, 0.2)), 1 << 20);
        assert_eq!((done.written, done.held_out), (samples(&out).len() as u64, samples(&path).len() as u64));
        let share = done.held_out as f64 / (done.held_out + done.written) as f64;
        assert!((0.05..0.40).contains(&share), "{share}");
        samples(&path)
    };
    let (before, after) = (hold_out(&old, "old.samples"), hold_out(&new, "new.samples"));
    // The best move off the game may have changed, and with it whether the position is kept.
    let before_keys: HashSet<Key> = before.iter().map(key).collect();
    let common = after.iter().filter(|sample| before_keys.contains(&key(sample))).count();
    assert!(common * 10 >= before.len() * 9, "{common} of {}", before.len());
    assert_ne!(before, after, "the scores are new");
}

#[test]
fn a_rescore_goes_on_after_the_games_it_has() {
    let temporary = games();
    let old = temporary.path().join("games");
    let settings = ["--soft-nodes", "30", "--hard-nodes", "100", "--hash", "1", "--table-men", "3"];
    let rescore = |new: &Path| {
        let (status, text) = run(trainer().arg("rescore").arg(&old).arg("--out").arg(new).args(settings));
        assert_eq!(status, Some(0), "{text}");
    };
    let whole = temporary.path().join("whole");
    rescore(&whole);
    // A first part with some of the games, as left by a stopped run.
    let stopped = temporary.path().join("stopped");
    fs::create_dir(&stopped).unwrap();
    let input = &files(&old).unwrap()[0];
    let (header, games) = read(&files(&whole).unwrap()[0]);
    let name = format!("{}.part1.vgd", input.file_stem().unwrap().display());
    let mut writer = GamesWriter::create(&stopped.join(name), &header).unwrap();
    for game in &games[..games.len() / 2] {
        writer.push(game).unwrap();
    }
    writer.finish().unwrap();
    rescore(&stopped);
    let all = |folder: &Path| -> Vec<Game> {
        files(folder).unwrap().iter().flat_map(|path| read(path).1).collect()
    };
    assert_eq!(files(&stopped).unwrap().len(), files(&whole).unwrap().len() + 1);
    assert_eq!(all(&stopped), all(&whole));
    rescore(&stopped);
    assert_eq!(all(&stopped), all(&whole), "nothing is left to do");
    let moves = |games: Vec<Game>| -> Vec<u64> { games.iter().map(Game::identity).collect() };
    assert_eq!(moves(all(&whole)), moves(all(&old)));
    let source = header.source.as_ref().unwrap();
    assert_eq!(**source, read(input).0);
    let (status, text) = run(trainer().arg("rescore").arg(&old).arg("--out").arg(&old));
    assert!(status == Some(2) && text.contains("lies in --out"), "{text}");
}

#[test]
fn the_commands_shuffle_exclude_and_fit() {
    let temporary = games();
    let folder = temporary.path().join("games");
    let first = samples(&files(&folder).unwrap()[0])[0];
    // With either color to move: mirror images count as one position.
    let excluded = temporary.path().join("critical.epd");
    fs::write(&excluded, format!("# a comment\n{} bm a4; id \"1\";\n", epd(&first))).unwrap();
    let out = temporary.path().join("train.samples");
    let (status, text) = run(trainer()
        .args(["shuffle", "--out"])
        .arg(&out)
        .arg("--exclude")
        .arg(&excluded)
        .arg("--held-out")
        .arg(temporary.path().join("valid.samples"))
        .arg(&folder));
    assert_eq!(status, Some(0), "{text}");
    assert!(text.contains(" 1 excluded") || text.contains(" 2 excluded"), "{text}");
    let mixed = samples(&out);
    assert!(mixed.iter().all(|sample| key(sample) != key(&first)));
    let description: serde_json::Value =
        serde_json::from_slice(&fs::read(temporary.path().join("train.samples.json")).unwrap()).unwrap();
    assert_eq!(description["samples"], mixed.len());
    assert_eq!(description["sources"][0]["header"]["seed"], 5);

    let scale = temporary.path().join("scale.json");
    let (status, text) = run(trainer().arg("fit").arg(&out).arg("--out").arg(&scale));
    assert!(status == Some(0) && text.starts_with("scale "), "{text}");
    let stored: serde_json::Value = serde_json::from_slice(&fs::read(&scale).unwrap()).unwrap();
    assert_eq!(stored["scale"], description["scale"]);
    let spoiled = temporary.path().join("spoiled.samples");
    fs::write(&spoiled, &fs::read(&out).unwrap()[..BYTES + 5]).unwrap();
    let (status, text) = run(trainer().arg("fit").arg(&spoiled));
    assert!(status == Some(2) && text.contains("ends within a sample"), "{text}");
}

/// The sample's position as EPD, with the side to move as White.
fn epd(sample: &Sample) -> String {
    let fen = sample.to_board().unwrap().to_string();
    fen.split(' ').take(4).collect::<Vec<_>>().join(" ")
}

#[test]
fn later_sources_replace_earlier_ones() {
    let temporary = games();
    let inputs = files(&temporary.path().join("games")).unwrap();
    let mut first = samples(&inputs[0]);
    first.sort_by_key(|sample| *sample.packed());
    first.dedup_by_key(|sample| key(sample));
    let relabeled = |score: i16| -> Vec<Packed> {
        let label = |sample: &Sample| Label { score, ..sample.label() };
        let board = |sample: &Sample| sample.to_board().unwrap();
        first.iter().map(|sample| *Sample::new(&board(sample), label(sample)).packed()).collect()
    };
    let paths: Vec<PathBuf> =
        (0..2).map(|number| temporary.path().join(format!("{number}.samples"))).collect();
    for (path, score) in paths.iter().zip([11, 22]) {
        fs::write(path, relabeled(score).as_flattened()).unwrap();
    }
    let out = temporary.path().join("out.samples");
    let done = shuffled(&paths, &out, 1, None, 1 << 20);
    assert_eq!((done.written, done.duplicates), (first.len() as u64, first.len() as u64));
    assert!(samples(&out).iter().all(|sample| sample.score() == 22));
}

#[test]
fn positions_around_games_are_quiet_new_and_the_same_for_a_seed() {
    let temporary = games();
    let folder = temporary.path().join("games");
    let surround = |name: &str, seed: &str| {
        let out = temporary.path().join(name);
        let mut command = trainer();
        command.arg("surround").arg(&folder).arg("--out").arg(&out);
        command.args(["--per-position", "1", "--table-men", "3", "--seed", seed]);
        let (status, text) = run(&mut command);
        assert_eq!(status, Some(0), "{text}");
        let mut found = Vec::new();
        for input in files(&folder).unwrap() {
            let name = input.file_stem().unwrap();
            found.extend(samples(&out.join(name).with_extension("samples")));
        }
        (found, command)
    };
    let (around, mut again) = surround("around", "1");
    let games: Vec<Sample> = files(&folder).unwrap().iter().flat_map(|path| samples(path)).collect();
    assert!(around.len() > games.len() / 4, "{} around {}", around.len(), games.len());
    let known: HashSet<Key> = games.iter().map(key).collect();
    let new = around.iter().filter(|sample| !known.contains(&key(sample))).count();
    assert!(new > around.len() / 2, "{new} of {}", around.len());
    assert!(around.iter().all(|sample| sample.label().result.is_none()));

    let bytes = |samples: &[Sample]| samples.iter().map(|sample| *sample.packed()).collect::<Vec<Packed>>();
    assert_eq!(bytes(&surround("same", "1").0), bytes(&around));
    assert_ne!(bytes(&surround("other", "2").0), bytes(&around));
    // Existing files are left alone.
    let (status, text) = run(&mut again);
    assert!(status == Some(0) && text.contains("done: 0 positions"), "{text}");
}

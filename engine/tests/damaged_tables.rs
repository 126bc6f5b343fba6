//! Damaged table files are reported, left out, and never probed; valid ones are read once and
//! remembered.

use std::fs::{self, OpenOptions};
use std::path::Path;
use std::sync::LazyLock;
use std::time::Instant;

use board::{Move, Wdl, fen};
use tbgen::syzygy::Kind;
use vancura::clock::Signals;
use vancura::engine::Engine;
use vancura::limits::Limits;
use vancura::position::Position;
use vancura::search::{Observer, SearchInfo};
use vancura::tablebase::{Check, Syzygy};

/// A draw in which a KQvKR file with flipped bits once returned `Loss`.
const DRAW: &str = "6QK/4k3/8/4r3/8/8/8/8 b - - 0 1";

/// Files of KQvKR and all endings reachable from it, nine in all.
static SOUND: LazyLock<tempfile::TempDir> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    let order = tbgen::build_order(&["KQvKR".parse().unwrap()], true).unwrap();
    tbgen::build_files(&order, folder.path(), Kind::ALL, |_, _| ()).unwrap();
    folder
});

/// A copy of the valid files.
fn copy() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for entry in fs::read_dir(SOUND.path()).unwrap().flatten() {
        fs::copy(entry.path(), folder.path().join(entry.file_name())).unwrap();
    }
    folder
}

/// Flips a bit in the middle of a file in place and keeps its date, like a failing disk.
fn flip_silently(path: &Path) {
    let date = path.metadata().unwrap().modified().unwrap();
    flip(path);
    OpenOptions::new().write(true).open(path).unwrap().set_modified(date).unwrap();
}

fn flip(path: &Path) {
    let mut bytes = fs::read(path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 4;
    fs::write(path, bytes).unwrap();
}

fn open(folder: &Path, check: Check, cache: Option<&Path>) -> (Option<Syzygy>, Vec<String>) {
    Syzygy::open_checked(folder.to_str().unwrap(), check, cache)
}

fn wdl(syzygy: Option<&Syzygy>) -> Option<Wdl> {
    syzygy.and_then(|syzygy| syzygy.probe_wdl(&fen::parse(DRAW).unwrap()))
}

#[test]
fn a_damaged_file_is_named_and_left_out_and_the_engine_plays_on() {
    let folder = copy();
    for name in ["KQvKR.rtbw", "KQvKR.vdtm"] {
        flip_silently(&folder.path().join(name));
    }
    let (syzygy, remarks) = open(folder.path(), Check::Auto, None);
    for name in ["KQvKR.rtbw", "KQvKR.vdtm"] {
        let named = |remark: &&String| remark.contains(&format!("{name} is not used: its checksum is "));
        assert_eq!(remarks.iter().filter(named).count(), 1, "{remarks:?}");
    }
    assert!(remarks.iter().any(|remark| remark.starts_with("Compared 9 table files (")), "{remarks:?}");
    assert_eq!(remarks[remarks.len() - 2], "Found 2 WDL and 3 DTZ tablebase files (up to 3-man).");
    assert_eq!(wdl(syzygy.as_ref()), None);
    let mut engine = Engine::new(1).unwrap();
    engine.tables.syzygy = syzygy;
    let position = Position::new(fen::parse(DRAW).unwrap());
    let signals = Signals::default();
    let outcome =
        engine.think(&position, &Limits::depth(8), &signals, Instant::now(), &mut Remarks::default());
    assert!(outcome.best.is_some());
}

#[test]
fn sound_files_are_compared_once_and_damage_is_found_when_they_are_compared_again() {
    let (folder, cache) = (copy(), tempfile::tempdir().unwrap());
    let path = folder.path().join("KQvKR.rtbw");
    let compared = |check: Check| {
        let (syzygy, remarks) = open(folder.path(), check, Some(cache.path()));
        let line = remarks.iter().find(|remark| remark.starts_with("Compared "));
        let numbers = line.map(|line| {
            let words: Vec<&str> = line.split(' ').collect();
            let known = words.len() - 3;
            (words[1].parse::<usize>().unwrap(), words[known].parse::<usize>().unwrap())
        });
        (wdl(syzygy.as_ref()), numbers)
    };
    assert_eq!(compared(Check::Auto), (Some(Wdl::Draw), Some((9, 0))));
    assert_eq!(compared(Check::Auto), (Some(Wdl::Draw), Some((0, 9))));
    assert_eq!(compared(Check::Always), (Some(Wdl::Draw), Some((9, 0))));
    assert_eq!(compared(Check::Never), (Some(Wdl::Draw), None));
    // With another date it counts as another file.
    fs::write(&path, fs::read(&path).unwrap()).unwrap();
    assert_eq!(compared(Check::Auto), (Some(Wdl::Draw), Some((1, 8))));
    // Damage that keeps the date is only found by reading, and then remembered.
    flip_silently(&path);
    assert_eq!(compared(Check::Always), (None, Some((9, 0))));
    assert_eq!(compared(Check::Auto), (None, Some((1, 8))));
}

#[test]
fn a_cache_that_cannot_be_written_is_no_fault() {
    let file = SOUND.path().join("KQvK.rtbw");
    let (syzygy, remarks) = open(SOUND.path(), Check::Auto, Some(&file.join("no folder")));
    assert_eq!(wdl(syzygy.as_ref()), Some(Wdl::Draw));
    assert_eq!(remarks.len(), 3, "{remarks:?}");
}

#[test]
fn a_file_that_is_written_in_use_closes_the_files_though_its_length_stays() {
    let folder = copy();
    let mut engine = Engine::new(1).unwrap();
    engine.tables.syzygy = open(folder.path(), Check::Auto, None).0;
    let position = Position::new(fen::parse(DRAW).unwrap());
    let mut told = Remarks::default();
    let mut think = |engine: &mut Engine| {
        engine.think(&position, &Limits::depth(4), &Signals::default(), Instant::now(), &mut told);
    };
    think(&mut engine);
    assert!(engine.tables.syzygy.is_some());
    // A new file under the old name is harmless.
    let path = folder.path().join("KQvK.rtbw");
    fs::write(path.with_extension("new"), "something else").unwrap();
    fs::rename(path.with_extension("new"), &path).unwrap();
    think(&mut engine);
    #[cfg(unix)]
    assert!(engine.tables.syzygy.is_some());
    flip(&folder.path().join("KQvKR.rtbz"));
    think(&mut engine);
    assert!(engine.tables.syzygy.is_none());
    let changed = |remark: &String| remark.contains("KQvKR.rtbz has changed");
    assert_eq!(told.0.iter().filter(|remark| changed(remark)).count(), 1, "{:?}", told.0);
}

#[test]
fn the_option_says_what_is_compared_and_opens_the_files_again() {
    let folder = copy();
    let path = folder.path().join("KQvKR.rtbw");
    flip_silently(&path);
    let mut engine = Engine::new(1).unwrap();
    engine.tables.cache = None;
    assert!(engine.tables.check_syzygy(Check::Never).is_empty(), "there is no path yet");
    let remarks = engine.tables.open_syzygy(folder.path().to_str().unwrap());
    assert!(!remarks.iter().any(|remark| remark.starts_with("Compared")), "{remarks:?}");
    let remarks = engine.tables.check_syzygy(Check::Always);
    assert!(remarks[0].contains("KQvKR.rtbw is not used"), "{remarks:?}");
    assert_eq!(wdl(engine.tables.syzygy.as_ref()), None);
    assert!(engine.tables.check_syzygy(Check::Always).is_empty(), "nothing new");
    assert!(engine.tables.open_syzygy("").is_empty() && engine.tables.syzygy.is_none());
}

/// Collects the remarks.
#[derive(Default)]
struct Remarks(Vec<String>);

impl Observer for Remarks {
    fn info(&mut self, _line: &SearchInfo) {}
    fn current_move(&mut self, _depth: i32, _mv: Move, _number: usize) {}
    fn remark(&mut self, text: &str) {
        self.0.push(text.to_owned());
    }
}

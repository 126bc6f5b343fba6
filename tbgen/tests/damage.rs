//! Damaged files never give wrong answers: flipped bits, truncated files, swapped files, damage
//! after the first probes.

use std::fs::{self, File, OpenOptions};
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::{Duration, SystemTime};

use board::random::Random;
use board::{Board, Dtm, Dtz, Material, MaybeRounded, Placement, Wdl};
use tbgen::syzygy::Kind;
use tbgen::{TableFiles, build_files, build_order};

fn material(name: &str) -> Material {
    name.parse().expect("a material")
}

/// The endings of the set, which also contains their subtables.
const ENDINGS: [&str; 2] = ["KQvKR", "KPvK"];
/// Number of damaged sets, and of positions probed in each.
const SETS: usize = 200;
const PROBES: usize = 10;

/// An intact set.
static SOUND: LazyLock<tempfile::TempDir> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    let order = build_order(&ENDINGS.map(material), true).unwrap();
    build_files(&order, folder.path(), Kind::ALL, |_, _| {}).unwrap();
    for entry in fs::read_dir(folder.path()).unwrap() {
        age(&entry.unwrap().path());
    }
    folder
});

/// Sets an old date, since damage by a failing disk does not change the date.
fn age(path: &Path) {
    let file = OpenOptions::new().write(true).open(path).unwrap();
    file.set_modified(SystemTime::now() - Duration::from_secs(1_000_000)).unwrap();
}

/// A copy of the intact set.
fn copy() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for entry in fs::read_dir(SOUND.path()).unwrap() {
        let path = entry.unwrap().path();
        let to = folder.path().join(path.file_name().unwrap());
        fs::copy(&path, &to).unwrap();
        age(&to);
    }
    folder
}

/// The values of a position in a set; `None` if the probe fails.
type Answers = (Option<Wdl>, Option<Dtz>, Option<Dtm>);

fn ask(files: &TableFiles, board: &Board) -> Answers {
    (
        files.probe_wdl(board).ok(),
        files.probe_dtz(board).ok().map(MaybeRounded::dtz),
        files.probe_dtm(board).ok(),
    )
}

/// Number of wrong answers, and of all answers.
fn compare(given: Answers, right: Answers) -> (usize, usize) {
    let is_given = [given.0.is_some(), given.1.is_some(), given.2.is_some()];
    let is_right = [given.0 == right.0, given.1 == right.1, given.2 == right.2];
    let wrong = is_given.iter().zip(is_right).filter(|&(given, right)| *given && !right).count();
    (wrong, is_given.iter().filter(|&&given| given).count())
}

/// Flips bits of a file in place.
fn flip(path: &Path, bits: usize, random: &mut Random) {
    let mut file = OpenOptions::new().read(true).write(true).open(path).unwrap();
    let length = file.metadata().unwrap().len() as usize;
    for _ in 0..bits {
        let at = SeekFrom::Start(random.below(length) as u64);
        let mut byte = [0];
        file.seek(at).unwrap();
        file.read_exact(&mut byte).unwrap();
        file.seek(at).unwrap();
        file.write_all(&[byte[0] ^ 1 << random.below(8)]).unwrap();
    }
}

/// A kind of damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Damage {
    Flips,
    Cut,
    Swapped,
    FlipsAfterOpening,
    CutAfterOpening,
}

impl Damage {
    const ALL: [Self; 5] =
        [Self::Flips, Self::Cut, Self::Swapped, Self::FlipsAfterOpening, Self::CutAfterOpening];

    fn comes_later(self) -> bool {
        matches!(self, Self::FlipsAfterOpening | Self::CutAfterOpening)
    }

    /// Damages the file, or swaps it with the other.
    fn inflict(self, path: &Path, other: &Path, random: &mut Random) {
        match self {
            Self::Flips | Self::FlipsAfterOpening => flip(path, 1 + random.below(40), random),
            Self::Cut | Self::CutAfterOpening => {
                let file = OpenOptions::new().write(true).open(path).unwrap();
                let length = file.metadata().unwrap().len() as usize;
                file.set_len(random.below(length) as u64).unwrap();
            }
            Self::Swapped => {
                let [one, two] = [path, other].map(|path| fs::read(path).unwrap());
                fs::write(path, two).unwrap();
                fs::write(other, one).unwrap();
            }
        }
        if !self.comes_later() {
            age(path);
            age(other);
        }
    }
}

/// The files of the set that positions of KQvKR and KPvK need.
fn files_of(folder: &Path) -> Vec<PathBuf> {
    ENDINGS
        .into_iter()
        .flat_map(|name| Kind::ALL.map(|kind| folder.join(format!("{name}.{}", kind.extension()))))
        .collect()
}

#[test]
fn of_2000_damaged_probes_none_is_answered_wrongly() {
    let right = TableFiles::open(&[SOUND.path()]).unwrap();
    let mut random = Random::new(2026);
    let (mut wrong, mut answers, mut refused) = (0, 0, 0);
    for set in 0..SETS {
        let damage = Damage::ALL[set % Damage::ALL.len()];
        let folder = copy();
        let paths = files_of(folder.path());
        let chosen = random.below(paths.len());
        let other = (chosen + 1 + random.below(paths.len() - 1)) % paths.len();
        let ending = material(ENDINGS[chosen / Kind::ALL.len()]);
        let files = TableFiles::open(&[folder.path()]).unwrap();
        if damage.comes_later() {
            let board = Placement::random(&mut random, ending).to_board().unwrap();
            assert_eq!(ask(&files, &board), ask(&right, &board), "it is still sound");
        }
        damage.inflict(&paths[chosen], &paths[other], &mut random);
        for _ in 0..PROBES {
            let board = Placement::random(&mut random, ending).to_board().unwrap();
            let truth = ask(&right, &board);
            let (false_ones, given) = compare(ask(&files, &board), truth);
            assert_eq!(false_ones, 0, "{damage:?} of {}: {board}", paths[chosen].display());
            wrong += false_ones;
            answers += given;
            refused += 3 - given;
        }
    }
    eprintln!("{} damaged probes: {answers} answers, {wrong} wrong, {refused} refused", SETS * PROBES);
    // Probes of damaged files fail; others succeed.
    assert!(refused >= SETS * PROBES / 2 && answers >= SETS * PROBES / 2, "{refused} {answers}");
}

#[test]
fn files_that_are_trusted_answer_wrongly_where_bits_are_flipped() {
    let right = TableFiles::open(&[SOUND.path()]).unwrap();
    let mut random = Random::new(5);
    let (mut wrong, mut answers) = (0, 0);
    for _ in 0..20 {
        let folder = copy();
        for path in files_of(folder.path()) {
            flip(&path, 40, &mut random);
        }
        let files = TableFiles::open_trusting(&[folder.path()]).unwrap();
        for _ in 0..20 {
            let board = Placement::random(&mut random, material("KQvKR")).to_board().unwrap();
            let (false_ones, given) = compare(ask(&files, &board), ask(&right, &board));
            wrong += false_ones;
            answers += given;
        }
    }
    // Checksums protect against this kind of damage.
    assert!(wrong > 0, "of {answers} answers none is wrong");
}

#[test]
fn a_file_that_is_replaced_by_another_one_is_as_sound_as_before() {
    let folder = copy();
    let files = TableFiles::open(&[folder.path()]).unwrap();
    let board = Placement::random(&mut Random::new(1), material("KQvKR")).to_board().unwrap();
    let before = ask(&files, &board);
    assert!(before.0.is_some() && before.1.is_some() && before.2.is_some());
    for path in files_of(folder.path()) {
        let new = path.with_extension("new");
        File::create(&new).unwrap().write_all(b"something else").unwrap();
        fs::rename(&new, &path).unwrap();
    }
    assert_eq!(ask(&files, &board), before);
}

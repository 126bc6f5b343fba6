//! Table folders for test programs, and positions with their values.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use board::random::Random;
use board::{Material, Placement, fen};
use tbgen::syzygy::Kind;
use tbgen::{KnownEndings, Probe, build_files, build_order};
use tempfile::TempDir;

/// The endings of three men.
const ENDINGS: [&str; 5] = ["KQvK", "KRvK", "KBvK", "KNvK", "KPvK"];
/// Number of random positions per ending.
const POSITIONS: usize = 200;

/// Tables of three men, a copy with a damaged file, and positions with their values.
pub(crate) struct Fixture {
    folder: TempDir,
}

impl Fixture {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let [sound, damaged] = ["sound", "damaged"].map(|name| folder.path().join(name));
        std::fs::create_dir(&sound).unwrap();
        std::fs::create_dir(&damaged).unwrap();
        let endings = ENDINGS.map(|name| name.parse::<Material>().unwrap());
        let order = build_order(&endings, true).unwrap();
        build_files(&order, &sound, Kind::ALL, |_, _| {}).unwrap();
        for file in sound.read_dir().unwrap() {
            let file = file.unwrap();
            std::fs::copy(file.path(), damaged.join(file.file_name())).unwrap();
        }
        damage(&damaged.join("KQvK.rtbw"));
        std::fs::write(folder.path().join("positions"), positions(&endings)).unwrap();
        Self { folder }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
}

/// Flips a bit before the checksum.
fn damage(path: &Path) {
    let mut bytes = std::fs::read(path).unwrap();
    let at = bytes.len() - 40;
    bytes[at] ^= 4;
    std::fs::write(path, bytes).unwrap();
}

/// Random positions of endings, with results and distances from solving instead of files.
fn positions(endings: &[Material]) -> String {
    let (mut known, mut random, mut text) = (KnownEndings::in_memory(3), Random::new(7), String::new());
    for &ending in endings {
        for number in 0..POSITIONS {
            let material = if number % 2 == 0 { ending } else { ending.flip() };
            let Ok(board) = Placement::random(&mut random, material).to_board() else { continue };
            known.prepare(&board).unwrap();
            let values = known.values(&board).unwrap();
            let (wdl, dtz, dtm) = (values.wdl.unwrap(), values.dtz.unwrap().0, values.dtm.unwrap());
            let (mate, plies) = (dtm.wdl() as i8, dtm.plies().unwrap_or(0));
            writeln!(text, "{};{};{dtz};{mate};{plies}", fen::write(&board), wdl as i8).unwrap();
        }
    }
    text
}

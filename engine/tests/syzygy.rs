//! The Syzygy adapter and its guards, on files that `tbgen` makes for these tests.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;
use std::time::Instant;

use board::{Color, Material, Wdl, fen, notation};
use tbgen::syzygy::write::{DTZ_FREE, Statistics, ValueSource, wdl_code, write};
use tempfile::TempDir;
use vancura::clock::Signals;
use vancura::engine::Engine;
use vancura::limits::Limits;
use vancura::position::Position;
use vancura::search::{SearchResult, Silent};
use vancura::tablebase::{Check, Syzygy};

/// Files of some endings: WDL and DTZ of eight endings of up to four men. The folder of a static is
/// not removed; the system cleans it up.
static FILES: LazyLock<TempDir> = LazyLock::new(|| {
    let endings = ["KQvK", "KRvK", "KBvK", "KNvK", "KPvK", "KQvKR", "KBNvK", "KPvKP"];
    let endings: Vec<Material> = endings.map(|name| name.parse().unwrap()).into();
    let folder = tempfile::tempdir().unwrap();
    tbgen::build_files(&endings, folder.path(), tbgen::syzygy::Kind::SYZYGY, |_, _| ()).unwrap();
    folder
});

fn files() -> &'static Path {
    FILES.path()
}

fn open(path: &Path) -> (Option<Syzygy>, Vec<String>) {
    Syzygy::open(path.to_str().unwrap())
}

fn wdl(syzygy: &Syzygy, text: &str) -> Option<Wdl> {
    syzygy.probe_wdl(&fen::parse(text).unwrap())
}

fn copy(from: &Path, to: &Path, names: &[&str]) {
    for name in names {
        fs::copy(from.join(name), to.join(name)).unwrap();
    }
}

fn engine_with(path: &Path) -> Engine {
    let mut engine = Engine::new(8).unwrap();
    engine.tables.syzygy = open(path).0;
    assert!(engine.tables.syzygy.is_some());
    engine
}

fn search(engine: &mut Engine, position: &Position, limits: &Limits) -> SearchResult {
    engine.think(position, limits, &Signals::default(), Instant::now(), &mut Silent)
}

#[test]
fn known_results_are_read() {
    let path = files();
    let (syzygy, remarks) = open(path);
    let syzygy = syzygy.unwrap();
    assert!(
        remarks.last().unwrap().starts_with("Found 8 WDL and 8 DTZ tablebase files (up to 4-man)"),
        "{remarks:?}"
    );
    for (text, result) in [
        ("8/8/8/4k3/8/2KBN3/8/8 w - - 0 1", Some(Wdl::Win)),
        ("8/8/8/4k3/8/2KBN3/8/8 b - - 0 1", Some(Wdl::Loss)),
        ("8/8/8/3r4/8/2k5/8/K2Q4 w - - 0 1", Some(Wdl::Win)),
        ("8/8/8/3r4/8/2k5/8/K2Q4 b - - 0 1", Some(Wdl::Win)),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", None),
        ("4k3/8/8/8/8/8/PPP5/4K3 w - - 0 1", None),
    ] {
        assert_eq!(wdl(&syzygy, text), result, "{text}");
    }
}

#[test]
fn castling_rights_and_absent_tables_are_not_probed() {
    let path = files();
    let syzygy = open(path).0.unwrap();
    assert_eq!(wdl(&syzygy, "4k3/8/8/8/8/8/8/4K2R w K - 0 1"), None);
    assert_eq!(wdl(&syzygy, "4k3/8/8/8/8/8/8/4K2R w - - 0 1"), Some(Wdl::Win));
    assert_eq!(wdl(&syzygy, "4k3/8/8/8/8/8/PPP5/4K3 w - - 0 1"), None, "a phantom table");
}

#[test]
fn the_en_passant_right_is_passed() {
    let path = files();
    let syzygy = open(path).0.unwrap();
    // After a2a4 the pawn can be captured en passant, and the win is gone; without that right it is
    // a win.
    let mut position = Position::new(fen::parse("8/8/8/8/1p6/8/P7/K3k3 w - - 0 1").unwrap());
    position.play(notation::parse_uci(position.board(), "a2a4").unwrap());
    let with_right = syzygy.probe_wdl(position.board());
    let without = wdl(&syzygy, "8/8/8/8/Pp6/8/8/K3k3 b - - 0 1");
    assert_ne!(with_right, without);
    assert_eq!(without, Some(Wdl::Loss));
    let mut engine = Engine::new(4).unwrap();
    engine.tables.syzygy = Some(syzygy);
    let root = Position::new(fen::parse("8/8/8/8/1p6/8/P7/K3k3 w - - 0 1").unwrap());
    let outcome = search(&mut engine, &root, &Limits::depth(10));
    assert_ne!(outcome.best.unwrap().to_string(), "a2a4");
    assert!(outcome.line.score.is_win());
}

#[test]
fn damaged_files_are_named_and_not_used() {
    let path = files();
    let folder = tempfile::tempdir().unwrap();
    let names =
        ["KQvK.rtbw", "KQvK.rtbz", "KRvK.rtbw", "KQvKR.rtbw", "KQvKR.rtbz", "KBNvK.rtbw", "KBvK.rtbw"];
    copy(path, folder.path(), &names);
    let cut = |name: &str, bytes: usize| {
        let file = folder.path().join(name);
        let whole = fs::read(&file).unwrap();
        fs::remove_file(&file).unwrap();
        fs::write(&file, &whole[..bytes]).unwrap();
    };
    cut("KQvK.rtbw", 0);
    cut("KBvK.rtbw", 50);
    let other = folder.path().join("KRvK.rtbw");
    fs::remove_file(&other).unwrap();
    fs::write(&other, vec![7; 80]).unwrap();
    fs::create_dir(folder.path().join("KNvK.rtbw")).unwrap();
    let (syzygy, remarks) = open(folder.path());
    for name in ["KQvK.rtbw", "KBvK.rtbw", "KRvK.rtbw", "KNvK.rtbw"] {
        assert!(
            remarks.iter().any(|remark| remark.contains(name) && remark.contains("is not used")),
            "{remarks:?}"
        );
    }
    assert_eq!(remarks.last().unwrap(), "Found 2 WDL and 2 DTZ tablebase files (up to 4-man).");
    let syzygy = syzygy.unwrap();
    assert_eq!(wdl(&syzygy, "8/8/8/8/8/8/3k4/KQ6 w - - 0 1"), None, "empty");
    assert_eq!(wdl(&syzygy, "8/8/8/8/8/8/3k4/KR6 w - - 0 1"), None, "wrong magic");
    // KQvKR is valid, but where the rook can be captured the damaged KQvK is needed.
    assert!(wdl(&syzygy, "3r4/8/8/8/8/8/3k4/KQ6 w - - 0 1").is_some());
    assert_eq!(wdl(&syzygy, "8/8/8/8/8/8/1r1k4/KQ6 w - - 0 1"), None);
}

/// A six-man ending without wins, so that its files are short.
struct Drawn;

impl ValueSource for Drawn {
    fn material(&self) -> Material {
        "KBNvKNN".parse().unwrap()
    }

    fn wdl_codes(&self, _side: Color, _squares: &[&[u8]], codes: &mut [u8]) {
        codes.fill(2);
    }

    fn dtz_codes(&self, _side: Color, _squares: &[&[u8]], codes: &mut [i16]) {
        codes.fill(DTZ_FREE);
    }

    fn statistics(&self, _side: Color, _file: usize) -> Statistics {
        Statistics { wdl_codes: 1 << 2 | 1 << wdl_code::FREE, ..Statistics::default() }
    }
}

#[test]
fn files_of_six_men_are_read_and_one_under_the_name_of_seven_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let made = write(&Drawn, folder.path()).unwrap();
    fs::copy(&made[0], folder.path().join("KNNNvKBN.rtbw")).unwrap();
    let (syzygy, remarks) = open(folder.path());
    let refused = |remark: &String| remark.contains("KNNNvKBN.rtbw") && remark.contains("is not used");
    assert!(remarks.iter().any(refused), "{remarks:?}");
    assert_eq!(remarks.last().unwrap(), "Found 1 WDL and 1 DTZ tablebase files (up to 6-man).");
    let syzygy = syzygy.unwrap();
    // No capture is possible, so that no smaller table is probed.
    assert_eq!(wdl(&syzygy, "6nk/6n1/8/8/8/8/8/KBN5 w - - 0 1"), Some(Wdl::Draw));
    assert_eq!(wdl(&syzygy, "6nk/6n1/8/8/8/8/8/KBN5 b - - 0 1"), Some(Wdl::Draw));
    assert_eq!(wdl(&syzygy, "6nk/7b/8/8/8/NN6/N7/K7 w - - 0 1"), None);
}

#[test]
fn a_wrong_path_then_none_then_the_right_one_works() {
    let path = files();
    let empty = tempfile::tempdir().unwrap();
    for wrong in [Path::new("/no/such/folder"), empty.path()] {
        let (syzygy, remarks) = open(wrong);
        assert!(syzygy.is_none());
        assert_eq!(remarks.last().unwrap(), "Found 0 WDL and 0 DTZ tablebase files.");
    }
    assert!(Syzygy::open("").0.is_none());
    for _ in 0..3 {
        let syzygy = open(path).0.unwrap();
        assert_eq!(wdl(&syzygy, "8/8/8/4k3/8/2KBN3/8/8 w - - 0 1"), Some(Wdl::Win));
    }
}

#[test]
fn several_folders_are_searched_in_order() {
    let path = files();
    let (first, second) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    copy(path, first.path(), &["KQvK.rtbw", "KRvK.rtbw"]);
    copy(path, second.path(), &["KQvK.rtbz", "KQvKR.rtbw", "KQvKR.rtbz"]);
    // A truncated file in the first folder does not hide the valid file in the second.
    fs::write(first.path().join("KQvKR.rtbw"), "").unwrap();
    let both = std::env::join_paths([first.path(), second.path()]).unwrap();
    let (syzygy, remarks) = Syzygy::open(both.to_str().unwrap());
    assert_eq!(remarks.last().unwrap(), "Found 3 WDL and 2 DTZ tablebase files (up to 4-man).");
    assert!(!remarks.iter().any(|remark| remark.contains("is not used")), "{remarks:?}");
    assert_eq!(wdl(&syzygy.unwrap(), "3r4/8/8/8/8/8/3k4/KQ6 b - - 0 1").map(|_| ()), Some(()));
}

#[test]
fn the_root_keeps_the_win_and_mates_in_the_end() {
    let path = files();
    let mut engine = engine_with(path);
    for text in ["8/8/8/4k3/8/2KBN3/8/8 w - - 0 1", "3k4/8/8/8/3r4/8/1Q6/K7 w - - 0 1"] {
        let mut game = Position::new(fen::parse(text).unwrap());
        let first = search(&mut engine, &game, &Limits::nodes(3_000));
        let won = first.line.score.is_win();
        for _ in 0..160 {
            let outcome = search(&mut engine, &game, &Limits::nodes(3_000));
            let Some(mv) = outcome.best else { break };
            game.play(mv);
        }
        let status = game.board().status();
        assert_eq!(status == board::GameStatus::Won, won, "{text}: {}", game.board());
    }
}

#[test]
fn a_cursed_win_is_a_draw_unless_the_rule_is_off() {
    let path = files();
    let mut engine = engine_with(path);
    // The files are tested, not the tables in memory.
    engine.tables.internal_men = 0;
    // Bishop and knight with the counter at 70: far too late from the center of the board.
    let late = Position::new(fen::parse("8/8/8/4k3/8/2KBN3/8/8 w - - 70 90").unwrap());
    // A score of one centipawn, because the other side may still err.
    assert_eq!(search(&mut engine, &late, &Limits::depth(6)).line.score.value(), 1);
    engine.tables.fifty_move_rule = false;
    assert!(search(&mut engine, &late, &Limits::depth(6)).line.score.is_win());
}

#[test]
fn files_are_used_in_the_search_and_counted() {
    let path = files();
    let mut engine = engine_with(path);
    let position = Position::new(fen::parse("8/8/2k5/8/3p4/1B3N2/8/4K3 w - - 0 1").unwrap());
    assert!(search(&mut engine, &position, &Limits::depth(10)).line.table_hits > 0);
    // With a limit of 0 men the files must not be probed: the same search as without files.
    engine.tables.probe_limit = 0;
    engine.new_game();
    let limited = search(&mut engine, &position, &Limits::depth(10)).line;
    engine.tables.syzygy = None;
    engine.new_game();
    let without = search(&mut engine, &position, &Limits::depth(10)).line;
    assert_eq!((limited.nodes, limited.table_hits), (without.nodes, without.table_hits));
}

#[test]
fn files_that_lie_are_named_once_and_the_engine_plays_on() {
    let path = files();
    let folder = tempfile::tempdir().unwrap();
    for entry in fs::read_dir(path).unwrap().flatten() {
        fs::copy(entry.path(), folder.path().join(entry.file_name())).unwrap();
    }
    // A valid header and damaged blocks.
    let file = folder.path().join("KQvKR.rtbw");
    let mut bytes = fs::read(&file).unwrap();
    let end = bytes.len() - 16;
    for byte in &mut bytes[end / 2..end] {
        *byte = 0xff;
    }
    fs::remove_file(&file).unwrap();
    fs::write(&file, bytes).unwrap();
    // As with a set too large for checking its checksums.
    let mut engine = Engine::new(8).unwrap();
    engine.tables.syzygy = Syzygy::open_checked(folder.path().to_str().unwrap(), Check::Never, None).0;
    let position = Position::new(fen::parse("8/8/4k3/3p4/8/1r6/2K5/Q7 b - - 0 1").unwrap());
    let mut told = Remarks::default();
    for _ in 0..2 {
        let signals = Signals::default();
        let outcome = engine.think(&position, &Limits::depth(12), &signals, Instant::now(), &mut told);
        assert!(outcome.best.is_some());
    }
    let faults = told.0.iter().filter(|text| text.contains("KQvKR.rtbw is not used")).count();
    assert!(faults <= 1, "{:?}", told.0);
}

#[test]
fn a_file_cut_short_in_use_closes_the_files_and_a_removed_one_does_not() {
    let path = files();
    let folder = tempfile::tempdir().unwrap();
    copy(path, folder.path(), &["KQvK.rtbw", "KQvK.rtbz", "KRvK.rtbw", "KQvKR.rtbw", "KQvKR.rtbz"]);
    let mut engine = engine_with(folder.path());
    fs::remove_file(folder.path().join("KQvK.rtbz")).unwrap();
    let position = Position::new(fen::parse("3r4/8/8/8/8/8/3k4/KQ6 w - - 0 1").unwrap());
    let mut told = Remarks::default();
    engine.think(&position, &Limits::depth(6), &Signals::default(), Instant::now(), &mut told);
    assert!(engine.tables.syzygy.is_some(), "{:?}", told.0);
    let file = fs::OpenOptions::new().write(true).open(folder.path().join("KQvKR.rtbw")).unwrap();
    file.set_len(64).unwrap();
    let outcome = engine.think(&position, &Limits::depth(6), &Signals::default(), Instant::now(), &mut told);
    assert!(outcome.best.is_some() && engine.tables.syzygy.is_none());
    assert!(told.0.iter().any(|text| text.contains("KQvKR.rtbw has changed")), "{:?}", told.0);
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_cut_short_during_a_search_is_named_and_the_search_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let order = tbgen::build_order(&["KRvKN".parse().unwrap()], true).unwrap();
    let kinds = [tbgen::syzygy::Kind::Wdl, tbgen::syzygy::Kind::Dtm];
    tbgen::build_files(&order, folder.path(), kinds, |_, _| ()).unwrap();
    let mut engine = engine_with(folder.path());
    // KRvKN occurs throughout the tree of this root.
    let position = Position::new(fen::parse("8/8/3k4/3p4/3n4/8/3K4/R7 w - - 0 1").unwrap());
    let mut told = Cutter { folder: folder.path(), is_cut: false, remarks: Vec::new() };
    let limits = Limits { movetime: Some(1_000), ..Limits::default() };
    let outcome = engine.think(&position, &limits, &Signals::default(), Instant::now(), &mut told);
    assert!(outcome.best.is_some() && outcome.line.table_hits > 0 && told.is_cut);
    let named = told.remarks.iter().any(|text| {
        text.contains("KRvKN.") && text.contains("is not used: a part of it can no longer be read")
    });
    assert!(named, "{:?}", told.remarks);
}

/// Truncates the files as soon as the search has hits in them, and collects the remarks.
#[cfg(target_os = "linux")]
struct Cutter<'a> {
    folder: &'a Path,
    is_cut: bool,
    remarks: Vec<String>,
}

#[cfg(target_os = "linux")]
impl vancura::search::Observer for Cutter<'_> {
    fn info(&mut self, line: &vancura::search::SearchInfo) {
        if line.table_hits > 0 && !self.is_cut {
            for name in ["KRvKN.rtbw", "KRvKN.vdtm"] {
                let file = fs::OpenOptions::new().write(true).open(self.folder.join(name)).unwrap();
                file.set_len(100).unwrap();
            }
            self.is_cut = true;
        }
    }
    fn current_move(&mut self, _depth: i32, _mv: board::Move, _number: usize) {}
    fn remark(&mut self, text: &str) {
        self.remarks.push(text.to_owned());
    }
}

/// Collects the remarks.
#[derive(Default)]
struct Remarks(Vec<String>);

impl vancura::search::Observer for Remarks {
    fn info(&mut self, _line: &vancura::search::SearchInfo) {}
    fn current_move(&mut self, _depth: i32, _mv: board::Move, _number: usize) {}
    fn remark(&mut self, text: &str) {
        self.0.push(text.to_owned());
    }
}

/// The engine plays both sides with few nodes until the game is over.
fn play_out(engine: &mut Engine, text: &str) -> (Position, Vec<i32>) {
    let mut game = Position::new(fen::parse(text).unwrap());
    let mut scores = Vec::new();
    for _ in 0..300 {
        let outcome = search(engine, &game, &Limits::nodes(400));
        let Some(mv) = outcome.best else { break };
        scores.push(outcome.line.score.value());
        game.play(mv);
        if game.is_repetition(0) || game.is_fifty_move_draw() || game.is_insufficient_material() {
            break;
        }
    }
    (game, scores)
}

#[test]
fn a_win_that_just_fits_the_counter_is_brought_home_from_files_alone() {
    let path = files();
    let mut engine = engine_with(path);
    engine.tables.internal_men = 0;
    let board = fen::parse("8/8/8/4k3/8/2KBN3/8/8 w - - 0 1").unwrap();
    let plies = engine.tables.syzygy.as_ref().unwrap().probe_dtz(&board).unwrap().dtz().0;
    assert!(plies > 30);
    // Two plies to spare, since a stored distance may be one too small: every move must be one of
    // the quickest.
    let (game, scores) = play_out(&mut engine, &format!("8/8/8/4k3/8/2KBN3/8/8 w - - {} 90", 98 - plies));
    assert_eq!(game.board().status(), board::GameStatus::Won, "{}", game.board());
    assert!(scores[0] > 20_000);
    // Ten plies too late: a draw with a small positive score.
    let (game, scores) = play_out(&mut engine, &format!("8/8/8/4k3/8/2KBN3/8/8 w - - {} 90", 112 - plies));
    assert_eq!(scores[0], 1);
    assert!(game.board().status() != board::GameStatus::Won);
}

#[test]
fn a_lost_position_is_held_until_the_counter_saves_it() {
    let path = files();
    let mut engine = engine_with(path);
    engine.tables.internal_men = 0;
    let text = "8/8/8/4k3/8/2KBN3/8/8 b - - 60 90";
    let first = search(&mut engine, &Position::new(fen::parse(text).unwrap()), &Limits::nodes(400));
    assert_eq!(first.line.score.value(), -1, "lost except for the counter");
    let (game, _) = play_out(&mut engine, text);
    assert!(game.is_fifty_move_draw(), "{}", game.board());
}

//! Sources of tables, verification of files, and sets whose files change while in use.

use crate::support;

use std::fs::{self, File};
use std::path::Path;

use board::Placement;
use board::random::Random;
use support::{TestTables, material};
use syzygy::file::Fault;
use syzygy::source::{Access, Memory};
use syzygy::{Builder, Error, Kind, Men, Position, RootMoves, Rule50, Tables, Verify};
use tempfile::TempDir;

const ACCESSES: [Access; 3] = [Access::Mapped, Access::Read, Access::Memory];

/// A new folder with copies of the files of some endings.
fn copied(names: &[&str]) -> TempDir {
    let at_hand = TestTables::open();
    let folder = tempfile::tempdir().unwrap();
    for name in names {
        for kind in Kind::SYZYGY {
            let file = kind.file_name(material(name));
            fs::copy(at_hand.folder.join(&file), folder.path().join(&file)).unwrap();
        }
    }
    folder
}

fn some_men(name: &str) -> Men {
    Placement::random(&mut Random::new(3), material(name)).to_board().unwrap().men()
}

/// The files of a folder, neither verified nor held in memory.
fn plain(folder: &Path) -> Builder {
    Tables::builder().folder(folder).verify(Verify::Never)
}

fn cut(folder: &Path, name: &str) {
    File::options().write(true).open(folder.join(name)).unwrap().set_len(0).unwrap();
}

fn fault<T: std::fmt::Debug>(answer: Result<T, Error>) -> Fault {
    match answer {
        Err(Error::BadTable { fault, .. }) => fault,
        other => panic!("{other:?} instead of a damaged file"),
    }
}

#[test]
fn every_source_gives_the_same_answers() {
    let at_hand = TestTables::open();
    let mut memory = Memory::default().with("README.txt", &b"no table"[..]);
    for file in fs::read_dir(&at_hand.folder).unwrap() {
        let path = file.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        // Those of five men are too large.
        if name.len() <= "KPvKP.rtbw".len() {
            memory = memory.with(name, fs::read(path).unwrap());
        }
    }
    let mut sets: Vec<Tables> =
        ACCESSES.iter().map(|&access| plain(&at_hand.folder).access(access).open().unwrap()).collect();
    sets.push(Tables::builder().source(memory).open().unwrap());
    let usual = Tables::open(&[&at_hand.folder]).unwrap();
    let mut random = Random::new(8);
    for &m in &at_hand.materials {
        let men: Vec<Men> =
            (0..40).map(|_| Placement::random(&mut random, m).to_board().unwrap().men()).collect();
        let mut expected = vec![0; men.len()];
        usual.wdl_batch(&men, &mut expected);
        for tables in &sets {
            let mut found = vec![99; men.len()];
            tables.wdl_batch(&men, &mut found);
            assert_eq!(found, expected, "{m}");
            for men in &men {
                assert_eq!(tables.wdl(men).unwrap(), usual.wdl(men).unwrap(), "{men:?}");
                assert_eq!(tables.dtz(men).unwrap(), usual.dtz(men).unwrap(), "{men:?}");
            }
            let table = tables.table(m, Kind::Wdl).unwrap();
            table.verify().unwrap();
            assert_eq!(table.stored_checksum(), usual.table(m, Kind::Wdl).unwrap().stored_checksum());
        }
    }
}

#[test]
fn a_file_cut_short_in_use_ends_no_program_that_reads_it_or_guards_its_maps() {
    let men = some_men("KPvK");
    for (name, open, is_kept) in [
        ("read", plain as fn(&Path) -> Builder, false),
        ("in memory", |folder| plain(folder).access(Access::Memory), true),
        ("resident", |folder| plain(folder).resident(1 << 20), true),
        ("compared", |folder| Tables::builder().folder(folder).verify(Verify::WhenOpened), true),
        ("guarded", |folder| plain(folder).guard_maps(), false),
    ] {
        if name == "guarded" && !cfg!(target_os = "linux") {
            continue;
        }
        let folder = copied(&["KPvK"]);
        let builder = open(folder.path());
        let tables = if name == "read" { builder.access(Access::Read) } else { builder }.open().unwrap();
        let before = tables.wdl(&men).unwrap();
        cut(folder.path(), "KPvK.rtbw");
        let after = tables.wdl(&men);
        if is_kept {
            assert_eq!(after.unwrap(), before, "{name}");
        } else {
            assert_eq!(fault(after), Fault::Torn, "{name}");
        }
    }
}

/// The purpose of `guard_maps`: without it the system ends a program whose file is truncated, and
/// no signal handler is installed.
#[cfg(target_os = "linux")]
#[test]
fn without_a_guard_the_signal_is_left_alone() {
    use std::os::unix::process::ExitStatusExt as _;
    const ALONE: &str = "VANCURA_TEST_UNGUARDED";
    const SIGBUS: i32 = 7;
    if std::env::var_os(ALONE).is_some() {
        let folder = copied(&["KPvK"]);
        let (men, tables) = (some_men("KPvK"), plain(folder.path()).open().unwrap());
        tables.wdl(&men).unwrap();
        cut(folder.path(), "KPvK.rtbw");
        println!("{:?}", tables.wdl(&men));
        return;
    }
    let mut again = std::process::Command::new(std::env::current_exe().unwrap());
    let name = "sources::without_a_guard_the_signal_is_left_alone";
    let output = again.args(["--exact", name, "--nocapture"]).env(ALONE, "1").output().unwrap();
    assert_eq!(output.status.signal(), Some(SIGBUS), "{}", String::from_utf8_lossy(&output.stdout));
}

#[test]
fn files_are_compared_when_they_are_to_be() {
    let (folder, cache) = (copied(&["KQvK", "KRvK"]), tempfile::tempdir().unwrap());
    let open =
        |verify| Tables::builder().folder(folder.path()).verify(verify).cache(cache.path()).open().unwrap();
    let list = || fs::read_to_string(cache.path().join("compared-tables.txt")).unwrap_or_default();
    let (queen, rook) = (some_men("KQvK"), some_men("KRvK"));
    let wdl = open(Verify::Never).wdl(&queen).unwrap();
    assert_eq!(open(Verify::WhenOpened).wdl(&queen).unwrap(), wdl);
    assert_eq!(list(), "", "nothing is remembered unless asked for");
    assert_eq!(open(Verify::Once).wdl(&queen).unwrap(), wdl);
    let first = list();
    assert!(first.contains("KQvK.rtbw") && !first.contains("KRvK"), "{first}");
    assert_eq!(open(Verify::Once).wdl(&queen).unwrap(), wdl);
    assert_eq!(list(), first, "what is known is not compared again");
    open(Verify::Once).wdl(&rook).unwrap();
    assert!(list().starts_with(&first) && list().contains("KRvK.rtbw"));
    // The last byte before the checksum, which is never decoded.
    let path = folder.path().join("KQvK.rtbw");
    let mut bytes = fs::read(&path).unwrap();
    let at = bytes.len() - 17;
    bytes[at] ^= 1;
    fs::write(&path, bytes).unwrap();
    for verify in [Verify::WhenOpened, Verify::Once] {
        assert!(matches!(fault(open(verify).wdl(&queen)), Fault::Checksum { .. }), "{verify:?}");
    }
    assert_eq!(open(Verify::Never).wdl(&queen).unwrap(), wdl);
    assert!(!list().contains("KQvK.rtbw") && list().contains("KRvK.rtbw"), "a damaged file is forgotten");
}

#[test]
fn a_path_names_folders_and_men_can_be_limited() {
    let [one, other] = [copied(&["KQvK"]), copied(&["KRvK"])];
    let joined = std::env::join_paths([one.path(), other.path()]).unwrap().into_string().unwrap();
    let separator = if cfg!(windows) { ';' } else { ':' };
    let tables = Tables::builder().paths(&format!(" {joined} {separator} ")).open().unwrap();
    assert_eq!((tables.found().count(), tables.max_pieces()), (4, 3));
    assert_eq!(Tables::builder().paths(&joined).max_men(2).open().unwrap().max_pieces(), 0);
    let missing =
        |name| tables.missing_for(material(name)).iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(missing("KQvK"), [""; 0]);
    assert_eq!(missing("KvKP"), ["KBvK", "KNvK", "KPvK"]);
    assert_eq!(missing("KQvKR"), ["KQvKR"]);
    let nowhere = Tables::builder().paths("/no/such/folder").open();
    assert!(matches!(nowhere, Err(Error::Io { path, .. }) if path == Path::new("/no/such/folder")));
}

#[test]
fn without_the_fifty_move_rule_only_the_result_ranks_moves() {
    let at_hand = TestTables::open();
    let tables = Tables::open(&[&at_hand.folder]).unwrap();
    let board = board::fen::parse("8/8/8/3k4/R7/8/8/4K3 w - - 90 46").unwrap();
    let mut moves = RootMoves::default();
    let mut ranks = |rule| {
        tables.rank_root(&board, rule, &mut moves).unwrap();
        let mut ranks: Vec<i16> = moves.iter().map(|found| found.rank).collect();
        ranks.sort_unstable();
        ranks.dedup();
        ranks
    };
    assert!(ranks(Rule50::Counts).iter().all(|rank| (0..1000).contains(rank)), "the counter runs out");
    assert_eq!(ranks(Rule50::Ignored), [0, 1000]);
}

//! Checks files by the rules of chess: correct files pass, a wrong value is found.

use std::sync::atomic::{AtomicUsize, Ordering};

use board::{Color, Material};
use tbgen::syzygy::write::{self, DTZ_FREE, DtmSource, ValueSource};
use tbgen::syzygy::{Kind, Tables as SyzygyTables};
use tbgen::{
    DtzTables, FileVerdict, Metrics, SolutionCheck, ValueCheck, Verdict, build_files, build_order, dtz_source,
};

fn verdicts(folder: &std::path::Path) -> Vec<Verdict> {
    verdicts_on(&SyzygyTables::open(&[folder]).unwrap(), &[])
}

/// The verdicts on these endings, or on all. Also asserts that progress reports the announced
/// number of parts.
fn verdicts_on(files: &SyzygyTables, endings: &[Material]) -> Vec<Verdict> {
    let mut check = ValueCheck::new(files, endings);
    let endings = check.endings().to_vec();
    let verify = |ending| {
        let (told, promised) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let verdict = check.verify(ending, &|_, all| {
            told.fetch_add(1, Ordering::Relaxed);
            promised.store(all, Ordering::Relaxed);
        });
        let [told, promised] = [told, promised].map(AtomicUsize::into_inner);
        assert!(verdict.not_compared.is_some() || told == promised && told > 0, "{told} of {promised}");
        verdict
    };
    endings.into_iter().map(verify).collect()
}

/// The verdicts on the files of these endings, or of all, against freshly solved endings.
fn solution_verdicts(folder: &std::path::Path, endings: &[Material]) -> Vec<FileVerdict> {
    let files = SyzygyTables::open(&[folder]).unwrap();
    let mut check = SolutionCheck::new(&files, endings, folder);
    let mut verdicts = Vec::new();
    while !check.endings().is_empty() {
        verdicts.extend(check.check_next().unwrap());
    }
    assert!(check.check_next().unwrap().is_empty());
    verdicts
}

#[test]
fn every_value_of_three_man_files_follows_from_the_moves() {
    let folder = tempfile::tempdir().unwrap();
    let order = build_order(&Material::with_men(3), false).unwrap();
    build_files(&order, folder.path(), Kind::ALL, |_, _| {}).unwrap();
    let verdicts = verdicts(folder.path());
    assert_eq!(verdicts.len(), 10);
    for verdict in &verdicts {
        assert!(verdict.is_right() && verdict.not_compared.is_none(), "{verdict:?}");
    }
    let positions = |metric| verdicts.iter().filter(|v| v.metric == metric).map(|v| v.positions).sum::<u64>();
    assert_eq!([Metrics::Dtm, Metrics::WdlDtz].map(positions), [417_787; 2]);

    let found = solution_verdicts(folder.path(), &[]);
    let files: Vec<(String, Kind)> = found.iter().map(|v| (v.material.to_string(), v.kind)).collect();
    assert_eq!(files.len(), 15);
    assert!(files.contains(&("KPvK".to_owned(), Kind::Dtz)), "{files:?}");
    for verdict in &found {
        assert!(verdict.is_right() && verdict.example.is_none(), "{verdict:?}");
        assert!(verdict.found.as_ref().is_ok_and(|found| found.exact + found.free > 10_000), "{verdict:?}");
    }

    let files = SyzygyTables::open(&[folder.path()]).unwrap();
    let endings = ["KvKQ", "KRvKR"].map(|name| name.parse().unwrap());
    let tell = |v: Verdict| (v.material.to_string(), v.metric, v.not_compared.is_none());
    let mut named: Vec<_> = verdicts_on(&files, &endings).into_iter().map(tell).collect();
    named.sort();
    let expected =
        [("KQvK", Metrics::Dtm, true), ("KQvK", Metrics::WdlDtz, true), ("KRvKR", Metrics::WdlDtz, false)];
    assert_eq!(named, expected.map(|(name, metric, compared)| (name.to_owned(), metric, compared)));
}

#[test]
#[ignore = "minutes: every position of the files of 4 men"]
fn every_value_of_four_man_files_follows_from_the_moves() {
    let folder = tempfile::tempdir().unwrap();
    let order = build_order(&Material::with_men(4), true).unwrap();
    build_files(&order, folder.path(), Kind::ALL, |_, _| {}).unwrap();
    let verdicts = verdicts(folder.path());
    assert_eq!(verdicts.len(), 70);
    for verdict in &verdicts {
        assert!(verdict.is_right() && verdict.not_compared.is_none(), "{verdict:?}");
    }
}

#[test]
fn what_is_needed_and_not_there_is_named() {
    let folder = tempfile::tempdir().unwrap();
    build_files(&["KPvK".parse().unwrap()], folder.path(), Kind::ALL, |_, _| {}).unwrap();
    let verdicts = verdicts(folder.path());
    assert!(
        verdicts.iter().all(|v| v.not_compared.as_ref().is_some_and(|why| why.to_string().contains("put K")))
    );
}

/// A solved ending with one wrong value in each metric.
struct Lying<S>(S);

/// White's king on c3 and rook on h7, Black's king on a1, or a mirror image, recognized by the
/// squared distances between the pieces.
fn is_lied_about(squares: &[&[u8]], i: usize) -> bool {
    let square = |man: usize| (i32::from(squares[man][i] & 7), i32::from(squares[man][i] >> 3));
    let apart = |a: usize, b: usize| {
        let (a, b) = (square(a), square(b));
        (a.0 - b.0).pow(2) + (a.1 - b.1).pow(2)
    };
    (apart(0, 1), apart(0, 2), apart(1, 2)) == (41, 8, 85)
}

impl<S: ValueSource> ValueSource for Lying<S> {
    fn material(&self) -> Material {
        self.0.material()
    }

    fn wdl_codes(&self, side: Color, squares: &[&[u8]], codes: &mut [u8]) {
        self.0.wdl_codes(side, squares, codes);
    }

    fn dtz_codes(&self, side: Color, squares: &[&[u8]], codes: &mut [i16]) {
        self.0.dtz_codes(side, squares, codes);
        for (i, code) in codes.iter_mut().enumerate() {
            if *code == DTZ_FREE || !is_lied_about(squares, i) {
                continue;
            }
            // Of the same sign, and a distance that occurs.
            *code = code.signum() * if i16::abs(*code) > 5 { 3 } else { 9 };
        }
    }
}

#[test]
fn one_wrong_distance_to_zeroing_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let krk: Material = "KRvK".parse().unwrap();
    let mut tables = DtzTables::new();
    tables.build_all(&[krk]).unwrap();
    write::write(&Lying(dtz_source(&tables, krk).unwrap()), folder.path()).unwrap();
    let verdicts = verdicts(folder.path());
    assert_eq!(verdicts.len(), 1);
    assert!(!verdicts[0].is_right(), "{verdicts:?}");

    let found = solution_verdicts(folder.path(), &[krk]);
    let [wdl, dtz] = &found[..] else { panic!("both files: {found:?}") };
    assert!(wdl.is_right() && !dtz.is_right(), "{found:?}");
    assert!(dtz.found.as_ref().is_ok_and(|found| (1..10).contains(&found.wrong)), "{dtz:?}");
    let board: board::Board = board::fen::parse(dtz.example.as_ref().unwrap()).unwrap();
    let men = [
        board.king(Color::White),
        board.pieces(board::Piece::Rook).next_square().unwrap(),
        board.king(Color::Black),
    ];
    let squares = men.map(|square| vec![square as u8]);
    assert!(is_lied_about(&squares.each_ref().map(Vec::as_slice), 0), "{board}");
}

#[test]
fn files_that_cannot_be_compared_with_a_solution_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let krk: Material = "KRvK".parse().unwrap();
    build_files(&[krk], folder.path(), [Kind::Dtz], |_, _| {}).unwrap();
    let endings = ["KRvK", "KQvK"].map(|name| name.parse().unwrap());
    let found = solution_verdicts(folder.path(), &endings);
    let tell = |v: &FileVerdict| (v.kind.file_name(v.material), v.is_right());
    let told: Vec<_> = found.iter().map(tell).collect();
    assert_eq!(told, [("KQvK.rtbw".to_owned(), false), ("KRvK.rtbz".to_owned(), true)]);
    let missing = found[0].found.as_ref().unwrap_err().to_string();
    assert!(missing.contains("KQvK"), "{missing}");
    let files = SyzygyTables::open(&[folder.path()]).unwrap();
    let mut six = SolutionCheck::new(&files, &["KNNNNvK".parse().unwrap()], folder.path());
    assert!(six.check_next().is_err(), "six men are not solved here");
}

/// KRvK as a source for DTM, with all positions but one drawn.
struct DrawnButOne;

impl DtmSource for DrawnButOne {
    fn material(&self) -> Material {
        "KRvK".parse().unwrap()
    }

    fn dtm_codes(&self, _: Color, squares: &[&[u8]], codes: &mut [u16]) {
        for (i, code) in codes.iter_mut().enumerate() {
            *code =
                if is_lied_about(squares, i) { tbgen::syzygy::vdtm::to_code(board::Dtm::Win(5)) } else { 0 };
        }
    }
}

#[test]
fn wrong_distances_to_mate_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = write::encode_dtm(&DrawnButOne).unwrap();
    std::fs::write(folder.path().join("KRvK.vdtm"), bytes).unwrap();
    let verdicts = verdicts(folder.path());
    assert_eq!((verdicts.len(), verdicts[0].is_right()), (1, false), "{verdicts:?}");
    assert!(verdicts[0].differences[0].contains("the table says"), "{verdicts:?}");
    let found = solution_verdicts(folder.path(), &[]);
    assert_eq!((found.len(), found[0].is_right()), (1, false), "{found:?}");
    assert!(found[0].found.as_ref().is_ok_and(|found| found.wrong > 10_000), "{found:?}");
}

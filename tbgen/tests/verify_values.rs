//! The check of files against the rules of chess: right files pass, a lie is found.

use std::sync::atomic::{AtomicUsize, Ordering};

use board::{Color, Material};
use tbgen::syzygy::write::{self, DTZ_FREE, DtmSource, ValueSource};
use tbgen::syzygy::{Kind, SyzygyTables};
use tbgen::{DtzTables, Metrics, ValueCheck, Verdict, build_files, build_order, dtz_source};

fn verdicts(folder: &std::path::Path) -> Vec<Verdict> {
    verdicts_on(&SyzygyTables::open(&[folder]).unwrap(), &[])
}

/// What is found about these endings, or about all. That the parts told of are as many as were promised is asserted on the way.
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

/// A solved ending with one lie in each metric.
struct Lying<S>(S);

/// White's king on c3, his rook on h7, Black's king on a1, or a mirror image: told by the squared distances between the men.
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
            // Still of the same sign, and a distance that occurs.
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
}

/// The squares of KRvK as a source for DTM, all of them drawn but one.
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
}

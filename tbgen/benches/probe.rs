//! Probing speed: random positions looked up in files of results and of distances to zeroing, beside pyrrhic-rs on the same files.
//!
//! Files of KRPvK and of what it leads to are made for it; where `VANCURA_REFERENCE` names a folder with them, also five men.

use std::hint::black_box;
use std::path::Path;

use board::random::Random;
use board::{Board, Material, Placement};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use pyrrhic::Pyrrhic;
use tbgen::syzygy::{Kind, SyzygyTables};
use tbgen::{build_files, build_order};

const POSITIONS: usize = 10_000;

/// Legal positions of an ending by lot.
fn positions(ending: &str) -> Vec<Board> {
    let ending: Material = ending.parse().expect("an ending");
    let mut random = Random::stream(1, 0);
    let drawn = std::iter::repeat_with(|| Placement::random(&mut random, ending));
    drawn.filter_map(|placement| placement.to_board().ok()).take(POSITIONS).collect()
}

fn probe(c: &mut Criterion, name: &str, folder: &Path) {
    let boards = positions(name);
    let trusted = SyzygyTables::open_trusting(&[folder]).expect("the folder is there");
    let compared = SyzygyTables::open(&[folder]).expect("the folder is there");
    let peer = Pyrrhic::open(folder).ok();
    let mut group = c.benchmark_group(name);
    group.throughput(Throughput::Elements(POSITIONS as u64));
    for (how, tables) in [("trusted", &trusted), ("compared", &compared)] {
        group.bench_function(format!("results, {how}"), |b| {
            b.iter(|| {
                boards.iter().map(|board| tables.probe_wdl(board).expect("a table") as u64).sum::<u64>()
            });
        });
        group.bench_function(format!("distances, {how}"), |b| {
            b.iter(|| {
                boards
                    .iter()
                    .map(|board| i64::from(tables.probe_dtz(board).expect("a table").dtz().0))
                    .sum::<i64>()
            });
        });
    }
    if let Some(peer) = peer {
        group.bench_function("results, pyrrhic-rs", |b| {
            b.iter(|| boards.iter().filter_map(|board| black_box(peer.wdl(board))).count());
        });
        group.bench_function("distances, pyrrhic-rs", |b| {
            b.iter(|| boards.iter().filter_map(|board| black_box(peer.dtz(board))).count());
        });
    }
    group.finish();
}

fn four_men(c: &mut Criterion) {
    let folder = tempfile::tempdir().expect("a folder");
    let order = build_order(&["KRPvK".parse().expect("an ending")], true).expect("can be built");
    build_files(&order, folder.path(), [Kind::Wdl, Kind::Dtz], |_, _| {}).expect("files are written");
    probe(c, "KRPvK", folder.path());
}

fn five_men(c: &mut Criterion) {
    if let Some(folder) = reference::path("syzygy") {
        probe(c, "KRPvKR", &folder);
    }
}

criterion_group!(benches, four_men, five_men);
criterion_main!(benches);

//! Positions per second of a whole audit: probing every position separately, with pyrrhic-rs and
//! with our reader, compared with iterating over unpacked tables.
//!
//! `cargo bench -p vancura-verify`. Needs the Syzygy files of KBvKP and what it leads to, in
//! `syzygy` of the folder that `VANCURA_REFERENCE` names; without them it reports that and measures
//! what needs no files.

extern crate vancura_verify as verify;

use std::hint::black_box;
use std::path::PathBuf;

use board::{Material, Placement};
use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use pyrrhic::Pyrrhic;
use recognizers::Recognizer;
use tbgen::syzygy::Tables as SyzygyTables;
use tbgen::{SyzygyResults, TableFolders};
use verify::{Audit, Domain, Examples, OracleKind, Shard, Truth, Universe, audit};

/// One in this many chunks of the enumeration is probed.
const PROBED_PART: usize = 64;

fn kbkp() -> &'static Recognizer {
    recognizers::find("KBvKP".parse().expect("an ending")).expect("it is recognized").0
}

fn folder() -> Option<PathBuf> {
    reference::path("syzygy")
}

fn some_positions(material: Material) -> Vec<Placement> {
    let domain = Domain::new(material, Universe::All).expect("four pieces");
    let mut positions = Vec::new();
    for chunk in (0..domain.chunks()).step_by(PROBED_PART) {
        domain.visit(chunk, |placement| positions.push(*placement));
    }
    positions
}

fn probing(c: &mut Criterion) {
    let material = kbkp().material();
    let Some(folder) = folder() else { return };
    let positions = some_positions(material);
    let mut group = c.benchmark_group("KBvKP, one position after the other");
    group.sample_size(10).throughput(Throughput::Elements(positions.len() as u64));
    let pyrrhic = Pyrrhic::open(&folder).expect("sound files");
    group.bench_function("pyrrhic-rs", |b| {
        b.iter(|| positions.iter().filter(|p| black_box(pyrrhic.wdl(*p)).is_some()).count());
    });
    let ours = SyzygyTables::open(&[folder]).expect("a folder");
    group.bench_function("our reader", |b| {
        let probe = |p: &&Placement| p.to_board().is_ok_and(|board| black_box(ours.wdl(&board)).is_ok());
        b.iter(|| positions.iter().filter(probe).count());
    });
    group.finish();
}

fn walking(c: &mut Criterion) {
    let material = kbkp().material();
    let mut group = c.benchmark_group("KBvKP, all 9,427,184 positions");
    group.sample_size(10).throughput(Throughput::Elements(9_427_184));
    if let Some(folder) = folder() {
        group.bench_function("unpack the files", |b| {
            let open = || SyzygyTables::open(&[&folder]).expect("a folder");
            b.iter_batched(open, |files| SyzygyResults::read(&files, material), BatchSize::PerIteration);
        });
    }
    let truth = Truth::open(OracleKind::Tbgen, material, &TableFolders::default()).expect("four pieces");
    let one_thread = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    for (name, named_only) in [("audit, named rules", true), ("audit, both layers", false)] {
        group.bench_function(name, |b| {
            let audited = Audit {
                recognizer: kbkp(),
                truth: &truth,
                universe: Universe::All,
                shard: Shard::WHOLE,
                named_only,
                each_rule: false,
                examples: Examples::default(),
                build: "bench",
                progress: &|_, _| {},
            };
            b.iter(|| one_thread.install(|| audit(&audited)));
        });
    }
    group.finish();
}

criterion_group!(benches, probing, walking);
criterion_main!(benches);

//! Solving speed: the 3-man tables as built by the engine at startup, single tables, and 4-man
//! tables.
//!
//! `cargo bench -p vancura-tbgen` prints the times.

extern crate vancura_tbgen as tbgen;

use board::Material;
use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use tbgen::DtmTables;

fn startup(c: &mut Criterion) {
    c.bench_function("startup: all 3-man WDL + DTM, one thread", |b| {
        b.iter(|| black_box(DtmTables::startup()));
    });
    for material in Material::with_men(3) {
        let needed = DtmTables::startup();
        c.bench_function(&format!("solve {material} again"), |b| {
            b.iter(|| black_box(needed.solved_again(material)));
        });
    }
}

fn four_men(c: &mut Criterion) {
    let mut group = c.benchmark_group("4 men");
    group.sample_size(10);
    group.bench_function("all 30 tables WDL + DTM, all threads", |b| {
        b.iter(|| {
            let mut tables = DtmTables::startup();
            tables.build_all(&Material::with_men(4)).expect("4 men can be solved");
            black_box(tables)
        });
    });
    group.finish();
}

criterion_group!(benches, startup, four_men);
criterion_main!(benches);

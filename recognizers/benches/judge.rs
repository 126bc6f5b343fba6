//! Nanoseconds per call of the recognizers: each is asked about a fixed sample of its whole ending, legal positions of either side to
//! move drawn evenly, so that the time for one element is the average cost over the ending.
//!
//! `cargo bench -p recognizers`. Quoted figures name the machine they come from.

use std::hint::black_box;

use board::{Color, Man, Placement, Square};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use recognizers::{RECOGNIZERS, Recognizer, View, judge};

const SAMPLE: usize = 1 << 14;

/// A Weyl sequence, scrambled: the same sample for every build.
struct Draws(u64);

impl Draws {
    fn next_square(&mut self) -> Square {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        Square::index((mixed >> 58) as usize)
    }
}

fn sample(recognizer: &dyn Recognizer) -> Vec<Placement> {
    let material = recognizer.material();
    let men: Vec<_> = Color::ALL
        .into_iter()
        .flat_map(|color| material.pieces(color).map(move |piece| (color, piece)))
        .chain(Color::ALL.map(|color| (color, board::Piece::King)))
        .collect();
    let mut draws = Draws(1);
    let mut placements = Vec::with_capacity(SAMPLE);
    while placements.len() < SAMPLE {
        let men: Vec<_> =
            men.iter().map(|&(color, piece)| Man { color, piece, square: draws.next_square() }).collect();
        let side = if (draws.next_square() as u8) < 32 { Color::White } else { Color::Black };
        let placement = Placement::new(side, &men).expect("one king a side, few men");
        if placement.is_legal() {
            placements.push(placement);
        }
    }
    placements
}

fn judging(c: &mut Criterion) {
    for recognizer in RECOGNIZERS {
        let placements = sample(recognizer);
        let views: Vec<_> = placements.iter().map(|p| View::of_placement(p, Color::White)).collect();
        let boards: Vec<_> = placements.iter().map(|p| p.to_board().expect("legal")).collect();
        let mut group = c.benchmark_group(recognizer.material().canonical().0.to_string());
        group.throughput(Throughput::Elements(SAMPLE as u64));
        group.bench_function("named rules", |b| {
            b.iter(|| views.iter().filter(|view| recognizer.judge_named(black_box(view)).is_some()).count());
        });
        group.bench_function("a board, both layers", |b| {
            b.iter(|| boards.iter().filter(|board| judge(black_box(board)).is_some()).count());
        });
        group.finish();
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = judging
}
criterion_main!(benches);

//! Cost of a verdict, averaged over the whole ending: each layer asked alone and both in order, in nanoseconds.
//!
//! Batches of positions spread over the ending are judged many times; the fastest time of each batch counts, so that what else
//! the machine does matters little, and the average is over batches.

use std::hint::black_box;
use std::time::Instant;

use board::{Color, Man, Material, Piece, Placement, Square};
use recognizers::{Mined, RECOGNIZERS, View, mined};

const BATCHES: usize = 64;
const BATCH: usize = 4096;
const REPEATS: usize = 15;

fn main() {
    println!("{:<8} {:>14} {:>14}", "ending", "named rules", "both layers");
    for recognizer in RECOGNIZERS {
        let views = positions(recognizer.material());
        let named = nanoseconds(&views, |view| recognizer.judge_named(view).is_some());
        let both = nanoseconds(&views, |view| recognizer.judge(view).is_some());
        let material = recognizer.material().canonical().0.to_string();
        println!("{material:<8} {named:>11.1} ns {both:>11.1} ns");
    }
    println!("{:<8} {:>14}", "ending", "mined table");
    let tables: [(&str, &dyn Mined); 3] =
        [("KPvKB", &mined::KBKP), ("KBNvKN", &mined::KBNKN), ("KRPvKR", &mined::KRPKR)];
    for (name, table) in tables {
        let views = positions(name.parse().expect("written as materials are"));
        let alone = nanoseconds(&views, |view| table.outcome(view).is_some());
        println!("{name:<8} {alone:>11.1} ns");
    }
}

fn nanoseconds(views: &[View], judge: impl Fn(&View) -> bool) -> f64 {
    let fastest = |batch: &[View]| {
        let once = || {
            let start = Instant::now();
            let spoke = batch.iter().filter(|view| judge(black_box(view))).count();
            black_box(spoke);
            start.elapsed()
        };
        (0..REPEATS).map(|_| once()).min().unwrap_or_default().as_nanos() as f64
    };
    views.chunks(BATCH).map(fastest).sum::<f64>() / views.len() as f64
}

/// Legal positions of the ending from all over the board, both sides to move, always the same ones.
fn positions(material: Material) -> Vec<View> {
    let mut men = vec![(Color::White, Piece::King), (Color::Black, Piece::King)];
    for color in Color::ALL {
        men.extend(material.pieces(color).map(|piece| (color, piece)));
    }
    let mut state = 1u64;
    let mut random = || {
        // The constants of Knuth's MMIX generator.
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize
    };
    let mut views = Vec::with_capacity(BATCHES * BATCH);
    while views.len() < BATCHES * BATCH {
        let placed: Vec<Man> = men
            .iter()
            .map(|&(color, piece)| Man { color, piece, square: Square::index(random() % 64) })
            .collect();
        let side = Color::ALL[random() % 2];
        let placement = Placement::new(side, &placed).expect("one king a side");
        if placement.is_legal() {
            views.push(View::of_placement(&placement, Color::White));
        }
    }
    views
}

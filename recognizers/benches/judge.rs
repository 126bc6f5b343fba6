//! Time of a verdict in nanoseconds, averaged over the ending: named rules alone, both layers, and
//! both with the distance of every win; for random positions, as in an engine's search, and for
//! rows, as in audits.
//!
//! Batches of random positions are judged many times. The fastest time of each batch counts, which
//! reduces the influence of other programs; the result is the average over batches.
//!
//! `cargo bench -p vancura-recognizers --bench judge -- KBNvKN KPvKB` measures these endings only.

extern crate vancura_recognizers as recognizers;

use std::hint::black_box;
use std::time::Instant;

use board::{BitBoard, Color, Man, Material, Piece, Placement, Square};
use recognizers::{RECOGNIZERS, Recognizer, Row, Side, View};

const BATCHES: usize = 64;
const BATCH: usize = 4096;
const REPEATS: usize = 15;

fn main() {
    // Ignores the options that Cargo adds.
    let names = std::env::args().skip(1).filter(|argument| !argument.starts_with('-'));
    let asked: Vec<Material> = names.map(|name| name.parse().expect("an ending like KRPvKR")).collect();
    let is_asked_for = |ending: Material| {
        asked.is_empty() || asked.iter().any(|asked| asked.canonical().0 == ending.canonical().0)
    };
    println!("{:<8} {:^44} {:^29}", "", "random positions", "rows");
    println!(
        "{:<8} {:>14} {:>14} {:>14} {:>14} {:>14}",
        "ending", "named rules", "both layers", "with distances", "named rules", "both layers"
    );
    for recognizer in RECOGNIZERS {
        if !is_asked_for(recognizer.material()) {
            continue;
        }
        let ending = Ending::new(recognizer.material());
        let views = ending.views();
        let rows = ending.rows();
        let named = nanoseconds(&views, |_| 1, |view| u32::from(recognizer.judge_named(view).is_some()));
        let both = nanoseconds(&views, |_| 1, |view| u32::from(recognizer.judge(view).is_some()));
        let far = |view: &View| recognizer.judge(view).and_then(|verdict| verdict.distance());
        let far = nanoseconds(&views, |_| 1, |view| far(view).map_or(0, |distance| u32::from(distance.mean)));
        let named_row = nanoseconds(&rows, many, |row| judge_row(recognizer, row, false));
        let both_row = nanoseconds(&rows, many, |row| judge_row(recognizer, row, true));
        let name = recognizer.material().canonical().0.to_string();
        println!(
            "{name:<8} {named:>11.1} ns {both:>11.1} ns {far:>11.1} ns {named_row:>11.1} ns {both_row:>11.1} ns"
        );
    }
    println!("\n{:<8} {:>14}", "ending", "mined table");
    for recognizer in RECOGNIZERS.into_iter().filter(|recognizer| recognizer.tree().is_some()) {
        let material = recognizer.material();
        if !is_asked_for(material) {
            continue;
        }
        let views = Ending::new(material).views();
        let alone = nanoseconds(&views, |_| 1, |view| u32::from(recognizer.judge_mined(view).is_some()));
        println!("{:<8} {alone:>11.1} ns", material.canonical().0.to_string());
    }
}

/// The number of positions of a row.
fn many(row: &Row) -> u32 {
    row.squares().len()
}

/// Judges a row as audits do; returns the number of positions with a verdict.
fn judge_row(recognizer: &'static Recognizer, row: &Row, both: bool) -> u32 {
    let mut silent = row.squares();
    recognizer.judge_row(row, &mut |_, squares| silent -= squares);
    if both && !silent.is_empty() {
        recognizer.judge_mined_row(&row.with_squares(silent), &mut |_, squares| silent -= squares);
    }
    many(row) - silent.len()
}

/// Nanoseconds per position; `size` is the number of positions of a case.
fn nanoseconds<T>(cases: &[T], size: impl Fn(&T) -> u32, judge: impl Fn(&T) -> u32) -> f64 {
    let fastest = |batch: &[T]| {
        let once = || {
            let start = Instant::now();
            let spoke: u32 = batch.iter().map(|case| judge(black_box(case))).sum();
            black_box(spoke);
            start.elapsed()
        };
        (0..REPEATS).map(|_| once()).min().unwrap_or_default().as_nanos() as f64
    };
    let positions: u32 = cases.iter().map(size).sum();
    cases.chunks(BATCH).map(fastest).sum::<f64>() / f64::from(positions)
}

/// The pieces of an ending, with White as the strong side; generates random positions from fixed
/// seeds.
struct Ending {
    men: Vec<(Color, Piece)>,
}

/// A linear congruential generator with the constants of Knuth's MMIX.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

impl Ending {
    fn new(material: Material) -> Self {
        let mut men = vec![(Color::White, Piece::King), (Color::Black, Piece::King)];
        for color in Color::ALL {
            men.extend(material.pieces(color).map(|piece| (color, piece)));
        }
        // The piece of a row must not be a pawn.
        let last = men.iter().rposition(|man| man.1 != Piece::Pawn).expect("there are kings");
        let row_man = men.remove(last);
        men.push(row_man);
        Self { men }
    }

    fn random_men(&self, random: &mut Random) -> Vec<Man> {
        let man =
            |&(color, piece): &(Color, Piece)| Man { color, piece, square: Square::index(random.below(64)) };
        self.men.iter().map(man).collect()
    }

    /// Random legal positions, with either side to move.
    fn views(&self) -> Vec<View> {
        let mut random = Random(1);
        let mut views = Vec::with_capacity(BATCHES * BATCH);
        while views.len() < BATCHES * BATCH {
            let men = self.random_men(&mut random);
            let placement =
                Placement::new(Color::ALL[random.below(2)], &men).expect("each side has one king");
            if placement.is_legal() {
                views.push(View::of_placement(&placement, Color::White));
            }
        }
        views
    }

    /// Random rows.
    fn rows(&self) -> Vec<Row> {
        let mut random = Random(2);
        let mut rows = Vec::with_capacity(BATCH);
        while rows.len() < BATCH {
            let men = self.random_men(&mut random);
            let (row_man, others) = men.split_last().expect("there are kings");
            let side = Color::ALL[random.below(2)];
            let is_legal = |&square: &Square| {
                let men = [others, &[Man { square, ..*row_man }]].concat();
                Placement::new(side, &men).is_ok_and(|placement| placement.is_legal())
            };
            let squares: BitBoard = Square::ALL.into_iter().filter(is_legal).collect();
            if !squares.is_empty() {
                let (mut pieces, mut colors) = ([BitBoard::EMPTY; Piece::NUM], [BitBoard::EMPTY; Color::NUM]);
                for man in others {
                    pieces[man.piece as usize] |= man.square.bitboard();
                    colors[man.color as usize] |= man.square.bitboard();
                }
                let others = View::of_sets(pieces, colors, Color::White, side);
                let side = if row_man.color == Color::White { Side::Strong } else { Side::Weak };
                rows.push(Row::new(others, side, row_man.piece, squares));
            }
        }
        rows
    }
}

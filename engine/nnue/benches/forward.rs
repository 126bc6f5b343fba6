//! Nanoseconds for an evaluation: of a position already on the stack, after a move, and after a
//! refresh.
//!
//! ```sh
//! cargo bench -p vancura-nnue --bench forward
//! ```
//!
//! `forward` is the output layer alone. Everything else contains it once: subtract it to get the
//! cost of the update of both sides. A benchmark evaluates a list of positions in turn; the time of
//! one evaluation is the reciprocal of the throughput. Samples are short, so that some are
//! undisturbed on a busy machine; the fastest is in `target/criterion`:
//!
//! ```sh
//! for f in target/criterion/[0-9]*/*/new; do
//!   jq -r --slurpfile b "$f/benchmark.json" '[[.times, .iters] | transpose[] | .[0] / .[1]]
//!     | min / $b[0].throughput.Elements
//!     | "\($b[0].full_id): \(. * 10 | round / 10) ns"' "$f/sample.json"
//! done
//! ```

extern crate vancura_nnue as nnue;

use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

use board::{Board, fen, legal_moves};
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use nnue::{Changes, Evaluator, FeatureSet, Line, Network, Parameters, Simd};

/// A middle game with many quiet moves and some captures.
const MIDDLEGAME: &str = "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10";

/// A position and one reached from it.
struct Pair {
    boards: [Board; 2],
    changes: Changes,
}

impl Line for Pair {
    fn ply(&self) -> usize {
        1
    }

    fn board(&self) -> &Board {
        &self.boards[1]
    }

    fn key(&self, ply: usize) -> u64 {
        self.boards[ply].hash()
    }

    fn changes(&self, _ply: usize) -> &Changes {
        &self.changes
    }
}

/// The root of all pairs.
struct Root(Board);

impl Line for Root {
    fn ply(&self) -> usize {
        0
    }

    fn board(&self) -> &Board {
        &self.0
    }

    fn key(&self, _ply: usize) -> u64 {
        self.0.hash()
    }

    fn changes(&self, _ply: usize) -> &Changes {
        &Changes::NONE
    }
}

/// The positions after the captures of a position, or after its quiet moves; king moves are left
/// out.
fn pairs(root: &Board, captures: bool) -> Vec<Pair> {
    let mut pairs = Vec::new();
    for mv in legal_moves(root) {
        let mut board = root.clone();
        board.play(mv);
        let is_capture = board.occupied().len() < root.occupied().len();
        if is_capture == captures && mv.from != root.king(root.side_to_move()) {
            let changes = Changes::between(root, &board);
            pairs.push(Pair { boards: [root.clone(), board], changes });
        }
    }
    assert!(pairs.len() >= 2, "with a single one there would be nothing to update");
    pairs
}

/// One iteration evaluates all lines once.
fn evaluate_all(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    evaluator: &mut Evaluator,
    lines: &[impl Line],
) {
    group.throughput(Throughput::Elements(lines.len() as u64));
    group.bench_function(name, |b| {
        b.iter(|| {
            for line in lines {
                black_box(evaluator.evaluate(black_box(line)));
            }
        });
    });
}

fn evaluations(criterion: &mut Criterion) {
    let root: Board = fen::parse(MIDDLEGAME).expect("it is a position");
    let (quiet, captures) = (pairs(&root, false), pairs(&root, true));
    let far: Vec<Root> = quiet.iter().chain(&captures).map(|pair| Root(pair.boards[1].clone())).collect();
    for hidden in [128, 256, 384] {
        let network = Arc::new(
            Network::new(&Parameters::random(FeatureSet::Mirrored, 1, hidden)).expect("it is small"),
        );
        for simd in Simd::available() {
            let mut group = criterion.benchmark_group(format!("{hidden}/{simd}"));
            group.warm_up_time(Duration::from_millis(100)).measurement_time(Duration::from_millis(300));
            let mut evaluator = Evaluator::new(Arc::clone(&network), simd);
            let root = Root(root.clone());
            evaluator.evaluate(&root);
            evaluate_all(&mut group, "forward", &mut evaluator, std::slice::from_ref(&root));
            evaluate_all(&mut group, "quiet move", &mut evaluator, &quiet);
            evaluate_all(&mut group, "capture", &mut evaluator, &captures);
            // Each differs from the previous one by two moves, and no position of the line is on
            // the stack.
            evaluate_all(&mut group, "refresh", &mut evaluator, &far);
            group.finish();
        }
    }
}

criterion_group!(benches, evaluations);
criterion_main!(benches);

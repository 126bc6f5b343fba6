//! Mining: deterministic, pure, and what is embedded comes out of it.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use recognizers::mined::Position;
use verify::mine::{Classes, Mine, Mined, find};

fn mine(name: &str) -> Mine {
    find(name.parse().unwrap()).unwrap()
}

fn learn(mine: Mine, truth: &[u8], threads: usize) -> Mined {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let mut truth = Classes::of_bytes(truth.to_vec(), mine.ending().men()).unwrap();
    let (walk, walks) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let (walk_told, walks_told) = (Arc::clone(&walk), Arc::clone(&walks));
    truth.report_to(Box::new(move |done, all| {
        assert_eq!(done, walk_told.fetch_add(1, Ordering::Relaxed) + 1, "in order, from any thread");
        if done == all {
            walk_told.store(0, Ordering::Relaxed);
            walks_told.fetch_add(1, Ordering::Relaxed);
        }
    }));
    let mined = pool.install(|| mine.learn(&mut truth, None, true, &|_| ()).unwrap());
    // Named rules, a sample, counts, exceptions, the last word: each walk came to its end.
    assert!(walks.load(Ordering::Relaxed) >= 4 && walk.load(Ordering::Relaxed) == 0);
    mined
}

/// The solved ending, but only positions with the pawn on a7.
fn pawn_on_a7(mine: Mine) -> Vec<u8> {
    let mut truth = mine.solve().unwrap().as_bytes().to_vec();
    for (key, class) in truth.iter_mut().enumerate() {
        if Position::of_key(key as u32, mine.ending().men()).square(0) != board::Square::A7 {
            *class = 0;
        }
    }
    truth
}

#[test]
fn one_thread_and_several_learn_the_same_bytes_and_announce_everything_between_the_layers() {
    let mine = mine("KBvKP");
    let truth = pawn_on_a7(mine);
    let [one, three] = [1, 3].map(|threads| learn(mine, &truth, threads));
    assert_eq!(one.bytes, three.bytes);
    for row in [one.figures.draws, one.figures.strong_wins, one.figures.weak_wins] {
        assert_eq!(row.either, row.positions);
    }
    let counted = |class| truth.iter().map(|&c| u64::from(c == class)).sum::<u64>();
    assert_eq!(one.figures.draws.positions, counted(2));
    assert_eq!(one.figures.strong_wins.positions, counted(3));
    assert!(one.figures.curve.is_sorted_by(|a, b| a.draws <= b.draws && a.leaves <= b.leaves));
    assert_eq!(one.sizes, three.sizes);
    assert!(one.sizes.is_sorted_by(|a, b| a.bytes <= b.bytes && a.draws + a.wins <= b.draws + b.wins));
    let (smallest, largest) = (one.sizes[0], one.sizes[one.sizes.len() - 1]);
    assert!(0 < smallest.draws && smallest.bytes <= 1 << 10);
    assert_eq!((largest.draws, largest.wins), (counted(2), counted(1) + counted(3)));
}

#[test]
fn a_truth_file_of_another_ending_is_refused() {
    let truth = Classes::of_bytes(vec![2; 1000], mine("KBvKP").ending().men());
    assert!(truth.err().unwrap().to_string().contains("delete it"));
}

#[test]
fn endings_without_features_are_not_mined() {
    let refused = find("KQvK".parse().unwrap()).err().unwrap().to_string();
    assert!(refused.starts_with("KQvK cannot be mined: KBvKP, "), "{refused}");
    for name in ["KRPvKR", "KRvKRP"] {
        assert_eq!(mine(name).ending().name(), "krpkr");
    }
}

#[test]
#[ignore = "mines six whole endings of four men: a minute and a half of CPU time"]
fn the_embedded_tables_are_what_mining_makes() {
    for name in ["KBvKP", "KRvKB", "KRvKN", "KQvKR", "KBPvK", "KNPvK"] {
        let mine = mine(name);
        let mined = learn(mine, mine.solve().unwrap().as_bytes(), 2);
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/recognizers");
        let path = format!("{folder}/{}.mined", mine.ending().name());
        assert!(mined.bytes == std::fs::read(&path).unwrap(), "{path} is out of date");
    }
}

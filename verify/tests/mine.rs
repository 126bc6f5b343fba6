//! Mining is deterministic and pure, and reproduces the embedded tables.

use crate::wanted::is_wanted;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use recognizers::RECOGNIZERS;
use recognizers::mined::Position;
use verify::mine::{Classes, Figures, Mine, Mined, Wanted, find};

fn mine(name: &str) -> Mine {
    find(name.parse().unwrap()).unwrap()
}

const WITH_CURVE: Wanted = Wanted { budget: None, draw_worth: None, has_curve: true };

fn learn(mine: Mine, truth: &[u8], wanted: &Wanted, threads: usize) -> Mined {
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
    let mined = pool.install(|| mine.learn(&mut truth, wanted, &|_| ()).unwrap());
    // Named rules, a sample, counts, exceptions, the proof: each walk was completed.
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
    let [one, three] = [1, 3].map(|threads| learn(mine, &truth, &WITH_CURVE, threads));
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
fn what_draws_are_worth_is_paid_for_by_wins() {
    let mine = mine("KBvKP");
    let truth = pawn_on_a7(mine);
    let [little, much] = [0.25, 4.0].map(|worth| {
        let wanted = Wanted { budget: Some(1 << 10), draw_worth: Some(worth), has_curve: false };
        learn(mine, &truth, &wanted, 2).figures
    });
    assert_eq!(much.command, "verify mine kbkp --kib 1 --draw-worth 4");
    let wins = |figures: &Figures| figures.weak_wins.mined + figures.strong_wins.mined;
    assert!(little.draws.mined < much.draws.mined, "{} {}", little.to_text(), much.to_text());
    assert!(wins(&little) > wins(&much), "{} {}", little.to_text(), much.to_text());
}

#[test]
fn a_truth_file_of_another_ending_is_refused() {
    let truth = Classes::of_bytes(vec![2; 1000], mine("KBvKP").ending().men());
    assert!(truth.err().unwrap().to_string().contains("delete it"));
}

#[test]
fn endings_without_features_are_not_mined() {
    let refused = find("KQvK".parse().unwrap()).err().unwrap().to_string();
    assert!(
        refused.starts_with("KQvK cannot be mined: only KBvKP, ")
            && refused.ends_with(" and the endings of 5 pieces can"),
        "{refused}"
    );
    for name in ["KRPvKR", "KRvKRP"] {
        assert_eq!(mine(name).ending().name(), "krpkr");
    }
}

/// Checks that mining reproduces the embedded tables and their figures for endings with this number
/// of pieces. `VANCURA_ENDINGS` restricts it to some of them.
fn check_what_is_embedded(men: usize) {
    let of_men =
        RECOGNIZERS.iter().map(|recognizer| recognizer.material()).filter(|material| material.men() == men);
    let mines: Vec<Mine> =
        of_men.filter_map(|material| find(material).ok()).filter(|mine| is_wanted(mine.material())).collect();
    assert!(!mines.is_empty(), "no such ending");
    let mut stale = Vec::new();
    for mine in mines {
        let wanted = Wanted { has_curve: false, ..WITH_CURVE };
        let mined = learn(mine, mine.solve().unwrap().as_bytes(), &wanted, 2);
        let path = format!("{}/../data/recognizers/{}", env!("CARGO_MANIFEST_DIR"), mine.ending().name());
        let figures = serde_json::to_string_pretty(&mined.figures).unwrap() + "\n";
        if mined.bytes != std::fs::read(format!("{path}.mined")).unwrap() {
            stale.push(format!("{path}.mined"));
        }
        if figures != std::fs::read_to_string(format!("{path}.json")).unwrap() {
            stale.push(format!("{path}.json"));
        }
    }
    assert!(stale.is_empty(), "named rules or features have changed since these were mined: {stale:?}");
}

#[test]
#[ignore = "mines all endings of four pieces: a minute of CPU time"]
fn tables_of_four_men_are_what_mining_makes() {
    check_what_is_embedded(4);
}

#[test]
#[ignore = "mines all endings of five pieces: an hour of CPU time, 5 GB"]
fn tables_of_five_men_are_what_mining_makes() {
    check_what_is_embedded(5);
}

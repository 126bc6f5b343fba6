//! Solved endings against published histograms: how many positions of an ending are won and lost in how many plies.

use std::collections::BTreeMap;

use board::{Color, Material};

use super::counts::weighted;
use super::estimate::MANY_VALUES;
use crate::endings::successors;
use crate::index::layout::Layout;
use crate::solve::solve_part;
use crate::tables::planes::WdlPlanes;
use crate::tables::wdl::WdlTables;
use crate::value::dtz::DtzCode;
use crate::value::metric::Metric as _;

/// Positions of one side to move, mirror images once, each order of like men by itself.
#[derive(Debug, Default, PartialEq, Eq)]
struct Published {
    /// By plies.
    won: BTreeMap<usize, u64>,
    lost: BTreeMap<usize, u64>,
    draws: u64,
}

/// The file of published histograms, where it is at hand.
fn published() -> Option<String> {
    let path = reference::path("testsets/six/regular-stats.txt")?;
    Some(std::fs::read_to_string(path).expect("the published histograms"))
}

/// What the file says of an ending, White to move first.
fn read(text: &str, name: &str) -> [Published; 2] {
    let start = text.find(&format!("# {name} #")).unwrap_or_else(|| panic!("{name} is not in the list"));
    let own = text[start..].lines().skip(1).take_while(|line| !line.starts_with('#'));
    let mut sides = [Published::default(), Published::default()];
    let mut side = &mut sides[0];
    for line in own {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["Black", "to", "move:"] => side = &mut sides[1],
            [count, "positions", "win", "in", plies, "ply."] => {
                side.won.insert(plies.parse().unwrap(), count.parse().unwrap());
            }
            [count, "positions", "lose", "in", plies, "ply."] => {
                side.lost.insert(plies.parse().unwrap(), count.parse().unwrap());
            }
            [count, "positions", "are", "draws."] => side.draws = count.parse().unwrap(),
            _ => {}
        }
    }
    sides
}

/// The same of solved values.
fn count(layout: &Layout, values: &[u16]) -> Published {
    let mut counted = Published::default();
    weighted(layout, &layout.whole(), values, |found, weights| {
        for (value, &count) in (0..=u16::MAX).zip(found).filter(|(_, count)| **count > 0) {
            let plain = DtzCode::unmarked(value);
            let plies = usize::from(plain & 0x7ff);
            let sum = match plain {
                DtzCode::ILLEGAL => continue,
                DtzCode::DRAW => &mut counted.draws,
                won if DtzCode::won(plies) == won => counted.won.entry(plies).or_default(),
                _ => counted.lost.entry(plies).or_default(),
            };
            *sum += weights[0] * count;
        }
    });
    // Weights are twice those of the histograms.
    let halves = [&mut counted.won, &mut counted.lost].into_iter().flat_map(BTreeMap::values_mut);
    halves.chain([&mut counted.draws]).for_each(|count| *count /= 2);
    counted
}

fn compare(text: &str, layout: &Layout) {
    let material = layout.material;
    let mut smaller = WdlTables::new();
    smaller.build_all(&successors(material)).unwrap();
    let find = |m: Material| smaller.get(m).unwrap();
    let values = solve_part::<DtzCode, WdlPlanes>(layout, &layout.whole(), &find).unwrap();
    let right = read(text, &material.to_string());
    for side in Color::ALL {
        let mine = count(layout, &values[side as usize]);
        assert!(mine == right[side as usize], "{material}, {side:?} to move: {mine:?}");
    }
}

#[test]
fn endings_of_three_and_four_men_have_as_many_wins_and_losses_as_published() {
    let Some(text) = published() else { return };
    for name in ["KQvK", "KBvK", "KNNvK", "KRvKR", "KQvKR"] {
        compare(&text, &Layout::new(name.parse().unwrap()));
    }
}

/// In either numbering: with two of three like men sorted, with a pair sorted, and with a third man of their kind behind them.
#[test]
#[ignore = "a minute: solves five men twice"]
fn five_men_with_like_men_sorted_have_as_many_wins_and_losses_as_published() {
    let Some(text) = published() else { return };
    for name in ["KNNNvK", "KNNvKN", "KBBvKN"] {
        let material = name.parse().unwrap();
        let sorted = Layout::sorted(material);
        assert!(sorted.sorted.is_some());
        compare(&text, &sorted);
        compare(&text, &Layout::new(material));
    }
}

/// `VANCURA_SIX` names other endings than the smallest one. Each takes up to 12 GB of memory.
#[test]
#[ignore = "minutes and ten gigabytes: solves an ending of 6 men"]
fn six_men_have_as_many_wins_and_losses_as_published() {
    let Some(text) = published() else { return };
    let wanted = std::env::var("VANCURA_SIX").unwrap_or_else(|_| "KNNNNvK".to_owned());
    for name in wanted.split(',') {
        compare(&text, &Layout::new(name.parse().unwrap()));
    }
}

/// What a side to move has values for: each distance, each blessed loss once more with a capture that reaches it, and besides no position, draws
/// with and without such a capture, wins and cursed wins by capture.
#[test]
fn endings_of_six_men_with_many_values_are_those_of_the_histograms() {
    let Some(text) = published() else { return };
    let codes = |side: &Published| {
        let blessed = side.lost.keys().filter(|&&plies| plies > DtzCode::LIMIT).count();
        5 + side.won.len() + side.lost.len() + blessed
    };
    let pawnless = Material::with_men(6).into_iter().filter(|material| material.pawns() == 0);
    let mut names: Vec<String> = pawnless.map(|material| material.to_string()).collect();
    names.retain(|name| read(&text, name).iter().map(codes).max() > Some(1 << 8));
    names.sort_unstable();
    assert_eq!(names, MANY_VALUES);
}

//! Compares solved endings with published histograms: the numbers of positions won and lost, by
//! plies.

use std::collections::BTreeMap;

use board::{Color, Material, Wdl};

use syzygy::write::Asked;

use super::counts::{Histogram, weighted};
use super::one_side::{LoggedPart, OneSide};
use super::source::PartialValues as _;
use crate::endings::successors;
use crate::index::layout::Layout;
use crate::index::sorted::MAX_SORTED;
use crate::solve::logged::{self, LeadsTo};
use crate::solve::solve_next_part;
use crate::tables::planes::WdlPlanes;
use crate::tables::wdl::WdlTables;
use crate::value::dtz::DtzCode;
use crate::value::metric::Metric as _;

/// Positions of one side to move, mirror images counted once, orders of identical pieces counted
/// separately.
#[derive(Debug, Default, PartialEq, Eq)]
struct Published {
    /// By plies.
    won: BTreeMap<usize, u64>,
    lost: BTreeMap<usize, u64>,
    draws: u64,
}

/// The file of published histograms, where available.
fn published() -> Option<String> {
    let path = reference::path("testsets/six/regular-stats.txt")?;
    Some(disk::read_text(&path, 1 << 24).expect("the published histograms"))
}

/// The histograms of an ending, White to move first.
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

impl Published {
    /// Adds values as counted by [`weighted`].
    fn add(&mut self, found: &Histogram, weights: [u64; 4]) {
        for (value, &count) in (0..=u16::MAX).zip(found).filter(|(_, count)| **count > 0) {
            let plain = DtzCode::unmarked(value);
            // A win by capture may lack its distance.
            let plies = match plain & 0x7ff {
                0 if DtzCode::is_win_by_capture(value) => DtzCode::ply(DtzCode::standing(value)),
                plies => plies.into(),
            };
            let sum = match (plain, DtzCode::wdl(plain)) {
                (DtzCode::ILLEGAL, _) => continue,
                (DtzCode::DRAW, _) => &mut self.draws,
                (_, Some(Wdl::Win | Wdl::CursedWin)) => self.won.entry(plies).or_default(),
                _ => self.lost.entry(plies).or_default(),
            };
            *sum += weights[0] * count;
        }
    }

    /// Halves the counts: weights are twice those of the histograms.
    fn halved(mut self) -> Self {
        let halves = [&mut self.won, &mut self.lost].into_iter().flat_map(BTreeMap::values_mut);
        halves.chain([&mut self.draws]).for_each(|count| *count /= 2);
        self
    }
}

fn compare(text: &str, layout: &Layout) {
    let material = layout.material;
    let mut smaller = WdlTables::new();
    smaller.build_all(&successors(material)).unwrap();
    let find = |m: Material| smaller.get(m).unwrap();
    let values =
        solve_next_part::<DtzCode, WdlPlanes>(layout, &layout.whole(), &find, Default::default()).unwrap();
    let right = read(text, &material.to_string());
    for side in Color::ALL {
        let mut mine = Published::default();
        weighted(layout, &layout.whole(), &values[side as usize], |found, weights| mine.add(found, weights));
        assert_eq!(mine.halved(), right[side as usize], "{material}, {side:?} to move");
    }
}

/// The same with values on disk and one lead at a time in memory.
fn compare_logged(text: &str, material: Material) {
    let mut smaller = WdlTables::new();
    smaller.build_all(&successors(material)).unwrap();
    let find = |m: Material| smaller.get(m).unwrap();
    let layout = Layout::new(material);
    let part = layout.whole();
    let leads_to = LeadsTo { find: &find, promotions: None };
    let logs = logged::solve(&layout, &part, &leads_to, &std::env::temp_dir()).unwrap();
    let logged = LoggedPart { layout: &layout, part: &part, logs: &logs };
    let right = read(text, &material.to_string());
    for side in Color::ALL {
        let mut mine = Published::default();
        let mut values = OneSide::new(logged, side, Asked::Everything, 0).unwrap();
        for part in 0..values.parts() {
            values.load(part).unwrap();
            values.count(|found, weights| mine.add(found, weights));
        }
        assert_eq!(mine.halved(), right[side as usize], "{material}, {side:?} to move");
    }
}

#[test]
fn endings_of_three_and_four_men_have_as_many_wins_and_losses_as_published() {
    let Some(text) = published() else { return };
    for name in ["KQvK", "KBvK", "KNNvK", "KRvKR", "KQvKR"] {
        compare(&text, &Layout::new(name.parse().unwrap()));
        compare_logged(&text, name.parse().unwrap());
    }
}

/// In both numberings: with two of three identical pieces sorted, with a pair sorted, and with a
/// third piece of their kind after them.
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

/// `VANCURA_SIX` names endings other than the smallest one, or `like` for the 32 with three or four
/// identical pieces. Those take up to 1.5 GB of memory, others up to 9 GB.
#[test]
#[ignore = "minutes and a gigabyte and more: solves endings of 6 men"]
fn six_men_have_as_many_wins_and_losses_as_published() {
    let Some(text) = published() else { return };
    let wanted = std::env::var("VANCURA_SIX").unwrap_or_else(|_| "KNNNNvK".to_owned());
    let endings: Vec<Material> = if wanted == "like" {
        let pawnless = Material::with_men(6).into_iter().filter(|material| material.pawns() == 0);
        let three_are_sorted = |m: &Material| Layout::new(*m).sorted.is_some_and(|s| s.count == MAX_SORTED);
        pawnless.filter(three_are_sorted).collect()
    } else {
        wanted.split(',').map(|name| name.parse().unwrap()).collect()
    };
    for material in endings {
        compare_logged(&text, material);
        println!("{material}: as many wins and losses as published");
    }
}

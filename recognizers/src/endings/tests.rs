//! The mined tables of all endings: what they are made of, and that they say what they must.

use crate::endings::kbkp::{self, Kbkp};
use crate::endings::kbnkn::{self, Kbnkn};
use crate::endings::krpkr::{self, Krpkr};
use crate::mined::{Ending, Features, FormatError, Leaf, MinedTable, Node, Position, Tree, row};

#[test]
fn embedded_tables_were_mined_with_these_features_and_keep_to_their_size() {
    const LARGEST: usize = 128 << 10;
    assert_eq!([kbkp::TABLE.tree().err(), kbnkn::TABLE.tree().err(), krpkr::TABLE.tree().err()], [None; 3]);
    assert!(
        [kbkp::TABLE.bytes(), kbnkn::TABLE.bytes(), krpkr::TABLE.bytes()]
            .into_iter()
            .all(|bytes| bytes <= LARGEST)
    );
}

#[test]
fn five_man_tables_announce_what_everybody_sees() {
    use crate::rule::Outcome::{Draw, StrongWins};
    let say = |table: &dyn crate::mined::Mined, text: &str| {
        let placement = board::Placement::from_board(&board::fen::parse(text).unwrap()).unwrap();
        let answer = table.answer(&crate::rule::View::of_placement(&placement, board::Color::White));
        answer.map(|answer| answer.outcome)
    };
    // A rook, and a knight, for the taking; all men of the defender in the middle of the board.
    assert_eq!(say(&krpkr::TABLE, "8/8/8/8/k7/4P3/4K3/r6R w - - 0 1"), Some(StrongWins));
    assert_eq!(say(&kbnkn::TABLE, "8/8/3k4/3n4/8/8/8/KBN5 b - - 0 1"), Some(Draw));
    assert_eq!(say(&kbnkn::TABLE, "k7/8/8/8/8/2n5/1K6/5B1N w - - 0 1"), Some(StrongWins));
}

#[test]
fn a_table_of_other_features_is_silent() {
    let other = Tree::encode(
        &[Node::Leaf(Leaf { outcome: Some(crate::rule::Outcome::Draw), has_exceptions: false })],
        &[],
        1,
        1,
    );
    let table: MinedTable<Kbkp> = MinedTable::new(Box::leak(other.into_boxed_slice()));
    let placement =
        board::Placement::from_board(&board::fen::parse("8/P7/4K3/8/8/8/4b3/7k b - - 0 1").unwrap());
    let view = crate::rule::View::of_placement(&placement.unwrap(), board::Color::White);
    assert_eq!(table.tree().err(), Some(FormatError::OtherFeatures));
    assert_eq!(crate::mined::Mined::answer(&table, &view), None);
}

#[test]
fn embedded_distances_belong_to_the_embedded_tables() {
    for tree in [kbkp::TABLE.tree(), kbnkn::TABLE.tree(), krpkr::TABLE.tree()].map(Result::unwrap) {
        let leaves: Vec<_> = tree.winning_leaves().collect();
        let told: Vec<_> = leaves.iter().filter_map(|&leaf| tree.distance(leaf)).collect();
        // Leaves without one are those where the named rules say it all.
        assert!(told.len() > leaves.len() / 2, "{} of {}", told.len(), leaves.len());
        assert!(told.iter().all(|d| 1 <= d.mean && d.mean <= d.greatest && d.greatest <= 100));
    }
}

#[test]
fn a_table_with_distances_of_another_one_says_the_same_without_distances() {
    static OTHER: MinedTable<Krpkr> =
        MinedTable::new(data::KRPKR.table).with_distances(data::KBNKN.distances);
    let text = "8/8/8/8/k7/4P3/4K3/r6R w - - 0 1";
    let placement = board::Placement::from_board(&board::fen::parse(text).unwrap()).unwrap();
    let view = crate::rule::View::of_placement(&placement, board::Color::White);
    let [other, own] =
        [&OTHER, &krpkr::TABLE].map(|table| crate::mined::Mined::answer(table, &view).unwrap());
    assert_eq!(other, own);
    assert!(OTHER.tree().unwrap().winning_leaves().all(|l| OTHER.tree().unwrap().distance(l).is_none()));
}

#[test]
fn positions_and_keys_are_inverse() {
    fn check<E: Ending>() {
        for key in (0..Position::keys(E::MEN)).step_by(9_973) {
            assert_eq!(Position::of_key(key, E::MEN).key(E::MEN), key);
        }
    }
    check::<Kbkp>();
    check::<Kbnkn>();
    check::<Krpkr>();
}

#[test]
fn features_asked_one_by_one_are_those_computed_together() {
    fn check<E: Ending>() {
        for key in (0..Position::keys(E::MEN)).step_by(99_991) {
            let position = Position::of_key(key, E::MEN);
            let squares: Vec<_> = (0..E::MEN.len()).map(|man| position.square(man)).collect();
            if (1..squares.len()).any(|i| squares[..i].contains(&squares[i])) {
                continue;
            }
            let all = Features::<E>::new(&position).all();
            let mut lazy = Features::<E>::new(&position);
            for feature in (0..Features::<E>::COUNT).rev() {
                assert_eq!(lazy.value(feature), all[feature], "feature {feature} of {position:?}");
            }
        }
    }
    check::<Kbkp>();
    check::<Kbnkn>();
    check::<Krpkr>();
}

#[test]
fn features_depend_on_the_men_they_say_they_depend_on() {
    fn check<E: Ending>() {
        for key in (0..Position::keys(E::MEN)).step_by(999_983) {
            // The same position with the last man on all squares.
            let row = (key & !127)..(key & !127) + 128;
            let all: Vec<_> = row
                .filter(|other| other & 1 == key & 1)
                .map(|key| Position::of_key(key, E::MEN))
                .filter(|position| {
                    let squares: Vec<_> = (0..E::MEN.len()).map(|man| position.square(man)).collect();
                    (1..squares.len()).all(|i| !squares[..i].contains(&squares[i]))
                })
                .map(|position| Features::<E>::new(&position).all())
                .collect();
            let last = 1 << (E::MEN.len() - 1);
            let mut start = 0;
            for group in E::GROUPS {
                let features = start..start + group.names.len();
                start = features.end;
                let is_same = all.windows(2).all(|two| two[0][features.clone()] == two[1][features.clone()]);
                assert!(is_same || group.men & last != 0, "{:?} {key}", group.names);
            }
        }
    }
    check::<Kbkp>();
    check::<Kbnkn>();
    check::<Krpkr>();
}

#[test]
fn positions_asked_together_get_the_answers_they_get_alone() {
    fn check<E: Ending>(table: &MinedTable<E>) {
        let tree = table.tree().unwrap();
        for start in (0..Position::keys(E::MEN)).step_by(1_999_957) {
            let keys = start..(start + 150).min(Position::keys(E::MEN));
            let positions: Vec<_> = keys
                .map(|key| Position::of_key(key, E::MEN))
                .filter(|position| {
                    let squares: Vec<_> = (0..E::MEN.len()).map(|man| position.square(man)).collect();
                    (1..squares.len()).all(|i| !squares[..i].contains(&squares[i]))
                })
                .take(row::LANES)
                .collect();
            let mut together = [None; row::LANES];
            tree.answers::<E>(&positions, |answer, set| {
                for lane in row::numbers(set) {
                    assert_eq!(together[lane].replace(answer), None);
                }
            });
            for (position, said) in positions.iter().zip(together) {
                assert_eq!(said, tree.answer::<E>(position), "{position:?}");
            }
        }
    }
    check(&kbkp::TABLE);
    check(&kbnkn::TABLE);
    check(&krpkr::TABLE);
}

#[test]
fn the_pawnless_twins_share_one_representative() {
    use board::Symmetry;
    for key in (0..Position::keys(Kbnkn::MEN)).step_by(77_773) {
        let position = Position::of_key(key, Kbnkn::MEN);
        let squares: Vec<_> = (0..5).map(|man| position.square(man)).collect();
        if (1..5).any(|i| squares[..i].contains(&squares[i])) {
            continue;
        }
        let man = |i: usize| board::Man {
            color: if Kbnkn::MEN[i].0 == crate::rule::Side::Strong {
                board::Color::White
            } else {
                board::Color::Black
            },
            piece: Kbnkn::MEN[i].1,
            square: squares[i],
        };
        let placement = board::Placement::new(board::Color::White, &[0, 1, 2, 3, 4].map(man)).unwrap();
        let of = |placement: &board::Placement| {
            Position::of_view(&crate::rule::View::of_placement(placement, board::Color::White), Kbnkn::MEN)
        };
        let representative = of(&placement);
        for symmetry in Symmetry::ALL {
            assert_eq!(of(&placement.transform(symmetry)), representative, "{placement:?}");
        }
    }
}

#[test]
fn every_feature_has_its_words_and_lies_where_the_way_to_its_leaf_says() {
    fn check<E: Ending>(table: &MinedTable<E>) {
        assert_eq!(E::PHRASES.len(), Features::<E>::COUNT);
        let tree = table.tree().unwrap();
        let mut checked = 0;
        for key in (0..Position::keys(E::MEN)).step_by(99_991) {
            let position = Position::of_key(key, E::MEN);
            if !position.is_representative(E::MEN) {
                continue;
            }
            let values = Features::<E>::new(&position).all();
            for (feature, range) in tree.ranges(tree.leaf::<E>(&position)) {
                assert!(
                    range.contains(&values[feature]),
                    "{feature}: {} is not in {range:?}",
                    values[feature]
                );
                checked += 1;
            }
        }
        assert!(checked > 100);
    }
    check(&kbkp::TABLE);
    check(&kbnkn::TABLE);
    check(&krpkr::TABLE);
}

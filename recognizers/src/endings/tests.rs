//! The mined tables of all endings: features, positions and answers.

use crate::endings::kbbkn::{self, Kbbkn};
use crate::endings::kbkp::{self, Kbkp};
use crate::endings::kbnkn::features::{self as kbnkn, Kbnkn};
use crate::endings::kbpkb::{self, Kbpkb};
use crate::endings::kbpkn::{self, Kbpkn};
use crate::endings::kbppk::{self, Kbppk};
use crate::endings::knnkp::features::{self as knnkp, Knnkp};
use crate::endings::kqpkq::{self, Kqpkq};
use crate::endings::krpkb::{self, Krpkb};
use crate::endings::krpkr::features::{self as krpkr, Krpkr};
use crate::mined::{
    Derived, Ending, FeatureSet, Features, FormatError, Leaf, Listed, Men, MinedTable, Node, Position,
    Roster, Tree, row,
};
use crate::registry::RECOGNIZERS;
use crate::rule::Side;
use board::Piece;
use data::MinedFiles;

#[test]
fn embedded_tables_were_mined_with_these_features_and_keep_to_their_size() {
    for files in data::MINED {
        // The three hardest endings have larger tables (`verify/src/mine/plan.rs`).
        let largest = if ["kbpkn", "knnkp", "kqpkq"].contains(&files.name) { 512 << 10 } else { 128 << 10 };
        assert!((1..=largest).contains(&files.table.len()), "{}", files.name);
    }
    let mineable: Vec<_> = RECOGNIZERS.iter().filter_map(|recognizer| recognizer.mineable()).collect();
    let sound = RECOGNIZERS.iter().filter(|recognizer| recognizer.tree().is_some()).count();
    assert_eq!((mineable.len(), sound), (data::MINED.len(), data::MINED.len()));
}

#[test]
fn tables_of_listed_endings_are_empty_or_were_mined_with_these_features() {
    for recognizer in crate::LISTED {
        let name = recognizer.mineable().unwrap().name();
        let files = data::LISTED.iter().find(|files| files.name == name).unwrap();
        assert_eq!(recognizer.tree().is_some(), !files.table.is_empty(), "{name}");
        assert!(files.table.len() <= 32 << 10, "{name}");
    }
    let mined = data::LISTED.iter().filter(|files| !files.table.is_empty()).count();
    assert!(mined >= 63, "{mined}");
}

#[test]
fn five_man_tables_announce_what_everybody_sees() {
    use crate::rule::Outcome::{Draw, StrongWins};
    let say = |table: &dyn crate::mined::Mined, text: &str| {
        let placement = board::Placement::from_board(&board::fen::parse(text).unwrap()).unwrap();
        let answer = table.answer(&crate::rule::View::of_placement(&placement, board::Color::White));
        answer.map(|answer| answer.outcome)
    };
    // A hanging rook; a defender with both pieces in the middle; a hanging knight.
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
    let table: MinedTable<Kbkp> =
        MinedTable::embedded(&MinedFiles { table: Box::leak(other.into_boxed_slice()), ..data::KBKP });
    let placement =
        board::Placement::from_board(&board::fen::parse("8/P7/4K3/8/8/8/4b3/7k b - - 0 1").unwrap());
    let view = crate::rule::View::of_placement(&placement.unwrap(), board::Color::White);
    assert_eq!(table.tree().err(), Some(FormatError::OtherFeatures));
    assert_eq!(crate::mined::Mined::answer(&table, &view), None);
}

#[test]
fn embedded_distances_belong_to_the_embedded_tables() {
    for tree in RECOGNIZERS.iter().filter_map(|recognizer| recognizer.tree()) {
        let leaves: Vec<_> = tree.winning_leaves().collect();
        let told: Vec<_> = leaves.iter().filter_map(|&leaf| tree.distance(leaf)).collect();
        // Leaves without a distance are those whose positions the named rules cover.
        assert!(told.len() > leaves.len() / 2, "{} of {}", told.len(), leaves.len());
        assert!(told.iter().all(|d| 1 <= d.mean && d.mean <= d.greatest && d.greatest <= 100));
    }
}

#[test]
fn a_table_with_distances_of_another_one_says_the_same_without_distances() {
    static OTHER: MinedTable<Krpkr> =
        MinedTable::embedded(&MinedFiles { distances: data::KBNKN.distances, ..data::KRPKR });
    let text = "8/8/8/8/k7/4P3/4K3/r6R w - - 0 1";
    let placement = board::Placement::from_board(&board::fen::parse(text).unwrap()).unwrap();
    let view = crate::rule::View::of_placement(&placement, board::Color::White);
    let [other, own] =
        [&OTHER, &krpkr::TABLE].map(|table| crate::mined::Mined::answer(table, &view).unwrap());
    assert_eq!(other, own);
    assert!(OTHER.tree().unwrap().winning_leaves().all(|l| OTHER.tree().unwrap().distance(l).is_none()));
}

/// Endings without rules of each form: equal pieces, pawns on either side or on both.
static LISTED: [Roster; 8] = {
    use board::Piece::{Bishop, Knight, Pawn, Queen, Rook};
    [
        Roster::new(&[Queen, Queen], &[Queen]),
        Roster::new(&[Rook, Bishop, Knight], &[]),
        Roster::new(&[Knight, Knight, Knight], &[]),
        Roster::new(&[Pawn, Pawn, Pawn], &[]),
        Roster::new(&[Pawn], &[Bishop, Bishop]),
        Roster::new(&[Queen, Pawn], &[Rook]),
        Roster::new(&[Pawn, Pawn], &[Pawn]),
        Roster::new(&[Bishop, Pawn], &[Pawn]),
    ]
};

/// Calls a generic check for endings with their own features, with derived features, and for some
/// listed ones.
macro_rules! check_endings {
    ($check:ident) => {
        $check::<Kbkp>(());
        $check::<Kbnkn>(());
        $check::<Krpkr>(());
        $check::<Derived<Krbkr>>(());
        $check::<Derived<Kbbkn>>(());
        $check::<Derived<Kbppk>>(());
        $check::<Derived<Knnkp>>(());
        $check::<Derived<Kqpkq>>(());
        $check::<Derived<Kbpkn>>(());
        $check::<Derived<Kbpkb>>(());
        $check::<Derived<Krpkb>>(());
        for roster in &LISTED {
            $check::<Listed>(roster);
        }
    };
}

#[test]
fn positions_and_keys_are_inverse() {
    fn check<E: Ending>(which: E::Which) {
        for key in (0..Position::keys(E::plan(which).men)).step_by(9_973) {
            assert_eq!(Position::of_key(key, E::plan(which).men).key(E::plan(which).men), key);
        }
    }
    check_endings!(check);
}

#[test]
fn features_asked_one_by_one_are_those_computed_together() {
    fn check<E: Ending>(which: E::Which) {
        for key in (0..Position::keys(E::plan(which).men)).step_by(99_991) {
            let position = Position::of_key(key, E::plan(which).men);
            if !position.is_possible(E::plan(which).men) {
                continue;
            }
            let all = Features::<E>::new(which, &position).all();
            let mut lazy = Features::<E>::new(which, &position);
            for feature in (0..E::plan(which).features).rev() {
                assert_eq!(lazy.value(feature), all[feature], "feature {feature} of {position:?}");
            }
        }
    }
    check_endings!(check);
}

#[test]
fn features_depend_on_the_men_they_say_they_depend_on() {
    fn check<E: Ending>(which: E::Which) {
        let bits = |man: usize| 6 * (E::plan(which).men.len() - 1 - man) as u32 + 1;
        for key in (0..Position::keys(E::plan(which).men)).step_by(3_999_971) {
            for man in 1..E::plan(which).men.len() {
                // The same position with the piece on all squares.
                let all: Vec<_> = (0..64)
                    .map(|square| {
                        Position::of_key(key & !(63 << bits(man)) | square << bits(man), E::plan(which).men)
                    })
                    .filter(|position| position.is_possible(E::plan(which).men))
                    .map(|position| Features::<E>::new(which, &position).all())
                    .collect();
                let mut start = 0;
                for group in E::plan(which).groups {
                    let features = start..start + group.size;
                    start = features.end;
                    let is_same =
                        all.windows(2).all(|two| two[0][features.clone()] == two[1][features.clone()]);
                    assert!(is_same || group.men >> man & 1 != 0, "{:?} {key}", &E::names(which)[features]);
                }
            }
        }
    }
    check_endings!(check);
}

#[test]
fn positions_asked_together_get_the_answers_they_get_alone() {
    fn check<E: Ending<Which = ()>>(table: &MinedTable<E>) {
        let tree = table.tree().unwrap();
        for start in (0..Position::keys(E::plan(()).men)).step_by(1_999_957) {
            let keys = start..(start + 150).min(Position::keys(E::plan(()).men));
            let positions: Vec<_> = keys
                .map(|key| Position::of_key(key, E::plan(()).men))
                .filter(|position| position.is_possible(E::plan(()).men))
                .take(row::LANES)
                .collect();
            let mut together = [None; row::LANES];
            tree.answers::<E>((), &positions, |answer, set| {
                for lane in row::numbers(set) {
                    assert_eq!(together[lane].replace(answer), None);
                }
            });
            for (position, said) in positions.iter().zip(together) {
                assert_eq!(said, tree.answer::<E>((), position), "{position:?}");
            }
        }
    }
    check(&kbkp::TABLE);
    check(&kbnkn::TABLE);
    check(&krpkr::TABLE);
    check(&kbbkn::TABLE);
    check(&kbpkb::TABLE);
    check(&kbpkn::TABLE);
    check(&kbppk::TABLE);
    check(&knnkp::TABLE);
    check(&kqpkq::TABLE);
    check(&krpkb::TABLE);
}

#[test]
fn twins_share_one_representative_and_its_key() {
    use board::{Color, Man, Placement, Symmetry};
    fn check<E: Ending>(which: E::Which) {
        let (color, view) = (
            |side| if side == crate::rule::Side::Strong { Color::White } else { Color::Black },
            |placement: &Placement| {
                Position::of_view(
                    &crate::rule::View::of_placement(placement, Color::White),
                    E::plan(which).men,
                )
            },
        );
        let symmetries = if E::plan(which).men[0].1 == board::Piece::Pawn {
            &[Symmetry::MIRROR_FILES][..]
        } else {
            &Symmetry::ALL[..]
        };
        for key in (0..Position::keys(E::plan(which).men)).step_by(77_773) {
            let position = Position::of_key(key, E::plan(which).men);
            let man = |i: usize| Man {
                color: color(E::plan(which).men[i].0),
                piece: E::plan(which).men[i].1,
                square: position.square(i),
            };
            let men: Vec<Man> = (0..E::plan(which).men.len()).map(man).collect();
            if !position.is_possible(E::plan(which).men) || !position.is_in_order(E::plan(which).men) {
                continue;
            }
            let placement = Placement::new(color(position.to_move), &men).unwrap();
            let representative = view(&placement);
            let mut represented = position;
            represented.represent(E::plan(which).men);
            assert_eq!(representative, represented, "{placement:?}");
            assert!(
                representative.is_representative(E::plan(which).men)
                    && representative.is_in_order(E::plan(which).men)
            );
            assert_eq!(
                Position::of_key(representative.key(E::plan(which).men), E::plan(which).men),
                representative
            );
            for &symmetry in symmetries {
                assert_eq!(view(&placement.transform(symmetry)), representative, "{placement:?}");
            }
        }
    }
    check::<Kbkp>(());
    check::<Kbnkn>(());
    check::<Krpkr>(());
    check::<Derived<Kbppk>>(());
    check::<Derived<Kbbkn>>(());
    check::<Derived<Knnkp>>(());
    for roster in &LISTED {
        check::<Listed>(roster);
    }
}

/// An ending for tests: all pieces different, no pawn, and the first set of features.
struct Krbkr;

impl Men for Krbkr {
    const MEN: &'static [(Side, Piece)] = &[
        (Side::Strong, Piece::King),
        (Side::Weak, Piece::King),
        (Side::Strong, Piece::Rook),
        (Side::Strong, Piece::Bishop),
        (Side::Weak, Piece::Rook),
    ];

    const SET: FeatureSet = FeatureSet::First;
}

/// A derived feature of a position in which White is the strong side.
fn value<M: Men>(text: &str, name: &str) -> u8 {
    let placement = board::Placement::from_board(&board::fen::parse(text).unwrap()).unwrap();
    let view = crate::rule::View::of_placement(&placement, board::Color::White);
    let position = Position::of_view(&view, M::MEN);
    let names = <Derived<M> as Ending>::names(());
    let feature =
        names.iter().position(|known| known == name).unwrap_or_else(|| panic!("{name} of {names:?}"));
    Features::<Derived<M>>::new((), &position).value(feature)
}

#[test]
fn features_of_listed_endings_have_names_of_their_own() {
    for roster in &LISTED {
        let mut names = Listed::names(roster);
        assert!(names.len() > 30, "{names:?}");
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), Listed::plan(roster).features, "{names:?}");
    }
}

#[test]
fn what_there_is_of_a_pawn_is_told_of_either_side() {
    // Black's pawn is one step from promotion. The kings are each other's mirror image, except for
    // one rank.
    let position = |text: &str| {
        let placement = board::Placement::from_board(&board::fen::parse(text).unwrap()).unwrap();
        let men = Listed::plan(&LISTED[6]).men;
        Position::of_view(&crate::rule::View::of_placement(&placement, board::Color::White), men)
    };
    let position = position("8/4k3/8/8/8/2P1K3/1P3p2/8 w - - 0 1");
    let names = Listed::names(&LISTED[6]);
    let all = Features::<Listed>::new(&LISTED[6], &position).all();
    for (name, expected) in [
        ("free steps of the weak pawn", 1),
        ("free steps of the upper pawn", 5),
        ("what is in front of the weak pawn", 0),
        ("path squares of the weak pawn hit by the strong king", 0),
        ("steps from the strong king to the weak pawn's queening square", 2),
        ("steps from the weak king to the upper pawn's queening square", 2),
        ("race to the weak pawn's queening square", 7 + 2 - 1),
        ("race to the upper pawn's queening square", 7 + 2 - 5),
        ("attackers less guards of the weak pawn", 4),
    ] {
        let feature =
            names.iter().position(|known| known == name).unwrap_or_else(|| panic!("{name} of {names:?}"));
        assert_eq!(all[feature], expected, "{name}");
    }
}

#[test]
fn derived_features_measure_what_they_say() {
    // The rook on e4 is attacked twice and guarded once; the strong side can win it for its bishop.
    let text = "8/8/8/3k4/4r3/8/6B1/K3R3 w - - 0 1";
    for (name, expected) in [
        ("weak side to move", 0),
        ("mover in check", 0),
        ("attackers less guards of the weak rook", 4),
        ("attackers less guards of the strong bishop", 0),
        ("what captures win the strong side", 3),
        ("what captures win the weak side", 6),
        ("pin of the weak rook", 1),
        ("steps from the weak rook to the weak king", 1),
        ("steps across from the strong bishop to the weak king", 3),
    ] {
        assert_eq!(value::<Krbkr>(text, name), expected, "{name}");
    }
    // Mate on the back rank by the rook from a1.
    let mate = "6k1/8/6K1/8/8/8/1r6/R1B5 w - - 0 1";
    assert_eq!(value::<Krbkr>(mate, "fewest flight squares after a safe check of the strong side"), 0);
    // The strong side attacks three of the bishop's squares; the bishop attacks the queening
    // square.
    let text = "8/8/2k5/b7/3P4/3K4/8/7R b - - 0 1";
    for (name, expected) in [
        ("mover in check", 0),
        ("safe moves of the weak bishop", 4),
        ("pin of the weak bishop", 0),
        ("what is in front of the pawn", 0),
        ("path squares of the pawn hit by the weak bishop", 1),
        ("path squares of the pawn hit by the weak king", 3),
        ("free steps of the pawn", 0),
        ("race to the queening square", 5),
        ("pawn wins alone against the move", 0),
        ("strong king nearer to the square in front of the pawn", 6),
        ("safe moves of the weak bishop that stop the pawn", 4),
    ] {
        assert_eq!(value::<Krpkb>(text, name), expected, "{name}");
    }
    // The queen mates from h1.
    let mate = "5Q2/8/8/8/3P4/1k6/7q/K7 b - - 0 1";
    assert_eq!(value::<Kqpkq>(mate, "fewest flight squares after a safe check of the weak side"), 0);
    let text = "8/8/5n2/3nk3/2K5/8/1P6/8 w - - 0 1";
    for (name, expected) in [
        ("steps to the edge of the strong king", 2),
        ("steps to a corner of the strong king", 3),
        ("strong king nearer to the square in front of the pawn", 9),
        ("safe moves of the nearer weak knight that stop the pawn", 2),
    ] {
        assert_eq!(value::<Knnkp>(text, name), expected, "{name}");
    }
    let text = "8/8/8/3k4/4n3/8/1K6/5BB1 w - - 0 1";
    assert_eq!(value::<Kbbkn>(text, "strong king nearer to the weak knight"), 5);
    let wrong = "k7/8/8/8/8/P7/P7/K3B3 w - - 0 1";
    assert_eq!(
        value::<Kbppk>(wrong, "the strong bishop has the color of the lower pawn's queening square"),
        0
    );
    assert_eq!(value::<Kbppk>(wrong, "what is in front of the lower pawn"), 1);
    assert_eq!(value::<Kbppk>(wrong, "steps from the upper pawn to the lower pawn"), 1);
}

#[test]
fn a_blockade_is_measured_from_the_knight_in_the_way() {
    let text = "7K/8/8/8/3n4/1n6/3P4/7k w - - 0 1";
    for (name, expected) in [
        ("rank of the nearer weak knight", 3),
        ("rank of the farther weak knight", 2),
        ("blockade", 5),
        ("moves until the knight in the pawn's way is guarded", 0),
        ("moves of the strong king to the knight in the pawn's way less those until it is guarded", 11),
        ("steps of the pawn to a blockade less moves of the knights", 9),
        ("what a new queen hits", 0),
        ("ranks from where the pawn is stopped to Troitsky's line", 8),
        ("squares that the strong king gets to in three moves", 14),
    ] {
        assert_eq!(value::<Knnkp>(text, name), expected, "{name}");
    }
    // Here the knight in the way is above the other.
    let text = "7K/n7/P7/8/8/1n6/8/7k w - - 0 1";
    assert_eq!(value::<Knnkp>(text, "rank of the nearer weak knight"), 6);
    assert_eq!(value::<Knnkp>(text, "blockade"), 1);
    let text = "1nk5/6P1/8/8/8/4n3/8/K7 w - - 0 1";
    assert_eq!(value::<Knnkp>(text, "what a new queen hits"), 5);
}

#[test]
fn every_feature_has_its_words_and_lies_where_the_way_to_its_leaf_says() {
    fn check<E: Ending<Which = ()>>(table: &MinedTable<E>) {
        assert_eq!(E::names(()).len(), E::plan(()).features);
        let tree = table.tree().unwrap();
        let mut checked = 0;
        for key in (0..Position::keys(E::plan(()).men)).step_by(99_991) {
            let position = Position::of_key(key, E::plan(()).men);
            if !position.is_possible(E::plan(()).men) || !position.is_representative(E::plan(()).men) {
                continue;
            }
            let values = Features::<E>::new((), &position).all();
            for (feature, range) in tree.ranges(tree.leaf::<E>((), &position)) {
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
    check(&kbbkn::TABLE);
    check(&kbpkb::TABLE);
    check(&kbpkn::TABLE);
    check(&kbppk::TABLE);
    check(&knnkp::TABLE);
    check(&kqpkq::TABLE);
    check(&krpkb::TABLE);
}

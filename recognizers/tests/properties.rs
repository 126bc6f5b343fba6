//! Properties of all recognizers in all positions.

use board::{Color, Man, Material, Piece, Placement, Square, Symmetry, fen};
use proptest::prelude::*;
use recognizers::{
    Bound, DISTANCES, Distance, Layer, RECOGNIZERS, Side, View, all, find, judge, judge_placement,
    parse_distances,
};

/// A legal placement of a recognized ending, in either coloring.
fn placements() -> impl Strategy<Value = Placement> {
    let squares = prop::collection::vec(0..64usize, 8);
    (0..all().count(), squares, any::<bool>(), any::<bool>()).prop_filter_map(
        "illegal",
        |(which, squares, white_to_move, flip)| {
            let material = all().nth(which).unwrap().material();
            let mut men = vec![(Color::White, Piece::King), (Color::Black, Piece::King)];
            for color in Color::ALL {
                men.extend(material.pieces(color).map(|piece| (color, piece)));
            }
            let men: Vec<Man> = men
                .into_iter()
                .zip(squares)
                .map(|((color, piece), square)| Man { color, piece, square: Square::index(square) })
                .collect();
            let side = if white_to_move { Color::White } else { Color::Black };
            let placement = Placement::new(side, &men).ok()?;
            let placement = if flip { placement.flip_colors() } else { placement };
            placement.is_legal().then_some(placement)
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4096, max_global_rejects: 1 << 20, ..ProptestConfig::default() })]

    #[test]
    fn mirrored_and_color_flipped_twins_get_the_same_verdict(placement in placements()) {
        let verdict = judge_placement(&placement);
        for twin in [
            placement.transform(Symmetry::MIRROR_FILES),
            placement.flip_colors(),
            placement.flip_colors().transform(Symmetry::MIRROR_FILES),
        ] {
            prop_assert_eq!(judge_placement(&twin), verdict, "{:?}", twin);
        }
    }

    #[test]
    fn without_pawns_all_eight_symmetries_and_the_color_flip_keep_the_verdict(placement in placements()) {
        if placement.men().iter().all(|man| man.piece != Piece::Pawn) {
            let verdict = judge_placement(&placement);
            for symmetry in Symmetry::ALL {
                let twin = placement.transform(symmetry);
                prop_assert_eq!(judge_placement(&twin), verdict, "{:?}", twin);
                prop_assert_eq!(judge_placement(&twin.flip_colors()), verdict, "{:?}", twin);
            }
        }
    }

    #[test]
    fn boards_and_placements_are_judged_alike(placement in placements()) {
        let board = placement.to_board().unwrap();
        prop_assert_eq!(judge(&board), judge_placement(&placement));
    }

    #[test]
    fn the_rule_that_speaks_is_the_first_that_holds(placement in placements()) {
        let (recognizer, strong) = find(placement.material()).unwrap();
        let view = View::of_placement(&placement, strong);
        let first = recognizer.rules_that_hold(&view).iter().next();
        prop_assert_eq!(recognizer.judge_named(&view).map(|verdict| verdict.rule.index()), first);
    }

    #[test]
    fn a_rule_holds_exactly_when_all_its_conditions_do(placement in placements()) {
        let (recognizer, strong) = find(placement.material()).unwrap();
        let view = View::of_placement(&placement, strong);
        let holding = recognizer.rules_that_hold(&view);
        for index in (0..recognizer.rule_count()).filter(|&index| recognizer.rule(index).may_speak(view.to_move())) {
            let conditions = recognizer.conditions(index, &view);
            if !conditions.is_empty() {
                let all = conditions.iter().all(|condition| condition.holds);
                let holds = holding.iter().any(|held| held == index);
                prop_assert_eq!(all, holds, "{} {:?}", recognizer.rule(index).name, placement);
            }
        }
    }

    #[test]
    fn the_mined_table_is_asked_when_the_named_rules_are_silent_and_contradicts_none(placement in placements()) {
        let (recognizer, strong) = find(placement.material()).unwrap();
        let view = View::of_placement(&placement, strong);
        let (named, mined) = (recognizer.judge_named(&view), recognizer.judge_mined(&view));
        prop_assert_eq!(recognizer.judge(&view), named.or(mined));
        prop_assert!(mined.is_none_or(|verdict| verdict.bound.is_exact() && verdict.rule.layer() == Layer::Mined));
        if let (Some(named), Some(mined)) = (named.filter(|verdict| verdict.bound.is_exact()), mined) {
            prop_assert_eq!(named.bound, mined.bound);
        }
    }

    #[test]
    fn wins_and_losses_and_nothing_else_have_a_distance(placement in placements()) {
        if let Some(verdict) = judge_placement(&placement) {
            let is_decisive = matches!(verdict.bound, Bound::Win | Bound::Loss);
            prop_assert_eq!(verdict.distance().is_some(), is_decisive, "{:?}", verdict);
            if let Some(Distance { mean, greatest }) = verdict.distance() {
                prop_assert!(1 <= mean && mean <= greatest && greatest <= Distance::MOST);
            }
        }
    }
}

/// Every winning rule has a line of distances, and every line has a rule.
#[test]
fn every_rule_that_wins_has_its_distances_and_every_distance_its_rule() {
    let lines = parse_distances(DISTANCES).unwrap();
    let (mut named, mut mined) = (Vec::new(), Vec::new());
    for recognizer in RECOGNIZERS {
        for index in 0..recognizer.rule_count() + recognizer.mined_rule_count() {
            let rule = recognizer.rule(index);
            for to_move in Side::ALL.into_iter().filter(|&side| rule.may_speak(side)) {
                let winner = match rule.outcome.bound(to_move) {
                    Bound::Win => to_move,
                    Bound::Loss => !to_move,
                    _ => continue,
                };
                let expected = if recognizer.layer(index) == Layer::Named { &mut named } else { &mut mined };
                expected.push((recognizer.material().canonical().0, rule.name, winner, to_move));
            }
        }
    }
    let found: Vec<_> =
        lines.iter().map(|line| (line.ending, line.rule.as_str(), line.winner, line.to_move)).collect();
    // A table need not announce wins of both sides.
    let missing: Vec<_> = named.iter().filter(|line| !found.contains(line)).collect();
    let unknown: Vec<_> =
        found.iter().filter(|line| !named.contains(line) && !mined.contains(line)).collect();
    assert!(missing.is_empty() && unknown.is_empty(), "missing: {missing:?}, unknown: {unknown:?}");
    assert!(lines.iter().all(|line| 1.0 <= line.mean && line.mean <= f64::from(line.greatest)));
}

#[test]
fn other_material_castling_rights_and_crowded_boards_are_left_alone() {
    for text in [
        fen::STARTPOS,
        "8/8/8/3k4/8/8/8/3K4 w - - 0 1",
        "8/8/8/3k4/8/8/4Q3/3K4 w - - 0 1",
        "8/8/8/3kb3/8/8/3PP3/3K4 w - - 0 1",
        "8/8/8/3kq3/8/8/3N4/3K4 w - - 0 1",
        "8/8/3p4/3k4/8/3P4/4P3/3K4 w - - 0 1",
        // A knight on each side.
        "8/8/8/3kn3/8/3N4/3P4/3K4 w - - 0 1",
        "4k2r/8/8/8/8/8/8/4K3 w k - 0 1",
    ] {
        assert_eq!(judge(&fen::parse(text).unwrap()), None, "{text}");
    }
}

#[test]
fn endings_are_found_under_both_colorings() {
    for recognizer in all() {
        let material: Material = recognizer.material();
        // In symmetric endings White counts as the strong side; the rules consider the side to
        // move.
        let flipped = if material.is_symmetric() { Color::White } else { Color::Black };
        for (spelled, strong) in [(material, Color::White), (material.flip(), flipped)] {
            let (found, color) = find(spelled).unwrap();
            assert_eq!((found.material(), color), (material, strong));
        }
    }
}

#[test]
fn rules_are_named_once_and_explain_themselves() {
    for recognizer in RECOGNIZERS {
        let mut names: Vec<_> =
            (0..recognizer.rule_count()).map(|index| recognizer.rule(index).name).collect();
        for index in 0..recognizer.rule_count() {
            let rule = recognizer.rule(index);
            assert!(
                rule.claim.ends_with('.') && !rule.name.ends_with('.') && !rule.source.is_empty(),
                "{rule:?}"
            );
        }
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), recognizer.rule_count(), "{}", recognizer.material());
    }
}

//! Networks in the engine: updated incrementally along any line of play, loaded from files,
//! rejected when damaged.

use std::sync::Arc;

use board::{Board, fen, legal_moves};
use nnue::{FeatureSet, Network, Parameters};
use proptest::prelude::*;
use vancura::engine::{Engine, SettingError};
use vancura::eval::network::Networks;
use vancura::eval::{Evaluator, network};
use vancura::options;
use vancura::position::Position;

fn random_network() -> Arc<Network> {
    Arc::new(
        Network::new(&Parameters::random(nnue::FeatureSet::Mirrored, 7, 64)).expect("its weights are small"),
    )
}

/// More than five men, so that no endgame plan applies.
fn is_judged_by_network(position: &Position) -> bool {
    position.men() > 5 && !has_bare_king(position.board())
}

fn has_bare_king(board: &Board) -> bool {
    board::Color::ALL.into_iter().any(|color| board.colors(color).len() == 1)
}

proptest! {
    #[test]
    fn along_a_line_with_null_moves_and_back_the_evaluation_is_that_from_scratch(
        start in 0..960u32,
        choices in proptest::collection::vec(any::<u32>(), 1..120),
    ) {
        let network = random_network();
        let mut evaluator = Evaluator::new(Some(&Networks::from(Arc::clone(&network))));
        let mut line = Position::new(Board::chess960_startpos(start));
        let mut null_moves = Vec::new();
        for choice in choices {
            if is_judged_by_network(&line) && choice % 3 != 0 {
                prop_assert_eq!(evaluator.evaluate(&line), network.evaluate_plain(line.board()));
            }
            let moves = legal_moves(line.board());
            match choice % 11 {
                _ if moves.is_empty() => break,
                0 if !line.in_check() && null_moves.last() != Some(&true) => {
                    line.play_null();
                    null_moves.push(true);
                }
                1 if null_moves.pop().is_some() => line.undo(),
                _ => {
                    line.play(moves[(choice / 11) as usize % moves.len()]);
                    null_moves.push(false);
                }
            }
        }
    }
}

fn set(engine: &mut Engine, name: &str, value: &str) -> Result<Vec<String>, SettingError> {
    engine.set(&options::parse(name, value).expect("it is an option"))
}

#[test]
fn a_network_is_loaded_by_either_name_and_changes_the_evaluation() {
    let folder = tempfile::tempdir().expect("a folder for files");
    let path = folder.path().join("random.nnue");
    let network = random_network();
    std::fs::write(&path, network.to_bytes()).expect("the file can be written");
    let position = Position::new(fen::parse(fen::STARTPOS).expect("it is legal"));
    for name in ["EvalFile", "NN_file"] {
        let mut engine = Engine::new(1).expect("a mebibyte is there");
        let embedded = Evaluator::new(engine.networks()).evaluate(&position);
        assert_eq!(embedded, network::embedded().evaluate_plain(position.board()));
        set(&mut engine, name, path.to_str().expect("it is text")).expect("the file is sound");
        let loaded = Evaluator::new(engine.networks()).evaluate(&position);
        assert_eq!(loaded, network.evaluate_plain(position.board()));
        assert_ne!(loaded, embedded);
        set(&mut engine, "Use_NN_eval", "false").expect("nothing can go wrong");
        assert_eq!(
            Evaluator::new(engine.networks()).evaluate(&position),
            Evaluator::default().evaluate(&position)
        );
        set(&mut engine, "Use_NN_eval", "true").expect("nothing can go wrong");
        assert_eq!(Evaluator::new(engine.networks()).evaluate(&position), loaded);
        set(&mut engine, name, "").expect("the embedded one is there");
        assert_eq!(Evaluator::new(engine.networks()).evaluate(&position), embedded);
    }
}

#[test]
fn a_file_that_is_no_sound_network_is_refused_and_the_old_one_stays() {
    let folder = tempfile::tempdir().expect("a folder for files");
    let path = folder.path().join("network.nnue");
    let bytes = random_network().to_bytes();
    std::fs::write(&path, &bytes).expect("the file can be written");
    let mut engine = Engine::new(1).expect("a mebibyte is there");
    let load = |engine: &mut Engine| set(engine, "EvalFile", path.to_str().expect("it is text"));
    load(&mut engine).expect("the file is sound");
    let loaded = Arc::clone(&engine.networks().expect("it was loaded").main);
    let mut flipped = bytes.clone();
    flipped[bytes.len() / 2] ^= 1;
    for damaged in [&bytes[..bytes.len() - 1], &flipped, b"no network", b""] {
        std::fs::write(&path, damaged).expect("the file can be written");
        let error = load(&mut engine).expect_err("the file is damaged").to_string();
        assert!(error.contains("the network in use stays") && error.contains("network.nnue"), "{error}");
        assert!(Arc::ptr_eq(&engine.networks().expect("the old one is there").main, &loaded));
        assert!(network::read(&path).is_err());
    }
    std::fs::remove_file(&path).expect("it is there");
    let error = load(&mut engine).expect_err("the file is gone").to_string();
    assert!(error.contains("the network in use stays"), "{error}");
    assert!(Arc::ptr_eq(&engine.networks().expect("the old one is there").main, &loaded));
}

#[test]
fn a_network_for_few_men_speaks_of_those_alone() {
    let folder = tempfile::tempdir().expect("a folder for files");
    let path = |name: &str| folder.path().join(name).to_str().expect("it is text").to_owned();
    let small = Network::new(&Parameters::random(FeatureSet::KingSquares, 5, 64)).expect("nothing overflows");
    std::fs::write(path("small.nnue"), small.to_bytes()).expect("the file can be written");
    std::fs::write(path("main.nnue"), random_network().to_bytes()).expect("the file can be written");
    let mut engine = Engine::new(1).expect("a mebibyte is there");
    let mut set = |name: &str, value: &str| {
        let answer = match set(&mut engine, name, value) {
            Ok(remarks) => remarks.join(" "),
            Err(error) => error.to_string(),
        };
        (answer, engine.networks().expect("networks are in use").clone())
    };
    // Neither is mistaken for the other.
    for (option, file) in [("EvalFile", "small.nnue"), ("EvalFileSmall", "main.nnue")] {
        let (remark, networks) = set(option, &path(file));
        assert!(remark.contains("this network is for") && networks == Networks::embedded(), "{remark}");
    }
    let (remark, networks) = set("EvalFileSmall", &path("small.nnue"));
    assert!(remark.contains(small.description()), "{remark}");
    let mut evaluator = Evaluator::new(Some(&networks));
    let with_six = "8/2k5/8/8/1r6/p7/2PK4/7R b - - 0 1";
    let with_five = "8/2k5/8/8/1r6/8/2PK4/7R b - - 0 1";
    for (text, network) in [(with_six, &networks.main), (with_five, &std::sync::Arc::new(small))] {
        let position = Position::new(fen::parse(text).expect("a position"));
        assert_eq!(evaluator.evaluate(&position), network.evaluate_plain(position.board()), "{text}");
    }
    assert_eq!(set("EvalFileSmall", "<empty>").1, Networks::embedded());
    // Without one, the main network also covers few men.
    let alone = set("EvalFileSmall", "none").1;
    assert_eq!(alone, Networks::from(Arc::clone(&alone.main)));
    let five = Position::new(fen::parse(with_five).expect("a position"));
    let by_main = Evaluator::new(Some(&alone)).evaluate(&five);
    assert_eq!(by_main, alone.main.evaluate_plain(five.board()));
}

#[test]
fn every_vector_unit_searches_the_same_tree() {
    let nodes = |simd: &str| {
        let mut engine = Engine::new(1).expect("a mebibyte is there");
        let remarks = set(&mut engine, "Simd", simd).expect("this machine has it");
        assert!(remarks.is_empty(), "{remarks:?}");
        vancura::play::bench::run(&mut engine, 5, |_, _, _| ()).nodes
    };
    let counts: Vec<u64> = nnue::Simd::available().iter().map(|simd| nodes(simd.name())).collect();
    assert!(counts.iter().all(|count| *count == counts[0]), "{counts:?}");
    let error = options::parse("Simd", "abacus").expect_err("no machine has it").to_string();
    assert!(error.contains("abacus") && error.contains("plain"), "{error}");
}

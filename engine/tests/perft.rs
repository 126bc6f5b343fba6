//! Perft against published counts: a small table here, and the suites of the test sets where
//! available.

use board::{fen, perft};

/// Positions of the Chess Programming Wiki's perft page with their counts from depth 1.
const TABLE: &[(&str, &[u64])] = &[
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", &[20, 400, 8_902, 197_281]),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", &[48, 2_039, 97_862, 4_085_603]),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", &[14, 191, 2_812, 43_238, 674_624]),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", &[6, 264, 9_467, 422_333]),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", &[44, 1_486, 62_379]),
];

#[test]
fn the_generator_counts_as_everybody_does() {
    for (text, counts) in TABLE {
        let board = fen::parse(text).unwrap();
        for (depth, &count) in counts.iter().enumerate() {
            assert_eq!(perft(&board, depth as u32 + 1), count, "{text} at depth {}", depth + 1);
        }
    }
}

/// Lines of `FEN;D1 n;D2 n…`, every entry of at most `nodes`.
fn check_suite(name: &str, nodes: u64) {
    let Some(path) = reference::path(name) else { return };
    let suite = std::fs::read_to_string(path).unwrap();
    let mut checked = 0;
    for line in suite.lines().filter(|line| !line.trim().is_empty()) {
        let mut fields = line.split(';');
        let board = fen::parse(fields.next().unwrap().trim()).unwrap();
        for field in fields {
            let (depth, count) = field.trim().strip_prefix('D').unwrap().split_once(' ').unwrap();
            let count: u64 = count.trim().parse().unwrap();
            if count <= nodes {
                assert_eq!(perft(&board, depth.parse().unwrap()), count, "{line}");
                checked += 1;
            }
        }
    }
    assert!(checked > 100, "{checked} counts in {name}");
}

#[test]
fn the_standard_suite_agrees_up_to_a_hundred_thousand() {
    check_suite("testsets/perft/perftsuite.epd", 100_000);
}

#[test]
fn the_chess960_suite_agrees_up_to_twenty_thousand() {
    check_suite("testsets/perft/frcperftsuite.epd", 20_000);
}

#[test]
#[ignore = "minutes"]
fn both_suites_agree_up_to_two_hundred_million() {
    check_suite("testsets/perft/perftsuite.epd", 200_000_000);
    check_suite("testsets/perft/frcperftsuite.epd", 20_000_000);
}

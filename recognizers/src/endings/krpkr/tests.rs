//! Each rule in a typical position, and in a similar one in which it must not apply.

use board::{BitBoard, Color, Man, Piece, Placement, Square, fen};

use super::RECOGNIZER;
use crate::rule::{Row, Side, View};

/// A rule, a position in which it holds, and a similar one in which it does not.
#[rustfmt::skip]
const CASES: &[(&str, &str, &str)] = &[
    ("the attacker takes the rook",
        "8/8/4k3/8/2P5/8/4K3/R6r w - - 0 1", "8/8/8/8/2P5/8/4K1k1/R6r w - - 0 1"),
    // A king in the corner behind its pawn is stalemated.
    ("the attacker takes the rook",
        "8/8/8/r6R/8/8/P7/1k1K4 w - - 0 1", "8/8/8/r6R/8/8/P1K5/k7 w - - 0 1"),
    ("the defender takes the pawn",
        "8/5k2/8/8/2P4r/8/6K1/R7 b - - 0 1", "8/5k2/8/8/2P4r/8/6K1/2R5 b - - 0 1"),
    ("the defender takes the rook and stops the pawn",
        "8/8/2k5/8/2P5/8/6K1/3R3r b - - 0 1", "8/2P5/8/8/6k1/8/K7/3R3r b - - 0 1"),
    ("the pawn promotes",
        "8/2P5/8/8/8/4K3/k6r/3R4 w - - 0 1", "7r/2P5/8/8/8/4K3/k7/3R4 w - - 0 1"),
    ("the king stands by the pawn",
        "8/2k5/7r/5K2/2P5/8/8/4R3 w - - 0 1", "8/2k5/7r/3K4/2P5/8/8/4R3 w - - 0 1"),
    ("the king stands by the pawn",
        "8/2k5/7r/5K2/2P5/8/8/4R3 b - - 0 1", "8/2k5/7r/3K4/2P5/8/8/4R3 b - - 0 1"),
    ("the pawn is left alone",
        "1r6/8/4k3/8/2P5/6K1/8/3R4 w - - 0 1", "1r6/8/4k3/8/2P5/4K3/8/3R4 w - - 0 1"),
    ("the king is far ahead",
        "5r2/8/3k4/8/8/2P5/7R/3K4 w - - 0 1", "5r2/8/3k4/8/2K5/2P5/7R/8 w - - 0 1"),
    // White's rook may be on the file between; Black's must not be on the file of its king.
    ("the king is first in front of the pawn",
        "6r1/8/4k3/8/2P5/3R4/8/K7 b - - 0 1", "3r4/1KR5/8/3k4/8/8/2P5/8 b - - 0 1"),
    // From behind the king is too late if White's rook is behind a pawn on its fifth rank.
    ("the king is first in front of the pawn",
        "8/6K1/8/8/1P6/3k1r2/8/R7 b - - 0 1", "8/6K1/8/1P6/3k1r2/8/8/1R6 b - - 0 1"),
    // With White to move the rook must be in front.
    ("the king is first in front of the pawn",
        "6r1/8/8/8/1kP5/8/7K/5R2 w - - 0 1", "8/8/6r1/8/1kP5/8/7K/5R2 w - - 0 1"),
    ("the king stands in front",
        "7r/8/2k5/8/2P2K2/8/8/3R4 w - - 0 1", "7r/2k5/8/2PK4/8/8/8/3R4 w - - 0 1"),
    ("the attacker exchanges rooks",
        "8/8/8/8/2P5/8/4K1k1/R6r w - - 0 1", "8/2k5/R1r5/8/2P5/8/4K3/8 w - - 0 1"),
    ("the defender exchanges rooks",
        "8/2k5/8/8/2P5/8/4K3/4R2r b - - 0 1", "7k/8/8/8/2P5/8/4K3/4R2r b - - 0 1"),
    ("the attacker skewers the rook",
        "8/8/8/3k3r/8/8/1P6/R5K1 w - - 0 1", "8/8/8/3k1r2/8/8/1P6/R5K1 w - - 0 1"),
    ("the defender is skewered",
        "8/8/R2k2r1/8/8/8/1P6/7K b - - 0 1", "8/8/R2kr3/8/8/8/1P6/7K b - - 0 1"),
    ("the rook is lost in check",
        "8/8/8/3k3R/P7/8/1r6/K7 b - - 0 1", "8/8/8/3k3R/P7/8/4r3/3K4 b - - 0 1"),
    ("the attacker builds the bridge",
        "1K6/1P2k3/8/8/8/8/r7/3R4 w - - 0 1", "1K6/1P6/2k5/8/8/8/r7/3R4 w - - 0 1"),
    ("the third-rank defense",
        "1k6/8/4r3/3R4/2P5/3K4/8/8 w - - 0 1", "1k6/8/8/1K1R4/2P5/8/8/4r3 w - - 0 1"),
    ("the back-rank defense",
        "1k2r3/6R1/8/1P6/2K5/8/8/8 b - - 0 1", "1k6/6R1/8/1P6/2K5/8/4r3/8 b - - 0 1"),
    // Without a cut-off and with the defender to move: two files are enough next to White's rook,
    // but not on the short side behind it.
    ("the attacker builds the bridge",
        "4K3/4P3/2k5/8/3R4/8/8/5r2 b - - 0 1", "3K4/1k1P4/8/8/2R5/8/8/7r b - - 0 1"),
    // The king moves off the back rank and discovers a check.
    ("the attacker builds the bridge",
        "2K5/2P3k1/8/5R2/8/8/8/7r b - - 0 1", "2K3kr/2P5/5R2/8/8/8/8/8 b - - 0 1"),
    ("the attacker builds the bridge",
        "8/KP2k3/8/8/8/8/2r5/3R4 b - - 0 1", "8/KP6/3k4/8/8/8/2r5/4R3 b - - 0 1"),
    ("the king is cut off",
        "8/8/8/2K2k2/1P6/8/r7/4R3 w - - 0 1", "8/8/8/2K2k2/1P6/8/r7/6R1 w - - 0 1"),
    ("the short-side defense",
        "8/2k5/4K3/3P4/8/8/7r/4R3 b - - 0 1", "8/2k5/4K3/3P4/8/8/5r2/4R3 b - - 0 1"),
    ("the short-side defense",
        "8/2k5/8/3P4/4K3/8/7r/4R3 w - - 0 1", "8/2k5/8/3P4/4K3/8/5r2/4R3 w - - 0 1"),
    // The rook is not on the rank yet, but comes in time.
    ("the third-rank defense",
        "1k6/8/8/8/2P5/3K4/7r/3R4 b - - 0 1", "1k6/8/2K5/2P5/8/8/7r/3R4 b - - 0 1"),
    ("the king is far ahead",
        "8/8/2k5/8/P2K4/8/6r1/5R2 w - - 0 1", "8/8/3k4/8/1P2K3/8/6r1/5R2 w - - 0 1"),
    // The second position is won: the king is a rank too near.
    ("the frontal defense",
        "2r5/8/4k3/8/2P5/1K1R4/8/8 b - - 0 1", "2r5/4k3/8/8/1KP5/3R4/8/8 b - - 0 1"),
    ("the checking-distance defense",
        "2k5/4K3/3P4/8/8/8/R7/7r b - - 0 1", "2k5/4K3/3P4/8/8/8/R7/6r1 b - - 0 1"),
    ("the Vancura defense",
        "R7/6k1/P4r2/8/1K6/8/8/8 b - - 0 1", "R7/5k2/P4r2/8/1K6/8/8/8 b - - 0 1"),
    ("the Vancura defense",
        "R7/6k1/P4r2/8/8/1K6/8/8 w - - 0 1", "R7/6k1/P2r4/8/2K5/8/8/8 w - - 0 1"),
    // From f6 the rook checks in time even if White's king already guards the pawn.
    ("the Vancura defense",
        "R7/6k1/P4r2/1K6/8/8/8/8 b - - 0 1", "R7/6k1/P2r4/1K6/8/8/8/8 b - - 0 1"),
    ("the Vancura defense",
        "R7/P5k1/8/8/2K5/8/r7/8 w - - 0 1", "R7/P7/6k1/8/2K5/8/r7/8 w - - 0 1"),
    // The king takes the rook and stays in time; against a pawn on its seventh rank it does not.
    ("the defender takes the rook and stops the pawn",
        "4R3/5k2/8/8/1K6/2P5/8/r7 b - - 0 1", "4R3/2P2k2/8/1K6/8/8/8/r7 b - - 0 1"),
    ("the king is outside the square",
        "5R2/8/3P4/4K3/8/8/8/rk6 w - - 0 1", "5R2/3k4/3P4/4K3/8/8/8/r7 w - - 0 1"),
    // White's king, on the rook pawn's file, shuts itself in.
    ("the king is outside the square",
        "8/1R6/PK6/8/8/8/4k3/2r5 w - - 0 1", "1r6/8/8/K7/P7/3R4/8/2k5 w - - 0 1"),
    ("the king is far from the pawn's file",
        "8/3K4/3R4/P7/8/8/4k3/1r6 w - - 0 1", "8/3K4/3R4/P7/2k5/8/8/1r6 w - - 0 1"),
    // The rook stands in the pawn's way.
    ("the king is far from the pawn's file",
        "8/5K2/8/8/3P4/7R/8/r5k1 w - - 0 1", "7r/8/8/3RK3/3P4/8/k7/8 w - - 0 1"),
    // A rook in front of the pawn, next to it, stops it.
    ("the attacked pawn is led home",
        "8/8/1R1K4/3P4/8/8/8/2kr4 w - - 0 1", "8/1R6/1K6/3r4/3P4/8/8/7k w - - 0 1"),
    ("the king is late even with the move",
        "8/8/8/1K6/2P5/8/2R5/r5k1 b - - 0 1", "8/8/5k2/1K6/2P5/8/2R5/r7 b - - 0 1"),
    // The rook is given up for a stalemate.
    ("the king is late even with the move",
        "8/8/5R2/3P4/1K6/8/7k/r7 b - - 0 1", "8/8/8/1P6/KR6/1r6/8/k7 b - - 0 1"),
    ("the check changes nothing",
        "4k1R1/8/8/8/8/3P4/5K2/r7 b - - 0 1", "4k3/6R1/8/8/8/3P4/5K2/r7 b - - 0 1"),
    // Two files away the king has to leave the square of the pawn.
    ("the check changes nothing",
        "8/1k4R1/5K2/8/8/8/P7/r7 b - - 0 1", "5R2/8/8/5k2/3P4/8/K7/4r3 b - - 0 1"),
    ("the pawn ending is in reserve",
        "8/8/4k3/8/2P5/1R6/r7/3K4 b - - 0 1", "8/8/8/8/2P5/1R6/r6k/3K4 b - - 0 1"),
    // White's king, shut in, is mated.
    ("the pawn ending is in reserve",
        "8/1k6/6R1/8/8/3K4/3P4/2r5 b - - 0 1", "8/k7/8/8/2r5/8/1P6/KR6 b - - 0 1"),
    ("the check gains time",
        "3R4/8/8/1k6/8/5K2/P7/5r2 w - - 0 1", "3R4/8/8/1k6/8/5K2/P7/6r1 w - - 0 1"),
    // White's rook checks in turn, and the exchange wins.
    ("the check gains time",
        "8/7R/8/2k5/2P5/6K1/8/6r1 w - - 0 1", "8/4kr2/R7/2P5/8/5K2/8/8 w - - 0 1"),
    ("the pawn is held without rooks",
        "8/8/5K2/1k6/8/P7/r7/3R4 w - - 0 1", "8/8/5K2/1k6/8/P7/5r2/3R4 w - - 0 1"),
    // In check from the rook, the king cannot save its own.
    ("the attacked rook gets away",
        "8/1k6/8/8/2P5/3r4/2R1K3/8 b - - 0 1", "8/1k6/8/8/2P5/3r4/1R2K3/8 b - - 0 1"),
    ("the pawn costs the other rook",
        "8/8/2PK4/8/R6r/8/3k4/8 b - - 0 1", "8/2P5/3K4/8/R6r/8/3k4/8 b - - 0 1"),
    ("the king steps out of check in time",
        "8/5R2/8/2r2k2/8/2P5/5K2/8 b - - 0 1", "8/5R2/8/2r2k2/8/2PK4/8/8 b - - 0 1"),
    ("the king is nearer with the move",
        "4r3/8/2P5/4k3/6R1/8/5K2/8 b - - 0 1", "4r3/8/2P5/4k3/1K4R1/8/8/8 b - - 0 1"),
    ("the rook pawn is held",
        "5r2/4k3/8/8/P7/2K5/1R6/8 b - - 0 1", "5r2/8/8/8/P7/2K3k1/1R6/8 b - - 0 1"),
    ("the king is nearer to the pawn",
        "8/4R1K1/8/8/8/2P5/3k4/r7 w - - 0 1", "8/4R1K1/8/8/8/2P5/8/r1k5 w - - 0 1"),
    // The rook alone stops the pawn, with White's king far away.
    ("the defender takes the rook and stops the pawn",
        "8/8/8/2P5/R6r/8/7k/3K4 b - - 0 1", "8/8/8/2P5/R6r/2K5/7k/8 b - - 0 1"),
];

fn rules_that_hold(text: &str) -> Vec<&'static str> {
    let board = fen::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let view = View::of_board(&board, Color::White).unwrap();
    RECOGNIZER.rules_that_hold(&view).iter().map(|index| RECOGNIZER.rule(index).name).collect()
}

#[test]
fn every_rule_knows_its_positions_and_their_limits() {
    let mut failures = Vec::new();
    for &(rule, holding, failing) in CASES {
        if !rules_that_hold(holding).contains(&rule) {
            failures.push(format!("{rule} does not hold: {holding}"));
        }
        if rules_that_hold(failing).contains(&rule) {
            failures.push(format!("{rule} holds: {failing}"));
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
}

#[test]
fn a_row_gets_the_answers_that_its_positions_get_alone() {
    const STEP: usize = 7_919;
    let digits = |number: usize| [0, 6, 12, 18].map(|shift| Square::index(number >> shift & 63));
    let mut judged = 0;
    for number in (0..1 << 24).step_by(STEP) {
        let [king, rook, pawn, weak_king] = digits(number);
        let men = [
            (Color::White, Piece::King, king),
            (Color::White, Piece::Rook, rook),
            (Color::White, Piece::Pawn, pawn),
            (Color::Black, Piece::King, weak_king),
        ]
        .map(|(color, piece, square)| Man { color, piece, square });
        for side in Color::ALL {
            let legal = |&square: &Square| {
                let guard = Man { color: Color::Black, piece: Piece::Rook, square };
                Placement::new(side, &[men.as_slice(), &[guard]].concat()).is_ok_and(|all| all.is_legal())
            };
            let squares: BitBoard = Square::ALL.into_iter().filter(legal).collect();
            let Ok(others) = Placement::new(side, &men) else { continue };
            if squares.is_empty() {
                continue;
            }
            let others = View::of_placement(&others, Color::White);
            let row = Row::new(others, Side::Weak, Piece::Rook, squares);
            let mut together = [None; 64];
            RECOGNIZER.judge_row(&row, &mut |verdict, squares| {
                squares.into_iter().for_each(|square| together[square as usize] = Some(verdict));
            });
            for square in squares {
                let alone = RECOGNIZER.judge_named(&row.at(square));
                assert_eq!(together[square as usize], alone, "{men:?} {square} {side:?}");
                judged += 1;
            }
        }
    }
    assert!(judged > 50_000, "{judged} positions are too few to tell");
}

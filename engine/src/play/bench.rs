//! The bench: fixed positions searched to a fixed depth. The node count is the fingerprint of
//! search and evaluation.

use std::time::Instant;

use board::fen;

use crate::clock::Signals;
use crate::engine::Engine;
use crate::limits::Limits;
use crate::position::Position;
use crate::search::Silent;

/// Default depth of the bench in plies.
pub const DEFAULT_DEPTH: i32 = 13;

/// Our own positions: openings, middlegames, endgames, tactics, Chess960, and corner cases of the
/// rules.
#[rustfmt::skip]
pub const POSITIONS: &[&str] = &[
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
    "rnbqkb1r/ppp1pp1p/5np1/3p4/2PP4/2N5/PP2PPPP/R1BQKBNR w KQkq - 0 4",
    "r1bqkb1r/pp2pppp/2np1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 2 6",
    "rnbqk2r/pp3ppp/4pn2/2pp4/1bPP4/2N1PN2/PP3PPP/R1BQKB1R w KQkq - 0 6",
    "r1bq1rk1/pp1nbppp/2p1pn2/3p2B1/2PP4/2NBPN2/PPQ2PPP/R3K2R b KQ - 5 9",
    "r2q1rk1/1b2bppp/p1np1n2/1p2p3/4P3/1BN1BN2/PPP1QPPP/R2R2K1 w - - 0 13",
    "2rq1rk1/pb1n1ppp/1p2pn2/2pp4/2PP4/1PN1PN2/PBQ2PPP/2RR2K1 b - - 2 14",
    "r3r1k1/pp1q1ppp/2p2n2/3p1b2/3P4/1QN1P1P1/PP3PBP/R4RK1 w - - 3 16",
    "r1b2rk1/2q1bppp/p1n1pn2/1p6/3NP3/1BN1B3/PPP1QPPP/2KR3R w - - 4 13",
    "1r3rk1/p4ppp/b1p1pn2/q2p4/1b1P4/1QN1PN2/PP1B1PPP/R3KB1R w KQ - 6 13",
    "r4rk1/pp2ppbp/1qn3p1/3p1b2/3P1B2/1QP2N2/PP1NBPPP/R4RK1 b - - 7 12",
    "3r1rk1/p1q2ppp/1pn1p3/2p1P3/3P1P2/P1PQ4/4N1PP/R1B2RK1 b - - 0 19",
    "2kr3r/ppp2ppp/2n1bn2/2b1p1q1/4P3/1PNP1N2/PBP1BPPP/R2Q1RK1 w - - 9 11",
    "r2qr1k1/1b1nbppp/pp1ppn2/8/2PQP3/1PN2NP1/PB3PBP/R2R2K1 w - - 1 14",
    "r4rk1/1bp1qppp/pp1p1n2/4p3/1PPPP3/P2BPN2/3Q2PP/R4RK1 b - c3 0 16",
    "4rrk1/1pp3pp/p1nq4/3p1p2/3P1Pn1/P1PBP1QP/1P1N2P1/R4RK1 w - - 1 20",
    "6k1/1q3ppp/p2rpn2/1p6/3P4/1PQ1PN2/P4PPP/3R2K1 w - - 0 25",
    "r5k1/5ppp/2p2n2/q2p4/3P1Q2/P1N1P3/1r3PPP/R4RK1 b - - 4 22",
    "2r2rk1/3q1ppp/p2pb3/1p2pP2/4P3/1PN5/P1PQ2PP/3R1R1K b - - 0 21",
    "5rk1/1p4pp/p1n1p3/3pPr1q/3P1p2/2PQ1P2/PP3R1P/R4NK1 w - - 2 26",
    "r3kb1r/1bqn1pp1/p2ppn1p/1p6/3NP2B/P1N2P2/1PPQB1PP/2KR3R b kq - 0 12",
    "3rr1k1/1pp2pp1/p1nb1q1p/8/3P4/1P3N2/PB1Q1PPP/3RR1K1 b - - 1 20",
    "8/5pk1/4p1p1/1p1pP2p/1P1P1P2/2r3PK/R7/8 w - - 5 40",
    "8/pp3k2/2p2p2/3p1P1p/1P1P2pP/P1P1K1P1/8/8 w - - 0 35",
    "8/2p5/1p1k4/p2p1p2/P2P1P2/1P1K2P1/8/8 b - - 3 44",
    "4k3/8/1p2p3/p1bpP1p1/P2N2P1/1P1K1P2/8/8 w - - 0 41",
    "8/3b1k2/1p3p2/p1p2Pp1/P1P1K1P1/1P1B4/8/8 b - - 7 50",
    "5k2/1R6/4p1p1/5p1p/5P1P/r5P1/5K2/8 w - - 12 45",
    "6k1/5p2/6p1/3Q3p/7P/1q4P1/5P1K/8 b - - 2 47",
    "8/8/4kp2/1R4p1/5PPp/r6P/5K2/8 b - - 0 48",
    "2b5/5k1p/3p2p1/p1pPp3/P1P1P1P1/3BKP2/7P/8 w - - 4 38",
    "8/3k4/8/2pP4/2P1K3/8/5n2/3B4 w - - 6 60",
    "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1",
    "8/5k2/8/4p3/R3P3/3r4/5K2/8 w - - 10 55",
    "8/8/8/4k3/8/2KBN3/8/8 w - - 2 70",
    "4k3/4r3/8/4K3/4P3/8/R7/8 w - - 30 80",
    "r2q2k1/5ppp/8/8/1b6/2N2Q2/5PPP/3R2K1 w - - 0 30",
    "1rbr2k1/p3qppp/2p2n2/3pN3/3P4/P1NQ4/1P3PPP/2R1R1K1 w - - 3 21",
    "k7/P7/K1n5/8/8/8/1p6/8 w - - 0 1",
    "bnrqkrnb/pppppppp/8/8/8/8/PPPPPPPP/BNRQKRNB w CFcf - 0 1",
    "rnbqk2r/pppp1Ppp/5n2/8/1b2p3/2N5/PPPP1PPP/R1BQKBNR b KQkq - 0 6",
];

/// The result of a bench.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counted {
    /// Moves made in all positions, with quiescence but without null moves, as Stockfish counts
    /// nodes.
    pub nodes: u64,
    /// Milliseconds, at least 1.
    pub time_ms: u64,
}

impl Counted {
    /// Nodes per second.
    pub fn nodes_per_second(self) -> u64 {
        self.nodes * 1_000 / self.time_ms
    }
}

/// Searches every position from a cleared engine, without proofs of root moves: their endings would
/// first have to be solved, which is no part of the search. The nodes are the same on every machine
/// with one thread.
///
/// # Panics
/// When a bench position cannot be read, which a test excludes.
pub fn run(engine: &mut Engine, depth: i32, mut progress: impl FnMut(usize, &str, u64)) -> Counted {
    let signals = Signals::default();
    engine.tables.wait_for_small();
    let has_proofs = std::mem::replace(&mut engine.features.root_proofs, false);
    let started = Instant::now();
    let mut nodes = 0;
    for (index, text) in POSITIONS.iter().enumerate() {
        let position = Position::new(fen::parse(text).expect("bench positions are legal"));
        engine.new_game();
        signals.reset(false);
        let outcome = engine.think(&position, &Limits::depth(depth), &signals, Instant::now(), &mut Silent);
        nodes += outcome.line.nodes;
        progress(index + 1, text, outcome.line.nodes);
    }
    let time_ms = (started.elapsed().as_millis() as u64).max(1);
    engine.features.root_proofs = has_proofs;
    Counted { nodes, time_ms }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_is_legal() {
        for text in POSITIONS {
            assert!(fen::parse(text).is_ok(), "{text}");
        }
        assert!(POSITIONS.len() >= 40);
    }

    #[test]
    fn one_thread_counts_the_same_nodes_every_time() {
        let count = || run(&mut Engine::new(4).unwrap(), 5, |_, _, _| ()).nodes;
        let first = count();
        assert!(first > 10_000);
        assert_eq!(first, count());
        let mut used = Engine::new(4).unwrap();
        run(&mut used, 4, |_, _, _| ());
        assert_eq!(run(&mut used, 5, |_, _, _| ()).nodes, first, "everything learned before is cleared");
    }
}

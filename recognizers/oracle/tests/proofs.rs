//! Checks proofs independently of the search, with the rules of chess, recognizers and tables.

use board::{Board, Material, Placement, Wdl, legal_moves, rules};
use oracle::{Claim, Ground, Leaf, Limits, Pocket, Proof, SOLVED_MEN, Step};
use tbgen::{WdlTables, closure, placements_by_lot};

/// Checks proofs; holds the solved endings that they may rest on.
struct Checker {
    tables: WdlTables,
}

impl Checker {
    fn new(material: Material) -> Self {
        let mut tables = WdlTables::new();
        let all = closure(&[material]).unwrap().into_iter();
        let solved: Vec<Material> = all.filter(|ending| ending.men() <= SOLVED_MEN).collect();
        tables.build_all(&solved).unwrap();
        Self { tables }
    }

    /// The least and the greatest result of a leaf for the side to move, and the greatest distance
    /// of its wins.
    fn leaf(&self, board: &Board, leaf: Leaf) -> (Wdl, Wdl, Option<u8>) {
        match leaf {
            Leaf::Solved(_) => {
                let wdl = self.tables.wdl(&Placement::from_board(board).unwrap()).unwrap();
                (wdl, wdl, None)
            }
            Leaf::Rule(rule) => {
                let verdict = recognizers::judge(board).expect("a rule applies");
                assert_eq!(verdict.rule, rule);
                let allowed = Wdl::ALL.into_iter().filter(|&wdl| verdict.bound.allows(wdl));
                let distance = verdict.distance().map(|distance| distance.greatest);
                (allowed.clone().min().unwrap(), allowed.max().unwrap(), distance)
            }
        }
    }

    fn check(&self, proof: &Proof, board: &Board) {
        for &root in &proof.roots {
            assert!(proof.steps[root].board.same_position(board));
        }
        proof.steps.iter().for_each(|step| self.check_step(proof, step));
    }

    fn check_step(&self, proof: &Proof, step: &Step) {
        let to_move = step.board.side_to_move();
        match &step.ground {
            Ground::Leaf(leaf) => {
                let (low, high, plies) = self.leaf(&step.board, *leaf);
                let holds = match step.claim {
                    Claim::Wins(side) if side == to_move => low == Wdl::Win,
                    Claim::Wins(_) => high == Wdl::Loss,
                    Claim::Holds(side) if side == to_move => low >= Wdl::Draw,
                    Claim::Holds(_) => high <= Wdl::Draw,
                };
                assert!(holds, "{}", step.board);
                assert!(step.plies.is_none() || step.plies == plies, "{}", step.board);
            }
            Ground::Finished => {
                assert!(legal_moves(&step.board).is_empty());
                let is_mate = !step.board.checkers().is_empty();
                match step.claim {
                    Claim::Wins(side) => assert!(is_mate && side != to_move),
                    Claim::Holds(side) => assert!(!is_mate || side != to_move),
                }
            }
            Ground::Move(mv, to) => {
                assert!(step.claim == Claim::Wins(to_move) || step.claim == Claim::Holds(to_move));
                check_move(proof, step, *mv, *to);
            }
            Ground::AllMoves(moves) => {
                assert!(step.claim == Claim::Wins(!to_move) || step.claim == Claim::Holds(!to_move));
                let mut named: Vec<String> = moves.iter().map(|(mv, _)| mv.to_string()).collect();
                let mut legal: Vec<String> =
                    legal_moves(&step.board).iter().map(ToString::to_string).collect();
                named.sort();
                legal.sort();
                assert_eq!(named, legal);
                for &(mv, to) in moves {
                    check_move(proof, step, mv, to);
                }
            }
        }
    }
}

/// A move must lead to a step with the same claim; wins must get nearer unless the move is zeroing.
fn check_move(proof: &Proof, step: &Step, mv: board::Move, to: usize) {
    assert!(step.board.is_legal(mv));
    let (child, next) = (rules::after(&step.board, mv), &proof.steps[to]);
    assert!(child.same_position(&next.board) && next.claim == step.claim, "{} {mv}", step.board);
    if matches!(step.claim, Claim::Wins(_)) && !rules::is_zeroing(&step.board, mv) {
        let is_mate = rules::is_checkmate(&child);
        let (here, there) = (step.plies.unwrap(), if is_mate { 0 } else { next.plies.unwrap() });
        assert!(here <= 100 && there < here, "{} {mv}", step.board);
    }
}

#[test]
fn every_proof_stands_by_itself() {
    for (name, least) in [("KRPvKR", 12), ("KBNvKN", 4)] {
        let material: Material = name.parse().unwrap();
        let mut pocket = Pocket::default();
        pocket.prepare(material).unwrap();
        let checker = Checker::new(material);
        let legal = |placement: &Placement| Ok::<_, ()>(placement.to_board().ok());
        let mut proofs = 0;
        for board in placements_by_lot(material, 120, 3, legal).unwrap() {
            let answer = pocket.prepared(&board, Limits { nodes: 1_000 });
            let Some(proof) = answer.proof else { continue };
            checker.check(&proof, &board);
            assert!(!proof.steps.is_empty() && proof.roots.len() <= 2);
            proofs += 1;
        }
        assert!(proofs >= least, "{name}: {proofs}");
    }
}

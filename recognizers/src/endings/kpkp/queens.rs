//! Rules of KPvKP for races in which both pawns promote.

use board::sets::distance;

use super::race::PawnRace;
use crate::geometry::{is_aligned, queening_square};
use crate::rule::rules;

rules! {
    pub(super) FIRST_QUEEN_HELD = "both promote and the first queen is held", Either to move: Draw,
        claim: "Both pawns promote, the mover's first and without check, and win no queen; the rival's king is free and near the mover's pawn, the mover's far from the rival's.",
        source: RACE, example: "8/8/1K1P4/8/8/4p3/3k4/8 b - - 0 1",
        in_turn(PawnRace as p) {
            "the rival's king has seven squares to go to", "leaves the rival's king too few squares" =>
                p.rival.steps().len() >= 7;
            "the mover's king is four squares from the rival's pawn", "takes the king near the rival's pawn" =>
                distance(p.mover.king, p.mover.enemy_pawn) >= 4;
            "the rival's king is within four squares of the mover's pawn", "takes the pawn away from the rival's king" =>
                distance(p.rival.king, p.rival.enemy_pawn) <= 4;
            "the kings are three squares apart", "takes the king near the other king" => p.kings_apart() >= 3;
            "the pawns are neither on one file nor on both edges", "changes the pawns' files" =>
                (1..=6).contains(&p.files_apart());
            "both pawns promote, the mover's first and without check, and win no queen", "changes the race" =>
                p.do_both_promote_mover_first();
        }

    pub(super) OFF_THE_EDGE = "both promote off the edge", Either to move: Draw,
        claim: "Both pawns promote, the mover's first, within two moves and without check, and win no queen; the rival's is a bishop or center pawn, and the kings are apart.",
        source: RACE, example: "8/2PK4/8/8/8/7k/5p2/8 b - - 0 1",
        in_turn(PawnRace as p) {
            "the rival's pawn is a bishop or center pawn", "changes the pawns' files" =>
                (2..=5).contains(&(p.rival.pawn.file() as u8));
            "the kings are three squares apart", "takes the king near the other king" => p.kings_apart() >= 3;
            "the pawns are on different files", "puts the pawns on one file" => p.files_apart() >= 1;
            "the mover's pawn has at most two moves to go", "sets the pawn back" => p.mover.pushes() <= 2;
            "the kings are not on one file or rank", "puts the kings on one line" =>
                !is_aligned(p.mover.king, p.mover.enemy_king);
            "both pawns promote, the mover's first and without check, and win no queen", "changes the race" =>
                p.do_both_promote_mover_first();
        }

    pub(super) SECOND_QUEEN_HELD = "both promote and the second queen is held", Either to move: Draw,
        claim: "Both pawns promote, the rival's first and without check, and win no queen; the mover's king is free and near the rival's pawn.",
        source: RACE, example: "8/8/3P4/8/8/k7/2p2K2/8 w - - 0 1",
        in_turn(PawnRace as p) {
            "the mover's king has seven squares to go to", "leaves its own king too few squares" =>
                p.mover.steps().len() >= 7;
            "the rival's king has three squares to go to", "leaves the rival's king too few squares" =>
                p.rival.steps().len() >= 3;
            "the mover's king is within four squares of the rival's pawn", "takes the king away from the rival's pawn" =>
                distance(p.mover.king, p.mover.enemy_pawn) <= 4;
            "the rival's king is four squares from the mover's queening square", "lets the rival's king near his queening square" =>
                distance(p.mover.enemy_king, queening_square(p.mover.pawn)) >= 4;
            "the pawns are neither on one file nor on both edges", "changes the pawns' files" =>
                (1..=6).contains(&p.files_apart());
            "both pawns promote, the rival's first and without check, and win no queen", "changes the race" =>
                p.do_both_promote_rival_first();
        }

    pub(super) FAR_FROM_THE_KINGS = "both promote far from the kings", Either to move: Draw,
        claim: "Both pawns promote, the rival's first and without check, and win no queen; the mover's king is seven squares from the rival's queening square.",
        source: RACE, example: "3K4/8/8/6p1/8/8/2P5/2k5 w - - 0 1",
        in_turn(PawnRace as p) {
            "the mover's king is within six squares of the rival's pawn", "takes the king away from the rival's pawn" =>
                distance(p.mover.king, p.mover.enemy_pawn) <= 6;
            "the mover's king is seven squares from the rival's queening square", "brings the king nearer to the rival's queening square" =>
                distance(p.rival.enemy_king, queening_square(p.rival.pawn)) >= 7;
            "the rival's king is four squares from the mover's queening square", "lets the rival's king near his queening square" =>
                distance(p.mover.enemy_king, queening_square(p.mover.pawn)) >= 4;
            "the kings are four squares apart", "takes the king near the other king" => p.kings_apart() >= 4;
            "the pawns are neither on one file nor on both edges", "changes the pawns' files" =>
                (1..=6).contains(&p.files_apart());
            "both pawns promote, the rival's first and without check, and win no queen", "changes the race" =>
                p.do_both_promote_rival_first();
        }
}

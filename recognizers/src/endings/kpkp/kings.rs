//! Rules of KPvKP in which kings hold pawns.

use board::sets::distance;

use super::race::PawnRace;
use crate::rule::{Side, rules};

rules! {
    /// ```text
    /// 6  . . k . . . p .      Each king holds the other side's pawn, and neither can do more.
    /// 5  . . . . . . . .
    /// 4  . P . . . K . .
    ///    a b c d e f g h
    /// ```
    pub(super) NEITHER_WINS_ALONE = "neither pawn wins alone", Either to move: Draw,
        claim: "The pawns are past each other and neither wins alone, the rival's not even with the move; its king is not beside it and has two squares.",
        source: PAWN_ENDING, example: "8/3k4/5p2/3P4/8/8/8/6K1 b - - 0 1",
        in_turn(PawnRace as p) {
            "the pawns are past each other", "lets the pawns meet" => p.are_pawns_past();
            "the rival's king is not next to its pawn", "lets the rival's king next to its pawn" =>
                distance(p.rival.king, p.rival.pawn) >= 2;
            "the rival's king has two squares to go to", "leaves the rival's king too few squares" =>
                p.rival.steps().len() >= 2;
            "the mover's pawn does not win alone", "makes his pawn win alone" =>
                !p.mover.wins_alone(Side::Strong);
            "the rival's pawn does not win alone, not even with the move", "lets the rival's pawn win alone" =>
                !p.rival.wins_alone(Side::Weak) && !p.rival.wins_alone(Side::Strong);
        }

    pub(super) NEARER_TO_THE_HEART = "the king is nearer to the pawn's heart square", Either to move: Draw,
        claim: "Two files apart, neither pawn wins alone, and the mover's king is nearer to the heart square of the rival's pawn.",
        source: PAWN_ENDING, example: "8/8/8/8/8/3P2k1/5p2/6K1 w - - 0 1",
        in_turn(PawnRace as p) {
            "the pawns are two files apart", "brings the pawns onto neighboring files" => p.files_apart() >= 2;
            "the mover's king is nearer to the square two in front of the rival's pawn", "loses the race to the square two in front of the rival's pawn" =>
                p.rival.lead() <= -1;
            "the rival's king has three squares to go to", "leaves the rival's king too few squares" =>
                p.rival.steps().len() >= 3;
            "neither pawn wins alone", "lets a pawn win alone" =>
                p.is_neither_enough() && !p.mover.wins_alone(Side::Weak);
        }

    pub(super) TAKES_TOO_LONG = "taking the pawn takes too long", Either to move: Draw,
        claim: "Neither pawn wins alone, they are two ranks apart, and the mover's king, after taking the rival's, is three moves late for the heart square of his own.",
        source: AVERBAKH_4, example: "8/8/1pk5/8/P7/8/8/K7 w - - 0 1",
        in_turn(PawnRace as p) {
            "the pawns are two ranks apart", "brings the pawns too near one another" => p.ranks_apart() >= 2;
            "the mover's king, taking the rival's pawn, is three moves late at the square two in front of his own", "gains time to take the rival's pawn" =>
                p.mover.late_after_taking() >= 3;
            "the mover's king is five squares from his queening square", "takes the king near his queening square" =>
                p.mover.king_to_queening() >= 5;
            "neither pawn wins alone", "lets a pawn win alone" => p.is_neither_enough();
        }

    pub(super) KINGS_IN_FRONT = "both kings are in front of the pawns", Either to move: Draw,
        claim: "Each king catches the other side's pawn, and none can take it and get back to his own in time; both are far from their queening squares.",
        source: AVERBAKH_4, example: "8/5kp1/8/8/3P4/8/3K4/8 w - - 0 1",
        in_turn(PawnRace as p) {
            "the pawns are past each other", "lets the pawns meet" => p.are_pawns_past();
            "each king catches the other side's pawn", "lets a pawn run" => p.are_both_caught();
            "the mover's king, taking the rival's pawn, is two moves late at the square two in front of his own", "gains time to take the rival's pawn" =>
                p.mover.late_after_taking() >= 2;
            "the rival's king, taking the mover's pawn, is a move late at the square two in front of its own", "gives the rival's king time to take the pawn" =>
                p.rival.late_after_taking() >= 1;
            "the mover's king is five squares from his queening square", "takes the king near his queening square" =>
                p.mover.king_to_queening() >= 5;
            "the rival's king is six squares from its queening square", "lets the rival's king near its queening square" =>
                p.rival.king_to_queening() >= 6;
            "the rival's king is two ranks ahead of the mover's pawn", "lets the pawn past the rival's king" =>
                p.mover.enemy_ahead() >= 2;
            "the mover's king has two squares to go to", "leaves its own king too few squares" =>
                p.mover.steps().len() >= 2;
        }

    pub(super) TIME_TO_SPARE = "the king in front has time to spare", Either to move: Draw,
        claim: "The mover's king is three ranks ahead of the rival's pawn, the rival's catches his with two moves to spare and has no time to take it.",
        source: AVERBAKH_4, example: "6k1/8/6p1/8/3K4/2P5/8/8 b - - 0 1",
        in_turn(PawnRace as p) {
            "the pawns are past each other", "lets the pawns meet" => p.are_pawns_past();
            "each king catches the other side's pawn", "lets a pawn run" => p.are_both_caught();
            "the mover's king is three ranks ahead of the rival's pawn", "gives up the king's place ahead of the rival's pawn" =>
                p.rival.enemy_ahead() >= 3;
            "the rival's king catches the mover's pawn with two moves to spare", "gains time on the rival's king" =>
                p.mover.catcher_is_late() <= -2;
            "the rival's king, taking the mover's pawn, is a move late at the square two in front of its own", "gives the rival's king time to take the pawn" =>
                p.rival.late_after_taking() >= 1;
            "the rival's pawn is at most a move ahead", "falls behind in the race" => p.ahead() >= -1;
            "the mover's king is at most a move nearer to the square two in front of his pawn", "brings the king nearer to the square two in front of his pawn" =>
                p.mover.lead() <= 1;
        }

    pub(super) KEEP_THE_PAWNS_APART = "the kings keep the pawns apart", Either to move: Draw,
        claim: "The pawns are not past each other; each king catches the pawn of the other side and is too late for more.",
        source: VERIFY, example: "8/8/4k3/4p3/8/8/3P4/6K1 b - - 0 1",
        in_turn(PawnRace as p) {
            "the pawns are not past each other", "lets the pawns past each other" => !p.are_pawns_past();
            "each king catches the other side's pawn", "lets a pawn run" => p.are_both_caught();
            "the pawns are on neighboring files", "changes the pawns' files" => p.files_apart() == 1;
            "the rival's king, taking the mover's pawn, is two moves late at the square two in front of its own", "gives the rival's king time to take the pawn" =>
                p.rival.late_after_taking() >= 2;
            "the mover's king, taking the rival's pawn, is three moves late at the square two in front of his own", "gains time to take the rival's pawn" =>
                p.mover.late_after_taking() >= 3;
            "the rival's king is within five squares of the mover's pawn", "takes the pawn away from the rival's king" =>
                distance(p.rival.king, p.rival.enemy_pawn) <= 5;
            "the rival's king is ahead of the mover's pawn", "lets the pawn past the rival's king" =>
                p.mover.enemy_ahead() >= 1;
            "the rival's king is at most a move nearer to the mover's pawn than the mover's", "takes the king too far from his pawn" =>
                p.mover.enemy_is_nearer() <= 1;
        }

    pub(super) NEARER_TO_ENEMIES = "the kings are nearer to the enemy pawns", Either to move: Draw,
        claim: "The pawns are not past each other and three ranks apart, each king is about as near to the other side's pawn as its own, and each catches it.",
        source: VERIFY, example: "8/8/1p5k/8/8/2P5/8/3K4 b - - 0 1",
        in_turn(PawnRace as p) {
            "the pawns are not past each other", "lets the pawns past each other" => !p.are_pawns_past();
            "each king catches the other side's pawn", "lets a pawn run" => p.are_both_caught();
            "the pawns are three ranks apart", "brings the pawns too near one another" => p.ranks_apart() >= 3;
            "the mover's king is no nearer to the rival's pawn than the rival's", "brings the king nearer to the rival's pawn" =>
                p.rival.enemy_is_nearer() <= 0;
            "the rival's king is at most a move nearer to the mover's pawn than the mover's", "takes the king too far from his pawn" =>
                p.mover.enemy_is_nearer() <= 1;
            "the mover's king is three ranks ahead of the rival's pawn", "gives up the king's place ahead of the rival's pawn" =>
                p.rival.enemy_ahead() >= 3;
            "the rival's king catches the mover's pawn with two moves to spare", "gains time on the rival's king" =>
                p.mover.catcher_is_late() <= -2;
        }

    pub(super) TAKES_AND_DRAWS = "taking the pawn saves the draw", Either to move: Draw,
        claim: "The mover takes the rival's pawn, which is two moves ahead of his own, and the rival's king catches his.",
        source: PAWN_ENDING, example: "6k1/8/4p3/3P4/3K4/8/8/8 b - - 0 1",
        in_turn(PawnRace as p) {
            "the rival's pawn is two moves ahead", "catches up in the race" => p.ahead() <= -2;
            "the rival's king catches the mover's pawn", "lets the pawn run" => p.mover.catcher_is_late() <= 0;
            "the mover's king, taking the rival's pawn, is not first at the square two in front of his own", "gains time to take the rival's pawn" =>
                p.mover.late_after_taking() >= 0;
            "the mover's king catches the rival's pawn with a move to spare at most", "gains time on the rival's pawn" =>
                p.rival.catcher_is_late() >= -1;
            "the rival's king has two squares to go to", "leaves the rival's king too few squares" =>
                p.rival.steps().len() >= 2;
            "the mover can take the rival's pawn, and the pawn ending is drawn", "leaves the rival's pawn alone" =>
                p.mover.takes() == Some(false);
        }
}

//! Rules of KPvKP for pawns that cannot be caught or are taken at once.

use super::race::PawnRace;
use crate::geometry::stop_square;
use crate::rule::{Side, rules};

rules! {
    pub(super) TAKES_AND_WINS = "the pawn is taken and the other wins", Either to move: MoverWins,
        claim: "The mover takes the rival's pawn and wins the pawn ending.",
        source: PAWN_ENDING, example: "8/8/3p4/3K4/8/8/P7/7k w - - 0 1",
        in_turn(PawnRace as p) {
            "the mover can take the rival's pawn", "leaves the rival's pawn alone" => p.mover.takes().is_some();
            "the pawn ending is won", "spoils the pawn ending" => p.mover.takes() != Some(false);
        }

    /// ```text
    /// 7  . . . . . . . k      White to move promotes in three moves. Black's pawn is on f4 then,
    /// 6  . . . . . p . .      and the queen stops it.
    /// 5  P . . . . . . .
    ///    . . .
    /// 2  . K . . . . . .
    ///    a b c d e f g h
    /// ```
    pub(super) TWO_AHEAD = "the pawn is two moves ahead", Either to move: MoverWins,
        claim: "The mover's pawn cannot be caught, and it promotes two moves before the rival's, whose king is not beside its queening square and has three squares.",
        source: RACE, example: "8/8/8/5k2/7K/3p4/P7/8 b - - 0 1",
        in_turn(PawnRace as p) {
            "the mover's pawn is two moves ahead", "loses the lead in the race" => p.ahead() >= 2;
            "the mover's pawn cannot be stopped", "lets his pawn be stopped" => p.does_mover_run();
            "the rival's pawn gives no check", "leaves the king in check" => !p.is_check();
            "the rival's king is two squares from its queening square", "lets the rival's king near its queening square" =>
                p.rival.king_to_queening() >= 2;
            "the rival's king has three squares to go to", "leaves the rival's king too few squares" =>
                p.rival.steps().len() >= 3;
        }

    pub(super) TWO_BEHIND = "the rival is two moves ahead", Either to move: MoverLoses,
        claim: "The rival's pawn cannot be caught, and it promotes two moves before the mover's, whose king is not beside his queening square.",
        source: RACE, example: "6k1/1P4p1/8/8/8/8/4K3/8 b - - 0 1",
        in_turn(PawnRace as p) {
            "the rival's pawn is two moves ahead, the mover's move counted", "catches up in the race" =>
                p.ahead() <= -3;
            "the rival's pawn cannot be stopped", "stops the rival's pawn" => p.does_rival_run();
            "the mover's king is two squares from his queening square", "takes the king near his queening square" =>
                p.mover.king_to_queening() >= 2;
        }

    pub(super) ONE_AHEAD = "the pawn is a move ahead", Either to move: MoverWins,
        claim: "The mover's pawn cannot be caught, and it promotes a move before the rival's, whose king is four squares from its queening square and not on its path.",
        source: RACE, example: "8/8/2P5/8/2K5/k7/6p1/8 b - - 0 1",
        in_turn(PawnRace as p) {
            "the mover's pawn is a move ahead", "loses the lead in the race" => p.ahead() >= 1;
            "the mover's pawn cannot be stopped", "lets his pawn be stopped" => p.does_mover_run();
            "the rival's pawn gives no check", "leaves the king in check" => !p.is_check();
            "the rival's king is four squares from its queening square", "lets the rival's king near its queening square" =>
                p.rival.king_to_queening() >= 4;
            "the rival's king is not in its pawn's way", "lets the rival's king in its pawn's way" =>
                p.rival.is_path_free();
        }

    pub(super) ONE_BEHIND = "the rival is a move ahead", Either to move: MoverLoses,
        claim: "The rival's pawn cannot be caught, and it promotes a move before the mover's, whose king is four squares from his queening square.",
        source: RACE, example: "8/6K1/8/8/5p2/P7/8/k7 w - - 0 1",
        in_turn(PawnRace as p) {
            "the rival's pawn is a move ahead, the mover's move counted", "catches up in the race" =>
                p.ahead() <= -2;
            "the rival's pawn cannot be stopped", "stops the rival's pawn" => p.does_rival_run();
            "the mover's king is four squares from his queening square", "takes the king near his queening square" =>
                p.mover.king_to_queening() >= 4;
        }

    pub(super) OUTRUNS_THE_KING = "the pawn outruns the king by far", Either to move: MoverWins,
        claim: "The mover's pawn is two moves ahead, the rival's king two moves late, and the mover's own king three squares from the queening square.",
        source: RACE, example: "K7/8/k7/3P4/8/8/2p5/8 b - - 0 1",
        in_turn(PawnRace as p) {
            "the mover's pawn is two moves ahead", "loses the lead in the race" => p.ahead() >= 2;
            "the mover's pawn cannot be stopped", "lets his pawn be stopped" => p.does_mover_run();
            "the pawns are on different files", "puts the pawns on one file" => p.files_apart() >= 1;
            "the rival's king is two moves late", "lets the rival's king catch up" =>
                p.mover.catcher_is_late() >= 2;
            "the mover's king is three squares from his queening square", "takes the king near his queening square" =>
                p.mover.king_to_queening() >= 3;
        }

    pub(super) STOPS_THE_RUNNER = "the king stops the only runner", Either to move: MoverWins,
        claim: "The mover's pawn cannot be caught; his king catches the other with two moves to spare, and the rival's king is four squares from its queening square.",
        source: RACE, example: "5K2/8/1kp5/8/8/P7/8/8 b - - 0 1",
        in_turn(PawnRace as p) {
            "the mover's pawn cannot be stopped", "lets his pawn be stopped" => p.does_mover_run();
            "the pawns are on different files", "puts the pawns on one file" => p.files_apart() >= 1;
            "the mover's king catches the rival's pawn with two moves to spare", "takes the king too far from the rival's pawn" =>
                p.rival.catcher_is_late() <= -2;
            "the rival's king is four squares from its queening square", "lets the rival's king near its queening square" =>
                p.rival.king_to_queening() >= 4;
            "the square in front of the rival's pawn is empty", "stands in front of the rival's pawn" =>
                !p.rival.occupied().has(stop_square(p.rival.pawn));
        }

    pub(super) NO_CHANCES = "the mover has no chances", Either to move: MoverLoses,
        claim: "The rival's pawn cannot be caught, has at most three moves to go, no more than the mover's, and the mover's pawn does not win even alone.",
        source: RACE, example: "8/8/3P4/7k/5p2/7K/8/8 b - - 0 1",
        in_turn(PawnRace as p) {
            "the mover's king is two moves late for the rival's pawn", "catches up with the rival's pawn" =>
                p.rival.catcher_is_late() >= 2;
            "the pawns are past each other", "lets the pawns meet" => p.are_pawns_past();
            "the rival's pawn has no further to go than the mover's", "gains the lead in the race" =>
                p.ahead() <= 0;
            "the rival's pawn has at most three moves to go", "holds up the rival's pawn" =>
                p.rival.pushes() <= 3;
            "the mover's king is three squares from his queening square", "takes the king near his queening square" =>
                p.mover.king_to_queening() >= 3;
            "the mover's pawn does not win even alone", "makes his pawn win alone" =>
                !p.mover.wins_alone(Side::Strong);
        }

    pub(super) CANNOT_SPEED_UP = "the king cannot speed up his pawn", Either to move: MoverLoses,
        claim: "The rival's pawn is two moves ahead; the mover's king beside his queening square is of no use while the rival's is three from its own.",
        source: RACE, example: "1k6/3K4/8/8/8/8/3P3p/8 w - - 0 1",
        in_turn(PawnRace as p) {
            "the rival's pawn is two moves ahead, the mover's move counted", "catches up in the race" =>
                p.ahead() <= -3;
            "the rival's pawn cannot be stopped", "stops the rival's pawn" => p.does_rival_run();
            "the pawns are on different files", "puts the pawns on one file" => p.files_apart() >= 1;
            "the mover's king is next to his queening square or on it", "takes the king away from his queening square" =>
                p.mover.king_to_queening() <= 1;
            "the rival's king is three squares from its queening square", "lets the rival's king near its queening square" =>
                p.rival.king_to_queening() >= 3;
        }
}

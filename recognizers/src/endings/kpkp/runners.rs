//! Pawns that nobody catches, and those that are taken at once.

use super::race::PawnRace;
use crate::geometry::stop_square;
use crate::rule::{Side, told};

told! {
    /// KPvKP: asked 7,436,088, spoke 629,852, wrong 0; asked about everything it speaks on 629,852, wrong 0.
    pub(super) fn takes_and_wins as TAKES_AND_WINS(p: &PawnRace), in_turn {
        "the mover can take the rival's pawn", "leaves the rival's pawn alone" => p.mover.takes().is_some();
        "the pawn ending is won", "spoils the pawn ending" => p.mover.takes() != Some(false);
    }
}

told! {
    /// ```text
    /// 7  . . . . . . . k      White to move promotes in three moves. Black's pawn is on f4 then, and the
    /// 6  . . . . . p . .      queen stops it.
    /// 5  P . . . . . . .
    ///    . . .
    /// 2  . K . . . . . .
    ///    a b c d e f g h
    /// ```
    ///
    /// KPvKP: asked 6,806,236, spoke 1,084,658, wrong 0; asked about everything it speaks on 1,173,652, wrong 0.
    pub(super) fn is_two_ahead as TWO_AHEAD(p: &PawnRace), in_turn {
        "the mover's pawn is two moves ahead", "loses the lead in the race" => p.ahead() >= 2;
        "nobody stops the mover's pawn", "lets his pawn be stopped" => p.does_mover_run();
        "the rival's pawn gives no check", "leaves the king in check" => !p.is_check();
        "the rival's king is two squares from its queening square", "lets the rival's king near its queening square" =>
            p.rival.king_to_queening() >= 2;
        "the rival's king has three squares to go to", "leaves the rival's king too few squares" =>
            p.rival.steps().len() >= 3;
    }
}

told! {
    /// KPvKP: asked 5,721,578, spoke 612,358, wrong 0; asked about everything it speaks on 612,358, wrong 0.
    pub(super) fn is_two_behind as TWO_BEHIND(p: &PawnRace), in_turn {
        "the rival's pawn is two moves ahead, the mover's move counted", "catches up in the race" =>
            p.ahead() <= -3;
        "nobody stops the rival's pawn", "stops the rival's pawn" => p.does_rival_run();
        "the mover's king is two squares from his queening square", "takes the king near his queening square" =>
            p.mover.king_to_queening() >= 2;
    }
}

told! {
    /// KPvKP: asked 5,109,220, spoke 322,024, wrong 0; asked about everything it speaks on 1,095,874, wrong 0.
    pub(super) fn is_one_ahead as ONE_AHEAD(p: &PawnRace), in_turn {
        "the mover's pawn is a move ahead", "loses the lead in the race" => p.ahead() >= 1;
        "nobody stops the mover's pawn", "lets his pawn be stopped" => p.does_mover_run();
        "the rival's pawn gives no check", "leaves the king in check" => !p.is_check();
        "the rival's king is four squares from its queening square", "lets the rival's king near its queening square" =>
            p.rival.king_to_queening() >= 4;
        "the rival's king is not in its pawn's way", "lets the rival's king in its pawn's way" =>
            p.rival.is_path_free();
    }
}

told! {
    /// KPvKP: asked 4,787,196, spoke 221,352, wrong 0; asked about everything it speaks on 596,124, wrong 0.
    pub(super) fn is_one_behind as ONE_BEHIND(p: &PawnRace), in_turn {
        "the rival's pawn is a move ahead, the mover's move counted", "catches up in the race" =>
            p.ahead() <= -2;
        "nobody stops the rival's pawn", "stops the rival's pawn" => p.does_rival_run();
        "the mover's king is four squares from his queening square", "takes the king near his queening square" =>
            p.mover.king_to_queening() >= 4;
    }
}

told! {
    /// KPvKP: asked 4,565,844, spoke 101,616, wrong 0; asked about everything it speaks on 884,810, wrong 0.
    pub(super) fn outruns_the_king as OUTRUNS_THE_KING(p: &PawnRace), in_turn {
        "the mover's pawn is two moves ahead", "loses the lead in the race" => p.ahead() >= 2;
        "nobody stops the mover's pawn", "lets his pawn be stopped" => p.does_mover_run();
        "the pawns are on different files", "puts the pawns on one file" => p.files_apart() >= 1;
        "the rival's king is two moves late", "lets the rival's king catch up" =>
            p.mover.catcher_is_late() >= 2;
        "the mover's king is three squares from his queening square", "takes the king near his queening square" =>
            p.mover.king_to_queening() >= 3;
    }
}

told! {
    /// KPvKP: asked 4,464,228, spoke 61,358, wrong 0; asked about everything it speaks on 333,988, wrong 0.
    pub(super) fn stops_the_only_runner as STOPS_THE_RUNNER(p: &PawnRace), in_turn {
        "nobody stops the mover's pawn", "lets his pawn be stopped" => p.does_mover_run();
        "the pawns are on different files", "puts the pawns on one file" => p.files_apart() >= 1;
        "the mover's king catches the rival's pawn with two moves to spare", "takes the king too far from the rival's pawn" =>
            p.rival.catcher_is_late() <= -2;
        "the rival's king is four squares from its queening square", "lets the rival's king near its queening square" =>
            p.rival.king_to_queening() >= 4;
        "nobody stands in front of the rival's pawn", "stands in front of the rival's pawn" =>
            !p.rival.occupied().has(stop_square(p.rival.pawn));
    }
}

told! {
    /// KPvKP: asked 4,402,870, spoke 119,946, wrong 0; asked about everything it speaks on 399,442, wrong 0.
    pub(super) fn has_no_chances as NO_CHANCES(p: &PawnRace), in_turn {
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
}

told! {
    /// KPvKP: asked 4,282,924, spoke 61,472, wrong 0; asked about everything it speaks on 61,472, wrong 0.
    pub(super) fn cannot_speed_up as CANNOT_SPEED_UP(p: &PawnRace), in_turn {
        "the rival's pawn is two moves ahead, the mover's move counted", "catches up in the race" =>
            p.ahead() <= -3;
        "nobody stops the rival's pawn", "stops the rival's pawn" => p.does_rival_run();
        "the pawns are on different files", "puts the pawns on one file" => p.files_apart() >= 1;
        "the mover's king is next to his queening square or on it", "takes the king away from his queening square" =>
            p.mover.king_to_queening() <= 1;
        "the rival's king is three squares from its queening square", "lets the rival's king near its queening square" =>
            p.rival.king_to_queening() >= 3;
    }
}

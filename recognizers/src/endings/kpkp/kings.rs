//! Kings that hold the pawns.

use board::sets::distance;

use super::race::PawnRace;
use crate::rule::{Side, told};

told! {
    /// ```text
    /// 6  . . k . . . p .      Each king holds the other side's pawn, and neither can do more.
    /// 5  . . . . . . . .
    /// 4  . P . . . K . .
    ///    a b c d e f g h
    /// ```
    ///
    /// KPvKP: asked 4,221,452, spoke 400,898, wrong 0; asked about everything it speaks on 400,898, wrong 0.
    pub(super) fn neither_wins_alone as NEITHER_WINS_ALONE(p: &PawnRace), in_turn {
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
}

told! {
    /// KPvKP: asked 3,820,554, spoke 144,156, wrong 0; asked about everything it speaks on 455,578, wrong 0.
    pub(super) fn is_nearer_to_the_heart as NEARER_TO_THE_HEART(p: &PawnRace), in_turn {
        "the pawns are two files apart", "brings the pawns onto neighboring files" => p.files_apart() >= 2;
        "the mover's king is nearer to the square two in front of the rival's pawn", "loses the race to the square two in front of the rival's pawn" =>
            p.rival.lead() <= -1;
        "the rival's king has three squares to go to", "leaves the rival's king too few squares" =>
            p.rival.steps().len() >= 3;
        "neither pawn wins alone", "lets a pawn win alone" =>
            p.is_neither_enough() && !p.mover.wins_alone(Side::Weak);
    }
}

told! {
    /// KPvKP: asked 3,676,398, spoke 77,546, wrong 0; asked about everything it speaks on 283,392, wrong 0.
    pub(super) fn takes_too_long as TAKES_TOO_LONG(p: &PawnRace), in_turn {
        "the pawns are two ranks apart", "brings the pawns too near one another" => p.ranks_apart() >= 2;
        "the mover's king, taking the rival's pawn, is three moves late at the square two in front of his own", "gains time to take the rival's pawn" =>
            p.mover.late_after_taking() >= 3;
        "the mover's king is five squares from his queening square", "takes the king near his queening square" =>
            p.mover.king_to_queening() >= 5;
        "neither pawn wins alone", "lets a pawn win alone" => p.is_neither_enough();
    }
}

told! {
    /// KPvKP: asked 3,598,852, spoke 87,952, wrong 0; asked about everything it speaks on 319,808, wrong 0.
    pub(super) fn are_kings_in_front as KINGS_IN_FRONT(p: &PawnRace), in_turn {
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
}

told! {
    /// KPvKP: asked 3,510,900, spoke 30,376, wrong 0; asked about everything it speaks on 161,058, wrong 0.
    pub(super) fn has_time_to_spare as TIME_TO_SPARE(p: &PawnRace), in_turn {
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
}

told! {
    /// KPvKP: asked 3,480,524, spoke 27,218, wrong 0; asked about everything it speaks on 35,336, wrong 0.
    pub(super) fn keep_the_pawns_apart as KEEP_THE_PAWNS_APART(p: &PawnRace), in_turn {
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
}

told! {
    /// KPvKP: asked 3,453,306, spoke 32,596, wrong 0; asked about everything it speaks on 58,178, wrong 0.
    pub(super) fn are_nearer_to_enemies as NEARER_TO_ENEMIES(p: &PawnRace), in_turn {
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
}

told! {
    /// KPvKP: asked 3,420,710, spoke 56,750, wrong 0; asked about everything it speaks on 123,016, wrong 0.
    pub(super) fn takes_and_draws as TAKES_AND_DRAWS(p: &PawnRace), in_turn {
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

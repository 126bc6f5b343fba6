//! Rules of KBNvKN with the bishop and knight's side to move.

use board::sets::distance;
use board::{Square, get_between_rays, get_king_moves, get_knight_moves};

use super::BishopKnightVsKnight;
use super::men::has_two;
use crate::geometry::{all, bishop_lines, corner_distance, is_on_edge};
use crate::rule::{Condition, rules};

rules! {
    /// ```text
    /// 8  . . . . . . . .      White to move.
    /// 7  N . . . . . . .
    /// 6  . . . . . . . .
    /// 5  . . . . . . . .
    /// 4  . . k . . . n .
    /// 3  . . . . . B . .
    /// 2  . . . K . . . .
    /// 1  . . . . . . . .
    ///    a b c d e f g h
    /// ```
    ///
    /// Complete except for the positions that [`is_lost`] leaves out.
    pub(super) TAKES_THE_KNIGHT = "the knight can be taken", Strong to move: StrongWins,
        claim: "The lone knight is taken for nothing, and the bare king wins no piece back and is not stalemated.",
        source: GAME, example: "8/N7/8/8/2k3n1/5B2/3K4/8 w - - 0 1",
        holds(BishopKnightVsKnight) { takes_the_knight }
}

#[inline(always)]
fn takes_the_knight(d: &BishopKnightVsKnight) -> bool {
    if !d.knight_hangs() {
        return false;
    }
    let target = d.lone_knight;
    let by_king = || {
        get_king_moves(d.king).has(target)
            && !get_king_moves(d.weak_king).has(target)
            && is_lost(d.weak_king, target, d.bishop, d.knight)
    };
    let by_knight =
        || get_knight_moves(d.knight).has(target) && is_lost(d.weak_king, d.king, d.bishop, target);
    let by_bishop = || d.bishop_sees().has(target) && is_lost(d.weak_king, d.king, target, d.knight);
    by_king() || by_knight() || by_bishop()
}

/// True if the bare king, to move, is lost against king, bishop and knight: it cannot take either
/// and is not stalemated.
///
/// False where it may still save itself: if its next move attacks both pieces or traps the knight,
/// if a knight in the corner is near it, if both pieces are near it and the knight is next to a
/// corner, and if it attacks a piece at the edge near the other king, where it may be stalemated.
fn is_lost(weak_king: Square, king: Square, bishop: Square, knight: Square) -> bool {
    let minors = bishop.bitboard() | knight.bitboard();
    let by_bishop = bishop_lines(bishop, minors | king.bitboard());
    let hits = get_king_moves(king) | get_knight_moves(knight) | by_bishop;
    let steps = get_king_moves(weak_king) - hits;
    let is_stalemate = steps.is_empty() && !hits.has(weak_king);
    let is_near = |man: Square| distance(weak_king, man) <= 3;
    let may_chase = || match corner_distance(knight) {
        0 => is_near(knight),
        1 => is_near(knight) && is_near(bishop),
        _ => false,
    };
    let near_knight = steps & get_king_moves(knight);
    let may_fork = || !(near_knight & get_king_moves(bishop)).is_empty();
    let may_shut_in = || {
        let ways_out = get_knight_moves(knight) - (bishop.bitboard() | king.bitboard());
        near_knight.iter().any(|step| ways_out.is_subset(get_king_moves(step)))
    };
    let may_be_stalemate = || {
        let hits_at_edge = |man| is_on_edge(man) && !(steps & get_king_moves(man)).is_empty();
        distance(king, weak_king) == 2 && (hits_at_edge(bishop) || hits_at_edge(knight))
    };
    let may_recover = || may_chase() || may_fork() || may_shut_in() || may_be_stalemate();
    (steps & minors).is_empty() && !is_stalemate && !may_recover()
}

rules! {
    /// ```text
    /// 8  . . . . . . . .      White to move.
    /// 7  . . . . . . . .
    /// 6  . . . . . . . .
    /// 5  . . . . . . . .
    /// 4  . . . k . . N .
    /// 3  . . . . . . . .
    /// 2  . . K B . . . .
    /// 1  . . . . . . n .
    ///    a b c d e f g h
    /// ```
    ///
    /// Does not apply where the knight can take the bishop or interpose, where the king stays near
    /// the knight or takes something, or where the bare king might win a piece back.
    pub(super) SKEWERS = "the bishop skewers king and knight", Strong to move: StrongWins,
        claim: "A check of the bishop also hits the knight, which cannot be saved.",
        source: GAME, example: "8/8/8/8/3k2N1/8/2KB4/6n1 w - - 0 1",
        holds(BishopKnightVsKnight) { skewers }
}

#[inline(always)]
fn skewers(d: &BishopKnightVsKnight) -> bool {
    if !all([d.bishop_is_of_color_of(d.weak_king), d.bishop_is_of_color_of(d.lone_knight)]) {
        return false;
    }
    let lines_to_king = bishop_lines(d.weak_king, d.occupied());
    let lines_to_knight = bishop_lines(d.lone_knight, d.occupied() - d.weak_king.bitboard());
    let checks = (d.bishop_sees() - d.occupied()) & lines_to_king & lines_to_knight;
    !checks.is_empty()
        && !get_knight_moves(d.lone_knight).has(d.king)
        && checks.iter().any(|to| is_decisive_skewer(d, to))
}

fn is_decisive_skewer(d: &BishopKnightVsKnight, to: Square) -> bool {
    let occupied = (d.occupied() - d.bishop.bitboard() - d.weak_king.bitboard()) | to.bitboard();
    let hits = get_king_moves(d.king) | get_knight_moves(d.knight) | bishop_lines(to, occupied);
    let answers = get_knight_moves(d.lone_knight) & (get_between_rays(to, d.weak_king) | to.bitboard());
    let steps = get_king_moves(d.weak_king) - hits - d.lone_knight.bitboard();
    let saving = to.bitboard() | d.knight.bitboard() | get_king_moves(d.lone_knight);
    answers.is_empty()
        && (steps & saving).is_empty()
        && steps.iter().all(|step| is_lost(step, d.king, d.lone_knight, d.knight))
}

/// Required by all draws below: the attacker, to move, wins nothing and is not mated, and its king
/// is not much nearer to the knight.
const CALM: &[Condition<BishopKnightVsKnight>] = &[
    Condition {
        says: "the attacker's king is not much nearer to the lone knight",
        broken: Some("lets the attacker's king gain on the knight"),
        holds: |d| d.lead() >= -2,
    },
    Condition {
        says: "the lone knight is not lost where it stands",
        broken: Some("lets the knight be lost"),
        holds: |d| !d.knight_hangs(),
    },
    Condition {
        says: "the attacker's king has two squares to go to",
        broken: Some("leaves its own king too few squares"),
        holds: BishopKnightVsKnight::attacker_has_room,
    },
];

#[inline(always)]
fn is_calm(d: &BishopKnightVsKnight) -> bool {
    let [lead, hangs, room] = [0, 1, 2].map(|index| (CALM[index].holds)(d));
    all([lead, hangs, room])
}

rules! {
    /// ```text
    /// 8  . . . . . . . B      White to move.
    /// 7  . . . k . n . .
    /// 6  . . . . . . . .
    /// 5  . . . . . . . .
    /// 4  . . . . . . . .
    /// 3  . . . . . N . .
    /// 2  . . . . . . . .
    /// 1  . K . . . . . .
    ///    a b c d e f g h
    /// ```
    ///
    /// The bishop cannot attack the knight, which is within four moves of its king.
    pub(super) RANGING_KING = "a ranging king", Strong to move: Draw,
        claim: "The knight is two king moves nearer its own king, which has ten squares beyond its next move; the bishop cannot hit the knight.",
        source: VERIFY, example: "7B/3k1n2/8/8/8/5N2/8/1K6 w - - 0 1",
        at_once(BishopKnightVsKnight as d) after CALM (is_calm) {
            "the lone knight is two king moves nearer to its own king", "lets the attacker's king gain on the knight" =>
                d.lead() >= 2;
            "the bishop is not on the lone knight's color", "takes the knight onto the bishop's color" =>
                !d.bishop_is_of_color_of(d.lone_knight);
            "the lone knight is within four king moves of its own king", "takes king and knight too far apart" =>
                distance(d.weak_king, d.lone_knight) <= 4;
            "the defender's king has four moves", "leaves the king too few moves" => d.king_move_count() >= 4;
            "the defender's king has ten squares beyond its next move", "leaves the king too little room" =>
                d.king_reach() >= 10;
        }

    /// ```text
    /// 8  . . . . . . . .      White to move.
    /// 7  . . . . . N . .
    /// 6  n . . . . . . .
    /// 5  . . . . . . . .
    /// 4  . k . . . . . .
    /// 3  . . . . . . . .
    /// 2  . . . . . . . .
    /// 1  . K . . . . B .
    ///    a b c d e f g h
    /// ```
    ///
    /// The bishop can never attack squares of the other color, and the attacker's king is late.
    pub(super) KNIGHT_OFF_COLOR = "a knight off the bishop's color", Strong to move: Draw,
        claim: "The knight is two king moves nearer its own king and has twelve squares within two safe moves that the bishop can never hit.",
        source: VERIFY, example: "8/5N2/n7/8/1k6/8/8/1K4B1 w - - 0 1",
        at_once(BishopKnightVsKnight as d) after CALM (is_calm) {
            "the lone knight is two king moves nearer to its own king", "lets the attacker's king gain on the knight" =>
                d.lead() >= 2;
            "the defender's king has three moves", "leaves the king too few moves" => d.king_move_count() >= 3;
            "the lone knight has twelve squares within two safe moves that the bishop can never hit", "leaves the knight too few squares off the bishop's color" =>
                d.knight_reach_off_color() >= 12;
        }

    /// ```text
    /// 8  . . . . . . . k      White to move.
    /// 7  . . . . . . . .
    /// 6  . . . . . . . n
    /// 5  . . . . . . . .
    /// 4  . N . . . . B .
    /// 3  . . . . . . . .
    /// 2  . . . . . . . .
    /// 1  . . . K . . . .
    ///    a b c d e f g h
    /// ```
    ///
    /// Nothing stops the knight from joining its king, and together they are safe.
    pub(super) HOMING_KNIGHT = "a homing knight", Strong to move: Draw,
        claim: "The bishop cannot check, the kings are five moves apart, and the knight can go next to its king.",
        source: VERIFY, example: "7k/8/7n/8/1N4B1/8/8/3K4 w - - 0 1",
        at_once(BishopKnightVsKnight as d) after CALM (is_calm) {
            "the bishop is not on the color of the defender's king", "takes the king onto the bishop's color" =>
                !d.bishop_is_of_color_of(d.weak_king);
            "the kings are five moves apart", "takes the king near the other king" => d.kings_apart() >= 5;
            "the lone knight can go next to its king", "takes king and knight too far apart" =>
                !(d.knight_moves() & get_king_moves(d.weak_king)).is_empty();
            "the lone knight has five squares within two safe moves", "leaves the knight too few squares" =>
                d.knight_reach() >= 5;
            "the defender's king has six squares beyond its next move", "leaves the king too little room" =>
                d.king_reach() >= 6;
        }

    /// ```text
    /// 8  . . . . . . B .      White to move.
    /// 7  . . . . . . . .
    /// 6  . . . . . . n .
    /// 5  . . . N . . k .
    /// 4  . . . . . . . .
    /// 3  . . . . . . . .
    /// 2  . . . . . . . .
    /// 1  . . . K . . . .
    ///    a b c d e f g h
    /// ```
    ///
    /// Without bishop checks the attacker has no time to cut the knight off.
    pub(super) NO_CHECK_NEAR_HOME = "no check and a knight near home", Strong to move: Draw,
        claim: "The bishop cannot check, and the knight is two king moves nearer its own king, which is not at the edge.",
        source: VERIFY, example: "6B1/8/6n1/3N2k1/8/8/8/3K4 w - - 0 1",
        at_once(BishopKnightVsKnight as d) after CALM (is_calm) {
            "the lone knight is two king moves nearer to its own king", "lets the attacker's king gain on the knight" =>
                d.lead() >= 2;
            "the bishop is not on the color of the defender's king", "takes the king onto the bishop's color" =>
                !d.bishop_is_of_color_of(d.weak_king);
            "the defender's king is not at the edge", "takes the king to the edge" => !is_on_edge(d.weak_king);
            "the lone knight has ten squares within two safe moves", "leaves the knight too few squares" =>
                d.knight_reach() >= 10;
            "the defender's king has five squares beyond its next move", "leaves the king too little room" =>
                d.king_reach() >= 5;
        }

    /// ```text
    /// 8  k . . . . . . .      White to move.
    /// 7  . . . . . . N .
    /// 6  . n . . . . . .
    /// 5  . . . . . . . .
    /// 4  . . . . . . . .
    /// 3  . . . . . . . .
    /// 2  . K . B . . . .
    /// 1  . . . . . . . .
    ///    a b c d e f g h
    /// ```
    ///
    /// When attacked, the knight goes to a square where it cannot be attacked at once.
    pub(super) HIDING_PLACES = "no check and hiding places", Strong to move: Draw,
        claim: "The bishop cannot check, and the knight has four moves to squares where it cannot be attacked at once.",
        source: VERIFY, example: "k7/6N1/1n6/8/8/8/1K1B4/8 w - - 0 1",
        at_once(BishopKnightVsKnight as d) after CALM (is_calm) {
            "the lone knight is nearer to its own king", "lets the attacker's king gain on the knight" =>
                d.lead() >= 1;
            "the bishop is not on the color of the defender's king", "takes the king onto the bishop's color" =>
                !d.bishop_is_of_color_of(d.weak_king);
            "the kings are four moves apart", "takes the king near the other king" => d.kings_apart() >= 4;
            "the lone knight has four moves to squares where it cannot be attacked at once", "leaves the knight too few hiding places" =>
                d.hiding_places_off_color().len() >= 4;
            "the defender's king has a move to a square that the bishop can never hit", "leaves the king no move off the bishop's color" =>
                !d.king_moves_off_color().is_empty();
        }

    /// ```text
    /// 8  . . . . . . . .      White to move.
    /// 7  . . . . . . . N
    /// 6  . . . . . B . .
    /// 5  k . . . . . . .
    /// 4  . . n . . . . .
    /// 3  . . . . . . . .
    /// 2  . . . . . . . .
    /// 1  K . . . . . . .
    ///    a b c d e f g h
    /// ```
    ///
    /// Two such squares, safe from king and knight only, are enough if the king has much room.
    pub(super) TWO_HIDING_PLACES = "two hiding places and a ranging king", Strong to move: Draw,
        claim: "The knight has two moves to squares where neither king nor knight can attack it at once, its king eight squares beyond its next move.",
        source: VERIFY, example: "8/7N/5B2/k7/2n5/8/8/K7 w - - 0 1",
        at_once(BishopKnightVsKnight as d) after CALM (is_calm) {
            "the lone knight is nearer to its own king", "lets the attacker's king gain on the knight" =>
                d.lead() >= 1;
            "the defender's king has four moves", "leaves the king too few moves" => d.king_move_count() >= 4;
            "the lone knight has nine squares within two safe moves that the bishop can never hit", "leaves the knight too few squares off the bishop's color" =>
                d.knight_reach_off_color() >= 9;
            "the defender's king has eight squares beyond its next move", "leaves the king too little room" =>
                d.king_reach() >= 8;
            "the lone knight has two moves to squares where neither king nor knight can attack it at once", "leaves the knight too few hiding places" =>
                has_two(d.hiding_places());
        }

    /// ```text
    /// 8  . . . . . B . .      White to move.
    /// 7  . . . N . . . .
    /// 6  . . . . . . . .
    /// 5  . . . . . . n .
    /// 4  . . . . . . . .
    /// 3  . . . . . . k .
    /// 2  . . . . . . . .
    /// 1  . . K . . . . .
    ///    a b c d e f g h
    /// ```
    ///
    /// The king can reach the knight in three ways; the attacker cannot prevent all of them.
    pub(super) GUARDED_KNIGHT = "a guarded knight", Strong to move: Draw,
        claim: "The king has three moves to the knight's side, and the attacker's king is four moves away.",
        source: VERIFY, example: "5B2/3N4/8/6n1/8/6k1/8/2K5 w - - 0 1",
        at_once(BishopKnightVsKnight as d) after CALM (is_calm) {
            "the defender's king has three moves to the knight's side", "leaves the king too few ways to the knight" =>
                d.guards().len() >= 3;
            "the attacker's king is four moves from the knight", "brings the king near the knight" =>
                distance(d.king, d.lone_knight) >= 4;
            "the defender's king has six squares beyond its next move", "leaves the king too little room" =>
                d.king_reach() >= 6;
        }

    /// ```text
    /// 8  . . . . . . . .      White to move.
    /// 7  . . . . k . . .
    /// 6  . . . . . . . .
    /// 5  . . . . . . . .
    /// 4  . . B . . . . .
    /// 3  . . . . n . . N
    /// 2  . . . . . . . .
    /// 1  K . . . . . . .
    ///    a b c d e f g h
    /// ```
    ///
    /// The attacker's king is six moves from the other and attacks nothing with its next move.
    pub(super) FAR_AWAY = "the kings are six apart", Strong to move: Draw,
        claim: "The kings are six moves apart, and the knight has fifteen squares within two safe moves that the bishop can never hit.",
        source: VERIFY, example: "8/4k3/8/8/2B5/4n2N/8/K7 w - - 0 1",
        at_once(BishopKnightVsKnight as d) after CALM (is_calm) {
            "the kings are six moves apart", "takes the king near the other king" => d.kings_apart() >= 6;
            "the lone knight is within four king moves of its own king", "takes king and knight too far apart" =>
                distance(d.weak_king, d.lone_knight) <= 4;
            "the attacker's king cannot go next to the knight", "brings the king near the knight" =>
                (d.strong_king_moves() & get_king_moves(d.lone_knight)).is_empty();
            "the lone knight has fifteen squares within two safe moves that the bishop can never hit", "leaves the knight too few squares off the bishop's color" =>
                d.knight_reach_off_color() >= 15;
        }

    /// ```text
    /// 8  . . . . . . . .      White to move.
    /// 7  . . . . . . . .
    /// 6  . k . . . . . .
    /// 5  . . . . . . . .
    /// 4  . . . . . . . .
    /// 3  . . . . . N . n
    /// 2  B . . . . . . .
    /// 1  K . . . . . . .
    ///    a b c d e f g h
    /// ```
    ///
    /// The king has four moves to squares that the bishop can never attack, which is enough.
    pub(super) NO_CHECK_OFF_COLOR = "no check and room off the color", Strong to move: Draw,
        claim: "The bishop cannot check, and the king has four moves to squares that it can never hit.",
        source: VERIFY, example: "8/8/1k6/8/8/5N1n/B7/K7 w - - 0 1",
        at_once(BishopKnightVsKnight as d) after CALM (is_calm) {
            "the lone knight is nearer to its own king", "lets the attacker's king gain on the knight" =>
                d.lead() >= 1;
            "the bishop is not on the color of the defender's king", "takes the king onto the bishop's color" =>
                !d.bishop_is_of_color_of(d.weak_king);
            "the defender's king has four moves to squares that the bishop can never hit", "leaves the king too few moves off the bishop's color" =>
                d.king_moves_off_color().len() >= 4;
            "the lone knight has eleven squares within two safe moves", "leaves the knight too few squares" =>
                d.knight_reach() >= 11;
            "the defender's king has eight squares beyond its next move", "leaves the king too little room" =>
                d.king_reach() >= 8;
        }

    /// ```text
    /// 8  . . . . . . . .      White to move.
    /// 7  n . . . . . . .
    /// 6  . . . . . N . .
    /// 5  . . . . . . . .
    /// 4  k . . . . . . .
    /// 3  . . B . . . . .
    /// 2  . . . . . . . .
    /// 1  K . . . . . . .
    ///    a b c d e f g h
    /// ```
    ///
    /// Like [`NO_CHECK_NEAR_HOME`], with the king at the edge, but the attacker's king away from
    /// the center.
    pub(super) NO_CHECK_FROM_AFAR = "no check and a distant king", Strong to move: Draw,
        claim: "The bishop cannot check, and the attacker's king is near a corner, three king moves from it or fewer.",
        source: VERIFY, example: "8/n7/5N2/8/k7/2B5/8/K7 w - - 0 1",
        at_once(BishopKnightVsKnight as d) after CALM (is_calm) {
            "the lone knight is two king moves nearer to its own king", "lets the attacker's king gain on the knight" =>
                d.lead() >= 2;
            "the bishop is not on the color of the defender's king", "takes the king onto the bishop's color" =>
                !d.bishop_is_of_color_of(d.weak_king);
            "the attacker's king is within two moves of a corner", "lets the attacker's king away from the corner" =>
                corner_distance(d.king) <= 2;
            "the defender's king has two moves to squares that the bishop can never hit", "leaves the king too few moves off the bishop's color" =>
                has_two(d.king_moves_off_color());
            "the lone knight has ten squares within two safe moves", "leaves the knight too few squares" =>
                d.knight_reach() >= 10;
        }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn taking_the_knight_does_not_win_when_the_weak_king_saves_itself() {
        for drawn in [
            // It takes the knight that took; it attacks both pieces; it traps the knight.
            "8/2B1k3/2n5/4N3/8/8/8/2K5 w - - 0 1",
            "8/8/5Bk1/8/4N3/8/n7/K7 w - - 0 1",
            "8/8/8/8/5B2/5k2/3n4/2K4N w - - 0 1",
            // It attacks a piece at the edge, and is stalemated when that moves away.
            "8/8/8/N7/2n5/k7/2K5/B7 w - - 0 1",
            "8/8/1B6/n7/8/3K4/8/2N1k3 w - - 0 1",
        ] {
            let board = board::fen::parse(drawn).unwrap();
            let view = crate::rule::View::of_board(&board, board::Color::White).unwrap();
            assert!(!takes_the_knight(&BishopKnightVsKnight::from(&view)), "{drawn}");
        }
    }
}

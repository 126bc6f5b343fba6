//! The side with bishop and knight to move.

use board::sets::distance;
use board::{Square, get_between_rays, get_king_moves, get_knight_moves};

use super::BishopKnightVsKnight;
use super::men::has_two;
use crate::geometry::{all, bishop_lines, corner_distance, is_on_edge};
use crate::rule::told;

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
/// The reasoning is complete but for what [`is_lost`] is silent about.
///
/// KBNvKN: asked 102,330,808, spoke 23,303,250, wrong 0; asked about everything it speaks on 23,303,250,
/// wrong 0.
#[inline(always)]
pub(super) fn takes_the_knight(d: &BishopKnightVsKnight) -> bool {
    if !d.knight_hangs() {
        return false;
    }
    let target = d.lone_knight;
    let by_king = || {
        get_king_moves(d.strong_king).has(target)
            && !get_king_moves(d.king).has(target)
            && is_lost(d.king, target, d.bishop, d.knight)
    };
    let by_knight =
        || get_knight_moves(d.knight).has(target) && is_lost(d.king, d.strong_king, d.bishop, target);
    let by_bishop = || d.bishop_sees().has(target) && is_lost(d.king, d.strong_king, target, d.knight);
    by_king() || by_knight() || by_bishop()
}

/// A bare king, to move, is lost against king, bishop and knight unless it takes one of them or is
/// stalemated.
///
/// Silent where it may still save itself: when its next step hits both men or shuts a knight in, when a
/// knight in the corner is near it, when both men are and the knight stands next to a corner, and when it
/// hits a man at the edge beside the other king, where it may be stalemated.
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
/// Silent where the knight can take the bishop or stand between, where the king stays near the knight or
/// takes something, and where the bare king might win a man back.
///
/// KBNvKN: asked 58,117,010, spoke 618,369, wrong 0; asked about everything it speaks on 1,478,260, wrong 0.
#[inline(always)]
pub(super) fn skewers(d: &BishopKnightVsKnight) -> bool {
    if !all([d.bishop_is_of_color_of(d.king), d.bishop_is_of_color_of(d.lone_knight)]) {
        return false;
    }
    let lines_to_king = bishop_lines(d.king, d.occupied());
    let lines_to_knight = bishop_lines(d.lone_knight, d.occupied() - d.king.bitboard());
    let checks = (d.bishop_sees() - d.occupied()) & lines_to_king & lines_to_knight;
    !checks.is_empty()
        && !get_knight_moves(d.lone_knight).has(d.strong_king)
        && checks.iter().any(|to| is_decisive_skewer(d, to))
}

fn is_decisive_skewer(d: &BishopKnightVsKnight, to: Square) -> bool {
    let occupied = (d.occupied() - d.bishop.bitboard() - d.king.bitboard()) | to.bitboard();
    let hits = get_king_moves(d.strong_king) | get_knight_moves(d.knight) | bishop_lines(to, occupied);
    let answers = get_knight_moves(d.lone_knight) & (get_between_rays(to, d.king) | to.bitboard());
    let steps = get_king_moves(d.king) - hits - d.lone_knight.bitboard();
    let saving = to.bitboard() | d.knight.bitboard() | get_king_moves(d.lone_knight);
    answers.is_empty()
        && (steps & saving).is_empty()
        && steps.iter().all(|step| is_lost(step, d.strong_king, d.lone_knight, d.knight))
}

told! {
    /// The attacker to move takes nothing for nothing and is not mated, and its king is not much nearer to the
    /// knight: what all draws below need.
    fn is_calm as CALM(d: &BishopKnightVsKnight), at_once {
        "the attacker's king is not much nearer to the lone knight", "lets the attacker's king gain on the knight" =>
            d.lead() >= -2;
        "the lone knight is not lost where it stands", "lets the knight be lost" => !d.knight_hangs();
        "the attacker's king has two squares to go to", "leaves its own king too few squares" => d.attacker_has_room();
    }
}

told! {
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
    /// The knight stands on the wrong color for the bishop and within four moves of its king.
    ///
    /// KBNvKN: asked 79,027,558, spoke 5,165,117, wrong 0; asked about everything it speaks on 5,165,117, wrong
    /// 0.
    pub(super) fn faces_a_ranging_king as RANGING_KING(d: &BishopKnightVsKnight), at_once after is_calm as CALM {
        "the lone knight is two king moves nearer to its own king", "lets the attacker's king gain on the knight" =>
            d.lead() >= 2;
        "the bishop does not run on the lone knight's color", "takes the knight onto the bishop's color" =>
            !d.bishop_is_of_color_of(d.lone_knight);
        "the lone knight is within four king moves of its own king", "takes king and knight too far apart" =>
            distance(d.king, d.lone_knight) <= 4;
        "the defender's king has four moves", "leaves the king too few moves" => d.king_move_count() >= 4;
        "the defender's king has ten squares beyond its next move", "leaves the king too little room" =>
            d.king_reach() >= 10;
    }
}

told! {
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
    /// Squares of the other color are safe from the bishop for good, and the attacker's king is late.
    ///
    /// KBNvKN: asked 73,862,441, spoke 3,268,189, wrong 0; asked about everything it speaks on 6,602,986, wrong
    /// 0.
    pub(super) fn faces_a_knight_off_color as KNIGHT_OFF_COLOR(d: &BishopKnightVsKnight), at_once after is_calm as CALM {
        "the lone knight is two king moves nearer to its own king", "lets the attacker's king gain on the knight" =>
            d.lead() >= 2;
        "the defender's king has three moves", "leaves the king too few moves" => d.king_move_count() >= 3;
        "the lone knight has twelve squares within two safe moves that the bishop can never hit", "leaves the knight too few squares off the bishop's color" =>
            d.knight_reach_off_color() >= 12;
    }
}

told! {
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
    ///
    /// KBNvKN: asked 70,594,252, spoke 4,112,852, wrong 0; asked about everything it speaks on 5,734,896, wrong
    /// 0.
    pub(super) fn faces_a_homing_knight as HOMING_KNIGHT(d: &BishopKnightVsKnight), at_once after is_calm as CALM {
        "the bishop does not run on the color of the defender's king", "takes the king onto the bishop's color" =>
            !d.bishop_is_of_color_of(d.king);
        "the kings are five moves apart", "takes the king near the other king" => d.kings_apart() >= 5;
        "the lone knight can go next to its king", "takes king and knight too far apart" =>
            !(d.knight_moves() & get_king_moves(d.king)).is_empty();
        "the lone knight has five squares within two safe moves", "leaves the knight too few squares" =>
            d.knight_reach() >= 5;
        "the defender's king has six squares beyond its next move", "leaves the king too little room" =>
            d.king_reach() >= 6;
    }
}

told! {
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
    /// Without a check of the bishop the attacker has no time to cut the knight off.
    ///
    /// KBNvKN: asked 66,481,400, spoke 3,324,035, wrong 0; asked about everything it speaks on 8,350,917, wrong
    /// 0.
    pub(super) fn cannot_check_near_home as NO_CHECK_NEAR_HOME(d: &BishopKnightVsKnight), at_once after is_calm as CALM {
        "the lone knight is two king moves nearer to its own king", "lets the attacker's king gain on the knight" =>
            d.lead() >= 2;
        "the bishop does not run on the color of the defender's king", "takes the king onto the bishop's color" =>
            !d.bishop_is_of_color_of(d.king);
        "the defender's king is not at the edge", "takes the king to the edge" => !is_on_edge(d.king);
        "the lone knight has ten squares within two safe moves", "leaves the knight too few squares" =>
            d.knight_reach() >= 10;
        "the defender's king has five squares beyond its next move", "leaves the king too little room" =>
            d.king_reach() >= 5;
    }
}

told! {
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
    /// Wherever it is attacked from, the knight goes where no man attacks it with the next move.
    ///
    /// KBNvKN: asked 63,157,365, spoke 762,713, wrong 0; asked about everything it speaks on 2,223,821, wrong 0.
    pub(super) fn faces_a_knight_with_hiding_places as HIDING_PLACES(d: &BishopKnightVsKnight), at_once after is_calm as CALM {
        "the lone knight is nearer to its own king", "lets the attacker's king gain on the knight" =>
            d.lead() >= 1;
        "the bishop does not run on the color of the defender's king", "takes the king onto the bishop's color" =>
            !d.bishop_is_of_color_of(d.king);
        "the kings are four moves apart", "takes the king near the other king" => d.kings_apart() >= 4;
        "the lone knight has four moves to squares where nobody can attack it at once", "leaves the knight too few hiding places" =>
            d.hiding_places_off_color().len() >= 4;
        "the defender's king has a move to a square that the bishop can never hit", "leaves the king no move off the bishop's color" =>
            !d.king_moves_off_color().is_empty();
    }
}

told! {
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
    /// Two such squares are enough, safe from king and knight only, if the king ranges far.
    ///
    /// KBNvKN: asked 62,394,652, spoke 2,104,775, wrong 0; asked about everything it speaks on 7,752,763, wrong
    /// 0.
    pub(super) fn faces_two_hiding_places as TWO_HIDING_PLACES(d: &BishopKnightVsKnight), at_once after is_calm as CALM {
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
}

told! {
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
    /// The king comes to the knight's side in three ways; the attacker cannot deny them all.
    ///
    /// KBNvKN: asked 60,289,877, spoke 576,430, wrong 0; asked about everything it speaks on 2,590,182, wrong 0.
    pub(super) fn faces_a_guarded_knight as GUARDED_KNIGHT(d: &BishopKnightVsKnight), at_once after is_calm as CALM {
        "the defender's king has three moves to the knight's side", "leaves the king too few ways to the knight" =>
            d.guards().len() >= 3;
        "the attacker's king is four moves from the knight", "brings the king near the knight" =>
            distance(d.strong_king, d.lone_knight) >= 4;
        "the defender's king has six squares beyond its next move", "leaves the king too little room" =>
            d.king_reach() >= 6;
    }
}

told! {
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
    ///
    /// KBNvKN: asked 59,713,447, spoke 659,825, wrong 0; asked about everything it speaks on 1,635,448, wrong 0.
    pub(super) fn is_far_away as FAR_AWAY(d: &BishopKnightVsKnight), at_once after is_calm as CALM {
        "the kings are six moves apart", "takes the king near the other king" => d.kings_apart() >= 6;
        "the lone knight is within four king moves of its own king", "takes king and knight too far apart" =>
            distance(d.king, d.lone_knight) <= 4;
        "the attacker's king cannot go next to the knight", "brings the king near the knight" =>
            (d.strong_king_moves() & get_king_moves(d.lone_knight)).is_empty();
        "the lone knight has fifteen squares within two safe moves that the bishop can never hit", "leaves the knight too few squares off the bishop's color" =>
            d.knight_reach_off_color() >= 15;
    }
}

told! {
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
    /// The king has four moves where the bishop never hits it, and needs no more.
    ///
    /// KBNvKN: asked 59,053,622, spoke 475,502, wrong 0; asked about everything it speaks on 5,461,207, wrong 0.
    pub(super) fn cannot_check_off_color as NO_CHECK_OFF_COLOR(d: &BishopKnightVsKnight), at_once after is_calm as CALM {
        "the lone knight is nearer to its own king", "lets the attacker's king gain on the knight" =>
            d.lead() >= 1;
        "the bishop does not run on the color of the defender's king", "takes the king onto the bishop's color" =>
            !d.bishop_is_of_color_of(d.king);
        "the defender's king has four moves to squares that the bishop can never hit", "leaves the king too few moves off the bishop's color" =>
            d.king_moves_off_color().len() >= 4;
        "the lone knight has eleven squares within two safe moves", "leaves the knight too few squares" =>
            d.knight_reach() >= 11;
        "the defender's king has eight squares beyond its next move", "leaves the king too little room" =>
            d.king_reach() >= 8;
    }
}

told! {
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
    /// As [`cannot_check_near_home`], the king standing at the edge, but the attacker's king is away from the
    /// center.
    ///
    /// KBNvKN: asked 58,578,120, spoke 461,110, wrong 0; asked about everything it speaks on 7,790,154, wrong 0.
    pub(super) fn cannot_check_from_afar as NO_CHECK_FROM_AFAR(d: &BishopKnightVsKnight), at_once after is_calm as CALM {
        "the lone knight is two king moves nearer to its own king", "lets the attacker's king gain on the knight" =>
            d.lead() >= 2;
        "the bishop does not run on the color of the defender's king", "takes the king onto the bishop's color" =>
            !d.bishop_is_of_color_of(d.king);
        "the attacker's king is within two moves of a corner", "lets the attacker's king away from the corner" =>
            corner_distance(d.strong_king) <= 2;
        "the defender's king has two moves to squares that the bishop can never hit", "leaves the king too few moves off the bishop's color" =>
            has_two(d.king_moves_off_color());
        "the lone knight has ten squares within two safe moves", "leaves the knight too few squares" =>
            d.knight_reach() >= 10;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::endings::kbnkn::tests::assert_tells_apart;

    #[test]
    fn every_rule_speaks_and_is_silent_when_one_man_stands_elsewhere() {
        assert_tells_apart(
            takes_the_knight,
            "8/N7/8/8/2k3n1/5B2/3K4/8 w - - 0 1",
            "8/N7/8/8/2k5/5Bn1/3K4/8 w - - 0 1",
        );
        assert_tells_apart(
            faces_a_ranging_king,
            "7B/3k1n2/8/8/8/5N2/8/1K6 w - - 0 1",
            "7B/3k4/5n2/8/8/5N2/8/1K6 w - - 0 1",
        );
        assert_tells_apart(
            faces_a_knight_off_color,
            "8/5N2/n7/8/1k6/8/8/1K4B1 w - - 0 1",
            "8/5N2/1n6/8/1k6/8/8/1K4B1 w - - 0 1",
        );
        assert_tells_apart(
            faces_a_homing_knight,
            "7k/8/7n/8/1N4B1/8/8/3K4 w - - 0 1",
            "7k/8/8/7n/1N4B1/8/8/3K4 w - - 0 1",
        );
        assert_tells_apart(
            cannot_check_near_home,
            "6B1/8/6n1/3N2k1/8/8/8/3K4 w - - 0 1",
            "6B1/5n2/8/3N2k1/8/8/8/3K4 w - - 0 1",
        );
        assert_tells_apart(
            faces_a_knight_with_hiding_places,
            "k7/6N1/1n6/8/8/8/1K1B4/8 w - - 0 1",
            "k7/6N1/8/n7/8/8/1K1B4/8 w - - 0 1",
        );
        assert_tells_apart(
            faces_two_hiding_places,
            "8/7N/5B2/k7/2n5/8/8/K7 w - - 0 1",
            "8/7N/5B2/k7/8/2n5/8/K7 w - - 0 1",
        );
        assert_tells_apart(
            faces_a_guarded_knight,
            "5B2/3N4/8/6n1/8/6k1/8/2K5 w - - 0 1",
            "5B2/3N4/5n2/8/8/6k1/8/2K5 w - - 0 1",
        );
        assert_tells_apart(
            is_far_away,
            "8/4k3/8/8/2B5/4n2N/8/K7 w - - 0 1",
            "8/4k3/8/8/2B5/7N/4n3/K7 w - - 0 1",
        );
        assert_tells_apart(
            cannot_check_off_color,
            "8/8/1k6/8/8/5N1n/B7/K7 w - - 0 1",
            "8/8/1k6/8/8/5N2/B6n/K7 w - - 0 1",
        );
        assert_tells_apart(
            cannot_check_from_afar,
            "8/n7/5N2/8/k7/2B5/8/K7 w - - 0 1",
            "8/n7/5N2/8/k2B4/8/8/K7 w - - 0 1",
        );
        assert_tells_apart(
            skewers,
            "8/8/8/8/3k2N1/8/2KB4/6n1 w - - 0 1",
            "8/8/8/8/3k2N1/8/2KB4/5n2 w - - 0 1",
        );
    }

    #[test]
    fn taking_the_knight_does_not_win_when_the_weak_king_saves_itself() {
        for drawn in [
            // It takes the knight that took; it hits both men; it shuts the knight in.
            "8/2B1k3/2n5/4N3/8/8/8/2K5 w - - 0 1",
            "8/8/5Bk1/8/4N3/8/n7/K7 w - - 0 1",
            "8/8/8/8/5B2/5k2/3n4/2K4N w - - 0 1",
            // It hits a man at the edge, and is stalemated when that goes away.
            "8/8/8/N7/2n5/k7/2K5/B7 w - - 0 1",
            "8/8/1B6/n7/8/3K4/8/2N1k3 w - - 0 1",
        ] {
            let board = board::fen::parse(drawn).unwrap();
            let view = crate::rule::View::of_board(&board, board::Color::White).unwrap();
            assert!(!takes_the_knight(&BishopKnightVsKnight::from(&view)), "{drawn}");
        }
    }
}

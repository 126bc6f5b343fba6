//! The side with the lone knight to move.

use board::sets::distance;
use board::{BitBoard, get_knight_moves};

use super::BishopKnightVsKnight;
use super::men::has_two;
use crate::geometry::{corner_distance, is_on_edge};
use crate::rule::told;

told! {
    /// ```text
    /// 8  . . . k . . . .      Black to move.
    /// 7  . . . . B . . .
    /// 6  . . . . . . . .
    /// 5  . . . . . . . .
    /// 4  . . . . . . N .
    /// 3  . . . . . . . .
    /// 2  . . . . . . . .
    /// 1  . n K . . . . .
    ///    a b c d e f g h
    /// ```
    ///
    /// With a minor each, or one against none, there is nothing to win but by a mate in the corner.
    ///
    /// Exception: an attacker's king without two squares to go to, which might even be mated. All draws of this
    /// ending leave it out.
    ///
    /// KBNvKN: asked 117,350,580, spoke 19,872,534, wrong 0; asked about everything it speaks on 19,872,534,
    /// wrong 0.
    pub(super) fn king_takes_a_minor as KING_TAKES(d: &BishopKnightVsKnight), at_once {
        "the attacker's king has two squares to go to" => d.attacker_has_room();
        "the defender's king can take an undefended minor", "leaves the minors alone" =>
            !(d.king_moves() & d.minors()).is_empty();
    }
}

told! {
    /// ```text
    /// 8  . . . . . . . .      Black to move.
    /// 7  . . . . . . . .
    /// 6  k . . . . . . .
    /// 5  . . . . . . . .
    /// 4  . . . K . . B .
    /// 3  . . . . . . N .
    /// 2  . . . . . . . .
    /// 1  . . . . . . . n
    ///    a b c d e f g h
    /// ```
    ///
    /// Being taken back costs nothing: one minor does not mate. The capture must be legal; in check it takes the
    /// man that gives it.
    ///
    /// KBNvKN: asked 97,478,046, spoke 13,924,518, wrong 0; asked about everything it speaks on 16,701,970, wrong
    /// 0.
    pub(super) fn knight_takes_a_minor as KNIGHT_TAKES(d: &BishopKnightVsKnight), at_once {
        "the attacker's king has two squares to go to" => d.attacker_has_room();
        "the lone knight can take a minor", "leaves the minors alone" =>
            !(d.knight_moves() & d.minors()).is_empty();
    }
}

told! {
    /// ```text
    /// 8  . . . . . . . .      Black to move.
    /// 7  . . . . . . . .
    /// 6  . . . . . . . .
    /// 5  . . . . . . . n
    /// 4  . . . . . . . .
    /// 3  . . N . . B . .
    /// 2  . K . k . . . .
    /// 1  . . . . . . . .
    ///    a b c d e f g h
    /// ```
    ///
    /// The attacker's men would have to drive the knight away from its king first. In check or pinned it had no
    /// nine squares, so that is not asked about. The king must have two moves.
    ///
    /// KBNvKN: asked 83,553,528, spoke 18,662,810, wrong 0; asked about everything it speaks on 25,490,913, wrong
    /// 0.
    pub(super) fn knight_ranges_near_home as RANGES_NEAR_HOME(d: &BishopKnightVsKnight), at_once {
        "the attacker's king has two squares to go to" => d.attacker_has_room();
        "the lone knight is two king moves nearer to its own king", "lets the attacker's king gain on the knight" =>
            d.lead() >= 2;
        "the lone knight has nine squares within two safe moves", "leaves the knight too few squares" =>
            d.knight_reach() >= 9;
        "the defender's king has two moves", "leaves the king too few moves" => d.king_move_count() >= 2;
    }
}

told! {
    /// ```text
    /// 8  . . N . . . . .      Black to move.
    /// 7  . . . . . k . .
    /// 6  . . . . . . . .
    /// 5  . . . . . . . .
    /// 4  . . . . . . . .
    /// 3  . . . . . . . n
    /// 2  . . K . . . B .
    /// 1  . . . . . . . .
    ///    a b c d e f g h
    /// ```
    ///
    /// With a smaller lead the king must range too.
    ///
    /// KBNvKN: asked 64,890,718, spoke 5,633,860, wrong 0; asked about everything it speaks on 28,240,417, wrong
    /// 0.
    pub(super) fn both_range as BOTH_RANGE(d: &BishopKnightVsKnight), at_once {
        "the attacker's king has two squares to go to" => d.attacker_has_room();
        "the lone knight is nearer to its own king", "lets the attacker's king gain on the knight" =>
            d.lead() >= 1;
        "the lone knight has nine squares within two safe moves", "leaves the knight too few squares" =>
            d.knight_reach() >= 9;
        "the defender's king has seven squares beyond its next move", "leaves the king too little room" =>
            d.king_reach() >= 7;
    }
}

told! {
    /// ```text
    /// 8  . . . . . . . .      Black to move.
    /// 7  . . . . . . . k
    /// 6  . . . . . . . .
    /// 5  . . . . . . . .
    /// 4  . . . . . . . .
    /// 3  . . . . n . . N
    /// 2  . K . . . . . .
    /// 1  . . B . . . . .
    ///    a b c d e f g h
    /// ```
    ///
    /// The attacker's king is too far from everything to help, even if the knight has strayed from its own king.
    ///
    /// KBNvKN: asked 59,256,858, spoke 3,393,594, wrong 0; asked about everything it speaks on 14,271,846, wrong
    /// 0.
    pub(super) fn faces_a_cornered_king as CORNERED_KING(d: &BishopKnightVsKnight), at_once {
        "the attacker's king has two squares to go to" => d.attacker_has_room();
        "the attacker's king is within one move of a corner" => corner_distance(d.strong_king) <= 1;
        "the lone knight is at most three king moves nearer to the other king", "lets the attacker's king gain on the knight" =>
            d.lead() >= -3;
        "the lone knight has fifteen squares within two safe moves", "leaves the knight too few squares" =>
            d.knight_reach() >= 15;
    }
}

told! {
    /// ```text
    /// 8  . . . . . . N .      Black to move.
    /// 7  n . . . . . . .
    /// 6  . . . . . . . .
    /// 5  . . . . . . . .
    /// 4  . . . . . . . .
    /// 3  . . . . k . . .
    /// 2  . . . . . . B .
    /// 1  . . . K . . . .
    ///    a b c d e f g h
    /// ```
    ///
    /// The attacker gains no time by checks to go after the knight, which his king must not stand next to.
    ///
    /// KBNvKN: asked 55,863,264, spoke 3,369,070, wrong 0; asked about everything it speaks on 20,310,749, wrong
    /// 0.
    pub(super) fn cannot_be_checked_by_the_bishop as NO_BISHOP_CHECK(d: &BishopKnightVsKnight), at_once {
        "the attacker's king has two squares to go to" => d.attacker_has_room();
        "the bishop does not run on the color of the defender's king", "takes the king onto the bishop's color" =>
            !d.bishop_is_of_color_of(d.king);
        "the lone knight is at most one king move nearer to the other king", "lets the attacker's king gain on the knight" =>
            d.lead() >= -1;
        "the attacker's king is not next to the knight", "puts the knight next to the attacker's king" =>
            distance(d.strong_king, d.lone_knight) >= 2;
        "the lone knight has eight squares within two safe moves", "leaves the knight too few squares" =>
            d.knight_reach() >= 8;
        "the defender's king has eight squares beyond its next move", "leaves the king too little room" =>
            d.king_reach() >= 8;
    }
}

told! {
    /// ```text
    /// 8  . k . . . . . .      Black to move.
    /// 7  . . . . . . . .
    /// 6  . . . . . . . .
    /// 5  . . . n . . . .
    /// 4  . . . . . . . .
    /// 3  . . . K . . . .
    /// 2  . . N . . . B .
    /// 1  . . . . . . . .
    ///    a b c d e f g h
    /// ```
    ///
    /// The minor is lost, and it does not matter that the knight may be taken later on: one minor does not win.
    /// The king, three moves or more from the knight, must have four squares itself.
    ///
    /// KBNvKN: asked 52,494,194, spoke 941,715, wrong 0; asked about everything it speaks on 1,674,216, wrong 0.
    pub(super) fn forks as FORKS(d: &BishopKnightVsKnight), in_turn {
        "the attacker's king has two squares to go to" => d.attacker_has_room();
        "the lone knight can give check" => !d.knight_checks().is_empty();
        "the lone knight is three king moves from its own king" => distance(d.king, d.lone_knight) >= 3;
        "a safe check also hits a minor", "misses the fork" =>
            (d.knight_moves() & d.knight_checks()).iter().any(|to| !(get_knight_moves(to) & d.minors()).is_empty());
        "the defender's king has four moves", "leaves the king too few moves" => d.king_move_count() >= 4;
    }
}

told! {
    /// ```text
    /// 8  . . . . . . . .      Black to move.
    /// 7  k . . . n . . .
    /// 6  . . . . . . . .
    /// 5  . B . . . . N .
    /// 4  . . . . . . . .
    /// 3  . . K . . . . .
    /// 2  . . . . . . . .
    /// 1  . . . . . . . .
    ///    a b c d e f g h
    /// ```
    ///
    /// The attacker's king may even be two moves nearer to the knight.
    ///
    /// KBNvKN: asked 51,552,479, spoke 2,993,013, wrong 0; asked about everything it speaks on 25,590,314, wrong
    /// 0.
    pub(super) fn escapes as ESCAPES(d: &BishopKnightVsKnight), at_once {
        "the attacker's king has two squares to go to" => d.attacker_has_room();
        "the lone knight is at most two king moves nearer to the other king", "lets the attacker's king gain on the knight" =>
            d.lead() >= -2;
        "the lone knight has thirteen squares within two safe moves", "leaves the knight too few squares" =>
            d.knight_reach() >= 13;
        "the defender's king has six squares beyond its next move", "leaves the king too little room" =>
            d.king_reach() >= 6;
        "the defender's king has four moves", "leaves the king too few moves" => d.king_move_count() >= 4;
        "the lone knight is not lost where it stands", "lets the knight be lost" => !d.knight_hangs();
    }
}

told! {
    /// ```text
    /// 8  . . . . . . . .      Black to move.
    /// 7  . B . . . . . .
    /// 6  . . . . . . . .
    /// 5  . n . . . . . .
    /// 4  . . . . . . . .
    /// 3  . . . . . . . .
    /// 2  . K . . k . . .
    /// 1  . N . . . . . .
    ///    a b c d e f g h
    /// ```
    ///
    /// As [`escapes`], where the king has fewer moves at once.
    ///
    /// KBNvKN: asked 48,559,466, spoke 832,050, wrong 0; asked about everything it speaks on 27,548,968, wrong 0.
    pub(super) fn escapes_on_even_terms as ESCAPES_ON_EVEN_TERMS(d: &BishopKnightVsKnight), at_once {
        "the attacker's king has two squares to go to" => d.attacker_has_room();
        "the lone knight is not nearer to the other king", "lets the attacker's king gain on the knight" =>
            d.lead() >= 0;
        "the lone knight has twelve squares within two safe moves", "leaves the knight too few squares" =>
            d.knight_reach() >= 12;
        "the defender's king has six squares beyond its next move", "leaves the king too little room" =>
            d.king_reach() >= 6;
        "the lone knight is not lost where it stands", "lets the knight be lost" => !d.knight_hangs();
    }
}

told! {
    /// ```text
    /// 8  n . . . . . . .      Black to move.
    /// 7  . . . . . . . .
    /// 6  . . k . . N . .
    /// 5  . . . . . . . .
    /// 4  . . . . . . . .
    /// 3  . . . . . . . B
    /// 2  . . . . . . . .
    /// 1  . . . K . . . .
    ///    a b c d e f g h
    /// ```
    ///
    /// A lead of two moves makes up for a knight that has few squares.
    ///
    /// KBNvKN: asked 47,727,416, spoke 1,188,598, wrong 0; asked about everything it speaks on 20,300,631, wrong
    /// 0.
    pub(super) fn is_held_by_its_king as HELD_BY_ITS_KING(d: &BishopKnightVsKnight), at_once {
        "the attacker's king has two squares to go to" => d.attacker_has_room();
        "the lone knight is two king moves nearer to its own king", "lets the attacker's king gain on the knight" =>
            d.lead() >= 2;
        "the lone knight has five squares within two safe moves", "leaves the knight too few squares" =>
            d.knight_reach() >= 5;
        "the defender's king has four moves", "leaves the king too few moves" => d.king_move_count() >= 4;
        "the lone knight is not lost where it stands", "lets the knight be lost" => !d.knight_hangs();
    }
}

told! {
    /// ```text
    /// 8  . . . . . . . .      Black to move.
    /// 7  . . . . . . . .
    /// 6  . . . . . . . .
    /// 5  . N . . . . . .
    /// 4  . . . . k . . .
    /// 3  . . . . . . . .
    /// 2  . . . . . . . .
    /// 1  B . . K n . . .
    ///    a b c d e f g h
    /// ```
    ///
    /// From the edge the attacker's king needs too long, and the bishop gains no time by checks: the defender's
    /// king has two moves to squares that it never hits.
    ///
    /// KBNvKN: asked 46,538,818, spoke 1,216,301, wrong 0; asked about everything it speaks on 14,343,318, wrong
    /// 0.
    pub(super) fn faces_a_king_at_the_edge as KING_AT_THE_EDGE(d: &BishopKnightVsKnight), at_once {
        "the attacker's king has two squares to go to" => d.attacker_has_room();
        "the attacker's king is at the edge" => is_on_edge(d.strong_king);
        "the bishop does not run on the color of the defender's king", "takes the king onto the bishop's color" =>
            !d.bishop_is_of_color_of(d.king);
        "the lone knight has ten squares within two safe moves", "leaves the knight too few squares" =>
            d.knight_reach() >= 10;
        "the defender's king has six squares beyond its next move", "leaves the king too little room" =>
            d.king_reach() >= 6;
        "the defender's king has two moves to squares that the bishop can never hit", "leaves the king too few moves off the bishop's color" =>
            has_two(d.king_moves_off_color());
    }
}

told! {
    /// ```text
    /// 8  . . . . N n . .      Black to move.
    /// 7  . . . . . . . .
    /// 6  . . . . . . . .
    /// 5  . . B . . . . .
    /// 4  . . . . . . . .
    /// 3  . . . . . . . .
    /// 2  . . K . . . k .
    /// 1  . . . . . . . .
    ///    a b c d e f g h
    /// ```
    ///
    /// The knight is at the other end of the board, and nobody is near enough to catch it.
    ///
    /// KBNvKN: asked 45,322,517, spoke 594,231, wrong 0; asked about everything it speaks on 1,915,646, wrong 0.
    pub(super) fn is_far_from_both_kings as FAR_FROM_BOTH_KINGS(d: &BishopKnightVsKnight), at_once {
        "the attacker's king has two squares to go to" => d.attacker_has_room();
        "the lone knight is six king moves from its own king" => distance(d.king, d.lone_knight) >= 6;
        "the lone knight is not nearer to the other king", "lets the attacker's king gain on the knight" =>
            d.lead() >= 0;
        "the lone knight has two moves", "leaves the knight too few moves" => has_two(d.knight_moves());
        "the lone knight has eight squares within two safe moves", "leaves the knight too few squares" =>
            d.knight_reach() >= 8;
        "the defender's king has three moves", "leaves the king too few moves" => d.king_move_count() >= 3;
        "the defender's king has five squares beyond its next move", "leaves the king too little room" =>
            d.king_reach() >= 5;
    }
}

told! {
    /// ```text
    /// 8  . . . . . . . .      Black to move.
    /// 7  . . . k . . . .
    /// 6  . . . . . . B .
    /// 5  . . . . . . . n
    /// 4  . . . . . . . .
    /// 3  N . . . . . . .
    /// 2  . . . K . . . .
    /// 1  . . . . . . . .
    ///    a b c d e f g h
    /// ```
    ///
    /// A king with five moves and six more squares beyond them is not driven anywhere.
    ///
    /// KBNvKN: asked 44,728,286, spoke 672,684, wrong 0; asked about everything it speaks on 28,331,792, wrong 0.
    pub(super) fn has_a_free_king as FREE_KING(d: &BishopKnightVsKnight), at_once {
        "the attacker's king has two squares to go to" => d.attacker_has_room();
        "the lone knight is not nearer to the other king", "lets the attacker's king gain on the knight" =>
            d.lead() >= 0;
        "the defender's king has five moves", "leaves the king too few moves" => d.king_move_count() >= 5;
        "the lone knight has nine squares within two safe moves", "leaves the knight too few squares" =>
            d.knight_reach() >= 9;
        "the defender's king has six squares beyond its next move", "leaves the king too little room" =>
            d.king_reach() >= 6;
    }
}

told! {
    /// ```text
    /// 8  . k . . . . . .      Black to move.
    /// 7  . . . . . N . .
    /// 6  . . . . . . . .
    /// 5  . . . . . . . .
    /// 4  . . . . n . . .
    /// 3  . . . . . . . .
    /// 2  . . . . . . B .
    /// 1  . . K . . . . .
    ///    a b c d e f g h
    /// ```
    ///
    /// The attacker's king is five moves away and cannot support the hunt.
    ///
    /// KBNvKN: asked 44,055,602, spoke 1,078,568, wrong 0; asked about everything it speaks on 19,643,753, wrong
    /// 0.
    pub(super) fn kings_are_apart as KINGS_APART(d: &BishopKnightVsKnight), at_once {
        "the attacker's king has two squares to go to" => d.attacker_has_room();
        "the kings are five moves apart", "takes the king near the other king" => d.kings_apart() >= 5;
        "the lone knight is at most one king move nearer to the other king", "lets the attacker's king gain on the knight" =>
            d.lead() >= -1;
        "the lone knight is within four king moves of its own king", "takes king and knight too far apart" =>
            distance(d.king, d.lone_knight) <= 4;
        "the lone knight has two moves", "leaves the knight too few moves" => has_two(d.knight_moves());
        "the lone knight has six squares within two safe moves", "leaves the knight too few squares" =>
            d.knight_reach() >= 6;
        "the defender's king has four squares beyond its next move", "leaves the king too little room" =>
            d.king_reach() >= 4;
    }
}

impl BishopKnightVsKnight {
    /// Where the lone knight would give check.
    #[inline]
    fn knight_checks(&self) -> BitBoard {
        get_knight_moves(self.lone_knight) & get_knight_moves(self.strong_king)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::endings::kbnkn::tests::assert_tells_apart;

    #[test]
    fn every_rule_speaks_and_is_silent_when_one_man_stands_elsewhere() {
        assert_tells_apart(
            king_takes_a_minor,
            "3k4/4B3/8/8/6N1/8/8/1nK5 b - - 0 1",
            "3k4/4B3/8/5N2/8/8/8/1nK5 b - - 0 1",
        );
        assert_tells_apart(
            knight_takes_a_minor,
            "8/8/k7/8/3K2B1/6N1/8/7n b - - 0 1",
            "8/8/k7/8/3K2B1/6N1/8/6n1 b - - 0 1",
        );
        assert_tells_apart(
            knight_ranges_near_home,
            "8/8/8/7n/8/2N2B2/1K1k4/8 b - - 0 1",
            "8/8/8/7n/8/2N2B2/1K6/3k4 b - - 0 1",
        );
        assert_tells_apart(
            both_range,
            "2N5/5k2/8/8/8/7n/2K3B1/8 b - - 0 1",
            "2N5/4k3/8/8/8/7n/2K3B1/8 b - - 0 1",
        );
        assert_tells_apart(
            faces_a_cornered_king,
            "8/7k/8/8/8/4n2N/1K6/2B5 b - - 0 1",
            "8/8/7k/8/8/4n2N/1K6/2B5 b - - 0 1",
        );
        assert_tells_apart(
            cannot_be_checked_by_the_bishop,
            "6N1/n7/8/8/8/4k3/6B1/3K4 b - - 0 1",
            "6N1/n7/8/8/8/4k3/8/3K2B1 b - - 0 1",
        );
        assert_tells_apart(
            forks,
            "1k6/8/8/3n4/8/3K4/2N3B1/8 b - - 0 1",
            "8/1k6/8/3n4/8/3K4/2N3B1/8 b - - 0 1",
        );
        assert_tells_apart(
            escapes,
            "8/k3n3/8/1B4N1/8/2K5/8/8 b - - 0 1",
            "8/k3n3/8/2B3N1/8/2K5/8/8 b - - 0 1",
        );
        assert_tells_apart(
            escapes_on_even_terms,
            "8/1B6/8/1n6/8/8/1K2k3/1N6 b - - 0 1",
            "8/8/B7/1n6/8/8/1K2k3/1N6 b - - 0 1",
        );
        assert_tells_apart(
            is_held_by_its_king,
            "n7/8/2k2N2/8/8/7B/8/3K4 b - - 0 1",
            "n7/8/2k2N2/8/8/8/6B1/3K4 b - - 0 1",
        );
        assert_tells_apart(
            faces_a_king_at_the_edge,
            "8/8/8/1N6/4k3/8/8/B2Kn3 b - - 0 1",
            "8/8/8/1N2k3/8/8/8/B2Kn3 b - - 0 1",
        );
        assert_tells_apart(
            is_far_from_both_kings,
            "4Nn2/8/8/2B5/8/8/2K3k1/8 b - - 0 1",
            "4Nn2/8/8/2B5/8/8/2K5/6k1 b - - 0 1",
        );
        assert_tells_apart(
            has_a_free_king,
            "8/3k4/6B1/7n/8/N7/3K4/8 b - - 0 1",
            "4k3/8/6B1/7n/8/N7/3K4/8 b - - 0 1",
        );
        assert_tells_apart(
            kings_are_apart,
            "1k6/5N2/8/8/4n3/8/6B1/2K5 b - - 0 1",
            "8/1k3N2/8/8/4n3/8/6B1/2K5 b - - 0 1",
        );
    }
}

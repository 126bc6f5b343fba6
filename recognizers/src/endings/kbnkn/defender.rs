//! The side with the lone knight to move.

use board::sets::distance;
use board::{Square, get_king_moves, get_knight_moves};

use super::BishopKnightVsKnight;
use super::men::has_two;
use crate::geometry::{all, corner_distance, is_on_edge};

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
#[inline(always)]
pub(super) fn king_takes_a_minor(d: &BishopKnightVsKnight) -> bool {
    let hit = get_king_moves(d.king) & d.minors();
    all([d.attacker_has_room(), !(hit & d.king_moves()).is_empty()])
}

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
#[inline(always)]
pub(super) fn knight_takes_a_minor(d: &BishopKnightVsKnight) -> bool {
    let hit = get_knight_moves(d.lone_knight) & d.minors();
    all([d.attacker_has_room(), !(hit & d.knight_moves()).is_empty()])
}

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
#[inline(always)]
pub(super) fn knight_ranges_near_home(d: &BishopKnightVsKnight) -> bool {
    all([d.attacker_has_room(), d.lead() >= 2, d.knight_reach() >= 9, d.king_move_count() >= 2])
}

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
#[inline(always)]
pub(super) fn both_range(d: &BishopKnightVsKnight) -> bool {
    all([d.attacker_has_room(), d.lead() >= 1, d.knight_reach() >= 9, d.king_reach() >= 7])
}

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
#[inline(always)]
pub(super) fn faces_a_cornered_king(d: &BishopKnightVsKnight) -> bool {
    all([d.attacker_has_room(), corner_distance(d.strong_king) <= 1, d.lead() >= -3, d.knight_reach() >= 15])
}

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
#[inline(always)]
pub(super) fn cannot_be_checked_by_the_bishop(d: &BishopKnightVsKnight) -> bool {
    all([
        d.attacker_has_room(),
        !d.bishop_is_of_color_of(d.king),
        d.lead() >= -1,
        distance(d.strong_king, d.lone_knight) >= 2,
        d.knight_reach() >= 8,
        d.king_reach() >= 8,
    ])
}

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
#[inline(always)]
pub(super) fn forks(d: &BishopKnightVsKnight) -> bool {
    let hits_a_minor = |square: Square| !(get_knight_moves(square) & d.minors()).is_empty();
    let checks = get_knight_moves(d.lone_knight) & get_knight_moves(d.strong_king);
    d.attacker_has_room()
        && !checks.is_empty()
        && distance(d.king, d.lone_knight) >= 3
        && (d.knight_moves() & checks).iter().any(hits_a_minor)
        && d.king_move_count() >= 4
}

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
#[inline(always)]
pub(super) fn escapes(d: &BishopKnightVsKnight) -> bool {
    all([
        d.attacker_has_room(),
        d.lead() >= -2,
        d.knight_reach() >= 13,
        d.king_reach() >= 6,
        d.king_move_count() >= 4,
        !d.knight_hangs(),
    ])
}

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
#[inline(always)]
pub(super) fn escapes_on_even_terms(d: &BishopKnightVsKnight) -> bool {
    all([
        d.attacker_has_room(),
        d.lead() >= 0,
        d.knight_reach() >= 12,
        d.king_reach() >= 6,
        !d.knight_hangs(),
    ])
}

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
#[inline(always)]
pub(super) fn is_held_by_its_king(d: &BishopKnightVsKnight) -> bool {
    all([
        d.attacker_has_room(),
        d.lead() >= 2,
        d.knight_reach() >= 5,
        d.king_move_count() >= 4,
        !d.knight_hangs(),
    ])
}

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
#[inline(always)]
pub(super) fn faces_a_king_at_the_edge(d: &BishopKnightVsKnight) -> bool {
    all([
        d.attacker_has_room(),
        is_on_edge(d.strong_king),
        !d.bishop_is_of_color_of(d.king),
        d.knight_reach() >= 10,
        d.king_reach() >= 6,
        has_two(d.king_moves_off_color()),
    ])
}

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
#[inline(always)]
pub(super) fn is_far_from_both_kings(d: &BishopKnightVsKnight) -> bool {
    all([
        d.attacker_has_room(),
        distance(d.king, d.lone_knight) >= 6,
        d.lead() >= 0,
        has_two(d.knight_moves()),
        d.knight_reach() >= 8,
        d.king_move_count() >= 3,
        d.king_reach() >= 5,
    ])
}

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
#[inline(always)]
pub(super) fn has_a_free_king(d: &BishopKnightVsKnight) -> bool {
    all([
        d.attacker_has_room(),
        d.lead() >= 0,
        d.king_move_count() >= 5,
        d.knight_reach() >= 9,
        d.king_reach() >= 6,
    ])
}

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
#[inline(always)]
pub(super) fn kings_are_apart(d: &BishopKnightVsKnight) -> bool {
    all([
        d.attacker_has_room(),
        d.kings_apart() >= 5,
        d.lead() >= -1,
        distance(d.king, d.lone_knight) <= 4,
        has_two(d.knight_moves()),
        d.knight_reach() >= 6,
        d.king_reach() >= 4,
    ])
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

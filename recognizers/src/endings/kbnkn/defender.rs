//! Rules of KBNvKN with the lone knight's side to move.

use board::sets::distance;
use board::{BitBoard, get_knight_moves};

use super::BishopKnightVsKnight;
use super::men::has_two;
use crate::geometry::{corner_distance, is_on_edge};
use crate::rule::rules;

rules! {
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
    /// With one minor piece each, or one against none, the only win is a mate in the corner.
    ///
    /// Exception: an attacker's king with fewer than two moves, which might even be mated. All
    /// draws of this ending exclude it.
    pub(super) KING_TAKES = "the king takes a minor", Weak to move: Draw,
        claim: "The defender's king takes an undefended bishop or knight.",
        source: GAME, example: "3k4/4B3/8/8/6N1/8/8/1nK5 b - - 0 1",
        at_once(BishopKnightVsKnight as d) {
            "the attacker's king has two squares to go to" => d.attacker_has_room();
            "the defender's king can take an undefended minor", "leaves the minors alone" =>
                !(d.king_moves() & d.minors()).is_empty();
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
    /// A recapture does not matter: one minor piece cannot mate. The capture must be legal; in
    /// check it takes the checking piece.
    pub(super) KNIGHT_TAKES = "the knight takes a minor", Weak to move: Draw,
        claim: "The lone knight takes a bishop or knight, defended or not.",
        source: GAME, example: "8/8/k7/8/3K2B1/6N1/8/7n b - - 0 1",
        at_once(BishopKnightVsKnight as d) {
            "the attacker's king has two squares to go to" => d.attacker_has_room();
            "the lone knight can take a minor", "leaves the minors alone" =>
                !(d.knight_moves() & d.minors()).is_empty();
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
    /// The attacker would have to drive the knight away from its king first. In check or pinned it
    /// would not have nine squares, so that need not be tested. The king must have two moves.
    pub(super) RANGES_NEAR_HOME = "the knight ranges near home", Weak to move: Draw,
        claim: "The knight has nine squares within two safe moves and is two king moves nearer to its own king.",
        source: VERIFY, example: "8/8/8/7n/8/2N2B2/1K1k4/8 b - - 0 1",
        at_once(BishopKnightVsKnight as d) {
            "the attacker's king has two squares to go to" => d.attacker_has_room();
            "the lone knight is two king moves nearer to its own king", "lets the attacker's king gain on the knight" =>
                d.lead() >= 2;
            "the lone knight has nine squares within two safe moves", "leaves the knight too few squares" =>
                d.knight_reach() >= 9;
            "the defender's king has two moves", "leaves the king too few moves" => d.king_move_count() >= 2;
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
    /// With a smaller lead the king needs room, too.
    pub(super) BOTH_RANGE = "knight and king both range", Weak to move: Draw,
        claim: "The knight, nearer to its own king, has nine squares within two safe moves, the king seven beyond its next move.",
        source: VERIFY, example: "2N5/5k2/8/8/8/7n/2K3B1/8 b - - 0 1",
        at_once(BishopKnightVsKnight as d) {
            "the attacker's king has two squares to go to" => d.attacker_has_room();
            "the lone knight is nearer to its own king", "lets the attacker's king gain on the knight" =>
                d.lead() >= 1;
            "the lone knight has nine squares within two safe moves", "leaves the knight too few squares" =>
                d.knight_reach() >= 9;
            "the defender's king has seven squares beyond its next move", "leaves the king too little room" =>
                d.king_reach() >= 7;
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
    /// The attacker's king is too far away to help, even if the knight is far from its own king.
    pub(super) CORNERED_KING = "the attacker's king is in a corner", Weak to move: Draw,
        claim: "The attacker's king is within one move of a corner, and the knight has fifteen squares within two safe moves.",
        source: VERIFY, example: "8/7k/8/8/8/4n2N/1K6/2B5 b - - 0 1",
        at_once(BishopKnightVsKnight as d) {
            "the attacker's king has two squares to go to" => d.attacker_has_room();
            "the attacker's king is within one move of a corner" => corner_distance(d.king) <= 1;
            "the lone knight is at most three king moves nearer to the other king", "lets the attacker's king gain on the knight" =>
                d.lead() >= -3;
            "the lone knight has fifteen squares within two safe moves", "leaves the knight too few squares" =>
                d.knight_reach() >= 15;
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
    /// The attacker gains no time by checks to attack the knight, which his king must not be next
    /// to.
    pub(super) NO_BISHOP_CHECK = "the bishop cannot check", Weak to move: Draw,
        claim: "The bishop is not on the king's color, and knight and king have eight squares each within two moves.",
        source: VERIFY, example: "6N1/n7/8/8/8/4k3/6B1/3K4 b - - 0 1",
        at_once(BishopKnightVsKnight as d) {
            "the attacker's king has two squares to go to" => d.attacker_has_room();
            "the bishop is not on the color of the defender's king", "takes the king onto the bishop's color" =>
                !d.bishop_is_of_color_of(d.weak_king);
            "the lone knight is at most one king move nearer to the other king", "lets the attacker's king gain on the knight" =>
                d.lead() >= -1;
            "the attacker's king is not next to the knight", "puts the knight next to the attacker's king" =>
                distance(d.king, d.lone_knight) >= 2;
            "the lone knight has eight squares within two safe moves", "leaves the knight too few squares" =>
                d.knight_reach() >= 8;
            "the defender's king has eight squares beyond its next move", "leaves the king too little room" =>
                d.king_reach() >= 8;
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
    /// The minor piece is lost, and it does not matter if the knight is taken later: one minor
    /// piece does not win. The king, at least three moves from the knight, must have four moves.
    pub(super) FORKS = "the knight forks", Weak to move: Draw,
        claim: "A safe check of the knight also hits a minor.",
        source: GAME, example: "1k6/8/8/3n4/8/3K4/2N3B1/8 b - - 0 1",
        in_turn(BishopKnightVsKnight as d) {
            "the attacker's king has two squares to go to" => d.attacker_has_room();
            "the lone knight can give check" => !d.knight_checks().is_empty();
            "the lone knight is three king moves from its own king" => distance(d.weak_king, d.lone_knight) >= 3;
            "a safe check also hits a minor", "misses the fork" =>
                (d.knight_moves() & d.knight_checks()).iter().any(|to| !(get_knight_moves(to) & d.minors()).is_empty());
            "the defender's king has four moves", "leaves the king too few moves" => d.king_move_count() >= 4;
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
    pub(super) ESCAPES = "the knight escapes", Weak to move: Draw,
        claim: "The knight is not lost where it stands and has thirteen squares within two safe moves, and its king is free.",
        source: VERIFY, example: "8/k3n3/8/1B4N1/8/2K5/8/8 b - - 0 1",
        at_once(BishopKnightVsKnight as d) {
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
    /// Like [`ESCAPES`], where the king has fewer moves.
    pub(super) ESCAPES_ON_EVEN_TERMS = "the knight escapes on even terms", Weak to move: Draw,
        claim: "The knight, not nearer to the other king, is not lost where it stands and has twelve squares within two safe moves.",
        source: VERIFY, example: "8/1B6/8/1n6/8/8/1K2k3/1N6 b - - 0 1",
        at_once(BishopKnightVsKnight as d) {
            "the attacker's king has two squares to go to" => d.attacker_has_room();
            "the lone knight is not nearer to the other king", "lets the attacker's king gain on the knight" =>
                d.lead() >= 0;
            "the lone knight has twelve squares within two safe moves", "leaves the knight too few squares" =>
                d.knight_reach() >= 12;
            "the defender's king has six squares beyond its next move", "leaves the king too little room" =>
                d.king_reach() >= 6;
            "the lone knight is not lost where it stands", "lets the knight be lost" => !d.knight_hangs();
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
    /// A lead of two moves compensates for a knight with few squares.
    pub(super) HELD_BY_ITS_KING = "the king holds its knight", Weak to move: Draw,
        claim: "The knight is two king moves nearer to its own king, which has four moves, and is not lost where it stands.",
        source: VERIFY, example: "n7/8/2k2N2/8/8/7B/8/3K4 b - - 0 1",
        at_once(BishopKnightVsKnight as d) {
            "the attacker's king has two squares to go to" => d.attacker_has_room();
            "the lone knight is two king moves nearer to its own king", "lets the attacker's king gain on the knight" =>
                d.lead() >= 2;
            "the lone knight has five squares within two safe moves", "leaves the knight too few squares" =>
                d.knight_reach() >= 5;
            "the defender's king has four moves", "leaves the king too few moves" => d.king_move_count() >= 4;
            "the lone knight is not lost where it stands", "lets the knight be lost" => !d.knight_hangs();
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
    /// From the edge the attacker's king takes too long, and the bishop gains no time by checks:
    /// the defender's king has two moves to squares that it can never attack.
    pub(super) KING_AT_THE_EDGE = "the attacker's king is at the edge", Weak to move: Draw,
        claim: "The attacker's king is at the edge, and the bishop is not on the king's color.",
        source: VERIFY, example: "8/8/8/1N6/4k3/8/8/B2Kn3 b - - 0 1",
        at_once(BishopKnightVsKnight as d) {
            "the attacker's king has two squares to go to" => d.attacker_has_room();
            "the attacker's king is at the edge" => is_on_edge(d.king);
            "the bishop is not on the color of the defender's king", "takes the king onto the bishop's color" =>
                !d.bishop_is_of_color_of(d.weak_king);
            "the lone knight has ten squares within two safe moves", "leaves the knight too few squares" =>
                d.knight_reach() >= 10;
            "the defender's king has six squares beyond its next move", "leaves the king too little room" =>
                d.king_reach() >= 6;
            "the defender's king has two moves to squares that the bishop can never hit", "leaves the king too few moves off the bishop's color" =>
                has_two(d.king_moves_off_color());
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
    /// The knight is at the other end of the board, and no piece is near enough to catch it.
    pub(super) FAR_FROM_BOTH_KINGS = "the knight is far from both kings", Weak to move: Draw,
        claim: "The knight is six king moves from its own king and no nearer to the other one.",
        source: VERIFY, example: "4Nn2/8/8/2B5/8/8/2K3k1/8 b - - 0 1",
        at_once(BishopKnightVsKnight as d) {
            "the attacker's king has two squares to go to" => d.attacker_has_room();
            "the lone knight is six king moves from its own king" => distance(d.weak_king, d.lone_knight) >= 6;
            "the lone knight is not nearer to the other king", "lets the attacker's king gain on the knight" =>
                d.lead() >= 0;
            "the lone knight has two moves", "leaves the knight too few moves" => has_two(d.knight_moves());
            "the lone knight has eight squares within two safe moves", "leaves the knight too few squares" =>
                d.knight_reach() >= 8;
            "the defender's king has three moves", "leaves the king too few moves" => d.king_move_count() >= 3;
            "the defender's king has five squares beyond its next move", "leaves the king too little room" =>
                d.king_reach() >= 5;
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
    /// A king with five moves and six more squares beyond them cannot be driven away.
    pub(super) FREE_KING = "the king is free", Weak to move: Draw,
        claim: "The king has five moves, and the knight, not nearer to the other king, nine squares within two safe moves.",
        source: VERIFY, example: "8/3k4/6B1/7n/8/N7/3K4/8 b - - 0 1",
        at_once(BishopKnightVsKnight as d) {
            "the attacker's king has two squares to go to" => d.attacker_has_room();
            "the lone knight is not nearer to the other king", "lets the attacker's king gain on the knight" =>
                d.lead() >= 0;
            "the defender's king has five moves", "leaves the king too few moves" => d.king_move_count() >= 5;
            "the lone knight has nine squares within two safe moves", "leaves the knight too few squares" =>
                d.knight_reach() >= 9;
            "the defender's king has six squares beyond its next move", "leaves the king too little room" =>
                d.king_reach() >= 6;
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
    /// The attacker's king is five moves away and cannot help to chase the knight.
    pub(super) KINGS_APART = "the kings are apart", Weak to move: Draw,
        claim: "The kings are five moves apart, and the knight is within four of its own.",
        source: VERIFY, example: "1k6/5N2/8/8/4n3/8/6B1/2K5 b - - 0 1",
        at_once(BishopKnightVsKnight as d) {
            "the attacker's king has two squares to go to" => d.attacker_has_room();
            "the kings are five moves apart", "takes the king near the other king" => d.kings_apart() >= 5;
            "the lone knight is at most one king move nearer to the other king", "lets the attacker's king gain on the knight" =>
                d.lead() >= -1;
            "the lone knight is within four king moves of its own king", "takes king and knight too far apart" =>
                distance(d.weak_king, d.lone_knight) <= 4;
            "the lone knight has two moves", "leaves the knight too few moves" => has_two(d.knight_moves());
            "the lone knight has six squares within two safe moves", "leaves the knight too few squares" =>
                d.knight_reach() >= 6;
            "the defender's king has four squares beyond its next move", "leaves the king too little room" =>
                d.king_reach() >= 4;
        }
}

impl BishopKnightVsKnight {
    /// Squares on which the lone knight would give check.
    #[inline]
    fn knight_checks(&self) -> BitBoard {
        get_knight_moves(self.lone_knight) & get_knight_moves(self.king)
    }
}

//! Two knights against the bare king (KNNvK): a draw unless the king is mated now or by the next
//! move.
//!
//! Two knights can mate but cannot force it. See Troitsky, *Collection of Chess Studies*, whose
//! theory of two knights against a pawn starts from that.

use board::sets::distance;
use board::{BitBoard, Piece, Square, get_king_moves, get_knight_moves};

use crate::geometry::edge_distance;
use crate::recognizer::{Recognizer, RuleBook};
use crate::rule::{Side, View, rules};

/// The recognizer of KNNvK.
pub(crate) static RECOGNIZER: Recognizer = Recognizer::new(&[Piece::Knight, Piece::Knight], &[], &RULES);

/// The two knights, their king, and the bare king.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KnightsVsKing {
    /// The king with the knights.
    pub king: Square,
    /// The knights.
    pub knights: BitBoard,
    /// The bare king.
    pub weak_king: Square,
}

impl From<&View> for KnightsVsKing {
    #[inline]
    fn from(view: &View) -> Self {
        Self {
            king: view.square(Side::Strong, Piece::King),
            knights: view.squares(Side::Strong, Piece::Knight),
            weak_king: view.square(Side::Weak, Piece::King),
        }
    }
}

/// In the order of testing.
#[rustfmt::skip]
static RULES: RuleBook<KnightsVsKing> = RuleBook::new(&[
    IS_OUT_OF_REACH, MATES, IS_MATED, CANNOT_MATE, IS_NOT_MATED,
]);

impl KnightsVsKing {
    /// Squares that king and knights attack.
    #[inline]
    fn hits(&self) -> BitBoard {
        self.knights.iter().fold(get_king_moves(self.king), |hits, from| hits | get_knight_moves(from))
    }

    /// True if a knight can mate.
    fn has_mating_move(&self) -> bool {
        let checks = get_knight_moves(self.weak_king) - (self.knights | self.king.bitboard());
        self.knights.iter().any(|from| {
            let kept = self.knights - from.bitboard();
            (get_knight_moves(from) & checks)
                .iter()
                .any(|to| IS_MATED.holds(&Self { knights: kept | to.bitboard(), ..*self }))
        })
    }
}

rules! {
    IS_OUT_OF_REACH = "the king is not driven to the edge", Either to move: Draw,
        claim: "The bare king is not on the edge, or the other king is not two squares from it.",
        source: TROITSKY, example: "7k/8/8/8/3K4/8/8/2NN4 b - - 0 1",
        holds(KnightsVsKing) { is_out_of_reach }
}

fn is_out_of_reach(k: &KnightsVsKing) -> bool {
    edge_distance(k.weak_king) > 0 || distance(k.king, k.weak_king) != 2
}

rules! {
    MATES = "a knight mates", Strong to move: StrongWins,
        claim: "A knight's move mates.",
        source: TROITSKY, example: "8/8/8/8/8/7N/3K4/3N1k2 w - - 0 1",
        in_turn(KnightsVsKing as k) {
            "the king is on the edge, and the other two squares from it", "takes the king away" => !is_out_of_reach(k);
            "a knight has a mating move", "misses the mate" => k.has_mating_move();
        }

    IS_MATED = "the king is mated", Weak to move: StrongWins,
        claim: "The bare king is in check and has no square.",
        source: TROITSKY, example: "8/8/8/8/8/1NN5/8/k1K5 b - - 0 1",
        in_turn(KnightsVsKing as k) {
            "the king is in check", "leaves the check" => k.hits().has(k.weak_king);
            "the king has no square to go to", "finds a square" => get_king_moves(k.weak_king).is_subset(k.hits());
        }

    CANNOT_MATE = "no knight mates", Strong to move: Draw,
        claim: "The king on the edge is not mated by any knight's move, and never will be by force.",
        source: TROITSKY, example: "8/8/2N4N/8/8/k7/2K5/8 w - - 0 1",
        in_turn(KnightsVsKing as k) {
            "the king is on the edge, and the other two squares from it", "takes the king away" => !is_out_of_reach(k);
            "no knight has a mating move", "lets a knight mate" => !MATES.holds(k);
        }

    IS_NOT_MATED = "the king is not mated", Weak to move: Draw,
        claim: "The king on the edge is not mated yet: it takes a knight, is stalemated, or walks out.",
        source: TROITSKY, example: "8/8/8/8/4N3/3K4/8/N2k4 b - - 0 1",
        in_turn(KnightsVsKing as k) {
            "the king is on the edge, and the other two squares from it", "gets away from the edge" => !is_out_of_reach(k);
            "the king is not mated", "walks into mate" => !IS_MATED.holds(k);
        }
}

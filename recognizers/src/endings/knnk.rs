//! Two knights against the bare king: a draw unless the king is mated now or with the next move.
//!
//! Two knights can mate, but not force it: a king that is not mated at once walks out. See Troitsky, *Collection of Chess Studies*,
//! whose theory of two knights against a pawn starts from that.
//!
//! The figures in the rules' docs are those of `verify KNNvK`.

use board::sets::distance;
use board::{BitBoard, Piece, Square, get_king_moves, get_knight_moves};

use crate::geometry::edge_distance;
use crate::recognizer::RuleBook;
use crate::recognizer::book::RuleAndTest;
use crate::rule::{Outcome, Rule, Side, View, told};

/// The recognizer of KNNvK.
pub static RECOGNIZER: RuleBook<Knights> = RuleBook::new(&[Piece::Knight, Piece::Knight], &[], &RULES);

/// The two knights, their king, and the bare king.
#[derive(Clone, Copy, Debug)]
pub struct Knights {
    /// The king with the knights.
    pub king: Square,
    /// The knights.
    pub knights: BitBoard,
    /// The bare king.
    pub weak_king: Square,
}

impl From<&View> for Knights {
    #[inline]
    fn from(view: &View) -> Self {
        Self {
            king: view.square(Side::Strong, Piece::King),
            knights: view.squares(Side::Strong, Piece::Knight),
            weak_king: view.square(Side::Weak, Piece::King),
        }
    }
}

const KNIGHTS: Option<Side> = Some(Side::Strong);
const BARE_KING: Option<Side> = Some(Side::Weak);

const TROITSKY: &str = "Troitsky, Collection of Chess Studies";

/// In the order of asking.
#[rustfmt::skip]
const RULES: [RuleAndTest<Knights>; 5] = [
    (Rule::new("the king is not driven to the edge", None, Outcome::Draw,
        "The bare king is not on the edge, or the other king is not two squares from it.",
        TROITSKY), is_out_of_reach, &[]),
    (Rule::new("a knight mates", KNIGHTS, Outcome::StrongWins,
        "A knight's move mates.",
        TROITSKY), mates, MATES),
    (Rule::new("the king is mated", BARE_KING, Outcome::StrongWins,
        "The bare king is in check and has no square.",
        TROITSKY), is_mated, IS_MATED),
    (Rule::new("no knight mates", KNIGHTS, Outcome::Draw,
        "The king on the edge is not mated by any knight's move, and never will be by force.",
        TROITSKY), cannot_mate, CANNOT_MATE),
    (Rule::new("the king is not mated", BARE_KING, Outcome::Draw,
        "The king on the edge is not mated yet: it takes a knight, is stalemated, or walks out.",
        TROITSKY), is_not_mated, IS_NOT_MATED),
];

impl Knights {
    /// What the king and the knights hit.
    #[inline]
    fn hits(&self) -> BitBoard {
        self.knights.iter().fold(get_king_moves(self.king), |hits, from| hits | get_knight_moves(from))
    }

    /// A knight has a move that mates.
    fn has_mating_move(&self) -> bool {
        let checks = get_knight_moves(self.weak_king) - (self.knights | self.king.bitboard());
        self.knights.iter().any(|from| {
            let kept = self.knights - from.bitboard();
            (get_knight_moves(from) & checks)
                .iter()
                .any(|to| is_mated(&Self { knights: kept | to.bitboard(), ..*self }))
        })
    }
}

/// KNNvK: asked 1,573,368, spoke 1,478,068, wrong 0; asked about everything it speaks on 1,478,068, wrong 0.
fn is_out_of_reach(k: &Knights) -> bool {
    edge_distance(k.weak_king) > 0 || distance(k.king, k.weak_king) != 2
}

told! {
    /// KNNvK: asked 45,167, spoke 77, wrong 0; asked about everything it speaks on 77, wrong 0.
    fn mates as MATES(k: &Knights), in_turn {
        "the king is on the edge, and the other two squares from it", "takes the king away" => !is_out_of_reach(k);
        "a knight has a mating move", "misses the mate" => k.has_mating_move();
    }
}

told! {
    /// KNNvK: asked 50,133, spoke 15, wrong 0; asked about everything it speaks on 15, wrong 0.
    fn is_mated as IS_MATED(k: &Knights), in_turn {
        "the king is in check", "leaves the check" => k.hits().has(k.weak_king);
        "the king has no square to go to", "finds a square" => get_king_moves(k.weak_king).is_subset(k.hits());
    }
}

told! {
    /// KNNvK: asked 45,090, spoke 45,090, wrong 0; asked about everything it speaks on 45,090, wrong 0.
    fn cannot_mate as CANNOT_MATE(k: &Knights), in_turn {
        "the king is on the edge, and the other two squares from it", "takes the king away" => !is_out_of_reach(k);
        "no knight has a mating move", "lets a knight mate" => !mates(k);
    }
}

told! {
    /// KNNvK: asked 50,118, spoke 50,118, wrong 0; asked about everything it speaks on 50,118, wrong 0.
    fn is_not_mated as IS_NOT_MATED(k: &Knights), in_turn {
        "the king is on the edge, and the other two squares from it", "gets away from the edge" => !is_out_of_reach(k);
        "the king is not mated", "walks into mate" => !is_mated(k);
    }
}

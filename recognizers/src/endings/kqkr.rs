//! Queen against rook: KQvKR.
//!
//! The queen nearly always wins, with the move from almost everywhere: the rook is soon separated
//! from its king and lost to a double attack. The rules must exclude the positions in which the
//! rook strikes first. The side with the queen is called attacker, the other defender. See Fine,
//! *Basic Chess Endings*, chapter 9.
//!
//! The search does not use these rules: nearly all positions are won, as the evaluation shows, too,
//! and rules that cover only some of them distract from the shortest way to win (of 500 wins at
//! least 20 plies from the next capture, at 20,000 nodes per move, the engine won 133 with them and
//! 205 without).

use board::sets::distance;
use board::{BitBoard, Piece, get_king_moves};

use super::duel::{Duel, loses_man, wins_by_attack, wins_by_taking};
use crate::endings::four_men;
use crate::geometry::corner_distance;
use crate::recognizer::{InSearch, Recognizer, RuleBook};
use crate::rule::rules;

const QUEEN: usize = Piece::Queen as usize;
const ROOK: usize = Piece::Rook as usize;

/// The recognizer of KQvKR.
pub(crate) static RECOGNIZER: Recognizer = Recognizer::new(&[Piece::Queen], &[Piece::Rook], &RULES)
    .with_mined(&four_men::KQKR)
    .asked_in_search(InSearch::Nothing);

type QueenDuel = Duel<QUEEN, ROOK>;

/// In the order of testing.
#[rustfmt::skip]
static RULES: RuleBook<QueenDuel> = RuleBook::new(&[
    HAS_LEFT_ITS_KING, CAN_TAKE_THE_QUEEN, CAN_WIN_THE_QUEEN, CAN_TAKE_THE_ROOK, QUEEN_SAFE,
    CAN_WIN_THE_ROOK, KING_ATTACKS_THE_ROOK, IS_ROOK_LOST, IS_CHECKED,
]);

impl QueenDuel {
    /// Squares that the queen attacks, with the defender's king removed.
    #[inline]
    fn queen_hits(&self) -> BitBoard {
        self.strong.hits(self.occupied() - self.weak.king.bitboard())
    }

    /// Squares that the rook attacks, with the attacker's king removed.
    #[inline]
    fn rook_hits(&self) -> BitBoard {
        self.weak.hits(self.occupied() - self.strong.king.bitboard())
    }

    /// Number of moves of the defender's king, captures of an unprotected queen included.
    #[inline]
    fn steps(&self) -> u32 {
        let denied = get_king_moves(self.strong.king) | self.queen_hits() | self.weak.man.bitboard();
        (get_king_moves(self.weak.king) - denied).len()
    }

    /// Number of moves of the attacker's king, without captures.
    #[inline]
    fn attacker_steps(&self) -> u32 {
        let denied = get_king_moves(self.weak.king) | self.rook_hits() | self.strong.man.bitboard();
        (get_king_moves(self.strong.king) - denied).len()
    }

    /// True if the kings are on the same file or rank.
    #[inline]
    fn are_kings_in_line(&self) -> bool {
        self.strong.king.file() == self.weak.king.file() || self.strong.king.rank() == self.weak.king.rank()
    }
}

rules! {
    HAS_LEFT_ITS_KING = "the rook has left its king", Strong to move: StrongWins,
        claim: "The rook is not beside its king, which is not in a corner and has two squares, and does not give check.",
        source: FINE_9, example: "1k6/8/8/Q2r4/8/8/2K5/8 w - - 0 1",
        in_turn(QueenDuel as d) {
            "the rook is not beside its king", "lets the rook back to its king" =>
                distance(d.weak.king, d.weak.man) >= 2;
            "the defender's king is not in a corner", "lets the king into the corner" =>
                corner_distance(d.weak.king) > 0;
            "the rook gives no check", "lets the rook give check" =>
                !d.rook_hits().has(d.strong.king);
            "the defender's king has two squares to go to", "leaves the king too few squares: stalemate threatens" =>
                d.steps() >= 2;
        }

    CAN_TAKE_THE_QUEEN = "the queen can be taken", Weak to move: WeakWins,
        claim: "The defender takes the queen, and it is neither retaken nor stalemate.",
        source: GAME, example: "7k/8/8/8/3K4/8/8/2rQ4 b - - 0 1",
        holds(QueenDuel) { can_take_the_queen }
}

fn can_take_the_queen(d: &QueenDuel) -> bool {
    wins_by_taking(&d.weak, &d.strong)
}

rules! {
    CAN_WIN_THE_QUEEN = "the rook wins the queen", Weak to move: WeakWins,
        claim: "A move of rook or king attacks the queen, with check or pinning it, so that nothing saves it; or it mates.",
        source: FINE_9, example: "8/8/7k/8/8/8/2K3Q1/r7 b - - 0 1",
        holds(QueenDuel) { can_win_the_queen }
}

fn can_win_the_queen(d: &QueenDuel) -> bool {
    wins_by_attack(&d.weak, &d.strong)
}

rules! {
    CAN_TAKE_THE_ROOK = "the rook can be taken", Strong to move: StrongWins,
        claim: "The queen or its king takes the rook, and it is neither retaken nor stalemate.",
        source: GAME, example: "r7/1Q6/8/7k/8/8/8/K7 w - - 0 1",
        holds(QueenDuel) { can_take_the_rook }
}

fn can_take_the_rook(d: &QueenDuel) -> bool {
    wins_by_taking(&d.strong, &d.weak)
}

rules! {
    QUEEN_SAFE = "the queen is not attacked", Strong to move: StrongWins,
        claim: "The rook does not attack the queen, its king has a move, the other four, and the kings are not on one line.",
        plan: "Drive the king to the edge with checks that bring queen and king nearer until rook and king must part, then fork them.",
        source: FINE_9, example: "8/8/4k3/8/8/Q7/3K1r2/8 w - - 0 1",
        in_turn(QueenDuel as d) {
            "the rook does not attack the queen", "lets the rook attack the queen" =>
                !d.rook_hits().has(d.strong.man);
            "the kings are not on one file or rank", "puts the kings on one line" =>
                !d.are_kings_in_line();
            "the defender's king has a square to go to", "leaves the king no square: stalemate threatens" =>
                d.steps() >= 1;
            "the attacker's king has four squares to go to", "leaves its own king too few squares" =>
                d.attacker_steps() >= 4;
        }

    CAN_WIN_THE_ROOK = "the attack wins the rook", Strong to move: StrongWins,
        claim: "A move of queen or king attacks the rook, with check or not, so that nothing saves it; or it mates.",
        source: FINE_9, example: "1r6/8/8/8/8/5Q2/8/K3k3 w - - 0 1",
        holds(QueenDuel) { can_win_the_rook }
}

fn can_win_the_rook(d: &QueenDuel) -> bool {
    wins_by_attack(&d.strong, &d.weak)
}

rules! {
    KING_ATTACKS_THE_ROOK = "the king attacks the rook", Strong to move: StrongWins,
        claim: "The attacker's king is next to the rook, which is not beside its king, which is not in a corner and has a square.",
        source: VERIFY, example: "8/8/8/8/8/6Q1/3r4/2K2k2 w - - 0 1",
        in_turn(QueenDuel as d) {
            "the attacker's king is next to the rook", "goes away from the rook" =>
                distance(d.strong.king, d.weak.man) == 1;
            "the rook is not beside its king", "lets the rook back to its king" =>
                distance(d.weak.king, d.weak.man) >= 2;
            "the defender's king is not in a corner", "lets the king into the corner" =>
                corner_distance(d.weak.king) > 0;
            "the defender's king has a square to go to", "leaves the king no square: stalemate threatens" =>
                d.steps() >= 1;
        }

    IS_ROOK_LOST = "the rook is lost", Weak to move: StrongWins,
        claim: "The rook is attacked or the king in check, and nothing saves the rook.",
        source: GAME, example: "8/3r4/8/8/8/5k1Q/8/K7 b - - 0 1",
        holds(QueenDuel) { is_rook_lost }
}

fn is_rook_lost(d: &QueenDuel) -> bool {
    loses_man(&d.weak, &d.strong)
}

rules! {
    IS_CHECKED = "the queen gives check", Weak to move: StrongWins,
        claim: "The queen gives check out of reach of king and rook, and the kings are not on one line.",
        source: VERIFY, example: "8/6r1/8/8/3K4/8/3Q2k1/8 b - - 0 1",
        in_turn(QueenDuel as d) {
            "the queen is out of the king's reach", "comes next to the queen" =>
                distance(d.weak.king, d.strong.man) >= 2;
            "the kings are not on one file or rank", "puts the kings on one line" =>
                !d.are_kings_in_line();
            "the queen gives check", "leaves the check" =>
                d.queen_hits().has(d.weak.king);
            "the rook does not attack the queen", "attacks the queen" =>
                !d.rook_hits().has(d.strong.man);
        }
}

//! Queen against rook.
//!
//! The queen wins, with the move from nearly everywhere: the rook is soon parted from its king and lost to a double attack. What has to be told
//! apart are the positions in which the rook strikes first. The side with the queen is called attacker, the other defender. See Fine,
//! *Basic Chess Endings*, chapter 9.
//!
//! A search asks for nothing: nearly all of it is won, which the evaluation says, too, and rules that know it here and not there lead away from
//! the way to the win (of 500 wins, none closer than 20 plies to the next capture, at 20,000 nodes a move: 133 brought home with them, 205
//! without).
//!
//! The figures in the rules' docs are those of `verify KQvKR`.

use board::sets::distance;
use board::{BitBoard, Piece, get_king_moves};

use super::duel::{Duel, loses_man, wins_by_attack, wins_by_taking};
use crate::endings::four_men;
use crate::endings::sources::{GAME, VERIFY};
use crate::geometry::corner_distance;
use crate::recognizer::book::RuleAndTest;
use crate::recognizer::{InSearch, RuleBook};
use crate::rule::{Outcome, Rule, Side, told};

const QUEEN: usize = Piece::Queen as usize;
const ROOK: usize = Piece::Rook as usize;

/// The recognizer of KQvKR.
pub static RECOGNIZER: RuleBook<QueenDuel> = RuleBook::new(&[Piece::Queen], &[Piece::Rook], &RULES)
    .with_mined(&four_men::KQKR)
    .asked_in_search(InSearch::Nothing);

type QueenDuel = Duel<QUEEN, ROOK>;
const ATTACKER: Option<Side> = Some(Side::Strong);
const DEFENDER: Option<Side> = Some(Side::Weak);

const FINE: &str = "Fine, Basic Chess Endings, chapter 9";

/// In the order of asking.
#[rustfmt::skip]
const RULES: [RuleAndTest<QueenDuel>; 9] = [
    (Rule::new("the rook has left its king", ATTACKER, Outcome::StrongWins,
        "The rook is not beside its king, which stands in no corner and has two squares, and does not give check.",
        FINE), has_left_its_king, HAS_LEFT_ITS_KING),
    (Rule::new("the queen can be taken", DEFENDER, Outcome::WeakWins,
        "The defender takes the queen, and it is neither retaken nor stalemate.",
        GAME), can_take_the_queen, &[]),
    (Rule::new("the rook wins the queen", DEFENDER, Outcome::WeakWins,
        "A move of rook or king attacks the queen, with check or pinning it, so that nothing saves it; or it mates.",
        FINE), can_win_the_queen, &[]),
    (Rule::new("the rook can be taken", ATTACKER, Outcome::StrongWins,
        "The queen or its king takes the rook, and it is neither retaken nor stalemate.",
        GAME), can_take_the_rook, &[]),
    (Rule::new("the queen is not attacked", ATTACKER, Outcome::StrongWins,
        "The rook does not attack the queen, its king has a move, the other four, and the kings are not on one line.",
        FINE), is_queen_safe, QUEEN_SAFE),
    (Rule::new("the attack wins the rook", ATTACKER, Outcome::StrongWins,
        "A move of queen or king attacks the rook, with check or not, so that nothing saves it; or it mates.",
        FINE), can_win_the_rook, &[]),
    (Rule::new("the king attacks the rook", ATTACKER, Outcome::StrongWins,
        "The attacker's king is next to the rook, which is not beside its king, which stands in no corner and has a square.",
        VERIFY), king_attacks_the_rook, KING_ATTACKS_THE_ROOK),
    (Rule::new("the rook is lost", DEFENDER, Outcome::StrongWins,
        "The rook is attacked or the king in check, and nothing saves the rook.",
        GAME), is_rook_lost, &[]),
    (Rule::new("the queen gives check", DEFENDER, Outcome::StrongWins,
        "The queen gives check out of reach of king and rook, and the kings are not on one line.",
        VERIFY), is_checked, IS_CHECKED),
];

impl QueenDuel {
    /// Squares that the queen hits, looking through the defender's king.
    #[inline]
    fn queen_hits(&self) -> BitBoard {
        self.strong.hits(self.occupied() - self.weak.king.bitboard())
    }

    /// Squares that the rook hits, looking through the attacker's king.
    #[inline]
    fn rook_hits(&self) -> BitBoard {
        self.weak.hits(self.occupied() - self.strong.king.bitboard())
    }

    /// Squares the defender's king can step to, the queen's among them if it is not protected.
    #[inline]
    fn steps(&self) -> u32 {
        let denied = get_king_moves(self.strong.king) | self.queen_hits() | self.weak.man.bitboard();
        (get_king_moves(self.weak.king) - denied).len()
    }

    /// Squares the attacker's king can step to without taking.
    #[inline]
    fn attacker_steps(&self) -> u32 {
        let denied = get_king_moves(self.weak.king) | self.rook_hits() | self.strong.man.bitboard();
        (get_king_moves(self.strong.king) - denied).len()
    }

    /// The kings are on one file or rank.
    #[inline]
    fn are_kings_in_line(&self) -> bool {
        self.strong.king.file() == self.weak.king.file() || self.strong.king.rank() == self.weak.king.rank()
    }
}

told! {
    /// KQvKR: asked 1,119,216, spoke 684,118, wrong 0; asked about everything it speaks on 684,118, wrong 0.
    fn has_left_its_king as HAS_LEFT_ITS_KING(d: &QueenDuel), in_turn {
        "the rook is not beside its king", "lets the rook back to its king" =>
            distance(d.weak.king, d.weak.man) >= 2;
        "the defender's king stands in no corner", "lets the king into the corner" =>
            corner_distance(d.weak.king) > 0;
        "the rook gives no check", "lets the rook give check" =>
            !d.rook_hits().has(d.strong.king);
        "the defender's king has two squares to go to", "leaves the king too few squares: stalemate threatens" =>
            d.steps() >= 2;
    }
}

/// KQvKR: asked 1,347,906, spoke 372,719, wrong 0; asked about everything it speaks on 372,719, wrong 0.
fn can_take_the_queen(d: &QueenDuel) -> bool {
    wins_by_taking(&d.weak, &d.strong)
}

/// KQvKR: asked 975,187, spoke 11,765, wrong 0; asked about everything it speaks on 12,031, wrong 0.
fn can_win_the_queen(d: &QueenDuel) -> bool {
    wins_by_attack(&d.weak, &d.strong)
}

/// KQvKR: asked 435,098, spoke 147,463, wrong 0; asked about everything it speaks on 438,067, wrong 0.
fn can_take_the_rook(d: &QueenDuel) -> bool {
    wins_by_taking(&d.strong, &d.weak)
}

told! {
    /// KQvKR: asked 287,635, spoke 153,400, wrong 0; asked about everything it speaks on 502,036, wrong 0.
    fn is_queen_safe as QUEEN_SAFE(d: &QueenDuel), in_turn {
        "the rook does not attack the queen", "lets the rook attack the queen" =>
            !d.rook_hits().has(d.strong.man);
        "the kings are not on one file or rank", "puts the kings on one line" =>
            !d.are_kings_in_line();
        "the defender's king has a square to go to", "leaves the king no square: stalemate threatens" =>
            d.steps() >= 1;
        "the attacker's king has four squares to go to", "leaves its own king too few squares" =>
            d.attacker_steps() >= 4;
    }
}

/// KQvKR: asked 134,235, spoke 11,091, wrong 0; asked about everything it speaks on 253,715, wrong 0.
fn can_win_the_rook(d: &QueenDuel) -> bool {
    wins_by_attack(&d.strong, &d.weak)
}

told! {
    /// KQvKR: asked 123,144, spoke 15, wrong 0; asked about everything it speaks on 101,732, wrong 0.
    fn king_attacks_the_rook as KING_ATTACKS_THE_ROOK(d: &QueenDuel), in_turn {
        "the attacker's king is next to the rook", "goes away from the rook" =>
            distance(d.strong.king, d.weak.man) == 1;
        "the rook is not beside its king", "lets the rook back to its king" =>
            distance(d.weak.king, d.weak.man) >= 2;
        "the defender's king stands in no corner", "lets the king into the corner" =>
            corner_distance(d.weak.king) > 0;
        "the defender's king has a square to go to", "leaves the king no square: stalemate threatens" =>
            d.steps() >= 1;
    }
}

/// KQvKR: asked 963,422, spoke 31,818, wrong 0; asked about everything it speaks on 31,818, wrong 0.
fn is_rook_lost(d: &QueenDuel) -> bool {
    loses_man(&d.weak, &d.strong)
}

told! {
    /// KQvKR: asked 931,604, spoke 193,567, wrong 0; asked about everything it speaks on 217,960, wrong 0.
    fn is_checked as IS_CHECKED(d: &QueenDuel), in_turn {
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

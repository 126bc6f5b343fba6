//! One minor piece a side: KBvKN, KNvKN and KBvKB, without a gap.
//!
//! Nobody can force anything. All that can happen is a mate in the corner, and only to a king whose own man stands beside it and takes
//! a square from it:
//! ```text
//! 3  . . . . . . . .      Black to move: Nc2 is mate, as is Nb3 if the bishop were a knight. With the
//! 2  B . . . . . . .      king on c2, too, the corner is closed.
//! 1  K . k . n . . .
//!    a b c d e f g h
//! ```
//!
//! A king so placed is called smothered here. The rules look at the few positions in which there is one, and call all others drawn. A king that
//! stands well can never be forced there: no position is lost in more than one move.

use board::sets::distance;
use board::{BitBoard, Color, Piece, attacks, get_between_rays, get_king_moves};

use super::duel::{Army, Duel, occupied};
use crate::endings::sources::VERIFY;
use crate::geometry::corner_distance;
use crate::recognizer::{RuleBook, book};
use crate::rule::{Outcome, Rule, told};

const BISHOP: usize = Piece::Bishop as usize;
const KNIGHT: usize = Piece::Knight as usize;

/// The recognizer of KBvKN.
pub static BISHOP_KNIGHT: RuleBook<Duel<BISHOP, KNIGHT>> =
    RuleBook::new(&[Piece::Bishop], &[Piece::Knight], &BISHOP_KNIGHT_RULES);

/// The recognizer of KNvKN.
pub static KNIGHT_KNIGHT: RuleBook<Duel<KNIGHT, KNIGHT>> =
    RuleBook::new(&[Piece::Knight], &[Piece::Knight], &KNIGHT_KNIGHT_RULES);

/// The recognizer of KBvKB.
pub static BISHOP_BISHOP: RuleBook<Duel<BISHOP, BISHOP>> =
    RuleBook::new(&[Piece::Bishop], &[Piece::Bishop], &BISHOP_BISHOP_RULES);

static BISHOP_KNIGHT_RULES: [RuleAndTest<BISHOP, KNIGHT>; 4] = rules();
static KNIGHT_KNIGHT_RULES: [RuleAndTest<KNIGHT, KNIGHT>; 4] = rules();
static BISHOP_BISHOP_RULES: [RuleAndTest<BISHOP, BISHOP>; 4] = rules();

type RuleAndTest<const STRONG: usize, const WEAK: usize> = book::RuleAndTest<Duel<STRONG, WEAK>>;

const CHERON: &str = "Chéron, Lehr- und Handbuch der Endspiele 2";

/// In the order of asking: the first rule settles nearly everything.
#[rustfmt::skip]
const fn rules<const STRONG: usize, const WEAK: usize>() -> [RuleAndTest<STRONG, WEAK>; 4] {
    [
        (Rule::new("nobody is smothered", None, Outcome::Draw,
            "No king stands in a corner with its own man beside it and the other king two squares away.",
            CHERON), Duel::nobody_is_smothered, Duel::NOBODY_SMOTHERED),
        (Rule::new("mate in the corner", None, Outcome::MoverWins,
            "The side to move mates the king that is smothered in the corner.",
            CHERON), Duel::mates_in_the_corner, Duel::MATES),
        (Rule::new("mated in the corner", None, Outcome::MoverLoses,
            "The side to move is mated in the corner.",
            CHERON), Duel::is_mated_in_the_corner, Duel::MATED),
        (Rule::new("the smothered king is safe", None, Outcome::Draw,
            "A king is smothered in the corner, but it is not mated and cannot be mated now.",
            VERIFY), Duel::no_mate_comes_of_it, Duel::NO_MATE),
    ]
}

impl<const STRONG: usize, const WEAK: usize> Duel<STRONG, WEAK> {
    told! {
        /// KBvKB: asked 2,958,396, spoke 2,956,924, wrong 0; asked about everything it speaks on 2,956,924, wrong 0.
        ///
        /// KBvKN: asked 3,046,420, spoke 3,044,898, wrong 0; asked about everything it speaks on 3,044,898, wrong 0.
        ///
        /// KNvKN: asked 3,134,444, spoke 3,132,872, wrong 0; asked about everything it speaks on 3,132,872, wrong 0.
        fn nobody_is_smothered as NOBODY_SMOTHERED(d: &Self), in_turn {
            "the king of the side to move is not smothered", "smothers its own king" =>
                !is_smothered(&d.mover(), &d.other());
            "the other king is not smothered", "smothers the other king" =>
                !is_smothered(&d.other(), &d.mover());
        }
    }

    told! {
        /// The check comes from the man, or from a bishop whose king steps out of the long diagonal.
        ///
        /// KBvKB: asked 1,472, spoke 104, wrong 0; asked about everything it speaks on 104, wrong 0.
        ///
        /// KBvKN: asked 1,522, spoke 7, wrong 0; asked about everything it speaks on 7, wrong 0.
        ///
        /// KNvKN: asked 1,572, spoke 10, wrong 0; asked about everything it speaks on 10, wrong 0.
        fn mates_in_the_corner as MATES(d: &Self), in_turn {
            "the other king is smothered in the corner", "lets the king out of the corner" =>
                is_smothered(&d.other(), &d.mover());
            "a move mates it", "misses the mate" => d.has_mating_move();
        }
    }

    told! {
        /// KBvKB: asked 1,368, spoke 28, wrong 0; asked about everything it speaks on 28, wrong 0.
        ///
        /// KBvKN: asked 1,515, spoke 2, wrong 0; asked about everything it speaks on 2, wrong 0.
        ///
        /// KNvKN: asked 1,562, spoke 2, wrong 0; asked about everything it speaks on 2, wrong 0.
        fn is_mated_in_the_corner as MATED(d: &Self), in_turn {
            "the king is smothered in the corner", "frees the king" => is_smothered(&d.mover(), &d.other());
            "it is in check, and nothing helps", "meets the check" => is_mated(&d.mover(), &d.other());
        }
    }

    told! {
        /// KBvKB: asked 1,340, spoke 1,340, wrong 0; asked about everything it speaks on 1,340, wrong 0.
        ///
        /// KBvKN: asked 1,513, spoke 1,513, wrong 0; asked about everything it speaks on 1,513, wrong 0.
        ///
        /// KNvKN: asked 1,560, spoke 1,560, wrong 0; asked about everything it speaks on 1,560, wrong 0.
        fn no_mate_comes_of_it as NO_MATE(d: &Self), in_turn {
            "a king is smothered in the corner", "lets the king out of the corner" =>
                !Self::nobody_is_smothered(d);
            "no move mates", "allows a mate" => !Self::mates_in_the_corner(d);
            "the side to move is not mated", "walks into mate" => !Self::is_mated_in_the_corner(d);
        }
    }

    /// The side to move has a move that mates the other.
    fn has_mating_move(&self) -> bool {
        let (attacker, victim) = (self.mover(), self.other());
        let all = self.occupied();
        let denied = get_king_moves(victim.king) | victim.hits(all) | all;
        let is_legal = |attacker: &Army| !victim.hits(occupied(attacker, &victim)).has(attacker.king);
        let mates = |attacker: &Army| is_mated(&victim, attacker) && is_legal(attacker);
        (attacker.hits(all) - all).iter().any(|to| mates(&attacker.with_man(to)))
            || (get_king_moves(attacker.king) - denied).iter().any(|to| mates(&attacker.with_king(to)))
    }
}

/// A king in the corner, its own man beside it, the other king two squares away: without all three there is no mate.
fn is_smothered(victim: &Army, attacker: &Army) -> bool {
    corner_distance(victim.king) == 0
        && victim.is_man_protected()
        && distance(victim.king, attacker.king) == 2
}

/// The victim, to move, is in check, has no square to go to, and nothing to take the checking man or to stand between.
fn is_mated(victim: &Army, attacker: &Army) -> bool {
    let all = occupied(victim, attacker);
    let through = attacks(attacker.piece, Color::White, attacker.man, all - victim.king.bitboard());
    let flights =
        get_king_moves(victim.king) - (get_king_moves(attacker.king) | through | victim.man.bitboard());
    let helps = get_between_rays(victim.king, attacker.man) | attacker.man.bitboard();
    through.has(victim.king) && flights.is_empty() && (victim.hits(all) & helps) == BitBoard::EMPTY
}

//! One minor piece on each side: KBvKN, KNvKN and KBvKB, completely.
//!
//! Neither side can force anything. The only mates are in the corner, of a king whose own piece is
//! next to it and takes a square from it:
//! ```text
//! 3  . . . . . . . .      Black to move: Nc2 is mate, and so would Nb3 be with a knight on a2. The
//! 2  B . . . . . . .      king on c2 would close the corner as well.
//! 1  K . k . n . . .
//!    a b c d e f g h
//! ```
//!
//! Such a king is called smothered here. Positions without a smothered king are drawn; the other
//! rules decide the few with one. A king can never be forced there: no position is lost in more
//! than one move.

use board::sets::distance;
use board::{BitBoard, Color, Piece, attacks, get_between_rays, get_king_moves};

use super::duel::{Army, Duel, occupied};
use crate::geometry::corner_distance;
use crate::recognizer::{Recognizer, RuleBook};
use crate::rule::rules;

const BISHOP: usize = Piece::Bishop as usize;
const KNIGHT: usize = Piece::Knight as usize;

/// The recognizer of KBvKN.
pub(crate) static BISHOP_KNIGHT: Recognizer =
    Recognizer::new(&[Piece::Bishop], &[Piece::Knight], &BISHOP_KNIGHT_RULES);

/// The recognizer of KNvKN.
pub(crate) static KNIGHT_KNIGHT: Recognizer =
    Recognizer::new(&[Piece::Knight], &[Piece::Knight], &KNIGHT_KNIGHT_RULES);

/// The recognizer of KBvKB.
pub(crate) static BISHOP_BISHOP: Recognizer =
    Recognizer::new(&[Piece::Bishop], &[Piece::Bishop], &BISHOP_BISHOP_RULES);

// In the order of testing: the first rule decides nearly all positions.
static BISHOP_KNIGHT_RULES: RuleBook<Duel<BISHOP, KNIGHT>> =
    RuleBook::new(&[Duel::NOBODY_SMOTHERED, Duel::MATES, Duel::MATED, Duel::NO_MATE]);
static KNIGHT_KNIGHT_RULES: RuleBook<Duel<KNIGHT, KNIGHT>> = RuleBook::new(&[
    Duel::NOBODY_SMOTHERED.shown_by("7k/8/8/8/3K4/8/8/2Nn4 b - - 0 1"),
    Duel::MATES.shown_by("8/8/8/2N5/8/8/n1K5/k7 w - - 0 1"),
    Duel::MATED.shown_by("8/8/8/8/8/1N6/n1K5/k7 b - - 0 1"),
    Duel::NO_MATE.shown_by("8/8/8/8/8/4N3/1nK5/k7 w - - 0 1"),
]);
static BISHOP_BISHOP_RULES: RuleBook<Duel<BISHOP, BISHOP>> = RuleBook::new(&[
    Duel::NOBODY_SMOTHERED.shown_by("7k/8/8/8/3K4/8/8/2Bb4 b - - 0 1"),
    Duel::MATES.shown_by("8/8/8/8/8/4b3/B1k5/K7 b - - 0 1"),
    Duel::MATED.shown_by("8/8/5B2/8/8/8/b1K5/k7 b - - 0 1"),
    Duel::NO_MATE.shown_by("8/8/8/8/8/4B3/1bK5/k7 w - - 0 1"),
]);

impl<const STRONG: usize, const WEAK: usize> Duel<STRONG, WEAK> {
    rules! {
        NOBODY_SMOTHERED = "nobody is smothered", Either to move: Draw,
            claim: "No king stands in a corner with its own man beside it and the other king two squares away.",
            source: CHERON, example: "7k/8/8/8/3K4/8/8/2nB4 b - - 0 1",
            in_turn(Self as d) {
                "the king of the side to move is not smothered", "smothers its own king" =>
                    !is_smothered(&d.mover(), &d.other());
                "the other king is not smothered", "smothers the other king" =>
                    !is_smothered(&d.other(), &d.mover());
            }

        /// The check is given by the piece, or by a bishop whose king leaves the long diagonal.
        MATES = "mate in the corner", Either to move: MoverWins,
            claim: "The side to move mates the king that is smothered in the corner.",
            source: CHERON, example: "8/8/8/8/8/B7/n1K5/k7 w - - 0 1",
            in_turn(Self as d) {
                "the other king is smothered in the corner", "lets the king out of the corner" =>
                    is_smothered(&d.other(), &d.mover());
                "a move mates it", "misses the mate" => d.has_mating_move();
            }

        MATED = "mated in the corner", Either to move: MoverLoses,
            claim: "The side to move is mated in the corner.",
            source: CHERON, example: "8/8/8/8/8/8/nBK5/k7 b - - 0 1",
            in_turn(Self as d) {
                "the king is smothered in the corner", "frees the king" => is_smothered(&d.mover(), &d.other());
                "it is in check, and nothing helps", "meets the check" => is_mated(&d.mover(), &d.other());
            }

        NO_MATE = "the smothered king is safe", Either to move: Draw,
            claim: "A king is smothered in the corner, but it is not mated and cannot be mated now.",
            source: VERIFY, example: "8/8/8/8/8/4B3/n1K5/k7 w - - 0 1",
            in_turn(Self as d) {
                "a king is smothered in the corner", "lets the king out of the corner" =>
                    !Self::NOBODY_SMOTHERED.holds(d);
                "no move mates", "allows a mate" => !Self::MATES.holds(d);
                "the side to move is not mated", "walks into mate" => !Self::MATED.holds(d);
            }
    }

    /// True if the side to move has a mating move.
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

/// True if the king is in the corner with its own piece next to it and the other king two squares
/// away: otherwise there is no mate.
fn is_smothered(victim: &Army, attacker: &Army) -> bool {
    corner_distance(victim.king) == 0
        && victim.is_man_protected()
        && distance(victim.king, attacker.king) == 2
}

/// True if the victim, to move, is in check, its king has no move, and the checking piece can be
/// neither taken nor blocked.
fn is_mated(victim: &Army, attacker: &Army) -> bool {
    let all = occupied(victim, attacker);
    let through = attacks(attacker.piece, Color::White, attacker.man, all - victim.king.bitboard());
    let flights =
        get_king_moves(victim.king) - (get_king_moves(attacker.king) | through | victim.man.bitboard());
    let helps = get_between_rays(victim.king, attacker.man) | attacker.man.bitboard();
    through.has(victim.king) && flights.is_empty() && (victim.hits(all) & helps) == BitBoard::EMPTY
}

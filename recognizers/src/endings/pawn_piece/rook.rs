//! Rook against pawn: KRvKP.

use board::sets::distance;
use board::{BitBoard, Color, Piece, Square, attacks};

use super::men::Chase;
use crate::geometry::{files_apart, is_aligned, path, pushes, queening_square, stop_square};
use crate::recognizer::{Recognizer, RuleBook};
use crate::rule::rules;

const ROOK: usize = Piece::Rook as usize;

type RookChase = Chase<ROOK>;

/// The recognizer of KRvKP.
pub(crate) static ROOK_AGAINST_PAWN: Recognizer = Recognizer::new(&[Piece::Pawn], &[Piece::Rook], &RULES);

/// Greatest sum of the king's distance to the queening square and the pawn's pushes; only a king
/// seven moves away with the pawn on its second or third rank exceeds it.
const NOT_AT_THE_FAR_END: u8 = 11;

/// In the order of testing.
#[rustfmt::skip]
static RULES: RuleBook<RookChase> = RuleBook::new(&[
    PAWN_DESERTED, ATTACKS_THE_PAWN, IN_FRONT, TAKES_THE_PAWN, WELL_AHEAD, NO_HELP, CLOSE_BEHIND, FAR_AHEAD,
    NEAR_HOME, TAKES_AND_WINS, TAKES_AND_DRAWS, IN_TIME, EARLY, TOO_LATE, ESCAPED,
]);

impl RookChase {
    /// By how many moves the hunter's king, to move, is too late at the queening square; negative
    /// if it has time to spare.
    #[inline]
    fn hunter_is_late(&self) -> i8 {
        distance(self.weak_king, queening_square(self.pawn)) as i8 - pushes(self.pawn) as i8
    }

    /// Safe moves of the rook after which it attacks the pawn.
    #[inline]
    fn safe_attacks(&self) -> BitBoard {
        let others = self.occupied() - self.king.bitboard() - self.piece.bitboard();
        self.safe_moves() & attacks(Piece::Rook, Color::White, self.pawn, others)
    }

    /// The square behind the pawn.
    #[inline]
    fn behind(&self) -> Square {
        Square::index(self.pawn as usize - 8)
    }

    /// True if the rook has a safe move to the pawn's file.
    #[inline]
    fn gets_onto_the_file(&self) -> bool {
        !(self.safe_moves() & self.pawn.file().bitboard()).is_empty()
    }

    /// True if the pawn can promote with the next move.
    #[inline]
    fn can_promote(&self) -> bool {
        pushes(self.pawn) == 1 && !self.occupied().has(stop_square(self.pawn))
    }
}

rules! {
    PAWN_DESERTED = "the pawn's king is far away", Weak to move: WeakWins,
        claim: "The pawn's king is three or more squares from its pawn, and the rook can safely move to the pawn's file, from which its king is two or more files away, but not at the far end of the board.",
        source: FINE_6, example: "8/8/p7/3k4/8/8/3K4/7R w - - 0 1",
        in_turn(RookChase as c) {
            "the pawn's king is three squares from it", "lets the king near its pawn" =>
                distance(c.king, c.pawn) >= 3;
            "the rook's king is two files from the pawn", "takes the king near the pawn's file" =>
                files_apart(c.weak_king, c.pawn) >= 2;
            "the rook's king is not at the far end of the board", "takes the king to the far end of the board" =>
                distance(c.weak_king, queening_square(c.pawn)) + pushes(c.pawn) <= NOT_AT_THE_FAR_END;
            "the rook can safely move to the pawn's file", "leaves the rook no safe way to the pawn's file" =>
                c.gets_onto_the_file();
        }

    ATTACKS_THE_PAWN = "the rook attacks the deserted pawn", Weak to move: WeakWins,
        claim: "The pawn is not on its seventh rank and gives no check, its king is three or more files away, and the rook can safely attack it.",
        source: FINE_6, example: "8/1K6/8/p7/8/7R/4k3/8 w - - 0 1",
        in_turn(RookChase as c) {
            "the pawn has not reached its seventh rank", "lets the pawn reach its seventh rank" =>
                pushes(c.pawn) >= 2;
            "the pawn's king is three files from it", "lets the king near its pawn" =>
                files_apart(c.king, c.pawn) >= 3;
            "the pawn gives no check", "lets the pawn give check" => !c.is_check();
            "the rook can safely attack the pawn", "leaves the rook no safe way to attack the pawn" =>
                !c.safe_attacks().is_empty();
        }

    IN_FRONT = "the king is in front of the pawn", Weak to move: WeakWins,
        claim: "The rook's king is ahead of the pawn and reaches the queening square with it, the rook is not near the other king.",
        source: FINE_6, example: "8/1k6/8/2p2R2/8/4K3/8/8 w - - 0 1",
        in_turn(RookChase as c) {
            "the pawn has not reached its seventh rank", "lets the pawn reach its seventh rank" =>
                pushes(c.pawn) >= 2;
            "the rook's king is ahead of the pawn", "takes the king back" => c.ranks_ahead() >= 1;
            "the rook is three squares from the pawn's king", "puts the rook near the pawn's king" =>
                distance(c.king, c.piece) >= 3;
            "the rook's king reaches the queening square with the pawn", "takes the king too far from the queening square" =>
                c.hunter_is_late() <= 0;
        }

    TAKES_THE_PAWN = "the rook takes the pawn", Weak to move: WeakWins,
        claim: "The rook takes a pawn that its king does not protect, and it is not stalemate.",
        source: GAME, example: "3K2k1/8/8/8/8/8/2p5/2R5 w - - 0 1",
        in_turn(RookChase as c) {
            "the rook attacks the pawn, which its king does not protect", "stops attacking the pawn" => c.hits_loose_pawn();
            "taking it is not stalemate", "would make taking the pawn a stalemate" => c.is_no_stalemate_without_pawn();
        }

    WELL_AHEAD = "the king is well ahead", Weak to move: WeakWins,
        claim: "The rook's king is two ranks ahead of the pawn and no further from the queening square than the other king, which is not next to it.",
        source: FINE_6, example: "8/8/2p5/8/k7/1R6/8/3K4 w - - 0 1",
        in_turn(RookChase as c) {
            "the rook's king is two ranks ahead of the pawn", "takes the king back" => c.ranks_ahead() >= 2;
            "the rook's king is no further from the queening square than the other", "lets the other king be nearer to the queening square" =>
                c.lead() >= 0;
            "the pawn's king is not next to the queening square", "lets the other king next to the queening square" =>
                distance(c.king, queening_square(c.pawn)) >= 2;
        }

    NO_HELP = "the pawn's king is of no help", Weak to move: WeakWins,
        claim: "Pawn and king need at least ten moves together to the queening square, the rook's king is at most a move further from it, and the pawn's side wins nothing by taking the rook.",
        source: FINE_6, example: "8/8/p4KR1/8/8/8/7k/8 w - - 0 1",
        in_turn(RookChase as c) {
            "pawn and king need at least ten moves together to the queening square", "brings pawn and king home" =>
                c.moves_home() >= 10;
            "the rook's king is at most a move further from the queening square than the other", "takes the king too far from the queening square" =>
                c.lead() >= -1;
            "the pawn gives no check", "lets the pawn give check" => !c.is_check();
            "the pawn's side cannot win by taking the rook", "lets the rook be taken" => !c.takes_and_wins();
        }

    CLOSE_BEHIND = "the king is close behind the pawn", Weak to move: WeakWins,
        claim: "The rook's king is beside the square behind the pawn and a move late at most, the pawn's king is two squares away and has five of his own.",
        source: VERIFY, example: "8/8/8/Kp6/8/6R1/8/3k4 w - - 0 1",
        in_turn(RookChase as c) {
            "the rook's king is next to the square behind the pawn or on it", "takes the king away from the square behind the pawn" =>
                distance(c.weak_king, c.behind()) <= 1;
            "the rook's king is at most a move late at the queening square", "takes the king too far from the queening square" =>
                c.hunter_is_late() <= 1;
            "the pawn's king is two squares from it", "lets the king next to its pawn" =>
                distance(c.king, c.pawn) >= 2;
            "the pawn's king has five squares to go to", "leaves the pawn's king too few squares" =>
                c.king_steps().len() >= 5;
        }

    /// ```text
    /// 8  . K . . . . . .      The king leads the pawn home, and the rook must be given up for it.
    /// 7  . . P . . . . r      From the first rank the other king is too late.
    ///    . . .
    /// 1  . . . . . k . .
    ///    a b c d e f g h
    /// ```
    FAR_AHEAD = "king and pawn are far ahead", Weak to move: Draw,
        claim: "The pawn's king is beside it and four moves nearer to the queening square than the rook's, which is four ranks behind at least.",
        source: FINE_6, example: "5K2/8/8/8/8/8/2p4R/1k6 w - - 0 1",
        in_turn(RookChase as c) {
            "the pawn's king is four moves nearer to the queening square than the other", "brings the king nearer to the queening square" =>
                c.lead() <= -4;
            "the pawn's king is next to it", "separates king and pawn" => distance(c.king, c.pawn) <= 1;
            "the rook's king is four ranks behind the pawn", "brings the king nearer to the pawn" =>
                c.ranks_ahead() <= -4;
            "the rook is two files from the pawn", "puts the rook too near the pawn's file" =>
                files_apart(c.piece, c.pawn) >= 2;
            "the rook can safely attack the pawn", "leaves the rook no safe way to attack the pawn" =>
                !c.safe_attacks().is_empty();
        }

    NEAR_HOME = "king and pawn are three moves from home", Weak to move: Draw,
        claim: "King and pawn need three moves together, the other king is three moves late and far behind the pawn, and the rook cannot take it.",
        source: FINE_6, example: "8/2R5/8/7K/8/8/2p5/1k6 w - - 0 1",
        in_turn(RookChase as c) {
            "king and pawn need at most three moves together", "holds king and pawn up" => c.moves_home() <= 3;
            "the rook's king is three moves late at the queening square", "brings the king in time" =>
                c.hunter_is_late() >= 3;
            "the rook cannot take the pawn for nothing", "gets at the pawn" => !c.hits_loose_pawn();
            "the pawn and its king are not on one file or rank", "puts king and pawn on one line" =>
                !is_aligned(c.king, c.pawn);
            "the rook's king is three squares from the square behind the pawn", "brings the king up behind the pawn" =>
                distance(c.weak_king, c.behind()) >= 3;
            "the rook can safely move to the pawn's file", "leaves the rook no safe way to the pawn's file" =>
                c.gets_onto_the_file();
        }

    TAKES_AND_WINS = "the rook is lost and the pawn wins", Strong to move: StrongWins,
        claim: "The rook can be taken, and the pawn ending is won.",
        source: PAWN_ENDING, example: "7K/8/8/8/1p6/8/8/2kR4 b - - 0 1",
        in_turn(RookChase as c) {
            "the pawn's side can take the rook", "leaves the rook alone" => c.after_taking().is_some();
            "the pawn ending is won", "spoils the pawn ending" =>
                c.after_taking().is_none_or(|ending| ending.is_won_exactly());
        }

    TAKES_AND_DRAWS = "the rook is lost and the pawn does not win", Strong to move: Draw,
        claim: "The pawn's king takes the rook, the pawn ending is drawn, and the pawn is not on its seventh rank.",
        source: PAWN_ENDING, example: "8/Rp6/k7/2K5/8/8/8/8 b - - 0 1",
        in_turn(RookChase as c) {
            "the pawn has not reached its sixth rank", "lets the pawn reach its sixth rank" => pushes(c.pawn) > 2;
            "the pawn does not attack the rook", "attacks the rook with the pawn" => !c.pawn_hits().has(c.piece);
            "the king can take the rook", "leaves the rook alone" => c.after_taking().is_some();
            "the pawn ending is drawn", "makes the pawn ending a win" => !c.takes_and_wins();
        }

    IN_TIME = "the king is in time against the pawn", Strong to move: WeakWins,
        claim: "The rook is not attacked, its king is at the queening square as soon as the pawn, the pawn's king is five squares from it and has a move.",
        source: FINE_6, example: "8/8/8/p7/2KR4/6k1/8/8 b - - 0 1",
        in_turn(RookChase as c) {
            "the rook's king is at the queening square as soon as the pawn", "gets ahead of the rook's king" =>
                c.hunter_is_late() <= 0;
            "the pawn's king is five squares from the queening square", "brings the king near the queening square" =>
                distance(c.king, queening_square(c.pawn)) >= 5;
            "the pawn's king is two squares from the square in front of it", "brings the king near the square in front of the pawn" =>
                distance(c.king, stop_square(c.pawn)) >= 2;
            "the rook is not attacked", "attacks the rook" => !c.is_piece_attacked();
            "the pawn's king has a move", "takes the king's moves" => !c.king_steps().is_empty();
        }

    EARLY = "the king is early against the pawn", Strong to move: WeakWins,
        claim: "The rook is not attacked, and its king is at the queening square two moves before the pawn and not at its next square; the pawn's king has a move.",
        source: FINE_6, example: "6R1/8/8/3p4/8/8/6k1/1K6 b - - 0 1",
        in_turn(RookChase as c) {
            "the rook's king is at the queening square two moves before the pawn", "gets ahead of the rook's king" =>
                c.hunter_is_late() <= -2;
            "the pawn's king is within four squares of the queening square", "takes the king away from the queening square" =>
                distance(c.king, queening_square(c.pawn)) <= 4;
            "the rook's king is two squares from the square in front of the pawn", "brings the pawn up to the rook's king" =>
                distance(c.weak_king, stop_square(c.pawn)) >= 2;
            "the rook is not attacked", "attacks the rook" => !c.is_piece_attacked();
            "the pawn's king has a move", "takes the king's moves" => !c.king_steps().is_empty();
        }

    TOO_LATE = "the pawn's king comes too late", Strong to move: WeakWins,
        claim: "Pawn and king need at least eleven moves together to the queening square, and the other king is no further from it; the rook is not attacked.",
        source: FINE_6, example: "8/8/8/p7/7k/8/R7/7K b - - 0 1",
        in_turn(RookChase as c) {
            "pawn and king need at least eleven moves together to the queening square", "brings pawn and king home" =>
                c.moves_home() >= 11;
            "the rook's king is no further from the queening square than the other", "gets nearer to the queening square than the rook's king" =>
                c.lead() >= 0;
            "the rook's king does not stand in front of the pawn", "brings the pawn up to the rook's king" =>
                c.weak_king != stop_square(c.pawn);
            "the pawn's king is three squares from the rook", "brings the king near the rook" =>
                distance(c.king, c.piece) >= 3;
            "the rook is not attacked", "attacks the rook" => !c.is_piece_attacked();
        }

    ESCAPED = "king and pawn have escaped", Strong to move: Draw,
        claim: "The pawn's king is within two squares of it and four moves nearer to the queening square than the rook's, and the rook, four squares from him, gives no check.",
        source: FINE_6, example: "7K/8/8/5R2/k7/2p5/8/8 b - - 0 1",
        in_turn(RookChase as c) {
            "the pawn's king is four moves nearer to the queening square than the other", "takes the king too far from the queening square" =>
                c.lead() <= -4;
            "the pawn's king is within two squares of it", "separates king and pawn" => distance(c.king, c.pawn) <= 2;
            "the pawn is not about to promote", "makes the pawn ready to promote" => !c.can_promote();
            "the pawn's king is four squares from the rook", "takes the king near the rook" =>
                distance(c.king, c.piece) >= 4;
            "the rook's king is three ranks behind the pawn", "lets the rook's king catch up" =>
                c.ranks_ahead() <= -3;
            "the rook gives no check", "leaves the king in check" => !c.piece_hits().has(c.king);
            "the rook has eleven safe squares to go to", "leaves the rook too few safe squares" =>
                c.safe_moves().len() >= 11;
            "the pawn's king is not in its way", "puts the king in the pawn's way" => !path(c.pawn).has(c.king);
        }
}

//! King and pawn against king: KPvK.
//!
//! Other endings depend on it: KBvKP becomes KPvK when the bishop is lost. Nearly everything is a
//! race to the *heart square*, the square two in front of the pawn (for a pawn on the seventh rank:
//! the queening square). The side that gets there first, the move counted, wins or draws. This is
//! the theory of key squares and opposition, in terms of distances; see Averbakh, *Comprehensive
//! Chess Endings* 4, and Müller and Lamprecht, *Secrets of Pawn Endings*, chapter 1.
//!
//! The second layer decides the rest: the ending is small enough to be solved completely on first
//! use.

pub(crate) mod table;

use board::sets::distance;
use board::{Color, File, Piece, Rank, Square, get_king_moves, get_pawn_attacks};

use crate::geometry::{
    all, any, heart_square, is_rook_pawn, key_squares, path, pushes, queening_square, stop_square,
};
use crate::recognizer::{Recognizer, RuleBook};
use crate::rule::{Side, View, rules};
pub(crate) use table::TABLE;
use table::is_won;

/// The recognizer of KPvK.
pub(crate) static RECOGNIZER: Recognizer = Recognizer::new(&[Piece::Pawn], &[], &RULES).with_mined(&TABLE);

/// The pawn, its king, and the bare king.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PawnEnding {
    /// The king with the pawn.
    pub king: Square,
    /// The pawn, moving up.
    pub pawn: Square,
    /// The bare king.
    pub weak_king: Square,
    /// The side to move; the pawn's side is the strong one.
    pub to_move: Side,
}

impl From<&View> for PawnEnding {
    #[inline]
    fn from(view: &View) -> Self {
        Self {
            king: view.square(Side::Strong, Piece::King),
            pawn: view.square(Side::Strong, Piece::Pawn),
            weak_king: view.square(Side::Weak, Piece::King),
            to_move: view.to_move(),
        }
    }
}

/// In the order of testing.
#[rustfmt::skip]
static RULES: RuleBook<PawnEnding> = RuleBook::new(&[
    TAKES_THE_PAWN, FIRST_AT_THE_HEART, IN_FRONT_OF_THE_ROOK_PAWN, REACHES_THE_CORNER, BLOCKS_THE_PAWN,
    COVERS_THE_QUEENING_SQUARE, RUNS_THE_PAWN_DOWN, LEFT_BEHIND, OUTSIDE_THE_SQUARE, LAST_AT_THE_HEART,
    HAS_A_KEY_SQUARE,
]);

impl PawnEnding {
    /// True if a rule of this ending proves a draw.
    #[inline]
    pub(crate) fn is_drawn(&self) -> bool {
        any([
            TAKES_THE_PAWN.holds(self),
            FIRST_AT_THE_HEART.holds(self),
            IN_FRONT_OF_THE_ROOK_PAWN.holds(self),
            REACHES_THE_CORNER.holds(self),
            BLOCKS_THE_PAWN.holds(self),
            RUNS_THE_PAWN_DOWN.holds(self),
        ]) || COVERS_THE_QUEENING_SQUARE.holds(self)
    }

    /// True if a rule of this ending proves that the pawn wins.
    #[inline]
    pub(crate) fn is_won(&self) -> bool {
        LEFT_BEHIND.holds(self)
            || OUTSIDE_THE_SQUARE.holds(self)
            || LAST_AT_THE_HEART.holds(self)
            || HAS_A_KEY_SQUARE.holds(self)
    }

    /// True if the pawn wins, by the solved table. Illegal positions are not won.
    #[inline]
    pub(crate) fn is_won_exactly(&self) -> bool {
        is_won(self.pawn, self.king, self.weak_king, self.to_move)
    }

    /// One if the pawn's side is to move, which costs the bare king a move in every race.
    #[inline]
    fn tempo(&self) -> u8 {
        u8::from(self.to_move == Side::Strong)
    }

    /// True if the bare king catches the running pawn.
    #[inline]
    fn is_in_the_square(&self) -> bool {
        distance(self.weak_king, queening_square(self.pawn)) + self.tempo() <= pushes(self.pawn) + 1
    }

    /// By how many ranks the bare king is ahead of the pawn.
    #[inline]
    fn ranks_ahead(&self) -> i8 {
        (self.weak_king as i8 >> 3) - (self.pawn as i8 >> 3)
    }

    /// By how many moves the bare king is nearer to the heart square than the other king, the move
    /// counted.
    #[inline]
    fn lead(&self) -> i8 {
        let heart = heart_square(self.pawn);
        distance(self.king, heart) as i8 - (distance(self.weak_king, heart) + self.tempo()) as i8
    }

    /// The lead that draws, except against a rook pawn.
    #[inline]
    fn needed_lead(&self) -> i8 {
        const NEEDED_LEAD: [i8; 6] = [0, 3, 2, 2, 2, 2];
        let stands_ahead = all([pushes(self.pawn) >= 3, self.ranks_ahead() > 0]);
        NEEDED_LEAD[pushes(self.pawn) as usize] - i8::from(stands_ahead)
    }

    /// The lead that draws against a rook pawn.
    #[inline]
    fn needed_lead_of_rook_pawn(&self) -> i8 {
        const NEEDED_LEAD: [i8; 6] = [0, 1, 0, 0, 0, 2];
        let is_behind = all([matches!(pushes(self.pawn), 2..=4), self.ranks_ahead() < 0]);
        NEEDED_LEAD[pushes(self.pawn) as usize] + i8::from(is_behind)
    }

    /// The lead of the pawn's king that wins. Against a rook pawn the corner gives the bare king
    /// more time, most of all while the pawn is on its second rank.
    #[inline]
    fn needed_lead_of_the_pawn(&self) -> i8 {
        match (is_rook_pawn(self.pawn), pushes(self.pawn)) {
            (false, _) => 2,
            (true, 5) => 6,
            (true, _) => 4,
        }
    }

    /// True if the bare king can move to the queening square or next to it.
    #[inline]
    fn can_step_to_the_queening_square(&self) -> bool {
        let queening = queening_square(self.pawn);
        let near = (get_king_moves(queening) | queening.bitboard()) & get_king_moves(self.weak_king);
        let denied =
            get_king_moves(self.king) | get_pawn_attacks(self.pawn, Color::White) | self.pawn.bitboard();
        !(near - denied).is_empty()
    }

    /// The square from which the pawn's king controls the corner in front of a rook pawn: b7 for
    /// a8.
    #[inline]
    fn corner_key(&self) -> Square {
        if self.pawn.file() == File::A { Square::B7 } else { Square::G7 }
    }

    /// True if the bare king, the move counted, is within one move of the heart square, the other
    /// king is not, and the pawn is not a rook pawn.
    #[inline]
    fn guards_the_heart(&self) -> bool {
        let heart = heart_square(self.pawn);
        all([
            distance(self.weak_king, heart) + self.tempo() <= 1,
            distance(self.king, heart) >= 2,
            !is_rook_pawn(self.pawn),
        ])
    }

    /// The distance of the bare king to the pawn, the move counted.
    #[inline]
    fn weak_king_to_pawn(&self) -> u8 {
        distance(self.weak_king, self.pawn) + self.tempo()
    }

    /// True if the pawn's king is on a key square, or two moves nearer to one, three if the pawn
    /// has passed the middle.
    #[inline]
    fn reaches_a_key_square(&self) -> bool {
        let margin = if pushes(self.pawn) <= 3 { 3 } else { 2 };
        let is_first =
            |key| distance(self.weak_king, key) + self.tempo() >= distance(self.king, key) + margin;
        key_squares(self.pawn).iter().any(|key| self.king == key || is_first(key))
    }

    /// True if the race to the heart square matters: the bare king is in the square of the pawn and
    /// not behind it. With the move it may be one rank behind, except against the double step.
    #[inline]
    fn is_in_the_race(&self) -> bool {
        let can_catch_up = all([self.to_move == Side::Weak, self.pawn.rank() != Rank::Second]);
        all([self.is_in_the_square(), self.ranks_ahead() >= -i8::from(can_catch_up)])
    }
}

rules! {
    TAKES_THE_PAWN = "the king takes the pawn", Weak to move: Draw,
        claim: "The bare king takes an undefended pawn.",
        source: GAME, example: "8/8/8/8/8/2k5/3P4/K7 b - - 0 1",
        at_once(PawnEnding as p) {
            "it is the bare king's move", "gives the move away" =>
                p.to_move == Side::Weak;
            "the bare king is next to the pawn", "goes away from the pawn" =>
                distance(p.weak_king, p.pawn) == 1;
            "the pawn's king does not protect the pawn", "lets the king protect the pawn" =>
                distance(p.king, p.pawn) > 1;
        }

    /// ```text
    /// . . . . . . . .      The heart square of the pawn on c4 is c6. The bare king needs
    /// . . . . k . . .      two moves, the other king four: a draw with either side to move.
    /// . . + . . . . .
    /// . . . . . . . .
    /// . . P . . . . .
    /// . . . . . . . .
    /// . . K . . . . .
    /// ```
    ///
    /// A lead of two is enough. One is enough if the king is ahead of a pawn with three or more
    /// moves to go; beside it, the king would be shut out. With the pawn on the seventh rank the
    /// heart square is only one step away, and the lead must be three.
    FIRST_AT_THE_HEART = "the king is first at the heart square", Either to move: Draw,
        claim: "The bare king reaches the square two in front of the pawn clearly before the other king.",
        plan: "Go to the square two in front of the pawn and stay in front of it; when pushed back, step straight back, so that the opposition can be taken.",
        source: KEY_SQUARES, example: "8/4k3/8/8/2P5/8/2K5/8 w - - 0 1",
        at_once(PawnEnding as p) {
            "the pawn is not a rook pawn", "makes it a rook pawn" =>
                !is_rook_pawn(p.pawn);
            "the bare king is in the square of the pawn and not behind it", "falls behind in the race with the pawn" =>
                p.is_in_the_race();
            "the bare king comes to the square two in front of the pawn clearly before the other king", "loses the race to the square two in front of the pawn" =>
                p.lead() >= p.needed_lead();
        }

    /// The pawn's king cannot go around the bare king on the outer side, so arriving together is
    /// enough, except with the pawn on the seventh rank, and on the second, where the heart square
    /// is too far from the corner.
    IN_FRONT_OF_THE_ROOK_PAWN = "the king gets in front of the rook pawn", Either to move: Draw,
        claim: "Against a rook pawn it is enough to reach the square two in front of it together with the other king.",
        plan: "Stay in front of the rook pawn or in its corner: the other king can only shut it in and stalemate.",
        source: AVERBAKH_4, example: "8/8/2k5/8/P7/2K5/8/8 w - - 0 1",
        at_once(PawnEnding as p) {
            "the pawn is a rook pawn", "takes the pawn off the rook file" =>
                is_rook_pawn(p.pawn);
            "the bare king is in the square of the pawn and not behind it", "falls behind in the race with the pawn" =>
                p.is_in_the_race();
            "the bare king comes to the square two in front of the pawn no later than the other king", "loses the race to the square two in front of the pawn" =>
                p.lead() >= p.needed_lead_of_rook_pawn();
        }

    REACHES_THE_CORNER = "the king reaches the rook pawn's corner", Either to move: Draw,
        claim: "The bare king reaches the corner in front of a rook pawn before the other king covers it from the knight file.",
        plan: "Go to the corner in front of the rook pawn and do not leave it.",
        source: AVERBAKH_4, example: "8/2k5/8/8/8/K7/P7/8 b - - 0 1",
        at_once(PawnEnding as p) {
            "the pawn is a rook pawn", "takes the pawn off the rook file" =>
                is_rook_pawn(p.pawn);
            "the pawn has not reached its seventh rank", "lets the pawn reach its seventh rank" =>
                pushes(p.pawn) > 1;
            "the bare king is in the square of the pawn", "leaves the square of the pawn" =>
                p.is_in_the_square();
            "the bare king comes to the corner before the other king covers it", "lets the other king cover the corner" =>
                distance(p.weak_king, queening_square(p.pawn)) + p.tempo() <= distance(p.king, p.corner_key());
        }

    BLOCKS_THE_PAWN = "the king blocks the pawn", Either to move: Draw,
        claim: "The bare king stands in front of a pawn not beyond its fifth rank, or next to its heart square with the move.",
        plan: "Stay in front of the pawn; step straight back when driven, and meet the king with the opposition.",
        source: KEY_SQUARES, example: "8/8/3k4/1K1P4/8/8/8/8 w - - 0 1",
        at_once(PawnEnding as p) {
            "the pawn has not passed its fifth rank", "lets the pawn pass its fifth rank" =>
                pushes(p.pawn) >= 3;
            "the bare king stands in front of the pawn or holds the square two in front of it", "gives up the squares in front of the pawn" =>
                p.weak_king == stop_square(p.pawn) || p.guards_the_heart();
        }

    COVERS_THE_QUEENING_SQUARE = "the king covers the queening square in time", Weak to move: Draw,
        claim: "The pawn is on its seventh rank; the bare king gets next to the queening square, the other king cannot cover it.",
        source: SQUARE, example: "k7/2P5/8/8/6K1/8/8/8 b - - 0 1",
        in_turn(PawnEnding as p) {
            "the pawn is on its seventh rank", "promotes the pawn" =>
                pushes(p.pawn) == 1;
            "it is the bare king's move", "gives the move away" =>
                p.to_move == Side::Weak;
            "the pawn's king is three squares from the queening square", "lets the other king near the queening square" =>
                distance(p.king, queening_square(p.pawn)) >= 3;
            "the bare king can step to the queening square or next to it", "goes away from the queening square" =>
                p.can_step_to_the_queening_square();
        }

    /// With the pawn on the second rank a king beside it is too late because of the double step.
    RUNS_THE_PAWN_DOWN = "the king runs the pawn down", Weak to move: Draw,
        claim: "The bare king is two squares from the pawn and not left behind, the other king is more than three away.",
        source: SQUARE, example: "8/8/8/2P5/k5K1/8/8/8 b - - 0 1",
        at_once(PawnEnding as p) {
            "it is the bare king's move", "gives the move away" =>
                p.to_move == Side::Weak;
            "the pawn has left its second rank", "leaves the pawn its double step" =>
                p.pawn.rank() != Rank::Second;
            "the bare king is in the square of the pawn and not behind it", "falls behind in the race with the pawn" =>
                p.is_in_the_race();
            "the bare king is two squares from the pawn", "goes away from the pawn" =>
                distance(p.weak_king, p.pawn) == 2;
            "the pawn's king is more than three squares away", "lets the king come to its pawn" =>
                distance(p.king, p.pawn) > 3;
        }

    LEFT_BEHIND = "the king is left behind", Either to move: StrongWins,
        claim: "The bare king has let the pawn pass and cannot catch up.",
        source: SQUARE, example: "8/8/8/4P3/3k4/8/8/4K3 w - - 0 1",
        in_turn(PawnEnding as p) {
            "the bare king has let the pawn pass", "lets the bare king catch up" =>
                p.ranks_ahead() < p.tempo() as i8 - 1;
        }

    OUTSIDE_THE_SQUARE = "the king is outside the square", Either to move: StrongWins,
        claim: "The bare king is outside the square of the pawn, and the pawn's way is free.",
        plan: "Just push the pawn.",
        source: SQUARE, example: "7k/8/8/8/P7/8/8/K7 w - - 0 1",
        in_turn(PawnEnding as p) {
            "the bare king is outside the square of the pawn", "lets the bare king into the square of the pawn" =>
                !p.is_in_the_square();
            "the pawn's own king is not in its way", "puts the king in the way of its pawn" =>
                !path(p.pawn).has(p.king);
            "the bare king does not get at the pawn from behind", "lets the bare king at the pawn from behind" =>
                p.to_move == Side::Strong || distance(p.weak_king, p.pawn) > 2;
        }

    LAST_AT_THE_HEART = "the pawn's king is first at the heart square", Either to move: StrongWins,
        claim: "The king with the pawn reaches the square two in front of it clearly before the bare king.",
        plan: "Lead with the king, two squares in front of the pawn, and only then push.",
        source: KEY_SQUARES, example: "4k3/8/3K4/8/3P4/8/8/8 b - - 0 1",
        in_turn(PawnEnding as p) {
            "the pawn's king comes to the square two in front of it clearly before the bare king", "loses the race to the square two in front of the pawn" =>
                -p.lead() >= p.needed_lead_of_the_pawn();
            "the bare king does not get at the pawn", "lets the bare king get at the pawn" =>
                is_rook_pawn(p.pawn) || if p.lead() == -2 { distance(p.weak_king, p.pawn) > 2 } else { !TAKES_THE_PAWN.holds(p) };
        }

    /// ```text
    /// . . . . . . . .      The key squares of the pawn on c4 are b6, c6 and d6. With the king
    /// . . + + + . . .      on one of them the pawn wins with either side to move.
    /// . . . . . . . .
    /// . . . P . . . .
    /// ```
    ///
    /// Reaching a key square two moves before the bare king is enough, three if the pawn has passed
    /// the middle and must be protected on the way. The bare king must be neither about to take the
    /// pawn nor nearer to it.
    HAS_A_KEY_SQUARE = "the pawn's king has a key square", Either to move: StrongWins,
        claim: "The king stands on a key square of its pawn or gets there in time, and the bare king does not get at the pawn.",
        plan: "Keep the king on a key square, drive the other king off with the opposition, then let the pawn follow.",
        source: KEY_SQUARES, example: "8/8/5k2/2P5/1K6/8/8/8 w - - 0 1",
        in_turn(PawnEnding as p) {
            "the pawn is not a rook pawn", "makes it a rook pawn" =>
                !is_rook_pawn(p.pawn);
            "the bare king is not about to take the pawn", "lets the bare king get at the pawn" =>
                p.weak_king_to_pawn() > 2;
            "the pawn's king is no further from it than the bare king", "takes the king too far from the pawn" =>
                distance(p.king, p.pawn) <= p.weak_king_to_pawn();
            "the pawn's king stands on a key square or gets there in time", "gives up the key squares" =>
                p.reaches_a_key_square();
        }
}

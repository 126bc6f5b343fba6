//! King and pawn against king, by rules.
//!
//! Small as it is, this ending decides the others: KBvKP turns into it whenever the bishop is lost. Nearly
//! everything is a race to the *heart square*, the square two in front of the pawn (for a pawn on the seventh
//! rank: the queening square). Who gets there first, the move counted, wins or draws. That is the old theory
//! of key squares and opposition said in distances; see Averbakh, *Comprehensive Chess Endings* 4, and Müller
//! and Lamprecht, *Secrets of Pawn Endings*, chapter 1.
//!
//! What the rules leave open the second layer knows: the ending is small enough to be solved whole when first asked about.
//!
//! The figures in the rules' docs are those of `verify KPvK`: both sides to move, 165,676 positions.

pub(crate) mod table;

use board::sets::distance;
use board::{Color, File, Piece, Rank, Square, get_king_moves, get_pawn_attacks};

use crate::endings::sources::GAME;
use crate::geometry::{
    all, any, heart_square, is_rook_pawn, key_squares, path, pushes, queening_square, stop_square,
};
use crate::recognizer::RuleBook;
use crate::recognizer::book::RuleAndTest;
use crate::rule::{Outcome, Rule, Side, View, told};
use table::is_won;
pub use table::{KpkTable, TABLE};

/// The recognizer of KPvK.
pub static RECOGNIZER: RuleBook<PawnEnding> = RuleBook::new(&[Piece::Pawn], &[], &RULES).with_mined(&TABLE);

/// The pawn, its king, and the bare king.
#[derive(Clone, Copy, Debug)]
pub struct PawnEnding {
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

const KEY_SQUARES: &str = "key squares: Müller and Lamprecht, Secrets of Pawn Endings, chapter 1";
const AVERBAKH: &str = "Averbakh, Comprehensive Chess Endings 4";
const SQUARE: &str = "the square of the pawn: Fine, Basic Chess Endings, chapter 2";

const BARE_KING: Option<Side> = Some(Side::Weak);

/// In the order of asking.
#[rustfmt::skip]
const RULES: [RuleAndTest<PawnEnding>; 11] = [
    (Rule::new("the king takes the pawn", BARE_KING, Outcome::Draw,
        "The bare king takes an undefended pawn.",
        GAME), takes_the_pawn, TAKES_THE_PAWN),
    (Rule::new("the king is first at the heart square", None, Outcome::Draw,
        "The bare king reaches the square two in front of the pawn clearly before the other king.",
        KEY_SQUARES), is_first_at_the_heart, FIRST_AT_THE_HEART),
    (Rule::new("the king gets in front of the rook pawn", None, Outcome::Draw,
        "Against a rook pawn it is enough to reach the square two in front of it together with the other king.",
        AVERBAKH), gets_in_front_of_the_rook_pawn, IN_FRONT_OF_THE_ROOK_PAWN),
    (Rule::new("the king reaches the rook pawn's corner", None, Outcome::Draw,
        "The bare king reaches the corner in front of a rook pawn before the other king covers it from the knight file.",
        AVERBAKH), reaches_the_corner, REACHES_THE_CORNER),
    (Rule::new("the king blocks the pawn", None, Outcome::Draw,
        "The bare king stands in front of a pawn not beyond its fifth rank, or next to its heart square with the move.",
        KEY_SQUARES), blocks_the_pawn, BLOCKS_THE_PAWN),
    (Rule::new("the king covers the queening square in time", BARE_KING, Outcome::Draw,
        "The pawn is on its seventh rank; the bare king gets next to the queening square, the other king cannot cover it.",
        SQUARE), covers_the_queening_square, COVERS_THE_QUEENING_SQUARE),
    (Rule::new("the king runs the pawn down", BARE_KING, Outcome::Draw,
        "The bare king is two squares from the pawn and not left behind, the other king is more than three away.",
        SQUARE), runs_the_pawn_down, RUNS_THE_PAWN_DOWN),
    (Rule::new("the king is left behind", None, Outcome::StrongWins,
        "The bare king has let the pawn pass and cannot catch up.",
        SQUARE), is_left_behind, LEFT_BEHIND),
    (Rule::new("the king is outside the square", None, Outcome::StrongWins,
        "The bare king is outside the square of the pawn, and the pawn's way is free.",
        SQUARE), is_outside_the_square, OUTSIDE_THE_SQUARE),
    (Rule::new("the pawn's king is first at the heart square", None, Outcome::StrongWins,
        "The king with the pawn reaches the square two in front of it clearly before the bare king.",
        KEY_SQUARES), is_last_at_the_heart, LAST_AT_THE_HEART),
    (Rule::new("the pawn's king has a key square", None, Outcome::StrongWins,
        "The king stands on a key square of its pawn or gets there in time, and the bare king does not get at the pawn.",
        KEY_SQUARES), has_a_key_square, HAS_A_KEY_SQUARE),
];

impl PawnEnding {
    /// True when a rule of this ending proves a draw.
    #[inline]
    pub fn is_drawn(&self) -> bool {
        any([
            takes_the_pawn(self),
            is_first_at_the_heart(self),
            gets_in_front_of_the_rook_pawn(self),
            reaches_the_corner(self),
            blocks_the_pawn(self),
            runs_the_pawn_down(self),
        ]) || covers_the_queening_square(self)
    }

    /// True when a rule of this ending proves that the pawn wins.
    #[inline]
    pub fn is_won(&self) -> bool {
        is_left_behind(self)
            || is_outside_the_square(self)
            || is_last_at_the_heart(self)
            || has_a_key_square(self)
    }

    /// True when the pawn wins, by the solved table. Positions that cannot be are not won.
    #[inline]
    pub(crate) fn is_won_exactly(&self) -> bool {
        is_won(self.pawn, self.king, self.weak_king, self.to_move)
    }

    /// One when the pawn's side moves first, which costs the bare king that much in every race.
    #[inline]
    fn tempo(&self) -> u8 {
        u8::from(self.to_move == Side::Strong)
    }

    /// The bare king catches the pawn if both just run.
    #[inline]
    fn is_in_the_square(&self) -> bool {
        distance(self.weak_king, queening_square(self.pawn)) + self.tempo() <= pushes(self.pawn) + 1
    }

    /// How many ranks the bare king is ahead of the pawn.
    #[inline]
    fn ranks_ahead(&self) -> i8 {
        (self.weak_king as i8 >> 3) - (self.pawn as i8 >> 3)
    }

    /// By how many moves the bare king is nearer to the heart square than the other king, the move counted.
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

    /// The lead of the pawn's king that wins. The corner gives the bare king more time, most of it against a pawn that has not moved far.
    #[inline]
    fn needed_lead_of_the_pawn(&self) -> i8 {
        match (is_rook_pawn(self.pawn), pushes(self.pawn)) {
            (false, _) => 2,
            (true, 5) => 6,
            (true, _) => 4,
        }
    }

    /// The bare king has a step to the queening square or next to it.
    #[inline]
    fn can_step_to_the_queening_square(&self) -> bool {
        let queening = queening_square(self.pawn);
        let near = (get_king_moves(queening) | queening.bitboard()) & get_king_moves(self.weak_king);
        let denied =
            get_king_moves(self.king) | get_pawn_attacks(self.pawn, Color::White) | self.pawn.bitboard();
        !(near - denied).is_empty()
    }

    /// From where the pawn's king keeps the corner in front of a rook pawn free: b7 for a8.
    #[inline]
    fn corner_key(&self) -> Square {
        if self.pawn.file() == File::A { Square::B7 } else { Square::G7 }
    }

    /// The bare king is next to its heart square or on it with the move, the other king is not, and it is no rook pawn.
    #[inline]
    fn guards_the_heart(&self) -> bool {
        let heart = heart_square(self.pawn);
        all([
            distance(self.weak_king, heart) + self.tempo() <= 1,
            distance(self.king, heart) >= 2,
            !is_rook_pawn(self.pawn),
        ])
    }

    /// How many moves the bare king is from the pawn, the move counted.
    #[inline]
    fn weak_king_to_pawn(&self) -> u8 {
        distance(self.weak_king, self.pawn) + self.tempo()
    }

    /// The pawn's king is two moves nearer to some key square, three when the pawn has passed the middle.
    #[inline]
    fn reaches_a_key_square(&self) -> bool {
        let margin = if pushes(self.pawn) <= 3 { 3 } else { 2 };
        let is_first =
            |key| distance(self.weak_king, key) + self.tempo() >= distance(self.king, key) + margin;
        key_squares(self.pawn).iter().any(|key| self.king == key || is_first(key))
    }

    /// The race to the heart square only counts for a bare king that is neither too late nor left behind. One
    /// rank can be made good with the move, except against the double step.
    #[inline]
    fn is_in_the_race(&self) -> bool {
        let can_catch_up = all([self.to_move == Side::Weak, self.pawn.rank() != Rank::Second]);
        all([self.is_in_the_square(), self.ranks_ahead() >= -i8::from(can_catch_up)])
    }
}

told! {
    /// KPvK: asked 84,012, spoke 9,098, wrong 0; asked about everything it speaks on 9,098, wrong 0.
    fn takes_the_pawn as TAKES_THE_PAWN(p: &PawnEnding), at_once {
        "it is the bare king's move", "gives the move away" =>
            p.to_move == Side::Weak;
        "the bare king is next to the pawn", "goes away from the pawn" =>
            distance(p.weak_king, p.pawn) == 1;
        "the pawn's king does not protect the pawn", "lets the king protect the pawn" =>
            distance(p.king, p.pawn) > 1;
    }
}

told! {
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
    /// A lead of two is enough. One is enough when the king stands ahead of a pawn with three or more moves to
    /// go: beside it, the king would be shut out. On the seventh rank the heart square is only one step away and
    /// the lead must be three.
    ///
    /// KPvK: asked 156,578, spoke 22,952, wrong 0; asked about everything it speaks on 27,512, wrong 0.
    fn is_first_at_the_heart as FIRST_AT_THE_HEART(p: &PawnEnding), at_once {
        "the pawn is no rook pawn", "makes it a rook pawn" =>
            !is_rook_pawn(p.pawn);
        "the bare king is in the square of the pawn and not behind it", "falls behind in the race with the pawn" =>
            p.is_in_the_race();
        "the bare king comes to the square two in front of the pawn clearly before the other king", "loses the race to the square two in front of the pawn" =>
            p.lead() >= p.needed_lead();
    }
}

told! {
    /// The pawn's king cannot go round the bare king on the outer side, so arriving together is enough; not so
    /// with the pawn on the seventh rank, nor on the second, where the heart square is too far from the corner.
    ///
    /// KPvK: asked 133,626, spoke 7,829, wrong 0; asked about everything it speaks on 9,142, wrong 0.
    fn gets_in_front_of_the_rook_pawn as IN_FRONT_OF_THE_ROOK_PAWN(p: &PawnEnding), at_once {
        "the pawn is a rook pawn", "makes it no rook pawn" =>
            is_rook_pawn(p.pawn);
        "the bare king is in the square of the pawn and not behind it", "falls behind in the race with the pawn" =>
            p.is_in_the_race();
        "the bare king comes to the square two in front of the pawn no later than the other king", "loses the race to the square two in front of the pawn" =>
            p.lead() >= p.needed_lead_of_rook_pawn();
    }
}

told! {
    /// KPvK: asked 125,797, spoke 2,696, wrong 0; asked about everything it speaks on 10,341, wrong 0.
    fn reaches_the_corner as REACHES_THE_CORNER(p: &PawnEnding), at_once {
        "the pawn is a rook pawn", "makes it no rook pawn" =>
            is_rook_pawn(p.pawn);
        "the pawn has not reached its seventh rank", "lets the pawn reach its seventh rank" =>
            pushes(p.pawn) > 1;
        "the bare king is in the square of the pawn", "leaves the square of the pawn" =>
            p.is_in_the_square();
        "the bare king comes to the corner before the other king covers it", "lets the other king cover the corner" =>
            distance(p.weak_king, queening_square(p.pawn)) + p.tempo() <= distance(p.king, p.corner_key());
    }
}

told! {
    /// KPvK: asked 123,101, spoke 198, wrong 0; asked about everything it speaks on 7,354, wrong 0.
    fn blocks_the_pawn as BLOCKS_THE_PAWN(p: &PawnEnding), at_once {
        "the pawn has not passed its fifth rank", "lets the pawn pass its fifth rank" =>
            pushes(p.pawn) >= 3;
        "the bare king stands in front of the pawn or holds the square two in front of it", "lets go of the squares in front of the pawn" =>
            p.weak_king == stop_square(p.pawn) || p.guards_the_heart();
    }
}

told! {
    /// KPvK: asked 55,201, spoke 282, wrong 0; asked about everything it speaks on 2,301, wrong 0.
    fn covers_the_queening_square as COVERS_THE_QUEENING_SQUARE(p: &PawnEnding), in_turn {
        "the pawn is on its seventh rank", "promotes the pawn" =>
            pushes(p.pawn) == 1;
        "it is the bare king's move", "gives the move away" =>
            p.to_move == Side::Weak;
        "the pawn's king is three squares from the queening square", "lets the other king near the queening square" =>
            distance(p.king, queening_square(p.pawn)) >= 3;
        "the bare king can step to the queening square or next to it", "goes away from the queening square" =>
            p.can_step_to_the_queening_square();
    }
}

told! {
    /// On the second rank a king beside the pawn is too late: the double step takes the pawn out of reach.
    ///
    /// KPvK: asked 54,919, spoke 458, wrong 0; asked about everything it speaks on 4,335, wrong 0.
    fn runs_the_pawn_down as RUNS_THE_PAWN_DOWN(p: &PawnEnding), at_once {
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
}

told! {
    /// KPvK: asked 122,163, spoke 64,106, wrong 0; asked about everything it speaks on 64,106, wrong 0.
    fn is_left_behind as LEFT_BEHIND(p: &PawnEnding), in_turn {
        "the bare king has let the pawn pass", "lets the bare king catch up" =>
            p.ranks_ahead() < p.tempo() as i8 - 1;
    }
}

told! {
    /// KPvK: asked 58,057, spoke 20,286, wrong 0; asked about everything it speaks on 77,052, wrong 0.
    fn is_outside_the_square as OUTSIDE_THE_SQUARE(p: &PawnEnding), in_turn {
        "the bare king is outside the square of the pawn", "lets the bare king into the square of the pawn" =>
            !p.is_in_the_square();
        "the pawn's own king is not in its way", "puts the king in the way of its pawn" =>
            !path(p.pawn).has(p.king);
        "the bare king does not get at the pawn from behind", "lets the bare king at the pawn from behind" =>
            p.to_move == Side::Strong || distance(p.weak_king, p.pawn) > 2;
    }
}

told! {
    /// KPvK: asked 37,771, spoke 12,831, wrong 0; asked about everything it speaks on 45,912, wrong 0.
    fn is_last_at_the_heart as LAST_AT_THE_HEART(p: &PawnEnding), in_turn {
        "the pawn's king comes to the square two in front of it clearly before the bare king", "loses the race to the square two in front of the pawn" =>
            -p.lead() >= p.needed_lead_of_the_pawn();
        "the bare king does not get at the pawn", "lets the bare king get at the pawn" =>
            is_rook_pawn(p.pawn) || if p.lead() == -2 { distance(p.weak_king, p.pawn) > 2 } else { !takes_the_pawn(p) };
    }
}

told! {
    /// ```text
    /// . . . . . . . .      The key squares of the pawn on c4 are b6, c6 and d6. With the king
    /// . . + + + . . .      on one of them the pawn wins, whoever is to move.
    /// . . . . . . . .
    /// . . . P . . . .
    /// ```
    ///
    /// Getting to a key square two moves before the bare king is enough, three when the pawn has passed the
    /// middle and must be looked after on the way. The bare king must not be about to take the pawn, nor nearer
    /// to it.
    ///
    /// KPvK: asked 24,940, spoke 4,938, wrong 0; asked about everything it speaks on 36,507, wrong 0.
    fn has_a_key_square as HAS_A_KEY_SQUARE(p: &PawnEnding), in_turn {
        "the pawn is no rook pawn", "makes it a rook pawn" =>
            !is_rook_pawn(p.pawn);
        "the bare king is not about to take the pawn", "lets the bare king get at the pawn" =>
            p.weak_king_to_pawn() > 2;
        "the pawn's king is no further from it than the bare king", "takes the king too far from the pawn" =>
            distance(p.king, p.pawn) <= p.weak_king_to_pawn();
        "the pawn's king stands on a key square or gets there in time", "gives up the key squares" =>
            p.reaches_a_key_square();
    }
}

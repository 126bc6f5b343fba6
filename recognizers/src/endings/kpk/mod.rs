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
use board::{BitBoard, Color, File, Piece, Rank, Square, get_king_moves, get_pawn_attacks};

use crate::geometry::{
    all, any, heart_square, is_rook_pawn, key_squares, path, pushes, queening_square, stop_square,
};
use crate::recognizer::RuleBook;
use crate::rule::{Outcome, Rule, Side, View};
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
    pub bare_king: Square,
    /// The side to move; the pawn's side is the strong one.
    pub to_move: Side,
}

impl From<&View> for PawnEnding {
    #[inline]
    fn from(view: &View) -> Self {
        Self {
            king: view.square(Side::Strong, Piece::King),
            pawn: view.square(Side::Strong, Piece::Pawn),
            bare_king: view.square(Side::Weak, Piece::King),
            to_move: view.to_move(),
        }
    }
}

type Test = fn(&PawnEnding) -> bool;

const GAME: &str = "the rules of the game";
const KEY_SQUARES: &str = "key squares: Müller and Lamprecht, Secrets of Pawn Endings, chapter 1";
const AVERBAKH: &str = "Averbakh, Comprehensive Chess Endings 4";
const SQUARE: &str = "the square of the pawn: Fine, Basic Chess Endings, chapter 2";

const BARE_KING: Option<Side> = Some(Side::Weak);

/// In the order of asking.
#[rustfmt::skip]
const RULES: [(Rule, Test); 11] = [
    (Rule::new("the king takes the pawn", BARE_KING, Outcome::Draw,
        "The bare king takes an undefended pawn.",
        GAME), takes_the_pawn),
    (Rule::new("the king is first at the heart square", None, Outcome::Draw,
        "The bare king reaches the square two in front of the pawn clearly before the other king.",
        KEY_SQUARES), is_first_at_the_heart),
    (Rule::new("the king gets in front of the rook pawn", None, Outcome::Draw,
        "Against a rook pawn it is enough to reach the square two in front of it together with the other king.",
        AVERBAKH), gets_in_front_of_the_rook_pawn),
    (Rule::new("the king reaches the rook pawn's corner", None, Outcome::Draw,
        "The bare king reaches the corner in front of a rook pawn before the other king covers it from the knight file.",
        AVERBAKH), reaches_the_corner),
    (Rule::new("the king blocks the pawn", None, Outcome::Draw,
        "The bare king stands in front of a pawn not beyond its fifth rank, or next to its heart square with the move.",
        KEY_SQUARES), blocks_the_pawn),
    (Rule::new("the king covers the queening square in time", BARE_KING, Outcome::Draw,
        "The pawn is on its seventh rank; the bare king gets next to the queening square, the other king cannot cover it.",
        SQUARE), covers_the_queening_square),
    (Rule::new("the king runs the pawn down", BARE_KING, Outcome::Draw,
        "The bare king is two squares from the pawn and not left behind, the other king is more than three away.",
        SQUARE), runs_the_pawn_down),
    (Rule::new("the king is left behind", None, Outcome::StrongWins,
        "The bare king has let the pawn pass and cannot catch up.",
        SQUARE), is_left_behind),
    (Rule::new("the king is outside the square", None, Outcome::StrongWins,
        "The bare king is outside the square of the pawn, and the pawn's way is free.",
        SQUARE), is_outside_the_square),
    (Rule::new("the pawn's king is first at the heart square", None, Outcome::StrongWins,
        "The king with the pawn reaches the square two in front of it clearly before the bare king.",
        KEY_SQUARES), is_last_at_the_heart),
    (Rule::new("the pawn's king has a key square", None, Outcome::StrongWins,
        "The king stands on a key square of its pawn or gets there in time, and the bare king does not get at the pawn.",
        KEY_SQUARES), has_a_key_square),
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
        is_won(self.pawn, self.king, self.bare_king, self.to_move)
    }

    /// One when the pawn's side moves first, which costs the bare king that much in every race.
    #[inline]
    fn tempo(&self) -> u8 {
        u8::from(self.to_move == Side::Strong)
    }

    /// The bare king catches the pawn if both just run.
    #[inline]
    fn is_in_the_square(&self) -> bool {
        distance(self.bare_king, queening_square(self.pawn)) + self.tempo() <= pushes(self.pawn) + 1
    }

    /// How many ranks the bare king is ahead of the pawn.
    #[inline]
    fn ranks_ahead(&self) -> i8 {
        (self.bare_king as i8 >> 3) - (self.pawn as i8 >> 3)
    }

    /// By how many moves the bare king is nearer to the heart square than the other king, the move counted.
    #[inline]
    fn lead(&self) -> i8 {
        let heart = heart_square(self.pawn);
        distance(self.king, heart) as i8 - (distance(self.bare_king, heart) + self.tempo()) as i8
    }

    /// The race to the heart square only counts for a bare king that is neither too late nor left behind. One
    /// rank can be made good with the move, except against the double step.
    #[inline]
    fn is_in_the_race(&self) -> bool {
        let can_catch_up = all([self.to_move == Side::Weak, self.pawn.rank() != Rank::Second]);
        all([self.is_in_the_square(), self.ranks_ahead() >= -i8::from(can_catch_up)])
    }
}

/// KPvK: asked 84,012, spoke 9,098, wrong 0; asked about everything it speaks on 9,098, wrong 0.
#[inline(always)]
fn takes_the_pawn(p: &PawnEnding) -> bool {
    all([p.to_move == Side::Weak, distance(p.bare_king, p.pawn) == 1, distance(p.king, p.pawn) > 1])
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
/// A lead of two is enough. One is enough when the king stands ahead of a pawn with three or more moves to
/// go: beside it, the king would be shut out. On the seventh rank the heart square is only one step away and
/// the lead must be three.
///
/// KPvK: asked 156,578, spoke 22,952, wrong 0; asked about everything it speaks on 27,512, wrong 0.
#[inline(always)]
fn is_first_at_the_heart(p: &PawnEnding) -> bool {
    const NEEDED_LEAD: [i8; 6] = [0, 3, 2, 2, 2, 2];
    let stands_ahead = all([pushes(p.pawn) >= 3, p.ranks_ahead() > 0]);
    let needed_lead = NEEDED_LEAD[pushes(p.pawn) as usize] - i8::from(stands_ahead);
    all([!is_rook_pawn(p.pawn), p.is_in_the_race(), p.lead() >= needed_lead])
}

/// The pawn's king cannot go round the bare king on the outer side, so arriving together is enough; not so
/// with the pawn on the seventh rank, nor on the second, where the heart square is too far from the corner.
///
/// KPvK: asked 133,626, spoke 7,829, wrong 0; asked about everything it speaks on 9,142, wrong 0.
#[inline(always)]
fn gets_in_front_of_the_rook_pawn(p: &PawnEnding) -> bool {
    const NEEDED_LEAD: [i8; 6] = [0, 1, 0, 0, 0, 2];
    let is_behind = all([matches!(pushes(p.pawn), 2..=4), p.ranks_ahead() < 0]);
    let needed_lead = NEEDED_LEAD[pushes(p.pawn) as usize] + i8::from(is_behind);
    all([is_rook_pawn(p.pawn), p.is_in_the_race(), p.lead() >= needed_lead])
}

/// KPvK: asked 125,797, spoke 2,696, wrong 0; asked about everything it speaks on 10,341, wrong 0.
#[inline(always)]
fn reaches_the_corner(p: &PawnEnding) -> bool {
    let corner = queening_square(p.pawn);
    // b7 for the corner a8: from there the king with the pawn would keep the corner free.
    let key = if p.pawn.file() == File::A { Square::B7 } else { Square::G7 };
    all([
        is_rook_pawn(p.pawn),
        pushes(p.pawn) > 1,
        p.is_in_the_square(),
        distance(p.bare_king, corner) + p.tempo() <= distance(p.king, key),
    ])
}

/// KPvK: asked 123,101, spoke 198, wrong 0; asked about everything it speaks on 7,354, wrong 0.
#[inline(always)]
fn blocks_the_pawn(p: &PawnEnding) -> bool {
    let heart = heart_square(p.pawn);
    let guards_the_heart = all([
        distance(p.bare_king, heart) + p.tempo() <= 1,
        distance(p.king, heart) >= 2,
        !is_rook_pawn(p.pawn),
    ]);
    all([pushes(p.pawn) >= 3, any([p.bare_king == stop_square(p.pawn), guards_the_heart])])
}

/// KPvK: asked 55,201, spoke 282, wrong 0; asked about everything it speaks on 2,301, wrong 0.
#[inline(always)]
fn covers_the_queening_square(p: &PawnEnding) -> bool {
    let queening = queening_square(p.pawn);
    if pushes(p.pawn) != 1 || p.to_move == Side::Strong || distance(p.king, queening) < 3 {
        return false;
    }
    let near = (get_king_moves(queening) | queening.bitboard()) & get_king_moves(p.bare_king);
    !(near - steps_denied(p)).is_empty()
}

/// Squares the bare king may not step on.
fn steps_denied(p: &PawnEnding) -> BitBoard {
    get_king_moves(p.king) | get_pawn_attacks(p.pawn, Color::White) | p.pawn.bitboard()
}

/// On the second rank a king beside the pawn is too late: the double step takes the pawn out of reach.
///
/// KPvK: asked 54,919, spoke 458, wrong 0; asked about everything it speaks on 4,335, wrong 0.
#[inline(always)]
fn runs_the_pawn_down(p: &PawnEnding) -> bool {
    all([
        p.to_move == Side::Weak,
        p.pawn.rank() != Rank::Second,
        p.is_in_the_race(),
        distance(p.bare_king, p.pawn) == 2,
        distance(p.king, p.pawn) > 3,
    ])
}

/// KPvK: asked 122,163, spoke 64,106, wrong 0; asked about everything it speaks on 64,106, wrong 0.
fn is_left_behind(p: &PawnEnding) -> bool {
    p.ranks_ahead() < p.tempo() as i8 - 1
}

/// KPvK: asked 58,057, spoke 20,286, wrong 0; asked about everything it speaks on 77,052, wrong 0.
fn is_outside_the_square(p: &PawnEnding) -> bool {
    // A king that near may still attack the pawn from behind before it runs.
    let attacks_it = p.to_move == Side::Weak && distance(p.bare_king, p.pawn) <= 2;
    !p.is_in_the_square() && !path(p.pawn).has(p.king) && !attacks_it
}

/// KPvK: asked 37,771, spoke 12,831, wrong 0; asked about everything it speaks on 45,912, wrong 0.
fn is_last_at_the_heart(p: &PawnEnding) -> bool {
    let lead_for_pawn = -p.lead();
    if is_rook_pawn(p.pawn) {
        // The corner gives the bare king more time, most of it against a pawn that has not moved far.
        return lead_for_pawn >= if pushes(p.pawn) == 5 { 6 } else { 4 };
    }
    let is_far_from_pawn = distance(p.bare_king, p.pawn) > 2;
    (lead_for_pawn >= 3 && !takes_the_pawn(p)) || (lead_for_pawn == 2 && is_far_from_pawn)
}

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
fn has_a_key_square(p: &PawnEnding) -> bool {
    let king_to_pawn = distance(p.king, p.pawn);
    let bare_king_to_pawn = distance(p.bare_king, p.pawn) + p.tempo();
    if is_rook_pawn(p.pawn) || bare_king_to_pawn <= 2 || king_to_pawn > bare_king_to_pawn {
        return false;
    }
    let margin = if pushes(p.pawn) <= 3 { 3 } else { 2 };
    key_squares(p.pawn)
        .iter()
        .any(|key| p.king == key || distance(p.bare_king, key) + p.tempo() >= distance(p.king, key) + margin)
}

//! A minor piece and a pawn against the bare king: KBPvK and KNPvK.
//!
//! Won but for a few famous positions: the bishop that does not control the corner of its rook pawn, the knight that guards a rook pawn on the
//! seventh rank, and whatever the bare king can take. See Fine, *Basic Chess Endings*, chapters 4 and 5, and Averbakh, *Comprehensive Chess
//! Endings* 1.
//!
//! The figures in the rules' docs are those of `verify KBPvK` and `verify KNPvK`.

use board::{BitBoard, Color, Piece, Square, attacks, get_king_moves, get_pawn_attacks};

use crate::geometry::{distance, is_rook_pawn, path, pushes, queening_square, same_color};
use crate::kpk::PawnEnding;
use crate::{Outcome, Rule, RuleBook, Side, View};

const BISHOP: usize = Piece::Bishop as usize;
const KNIGHT: usize = Piece::Knight as usize;

/// The recognizer of KBPvK.
pub static BISHOP_AND_PAWN: RuleBook<Escort<BISHOP>> =
    RuleBook::new(&[Piece::Bishop, Piece::Pawn], &[], &BISHOP_RULES);

/// The recognizer of KNPvK.
pub static KNIGHT_AND_PAWN: RuleBook<Escort<KNIGHT>> =
    RuleBook::new(&[Piece::Knight, Piece::Pawn], &[], &KNIGHT_RULES);

/// The four men. `PIECE` is the minor piece, as a number of [`Piece`].
#[derive(Clone, Copy, Debug)]
pub struct Escort<const PIECE: usize> {
    /// The king with piece and pawn.
    pub king: Square,
    /// The pawn, moving up.
    pub pawn: Square,
    /// The minor piece.
    pub piece: Square,
    /// The bare king.
    pub bare_king: Square,
    /// The side to move.
    pub to_move: Side,
}

impl<const PIECE: usize> From<&View> for Escort<PIECE> {
    #[inline]
    fn from(view: &View) -> Self {
        Self {
            king: view.square(Side::Strong, Piece::King),
            pawn: view.square(Side::Strong, Piece::Pawn),
            piece: view.square(Side::Strong, Piece::ALL[PIECE]),
            bare_king: view.square(Side::Weak, Piece::King),
            to_move: view.to_move(),
        }
    }
}

type RuleAndTest<const PIECE: usize> = (Rule, fn(&Escort<PIECE>) -> bool);

const STRONG: Option<Side> = Some(Side::Strong);
const BARE_KING: Option<Side> = Some(Side::Weak);

const GAME: &str = "the rules of the game";
const FINE: &str = "Fine, Basic Chess Endings, chapters 4 and 5";
const PAWN_ENDING: &str = "the rules of KPvK";

/// In the order of asking.
#[rustfmt::skip]
static BISHOP_RULES: [RuleAndTest<BISHOP>; 6] = [
    (Rule::new("the king takes the pawn", BARE_KING, Outcome::Draw,
        "The bare king takes an undefended pawn.", GAME), takes_the_pawn),
    (Rule::new("the king takes the piece and holds", BARE_KING, Outcome::Draw,
        "The bare king takes the undefended piece, and the pawn ending is drawn.", PAWN_ENDING), takes_the_piece_and_holds),
    (Rule::new("the king holds the wrong corner", None, Outcome::Draw,
        "A rook pawn whose corner the bishop does not control, and the bare king is in the corner.", FINE), holds_the_corner),
    (Rule::new("the king reaches the wrong corner", None, Outcome::Draw,
        "A rook pawn whose corner the bishop does not control, and the bare king is there clearly before the other.", FINE), reaches_the_corner),
    (Rule::new("all is protected", None, Outcome::StrongWins,
        "The king is next to pawn and piece, the pawn is no rook pawn, and the bare king is not stalemated.", FINE), is_all_protected),
    (Rule::new("the pawn wins alone", None, Outcome::StrongWins,
        "The pawn ending is won without the piece, which is not in the pawn's way and next to no king; the bare king takes nothing and is not stalemated.", PAWN_ENDING), wins_alone),
];

/// In the order of asking.
#[rustfmt::skip]
static KNIGHT_RULES: [RuleAndTest<KNIGHT>; 6] = [
    (Rule::new("the king takes the pawn", BARE_KING, Outcome::Draw,
        "The bare king takes an undefended pawn.", GAME), takes_the_pawn),
    (Rule::new("the king takes the piece and holds", BARE_KING, Outcome::Draw,
        "The bare king takes the undefended piece, and the pawn ending is drawn.", PAWN_ENDING), takes_the_piece_and_holds),
    (Rule::new("the pawn wins alone", None, Outcome::StrongWins,
        "The pawn ending is won without the piece, which is not in the pawn's way and next to no king; the bare king takes nothing and is not stalemated.", PAWN_ENDING), wins_alone),
    (Rule::new("king and pawn are together", STRONG, Outcome::StrongWins,
        "The king is within two squares of its pawn, which is not on its seventh rank, the bare king three or more from pawn and knight.",
        FINE), are_together),
    (Rule::new("the king sits in front of the rook pawn", None, Outcome::Draw,
        "A rook pawn on its seventh rank, the bare king in front of it, and the other king not beside the pawn.",
        FINE), sits_in_the_corner),
    (Rule::new("the king gets to the corner", BARE_KING, Outcome::Draw,
        "A rook pawn on its seventh rank, the bare king at the corner, and the other king four or more squares from it.",
        FINE), is_at_the_corner),
];

impl<const PIECE: usize> Escort<PIECE> {
    /// Squares of its own side that king, piece and pawn protect.
    #[inline]
    fn guarded(&self) -> BitBoard {
        let occupied = self.king.bitboard() | self.pawn.bitboard() | self.piece.bitboard();
        get_king_moves(self.king)
            | get_pawn_attacks(self.pawn, Color::White)
            | attacks(Piece::ALL[PIECE], Color::White, self.piece, occupied)
    }

    /// The bishop does not control the corner that a rook pawn runs to.
    #[inline]
    fn has_wrong_bishop(&self) -> bool {
        is_rook_pawn(self.pawn) && !same_color(queening_square(self.pawn)).has(self.piece)
    }

    /// The bare king can take neither pawn nor piece and is not stalemated.
    #[inline]
    fn is_quiet(&self) -> bool {
        let steps = get_king_moves(self.bare_king) - self.guarded();
        !steps.has(self.pawn) && !steps.has(self.piece) && !steps.is_empty()
    }

    #[inline]
    fn without_piece(&self) -> PawnEnding {
        PawnEnding { king: self.king, pawn: self.pawn, bare_king: self.bare_king, to_move: self.to_move }
    }
}

/// KBPvK: asked 5,124,732, spoke 474,434, wrong 0; asked about everything it speaks on 474,434, wrong 0.
///
/// KNPvK: asked 5,124,732, spoke 500,200, wrong 0; asked about everything it speaks on 500,200, wrong 0.
fn takes_the_pawn<const PIECE: usize>(e: &Escort<PIECE>) -> bool {
    get_king_moves(e.bare_king).has(e.pawn) && !e.guarded().has(e.pawn)
}

/// KBPvK: asked 4,650,298, spoke 74,474, wrong 0; asked about everything it speaks on 90,475, wrong 0.
///
/// KNPvK: asked 4,624,532, spoke 78,120, wrong 0; asked about everything it speaks on 90,475, wrong 0.
fn takes_the_piece_and_holds<const PIECE: usize>(e: &Escort<PIECE>) -> bool {
    let ending = PawnEnding { king: e.king, pawn: e.pawn, bare_king: e.piece, to_move: Side::Strong };
    get_king_moves(e.bare_king).has(e.piece) && !e.guarded().has(e.piece) && ending.is_drawn()
}

/// KBPvK: asked 8,892,439, spoke 20,076, wrong 0; asked about everything it speaks on 22,008, wrong 0.
fn holds_the_corner(e: &Escort<BISHOP>) -> bool {
    e.has_wrong_bishop() && e.bare_king == queening_square(e.pawn)
}

/// KBPvK: asked 8,872,363, spoke 113,406, wrong 0; asked about everything it speaks on 130,130, wrong 0.
fn reaches_the_corner(e: &Escort<BISHOP>) -> bool {
    let corner = queening_square(e.pawn);
    let tempo = u8::from(e.to_move == Side::Strong);
    let needed = distance(e.bare_king, corner) + tempo;
    e.has_wrong_bishop() && needed < pushes(e.pawn) && needed + 1 < distance(e.king, corner) && e.is_quiet()
}

/// KBPvK: asked 8,758,957, spoke 92,848, wrong 0; asked about everything it speaks on 92,848, wrong 0.
fn is_all_protected(e: &Escort<BISHOP>) -> bool {
    !is_rook_pawn(e.pawn)
        && distance(e.king, e.pawn) == 1
        && distance(e.king, e.piece) == 1
        && (e.to_move == Side::Strong || e.is_quiet())
}

/// KBPvK: asked 8,666,109, spoke 4,460,621, wrong 0; asked about everything it speaks on 4,460,621, wrong 0.
///
/// KNPvK: asked 9,121,137, spoke 4,463,111, wrong 0; asked about everything it speaks on 4,463,111, wrong 0.
fn wins_alone<const PIECE: usize>(e: &Escort<PIECE>) -> bool {
    !path(e.pawn).has(e.piece)
        && distance(e.bare_king, e.piece) >= 2
        && (e.to_move == Side::Strong || e.is_quiet())
        && distance(e.king, e.piece) >= 2
        && e.without_piece().is_won()
}

/// KNPvK: asked 2,116,572, spoke 225,723, wrong 0; asked about everything it speaks on 719,592, wrong 0.
fn are_together(e: &Escort<KNIGHT>) -> bool {
    pushes(e.pawn) >= 2
        && distance(e.king, e.pawn) <= 2
        && distance(e.bare_king, e.pawn) >= 3
        && distance(e.bare_king, e.piece) >= 3
}

/// ```text
/// 8  k . . . . . . .      The knight guards the pawn, and the king may not come near: stalemate.
/// 7  P . . . . . . .
/// 6  . . . . K . . .
/// 5  . N . . . . . .
///    a b c d e f g h
/// ```
///
/// KNPvK: asked 4,432,303, spoke 3,594, wrong 0; asked about everything it speaks on 6,961, wrong 0.
fn sits_in_the_corner(e: &Escort<KNIGHT>) -> bool {
    is_rook_pawn(e.pawn)
        && pushes(e.pawn) == 1
        && e.bare_king == queening_square(e.pawn)
        && distance(e.king, e.pawn) > 1
}

/// KNPvK: asked 2,541,283, spoke 288, wrong 0; asked about everything it speaks on 8,784, wrong 0.
fn is_at_the_corner(e: &Escort<KNIGHT>) -> bool {
    let corner = queening_square(e.pawn);
    is_rook_pawn(e.pawn)
        && pushes(e.pawn) == 1
        && distance(e.bare_king, corner) <= 1
        && distance(e.king, corner) >= 4
}

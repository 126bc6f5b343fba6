//! All recognizers, found by material.

use std::sync::LazyLock;

use board::{Board, Color, Material, Placement};

use crate::endings::{
    kbbkn, kbkp, kbnkn, kbpkb, kbpkn, kbppk, knnk, knnkp, kpk, kpkp, kqkr, kqpkq, krbkr, krpkb, krpkr,
    listed, minor_pawn, minors, pawn_piece, rook_minor,
};
use crate::recognizer::{InSearch, Recognizer, Signature, Verdict};
use crate::rule::View;

/// The recognizers with named rules, and those of four pieces. The engine, the audits, the explorer
/// and the handbook use this list.
pub static RECOGNIZERS: [&Recognizer; 24] = [
    &kpk::RECOGNIZER,
    &kpkp::RECOGNIZER,
    &kbkp::RECOGNIZER,
    &knnk::RECOGNIZER,
    &rook_minor::AGAINST_BISHOP,
    &rook_minor::AGAINST_KNIGHT,
    &minors::BISHOP_KNIGHT,
    &minors::KNIGHT_KNIGHT,
    &minors::BISHOP_BISHOP,
    &kqkr::RECOGNIZER,
    &pawn_piece::ROOK_AGAINST_PAWN,
    &pawn_piece::QUEEN_AGAINST_PAWN,
    &minor_pawn::BISHOP_AND_PAWN,
    &minor_pawn::KNIGHT_AND_PAWN,
    &kbnkn::RECOGNIZER,
    &krpkr::RECOGNIZER,
    &kbpkb::RECOGNIZER,
    &krbkr::RECOGNIZER,
    &krpkb::RECOGNIZER,
    &kbpkn::RECOGNIZER,
    &kqpkq::RECOGNIZER,
    &kbbkn::RECOGNIZER,
    &kbppk::RECOGNIZER,
    &knnkp::RECOGNIZER,
];

/// The recognizers of all other endings of five pieces, which have a mined table and no rules. The
/// search does not use them, since they have not been tested in games.
pub static LISTED: [&Recognizer; 100] = listed::LISTED;

/// All recognizers: those of [`RECOGNIZERS`], then those of [`LISTED`].
pub fn all() -> impl Iterator<Item = &'static Recognizer> {
    RECOGNIZERS.into_iter().chain(LISTED)
}

/// Most pieces of an ending with a recognizer.
pub const MAX_MEN: u32 = 5;

/// The recognizer of an ending, and the color of its strong side in `material`; `None` if there is
/// no recognizer.
///
/// ```
/// use board::Color;
/// let (recognizer, strong) = vancura_recognizers::find("KBvKP".parse().unwrap()).unwrap();
/// assert_eq!(recognizer.material().to_string(), "KPvKB");
/// assert_eq!(strong, Color::Black);
/// ```
pub fn find(material: Material) -> Option<(&'static Recognizer, Color)> {
    BY_MEN.find(Signature::of_material(material))
}

/// The verdict on a position: by the first named rule that applies, otherwise by the mined table;
/// `None` if neither gives one.
///
/// The fifty-move counter is not considered: draws and bounds hold at any count, wins only if the
/// counter leaves enough moves (see [`Verdict::distance`]). With other material it takes a few
/// nanoseconds.
///
/// ```
/// use board::fen;
/// use vancura_recognizers::Bound;
///
/// let board = fen::parse("8/8/8/4k3/8/2P5/1K3b2/8 w - - 0 1").unwrap();
/// let verdict = vancura_recognizers::judge(&board).unwrap();
/// assert_eq!(verdict.bound, Bound::Draw);
/// assert_eq!(verdict.rule.material().to_string(), "KBvKP");
/// assert!(vancura_recognizers::judge(&board::Board::startpos()).is_none());
/// ```
#[inline]
pub fn judge(board: &Board) -> Option<Verdict> {
    let occupied = board.occupied();
    if occupied.len() > MAX_MEN {
        return None;
    }
    let (recognizer, strong) = by_men(board)?;
    recognizer.judge(&View::of_board(board, strong)?)
}

/// Like [`judge`], limited to the verdicts that a search uses, depending on whether its root has
/// few pieces: see [`InSearch`].
#[inline]
pub fn judge_in_search(board: &Board, has_few_men_at_root: bool) -> Option<Verdict> {
    if board.occupied().len() > MAX_MEN {
        return None;
    }
    let (recognizer, strong) = by_men(board)?;
    let judge = || recognizer.judge(&View::of_board(board, strong)?);
    match recognizer.in_search() {
        InSearch::All => judge(),
        InSearch::AtFewMen | InSearch::Rules if has_few_men_at_root => judge(),
        InSearch::Rules => recognizer.judge_named(&View::of_board(board, strong)?),
        InSearch::DrawsAtFewMen if has_few_men_at_root => {
            judge().filter(|verdict| !verdict.bound.is_decided())
        }
        _ => None,
    }
}

/// The recognizer of a position and its view of it; `None` for other endings, and with castling or
/// en passant rights.
pub(crate) fn seen(board: &Board) -> Option<(&'static Recognizer, View)> {
    let (recognizer, strong) = by_men(board).filter(|_| board.occupied().len() <= MAX_MEN)?;
    Some((recognizer, View::of_board(board, strong)?))
}

/// The verdict on a placement, as by [`judge`].
///
/// ```
/// use board::{Placement, fen};
/// let board = fen::parse("8/8/8/3k4/8/8/4P3/4K3 b - - 0 1").unwrap();
/// let placement = Placement::from_board(&board).unwrap();
/// assert!(vancura_recognizers::judge_placement(&placement).is_some());
/// ```
pub fn judge_placement(placement: &Placement) -> Option<Verdict> {
    let (recognizer, strong) = find(placement.material())?;
    recognizer.judge(&View::of_placement(placement, strong))
}

/// Like [`find`], directly from bitboards.
#[inline]
fn by_men(board: &Board) -> Option<(&'static Recognizer, Color)> {
    BY_MEN.find(Signature::of_board(board))
}

/// The recognizers by material.
static BY_MEN: LazyLock<ByMen> = LazyLock::new(ByMen::of_all);

/// A hash table with open addressing and linear probing.
struct ByMen {
    slots: Box<[Option<(Signature, &'static Recognizer)>; ByMen::SLOTS]>,
}

impl ByMen {
    const BITS: u32 = 9;
    const SLOTS: usize = 1 << Self::BITS;

    fn of_all() -> Self {
        let mut slots = Box::new([None; Self::SLOTS]);
        for recognizer in all() {
            let men = recognizer.signature().canonical();
            let free = Self::way(men).find(|&slot| slots[slot].is_none());
            slots[free.expect("there are four times as many slots as endings")] = Some((men, recognizer));
        }
        Self { slots }
    }

    /// The slots in which an ending may be, in probing order.
    #[inline]
    fn way(men: Signature) -> impl Iterator<Item = usize> {
        let first = men.scattered(Self::BITS);
        (first..first + Self::SLOTS).map(|slot| slot % Self::SLOTS)
    }

    /// The recognizer of this material and the color of its strong side.
    #[inline]
    fn find(&self, men: Signature) -> Option<(&'static Recognizer, Color)> {
        let canonical = men.canonical();
        for slot in Self::way(canonical) {
            let (known, recognizer) = self.slots[slot]?;
            if known == canonical {
                let is_white = recognizer.signature() == men;
                return Some((recognizer, if is_white { Color::White } else { Color::Black }));
            }
        }
        None
    }
}

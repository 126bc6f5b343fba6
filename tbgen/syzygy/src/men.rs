//! A position as bitboards, independent of any board type, and the moves that a prober needs.
//!
//! Squares are numbered from a1 = 0 along the ranks to h8 = 63; bit n of a bitboard is square n.
//! Moves are passed to a closure as the position after the move; only legal moves are generated.
//! Nothing is allocated.

use std::ops::ControlFlow;

use crate::attacks;

/// A position: bitboards of the men by color and by kind.
///
/// ```
/// use vancura_syzygy::Men;
///
/// // White: king e1, pawn e2; Black: king d5.
/// let men = Men {
///     white: 1 << 4 | 1 << 12,
///     black: 1 << 35,
///     pieces: [1 << 12, 0, 0, 0, 0, 1 << 4 | 1 << 35],
///     ep: 0,
///     white_to_move: true,
/// };
/// assert!(men.is_legal());
/// ```
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Men {
    /// Squares of White's men.
    pub white: u64,
    /// Squares of Black's men.
    pub black: u64,
    /// Squares of pawns, knights, bishops, rooks, queens and kings of both colors.
    pub pieces: [u64; 6],
    /// The en passant square (passed over by the last double push), 0 without one.
    pub ep: u8,
    /// True when White is to move.
    pub white_to_move: bool,
}

/// A position that can be probed: implemented by any board that can list its men.
pub trait Position {
    /// The men, the side to move and the right to capture en passant.
    fn men(&self) -> Men;

    /// True when a side may still castle; no table contains such positions.
    fn castling(&self) -> bool {
        false
    }

    /// Plies since the last capture or pawn move.
    fn halfmove_clock(&self) -> u8 {
        0
    }
}

impl Position for Men {
    fn men(&self) -> Men {
        *self
    }
}

/// Kinds of men as indices into [`Men::pieces`].
const PAWN: usize = 0;
const KNIGHT: usize = 1;
const BISHOP: usize = 2;
const ROOK: usize = 3;
const QUEEN: usize = 4;
const KING: usize = 5;
/// Promotions, the likeliest first.
const PROMOTIONS: [usize; 4] = [QUEEN, KNIGHT, ROOK, BISHOP];
const LAST_RANKS: u64 = 0xff00_0000_0000_00ff;

/// The squares of a bitboard, ascending.
#[inline]
pub(crate) fn squares(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let square = (set != 0).then(|| lowest(set));
        set &= set.wrapping_sub(1);
        square
    })
}

/// The first square of a bitboard; a1 if it is empty.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "there are 64 squares")]
pub(crate) fn lowest(set: u64) -> u8 {
    set.trailing_zeros() as u8 & 63
}

impl Men {
    /// Number of men, kings included.
    #[inline]
    pub fn count(&self) -> u32 {
        (self.white | self.black).count_ones()
    }

    /// True for a legal position: one king per side, each man on a square of its own, no pawn on
    /// the first or last rank, and the side not to move not in check.
    pub fn is_legal(&self) -> bool {
        let occupied = self.white | self.black;
        let [kings, pawns] = [self.pieces[KING], self.pieces[PAWN]];
        let all = self.pieces.iter().fold(0, |all, set| all | set);
        let counted: u32 = self.pieces.iter().map(|set| set.count_ones()).sum();
        let one_king = |color: u64| (kings & color).is_power_of_two();
        self.white & self.black == 0
            && all == occupied
            && counted == occupied.count_ones()
            && one_king(self.white)
            && one_king(self.black)
            && pawns & LAST_RANKS == 0
            && !self.takes_king()
    }

    /// The number of men of each kind, 4 bits each, White's before Black's; kings are omitted.
    #[inline]
    pub(crate) fn key(&self) -> u64 {
        let count = |color: u64| {
            let kinds = self.pieces[..KING].iter().rev();
            kinds.fold(0, |key, set| key << 4 | u64::from((set & color).count_ones()))
        };
        count(self.white) | count(self.black) << 20
    }

    /// The position with colors swapped and, if there are pawns, ranks mirrored.
    #[inline]
    pub(crate) fn exchanged(&self) -> Self {
        let flip = |set: u64| if self.pieces[PAWN] == 0 { set } else { set.swap_bytes() };
        Self {
            white: flip(self.black),
            black: flip(self.white),
            pieces: self.pieces.map(flip),
            ep: 0,
            white_to_move: !self.white_to_move,
        }
    }

    #[inline]
    fn own(&self) -> u64 {
        if self.white_to_move { self.white } else { self.black }
    }

    #[inline]
    fn others(&self) -> u64 {
        if self.white_to_move { self.black } else { self.white }
    }

    /// True when the side to move could capture the king: the last move was illegal.
    #[inline]
    fn takes_king(&self) -> bool {
        self.attacks(self.own(), self.white_to_move, lowest(self.others() & self.pieces[KING]))
    }

    /// True when the side to move is in check.
    #[inline]
    pub(crate) fn in_check(&self) -> bool {
        self.attacks(self.others(), !self.white_to_move, lowest(self.own() & self.pieces[KING]))
    }

    /// True when men of this color attack a square.
    #[inline]
    fn attacks(&self, color: u64, is_white: bool, square: u8) -> bool {
        let occupied = self.white | self.black;
        let [pawns, knights, bishops, rooks, queens, kings] = self.pieces.map(|set| set & color);
        let leaps = attacks::knight(square) & knights
            | attacks::king(square) & kings
            | attacks::pawn(!is_white, square) & pawns;
        leaps != 0
            || bishops | queens != 0 && attacks::bishop(square, occupied) & (bishops | queens) != 0
            || rooks | queens != 0 && attacks::rook(square, occupied) & (rooks | queens) != 0
    }

    /// The position after a man has moved to a square as this kind of man, capturing what was
    /// there.
    #[inline]
    fn after(&self, from: u8, to: u8, kind: usize) -> Self {
        let (from, to) = (1u64 << from, 1u64 << to);
        let mut next = Self { ep: 0, white_to_move: !self.white_to_move, ..*self };
        next.white &= !(from | to);
        next.black &= !(from | to);
        *(if self.white_to_move { &mut next.white } else { &mut next.black }) |= to;
        for set in &mut next.pieces {
            *set &= !(from | to);
        }
        next.pieces[kind] |= to;
        next
    }

    /// Calls the closure with the position after each legal move of a piece, pawns excluded, to one
    /// of these squares.
    #[inline]
    fn piece_moves<B>(&self, targets: u64, visit: &mut impl FnMut(Self) -> ControlFlow<B>) -> ControlFlow<B> {
        let occupied = self.white | self.black;
        for kind in KNIGHT..=KING {
            for from in squares(self.pieces[kind] & self.own()) {
                let reached = match kind {
                    KNIGHT => attacks::knight(from),
                    BISHOP => attacks::bishop(from, occupied),
                    ROOK => attacks::rook(from, occupied),
                    QUEEN => attacks::bishop(from, occupied) | attacks::rook(from, occupied),
                    _ => attacks::king(from),
                };
                for to in squares(reached & targets) {
                    let next = self.after(from, to, kind);
                    if !next.takes_king() {
                        visit(next)?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Calls the closure with the position after a pawn's move to a square, or after each promotion
    /// there, if the move is legal.
    #[inline]
    fn pawn_move<B>(
        &self,
        from: u8,
        to: u8,
        visit: &mut impl FnMut(Self) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let next = self.after(from, to, PAWN);
        if next.takes_king() {
            return ControlFlow::Continue(());
        }
        if 1 << to & LAST_RANKS == 0 {
            return visit(next);
        }
        PROMOTIONS.into_iter().try_for_each(|kind| visit(self.after(from, to, kind)))
    }

    /// Calls the closure with the position after each legal capture, en passant excluded, until it
    /// breaks.
    #[inline]
    pub(crate) fn captures<B>(&self, mut visit: impl FnMut(Self) -> ControlFlow<B>) -> ControlFlow<B> {
        let targets = self.others() & !self.pieces[KING];
        if targets == 0 {
            return ControlFlow::Continue(());
        }
        for from in squares(self.pieces[PAWN] & self.own()) {
            for to in squares(attacks::pawn(self.white_to_move, from) & targets) {
                self.pawn_move(from, to, &mut visit)?;
            }
        }
        self.piece_moves(targets, &mut visit)
    }

    /// Calls the closure with the position after each legal en passant capture, until it breaks.
    #[inline]
    pub(crate) fn en_passant<B>(&self, mut visit: impl FnMut(Self) -> ControlFlow<B>) -> ControlFlow<B> {
        let rank = if self.white_to_move { 40..48 } else { 16..24 };
        if !rank.contains(&self.ep) {
            return ControlFlow::Continue(());
        }
        let taken = 1u64 << if self.white_to_move { self.ep - 8 } else { self.ep + 8 };
        let is_there =
            taken & self.others() & self.pieces[PAWN] != 0 && 1 << self.ep & (self.white | self.black) == 0;
        if !is_there {
            return ControlFlow::Continue(());
        }
        let takers = attacks::pawn(!self.white_to_move, self.ep) & self.own() & self.pieces[PAWN];
        for from in squares(takers) {
            let mut next = self.after(from, self.ep, PAWN);
            next.white &= !taken;
            next.black &= !taken;
            next.pieces[PAWN] &= !taken;
            if !next.takes_king() {
                visit(next)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Calls the closure with the position after each legal pawn move that is not a capture, until
    /// it breaks.
    #[inline]
    pub(crate) fn pawn_pushes<B>(&self, mut visit: impl FnMut(Self) -> ControlFlow<B>) -> ControlFlow<B> {
        let occupied = self.white | self.black;
        let ahead = |square: u8| if self.white_to_move { square + 8 } else { square.wrapping_sub(8) } & 63;
        let second = if self.white_to_move { 8..16 } else { 48..56 };
        for from in squares(self.pieces[PAWN] & self.own()) {
            let passed = ahead(from);
            if occupied >> passed & 1 != 0 {
                continue;
            }
            self.pawn_move(from, passed, &mut visit)?;
            let to = ahead(passed);
            if second.contains(&from) && occupied >> to & 1 == 0 {
                self.pawn_move(from, to, &mut |next| visit(Self { ep: passed, ..next }))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Calls the closure with the position after each legal quiet move of a piece, pawns excluded,
    /// until it breaks.
    #[inline]
    pub(crate) fn quiet_moves<B>(&self, mut visit: impl FnMut(Self) -> ControlFlow<B>) -> ControlFlow<B> {
        self.piece_moves(!(self.white | self.black), &mut visit)
    }

    /// True when there is a legal move, en passant captures excluded.
    pub(crate) fn can_move(&self) -> bool {
        let found = |_| ControlFlow::Break(());
        self.quiet_moves(found).is_break()
            || self.pawn_pushes(found).is_break()
            || self.captures(found).is_break()
    }

    /// True when the side to move is checkmated.
    pub(crate) fn is_checkmate(&self) -> bool {
        self.in_check() && !self.can_move() && self.en_passant(|_| ControlFlow::Break(())).is_continue()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::random::Random;
    use board::rules::{after, is_capture, is_checkmate, is_en_passant};
    use board::{Board, Material, Piece, Placement, legal_moves};

    /// The positions after the moves that satisfy a predicate, in any order.
    fn picked(board: &Board, rule: impl Fn(board::Move) -> bool) -> Vec<[u64; 8]> {
        let moves = legal_moves(board).into_iter().filter(|&mv| rule(mv));
        sorted(moves.map(|mv| after(board, mv).men()).collect())
    }

    fn add(all: &mut Vec<Men>, next: Men) -> ControlFlow<()> {
        all.push(next);
        ControlFlow::Continue(())
    }

    fn sorted(men: Vec<Men>) -> Vec<[u64; 8]> {
        let sets = |men: Men| {
            let [p, n, b, r, q, k] = men.pieces;
            [men.white, men.black, p, n, b, r, q, k]
        };
        let mut sets: Vec<_> = men.into_iter().map(sets).collect();
        sets.sort_unstable();
        sets
    }

    #[test]
    fn moves_are_those_of_the_board() {
        let mut random = Random::new(11);
        for name in ["KRPvKR", "KQvKBN", "KPPvKPP", "KNPvKP", "KQQvKQP", "KPvKP"] {
            let material: Material = name.parse().unwrap();
            for _ in 0..1500 {
                let Ok(root) = Placement::random(&mut random, material).to_board() else { continue };
                for board in std::iter::once(root.clone())
                    .chain(legal_moves(&root).into_iter().map(|m| after(&root, m)))
                {
                    let men = board.men();
                    assert!(men.is_legal(), "{board}");
                    let gather = |moves: fn(&Men, &mut Vec<Men>)| {
                        let mut all = Vec::new();
                        moves(&men, &mut all);
                        sorted(all)
                    };
                    let captures =
                        gather(|men, all| assert!(men.captures(|next| add(all, next)).is_continue()));
                    let passing =
                        gather(|men, all| assert!(men.en_passant(|next| add(all, next)).is_continue()));
                    let pushes =
                        gather(|men, all| assert!(men.pawn_pushes(|next| add(all, next)).is_continue()));
                    let quiet =
                        gather(|men, all| assert!(men.quiet_moves(|next| add(all, next)).is_continue()));
                    let is_pawn = |mv: board::Move| board.piece_on(mv.from) == Some(Piece::Pawn);
                    assert_eq!(passing, picked(&board, |mv| is_en_passant(&board, mv)), "{board}");
                    let plain = |mv| is_capture(&board, mv) && !is_en_passant(&board, mv);
                    assert_eq!(captures, picked(&board, plain), "{board}");
                    assert_eq!(
                        pushes,
                        picked(&board, |mv| is_pawn(mv) && !is_capture(&board, mv)),
                        "{board}"
                    );
                    assert_eq!(
                        quiet,
                        picked(&board, |mv| !is_pawn(mv) && !is_capture(&board, mv)),
                        "{board}"
                    );
                    assert_eq!(men.is_checkmate(), is_checkmate(&board), "{board}");
                    assert_eq!(men.in_check(), !board.checkers().is_empty(), "{board}");
                }
            }
        }
    }

    #[test]
    fn nonsense_is_no_legal_position() {
        let sound = Men {
            white: 1 << 4 | 1 << 12,
            black: 1 << 35,
            pieces: [1 << 12, 0, 0, 0, 0, 1 << 4 | 1 << 35],
            ep: 0,
            white_to_move: true,
        };
        assert!(sound.is_legal());
        for bad in [
            Men::default(),
            Men { black: sound.white, ..sound },
            Men { pieces: [u64::MAX; 6], ..sound },
            Men { white: u64::MAX, black: u64::MAX, pieces: [u64::MAX; 6], ..sound },
            Men { white: 1 << 12, pieces: [1 << 12, 0, 0, 0, 0, 1 << 35], ..sound },
            // A pawn on the last rank; adjacent kings; the side to move can capture the king.
            Men { white: 1 << 4 | 1 << 60, pieces: [1 << 60, 0, 0, 0, 0, 1 << 4 | 1 << 35], ..sound },
            Men { black: 1 << 5, pieces: [1 << 12, 0, 0, 0, 0, 1 << 4 | 1 << 5], ..sound },
            Men { pieces: [0, 0, 0, 1 << 12, 0, 1 << 4 | 1 << 35], black: 1 << 8, ..sound },
        ] {
            assert!(!bad.is_legal(), "{bad:?}");
        }
    }
}

//! A position with the attacks of each piece, from which derived features are computed.

use std::cell::OnceCell;

use board::sets::distance;
use board::{BitBoard, Color, Piece, Square, attacks, get_between_rays};

use crate::geometry::{path, pushes, queening_square, same_color, stop_square};
use crate::mined::features::{MAX_VALUE, count, offset};
use crate::mined::position::{Position, are_alike};
use crate::rule::Side;

/// Most pieces of an ending.
const MOST: usize = 5;

/// The number of flight squares if there is no check: more than a king can have.
const NO_CHECK: u8 = 9;

/// The greatest distance in king moves.
const FARTHEST: u8 = 7;

/// A position.
pub(crate) struct Scene {
    men: &'static [(Side, Piece)],
    to_move: Side,
    squares: [Square; MOST],
    occupied: BitBoard,
    /// The squares of each side's pieces.
    own: [BitBoard; 2],
    /// Squares attacked by each piece.
    hits: [BitBoard; MOST],
    /// Squares attacked by each side.
    attacks: [BitBoard; 2],
    safe_moves: [OnceCell<BitBoard>; MOST],
}

#[inline]
fn hits((side, piece): (Side, Piece), square: Square, occupied: BitBoard) -> BitBoard {
    attacks(piece, if side == Side::Strong { Color::White } else { Color::Black }, square, occupied)
}

fn value(piece: Piece) -> u8 {
    match piece {
        Piece::Pawn => 1,
        Piece::Knight | Piece::Bishop => 3,
        Piece::Rook => 5,
        Piece::Queen | Piece::King => 9,
    }
}

impl Scene {
    /// Equal pieces are in the order of their squares, or with the one nearer to the pawn first.
    #[inline]
    pub(super) fn new(position: &Position, men: &'static [(Side, Piece)], is_nearer_first: bool) -> Self {
        let mut scene = Self {
            men,
            to_move: position.to_move,
            squares: [Square::A1; MOST],
            occupied: BitBoard::EMPTY,
            own: [BitBoard::EMPTY; 2],
            hits: [BitBoard::EMPTY; MOST],
            attacks: [BitBoard::EMPTY; 2],
            safe_moves: [const { OnceCell::new() }; MOST],
        };
        for (man, &(side, _)) in men.iter().enumerate() {
            let square = position.square(man);
            scene.squares[man] = square;
            scene.own[side as usize] |= square.bitboard();
        }
        if is_nearer_first {
            scene.put_nearer_first();
        }
        scene.occupied = scene.own[0] | scene.own[1];
        for (man, &which) in men.iter().enumerate() {
            scene.hits[man] = hits(which, scene.squares[man], scene.occupied);
            scene.attacks[which.0 as usize] |= scene.hits[man];
        }
        scene
    }

    /// Of two equal pieces, puts the one in the pawn's way first, otherwise the nearer one.
    #[inline]
    fn put_nearer_first(&mut self) {
        let pawn = self.squares[0];
        let away = |square: Square| (!path(pawn).has(square), distance(square, stop_square(pawn)));
        for man in 2..self.men.len() {
            if are_alike(self.men, man) && away(self.squares[man]) < away(self.squares[man - 1]) {
                self.squares.swap(man, man - 1);
            }
        }
    }

    pub(crate) fn to_move(&self) -> Side {
        self.to_move
    }

    /// The square of a piece, by its index in the ending's order.
    #[inline]
    pub(crate) fn square(&self, man: usize) -> Square {
        self.squares[man]
    }

    pub(crate) fn king(&self, side: Side) -> usize {
        self.men.iter().position(|&man| man == (side, Piece::King)).unwrap_or_default()
    }

    fn side(&self, man: usize) -> Side {
        self.men[man].0
    }

    /// The pieces of a side.
    fn of(&self, side: Side) -> impl Iterator<Item = usize> + '_ {
        (0..self.men.len()).filter(move |&man| self.men[man].0 == side)
    }

    fn is_piece(&self, man: usize) -> bool {
        !matches!(self.men[man].1, Piece::King | Piece::Pawn)
    }

    /// Squares that a side attacks with the pieces on some squares removed.
    fn attacks_through(&self, side: Side, out: BitBoard) -> BitBoard {
        let occupied = self.occupied - out;
        self.of(side).fold(BitBoard::EMPTY, |sum, man| {
            let is_blocked = matches!(self.men[man].1, Piece::Bishop | Piece::Rook | Piece::Queen)
                && !(self.hits[man] & out).is_empty();
            sum | if is_blocked { hits(self.men[man], self.squares[man], occupied) } else { self.hits[man] }
        })
    }

    pub(super) fn mover_is_in_check(&self) -> bool {
        self.attacks[!self.to_move as usize].has(self.squares[self.king(self.to_move)])
    }

    fn hitting(&self, side: Side, square: Square) -> u8 {
        self.of(side).map(|man| u8::from(self.hits[man].has(square))).sum()
    }

    pub(super) fn standing(&self, man: usize) -> u8 {
        let (side, square) = (self.side(man), self.squares[man]);
        if !self.attacks[!side as usize].has(square) {
            return 0;
        }
        self.hitting(!side, square) + 3 - self.hitting(side, square)
    }

    /// The moves of a piece to squares where it cannot be taken; for a king, its legal moves.
    #[inline]
    pub(super) fn safe_moves(&self, man: usize) -> BitBoard {
        *self.safe_moves[man].get_or_init(|| {
            let side = self.side(man);
            let danger = self.attacks_through(!side, self.squares[man].bitboard());
            let kings = self.squares[self.king(!side)].bitboard();
            self.hits[man] - self.own[side as usize] - danger - kings
        })
    }

    /// Squares from which a piece would give check.
    fn checking_squares(&self, man: usize) -> BitBoard {
        let side = self.side(man);
        let king = self.squares[self.king(!side)];
        // Attacks of pieces are symmetric.
        hits(self.men[man], king, self.occupied - self.squares[man].bitboard())
    }

    pub(super) fn safe_checks(&self, man: usize) -> BitBoard {
        self.safe_moves(man) & self.checking_squares(man)
    }

    /// Pieces and pawns of a side that the side does not defend, without the king.
    fn loose(&self, side: Side) -> BitBoard {
        self.own[side as usize] - self.attacks[side as usize] - self.squares[self.king(side)].bitboard()
    }

    pub(super) fn threats(&self, man: usize) -> u8 {
        let side = self.side(man);
        let occupied = self.occupied - self.squares[man].bitboard();
        let targets = self.loose(!side).into_iter();
        let from = targets.fold(BitBoard::EMPTY, |from, target| from | hits(self.men[man], target, occupied));
        count(self.safe_moves(man) & from)
    }

    pub(super) fn second_moves(&self, man: usize) -> u8 {
        let side = self.side(man);
        let lifted = self.squares[man].bitboard();
        let danger = self.attacks_through(!side, lifted);
        let occupied = self.occupied - lifted;
        let reached = self
            .safe_moves(man)
            .into_iter()
            .fold(BitBoard::EMPTY, |reached, square| reached | hits(self.men[man], square, occupied));
        let kings = self.squares[self.king(!side)].bitboard();
        count(reached - danger - self.own[side as usize] - kings).min(MAX_VALUE)
    }

    pub(super) fn takes(&self, side: Side) -> u8 {
        let guarded = self.attacks[!side as usize];
        let mut best = 0;
        for man in self.of(side) {
            for target in self.hits[man] & self.own[!side as usize] {
                let victim = self.of(!side).find(|&victim| self.squares[victim] == target);
                let Some(victim) = victim.map(|victim| self.men[victim].1) else { continue };
                let (wins, costs) = (value(victim), value(self.men[man].1));
                let gain = if victim == Piece::King {
                    0
                } else if !guarded.has(target) {
                    wins + 1
                } else if self.men[man].1 == Piece::King || wins < costs {
                    0
                } else {
                    wins - costs + 1
                };
                best = best.max(gain);
            }
        }
        best
    }

    pub(super) fn forks(&self, side: Side) -> u8 {
        let loose = self.loose(!side);
        if loose.is_empty() {
            return 0;
        }
        let mut forks = 0;
        for man in self.of(side).filter(|&man| self.is_piece(man)) {
            let out = self.squares[man].bitboard() | self.squares[self.king(!side)].bitboard();
            let occupied = self.occupied - out;
            let hits_loose = |&square: &Square| !(hits(self.men[man], square, occupied) & loose).is_empty();
            forks += self.safe_checks(man).into_iter().filter(hits_loose).count() as u8;
        }
        forks.min(MAX_VALUE)
    }

    pub(super) fn flights(&self, side: Side) -> u8 {
        let king = self.king(!side);
        let lifted = self.squares[king].bitboard();
        let mut fewest = NO_CHECK;
        for man in self.of(side).filter(|&man| self.is_piece(man)) {
            let checks = self.safe_checks(man);
            if checks.is_empty() {
                continue;
            }
            let occupied = self.occupied - lifted - self.squares[man].bitboard();
            // Attacks of the other pieces, ignoring that the checking piece may block one of them.
            let others = self.of(side).filter(|&other| other != man);
            let others = others.fold(BitBoard::EMPTY, |sum, other| {
                sum | hits(self.men[other], self.squares[other], occupied)
            });
            let open = self.hits[king] - self.own[!side as usize] - others;
            for square in checks {
                fewest = fewest.min(count(open - hits(self.men[man], square, occupied)));
            }
        }
        fewest
    }

    pub(super) fn is_pinned(&self, man: usize) -> bool {
        let side = self.side(man);
        let (square, king) = (self.squares[man], self.squares[self.king(side)]);
        let through = self.occupied - square.bitboard();
        self.of(!side).any(|other| {
            let from = self.squares[other];
            matches!(self.men[other].1, Piece::Bishop | Piece::Rook | Piece::Queen)
                && self.hits[other].has(square)
                && hits(self.men[other], from, through).has(king)
                && get_between_rays(from, king).has(square)
        })
    }

    /// The squares in front of a pawn of either side, up to the queening square.
    fn path(&self, pawn: usize) -> BitBoard {
        match self.side(pawn) {
            Side::Strong => path(self.squares[pawn]),
            Side::Weak => BitBoard(path(self.squares[pawn].flip_rank()).0.swap_bytes()),
        }
    }

    /// The square in front of a pawn of either side.
    fn stop_square(&self, pawn: usize) -> Square {
        let square = self.squares[pawn];
        match self.side(pawn) {
            Side::Strong => stop_square(square),
            Side::Weak => stop_square(square.flip_rank()).flip_rank(),
        }
    }

    /// The queening square of a pawn of either side.
    pub(super) fn queening_square(&self, pawn: usize) -> Square {
        let square = self.squares[pawn];
        match self.side(pawn) {
            Side::Strong => queening_square(square),
            Side::Weak => queening_square(square.flip_rank()).flip_rank(),
        }
    }

    /// The distance of the opposing king to a pawn's queening square, minus the pawn's pushes, plus
    /// 7.
    pub(super) fn race(&self, pawn: usize) -> u8 {
        let king = self.squares[self.king(!self.side(pawn))];
        let square = self.squares[pawn];
        let seen = if self.side(pawn) == Side::Strong { square } else { square.flip_rank() };
        offset(distance(king, self.queening_square(pawn)), pushes(seen))
    }

    pub(super) fn stop(&self, pawn: usize) -> u8 {
        let stop = self.stop_square(pawn);
        let side = self.side(pawn);
        if self.own[side as usize].has(stop) {
            1
        } else if self.squares[self.king(!side)] == stop {
            2
        } else {
            3 * u8::from(self.own[!side as usize].has(stop))
        }
    }

    pub(super) fn free_steps(&self, pawn: usize) -> u8 {
        let side = self.side(pawn);
        let others = self.of(side).filter(|&man| man != pawn);
        let cover = others.fold(BitBoard::EMPTY, |sum, man| sum | self.hits[man]);
        let in_the_way = self.occupied | (self.attacks[!side as usize] - cover);
        let path = self.path(pawn);
        let is_open = |square: &Square| !in_the_way.has(*square);
        match side {
            Side::Strong => path.into_iter().take_while(is_open).count() as u8,
            Side::Weak => {
                let seen = BitBoard(path.0.swap_bytes()).into_iter().map(Square::flip_rank);
                seen.take_while(is_open).count() as u8
            }
        }
    }

    /// The difference of the kings' distances to a piece, or to the square in front of a pawn.
    pub(super) fn nearer(&self, man: usize) -> u8 {
        let square = self.squares[man];
        let goal = if self.men[man].1 == Piece::Pawn { self.stop_square(man) } else { square };
        let way = |side| distance(self.squares[self.king(side)], goal);
        offset(way(Side::Weak), way(Side::Strong))
    }

    pub(super) fn stopping_moves(&self, pawn: usize, man: usize) -> u8 {
        let occupied = self.occupied - self.squares[man].bitboard();
        let path = self.path(pawn);
        let targets = (path | self.squares[pawn].bitboard()).into_iter();
        // Attacks of pieces are symmetric.
        let from = targets.fold(path, |from, target| from | hits(self.men[man], target, occupied));
        count(self.safe_moves(man) & from)
    }

    pub(super) fn path_hits(&self, pawn: usize, man: usize) -> u8 {
        count(self.path(pawn) & self.hits[man])
    }

    pub(super) fn corner_of_color(&self, bishop: usize, man: usize) -> u8 {
        let corners = [Square::A1, Square::H8, Square::A8, Square::H1];
        let own = same_color(self.squares[bishop]);
        let corners = corners.into_iter().filter(|&corner| own.has(corner));
        corners.fold(FARTHEST, |least, corner| least.min(distance(self.squares[man], corner)))
    }
}

//! Merits of captures and pawn moves: they reset the counter, and with 100 plies left the distance
//! under the rule is the plain one.

use board::{Color, Piece, Placement, Square, attacks, get_pawn_attacks, rules};

use super::moves::{moved, occupied};
use crate::endings::PROMOTIONS;
use crate::index::layout::{Layout, Squares};
use crate::solve::solved::{Solved, Successor};
use crate::tables::dtm::DtmTables;
use crate::value::dtm::DtmByte;
use crate::value::metric::{Merit, Metric};

/// A smaller ending that a capture or promotion leads to.
type Smaller<'a> = Successor<'a, Solved<DtmByte>>;

/// The captures and pawn moves of one ending.
pub(super) struct ZeroingMoves<'a> {
    own: &'a Solved<DtmByte>,
    mates: &'a DtmTables,
    /// By captured man; `None` for kings.
    captures: Vec<Option<Smaller<'a>>>,
    /// By man, for pawns: the endings that promotions lead to, by captured man, without capture
    /// last.
    promotions: Vec<Vec<Vec<Smaller<'a>>>>,
}

impl<'a> ZeroingMoves<'a> {
    /// For an ending that is in `mates` with all that it leads to.
    pub(super) fn new(own: &'a Solved<DtmByte>, mates: &'a DtmTables) -> Self {
        let men = &own.layout.men;
        let find = |m| &mates.table(m).expect("tables come with what they lead to").solved;
        let without = |victim: usize, promoted: Option<(usize, Piece)>| {
            let left = men.iter().enumerate().filter(|&(man, _)| man != victim);
            let left: Vec<(Color, Piece, usize)> = left
                .map(|(man, &(color, piece))| match promoted {
                    Some((pawn, queen)) if pawn == man => (color, queen, man),
                    _ => (color, piece, man),
                })
                .collect();
            Smaller::new(&left, &find)
        };
        let captures = (0..men.len()).map(|man| (men[man].1 != Piece::King).then(|| without(man, None)));
        let promotions = (0..men.len()).map(|pawn| {
            let victims = if men[pawn].1 == Piece::Pawn { 0..men.len() + 1 } else { 0..0 };
            let possible = |&victim: &usize| {
                men.get(victim).is_none_or(|&(color, piece)| {
                    color != men[pawn].0 && !matches!(piece, Piece::King | Piece::Pawn)
                })
            };
            let of_victim = |victim: usize| {
                let pieces = PROMOTIONS.iter().filter(|_| possible(&victim));
                pieces.map(|&piece| without(victim, Some((pawn, piece)))).collect()
            };
            victims.map(of_victim).collect()
        });
        Self { captures: captures.collect(), promotions: promotions.collect(), own, mates }
    }

    /// True if no capture or pawn move matters for a decided position: there are no pawns, and
    /// every capture draws.
    pub(super) fn are_of_no_use(&self) -> bool {
        self.own.layout.material.pawns() == 0
            && self.captures.iter().flatten().all(Successor::is_always_drawn)
    }

    /// The merit of the best capture or pawn move of a legal position; 0 if there is none.
    pub(super) fn best(&self, side: Color, slot: usize) -> Merit {
        let layout = &self.own.layout;
        let squares = layout.squares(slot);
        let all = occupied(&squares[..layout.men.len()]);
        let mut best = 0;
        for (man, &(color, piece)) in layout.men.iter().enumerate() {
            if color != side {
                continue;
            }
            let square = Square::index(squares[man].into());
            let attacked = if piece == Piece::Pawn {
                best = best.max(self.pawn_steps(side, slot, &squares, man));
                get_pawn_attacks(square, color)
            } else {
                attacks(piece, color, square, all)
            };
            for (victim, &(other, _)) in layout.men.iter().enumerate() {
                let at = Square::index(squares[victim].into());
                if other == side || !attacked.has(at) {
                    continue;
                }
                let Some(capture) = &self.captures[victim] else { continue };
                let squares = moved(squares, man, at);
                let promotions = self.promotions[man].get(victim).filter(|_| is_last(at));
                match promotions {
                    None => best = best.max(capture.merit(!side, &squares)),
                    Some(all) => {
                        best = all.iter().fold(best, |best, one| best.max(one.merit(!side, &squares)));
                    }
                }
            }
        }
        best
    }

    /// The best merit of a pawn's pushes and promotions without capture.
    fn pawn_steps(&self, side: Color, slot: usize, squares: &Squares, pawn: usize) -> Merit {
        let layout = &self.own.layout;
        let all = occupied(&squares[..layout.men.len()]);
        let step = |from: Square| from.try_offset(0, if side == Color::White { 1 } else { -1 });
        let from = Square::index(squares[pawn].into());
        let Some(one) = step(from).filter(|&to| !all.has(to)) else { return 0 };
        let ahead = moved(*squares, pawn, one);
        if is_last(one) {
            let quiet = self.promotions[pawn].last().into_iter().flatten();
            return quiet.map(|piece| piece.merit(!side, &ahead)).max().unwrap_or(0);
        }
        let mut best = self.own_merit(!side, &ahead);
        let Some(two) = step(one).filter(|&to| is_first_step(side, from) && !all.has(to)) else {
            return best;
        };
        let ahead = moved(*squares, pawn, two);
        let plain = self.own_merit(!side, &ahead);
        best = best.max(if plain != 0 && can_be_passed(layout, squares, side, two) {
            self.passing_merit(side, slot, from, two).unwrap_or(plain)
        } else {
            plain
        });
        best
    }

    fn own_merit(&self, side_to_move: Color, squares: &Squares) -> Merit {
        DtmByte::merit(self.own.value(side_to_move, squares))
    }

    /// The merit of a double push that may allow an en passant capture.
    fn passing_merit(&self, side: Color, slot: usize, from: Square, to: Square) -> Option<Merit> {
        let placement: Placement = self.own.placement(side, slot);
        let board = placement.to_board().ok()?;
        let mv = board::legal_moves(&board).into_iter().find(|mv| mv.from == from && mv.to == to)?;
        let dtm = self.mates.probe_board(&rules::after(&board, mv))?;
        Some(DtmByte::merit(DtmByte::from_dtm(dtm)))
    }
}

fn is_last(square: Square) -> bool {
    matches!(square as u8 >> 3, 0 | 7)
}

fn is_first_step(side: Color, from: Square) -> bool {
    from as u8 >> 3 == if side == Color::White { 1 } else { 6 }
}

/// True when an enemy pawn stands beside the target square of a double push.
fn can_be_passed(layout: &Layout, squares: &Squares, side: Color, to: Square) -> bool {
    let enemies = layout.men.iter().zip(squares).filter(|(man, _)| **man == (!side, Piece::Pawn));
    let to = to as u8;
    enemies.map(|(_, &square)| square).any(|square| square >> 3 == to >> 3 && square.abs_diff(to) == 1)
}
